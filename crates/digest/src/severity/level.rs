//! Lines that say by themselves what they are: a level in a log, a linter's row, a passed test, an echoed command.

use super::super::Severity;
use ctx_text::{floor_boundary, range_of_part_in_text};

/// A level stands this near to the beginning of a line.
const LABEL_REACH: usize = 120;

/// `  12:5  error  'x' is not defined  no-undef`: a linter's row under the name of its file.
pub fn severity_of_linter_row(line: &str) -> Option<Severity> {
    let mut words = line.split_whitespace();
    let (row, column) = words.next()?.split_once(':')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !number(row) || !number(column.trim_end_matches(':')) {
        return None;
    }
    match words.next()?.trim_matches(|c: char| !c.is_ascii_alphabetic()) {
        "error" | "Error" | "✖" => Some(Severity::Error),
        "warning" | "Warning" | "warn" | "⚠" => Some(Severity::Warning),
        _ => None,
    }
}

pub enum LogLevel {
    Error,
    Warning,
    Calm,
}

/// The level of a log line, in any of the usual forms.
pub fn log_level(line: &str) -> Option<LogLevel> {
    let head = &line[..floor_boundary(line, line.len().min(LABEL_REACH))];
    let mut seen = 0;
    for word in head.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-') {
        if word.len() < 3 {
            continue;
        }
        seen += 1;
        let capitals = word.bytes().all(|byte| byte.is_ascii_uppercase());
        let at = range_of_part_in_text(word, line).start;
        let bracketed = at > 0
            && matches!(line.as_bytes()[at - 1], b'[' | b'<')
            && matches!(line.as_bytes().get(at + word.len()), Some(b']' | b'>' | b' '));
        // A capital word is a level only where something that looks like a time stands before it, or first.
        let dated = || line.as_bytes()[..at].iter().filter(|byte| byte.is_ascii_digit()).count() >= 4;
        let column = (capitals && (seen == 1 || dated())) || bracketed;
        if let Some(level) = column.then(|| parse_level_word(word)).flatten() {
            // `ERROR` alone is judged as a label elsewhere; here it must be a level column.
            return (bracketed || matches!(level, LogLevel::Calm) || dated()).then_some(level);
        }
        if seen > 8 {
            break;
        }
    }
    if !["level", "severity", "lvl="].iter().any(|key| line.contains(key)) {
        return None;
    }
    for key in ["level=", "\"level\":\"", "\"level\": \"", "severity=", "\"severity\":\"", "lvl="] {
        if let Some(at) = line.find(key) {
            let word = line[at + key.len()..].trim_start_matches('"');
            return parse_level_word(word.split(|c: char| !c.is_ascii_alphanumeric()).next()?);
        }
    }
    None
}

fn parse_level_word(word: &str) -> Option<LogLevel> {
    if word.len() > 11 {
        return None;
    }
    let word = word.to_ascii_lowercase();
    Some(match word.as_str() {
        "error" | "err" | "fatal" | "critical" | "crit" | "severe" | "alert" | "emerg" | "panic" => LogLevel::Error,
        "warn" | "warning" => LogLevel::Warning,
        "info" | "debug" | "trace" | "notice" | "verbose" | "fine" | "information" => LogLevel::Calm,
        _ => return None,
    })
}

/// True for a line of a log, which names its level and stands for itself.
pub fn is_log_line(line: &str) -> bool {
    log_level(line.trim_start()).is_some()
}

/// A line that reports a success, in any words.
pub fn is_success_line(line: &str) -> bool {
    let line = line.trim_start();
    // `.   test_adds` stands in a list of tests.
    #[rustfmt::skip]
    const MARKS: &[&str] = &[
        "✓", "✔", "√", "✅", ".   ", "ok ", "ok\t", "PASS", "(pass)", "--- PASS", "[       OK", "[  OK", "[ OK", "=== RUN",
        "[ RUN", "=== PAUSE", "=== CONT",
    ];
    if MARKS.iter().any(|mark| line.starts_with(mark)) {
        return true;
    }
    let line = line.trim_end();
    if line.ends_with("OK") && line[..line.len() - 2].ends_with(['.', ' ', '[', '\t']) {
        return true;
    }
    let end = line.trim_end_matches([' ', '|', ']', ')']);
    if end.len() < line.len() && [" PASS", "|PASS", "[PASS", " PASSED", "[ok"].iter().any(|word| end.ends_with(word)) {
        return true;
    }
    line.ends_with("... ok")
        || line.ends_with(" PASSED")
        || line.ends_with(" ... skipped")
        || line.ends_with("... ignored")
        || line.contains(" PASSED  ")
        || line.contains(" PASSED [")
        || line.ends_with("  Passed")
        || line.contains("   Passed  ")
}

/// A command that is echoed before it runs.
pub fn is_echoed_command(line: &str) -> bool {
    ["+ ", "++ ", "$ "].iter().any(|mark| line.starts_with(mark))
}
