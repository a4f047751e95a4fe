//! How many secrets of a grammar of syntaxes × names × generators are masked, and how many harmless values under
//! harmless names in the same syntaxes are.
//!
//! `CTX_SEED=N CTX_COUNT=N cargo test -p ctx-secrets --test shares -- --nocapture` runs every set with that seed and that
//! many cases, prints what is in clear and the share of each set; `CTX_SET=11` runs one set. `… print_the_cases --
//! --ignored --nocapture` prints the cases as JSON, one on each line, for other programs.

#![expect(clippy::print_stderr, clippy::print_stdout, reason = "cases and what is in clear, for whoever looks at them")]

mod grammar;

use ctx_secrets::{Masker, TextKind};
use grammar::Case;

/// Each set with its seed, its number of cases and the least share of them that must be masked. Each was written before it
/// was run. `a` and `b` are two parts of a set of which the second was kept back until the rules had been changed for the
/// first.
const SETS: &[(&str, u64, usize, f64)] = &[
    ("1", 11, 3000, 0.993),
    ("2a", 4242, 3000, 0.993),
    ("2b", 4243, 3000, 0.991),
    ("3a", 5150, 3000, 0.981),
    ("3b", 5151, 3000, 0.974),
    ("4", 6160, 3000, 0.989),
    ("5a", 7170, 3000, 0.991),
    ("5b", 7171, 3000, 0.982),
    ("6", 8180, 3000, 0.979),
    ("7a", 9190, 3000, 0.987),
    ("7b", 9191, 3000, 0.959),
    ("8", 10_200, 3000, 0.975),
    ("9", 11_210, 3000, 0.956),
    ("10", 12_220, 3000, 0.959),
    ("11", 13_230, 9000, 0.982),
    ("12", 14_240, 9000, 0.962),
    ("13", 15_250, 9000, 0.97),
    ("14", 16_260, 9000, 0.991),
    ("15", 17_270, 9000, 0.982),
    ("16", 18_280, 9000, 0.973),
    ("17", 19_290, 9000, 0.967),
    ("18", 20_300, 9000, 0.971),
    ("19", 21_310, 9000, 0.981),
    ("20", 22_330, 9000, 0.95),
    ("21", 23_340, 9000, 0.95),
    ("22", 24_350, 9000, 0.95),
    ("23", 25_360, 9000, 0.95),
];

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The cases of which so much is in clear that the value can be told, by the library alone.
fn clear(cases: &[Case]) -> Vec<&Case> {
    let masker = Masker::default();
    let is_clear = |case: &&Case| {
        let shown = masker.for_text_kind(TextKind::default()).mask_bytes(case.text.as_bytes()).into_owned();
        case.is_clear_in(&String::from_utf8_lossy(&shown))
    };
    cases.iter().filter(is_clear).collect()
}

fn print(what: &str, cases: &[&Case]) {
    for case in cases {
        eprintln!("{what}: {}, {}, {}: {:?}", case.syntax, case.name, case.kind, case.text);
    }
}

#[test]
fn nearly_all_secrets_of_every_set_are_masked() {
    let only = std::env::var("CTX_SET").ok();
    let mut missed = Vec::new();
    for &(name, seed, count, least) in SETS.iter().filter(|(name, ..)| only.as_deref().is_none_or(|only| only == *name))
    {
        let (seed, count) = (number("CTX_SEED", seed), number("CTX_COUNT", count as u64) as usize);
        let cases = grammar::set(name).cases(seed, count);
        let clear = clear(&cases);
        print(&format!("clear in {name}"), &clear);
        let share = 1.0 - clear.len() as f64 / count as f64;
        eprintln!("set {name}: {:.2} % of {count} cases of seed {seed} are masked", share * 100.0);
        if share < least {
            missed.push((name, share, least));
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// The negative half: the same syntaxes and the same values under names such as `primaryKey`, `nextToken` and `etag`.
#[test]
fn hardly_anything_under_harmless_names_is_masked() {
    let (seed, count) = (number("CTX_SEED", 22_320), number("CTX_COUNT", 20_000) as usize);
    let cases = grammar::harmless().cases(seed, count);
    let masker = Masker::default();
    let changed = |case: &&Case| {
        masker.for_text_kind(TextKind::default()).mask_bytes(case.text.as_bytes()) != case.text.as_bytes()
    };
    let masked: Vec<&Case> = cases.iter().filter(changed).collect();
    print("masked", &masked);
    let share = masked.len() as f64 / count as f64;
    eprintln!("harmless: {:.2} % of {count} cases of seed {seed} are masked", share * 100.0);
    assert!(share <= 0.01, "{share}");
}

/// The other part of it: lock files, logs of git, digests, etags, checksums and ids.
#[test]
fn hashes_and_ids_stay() {
    let (seed, count) = (number("CTX_SEED", 26_370), number("CTX_COUNT", 12_000) as usize);
    let texts = grammar::hashes(seed, count);
    let masker = Masker::default();
    let shown = |text: &&String| masker.for_text_kind(TextKind::default()).mask_bytes(text.as_bytes()).into_owned();
    let masked: Vec<&String> = texts.iter().filter(|text| shown(text) != text.as_bytes()).collect();
    masked.iter().for_each(|text| eprintln!("masked: {text:?}"));
    let share = masked.len() as f64 / count as f64;
    eprintln!("hashes: {:.2} % of {count} texts of seed {seed} are masked", share * 100.0);
    assert!(share <= 0.01, "{share}");
}

/// A line may end anywhere: in the middle of a string, after a sign, before a value.
#[test]
fn no_part_of_a_case_makes_it_panic() {
    let masker = Masker::default();
    let (seed, count) = (number("CTX_SEED", 3), number("CTX_COUNT", 100) as usize);
    for case in SETS.iter().flat_map(|(name, ..)| grammar::set(name).cases(seed, count)) {
        for (at, _) in case.text.char_indices().skip(case.text.len() % 5).step_by(5) {
            let (start, end) = case.text.split_at(at);
            masker.for_text_kind(TextKind::default()).mask_bytes(start.as_bytes());
            masker.for_text_kind(TextKind::default()).mask_bytes(end.as_bytes());
        }
    }
}

/// The cases of all sets as JSON, one on each line, for scripts that try other programs with them.
#[test]
#[ignore = "prints the cases of CTX_SEED, CTX_COUNT of each set"]
fn print_the_cases() {
    let (seed, count) = (number("CTX_SEED", 1), number("CTX_COUNT", 4000) as usize);
    for case in SETS.iter().flat_map(|(name, ..)| grammar::set(name).cases(seed, count)) {
        let Case { syntax, name, kind, secret, text } = case;
        let line = serde_json::json!({ "syntax": syntax, "name": name, "kind": kind, "secret": secret, "text": text, "sensitive": true });
        println!("{line}");
    }
}
