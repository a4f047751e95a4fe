//! Tools that watch a native program: valgrind, the sanitizers, gdb.

use super::Reader;
use super::foreign::is_foreign;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::Reading;

pub const VALGRIND: Reader = Reader {
    name: "valgrind",
    commands: &["valgrind"],
    signs: &["== Memcheck,", "== ERROR SUMMARY:", "== HEAP SUMMARY:", "== Helgrind,", "== DRD,"],
    read: valgrind,
};

pub const SANITIZER: Reader =
    Reader { name: "sanitizer", commands: &[], signs: &["Sanitizer: ", "Sanitizer:DEADLYSIGNAL"], read: sanitizer };

pub const GDB: Reader = Reader {
    name: "gdb",
    commands: &["gdb", "lldb"],
    signs: &["^Program received signal ", "^Program terminated with signal "],
    read: gdb,
};

/// The text after `==1234== `.
fn watched(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("==").or_else(|| line.strip_prefix("--"))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rest = rest.get(digits..)?;
    let rest = rest.strip_prefix("==").or_else(|| rest.strip_prefix("--"))?;
    (digits > 0).then(|| rest.strip_prefix(' ').unwrap_or(rest))
}

fn is_frame(text: &str) -> bool {
    text.starts_with("   at 0x") || text.starts_with("   by 0x")
}

/// A frame with a source line: `(leak.c:7)`, not `(in /usr/lib/libc.so)`.
fn is_own(text: &str) -> bool {
    place::find(text).is_some() && !is_foreign(text) && !text.contains("(in ")
}

fn valgrind(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let Some(text) = watched(part.line(at)) else {
            at += 1;
            continue;
        };
        let lost = text.trim_start().starts_with("definitely lost:") && !text.contains(": 0 bytes");
        // Helgrind says more before the first frame: the locks that are held, the order that it saw.
        let raced = text.contains(" lock order ") || text.starts_with("Possible data race ");
        let complains =
            !text.starts_with(' ') && !is_blank(text) && (raced || watched(part.line(at + 1)).is_some_and(is_frame));
        if lost || text.starts_with("ERROR SUMMARY:") || text.contains("All heap blocks were freed") {
            reading.total(at);
        } else if complains || text.starts_with("Process terminating with") {
            at = complaint(part, at, text, &mut reading);
            continue;
        }
        reading.cover(at..at + 1);
        at += 1;
    }
    reading
}

fn complaint(part: &Part, at: usize, text: &str, reading: &mut Reading) -> usize {
    let message: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let block = match text.contains("still reachable in loss record") {
        true => reading.info(at, text),
        false => reading.error(at, text),
    };
    block.rule(message);
    let mut below = at + 1;
    let mut found = 0;
    let mut seeking = true;
    while let Some(text) = watched(part.line(below)).filter(|text| !is_blank(text) || found == 0 && below < at + 3) {
        if is_blank(text) {
            below += 1;
            continue;
        }
        if is_frame(text) {
            if seeking && is_own(text) {
                seeking = false;
                found += 1;
                match found {
                    1 => block.place(below),
                    _ => block.detail(below),
                };
                if block.location.is_none() {
                    block.location = place::find(text).map(|place| place.name(text));
                }
            }
        } else {
            // Where the memory came from, or where it was freed.
            block.detail(below);
            seeking = true;
        }
        below += 1;
    }
    block.to(below - 1);
    below
}

fn sanitizer(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let begins = (line.contains("ERROR: ") || line.contains("WARNING: ")) && line.contains("Sanitizer: ");
        if !begins {
            if line.starts_with("SUMMARY: ") && line.contains("Sanitizer: ") {
                reading.total(at);
            } else if line.starts_with("==") && line.ends_with("==ABORTING") {
                reading.cover(at..at + 1);
            }
            at += 1;
            continue;
        }
        let end = part.find(at + 1, 4000, |line| line.starts_with("SUMMARY: ")).unwrap_or(at + 1);
        report(part, at, end, &mut reading);
        if end > at + 1 {
            reading.total(end);
        }
        // The shadow bytes and their legend.
        if part.line(end + 1).starts_with("Shadow bytes") {
            let mut last = end + 1;
            while last < end + 60
                && (part.line(last + 1).starts_with([' ', '=']) || part.line(last + 1).starts_with("Shadow byte"))
            {
                last += 1;
            }
            reading.cover(end + 1..last + 1);
        }
        at = end + 1;
    }
    reading
}

fn report(part: &Part, at: usize, end: usize, reading: &mut Reading) {
    let line = part.line(at);
    let message = line.split_once("Sanitizer: ").map_or(line, |(_, message)| message);
    let block = reading.error(at, message.split(" on address ").next().unwrap_or(message));
    let mut seeking = true;
    let mut sections = 0;
    for below in at + 1..end {
        let line = part.line(below);
        let bare = line.trim_start();
        if bare.starts_with('#') {
            if seeking && place::find(line).is_some() && !is_foreign(line) {
                seeking = false;
                if block.location.is_none() {
                    block.place(below);
                    block.location = place::find(line).map(|place| place.name(line));
                } else {
                    block.detail(below);
                }
            }
        } else if !is_blank(line) && !bare.starts_with("====") {
            sections += 1;
            seeking = true;
            if sections <= 6 {
                block.detail(below)
            } else {
                block.context(below)
            };
        }
    }
    block.to(end - 1);
}

fn gdb(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut stop: Option<usize> = None;
    for (at, line) in part.lines() {
        if line.starts_with("Program received signal ") || line.starts_with("Program terminated with signal ") {
            stop = Some(at);
            reading.error(at, line);
        } else if line.starts_with("[Inferior ") && line.contains(" exited ") {
            reading.total(at);
        } else if line.starts_with('#') && line.as_bytes().get(1).is_some_and(u8::is_ascii_digit) && stop.is_some() {
            let Some(block) = reading.blocks.last_mut() else { continue };
            let own = line.contains(" at ") && !is_foreign(line) && place::find(line).is_some();
            if own && block.location.is_none() {
                block.place(at);
                block.location = place::find(line).map(|place| place.name(line));
            } else if own && block.marks.len() < 6 {
                block.detail(at);
            } else {
                block.to(at);
            }
        } else if line == "No locals."
            || is_register(line)
            || line.starts_with("[Thread debugging")
            || line.starts_with("[New Thread")
            || line.starts_with("Using host libthread_db")
        {
            reading.cover(at..at + 1);
        }
    }
    reading
}

/// `rax            0x0                 0`
fn is_register(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    !name.is_empty()
        && name.len() < 12
        && !line.starts_with(' ')
        && words.next().is_some_and(|value| value.starts_with("0x"))
}
