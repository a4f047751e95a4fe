//! Any bytes as a transcript in any of the formats.
#![no_main]

#[path = "shared/transcript.rs"]
mod transcript;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, &[u8])| transcript::any(input.0, input.1, input.2));
