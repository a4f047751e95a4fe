//! Linters of configuration, prose and queries: yamllint, markdownlint, sqlfluff, bandit.

use super::Reader;
use super::pytypes::coded;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::Reading;

pub const YAMLLINT: Reader = Reader { name: "yamllint", commands: &["yamllint"], signs: &[], read: yamllint };

pub const MARKDOWNLINT: Reader = Reader {
    name: "markdownlint",
    commands: &["markdownlint", "markdownlint-cli2", "mdl"],
    signs: &[" MD0"],
    read: markdownlint,
};

pub const SQLFLUFF: Reader = Reader { name: "sqlfluff", commands: &["sqlfluff"], signs: &["^L:   "], read: sqlfluff };

pub const BANDIT: Reader = Reader { name: "bandit", commands: &["bandit"], signs: &["^>> Issue: [B"], read: bandit };

/// A file's name, then `  3:3       error    message  (rule)`; or one line each (`-f parsable`).
fn yamllint(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut file = None;
    for (at, line) in part.lines() {
        if let Some((position, level, said)) = indented(line) {
            let (message, rule) = coded(said, '(', ')').unwrap_or((said, ""));
            let block = if level == "error" { reading.error(at, message) } else { reading.warning(at, message) };
            if let Some((shown, path)) = file {
                block.at(format!("{path}:{position}"));
                block.marks.push((shown, crate::reading::Rank::Place));
            }
            if !rule.is_empty() {
                block.rule(rule);
            }
        } else if let Some(place) = place::find(line).filter(|place| place.range.start == 0 && line.contains(": [")) {
            let (_, said) = line.split_once(": [").unwrap_or(("", line));
            let (level, said) = said.split_once("] ").unwrap_or(("", said));
            let (message, rule) = coded(said, '(', ')').unwrap_or((said, ""));
            let block = if level == "error" { reading.error(at, message) } else { reading.warning(at, message) };
            block.at(place.name(line)).rule(rule);
        } else if !is_blank(line) && !line.starts_with(' ') {
            file = Some((at, line.trim()));
        }
    }
    reading
}

fn indented(line: &str) -> Option<(&str, &str, &str)> {
    let (position, rest) = line.strip_prefix("  ")?.split_once(' ')?;
    let (level, said) = rest.trim_start().split_once(' ')?;
    let numbers = position
        .split_once(':')
        .is_some_and(|(row, column)| row.parse::<u32>().is_ok() && column.parse::<u32>().is_ok());
    (numbers && matches!(level, "error" | "warning")).then(|| (position, level, said.trim()))
}

/// `README.md:2:1 MD001/heading-increment message`, in newer versions with `error` before the rule.
fn markdownlint(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.starts_with("Summary: ") {
            reading.total(at);
            continue;
        }
        let Some(place) = place::find(line).filter(|place| place.range.start == 0) else { continue };
        let rest = line.get(place.range.end..).unwrap_or_default().trim_start_matches([':', ' ']);
        let rest = rest.strip_prefix("error ").or(rest.strip_prefix("warning ")).unwrap_or(rest);
        if let Some((rule, said)) = rest.split_once(' ').filter(|(rule, _)| rule.starts_with("MD0")) {
            reading.error(at, said).rule(rule).at(place.name(line));
        }
    }
    reading
}

/// `L:   1 | P:   8 | RF03 | message`, the message going on below.
fn sqlfluff(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut file = "";
    for (at, line) in part.lines() {
        if let Some(rest) = line.strip_prefix("== [") {
            file = rest.split("] ").next().unwrap_or(rest);
            if line.ends_with("FAIL") {
                reading.total(at);
            }
            continue;
        }
        let cells: Vec<&str> = line.splitn(4, '|').map(str::trim).collect();
        let [row, column, rule, said] = cells.as_slice() else { continue };
        if let Some((row, column)) = row.strip_prefix("L:").zip(column.strip_prefix("P:")) {
            let block = reading.error(at, *said);
            block.rule(*rule).at(format!("{file}:{}:{}", row.trim(), column.trim()));
            let more = part.line(at + 1).trim_start();
            if more.starts_with("| ") {
                block.context(at + 1);
            }
        }
    }
    reading
}

