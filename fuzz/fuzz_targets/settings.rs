//! Any text as an agent's settings or instructions: refused, or with ctx and then without again, byte for byte.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| checks::settings(input.0, input.1));
