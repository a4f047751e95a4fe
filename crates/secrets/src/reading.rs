//! Where a value ends: the string that opens at a place, or the words without quotes up to what ends them there; or on
//! which later line it stands.

use std::ops::Range;

use ctx_text::truncate_at_char_boundary;

use super::passphrase::may_be_passphrase;

/// A string that the line does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnendedString {
    pub quote: u8,
    pub triple: bool,
}

/// How much a line that ends with a name asks for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptStrength {
    /// It may be any text: only what no sentence holds is the value.
    Mentions,
    /// A colon or a heading leads to the next line: a random word is the value.
    Leads,
    /// Somebody asked a program for it: the answer is the value.
    Question,
}

/// What a name at the end of a line waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AwaitedValue {
    /// `password:` with its value on the next line, indented deeper than this, or in a field `value` among the next lines.
    NextLine { indent: usize },
    /// The line ends with a name that is not a setting, as a prompt does.
    Prompt(PromptStrength),
    /// The value is all of the next line that is not blank: `--password`, `1) "requirepass"`, `|password`, `Some(` at the end
    /// of a line, `name="password"` of a form. `string`: only if it is quoted.
    Alone { string: bool },
    /// `password<<EOF`: every line up to this one.
    Until(String),
    /// `password: |`: every line that is indented deeper.
    Block { indent: usize },
    /// `"db_password": {`, `- name: DB_PASSWORD`: the value is in a field of its own.
    Field,
    /// A string that the line does not end.
    Quoted(UnendedString),
    /// `NAME=value\` of a shell: the value goes on in the next line.
    Continued,
}

/// What ends a value without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum UnquotedEnd {
    /// A blank; or the end of the line, where words make a passphrase.
    Blank,
    Variable,
    /// Settings: the line, without its comment.
    Line,
    /// An address.
    Query,
    /// `a=b;c=d`
    Connection,
    /// A list, an object, arguments.
    Inline,
    /// The string around it.
    Quote(u8),
}

/// A longer word or string is not a value; so the reading of a line with many names takes no longer than the line.
const LONGEST_WORD: usize = 512;
const LONGEST_STRING: usize = 2048;

pub struct ParsedSecretValue {
    pub range: Range<usize>,
    pub quoted: bool,
    /// The string goes on after the end of the line.
    pub unended: Option<UnendedString>,
}

