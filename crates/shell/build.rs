//! Turns `src/programs.txt` into a constant: reading it takes longer than most commands run.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/programs.txt");
    let table = fs::read_to_string("src/programs.txt").expect("the table is a part of the package");
    let mut lists: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for section in table.split("\n[").skip(1) {
        let (name, rows) = section.split_once("]\n").expect("the name of a list is closed");
        let list = lists.entry(name).or_default();
        for row in rows.lines().filter(|row| !row.starts_with('#')) {
            match row.split_once(':') {
                Some((program, words)) => drop(list.insert(program, words.trim())),
                None => list.extend(row.split_whitespace().map(|program| (program, ""))),
            }
        }
    }
    let row = |(name, list): (_, BTreeMap<_, _>)| format!("({name:?}, &{:?}),\n", Vec::from_iter(list));
    let rows: String = lists.into_iter().map(row).collect();
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("programs.rs");
    fs::write(out, format!("static LISTS: &[(&str, &[(&str, &str)])] = &[\n{rows}];\n"))
        .expect("cargo made the folder");
}
