//! The place a text was probably meant for, when it stands nowhere as it was given.

use std::path::Path;

use super::printed_text::PrintedText;
use ctx_text::cut_middle;

/// Below this two lines have nothing to do with each other.
const ALIKE: f64 = 0.6;
/// Comparing is quadratic in the length of a line and linear in the number of lines.
const WIDEST: usize = 400;
const LONGEST: usize = 50_000;
/// Characters compared before the search for a hint is given up: a tenth of a second.
const EFFORT: usize = 40_000_000;
const PRINTED: usize = 160;

/// One sentence that helps to correct the text: where it nearly stands, and what is there instead.
pub fn nearest_text_hint(file: &PrintedText, wanted: &PrintedText) -> Option<String> {
    let lines: Vec<&str> = file.text.lines().take(LONGEST).collect();
    let wanted: Vec<&str> = wanted.text.lines().collect();
    let first = wanted.iter().position(|line| !line.trim().is_empty())?;
    hint_for_partial_match(&lines, &wanted, first).or_else(|| hint_for_similar_line(&lines, wanted[first].trim()))
}

/// A file of the same directory whose name is nearly that of one that is not there.
pub fn nearest_file_name(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_string_lossy().into_owned();
    let names = std::fs::read_dir(missing.parent()?).ok()?.flatten();
    let scored = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).map(|name| {
        let score = strsim::normalized_damerau_levenshtein(&name, &wanted);
        (name, score)
    });
    let (name, best) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best >= ALIKE).then_some(name)
}

/// Where the most lines in a row stand, white space aside, and the first that does not.
fn hint_for_partial_match(lines: &[&str], wanted: &[&str], first: usize) -> Option<String> {
    let same = |a: &&str, b: &&str| a.trim() == b.trim();
    let run = |at: usize| lines[at..].iter().zip(&wanted[first..]).take_while(|(line, want)| same(line, want)).count();
    let starts = (0..lines.len()).filter(|&at| same(&lines[at], &wanted[first]));
    // Of several that are as long the first: `max_by_key` would take the last.
    let (at, matched) = starts.map(|at| (at, run(at))).rev().max_by_key(|(_, matched)| *matched)?;
    let number = at + matched + 1;
    let Some(want) = wanted.get(first + matched) else {
        let blank = (0..matched).find(|&n| lines[at + n] != wanted[first + n]);
        return Some(match blank {
            Some(n) => format!("line {} differs in white space only: {}", at + n + 1, quote_line(lines[at + n])),
            None => format!(
                "lines {}-{} are nearly it: mind blank lines and line ends before and after",
                at + 1,
                at + matched
            ),
        });
    };
    let from = if matched == 1 { format!("line {}", at + 1) } else { format!("lines {}-{}", at + 1, at + matched) };
    Some(match lines.get(number - 1) {
        Some(line) => {
            format!("it begins like {from}, then line {number} is {}, not {}", quote_line(line), quote_line(want))
        }
        None => format!("it begins like {from}, where the file ends"),
    })
}

/// The line of which some part comes nearest.
fn hint_for_similar_line(lines: &[&str], wanted: &str) -> Option<String> {
    let wanted: Vec<char> = cut_to_width(wanted).chars().collect();
    let mut budget = EFFORT;
    let mut best: Option<(usize, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        let line: Vec<char> = cut_to_width(line.trim()).chars().collect();
        let Some(left) = budget.checked_sub(line.len() * wanted.len()) else { break };
        budget = left;
        let distance = substring_edit_distance(&wanted, &line);
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((at, distance));
        }
    }
    let (at, distance) = best?;
    let is_alike = (distance as f64) <= (1.0 - ALIKE) * wanted.len() as f64;
    is_alike.then(|| format!("the nearest is line {}: {}", at + 1, quote_line(lines[at])))
}

/// Edits that make `wanted` a part of `line`, wherever it begins and ends there.
fn substring_edit_distance(wanted: &[char], line: &[char]) -> usize {
    let mut above: Vec<usize> = vec![0; line.len() + 1];
    for (row, want) in wanted.iter().enumerate() {
        let mut diagonal = above[0];
        above[0] = row + 1;
        for (column, have) in line.iter().enumerate() {
            let kept = diagonal + usize::from(want != have);
            diagonal = above[column + 1];
            above[column + 1] = kept.min(diagonal + 1).min(above[column] + 1);
        }
    }
    above.into_iter().min().unwrap_or(wanted.len())
}

fn cut_to_width(text: &str) -> &str {
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

fn quote_line(line: &str) -> String {
    let visible: String = line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect();
    format!("`{}`", cut_middle(&visible, PRINTED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_secrets::Masker;

    fn hint_for(file: &str, wanted: &str) -> Option<String> {
        let shown = |text: &str| PrintedText::from_bytes(text.as_bytes(), &Masker::default());
        nearest_text_hint(&shown(file), &shown(wanted))
    }

    const FILE: &str =
        "fn open() {\n    let path = dir.join(FILE);\n    prepare(&path)?;\n}\n\nfn close() {\n    drop(self.db);\n}\n";

    #[test]
    fn the_nearest_place_is_named() {
        assert_eq!(hint_for(FILE, "  drop(self.bd);").unwrap(), "the nearest is line 7: `    drop(self.db);`");
        assert_eq!(
            hint_for(FILE, "fn open() {\n    let path = dir.join(NAME);\n").unwrap(),
            "it begins like line 1, then line 2 is `    let path = dir.join(FILE);`, not `    let path = dir.join(NAME);`"
        );
        assert_eq!(
            hint_for(FILE, "\tlet path = dir.join(FILE);\n").unwrap(),
            "line 2 differs in white space only: `    let path = dir.join(FILE);`"
        );
        assert_eq!(
            hint_for(FILE, "    drop(self.db);\n}\nfn later() {}").unwrap(),
            "it begins like lines 7-8, where the file ends"
        );
        assert_eq!(hint_for(FILE, "join(FLIE)").unwrap(), "the nearest is line 2: `    let path = dir.join(FILE);`");
        assert_eq!(hint_for(FILE, "something else altogether"), None);
        assert_eq!([hint_for("", "x"), hint_for(FILE, " \n")], [None, None]);
    }
}
