//! One table, three ways out: aligned text with bars, RFC 4180, JSON.

use ctx_capture::ui::{ColourMeaning, count_columns};
use ctx_text::{cut_middle, format_duration, format_size};

#[derive(Clone, Debug)]
pub enum TableCell {
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

impl TableCell {
    fn to_human_text(&self) -> String {
        match self {
            TableCell::Text(text) => text.clone(),
            TableCell::Share(share) => format!("{:.0} %", share * 100.0),
            TableCell::Bytes(bytes) => format_signed_size(*bytes),
            TableCell::Money(dollars) => format!("${dollars:.2}"),
            TableCell::Time(ms) => format_duration(*ms),
            TableCell::Count(_) | TableCell::Number(_) => self.to_csv_field(),
        }
    }

    fn to_csv_field(&self) -> String {
        match self {
            TableCell::Text(text) => text.clone(),
            TableCell::Count(count) => count.to_string(),
            TableCell::Bytes(number) | TableCell::Number(number) | TableCell::Time(number) => number.to_string(),
            TableCell::Share(share) => format!("{share:.4}"),
            TableCell::Money(dollars) => format!("{dollars:.6}"),
        }
    }

    pub fn to_json(&self) -> serde_json::Value {
        match self {
            TableCell::Text(text) => text.as_str().into(),
            TableCell::Count(count) => (*count).into(),
            TableCell::Bytes(number) | TableCell::Number(number) | TableCell::Time(number) => (*number).into(),
            TableCell::Money(dollars) => ((dollars * 1e6).round() / 1e6).into(),
            TableCell::Share(share) => ((share * 10_000.0).round() / 10_000.0).into(),
        }
    }
}

/// `-61.2 KB` for a negative size.
pub fn format_signed_size(bytes: i64) -> String {
    let sign = if bytes < 0 { "-" } else { "" };
    format!("{sign}{}", format_size(bytes.unsigned_abs()))
}

/// How a table is drawn: in a pipe with none of this.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableStyle {
    /// Bars are blocks, else of `#`.
    pub blocks: bool,
    pub colour: bool,
    /// The width of the screen.
    pub columns: Option<usize>,
}

const BAR_WIDTH: usize = 12;
/// Narrower bars say nothing.
const LEAST_BAR: usize = 4;
/// Names are cut to this before a column goes, and to the second where that is not enough.
const NAMES: [usize; 2] = [20, 8];
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

impl TableStyle {
    /// A bar for the share of `value` in `most`; a negative value has none.
    fn draw_bar(self, value: i64, most: i64, width: usize) -> String {
        if value <= 0 || most <= 0 {
            return String::new();
        }
        let eighths = (value as f64 / most as f64 * (width * 8) as f64).round().max(1.0) as usize;
        if !self.blocks {
            return "#".repeat(eighths.div_ceil(8));
        }
        let mut bar = "█".repeat(eighths / 8);
        bar.extend(Some(EIGHTHS[eighths % 8]).filter(|part| *part != ' '));
        bar
    }

    fn paint_if_coloured(self, tone: ColourMeaning, text: &str) -> String {
        if self.colour { tone.paint_text(text) } else { text.to_owned() }
    }
}

pub struct StatsTable {
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<TableCell>>,
    /// The column that the bars show.
    pub drawn: Option<&'static str>,
}

impl StatsTable {
    fn bar_column(&self) -> Option<usize> {
        self.drawn.and_then(|name| self.columns.iter().position(|column| *column == name))
    }

    fn is_name_column(&self, column: usize) -> bool {
        self.rows.first().is_none_or(|row| matches!(row[column], TableCell::Text(_)))
    }

