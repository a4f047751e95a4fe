//! Unified diffs: each file with its hunks and changed lines counted, small ones with the changes themselves.

use crate::part::ReaderInput;
use crate::reading::ReaderFindings;

struct DiffFile<'a> {
    at: usize,
    path: &'a str,
    kind: &'static str,
    added: usize,
    removed: usize,
    hunks: usize,
}

/// The files of a diff, the lines that change something, and the last line of a hunk.
struct ParsedDiff<'a> {
    files: Vec<DiffFile<'a>>,
    changes: Vec<usize>,
    last: usize,
}

/// What is left of a hunk by its own counts: lines of each old file, and of the new one. A hunk ends where they say so,
/// not where a line looks like a header: `--- x` may be a removed comment.
struct HunkLinesLeft {
    old: Vec<usize>,
    new: usize,
}

impl HunkLinesLeft {
    /// `@@ -1,4 +1,6 @@`, or `@@@ -1,4 -2,3 +1,6 @@@` of a merge.
    fn parse_header(line: &str) -> Option<HunkLinesLeft> {
        let signs = line.bytes().take_while(|byte| *byte == b'@').count();
        let rest = line.get(signs..)?.strip_prefix(' ')?;
        let ranges = &rest[..rest.find(" @@")?];
        let count = |range: &str| range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok());
        let mut hunk = HunkLinesLeft { old: Vec::new(), new: 0 };
        let mut seen = false;
        for range in ranges.split(' ') {
            match range.strip_prefix('-') {
                Some(old) => hunk.old.push(count(old)?),
                None => (hunk.new, seen) = (count(range.strip_prefix('+')?)?, true),
            }
        }
        (signs >= 2 && seen && hunk.old.len() + 1 == signs).then_some(hunk)
    }

    fn is_finished(&self) -> bool {
        self.new == 0 && self.old.iter().all(|left| *left == 0)
    }

    /// Takes a line of the hunk: whether it adds and whether it removes something. None where it cannot belong to it.
    fn take_line(&mut self, line: &str) -> Option<(bool, bool)> {
        if line.starts_with('\\') {
            return Some((false, false));
        }
        // Tools that trim lines leave nothing of an unchanged blank one.
        let columns: Vec<u8> = (0..self.old.len()).map(|at| line.as_bytes().get(at).copied().unwrap_or(b' ')).collect();
        if columns.iter().any(|column| !matches!(column, b' ' | b'+' | b'-')) {
            return None;
        }
        let (adds, removes) = (columns.contains(&b'+'), columns.contains(&b'-'));
        for (left, column) in self.old.iter_mut().zip(&columns) {
            // A line that some file has and the new one lacks is drawn with blanks for the files that lack it, too.
            if *column == b'-' || (*column == b' ' && !removes) {
                *left = left.checked_sub(1)?;
            }
        }
        if !removes {
            self.new = self.new.checked_sub(1)?;
        }
        Some((adds, removes))
    }
}

fn parse_diff<'a>(part: &'a ReaderInput) -> ParsedDiff<'a> {
    let mut diff = ParsedDiff { files: Vec::new(), changes: Vec::new(), last: 0 };
    let mut open: Option<HunkLinesLeft> = None;
    for (at, line) in part.lines() {
        if let Some(hunk) = open.as_mut().filter(|hunk| !hunk.is_finished() || line.starts_with('\\'))
            && let Some((adds, removes)) = hunk.take_line(line)
        {
            if let Some(file) = diff.files.last_mut() {
                file.added += usize::from(adds);
                file.removed += usize::from(removes);
            }
            if adds || removes {
                diff.changes.push(at);
            }
            diff.last = at;
            continue;
        }
        open = HunkLinesLeft::parse_header(line);
        if open.is_some() {
            diff.last = at;
            if let Some(file) = diff.files.last_mut() {
                file.hunks += 1;
            }
        } else {
            read_file_header(part, at, line, &mut diff.files);
        }
    }
    diff
}

/// Reads a line outside of hunks: the names of the next file, and what happened to it.
fn read_file_header<'a>(part: &'a ReaderInput, at: usize, line: &'a str, files: &mut Vec<DiffFile<'a>>) {
    let file = |path: &'a str| DiffFile { at, path, kind: "", added: 0, removed: 0, hunks: 0 };
    let merged = ["diff --cc ", "diff --combined "].iter().find_map(|lead| line.strip_prefix(lead));
    if let Some(rest) = line.strip_prefix("diff --git ") {
        files.push(file(rest.rsplit_once(" b/").map_or(rest, |(_, path)| path)));
    } else if let Some(path) = merged {
        files.push(file(path));
    } else if line.starts_with("+++ ") && part.line_at(at.wrapping_sub(1)).starts_with("--- ") {
        if !files.last().is_some_and(|file| file.hunks == 0 && file.at + 8 > at) {
            files.push(file(line[4..].split('\t').next().unwrap_or_default()));
        }
    } else if let Some(file) = files.last_mut().filter(|file| file.hunks == 0) {
        let kinds =
            [("new file", "new"), ("deleted file", "deleted"), ("rename from", "renamed"), ("Binary files", "binary")];
        file.kind = kinds.iter().find(|(lead, _)| line.starts_with(lead)).map_or(file.kind, |(_, kind)| kind);
    }
}

