//! Linters and formatters for Python: ruff (full and concise), flake8, pylint, black, isort.

use super::pytypes::coded;
use super::{Reader, busiest};
use crate::digest::part::{Part, is_blank, leading_number};
use crate::digest::place;
use crate::digest::reading::{Rank, Reading};

pub const RUFF: Reader = Reader {
    name: "ruff",
    commands: &["ruff"],
    signs: &["^All checks passed!", " fixable with `--fix`", "^help: ", " would be reformatted", "^--> "],
    read: ruff,
};

pub const FLAKE8: Reader = Reader {
    name: "flake8",
    commands: &["flake8", "pycodestyle", "pyflakes", "pydocstyle"],
    signs: &[
        ": E1", ": E2", ": E3", ": E4", ": E5", ": E7", ": E9", ": F4", ": F5", ": F6", ": F8", ": W1", ": W2", ": W3",
        ": W5", ": W6", ": C9",
    ],
    read: flake8,
};

pub const PYLINT: Reader = Reader {
    name: "pylint",
    commands: &["pylint"],
    signs: &["^************* Module ", "^Your code has been rated at "],
    read: pylint,
};

pub const BLACK: Reader = Reader {
    name: "black",
    commands: &["black", "isort"],
    signs: &["^would reformat ", "^All done! ✨", "^Oh no! 💥", "Imports are incorrectly sorted"],
    read: black,
};

fn ruff(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut own = part.named;
    let mut file = None;
    for (at, line) in part.lines() {
        if line.starts_with("[*] ") || line.starts_with("No fixes available") {
            own = true;
            reading.cover(at..at + 1);
        } else if line.starts_with("All checks passed!") || is_format_total(line) {
            own = true;
            reading.total(at);
        } else if line.starts_with("Found ")
            && (line.contains(" error") || line.contains(" diagnostic"))
            && line.ends_with('.')
            || line.starts_with("Found ") && line.contains(" fixed, ")
        {
            reading.total(at);
            busiest::note(&mut reading, at);
        } else if let Some(place_at) = headed(part, at, line) {
            own = true;
            let shown = part.line(place_at);
            let (code, message) = line.split_once(' ').unwrap_or((line, line));
            let message = message.strip_prefix("[*] ").unwrap_or(message);
            let block = reading.error(at, message);
            block.rule(code.trim_end_matches(':')).place(place_at);
            block.location = place::find(shown).map(|place| place.name(shown));
            // The frame ends where the next diagnostic or the totals begin.
            let end = part
                .find(place_at + 1, 200, |line| {
                    !(line.starts_with(' ')
                        || is_blank(line)
                        || line.starts_with("help: ")
                        || line.contains(" | ")
                        || ends_in_bar(line))
                })
                .unwrap_or(part.len());
            let source = part.find(place_at + 1, 4, |line| line.contains('^') && line.contains('|'));
            if let Some(caret) = source {
                block.context(caret.saturating_sub(1));
            }
            block.to(end.saturating_sub(1));
        } else if let Some((location, code, message)) = concise(line) {
            let block = reading.error(at, message.strip_prefix("[*] ").unwrap_or(message));
            block.at(location).rule(code);
        } else if let Some(path) = line.strip_suffix(':').filter(|path| !line.starts_with(' ') && path.contains('.')) {
            file = Some((at, path));
        } else if let Some(((position, code, message), (heading, path))) = grouped(line).zip(file) {
            let block = reading.error(at, message.strip_prefix("[*] ").unwrap_or(message));
            block.at(format!("{path}:{position}")).rule(code);
            block.marks.push((heading, Rank::Place));
        } else if part.named && line.starts_with("Would fix ") {
            reading.total(at);
        } else if part.named && line.starts_with("Would reformat: ") {
            reading.error(at, "would be reformatted").rule("unformatted").at(&line["Would reformat: ".len()..]);
        }
    }
    if own { reading } else { Reading::default() }
}

/// `F401 [*] message` with `--> place` on the next line, or the line after a long message.
fn headed(part: &Part, at: usize, line: &str) -> Option<usize> {
    let code = line.split(' ').next()?;
    let named = is_code(code) || matches!(code, "invalid-syntax:" | "unformatted:" | "io-error:" | "syntax-error:");
    (named && part.line(at + 1).trim_start().starts_with("--> ")).then_some(at + 1)
}

/// `--output-format=grouped`: `  15:54 UP045 [*] message` below the file's name.
fn grouped(line: &str) -> Option<(&str, &str, &str)> {
    let (position, rest) = line.strip_prefix("  ")?.trim_start().split_once(' ')?;
    let (code, message) = rest.trim_start().split_once(' ')?;
    let (row, column) = position.split_once(':')?;
    let numbers = row.parse::<u32>().is_ok() && column.parse::<u32>().is_ok();
    (numbers && is_code(code)).then_some((position, code, message))
}

