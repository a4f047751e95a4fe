//! Compares `reflect` and `context` at their default size with what mattered in recorded sessions, as two readers wrote it
//! down before they saw any output of ctx: the share of it that is told, and the share of lines that claim what is not so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::harness::{Home, say, skip};

const TRUTH: &str = include_str!("../../fixtures/memory/sessions.tsv");
const FOLDER: &str = "CTX_TRANSCRIPTS";
/// What is asked of both commands on the half that nobody tuned to.
const TOLD: f64 = 0.75;
const FALSE: f64 = 0.03;

/// One row: its kind, its weight and its words.
type Fact = (String, f64, Vec<String>);

#[derive(Default)]
struct Score {
    told: f64,
    wanted: f64,
    lines: usize,
    wrong: usize,
}

/// Text as words are looked for in it: in small letters, without marks and references.
fn plain(text: &str) -> String {
    let mut folded = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[ctx:") {
        folded.push_str(before);
        rest = behind.split_once(']').map_or("", |(_, rest)| rest);
    }
    folded.push_str(rest);
    let folded = folded.to_lowercase().replace('’', "'").replace(['`', '*'], "").replace('_', " ");
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| text.contains(&plain(word)))
}

/// The lines that claim something, and those among them that claim that something is open.
fn claims(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut all, mut open, mut below_open) = (Vec::new(), Vec::new(), false);
    for line in text.lines() {
        let item = line.starts_with('-') || line.starts_with("  ");
        if !item {
            let heading = line.to_lowercase();
            below_open = heading.contains("not known to be") || heading.starts_with("errors");
        } else {
            all.push(plain(line));
            if below_open {
                open.push(plain(line));
            }
        }
    }
    (all, open)
}

fn judge(text: &str, facts: &[Fact]) -> Score {
    let whole = plain(text);
    let (lines, open) = claims(text);
    let mut score = Score { lines: lines.len(), ..Score::default() };
    for (kind, weight, words) in facts {
        match kind.as_str() {
            "false" => score.wrong += lines.iter().filter(|line| holds(line, words)).count(),
            "false-open" => score.wrong += open.iter().filter(|line| holds(line, words)).count(),
            _ => {
                score.wanted += weight;
                score.told += if holds(&whole, words) { *weight } else { 0.0 };
            }
        }
    }
    score
}

/// The answers of both commands about the one conversation in this file.
fn answers(file: &Path) -> [String; 2] {
    let home = Home::new();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let sessions: Value = serde_json::from_str(&home.ctx(["sessions", "--all-projects", "--json"]).out).unwrap();
    let own = sessions.as_array().unwrap().iter().filter(|session| session["parent"].is_null());
    let session = own.max_by_key(|session| session["entries"].as_u64()).unwrap()["session"].as_str().unwrap();
    ["reflect", "context"].map(|command| home.ctx([command, "--session", session]).out)
}

fn truth() -> BTreeMap<(String, String), Vec<Fact>> {
    let mut sessions: BTreeMap<(String, String), Vec<Fact>> = BTreeMap::new();
    for row in TRUTH.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [half, file, kind, weight, words] = columns[..] else { panic!("five columns: {row}") };
        let words = words.split(';').map(str::to_owned).collect();
        let fact = (kind.to_owned(), weight.parse().unwrap(), words);
        sessions.entry((half.to_owned(), file.to_owned())).or_default().push(fact);
    }
    sessions
}

#[test]
fn the_truth_has_two_halves_and_a_first_look() {
    let sessions = truth();
    for (half, count) in [("tune", 6), ("check", 6), ("look", 3)] {
        assert_eq!(sessions.keys().filter(|(of, _)| of == half).count(), count, "{half}");
    }
    for ((_, file), facts) in &sessions {
        let told = facts.iter().filter(|(kind, ..)| !kind.starts_with("false")).count();
        assert!((5..=14).contains(&told) && facts.len() - told >= 3, "{file}: {told} facts");
    }
}

#[test]
#[ignore = "needs a folder of recorded sessions: CTX_TRANSCRIPTS=DIR"]
fn what_mattered_is_told_and_nothing_false_is() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return skip("CTX_TRANSCRIPTS names no folder of transcripts");
    };
    let mut sums: BTreeMap<(String, &str), Score> = BTreeMap::new();
    for ((half, file), facts) in &truth() {
        let path = folder.join(file);
        assert!(path.is_file(), "{} is not there", path.display());
        for (command, text) in ["reflect", "context"].into_iter().zip(answers(&path)) {
            let score = judge(&text, facts);
            say(&format!(
                "{half:<6}{command:<8} {:>5.1} % told, {} of {} lines false, {} bytes: {file}",
                100.0 * score.told / score.wanted,
                score.wrong,
                score.lines,
                text.len()
            ));
            let sum = sums.entry((half.clone(), command)).or_default();
            sum.told += score.told;
            sum.wanted += score.wanted;
            sum.lines += score.lines;
            sum.wrong += score.wrong;
        }
    }
    for ((half, command), sum) in &sums {
        let (told, wrong) = (sum.told / sum.wanted, sum.wrong as f64 / sum.lines as f64);
        say(&format!("{half:<6}{command:<8} {:.1} % told, {:.1} % false", 100.0 * told, 100.0 * wrong));
        assert!(told >= TOLD && wrong <= FALSE, "{half} {command}");
    }
}
