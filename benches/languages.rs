//! Outlines of real packages against universal-ctags on the same files: recall by name, size, speed.
//!
//! `cargo bench --bench languages -- [-v] [--only LANGUAGE] FOLDER`: FOLDER holds one folder a language, named as `ctx peek --lang` takes it,
//! with any package of that language's registry inside. `-v` lists what is missing.
//!
//! Both sides list everything, private names too. A name that ctags has on n lines of a file must be in the outline n times. Names that ctags makes up
//! (`__anon…`, `AnonymousFunction…`) are not counted. For a language that ctags does not know, lines that look like a definition are counted instead.
//!
//! Where ctags 5.9 is wrong in a way that can be told from the tag, `recall` leaves the tag out and `raw` counts it as missing:
//! - Kotlin: `<lambda>` and its parameters are `method`. Bash: `name=(…)` is a `function` called `name=`.
//! - Lua: any assignment whose line has `function` inside another word. JavaScript, TypeScript: `if`, `extends` and other keywords as `method`.
//!
//! Looked at and left counted: words of the preprocessor that C and C++ tags take for functions (`FMT_TYPE_CONSTANT`, `RB_HEAD`, `offsetof`), functions
//! inside here-documents, calls in the body of a `TEST_CASE(…) { … }` that C++ tags take for prototypes (nine of ten misses in such test files), objects that JavaScript tags call `class`, `using X = …` that C# tags call a method.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use ctx_outline::render::{self, OutlineOptions};
use ctx_outline::{Symbol, language, outline};
use regex::Regex;

/// The kinds of ctags that are classes, functions and methods under their languages' names.
const KINDS: &[&str] = &[
    "annotation",
    "class",
    "enum",
    "func",
    "function",
    "generator",
    "getter",
    "interface",
    "method",
    "methodSpec",
    "module",
    "object",
    "prototype",
    "setter",
    "singletonMethod",
    "struct",
    "trait",
    "type",
    "typealias",
    "typedef",
    "union",
];

struct Row {
    /// As the folder is named, and ctags' name with the extensions it has to be told.
    folder: &'static str,
    ctags: &'static [&'static str],
    /// Lines that define something, for a language ctags does not know.
    pattern: &'static str,
}

