//! Every reader with and without it, for `docs/readers.md`:
//! `CTX_CASES=DIR cargo test --release -p ctx-digest ablation -- --ignored --nocapture`. DIR holds folders with `raw` and
//! `case.json` (argv, exit_code, needles) and may be left out: then only the fixtures are read.

#![expect(clippy::print_stdout, reason = "a table for a page of the documentation")]

use std::path::{Path, PathBuf};

use ctx_text::Text;

use super::left_out::LEFT_OUT;
use super::readers::flat::BUILT_IN;
use super::{Budgets, CommandAndStatus, CommandEndStatus, digest, render, shapes};

struct Case {
    text: Text,
    call: CommandAndStatus,
    needles: Vec<String>,
}

/// What a page shows: the needles in it, its bytes, and the readers that made it.
#[derive(Clone, Default, PartialEq)]
struct Shown {
    needles: usize,
    bytes: usize,
    readers: String,
}

fn squash(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Case {
    fn new(raw: &Path, argv: Vec<String>, code: i64, needles: Vec<String>) -> Case {
        let text = Text::from_bytes(&std::fs::read(raw).expect("its output"));
        Case { text, call: CommandAndStatus { argv, status: CommandEndStatus::Exit(code as i32) }, needles }
    }

    fn shown(&self) -> Shown {
        let found = digest(&self.text, &self.call);
        let page = render(&found, &self.text, &Budgets::default()).text;
        let squashed = squash(&page);
        let needles = self.needles.iter().filter(|needle| squashed.contains(&squash(needle))).count();
        Shown { needles, bytes: page.len(), readers: found.reader }
    }
}

fn files_below(dir: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(dir).expect("a folder").flatten().map(|file| file.path()) {
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

fn cases() -> Vec<Case> {
    let mut files = Vec::new();
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures"), &mut files);
    if let Ok(dir) = std::env::var("CTX_CASES") {
        files_below(Path::new(&dir), &mut files);
    }
    files.sort();
    let words = |list: Option<Vec<String>>| list.unwrap_or_default();
    let case = |path: &PathBuf| {
        let text = || std::fs::read_to_string(path).expect("readable");
        if path.extension().is_some_and(|end| end == "toml") {
            let table: toml::Table = text().parse().expect("TOML");
            let argv = vec![table.get("command")?.as_str()?.to_owned()];
            let needles = table.get("needles").and_then(|list| list.clone().try_into().ok());
            return Some(Case::new(&path.with_extension("raw"), argv, table["exit"].as_integer()?, words(needles)));
        }
        if path.ends_with("case.json") {
            let case: serde_json::Value = serde_json::from_str(&text()).expect("JSON");
            let list = |key: &str| words(serde_json::from_value(case[key].clone()).ok());
            return Some(Case::new(
                &path.with_file_name("raw"),
                list("argv"),
                case["exit_code"].as_i64()?,
                list("needles"),
            ));
        }
        None
    };
    files.iter().filter_map(case).collect()
}

/// The lines of each row of the table.
fn lines_of_row(name: &str) -> usize {
    let table = include_str!("../../src/readers/flat/table.toml");
    let rows = table.split("[[reader]]").skip(1);
    let named = format!("name = \"{name}\"");
    let is_line = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    rows.filter(|row| row.contains(&named)).map(|row| row.lines().filter(is_line).count() + 1).sum()
}

#[test]
#[ignore = "prints a table in some minutes"]
fn every_reader_with_and_without_it() {
    let cases = cases();
    let all: Vec<Shown> = cases.iter().map(Case::shown).collect();
    let names = BUILT_IN.iter().map(|row| row.head.name.as_str());
    let names: Vec<&str> = names.chain(["machine"]).chain(shapes::shape_names()).collect();
    println!("{} outputs", cases.len());
    for name in names {
        let (mut own, mut others) = ([0; 6], [0; 5]);
        for (case, with) in cases.iter().zip(&all) {
            LEFT_OUT.with_borrow_mut(|out| name.clone_into(out));
            let without = case.shown();
            LEFT_OUT.with_borrow_mut(String::clear);
            let is_own = with.readers.split('+').any(|reader| reader == name);
            if is_own {
                let add = [1, case.needles.len(), with.needles, without.needles, with.bytes, without.bytes];
                own.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
            } else if *with != without {
                let add = [1, with.needles, without.needles, with.bytes, without.bytes];
                others.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
            }
        }
        println!("{name}\t{}\t{own:?}\t{others:?}", lines_of_row(name));
    }
}
