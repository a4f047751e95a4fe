//! Trees of dependencies (`cargo tree`, `npm ls`, `pnpm list`): the root, what it asks for itself, what is broken.

use super::Reader;
use crate::digest::part::Part;
use crate::digest::reading::Reading;

pub const READER: Reader = Reader {
    name: "dependencies",
    commands: &["cargo tree", "npm ls", "npm list", "pnpm ls", "pnpm list", "yarn list", "npm explain"],
    signs: &["^├─┬ ", "^├── ", "^└── ", "^└─┬ "],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let (mut drawn, mut packages) = (0, 0);
    for (at, line) in part.lines() {
        let name = line.trim_start_matches(['│', '├', '└', '─', '┬', ' ']);
        if name.is_empty() {
            continue;
        }
        if name.len() < line.len() && line.starts_with(['│', '├', '└', ' ']) {
            drawn += 1;
            packages += usize::from(is_package(name));
            let broken = (name.starts_with("UNMET ") && !name.contains("OPTIONAL")) || is_flagged(name);
            if broken {
                reading.error(at, name);
            } else if line.starts_with(['├', '└']) {
                reading.info(at, name);
            } else {
                reading.cover(at..at + 1);
            }
        } else if part.line(at + 1).starts_with(['├', '└'])
            || (line.starts_with('[') && line.ends_with("dependencies]"))
        {
            reading.info(at, line.trim());
        }
    }
    // A listing of files is drawn the same way.
    if drawn > 0 && packages * 10 >= drawn * 8 { reading } else { Reading::default() }
}

/// `name@1.2.3` or `name v1.2.3`.
fn is_package(name: &str) -> bool {
    let versioned = |mark: &str| {
        name.split(mark).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || "^~*<>=".contains(c)))
    };
    versioned("@") || versioned(" v") || name.starts_with('[')
}

fn is_flagged(name: &str) -> bool {
    name.contains(" invalid: ") || name.ends_with(" invalid") || name.ends_with(" extraneous")
}
