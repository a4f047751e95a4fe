//! Marks that CI systems read in a script's output: `::error::`, `##[error]`, groups.

use super::Reader;
use crate::digest::part::Part;
use crate::digest::reading::{Block, Rank, Reading};

pub const READER: Reader = Reader {
    name: "ci",
    commands: &[],
    signs: &["^::error", "^::warning", "^::group::", "^##[error]", "^##[warning]"],
    read,
};

pub const PROCESSES: Reader = Reader {
    name: "processes",
    commands: &["honcho", "foreman", "overmind", "goreman"],
    signs: &[" stopped (rc=", " exited with code "],
    read: processes,
};

/// Runners of several processes (honcho, foreman, compose): which of them failed. The reason stands among the
/// lines of that process, and others read it.
fn processes(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        let status = line.split_once(" stopped (rc=").or_else(|| line.split_once(" exited with code "));
        match status.map(|(_, status)| status.trim_end_matches(')')) {
            Some("0" | "-15" | "-2" | "143" | "130") => reading.cover(at..at + 1),
            Some(status) if status.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => reading.total(at),
            _ if line.contains("| sending SIG") => reading.cover(at..at + 1),
            _ => {}
        }
    }
    reading
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        let line = line.trim_start();
        let said = |name: &str| {
            let told = line.strip_prefix("::").or_else(|| line.strip_prefix("##["))?.strip_prefix(name)?;
            told.starts_with([':', ' ', ']']).then_some(told)
        };
        if let Some(told) = said("error") {
            annotation(reading.error(at, ""), "error", told);
        } else if let Some(told) = said("warning") {
            annotation(reading.warning(at, ""), "warning", told);
        } else if let Some(told) = said("notice") {
            annotation(reading.info(at, ""), "notice", told);
        } else if line.starts_with("::")
            && ["group::", "endgroup::", "debug::"].iter().any(|word| line[2..].starts_with(word))
        {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// What an annotation says, as a line a person reads: `src/a.js:3:5: error: message`.
fn annotation(block: &mut Block, severity: &str, told: &str) {
    let message = told.split_once("::").map_or(told.trim_start_matches(']'), |(_, message)| message);
    let mut lines = message.split("%0A").map(|line| line.replace("%0D", "").replace("%25", "%"));
    block.message = lines.next().unwrap_or_default().trim().to_owned();
    block.location = location(told);
    if let Some(location) = &block.location {
        // Some repeat the place in the message.
        let bare = block.message.split_once(": ").filter(|(place, _)| location.ends_with(place)).map(|(_, rest)| rest);
        let head = format!("{location}: {severity}: {}", bare.unwrap_or(&block.message));
        block.said.push((head, Rank::Head));
        block.said.extend(lines.filter(|line| !line.trim().is_empty()).take(3).map(|line| (line, Rank::Context)));
    }
}

/// `::error file=a.js,line=3,col=5::message`
fn location(said: &str) -> Option<String> {
    let (fields, _) = said.split_once("::")?;
    let field =
        |name: &str| fields.trim().split(',').find_map(|field| field.trim().strip_prefix(name)?.strip_prefix('='));
    let path = field("file")?;
    let mut place = path.to_owned();
    for number in [field("line"), field("line").and(field("col"))].into_iter().flatten() {
        place.push_str(&format!(":{number}"));
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use crate::digest::test::fixture;

    #[test]
    fn groups() {
        insta::assert_snapshot!(fixture("ci/github-groups-one-failure"), @r#"
        go+tap+cc+ci
        E money_test.go:27 TestParse/one_decimal
        E money_test.go:47 TestSplitKeepsEveryCent
        E bash -c cd ledger && go test ./... exited with 1
        W hash.c:1:34 unused parameter ‘unused’ [-Wunused-parameter]
        ---
        … 14 lines
        --- FAIL: TestParse (0.00s)
            --- FAIL: TestParse/one_decimal (0.00s)
                money_test.go:27: Parse("12.5") = 1205, want 1250
        --- FAIL: TestSplitKeepsEveryCent (0.00s)
            money_test.go:47: shares add up to 9.99, want 10.00
        FAIL
        FAIL	example.com/ledger/money	0.002s
        FAIL
        ::error::bash -c cd ledger && go test ./... exited with 1
        … 5
        hash.c:1:34: warning: unused parameter ‘unused’ [-Wunused-parameter]
        … 7
        All tests successful.
        Files=1, Tests=2,  1 wallclock secs ( 0.01 usr  0.00 sys +  0.03 cusr  0.00 csys =  0.04 CPU)
        Result: PASS
        … 3
        "#);
    }

    #[test]
    fn wordy_success() {
        insta::assert_snapshot!(fixture("ci/all-green-wordy"), @r#"
        ctest+go+rspec+phpunit+generic
        E ERROR: rendering not_found failed once, retrying
        E .ERROR: rendering fatal_error failed once, retrying
        ---
        == go
        ok  	example.com/ledger/journal	0.002s
        == rspec
        ERROR: rendering not_found failed once, retrying
        .ERROR: rendering fatal_error failed once, retrying
        .ERROR: rendering failed_payment failed once, retrying
        … 3 lines
        3 examples, 0 failures
        … 4
        PHP Fatal error: simulated (failed mail)
        … 4
        OK (2 tests, 2 assertions)
        … 8
        100% tests passed, 0 tests failed out of 2
        … 6
        all checks passed
        "#);
    }

    #[test]
    fn a_process_that_fails() {
        insta::assert_snapshot!(fixture("honcho/command-missing"), @r#"
        processes+generic
        E 02:35:27 web.1   | /bin/sh: 1: ./bin/server: not found
        E 02:35:27 system  | web.1 stopped (rc=127)
        ---
        … 1 line
        02:35:27 web.1   | /bin/sh: 1: ./bin/server: not found
        … 1
        02:35:27 clock.1 | tick
        02:35:27 system  | web.1 stopped (rc=127)
        02:35:27 system  | sending SIGTERM to clock.1 (pid 18335)
        02:35:27 system  | clock.1 stopped (rc=-15)
        "#);
    }
}
