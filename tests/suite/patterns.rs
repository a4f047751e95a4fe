//! Four times the input takes about four times the processor time, whatever is repeated in it and whichever way it takes:
//! a pipe, `get`, `--grep`, `peek`, `digest`, `fold`.

use crate::harness::Home;
use crate::repeated::{PATTERNS, SECRETS, conversation, cost};

/// More than this for four times the input is not linear; a quarter of it is the start of the program.
const MOST: f64 = 7.0;
/// A time below this says nothing about growth.
const LEAST_S: f64 = 0.25;
#[derive(Clone, Copy, Debug)]
enum Way {
    Pipe,
    Get,
    Grep,
    Peek,
    Digest,
    Fold,
}

const WAYS: [Way; 6] = [Way::Pipe, Way::Get, Way::Grep, Way::Peek, Way::Digest, Way::Fold];

/// The time that an input takes on its way.
fn takes(way: Way, bytes: &[u8]) -> f64 {
    let home = Home::new();
    std::fs::write(home.work().join("input.rs"), bytes).unwrap();
    let run = |args: &[&str], input: &[u8]| cost(&mut home.command(args), input);
    match way {
        Way::Pipe => run(&["store"], bytes),
        Way::Get | Way::Grep => {
            if run(&["store"], bytes) == f64::MAX {
                return f64::MAX;
            }
            match way {
                Way::Get => run(&["get", "@"], b""),
                _ => run(&["get", "@", "--grep", "(x|y)+z"], b""),
            }
        }
        Way::Peek => run(&["peek", "input.rs"], b""),
        Way::Digest => run(&["store", "input.rs", "--explain"], b""),
        Way::Fold => {
            std::fs::write(home.work().join("session.jsonl"), conversation(&String::from_utf8_lossy(bytes))).unwrap();
            run(&["fold", "--replay", "session.jsonl"], b"")
        }
    }
}

/// The patterns that take more than they should, with their times, and the greatest ratio of all.
fn slow(patterns: &[(&str, &str)], ways: &[Way], size: usize) -> (Vec<String>, String) {
    let mut slow = Vec::new();
    let mut worst = (0.0, String::new());
    for (name, unit) in patterns {
        let once = unit.repeat(size / unit.len() + 1);
        let four = unit.repeat(4 * (size / unit.len() + 1));
        for &way in ways {
            // A suspicion is measured again.
            let mut ratio = f64::MAX;
            for _ in 0..3 {
                let (less, more) = (takes(way, once.as_bytes()), takes(way, four.as_bytes()));
                let measured = if more < LEAST_S { 0.0 } else { more / less };
                ratio = ratio.min(measured);
                if ratio < MOST || more == f64::MAX {
                    break;
                }
            }
            if ratio >= MOST {
                slow.push(format!("{name}, {way:?}: {ratio:.1} × for four times as much"));
            }
            if ratio > worst.0 {
                worst = (ratio, format!("{name}, {way:?}: {ratio:.1}"));
            }
        }
    }
    (slow, worst.1)
}

#[test]
fn blank_lines_and_others_take_as_long_as_they_are() {
    let (slow, _) = slow(&PATTERNS[..3], &[Way::Pipe, Way::Digest], 12_000);
    assert!(slow.is_empty(), "{}", slow.join("\n"));
    let (slow, _) = self::slow(&PATTERNS[3..40].iter().copied().step_by(9).collect::<Vec<_>>(), &WAYS, 8_000);
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
#[ignore = "minutes: every pattern on every way"]
fn every_pattern_takes_as_long_as_it_is() {
    let (slow, worst) = slow(&PATTERNS[..PATTERNS.len() - SECRETS], &WAYS, 24_000);
    crate::harness::say(&format!("the greatest ratio: {worst}"));
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
#[ignore = "minutes: names of secrets on every way"]
fn every_name_of_a_secret_takes_as_long_as_it_is() {
    let (slow, worst) = slow(&PATTERNS[PATTERNS.len() - SECRETS..], &WAYS, 24_000);
    crate::harness::say(&format!("the greatest ratio: {worst}"));
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
