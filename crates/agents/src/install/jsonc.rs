//! JSON with comments and trailing commas, parsed for positions rather than for values. A malformed text is refused: a
//! file that is half understood is not edited.

use serde_json::Value as Json;

use super::UneditableFileReason;

/// Deeper than any settings, shallower than the stack.
const DEEPEST: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct LocatedValue {
    pub span: Span,
    pub node: Node,
}

#[derive(Clone, Debug)]
pub enum Node {
    Object(Vec<Child>),
    Array(Vec<Child>),
    Scalar(Json),
}

/// A member of an object or an element of an array.
#[derive(Clone, Debug)]
pub struct Child {
    /// None in an array.
    pub key: Option<String>,
    /// Where it begins: at its key, or at its value in an array.
    pub start: usize,
    pub value: LocatedValue,
    /// The comma after it.
    pub comma: Option<usize>,
}

impl LocatedValue {
    pub fn json_child_values(&self) -> &[Child] {
        match &self.node {
            Node::Object(children) | Node::Array(children) => children,
            Node::Scalar(_) => &[],
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self.node, Node::Object(_))
    }

    pub fn is_array(&self) -> bool {
        matches!(self.node, Node::Array(_))
    }

    /// The member of that name.
    pub fn get(&self, key: &str) -> Option<&LocatedValue> {
        let Node::Object(members) = &self.node else { return None };
        members.iter().find(|member| member.key.as_deref() == Some(key)).map(|member| &member.value)
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.node {
            Node::Scalar(scalar) => scalar.as_str(),
            _ => None,
        }
    }

    /// The value without its positions.
    pub fn to_json(&self) -> Json {
        match &self.node {
            Node::Scalar(scalar) => scalar.clone(),
            Node::Array(items) => Json::Array(items.iter().map(|item| item.value.to_json()).collect()),
            Node::Object(members) => {
                let pairs =
                    members.iter().map(|member| (member.key.clone().unwrap_or_default(), member.value.to_json()));
                Json::Object(pairs.collect())
            }
        }
    }
}

/// Reads a whole document. A byte order mark before it is skipped.
pub fn parse_jsonc(text: &str) -> Result<LocatedValue, UneditableFileReason> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = Parser { text, bytes: text.as_bytes(), at: start };
    let document = reader.skip_space_and_comments().and_then(|_| reader.parse_value(0)).and_then(|value| {
        reader.skip_space_and_comments()?;
        if reader.at < reader.bytes.len() { Err("something follows the document") } else { Ok(value) }
    });
    document.map_err(|what| UneditableFileReason::at_line_of(text, reader.at, what))
}

