//! PHP: phpunit (plain and testdox) and the interpreter's own errors.

use super::Reader;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::Reading;

pub const PHPUNIT: Reader = Reader {
    name: "phpunit",
    commands: &["phpunit", "pest", "paratest"],
    signs: &["^PHPUnit ", "^There was 1 failure:", "^FAILURES!", "^ERRORS!", "Failed asserting that"],
    read: phpunit,
};

pub const PHP: Reader = Reader {
    name: "php",
    commands: &["php", "artisan"],
    signs: &[
        "^PHP Fatal error:",
        "^Fatal error: ",
        "^PHP Parse error:",
        "^PHP Warning:",
        "^Parse error: ",
        "^Errors parsing ",
    ],
    read: php,
};

pub const COMPOSER: Reader = Reader {
    name: "composer",
    commands: &["composer"],
    signs: &["^Your requirements could not be resolved", "^Loading composer repositories", "^Package operations: "],
    read: composer,
};

fn phpunit(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    let mut listed = false;
    let mut summary = false;
    while at < part.len() {
        let line = part.line(at);
        at = if line.starts_with("PHPUnit ") && line.contains(" by Sebastian Bergmann") {
            // Dots, and the output of the tests themselves.
            let end = part.find(at, 100_000, |line| {
                line.starts_with("Time: ") || line.starts_with(" ✘ ") || line.starts_with(" ✔ ")
            });
            reading.cover(at..end.unwrap_or(at + 1));
            end.unwrap_or(at + 1)
        } else if line.starts_with("There was 1 ") || line.starts_with("There were ") {
            reading.cover(at..at + 1);
            let kind = line.split_whitespace().nth(3).unwrap_or_default();
            listed = kind.starts_with("failure") || kind.starts_with("error");
            at + 1
        } else if let Some((_, name)) = leading_number(line).filter(|(_, rest)| rest.starts_with(") ") && listed) {
            failure(part, at, name.trim_start_matches(") "), &mut reading)
        } else if line.starts_with("Tests: ") && line.contains("Assertions: ")
            || line.starts_with("OK (")
            || line.starts_with("OK, but ")
        {
            reading.total(at);
            at + 1
        } else if line.starts_with("Summary of non-successful tests") {
            summary = true;
            at + 1
        } else if line.starts_with(" ✘ ") {
            dox(part, at, summary, &mut reading)
        } else {
            let noise = line.starts_with(" ✔ ")
                || line == "ERRORS!"
                || line == "FAILURES!"
                || line.starts_with(" ↩ ")
                || line.starts_with("Time: ")
                || line.starts_with("PHPUnit ")
                || line.starts_with("Runtime: ");
            if noise {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn failure(part: &Part, at: usize, name: &str, reading: &mut Reading) -> usize {
    let end = part
        .find(at + 1, 400, |line| {
            leading_number(line).is_some_and(|(_, rest)| rest.starts_with(") "))
                || line.starts_with("--\n")
                || line == "--"
                || line.starts_with("FAILURES!")
                || line.starts_with("ERRORS!")
        })
        .unwrap_or(part.len().min(at + 400));
    let block = reading.error(at, name.trim());
    let mut told = 0;
    for below in at + 1..end {
        let line = part.line(below);
        if is_blank(line) {
            continue;
        }
        let is_frame = place::find(line).is_some_and(|place| {
            line.starts_with(place.path) && line.trim_end().ends_with(|c: char| c.is_ascii_digit())
        });
        if is_frame {
            if !line.contains("/vendor/") && block.location.is_none() {
                block.place(below);
                block.location = place::find(line).map(|place| place.name(line));
            } else if !line.contains("/vendor/") {
                block.frame(below);
            }
        } else if told < 10 && !line.starts_with("@@") && line != "--- Expected" && line != "+++ Actual" {
            told += 1;
            if told <= 6 {
                block.detail(below)
            } else {
                block.context(below)
            };
        }
    }
    block.to(end - 1);
    end
}

/// testdox: the box below a `✘`; the summary repeats them all.
fn dox(part: &Part, at: usize, repeated: bool, reading: &mut Reading) -> usize {
    let mut end = at;
    while part.line(end + 1).starts_with("   ") && !is_blank(part.line(end + 1)) {
        end += 1;
    }
    if repeated {
        reading.cover(at..end + 1);
        return end + 1;
    }
    let block = reading.error(at, part.line(at).trim_start_matches([' ', '✘']));
    let mut told = 0;
    for below in at + 1..=end {
        let line = part.line(below).trim_start();
        if line.starts_with('├') {
            block.detail(below);
        } else if line.starts_with('╵') && block.location.is_none() {
            block.place(below);
            block.location = place::find(line).map(|place| place.name(line));
        } else if line.starts_with('┊') && told < 10 {
            let changed = line.trim_start_matches(['┊', ' ']);
            if changed.starts_with(['-', '+']) && !changed.starts_with("---") && !changed.starts_with("+++") {
                told += 1;
                block.detail(below);
            }
        }
    }
    block.to(end);
    end + 1
}

fn composer(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if line.starts_with("Your requirements could not be resolved") {
            let block = reading.error(at, line.trim());
            let end = part.find(at + 1, 200, |line| !line.starts_with("  ") && !is_blank(line)).unwrap_or(part.len());
            for below in (at + 1..end).filter(|&below| part.line(below).trim_start().starts_with("- ")).take(8) {
                block.detail(below);
            }
            block.to(end - 1);
            at = end;
            continue;
        }
        // Symfony's console frames an exception: the place, then the message, padded.
        let thrown = line.starts_with("In ") && line.contains(".php line ") && line.ends_with(':');
        if thrown {
            let end = part.find(at + 1, 40, |line| !line.starts_with("  ") && !is_blank(line)).unwrap_or(part.len());
            let told: Vec<usize> = (at + 1..end).filter(|&below| !is_blank(part.line(below))).take(6).collect();
            let message = told.first().map_or(line, |&below| part.line(below).trim());
            let block = reading.error(at, message);
            for below in told {
                block.detail(below);
            }
            at = end;
            continue;
        }
        let error = line.starts_with("Could not ")
            || line.ends_with(" is invalid, the following errors/warnings were found:")
            || line.contains("does not contain valid JSON")
            || line.starts_with("Composer could not find");
        let total = [
            "Package operations: ",
            "Nothing to install",
            "Generating optimized autoload",
            "Generating autoload",
            "No security vulnerability",
            "Lock file operations: ",
        ];
        if error && part.named {
            reading.error(at, line.trim());
        } else if line.starts_with("Warning: ") && part.named {
            reading.warning(at, line.trim());
        } else if total.iter().any(|word| line.starts_with(word)) {
            reading.total(at);
        } else if line.starts_with("    - /")
            || line.starts_with("  - Locking ")
            || line.starts_with("  - Installing ")
            || line.starts_with("  - Downloading ")
        {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

fn php(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut seen: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let said = line.strip_prefix("PHP ").unwrap_or(line);
        let (kind, rest) = said.split_once(": ").unwrap_or((said, ""));
        let rest = rest.trim_start();
        let is_error =
            matches!(kind, "Fatal error" | "Parse error" | "Recoverable fatal error" | "Core error" | "Compile error");
        let is_warning =
            matches!(kind, "Warning" | "Notice" | "Deprecated" | "Strict Standards") && line.contains(" on line ");
        if line.starts_with("Errors parsing ") || line.starts_with("No syntax errors detected in ") {
            reading.total(at);
        } else if (is_error || is_warning) && seen.contains(&rest) {
            // Written to the log and to the screen: the same message twice.
            reading.cover(at..at + 1);
        } else if is_error || is_warning {
            seen.push(rest);
            let block = if is_error { reading.error(at, rest) } else { reading.warning(at, rest) };
            block.location = located(line);
            if is_error {
                at = trace(part, at, block);
            }
        }
        at += 1;
    }
    reading
}

/// `in /srv/a.php on line 4`, or `in /srv/a.php:4`.
fn located(line: &str) -> Option<String> {
    if let Some((path, number)) = line.rsplit_once(" on line ") {
        let path = path.rsplit_once(" in ").map(|(_, path)| path)?;
        return Some(format!("{path}:{}", number.trim()));
    }
    place::find(line).map(|place| place.name(line))
}

/// The stack below, with the later exceptions that this one caused (`Next …`).
fn trace(part: &Part, at: usize, block: &mut crate::reading::Block) -> usize {
    let mut end = at;
    let mut frames = 0;
    for below in at + 1..(at + 120).min(part.len()) {
        let line = part.line(below);
        if line.starts_with("Next ") {
            block.detail(below);
            frames = 0;
        } else if line.starts_with('#') {
            if frames < 2 && !line.contains("{main}") && !line.contains("/vendor/") {
                block.frame(below);
            }
            frames += 1;
        } else if line.trim_start().starts_with("thrown in ") {
            end = below;
            break;
        } else if !is_blank(line) && line != "Stack trace:" {
            break;
        }
        end = below;
    }
    block.to(end);
    end
}
