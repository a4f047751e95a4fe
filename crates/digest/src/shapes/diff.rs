//! Unified diffs: each file with its hunks and changed lines counted, small ones with the changes themselves.

use crate::part::Part;
use crate::reading::Reading;

struct File<'a> {
    at: usize,
    path: &'a str,
    kind: &'static str,
    added: usize,
    removed: usize,
    hunks: usize,
}

pub fn read(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    if !part.lines().take(80).any(|(_, line)| line.starts_with("diff --git ") || line.starts_with("@@ ")) {
        return None;
    }
    let mut files: Vec<File> = Vec::new();
    let mut changes = Vec::new();
    let mut in_hunk = false;
    let mut last = 0;
    for (at, line) in part.lines() {
        if let Some(rest) = line.strip_prefix("diff --git ") {
            let path = rest.rsplit_once(" b/").map_or(rest, |(_, path)| path);
            files.push(File { at, path, kind: "", added: 0, removed: 0, hunks: 0 });
            in_hunk = false;
        } else if !in_hunk && line.starts_with("+++ ") && part.line(at.wrapping_sub(1)).starts_with("--- ") {
            let path = line[4..].split('\t').next().unwrap_or_default();
            if !files.last().is_some_and(|file| file.hunks == 0 && file.at + 8 > at) {
                files.push(File { at, path, kind: "", added: 0, removed: 0, hunks: 0 });
            }
        } else if line.starts_with("@@ ") {
            in_hunk = true;
            if let Some(file) = files.last_mut() {
                file.hunks += 1;
            }
        } else if let Some(file) = files.last_mut() {
            let header = !in_hunk;
            match line.as_bytes().first() {
                Some(b'+') if in_hunk => file.added += 1,
                Some(b'-') if in_hunk && !line.starts_with("--- ") => file.removed += 1,
                Some(b'-') if line.starts_with("--- ") && part.line(at + 1).starts_with("+++ ") => in_hunk = false,
                Some(b' ' | b'\\') | None => {}
                _ if header => {
                    let kinds = [
                        ("new file", "new"),
                        ("deleted file", "deleted"),
                        ("rename from", "renamed"),
                        ("Binary files", "binary"),
                    ];
                    file.kind =
                        kinds.iter().find(|(lead, _)| line.starts_with(lead)).map_or(file.kind, |(_, kind)| kind);
                }
                _ => in_hunk = false,
            }
            if in_hunk && line.starts_with(['+', '-']) {
                changes.push(at);
            }
        }
        if in_hunk {
            last = at;
        }
    }
    let first = files.first()?;
    if files.iter().all(|file| file.hunks == 0 && file.kind.is_empty()) || (first.at > 40 && files.len() < 3) {
        return None;
    }
    let mut reading = Reading::default();
    let (added, removed) = files.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
    if files.len() > 1 {
        reading.note(files[0].at, format!("{} files +{added} -{removed}", files.len()));
    }
    let directories = files.len() > 40;
    if directories {
        let counts = super::sample::tally(
            files.iter().map(|file| file.path.rsplit_once('/').map_or(".", |(directory, _)| directory)),
        );
        for (directory, count) in counts.iter().take(20) {
            reading.note(files[0].at, format!("{directory}/ {count} files"));
        }
    } else {
        for file in &files {
            let kind = if file.kind.is_empty() { String::new() } else { format!(" {}", file.kind) };
            reading.note(file.at, format!("{}{kind} +{} -{} @@{}", file.path, file.added, file.removed, file.hunks));
        }
    }
    // Where not all files fit, those that changed most stay.
    let mut ranked: Vec<(usize, usize)> = files.iter().map(|file| file.added + file.removed).enumerate().collect();
    ranked.sort_by_key(|(_, changed)| std::cmp::Reverse(*changed));
    if !directories && files.len() > 1 {
        for (rank, (file, _)) in ranked.iter().enumerate() {
            reading.notes[file + 1].order = rank as u32 + 1;
        }
    }
    if files.len() <= 2 {
        reading.lead.extend(changes.into_iter().take(24));
    }
    reading.cover(files[0].at.saturating_sub(1)..last + 1);
    Some(reading)
}
