//! SQL clients: errors with the line they point at, and query plans.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::place;
use crate::reading::{Rank, Reading};

pub const READER: Reader = Reader {
    name: "sql",
    commands: &["psql", "mysql", "mariadb", "sqlite3", "pg_restore", "pg_dump"],
    signs: &["^QUERY PLAN", "^ERROR:  ", "^psql: error: ", ": ERROR:  ", "^ERROR 1", "^FATAL:  "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let mut next = at + 1;
        if line.trim() == "QUERY PLAN" {
            next = plan(part, at, &mut reading);
        } else if let Some(said) = error(part, at) {
            let block = reading.error(at, said);
            let script = line.strip_prefix("psql:").unwrap_or(line);
            block.location = place::find(script).filter(|place| place.range.start == 0).map(|place| place.name(script));
            while is_explanation(part.line(next)) {
                if next < at + 5 {
                    block.detail(next)
                } else {
                    block.to(next)
                };
                next += 1;
            }
            // The statement that failed, and the object it belongs to.
            if part.line(next).starts_with("Command was: ") {
                block.mark(next, Rank::Context);
            }
        } else if line.starts_with("psql:") && line.contains(": WARNING:  ") {
            reading.warning(at, line);
        }
        at = next;
    }
    reading
}

fn error<'a>(part: &'a Part, at: usize) -> Option<&'a str> {
    let line = part.line(at);
    // Other tools write `ERROR:  ` as well.
    let explained = part.named || is_explanation(part.line(at + 1));
    let server_log = line.starts_with(|c: char| c.is_ascii_digit());
    if let Some((before, said)) = line.split_once("ERROR:  ").or(line.split_once("FATAL:  ")).filter(|_| !server_log) {
        return ((before.is_empty() && explained) || before.starts_with("psql:") || before.ends_with(": "))
            .then_some(said);
    }
    let coded = line
        .strip_prefix("ERROR ")
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains("): "));
    let named =
        ["psql: error: ", "pg_restore: error: ", "pg_dump: error: "].iter().find_map(|start| line.strip_prefix(start));
    let sqlite = ["Error: ", "Parse error", "Runtime error", "Error in "].iter().any(|start| line.starts_with(start))
        && part.named;
    coded.or(named).or(sqlite.then_some(line))
}

fn is_explanation(line: &str) -> bool {
    ["LINE ", "DETAIL:  ", "HINT:  ", "CONTEXT:  ", "QUERY:  "].iter().any(|start| line.starts_with(start))
        || (line.starts_with(' ') && line.contains('^'))
        || line.starts_with("\tIs the server running")
}

/// The nodes of a plan and its times, without buffers and the costs of filters.
fn plan(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 5000, |line| is_blank(line) || (line.starts_with('(') && line.contains(" row")))
        .unwrap_or(part.len());
    let mut first = true;
    for below in at + 1..end {
        let line = part.line(below);
        let text = line.trim_start();
        let node = text.starts_with("->") || (first && line.contains("(cost="));
        if text.starts_with("Planning Time: ") || text.starts_with("Execution Time: ") {
            reading.total(below);
        } else if node {
            first = false;
            reading.info(below, text);
        }
    }
    reading.cover(at..(end + 1).min(part.len()));
    end + 1
}
