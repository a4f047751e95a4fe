//! TAP: prove, Test::More, bats, and whatever else writes `not ok 3 - name`.

use std::collections::HashSet;

use super::Reader;
use crate::Status;
use crate::part::Part;
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "tap",
    commands: &["prove", "bats", "pg_prove"],
    signs: &["^not ok ", "^Result: FAIL", "^Result: PASS", "^#   Failed test", " tests, ", "^All tests successful."],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    // Test::More reports the failure on stderr, before or after the `not ok` line of the same name.
    let told: HashSet<&str> = part
        .lines()
        .filter_map(|(_, line)| {
            line.trim_start().strip_prefix("#   Failed test '")?.split_once('\'').map(|(name, _)| name)
        })
        .collect();
    let is_tap = part.named
        || part
            .lines()
            .any(|(_, line)| line.starts_with("1..") || line.starts_with("Result: ") || line.starts_with("not ok "));
    if !is_tap {
        return reading;
    }
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let bare = line.trim_start();
        at = if bare.starts_with("#   Failed ") {
            failed(part, at, &mut reading)
        } else if bare.starts_with("not ok ") && !bare.contains("# TODO") && !bare.contains("# todo") {
            not_ok(part, at, &told, &mut reading)
        } else if line.starts_with(" ✗ ") {
            bats(part, at, &mut reading)
        } else if is_total(line) {
            reading.total(at);
            at + 1
        } else if line.starts_with("Test Summary Report") {
            summary(part, at, &mut reading)
        } else if is_death(line) && part.call.status != Status::Exit(0) {
            let block = reading.error(at, line.trim());
            block.location = perl_place(line);
            at + 1
        } else {
            if bare.starts_with('#')
                || bare.starts_with("ok ")
                || line.starts_with("1..")
                || line.starts_with("# Looks like ")
                || line.starts_with("Dubious, test returned")
                || line.starts_with(" ✓ ")
                || line.starts_with("Failed ")
            {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn is_total(line: &str) -> bool {
    line.starts_with("Result: ")
        || line.starts_with("Files=")
        || line.starts_with("All tests successful")
        || crate::part::leading_number(line)
            .is_some_and(|(_, rest)| rest.starts_with(" tests, ") && rest.contains(" failure"))
        || ["# tests ", "# pass ", "# fail "].iter().any(|word| line.starts_with(word))
        || line.starts_with("Failed ") && line.contains(" subtests")
}

/// Perl died: `message at t/x.t line 6.`
fn is_death(line: &str) -> bool {
    let Some((message, rest)) = line.rsplit_once(" line ") else { return false };
    message.contains(" at ")
        && !line.starts_with('#')
        && !line.starts_with(' ')
        && rest.trim_end().ends_with('.')
        && !line.starts_with("Use of uninitialized")
        && rest.trim_end_matches(['.', ' ']).bytes().all(|byte| byte.is_ascii_digit())
}

fn perl_place(line: &str) -> Option<String> {
    let (path, number) = line.rsplit_once(" line ")?;
    let path = path.rsplit_once(" at ").map_or(path, |(_, path)| path);
    Some(format!("{}:{}", path.trim(), number.trim_end_matches(['.', ' '])))
}

/// `#   Failed test 'name'`, then `#   at t/x.t line 5.` and the values.
fn failed(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let name = line.trim_start().trim_start_matches("#   Failed ").trim_start_matches("test ");
    let block = reading.error(at, name.trim_matches('\''));
    block.location = perl_place(line);
    let mut end = at;
    for below in at + 1..at + 14 {
        let line = part.line(below);
        let bare = line.trim_start();
        if !bare.starts_with("# ") || bare.starts_with("# Looks like") || bare.starts_with("#   Failed ") {
            break;
        }
        end = below;
        if block.location.is_none() && bare.contains(" line ") {
            block.place(below);
            block.location = perl_place(bare.trim_start_matches(['#', ' ']).trim_start_matches("at "));
        } else if below < at + 9 {
            block.detail(below);
        }
    }
    end + 1
}

/// `not ok 2 - name`, with a YAML block or `#` lines below; only covered if Test::More reported it already.
fn not_ok(part: &Part, at: usize, told: &HashSet<&str>, reading: &mut Reading) -> usize {
    let line = part.line(at).trim();
    let name = line
        .trim_start_matches("not ok ")
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start_matches([' ', '-']);
    if !name.is_empty() && told.contains(name) {
        reading.cover(at..at + 1);
        return at + 1;
    }
    let block = reading.error(at, name);
    let mut end = at;
    let mut kept = 0;
    // Remaining lines of a value that runs over several.
    let mut open = 0usize;
    let yaml = part.line(at + 1).trim() == "---";
    if line.ends_with('{') {
        // A file with its tests: they hold the messages.
        block.weight = 70;
    }
    for below in at + 1..at + 60 {
        let line = part.line(below);
        let bare = line.trim();
        let ends = bare == "...";
        let told = if yaml { line.starts_with([' ', '#']) } else { bare.starts_with('#') };
        if !told {
            break;
        }
        end = below;
        if ends {
            break;
        }
        let value = bare.split_once(": ").map(|(_, value)| value.trim()).unwrap_or_default();
        let named = ["error:", "expected:", "actual:", "message:", "at:", "location:", "found:", "wanted:", "got:"]
            .iter()
            .any(|key| bare.starts_with(key));
        let begins = matches!(value, "|" | "|-" | ">" | ">-")
            || (value.starts_with('"') && (value.len() == 1 || !value.ends_with('"') || value.ends_with("\\\"")));
        let goes_on = open > 0 && (!named || bare.is_empty());
        let useful = !yaml || (named && !value.is_empty()) || goes_on;
        open = if named && begins { 5 } else { open.saturating_sub(1) };
        if useful && kept < 8 && bare != "---" {
            kept += 1;
            if bare.contains(", line ") || bare.starts_with("location:") || bare.starts_with("at:") {
                block.place(below);
                block.location = bats_place(bare).or_else(|| place::find(bare).map(|place| place.name(bare)));
            } else {
                block.detail(below);
            }
        }
    }
    block.to(end);
    end + 1
}

/// `(in test file test/x.bats, line 10)`
fn bats_place(line: &str) -> Option<String> {
    let (path, number) = line.split_once(", line ")?;
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    Some(format!("{}:{number}", path.rsplit(' ').next()?))
}

fn bats(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let block = reading.error(at, part.line(at).trim_start_matches([' ', '✗']));
    let mut end = at;
    while end < at + 8 && part.line(end + 1).starts_with("   ") {
        end += 1;
        block.detail(end);
        if block.location.is_none() {
            block.location = bats_place(part.line(end));
        }
    }
    end + 1
}

/// prove sums up each file that failed.
fn summary(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end =
        part.find(at + 1, 4000, |line| line.starts_with("Files=") || line.starts_with("Result: ")).unwrap_or(at + 1);
    reading.cover(at..at + 2);
    let mut below = at + 2;
    while below < end {
        let reach = part.until_dedent(below, 20);
        let block = reading.info(below, part.line(below).trim());
        for inside in below + 1..=reach {
            let line = part.line(inside);
            if line.starts_with("  Failed test") || line.starts_with("  Parse errors:") {
                block.place(inside);
            }
        }
        block.to(reach);
        below = reach + 1;
    }
    end
}
