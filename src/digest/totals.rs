//! Lines in which a tool sums itself up: `3 failed, 8 passed`, `Found 12 errors in 4 files`.

/// Words that are counted in such lines.
const COUNTED: &[&str] = &[
    "failed",
    "failing",
    "failure",
    "failures",
    "passed",
    "passing",
    "pass",
    "fail",
    "error",
    "errors",
    "warning",
    "warnings",
    "skipped",
    "pending",
    "problems",
    "problem",
    "tests",
    "test",
    "examples",
    "assertions",
    "suites",
    "successes",
    "ok",
    "ignored",
    "issues",
    "vulnerabilities",
    "offenses",
    "violations",
    "todo",
    "deselected",
    "changed",
    "insertions",
    "deletions",
    "succeeded",
    "unreachable",
    "added",
    "destroyed",
    "total",
    "broken",
    "xfailed",
    "unexpected",
];

/// How many counts a line holds; from two on it is a summary, one is enough near the end.
pub fn counts(line: &str) -> usize {
    if line.len() > 240 || !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    let mut found = 0;
    let mut last = None;
    for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        let counted = COUNTED.iter().any(|known| known.eq_ignore_ascii_case(word));
        let paired = matches!(last, Some(true) if counted) || matches!(last, Some(false) if number);
        found += usize::from(paired);
        last = match (paired, number, counted) {
            (false, true, _) => Some(true),
            (false, _, true) => Some(false),
            _ => None,
        };
    }
    found
}

/// True for a line that ends a run: its verdict or its time.
pub fn is_verdict(line: &str) -> bool {
    let line = line.trim_matches(|c: char| c == '=' || c == '-' || c == '*' || c == '[' || c == ' ' || c == ']');
    [
        "BUILD ",
        "Build ",
        "Finished ",
        "Done in ",
        "Ran ",
        "Total",
        "Result",
        "RESULT",
        "Summary",
        "SUCCESS",
        "FAILURE",
        "FAILED",
        "Successfully ",
        "Compiled ",
        "Completed",
        "Success",
        "All checks",
        "All tests",
        "All done",
    ]
    .iter()
    .any(|lead| line.starts_with(lead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_hold_counts() {
        assert_eq!(counts("Tests:  1 failed, 119 passed, 120 total"), 3);
        assert_eq!(counts("Failures: 2, Errors: 0"), 2);
        assert_eq!(counts("✖ 877 problems (470 errors, 407 warnings)"), 3);
        assert_eq!(counts("2026-01-01 request served"), 0);
    }
}
