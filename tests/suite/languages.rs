//! Outlines of real files of each language: what must be in them is, whatever happens to the file.

use std::path::{Path, PathBuf};

use ctx_outline::render::{self, OutlineOptions};
use ctx_outline::{Outline, Symbol, Visibility, language, outline};

use crate::harness::Random;

/// Languages that are read line by line from a table of patterns, tested beside it.
const WITHOUT_FIXTURE: &[&str] = &["rust", "makefile", "graphql", "ini"];

struct Fixture {
    path: PathBuf,
    language: String,
    source: Vec<u8>,
    facts: toml::Table,
}

impl Fixture {
    fn words(&self, key: &str) -> Vec<String> {
        let list = self.facts.get(key).and_then(|list| list.as_array());
        list.into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
    }

    fn label(&self) -> String {
        format!("{}/{}", self.language, self.path.file_name().unwrap().to_string_lossy())
    }

    fn outline(&self) -> Outline {
        outline(&self.path, &self.source, None)
    }

    /// Its grammar is not in this build.
    fn is_by_lines(&self) -> bool {
        let built = [
            ("bash", cfg!(feature = "bash")),
            ("csharp", cfg!(feature = "csharp")),
            ("php", cfg!(feature = "php")),
            ("ruby", cfg!(feature = "ruby")),
            ("zig", cfg!(feature = "zig")),
            ("kotlin", cfg!(feature = "kotlin")),
            ("swift", cfg!(feature = "swift")),
            ("scala", cfg!(feature = "scala")),
        ];
        built.iter().any(|(name, built)| *name == self.language && !built)
    }
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/outline");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().flatten() {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            let path = file.path();
            let facts = PathBuf::from(format!("{}.toml", path.display()));
            if !facts.exists() {
                continue;
            }
            let facts: toml::Table = std::fs::read_to_string(&facts).unwrap().parse().unwrap();
            for key in ["package", "version", "registry", "licence"] {
                assert!(facts[key].as_str().is_some_and(|value| !value.is_empty()), "{}: {key}?", path.display());
            }
            let language = folder.file_name().to_string_lossy().into_owned();
            found.push(Fixture { source: std::fs::read(&path).unwrap(), path, language, facts });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn flat<'a>(symbols: &'a [Symbol], out: &mut Vec<&'a Symbol>) {
    for symbol in symbols {
        out.push(symbol);
        flat(&symbol.children, out);
    }
}

fn all(outline: &Outline) -> Vec<&Symbol> {
    let mut out = Vec::new();
    flat(&outline.symbols, &mut out);
    out
}

fn has(symbols: &[&Symbol], name: &str) -> bool {
    symbols.iter().any(|symbol| symbol.name == name || symbol.name.split(", ").any(|one| one == name))
}

#[test]
fn each_language_has_a_real_file() {
    let have: Vec<String> = fixtures().into_iter().map(|fixture| fixture.language).collect();
    for language in language::LANGUAGES.iter().filter(|language| !WITHOUT_FIXTURE.contains(&language.name)) {
        assert!(have.iter().any(|name| name == language.name), "{} has no fixture", language.name);
    }
}

#[test]
fn outlines_have_public_names_and_no_private_ones() {
    let mut wrong = Vec::new();
    let mut looked_for = 0;
    for fixture in fixtures() {
        let outline = fixture.outline();
        let label = fixture.label();
        assert_eq!(outline.language, fixture.language, "{label}");
        assert_eq!(outline.broken_at, None, "{label} is a good file");
        assert!(!outline.symbols.is_empty(), "{label}");
        if fixture.is_by_lines() {
            assert!(outline.head[0].contains("--features"), "{label} does not say how to get its grammar");
            // Lines know names, not who may see them.
            if ["php", "ruby"].contains(&fixture.language.as_str()) {
                let every = all(&outline);
                for name in fixture.words("public").into_iter().chain(fixture.words("hidden")) {
                    looked_for += 1;
                    if !has(&every, &name) {
                        wrong.push(format!("{label}: {name} is not found"));
                    }
                }
            }
            continue;
        }
        let every = all(&outline);
        let public: Vec<&Symbol> =
            every.iter().copied().filter(|symbol| symbol.visibility == Visibility::Public).collect();
        let shown = render::render_outline_text(&label, &outline, &OutlineOptions::default());
        assert!(shown.len() <= fixture.source.len(), "{label}: the outline is longer than the file");
        for name in fixture.words("public") {
            looked_for += 1;
            if !has(&public, &name) || !shown.contains(&name) {
                wrong.push(format!("{label}: {name} is not shown"));
            }
        }
        for name in fixture.words("hidden") {
            looked_for += 1;
            if has(&public, &name) || !has(&every, &name) {
                wrong.push(format!("{label}: {name} is not hidden"));
            }
        }
        for name in fixture.words("names") {
            looked_for += 1;
            if !has(&every, &name) {
                wrong.push(format!("{label}: {name} is not found"));
            }
        }
    }
    assert!(looked_for > 450, "only {looked_for} names were looked for");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_lead_to_the_item() {
    for fixture in fixtures() {
        let text = String::from_utf8(fixture.source.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let outline = fixture.outline();
        for symbol in all(&outline) {
            let (first, last) = symbol.lines;
            let label = format!("{} {} {:?}", fixture.label(), symbol.name, symbol.lines);
            assert!(1 <= first && first <= last && last as usize <= lines.len(), "{label}");
            let source = lines[first as usize - 1..last as usize].join("\n");
            let squashed: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
            let name = symbol.name.split(", ").next().unwrap_or_default();
            let is_literal = !matches!(symbol.kind, "heading" | "cell" | "rule" | "at-rule" | "document");
            let given = name == "Companion" && squashed.contains("companion");
            assert!(!is_literal || given || squashed.contains(name), "{label}: {source}");
        }
    }
}

#[test]
fn cut_and_scrambled_files_give_an_outline_too() {
    let mut random = Random(7);
    for fixture in fixtures() {
        let language = language::find_language(&fixture.language);
        for _ in 0..6 {
            let end = random.below(fixture.source.len() as u64) as usize;
            outline(&fixture.path, &fixture.source[..end], language);
            let mut scrambled = fixture.source.clone();
            for _ in 0..20 {
                let at = random.below(scrambled.len() as u64) as usize;
                scrambled[at] = random.next() as u8;
            }
            outline(&fixture.path, &scrambled, language);
        }
    }
}

#[test]
fn noise_and_deep_nesting_are_no_trouble() {
    let mut random = Random(11);
    let deep =
        ["(", "[", "{", "<div>", "- ", "if x:\n ", "a.b(", "{\"a\":[", "/*", "\"", "`${", "#if A\n", "class A {\n"];
    for language in language::LANGUAGES.iter() {
        outline(Path::new("x"), &random.bytes(4000), Some(language));
        for piece in deep {
            outline(Path::new("x"), piece.repeat(500).as_bytes(), Some(language));
        }
    }
}
