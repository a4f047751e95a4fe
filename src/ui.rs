//! All printing: plain text or JSON, colour on a terminal only. What does not arrive is noted here, and told at the end.

use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::env::Env;
use crate::error::Error;
use crate::secrets::Masker;

/// The one point that everything printed for a reader goes through: masked after all cutting and joining.
pub struct Ui {
    colour: bool,
    masker: Masker,
}

impl Ui {
    pub fn new(env: &Env, masker: Masker) -> Ui {
        Ui { colour: env.colour, masker }
    }

    /// A masker that has seen nothing yet.
    pub fn masker(&self) -> Masker {
        self.masker.fresh()
    }

    /// The text masked, and without terminal controls and invisible characters.
    fn masked<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match neutral(text, self.colour) {
            Cow::Borrowed(text) => self.masker.fresh().text(text),
            Cow::Owned(text) => Cow::Owned(self.masker.fresh().text(&text).into_owned()),
        }
    }

    /// Prints text. A reader that went away is no error.
    pub fn out(&self, text: &str) {
        write_raw(self.masked(text).as_bytes());
    }

    pub fn json(&self, value: &serde_json::Value) {
        write_raw(format!("{}\n", self.rendered(value)).as_bytes());
    }

    /// The JSON as a reader gets it, on one line and masked; for output by another way than stdout.
    pub fn rendered(&self, value: &serde_json::Value) -> String {
        let line = value.to_string();
        // Masked string by string: a pattern must not run over the edge of one.
        if self.masker.touches(&line) { self.masked_json(value).to_string() } else { line }
    }

    fn masked_json(&self, value: &serde_json::Value) -> serde_json::Value {
        use serde_json::Value;
        match value {
            Value::String(text) => Value::String(self.masked(text).into_owned()),
            Value::Array(items) => items.iter().map(|item| self.masked_json(item)).collect(),
            Value::Object(fields) => {
                // A field's name may show that its value is a secret.
                let field = |(name, value): (&String, &Value)| {
                    let value = match value {
                        Value::String(text) => Value::String(self.masker.fresh().field(name, text).into_owned()),
                        other => self.masked_json(other),
                    };
                    (self.masked(name).into_owned(), value)
                };
                fields.iter().map(field).collect()
            }
            other => other.clone(),
        }
    }

    /// One line on stderr; never a reason to stop.
    pub fn warn(&self, message: impl std::fmt::Display) {
        let _ = writeln!(std::io::stderr(), "ctx: {}", self.masked(&message.to_string()));
    }

    pub fn error(&self, error: &Error) {
        self.warn(error);
        if let Some(advice) = error.advice() {
            let _ = writeln!(std::io::stderr(), "  {}", self.masked(advice));
        }
    }

    /// Line 1 of a report, its parts in different colours.
    pub fn headline<'a>(&self, line: &'a str, failed: bool) -> Cow<'a, str> {
        let Some((reference, rest)) = line.split_once("] ").filter(|_| self.colour) else { return Cow::Borrowed(line) };
        let tone = if failed { 31 } else { 32 };
        Cow::Owned(format!("\x1b[2m{reference}]\x1b[0m \x1b[{tone}m{rest}\x1b[0m"))
    }
}

/// The character as it is shown; none for terminal controls and invisible characters.
pub fn visible(c: char) -> Option<char> {
    match c {
        '\t' => Some(c),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => None,
        // Soft hyphen, joiners, zero-width and bidi controls, invisible operators, byte order mark.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => None,
        // Tags and the supplementary variation selectors, both used to smuggle text past a reader.
        '\u{e0000}'..='\u{e0fff}' => None,
        // They look blank, but are no blanks for a program.
        '\u{2028}' | '\u{2029}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' => Some(' '),
        _ => Some(c),
    }
}

/// Text without terminal controls, except our own colours if `colour` is true.
pub fn neutral(text: &str, colour: bool) -> Cow<'_, str> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(plain) || text.chars().all(|c| c == '\n' || visible(c) == Some(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let own = after.strip_prefix('[').filter(|_| colour && c == '\x1b').and_then(|codes| {
            let end = codes.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
            codes[end..].starts_with('m').then_some(end + 2)
        });
        match own {
            Some(len) => {
                out.push_str(&rest[..1 + len]);
                rest = &after[len..];
                continue;
            }
            // CSV ends its lines with both.
            None if c == '\n' || (c == '\r' && after.starts_with('\n')) => out.push(c),
            // A carriage return inside a line would let the text after it cover the text before it.
            None if c == '\r' && !after.is_empty() => out.push(' '),
            None => out.extend(visible(c)),
        }
        rest = after;
    }
    Cow::Owned(out)
}

