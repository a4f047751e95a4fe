//! The page that compares ctx with its peers agrees with the JSON of its run, and two runs can be compared.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn compare(words: &[&str], file: &Path) -> (bool, String) {
    let done = Command::new("python3")
        .arg(root().join("benches/peers/compare.py"))
        .args(words)
        .arg(file)
        .output()
        .expect("python3 starts");
    (done.status.success(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

#[test]
fn every_figure_of_the_page_is_in_the_json() {
    let page = root().join("docs/comparison.md");
    let (agrees, why) = compare(&["--check", "--page"], &page);
    assert!(agrees, "{why}");
    let home = crate::harness::Home::new();
    let other = home.work().join("comparison.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let row = text.lines().find(|line| line.starts_with("| ctx 0.1.0 | ") && line.contains('.')).expect("a row of ctx");
    let digit = row.rfind(|c: char| c.is_ascii_digit()).expect("a figure");
    let next = if row.as_bytes()[digit] == b'9' { "8" } else { "9" };
    let changed = format!("{}{next}{}", &row[..digit], &row[digit + 1..]);
    std::fs::write(&other, text.replacen(row, &changed, 1)).unwrap();
    let (agrees, why) = compare(&["--check", "--page"], &other);
    assert!(!agrees && why.contains("differs from the figures"), "a changed figure is noticed: {why}");
}

#[test]
fn two_runs_are_compared_by_their_counts() {
    let figures = root().join("benches/peers/figures.json");
    let (equal, why) = compare(&["--same"], &figures);
    assert!(equal && why.contains(" 0 differ"), "{why}");
    let home = crate::harness::Home::new();
    let other = home.work().join("figures.json");
    let text = std::fs::read_to_string(&figures).unwrap();
    let cases = text.lines().find(|line| line.contains("\"cases\": ")).expect("a count");
    std::fs::write(&other, text.replacen(cases, "\"cases\": 1,", 1)).unwrap();
    let (equal, why) = compare(&["--same"], &other);
    assert!(!equal && why.contains("1 differ"), "a changed count is noticed: {why}");
    let seconds = text.lines().find(|line| line.contains("\"median ms\": ")).expect("a time");
    std::fs::write(&other, text.replacen(seconds, "\"median ms\": 1,", 1)).unwrap();
    let (equal, why) = compare(&["--same"], &other);
    assert!(equal, "times may differ: {why}");
}
