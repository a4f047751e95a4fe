//! Any output of any command: a digest that is never larger than it, valid and printable.
#![no_main]

#[allow(dead_code)]
#[path = "shared/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &[u8])| {
    let command = checks::COMMANDS[usize::from(input.0) % checks::COMMANDS.len()];
    checks::digest(command, input.1, input.2);
});
