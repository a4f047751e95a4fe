//! `next build` and `next dev`.

use std::collections::HashSet;

use super::{Reader, js};
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "next",
    commands: &["next build", "next dev", "next"],
    signs: &["▲ Next.js ", "Error occurred prerendering page", "> Build failed because of ", "⨯ "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut told: HashSet<&str> = HashSet::new();
    let mut compiling = false;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let trimmed = line.trim_start();
        if trimmed.starts_with("Failed to compile") {
            compiling = true;
            reading.total(at);
        } else if compiling && is_file(line) && !is_blank(part.line(at + 1)) {
            at = compile_error(part, &mut reading, at);
        } else if line.starts_with("Error occurred prerendering page")
            || line.starts_with("> Build error occurred")
            || line.starts_with("unhandledRejection")
        {
            let end = part.until_blank(at, 60) + 1;
            let end = part.find(at, end - at, |line| line.starts_with("Export encountered")).unwrap_or(end);
            let block = reading.error(at, line.trim_start_matches("> "));
            js::describe(part, block, at + 1, end);
            block.to(end - 1);
            at = end - 1;
        } else if let Some(text) = trimmed.strip_prefix("⨯ ") {
            if !text.starts_with("Next.js build worker exited") && told.insert(text) {
                let block = reading.error(at, text);
                block.location = js::location(text);
            } else {
                reading.cover(at..at + 1);
            }
        } else if let Some(text) = trimmed.strip_prefix("⚠ ") {
            if told.insert(text) {
                reading.warning(at, text);
            } else {
                reading.cover(at..at + 1);
            }
        } else if trimmed.starts_with("✓ Compiled ")
            || trimmed.starts_with("- Local: ")
            || trimmed.starts_with("✓ Ready in ")
        {
            reading.total(at);
        } else if is_noise(trimmed) {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

/// `./app/page.tsx` or `./app/page.tsx:2:9`, alone on its line.
fn is_file(line: &str) -> bool {
    line.starts_with("./") && !line.trim_end().contains(' ') && line.contains('.')
}

fn compile_error(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let over = |line: &str| {
        is_file(line)
            || line.starts_with("> ") && !js::is_frame(line)
            || line.starts_with("Next.js build worker")
            || line.starts_with("https://nextjs.org/docs")
    };
    let end = part.find(at + 1, 200, over).unwrap_or_else(|| part.len().min(at + 200));
    let path = part.line(at).trim();
    // A list of lint problems has the same form and its own reader.
    if part.line(at + 1).starts_with(|c: char| c.is_ascii_digit()) {
        return at;
    }
    let block = reading.error(at, part.line(at + 1).trim());
    block.at(js::location(path).unwrap_or_else(|| path.to_owned()));
    js::describe(part, block, at + 1, end);
    block.location = block.location.take().or_else(|| Some(path.to_owned()));
    block.to(end - 1);
    end - 1
}

fn is_noise(line: &str) -> bool {
    [
        "▲ Next.js ",
        "Creating an optimized",
        "Linting and checking",
        "Collecting page data",
        "Generating static pages",
        "Finalizing page",
        "Collecting build traces",
        "✓ ",
        "┌ ",
        "├ ",
        "└ ",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}
