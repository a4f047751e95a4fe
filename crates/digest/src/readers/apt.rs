//! apt and dpkg: the changes they will make, and refusals with their reasons.

use super::Reader;
use crate::part::Part;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "apt",
    commands: &["apt", "apt-get", "aptitude", "dpkg"],
    signs: &["^E: ", "^dpkg: error ", " newly installed, ", "have unmet dependencies:"],
    read,
};

const CHATTER: &[&str] = &[
    "Get:",
    "Hit:",
    "Ign:",
    "Reading ",
    "Building dependency tree",
    "Selecting previously ",
    "Preparing to unpack ",
    "Unpacking ",
    "Setting up ",
    "Processing triggers ",
    "Fetched ",
    "(Reading database",
    "Need to get ",
    "Preconfiguring packages",
    "After this operation",
    "Suggested packages:",
    "Recommended packages:",
    "update-alternatives: ",
    "debconf: delaying",
    "Created symlink ",
    "Scanning ",
    "Extracting templates",
    "Do you want to continue",
    "Regenerating fonts cache",
    "invoke-rc.d: ",
];

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let apt = part.named
        || part.lines().any(|(_, line)| line.starts_with("Reading package lists") || line.starts_with("dpkg: "));
    if !apt {
        return reading;
    }
    let mut unmet = false;
    let mut listing = false;
    for (at, line) in part.lines() {
        let deeper = line.starts_with(' ');
        if line.contains(" newly installed, ") || line.contains(" upgraded, ") && line.contains(" to remove") {
            reading.total(at);
        } else if line.ends_with("have unmet dependencies:") {
            unmet = true;
            reading.cover(at..at + 1);
        } else if unmet && deeper && line.contains(": ") {
            reading.error(at, line.trim());
        } else if let Some(said) = line.strip_prefix("E: ").or(line.strip_prefix("dpkg-deb: error: ")) {
            reading.error(at, said);
        } else if line.starts_with("dpkg: error ") || line.starts_with("dpkg: dependency problems ") {
            let block = reading.error(at, line);
            for below in at + 1..=part.until_dedent(at, 4) {
                block.detail(below);
            }
        } else if let Some(said) = line.strip_prefix("W: ") {
            reading.warning(at, said);
        } else if line.starts_with("The following ") && line.ends_with(':') {
            listing = true;
            let weighty = line.contains("REMOVED") || line.contains("held back") || line.contains("DOWNGRADED");
            if weighty {
                let block = reading.warning(at, line);
                for below in at + 1..=part.until_dedent(at, 40) {
                    if below < at + 4 {
                        block.place(below)
                    } else {
                        block.to(below)
                    };
                }
            } else {
                reading.cover(at..at + 1);
            }
        } else if (deeper && listing) || CHATTER.iter().any(|start| line.starts_with(start)) {
            reading.cover(at..at + 1);
        }
        if !deeper {
            unmet &= line.ends_with("have unmet dependencies:");
            listing &= line.starts_with("The following ") || line.ends_with(" packages:");
        }
    }
    reading
}