/// The value that begins at a place.
pub fn parse_secret_value_at(line: &str, at: usize, end: UnquotedEnd, settings: bool) -> Option<ParsedSecretValue> {
    let bytes = line.as_bytes();
    let mut at = at;
    // `b"…"`, `r'…'`, `f"…"`, `$'…'`, `@"…"`.
    if matches!(bytes.get(at), Some(b'b' | b'r' | b'u' | b'f' | b'B' | b'R' | b'U' | b'F' | b'$' | b'@' | b'L' | b'N'))
        && matches!(bytes.get(at + 1), Some(b'"' | b'\''))
    {
        at += 1;
    }
    let open = bytes.get(at).copied()?;
    let is_outer = matches!(end, UnquotedEnd::Quote(quote) if quote == open);
    if matches!(open, b'"' | b'\'' | b'`')
        && !is_outer
        && let Some(value) = read_quoted(line, at, open, end)
    {
        return Some(value);
    }
    let rest = truncate_at_char_boundary(&line[at..], LONGEST_STRING);
    let stop = |byte: u8| match end {
        UnquotedEnd::Blank | UnquotedEnd::Variable | UnquotedEnd::Line => false,
        UnquotedEnd::Query => matches!(byte, b'&' | b'#' | b'"' | b'\'' | b'<' | b'>' | b'`' | b')'),
        UnquotedEnd::Connection => matches!(byte, b';' | b'"' | b'\''),
        UnquotedEnd::Inline => matches!(byte, b',' | b'}' | b')' | b']'),
        UnquotedEnd::Quote(quote) => byte == quote,
    };
    // A bracket that the value itself has opened does not end it.
    let mut depth = 0i32;
    let mut skipped = 0;
    let len = rest
        .bytes()
        .enumerate()
        .take(LONGEST_WORD + 1)
        .position(|(at, byte)| {
            if at < skipped {
                return false;
            }
            if end == UnquotedEnd::Quote(b'\'') && rest.as_bytes()[at..].starts_with(ESCAPED_QUOTE) {
                skipped = at + ESCAPED_QUOTE.len();
                return false;
            }
            if end == UnquotedEnd::Inline && matches!(byte, b'(' | b'[' | b'{') {
                depth += 1;
            } else if end == UnquotedEnd::Inline && depth > 0 && matches!(byte, b')' | b']' | b'}') {
                depth -= 1;
                return false;
            }
            byte.is_ascii_whitespace() || (depth == 0 && stop(byte))
        })
        .unwrap_or(rest.len());
    if len > LONGEST_WORD {
        return None;
    }
    let mut stop_at = len;
    if matches!(end, UnquotedEnd::Inline | UnquotedEnd::Query | UnquotedEnd::Quote(_)) || (end == UnquotedEnd::Blank) {
        // Inside of a string an escape ends it: the string itself is read again without escapes.
        let any = rest[..len].contains('\\').then_some(&rest[..len]);
        let escape = any.and_then(|text| ["\\n", "\\\"", "\\r"].iter().find_map(|escape| text.find(escape)));
        stop_at = escape.unwrap_or(len);
    }
    let first = rest[..stop_at].len();
    let mut range = at..at + first;
    let whole = rest.trim_end();
    let words = || whole.split_once(" #").map_or(whole, |(value, _)| value.trim_end());
    if let UnquotedEnd::Quote(quote) = end
        && let Some(string) = rest.find(char::from(quote)).map(|close| &rest[..close])
        && may_be_passphrase(string)
    {
        range = at..at + string.len();
    } else if (settings || end == UnquotedEnd::Variable)
        && first < whole.len()
        && may_be_passphrase(words().trim_end_matches(['"', '\'']))
    {
        range = at..at + words().trim_end_matches(['"', '\'']).len();
    } else if range.end < line.len() && rest[stop_at..].trim().is_empty() || range.end == line.len() {
        // What ends the line of an object or a statement is none of the value.
        let text = &line[range.clone()];
        let cut = match end {
            UnquotedEnd::Variable | UnquotedEnd::Line => text,
            _ => text.trim_end_matches([',', ';']),
        };
        range = at..at + cut.len();
    }
    let is_whole = !range.is_empty() && line.is_char_boundary(range.end);
    is_whole.then_some(ParsedSecretValue { range, quoted: false, unended: None })
}

/// A single quote inside of a shell's single quotes.
const ESCAPED_QUOTE: &[u8] = b"'\\''";

/// The string that opens here. None where the quote is a sign of a value without quotes.
fn read_quoted(line: &str, at: usize, quote: u8, end: UnquotedEnd) -> Option<ParsedSecretValue> {
    let bytes = line.as_bytes();
    let triple = bytes[at..].starts_with(&[quote; 3]);
    let start = at + if triple { 3 } else { 1 };
    let mut close = start;
    while let Some(&byte) = bytes.get(close) {
        if close - start > LONGEST_STRING {
            return None;
        }
        if byte == b'\\' && quote != b'\''
            || byte == b'\\' && bytes.get(close + 1) == Some(&quote) && close + 2 < bytes.len()
        {
            close += 2;
            continue;
        }
        // A shell ends the string for each quote in it.
        if bytes[close..].starts_with(ESCAPED_QUOTE) && quote == b'\'' {
            close += ESCAPED_QUOTE.len();
            continue;
        }
        if byte == quote && (!triple || bytes[close..].starts_with(&[quote; 3])) {
            // SQL and YAML write a quote twice.
            if !triple && bytes.get(close + 1) == Some(&quote) && quote == b'\'' && close > start {
                close += 2;
                continue;
            }
            break;
        }
        close += 1;
    }
    if close >= bytes.len() {
        let range = start..bytes.len();
        return (!range.is_empty() || triple).then_some(ParsedSecretValue {
            range,
            quoted: true,
            unended: Some(UnendedString { quote, triple }),
        });
    }
    // Text glued to a closing quote: the quotes are part of a value that stands there as it is.
    let glued =
        bytes.get(close + 1).is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"!#$%^&*(_+=@~-{[<".contains(&byte));
    if glued && !triple && matches!(end, UnquotedEnd::Variable | UnquotedEnd::Line | UnquotedEnd::Blank) {
        return None;
    }
    line.is_char_boundary(close).then_some(ParsedSecretValue { range: start..close, quoted: true, unended: None })
}
