//! Agents' transcripts into the store: streaming, once each, from where the last import stopped.

pub mod find;
mod input;
pub mod live;
mod source;
mod sum_up;
mod weave;
mod writer;

use std::collections::HashSet;
use std::time::Instant;

pub use find::Found;
pub use sum_up::Summariser;

use crate::error::Result;
use crate::store::Store;

/// Bad lines that are named one by one.
const NAMED: usize = 20;

/// What an import came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub files: u64,
    pub lines: u64,
    pub bad_lines: u64,
    pub tool_results: u64,
    pub prompts: u64,
    pub compact_summaries: u64,
    pub entries: u64,
    pub events: u64,
    /// What was met and is in the store already.
    pub skipped: u64,
    pub raw_bytes: u64,
    pub stored_bytes: u64,
    pub seconds: f64,
    /// The first bad lines: file, line, what is wrong.
    pub bad: Vec<(String, u64, &'static str)>,
    /// Files that could not be read, and why.
    pub unreadable: Vec<(String, String)>,
}

impl Tally {
    fn bad_line(&mut self, path: &str, line: u64, fault: &'static str) {
        self.bad_lines += 1;
        if self.bad.len() < NAMED {
            self.bad.push((path.to_owned(), line, fault));
        }
    }
}

/// How an import is to be done.
pub struct Options<'a> {
    /// Only what happened since then.
    pub since: Option<i64>,
    /// How outputs of commands are summed up; none to leave that for later.
    pub summariser: Option<Summariser<'a>>,
    /// Told after each step how many bytes have been read.
    pub on_progress: &'a mut dyn FnMut(u64),
    /// Asked between steps; true to stop after what is already committed.
    pub stop: &'a dyn Fn() -> bool,
}

/// Imports these files.
pub fn run(store: &mut Store, files: &[Found], options: Options<'_>) -> Result<Tally> {
    let started = Instant::now();
    let mut importer = source::Importer::new(options);
    for file in files {
        if importer.stopped() {
            break;
        }
        importer.file(store, file)?;
    }
    let projects: HashSet<String> = importer.projects();
    let mut tally = importer.finish(store)?;
    if !projects.is_empty() {
        store.resolve_errors(&projects)?;
    }
    tally.seconds = started.elapsed().as_secs_f64();
    Ok(tally)
}

/// Bytes that an import of these files would read at most.
pub fn total_bytes(files: &[Found]) -> u64 {
    files.iter().filter_map(|file| std::fs::metadata(&file.path).ok()).map(|meta| meta.len()).sum()
}
