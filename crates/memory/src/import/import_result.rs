//! The numbers that an import ends with, and its options.

use super::output_summary::OutputSummariser;

/// Bad lines that are named one by one.
const NAMED: usize = 20;

/// The result of an import in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportCounts {
    pub files: u64,
    pub lines: u64,
    pub bad_lines: u64,
    pub tool_results: u64,
    /// Of those, how many failed: by exit status, or because the agent says so.
    pub failed_results: u64,
    /// Changes of files that were made.
    pub edits: u64,
    /// Prompts that the user typed …
    pub prompts: u64,
    /// … and prompts that programs wrote.
    pub briefs: u64,
    pub compact_summaries: u64,
    pub entries: u64,
    pub events: u64,
    /// Items that were in the store already.
    pub skipped: u64,
    pub raw_bytes: u64,
    pub stored_bytes: u64,
    pub seconds: f64,
    /// The first bad lines: file, line, what is wrong.
    pub bad: Vec<(String, u64, &'static str)>,
    /// Files that could not be read, and why.
    pub unreadable: Vec<(String, String)>,
}

impl ImportCounts {
    pub(super) fn count_bad_line(&mut self, path: &str, line: u64, fault: &'static str) {
        self.bad_lines += 1;
        if self.bad.len() < NAMED {
            self.bad.push((path.to_owned(), line, fault));
        }
    }
}

/// How an import is to be done.
pub struct ImportOptions<'a> {
    /// Only what happened since then.
    pub since: Option<i64>,
    /// How outputs of commands are summed up; none to leave that for later.
    pub summariser: Option<OutputSummariser<'a>>,
    /// Told after each step how many bytes have been read.
    pub on_progress: &'a mut dyn FnMut(u64),
    /// Asked between steps; true to stop after what is already committed.
    pub stop: &'a dyn Fn() -> bool,
}
