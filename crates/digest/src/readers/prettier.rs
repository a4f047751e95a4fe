//! Prettier: files that are not formatted, and those it could not read.

use super::Reader;
use crate::Severity;
use crate::part::Part;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "prettier",
    commands: &["prettier"],
    signs: &["[warn] Code style issues", "Prettier code style", "Error occurred when checking code style"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let failed = part.call.status.failed();
    for (at, line) in part.lines() {
        let total = ["All matched files use", "Code style issues", "Error occurred when checking"];
        let text = line.strip_prefix("[warn] ").unwrap_or(line);
        if total.iter().any(|start| text.starts_with(start)) {
            reading.total(at);
        } else if let Some(text) = line.strip_prefix("[error] ") {
            let framed = text.starts_with([' ', '>']);
            match reading.blocks.last_mut().filter(|block| framed && block.severity == Severity::Error) {
                Some(block) if text.starts_with('>') => {
                    block.frame(at);
                }
                Some(block) => {
                    block.to(at);
                }
                None => {
                    let block = reading.error(at, text);
                    let number = text.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')'));
                    if let (Some((path, _)), Some(number)) = (text.split_once(": "), number) {
                        block.at(format!("{path}:{number}"));
                    }
                }
            }
        } else if line.starts_with("[warn] ") {
            let severity = if failed { Severity::Error } else { Severity::Warning };
            reading.finding(severity, at, "not formatted").at(text).rule("not formatted");
        } else if line == "Checking formatting..." {
            reading.cover(at..at + 1);
        }
    }
    reading
}
