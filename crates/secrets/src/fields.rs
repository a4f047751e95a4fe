//! A value in a field of its own, on a line below its name or above it: `value: …`, `<string>…</string>`.

use std::ops::Range;

use super::reading::{UnquotedEnd, read_value};
use super::runs::{is_ident, is_value_field_name};

/// The next `key:` or `key=` from a place on, and the place after its separator.
fn next_key(line: &str, from: usize, limit: usize) -> Option<(Range<usize>, usize)> {
    let bytes = line.as_bytes();
    let mut at = from;
    while at < limit {
        let sep = at + bytes[at..limit].iter().position(|byte| matches!(byte, b':' | b'='))?;
        let head = line[from..sep].trim_end_matches(['"', '\'', ' ', '\\']);
        let start =
            head.bytes().rposition(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_')).map_or(0, |at| at + 1);
        if start < head.len() {
            let mut after = sep + 1;
            while after < bytes.len() && matches!(bytes[after], b' ' | b'\t' | b'>' | b'=') {
                after += 1;
            }
            return Some((from + start..from + head.len(), after));
        }
        at = sep + 1;
    }
    None
}

/// The value of a line that is one field with a name such as `value`.
pub fn field_value(line: &str) -> Option<(Range<usize>, bool)> {
    if let Some((value, _)) = element_value(line) {
        return Some((value, true));
    }
    let (key, after) = next_key(line, 0, line.len().min(200))?;
    let head = line[..key.start].trim_matches([' ', '\t', '-', '"', '\'', '+', '{', ',', '>', '<', '|', '│']);
    // `items[0].value: …`
    let path = head.ends_with('.') && head.bytes().all(|byte| is_ident(byte) || b"[]".contains(&byte));
    // `Parameter Value: …`
    let worded = line[..key.start].ends_with(' ') && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !(head.is_empty() || path || worded) || !is_value_field_name(&line[key]) {
        return None;
    }
    let value = read_value(line, after, UnquotedEnd::Line, true)?;
    let text = &line[value.range.clone()];
    let cut = if value.quoted { text } else { text.trim_end_matches(',') };
    Some((value.range.start..value.range.start + cut.len(), value.quoted))
}

/// `<string>value</string>`, `<td><pre>value</pre></td>`: the text of the element that begins here, and whether it is a cell
/// of something drawn.
fn element_value(line: &str) -> Option<(Range<usize>, bool)> {
    let (mut start, mut value_key, mut cell) = (line.len() - line.trim_start().len(), false, false);
    while let Some(text) = line[start..].strip_prefix('<').filter(|text| !text.starts_with('/')) {
        let name = text.split([' ', '>']).next().unwrap_or_default().to_ascii_lowercase();
        cell |= matches!(name.as_str(), "td" | "dd" | "span" | "code" | "pre" | "samp" | "output");
        // `<stringProp name="Argument.value">`
        let attributes = text.split('>').next().unwrap_or_default();
        value_key |= is_value_field_name(&name) || attributes.ends_with("value\"") || attributes.ends_with("Value\"");
        start += line[start..].find('>')? + 1;
    }
    let end = start + line[start..].find("</")?;
    let text = &line[start..end];
    let value = text.trim().trim_matches(['"', '\'']);
    let start = start + text.find(value).unwrap_or(0);
    let value = start..start + value.len();
    ((cell || value_key) && !value.is_empty() && !line[value.clone()].contains('<'))
        .then_some((value, cell && !value_key))
}
