//! Linters with a form of their own: shellcheck and rubocop.

use super::Reader;
use crate::digest::Severity;
use crate::digest::part::{Part, leading_number};
use crate::digest::place;
use crate::digest::reading::Reading;

pub const SHELLCHECK: Reader = Reader {
    name: "shellcheck",
    commands: &["shellcheck"],
    signs: &["^-- SC", " SC1", " SC2", " SC3", "[SC"],
    read: shellcheck,
};

pub const RUBOCOP: Reader = Reader {
    name: "rubocop",
    commands: &["rubocop", "standardrb"],
    signs: &[" offenses detected", " offense detected", " no offenses detected"],
    read: rubocop,
};

/// `In x.sh line 4:`, the code, then `^--^ SC2086 (info): …` for each finding; or gcc's form with `[SC2086]`.
fn shellcheck(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut heading: Option<(usize, String)> = None;
    for (at, line) in part.lines() {
        let place = line.strip_prefix("In ").and_then(|rest| rest.strip_suffix(':')?.split_once(" line "));
        if let Some((path, number)) = place {
            heading = Some((at, format!("{path}:{number}")));
            continue;
        }
        if let Some((code, said)) = line.trim_start().strip_prefix('^').and_then(|rest| rest.split_once(" SC")) {
            if !code.bytes().all(|byte| byte == b'-' || byte == b'^') {
                continue;
            }
            let number: String = said.chars().take_while(char::is_ascii_digit).collect();
            let severity = severity(said.split(['(', ')']).nth(1).unwrap_or_default());
            let message = said.split_once(": ").map_or(said, |(_, message)| message);
            let block = reading.finding(severity, at, message);
            block.rule(format!("SC{number}"));
            if let Some((head, location)) = &heading {
                block.at(location.clone());
                if at - head < 4 || severity == Severity::Error {
                    block.place(*head);
                }
            }
            continue;
        }
        let coded = line.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once(" [SC")).is_some();
        if let Some(place) = place::find(line).filter(|_| coded) {
            let said = line.get(place.range.end..).unwrap_or_default().trim_start_matches([':', ' ']);
            let (kind, message) = said.split_once(": ").unwrap_or(("", said));
            let block = reading.finding(severity(kind), at, message);
            block.at(place.name(line));
            block.rule(line.rsplit('[').next().unwrap_or_default().trim_end_matches(']'));
        } else if line.starts_with("For more information:")
            || line.trim_start().starts_with("https://www.shellcheck.net")
            || line.starts_with("Did you mean:")
        {
            reading.cover(at..at + 1);
        }
    }
    reading.blame_worst(part.call.status);
    reading
}

fn severity(word: &str) -> Severity {
    match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    }
}

/// `bin/x.rb:7:3: W: Lint/UselessAssignment: …` with the code and its caret below.
fn rubocop(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        let total =
            leading_number(line).is_some_and(|(_, rest)| rest.starts_with(" file") && rest.contains(" inspected, "));
        if total {
            reading.total(at);
            continue;
        }
        let Some(place) = place::find(line).filter(|place| line.starts_with(place.path)) else { continue };
        let rest = line.get(place.range.end..).unwrap_or_default();
        let Some((letter, said)) = rest.strip_prefix(": ").and_then(|rest| rest.split_once(": ")) else { continue };
        let severity = match letter {
            "E" | "F" => Severity::Error,
            "W" => Severity::Warning,
            "C" | "R" | "I" => Severity::Info,
            _ => continue,
        };
        let said = said.trim_start_matches("[Correctable] ").trim_start_matches("[Corrected] ");
        let (cop, message) = said.split_once(": ").unwrap_or((said, said));
        let block = reading.finding(severity, at, message);
        block.at(place.name(line)).rule(cop);
        if part.line(at + 2).trim_start().starts_with('^') {
            block.context(at + 1).to(at + 2);
        }
    }
    reading.blame_worst(part.call.status);
    reading
}

#[cfg(test)]
mod tests {
    use crate::digest::test::fixture;

