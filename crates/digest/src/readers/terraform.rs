//! Terraform and OpenTofu: planned actions, the `Plan:` line, errors with or without their box.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "terraform",
    commands: &["terraform", "tofu", "terragrunt"],
    signs: &[
        "Terraform will perform the following actions",
        "OpenTofu will perform the following actions",
        "^Plan: ",
        "Apply complete! Resources:",
        "Terraform has been successfully initialized",
        "│ Error: ",
        "╷",
    ],
    read,
};

const OUTCOMES: &[&str] = &[
    "Plan: ",
    "Apply complete! ",
    "Destroy complete! ",
    "No changes. ",
    "Success! The configuration is valid",
    "Terraform has been successfully initialized!",
    "OpenTofu has been successfully initialized!",
    "Apply cancelled",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let own = part.named || part.lines().any(|(_, line)| line.starts_with("Terraform ") || line.starts_with("│ "));
    let mut at = 0;
    while at < part.len() && own {
        let line = unboxed(part.line(at));
        let mut next = at + 1;
        if let Some(said) = line.strip_prefix("Error: ") {
            next = report(part, at, said, true, &mut reading);
        } else if let Some(said) = line.strip_prefix("Warning: ") {
            next = report(part, at, said, false, &mut reading);
        } else if OUTCOMES.iter().any(|outcome| line.starts_with(outcome)) {
            reading.total(at);
        } else if line.starts_with("  # ") && is_action(line) {
            let action = line.split_once(" will be ").or(line.split_once(" must be ")).map_or("", |(_, action)| action);
            let takes_away = action.contains("destroyed") || action.contains("replaced");
            let block = if takes_away { reading.warning(at, line.trim()) } else { reading.info(at, line.trim()) };
            let name = line.trim_start_matches([' ', '#']).split(' ').next().unwrap_or_default();
            block.rule(action).at(name);
            next = resource_end(part, at);
            reading.cover(at..next);
        } else if is_progress(line) || line.starts_with("Note: You didn't use the -out option") {
            reading.cover(at..at + 1);
        }
        at = next;
    }
    reading
}

/// The line without the bar of an error's box.
fn unboxed(line: &str) -> &str {
    match line.strip_prefix('│') {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None => line,
    }
}

fn is_action(line: &str) -> bool {
    line.contains(" will be ") || line.contains(" must be replaced") || line.contains(" is tainted")
}

/// The braces of the resource below its heading.
fn resource_end(part: &Part, at: usize) -> usize {
    let opens = part.find(at + 1, 4, |line| line.trim_end().ends_with('{'));
    let Some(opens) = opens else { return at + 1 };
    part.find(opens + 1, 5000, |line| line == "    }").map_or(opens + 1, |end| end + 1)
}

fn is_progress(line: &str) -> bool {
    [
        ": Creating...",
        ": Still creating...",
        ": Creation complete after ",
        ": Refreshing state...",
        ": Reading...",
        ": Read complete after ",
        ": Destroying...",
        ": Still destroying...",
        ": Destruction complete",
        ": Modifying...",
        ": Modifications complete",
        "- Installing ",
        "- Installed ",
        "- Reusing previous ",
        "- Finding ",
        "- Using previously",
    ]
    .iter()
    .any(|words| line.contains(words))
}

/// `Error: …`, then `with`, `on main.tf line 2`, the code, and the explanation.
fn report(part: &Part, at: usize, said: &str, severe: bool, reading: &mut Reading) -> usize {
    let ends = |line: &str| {
        let line_in = unboxed(line);
        line.starts_with('╵')
            || line.starts_with('╷')
            || line_in.starts_with("Error: ")
            || line_in.starts_with("Warning: ")
            || OUTCOMES.iter().any(|outcome| line_in.starts_with(outcome))
    };
    let end = part.find(at + 1, 60, ends).unwrap_or(part.len().min(at + 60));
    let block = if severe { reading.error(at, said) } else { reading.warning(at, said) };
    let mut told = 0;
    let mut seen_place = false;
    for below in at + 1..end {
        let line = unboxed(part.line(below));
        let text = line.trim_start();
        if is_blank(line) {
            continue;
        }
        if let Some(place) = text.strip_prefix("on ").filter(|_| line.starts_with("  ") && line.contains(" line ")) {
            let (path, rest) = place.split_once(" line ").unwrap_or((place, ""));
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            block.at(format!("{path}:{number}")).place(below);
            seen_place = true;
        } else if line.starts_with("  with ") {
            block.place(below);
            seen_place = true;
        } else if seen_place && line.starts_with(' ') && text.starts_with(|c: char| c.is_ascii_digit()) {
            block.frame(below);
        } else if told < 4 {
            told += 1;
            block.detail(below);
        }
    }
    block.to(end.saturating_sub(1).max(at));
    end
}
