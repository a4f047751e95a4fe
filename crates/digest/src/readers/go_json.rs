//! `go test -json`: one event a line. A failed test is its verdict with its output.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::Reader;
use crate::part::Part;
use crate::place;
use crate::reading::{Rank, Reading};

pub const READER: Reader =
    Reader { name: "go -json", commands: &[], signs: &["\"Action\":\"output\"", "\"Action\":\"build-output\""], read };

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "Action", borrow)]
    action: std::borrow::Cow<'a, str>,
    #[serde(rename = "Package", default)]
    package: Option<String>,
    #[serde(rename = "Test", default)]
    test: Option<String>,
    #[serde(rename = "Output", default)]
    output: Option<String>,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut printed: HashMap<(String, String), Vec<(usize, String)>> = HashMap::new();
    let mut failed: Vec<(String, String, usize)> = Vec::new();
    let mut packages: Vec<(usize, String)> = Vec::new();
    for (at, line) in part.lines() {
        let Some(event) =
            Some(line).filter(|line| line.starts_with('{')).and_then(|line| serde_json::from_str::<Event>(line).ok())
        else {
            continue;
        };
        reading.cover(at..at + 1);
        let package = event.package.unwrap_or_default();
        match (event.action.as_ref(), event.test, event.output) {
            ("output", test, Some(output)) => {
                let is_total = output.starts_with("FAIL\t") || output.starts_with("ok  \t");
                match test {
                    None if is_total => packages.push((at, output)),
                    None => {}
                    Some(test) => printed.entry((package, test)).or_default().push((at, output)),
                }
            }
            ("fail", Some(test), _) => failed.push((package, test, at)),
            ("build-output", _, Some(output)) if !output.starts_with('#') => {
                let block = reading.error(at, output.trim_end());
                block.location = place::find(&output).map(|place| place.name(&output));
                block.said.push((output.trim_end().to_owned(), Rank::Head));
            }
            _ => {}
        }
    }
    let names: HashSet<(String, String)> =
        failed.iter().map(|(package, test, _)| (package.clone(), test.clone())).collect();
    for (package, test, at) in failed {
        let child = format!("{test}/");
        let lines = printed.remove(&(package.clone(), test.clone())).unwrap_or_default();
        let said: Vec<&(usize, String)> = lines
            .iter()
            .filter(|(_, output)| {
                let output = output.trim_start();
                !output.is_empty() && !output.starts_with("=== ") && !output.starts_with("--- ")
            })
            .collect();
        if said.is_empty() && names.iter().any(|(own, name)| *own == package && name.starts_with(&child)) {
            continue;
        }
        let block = reading.error(at, test.as_str());
        block.location = said.iter().find_map(|(_, output)| place::find(output).map(|place| place.name(output)));
        block.said.push((format!("--- FAIL: {test}"), Rank::Head));
        block.said.extend(said.iter().take(8).map(|(_, output)| (output.trim_end().to_owned(), Rank::Detail)));
    }
    let broken = reading.has_error();
    for (at, output) in packages {
        if !broken || output.starts_with("FAIL") {
            reading.note(at, output.trim_end());
        }
    }
    reading
}
