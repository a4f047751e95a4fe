//! Linters and formatters for Python: ruff (full and concise), flake8, pylint, black, isort.

use super::Reader;
use super::busiest::Busiest;
use super::pytypes::coded;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::{Rank, Reading};

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
    let mut busiest = Busiest::default();
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
            busiest.note(&mut reading, at);
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
            // Elsewhere such a line could be many things: it must name a source file and a code of three digits.
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
        Busiest::default().note(&mut reading, last + 1);
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
    let mut busiest = Busiest::default();
    for (at, line) in part.lines() {
        if line.starts_with("*************") {
            reading.cover(at..at + 1);
        } else if line.starts_with("Your code has been rated at ") {
            reading.total(at);
            busiest.note(&mut reading, at);
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
