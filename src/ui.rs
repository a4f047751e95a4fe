//! All printing: plain text or JSON, colour on a terminal only, a closed stdout forgiven once and here.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::env::Env;
use crate::error::Error;

pub struct Ui {
    colour: bool,
}

impl Ui {
    pub fn new(env: &Env) -> Ui {
        Ui { colour: env.colour }
    }

    /// Prints text that may be shown as it is. A reader that went away is no error.
    pub fn out(&self, text: &str) {
        write_raw(text.as_bytes());
    }

    pub fn json(&self, value: &serde_json::Value) {
        write_raw(format!("{value}\n").as_bytes());
    }

    /// One line on stderr; never a reason to stop.
    pub fn warn(&self, message: impl std::fmt::Display) {
        let _ = writeln!(std::io::stderr(), "ctx: {message}");
    }

    pub fn error(&self, error: &Error) {
        self.warn(error);
        if let Some(advice) = error.advice() {
            let _ = writeln!(std::io::stderr(), "  {advice}");
        }
    }

    /// Line 1 of a report, its parts told apart by colour.
    pub fn headline<'a>(&self, line: &'a str, failed: bool) -> Cow<'a, str> {
        let Some((reference, rest)) = line.split_once("] ").filter(|_| self.colour) else { return Cow::Borrowed(line) };
        let tone = if failed { 31 } else { 32 };
        Cow::Owned(format!("\x1b[2m{reference}]\x1b[0m \x1b[{tone}m{rest}\x1b[0m"))
    }
}

static PRINTED: AtomicU64 = AtomicU64::new(0);

/// Writes bytes to stdout unchanged. False when nobody reads them any more.
pub fn write_raw(bytes: &[u8]) -> bool {
    let mut stdout = std::io::stdout().lock();
    let open = stdout.write_all(bytes).and_then(|()| stdout.flush()).is_ok();
    if open {
        PRINTED.fetch_add(bytes.len() as u64, Ordering::Relaxed);
    }
    open
}

/// Bytes that this process has written to stdout.
pub fn printed() -> u64 {
    PRINTED.load(Ordering::Relaxed)
}

/// `61.2 KB`: decimal, as tools for people count.
pub fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    for unit in ["B", "KB", "MB", "GB"] {
        if value < 1000.0 {
            return if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") };
        }
        value /= 1000.0;
    }
    format!("{value:.1} TB")
}

/// `8ms`, `12.4s`, `3m12s`, `2h05m`.
pub fn duration(ms: i64) -> String {
    let seconds = ms / 1000;
    match seconds {
        ..1 => format!("{ms}ms"),
        1..60 => format!("{}.{}s", seconds, ms % 1000 / 100),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
    }
}

/// `4m ago`, in the largest unit that says something.
pub fn ago(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    match seconds {
        ..5 => "now".to_owned(),
        5..60 => format!("{seconds}s ago"),
        60..3600 => format!("{}m ago", seconds / 60),
        3600..86_400 => format!("{}h ago", seconds / 3600),
        _ => format!("{}d ago", seconds / 86_400),
    }
}

/// `1 line`, `7 lines`.
pub fn count(n: u64, noun: &str) -> String {
    let plural = match noun {
        "entry" => "entries".to_owned(),
        "match" => "matches".to_owned(),
        _ => format!("{noun}s"),
    };
    if n == 1 { format!("1 {noun}") } else { format!("{n} {plural}") }
}

/// The first `most` bytes at most, ending on a character.
pub fn clip(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// At most `most` bytes, cut in the middle with the cut marked.
pub fn cut_middle(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let keep = most.saturating_sub('…'.len_utf8());
    let mut head = keep * 2 / 3;
    while !text.is_char_boundary(head) {
        head -= 1;
    }
    let mut tail = text.len() - (keep - keep * 2 / 3);
    while !text.is_char_boundary(tail) {
        tail += 1;
    }
    Cow::Owned(format!("{}…{}", &text[..head], &text[tail..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_as_people_read_them() {
        assert_eq!([size(0), size(999), size(61_200), size(2_000_000_000)], ["0 B", "999 B", "61.2 KB", "2.0 GB"]);
        assert_eq!(
            [duration(8), duration(12_400), duration(192_000), duration(7_500_000)],
            ["8ms", "12.4s", "3m12s", "2h05m"]
        );
        assert_eq!([ago(100), ago(240_000), ago(90_000_000)], ["now", "4m ago", "1d ago"]);
        assert_eq!([count(1, "entry"), count(2, "entry"), count(0, "line")], ["1 entry", "2 entries", "0 lines"]);
    }

    #[test]
    fn cuts_respect_characters() {
        assert_eq!(cut_middle("short", 10), "short");
        assert_eq!([clip("häl", 2), clip("häl", 3), clip("häl", 9), clip("", 1)], ["h", "hä", "häl", ""]);
        for most in 3..40 {
            let cut = cut_middle("ünïcödé täxt thät ïs löng ënöügh tö cüt", most).into_owned();
            assert!(cut.len() <= most.max(3), "{most}: {cut}");
        }
    }
}