/// The last comment between `at` and whatever comes next.
pub fn last_comment_after(text: &str, at: usize) -> Option<CommentEnd> {
    Parser { text, bytes: text.as_bytes(), at }.skip_space_and_comments().ok().flatten()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommentEnd {
    pub end: usize,
    /// `//`: it ends where its line does.
    pub to_line_end: bool,
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

type ParseResult<T> = Result<T, &'static str>;

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_whitespace(&mut self) {
        while self.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn parse_comment(&mut self) -> ParseResult<Option<CommentEnd>> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(b"//") {
            let line = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            self.at += line;
            return Ok(Some(CommentEnd { end: self.at, to_line_end: true }));
        }
        if rest.starts_with(b"/*") {
            let end = memchr::memmem::find(&rest[2..], b"*/").ok_or("a comment is not closed")?;
            self.at += 2 + end + 2;
            return Ok(Some(CommentEnd { end: self.at, to_line_end: false }));
        }
        Ok(None)
    }

    /// Returns the last comment.
    fn skip_space_and_comments(&mut self) -> ParseResult<Option<CommentEnd>> {
        let mut last = None;
        loop {
            self.skip_whitespace();
            match self.parse_comment()? {
                Some(comment) => last = Some(comment),
                None => return Ok(last),
            }
        }
    }

    fn parse_value(&mut self, depth: usize) -> ParseResult<LocatedValue> {
        if depth > DEEPEST {
            return Err("nested too deeply");
        }
        let start = self.at;
        let node = match self.peek() {
            Some(b'{') => Node::Object(self.parse_children(b'}', depth)?),
            Some(b'[') => Node::Array(self.parse_children(b']', depth)?),
            Some(b'"') => Node::Scalar(Json::String(self.parse_string()?)),
            Some(_) => Node::Scalar(self.parse_bare_word()?),
            None => return Err("a value is missing"),
        };
        Ok(LocatedValue { span: Span { start, end: self.at }, node })
    }

    fn parse_children(&mut self, close: u8, depth: usize) -> ParseResult<Vec<Child>> {
        let mut children: Vec<Child> = Vec::new();
        self.at += 1;
        loop {
            self.skip_space_and_comments()?;
            if self.peek() == Some(close) {
                self.at += 1;
                return Ok(children);
            }
            if children.last().is_some_and(|child| child.comma.is_none()) {
                return Err("a comma or a closing bracket is missing");
            }
            let start = self.at;
            let key = if close == b'}' { Some(self.parse_key()?) } else { None };
            let value = self.parse_value(depth + 1)?;
            let end = self.at;
            self.skip_space_and_comments()?;
            let comma = (self.peek() == Some(b',')).then_some(self.at);
            self.at = comma.map_or(end, |comma| comma + 1);
            children.push(Child { key, start, value, comma });
        }
    }

    fn parse_key(&mut self) -> ParseResult<String> {
        if self.peek() != Some(b'"') {
            return Err("the name of a member is missing");
        }
        let key = self.parse_string()?;
        self.skip_space_and_comments()?;
        if self.peek() != Some(b':') {
            return Err("a colon is missing");
        }
        self.at += 1;
        self.skip_space_and_comments()?;
        Ok(key)
    }

    fn parse_string(&mut self) -> ParseResult<String> {
        let start = self.at;
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                None => return Err("a string is not closed"),
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
        let read = serde_json::from_str(&self.text[start..=at]).map_err(|_| "a string is malformed")?;
        self.at = at + 1;
        Ok(read)
    }

    fn parse_bare_word(&mut self) -> ParseResult<Json> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let length = self.bytes[self.at..].iter().take_while(|byte| is_part(byte)).count();
        let word = &self.text[self.at..self.at + length];
        let value = serde_json::from_str(word).map_err(|_| "not a JSON value")?;
        self.at += length;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_where_they_stand() {
        let text = "\u{feff}// top\n{ \"a\": [1, /* two */ 2,], \"b\\u0041\" : { }, // end\n }\n";
        let document = parse_jsonc(text).unwrap();
        assert_eq!(document.to_json(), serde_json::json!({"a": [1, 2], "bA": {}}));
        let list = document.get("a").unwrap();
        assert_eq!(&text[list.span.start..list.span.end], "[1, /* two */ 2,]");
        assert!(list.json_child_values()[1].comma.is_some());
        assert_eq!(&text[document.json_child_values()[1].start..][..9], "\"b\\u0041\"");
    }

    #[test]
    fn malformed_text_is_refused_with_its_line() {
        for (text, line, what) in [
            ("", 1, "a value is missing"),
            ("{\n\"a\": 1\n\"b\": 2}", 3, "a comma or a closing bracket is missing"),
            ("{\"a\": 1", 1, "a comma or a closing bracket is missing"),
            ("{a: 1}", 1, "the name of a member is missing"),
            ("{\"a\" 1}", 1, "a colon is missing"),
            ("[1]\n[2]", 2, "something follows the document"),
            ("[\"open", 1, "a string is not closed"),
            ("[\"open\\", 1, "a string is not closed"),
            ("[\"a\nb\"]", 1, "a string is malformed"),
            ("/* open", 1, "a comment is not closed"),
            ("[01]", 1, "not a JSON value"),
            ("[tru]", 1, "not a JSON value"),
            ("[,]", 1, "not a JSON value"),
            ("[1,,]", 1, "not a JSON value"),
            ("['a']", 1, "not a JSON value"),
        ] {
            assert_eq!(parse_jsonc(text).unwrap_err().to_string(), format!("line {line}: {what}"), "{text}");
        }
        assert_eq!(parse_jsonc(&"[".repeat(100_000)).unwrap_err().to_string(), "line 1: nested too deeply");
    }
}
