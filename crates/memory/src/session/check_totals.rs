//! Totals of checks in outputs: `99 pass`, `Tests: 1 failed, 9 passed`, `✖ 5 problems`.

use super::evidence::CommandLineFacts;

/// Totals that count failures.
pub fn totals_show_failures(totals: &str) -> bool {
    let words: Vec<&str> = totals.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_failure = |word: &str| matches!(word, "failed" | "fail" | "failing" | "failures" | "errors" | "error");
    let is_go_failure = totals.split(", ").any(|total| total.starts_with("FAIL\t"));
    is_go_failure
        || words.windows(2).any(|pair| pair[0].parse::<u64>().is_ok_and(|count| count > 0) && is_failure(pair[1]))
}

/// The totals of a check; none where a filter shows only part of its output.
pub fn find_check_totals(line: &CommandLineFacts, output: &str) -> Option<String> {
    if line.shows_check_totals { find_totals_lines(output) } else { None }
}

/// Lines at the end of an output that sum up a check: `99 pass`, `Tests: 1 failed, 9 passed`, `✖ 5 problems`.
pub fn find_totals_lines(output: &str) -> Option<String> {
    // What was overwritten on the screen is not what it says.
    let lines = output.lines().rev().take(60).map(|line| line.trim_end().rsplit('\r').next().unwrap_or(line).trim());
    let lines = lines.filter(|line| line.len() < 200 && is_totals_line(line));
    // Go has a line for each package.
    let lines = lines.filter(|line| !line.ends_with("[no tests to run]"));
    let (packages, others): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("ok  \t"));
    let has_failed = others.iter().any(|line| line.starts_with("FAIL\t"));
    let told_packages = match packages.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ if has_failed => Some("ok in the other packages shown"),
        _ => Some("ok in every package shown"),
    };
    let others = others.iter().take(3).map(|line| line.split("; 0 ignored").next().unwrap_or(line));
    let mut found: Vec<&str> = others.chain(told_packages).take(3).collect();
    found.reverse();
    (!found.is_empty()).then(|| found.join(", "))
}

fn is_totals_line(line: &str) -> bool {
    const NOUNS: &[&str] = &[
        "pass", "passed", "passing", "fail", "failed", "failing", "failures", "errors", "error", "problems", "problem",
        "issues", "skipped", "examples", "specs",
    ];
    // `00:06 +17: All tests passed!` begins with a time, other such lines with a place.
    let is_verdict = line.contains("ll tests passed") || line.contains("ome tests failed");
    let is_placed =
        line.starts_with(|c: char| c.is_ascii_digit()) && line.split(' ').next().is_some_and(|word| word.contains(':'));
    if is_placed && !is_verdict {
        return false;
    }
    // Of several programs, one without a test says nothing; and one that could not be built for this command was not run.
    if line.contains(" 0 passed; 0 failed") || line.contains("[setup failed]") || line.contains("[no test files]") {
        return false;
    }
    if is_verdict
        || line.contains("erification passed")
        || line.contains("erification failed")
        || line.starts_with("ok  \t")
        || line.starts_with("FAIL\t")
        || line.contains("Build complete!")
    {
        return true;
    }
    // A line about one place is not a total.
    if has_source_position(line) {
        return false;
    }
    let marks = |word: &str| -> String { word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned() };
    let words: Vec<String> = line.split_whitespace().map(marks).filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let counted = words.windows(2).any(|pair| {
        pair[0].bytes().all(|byte| byte.is_ascii_digit()) && NOUNS.contains(&pair[1].to_lowercase().as_str())
    });
    let ran =
        words.first().is_some_and(|first| *first == "Ran") && words.get(2).is_some_and(|word| word.starts_with("test"));
    (counted || ran) && !["): ", ": error", "://"].iter().any(|sign| line.contains(sign))
}

/// `file.rs:12:5`, `[pid:0409/09:ERROR:net.cc:807]`: a number between colons.
fn has_source_position(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    line.split_whitespace().any(|word| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() > 2
            && parts[0].contains(['.', '/', '['])
            && parts[1..].iter().any(|part| is_number(part.trim_end_matches(']')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(command: &str) -> CommandLineFacts {
        CommandLineFacts::parse_line(command)
    }

    #[test]
    fn packages_without_a_test_to_run_are_not_told_as_passed() {
        let idle = "ok  \tc/d\t0.1s [no tests to run]";
        let told = find_totals_lines(&format!("ok  \ta/b\t0.2s\n{idle}\n"));
        assert_eq!(told.as_deref(), Some("ok  \ta/b\t0.2s"));
        assert_eq!(find_totals_lines(&format!("{idle}\n{idle}\n")), None);
    }

    #[test]
    fn totals_of_checks() {
        let bun = " 99 pass\n 0 fail\n 212 expect() calls\nRan 99 tests across 3 files. [17.00ms]";
        assert_eq!(
            find_check_totals(&line("bun test 2>&1"), bun).as_deref(),
            Some("99 pass, 0 fail, Ran 99 tests across 3 files. [17.00ms]")
        );
        assert_eq!(
            find_check_totals(&line("pytest -q"), "...\n51 passed in 0.58s\n").as_deref(),
            Some("51 passed in 0.58s")
        );
        assert_eq!(
            find_check_totals(&line("npm run lint"), "x\n✖ 5 problems (5 errors, 0 warnings)").as_deref(),
            Some("✖ 5 problems (5 errors, 0 warnings)")
        );
        assert_eq!(
            find_check_totals(&line("pnpm test"), "PASS a\nAll tests passed (29)").as_deref(),
            Some("All tests passed (29)")
        );
        let go = "ok  \ta/b\t0.2s\n?   \ta/c\t[no test files]\nok  \ta/d\t(cached)\n0 issues.";
        assert_eq!(
            find_check_totals(&line("go test ./... && golangci-lint run"), go).as_deref(),
            Some("ok in every package shown, 0 issues.")
        );
        assert_eq!(find_check_totals(&line("ls"), "3 passed"), None);
        let noise = "50 passing (7s)\n[81987:0409/0916:ERROR:net/cert/store.cc:807] Error parsing certificate:\n\
            a.mdx:98:18 error MD026/trailing 1 error";
        assert_eq!(find_check_totals(&line("npm test"), noise).as_deref(), Some("50 passing (7s)"));
    }
}
