//! The languages: which files are in each, how its outline is made, and the lookup for a file.

use std::path::Path;
use std::sync::LazyLock;

use super::grammar::{Grammar, language_rules, packed};
use super::{Outline, plain, rust};

pub struct Language {
    /// The name that `--lang` takes and line 1 prints.
    pub name: &'static str,
    /// Without the dot, lower case; the first is a name for `--lang`, too.
    pub extensions: Vec<&'static str>,
    /// Whole file names that decide before the extension does.
    pub file_names: Vec<&'static str>,
    /// Interpreters in a `#!` line, without path and version.
    pub shebangs: Vec<&'static str>,
    /// Lines, bytes and language of the outline are filled in by the caller.
    pub outline: Outliner,
}

/// The outline function of a grammar, its query files and its rule of visibility.
macro_rules! grammar {
    ($language:expr, $($query:literal)+, $rule:ident) => {
        |text: &str| {
            const QUERY: &str = concat!($(include_str!(concat!("queries/", $query, ".scm"))),+);
            static GRAMMAR: Grammar = Grammar::new(|| $language.into(), QUERY, &language_rules::$rule);
            GRAMMAR.outline(text)
        }
    };
}

/// The same for a grammar that is several megabytes and only in builds that ask for it.
macro_rules! optional_grammar {
    ($feature:literal, $language:expr, $query:literal, $rule:ident) => {
        |text| {
            #[cfg(feature = $feature)]
            return grammar!($language, $query, $rule)(text);
            #[cfg(not(feature = $feature))]
            plain::outline_without_grammar($feature, text)
        }
    };
}

type Outliner = fn(&str) -> Outline;

/// How the outline of each language is made. `languages.tsv` says which files are in it.
const OUTLINERS: &[(&str, Outliner)] = &[
    ("rust", rust::outline),
    ("python", grammar!(packed::python(), "python", PYTHON)),
    ("javascript", grammar!(packed::javascript(), "ecmascript" "javascript", JAVASCRIPT)),
    ("typescript", grammar!(packed::typescript(), "ecmascript" "typescript", TYPESCRIPT)),
    ("tsx", grammar!(packed::tsx(), "ecmascript" "typescript", TYPESCRIPT)),
    ("go", grammar!(packed::go(), "go", GO)),
    ("java", grammar!(packed::java(), "java", JAVA)),
    ("c", grammar!(packed::c(), "c", C)),
    ("cpp", grammar!(packed::cpp(), "cpp", CPP)),
    ("ruby", optional_grammar!("ruby", packed::ruby(), "ruby", RUBY)),
    ("php", optional_grammar!("php", packed::php(), "php", PHP)),
    ("bash", optional_grammar!("bash", packed::bash(), "bash", BASH)),
    ("lua", grammar!(packed::lua(), "lua", LUA)),
    ("zig", optional_grammar!("zig", tree_sitter_zig::LANGUAGE, "zig", ZIG)),
    ("csharp", optional_grammar!("csharp", tree_sitter_c_sharp::LANGUAGE, "csharp", CSHARP)),
    ("kotlin", optional_grammar!("kotlin", tree_sitter_kotlin_ng::LANGUAGE, "kotlin", KOTLIN)),
    ("swift", optional_grammar!("swift", tree_sitter_swift::LANGUAGE, "swift", SWIFT)),
    ("scala", optional_grammar!("scala", tree_sitter_scala::LANGUAGE, "scala", SCALA)),
    ("markdown", plain::markdown),
    ("json", plain::json),
    ("notebook", plain::notebook),
    ("yaml", plain::yaml),
    ("toml", plain::toml),
    ("sql", plain::sql),
    ("html", plain::html),
    ("css", plain::css),
    ("dockerfile", |text| plain::outline_by_patterns("dockerfile", text)),
    ("makefile", |text| plain::outline_by_patterns("makefile", text)),
    ("proto", |text| plain::outline_by_patterns("proto", text)),
    ("graphql", |text| plain::outline_by_patterns("graphql", text)),
    ("ini", |text| plain::outline_by_patterns("ini", text)),
];

pub static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let rows: Vec<Vec<&str>> = include_str!("languages.tsv").lines().map(|row| row.split('\t').collect()).collect();
    let language = |(name, outline): &(&'static str, Outliner)| {
        let row = rows.iter().find(|row| row[0] == *name);
        let words = |column: usize| row.and_then(|row| row.get(column)).unwrap_or(&"").split_whitespace().collect();
        Language { name, extensions: words(1), file_names: words(2), shebangs: words(3), outline: *outline }
    };
    OUTLINERS.iter().map(language).collect()
});

/// The language of this name or extension.
pub fn find_language(name: &str) -> Option<&'static Language> {
    let name = name.to_ascii_lowercase();
    let by_name = LANGUAGES.iter().find(|language| language.name == name);
    by_name.or_else(|| LANGUAGES.iter().find(|language| language.extensions.contains(&name.as_str())))
}

/// The language of a file: by its name, its extension, its `#!` line.
pub fn detect_language(path: &Path, bytes: &[u8]) -> Option<&'static Language> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let by_name = LANGUAGES.iter().find(|language| language.file_names.contains(&name.as_str()));
    by_name.or_else(|| find_by_extension(&name, bytes)).or_else(|| find_by_shebang(bytes))
}

fn find_by_extension(name: &str, bytes: &[u8]) -> Option<&'static Language> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    if extension == "h" && looks_like_cpp(bytes) {
        return find_language("cpp");
    }
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension.as_str()))
}

/// A header that a C compiler could not read.
fn looks_like_cpp(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    head.lines().map(str::trim).any(|line| {
        let opens = line.ends_with('{') || !line.contains([';', '*']);
        matches!(line, "public:" | "private:" | "protected:")
            || ["template <", "template<", "using namespace "].iter().any(|start| line.starts_with(start))
            || (opens && (line.starts_with("namespace ") || line.starts_with("class ")))
    })
}

fn find_by_shebang(bytes: &[u8]) -> Option<&'static Language> {
    let line = bytes.strip_prefix(b"#!")?;
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len()).min(256)];
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    LANGUAGES.iter().find(|language| language.shebangs.contains(&program) || language.shebangs.contains(&bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, bytes: &[u8]) -> Option<&'static str> {
        detect_language(Path::new(path), bytes).map(|language| language.name)
    }

    #[test]
    fn a_file_finds_its_language() {
        assert_eq!(found("src/Main.RS", b""), Some("rust"));
        assert_eq!(found("tool", b"#!/usr/bin/env -S rust-script --force\nfn main() {}"), Some("rust"));
        assert_eq!(found("tool", b"#!"), None);
        assert_eq!(found("a.h", b"struct s { int a; };"), Some("c"));
        assert_eq!(found("a.h", b"namespace a {\nclass B {\n};\n}"), Some("cpp"));
        assert_eq!(found("notes", b"nothing"), None);
        assert_eq!(find_language("RS").map(|language| language.name), Some("rust"));
        assert!(find_language("klingon").is_none());
    }

    #[test]
    fn no_extension_belongs_to_two() {
        let mut seen = std::collections::BTreeMap::new();
        for language in LANGUAGES.iter() {
            assert!(!language.extensions.is_empty(), "{} has a row", language.name);
            for extension in &language.extensions {
                let before = seen.insert(extension, language.name);
                assert_eq!(before, None, "{extension} is also {}'s", language.name);
                assert_eq!(*extension, extension.to_ascii_lowercase());
            }
        }
    }
}