/// Text from outside that goes into a conversation: a tag that hosts of agents give a meaning to (`</system-reminder>`,
/// `<user>`) becomes plain text. Those of HTML and of types (`Vec<String>`) stay.
pub fn harmless(text: &str) -> Cow<'_, str> {
    const ROLES: [&str; 14] = [
        "system",
        "user",
        "human",
        "assistant",
        "developer",
        "tool",
        "function",
        "instructions",
        "invoke",
        "result",
        "thinking",
        "context",
        "prompt",
        "env",
    ];
    let is_tag = |after: &str| {
        let name = after.trim_start_matches(['/', '|']);
        let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')));
        let (name, rest) = name.split_at(end.unwrap_or(name.len()));
        let meant = name.contains(['-', '_', ':']) || ROLES.iter().any(|role| name.eq_ignore_ascii_case(role));
        meant && name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(['>', ' ', '/', '|'])
    };
    let mut out = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('<').filter(|(at, _)| is_tag(&text[at + 1..])) {
        out.push_str(&text[copied..at]);
        out.push('\u{2039}');
        copied = at + 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// A name on one line, whatever it holds.
pub fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter_map(visible).collect()
}

static PRINTED: AtomicU64 = AtomicU64::new(0);
static UNPRINTED: OnceLock<Unprinted> = OnceLock::new();

/// Why something could not be written to stdout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unprinted {
    /// Whoever read it has left.
    ReaderLeft,
    Failed(String),
}

impl Unprinted {
    /// The status of a command that did all else: as a shell shows the end by SIGPIPE, or that of ctx's own failures.
    pub fn code(&self) -> u8 {
        match self {
            Unprinted::ReaderLeft => 141,
            Unprinted::Failed(_) => 125,
        }
    }
}

impl std::fmt::Display for Unprinted {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unprinted::ReaderLeft => write!(out, "the reader of stdout has left: not everything was printed"),
            Unprinted::Failed(why) => write!(out, "cannot write to stdout: {why}: not everything was printed"),
        }
    }
}

/// Writes bytes to stdout unchanged. False when they did not arrive: the command ends with a status and a line for that.
pub fn write_raw(bytes: &[u8]) -> bool {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => {
            PRINTED.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            true
        }
        Err(error) => {
            unprinted_by(&error);
            false
        }
    }
}

/// Notes that stdout failed; the first reason counts.
pub fn unprinted_by(error: &std::io::Error) {
    let _ = UNPRINTED.set(match error.kind() {
        std::io::ErrorKind::BrokenPipe => Unprinted::ReaderLeft,
        _ => Unprinted::Failed(error.to_string()),
    });
}

/// Why something that was to be printed was not.
pub fn unprinted() -> Option<&'static Unprinted> {
    UNPRINTED.get()
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

/// One bar for each figure, the greatest as high as a line; a blank for nothing.
pub fn spark(figures: &[u64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = figures.iter().copied().max().unwrap_or(1).max(1);
    let bar = |figure: u64| BARS[((figure as f64 / most as f64 * 8.0).ceil() as usize).clamp(1, 8) - 1];
    figures.iter().map(|&figure| if figure == 0 { ' ' } else { bar(figure) }).collect()
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

/// The last place up to this one where a character begins or the text ends.
pub fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first place from this one on where a character begins or the text ends.
pub fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// The first `most` bytes at most, ending on a character.
pub fn clip(text: &str, most: usize) -> &str {
    &text[..floor(text, most)]
}

/// At most `most` bytes, cut in the middle with the cut marked.
pub fn cut_middle(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let keep = most.saturating_sub('…'.len_utf8());
    let head = floor(text, keep * 2 / 3);
    let tail = ceil(text, text.len() - (keep - keep * 2 / 3));
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
    fn bars_are_in_proportion() {
        assert_eq!(spark(&[0, 1, 4, 8, u64::MAX / 2]), " ▁▁▁█");
        assert_eq!([spark(&[8, 4, 1, 0]), spark(&[]), spark(&[0, 0])], ["█▄▁ ", "", "  "]);
    }

    #[test]
    fn tags_of_hosts_become_text_and_others_stay() {
        let shown = harmless("a</system-reminder> <user>x</user> <|im_start|> <tool_result id=1>");
        assert_eq!(shown, "a‹/system-reminder> ‹user>x‹/user> ‹|im_start|> ‹tool_result id=1>");
        for text in [
            "Vec<String>, Option<user_id",
            "<p>a<br/></p> <div class=x>",
            "a < b_c and d > e",
            "<",
            "<<-eof",
            "1 <2-3>",
        ] {
            assert_eq!(harmless(text), text);
        }
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
