//! ctest and `meson test`: the failed tests of a build, and their output.

use super::Reader;
use crate::part::{Part, is_blank, leading_number};
use crate::place;
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "ctest",
    commands: &["ctest"],
    signs: &["% tests passed", "^The following tests FAILED:", " Test  #", " Test #"],
    read,
};

pub const MESON: Reader = Reader {
    name: "meson test",
    commands: &["meson test"],
    signs: &["^Summary of Failures:", "^Expected Fail: "],
    read: meson,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    // Tests whose own output was shown; the list at the end would only repeat them.
    let mut told: Vec<&str> = Vec::new();
    let mut listed = false;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if line.contains("% tests passed") {
            reading.total(at);
        } else if line.starts_with("The following tests FAILED:")
            || line.starts_with("The following tests did not run:")
        {
            listed = true;
            reading.cover(at..at + 1);
        } else if listed && is_listed(line) {
            let name = line.split_once(" - ").map_or(line, |(_, name)| name).trim();
            if told.iter().any(|own| name.starts_with(own)) {
                reading.cover(at..at + 1);
            } else {
                reading.error(at, name);
            }
        } else if let Some(name) = verdict(line) {
            at = test(part, at, name, &mut told, &mut reading);
            continue;
        } else if line.starts_with("    Start ")
            || line.starts_with("Errors while running CTest")
            || line.starts_with("Output from these tests")
            || line.starts_with("Total Test time")
            || line.starts_with("Use \"--rerun-failed")
            || leading_number(line).is_some_and(|(_, rest)| rest.starts_with(": "))
        {
            reading.cover(at..at + 1);
        } else if line.starts_with("No tests were found!!!") {
            reading.total(at);
        }
        at += 1;
    }
    reading
}

fn is_listed(line: &str) -> bool {
    line.starts_with(['\t', ' ']) && leading_number(line.trim_start()).is_some_and(|(_, rest)| rest.starts_with(" - "))
}

/// The test's name in `3/7 Test #3: crop.negative ...***Failed 0.00 sec`.
fn verdict(line: &str) -> Option<&str> {
    let (count, rest) = line.split_once(" Test ")?;
    if !count.trim_start().bytes().all(|byte| byte.is_ascii_digit() || byte == b'/') {
        return None;
    }
    Some(
        rest.split_once(": ")?
            .1
            .split([' ', '.'])
            .next()
            .map_or("", |_| rest.split_once(": ").map_or("", |(_, name)| name)),
    )
}

fn test<'a>(part: &Part<'a>, at: usize, rest: &'a str, told: &mut Vec<&'a str>, reading: &mut Reading) -> usize {
    let name = rest.split(" ..").next().unwrap_or(rest).split("...").next().unwrap_or(rest).trim();
    let end = part
        .find(at + 1, 4000, |line| {
            line.starts_with("    Start ") || verdict(line).is_some() || line.contains("% tests passed")
        })
        .unwrap_or(at + 1);
    let mut printed: Vec<usize> = (at + 1..end).filter(|&below| !is_blank(part.line(below))).collect();
    if printed.is_empty() {
        printed = verbose(part, at);
    }
    if rest.contains("***Skipped") || rest.contains("***Not Run") && printed.is_empty() {
        reading.cover(at..at + 1);
        return at + 1;
    }
    if !rest.contains("***") {
        reading.cover(at..if rest.contains("   Passed ") { end } else { at + 1 });
        return at + 1;
    }
    // If the output holds another runner's report, that runner's reader reads it better.
    let framed = printed
        .iter()
        .any(|&below| part.line(below).starts_with("[ RUN      ]") || part.line(below).ends_with(": FAILED:"));
    if printed.is_empty() || framed {
        reading.cover(at..at + 1);
        return at + 1;
    }
    told.push(name);
    let block = reading.error(at, name);
    block.location =
        printed.iter().find_map(|&below| place::find(part.line(below)).map(|place| place.name(part.line(below))));
    let from = printed.len().saturating_sub(6);
    for (nth, &below) in printed.iter().enumerate() {
        if nth >= from {
            block.detail(below)
        } else {
            block.context(below)
        };
    }
    end
}

/// `ctest -V` prints before the verdict, each line with the test's number: `4: x: got -5`.
fn verbose(part: &Part, at: usize) -> Vec<usize> {
    let number =
        part.line(at).split_once('#').and_then(|(_, rest)| leading_number(rest)).map_or(0, |(number, _)| number);
    let prefix = format!("{number}: ");
    let own = |line: &str| {
        line.starts_with(&prefix)
            && !["Test command:", "Working Directory:", "Test timeout"]
                .iter()
                .any(|word| line[prefix.len()..].starts_with(word))
    };
    let mut lines: Vec<usize> = (at.saturating_sub(400)..at).filter(|&above| own(part.line(above))).collect();
    let from = lines.len().saturating_sub(6);
    lines.drain(..from);
    lines
}

fn meson(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut at = 0;
    let mut summed = false;
    while at < part.len() {
        let line = part.line(at);
        summed |= line.starts_with("Summary of Failures:");
        let counted = leading_number(line.trim_start()).filter(|(_, rest)| rest.starts_with('/'));
        let broken = [" FAIL ", " TIMEOUT ", " ERROR ", " UNEXPECTEDPASS "].iter().any(|word| line.contains(word));
        if counted.is_some() && broken && !summed {
            let name = line.split_once(' ').map_or(line, |(_, name)| name).split("  ").next().unwrap_or(line);
            let block = reading.error(at, name);
            let framed = part.find(at + 1, 3, |line| line.starts_with('―')).unwrap_or(at);
            if framed > at {
                let end = part.find(framed + 1, 400, |line| line.starts_with('―')).unwrap_or(framed);
                let printed: Vec<usize> = (framed + 1..end)
                    .filter(|&below| !is_blank(part.line(below)) && !matches!(part.line(below), "stderr:" | "stdout:"))
                    .collect();
                for &below in printed.iter().rev().take(6).rev() {
                    block.detail(below);
                }
                block.to(end);
            }
        } else if counted.is_some() {
            reading.cover(at..at + 1);
        } else if ["Ok: ", "Fail: ", "Timeout: ", "Expected Fail: ", "Unexpected Pass: ", "Skipped: "]
            .iter()
            .any(|word| line.starts_with(word))
        {
            // A zero says nothing, except for failures.
            if line.trim_end().ends_with(" 0") && !line.starts_with("Fail: ") {
                reading.cover(at..at + 1);
            } else {
                reading.total(at);
            }
        } else if line.starts_with("Full log written") {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}
