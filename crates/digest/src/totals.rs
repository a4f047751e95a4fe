//! Lines in which a tool sums itself up: `3 failed, 8 passed`, `Found 12 errors in 4 files`.

use ctx_shell::is_word_in_list;

/// Words that are counted in such lines.
const COUNTED: &str = "failed failing failure failures passed passing pass fail error errors warning warnings skipped pending \
    problems problem tests test examples assertions suites successes ok ignored issues vulnerabilities \
    offenses violations todo deselected changed insertions deletions succeeded unreachable added destroyed \
    total broken diagnostics findings mutants caught missed unviable targets xfailed unexpected";

/// How many counts a line holds; from two on it is a summary, one is enough near the end.
pub fn number_of_counts(line: &str) -> usize {
    // `total: 90,` is a line of some object that was printed.
    if line.len() > 240 || line.ends_with([',', '{']) || !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    let is_number = |word: &str| !word.is_empty() && word.len() < 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_counted = |word: &str| is_word_in_list(COUNTED, &word.to_ascii_lowercase());
    let has_values = line.as_bytes().contains(&b'=');
    let mut found = 0;
    let mut last = None;
    for word in line.split_whitespace() {
        if has_values && let Some((name, value)) = word.trim_matches(['(', ')', ',', ';']).split_once('=') {
            found += usize::from(is_number(value) && is_counted(name));
            last = None;
            continue;
        }
        // `PASS 18 | FAIL 2`: a name in capitals is a label, too.
        let capitals = word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let labels = word.ends_with(':') || capitals;
        // `(1) == "2" failed` compares values.
        let quoted = word.starts_with(['"', '\'', '`']);
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let word = if quoted { "" } else { word };
        let number = is_number(word);
        let counted = (labels || last == Some(true)) && is_counted(word);
        let paired = matches!(last, Some(true) if counted) || matches!(last, Some(false) if number);
        found += usize::from(paired);
        last = match (paired, number) {
            (false, true) => Some(true),
            (false, false) if counted && labels => Some(false),
            _ => None,
        };
    }
    found.max(count_enumerated_parts(line))
}

/// `0 upgraded, 12 newly installed, 0 to remove`: a list in which every part begins with its count.
fn count_enumerated_parts(line: &str) -> usize {
    if !line.as_bytes().contains(&b',') {
        return 0;
    }
    let line = line.split_once(": ").map_or(line, |(_, rest)| rest);
    let begins = |part: &str| {
        let part = part.trim_start().trim_start_matches("and ");
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0
            && part[digits..].starts_with(' ')
            && part[digits..].trim_start().starts_with(|c: char| c.is_ascii_lowercase())
    };
    let parts = || line.split(", ");
    if parts().all(begins) && parts().nth(1).is_some() { parts().count() } else { 0 }
}

/// True for a line that is nothing but a count: `3 failing`, `12 passed (4s)`.
pub fn is_count_only(line: &str) -> bool {
    line.split_whitespace().count() <= 4 && number_of_counts(line) > 0
}

/// `11 examples failed of 28 ran in 0.02 seconds`: a count at the start, and how it went.
pub fn starts_with_count_and_outcome(line: &str) -> bool {
    const WENT: &[&str] = &["failed", "passed", "failures", "succeeded", "failing", "passing"];
    let went = |word: &str| WENT.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    let mut words = line.split_whitespace();
    let number = |word: &str| word.len() < 7 && word.bytes().all(|byte| byte.is_ascii_digit());
    words.next().is_some_and(number) && words.any(went) && number_of_counts(line) > 0
}

/// True for a line that ends a run: its verdict or its time.
pub fn is_verdict_line(line: &str) -> bool {
    let line = line.trim_start_matches("[INFO] ").trim_start_matches("[ERROR] ");
    let line = line.trim_matches(|c: char| c == '=' || c == '-' || c == '*' || c == '[' || c == ' ' || c == ']');
    #[rustfmt::skip]
    const LEADS: &[&str] = &[
        "BUILD ", "Build ", "Finished ", "Done in ", "Ran ", "Total", "Result", "RESULT", "SUMMARY: ", "SUCCESS",
        "FAILURE", "FAILED", "Successfully ", "Compiled ", "Completed", "Success", "All checks", "All tests",
        "All done",
    ];
    matches!(line, "OK" | "PASS" | "FAIL" | "ok" | "Passed" | "Done" | "done" | "PASSED")
        || LEADS.iter().any(|lead| line.starts_with(lead))
}

/// True for a line that closes a run with a number: `Found 53 diagnostics`, `1 of 5 test suites failed`.
pub fn is_closing_line_with_number(line: &str) -> bool {
    const VERBS: &str = "found checked processed generated created analyzed analysed scanned completed finished wrote built \
        identified detected status summary result results exiting done ran executed reported problems errors \
        tested";
    if line.len() > 160 || !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    is_word_in_list(VERBS, &first) || has_part_of_whole(line)
}

/// `3 of 5`, `12/40 files`: a part and its whole.
fn has_part_of_whole(line: &str) -> bool {
    let number = |word: &str| !word.is_empty() && word.len() < 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut last = ["", ""];
    line.split_whitespace().any(|word| {
        let [part, of] = last;
        last = [of, word];
        of == "of" && number(part) && number(word.trim_end_matches(['.', ',', ':', ')']))
    })
}

/// A verdict that no other line looks like: it counts however far from the end it stands.
pub fn is_unmistakable_verdict(line: &str) -> bool {
    let line = line.trim_start_matches("[INFO] ").trim_start_matches("[ERROR] ");
    ["BUILD SUCCE", "BUILD FAIL", "SUMMARY: ", "Plan: "].iter().any(|lead| line.starts_with(lead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_and_how_it_went_sum_up() {
        assert!(starts_with_count_and_outcome("11 examples failed of 28 ran in 0.02 seconds"));
        for line in ["2026-01-01 3 requests failed", "11 examples", "loading 3 tests failed", "3 rows passed on"] {
            assert!(!starts_with_count_and_outcome(line), "{line}");
        }
    }

    #[test]
    fn summaries_hold_counts() {
        assert_eq!(number_of_counts("Tests:  1 failed, 119 passed, 120 total"), 3);
        assert_eq!(number_of_counts("Failures: 2, Errors: 0"), 2);
        assert_eq!(number_of_counts("RESULTS    : PASS 18 | ERROR 1 | FAIL 2 | SKIP 0"), 3);
        assert_eq!(number_of_counts("✖ 877 problems (470 errors, 407 warnings)"), 3);
        assert_eq!(number_of_counts("2026-01-01 request served"), 0);
        assert_eq!(number_of_counts("EXPECT hits (1) == \"2\" failed"), 0);
    }
}
