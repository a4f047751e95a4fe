//! Rows of a table, or lines of a log, that differ from nearly all others in one column: the two pods that crash, the one
//! test that failed, the request that was not answered.

/// So many rows with as many columns make a table, where they are half of the text.
const LEAST: usize = 20;
/// More rows are not looked at, and no columns behind these.
const MOST: usize = 20_000;
const COLUMNS: usize = 24;
/// A column with more values than this holds no states.
const VALUES: usize = 8;
/// Percent of the rows that the usual value has at least, and a rare one at most.
const USUAL: usize = 70;
const RARE: usize = 8;
/// So many rows of each rare state are shown.
const SHOWN: usize = 2;
/// Where more rows are rare, none of them is.
const ROWS: usize = 12;

/// A value of a column: how many rows hold it, and the first of them.
struct ColumnValue<'a> {
    text: &'a str,
    held: usize,
    rows: Vec<usize>,
}

/// The rows with as many columns. A column with too many values is given up.
struct ColumnTable<'a> {
    rows: usize,
    columns: Vec<Option<Vec<ColumnValue<'a>>>>,
}

/// The rows in a rare state, the rarest first.
pub fn find_rare_state_rows<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut tables: [Option<ColumnTable<'a>>; COLUMNS + 1] = [const { None }; COLUMNS + 1];
    let mut words: Vec<&str> = Vec::with_capacity(COLUMNS + 1);
    let mut written = 0;
    for (at, line) in lines.enumerate().take(MOST) {
        words.clear();
        if line.is_ascii() {
            let blank = |byte: char| matches!(byte, '\t'..='\r' | ' ');
            words.extend(line.split(blank).filter(|word| !word.is_empty()).take(COLUMNS + 1));
        } else {
            words.extend(line.split_whitespace().take(COLUMNS + 1));
        }
        written += usize::from(!words.is_empty());
        if (2..=COLUMNS).contains(&words.len()) {
            let fresh = || ColumnTable { rows: 0, columns: words.iter().map(|_| Some(Vec::new())).collect() };
            tables[words.len()].get_or_insert_with(fresh).add_row(at, &words);
        }
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for table in tables.iter().flatten().filter(|table| table.rows >= LEAST && table.rows * 2 >= written) {
        table.columns.iter().flatten().for_each(|values| table.add_rare_rows(values, &mut found));
    }
    found.sort_unstable();
    let mut rows: Vec<usize> = Vec::new();
    for (_, row) in found {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    if rows.len() > ROWS { Vec::new() } else { rows }
}

impl<'a> ColumnTable<'a> {
    fn add_row(&mut self, at: usize, words: &[&'a str]) {
        self.rows += 1;
        for (column, word) in self.columns.iter_mut().zip(words) {
            let Some(values) = column else { continue };
            let known = values.iter().position(|value| value.text == *word);
            match known {
                Some(known) => {
                    values[known].held += 1;
                    if values[known].rows.len() < SHOWN {
                        values[known].rows.push(at);
                    }
                }
                None if values.len() == VALUES => *column = None,
                None => values.push(ColumnValue { text: word, held: 1, rows: vec![at] }),
            }
        }
    }

    /// Adds how often each rare value of a column occurs, with the first rows that hold it.
    fn add_rare_rows(&self, values: &[ColumnValue], found: &mut Vec<(usize, usize)>) {
        let most = values.iter().map(|value| value.held).max().unwrap_or(0);
        if most * 100 < self.rows * USUAL {
            return;
        }
        for value in values.iter().filter(|value| value.held * 100 <= self.rows * RARE && looks_like_state(value.text))
        {
            found.extend(value.rows.iter().map(|&at| (value.held, at)));
        }
    }
}

/// A word, or a code of three digits; other numbers are counts.
fn looks_like_state(value: &str) -> bool {
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2 || (value.len() == 3 && value.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::find_rare_state_rows;
    use crate::{Budgets, CommandAndStatus, CommandEndStatus, digest, render};
    use ctx_text::text::Text;

    #[test]
    fn rows_that_differ_in_their_state_are_found() {
        let pod = |n: usize| match n {
            57 | 171 => format!("web-{n} 0/1 CrashLoopBackOff 7 3d"),
            n => format!("web-{n} 1/1 Running 0 3d"),
        };
        let rows: Vec<String> = (0..220).map(pod).collect();
        assert_eq!(find_rare_state_rows(rows.iter().map(String::as_str)), [57, 171]);
        // Columns of many values, and tables of few rows, have no states.
        let names: Vec<String> = (0..220).map(|n| format!("file{n} {} x", n % 40)).collect();
        assert_eq!(find_rare_state_rows(names.iter().map(String::as_str)), [0; 0]);
        assert_eq!(find_rare_state_rows(rows[50..60].iter().map(String::as_str)), [0; 0]);
    }

    #[test]
    fn pages_and_reports_show_them() {
        let line = |n: usize| {
            let code = if n == 300 { "404" } else { "200" };
            format!(
                "127.0.0.1 - - [15/Nov/2026 00:{:02}:39] \"GET /api/items/{} HTTP/1.1\" {code} -\n",
                n % 60,
                1000 + n
            )
        };
        let raw: String = (0..500).map(line).collect();
        let pods: String = (0..400)
            .map(|n| {
                format!(
                    "{:<40} {:<10} {}\n",
                    format!("default/web-{n}-5f6c"),
                    "1/1",
                    if n == 211 { "Evicted" } else { "Running" }
                )
            })
            .collect();
        for (command, raw, wanted) in [("cat access.log", &raw, "\" 404 -"), ("kubectl get pods -A", &pods, "Evicted")]
        {
            let text = Text::from_bytes(raw.as_bytes());
            let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(0) };
            let page = render(&digest(&text, &call), &text, &Budgets::default()).text;
            assert!(page.contains(wanted) && page.len() < raw.len() / 2, "{command}: {page}");
        }
    }
}
