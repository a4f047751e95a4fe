//! Linters with a form of their own: shellcheck and rubocop.

use super::Reader;
use crate::Severity;
use crate::part::{Part, leading_number};
use crate::place;
use crate::reading::Reading;

pub const SHELLCHECK: Reader = Reader {
    name: "shellcheck",
    commands: &["shellcheck"],
    signs: &["^-- SC", " SC1", " SC2", " SC3", "[SC"],
    read: shellcheck,
};

pub const RUBOCOP: Reader = Reader {
    name: "rubocop",
    commands: &["rubocop", "standardrb"],
    signs: &[" offenses detected", " offense detected", " no offenses detected"],
    read: rubocop,
};

/// `In x.sh line 4:`, the code, then `^--^ SC2086 (info): …` for each finding; or gcc's form with `[SC2086]`.
fn shellcheck(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut heading: Option<(usize, String)> = None;
    for (at, line) in part.lines() {
        let place = line.strip_prefix("In ").and_then(|rest| rest.strip_suffix(':')?.split_once(" line "));
        if let Some((path, number)) = place {
            heading = Some((at, format!("{path}:{number}")));
            continue;
        }
        if let Some((code, said)) = line.trim_start().strip_prefix('^').and_then(|rest| rest.split_once(" SC")) {
            if !code.bytes().all(|byte| byte == b'-' || byte == b'^') {
                continue;
            }
            let number: String = said.chars().take_while(char::is_ascii_digit).collect();
            let severity = severity(said.split(['(', ')']).nth(1).unwrap_or_default());
            let message = said.split_once(": ").map_or(said, |(_, message)| message);
            let block = reading.finding(severity, at, message);
            block.rule(format!("SC{number}"));
            if let Some((head, location)) = &heading {
                block.at(location.clone());
                if at - head < 4 || severity == Severity::Error {
                    block.place(*head);
                }
            }
            continue;
        }
        let coded = line.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once(" [SC")).is_some();
        if let Some(place) = place::find(line).filter(|_| coded) {
            let said = line.get(place.range.end..).unwrap_or_default().trim_start_matches([':', ' ']);
            let (kind, message) = said.split_once(": ").unwrap_or(("", said));
            let block = reading.finding(severity(kind), at, message);
            block.at(place.name(line));
            block.rule(line.rsplit('[').next().unwrap_or_default().trim_end_matches(']'));
        } else if line.starts_with("For more information:")
            || line.trim_start().starts_with("https://www.shellcheck.net")
            || line.starts_with("Did you mean:")
        {
            reading.cover(at..at + 1);
        }
    }
    reading.blame_worst(part.call.status);
    reading
}

fn severity(word: &str) -> Severity {
    match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    }
}

/// `bin/x.rb:7:3: W: Lint/UselessAssignment: …` with the code and its caret below.
fn rubocop(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        let total =
            leading_number(line).is_some_and(|(_, rest)| rest.starts_with(" file") && rest.contains(" inspected, "));
        if total {
            reading.total(at);
            continue;
        }
        let Some(place) = place::find(line).filter(|place| line.starts_with(place.path)) else { continue };
        let rest = line.get(place.range.end..).unwrap_or_default();
        let Some((letter, said)) = rest.strip_prefix(": ").and_then(|rest| rest.split_once(": ")) else { continue };
        let severity = match letter {
            "E" | "F" => Severity::Error,
            "W" => Severity::Warning,
            "C" | "R" | "I" => Severity::Info,
            _ => continue,
        };
        let said = said.trim_start_matches("[Correctable] ").trim_start_matches("[Corrected] ");
        let (cop, message) = said.split_once(": ").unwrap_or((said, said));
        let block = reading.finding(severity, at, message);
        block.at(place.name(line)).rule(cop);
        if part.line(at + 2).trim_start().starts_with('^') {
            block.context(at + 1).to(at + 2);
        }
    }
    reading.blame_worst(part.call.status);
    reading
}
