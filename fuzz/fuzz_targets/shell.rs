//! Any text as a shell command: read or refused, and judged without a panic.
#![no_main]

use ctx::shell;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(script) = shell::parse(text) else { return };
    assert_eq!(script.text, text);
});