pub fn read(part: &ReaderInput, _programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let begins = |line: &str| line.starts_with("diff --") || line.starts_with("@@ ");
    if !part.lines().take(80).any(|(_, line)| begins(line)) {
        return None;
    }
    let ParsedDiff { files, changes, last } = parse_diff(part);
    let first = files.first()?;
    if files.iter().all(|file| file.hunks == 0 && file.kind.is_empty()) || (first.at > 40 && files.len() < 3) {
        return None;
    }
    let mut reading = ReaderFindings::default();
    let (added, removed) = files.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
    if files.len() > 1 {
        reading.add_note(files[0].at, format!("{} files +{added} -{removed}", files.len()));
    }
    let directories = files.len() > 40;
    if directories {
        let counts = super::sample::count_by_key(
            files.iter().map(|file| file.path.rsplit_once('/').map_or(".", |(directory, _)| directory)),
        );
        for (directory, count) in counts.iter().take(20) {
            reading.add_note(files[0].at, format!("{directory}/ {count} files"));
        }
    } else {
        for file in &files {
            let kind = if file.kind.is_empty() { String::new() } else { format!(" {}", file.kind) };
            reading
                .add_note(file.at, format!("{}{kind} +{} -{} @@{}", file.path, file.added, file.removed, file.hunks));
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
    reading.mark_lines_as_understood(files[0].at.saturating_sub(1)..last + 1);
    Some(reading)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;
    use crate::CommandAndStatus;
    use ctx_text::text::Text;

    #[test]
    fn a_line_that_looks_like_a_header_is_counted_in_its_hunk() {
        let raw = "diff --git a/x.sql b/x.sql\nindex 1..2 100644\n--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,3 @@\n--- old comment\n-++ b\n+-- new comment\n+@@ -1 +1 @@\n same\n\\ No newline at end of file\n";
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus::default();
        let part = ReaderInput::new(&text, &call, false);
        let diff = parse_diff(&part);
        let found: Vec<_> = diff.files.iter().map(|file| (file.path, file.added, file.removed, file.hunks)).collect();
        assert_eq!(found, [("x.sql", 2, 2, 1)]);
    }

    #[test]
    fn the_hunk_of_a_merge_has_two_old_files() {
        let raw = "diff --cc a.txt\nindex 1,2..3\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,4 -1,3 +1,4 @@@\n  one\n- left\n -right\n++both\n +two\n  end\n";
        let text = Text::from_bytes(raw.as_bytes());
        let call = CommandAndStatus::default();
        let part = ReaderInput::new(&text, &call, false);
        let diff = parse_diff(&part);
        assert_eq!((diff.files[0].path, diff.files[0].added, diff.files[0].removed, diff.last), ("a.txt", 2, 2, 10));
    }

    /// Lines that can be taken for something else.
    const LINES: &[&str] = &[
        "-- drop it",
        "++ b/x",
        "-- a/x",
        "@@ -1,2 +3,4 @@",
        "diff --git a/y b/y",
        "",
        " ",
        "\\ No newline at end of file",
        "index 1..2",
        "+",
        "-",
        "plain",
        "new file mode 100644",
        "Binary files differ",
        "}",
    ];

    fn random(seed: &mut u64) -> usize {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        (*seed >> 11) as usize
    }

    fn git(folder: &Path, words: &[&str]) -> Vec<u8> {
        let mut command = Command::new("git");
        command.current_dir(folder).args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@example.org",
            "-c",
            "core.autocrlf=false",
        ]);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command.args(words).output().map(|done| done.stdout).unwrap_or_default()
    }

    /// Compares `rounds` diffs of 50 files with git's own numbers.
    fn compare(rounds: u64) {
        for round in 1..=rounds {
            let folder = std::env::temp_dir().join(format!("ctx-diff-{}-{round}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
            git(&folder, &["init", "-q"]);
            let mut seed = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let write = |seed: &mut u64, old: &[usize], name: usize| -> Vec<usize> {
                let mut lines = old.to_vec();
                for _ in 0..random(seed) % 7 {
                    let at = random(seed) % (lines.len() + 1);
                    if random(seed).is_multiple_of(2) || at >= lines.len() {
                        lines.insert(at, random(seed) % LINES.len());
                    } else {
                        lines.remove(at);
                    }
                }
                let mut text: String = lines.iter().map(|line| format!("{}\n", LINES[*line])).collect();
                if random(seed).is_multiple_of(4) {
                    text.pop();
                }
                std::fs::write(folder.join(format!("f{name:02}.txt")), text).unwrap_or_else(|error| panic!("{error}"));
                lines
            };
            let first: Vec<Vec<usize>> = (0..50)
                .map(|name| {
                    let lines: Vec<usize> =
                        (0..random(&mut seed) % 60).map(|_| random(&mut seed) % LINES.len()).collect();
                    write(&mut seed, &lines, name)
                })
                .collect();
            git(&folder, &["add", "-A"]);
            git(&folder, &["commit", "-qm", "x"]);
            for (name, lines) in first.iter().enumerate() {
                write(&mut seed, lines, name);
            }
            let counted = String::from_utf8(git(&folder, &["diff", "--numstat"])).unwrap_or_default();
            let raw = git(&folder, &["diff"]);
            let _ = std::fs::remove_dir_all(&folder);
            let text = Text::from_bytes(&raw);
            let call = CommandAndStatus::default();
            let part = ReaderInput::new(&text, &call, false);
            let ours: String = parse_diff(&part)
                .files
                .iter()
                .map(|file| format!("{}\t{}\t{}\n", file.added, file.removed, file.path))
                .collect();
            assert_eq!(ours, counted, "round {round}");
            let hunks: usize = parse_diff(&part).files.iter().map(|file| file.hunks).sum();
            assert_eq!(hunks, text.lines().filter(|line| line.starts_with("@@ -")).count(), "round {round}");
            assert!(!counted.is_empty(), "git printed nothing");
        }
    }

    #[test]
    fn totals_are_those_of_git() {
        compare(1);
    }

    #[test]
    #[ignore = "5,000 diffs take a minute"]
    fn totals_of_5000_diffs_are_those_of_git() {
        compare(100);
    }
}
