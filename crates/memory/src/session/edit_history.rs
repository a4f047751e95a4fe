//! What the edits of a session changed: the names that they added to each file and took away, and the lines of the last ones.

use std::collections::HashMap;

use super::brief::BriefLine;
use super::definitions::{FileDefinitions, changed_definitions};
use super::file_names::{is_checkable_file, is_in_agent_or_temporary_folder, is_same_file};
use super::last_edits::{FileEdit, last_edit_lines};
use ctx_store::SessionStep;

/// Files of which is told what was added and taken away.
const FILES: usize = 5;

/// The newest edits of a session.
#[derive(Clone, Debug, Default)]
pub struct EditHistory {
    /// What the edits of each file added and took away, the file edited last at the end.
    definitions: Vec<FileDefinitions>,
    /// Files that were read or edited.
    seen: Vec<String>,
    /// Names that the session added and took away again.
    pub gone: Vec<String>,
    /// What the newest edits changed, and how many of them are committed.
    last: Vec<FileEdit>,
    committed: usize,
    /// By file, how often each line was added more than taken away since the last commit; none where an edit was not read.
    net: HashMap<String, Option<HashMap<String, i32>>>,
}

impl EditHistory {
    /// A file that was read was there before.
    pub fn note_read_file(&mut self, step: &SessionStep) {
        let path = step.title.as_deref().and_then(|title| title.strip_prefix("Read "));
        self.seen.extend(path.map(str::to_owned));
    }

    /// It was read or edited in this session.
    pub fn has_seen_file(&self, path: &str) -> bool {
        self.seen.iter().any(|seen| is_same_file(seen, path))
    }

    /// The lines that an edit changed, the names that it added to its file, and those that it took away.
    pub fn note_edit_of_file(&mut self, step: &SessionStep, change: &str) {
        self.last.extend(FileEdit::parse(step, change));
        let title = step.title.as_deref().unwrap_or_default();
        let Some((_, path)) = title.split_once(' ').filter(|_| !change.contains("*** ")) else {
            // A patch may be of several files.
            self.net.values_mut().for_each(|net| *net = None);
            return;
        };
        let is_whole_file = title.to_lowercase().starts_with("write ");
        match is_whole_file {
            true => self.note_unread_edit(step),
            false => self.add_to_net_change(path, change),
        }
        // Of a file that was there, the names of the new text are not all new.
        if is_whole_file && self.has_seen_file(path) {
            return;
        }
        self.seen.push(path.to_owned());
        let (added, removed) = changed_definitions(change, is_whole_file);
        // Code in a document defines nothing.
        let is_code = is_checkable_file(path) && !is_in_agent_or_temporary_folder(path);
        if added.is_empty() && removed.is_empty() || !is_code {
            return;
        }
        let known = self.definitions.iter().position(|of| of.path == path).map(|at| self.definitions.remove(at));
        let mut of = known.unwrap_or_else(|| FileDefinitions { path: path.to_owned(), ..FileDefinitions::default() });
        // What came and went in the session was never there for the next one.
        self.gone.retain(|name| !added.contains(name));
        self.gone.extend(removed.iter().filter(|name| of.added.contains(name)).cloned());
        of.removed.extend(removed.iter().filter(|name| !of.added.contains(name)).cloned());
        of.added.retain(|name| !removed.contains(name) && !added.contains(name));
        of.removed.retain(|name| !added.contains(name));
        of.added.extend(added);
        self.definitions.push(of);
    }

    /// An edit of which nothing was read.
    pub fn note_unread_edit(&mut self, step: &SessionStep) {
        if let Some((_, path)) = step.title.as_deref().and_then(|title| title.split_once(' ')) {
            self.net.insert(path.to_owned(), None);
        }
    }