fn ends_in_bar(line: &str) -> bool {
    line.trim_end().ends_with('|') && line.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

fn is_format_total(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
        && line.contains(" file")
        && [" would be reformatted", " already formatted", " reformatted", " left unchanged", " fail to reformat"]
            .iter()
            .any(|verdict| line.contains(verdict))
}

/// `F401`, `E722`, `PLR0913`, `SIM102`: letters, then digits.
fn is_code(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = word.len() - letters;
    (1..=6).contains(&letters)
        && (1..=5).contains(&digits)
        && word.bytes().skip(letters).all(|byte| byte.is_ascii_digit())
}

/// `path:line:column: CODE message`
fn concise(line: &str) -> Option<(String, &str, &str)> {
    let place = place::find(line).filter(|place| place.range.start == 0)?;
    let rest = line.get(place.range.end..)?.strip_prefix(':')?.trim_start();
    let (code, message) = rest.split_once(' ')?;
    let code = code.trim_matches([':', '[', ']']);
    (is_code(code) || code == "invalid-syntax").then(|| (place.name(line), code, message))
}

fn flake8(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if let Some((location, code, message)) = concise(line) {
            let letters = code.trim_end_matches(|c: char| c.is_ascii_digit());
            // Elsewhere such a line could be many things: a source file and a code of three digits it must be.
            if part.named || (location.contains(".py") && code.len() - letters.len() == 3) {
                reading.error(at, message).at(location).rule(code);
            }
        } else if part.named && statistic(line) {
            reading.cover(at..at + 1);
        } else if part.named && !is_blank(line) && line.bytes().all(|byte| byte.is_ascii_digit()) {
            reading.total(at);
        }
    }
    if let Some(last) = reading.blocks.last().map(|block| block.last) {
        busiest::note(&mut reading, last + 1);
    }
    reading
}

/// `--statistics` repeats what was listed: `4     F401 'os' imported but unused`.
fn statistic(line: &str) -> bool {
    leading_number(line)
        .and_then(|(_, rest)| rest.strip_prefix(' '))
        .and_then(|rest| rest.trim_start().split(' ').next())
        .is_some_and(is_code)
}

fn pylint(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.starts_with("*************") {
            reading.cover(at..at + 1);
        } else if line.starts_with("Your code has been rated at ") {
            reading.total(at);
            busiest::note(&mut reading, at);
        } else if let Some((location, code, message)) = concise(line).filter(|(_, code, _)| code.len() == 5) {
            let (message, symbol) = coded(message, '(', ')').unwrap_or((message, code));
            let block = match code.as_bytes().first() {
                Some(b'E' | b'F') => reading.error(at, message),
                Some(b'W') => reading.warning(at, message),
                _ => reading.info(at, message),
            };
            block.at(location).rule(symbol);
        }
    }
    reading.blame_worst(part.call.status);
    reading
}

