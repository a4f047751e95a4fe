//! curl: its error line; with `-v` the request, the response's status and the errors on the way.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader =
    Reader { name: "curl", commands: &["curl"], signs: &["^curl: (", "^* Connected to ", "^< HTTP/"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut spoke = false;
    let mut body = Vec::new();
    for (at, line) in part.lines() {
        if line.starts_with("curl: (") {
            reading.error(at, line);
        } else if line.starts_with("curl: ") {
            reading.error(at, line.trim_start_matches("curl: "));
        } else if let Some(status) = line.strip_prefix("< HTTP/") {
            spoke = true;
            match status.split(' ').nth(1).and_then(|code| code.chars().next()) {
                Some('4' | '5') => drop(reading.error(at, line.trim_start_matches("< "))),
                _ => reading.total(at),
            }
        } else if is_request(line) {
            spoke = true;
            reading.info(at, line);
        } else if let Some(header) = line.strip_prefix("< ") {
            let lower = header.to_ascii_lowercase();
            let telling = ["location:", "retry-after:", "www-authenticate:", "x-request-id:", "content-type:"];
            if telling.iter().any(|name| lower.starts_with(name)) {
                reading.info(at, header);
            } else {
                reading.cover(at..at + 1);
            }
        } else if let Some(told) = line.strip_prefix("* ") {
            let lower = told.to_ascii_lowercase();
            let bad =
                ["failed", "error", "could not", "couldn't", "refused", "problem", "timed out", "expired", "unable"];
            if bad.iter().any(|word| lower.contains(word)) && !lower.contains("errors: 0") {
                reading.warning(at, told);
            } else {
                reading.cover(at..at + 1);
            }
        } else if is_machinery(line) {
            reading.cover(at..at + 1);
        } else if !is_blank(line) {
            body.push(at);
        }
    }
    if spoke {
        for &at in body.iter().take(4) {
            reading.info(at, part.line(at).trim());
        }
    }
    reading
}

fn is_request(line: &str) -> bool {
    line.starts_with("> ") && line.contains(" HTTP/")
}

/// Headers sent, byte counts, the progress table.
fn is_machinery(line: &str) -> bool {
    let text = line.trim();
    line.starts_with("> ")
        || matches!(text, ">" | "<" | "*")
        || (text.starts_with(['{', '}']) && text.ends_with(" bytes data]"))
        || text.starts_with("% Total ")
        || text.starts_with("Dload ")
        || text.contains("--:--:--")
}
