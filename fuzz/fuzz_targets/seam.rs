//! Any text as the script that an agent hands its shell.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::seam(text));
