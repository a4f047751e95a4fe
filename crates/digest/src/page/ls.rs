//! `ls -l`: mode, links, owner and group that most rows share stand once in a heading, and rows lose their padding.

use std::borrow::Cow;
use std::collections::HashMap;

use super::PageRow;

/// Columns that can stand once for all rows: mode, links, owner, group.
const SHARED: usize = 4;
/// Fewer rows than this are not worth a heading.
const FEWEST: usize = 12;

/// Shortens the rows of a long listing. Returns the heading that gives back what they lost; none where it is no such listing.
pub fn move_shared_columns_to_heading(rows: &mut [PageRow<'_>]) -> Option<String> {
    if !super::is_small_enough_to_fold(rows) {
        return None;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for row in rows.iter() {
        if let Some((shared, _)) = split_ls_columns(&row.text) {
            *counts.entry(shared).or_default() += 1;
        }
    }
    let listed: usize = counts.values().sum();
    if listed < FEWEST || listed * 10 < rows.len() * 8 {
        return None;
    }
    let (usual, _) = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
    for row in rows.iter_mut() {
        if let Some((shared, rest)) = split_ls_columns(&row.text) {
            row.text = Cow::Owned(if shared == usual { rest } else { format!("{shared} {rest}") });
        }
    }
    Some(format!("{HEADING}{usual}, where no mode is given"))
}

const HEADING: &str = "rows are ";

/// The shared columns of a row and the others, single blanks between them; the name is left as it is.
fn split_ls_columns(line: &str) -> Option<(String, String)> {
    let mode = line.split(' ').next()?;
    let is_mode = mode.len() >= 10
        && mode.starts_with(['-', 'd', 'l', 'c', 'b', 'p', 's'])
        && mode.bytes().skip(1).take(9).all(|byte| b"rwxsStT-".contains(&byte));
    if !is_mode {
        return None;
    }
    let mut rest = line;
    let mut words = Vec::new();
    // Size, month, day and time follow the shared columns; the name may hold blanks.
    for _ in 0..SHARED + 4 {
        rest = rest.trim_start_matches(' ');
        let end = rest.find(' ')?;
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    let is_sized = words[SHARED].bytes().next().is_some_and(|byte| byte.is_ascii_digit());
    let is_linked = words[1].bytes().all(|byte| byte.is_ascii_digit());
    (is_sized && is_linked).then(|| (words[..SHARED].join(" "), format!("{}{rest}", words[SHARED..].join(" "))))
}

/// True where a printed row, maybe under a heading, stands for this line of a listing.
#[cfg(test)]
pub fn row_stands_for_ls_line(printed: &str, line: &str) -> bool {
    split_ls_columns(line).is_some_and(|(shared, rest)| printed == rest || printed == format!("{shared} {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_text::text::Text;

    /// The row of `ls` with its padding gone.
    fn unfold(heading: &str, row: &str) -> String {
        let usual =
            heading.strip_prefix(HEADING).and_then(|rest| rest.strip_suffix(", where no mode is given")).unwrap();
        if row.starts_with(|c: char| c.is_ascii_digit()) { format!("{usual} {row}") } else { row.to_owned() }
    }

    #[test]
    fn every_row_of_a_listing_comes_back() {
        let mut raw = String::from("total 48\ndrwxr-xr-x  5 dev  staff  4096 Nov 16 18:12 .\n");
        for n in 0..20 {
            raw.push_str(&format!(
                "-rw-r--r--  1 dev  staff {:>6} Nov  {} 09:{:02} a name {n}.txt\n",
                n * 77,
                n % 9 + 1,
                n
            ));
        }
        raw.push_str("lrwxrwxrwx  1 root root      12 Jan  3  2023 link -> a name 3.txt\n");
        let text = Text::from_bytes(raw.as_bytes());
        let mut rows = super::super::one_row_per_line(&text);
        let heading = move_shared_columns_to_heading(&mut rows).expect("a heading");
        assert_eq!(heading, "rows are -rw-r--r-- 1 dev staff, where no mode is given");
        assert_eq!(rows[2].text, "0 Nov 1 09:00 a name 0.txt");
        for row in rows.iter().skip(1) {
            let (shared, rest) = split_ls_columns(text.line(row.first)).unwrap();
            assert_eq!(unfold(&heading, &row.text), format!("{shared} {rest}"));
        }
        let mut others = super::super::one_row_per_line(&text).into_iter().take(5).collect::<Vec<_>>();
        assert_eq!(move_shared_columns_to_heading(&mut others), None);
    }
}
