//! Builders: make, ninja, cmake, meson and autotools. They name the target that failed; the compilers say why.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "make",
    commands: &["make", "gmake", "ninja", "cmake", "meson", "configure", "autoreconf", "samu", "bmake"],
    signs: &[
        ": *** ",
        "^ninja: ",
        "^FAILED: ",
        "^CMake Error",
        "^CMake Warning",
        "^configure: error:",
        "^checking for ",
        "^-- Configuring",
        "^The Meson build system",
    ],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut stopped: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        at = match line {
            _ if line.contains(": *** ") && is_make(line) => make(at, line, &mut reading, &mut stopped),
            _ if line.starts_with("CMake Error")
                || line.starts_with("CMake Warning")
                || line.starts_with("CMake Deprecation") =>
            {
                cmake(part, at, &mut reading)
            }
            _ if line.starts_with("FAILED: ") => failed(part, at, &mut reading),
            _ if line.starts_with("configure: error: ") || line.starts_with("config.status: error: ") => {
                configure(part, at, &mut reading)
            }
            _ if line.starts_with("configure: WARNING: ") => {
                reading.warning(at, line);
                at + 1
            }
            _ if line.starts_with("ninja: error: ") || line.starts_with("ninja: fatal: ") => {
                reading.error(at, line);
                at + 1
            }
            _ if line.starts_with("ninja: build stopped")
                || line.starts_with("-- Configuring incomplete")
                || line.starts_with("-- Build files have been written") =>
            {
                reading.total(at);
                at + 1
            }
            _ => {
                if is_chatter(line) {
                    reading.cover(at..at + 1);
                }
                at + 1
            }
        };
    }
    // The innermost rule names the file, the outermost the requested target: the rules between add nothing.
    let inner: Vec<usize> = stopped.iter().copied().filter(|&at| part.line(at).contains("]: ***")).collect();
    let outer: Vec<usize> = stopped.iter().copied().filter(|at| !inner.contains(at)).collect();
    for &at in inner.iter().filter(|&&at| part.line(at).ends_with("Error 1")).take(2).chain(outer.iter().take(4)) {
        reading.total(at);
    }
    for at in stopped {
        reading.cover(at..at + 1);
    }
    if reading.totals.is_empty() && reading.blocks.is_empty() && !part.named {
        return Reading::default();
    }
    reading
}

fn is_make(line: &str) -> bool {
    let tool = line.split([':', '[']).next().unwrap_or_default();
    tool.ends_with("make")
        || line.split(": *** ").next().is_some_and(|place| place::find(&format!("{place}: ")).is_some())
}

/// `make: *** [Makefile:4: srv] Error 2` says that something failed, not why; other `***` lines are the reason.
fn make(at: usize, line: &str, reading: &mut Reading, stopped: &mut Vec<usize>) -> usize {
    let said = line.split_once(": *** ").map_or(line, |(_, said)| said);
    let is_status = said.starts_with('[') && said.contains("] ");
    if is_status && !said.contains("] Segmentation fault") && !said.contains("] Killed") {
        stopped.push(at);
    } else if said.starts_with("Waiting for unfinished jobs") || said.starts_with("Deleting ") {
        reading.cover(at..at + 1);
    } else {
        let block = reading.error(at, said);
        block.location = place::find(line).map(|place| place.name(line));
    }
    at + 1
}

fn cmake(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let end = part.until_dedent(at, 60);
    let words = part.line(at + 1).trim();
    let message = if words.is_empty() || end == at { line } else { words };
    let is_error = line.starts_with("CMake Error");
    let block = if is_error { reading.error(at, message) } else { reading.warning(at, message) };
    block.location = place::find(line).map(|place| place.name(line));
    let (mut paragraph, mut told) = (0, 0);
    for below in at + 1..=end {
        if is_blank(part.line(below)) {
            paragraph += 1;
            continue;
        }
        told += 1;
        match (paragraph, told) {
            (0, 1..=3) | (1, 1..=6) => block.detail(below),
            (_, 1..=8) => block.frame(below),
            _ => block.to(below),
        };
    }
    end + 1
}

/// ninja: the target, its command, and the command's output.
fn failed(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 200, |line| {
            line.starts_with('[') && line.contains('/') || line.starts_with("ninja: ") || line.starts_with("FAILED: ")
        })
        .unwrap_or(part.len());
    let told =
        |line: &str| line.contains(": error: ") || line.contains("error:") || line.contains("undefined reference");
    let name = part.line(at).trim_end();
    if part.find(at + 2, end.saturating_sub(at + 2), told).is_some() {
        // The compiler's own reader has the reason; this is only the target's name.
        reading.info(at, name);
    } else {
        let block = reading.error(at, name);
        for below in (at + 2..end).filter(|&below| !is_blank(part.line(below))).take(6) {
            block.detail(below);
        }
    }
    reading.cover(at + 1..at + 2);
    at + 2
}

fn configure(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let message = line.split_once("error: ").map_or(line, |(_, message)| message);
    let block = reading.error(at, message);
    let mut told = 0;
    for below in at + 1..(at + 8).min(part.len()) {
        if !is_blank(part.line(below)) {
            told += 1;
            if told <= 2 {
                block.detail(below);
            } else {
                block.context(below);
            }
        }
    }
    let end = part.len().min(at + 16);
    reading.cover(at..end);
    end
}

/// Progress that nobody reads: `[ 16%] Building …`, `checking for …`, `-- Detecting …`, entered directories.
fn is_chatter(line: &str) -> bool {
    let progress = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let counted = |head: &str| head.bytes().all(|byte| byte.is_ascii_digit() || b" %/".contains(&byte));
    progress.is_some_and(|(head, rest)| {
        counted(head)
            && ["Building", "Linking", "Built", "Compiling", "Generating", "Copying", "Scanning", "Consolidate"]
                .iter()
                .any(|word| rest.starts_with(word))
    }) || (line.starts_with("checking ") && line.contains("... "))
        || line.starts_with("-- ")
        || line.starts_with("See also \"")
        || line.contains("]: Entering directory")
        || line.contains("]: Leaving directory")
        || line.contains(": Entering directory '")
        || line.contains(": Leaving directory '")
        || line.starts_with("Consolidate compiler generated dependencies")
        || line.starts_with("Scanning dependencies of target")
        || (line.starts_with("make") && line.ends_with("not remade because of errors."))
}
