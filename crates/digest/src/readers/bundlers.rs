//! Bundlers: webpack, vite and rollup, esbuild.

use super::{Reader, js};
use crate::Severity;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const WEBPACK: Reader = Reader {
    name: "webpack",
    commands: &["webpack", "rspack", "vue-cli-service", "react-scripts build"],
    signs: &["^ERROR in ", "^WARNING in ", "[webpack-cli]", " compiled with ", " compiled successfully in"],
    read: webpack,
};

pub const VITE: Reader = Reader {
    name: "vite",
    commands: &["vite", "rollup"],
    signs: &[
        "^error during build:",
        "✓ built in ",
        "[vite] Internal server error",
        "^[!] (",
        "^[!] Rollup",
        "➜  Local: ",
    ],
    read: vite,
};

fn webpack(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let severe = [("ERROR in ", Severity::Error), ("WARNING in ", Severity::Warning)];
        if let Some((prefix, severity)) = severe.into_iter().find(|(prefix, _)| line.starts_with(prefix)) {
            at = problem(part, &mut reading, at, severity, line.trim_start_matches(prefix));
        } else if let Some(text) = line.strip_prefix("[webpack-cli] ") {
            let trouble = text.starts_with('✖')
                || ["Error", "Failed", "Invalid", "Unable", "Unknown"].iter().any(|word| text.starts_with(word))
                || text.contains("Error: ");
            if trouble {
                let end = part
                    .find(at + 1, 200, |line| line.starts_with("[webpack-cli]"))
                    .unwrap_or_else(|| part.len().min(at + 200));
                let block = reading.error(at, text.trim_start_matches(['✖', ' ']));
                js::describe(part, block, at + 1, end);
                block.to(end - 1);
                at = end - 1;
            }
        } else if is_webpack_total(line) {
            reading.total(at);
        } else if line.starts_with("asset ") || line.contains(" modules ") && line.contains("[built]") {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

fn is_webpack_total(line: &str) -> bool {
    let compiled = line.contains("compiled with ") || line.contains("compiled successfully");
    compiled
        && (line.starts_with("webpack ")
            || line.starts_with("rspack ")
            || line.starts_with("Rspack ")
            || line.starts_with("webpack compiled"))
        || (line.starts_with("Compiled with ") || line.starts_with("Failed to compile"))
}

/// Reads the lines below `ERROR in ./src/a.js 5:0-41`, to the blank line before another problem or the totals.
fn problem(part: &Part, reading: &mut Reading, at: usize, severity: Severity, place: &str) -> usize {
    let over = |line: &str| line.starts_with("ERROR in ") || line.starts_with("WARNING in ") || is_webpack_total(line);
    let end = part.find(at + 1, 4000, over).unwrap_or_else(|| {
        (at + 1..part.len().min(at + 4000))
            .find(|&line| is_blank(part.line(line)) && is_blank(part.line(line + 1)))
            .unwrap_or(part.len().min(at + 4000))
    });
    let said = part.find(at + 1, 3, |line| !is_blank(line)).filter(|&said| said < end);
    let message = said.map_or(place, |said| part.line(said).trim());
    let block = reading.finding(severity, at, message);
    let mut words = place.split(' ');
    if let Some(path) = words.next() {
        let number = words.next().filter(|number| number.starts_with(|c: char| c.is_ascii_digit()));
        block.location = js::location(place).or_else(|| {
            Some(number.map_or_else(
                || path.to_owned(),
                |number| format!("{path}:{}", number.split('-').next().unwrap_or(number)),
            ))
        });
    }
    if let Some(said) = said {
        block.place(said);
        for line in said + 1..end {
            let text = part.line(line);
            if js::is_frame(text) {
                if text.trim_start().starts_with('>') {
                    block.frame(line);
                }
            } else if text.contains("rror: ") || text.trim_start().starts_with("TS") {
                block.detail(line);
            } else if text.starts_with(" @ ")
                || (line <= said + 2 && !text.starts_with("resolve ") && !text.starts_with("  "))
            {
                block.context(line);
            }
        }
    }
    block.to(end - 1);
    end - 1
}

fn vite(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let trimmed = line.trim_start_matches(['✗', 'x', '✓', ' ']);
        if line.starts_with("error during build:") {
            at = failed(part, &mut reading, (at + 1).min(part.len() - 1));
        } else if line.starts_with("[!] ")
            || line.contains("[vite] Internal server error: ")
            || line.contains("[vite] (client) Pre-transform error")
        {
            at = failed(part, &mut reading, at);
        } else if trimmed.starts_with("Build failed in ")
            || trimmed.starts_with("built in ")
            || trimmed.starts_with("created ") && part.named
            || trimmed.contains("➜  Local: ")
            || trimmed.starts_with("➜  Network: http")
        {
            reading.total(at);
        } else if let Some(text) = line.strip_prefix("(!) ") {
            reading.warning(at, text);
        } else if line.ends_with("modules transformed.")
            || trimmed.contains(" │ gzip: ")
            || line.starts_with("rendering chunks")
            || line.starts_with("transforming")
        {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

/// A message with its place, code and stack.
fn failed(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let stack = part.find(at, 60, |line| line.starts_with("    at "));
    let end = match stack {
        Some(stack) => part.find(stack, 60, |line| !line.starts_with("    at ")).unwrap_or(part.len()),
        // A count of errors alone: the errors follow.
        None if is_blank(part.line(at + 1)) && part.line(at).trim_end().ends_with(':') => {
            part.until_blank(at + 2, 40) + 1
        }
        None => part.until_blank(at, 40) + 1,
    };
    let block = reading.error(at, part.line(at).trim());
    js::describe(part, block, at + 1, end);
    if block.location.is_none() {
        let place = (at..end).find(|&line| {
            part.line(line).starts_with("file: ") || (js::is_own(part.line(line)) && !js::is_stack(part.line(line)))
        });
        if let Some(place) = place {
            block.location = js::location(part.line(place));
            block.place(place);
        }
    }
    block.to(end.max(at + 1) - 1);
    end.max(at + 1) - 1
}
