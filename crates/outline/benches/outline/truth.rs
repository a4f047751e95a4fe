//! Against rustdoc's view of whole crates: which public names stand in the outline of their file, and at what size.

use std::path::Path;

use super::{identifiers_in, outline_of, peek_output, percent, print_line, read_rust_files};

#[derive(Default)]
struct RecallTally {
    literal: (usize, usize),
    all: (usize, usize),
    files: (usize, usize),
    bytes: (usize, usize),
}

impl RecallTally {
    fn add(&mut self, other: &RecallTally) {
        for (sum, part) in [
            (&mut self.literal, other.literal),
            (&mut self.all, other.all),
            (&mut self.files, other.files),
            (&mut self.bytes, other.bytes),
        ] {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
    }

    fn row(&self, name: &str) -> String {
        let cells = [self.literal, self.all, self.files, self.bytes].map(|(part, whole)| percent(part, whole));
        format!("{name:<24}{:>6}{:>10}{:>10}{:>10}{:>10}", self.all.1, cells[0], cells[1], cells[2], cells[3])
    }
}

pub fn run(truth: &Path, sources: &Path) {
    let text = std::fs::read_to_string(truth).expect("the truth");
    let truth: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    print_line(format!(
        "{:<24}{:>6}{:>10}{:>10}{:>10}{:>10}",
        "rustdoc's view", "names", "literal", "all", "files", "bytes"
    ));
    let mut sum = RecallTally::default();
    let mut ratios = Vec::new();
    let (mut missing, mut above, mut without) = (Vec::new(), 0, (0, 0));
    for (krate, files) in truth.as_object().expect("crates") {
        let root = sources.join(krate.replace(' ', "-"));
        let mut tally = RecallTally::default();
        for (path, items) in files.as_object().expect("files") {
            let source = std::fs::read_to_string(root.join(path)).expect("a source file");
            let shown = peek_output(Path::new(path), &source);
            let shown = identifiers_in(&shown);
            let mut complete = true;
            for item in items.as_array().expect("items") {
                let (name, literal) = (item[1].as_str().expect("a name"), item[2] == true);
                let found = usize::from(shown.contains(name.trim_start_matches("r#")));
                tally.all = (tally.all.0 + found, tally.all.1 + 1);
                if literal {
                    tally.literal = (tally.literal.0 + found, tally.literal.1 + 1);
                }
                if found == 0 {
                    complete = false;
                    missing.push(format!(
                        "{krate} {path}:{} {} {name}{}",
                        item[4],
                        item[0],
                        if literal { "" } else { " (not literal)" }
                    ));
                }
            }
            tally.files = (tally.files.0 + usize::from(complete), tally.files.1 + 1);
        }
        for file in read_rust_files(&[root.join("src")]) {
            let shown = peek_output(&file.path, &file.text).len();
            above += usize::from(shown > file.text.len() && file.text.len() > 200);
            if file.text.len() < 8 << 10 {
                continue;
            }
            tally.bytes = (tally.bytes.0 + shown, tally.bytes.1 + file.text.len());
            ratios.push(shown as f64 / file.text.len() as f64);
            let options = ctx_outline::render::OutlineOptions {
                docs: ctx_outline::render::DocDetail::None,
                ..Default::default()
            };
            let bare = ctx_outline::render::render_outline_text("", &outline_of(&file.path, &file.text), &options);
            without = (without.0 + bare.len(), without.1 + file.text.len());
        }
        print_line(tally.row(krate));
        sum.add(&tally);
    }
    print_line(sum.row("all"));
    ratios.sort_by(f64::total_cmp);
    let p90 = ratios.get(ratios.len() * 9 / 10).copied().unwrap_or_default();
    print_line(format!(
        "bytes: files of 8 KB and more; p90 {:.1} %, without docs {}; {above} outlines above their source",
        100.0 * p90,
        percent(without.0, without.1)
    ));
    for name in &missing {
        print_line(format!("  missing: {name}"));
    }
}
