//! Tables of coverage (coverage.py, istanbul): a missed threshold, the total, and the files that fall short of it.

use super::Reader;
use crate::part::{Part, is_rule};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "coverage",
    commands: &["coverage"],
    signs: &["   Stmts   Miss ", "Coverage failure: ", "| % Stmts |", "| % Lines |", " does not meet "],
    read,
};

/// Files shown where a threshold was missed, and where there is none.
const SHORT: usize = 8;
const LOWEST: usize = 3;
/// Without a threshold, less than this is worth a line.
const LOW: f64 = 60.0;

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut table = None;
    let mut files: Vec<(f64, usize)> = Vec::new();
    let mut threshold: Option<f64> = None;
    for (at, line) in part.lines() {
        let failure = line.contains("Coverage failure: ")
            || (line.contains("overage for ") && line.contains(" does not meet "))
            || (line.contains("overage threshold for ") && line.contains(" not met: "));
        if failure {
            reading.error(at, line.trim());
            threshold = threshold.into_iter().chain(wanted(line)).reduce(f64::max);
        } else if line.contains("Required test coverage of ") && line.contains(" not reached") {
            threshold = threshold.into_iter().chain(wanted(line)).reduce(f64::max);
        } else if line.contains("  Stmts   Miss ") || line.contains("| % Stmts |") || line.contains("| % Lines |") {
            table = Some(at);
        } else if let Some(first) = table {
            let piped = line.contains(" | ");
            if line.starts_with("TOTAL ") || line.trim_start().starts_with("All files ") {
                reading.total(at);
            } else if let Some(percent) = percent(line) {
                files.push((percent, at));
            } else if !is_rule(line) && !piped {
                reading.cover(first..at);
                table = None;
            }
        } else if part.named && (is_rule(line) || line.starts_with("Wrote ")) {
            reading.cover(at..at + 1);
        }
    }
    if let Some(first) = table {
        reading.cover(first..part.len());
    }
    short(part, files, threshold, &mut reading);
    reading
}

/// The files with the least coverage, as findings.
fn short(part: &Part, mut files: Vec<(f64, usize)>, threshold: Option<f64>, reading: &mut Reading) {
    files.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1)));
    let (least, most) = threshold.map_or((LOW, LOWEST), |threshold| (threshold, SHORT));
    for (_, at) in files.into_iter().filter(|(percent, _)| *percent < least).take(most) {
        reading.info(at, part.line(at).trim());
    }
}

/// A test runner's own table: the files that fell short of the threshold that the run missed.
pub fn missed(part: &Part, failure: usize, reading: &mut Reading) {
    let Some(table) =
        (failure.saturating_sub(400)..failure).rev().find(|&at| part.line(at).contains("  Stmts   Miss "))
    else {
        return;
    };
    let rows = (table + 1..failure).filter(|&at| !part.line(at).starts_with("TOTAL "));
    let files = rows.filter_map(|at| Some((percent(part.line(at))?, at))).collect();
    short(part, files, wanted(part.line(failure)), reading);
}

/// The lowest of a row's percentages.
fn percent(line: &str) -> Option<f64> {
    if line.contains(" | ") {
        let columns = line.split('|').skip(1).take(4);
        return columns.filter_map(|column| column.trim().parse().ok()).reduce(f64::min);
    }
    line.split_whitespace().find_map(|word| word.strip_suffix('%')?.parse().ok())
}

/// `fail-under=95`, `of 95% not reached`, `(95%) not met`, `threshold (95%)`.
fn wanted(line: &str) -> Option<f64> {
    let number = |text: &str| {
        let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        text.split(|c: char| !c.is_ascii_digit() && c != '.').next()?.parse().ok()
    };
    ["fail-under=", "test coverage of ", " threshold (", "threshold for "]
        .iter()
        .find_map(|lead| line.split_once(lead).and_then(|(_, rest)| number(rest)))
}
