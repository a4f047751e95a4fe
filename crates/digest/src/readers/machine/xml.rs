//! An XML scanner for the output of tools: an element is an object of its attributes, its children by their names, and
//! its text under `#text`.

use std::borrow::Cow;

use super::node::{Node, ParsedObject};
use ctx_text::ceil_boundary;

const DEEPEST: usize = 64;

/// The name and content of the element that begins at byte `from` (its declaration skipped), and where it ends.
pub fn parse_xml_element_at(text: &str, from: usize) -> Option<(Cow<'_, str>, Node<'_>, usize)> {
    let mut scanner = XmlScanner { text, at: from };
    loop {
        scanner.advance_to('<')?;
        if !scanner.skip_declaration_or_comment() {
            break;
        }
    }
    let (name, node) = scanner.parse_element(0)?;
    Some((name, node, scanner.at))
}

struct XmlScanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> XmlScanner<'a> {
    fn remaining_text(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance_to(&mut self, c: char) -> Option<&'a str> {
        let start = self.at;
        self.at += self.remaining_text().find(c)?;
        Some(&self.text[start..self.at])
    }

    /// Moves after `end`, or to the end of the text.
    fn skip_past(&mut self, end: &str) {
        self.at = self.remaining_text().find(end).map_or(self.text.len(), |at| self.at + at + end.len());
    }

    /// Steps over a declaration or a comment that begins here.
    fn skip_declaration_or_comment(&mut self) -> bool {
        let rest = self.remaining_text();
        if rest.starts_with("<!--") {
            self.skip_past("-->");
        } else if rest.starts_with("<?") || (rest.starts_with("<!") && !rest.starts_with("<![CDATA[")) {
            self.skip_past(">");
        } else {
            return false;
        }
        true
    }

    fn parse_element(&mut self, depth: usize) -> Option<(Cow<'a, str>, Node<'a>)> {
        let start = self.at;
        self.at += 1;
        let name = self.parse_name();
        if name.is_empty() || depth > DEEPEST {
            return None;
        }
        let mut object = ParsedObject::default();
        if self.parse_attributes(&mut object) {
            self.parse_children(name, &mut object, depth);
        }
        object.span = (start, self.at);
        Some((Cow::Borrowed(name), Node::Object(object)))
    }

    fn parse_name(&mut self) -> &'a str {
        let start = self.at;
        let ends = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'));
        self.at += self.remaining_text().find(ends).unwrap_or(self.remaining_text().len());
        &self.text[start..self.at]
    }

    /// True where the element goes on after its first tag.
    fn parse_attributes(&mut self, object: &mut ParsedObject<'a>) -> bool {
        loop {
            self.at = self.text.len() - self.remaining_text().trim_start().len();
            if self.remaining_text().starts_with("/>") {
                self.at += 2;
                return false;
            }
            if self.remaining_text().starts_with('>') {
                self.at += 1;
                return true;
            }
            let name = self.parse_name();
            let quote = self.remaining_text().trim_start().strip_prefix('=').map(str::trim_start);
            let Some(quote) = quote.filter(|rest| !name.is_empty() && rest.starts_with(['"', '\''])) else {
                // Not an attribute: step on, so that parsing always ends.
                self.at = self.text.len() - self.remaining_text().trim_start().len();
                let step = self.remaining_text().chars().next().map_or(0, char::len_utf8);
                self.at += step;
                if step == 0 {
                    return false;
                }
                continue;
            };
            let mark = if quote.starts_with('"') { '"' } else { '\'' };
            self.at = self.text.len() - quote.len() + 1;
            let Some(value) = self.advance_to(mark) else {
                self.at = self.text.len();
                return false;
            };
            self.at += 1;
            object.fields.push((Cow::Borrowed(name), Node::Text(unescape_xml(value))));
        }
    }

    fn parse_children(&mut self, name: &str, object: &mut ParsedObject<'a>, depth: usize) {
        let mut said: Cow<'a, str> = Cow::Borrowed("");
        while self.at < self.text.len() {
            let Some(text) = self.advance_to('<') else {
                self.at = self.text.len();
                break;
            };
            if !text.trim().is_empty() {
                append_text(&mut said, unescape_xml(text));
            }
            if let Some(rest) = self.remaining_text().strip_prefix("<![CDATA[") {
                let end = rest.find("]]>").unwrap_or(rest.len());
                append_text(&mut said, Cow::Borrowed(&rest[..end]));
                self.at = (self.at + 9 + end + 3).min(self.text.len());
            } else if self.skip_declaration_or_comment() {
            } else if self.remaining_text().starts_with("</") {
                let closes = self.remaining_text()[2..].starts_with(name);
                self.skip_past(">");
                if closes {
                    break;
                }
            } else {
                match self.parse_element(depth + 1) {
                    Some(child) => object.fields.push(child),
                    None => self.at = (self.at + 1).min(self.text.len()),
                }
                self.at = ceil_boundary(self.text, self.at);
            }
        }
        if !said.trim().is_empty() {
            object.fields.push((Cow::Borrowed("#text"), Node::Text(said)));
        }
    }
}

fn append_text<'a>(said: &mut Cow<'a, str>, more: Cow<'a, str>) {
    if said.is_empty() {
        *said = more;
    } else {
        said.to_mut().push_str(&more);
    }
}

fn unescape_xml(raw: &str) -> Cow<'_, str> {
    if !raw.contains('&') {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(10).position(|byte| byte == b';');
        let known = end.and_then(|end| {
            let name = &rest[1..end];
            let c = match name {
                "lt" => '<',
                "gt" => '>',
                "amp" => '&',
                "quot" => '"',
                "apos" => '\'',
                _ => {
                    let digits = name.strip_prefix('#')?;
                    let number = match digits.strip_prefix(['x', 'X']) {
                        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                        None => digits.parse().ok()?,
                    };
                    char::from_u32(number).filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).unwrap_or(' ')
                }
            };
            Some((c, end + 1))
        });
        let (c, len) = known.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[len..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_children_and_text() {
        let raw = "<?xml version='1.0'?>\n<!-- x --><a n=\"1 &lt; 2\"><b m='&#10;é'/>said <![CDATA[<raw>]]></a> after";
        let (name, node, end) = parse_xml_element_at(raw, 0).unwrap();
        let object = node.as_object().unwrap();
        assert_eq!((name.as_ref(), &raw[end..]), ("a", " after"));
        assert_eq!(object.get("n").and_then(Node::as_text), Some("1 < 2"));
        assert_eq!(object.get("b").and_then(Node::as_object).unwrap().get("m").and_then(Node::as_text), Some("\né"));
        assert_eq!(object.get("#text").and_then(Node::as_text), Some("said <raw>"));
    }

    #[test]
    fn anything_comes_to_an_end() {
        for raw in ["<a", "<a b", "<a b=", "<a b='é", "<a><b></c>é<", "<a>&#;&#x110000;&", "<a =\"é\" ü/>", "<é/><"]
        {
            parse_xml_element_at(raw, 0);
        }
    }
}
