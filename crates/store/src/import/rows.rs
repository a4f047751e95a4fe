//! What an import hands to the store, and what it asks of it.

use crate::EntryKind;
use crate::sql::row_struct;
use ctx_model::{CommandEndStatus, Finding};

/// An entry that was whole when ctx met it.
#[derive(Clone, Debug, Default)]
pub struct ImportedEntry<'a> {
    pub kind: EntryKind,
    pub agent: Option<&'a str>,
    pub role: Option<&'a str>,
    /// The id it had elsewhere; taken when it is free here.
    pub reference: Option<&'a str>,
    pub command: Option<&'a str>,
    pub argv: &'a [String],
    pub label: Option<&'a str>,
    pub title: Option<&'a str>,
    pub cwd: Option<&'a str>,
    pub project: Option<&'a str>,
    pub branch: Option<&'a str>,
    pub session: Option<&'a str>,
    pub status: CommandEndStatus,
    /// The agent marked it as a failure, whatever its exit status.
    pub failed: bool,
    pub started_at: i64,
    pub duration_ms: Option<i64>,
    pub pinned: bool,
    pub summary: Option<&'a str>,
    pub reader: Option<&'a str>,
    pub findings: &'a [Finding],
}

/// The tokens that one answer of a model took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerTokens<'a> {
    pub agent: &'a str,
    pub id: &'a str,
    pub at: i64,
    pub session: &'a str,
    pub project: Option<&'a str>,
    pub model: &'a str,
    pub input: i64,
    pub cache_read: i64,
    pub cache_write: i64,
    pub output: i64,
}

row_struct! {
    /// A run that ctx recorded itself.
    #[derive(Clone, Debug)]
    pub struct RecordedRun {
        pub row: i64,
        pub reference: String,
        pub command: String,
        pub session: Option<String>,
        pub raw_len: u64,
        pub started_at: i64,
        /// The id under which the agent knows the call, where its shell was told.
        pub call: Option<String>,
    }
}

row_struct! {
    /// How far a transcript has been read.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct TranscriptReadProgress {
        pub row: i64,
        pub format: String,
        pub size: u64,
        pub modified: i64,
        pub head: Vec<u8>,
        pub offset: u64,
        pub lines: u64,
        pub state: String,
    }
}
