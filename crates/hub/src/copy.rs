//! Rows in the text form of COPY, and in its binary form for what is large.

use ctx_search::numbered::LONGEST;

/// A longer key does not go into an index.
const KEY: usize = 500;

/// The text as a part of a key: itself, or its beginning and its hash.
pub fn shorten_to_key(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}");
    match text.len() {
        0..=KEY => text,
        _ => format!("{}#{}", ctx_text::clip(&text, KEY - 70), blake3::hash(text.as_bytes()).to_hex()),
    }
}

/// Rows on their way.
#[derive(Default)]
pub struct CopyTextRows {
    pub text: String,
    open: bool,
}

impl CopyTextRows {
    /// Adds a field to the row at hand.
    pub fn push_text(&mut self, value: Option<&str>) -> &mut CopyTextRows {
        if std::mem::replace(&mut self.open, true) {
            self.text.push('\t');
        }
        match value {
            None => self.text.push_str("\\N"),
            Some(value) => push_escaped(value, &mut self.text),
        }
        self
    }

    pub fn push_number(&mut self, value: Option<i64>) -> &mut CopyTextRows {
        self.push_text(value.map(|value| value.to_string()).as_deref())
    }

    pub fn push_bool(&mut self, value: bool) -> &mut CopyTextRows {
        self.push_text(Some(if value { "t" } else { "f" }))
    }

    pub fn push_bytes(&mut self, value: Option<&[u8]>) -> &mut CopyTextRows {
        let hex =
            value.map(|value| format!("\\x{}", value.iter().map(|byte| format!("{byte:02x}")).collect::<String>()));
        self.push_text(hex.as_deref())
    }

    pub fn end_row(&mut self) {
        self.text.push('\n');
        self.open = false;
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

fn push_escaped(value: &str, into: &mut String) {
    let mut rest = value;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r', '\0']) {
        into.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'\\' => into.push_str("\\\\"),
            b'\t' => into.push_str("\\t"),
            b'\n' => into.push_str("\\n"),
            b'\r' => into.push_str("\\r"),
            // Postgres has no place for it in a text.
            _ => into.push('\u{fffd}'),
        }
        rest = &rest[at + 1..];
    }
    into.push_str(rest);
}

/// Rows as the database has them itself.
#[derive(Default)]
pub struct CopyBinaryRows {
    rows: Vec<u8>,
    /// Where the number of fields of the last row stands, and the number.
    open: (usize, u16),
}

/// The header of a binary COPY: its signature, no flags, no extension.
const SIGN: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const INT4: u32 = 23;

impl CopyBinaryRows {
    /// Begins a row.
    pub fn begin_row(&mut self) -> &mut CopyBinaryRows {
        if self.rows.is_empty() {
            self.rows.extend_from_slice(SIGN);
        }
        self.open = (self.rows.len(), 0);
        self.rows.extend_from_slice(&[0, 0]);
        self
    }

    pub fn push_bytes(&mut self, value: &[u8]) -> &mut CopyBinaryRows {
        let (at, fields) = (self.open.0, self.open.1 + 1);
        self.open.1 = fields;
        self.rows[at..at + 2].copy_from_slice(&fields.to_be_bytes());
        self.rows.extend_from_slice(&(value.len() as u32).to_be_bytes());
        self.rows.extend_from_slice(value);
        self
    }

    pub fn push_int4(&mut self, value: i32) -> &mut CopyBinaryRows {
        self.push_bytes(&value.to_be_bytes())
    }

    pub fn push_int8(&mut self, value: i64) -> &mut CopyBinaryRows {
        self.push_bytes(&value.to_be_bytes())
    }

    /// An array of numbers: dimensions, no nulls, what they are, how many from 1 on, and each after its length.
    pub fn push_int4_array(&mut self, values: &[i32]) -> &mut CopyBinaryRows {
        let mut array = Vec::with_capacity(20 + 8 * values.len());
        let dimensions = u32::from(!values.is_empty());
        for number in [dimensions, 0, INT4] {
            array.extend_from_slice(&number.to_be_bytes());
        }
        if !values.is_empty() {
            array.extend_from_slice(&(values.len() as u32).to_be_bytes());
            array.extend_from_slice(&1u32.to_be_bytes());
        }
        for value in values {
            array.extend_from_slice(&4u32.to_be_bytes());
            array.extend_from_slice(&value.to_be_bytes());
        }
        self.push_bytes(&array)
    }

    /// All rows and the mark of their end.
    pub fn finish_rows(&self) -> [&[u8]; 2] {
        [if self.rows.is_empty() { SIGN } else { &self.rows }, &[0xff, 0xff]]
    }
}

/// Words as a tsvector is written, each after the project's mark.
pub fn render_tsvector(mark: &str, stems: &str, codes: &str) -> String {
    let mut vector = String::with_capacity(stems.len() + codes.len() + 64);
    let mut seen = std::collections::HashSet::new();
    for stem in stems.split_ascii_whitespace().filter(|stem| stem.len() <= LONGEST && seen.insert(*stem)) {
        push_lexeme(&mut vector, mark, "", stem);
    }
    for code in codes.split_ascii_whitespace() {
        push_lexeme(&mut vector, mark, "#", code);
    }
    vector
}

/// One word as it is written in a tsvector and a tsquery.
pub fn push_lexeme(into: &mut String, mark: &str, kind: &str, word: &str) {
    into.push_str(if into.is_empty() { "'" } else { " '" });
    into.push_str(mark);
    into.push_str(kind);
    for c in word.chars() {
        if matches!(c, '\'' | '\\') {
            into.push(c);
        }
        into.push(c);
    }
    into.push('\'');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_as_postgres_reads_them() {
        let mut rows = CopyTextRows::default();
        rows.push_text(Some("a\tb\\c\nd\0"))
            .push_text(None)
            .push_number(Some(7))
            .push_bool(true)
            .push_bytes(Some(&[1, 255]));
        rows.end_row();
        assert_eq!(rows.text, "a\\tb\\\\c\\nd\u{fffd}\t\\N\t7\tt\t\\\\x01ff\n");
    }

    #[test]
    fn rows_as_postgres_has_them() {
        let mut rows = CopyBinaryRows::default();
        assert_eq!(rows.finish_rows(), [SIGN, &[0xff, 0xff]]);
        rows.begin_row().push_int4(7).push_int4_array(&[-1]).push_int4_array(&[]);
        let [rows, end] = rows.finish_rows();
        assert_eq!(&rows[..11], b"PGCOPY\n\xff\r\n\0");
        let row = [
            &[0u8, 3, 0, 0, 0, 4, 0, 0, 0, 7][..],
            &[0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 255, 255, 255, 255],
            &[0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23],
        ];
        assert_eq!((&rows[19..], end), (&row.concat()[..], &[0xff, 0xff][..]));
    }

    #[test]
    fn keys_stay_short_and_different() {
        assert_eq!(shorten_to_key("npm test"), "npm test");
        let long = |end: &str| shorten_to_key(&format!("{}{end}", "x".repeat(5000)));
        assert!(long("a").len() <= KEY && long("a") != long("b"));
    }

    #[test]
    fn words_are_quoted_and_once() {
        assert_eq!(render_tsvector("ab.", &"x".repeat(3000), ""), "");
        assert_eq!(render_tsvector("ab.", "x it's x", "0001f"), "'ab.x' 'ab.it''s' 'ab.#0001f'");
    }
}