    /// The columns that fit the screen: names are cut first, then columns go from the right, never the first nor the
    /// one with the bars.
    fn fit_columns_to_screen(&self, widths: &mut [usize], screen: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..widths.len()).collect();
        for least in NAMES {
            let excess = |shown: &[usize], widths: &[usize]| {
                shown.iter().map(|column| widths[*column] + 2).sum::<usize>().saturating_sub(screen + 2)
            };
            for column in (0..widths.len()).filter(|column| self.is_name_column(*column) && shown.contains(column)) {
                widths[column] -= excess(&shown, widths).min(widths[column].saturating_sub(least));
            }
            while excess(&shown, widths) > 0
                && let Some(at) = shown.iter().rposition(|column| *column > 0 && Some(*column) != self.bar_column())
            {
                shown.remove(at);
            }
        }
        shown
    }

    /// Aligned, at most `limit` rows.
    pub fn render_text(&self, style: TableStyle, limit: usize) -> String {
        let rows = &self.rows[..self.rows.len().min(limit)];
        let header: Vec<String> = self.columns.iter().map(|name| (*name).replace('_', " ")).collect();
        let mut lines = vec![header];
        lines.extend(rows.iter().map(|row| row.iter().map(TableCell::to_human_text).collect()));
        let width = |column: usize| lines.iter().map(|line| count_columns(&line[column])).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let shown = self.fit_columns_to_screen(&mut widths, style.columns.unwrap_or(usize::MAX - 2));
        let taken = shown.iter().map(|column| widths[*column] + 2).sum::<usize>();
        let bar = style.columns.map_or(BAR_WIDTH, |screen| screen.saturating_sub(taken).min(BAR_WIDTH));
        let drawn = self.bar_column();
        let value = |row: &[TableCell]| match drawn.map(|column| &row[column]) {
            Some(TableCell::Bytes(bytes)) => *bytes,
            Some(TableCell::Count(count)) => *count as i64,
            Some(TableCell::Number(number) | TableCell::Time(number)) => *number,
            Some(TableCell::Money(dollars)) => (dollars * 100.0) as i64,
            _ => 0,
        };
        let most = rows.iter().map(|row| value(row)).max().unwrap_or(0);
        let mut text = String::new();
        for (at, line) in lines.iter().enumerate() {
            let row = at.checked_sub(1).map(|row| &rows[row]);
            let mut printed = String::new();
            for (place, &column) in shown.iter().enumerate() {
                let cell = line[column].as_str();
                let fits = count_columns(cell) <= widths[column];
                let cell = if fits { cell.into() } else { cut_middle(cell, widths[column]) };
                let gap = " ".repeat(if place == 0 { 0 } else { 2 });
                let room = " ".repeat(widths[column].saturating_sub(count_columns(&cell)));
                let is_loss = Some(column) == drawn && row.is_some_and(|row| value(row) < 0);
                let cell = if is_loss { style.paint_if_coloured(ColourMeaning::Bad, &cell) } else { cell.into_owned() };
                printed.push_str(&match self.is_name_column(column) {
                    true => format!("{gap}{cell}{room}"),
                    false => format!("{gap}{room}{cell}"),
                });
            }
            match row {
                None => printed = style.paint_if_coloured(ColourMeaning::Faint, printed.trim_end()),
                Some(row) if bar >= LEAST_BAR => {
                    printed.push_str("  ");
                    printed.push_str(
                        &style.paint_if_coloured(ColourMeaning::Good, &style.draw_bar(value(row), most, bar)),
                    );
                }
                Some(_) => {}
            }
            text.push_str(printed.trim_end());
            text.push('\n');
        }
        let gone: Vec<&str> = (0..widths.len())
            .filter(|column| !shown.contains(column))
            .map(|column| lines[0][column].as_str())
            .collect();
        if !gone.is_empty() {
            text.push_str(&style.paint_if_coloured(ColourMeaning::Faint, &format!("not shown: {}", gone.join(", "))));
            text.push('\n');
        }
        text
    }

    /// RFC 4180: a header, CRLF, quotes where they are needed.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",");
        text.push_str("\r\n");
        for row in &self.rows {
            let fields: Vec<String> = row.iter().map(|cell| quote_csv_field(cell.to_csv_field())).collect();
            text.push_str(&fields.join(","));
            text.push_str("\r\n");
        }
        text
    }

    pub fn to_json(&self) -> serde_json::Value {
        let object = |row: &Vec<TableCell>| {
            let fields = self.columns.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), cell.to_json()));
            serde_json::Value::Object(fields.collect())
        };
        self.rows.iter().map(object).collect()
    }
}

fn quote_csv_field(field: String) -> String {
    if field.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> StatsTable {
        StatsTable {
            columns: vec!["command", "runs", "saved"],
            rows: vec![
                vec![TableCell::Text("cargo test".into()), TableCell::Count(12), TableCell::Bytes(61_200)],
                vec![TableCell::Text("a \"b\", c".into()), TableCell::Count(3), TableCell::Bytes(15_300)],
                vec![TableCell::Text("ls".into()), TableCell::Count(1), TableCell::Bytes(-40)],
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
        assert_eq!(table().render_text(TableStyle::default(), 9), ascii);
        let blocks = TableStyle { blocks: true, ..TableStyle::default() };
        assert_eq!(blocks.draw_bar(61_200, 61_200, 12), "████████████");
        assert_eq!(blocks.draw_bar(1, 1_000_000, 12), "▏");
        assert_eq!(blocks.draw_bar(5, 12, 12), "█████");
        assert_eq!(blocks.draw_bar(-5, 12, 12), "");
        assert_eq!(table().render_text(TableStyle::default(), 1).lines().count(), 2);
    }

    #[test]
    fn a_narrow_screen_gets_shorter_bars_then_names_then_fewer_columns() {
        let mut table = table();
        table.rows[0][0] = TableCell::Text("a/very/long/path/to/日本語/cargo test".into());
        let drawn = |columns: usize| {
            let text = table.render_text(TableStyle { columns: Some(columns), ..TableStyle::default() }, 9);
            assert!(text.lines().all(|line| count_columns(line) <= columns), "{columns}:\n{text}");
            text
        };
        assert!(drawn(70).contains("/日本語/cargo test") && drawn(70).contains(" ############\n"), "{}", drawn(70));
        assert!(drawn(60).contains("/日本語/cargo test") && drawn(60).contains(" ######\n"), "{}", drawn(60));
        assert!(drawn(40).contains("rgo test ") && drawn(40).contains("  12  61.2 KB\n"), "{}", drawn(40));
        assert!(drawn(30).ends_with("not shown: runs\n") && drawn(30).contains("  61.2 KB\n"), "{}", drawn(30));
    }

    #[test]
    fn csv_quotes_what_it_must() {
        let csv = "command,runs,saved\r\ncargo test,12,61200\r\n\"a \"\"b\"\", c\",3,15300\r\nls,1,-40\r\n";
        assert_eq!(table().csv(), csv);
        assert_eq!(table().to_json()[2], serde_json::json!({ "command": "ls", "runs": 1, "saved": -40 }));
    }
}
