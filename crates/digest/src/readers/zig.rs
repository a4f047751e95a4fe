//! `zig test`: the verdict, the values before it, and the frame that is the project's own.

use super::Reader;
use super::foreign::is_foreign;
use crate::part::{Part, leading_number};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "zig test",
    commands: &["zig test", "zig build"],
    signs: &["^FAIL (Test", "...FAIL (", "... FAIL ("],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut open: Option<usize> = None;
    for (at, line) in part.lines() {
        let begins = leading_number(line).is_some_and(|(_, rest)| rest.starts_with('/')) && line.contains("test");
        if begins {
            open = Some(at);
            if line.ends_with("OK") || line.ends_with("SKIP") {
                reading.cover(at..at + 1);
            }
        }
        let failed = line.starts_with("FAIL (") || begins && (line.contains("FAIL (") || line.contains(" panic: "));
        if let Some(from) = open.filter(|_| failed) {
            open = None;
            let name =
                part.line(from).split_once(' ').map_or("", |(_, name)| name).split("...").next().unwrap_or_default();
            let block = reading.error(from, name);
            block.detail(at);
            let own =
                (at + 1..at + 40).take_while(|&below| leading_number(part.line(below)).is_none()).find(|&below| {
                    place::find(part.line(below)).is_some()
                        && part.line(below).contains(": 0x")
                        && !is_foreign(part.line(below))
                });
            if let Some(own) = own {
                block.place(own);
                block.location = place::find(part.line(own)).map(|place| place.name(part.line(own)));
                block.frame(own + 1);
            }
        } else if line.contains(" passed; ") && line.contains(" failed") {
            reading.total(at);
        }
    }
    reading
}
