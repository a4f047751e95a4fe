//! Linters of configuration, prose and queries: yamllint, markdownlint, sqlfluff, bandit.

use super::Reader;
use super::pytypes::coded;
use crate::digest::part::{Part, is_blank};
use crate::digest::place;
use crate::digest::reading::Reading;

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
                block.marks.push((shown, crate::digest::reading::Rank::Place));
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
    use crate::digest::test::shown;

    #[test]
    fn yamllint_errors() {
        let raw = include_str!("../../../fixtures/yamllint/errors.raw");
        insta::assert_snapshot!(shown("yamllint app.yml style.yml", 1, raw), @r#"
        yamllint
        W app.yml:1:1 missing document start "---"
        E app.yml:3:3 duplication of key "port" in mapping
        E app.yml:4:13 too few spaces after comma
        E app.yml:5:4 syntax error: expected <block end>, but found '<block mapping start>'
        W style.yml:1:1 missing document start "---"
        E style.yml:1:7 too many spaces after colon
        E style.yml:3:1 wrong indentation: expected at least 1
        E style.yml:4:4 too many spaces after hyphen
        E style.yml:4:6 trailing spaces
        E style.yml:5:81 line too long (108 > 80 characters)
        ---
        app.yml
          1:1       warning  missing document start "---"  (document-start)
          3:3       error    duplication of key "port" in mapping  (key-duplicates)
          4:13      error    too few spaces after comma  (commas)
          5:4       error    syntax error: expected <block end>, but found '<block mapping start>' (syntax)

        style.yml
          1:1       warning  missing document start "---"  (document-start)
          1:7       error    too many spaces after colon  (colons)
          3:1       error    wrong indentation: expected at least 1  (indentation)
          4:4       error    too many spaces after hyphen  (hyphens)
          4:6       error    trailing spaces  (trailing-spaces)
          5:81      error    line too long (108 > 80 characters)  (line-length)
        "#);
    }

    #[test]
    fn yamllint_parsable() {
        let raw = include_str!("../../../fixtures/yamllint/parsable.raw");
        insta::assert_snapshot!(shown("yamllint -f parsable style.yml", 1, raw), @r#"
        yamllint
        W style.yml:1:1 missing document start "---"
        E style.yml:1:7 too many spaces after colon
        E style.yml:3:1 wrong indentation: expected at least 1
        E style.yml:4:4 too many spaces after hyphen
        E style.yml:4:6 trailing spaces
        E style.yml:5:81 line too long (108 > 80 characters)
        ---
        style.yml:1:1: [warning] missing document start "---" (document-start)
        style.yml:1:7: [error] too many spaces after colon (colons)
        style.yml:3:1: [error] wrong indentation: expected at least 1 (indentation)
        style.yml:4:4: [error] too many spaces after hyphen (hyphens)
        style.yml:4:6: [error] trailing spaces (trailing-spaces)
        style.yml:5:81: [error] line too long (108 > 80 characters) (line-length)
        "#);
    }

    #[test]
    fn markdownlint_findings() {
        let raw = include_str!("../../../fixtures/markdownlint/findings.raw");
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

    #[test]
    fn sqlfluff_findings() {
        let raw = include_str!("../../../fixtures/sqlfluff/findings.raw");
        insta::assert_snapshot!(shown("sqlfluff lint --dialect ansi q.sql", 1, raw), @r#"
        sqlfluff+generic
        E q.sql:1:1 Select targets should be on a new line unless there is
        E q.sql:1:8 Unqualified reference 'id' found in single table select.
        E q.sql:1:11 Expected single whitespace between comma ',' and naked
        E q.sql:1:11 Unqualified reference 'name' found in single table
        E q.sql:1:28 Implicit/explicit aliasing of table. [aliasing.table]
        E q.sql:2:1 Keywords must be consistently lower case.
        E q.sql:2:7 Qualified reference 'o.total' found in single table
        E q.sql:2:14 Expected single whitespace between naked identifier and
        E q.sql:2:15 Expected single whitespace between raw comparison
        E q.sql:2:32 Unqualified reference '"paid"' found in single table
        ---
        == [q.sql] FAIL
        L:   1 | P:   1 | LT09 | Select targets should be on a new line unless there is
        … 1 line
        L:   1 | P:   8 | RF03 | Unqualified reference 'id' found in single table select.
        … 1
        L:   1 | P:  11 | LT01 | Expected single whitespace between comma ',' and naked
        … 1
        L:   1 | P:  11 | RF03 | Unqualified reference 'name' found in single table
        … 1
        L:   1 | P:  28 | AL01 | Implicit/explicit aliasing of table. [aliasing.table]
        L:   2 | P:   1 | CP01 | Keywords must be consistently lower case.
        … 1
        L:   2 | P:   7 | RF03 | Qualified reference 'o.total' found in single table
        … 2
        L:   2 | P:  14 | LT01 | Expected single whitespace between naked identifier and
        … 1
        L:   2 | P:  15 | LT01 | Expected single whitespace between raw comparison
        … 1
        L:   2 | P:  32 | RF03 | Unqualified reference '"paid"' found in single table
        … 1
        All Finished!
        "#);
    }

    #[test]
    fn bandit_findings() {
        let raw = include_str!("../../../fixtures/bandit/findings.raw");
        insta::assert_snapshot!(shown("bandit app.py", 1, raw), @r#"
        bandit+generic
        W ./app.py:1:0 [B403:blacklist] Consider possible security implications associated with pickle module.
        W ./app.py:2:11 [B105:hardcoded_password_string] Possible hardcoded password: 'hunter2'
        E ./app.py:4:4 [B602:subprocess_popen_with_shell_equals_true] subprocess call with shell=True identified, security issue.
        E ./app.py:6:11 [B301:blacklist] Pickle and modules that wrap it can be unsafe when used to deserialize untrusted data, possible security issue.
        E ./app.py:8:11 [B324:hashlib] Use of weak MD5 hash for security. Consider usedforsecurity=False
        W ./app.py:9:0 [B101:assert_used] Use of assert detected. The enclosed code will be removed when compiling to optimised byte code.
        ---
        … 8 lines
        >> Issue: [B403:blacklist] Consider possible security implications associated with pickle module.
        … 3
           Location: ./app.py:1:0
        … 5
        >> Issue: [B105:hardcoded_password_string] Possible hardcoded password: 'hunter2'
        … 3
           Location: ./app.py:2:11
        … 5
        >> Issue: [B602:subprocess_popen_with_shell_equals_true] subprocess call with shell=True identified, security issue.
        … 3
           Location: ./app.py:4:4
        … 5
        >> Issue: [B301:blacklist] Pickle and modules that wrap it can be unsafe when used to deserialize untrusted data, possible security issue.
        … 3
           Location: ./app.py:6:11
        … 5
        >> Issue: [B324:hashlib] Use of weak MD5 hash for security. Consider usedforsecurity=False
        … 3
           Location: ./app.py:8:11
        … 5
        >> Issue: [B101:assert_used] Use of assert detected. The enclosed code will be removed when compiling to optimised byte code.
        … 3
           Location: ./app.py:9:0
        … 13
        		Low: 3
        		Medium: 1
        		High: 2
        … 5
        Files skipped (0):
        "#);
    }

    #[test]
    fn bandit_clean() {
        let raw = include_str!("../../../fixtures/bandit/clean.raw");
        insta::assert_snapshot!(shown("bandit clean.py", 0, raw), @r#"
        bandit+generic
        ---
        … 8 lines
        	No issues identified.
        … 9
        		Low: 0
        		Medium: 0
        		High: 0
        … 6
        "#);
    }
}
