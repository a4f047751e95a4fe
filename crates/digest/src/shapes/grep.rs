//! Recognises the results of a search.

use super::sample::runs_any_of;
use crate::part::{ReaderInput, is_blank};
use crate::reading::ReaderFindings;

/// `path:12:text`, or `path:text` where the command is a search.
fn is_match_line(line: &str, named: bool) -> bool {
    let Some((path, rest)) = line.split_once(':') else { return false };
    let numbered = rest
        .split_once(':')
        .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    let looks = !path.is_empty() && !path.contains(char::is_whitespace) && (path.contains('/') || path.contains('.'));
    looks && (numbered || named)
}

pub fn read(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let named = runs_any_of(programs, &["grep", "rg", "ag", "ack", "egrep", "fgrep", "zgrep", "ugrep"])
        || programs.iter().any(|program| ctx_shell::lines::matches_program_pattern(program, "git grep"));
    if part.call.status.has_failed() && !named {
        return None;
    }
    if !named && super::sample::sampled_percent(part, |line| is_match_line(line, false)) < 80 {
        return None;
    }
    // If the command is not a search, only code counts: a compiler's rows say error or warning.
    let hits = match matches_under_headings(part) {
        Some(hits) if named => hits,
        _ => part.lines().filter(|(_, line)| is_match_line(line, named)).map(|(at, _)| at).collect(),
    };
    if hits.len() < 8 || hits.len() * 10 < part.len() * if named { 3 } else { 9 } {
        return None;
    }
    if !named {
        let told = hits.iter().filter(|&&at| crate::severity::severity_of_line(part.line_at(at)).is_some()).count();
        if told * 3 > hits.len() {
            return None;
        }
    }
    Some(super::sample::rows_by_example(&hits))
}

/// Matches under the name of their file, as ripgrep prints them to a terminal.
fn matches_under_headings(part: &ReaderInput) -> Option<Vec<usize>> {
    let mut hits = Vec::new();
    let mut is_headed = false;
    for (at, line) in part.lines() {
        let numbered = line
            .split_once([':', '-'])
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        if is_blank(line) {
            is_headed = false;
        } else if numbered {
            is_headed.then_some(())?;
            hits.push(at);
        } else {
            is_headed = true;
        }
    }
    (hits.len() >= 3).then_some(hits)
}
