//! The lines of a run's output that stand out by their form: titles in boxes and between rules, lines in capitals or in
//! stars, warnings and notes. They name the parts of a long output and say how each of them ended.

use std::collections::{HashMap, HashSet};

use super::PageRow;
use crate::part::{has_no_letters_or_digits, indentation_width, is_blank};
use crate::shape;

/// A form that comes more often than this names no part: the steps of a loop, the rows of a table.
const OFTEN: usize = 4;
/// A box of more rows than this is a table.
const BOX: usize = 8;
/// More rows than this are not compared with each other.
const MOST: usize = 4000;
/// Of more rows than this a page shows too few for titles to help.
const FAR: usize = 20_000;
/// A longer line is not a title.
const LONGEST: usize = 110;

/// Gives rows that stand out a place in the structure, and after them rare rows and the first rows of each section.
pub fn mark_standout_rows(rows: &[PageRow<'_>], levels: &mut [u8], room: usize) {
    if rows.len() > FAR {
        return;
    }
    let text = |at: usize| rows[at].text.as_ref();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    let mut at = 0;
    while at < rows.len() {
        let boxed = rows[at..].iter().take_while(|row| is_boxed_row(&row.text)).count();
        if boxed > 0 {
            let titled = (at..at + boxed).filter(|&row| boxed <= BOX && has_word_of_three_letters(text(row)));
            titled.for_each(|row| levels[row] = 0);
            at += boxed;
            continue;
        }
        let line = text(at);
        if line.len() <= LONGEST
            && !is_blank(line)
            && !has_no_letters_or_digits(line)
            && has_word_of_three_letters(line)
        {
            let ruled = rows.get(at + 1).is_some_and(|row| has_no_letters_or_digits(&row.text) && !is_blank(&row.text));
            let section = line.trim_end().ends_with(':')
                && indentation_width(line) == 0
                && (at == 0 || is_blank(text(at - 1)))
                && rows.get(at + 1).is_some_and(|row| !is_blank(&row.text));
            let titled = ruled || (section && line.len() < LONGEST / 2);
            if has_warning_label(line)
                || is_framed_title(line)
                || begins_with_capitals(line)
                || ends_with_bad_status(line)
            {
                levels[at] = 0;
            } else if titled {
                levels[at] = 1;
            }
            if levels[at] <= 1 {
                alike.entry(shape::mask_variable_parts(line)).or_default().push(at);
            }
        }
        at += 1;
    }
    mark_rare_rows(rows, levels);
    mark_first_rows_of_sections(rows, levels, room);
    for rows in alike.into_values().filter(|rows| rows.len() > OFTEN) {
        // The first says what they are, the last how it ended.
        rows[1..rows.len() - 1].iter().for_each(|&row| levels[row] = super::row_levels::NONE);
    }
}

/// The first rows of each section, as many as all sections together leave room for: a profile begins with what took most,
/// a description with what it describes.
pub fn mark_first_rows_of_sections(rows: &[PageRow<'_>], levels: &mut [u8], room: usize) {
    const LONG: usize = 6;
    const MANY: usize = 40;
    const FIRST: usize = 4;
    /// A smaller page has no room for them.
    const LEAST: usize = 3000;
    if room < LEAST {
        return;
    }
    let apart = |row: &PageRow<'_>| is_blank(&row.text) || has_no_letters_or_digits(&row.text);
    let mut sections: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let count = rows[at..].iter().take_while(|row| !apart(row)).count();
        if count >= LONG {
            sections.push((at, count));
        }
        at += count.max(1);
    }
    if sections.is_empty() || sections.len() > MANY {
        return;
    }
    // The first section says what all of it is about.
    let share = room * 3 / 10 / (sections.len() + FIRST - 1);
    for (nth, (first, count)) in sections.into_iter().enumerate() {
        let mut left = if nth == 0 { (share * FIRST).max(room / 5) } else { share };
        for row in first..first + count {
            let cost = rows[row].byte_cost();
            if cost > left {
                break;
            }
            left -= cost;
            levels[row] = levels[row].min(1);
        }
    }
}

/// In a long output of lines that are alike, the few that look like no other say what happened.
fn mark_rare_rows(rows: &[PageRow<'_>], levels: &mut [u8]) {
    const LEAST: usize = 80;
    if !(LEAST..=MOST).contains(&rows.len()) {
        return;
    }
    let mut forms: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, row) in
        rows.iter().enumerate().filter(|(_, row)| !is_blank(&row.text) && has_word_of_three_letters(&row.text))
    {
        forms.entry(shape::mask_variable_parts(row.text.trim())).or_default().push(at);
    }
    let odd: Vec<usize> = forms.into_values().filter(|rows| rows.len() <= OFTEN).flatten().collect();
    // Where many lines are rare, none of them stands out.
    if odd.len() * 8 <= rows.len() {
        for row in odd.into_iter().filter(|&row| rows[row].text.len() <= 2 * LONGEST) {
            levels[row] = levels[row].min(1);
        }
    }
}

/// Lines of a rare form that give a name its value or say something in a sentence, the last of each form, from the end
/// up: `Best-fit model: JC`, `Topologies differ in the number of bonds`.
pub fn find_result_rows(rows: &[PageRow<'_>]) -> Vec<usize> {
    const WIDEST: usize = 90;
    const SHALLOW: usize = 2;
    const DEEPEST: usize = 8;
    if rows.len() > MOST {
        return Vec::new();
    }
    let mut forms: HashMap<String, u32> = HashMap::new();
    let masks: Vec<String> = rows.iter().map(|row| shape::mask_variable_parts(row.text.trim())).collect();
    masks.iter().for_each(|mask| *forms.entry(mask.clone()).or_default() += 1);
    let tells = |at: usize| {
        let line = rows[at].text.trim();
        let valued = line
            .split_once(": ")
            .or(line.split_once(" = "))
            .is_some_and(|(name, value)| has_word_of_three_letters(name) && name.len() < 50 && !value.is_empty());
        let deep = indentation_width(&rows[at].text);
        let words = line.split_whitespace().filter(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic())).count();
        line.len() <= WIDEST
            && line.starts_with(|c: char| c.is_ascii_uppercase())
            && (valued && deep <= DEEPEST || words >= 4 && deep <= SHALLOW)
    };
    let mut seen: HashSet<&str> = HashSet::new();
    let mut is_last = |at: usize| forms[&masks[at]] as usize <= OFTEN && seen.insert(&masks[at]);
    let last = (0..rows.len()).rev().filter(|&at| is_last(at) && tells(at));
    // What is said once, and not deep inside, comes first.
    let (plain, others): (Vec<usize>, Vec<usize>) =
        last.partition(|&at| forms[&masks[at]] == 1 && indentation_width(&rows[at].text) <= SHALLOW);
    plain.into_iter().chain(others).collect()
}

/// At least one word in it.
fn has_word_of_three_letters(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic()).any(|word| word.len() >= 3)
}

