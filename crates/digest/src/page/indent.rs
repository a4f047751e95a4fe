//! Indentation of code on a small page: tabs stand for blanks, and the page says for how many. Every line can be had back
//! as it was.

use std::borrow::Cow;

use super::PageRow;

/// A page of this size or more may be the base of an edit: its lines stay as they are.
const SMALL: usize = 4000;
/// A folded page says the same in less room: from this size on it gives some of it back.
const AMPLE: usize = 2500;
/// Folding must save at least one byte in this many.
const WORTH: usize = 16;

/// The note above a page on which one tab stands for `unit` blanks.
pub fn note_of_tab_width(unit: usize) -> String {
    format!("1 tab = {unit} blanks\n")
}

/// Puts tabs in the place of blanks. Returns the note that says so, or none where that saves too little.
pub fn replace_indent_by_tabs(rows: &mut [PageRow<'_>], room: usize) -> Option<String> {
    let is_diff = |row: &PageRow<'_>| row.text.starts_with("@@ -") || row.text.starts_with("diff --git ");
    if room >= SMALL || rows.iter().any(is_diff) {
        return None;
    }
    let indents: Vec<&str> = rows.iter().map(|row| indentation(&row.text).1).collect();
    if indents.iter().any(|indent| indent.contains('\t')) {
        return None;
    }
    let deep: Vec<usize> = indents.iter().map(|indent| indent.len()).filter(|len| *len > 1).collect();
    let steps = |unit: usize| deep.iter().filter(|len| **len % unit == 0).count() * 5 >= deep.len() * 4;
    let unit = [4, 2].into_iter().find(|unit| steps(*unit))?;
    let saved: usize = deep.iter().map(|len| len / unit * (unit - 1)).sum();
    if saved * WORTH < rows.iter().map(PageRow::byte_cost).sum::<usize>() {
        return None;
    }
    for row in rows.iter_mut().filter(|row| row.first == row.last) {
        let (start, indent) = indentation(&row.text);
        if indent.len() >= unit {
            let text = format!(
                "{}{}{}",
                &row.text[..start],
                "\t".repeat(indent.len() / unit),
                &row.text[start + indent.len() / unit * unit..]
            );
            row.text = Cow::Owned(text);
        }
    }
    Some(note_of_tab_width(unit))
}

/// The room for a page of rows that were folded.
pub fn reduced_room_after_folding(room: usize) -> usize {
    if room > AMPLE { room - room / 12 } else { room }
}

/// The line that `fold` made this one of.
#[cfg(test)]
pub fn restore_indent_blanks(line: &str, unit: usize) -> String {
    let start = text_start(line);
    let tabs = line[start..].bytes().take_while(|byte| *byte == b'\t').count();
    format!("{}{}{}", &line[..start], " ".repeat(tabs * unit), &line[start + tabs..])
}

/// Where a line's own text begins, and its indentation.
fn indentation(line: &str) -> (usize, &str) {
    let start = text_start(line);
    let end = line[start..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    // A blank line has none.
    if start + end == line.len() { (start, "") } else { (start, &line[start..start + end]) }
}

/// Where the text begins after the number that `nl`, `cat -n` or `grep -n` put before it, and after the path of a match.
fn text_start(line: &str) -> usize {
    let number = |from: usize, ends: &[u8]| {
        let digits = line[from..].bytes().take_while(u8::is_ascii_digit).count();
        let end = line.as_bytes().get(from + digits);
        ((1..=7).contains(&digits) && end.is_some_and(|end| ends.contains(end))).then_some(from + digits + 1)
    };
    let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
    if let Some(start) = number(blanks, b"\t").or_else(|| number(0, b":-")) {
        return start;
    }
    let path = line.bytes().take_while(|byte| !byte.is_ascii_whitespace() && *byte != b':').count();
    if path > 0 && line[path..].starts_with(':') { number(path + 1, b":-").unwrap_or(0) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_text::text::Text;

    #[test]
    fn every_line_comes_back() {
        let lines = [
            "class A:",
            "    def f(self):",
            "        return call(a,",
            "                    b)",
            "",
            "   ",
            "  12\t        x = 1",
            "12:        y = 2",
            "src/a.py:7:            z = 3",
            "a: b",
        ];
        let text = Text::from_bytes(lines.join("\n").as_bytes());
        let mut rows = super::super::one_row_per_line(&text);
        assert_eq!(replace_indent_by_tabs(&mut rows, 2000), Some(note_of_tab_width(4)));
        assert_eq!(rows[2].text, "\t\treturn call(a,");
        assert_eq!(rows[6].text, "  12\t\t\tx = 1");
        assert_eq!(rows[8].text, "src/a.py:7:\t\t\tz = 3");
        for (row, line) in rows.iter().zip(lines) {
            assert_eq!(restore_indent_blanks(&row.text, 4), line);
        }
    }

    #[test]
    fn tabs_and_large_pages_stay_as_they_are() {
        let text = Text::from_bytes("a\n    b\n\tc\n        d\n".as_bytes());
        assert_eq!(replace_indent_by_tabs(&mut super::super::one_row_per_line(&text), 2000), None);
        let text = Text::from_bytes("a\n    b\n        d\n".as_bytes());
        assert_eq!(replace_indent_by_tabs(&mut super::super::one_row_per_line(&text), 6000), None);
    }
}
