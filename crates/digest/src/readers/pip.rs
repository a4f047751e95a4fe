//! pip and uv: the installed packages, versions that were not found, builds that failed.

use super::Reader;
use crate::part::{Part, indent, is_blank};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "pip",
    commands: &["pip", "pip3", "uv", "poetry", "pipx", "pip-compile"],
    signs: &[
        "^Successfully installed ",
        "^Would install ",
        "^ERROR: No matching distribution",
        "^ERROR: ResolutionImpossible",
        "^ERROR: Could not ",
        "^× No solution found",
        "^error: subprocess-exited-with-error",
        "^Requirement already satisfied: ",
    ],
    read,
};

const CHATTER: &[&str] = &[
    "Collecting ",
    "Downloading ",
    "Using cached ",
    "Requirement already satisfied: ",
    "Installing collected packages: ",
    "Preparing metadata",
    "Building wheel",
    "Building wheels ",
    "Created wheel ",
    "Stored in directory",
    "Installing build dependencies",
    "Getting requirements to build",
    "Attempting uninstall",
    "Found existing installation",
    "Uninstalling ",
    "Successfully uninstalled",
    "Processing ",
    "Looking in indexes",
    "Looking in links",
    "Obtaining ",
    "[notice]",
    "INFO: pip is looking at",
    "INFO: This is taking longer",
    "Running setup.py clean",
    "Failed to build ",
    "Building wheels for collected",
    "[end of output]",
    "note: This error originates",
    "note: This is an issue with the package",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    // `uv tree` and `pip list` are data, whatever line stands above them.
    let data = part.lines().take(40).any(|(_, line)| line.starts_with("├── ") || line.starts_with("└── "));
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let text = line.trim_start();
        let mut next = at + 1;
        if text.starts_with("Successfully installed ") || text.starts_with("Would install ") {
            reading.total(at);
            asked_for(part, at, text, &mut reading);
        } else if text.starts_with("error: subprocess-exited-with-error") {
            next = failed_build(part, at, &mut reading);
        } else if text.starts_with("× ") {
            next = explained(part, at, &mut reading);
        } else if let Some(said) = text.strip_prefix("ERROR: ") {
            next = complaint(part, at, said, &mut reading);
        } else if text.trim_end() == "The conflict is caused by:" {
            next = conflict(part, at, &mut reading);
        } else if let Some(said) = line.strip_prefix("WARNING: ") {
            if said.starts_with("Running pip as the 'root' user") || said.starts_with("You are using pip version") {
                reading.cover(at..at + 1);
            } else {
                reading.warning(at, said);
            }
        } else if part.named && !data && is_uv_total(line) {
            reading.total(at);
        } else if part.named && is_uv_change(line) {
            reading.info(at, text).rule("changed");
        } else if CHATTER.iter().any(|start| text.starts_with(start)) || is_bar(text) {
            reading.cover(at..at + 1);
        }
        at = next;
    }
    // `Collecting x` alone is not enough to claim the output.
    if reading.is_empty() { Reading::default() } else { reading }
}

fn is_bar(text: &str) -> bool {
    text.starts_with('━') || text.starts_with("|████")
}

/// The packages that the command named, of a long list of installed ones.
fn asked_for(part: &Part, at: usize, line: &str, reading: &mut Reading) {
    if line.len() <= 240 {
        return;
    }
    let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '.'], "-");
    let wanted: Vec<String> = ctx_shell::lines::programs(&part.call.argv)
        .iter()
        .flatten()
        .filter(|word| !word.starts_with('-'))
        .map(|word| plain(word.split(['=', '<', '>', '~', '!', '[', ';', '@']).next().unwrap_or(word)))
        .collect();
    let found: Vec<&str> = line
        .split(' ')
        .skip(2)
        .filter(|item| item.rsplit_once('-').is_some_and(|(name, _)| wanted.contains(&plain(name))))
        .collect();
    if !found.is_empty() {
        reading.note(at, found.join(" "));
    }
}

/// `ERROR: …` and the lines that continue it.
fn complaint(part: &Part, at: usize, said: &str, reading: &mut Reading) -> usize {
    let block = reading.error(at, said);
    if let Some(place) = place::find(part.line(at)) {
        block.at(place.name(part.line(at)));
    }
    let mut next = at + 1;
    while next < at + 6 && part.line(next).starts_with("  ") && !is_blank(part.line(next)) {
        block.detail(next);
        next += 1;
    }
    next
}

fn conflict(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part.until_dedent(at, 20);
    match reading.blocks.last_mut() {
        Some(block) => {
            for line in at..=end {
                if line < at + 8 {
                    block.detail(line)
                } else {
                    block.to(line)
                };
            }
        }
        None => {
            reading.error(at, part.line(at)).to(end);
        }
    }
    end + 1
}

/// `× x did not run successfully.` with the output of the build, in which errors and the last lines matter.
fn failed_build(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let said = part.find(at + 1, 4, |line| line.trim_start().starts_with("× ")).unwrap_or(at);
    let end = part.find(said + 1, 20_000, |line| line.trim_start() == "[end of output]").unwrap_or(said + 1);
    let block = reading.error(said, part.line(said).trim_start_matches([' ', '×']));
    let lines: Vec<usize> = (said + 1..end).filter(|&at| !is_blank(part.line(at))).collect();
    let severe = |at: &&usize| {
        let line = part.line(**at);
        let lower = line.to_ascii_lowercase();
        lower.contains("error: ")
            || lower.contains("error c")
            || lower.contains("not found")
            || lower.contains("fatal ")
    };
    for &line in lines.iter().filter(severe).take(3) {
        if let Some(place) = place::find(part.line(line)).filter(|_| block.location.is_none()) {
            block.at(place.name(part.line(line)));
        }
        block.place(line);
    }
    for &line in lines.iter().rev().take(2) {
        block.frame(line);
    }
    block.to(end);
    block.first = at;
    end + 1
}

/// uv draws its reasons: `× No solution found …` and `╰─▶ Because …`.
fn explained(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let own = indent(part.line(at));
    let block = reading.error(at, part.line(at).trim_start_matches([' ', '×']));
    let mut next = at + 1;
    while next < at + 40 && next < part.len() {
        let line = part.line(next);
        if is_blank(line) || indent(line) < own.min(2) || line.trim_start().starts_with("hint: ") {
            break;
        }
        if next < at + 8 {
            block.detail(next)
        } else {
            block.to(next)
        };
        next += 1;
    }
    next
}

fn is_uv_total(line: &str) -> bool {
    ["Resolved ", "Installed ", "Uninstalled ", "Prepared ", "Audited ", "Checked ", "Built ", "All installed packages"]
        .iter()
        .any(|start| line.starts_with(start))
        && line.contains(" package")
}

/// ` + httpx==0.28.1`
fn is_uv_change(line: &str) -> bool {
    (line.starts_with(" + ") || line.starts_with(" - ") || line.starts_with(" ~ ")) && line.contains("==")
}