/// `WARNING: 1 sequence has gaps`, `[NOTE] …`
fn has_warning_label(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '[', '*', '(', '!']);
    let label = &line[..line.bytes().take_while(u8::is_ascii_alphabetic).count()];
    let known = ["warning", "warn", "note", "notice", "attention", "important", "caution"];
    known.iter().any(|known| label.eq_ignore_ascii_case(known)) && line[label.len()..].starts_with([':', ']', ')', '!'])
}

/// `Checking for empty ruleset   [ WARNING ]`: the result of one check at the end of its line.
fn ends_with_bad_status(line: &str) -> bool {
    let Some((before, status)) = line.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) else {
        return false;
    };
    let bad = ["WARNING", "WARN", "ERROR", "FAIL", "FAILED", "CRITICAL", "ALERT", "BAD", "DANGER"];
    has_word_of_three_letters(before) && bad.contains(&status.trim())
}

/// `*** converged ***`, `=== results ===`
fn is_framed_title(line: &str) -> bool {
    let line = line.trim();
    ["***", "===", "---", "###", ">>>", "+++"]
        .iter()
        .any(|frame| line.starts_with(frame) && (line.ends_with(frame) || (*frame == ">>>" && line.ends_with("<<<"))))
}

/// A row of a box with one column: `|  TOTAL ENERGY   -11.39 Eh  |`.
fn is_boxed_row(line: &str) -> bool {
    let line = line.trim();
    ['|', '│', '║', ':'].into_iter().any(|side| {
        let inner = line.strip_prefix(side).and_then(|rest| rest.strip_suffix(side));
        inner.map(|inner| inner.trim_matches(side)).is_some_and(|inner| !inner.is_empty() && !inner.contains(side))
    })
}

/// `BEST SCORE FOUND : -3759.187`: a line that begins with words in capitals.
fn begins_with_capitals(line: &str) -> bool {
    let mut words = line.split_whitespace().filter(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic()));
    let loud = |word: &str| {
        word.len() >= 2
            && word.bytes().all(|byte| byte.is_ascii_uppercase() || b"-_':".contains(&byte))
            && word.bytes().any(|byte| byte.is_ascii_uppercase())
    };
    words.next().is_some_and(loud) && words.next().is_some_and(loud)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn levels(lines: &[&'static str]) -> Vec<Option<u8>> {
        let rows: Vec<PageRow<'_>> =
            lines.iter().enumerate().map(|(at, line)| PageRow::new_row(Cow::Borrowed(*line), at, at)).collect();
        let mut levels = vec![super::super::row_levels::NONE; rows.len()];
        mark_standout_rows(&rows, &mut levels, 0);
        levels.into_iter().map(|level| Some(level).filter(|level| *level <= 1)).collect()
    }

    #[test]
    fn results_and_titles_stand_out() {
        let lines = [
            "reading input",
            "Geometry",
            "--------",
            "   1  2.0  3.0",
            "*** converged after 11 iterations ***",
            "| TOTAL ENERGY   -11.39 Eh |",
            "| a | b |",
            "BEST SCORE FOUND : -3759.187",
            "NOTE: the bootstrap does not converge",
            "GET /index 200",
        ];
        let expected = [None, Some(1), None, None, Some(0), Some(0), None, Some(0), Some(0), None];
        assert_eq!(levels(&lines), expected);
    }

    #[test]
    fn a_result_is_the_last_of_its_form() {
        let lines =
            ["   Deviation of splits: 0.5", "row", "   Deviation of splits: 0.2", "  Analysis completed in a second"];
        let rows: Vec<PageRow<'_>> =
            lines.iter().enumerate().map(|(at, line)| PageRow::new_row(Cow::Borrowed(*line), at, at)).collect();
        assert_eq!(find_result_rows(&rows), [3, 2]);
    }

    #[test]
    fn the_steps_of_a_loop_are_known_by_the_first_and_the_last() {
        let lines = ["=== CYCLE 1 ===", "=== CYCLE 2 ===", "=== CYCLE 3 ===", "=== CYCLE 4 ===", "=== CYCLE 5 ==="];
        assert_eq!(levels(&lines), [Some(0), None, None, None, Some(0)]);
    }
}
