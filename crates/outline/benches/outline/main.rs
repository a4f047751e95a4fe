//! Outlines of Rust: how complete, how small, how steady on broken files, how fast.
//! `cargo bench --bench outline -- [truth|visit|broken|speed …] [--truth JSON] [--sources DIR] [--ctx BINARY] [FOLDER…]`
//!
//! JSON holds the public items of crates as rustdoc sees them, {"crate version": {"src/path.rs": [[kind, name, literal, from_macro, line]]}};
//! `VERBOSE=1` names the files in which damage cost most. DIR holds those crates' sources as `crate-version/`; FOLDERs (by default DIR) hold Rust sources for the other measures.

mod broken;
mod speed;
mod truth;
mod visit;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ctx_outline::{Outline, render};

#[derive(Default)]
struct Args {
    parts: Vec<String>,
    truth: Option<PathBuf>,
    sources: Option<PathBuf>,
    ctx: Option<PathBuf>,
    folders: Vec<PathBuf>,
}

fn main() {
    let mut args = Args::default();
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        match word.as_str() {
            "truth" | "visit" | "broken" | "speed" => args.parts.push(word),
            "--truth" => args.truth = words.next().map(PathBuf::from),
            "--sources" => args.sources = words.next().map(PathBuf::from),
            "--ctx" => args.ctx = words.next().map(PathBuf::from),
            _ => args.folders.push(PathBuf::from(word)),
        }
    }
    if args.folders.is_empty() {
        args.folders.extend(args.sources.clone());
    }
    let asked = |part: &str| args.parts.is_empty() || args.parts.iter().any(|word| word == part);
    if let (true, Some(truth), Some(sources)) = (asked("truth"), &args.truth, &args.sources) {
        truth::run(truth, sources);
    }
    let files = read_rust_files(&args.folders);
    if files.is_empty() {
        print_line("no folder with Rust sources given: only what needs none was measured".to_owned());
        return;
    }
    if asked("visit") {
        visit::run(&files);
    }
    if asked("broken") {
        broken::run(&files);
    }
    if asked("speed") {
        speed::run(&files, args.ctx.as_deref());
    }
}

/// One source file: the crate's folder and the file's text.
struct SourceFile {
    krate: String,
    path: PathBuf,
    text: String,
}

fn read_rust_files(folders: &[PathBuf]) -> Vec<SourceFile> {
    let mut files = Vec::new();
    for folder in folders {
        let mut pending = vec![folder.clone()];
        while let Some(dir) = pending.pop() {
            let Ok(entries) = std::fs::read_dir(&dir) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    pending.push(path);
                } else if path.extension().is_some_and(|end| end == "rs")
                    && let Ok(text) = std::fs::read_to_string(&path)
                {
                    let below = path.strip_prefix(folder).unwrap_or(&path);
                    let krate = below.iter().next().map(|name| name.to_string_lossy().into_owned());
                    files.push(SourceFile { krate: krate.unwrap_or_default(), path, text });
                }
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn outline_of(path: &Path, text: &str) -> Outline {
    ctx_outline::outline(path, text.as_bytes(), None)
}

/// The output of `ctx peek FILE`.
fn peek_output(path: &Path, text: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    render::render_outline_text(&name, &outline_of(path, text), &render::OutlineOptions::default())
}

/// The identifiers of a text, each once.
fn identifiers_in(text: &str) -> HashSet<&str> {
    text.split(|c: char| !(c == '_' || c.is_alphanumeric())).filter(|word| !word.is_empty()).collect()
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn print_line(line: String) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{line}");
}
