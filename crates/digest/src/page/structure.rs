//! The structure of a text, to be shown before its detail: the files and hunks of a diff, the headings of prose, the
//! options of a help text, the definitions of a program, the first row of a table.

use std::borrow::Cow;

use super::PageRow;
use super::row_levels::{
    DULL, NONE, is_commit_line, mark_block_heads, mark_commit_rows, mark_definitions, mark_diff_rows,
    mark_encoded_blocks, mark_markdown_headings,
};
use crate::OutputKind;
use crate::kind::KindVerdict;
use crate::part::is_blank;

/// Rows by how early they are shown, and the share of the budget that they may take.
pub struct PageStructure {
    levels: Vec<u8>,
    pub share: f32,
    /// Rows mean little without the first-level row above them: the file of a hunk, the heading of a block.
    owned: bool,
    /// The commits of a log, without patches.
    log: bool,
}

/// Help texts have at least this many options, and at least one in this many lines is one.
const OPTIONS: usize = 8;
const ONE_OPTION_IN: usize = 8;
/// The mark of a gap takes about this much room.
const GAP: usize = 15;
/// A smaller page of an existing text has no room for the first rows of its sections.
const SECTIONS: usize = 5000;
/// So many digits name a commit.
const HASH: usize = 12;

impl PageStructure {
    /// The structure of a text of which `room` bytes can be shown.
    pub fn find_structure(rows: &[PageRow<'_>], verdict: &KindVerdict, room: usize) -> PageStructure {
        let text = |at: usize| rows[at].text.as_ref();
        let mut levels = vec![NONE; rows.len()];
        let mut share = 0.4;
        let (mut owned, mut log) = (false, false);
        let written: Vec<usize> = (0..rows.len()).filter(|&at| !is_blank(text(at))).collect();
        let options = written.iter().filter(|&&at| option_end(text(at)).is_some()).count();
        if rows.iter().any(|row| row.text.starts_with("diff --git ") || row.text.starts_with("@@ -")) {
            owned = true;
            mark_diff_rows(rows, &mut levels);
        } else if rows.iter().filter(|row| is_commit_line(&row.text)).count() > 1 {
            (owned, log, share) = (true, true, 0.95);
            mark_commit_rows(rows, &mut levels);
        } else if verdict.shape == Some("markdown") {
            share = 0.25;
            mark_markdown_headings(rows, &mut levels);
        } else if verdict.kind == OutputKind::Text && options >= OPTIONS && options * ONE_OPTION_IN >= written.len() {
            share = 0.95;
            for &at in &written {
                if option_end(text(at)).is_some() {
                    levels[at] = 0;
                }
            }
        } else if verdict.kind == OutputKind::Listing {
            share = 0.3;
            mark_block_heads(rows, &mut levels);
            owned = levels.iter().filter(|level| **level == 0).count() > 1;
        } else if verdict.kind == OutputKind::Data
            && let Some(&first) = written.first()
        {
            levels[first] = 0;
        } else if verdict.kind == OutputKind::Text {
            share = 0.2;
            if room * 5 / 4 < rows.iter().map(PageRow::byte_cost).sum() {
                mark_definitions(rows, &written, &mut levels);
            }
            // What a program printed about its own work.
            if !verdict.roomy {
                share = if room < 3000 { 0.35 } else { 0.6 };
                super::standout_rows::mark_standout_rows(rows, &mut levels, room);
            } else if room >= SECTIONS && levels.iter().all(|level| *level == NONE) {
                // Sections without headings are known by their first rows.
                super::standout_rows::mark_first_rows_of_sections(rows, &mut levels, room);
            }
        }
        mark_encoded_blocks(rows, &mut levels);
        PageStructure { levels, share, owned, log }
    }

    pub fn row_level(&self, row: usize) -> Option<u8> {
        Some(self.levels[row]).filter(|level| *level < DULL)
    }

    /// The row that must be shown for another to be understood.
    pub fn heading_row_above(&self, row: usize) -> Option<usize> {
        (0..row).rev().find(|&above| self.levels[above] == 0).filter(|_| self.owned)
    }

    pub fn is_dull_row(&self, row: usize) -> bool {
        self.levels[row] == DULL
    }

    /// Cuts the descriptions off the options of a help text, and joins each commit of a log with its subject, where all
    /// of them would not fit otherwise.
    pub fn shorten_options_and_commits(&mut self, rows: &mut [PageRow<'_>], budget: usize) {
        if self.log {
            return self.join_commits_with_subjects(rows, budget);
        }
        let options = || (0..self.levels.len()).filter(|&at| self.levels[at] == 0);
        // The edges and the marks between take the rest.
        let room = budget * 4 / 5;
        let cost = |rows: &[PageRow<'_>], widest: usize| -> usize {
            options().map(|at| rows[at].byte_cost().min(widest + 5)).sum()
        };
        if cost(rows, usize::MAX - 5) <= room || options().all(|at| option_end(&rows[at].text).is_none()) {
            return;
        }
        for row in rows.iter_mut() {
            if let Some(text) = super::strip_padding_of_row(&row.text) {
                row.text = Cow::Owned(text);
            }
        }
        let widest = (4..=60).rev().map(|width| width * 4).find(|&width| cost(rows, width) <= room).unwrap_or(0);
        for at in options() {
            let row = &mut rows[at];
            let Some(end) = option_end(&row.text).filter(|_| row.first == row.last) else { continue };
            let fits = row.text[..ctx_text::floor_boundary(&row.text, widest)].rfind(' ').unwrap_or(0);
            let end = end.max(fits);
            if end + 8 < row.text.len() {
                row.text = Cow::Owned(format!("{} …", row.text[..end].trim_end()));
                row.cut = true;
            }
        }
    }
}

impl PageStructure {
    fn join_commits_with_subjects(&mut self, rows: &mut [PageRow<'_>], budget: usize) {
        let needed = |at: usize| self.levels[at] <= 1;
        if (0..rows.len()).filter(|&at| needed(at)).map(|at| rows[at].byte_cost() + GAP).sum::<usize>() <= budget {
            return;
        }
        let mut commit = None;
        for at in 0..rows.len() {
            match self.levels[at] {
                0 if is_commit_line(&rows[at].text) => commit = Some(at),
                1 if commit.is_some() => {
                    let head = commit.take().unwrap_or_default();
                    rows[head].text = Cow::Owned(join_commit_and_subject(&rows[head].text, &rows[at].text));
                    rows[head].cut = true;
                    self.levels[at] = DULL;
                }
                _ => {}
            }
        }
    }
}

/// `commit 5e94f08272a6… subject`
fn join_commit_and_subject(commit: &str, subject: &str) -> String {
    let (hash, names) = commit.split_at(commit.len().min("commit ".len() + HASH));
    format!("{hash}…{} {}", names.trim_start_matches(|c: char| c.is_ascii_hexdigit()), subject.trim())
}

/// The line that the commit at the beginning of these lines makes together with its subject.
#[cfg(test)]
pub fn first_commit_joined_with_subject<'a>(mut lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let commit = lines.next().filter(|line| is_commit_line(line))?;
    let subject =
        lines.take_while(|line| !is_commit_line(line)).find(|line| line.starts_with("    ") && !is_blank(line))?;
    Some(join_commit_and_subject(commit, subject))
}

/// The end of what a line of a help text calls an option, `  -v, --verbose` or `--color <WHEN>`, before its description.
fn option_end(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    let name = line[start..].trim_start_matches('-');
    let dashes = line.len() - start - name.len();
    let word = name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '?');
    // `-#, --progress-bar`
    let sign = dashes == 1 && name.get(1..).is_some_and(|rest| rest.starts_with(", --"));
    if start == 0 || !(1..=2).contains(&dashes) || !(word || sign) {
        return None;
    }
    // The description stands after two blanks, a tab, or the last word that belongs to the option.
    let rest = &line[start..];
    if let Some(gap) = rest.find("  ").or_else(|| rest.find('\t')) {
        return Some(start + gap);
    }
    let mut end = start;
    let mut depth = 0;
    for word in rest.split_inclusive(' ') {
        // `-f FILE, --file=FILE`
        let is_value = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b",._-=".contains(&byte);
        let belongs = depth > 0
            || word.starts_with(['-', '<', '[', '{', '(', '='])
            || (word.len() > 3 && word.trim_end().bytes().all(is_value));
        if !belongs {
            break;
        }
        for byte in word.bytes() {
            match byte {
                b'<' | b'[' | b'{' | b'(' => depth += 1,
                b'>' | b']' | b'}' | b')' => depth -= 1,
                _ => {}
            }
        }
        end += word.len();
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_ends_before_its_description() {
        for (line, option) in [
            ("  -v, --verbose    Use verbose output", "  -v, --verbose"),
            ("     --aws-sigv4 <a[:b]> Use AWS V4 signatures", "     --aws-sigv4 <a[:b]>"),
            ("      --color <WHEN>  Coloring", "      --color <WHEN>"),
            ("\t-n\tnumber", "\t-n"),
            ("    --all", "    --all"),
            ("       -f FILE, --file=FILE", "       -f FILE, --file=FILE"),
            (" -#, --progress-bar   Display", " -#, --progress-bar"),
            ("  --data <some words> Send them", "  --data <some words>"),
        ] {
            let end = option_end(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(line[..end].trim_end(), option);
        }
        for line in ["- an item", "  - an item", "-removed", "  ---", "  text -v", "    return -1;"] {
            assert_eq!(option_end(line), None, "{line}");
        }
    }

    #[test]
    fn a_block_of_encoded_bytes_is_no_text() {
        let line = "MIIEpAIBAAKCAQEA7b3Kq0s9Yz1xW8vT5uRnPq2LmJhGfDsAzXcVbNm1QwErTy";
        let rows: Vec<PageRow<'_>> =
            (0..10).map(|at| PageRow::new_row(Cow::Borrowed(if at == 9 { "end" } else { line }), at, at)).collect();
        let structure = PageStructure::find_structure(
            &rows,
            &KindVerdict { kind: OutputKind::Text, roomy: true, ..KindVerdict::default() },
            40,
        );
        assert!(structure.is_dull_row(0) && structure.is_dull_row(8) && !structure.is_dull_row(9));
    }

    #[test]
    fn structure_has_levels() {
        let level = |lines: &[&'static str], verdict: &KindVerdict| -> Vec<Option<u8>> {
            let line = |(at, line): (usize, &&'static str)| PageRow::new_row(Cow::Borrowed(*line), at, at);
            let rows: Vec<PageRow<'_>> = lines.iter().enumerate().map(line).collect();
            let structure = PageStructure::find_structure(&rows, verdict, 40);
            (0..rows.len()).map(|at| structure.row_level(at)).collect()
        };
        let text = KindVerdict { kind: OutputKind::Text, roomy: true, ..KindVerdict::default() };
        let diff = ["commit 5e94f0827", "Author: x", "", "    why", "", "diff --git a/x b/x", "@@ -1 +1 @@", "-a"];
        assert_eq!(level(&diff, &text), [Some(0), None, None, Some(0), None, Some(0), Some(1), None]);
        let prose = KindVerdict { shape: Some("markdown"), ..text };
        let lines = ["# Title", "words", "### Part", "```sh", "# comment", "```", "#hash"];
        assert_eq!(level(&lines, &prose), [Some(0), None, Some(1), None, None, None, None]);
        let listing = KindVerdict { kind: OutputKind::Listing, ..KindVerdict::default() };
        assert_eq!(level(&["", "PID CMD", "1 init"], &listing), [None, Some(0), None]);
        assert_eq!(level(&["src:", "a.rs", "", "src/x:", "b.rs"], &listing), [Some(0), None, None, Some(0), None]);
        let text = KindVerdict { kind: OutputKind::Text, roomy: true, ..KindVerdict::default() };
        let source = [
            "    12\tclass Shop:",
            "    13\t    def open(self):",
            "    14\t        return self.door",
            "",
            "x = Shop()",
            "# that is all of it, and enough to need a page",
        ];
        assert_eq!(level(&source, &text), [Some(0), Some(1), None, None, None, None]);
    }
}
