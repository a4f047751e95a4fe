//! Any bytes, cut anywhere: the same clean text, nothing in it that acts on a terminal.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &[u8])| checks::clean(input.0, input.1));
