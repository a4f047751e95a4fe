//! `git log` and `git show`: each commit in a line with its subject and how much it changed.

use super::Reader;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

pub const READER: Reader = Reader {
    name: "git log",
    commands: &["git log", "git show", "git whatchanged", "git reflog"],
    signs: &["^Author: "],
    read,
};

#[derive(Default)]
struct Commit<'a> {
    at: usize,
    hash: &'a str,
    subject: &'a str,
    files: Vec<Change<'a>>,
    plus: usize,
    minus: usize,
    /// From `--stat` or `--shortstat`, where there is no patch.
    stat: Option<&'a str>,
}

#[derive(Default)]
struct Change<'a> {
    path: &'a str,
    plus: usize,
    minus: usize,
}

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let commits = commits(part);
    let Some((first, last)) = commits.first().zip(commits.last()) else {
        return reading;
    };
    if commits.len() > 1 {
        let plus: usize = commits.iter().map(|commit| commit.plus).sum();
        let minus: usize = commits.iter().map(|commit| commit.minus).sum();
        let changed = if plus + minus > 0 { format!(" +{plus} -{minus}") } else { String::new() };
        reading.note(first.at, format!("{} commits{changed}", commits.len()));
    }
    for commit in &commits {
        reading.note(commit.at, commit.line());
        if commits.len() == 1 {
            for file in &commit.files {
                reading.note(commit.at, format!("  {} +{} -{}", file.path, file.plus, file.minus));
            }
        }
    }
    let end = (last.at + 1..part.len()).rev().find(|&at| !is_blank(part.line(at))).unwrap_or(last.at);
    reading.cover(first.at..end + 1);
    reading
}

impl Commit<'_> {
    fn line(&self) -> String {
        let hash = self.hash.get(..9).unwrap_or(self.hash);
        let changed = match (self.files.len(), self.stat) {
            (0, Some(stat)) => format!("  ({})", short(stat)),
            (0, None) => String::new(),
            (1, _) => format!("  ({} +{} -{})", self.files[0].path, self.plus, self.minus),
            (count, _) => format!("  ({count} files +{} -{})", self.plus, self.minus),
        };
        format!("{hash} {}{changed}", self.subject)
    }
}

fn commits<'a>(part: &Part<'a>) -> Vec<Commit<'a>> {
    let mut commits: Vec<Commit> = Vec::new();
    let mut in_hunk = false;
    for (at, line) in part.lines() {
        let bare = line.trim_start_matches(['*', '|', '\\', '/', ' ']);
        if let Some(hash) = hash_of(if line.starts_with("commit ") { line } else { bare }) {
            commits.push(Commit { at, hash, ..Commit::default() });
            in_hunk = false;
            continue;
        }
        let Some(commit) = commits.last_mut() else { continue };
        if let Some(paths) = line.strip_prefix("diff --git ") {
            let path = paths.rsplit_once(" b/").map_or(paths, |(_, path)| path);
            commit.files.push(Change { path, ..Change::default() });
            in_hunk = false;
        } else if line.starts_with("@@") {
            in_hunk = true;
        } else if in_hunk && (line.starts_with('+') || line.starts_with('-')) {
            let Some(file) = commit.files.last_mut() else { continue };
            let added = usize::from(line.starts_with('+'));
            commit.plus += added;
            commit.minus += 1 - added;
            file.plus += added;
            file.minus += 1 - added;
        } else if !in_hunk && commit.subject.is_empty() && (line.starts_with("    ") || bare.len() + 5 < line.len()) {
            commit.subject = bare.trim_end();
        } else if line.contains(" changed, ") && line.contains(" file") {
            commit.stat = Some(line.trim_start_matches(['|', '*', ' ']));
        }
    }
    commits
}

/// ` 2 files changed, 3 insertions(+), 1 deletion(-)` as `2 files +3 -1`.
fn short(stat: &str) -> String {
    let mut words = Vec::new();
    for piece in stat.trim().split(", ") {
        let count = piece.split(' ').next().unwrap_or(piece);
        words.push(match piece {
            _ if piece.contains("insertion") => format!("+{count}"),
            _ if piece.contains("deletion") => format!("-{count}"),
            _ => piece.trim_end_matches(" changed").to_owned(),
        });
    }
    words.join(" ")
}

/// `commit 8c2cd12…`, perhaps with `(HEAD -> main)` behind it.
fn hash_of(line: &str) -> Option<&str> {
    let hash = line.strip_prefix("commit ")?.split(' ').next()?;
    ((7..=64).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}
