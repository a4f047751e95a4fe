//! The screen as text: the query, the rows that match, a preview of the selected one.

use super::width::{char_columns, count_chars_that_fit};

/// A screen with fewer lines shows no preview.
const LEAST_FOR_PREVIEW: usize = 12;
/// A screen with fewer lines shows no keys.
const LEAST_FOR_KEYS: usize = 16;
pub const KEYS: &str = "enter print · ^t scope · ^o pager · ^r run again · ^y copy · ^x forget · esc";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenSize {
    pub columns: usize,
    pub rows: usize,
}

impl ScreenSize {
    /// Rows of the list: those that the query, the rule and the preview leave free.
    pub fn list_row_count(self) -> usize {
        let body = self.rows.saturating_sub(1);
        if self.rows < LEAST_FOR_PREVIEW { body.max(1) } else { body * 2 / 5 }
    }

    pub fn preview_row_count(self) -> usize {
        let keys = usize::from(self.rows >= LEAST_FOR_KEYS);
        if self.rows < LEAST_FOR_PREVIEW { 0 } else { self.rows - self.list_row_count() - 2 - keys }
    }
}

/// Where a row says how its command ended.
#[derive(Clone)]
pub struct RowStatus {
    /// Indices of characters.
    pub places: std::ops::Range<usize>,
    pub has_failed: bool,
}

/// One line of the list.
pub struct ListRow<'a> {
    pub text: &'a str,
    /// The indices of its matching characters.
    pub places: Vec<u32>,
    pub status: Option<RowStatus>,
    pub is_selected: bool,
}

pub struct Screen<'a> {
    pub size: ScreenSize,
    pub query: &'a str,
    /// How many match of how many, and what they are.
    pub tally: &'a str,
    pub lines: Vec<ListRow<'a>>,
    pub preview: &'a [String],
    /// What happened last, or a question; the keys otherwise.
    pub notice: Option<&'a str>,
    pub colours: bool,
}

impl Screen<'_> {
    /// The bytes for the terminal: from the upper left corner, each line cleared to its end, the rest too.
    pub fn render_to_text(&self) -> String {
        // The last column stays free: a terminal that has written it may clear it with the rest of the line.
        let width = self.size.columns.saturating_sub(1);
        let tally = format!("  {}", self.tally);
        let tally = cut_to_width(&tally, width.saturating_sub(12));
        let room = width.saturating_sub(2 + tally.chars().count());
        let query = fitting_end(self.query, room);
        let cursor = 3 + query.chars().map(char_columns).sum::<usize>();
        let mut lines = vec![format!("> {query}\x1b[2m{}\x1b[0m", if room > 0 { &tally } else { "" })];
        lines.extend(self.lines.iter().take(self.size.list_row_count()).map(|line| render_list_line(line, width)));
        if self.size.preview_row_count() > 0 {
            lines.resize(1 + self.size.list_row_count(), String::new());
            lines.push(format!("\x1b[2m{}\x1b[0m", "─".repeat(width)));
            lines.extend(self.preview.iter().take(self.size.preview_row_count()).map(|line| {
                let line = cut_to_width(line, width);
                if self.colours { colour_preview_line(&line) } else { line }
            }));
        }
        let bottom = match self.notice {
            Some(notice) if self.size.rows > 2 => Some(format!("\x1b[1m{}\x1b[0m", cut_to_width(notice, width))),
            None if self.size.rows >= LEAST_FOR_KEYS => Some(format!("\x1b[2m{}\x1b[0m", cut_to_width(KEYS, width))),
            _ => None,
        };
        if let Some(bottom) = bottom {
            lines.resize(self.size.rows - 1, String::new());
            lines.push(bottom);
        }
        format!("\x1b[?25l\x1b[H{}\x1b[K\x1b[J\x1b[1;{cursor}H\x1b[?25h", lines.join("\x1b[K\r\n"))
    }
}

fn render_list_line(line: &ListRow<'_>, width: usize) -> String {
    let (fit, all) = count_chars_that_fit(line.text, width.saturating_sub(2));
    let base = if line.is_selected { "\x1b[7m" } else { "" };
    let mut text = format!("{base}{} ", if line.is_selected { '>' } else { ' ' });
    let mut places = line.places.iter().peekable();
    for (index, c) in line.text.chars().take(fit).enumerate() {
        if let Some(status) = &line.status {
            match index {
                at if at == status.places.start => {
                    text.push_str(if status.has_failed { "\x1b[31m" } else { "\x1b[32m" })
                }
                at if at == status.places.end => text.push_str("\x1b[39m"),
                _ => {}
            }
        }
        if places.next_if(|place| **place as usize == index).is_some() {
            text.push_str(&format!("\x1b[1;4m{c}\x1b[0m{base}"));
        } else {
            text.push(c);
        }
    }
    if !all && width > 2 {
        text.push('…');
    }
    text.push_str("\x1b[0m");
    text
}

