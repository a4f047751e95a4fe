//! How severe one line is by itself. Words are not enough: `0 errors`, `error.rs` and a passing test named
//! "handles error" are not findings, so each word is judged by where it stands.

mod level;
mod token;

pub use level::{is_echoed_command, is_log_line, is_success_line, severity_of_linter_row};
pub use token::SURE;

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use self::level::{LogLevel, log_level};
use self::token::WordAroundHit;
use super::Severity;
use ctx_text::floor_boundary;

/// The severity of a line, and how sure that is (0 to 100).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeveritySignal {
    pub severity: Severity,
    pub weight: u8,
}

/// A telling phrase: shown when the command failed.
pub const LIKELY: u8 = 40;

#[derive(Clone, Copy, PartialEq, Eq)]
enum WordKind {
    Error,
    Fatal,
    Exception,
    Fail,
    Warn,
    Phrase,
    Sign,
}

#[rustfmt::skip]
const WORDS: &[(&str, WordKind)] = &[
    ("error", WordKind::Error),
    ("fatal", WordKind::Fatal), ("panic", WordKind::Fatal), ("critical", WordKind::Fatal), ("segmentation fault", WordKind::Fatal),
    ("segfault", WordKind::Fatal), ("core dumped", WordKind::Fatal), ("traceback (most", WordKind::Fatal), ("out of memory", WordKind::Fatal),
    ("uncaught", WordKind::Fatal), ("unhandled", WordKind::Fatal), ("deadlock", WordKind::Fatal), ("severe", WordKind::Fatal),
    ("data race", WordKind::Fatal), ("caused by:", WordKind::Fatal), ("aborted", WordKind::Fatal), ("aborting", WordKind::Fatal),
    ("exception", WordKind::Exception), ("fault", WordKind::Exception),
    ("fail", WordKind::Fail),
    ("warn", WordKind::Warn), ("deprecat", WordKind::Warn),
    ("cannot ", WordKind::Phrase), ("can't ", WordKind::Phrase), ("can’t ", WordKind::Phrase), ("could not ", WordKind::Phrase),
    ("couldn't ", WordKind::Phrase), ("unable to ", WordKind::Phrase), ("no such ", WordKind::Phrase), ("not found", WordKind::Phrase),
    ("not allowed", WordKind::Phrase), ("not permitted", WordKind::Phrase), ("permission denied", WordKind::Phrase),
    ("access denied", WordKind::Phrase), ("refused", WordKind::Phrase), ("undefined reference", WordKind::Phrase),
    ("not defined", WordKind::Phrase), ("unresolved", WordKind::Phrase), ("timed out", WordKind::Phrase), ("invalid ", WordKind::Phrase),
    ("unexpected ", WordKind::Phrase), ("mismatch", WordKind::Phrase), ("rejected", WordKind::Phrase), ("conflict", WordKind::Phrase),
    ("killed", WordKind::Phrase), ("does not exist", WordKind::Phrase), ("doesn't exist", WordKind::Phrase), ("unknown ", WordKind::Phrase),
    ("unrecognized", WordKind::Phrase), ("unsupported", WordKind::Phrase), ("corrupt", WordKind::Phrase), ("is missing", WordKind::Phrase),
    ("missing ", WordKind::Phrase), ("already exists", WordKind::Phrase), ("already in use", WordKind::Phrase),
    ("is required", WordKind::Phrase), ("syntax", WordKind::Phrase), ("violat", WordKind::Phrase), ("usage:", WordKind::Phrase),
    ("exited with", WordKind::Phrase), ("exit code", WordKind::Phrase), ("exit status", WordKind::Phrase), ("(rc=", WordKind::Phrase),
    ("non-zero", WordKind::Phrase), ("issue: ", WordKind::Phrase),
    ("would reformat", WordKind::Phrase), ("not installed", WordKind::Phrase), ("not ok", WordKind::Sign), ("expired", WordKind::Phrase),
    ("dead letter", WordKind::Phrase), ("must be ", WordKind::Phrase), ("must not", WordKind::Phrase), ("not a ", WordKind::Phrase),
    ("✗", WordKind::Sign), ("✕", WordKind::Sign), ("✖", WordKind::Sign), ("✘", WordKind::Sign), ("❌", WordKind::Sign), ("× ", WordKind::Sign), ("●", WordKind::Sign), ("err!", WordKind::Sign), ("***", WordKind::Sign),
];

