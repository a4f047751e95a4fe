//! Drawn trees (`tree`, `npm ls`, `cargo tree`): the root and its children, what is below them counted.

use crate::part::Part;
use crate::reading::Reading;

/// Depth of an entry, from the column its name begins in.
fn column(line: &str) -> Option<usize> {
    let drawn = |c: char| matches!(c, '│' | '├' | '└' | '─' | '┬' | ' ' | '\u{a0}' | '|' | '`' | '+' | '-' | '\\');
    let lead: usize = line.chars().take_while(|c| drawn(*c)).count();
    let branch = line.chars().take(lead).any(|c| matches!(c, '├' | '└'))
        || line.contains("|-- ")
        || line.contains("`-- ")
        || line.contains("+-- ");
    branch.then_some(lead)
}

pub fn read(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    if super::sample::share(part, |line| column(line).is_some()) < 70 {
        return None;
    }
    let entries: Vec<(usize, usize)> =
        part.lines().filter_map(|(at, line)| column(line).map(|column| (at, column))).collect();
    if entries.len() < 8 || entries.len() * 10 < part.len() * 8 {
        return None;
    }
    let top = entries.iter().map(|(_, column)| *column).min()?;
    let mut reading = Reading::default();
    for (at, line) in part.lines().filter(|(_, line)| column(line).is_none()) {
        if crate::part::leading_number(line).is_some() && line.contains(" file") {
            reading.total(at);
        }
    }
    let flawed = |line: &str| {
        ["UNMET DEPENDENCY", "UNMET PEER", " invalid", "missing:", "extraneous"].iter().any(|word| line.contains(word))
    };
    let mut children: Vec<(usize, usize)> = Vec::new();
    for (at, column) in &entries {
        let line = part.line(*at);
        if flawed(line) {
            reading.error(*at, line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@')).rule("flawed");
        }
        if *column == top {
            children.push((*at, 0));
        } else if let Some(child) = children.last_mut() {
            child.1 += 1;
        }
    }
    if let Some(root) = entries.first().and_then(|(at, _)| at.checked_sub(1)) {
        reading.note(root, part.line(root).trim_end());
    }
    for (at, below) in &children {
        let line = part.line(*at).trim_end();
        if *below == 0 { reading.note(*at, line) } else { reading.note(*at, format!("{line} +{below}")) }
    }
    reading.cover(0..part.len());
    Some(reading)
}