    fn add_to_net_change(&mut self, path: &str, change: &str) {
        let net = self.net.entry(path.to_owned()).or_insert_with(|| Some(HashMap::new()));
        let Some(lines) = net else { return };
        for line in change.lines() {
            let (own, sign) = match (line.strip_prefix('+'), line.strip_prefix('-')) {
                (Some(own), _) => (own, 1),
                (None, Some(own)) => (own, -1),
                (None, None) => continue,
            };
            *lines.entry(own.trim_end().to_owned()).or_default() += sign;
        }
    }

    /// Later edits took back all that earlier ones changed in the file.
    pub fn cancels_out(&self, path: &str) -> bool {
        let mut of_file = self.net.iter().filter(|(known, _)| is_same_file(known, path)).peekable();
        let is_nil = |lines: &HashMap<String, i32>| !lines.is_empty() && lines.values().all(|count| *count == 0);
        of_file.peek().is_some() && of_file.all(|(_, lines)| lines.as_ref().is_some_and(is_nil))
    }

    pub fn mark_edits_as_committed(&mut self) {
        self.committed = self.last.len();
        self.net.clear();
    }

    /// The names in files that are gone.
    pub fn forget_definitions(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.definitions.retain(|of| !is_gone(&of.path));
    }

    /// All that was changed in these files.
    pub fn forget_edits_of_files(&mut self, is_undone: impl Fn(&str) -> bool) {
        self.last.retain(|edit| !is_undone(&edit.path));
        self.committed = self.committed.min(self.last.len());
        self.forget_definitions(is_undone);
    }

    /// All that no commit holds, and the names in these files.
    pub fn forget_uncommitted_edits(&mut self, is_uncommitted: impl Fn(&str) -> bool) {
        self.last.truncate(self.committed);
        self.forget_definitions(is_uncommitted);
    }

    pub fn definition_lines(&self) -> impl Iterator<Item = BriefLine> {
        self.definitions.iter().rev().take(FILES).filter_map(FileDefinitions::to_line)
    }

    pub fn last_edit_lines(&self) -> Vec<BriefLine> {
        last_edit_lines(&self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(title: &str) -> SessionStep {
        SessionStep { title: Some(title.into()), at: 1, ..SessionStep::default() }
    }

    fn told(edits: &EditHistory) -> Vec<String> {
        edits.definition_lines().map(|line| line.text).collect()
    }

    #[test]
    fn a_file_that_was_read_is_not_new_where_it_is_written_whole() {
        let mut edits = EditHistory::default();
        edits.note_read_file(&call("Read src/a.rs"));
        edits.note_edit_of_file(&call("write src/a.rs"), "pub fn known() {}\n- a list item\n");
        edits.note_edit_of_file(&call("write src/b.rs"), "pub fn other() {}\n- a list item\n");
        assert_eq!(told(&edits), ["new in b.rs: other"]);
    }

    #[test]
    fn edits_that_a_later_one_takes_back_leave_nothing() {
        let mut edits = EditHistory::default();
        edits.note_edit_of_file(&call("edit /p/src/a.go"), "-one := 1\n+one := 2\n+two := 2");
        assert!(!edits.cancels_out("src/a.go"));
        edits.note_edit_of_file(&call("edit /p/src/a.go"), "-one := 2\n-two := 2\n+one := 1");
        assert!(edits.cancels_out("src/a.go") && !edits.cancels_out("src/b.go"));
        edits.note_unread_edit(&call("edit /p/src/a.go"));
        assert!(!edits.cancels_out("src/a.go"));
    }

    #[test]
    fn what_edits_add_and_take_away_is_told_by_file() {
        let mut edits = EditHistory::default();
        edits.note_edit_of_file(&call("edit src/a.go"), "-func old() {\n+func first() {\n+func second() {");
        edits.note_edit_of_file(&call("edit src/a.go"), "-func first() {\n+func third() {");
        edits.note_edit_of_file(&call("write /home/a/.claude/plans/x.go"), "func no() {}");
        assert_eq!(told(&edits), ["new in a.go: third, second; taken out: old"]);
        edits.forget_uncommitted_edits(|path| path == "src/a.go");
        assert!(told(&edits).is_empty() && edits.last_edit_lines().is_empty());
    }
}