/// Quick to build, for the outputs of every day.
static SMALL: LazyLock<AhoCorasick> = LazyLock::new(|| build_word_automaton(AhoCorasickKind::ContiguousNFA));
/// Quick to run, for megabytes.
static LARGE: LazyLock<AhoCorasick> = LazyLock::new(|| build_word_automaton(AhoCorasickKind::DFA));

fn build_word_automaton(kind: AhoCorasickKind) -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        // Rare bytes are not rare in outputs: looking for them first only costs.
        .prefilter(false)
        .kind(Some(kind))
        .build(WORDS.iter().map(|(word, _)| word))
        .expect("the table of words is small and constant")
}

/// Words that make a line severe even if its level is information.
static CARRIED: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::new(["Error: ", "Exception", "panicked", "Traceback", "Caused by", "Internal Server Error"])
        .expect("the table of words is small and constant")
});

/// Only this much of a line is judged.
const LONGEST: usize = 2000;

pub fn severity_of_line(line: &str) -> Option<SeveritySignal> {
    severity_by_automaton(&SMALL, line)
}

/// As `severity_of_line`, for a reader that is about to judge very many lines.
pub fn severity_of_line_with_fast_automaton(line: &str) -> Option<SeveritySignal> {
    severity_by_automaton(&LARGE, line)
}

fn severity_by_automaton(automaton: &AhoCorasick, line: &str) -> Option<SeveritySignal> {
    let line = line.trim_start();
    let line = if line.len() > LONGEST { &line[..floor_boundary(line, LONGEST)] } else { line };
    let mut hits = automaton.find_iter(line).peekable();
    hits.peek()?;
    // Nearly all lines of a long log end here.
    let level = log_level(line);
    if matches!(level, Some(LogLevel::Calm)) && !CARRIED.is_match(line) {
        return None;
    }
    if is_success_line(line) || is_echoed_command(line) {
        return None;
    }
    if let Some(severity) = severity_of_linter_row(line) {
        return Some(SeveritySignal { severity, weight: 80 });
    }
    let mut best: Option<SeveritySignal> = match level {
        Some(LogLevel::Error) => Some(SeveritySignal { severity: Severity::Error, weight: 80 }),
        Some(LogLevel::Warning) => Some(SeveritySignal { severity: Severity::Warning, weight: 65 }),
        _ => None,
    };
    for hit in hits {
        let word = WORDS[hit.pattern().as_usize()].1;
        let Some(signal) = severity_of_word(line, word, hit.start(), hit.end()) else { continue };
        // A line with the level of information is believed, unless it carries an exception.
        if matches!(level, Some(LogLevel::Calm)) && signal.weight < 85 {
            // A server that answers 500 has failed, whatever level it logs that with.
            if line[..hit.end()].ends_with("Internal Server Error") {
                best = best.or(Some(SeveritySignal { severity: Severity::Error, weight: 64 }));
            }
            continue;
        }
        if matches!(level, Some(LogLevel::Warning)) && signal.severity == Severity::Error {
            continue;
        }
        // `warning: x must be y` is a warning, whatever follows.
        let labelled = |signal: SeveritySignal| signal.severity == Severity::Warning && signal.weight >= 80;
        let vague = |signal: SeveritySignal| signal.severity == Severity::Error && signal.weight <= 50;
        match best {
            Some(held) if labelled(held) && vague(signal) => continue,
            Some(held) if vague(held) && labelled(signal) => {
                best = Some(signal);
                continue;
            }
            _ => {}
        }
        if best.is_none_or(|held| (held.severity, 100 - held.weight) > (signal.severity, 100 - signal.weight)) {
            best = Some(signal);
        }
    }
    best
}

