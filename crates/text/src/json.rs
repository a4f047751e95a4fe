//! JSON without a tree: a value is checked once, iteratively, and then walked as a borrowed slice of the line it stands in.

use std::borrow::Cow;

/// A deeper value is not a conversation; a recursive parser would stop near here too.
const DEEPEST: usize = 900;

/// One valid value, without surrounding blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<'a>(&'a str);

/// Where the text stops being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonErrorOffset(pub usize);

/// The first value in `text` and where it ends; none when only blanks are left.
pub fn parse_first_value(text: &str) -> Result<Option<(Json<'_>, usize)>, JsonErrorOffset> {
    let bytes = text.as_bytes();
    let start = skip_blanks(bytes, 0);
    if start == bytes.len() {
        return Ok(None);
    }
    let end = check_value(bytes, start)?;
    Ok(Some((Json(&text[start..end]), end)))
}

/// Where the blanks that begin at `at` end.
pub fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// The end of the valid value that begins at `at`.
fn check_value(bytes: &[u8], mut at: usize) -> Result<usize, JsonErrorOffset> {
    let mut open: Vec<u8> = Vec::new();
    loop {
        // A value begins here.
        match bytes.get(at) {
            Some(b'"') => at = check_string(bytes, at)?,
            Some(&bracket @ (b'{' | b'[')) => {
                if open.len() == DEEPEST {
                    return Err(JsonErrorOffset(at));
                }
                at = skip_blanks(bytes, at + 1);
                let close = bracket + 2;
                if bytes.get(at) == Some(&close) {
                    at += 1;
                } else {
                    open.push(close);
                    if bracket == b'{' {
                        at = check_key(bytes, at)?;
                    }
                    continue;
                }
            }
            Some(b'-' | b'0'..=b'9') => at = check_number(bytes, at)?,
            Some(_) => {
                let word = [&b"true"[..], b"false", b"null"].into_iter().find(|word| bytes[at..].starts_with(word));
                at += word.ok_or(JsonErrorOffset(at))?.len();
            }
            None => return Err(JsonErrorOffset(at)),
        }
        // A value ended here.
        loop {
            let Some(&close) = open.last() else { return Ok(at) };
            at = skip_blanks(bytes, at);
            match bytes.get(at) {
                Some(b',') => {
                    at = skip_blanks(bytes, at + 1);
                    if close == b'}' {
                        at = check_key(bytes, at)?;
                    }
                    break;
                }
                Some(&byte) if byte == close => {
                    open.pop();
                    at += 1;
                }
                _ => return Err(JsonErrorOffset(at)),
            }
        }
    }
}

/// `"name":`, up to the value.
fn check_key(bytes: &[u8], at: usize) -> Result<usize, JsonErrorOffset> {
    if bytes.get(at) != Some(&b'"') {
        return Err(JsonErrorOffset(at));
    }
    let at = skip_blanks(bytes, check_string(bytes, at)?);
    if bytes.get(at) != Some(&b':') {
        return Err(JsonErrorOffset(at));
    }
    Ok(skip_blanks(bytes, at + 1))
}

fn check_string(bytes: &[u8], start: usize) -> Result<usize, JsonErrorOffset> {
    let mut at = start + 1;
    loop {
        // Long runs of plain text are most of a transcript.
        at += unescaped_run_length(&bytes[at..]).ok_or(JsonErrorOffset(start))?;
        match bytes[at] {
            b'"' => return Ok(at + 1),
            b'\\' => match bytes.get(at + 1) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                Some(b'u') if bytes.len() >= at + 6 && bytes[at + 2..at + 6].iter().all(u8::is_ascii_hexdigit) => {
                    at += 6;
                }
                _ => return Err(JsonErrorOffset(at)),
            },
            _ => return Err(JsonErrorOffset(at)),
        }
    }
}

/// The number of bytes that may stand in a string as they are; none if they do not end.
fn unescaped_run_length(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    // The high bit of each byte below `limit`; correct only up to the first such byte, and no more is needed.
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word & (ONES << 7);
    let mut chunks = bytes.chunks_exact(8);
    let mut at = 0;
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let escape = below(word ^ (ONES * u64::from(b'\\')), 1);
        let found = below(word, 0x20) | quote | escape;
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = chunks.remainder().iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20);
    rest.map(|rest| at + rest)
}

fn check_number(bytes: &[u8], start: usize) -> Result<usize, JsonErrorOffset> {
    let digits = |mut at: usize| {
        let from = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at == from { Err(JsonErrorOffset(at)) } else { Ok(at) }
    };
    let mut at = start + usize::from(bytes[start] == b'-');
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at = digits(at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-'))))?;
    }
    Ok(at)
}

/// The end of a value that is known to be valid.
fn skip_value(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = skip_string(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return at,
            _ => {
                // A bare number or word ends at the next mark of its container.
                if depth == 0 && matches!(bytes.get(at + 1), None | Some(b'}' | b']' | b':')) {
                    return at + 1;
                }
            }
        }
        at += 1;
    }
    at
}

