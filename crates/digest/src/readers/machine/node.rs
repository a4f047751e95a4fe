//! A tree of JSON, as slices of the text it was read from.

use std::borrow::Cow;

use ctx_text::json::Json;
use ctx_text::{Text, range_of_part_in_text, strip_controls};

/// A value and, for objects, where in the text it begins and ends.
#[derive(Debug, PartialEq)]
pub enum Node<'a> {
    Object(ParsedObject<'a>),
    Array(Vec<Node<'a>>),
    Text(Cow<'a, str>),
    Number(&'a str),
    Bool(bool),
    Null,
}

#[derive(Debug, Default, PartialEq)]
pub struct ParsedObject<'a> {
    pub fields: Vec<(Cow<'a, str>, Node<'a>)>,
    pub span: (usize, usize),
}

impl<'a> ParsedObject<'a> {
    /// The field with this name, written as `normalise_name` writes it.
    pub fn get(&self, name: &str) -> Option<&Node<'a>> {
        self.fields.iter().find(|(key, _)| normalise_name(key, &mut [0; LONGEST]) == name).map(|(_, node)| node)
    }
}

/// Deeper documents are given up: nothing a tool reports lies there.
const DEEPEST: u8 = 64;

impl<'a> Node<'a> {
    /// A value of the text `all`, which begins at this byte of the output.
    pub fn from_json(json: Json<'a>, (all, from): (&str, usize), depth: u8) -> Node<'a> {
        let inner = |json| Node::from_json(json, (all, from), depth + 1);
        match json.raw().as_bytes().first() {
            _ if depth > DEEPEST => Node::Null,
            Some(b'{') => {
                let place = range_of_part_in_text(json.raw(), all);
                let fields = json.fields().map(|(key, value)| (Cow::Borrowed(key), inner(value))).collect();
                Node::Object(ParsedObject { fields, span: (from + place.start, from + place.end) })
            }
            Some(b'[') => Node::Array(json.items().map(inner).collect()),
            Some(b'"') => json.as_text().map_or(Node::Null, |text| Node::Text(without_controls(text))),
            Some(b't' | b'f') => Node::Bool(json.as_bool() == Some(true)),
            Some(b'n') | None => Node::Null,
            Some(_) => Node::Number(json.raw()),
        }
    }

    pub fn as_object(&self) -> Option<&ParsedObject<'a>> {
        match self {
            Node::Object(object) => Some(object),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Node::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A whole number, also where it is written as text.
    pub fn as_number(&self) -> Option<u64> {
        match self {
            Node::Number(number) => number.parse().ok(),
            Node::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Node::Object(object) => object.fields.is_empty(),
            Node::Array(items) => items.is_empty(),
            Node::Text(text) => text.is_empty(),
            Node::Bool(false) | Node::Null => true,
            Node::Number(_) | Node::Bool(true) => false,
        }
    }
}

/// Colour codes and control characters have no place in what is printed.
fn without_controls(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return if strip_controls(&text, false) == text {
            text
        } else {
            strip_controls(&text, false).into_owned().into()
        };
    }
    let clean = Text::from_bytes(text.as_bytes());
    clean.lines().collect::<Vec<_>>().join("\n").into()
}

pub const LONGEST: usize = 24;

/// A name in small letters without `_`, `-` and `@`: tools write the same one in many ways. Empty when it is longer
/// than any that is looked for.
pub fn normalise_name<'b>(name: &str, buffer: &'b mut [u8; LONGEST]) -> &'b str {
    let mut len = 0;
    for byte in name.bytes().filter(|byte| !matches!(byte, b'_' | b'-' | b'@' | b'.' | b' ')) {
        if len == LONGEST || !byte.is_ascii() {
            return "";
        }
        buffer[len] = byte.to_ascii_lowercase();
        len += 1;
    }
    std::str::from_utf8(&buffer[..len]).unwrap_or_default()
}