fn severity_of_word(line: &str, word: WordKind, start: usize, end: usize) -> Option<SeveritySignal> {
    let error = |weight| Some(SeveritySignal { severity: Severity::Error, weight });
    let token = WordAroundHit::token_around(line, start, end);
    match word {
        WordKind::Sign => {
            // `640 × 480` is a size.
            let early = start == 0 || (start < 12 && !line[start..].starts_with('×'));
            (early && !(line.starts_with("***") && line.ends_with("***")))
                .then_some(SeveritySignal { severity: Severity::Error, weight: 72 })
        }
        WordKind::Phrase => {
            // `unskilled` is not `killed`, `predefault` is not a fault.
            if token.is_part_of_name(line) || !token.begins_at_hit(line, start) {
                return None;
            }
            // `exit code 0` is not a failure.
            let ended = line[start..].starts_with(['e', 'E', '('])
                && line[start..].get(..4).is_some_and(|lead| matches!(lead, "exit" | "Exit" | "(rc="));
            if ended {
                let code: String =
                    line[end..].chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
                return if code.is_empty() || code == "0" { None } else { error(52) };
            }
            // `tar: x: Cannot stat` speaks for a program, prose does not.
            let spoken = line.find(": ").is_some_and(|at| at < start);
            error(if spoken || start == 0 { 50 } else { LIKELY })
        }
        WordKind::Warn => {
            let weight = token.label_weight(
                line,
                &["warning", "warnings", "warn", "deprecation", "deprecationwarning", "deprecated"],
            )?;
            Some(SeveritySignal { severity: Severity::Warning, weight })
        }
        WordKind::Error => {
            if let Some(weight) = token.exception_weight(line) {
                return error(weight);
            }
            if token.is_part_of_name(line) || token.is_negated(line) {
                return None;
            }
            match token.label_weight(line, &["error", "errors", "err"]) {
                Some(weight) => error(weight),
                None => error(25),
            }
        }
        WordKind::Exception => match token.exception_weight(line) {
            Some(weight) => error(weight),
            None if token.is_part_of_name(line) || token.is_negated(line) || !token.begins_at_hit(line, start) => None,
            None => error(token.label_weight(line, &["exception", "fault"]).unwrap_or(30)),
        },
        WordKind::Fatal => {
            if token.is_part_of_name(line) || token.is_negated(line) || !token.begins_at_hit(line, start) {
                return None;
            }
            let text = token.text(line).to_ascii_lowercase();
            if text == "panicked"
                || line[start..].starts_with("Traceback (most")
                || line[start..].starts_with("Caused by:")
            {
                return error(95);
            }
            // A deadlock that was found is one, wherever the line says so.
            let found =
                text.starts_with("deadlock") && ["found", "Found", "detected"].iter().any(|word| line.contains(word));
            let sure = found || start < 4 || text.contains("segmentation") || line[start..].starts_with("core dumped");
            match token.label_weight(
                line,
                &["fatal", "panic", "critical", "severe", "uncaught", "unhandled", "aborted", "aborting"],
            ) {
                Some(weight) => error(weight.max(82)),
                None if sure => error(80),
                None => error(if matches!(text.as_str(), "severe" | "critical") { 20 } else { 55 }),
            }
        }
        WordKind::Fail => fail_word_weight(line, token).and_then(error),
    }
}