fn skip_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += found;
        if bytes[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

impl<'a> Json<'a> {
    /// The value as it stands in the file.
    pub fn raw(self) -> &'a str {
        self.0
    }

    pub fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    pub fn is_array(self) -> bool {
        self.0.starts_with('[')
    }

    pub fn is_number(self) -> bool {
        self.0.starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }

    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// The fields of an object, names as written; nothing for any other value.
    pub fn fields(self) -> impl Iterator<Item = (&'a str, Json<'a>)> {
        let (text, bytes) = (self.0, self.0.as_bytes());
        let mut at = if self.is_object() { 1 } else { text.len() };
        std::iter::from_fn(move || {
            let key = next_value_start(bytes, at)?;
            let key_end = skip_string(bytes, key);
            let colon = skip_blanks(bytes, key_end);
            let start = skip_blanks(bytes, colon + 1);
            at = skip_value(bytes, start);
            Some((text.get(key + 1..key_end - 1)?, Json(text.get(start..at)?)))
        })
    }

    /// The values of an array; nothing for any other value.
    pub fn items(self) -> impl Iterator<Item = Json<'a>> {
        let (text, bytes) = (self.0, self.0.as_bytes());
        let mut at = if self.is_array() { 1 } else { text.len() };
        std::iter::from_fn(move || {
            let start = next_value_start(bytes, at)?;
            at = skip_value(bytes, start);
            Some(Json(text.get(start..at)?))
        })
    }

    /// The first field of this name.
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        self.fields().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// A field that is a text.
    pub fn text_field(self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name)?.as_text()
    }

    /// The text of a string. Half of a surrogate pair, which no text can hold, becomes U+FFFD.
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        Some(if inner.contains('\\') { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) })
    }

    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    pub fn as_integer(self) -> Option<i64> {
        match self.0.parse() {
            Ok(number) => Some(number),
            Err(_) => self.0.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number as i64),
        }
    }
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let escape = rest.as_bytes().get(at + 1).copied().unwrap_or(b'\\');
        let mut used = at + 2;
        match escape {
            b'n' => out.push('\n'),
            b't' => out.push('\t'),
            b'r' => out.push('\r'),
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{c}'),
            b'u' => {
                let unit = |at: usize| rest.get(at..at + 4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
                let high = unit(at + 2).unwrap_or(0xfffd);
                used = at + 6;
                let low = (0xd800..0xdc00).contains(&high).then(|| match rest.get(used..used + 2) {
                    Some("\\u") => unit(used + 2).filter(|low| (0xdc00..0xe000).contains(low)),
                    _ => None,
                });
                let code = match low {
                    Some(Some(low)) => {
                        used += 6;
                        0x1_0000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(low) - 0xdc00)
                    }
                    _ => u32::from(high),
                };
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => out.push(char::from(other)),
        }
        rest = rest.get(used..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Skips blanks and the comma to the next value in a container; none at its end.
fn next_value_start(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = skip_blanks(bytes, at);
    if bytes.get(at) == Some(&b',') {
        at = skip_blanks(bytes, at + 1);
    }
    bytes.get(at).filter(|byte| !matches!(byte, b'}' | b']')).map(|_| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn only(text: &str) -> Option<Json<'_>> {
        match parse_first_value(text) {
            Ok(Some((value, end))) if text[end..].trim_matches([' ', '\t', '\n', '\r']).is_empty() => Some(value),
            _ => None,
        }
    }

    #[test]
    fn walks_what_it_checked() {
        let value = only(
            r#" { "a" : [1, -2.5e3 ,"x\"y", {}, []], "b":{"c":null,"d":true}, "a2":"é\u00e9\n\ud83d\ude00\ud83d!" } "#,
        )
        .unwrap();
        let names: Vec<&str> = value.fields().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "b", "a2"]);
        let items: Vec<&str> = value.get("a").unwrap().items().map(Json::raw).collect();
        assert_eq!(items, ["1", "-2.5e3", "\"x\\\"y\"", "{}", "[]"]);
        assert_eq!(value.get("b").unwrap().get("d").unwrap().as_bool(), Some(true));
        assert_eq!(value.text_field("a2").unwrap(), "éé\n😀\u{fffd}!");
        assert_eq!(only("[1,2]").unwrap().items().count(), 2);
    }

    #[test]
    fn glued_values_come_one_by_one() {
        let text = "{\"a\":1}{\"b\":2} [3]";
        let (one, end) = parse_first_value(text).unwrap().unwrap();
        let (two, next) = parse_first_value(&text[end..]).unwrap().unwrap();
        assert_eq!((one.raw(), two.raw()), ("{\"a\":1}", "{\"b\":2}"));
        assert_eq!(parse_first_value(&text[end + next..]).unwrap().unwrap().0.raw(), "[3]");
        assert_eq!(parse_first_value("  \n"), Ok(None));
    }

    #[test]
    fn depth_is_bounded_and_costs_no_stack() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(only(&nested(500)).is_some());
        assert!(only(&nested(2_000_000)).is_none());
        assert!(only(&"{\"a\":".repeat(100_000)).is_none());
    }

    proptest! {
        #[test]
        fn agrees_with_another_reader(text in r#"[\[\]{}",:0-9eE.+\-truefalsn\\ u"a]{0,40}"#) {
            // Values and numbers too large for one are still JSON, so only the grammar is compared.
            let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            prop_assert_eq!(only(&text).is_some(), theirs, "{}", text);
        }

        #[test]
        fn texts_come_back(text in any::<String>(), key in "[a-z]{1,4}") {
            let written = serde_json::json!({ &key: [&text, { "in": &text }] }).to_string();
            let value = only(&written).unwrap();
            let inner = value.get(&key).unwrap();
            let texts: Vec<_> = inner.items().filter_map(Json::as_text).collect();
            prop_assert_eq!(&texts, &[text.as_str()]);
            let in_object = inner.items().nth(1).unwrap().text_field("in").unwrap().into_owned();
            prop_assert_eq!(in_object, text);
        }
    }
}
