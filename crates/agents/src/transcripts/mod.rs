//! Transcripts that agents leave on disk, each format read by its own file into the same few kinds of item.
//!
//! Readers are pure: a JSON value and its position go in, items come out. Callers join, store and count them.

pub mod action;
mod item;
pub use ctx_text::json;
pub mod exported;
pub mod lines;
mod message_author;
mod other;
mod token_usage;

pub use action::{PendingOutput, TaskState, ToolCall, ToolCallAction};
use ctx_text::json::Json;
pub use item::*;
pub use message_author::{AuthorMarks, MessageByAuthor, author_and_own_words, is_host_notice, words_typed_by_user};
pub use token_usage::TokenUsage;

use crate::agent::Agent;
use crate::row::TranscriptSource;

/// The formats by the names that `--agent` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranscriptFormat {
    /// The format of an agent.
    Of(Agent),
    /// The output of `ctx store --export`.
    Own,
    /// Agents without a reader of their own whose lines have one of the usual shapes.
    Other,
}

impl TranscriptFormat {
    pub fn all_formats() -> impl Iterator<Item = TranscriptFormat> {
        let agents = Agent::ALL.into_iter().filter(|agent| agent.row().transcript.is_some());
        agents.map(TranscriptFormat::Of).chain([TranscriptFormat::Own, TranscriptFormat::Other])
    }

    pub fn name(self) -> &'static str {
        match self {
            TranscriptFormat::Of(agent) => agent.name(),
            TranscriptFormat::Own => "ctx",
            TranscriptFormat::Other => "other",
        }
    }

    pub fn from_name(name: &str) -> Option<TranscriptFormat> {
        TranscriptFormat::all_formats().find(|format| format.name() == name)
    }

    /// The format of a transcript by one of its values; none if the value does not show it.
    pub fn detect_format(value: Json<'_>) -> Option<TranscriptFormat> {
        if exported::is_export_line(value) {
            return Some(TranscriptFormat::Own);
        }
        let found = |last: bool| {
            let is_its = |row: &TranscriptSource| row.last == last && (row.recognises)(value);
            Agent::ALL
                .into_iter()
                .find(|agent| agent.row().transcript.as_ref().is_some_and(is_its))
                .map(TranscriptFormat::Of)
        };
        found(false)
            .or_else(|| other::has_message_parts(value).then_some(TranscriptFormat::Other))
            .or_else(|| found(true))
    }
}

/// Reads one value of a transcript in `format`.
pub fn read_transcript_value<'a>(
    format: TranscriptFormat,
    value: Json<'a>,
    line: u64,
    state: &mut ReaderState,
    sink: &mut dyn FnMut(TranscriptItem<'a>),
) {
    let reading = &mut LineReadingContext { state, line, facts: LineFacts::default(), sink };
    match format {
        TranscriptFormat::Of(agent) => {
            if let Some(transcript) = &agent.row().transcript {
                (transcript.read)(value, reading);
            }
        }
        TranscriptFormat::Own => exported::read_export_line(value, reading),
        TranscriptFormat::Other => other::read_transcript_line(value, reading),
    }
}

#[cfg(test)]
mod tests;
