//! Any bytes as a transcript in the shape of Codex.
#![no_main]

#[path = "shared/transcript.rs"]
mod transcript;

use ctx::agents::transcripts::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| transcript::check(Format::Codex, input.0, input.1));
