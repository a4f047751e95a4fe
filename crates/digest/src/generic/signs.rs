//! Headlines that use no severe word: a complaint with its place, a number in a list of failures.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::block::is_code_frame_or_drawn_line;
use crate::part::{ReaderInput, indentation_width, is_blank, leading_number};
use crate::severity::{self, SeveritySignal};
use crate::{Severity, place};

/// `path:3:5: count declared but not used`: compilers that save the word error.
pub fn signal_after_location(line: &str) -> Option<SeveritySignal> {
    // Most lines are not complaints: their first word alone tells.
    let start = line.trim_start();
    let first = &start[..memchr::memchr(b' ', start.as_bytes()).unwrap_or(start.len())];
    if !first
        .bytes()
        .zip(first.bytes().skip(1))
        .any(|(mark, digit)| matches!(mark, b':' | b'(') && digit.is_ascii_digit())
    {
        return None;
    }
    // A time of day is not a place.
    if first.bytes().all(|byte| byte.is_ascii_digit() || b"-:.,TZ+[]".contains(&byte)) {
        return None;
    }
    // A place that leads the line is in its first word, unless it is written as `at line 5`.
    if place::find_place(first).is_none() && place::position_of_the_word_line(line).is_none() {
        return None;
    }
    let place = place::find_place(line)?;
    let said = line[place.range.end..].trim_start_matches([':', ' ', '-']);
    let leads = line[..place.range.start].bytes().all(|byte| byte.is_ascii_whitespace());
    let separated = line[place.range.end..].starts_with(": ") || line[place.range.end..].starts_with(" - ");
    let aside = ["note", "info", "In function", "In instantiation", "required from", "0x"]
        .iter()
        .any(|word| said.starts_with(word));
    (leads && separated && said.len() > 3 && !aside).then_some(SeveritySignal { severity: Severity::Error, weight: 56 })
}

/// `convergence NOT achieved after 4 iterations`: the one word in capitals says what went wrong.
pub fn signal_of_capital_not(line: &str) -> Option<SeveritySignal> {
    static NOT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" NOT "));
    let at = NOT.find(line.as_bytes())?;
    let plain = |part: &str| part.bytes().filter(u8::is_ascii_lowercase).count() >= 4;
    let loud = line.split_whitespace().filter(|word| word.len() > 2 && !word.bytes().any(|b| b.is_ascii_lowercase()));
    (line.len() < 200 && plain(&line[..at]) && plain(&line[at + 5..]) && loud.count() <= 2)
        .then_some(SeveritySignal { severity: Severity::Error, weight: 57 })
}

/// A headline whose next line points into the source: `F401 …` above `--> app.py:1:8`.
pub fn signal_above_source_arrow(part: &ReaderInput, at: usize) -> Option<SeveritySignal> {
    let next = part.line_at(at + 1).trim_start();
    // Nearly all lines begin with a letter or a number.
    if next.bytes().next().is_none_or(|first| first.is_ascii_alphanumeric()) {
        return None;
    }
    let points = ["--> ", "╭─[", "┌─ ", ",-["].iter().any(|arrow| next.starts_with(arrow));
    let line = part.line_at(at);
    (points && !is_blank(line) && !is_code_frame_or_drawn_line(line)).then(|| {
        let lower = line.trim_start().get(..7).unwrap_or_default().to_ascii_lowercase();
        let mild = lower.starts_with("warning") || lower.starts_with("help") || lower.starts_with("note");
        SeveritySignal { severity: if mild { Severity::Warning } else { Severity::Error }, weight: 76 }
    })
}

/// A paragraph with a message and, at the start of its second line, a place.
pub fn signal_above_location(part: &ReaderInput, at: usize) -> Option<SeveritySignal> {
    if at > 0 && !is_blank(part.line_at(at - 1)) {
        return None;
    }
    let line = part.line_at(at);
    let first = part.line_at(at + 1).split(' ').next().unwrap_or_default();
    let placed = place::find_place(first).is_some_and(|place| place.range.start == 0);
    (placed
        && line.len() >= 10
        && line.contains(": ")
        && place::find_place(line).is_none()
        && !severity::is_log_line(line))
    .then_some(SeveritySignal { severity: Severity::Error, weight: 58 })
}

