//! Rows as the database takes them: as JSON, and in the binary form of COPY for what is large.

use serde_json::Value;

use ctx_search::word_numbers::LONGEST;

/// A longer key does not go into an index.
const KEY: usize = 500;

/// The text as a part of a key: itself, or its beginning and its hash.
pub fn shorten_to_key(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}");
    match text.len() {
        0..=KEY => text,
        _ => format!(
            "{}#{}",
            ctx_text::truncate_at_char_boundary(&text, KEY - 70),
            blake3::hash(text.as_bytes()).to_hex()
        ),
    }
}

/// Bytes as they stand in a JSON row.
pub fn bytes_json(bytes: &[u8]) -> Value {
    format!("\\x{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()).into()
}

/// Rows for `jsonb_populate_recordset`.
#[derive(Default)]
pub struct JsonRows(Vec<Value>);

impl JsonRows {
    pub fn push(&mut self, mut row: Value) {
        for value in row.as_object_mut().into_iter().flat_map(|row| row.values_mut()) {
            // Postgres has no place for it in a text.
            if let Value::String(text) = value
                && text.contains('\0')
            {
                *text = text.replace('\0', "\u{fffd}");
            }
        }
        self.0.push(row);
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn to_text(&self) -> String {
        serde_json::json!(self.0).to_string()
    }
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
    pub fn rows_with_end_mark(&self) -> [&[u8]; 2] {
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
    fn values_as_postgres_reads_them() {
        let mut rows = JsonRows::default();
        rows.push(serde_json::json!({ "bytes": bytes_json(&[1, 255]), "text": "a\\\0\\u0000" }));
        let back: Value = serde_json::from_str(&rows.to_text()).unwrap();
        let text = |name: &str| back[0][name].as_str().map(str::to_owned);
        assert_eq!(text("bytes").as_deref(), Some("\\x01ff"));
        assert_eq!(text("text").as_deref(), Some("a\\\u{fffd}\\u0000"));
    }

    #[test]
    fn rows_as_postgres_has_them() {
        let mut rows = CopyBinaryRows::default();
        assert_eq!(rows.rows_with_end_mark(), [SIGN, &[0xff, 0xff]]);
        rows.begin_row().push_int4(7).push_int4_array(&[-1]).push_int4_array(&[]);
        let [rows, end] = rows.rows_with_end_mark();
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
