//! Any payload at any hook: read without a panic, answered with nothing or with one JSON object, and never with a leave
//! that was not given.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| checks::hook(input.0, input.1, input.2));
