//! coverage.py's report: the total, what is covered least, and a missed threshold.

use super::Reader;
use crate::digest::part::{Part, is_rule};
use crate::digest::reading::Reading;

pub const READER: Reader =
    Reader { name: "coverage", commands: &["coverage"], signs: &["   Stmts   Miss ", "Coverage failure: "], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut table = None;
    for (at, line) in part.lines() {
        if line.contains("  Stmts   Miss ") {
            table = Some(at);
        } else if line.starts_with("Coverage failure: ") {
            reading.error(at, line);
        } else if line.starts_with("TOTAL ") && table.is_some() {
            reading.total(at);
            let first = table.take().unwrap_or(at);
            let mut files: Vec<(u32, usize)> =
                (first + 1..at).filter_map(|at| Some((percent(part.line(at))?, at))).collect();
            files.sort();
            for (_, at) in files.into_iter().filter(|(covered, _)| *covered < 60).take(3) {
                reading.info(at, part.line(at));
            }
            reading.cover(first..at);
        } else if part.named && (is_rule(line) || line.starts_with("Wrote ")) {
            reading.cover(at..at + 1);
        }
    }
    reading
}

fn percent(line: &str) -> Option<u32> {
    line.split_whitespace().find_map(|word| word.strip_suffix('%')?.split('.').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn below_the_threshold() {
        let raw = include_str!("../../../fixtures/coverage/fail-under.raw");
        insta::assert_snapshot!(shown("coverage report --fail-under=95 --include=\"src/*\"", 2, raw), @r#"
        coverage
        I src/ledger/account.py       29     17    41%
        E Coverage failure: total of 65 is less than fail-under=95
        ---
        src/ledger/account.py       29     17    41%
        TOTAL                       51     18    65%
        Coverage failure: total of 65 is less than fail-under=95
        "#);
    }
}