/// The weight of `fail` and its forms.
fn fail_word_weight(line: &str, token: WordAroundHit) -> Option<u8> {
    if token.is_part_of_name(line) || token.is_negated(line) {
        return None;
    }
    let text = token.text(line);
    let lower = text.to_ascii_lowercase();
    if !matches!(lower.as_str(), "fail" | "fails" | "failed" | "failure" | "failures" | "failing") {
        return None;
    }
    if token.leading_count(line).is_some() {
        return Some(45);
    }
    if lower == "fails" {
        return Some(30);
    }
    if text == "FAIL" || text == "FAILED" || text == "FAILURE" || text == "FAILURES" {
        return Some(if token.start < 40 || token.end == line.len() { 75 } else { 60 });
    }
    let opens = token.start < 3 || line[..token.start].ends_with(": ") || line[..token.start].ends_with("] ");
    Some(if opens { 70 } else { 45 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(line: &str) -> i32 {
        match severity_of_line(line) {
            None => 0,
            Some(SeveritySignal { severity: Severity::Error, weight }) => i32::from(weight),
            Some(SeveritySignal { weight, .. }) => -i32::from(weight),
        }
    }

    #[test]
    fn no_findings() {
        for line in [
            "0 errors",
            "  icon 640 × 480",
            "found no errors",
            "Compiling error v1.0",
            "src/error.rs",
            "  ✓ handles error (3 ms)",
            "cc --warnings -Werror x.c",
            "test errors::handles_failure ... ok",
            "errors: 0, failed: 0",
            "PASS test/error.test.js",
            "--- PASS: TestErrorPaths",
            "2026-01-01 12:00:00 INFO payment failed is retried",
            "+ echo error: nothing",
            "level=info msg=\"no error: ok\"",
            "tests/test_error.py::test_failed PASSED [ 5%]",
            "error_handler registered",
            "if error: return",
            "10 passed, 0 failed",
            "using default settings",
            "3 unskilled workers",
            "number of deadlock failures: 0 (0.000%)",
        ] {
            assert!(weight(line).abs() < i32::from(SURE), "{line}: {}", weight(line));
        }
    }

    #[test]
    fn sure_findings() {
        for line in [
            "error: could not compile `x`",
            "error[E0308]: mismatched types",
            "src/a.c:3:5: error: no",
            "a.ts(1,2): error TS2305: x",
            "ValueError: bad",
            "java.lang.IllegalStateException: closed",
            "Exception in thread \"main\" java.lang.RuntimeException: x",
            "npm ERR! code ERESOLVE",
            "npm error code ERESOLVE",
            "FAIL src/a.test.ts",
            "thread 'main' panicked at src/main.rs:3:5:",
            "[ERROR] build broke",
            "2026-01-01T00:00:00Z ERROR db gone",
            "fatal: not a git repository",
            "make: *** [Makefile:4: srv] Error 2",
            "*** buffer overflow detected",
            "Found one Java-level deadlock:",
            "Segmentation fault (core dumped)",
            "level=error msg=\"x\"",
            "Failed to start server",
            "✗ sums up",
            "  × Formatter would have printed the following content:",
            "not ok 3 - x",
            "E   AssertionError: x",
            "Error: x",
            "panic: runtime error: index out of range",
            "  Caused by: java.io.IOException",
        ] {
            assert!(weight(line) >= i32::from(SURE), "{line}: {}", weight(line));
        }
    }

    #[test]
    fn warnings_and_hints() {
        for line in [
            "warning: unused variable",
            "a.c:3:5: warning: x [-Wall]",
            "2026-01-01 00:00:00,123 WARN queue full",
            "[WARNING] old",
            "%Warning-WIDTH: a.v:3:1: too wide",
        ] {
            assert!(weight(line) <= -i32::from(SURE), "{line}: {}", weight(line));
        }
        for line in [
            "tar: x: Cannot stat: No such file or directory",
            "bash: foo: command not found",
            "checksum 9719af0f mismatch",
        ] {
            assert!(weight(line) >= i32::from(LIKELY), "{line}: {}", weight(line));
        }
    }
}
