//! Maven: compiler messages, surefire's results, and the goal that failed, without the `[INFO]` around them.

use std::collections::HashSet;

use super::Reader;
use super::java;
use crate::Severity;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "maven",
    commands: &["mvn", "mvnw", "mvnd"],
    signs: &[
        "[INFO] BUILD ",
        "[ERROR] Failed to execute goal",
        "[INFO] Scanning for projects",
        "[ERROR] Tests run:",
        "[ERROR] COMPILATION ERROR",
    ],
    read,
};

const NOISE: &[&str] = &[
    "has been relocated to",
    "platform encoding",
    "bootstrap class path",
    "re-run Maven",
    "Re-run Maven",
    "To see the full stack trace",
    "For more information about",
    "Please refer to",
    "for the individual test results",
    "mvn <args>",
    "See dump files",
    "COMPILATION ERROR",
    "After correcting the problems",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut seen: HashSet<String> = HashSet::new();
    let mut goal: Option<usize> = None;
    let mut runs: Vec<usize> = Vec::new();
    let mut inside = Inside::Build;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let Some((level, said)) = level(line) else {
            if inside == Inside::Running
                || inside == Inside::Trace
                    && (java::frame(line).is_some() || java::exception(line).is_some() || is_blank(line))
            {
                reading.cover(at..at + 1);
            }
            at += 1;
            continue;
        };
        reading.cover(at..at + 1);
        let text = said.trim();
        if text.starts_with("BUILD ") || level == "INFO" && text.contains(" FAILURE [") {
            reading.total(at);
        } else if text.starts_with("Tests run:") && !text.contains("Time elapsed") {
            runs.push(at);
            inside = Inside::Build;
        } else if text.starts_with("Tests run:") {
            inside = Inside::Trace;
        } else if text == "Results:" || text == "Results :" {
            inside = Inside::Results;
        } else if text.starts_with("Running ") {
            inside = Inside::Running;
        } else if level == "WARNING" {
            if !is_blank(text) && !NOISE.iter().any(|noise| text.contains(noise)) && seen.insert(text.to_owned()) {
                let rule: String = text.chars().filter(|c| !c.is_ascii_digit()).take(24).collect();
                let block = reading.warning(at, text);
                block.rule(rule);
                block.location = bracketed(text);
            }
        } else if level == "ERROR" {
            at = error(part, at, said, &mut inside, &mut seen, &mut goal, &mut reading);
            continue;
        }
        at += 1;
    }
    if let Some(&at) = runs.last() {
        reading.total(at);
    }
    if !reading.has_error() {
        for block in &mut reading.blocks {
            if block.severity == Severity::Info {
                block.severity = Severity::Error;
            }
        }
    }
    if let Some(at) = goal.filter(|_| !reading.has_error()) {
        let message = part.line(at).trim_start_matches("[ERROR] ");
        let block = reading.error(at, message);
        for below in at + 1..at + 4 {
            if let Some((_, said)) = level(part.line(below))
                .filter(|(_, said)| !is_blank(said) && !NOISE.iter().any(|noise| said.contains(noise)))
            {
                let _ = said;
                block.detail(below);
            }
        }
    }
    reading
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Build,
    /// A test class runs and logs as it likes, `[ERROR]` included.
    Running,
    /// The list at the end that names each failed test with its message.
    Results,
    /// A test class's own report, with the stack below each name.
    Trace,
}

#[allow(clippy::too_many_arguments)]
fn error(
    part: &Part,
    at: usize,
    said: &str,
    inside: &mut Inside,
    seen: &mut HashSet<String>,
    goal: &mut Option<usize>,
    reading: &mut Reading,
) -> usize {
    let text = said.trim();
    if text.starts_with("Failed to execute goal") {
        *goal = goal.or(Some(at));
        return at + 1;
    }
    if text.is_empty()
        || text.starts_with("-> ")
        || text.starts_with("[Help ")
        || text.starts_with("Tests run:")
        || NOISE.iter().any(|noise| text.contains(noise))
    {
        return at + 1;
    }
    if text.contains("<<< FAILURE!") || text.contains("<<< ERROR!") {
        *inside = Inside::Trace;
        let Some(exception) = part.find(at + 1, 4, |line| java::exception(line).is_some()) else { return at + 1 };
        let end = part.until_blank(exception, 200);
        // The results hold a failure's whole message, but cut that of an error.
        let block = reading.info(exception, part.line(exception).trim());
        if let Some(frame) = part.find(exception, end - exception + 1, |line| {
            java::frame(line).is_some_and(|frame| !java::is_library(frame))
        }) {
            block.place(frame);
        }
        for cause in (exception + 1..=end).filter(|&below| part.line(below).starts_with("Caused by: ")) {
            block.detail(cause);
        }
        block.to(end);
        return end + 1;
    }
    if *inside == Inside::Running {
        return at + 1;
    }
    if *inside == Inside::Results && matches!(text, "Failures:" | "Errors:" | "Failed tests:" | "Tests in error:") {
        return at + 1;
    }
    if !seen.insert(text.to_owned()) {
        return at + 1;
    }
    if *inside == Inside::Results && said.starts_with("  ") {
        let (name, message) = text.split_once(' ').unwrap_or((text, ""));
        let block = reading.error(at, message);
        block.at(name);
        // A message of several lines goes on without the level.
        let mut below = at + 1;
        while below < at + 8 && level(part.line(below)).is_none() {
            let line = part.line(below);
            if !is_blank(line) {
                block.detail(below);
                if block.message.is_empty() {
                    block.message = line.trim().to_owned();
                }
            }
            below += 1;
        }
        return below;
    }
    let block = reading.error(at, text);
    if let Some(location) = bracketed(text) {
        block.message = text.split_once("] ").map_or(text, |(_, message)| message).to_owned();
        block.at(location);
    }
    let mut below = at + 1;
    while below < at + 4 {
        let line = part.line(below);
        let rest = line.strip_prefix("[ERROR] ").unwrap_or(line);
        if !rest.starts_with("  ") || is_blank(rest) {
            break;
        }
        block.detail(below);
        seen.insert(rest.trim().to_owned());
        below += 1;
    }
    below
}

/// `[ERROR] text`: the level and the text.
fn level(line: &str) -> Option<(&str, &str)> {
    let (level, said) = line.strip_prefix('[')?.split_once(']')?;
    matches!(level, "INFO" | "ERROR" | "WARNING" | "DEBUG").then(|| (level, said.strip_prefix(' ').unwrap_or(said)))
}

/// `/src/Index.java:[4,14] …` as `/src/Index.java:4:14`.
fn bracketed(text: &str) -> Option<String> {
    let (path, rest) = text.split_once(":[")?;
    let (numbers, _) = rest.split_once(']')?;
    let plain = numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    (plain && !path.contains(' ')).then(|| format!("{path}:{}", numbers.replace(',', ":")))
}
