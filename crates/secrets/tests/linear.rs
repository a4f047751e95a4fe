//! The time of masking grows with the text: the same pattern four times as long takes at most eight times the processor
//! time. Squares take sixteen times.

#![expect(clippy::print_stdout, reason = "figures to look at")]

use std::time::Duration;

use ctx_secrets::{Masker, TextKind};

/// Four times the text takes four times the time, a square sixteen times.
const MOST: f64 = 8.0;
/// A machine that does much else can make one measurement ten times as long.
const ROUNDS: usize = 30;

/// Each is repeated on one line, or on lines of its own.
const PATTERNS: &[&str] = &[
    "password=",
    "password=x&",
    "{\"password\":",
    "<password>",
    "--password ",
    "Cookie: a=b; ",
    "Authorization: Basic ",
    "password: \"",
    "password='\\''",
    "[\"password\",",
    "name=password value=",
    "\\\"token\\\":\\\"",
    "token, ",
    "api_key => ",
    "INSERT INTO t (password) VALUES ('",
    "| password ",
    "secret…",
    "https://a:b@c ",
    "eyJhbGciOiJIUzI1NiJ9.",
    "-----BEGIN PRIVATE KEY-----",
    "%22password%22%3A",
    "&quot;password&quot;:",
    "password is not ",
    "echo x | password ",
    "{{ password | default(",
    "mysql -u root -p ",
    "password\n",
    "password:\n",
    "\"password\": {\n",
    "CREATE TABLE t (password text\n",
    "$ cat token\n",
];

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Of this thread. `getrusage` counts in ticks of four milliseconds on many machines.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `clock_gettime` fills the structure it is given and keeps no reference to it.
    let code = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(code, 0, "the clock of this thread cannot be read");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn time_of(text: &[u8]) -> Duration {
    let masker = Masker::default();
    let before = processor_time();
    masker.for_text_kind(TextKind::default()).find_secret_spans(text);
    processor_time() - before
}

/// The least of some runs of either text: what else the machine does only adds to one, so a ratio that is too great is
/// measured again before it counts.
fn times_of(short: &[u8], long: &[u8]) -> (Duration, Duration) {
    let (mut least_short, mut least_long) = (time_of(short), time_of(long));
    for _ in 0..ROUNDS {
        if ratio(least_short, least_long) <= MOST {
            break;
        }
        least_short = least_short.min(time_of(short));
        least_long = least_long.min(time_of(long));
    }
    (least_short, least_long)
}

/// Below a few milliseconds the clock decides.
fn ratio(short: Duration, long: Duration) -> f64 {
    long.as_secs_f64() / short.as_secs_f64().max(0.004)
}

#[test]
fn four_times_the_text_takes_four_times_the_time() {
    // Compiles the patterns that are needed.
    PATTERNS.iter().for_each(|pattern| {
        time_of(pattern.as_bytes());
    });
    let bytes = number("CTX_BYTES", 2_000);
    let mut squares = Vec::new();
    for pattern in PATTERNS {
        let text = |bytes: usize| pattern.repeat(bytes / pattern.len()).into_bytes();
        let (short, long) = times_of(&text(bytes), &text(4 * bytes));
        let ratio = ratio(short, long);
        println!("{pattern:?}: {:.1} ms, {:.1} ms, × {ratio:.1}", short.as_secs_f64() * 1e3, long.as_secs_f64() * 1e3);
        if ratio > MOST {
            squares.push((pattern, ratio));
        }
    }
    assert!(squares.is_empty(), "{squares:?}");
}
