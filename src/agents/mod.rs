//! What the agents speak: the transcripts they leave behind.

pub mod transcripts;
