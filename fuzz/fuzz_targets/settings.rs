//! Any text as an agent's settings or instructions: refused, or with ctx and then without again, byte for byte.
#![no_main]

use ctx::agents::install::{Agent, FileEdit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let agent = Agent::ALL[usize::from(choice) % Agent::ALL.len()];
    // OpenCode has no settings with hooks.
    let agent = if agent == Agent::OpenCode { Agent::Codex } else { agent };
    let kinds = [FileEdit::Settings(agent), FileEdit::Tables, FileEdit::Instructions];
    for kind in kinds {
        // What has something of ctx already is renewed, not added to.
        if kind.is_installed(text) != Ok(false) {
            let _ = kind.remove(text, None);
            continue;
        }
        if let Ok(with) = kind.install(Some(text)) {
            assert_eq!(kind.is_current(&with), Ok(true), "{with}");
            assert_eq!(kind.remove(&with, Some(text)).as_deref(), Ok(text), "{with}");
        }
    }
});
