//! Results of a search: matches by file, with counts.

use super::sample::{count_by_key, runs_any_of};
use crate::part::{ReaderInput, is_blank};
use crate::reading::ReaderFindings;

/// The file a `path:12:text` or `path:text` line belongs to.
fn file_of_match_line(line: &str, named: bool) -> Option<&str> {
    let (path, rest) = line.split_once(':')?;
    let numbered = rest
        .split_once(':')
        .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    let looks = !path.is_empty() && !path.contains(char::is_whitespace) && (path.contains('/') || path.contains('.'));
    (looks && (numbered || named)).then_some(path)
}

pub fn read(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let named = runs_any_of(programs, &["grep", "rg", "ag", "ack", "egrep", "fgrep", "zgrep", "ugrep"])
        || programs.iter().any(|program| ctx_shell::lines::matches_program_pattern(program, "git grep"));
    if part.call.status.has_failed() && !named {
        return None;
    }
    if !named && super::sample::sampled_percent(part, |line| file_of_match_line(line, false).is_some()) < 80 {
        return None;
    }
    // If the command is not a search, only code counts: a compiler's rows say error or warning.
    let hits: Vec<(usize, &str)> = match matches_under_headings(part) {
        Some(hits) if named => hits,
        _ => part.lines().filter_map(|(at, line)| file_of_match_line(line, named).map(|path| (at, path))).collect(),
    };
    if hits.len() < 8 || hits.len() * 10 < part.len() * if named { 3 } else { 9 } {
        return None;
    }
    if !named {
        let told = hits.iter().filter(|(at, _)| crate::severity::severity_of_line(part.line_at(*at)).is_some()).count();
        if told * 3 > hits.len() {
            return None;
        }
    }
    let files = count_by_key(hits.iter().map(|(_, path)| *path));
    let mut reading = ReaderFindings::default();
    reading.add_note(hits[0].0, format!("{} matches in {} files", hits.len(), files.len()));
    // Where nearly every file has one match, the matches themselves say more than counts.
    let scattered = files.first().is_some_and(|(_, count)| *count <= 2);
    let listed = if scattered { 0 } else { 14 };
    for (path, count) in files.iter().take(listed) {
        reading.add_note(hits[0].0, format!("{path} ×{count}"));
    }
    if files.len() > 14 && !scattered {
        reading.add_note(hits[0].0, format!("… {} files", files.len() - 14));
    }
    // One match of each of the first files shows what was found.
    let mut seen = Vec::new();
    for (at, path) in &hits {
        if !seen.contains(path) {
            seen.push(*path);
            reading.lead.push(*at);
        }
        if seen.len() == if scattered { 12 } else { 3 } {
            break;
        }
    }
    for (at, _) in &hits {
        reading.mark_lines_as_understood(*at..at + 1);
    }
    Some(reading)
}

/// Matches under the name of their file, as ripgrep prints them to a terminal.
fn matches_under_headings<'a>(part: &ReaderInput<'a>) -> Option<Vec<(usize, &'a str)>> {
    let mut hits = Vec::new();
    let mut path = None;
    for (at, line) in part.lines() {
        let numbered = line
            .split_once([':', '-'])
            .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        if is_blank(line) {
            path = None;
        } else if numbered {
            hits.push((at, path?));
        } else {
            path = Some(line);
        }
    }
    (hits.len() >= 3).then_some(hits)
}
