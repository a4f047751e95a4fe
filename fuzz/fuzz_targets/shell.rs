//! Any text as a shell command: read or refused; judged and rewritten without losing a byte of it.
#![no_main]

use ctx::{agents::rewrite, shell};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = shell::parse(text);
    let Some(wrapped) = rewrite::wrap(text) else { return };
    assert!(parsed.is_ok() && shell::parse(&wrapped).is_ok());
    // What was there is still there, in order.
    let mut rest = wrapped.bytes();
    assert!(text.bytes().all(|byte| rest.any(|other| other == byte)));
});