const fn row(folder: &'static str, ctags: &'static [&'static str], pattern: &'static str) -> Row {
    Row { folder, ctags, pattern }
}

const ROWS: &[Row] = &[
    row("python", &["--languages=Python"], ""),
    row("javascript", &["--languages=JavaScript", "--langmap=JavaScript:+.mjs.cjs.jsx"], ""),
    row("typescript", &["--languages=TypeScript"], ""),
    row("tsx", &["--languages=TypeScript", "--langmap=TypeScript:+.tsx"], ""),
    row("go", &["--languages=Go"], ""),
    row("java", &["--languages=Java"], ""),
    row("c", &["--languages=C", "--langmap=C:+.h", "--kinds-C=+p"], ""),
    row("cpp", &["--languages=C++", "--langmap=C++:+.h", "--kinds-C++=+p"], ""),
    row("ruby", &["--languages=Ruby"], ""),
    row("php", &["--languages=PHP"], ""),
    row("bash", &["--languages=Sh"], ""),
    row("lua", &["--languages=Lua"], ""),
    row("csharp", &["--languages=C#"], ""),
    row("kotlin", &["--languages=Kotlin"], ""),
    row("zig", &[], r"^\s*(?:pub |export |extern |inline |noinline )*fn (\w+)"),
    row("swift", &[], r"^\s*(?:@\w+ |[a-z]+(?:\(set\))? )*(?:func|class|struct|enum|protocol) ([A-Za-z_]\w*)[ :(<{]"),
    row("scala", &[], r"^\s*(?:[a-z]+(?:\[\w+\])? )*(?:def|class|trait|object) ([A-Za-z_]\w*)"),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let verbose = args.iter().any(|arg| arg == "-v");
    let only = args.iter().position(|arg| arg == "--only").and_then(|at| args.get(at + 1));
    let mut out = std::io::stdout();
    let Some(root) = args.iter().find(|arg| !arg.starts_with('-') && Some(*arg) != only) else {
        let _ = writeln!(out, "languages: no folder given, nothing measured");
        return;
    };
    let _ = writeln!(
        out,
        "{:<12}{:>7}{:>9}{:>9}{:>10}{:>8}{:>9}{:>11}{:>10}{:>9}{:>8}",
        "language", "files", "KB", "names", "recall %", "raw %", "broken", "outline %", "private %", "MB/s", "x ctags"
    );
    for row in ROWS.iter().filter(|row| only.is_none_or(|only| only == row.folder)) {
        let folder = Path::new(root).join(row.folder);
        if folder.is_dir() {
            measure(row, &folder, verbose, &mut out);
        }
    }
}

fn measure(row: &Row, folder: &Path, verbose: bool, out: &mut impl Write) {
    let Some(language) = language::find_language(row.folder) else {
        let _ = writeln!(out, "{:<12} is no language of this build", row.folder);
        return;
    };
    let mut files = Vec::new();
    visit(folder, &mut files);
    files.retain(|file| {
        let extension = file.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
        language.extensions.contains(&extension.as_str()) || (row.folder == "cpp" && extension == "h")
    });
    let start = Instant::now();
    let wanted = if row.ctags.is_empty() { by_lines(&files, row.pattern) } else { by_ctags(&files, row.ctags) };
    let theirs = start.elapsed();
    let (mut bytes, mut shown, mut shown_private, mut names, mut hit, mut broken) = (0, 0, 0, 0, 0, 0);
    let mut spent = std::time::Duration::ZERO;
    let mut missing: Vec<String> = Vec::new();
    for file in &files {
        let source = std::fs::read(file).expect("a file");
        let start = Instant::now();
        let outline = outline(file, &source, Some(language));
        spent += start.elapsed();
        let label = file.strip_prefix(folder).unwrap_or(file).display().to_string();
        bytes += source.len();
        shown += render::render_outline_text(&label, &outline, &OutlineOptions::default()).len();
        shown_private += render::render_outline_text(
            &label,
            &outline,
            &OutlineOptions { private: true, ..OutlineOptions::default() },
        )
        .len();
        broken += usize::from(outline.broken_at.is_some());
        let mut have: HashMap<String, usize> = HashMap::new();
        count(&outline.symbols, &mut have);
        for (name, (times, line)) in wanted.names.get(file).into_iter().flatten() {
            let found = have.get(name).copied().unwrap_or(0).min(*times);
            names += times;
            hit += found;
            if found < *times {
                missing.push(format!("  {label}:{line} {name} ({found} of {times})"));
            }
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let speed = bytes as f64 / 1e6 / spent.as_secs_f64().max(1e-9);
    let ratio = if row.ctags.is_empty() {
        "–".to_owned()
    } else {
        format!("{:.2}", theirs.as_secs_f64() / spent.as_secs_f64())
    };
    let _ = writeln!(
        out,
        "{:<12}{:>7}{:>9}{:>9}{:>10.2}{:>8.2}{:>9}{:>11.1}{:>10.1}{:>9.1}{:>8}",
        row.folder,
        files.len(),
        bytes / 1000,
        names,
        percent(hit, names),
        percent(hit, names + wanted.wrong),
        broken,
        percent(shown, bytes),
        percent(shown_private, bytes),
        speed,
        ratio
    );
    if verbose {
        for line in missing {
            let _ = writeln!(out, "{line}");
        }
    }
}

fn visit(dir: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("a folder").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            visit(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Names by file, with how often and the line of the first.
type Names = HashMap<PathBuf, BTreeMap<String, (usize, u64)>>;

#[derive(Default)]
struct Wanted {
    names: Names,
    /// Tags that are no definition, by the rules in this file's head.
    wrong: usize,
}

/// Tags of ctags 5.9 that name nothing of their kind: what follows can be checked on the tag alone.
fn is_wrong(language: &str, name: &str, scope: &str, pattern: &str) -> bool {
    match language {
        "Kotlin" => scope.contains("<lambda>") || name.starts_with('<'),
        "Sh" => name.ends_with('='),
        "Lua" => !pattern.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "function"),
        "JavaScript" | "TypeScript" => {
            ["if", "for", "while", "switch", "catch", "extends", "as", "in", "of"].contains(&name)
        }
        _ => false,
    }
}

fn by_ctags(files: &[PathBuf], options: &[&str]) -> Wanted {
    let list = tempfile::NamedTempFile::new().expect("a temp file");
    let lines: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    std::fs::write(list.path(), lines.join("\n")).expect("a list of files");
    let done = Command::new("ctags")
        .args(["--output-format=json", "--fields=+nK", "-f", "-", "-L"])
        .arg(list.path())
        .args(options)
        .output()
        .expect("universal-ctags is installed");
    let mut wanted = Wanted::default();
    let language = options[0].trim_start_matches("--languages=");
    let mut seen = std::collections::HashSet::new();
    for line in String::from_utf8_lossy(&done.stdout).lines() {
        let Ok(tag) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let text = |key: &str| tag[key].as_str().unwrap_or_default().to_owned();
        let (name, kind) = (last(&text("name")), text("kind"));
        let counts = KINDS.contains(&kind.as_str()) || (kind == "member" && language == "Python");
        if !counts || name.starts_with("__anon") || name.to_lowercase().starts_with("anonymous") {
            continue;
        }
        let line = tag["line"].as_u64().unwrap_or(0);
        // `a.f = function f() {}` is one function, and two tags.
        if !seen.insert((text("path"), name.clone(), line)) {
            continue;
        }
        if is_wrong(language, &name, &text("scope"), &text("pattern")) {
            wanted.wrong += 1;
            continue;
        }
        wanted.names.entry(PathBuf::from(text("path"))).or_default().entry(name).or_insert((0, line)).0 += 1;
    }
    wanted
}

fn by_lines(files: &[PathBuf], pattern: &str) -> Wanted {
    let pattern = Regex::new(&format!("(?m){pattern}")).expect("a pattern");
    let mut wanted = Wanted::default();
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(file).expect("a file")).into_owned();
        for found in pattern.captures_iter(&text) {
            let name = found.get(1).expect("a group");
            let line = text[..name.start()].matches('\n').count() as u64 + 1;
            let names = wanted.names.entry(file.clone()).or_default();
            names.entry(name.as_str().to_owned()).or_insert((0, line)).0 += 1;
        }
    }
    wanted
}

/// `c` of `a.b:c`, which is how ctags names functions of Lua; names of operators are left alone.
fn last(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || "_.:$".contains(c));
    let last = if is_plain { name.rsplit(['.', ':']).next().unwrap_or(name) } else { name };
    last.split_whitespace().collect()
}

fn count(symbols: &[Symbol], have: &mut HashMap<String, usize>) {
    for symbol in symbols {
        for name in symbol.name.split(", ") {
            // A specialisation has its arguments in its name.
            let bare = name.split_once('<').map_or(name, |(bare, _)| if bare.is_empty() { name } else { bare });
            *have.entry(last(if name.starts_with("operator") { name } else { bare })).or_default() += 1;
        }
        count(&symbol.children, have);
    }
}
