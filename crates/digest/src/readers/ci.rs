//! Marks that CI systems read in a script's output: `::error::`, `##[error]`, groups.

use super::Reader;
use crate::part::Part;
use crate::reading::{Block, Rank, Reading};

pub const READER: Reader = Reader {
    name: "ci",
    commands: &[],
    signs: &["^::error", "^::warning", "^::group::", "^##[error]", "^##[warning]"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        let line = line.trim_start();
        let said = |name: &str| {
            let told = line.strip_prefix("::").or_else(|| line.strip_prefix("##["))?.strip_prefix(name)?;
            told.starts_with([':', ' ', ']']).then_some(told)
        };
        if let Some(told) = said("error") {
            annotation(reading.error(at, ""), "error", told);
        } else if let Some(told) = said("warning") {
            annotation(reading.warning(at, ""), "warning", told);
        } else if let Some(told) = said("notice") {
            annotation(reading.info(at, ""), "notice", told);
        } else if line.starts_with("::")
            && ["group::", "endgroup::", "debug::"].iter().any(|word| line[2..].starts_with(word))
        {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// Writes an annotation as a line a person reads: `src/a.js:3:5: error: message`.
fn annotation(block: &mut Block, severity: &str, told: &str) {
    let message = told.split_once("::").map_or(told.trim_start_matches(']'), |(_, message)| message);
    let mut lines = message.split("%0A").map(|line| line.replace("%0D", "").replace("%25", "%"));
    block.message = lines.next().unwrap_or_default().trim().to_owned();
    block.location = location(told);
    if let Some(location) = &block.location {
        // Some repeat the place in the message.
        let bare = block.message.split_once(": ").filter(|(place, _)| location.ends_with(place)).map(|(_, rest)| rest);
        let head = format!("{location}: {severity}: {}", bare.unwrap_or(&block.message));
        block.said.push((head, Rank::Head));
        block.said.extend(lines.filter(|line| !line.trim().is_empty()).take(3).map(|line| (line, Rank::Context)));
    }
}

/// `::error file=a.js,line=3,col=5::message`
fn location(said: &str) -> Option<String> {
    let (fields, _) = said.split_once("::")?;
    let field =
        |name: &str| fields.trim().split(',').find_map(|field| field.trim().strip_prefix(name)?.strip_prefix('='));
    let path = field("file")?;
    let mut place = path.to_owned();
    for number in [field("line"), field("line").and(field("col"))].into_iter().flatten() {
        place.push_str(&format!(":{number}"));
    }
    Some(place)
}
