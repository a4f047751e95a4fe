//! Prints every line that is masked in the files below the directories of `CTX_MASK_DIRS`, and counts the lines that
//! were read: false masks are found by looking at them. With `CTX_MASK_AS_TEXT` source files are read like any output.

#![expect(clippy::print_stdout, reason = "a list to look at")]

use std::path::{Path, PathBuf};

use ctx_secrets::{Masker, TextKind};

struct Count {
    masker: Masker,
    lines: usize,
    masked: usize,
    /// All files are read as if a command had printed them.
    as_text: bool,
}

impl Count {
    fn text(&mut self, place: &Path, text: &str, source: TextKind) {
        let lines = text.lines().count();
        self.lines += lines;
        let shown = self.masker.for_text_kind(source).mask_bytes(text.as_bytes()).into_owned();
        let shown = String::from_utf8_lossy(&shown);
        for (before, after) in text.lines().zip(shown.lines()).filter(|(before, after)| before != after) {
            self.masked += 1;
            // Long lines from a little before the first mask on.
            let same = before.chars().zip(after.chars()).take_while(|(one, other)| one == other).count();
            let cut = |line: &str| line.chars().skip(same.saturating_sub(150)).take(300).collect::<String>();
            println!("{}\n  - {}\n  + {}", place.display(), cut(before), cut(after));
        }
    }

    /// The strings of a record: outputs and messages are texts of their own.
    fn record(&mut self, place: &Path, value: &serde_json::Value) {
        match value {
            serde_json::Value::String(text) => self.text(place, text, TextKind::default()),
            serde_json::Value::Array(items) => items.iter().for_each(|item| self.record(place, item)),
            serde_json::Value::Object(fields) => fields.values().for_each(|item| self.record(place, item)),
            _ => {}
        }
    }

    fn file(&mut self, path: &Path) {
        let Ok(bytes) = std::fs::read(path) else { return };
        let text = String::from_utf8_lossy(&bytes);
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            for line in text.lines() {
                if let Ok(value) = serde_json::from_str(line) {
                    self.record(path, &value);
                }
            }
        } else if !bytes.contains(&0) {
            let source = if self.as_text { TextKind::default() } else { TextKind::of_path(&path.to_string_lossy()) };
            self.text(path, &text, source);
        }
    }
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return found.push(dir.to_owned()) };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => files(&entry.path(), found),
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
}

#[test]
#[ignore = "reads the directories of CTX_MASK_DIRS"]
fn the_masked_lines_of_these_directories() {
    let dirs = std::env::var("CTX_MASK_DIRS").expect("CTX_MASK_DIRS: directories with a colon between them");
    let mut count = Count {
        masker: Masker::default(),
        lines: 0,
        masked: 0,
        as_text: std::env::var_os("CTX_MASK_AS_TEXT").is_some(),
    };
    let mut all = Vec::new();
    dirs.split(':').for_each(|dir| files(Path::new(dir), &mut all));
    all.sort();
    all.iter().for_each(|path| count.file(path));
    println!("{} of {} lines are masked, in {} files", count.masked, count.lines, all.len());
    assert!(count.lines > 0);
}
