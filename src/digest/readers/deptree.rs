//! Trees of dependencies (`cargo tree`, `npm ls`, `pnpm list`): the root, what it asks for itself, what is broken.

use super::Reader;
use crate::digest::part::{Part, is_blank};
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "dependencies",
    commands: &["cargo tree", "npm ls", "npm list", "pnpm ls", "pnpm list", "yarn list", "npm explain"],
    signs: &["UNMET DEPENDENCY", "UNMET PEER DEPENDENCY"],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut drawn = false;
    for (at, line) in part.lines() {
        let trimmed = line.trim_start_matches(['│', '├', '└', '─', '┬', ' ']);
        let in_tree = trimmed.len() < line.len() && line.starts_with(['│', '├', '└', ' ']);
        drawn |= in_tree;
        if in_tree
            && (trimmed.starts_with("UNMET ")
                || trimmed.contains(" invalid: ")
                || trimmed.ends_with(" invalid")
                || trimmed.ends_with(" extraneous"))
        {
            reading.error(at, trimmed);
        } else if line.starts_with(['├', '└']) {
            reading.info(at, trimmed);
        } else if in_tree {
            reading.cover(at..at + 1);
        } else if part.named && !is_blank(line) && (part.line(at + 1).starts_with(['├', '└']) || line.starts_with('['))
        {
            reading.info(at, line.trim());
        }
    }
    if drawn { reading } else { Reading::default() }
}
