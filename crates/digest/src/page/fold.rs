//! Folds rows that share something into fewer, without loss: every name, number and path stays, and a reader, or a
//! test, can unfold them again.
//!
//! - equal lines that follow each other: `line ×3`
//! - matches in one file: its name once, `src/a.rs:`, then `  12:text`
//! - paths in one folder: `src/{a.rs,b.rs}`, as a shell expands it

use std::borrow::Cow;

use super::PageRow;
use crate::part::is_blank;
use ctx_text::text::Text;

/// A line of folded paths stays below this.
const WIDEST: usize = 400;

/// The lines of a text, equal neighbours in one row.
pub fn fold_repeated_lines(text: &Text) -> Vec<PageRow<'_>> {
    let mut rows: Vec<PageRow<'_>> = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let line = text.line(at);
        let same = (at + 1..text.len()).take_while(|&next| text.line(next) == line).count();
        // A line that ends like a fold cannot be told from one.
        if same > 0 && !is_blank(line) && parse_folded_repeat(line).is_none() && (same * (line.len() + 1)) > 6 {
            let folded = format!("{line} ×{}", same + 1);
            rows.push(PageRow::new_row(Cow::Owned(folded), at, at + same));
        } else {
            rows.extend((at..=at + same).map(|at| PageRow::row_of_line(text, at)));
        }
        at += same + 1;
    }
    rows
}

/// `line ×3` as the line and its count.
pub fn parse_folded_repeat(row: &str) -> Option<(&str, usize)> {
    let (line, count) = row.rsplit_once(" ×")?;
    let count = count.parse().ok()?;
    (count > 1).then_some((line, count))
}

/// Rows that follow each other without a gap, as they are printed.
pub fn print_rows_folded(rows: &[PageRow<'_>], mut line: impl FnMut(&str)) {
    let mut at = 0;
    while at < rows.len() {
        let matches = count_rows_of_same_file(&rows[at..]);
        if matches.1 > 1 {
            let heading = matches.0;
            line(&rows[at].text[..heading]);
            for row in &rows[at..at + matches.1] {
                line(&format!("  {}", &row.text[heading..]));
            }
            at += matches.1;
            continue;
        }
        let paths = count_rows_of_same_folder(&rows[at..]);
        if paths.1 > 1 {
            let names: Vec<&str> = rows[at..at + paths.1].iter().map(|row| &row.text[paths.0..]).collect();
            line(&format!("{}{{{}}}", &rows[at].text[..paths.0], names.join(",")));
            at += paths.1;
            continue;
        }
        line(&rows[at].text);
        at += 1;
    }
}

/// The length of the file name that the first row begins with, and how many rows share it.
fn count_rows_of_same_file(rows: &[PageRow<'_>]) -> (usize, usize) {
    let Some(heading) = file_prefix_end(&rows[0].text) else { return (0, 0) };
    let name = &rows[0].text[..heading];
    let count =
        rows.iter().take_while(|row| file_prefix_end(&row.text) == Some(heading) && row.text.starts_with(name)).count();
    // The heading takes a line, each row two blanks.
    if (count - 1) * heading > 2 * count + 1 { (heading, count) } else { (0, 0) }
}

/// The end of `path:` before a line number.
fn file_prefix_end(row: &str) -> Option<usize> {
    let end = row.find(':')?;
    let path = &row[..end];
    let looks = path.len() > 3 && !path.contains(char::is_whitespace) && (path.contains('/') || path.contains('.'));
    let rest = &row[end + 1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = digits > 0 && rest[digits..].starts_with(':');
    (looks && numbered).then_some(end + 1)
}

/// The length of the folder that the first row begins with, and how many rows share it.
fn count_rows_of_same_folder(rows: &[PageRow<'_>]) -> (usize, usize) {
    let Some(folder) = folder_prefix_end(&rows[0]) else { return (0, 0) };
    let prefix = &rows[0].text[..folder];
    let mut width = folder + 2;
    let mut count = 0;
    for row in rows {
        width += row.text.len() + 1 - folder.min(row.text.len());
        let shares = folder_prefix_end(row) == Some(folder) && row.text.starts_with(prefix);
        if !shares || (width > WIDEST && count > 0) {
            break;
        }
        count += 1;
    }
    if count > 1 && (count - 1) * folder > 3 { (folder, count) } else { (0, 0) }
}

/// The end of the folder in a row that is only a path.
fn folder_prefix_end(row: &PageRow<'_>) -> Option<usize> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+@%=~#".contains(&byte) || byte >= 0x80;
    let text = row.text.as_ref();
    let end = text.rfind('/')? + 1;
    (row.first == row.last && end < text.len() && text.bytes().all(plain)).then_some(end)
}

/// The rows behind lines that `print_rows_folded` has folded.
#[cfg(test)]
pub fn expand_folded_rows(lines: &[&str]) -> Vec<String> {
    let mut rows = Vec::new();
    let mut heading = "";
    for line in lines {
        if let Some(row) = line
            .strip_prefix("  ")
            .filter(|row| !heading.is_empty() && file_prefix_end(&format!("{heading}{row}")).is_some())
        {
            rows.push(format!("{heading}{row}"));
            continue;
        }
        heading = "";
        if let Some((folder, names)) = line.strip_suffix('}').and_then(|line| line.split_once("/{")) {
            rows.extend(names.split(',').map(|name| format!("{folder}/{name}")));
        } else if let Some((line, count)) = parse_folded_repeat(line) {
            rows.extend(std::iter::repeat_n(line.to_owned(), count));
        } else if line.ends_with(':') && file_prefix_end(&format!("{line}1:")).is_some() {
            heading = line;
        } else {
            rows.push((*line).to_owned());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let text = Text::from_bytes(text.as_bytes());
        let mut out = String::new();
        print_rows_folded(&fold_repeated_lines(&text), |line| out.push_str(&format!("{line}\n")));
        out
    }

    #[test]
    fn rows_that_share_something_stand_in_fewer_lines() {
        let text = "src/a.rs:12:let x;\nsrc/a.rs:14:x += 1;\nsrc/b.rs:1:use x;\nlib/x/a.rs\nlib/x/b.rs\nwait\nwait\nwait\nend\n";
        let short = folded(text);
        assert_eq!(short, "src/a.rs:\n  12:let x;\n  14:x += 1;\nsrc/b.rs:1:use x;\nlib/x/{a.rs,b.rs}\nwait ×3\nend\n");
        let lines: Vec<&str> = short.lines().collect();
        assert_eq!(expand_folded_rows(&lines), text.lines().collect::<Vec<_>>());
    }

    #[test]
    fn rows_that_could_be_misread_are_left_alone() {
        for text in ["a ×3\na ×3\n", "src/a,b\nsrc/c d\n", "\n\n\n", "C: 1\nC: 2\n"] {
            assert_eq!(folded(text), text);
        }
    }
}
