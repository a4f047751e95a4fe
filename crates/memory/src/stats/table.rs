//! One table, three ways out: aligned text with bars, RFC 4180, JSON.

use ctx_text::{format_duration, format_size};

#[derive(Clone, Debug)]
pub enum Cell {
    Text(String),
    Count(u64),
    Bytes(i64),
    Number(i64),
    /// Of one.
    Share(f64),
    /// US dollars.
    Money(f64),
    /// Milliseconds.
    Time(i64),
}

impl Cell {
    fn for_people(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Share(share) => format!("{:.0} %", share * 100.0),
            Cell::Bytes(bytes) => format_signed_size(*bytes),
            Cell::Money(dollars) => format!("${dollars:.2}"),
            Cell::Time(ms) => format_duration(*ms),
            Cell::Count(_) | Cell::Number(_) => self.for_programs(),
        }
    }

    fn for_programs(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Bytes(number) | Cell::Number(number) | Cell::Time(number) => number.to_string(),
            Cell::Share(share) => format!("{share:.4}"),
            Cell::Money(dollars) => format!("{dollars:.6}"),
        }
    }

    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Cell::Text(text) => text.as_str().into(),
            Cell::Count(count) => (*count).into(),
            Cell::Bytes(number) | Cell::Number(number) | Cell::Time(number) => (*number).into(),
            Cell::Money(dollars) => ((dollars * 1e6).round() / 1e6).into(),
            Cell::Share(share) => ((share * 10_000.0).round() / 10_000.0).into(),
        }
    }
}

/// `-61.2 KB` for a negative size.
pub fn format_signed_size(bytes: i64) -> String {
    let sign = if bytes < 0 { "-" } else { "" };
    format!("{sign}{}", format_size(bytes.unsigned_abs()))
}

/// The characters of bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarStyle {
    Blocks,
    Ascii,
}

const BAR_WIDTH: usize = 12;
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

impl BarStyle {
    /// A bar for the share of `value` in `most`; a negative value has none.
    fn draw(self, value: i64, most: i64) -> String {
        if value <= 0 || most <= 0 {
            return String::new();
        }
        let eighths = (value as f64 / most as f64 * (BAR_WIDTH * 8) as f64).round().max(1.0) as usize;
        match self {
            BarStyle::Blocks => {
                let mut bar = "█".repeat(eighths / 8);
                bar.extend(Some(EIGHTHS[eighths % 8]).filter(|part| *part != ' '));
                bar
            }
            BarStyle::Ascii => "#".repeat(eighths.div_ceil(8)),
        }
    }
}

pub struct Table {
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<Cell>>,
    /// The column that the bars show.
    pub drawn: Option<&'static str>,
}

impl Table {
    /// Aligned, at most `limit` rows.
    pub fn render_text(&self, bars: BarStyle, limit: usize) -> String {
        let rows = &self.rows[..self.rows.len().min(limit)];
        let header: Vec<String> = self.columns.iter().map(|name| (*name).replace('_', " ")).collect();
        let mut lines = vec![header];
        lines.extend(rows.iter().map(|row| row.iter().map(Cell::for_people).collect()));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let drawn = self.drawn.and_then(|name| self.columns.iter().position(|column| *column == name));
        let value = |row: &[Cell]| match drawn.map(|column| &row[column]) {
            Some(Cell::Bytes(bytes)) => *bytes,
            Some(Cell::Count(count)) => *count as i64,
            Some(Cell::Number(number) | Cell::Time(number)) => *number,
            Some(Cell::Money(dollars)) => (dollars * 100.0) as i64,
            _ => 0,
        };
        let most = rows.iter().map(|row| value(row)).max().unwrap_or(0);
        let mut text = String::new();
        for (at, line) in lines.iter().enumerate() {
            let mut printed = String::new();
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                let is_name = rows.first().is_none_or(|row| matches!(row[column], Cell::Text(_)));
                let gap = if column == 0 { "" } else { "  " };
                printed.push_str(&if is_name {
                    format!("{gap}{cell:<width$}")
                } else {
                    format!("{gap}{cell:>width$}")
                });
            }
            if let Some(row) = at.checked_sub(1) {
                printed.push_str("  ");
                printed.push_str(&bars.draw(value(&rows[row]), most));
            }
            text.push_str(printed.trim_end());
            text.push('\n');
        }
        text
    }

    /// RFC 4180: a header, CRLF, quotes where they are needed.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",");
        text.push_str("\r\n");
        for row in &self.rows {
            let fields: Vec<String> = row.iter().map(|cell| quoted(cell.for_programs())).collect();
            text.push_str(&fields.join(","));
            text.push_str("\r\n");
        }
        text
    }

    pub fn to_json(&self) -> serde_json::Value {
        let object = |row: &Vec<Cell>| {
            let fields = self.columns.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), cell.to_json()));
            serde_json::Value::Object(fields.collect())
        };
        self.rows.iter().map(object).collect()
    }
}

fn quoted(field: String) -> String {
    if field.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table {
            columns: vec!["command", "runs", "saved"],
            rows: vec![
                vec![Cell::Text("cargo test".into()), Cell::Count(12), Cell::Bytes(61_200)],
                vec![Cell::Text("a \"b\", c".into()), Cell::Count(3), Cell::Bytes(15_300)],
                vec![Cell::Text("ls".into()), Cell::Count(1), Cell::Bytes(-40)],
            ],
            drawn: Some("saved"),
        }
    }

    #[test]
    fn text_is_aligned_and_bars_are_in_proportion() {
        let ascii = "\
command     runs    saved
cargo test    12  61.2 KB  ############
a \"b\", c       3  15.3 KB  ###
ls             1    -40 B
";
        assert_eq!(table().render_text(BarStyle::Ascii, 9), ascii);
        assert_eq!(BarStyle::Blocks.draw(61_200, 61_200), "████████████");
        assert_eq!(BarStyle::Blocks.draw(1, 1_000_000), "▏");
        assert_eq!(BarStyle::Blocks.draw(5, 12), "█████");
        assert_eq!(BarStyle::Blocks.draw(-5, 12), "");
        assert_eq!(table().render_text(BarStyle::Ascii, 1).lines().count(), 2);
    }

    #[test]
    fn csv_quotes_what_it_must() {
        let csv = "command,runs,saved\r\ncargo test,12,61200\r\n\"a \"\"b\"\", c\",3,15300\r\nls,1,-40\r\n";
        assert_eq!(table().csv(), csv);
        assert_eq!(table().to_json()[2], serde_json::json!({ "command": "ls", "runs": 1, "saved": -40 }));
    }
}
