//! Rows of a table, or lines of a log, that differ from nearly all others in one column: the two pods that crash, the one
//! test that failed, the request that was not answered.

use std::collections::HashMap;

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

/// The rows in a rare state, the rarest first.
pub fn rare<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut tables: HashMap<usize, Vec<(usize, Vec<&'a str>)>> = HashMap::new();
    let mut written = 0;
    for (at, line) in lines.enumerate().take(MOST) {
        let words: Vec<&str> = line.split_whitespace().take(COLUMNS + 1).collect();
        written += usize::from(!words.is_empty());
        if (2..=COLUMNS).contains(&words.len()) {
            tables.entry(words.len()).or_default().push((at, words));
        }
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for rows in tables.values().filter(|rows| rows.len() >= LEAST && rows.len() * 2 >= written) {
        for column in 0..rows[0].1.len() {
            found.extend(of_column(rows, column));
        }
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

/// How often each rare value of a column occurs, with the first rows that hold it.
fn of_column(rows: &[(usize, Vec<&str>)], column: usize) -> Vec<(usize, usize)> {
    let mut values: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, words) in rows {
        values.entry(words[column]).or_default().push(*at);
        if values.len() > VALUES {
            return Vec::new();
        }
    }
    let most = values.values().map(Vec::len).max().unwrap_or(0);
    if most * 100 < rows.len() * USUAL {
        return Vec::new();
    }
    let rare = values.into_iter().filter(|(value, held)| held.len() * 100 <= rows.len() * RARE && is_state(value));
    rare.flat_map(|(_, held)| held.iter().take(SHOWN).map(|&at| (held.len(), at)).collect::<Vec<_>>()).collect()
}

/// A word, or a code of three digits; other numbers are counts.
fn is_state(value: &str) -> bool {
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2 || (value.len() == 3 && value.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::rare;
    use crate::{Budgets, Call, Status, digest, render};
    use ctx_text::text::Text;

    #[test]
    fn rows_that_differ_in_their_state_are_found() {
        let pod = |n: usize| match n {
            57 | 171 => format!("web-{n} 0/1 CrashLoopBackOff 7 3d"),
            n => format!("web-{n} 1/1 Running 0 3d"),
        };
        let rows: Vec<String> = (0..220).map(pod).collect();
        assert_eq!(rare(rows.iter().map(String::as_str)), [57, 171]);
        // Columns of many values, and tables of few rows, have no states.
        let names: Vec<String> = (0..220).map(|n| format!("file{n} {} x", n % 40)).collect();
        assert_eq!(rare(names.iter().map(String::as_str)), [0; 0]);
        assert_eq!(rare(rows[50..60].iter().map(String::as_str)), [0; 0]);
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
            let call = Call { argv: vec![command.to_owned()], status: Status::Exit(0) };
            let page = render(&digest(&text, &call), &text, &Budgets::default()).text;
            assert!(page.contains(wanted) && page.len() < raw.len() / 2, "{command}: {page}");
        }
    }
}
