//! Any bytes as a transcript that is folded.
#![no_main]

#[path = "shared/fold.rs"]
mod fold;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fold::any(input));
