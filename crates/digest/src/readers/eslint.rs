//! ESLint and linters that print like it (stylelint, `next lint`): problems below the path of their file.

use super::Reader;
use crate::Severity;
use crate::part::{Part, indent, is_blank, leading_number};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "eslint",
    commands: &["eslint", "stylelint", "next lint", "standard", "xo"],
    signs: &[
        " problems (",
        " problem (",
        "[Error/",
        "[Warning/",
        "^Oops! Something went wrong",
        "^ESLint couldn't",
        "ESLint found too many",
        "  @typescript-eslint/",
        "  @next/next/",
        "  react-hooks/",
        "  no-unused-vars",
        "  no-undef",
    ],
    read,
};

/// From this many problems on, a rule is shown once.
const MANY: usize = 40;

struct Problem<'a> {
    severity: Severity,
    number: &'a str,
    message: &'a str,
    rule: &'a str,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut file: Option<usize> = None;
    for (at, line) in part.lines() {
        if let Some(problem) = problem(line) {
            let Some(header) = file else { continue };
            let path = part.line(header).trim();
            let block = reading.finding(problem.severity, at, problem.message);
            // Several problems share their file's line; it belongs to none of them alone.
            block.place(header).at(format!("{path}:{}", problem.number)).rule(rule_of(&problem));
            block.first = at;
        } else if let Some((severity, message, rule)) = one_line(line) {
            let block = reading.finding(severity, at, message);
            block.rule(rule);
            block.location = place::find(line).map(|place| place.name(line));
        } else if is_header(line) && problem(part.line(at + 1)).is_some() {
            file = Some(at);
        } else if is_total(line) {
            reading.total(at);
            file = None;
        } else if line.contains(" potentially fixable with the `--fix` option") {
            reading.cover(at..at + 1);
        } else if line.starts_with("ESLint found too many warnings") {
            reading.error(at, line);
        } else if line.starts_with("Oops! Something went wrong") {
            let said: Vec<usize> = (at + 1..part.len().min(at + 12))
                .filter(|&below| !is_blank(part.line(below)) && !part.line(below).starts_with("ESLint: "))
                .take(3)
                .collect();
            let message = said.first().map_or("", |&said| part.line(said).trim());
            let block = reading.error(at, message);
            said.iter().for_each(|&said| {
                block.detail(said);
            });
        } else if is_blank(line) {
            file = None;
        }
    }
    if reading.blocks.len() > MANY {
        reading.blocks.iter_mut().for_each(|block| {
            if block.rule.as_deref().is_some_and(|rule| rule.starts_with("no-undef ")) {
                block.rule("no-undef");
            }
        });
    }
    reading
}

/// An undefined name is a finding of its own; the other problems of a rule all say the same.
fn rule_of(problem: &Problem) -> String {
    match problem.rule {
        "" => problem.message.to_owned(),
        "no-undef" | "import/no-unresolved" => format!("{} {}", problem.rule, problem.message),
        rule => rule.to_owned(),
    }
}

/// `  3:8  warning  message  rule`, with the columns two blanks or more apart.
fn problem(line: &str) -> Option<Problem<'_>> {
    let trimmed = line.trim_start();
    let (_, rest) = leading_number(trimmed)?;
    let (_, rest) = leading_number(rest.strip_prefix(':')?)?;
    let number = &trimmed[..trimmed.len() - rest.len()];
    let rest = rest.trim_start();
    let (word, rest) = rest.split_once(' ')?;
    let severity = match word {
        "error" | "Error:" | "✖" | "×" => Severity::Error,
        "warning" | "Warning:" | "⚠" | "‼" => Severity::Warning,
        _ => return None,
    };
    let slug = |word: &str| word.contains('-') && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    // Spectral names the rule before the message and the path in the document behind it.
    let first = rest.trim().split_once("  ").filter(|(word, _)| slug(word));
    if let Some((rule, said)) = first {
        let message = said.trim().split("  ").next().unwrap_or_default();
        return Some(Problem { severity, number, message, rule });
    }
    let (message, rule) = match rest.trim().rsplit_once("  ") {
        Some((message, rule)) if !rule.contains(' ') => (message.trim(), rule),
        _ => (rest.trim(), ""),
    };
    Some(Problem { severity, number, message, rule })
}

fn is_header(line: &str) -> bool {
    indent(line) == 0 && !is_blank(line) && (line.contains('/') || line.contains('\\') || line.contains('.'))
}

/// The formats `unix` (`a.js:1:2: message [Error/rule]`) and `compact` (`a.js: line 1, col 2, Error - message (rule)`).
fn one_line(line: &str) -> Option<(Severity, &str, String)> {
    let place = place::find(line).filter(|place| place.range.start == 0);
    if let Some((text, tag)) = line.strip_suffix(']').and_then(|line| line.rsplit_once(" [")) {
        let place = place?;
        let (kind, rule) = tag.split_once('/').unwrap_or((tag, ""));
        let severity = match kind {
            "Error" => Severity::Error,
            "Warning" => Severity::Warning,
            _ => return None,
        };
        return Some((severity, text.get(place.range.end..)?.trim_start_matches([':', ' ']), rule.to_owned()));
    }
    let (_, rest) = line.split_once(": line ")?;
    let (_, rest) = rest.split_once(", col ")?;
    let (_, rest) = rest.split_once(", ")?;
    let (severity, message) = match rest.strip_prefix("Error - ") {
        Some(message) => (Severity::Error, message),
        None => (Severity::Warning, rest.strip_prefix("Warning - ")?),
    };
    let rule = message.rsplit_once(" (").map_or("", |(_, rule)| rule.trim_end_matches(')'));
    Some((severity, message, rule.to_owned()))
}

fn is_total(line: &str) -> bool {
    let told = line.trim_start_matches(['✖', '×', '✕', ' ']);
    leading_number(told).is_some_and(|(_, rest)| {
        rest.starts_with(" problems (")
            || rest.starts_with(" problem (")
            || rest.trim() == "problems" && told.len() < line.len()
    })
}