/// True where so many lines begin with stars that the stars tell how deep a line stands: `**** v1  CLI RX`.
pub fn has_star_indentation(part: &ReaderInput) -> bool {
    const LEAST: usize = 12;
    let starred = part.lines().filter(|(_, line)| line.starts_with("**")).count();
    starred >= LEAST && starred * 4 >= part.len()
}

/// A line without its stars, where they are not an alarm.
pub fn strip_stars(line: &str, starred: bool) -> &str {
    if starred { line.trim_start_matches(['*', ' ']) } else { line }
}

/// A line of source printed with its number, between its neighbours: its words are code.
pub fn is_numbered_source_line(part: &ReaderInput, at: usize) -> bool {
    let number = |at: usize| {
        let line = part.line_at(at).trim_start_matches(['-', '>', '*', ' ', '\t', '→', '❯']);
        let (number, rest) = leading_number(line)?;
        let apart =
            rest.is_empty() || rest.starts_with(['|', '│', '\t']) || rest.starts_with(": ") || rest.starts_with("  ");
        (apart || rest.starts_with(" |") || rest.starts_with(" │")).then_some(number)
    };
    // Most lines begin with no number.
    let Some(own) = number(at) else { return false };
    number(at + 1) == Some(own + 1) || (at > 0 && own > 0 && number(at - 1) == Some(own - 1))
}

/// `[3] openapi.yaml:12:5 at …`: an item of a numbered list that says where it is.
pub fn signal_of_numbered_location(line: &str) -> Option<SeveritySignal> {
    let rest = line.strip_prefix('[')?;
    let (number, rest) = leading_number(rest)?;
    let rest = rest.strip_prefix("] ")?;
    (number < 10_000 && place::find_place(rest).is_some_and(|place| place.range.start == 0))
        .then_some(SeveritySignal { severity: Severity::Error, weight: 72 })
}

/// `  2) reads the whole file`: a failed test in the list at the end of a run.
pub fn signal_of_numbered_test(part: &ReaderInput, at: usize) -> Option<SeveritySignal> {
    let line = part.line_at(at);
    if !is_parenthesis_item(line) {
        return None;
    }
    // Under `Pending:` or `Skipped:` it is a list of something else.
    let above = (at.saturating_sub(60)..at).rev().map(|at| part.line_at(at));
    let heading = above
        .into_iter()
        .find(|above| !is_blank(above) && indentation_width(above) < indentation_width(line))
        .unwrap_or_default();
    let aside = ["pending", "skipped", "slow", "todo"]
        .iter()
        .any(|word| heading.trim_start().get(..word.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(word)));
    (!aside).then_some(SeveritySignal { severity: Severity::Error, weight: 57 })
}

pub fn is_parenthesis_item(line: &str) -> bool {
    leading_number(line.trim_start())
        .is_some_and(|(number, rest)| number < 1000 && rest.starts_with(") ") && rest.len() > 4)
}

/// The name of the check at the end of a line, else its shape: `[attr-defined]`, `[-Wunused]`, `(E501)`.
pub fn rule_name_or_shape(line: &str, mask: String, family: impl FnOnce() -> String) -> String {
    let line = line.trim_end();
    let named = line
        .strip_suffix(']')
        .and_then(|rest| rest.rsplit_once('['))
        .or_else(|| line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')));
    match named {
        Some((_, name))
            if (3..40).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/.".contains(&byte))
                && !name.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name.to_owned()
        }
        _ if severity::severity_of_linter_row(line.trim_start()).is_some() => {
            line.rsplit(' ').next().unwrap_or(line).to_owned()
        }
        // A short mask is enough to group lines that differ only in their numbers.
        _ if mask.len() < 12 => mask,
        _ => family(),
    }
}

#[cfg(test)]
mod tests {
    use super::signal_of_capital_not;

    #[test]
    fn one_word_in_capitals_denies() {
        assert!(signal_of_capital_not("     convergence NOT achieved after   4 iterations: stopping").is_some());
        for line in ["PASS DOES NOT THROW ON EMPTY INPUT", "NOT found", "a NOT b", "if a NOT IN (SELECT id FROM users)"]
        {
            assert!(signal_of_capital_not(line).is_none(), "{line}");
        }
    }
}
