//! Recognises listings of files: paths by their form, others by their command.

use super::sample::runs_any_of;
use crate::part::ReaderInput;
use crate::reading::ReaderFindings;

fn is_path_line(line: &str) -> bool {
    !line.is_empty()
        && line.len() < 400
        && line.contains('/')
        && !line.contains("  ")
        && !line.contains(": ")
        && !line.starts_with([' ', '\t', '-', '+', '/', '*'])
        || line.starts_with('/') && !line.contains(": ") && !line.starts_with("//") && !line.starts_with("/*")
}

/// Paths, one a line.
pub fn read_paths(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    if super::sample::sampled_percent(part, is_path_line) < 80 {
        return None;
    }
    let named = runs_any_of(programs, &["find", "fd", "fdfind", "locate", "git", "rg"]);
    let paths: Vec<usize> = part.lines().filter(|(_, line)| is_path_line(line)).map(|(at, _)| at).collect();
    let spaces = paths.iter().filter(|&&at| part.line_at(at).contains(' ')).count();
    if paths.len() < 12 || paths.len() * 10 < part.len() * 9 || (spaces * 10 > paths.len() && !named) {
        return None;
    }
    Some(super::sample::rows_by_example(&paths))
}

/// What lists by its very name: rows, each of which may be the one.
pub fn recognise_listing_command(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let lists = runs_any_of(programs, &["ls", "tree", "du", "env", "printenv"]) && !part.call.status.has_failed();
    lists.then(ReaderFindings::default)
}