/// A line of the preview in the colour of what it says.
fn colour_preview_line(line: &str) -> String {
    let lower = line.trim_start().to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    let code = if line.starts_with("[ctx:") {
        "1"
    } else if begins(&["error", "fail", "fatal", "panic", "✗", "✘", "●"]) || line.starts_with("- ") {
        "31"
    } else if begins(&["warn"]) {
        "33"
    } else if begins(&["ok", "pass", "✓", "✔"]) || line.starts_with("+ ") {
        "32"
    } else if line.starts_with("… ") || line.starts_with("more: ") {
        "2"
    } else {
        return line.to_owned();
    };
    format!("\x1b[{code}m{line}\x1b[0m")
}

fn cut_to_width(text: &str, width: usize) -> String {
    let (fit, all) = count_chars_that_fit(text, width);
    let mut kept: String = text.chars().take(fit).collect();
    if !all && width > 0 {
        kept.push('…');
    }
    kept
}

/// The end of the query, because typing goes on there.
fn fitting_end(text: &str, most: usize) -> &str {
    let mut used = 0;
    for (index, c) in text.char_indices().rev() {
        used += char_columns(c);
        if used > most {
            return &text[index + c.len_utf8()..];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The visible text, line by line, without attributes.
    fn seen(drawn: &str) -> Vec<String> {
        let mut plain = String::new();
        let mut rest = drawn;
        while let Some((before, after)) = rest.split_once("\x1b[") {
            plain.push_str(before);
            let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            rest = &after[end + 1..];
        }
        plain.push_str(rest);
        plain.split("\r\n").map(str::to_owned).collect()
    }

    fn screen(size: ScreenSize) -> Vec<String> {
        let texts = ["k7f2qa cargo test", "日本語日本語日本語日本語日本語", "abc"];
        let preview = ["first line".to_owned(), "a second line that is far too long for this".to_owned()];
        let lines = texts
            .iter()
            .enumerate()
            .map(|(at, text)| ListRow { text, places: vec![7, 8], status: None, is_selected: at == 0 })
            .collect();
        seen(
            &Screen { size, query: "ca", tally: "3/40", lines, preview: &preview, notice: None, colours: true }
                .render_to_text(),
        )
    }

    #[test]
    fn query_list_rule_and_preview() {
        let drawn = screen(ScreenSize { columns: 24, rows: 12 });
        assert_eq!(drawn.len(), 1 + 4 + 1 + 2);
        assert_eq!(drawn[..4], ["> ca  3/40", "> k7f2qa cargo test", "  日本語日本語日本語日…", "  abc"]);
        assert_eq!(drawn[4..], ["", &"─".repeat(23), "first line", "a second line that is …"]);
    }

    #[test]
    fn no_size_overflows() {
        for rows in 1..30 {
            for width in 1..40 {
                let size = ScreenSize { columns: width, rows };
                let drawn = screen(size);
                assert!(drawn.len() <= rows.max(2), "{size:?}: {drawn:?}");
                for line in &drawn {
                    let used: usize = line.chars().map(char_columns).sum();
                    assert!(used < width.max(4), "{size:?}: {line}");
                }
                assert!(size.list_row_count() >= 1 && size.list_row_count() + size.preview_row_count() < rows.max(2));
            }
        }
    }

    #[test]
    fn keys_and_notices_stand_at_the_bottom() {
        let size = ScreenSize { columns: 60, rows: 20 };
        let draw = |notice| {
            seen(
                &Screen { size, query: "", tally: "0/0", lines: Vec::new(), preview: &[], notice, colours: true }
                    .render_to_text(),
            )
        };
        assert!(draw(None).last().unwrap().starts_with("enter print"));
        assert_eq!(draw(Some("copied")).last().unwrap(), "copied");
        assert_eq!((draw(None).len(), draw(Some("copied")).len()), (20, 20));
    }

    #[test]
    fn the_preview_has_the_colours_of_what_it_says() {
        let codes =
            [("error[E0308]: x", "31"), ("ok 3", "32"), ("warning: y", "33"), ("[ctx:a] b", "1"), ("… 3 lines", "2")];
        for (line, code) in codes {
            assert_eq!(colour_preview_line(line), format!("\x1b[{code}m{line}\x1b[0m"));
        }
        assert_eq!(colour_preview_line("plain"), "plain");
    }

    #[test]
    fn matches_are_marked_where_they_are() {
        let line = ListRow { text: "日本 log", places: vec![1, 3], status: None, is_selected: false };
        assert_eq!(render_list_line(&line, 40), "  日\x1b[1;4m本\x1b[0m \x1b[1;4ml\x1b[0mog\x1b[0m");
        assert_eq!(fitting_end("日本語", 4), "本語");
        assert_eq!(fitting_end("日本語", 5), "本語");
        assert_eq!(fitting_end("abc", 0), "");
    }
}
