//! Biome (and its `lint`, `format`, `ci`): diagnostics under a drawn headline.

use super::{Reader, js};
use crate::Severity;
use crate::part::{Part, indent};
use crate::reading::Reading;
use crate::shape::mask;

pub const READER: Reader =
    Reader { name: "biome", commands: &["biome", "rome"], signs: &[" lint/", "━━━━━━"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if let Some((location, category)) = headline(line) {
            at = diagnostic(part, &mut reading, at, location, category);
        } else if (line.starts_with("Found ") && (line.contains(" error") || line.contains(" warning")))
            || (line.starts_with("Checked ") && line.contains(" file"))
        {
            reading.total(at);
        }
        at += 1;
    }
    let found = !reading.blocks.is_empty() || part.named;
    if found { reading } else { Reading::default() }
}

/// Place and category of `src/a.js:4:9 lint/x/y  FIXABLE  ━━━━`.
fn headline(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_end().strip_suffix("━━━").filter(|_| indent(line) == 0)?.trim_end_matches('━').trim_end();
    let mut words = text.split(' ');
    let first = words.next()?;
    Some((first, words.next().unwrap_or_default()))
}

fn diagnostic(part: &Part, reading: &mut Reading, at: usize, location: &str, category: &str) -> usize {
    let over = |line: &str| headline(line).is_some() || (indent(line) == 0 && !line.trim().is_empty());
    let end = part.find(at + 1, 2000, over).unwrap_or_else(|| part.len().min(at + 2000));
    let said = part.find(at + 1, end - at - 1, |line| line.trim_start().starts_with(['!', '×', '✖', 'ℹ']));
    // The verdict at the end (`check ━━━`) has no category.
    let Some(said) = said.filter(|_| !category.is_empty()) else {
        reading.cover(at..end);
        return end - 1;
    };
    let text = part.line(said).trim_start();
    let severity = if text.starts_with('!') { Severity::Warning } else { Severity::Error };
    let message = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let block = reading.finding(severity, at, message);
    block.at(location).rule(format!("{category} {}", mask(message))).detail(said).to(end - 1);
    for line in said + 1..end {
        let told = part.line(line).trim_start();
        if told.starts_with("> ") && js::is_frame(part.line(line)) {
            block.frame(line);
        } else if told.contains("│ - ") || told.contains("│ + ") {
            block.context(line);
        }
    }
    end - 1
}