    #[test]
    fn shellcheck_findings() {
        insta::assert_snapshot!(fixture("shellcheck/findings"), @r#"
        shellcheck
        I lint.sh:2 Use ./*glob* or -- *glob* so names with dashes won't become options.
        E lint.sh:4 Use "${var:?}" to ensure this never expands to / .
        I lint.sh:4 Double quote to prevent globbing and word splitting.
        I lint.sh:4 Double quote to prevent globbing and word splitting.
        I lint.sh:6 Double quote to prevent globbing and word splitting.
        E lint.sh:6 In POSIX sh, == in place of = is undefined.
        E lint.sh:7 Use 'cd ... || exit' or 'cd ... || return' in case cd fails.
        I lint.sh:8 Use $(...) notation instead of legacy backticks `...`.
        I lint.sh:10 read without -r will mangle backslashes.
        I lint.sh:11 Useless cat. Consider 'cmd < file | ..' or 'cmd file | ..' instead.
        E lint.sh:12 In POSIX sh, [[ ]] is undefined.
        I lint.sh:12 Double quote to prevent globbing and word splitting.
        ---
        … 6 lines
        In lint.sh line 4:
        … 1
                 ^---^ SC2115 (warning): Use "${var:?}" to ensure this never expands to / .
                 ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.
          ×4: lint.sh:6,12
        … 6
        In lint.sh line 6:
        … 2
                ^-- SC3014 (warning): In POSIX sh, == in place of = is undefined.
        … 5
        In lint.sh line 7:
        … 1
          ^---^ SC2164 (warning): Use 'cd ... || exit' or 'cd ... || return' in case cd fails.
        … 23
        In lint.sh line 12:
        … 1
        ^---^ SC3010 (warning): In POSIX sh, [[ ]] is undefined.
        … 9
        "#);
    }

    #[test]
    fn shellcheck_gcc() {
        insta::assert_snapshot!(fixture("shellcheck/gcc-format"), @r#"
        shellcheck
        I lint.sh:2:12 Use ./*glob* or -- *glob* so names with dashes won't become options. [SC2035]
        E lint.sh:4:10 Use "${var:?}" to ensure this never expands to / . [SC2115]
        I lint.sh:4:10 Double quote to prevent globbing and word splitting. [SC2086]
        I lint.sh:4:15 Double quote to prevent globbing and word splitting. [SC2086]
        I lint.sh:6:6 Double quote to prevent globbing and word splitting. [SC2086]
        E lint.sh:6:9 In POSIX sh, == in place of = is undefined. [SC3014]
        E lint.sh:7:3 Use 'cd ... || exit' or 'cd ... || return' in case cd fails. [SC2164]
        I lint.sh:8:19 Use $(...) notation instead of legacy backticks `...`. [SC2006]
        I lint.sh:10:1 read without -r will mangle backslashes. [SC2162]
        I lint.sh:11:5 Useless cat. Consider 'cmd < file | ..' or 'cmd file | ..' instead. [SC2002]
        E lint.sh:12:1 In POSIX sh, [[ ]] is undefined. [SC3010]
        I lint.sh:12:24 Double quote to prevent globbing and word splitting. [SC2086]
        ---
        … 1 line
        lint.sh:4:10: warning: Use "${var:?}" to ensure this never expands to / . [SC2115]
        lint.sh:4:10: note: Double quote to prevent globbing and word splitting. [SC2086]
          ×4: lint.sh:4:15,6:6,12:24
        … 2
        lint.sh:6:9: warning: In POSIX sh, == in place of = is undefined. [SC3014]
        lint.sh:7:3: warning: Use 'cd ... || exit' or 'cd ... || return' in case cd fails. [SC2164]
        … 1
        lint.sh:10:1: note: read without -r will mangle backslashes. [SC2162]
        … 1
        lint.sh:12:1: warning: In POSIX sh, [[ ]] is undefined. [SC3010]
        … 1
        "#);
    }

    #[test]
    fn rubocop_offenses() {
        insta::assert_snapshot!(fixture("rubocop/offenses"), @r#"
        rubocop
        I bin/messy.rb:1:1 Missing frozen string literal comment.
        I bin/messy.rb:1:5 Use snake_case for method names.
        I bin/messy.rb:3:3 Prefer each over for.
        I bin/messy.rb:4:5 Use self-assignment shorthand +=.
        I bin/messy.rb:4:26 Prefer !i.nil? over i != nil.
        I bin/messy.rb:6:8 Prefer string interpolation to string concatenation.
        I bin/messy.rb:6:20 Prefer to_s over string interpolation.
        E bin/messy.rb:7:3 Useless assignment to variable - unused.
        I bin/messy.rb:8:3 Redundant return detected.
        I bin/messy.rb:10:1 Pass a binding, __FILE__ and __LINE__ to eval.
        I bin/messy.rb:10:6 Prefer single-quoted strings when you don't need string interpolation or special symbols.
        ---
        … 5 lines
        bin/messy.rb:1:1: C: [Correctable] Style/FrozenStringLiteralComment: Missing frozen string literal comment.
        … 2
        bin/messy.rb:1:5: C: Naming/MethodName: Use snake_case for method names.
        … 2
        bin/messy.rb:3:3: C: [Correctable] Style/For: Prefer each over for.
        … 2
        bin/messy.rb:4:5: C: [Correctable] Style/SelfAssignment: Use self-assignment shorthand +=.
        … 11
        bin/messy.rb:7:3: W: Lint/UselessAssignment: Useless assignment to variable - unused.
        … 12
        1 file inspected, 11 offenses detected, 8 offenses autocorrectable
        "#);
    }

    #[test]
    fn rubocop_clean() {
        insta::assert_snapshot!(fixture("rubocop/clean"), @r#"
rubocop
---
… 3 lines
1 file inspected, no offenses detected
"#);
    }

    #[test]
    fn traced() {
        insta::assert_snapshot!(fixture("bash/x-fail"), @r#"
        xtrace
        I packing cart
        I packing settings
        I packing rates
        E cp: cannot create regular file '/srv/releases/': Not a directory
        ---
        … 6 lines
        packing cart
        … 3
        packing settings
        … 3
        packing rates
        … 2
        + cp build/1.4.0.tar.gz /srv/releases/
        cp: cannot create regular file '/srv/releases/': Not a directory
        "#);
    }
}