fn black(part: &Part) -> Reading {
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        if line.starts_with("Oh no! ") || line.starts_with("All done! ") {
            reading.cover(at..at + 1);
        } else if is_format_total(line) {
            reading.total(at);
        } else if let Some(path) = line.strip_prefix("would reformat ") {
            reading.error(at, "would reformat").at(path).rule("would reformat");
        } else if let Some(path) = line.strip_prefix("reformatted ") {
            reading.info(at, "reformatted").at(path).rule("reformatted");
        } else if let Some(said) = line.strip_prefix("error: cannot ") {
            let block = reading.error(at, format!("cannot {said}"));
            block.location = place::find(line).map(|place| place.name(line));
            for below in at + 1..=part.until_dedent(at, 4) {
                block.frame(below);
            }
        } else if let Some(said) = line.strip_prefix("ERROR: ").filter(|said| said.contains("Imports are incorrectly"))
        {
            let path = said.split(' ').next().unwrap_or(said);
            reading.error(at, "Imports are incorrectly sorted").at(path).rule("isort");
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn ruff_full() {
        let raw = include_str!("../../../fixtures/ruff/check-fail.raw");
        insta::assert_snapshot!(shown("ruff check .", 1, raw), @r#"
        ruff
        E broken_suite/test_missing.py:1:8 `barcode_reader` imported but unused
        E pricing.py:1:1 Import block is un-sorted or un-formatted
        E pricing.py:2:8 `os` imported but unused
        E pricing.py:2:12 `sys` imported but unused
        E pricing.py:15:54 Use `X | None` for type annotations
        E pricing.py:26:60 Do not use mutable data structures for argument defaults
        E pricing.py:36:5 Do not use bare `except`
        E pricing.py:37:15 f-string without any placeholders
        E pricing.py:38:9 Local variable `unused` is assigned to but never used
        E test_stock.py:1:1 Import block is un-sorted or un-formatted
        E uses_requests.py:1:1 Import block is un-sorted or un-formatted
        E uses_requests.py:1:8 `yaml` imported but unused
        ---
        F401 [*] `barcode_reader` imported but unused
         --> broken_suite/test_missing.py:1:8
        … 8 lines
        I001 [*] Import block is un-sorted or un-formatted
         --> pricing.py:1:1
          ×3: test_stock.py:1:1; uses_requests.py:1:1
        … 16
        F401 [*] `os` imported but unused
         --> pricing.py:2:8
        … 13
        F401 [*] `sys` imported but unused
         --> pricing.py:2:12
        … 13
        UP045 [*] Use `X | None` for type annotations
          --> pricing.py:15:54
        … 13
        B006 Do not use mutable data structures for argument defaults
          --> pricing.py:26:60
        … 17
        E722 Do not use bare `except`
          --> pricing.py:36:5
        … 9
        F541 [*] f-string without any placeholders
          --> pricing.py:37:15
        … 15
        F841 Local variable `unused` is assigned to but never used
          --> pricing.py:38:9
        … 48
        F401 [*] `yaml` imported but unused
         --> uses_requests.py:1:8
        … 11
        Found 12 errors.
        … 1
        "#);
    }

    #[test]
    fn ruff_concise() {
        let raw = include_str!("../../../fixtures/ruff/check-concise.raw");
        insta::assert_snapshot!(shown("ruff check --output-format concise --select E,F,B pricing.py", 1, raw), @r#"
         ruff
         E pricing.py:2:1 Multiple imports on one line
         E pricing.py:2:8 `os` imported but unused
         E pricing.py:2:12 `sys` imported but unused
         E pricing.py:26:60 Do not use mutable data structures for argument defaults
         E pricing.py:27:5 Ambiguous variable name: `l`
         E pricing.py:28:19 Comparison to `None` should be `cond is None`
         E pricing.py:36:5 Do not use bare `except`
         E pricing.py:37:15 f-string without any placeholders
         E pricing.py:38:9 Local variable `unused` is assigned to but never used
         ---
         pricing.py:2:1: E401 [*] Multiple imports on one line
         pricing.py:2:8: F401 [*] `os` imported but unused
         pricing.py:2:12: F401 [*] `sys` imported but unused
         pricing.py:26:60: B006 Do not use mutable data structures for argument defaults
         pricing.py:27:5: E741 Ambiguous variable name: `l`
         pricing.py:28:19: E711 Comparison to `None` should be `cond is None`
         pricing.py:36:5: E722 Do not use bare `except`
         pricing.py:37:15: F541 [*] f-string without any placeholders
         pricing.py:38:9: F841 Local variable `unused` is assigned to but never used
         Found 9 errors.
         … 1 line
         "#);
    }

    #[test]
    fn ruff_clean() {
        let raw = include_str!("../../../fixtures/ruff/clean.raw");
        insta::assert_snapshot!(shown("ruff check clean.py", 0, raw), @r#"
        ruff
        ---
        All checks passed!
        "#);
    }

    #[test]
    fn ruff_format() {
        let raw = include_str!("../../../fixtures/ruff/format-check.raw");
        insta::assert_snapshot!(shown("ruff format --check .", 1, raw), @r#"
        ruff
        E pricing.py:26:42 File would be reformatted
        E uses_requests.py:4:1 File would be reformatted
        ---
        unformatted: File would be reformatted
          --> pricing.py:26:42
        … 7 lines
        unformatted: File would be reformatted
         --> uses_requests.py:4:1
        … 11
        2 files would be reformatted, 6 files already formatted
        "#);
    }

    #[test]
    fn flake8_with_statistics() {
        let raw = include_str!("../../../fixtures/flake8/statistics.raw");
        insta::assert_snapshot!(shown("flake8 --statistics --count .", 1, raw), @r#"
         flake8
         E ./broken_suite/test_missing.py:1:1 'barcode_reader' imported but unused
         E ./clean.py:4:80 line too long (80 > 79 characters)
         E ./pricing.py:2:1 'os' imported but unused
         E ./pricing.py:2:1 'sys' imported but unused
         E ./pricing.py:2:10 multiple imports on one line
         E ./pricing.py:26:42 missing whitespace around parameter equals
         E ./pricing.py:26:43 missing whitespace around parameter equals
         E ./pricing.py:27:5 ambiguous variable name 'l'
         E ./pricing.py:28:16 comparison to None should be 'if cond is None:'
         E ./pricing.py:36:5 do not use bare 'except'
         E ./pricing.py:37:15 f-string is missing placeholders
         E ./pricing.py:38:9 local variable 'unused' is assigned to but never used
         E ./uses_requests.py:1:1 'yaml' imported but unused
         E ./uses_requests.py:4:1 expected 2 blank lines, found 1
         E ./uses_requests.py:7:1 expected 2 blank lines after class or function definition, found 1
         ---
         ./broken_suite/test_missing.py:1:1: F401 'barcode_reader' imported but unused
         ./clean.py:4:80: E501 line too long (80 > 79 characters)
         ./pricing.py:2:1: F401 'os' imported but unused
         ./pricing.py:2:1: F401 'sys' imported but unused
         ./pricing.py:2:10: E401 multiple imports on one line
         ./pricing.py:26:42: E252 missing whitespace around parameter equals
         ./pricing.py:26:43: E252 missing whitespace around parameter equals
         ./pricing.py:27:5: E741 ambiguous variable name 'l'
         ./pricing.py:28:16: E711 comparison to None should be 'if cond is None:'
         ./pricing.py:36:5: E722 do not use bare 'except'
         ./pricing.py:37:15: F541 f-string is missing placeholders
         ./pricing.py:38:9: F841 local variable 'unused' is assigned to but never used
         ./uses_requests.py:1:1: F401 'yaml' imported but unused
         ./uses_requests.py:4:1: E302 expected 2 blank lines, found 1
         ./uses_requests.py:7:1: E305 expected 2 blank lines after class or function definition, found 1
         … 11 lines
         15
         "#);
    }

    #[test]
    fn pylint_messages() {
        let raw = include_str!("../../../fixtures/pylint/fail.raw");
        insta::assert_snapshot!(shown("pylint pricing.py stock.py", 28, raw), @r#"
        pylint
        I pricing.py:1:0 Missing module docstring
        I pricing.py:2:0 Multiple imports on one line (os, sys)
        I pricing.py:6:0 Missing class docstring
        I pricing.py:6:0 Too few public methods (0/2)
        I pricing.py:15:0 Missing function or method docstring
        I pricing.py:19:0 Missing function or method docstring
        E pricing.py:20:4 Redefining built-in 'sum'
        I pricing.py:26:0 Missing function or method docstring
        E pricing.py:26:0 Dangerous default value [] as argument
        I pricing.py:28:7 Comparison 'percent == None' should be 'percent is None'
        E pricing.py:26:46 Unused argument 'tags'
        I pricing.py:33:0 Missing function or method docstring
        E pricing.py:36:4 No exception type(s) specified
        E pricing.py:35:25 Using open without explicitly specifying an encoding
        E pricing.py:37:14 Using an f-string that does not have any interpolated variables
        I pricing.py:33:0 Either all return statements in a function should return an expression, or none of them should.
        E pricing.py:38:8 Unused variable 'unused'
        E pricing.py:2:0 Unused import os
        E pricing.py:2:0 Unused import sys
        I stock.py:1:0 Missing module docstring
        I stock.py:5:0 Missing class docstring
        I stock.py:9:4 Missing function or method docstring
        I stock.py:12:4 Missing function or method docstring
        ---
        … 7 lines
        pricing.py:20:4: W0622: Redefining built-in 'sum' (redefined-builtin)
        … 1
        pricing.py:26:0: W0102: Dangerous default value [] as argument (dangerous-default-value)
        … 1
        pricing.py:26:46: W0613: Unused argument 'tags' (unused-argument)
        … 1
        pricing.py:36:4: W0702: No exception type(s) specified (bare-except)
        pricing.py:35:25: W1514: Using open without explicitly specifying an encoding (unspecified-encoding)
        pricing.py:37:14: W1309: Using an f-string that does not have any interpolated variables (f-string-without-interpolation)
        … 1
        pricing.py:38:8: W0612: Unused variable 'unused' (unused-variable)
        pricing.py:2:0: W0611: Unused import os (unused-import)
        pricing.py:2:0: W0611: Unused import sys (unused-import)
        … 7
        Your code has been rated at 4.10/10
        "#);
    }

    #[test]
    fn black_cannot_parse() {
        let raw = include_str!("../../../fixtures/black/syntax-error.raw");
        insta::assert_snapshot!(shown("black --check report.py threads.py", 123, raw), @r#"
        black+generic
        E report.py:1:15 cannot parse: report.py:1:15
        E ParseError: bad input
        E threads.py would reformat
        ---
        error: cannot parse: report.py:1:15
            def total(rows)
                          ^
        ParseError: bad input
        would reformat threads.py
        … 2 lines
        1 file would be reformatted, 1 file would fail to reformat.
        "#);
    }
}
