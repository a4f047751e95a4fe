//! What the last lines of an output say of how the command went.

/// The last lines of an output report a failure: a total of failures, or a word that tools end with.
pub fn output_reports_failure(output: &str) -> bool {
    const ENDINGS: &[&str] =
        &["FAILED", "*** [", "npm ERR!", "npm error", "error: could not compile", "Command failed with exit code"];
    output.lines().rev().take(12).any(|line| {
        let line = line.trim();
        line_has_count_of(line, false, &["failed", "failure", "failures", "error", "errors", "failing"])
            || ENDINGS.iter().any(|ending| line.contains(ending))
            || line.starts_with("error[")
            || line.starts_with("error: ")
    })
}

/// The last lines of an output count no failures: `0 fail`, `12 passed`.
pub fn test_totals_report_success(output: &str) -> bool {
    let last = || output.lines().rev().take(12);
    last().any(|line| {
        line_has_count_of(line, true, &["fail", "failed", "failures"])
            || line_has_count_of(line, false, &["pass", "passed", "passing"])
    }) && !last()
        .any(|line| line_has_count_of(line, false, &["fail", "failed", "failing", "failures", "error", "errors"]))
}

/// The line counts one of these: `0 failed` if it is to be zero, else any other number.
fn line_has_count_of(line: &str, zero: bool, nouns: &[&str]) -> bool {
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_count = |word: &str| word.parse::<u64>().is_ok_and(|count| (count == 0) == zero);
    words.windows(2).any(|pair| is_count(pair[0]) && nouns.contains(&pair[1]))
}
