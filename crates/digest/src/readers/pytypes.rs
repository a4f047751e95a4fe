//! Type checkers for Python: mypy (`a.py:3: error: … [code]`, plain and pretty) and pyright.

use super::Reader;
use super::busiest::Busiest;
use crate::part::{Part, indent, is_blank};
use crate::place;
use crate::reading::Reading;

pub const MYPY: Reader = Reader {
    name: "mypy",
    commands: &["mypy", "dmypy"],
    signs: &[
        "^Success: no issues found in ",
        "source file)",
        "source files)",
        "errors prevented further checking)",
        "^mypy: ",
    ],
    read: mypy,
};

pub const PYRIGHT: Reader = Reader {
    name: "pyright",
    commands: &["pyright", "basedpyright"],
    signs: &[" informations", "(report", " warnings, 0 notes"],
    read: pyright,
};

fn mypy(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut busiest = Busiest::default();
    for (at, line) in part.lines() {
        let totals = line.starts_with("Found ") && line.contains(" error") && line.contains(" file");
        if totals || line.starts_with("Success: no issues found in ") {
            reading.total(at);
            busiest.note(&mut reading, at);
        } else if let Some(said) = line.strip_prefix("mypy: ").filter(|_| !line.contains("nothing to do")) {
            reading.error(at, said);
        } else if let Some((location, kind, said)) = diagnostic(line) {
            if kind == "note" {
                note(part, at, &location, said, &mut reading);
                continue;
            }
            let (message, code) = coded(said, '[', ']').unwrap_or((said, ""));
            let block = match kind {
                "error" => reading.error(at, message.trim_end()),
                _ => reading.warning(at, message.trim_end()),
            };
            block.at(location);
            if !code.is_empty() {
                block.rule(code);
            }
            // `--pretty`: the message goes on, then the code with a caret below.
            let mut below = at + 1;
            while below < at + 6 && pretty(part.line(below)) {
                let line = part.line(below);
                match coded(line, '[', ']').filter(|_| !line.starts_with(' ')) {
                    Some((_, code)) => drop(block.rule(code).to(below)),
                    None => drop(block.frame(below)),
                }
                below += 1;
            }
        }
    }
    reading
}

/// Notes explain the error above them; one that reveals a type was requested by the user.
fn note(part: &Part, at: usize, location: &str, said: &str, reading: &mut Reading) {
    if said.starts_with("Revealed type") {
        reading.info(at, said).at(location);
        return;
    }
    let overload = said.trim_start().starts_with("def ") || is_blank(said);
    match reading.blocks.last_mut() {
        Some(block) if block.last + 1 == at || part.line(block.last + 1).contains(": note: ") => {
            if overload {
                block.to(at)
            } else {
                block.context(at)
            };
        }
        _ => reading.cover(at..at + 1),
    }
}

fn pretty(line: &str) -> bool {
    line.starts_with("    ") || (line.starts_with('[') && line.ends_with(']')) || line.trim_start().starts_with('^')
}

/// `path:line[:column]: kind: message`
fn diagnostic(line: &str) -> Option<(String, &str, &str)> {
    let place = place::find(line).filter(|place| place.range.start == 0);
    let Some(place) = place else {
        // A whole file: `a.py: error: Source file found twice`.
        let (path, said) = line.split_once(".py: error: ")?;
        return (!path.contains(' ')).then(|| (format!("{path}.py"), "error", said));
    };
    let python = [".py", ".pyi", ".ipynb"].iter().any(|end| place.path.ends_with(end));
    // `--show-error-end` gives a second pair of numbers.
    let rest = line.get(place.range.end..)?.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
    let (kind, said) = rest.strip_prefix(' ')?.split_once(": ")?;
    (python && matches!(kind, "error" | "note" | "warning")).then(|| (place.name(line), kind, said))
}

/// The message and the code that closes it: `Name "x" is not defined  [name-defined]`.
pub fn coded(line: &str, open: char, close: char) -> Option<(&str, &str)> {
    let (message, code) = line.trim_end().strip_suffix(close)?.rsplit_once(open)?;
    (!code.is_empty() && !code.contains(' ')).then_some((message.trim_end(), code))
}

fn pyright(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut busiest = Busiest::default();
    for (at, line) in part.lines() {
        let counts = line.contains(" error") && line.contains(" warning");
        if counts && line.starts_with(|c: char| c.is_ascii_digit()) {
            reading.total(at);
            busiest.note(&mut reading, at);
            continue;
        }
        let Some(place) = place::find(line) else {
            if line.starts_with('/') && line.ends_with(".py") && part.line(at + 1).starts_with("  /") {
                reading.cover(at..at + 1);
            }
            continue;
        };
        let Some((kind, said)) = line
            .get(place.range.end..)
            .and_then(|rest| rest.strip_prefix(" - "))
            .and_then(|rest| rest.split_once(": "))
        else {
            continue;
        };
        let last = part.until_dedent(at, 12);
        let block = match kind {
            "error" => reading.error(at, said),
            "warning" => reading.warning(at, said),
            "information" | "note" => reading.info(at, said),
            _ => continue,
        };
        block.at(place.name(line));
        if let Some((message, rule)) = coded(said, '(', ')').filter(|(_, rule)| rule.starts_with("report")) {
            block.message = message.to_owned();
            block.rule(rule);
        }
        for below in at + 1..=last {
            let line = part.line(below);
            if let Some((_, rule)) = coded(line, '(', ')').filter(|(_, rule)| rule.starts_with("report")) {
                block.rule(rule);
            }
            if indent(line) > 0 {
                block.frame(below);
            }
        }
    }
    reading
}
