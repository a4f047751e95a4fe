//! The page that compares ctx with its peers says what the JSON of its run says.

use std::path::Path;
use std::process::Command;

fn checked(page: &Path) -> (bool, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let done = Command::new("python3")
        .arg(root.join("benches/peers/compare.py"))
        .args(["--check", "--page"])
        .arg(page)
        .output()
        .expect("python3 starts");
    (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn every_figure_of_the_page_is_in_the_json() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/comparison.md");
    let (agrees, why) = checked(&page);
    assert!(agrees, "{why}");
    let home = crate::harness::Home::new();
    let other = home.work().join("comparison.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let row = text.lines().find(|line| line.starts_with("| ctx 0.1.0 | ") && line.contains('.')).expect("a row of ctx");
    std::fs::write(&other, text.replacen(row, &format!("{row} "), 1).replacen("| ctx 0.1.0 |", "| ctx 0.1.1 |", 1))
        .unwrap();
    let (agrees, why) = checked(&other);
    assert!(!agrees && why.contains("differs from the figures"), "a changed figure is noticed: {why}");
}
