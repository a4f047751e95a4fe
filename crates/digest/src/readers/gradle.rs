//! Gradle: failed tasks and tests, with their reasons and places; and JUnit's own console runners.

use super::Reader;
use super::java;
use crate::part::{Part, indent, is_blank};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "gradle",
    commands: &["gradle", "gradlew"],
    signs: &["^* What went wrong:", "^> Task :", "^BUILD SUCCESSFUL in", "^BUILD FAILED in"],
    read,
};

pub const JUNIT: Reader = Reader {
    name: "junit",
    // The console runners are plain Java programs: ahead of the reader of stack traces.
    commands: &["java"],
    signs: &["^JUnit version ", "^Failures (", " tests found ", "^There was 1 failure:", "^There were "],
    read: junit,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        at = if line.starts_with("BUILD FAILED") || line.starts_with("BUILD SUCCESSFUL") || is_completed(line) {
            reading.total(at);
            at + 1
        } else if line.starts_with("* What went wrong:") {
            wrong(part, at, &mut reading)
        } else if line.starts_with("* Try:") || line.starts_with("* Get more help") {
            let end = part.until_blank(at, 12);
            reading.cover(at..end + 1);
            end + 1
        } else if line.ends_with(" FAILED") && line.contains(" > ") && !line.starts_with("> ") {
            test(part, at, &mut reading)
        } else {
            let noise = line.starts_with("> Task :")
                || line.starts_with(':') && line.ends_with(" FAILED")
                || line.starts_with("FAILURE: Build failed")
                || line.contains(" actionable task")
                || line.contains(" PASSED") && line.contains(" > ")
                || line.starts_with("Starting a Gradle Daemon");
            if noise {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn is_completed(line: &str) -> bool {
    line.contains(" tests completed") || line.contains(" test completed")
}

fn wrong(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part.until_blank(at + 1, 40);
    let first = part.line(at + 1);
    // Compilers and tests have already given the reason; where none did, the generic reader looks again. The list of
    // searched locations is long.
    let told = (at + 2..=end).any(|below| {
        let line = part.line(below);
        line.contains("> There were failing tests")
            || line.contains("> Compilation failed")
            || line.contains("> Compilation error")
    });
    let block = match told {
        true => reading.info(at + 1, first.trim()),
        false => reading.error(at + 1, first.trim()),
    };
    for (told, below) in (at + 2..=end).enumerate() {
        if told < 3 {
            block.detail(below)
        } else {
            block.context(below)
        };
    }
    if at >= 3 && part.line(at - 3).starts_with("* Where:") {
        block.place(at - 2);
        let line = part.line(at - 2);
        if let Some((path, number)) = line.split_once("' line: ") {
            block.at(format!("{}:{number}", path.rsplit('\'').next().unwrap_or(path)));
        }
    }
    end + 1
}

/// `CartTest > totals() FAILED`, the exception and its place indented below.
fn test(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let line = part.line(at);
    let block = reading.error(at, line.trim_end_matches(" FAILED").trim());
    let mut end = at;
    let mut told = 0;
    for below in at + 1..at + 60 {
        let line = part.line(below);
        if is_blank(line) || indent(line) == 0 {
            break;
        }
        end = below;
        let is_frame = line.trim_start().starts_with("at ");
        let own = is_frame && !java::frame(line).is_some_and(java::is_library);
        if own && block.location.is_none() {
            block.place(below);
            block.location = place::find(line).map(|place| place.name(line));
        } else if !is_frame && told < 4 {
            told += 1;
            block.detail(below);
        }
    }
    block.to(end);
    end + 1
}

fn junit(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    let mut listed = false;
    // The tree already has each failure's message.
    let has_tree = part.lines().any(|(_, line)| line.contains(" ✘ ") || line.contains(" [X] "));
    while at < part.len() {
        let line = part.line(at);
        at = if line.starts_with("JUnit version ") {
            // Dots, and the output of the tests themselves.
            let end = part.find(at, 100_000, |line| {
                line.starts_with("There w") || line.starts_with("OK (") || line.starts_with("Time: ")
            });
            reading.cover(at..end.unwrap_or(at + 1));
            end.unwrap_or(at + 1)
        } else if line.starts_with("Failures (") && line.ends_with("):")
            || line.starts_with("There was 1 failure")
            || line.starts_with("There were ") && line.ends_with(" failures:")
        {
            listed = true;
            reading.cover(at..at + 1);
            at + 1
        } else if listed && numbered(line) && java::exception(part.line(at + 1)).is_some() {
            failure(part, at, at + 1, true, &mut reading)
        } else if listed && line.starts_with("  ") && part.line(at + 1).trim_start().starts_with("MethodSource [") {
            let said = part.find(at + 1, 4, |line| line.trim_start().starts_with("=> ")).unwrap_or(at + 1);
            failure(part, at, said, !has_tree, &mut reading)
        } else if line.contains(" ✘ ") || line.contains(" [X] ") {
            reading.error(at, line.trim_start_matches(|c: char| !c.is_alphanumeric()));
            at + 1
        } else if is_total(line) {
            reading.total(at);
            listed = false;
            at + 1
        } else {
            if line.starts_with("FAILURES!!!")
                || line.starts_with("There w")
                || line.contains(" ✔")
                || line.contains(" [OK]")
                || line.starts_with("[   ")
            {
                reading.cover(at..at + 1);
            }
            at + 1
        };
    }
    reading
}

fn numbered(line: &str) -> bool {
    crate::part::leading_number(line).is_some_and(|(_, rest)| rest.starts_with(") "))
}

fn is_total(line: &str) -> bool {
    line.starts_with("Tests run: ")
        || line.starts_with("OK (") && line.contains(" test")
        || line.starts_with("[ ")
            && (line.contains(" tests failed ") && !line.contains("  0 ") || line.contains(" tests successful "))
}

/// A failed test with the exception at `said` and its stack below.
fn failure(part: &Part, at: usize, said: usize, tell: bool, reading: &mut Reading) -> usize {
    let name = part.line(at).trim();
    let name = name.split_once(") ").map_or(name, |(_, name)| name);
    let block = if tell { reading.error(at, name) } else { reading.info(at, name) };
    if tell {
        block.detail(said);
    } else {
        block.frame(said);
    }
    let mut end = said;
    for below in said + 1..said + 80 {
        let line = part.line(below);
        let bare = line.trim_start();
        let is_frame = java::frame(line).is_some()
            || bare.contains(".java:")
            || bare.contains(".kt:")
            || bare == "[...]"
            || bare.starts_with("...");
        if is_blank(line)
            || (!is_frame && !bare.starts_with("Caused by: ") && numbered(line))
            || line.starts_with("  JUnit")
        {
            break;
        }
        end = below;
        if is_frame {
            if block.location.is_none()
                && !java::is_library(bare.trim_start_matches("at "))
                && place::find(line).is_some()
            {
                block.place(below);
                block.location = place::find(line).map(|place| place.name(line));
            }
        } else if tell && below < said + 5 || bare.starts_with("Caused by: ") {
            block.detail(below);
        }
    }
    block.to(end);
    end + 1
}