/// `>> Issue: [B602:name] message` with severity and location below it.
fn bandit(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut by_severity = false;
    for (at, line) in part.lines() {
        let text = line.trim();
        if let Some(said) = line.strip_prefix(">> Issue: ") {
            let end = part.find(at + 1, 20, |line| line.starts_with("-----") || is_blank(line)).unwrap_or(at + 1);
            let severity = (at + 1..end).find(|&at| part.line(at).trim_start().starts_with("Severity: "));
            let location = (at + 1..end).find(|&at| part.line(at).trim_start().starts_with("Location: "));
            let low = severity.is_some_and(|at| part.line(at).contains("Severity: Low"));
            let block = if low { reading.warning(at, said) } else { reading.error(at, said) };
            block.rule(said.split(']').next().unwrap_or(said));
            if let Some(at) = location {
                block.place(at);
                block.location = place::find(part.line(at)).map(|place| place.name(part.line(at)));
            }
            block.to(end);
        } else if text.starts_with("Total issues (by") {
            by_severity = text.contains("severity");
        } else if text == "No issues identified."
            || by_severity && ["Low: ", "Medium: ", "High: "].iter().any(|level| text.starts_with(level))
        {
            reading.total(at);
        } else if line.starts_with("[main]") {
            reading.cover(at..at + 1);
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use crate::test::shown;

    #[test]
    fn markdownlint_findings() {
        let raw = include_str!("../../../../fixtures/markdownlint/findings.raw");
        insta::assert_snapshot!(shown("markdownlint README.md", 1, raw), @r####"
        markdownlint
        E README.md:1 Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Below] [Context: "# Shop"]
        E README.md:2 Heading levels should only increment by one level at a time [Expected: h2; Actual: h3]
        E README.md:2 Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Above] [Context: "### Install"]
        E README.md:2 Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Below] [Context: "### Install"]
        E README.md:3 Lists should be surrounded by blank lines [Context: "* run `make`"]
        E README.md:3 Lists should be surrounded by blank lines [Context: "* run `make`"]
        E README.md:4:1 Unordered list style [Expected: asterisk; Actual: plus]
        E README.md:4 Lists should be surrounded by blank lines [Context: "+ error list"]
        E README.md:5:1 Bare URL used [Context: "http://example.com/very"]
        E README.md:7 Multiple consecutive blank lines [Expected: 1; Actual: 2]
        E README.md:8 Multiple consecutive blank lines [Expected: 1; Actual: 3]
        E README.md:9:20 Trailing spaces [Expected: 0 or 2; Actual: 1]
        ---
        README.md:1 MD022/blanks-around-headings Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Below] [Context: "# Shop"]
        README.md:2 MD001/heading-increment Heading levels should only increment by one level at a time [Expected: h2; Actual: h3]
        README.md:2 MD022/blanks-around-headings Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Above] [Context: "### Install"]
        README.md:2 MD022/blanks-around-headings Headings should be surrounded by blank lines [Expected: 1; Actual: 0; Below] [Context: "### Install"]
        README.md:3 MD032/blanks-around-lists Lists should be surrounded by blank lines [Context: "* run `make`"]
          ×2
        … 1 line
        README.md:4:1 MD004/ul-style Unordered list style [Expected: asterisk; Actual: plus]
        README.md:4 MD032/blanks-around-lists Lists should be surrounded by blank lines [Context: "+ error list"]
        README.md:5:1 MD034/no-bare-urls Bare URL used [Context: "http://example.com/very"]
        README.md:7 MD012/no-multiple-blanks Multiple consecutive blank lines [Expected: 1; Actual: 2]
        README.md:8 MD012/no-multiple-blanks Multiple consecutive blank lines [Expected: 1; Actual: 3]
        README.md:9:20 MD009/no-trailing-spaces Trailing spaces [Expected: 0 or 2; Actual: 1]
        "####);
    }
}
