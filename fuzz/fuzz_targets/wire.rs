//! Requests of the four wire formats, with bytes changed: folded or left alone, never broken.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u64, &str)| checks::wire(input.0, input.1));
