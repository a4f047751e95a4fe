//! The learnt weights come from the fixtures alone, and every machine learns and scores the same.

mod boost;
mod cases;
mod learn;
mod linear;

use std::path::{Path, PathBuf};

use ctx_digest::score::{SURE, built_in_line_relevance_model};
use ctx_digest::{CommandAndStatus, CommandEndStatus};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn lessons(most: usize) -> Vec<learn::Lesson> {
    let cases = cases::read_fixtures(&fixtures());
    cases.iter().filter(|case| !case.needles.is_empty()).take(most).map(learn::Lesson::new).collect()
}

/// The first fixtures alone, learnt by the script that makes the weights: what they teach is the same on every machine.
#[test]
fn the_first_lessons_give_the_recorded_bytes() {
    let made = learn::learn(&lessons(8).iter().collect::<Vec<_>>());
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lessons.txt");
    let sum = made
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let said = format!("{} bytes, FNV-1a {sum:016x}\n", made.len());
    if std::env::var_os("CTX_UPDATE").is_some() {
        std::fs::write(&record, &said).unwrap();
    }
    assert_eq!(said, std::fs::read_to_string(&record).unwrap_or_default(), "CTX_UPDATE=1 accepts new fixtures");
}

/// With `CTX_UPDATE=1` this makes the weights anew.
#[test]
#[ignore = "learns from all fixtures: half a minute with --release, ten without it"]
fn the_weights_are_those_of_the_fixtures() {
    let made = learn::learn(&lessons(usize::MAX).iter().collect::<Vec<_>>());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/score/weights.bin");
    if std::env::var_os("CTX_UPDATE").is_some() {
        std::fs::write(&file, &made).unwrap();
    }
    assert!(made == std::fs::read(&file).unwrap(), "CTX_UPDATE=1 learns from the fixtures as they are now");
}

#[test]
fn a_reason_is_likelier_than_progress() {
    let mut lines: Vec<String> = (0..60).map(|n| format!("  [{n}/60] copying assets/image_{n}.png")).collect();
    lines.insert(40, "frobnicate: cannot open 'assets/logo.svg': permission denied".into());
    lines.push("2 files failed, 58 copied".into());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let call = CommandAndStatus { argv: vec!["frobnicate assets".into()], status: CommandEndStatus::Exit(2) };
    let rows = built_in_line_relevance_model().compute_features(&lines, &call);
    let worth: Vec<u32> = (0..lines.len()).map(|at| built_in_line_relevance_model().line_worth(&rows, at)).collect();
    let best = |at: usize| worth.iter().enumerate().all(|(other, held)| [40, 61].contains(&other) || *held < worth[at]);
    assert!(best(40) && best(61) && worth.iter().all(|worth| *worth <= SURE), "{worth:?}");
}
