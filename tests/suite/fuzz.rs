//! A few thousand changed fixtures through everything that reads what others wrote. `benches/fuzz.rs` does the same for hours.

use std::path::Path;

#[path = "../../fuzz/fuzz_targets/shared/checks.rs"]
mod checks;
#[path = "../../fuzz/fuzz_targets/shared/fold.rs"]
mod fold;
#[path = "../../fuzz/fuzz_targets/shared/mutate.rs"]
mod mutate;
#[path = "../../fuzz/fuzz_targets/shared/transcript.rs"]
mod transcript;

use mutate::Random;

fn corpus(folder: &str) -> Vec<Vec<u8>> {
    let found = mutate::corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    assert!(!found.is_empty(), "{folder}");
    found
}

/// Says which input broke the check.
fn each(seed: u64, times: usize, folder: &str, check: impl Fn(&mut Random, &[u8]) + std::panic::RefUnwindSafe) {
    let corpus = corpus(folder);
    for round in 0..times as u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(round) | 1);
        for _ in 0..8 {
            random.next();
        }
        let input = mutate::input(&mut random, &corpus);
        let state = random.0;
        let held = std::panic::catch_unwind(|| check(&mut Random(state), &input));
        assert!(held.is_ok(), "round {round}: {:?}", String::from_utf8_lossy(&input));
    }
}

#[test]
fn changed_outputs_are_cleaned_and_digested() {
    each(1, 400, "fixtures", |random, bytes| {
        checks::clean(random.next() as u16, bytes);
        checks::digest(random.of(checks::COMMANDS), random.next() as u8, bytes);
    });
}

#[test]
fn changed_requests_are_folded_or_left_alone() {
    each(7, 1500, "fixtures", |random, bytes| checks::wire(random.next(), &String::from_utf8_lossy(bytes)));
}

#[test]
fn changed_outputs_are_masked() {
    each(2, 1500, "fixtures", |_, bytes| checks::mask(&String::from_utf8_lossy(bytes)));
}

#[test]
fn changed_commands_are_read_and_unwrapped() {
    each(3, 4000, "fixtures/shell", |random, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let line = text.lines().nth(random.below(20)).unwrap_or(&text).to_owned();
        checks::shell(&text);
        checks::shell(&line);
        checks::seam(&mutate::wrapped(random, &line));
    });
}

#[test]
fn changed_payloads_are_answered() {
    each(4, 3000, "fixtures/hooks", |random, bytes| {
        let words = String::from_utf8_lossy(bytes).into_owned();
        let payload = mutate::payload(random, &words);
        checks::hook(random.next() as u8, random.next() as u8, &payload);
    });
}

#[test]
fn changed_settings_come_back() {
    each(5, 2000, "fixtures/agents", |random, bytes| {
        checks::settings(random.next() as u8, &String::from_utf8_lossy(bytes))
    });
}

#[test]
fn changed_transcripts_are_read_whole_or_in_parts() {
    each(6, 3000, "fixtures/shell", |random, bytes| {
        let lines = mutate::transcript(random, &String::from_utf8_lossy(bytes));
        transcript::any(random.next() as u8, random.next() as u16, &lines);
    });
}

#[test]
fn changed_transcripts_are_folded() {
    each(7, 1500, "fixtures/shell", |random, bytes| {
        fold::any(&mutate::transcript(random, &String::from_utf8_lossy(bytes)));
    });
}
