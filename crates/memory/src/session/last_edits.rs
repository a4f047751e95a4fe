//! What the last edits of a session changed, in the lines themselves: limits, conditions and comments that no answer tells.

use std::collections::HashSet;

use super::answer_units::join_lines_with_marks;
use super::brief::{BriefLine, FILLER};
use super::file_names::{is_checkable_file, is_in_agent_or_temporary_folder, is_test_file};
use ctx_capture::event_words::shorten_to_line;
use ctx_store::SessionStep;

/// Edits that are told, and of one file.
const EDITS: usize = 8;
const OF_FILE: usize = 3;
const OF_TESTS: usize = 1;
/// Of each edit so much is told.
const LENGTHS: &[usize] = &[140, 320, 700];

/// An edit of a file: its step, and the lines that it took away and added.
#[derive(Clone, Debug)]
pub struct FileEdit {
    pub path: String,
    reference: String,
    at: i64,
    removed: Vec<String>,
    added: Vec<String>,
}

impl FileEdit {
    /// None for a whole file that was written, for scratch files, and where nothing but blanks changed.
    pub fn parse(step: &SessionStep, change: &str) -> Option<FileEdit> {
        let (_, path) = step.title.as_deref()?.split_once(' ')?;
        let is_whole_file = step.title.as_deref()?.to_lowercase().starts_with("write ");
        if is_whole_file || change.contains("*** ") || !is_checkable_file(path) || is_in_agent_or_temporary_folder(path)
        {
            return None;
        }
        let lines = |sign: char| -> Vec<String> {
            let lines = change.lines().filter_map(|line| line.strip_prefix(sign)).map(|line| line.trim().to_owned());
            lines.filter(|line| line.chars().any(char::is_alphanumeric) && !is_import(line)).collect()
        };
        let (mut removed, mut added) = (lines('-'), lines('+'));
        // A conflict that was resolved: both of its sides were there before.
        if change.lines().any(|line| line.starts_with("-<<<<<<<")) {
            removed.clear();
        }
        let kept: HashSet<String> = added.iter().filter(|line| removed.contains(line)).cloned().collect();
        removed.retain(|line| !kept.contains(line));
        // A line that was there stays between two new ones: without it they would say something else.
        let is_new: Vec<bool> = added.iter().map(|line| !kept.contains(line)).collect();
        let is_between = |at: usize| is_new[..at].contains(&true) && is_new[at..].contains(&true);
        let mut at = 0;
        added.retain(|_| {
            at += 1;
            is_new[at - 1] || is_between(at - 1)
        });
        let (path, reference, at) = (path.to_owned(), step.reference.clone(), step.at);
        (!removed.is_empty() || !added.is_empty()).then_some(FileEdit { path, reference, at, removed, added })
    }

    fn to_line(&self) -> Option<BriefLine> {
        let part = |sign: &str, lines: &[String]| match lines {
            [] => String::new(),
            lines => format!(" {sign} {}", join_lines_with_marks(lines.iter().map(String::as_str))),
        };
        // What is gone is known by its first lines, and leaves room for what came in its place.
        let gone = &self.removed[..self.removed.len().min(if self.added.is_empty() { 2 } else { usize::MAX })];
        let (gone, new) = (part("−", gone), part("+", &self.added));
        let shortened = |most: usize| {
            let gone = if new.is_empty() { gone.clone() } else { cut_with_blank(&gone, most * 2 / 5) };
            shorten_to_line(&format!("{}:{gone}{new}", self.path), most)
        };
        let mut texts: Vec<String> = LENGTHS.iter().map(|most| shortened(*most)).collect();
        texts.dedup();
        let line = BriefLine::from_texts_by_length(texts, Some(self.reference.clone()), self.at)?;
        Some(BriefLine { discount: FILLER, ..line })
    }
}

/// A part of a line, with the blank before it.
fn cut_with_blank(part: &str, most: usize) -> String {
    if part.is_empty() { String::new() } else { format!(" {}", shorten_to_line(part, most)) }
}

/// Other lines show what is used.
fn is_import(line: &str) -> bool {
    let is_go = line.starts_with('"') && line.ends_with('"') && !line.contains(' ');
    is_go || ["import ", "use ", "from ", "#include "].iter().any(|begin| line.starts_with(begin))
}

/// Lines that one edit took away and a later one put back were there before and are there now.
fn without_restored_lines(edits: &[FileEdit]) -> Vec<FileEdit> {
    let mut edits = edits.to_vec();
    for at in 1..edits.len() {
        let (before, rest) = edits.split_at_mut(at);
        let later = &mut rest[0];
        for earlier in before.iter_mut().filter(|earlier| earlier.path == later.path) {
            let is_restored = |line: &String| earlier.removed.contains(line);
            let (restored, added) = std::mem::take(&mut later.added).into_iter().partition(is_restored);
            later.added = added;
            let restored: Vec<String> = restored;
            earlier.removed.retain(|line| !restored.contains(line));
            if !restored.is_empty() && later.added.is_empty() {
                // It took back what the earlier one did.
                later.removed.retain(|line| !earlier.added.contains(line));
            }
        }
    }
    edits
}

/// The last edits that no later one took back, the newest first, those of tests behind the others.
pub fn last_edit_lines(edits: &[FileEdit]) -> Vec<BriefLine> {
    let edits = without_restored_lines(edits);
    let mut taken_back: HashSet<&String> = HashSet::new();
    let mut told: Vec<FileEdit> = Vec::new();
    for edit in edits.iter().rev() {
        let mut left = edit.clone();
        left.added.retain(|line| !taken_back.contains(line));
        let is_overtaken = left.added.is_empty() && (!edit.added.is_empty() || left.removed.is_empty());
        taken_back.extend(&edit.removed);
        let of_file = if is_test_file(&edit.path) { OF_TESTS } else { OF_FILE };
        if !is_overtaken && told.iter().filter(|other| other.path == edit.path).count() < of_file {
            told.push(left);
        }
        if told.len() == EDITS {
            break;
        }
    }
    told.sort_by_key(|edit| is_test_file(&edit.path));
    told.iter().filter_map(FileEdit::to_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(title: &str) -> SessionStep {
        SessionStep { title: Some(title.into()), at: 1, ..SessionStep::default() }
    }

    #[test]
    fn the_last_edits_are_told_without_what_was_taken_back() {
        let edit = |path: &str, change: &str| FileEdit::parse(&step(&format!("edit {path}")), change);
        let edits: Vec<FileEdit> = [
            edit("src/a.rs", "-let most = 10;\n+let most = 20;\n }\n"),
            edit("src/a.rs", "-let most = 20;\n+// The bridge refuses more.\n+let most = 15;\n"),
            edit("src/c.rs", "-let kept = 1;\n"),
            edit("src/c.rs", "+let kept = 1;\n"),
            edit("/tmp/try.rs", "-a\n+b\n"),
            edit("src/b.rs", "fn whole() {}\n"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let told: Vec<String> = last_edit_lines(&edits).into_iter().map(|line| line.text).collect();
        let changed = "src/a.rs: − let most = 20; + // The bridge refuses more. ⏎ let most = 15;";
        assert_eq!(told, [changed]);
    }
}
