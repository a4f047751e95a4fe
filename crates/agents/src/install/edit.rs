//! Changes of a JSON text that leave every other byte where it was: a child is appended to a container or taken out
//! of it, in the style that the text has already.

use serde::Serialize;
use serde_json::{Serializer, Value as Json};

use super::UneditableFileReason;
use super::jsonc::{self, Child, LocatedValue};

/// How a text is laid out, as far as it shows.
struct JsonStyle {
    eol: &'static str,
    /// One step of indentation; none where everything stands on one line.
    unit: Option<String>,
}

impl JsonStyle {
    fn detect_style(text: &str, root: &LocatedValue) -> JsonStyle {
        let eol = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = match root.json_child_values().first() {
            // An empty document has no style yet.
            None => Some("  ".to_owned()),
            Some(first) => indent_if_first_on_line(text, first.start).map(|indent| match indent {
                "" => "  ".to_owned(),
                indent => indent.to_owned(),
            }),
        };
        JsonStyle { eol, unit }
    }
}

/// The whitespace before `at` on its line; none if anything else stands there.
fn indent_if_first_on_line(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind(['\n', '\r'])? + 1;
    let before = &text[start..at];
    before.bytes().all(|byte| matches!(byte, b' ' | b'\t')).then_some(before)
}

/// The whitespace with which the line of `at` begins.
fn line_indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = text[start..at].trim_start_matches('\u{feff}');
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[..blanks]
}

/// The container that the path leads to, each step a member's name.
pub fn find_value_at_path<'a>(root: &'a LocatedValue, path: &[&str]) -> Option<&'a LocatedValue> {
    path.iter().try_fold(root, |value, key| value.get(key))
}

/// Appends a child to the container at `path`: a member if it has a key, else an element.
pub fn append_child(
    text: &str,
    path: &[&str],
    key: Option<&str>,
    value: &Json,
) -> Result<String, UneditableFileReason> {
    let root = jsonc::parse_jsonc(text)?;
    let style = JsonStyle::detect_style(text, &root);
    let Some(container) = find_value_at_path(&root, path) else { return Ok(text.to_owned()) };
    let Some(last) = container.json_child_values().last() else {
        return Ok(fill_empty_container(text, container, &style, key, value));
    };
    let after = last.comma.map_or(last.value.span.end, |comma| comma + 1);
    let comment = jsonc::last_comment_after(text, after);
    let place = comment.map_or(after, |comment| comment.end);
    let line = indent_if_first_on_line(text, last.start).or_else(|| {
        let must_break = comment.is_some_and(|comment| comment.to_line_end);
        must_break.then(|| line_indent(text, container.span.start))
    });
    let (before, rendered) = match (line, &style.unit) {
        (Some(indent), unit) => {
            let line_start = format!("{}{indent}", style.eol);
            let rendered = render_member_indented(key, value, unit.as_deref().unwrap_or("  "), &line_start);
            (line_start, rendered)
        }
        (None, _) => {
            // As wide as between the others; a single child shows no width.
            let gap = if container.json_child_values().len() > 1 { spaces_before_child(text, last) } else { " " };
            (gap.to_owned(), render_member_on_one_line(key, value))
        }
    };
    debug_assert!(place < container.span.end);
    let (until_child, between, rest) = (&text[..after], &text[after..place], &text[place..]);
    Ok(match last.comma {
        Some(_) => format!("{until_child}{between}{before}{rendered},{rest}"),
        None => format!("{until_child},{between}{before}{rendered}{rest}"),
    })
}

/// The blanks between a child and the comma before it.
fn spaces_before_child<'a>(text: &'a str, child: &Child) -> &'a str {
    let start = start_of_blanks_before(text, child.start);
    let gap = &text[start..child.start];
    if gap.contains(['\n', '\r']) { " " } else { gap }
}

fn fill_empty_container(
    text: &str,
    container: &LocatedValue,
    style: &JsonStyle,
    key: Option<&str>,
    value: &Json,
) -> String {
    let (open, close) = (container.span.start + 1, container.span.end - 1);
    let interior = &text[open..close];
    let comment = jsonc::last_comment_after(text, open);
    let outer = line_indent(text, container.span.start);
    let inside = match &style.unit {
        Some(unit) => {
            let line_start = format!("{}{outer}{unit}", style.eol);
            format!("{line_start}{}{}{outer}", render_member_indented(key, value, unit, &line_start), style.eol)
        }
        None if comment.is_some_and(|comment| comment.to_line_end) => {
            format!("{}{}{}", style.eol, render_member_on_one_line(key, value), style.eol)
        }
        None => render_member_on_one_line(key, value),
    };
    // Comments stay before the new child.
    let kept = comment.map_or("", |comment| &interior[..comment.end - open]);
    format!("{}{kept}{inside}{}", &text[..open], &text[close..])
}

fn join_key_and_value(key: Option<&str>, value: &str) -> String {
    key.map_or_else(|| value.to_owned(), |key| format!("{}: {value}", Json::from(key)))
}

fn render_member_on_one_line(key: Option<&str>, value: &Json) -> String {
    join_key_and_value(key, &value.to_string())
}

/// Over several lines: `unit` is one step of indentation, `line_start` the line end and the indentation of the first line.
fn render_member_indented(key: Option<&str>, value: &Json, unit: &str, line_start: &str) -> String {
    let mut out = Vec::new();
    let pretty = serde_json::ser::PrettyFormatter::with_indent(unit.as_bytes());
    value.serialize(&mut Serializer::with_formatter(&mut out, pretty)).expect("any value can be written to memory");
    // Within a text a line end is written as `\n`.
    join_key_and_value(key, &String::from_utf8_lossy(&out).replace('\n', line_start))
}

/// A whole document for a file that is not there yet.
pub fn render_document(value: &Json) -> String {
    format!("{}\n", render_member_indented(None, value, "  ", "\n"))
}

/// The text without a child of `container`; the inverse of `append_child` where the child was appended.
pub fn remove_child(text: &str, container: &LocatedValue, index: usize) -> String {
    let children = container.json_child_values();
    let child = &children[index];
    let mut from = start_of_blanks_before(text, child.start);
    let to = child.comma.map_or(child.value.span.end, |comma| comma + 1);
    // The text after the child must not become part of a comment.
    let floor = match index {
        0 => container.span.start + 1,
        _ => children[index - 1].comma.map_or(container.span.start + 1, |comma| comma + 1),
    };
    let comment = jsonc::last_comment_after(text, floor);
    // Blanks at the end of a comment's line are the comment's.
    from = comment.map_or(from, |comment| from.max(comment.end));
    if comment.is_some_and(|comment| comment.to_line_end && comment.end == from)
        && !text[to..].starts_with(['\n', '\r'])
    {
        from += text[from..].find('\n').map_or(0, |end| end + 1);
    }
    // The last child takes the comma before it along.
    let comma = match child.comma {
        None if index > 0 => children[index - 1].comma,
        _ => None,
    };
    match comma {
        Some(comma) => format!("{}{}{}", &text[..comma], &text[comma + 1..from], &text[to..]),
        None => format!("{}{}", &text[..from], &text[to..]),
    }
}

/// Where the whitespace right before `at` begins.
fn start_of_blanks_before(text: &str, at: usize) -> usize {
    let blanks = text[..at].bytes().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    at - blanks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appends, checks what it says, takes it out again and compares.
    fn there_and_back(text: &str, path: &[&str], key: Option<&str>, value: &Json) -> String {
        let with = append_child(text, path, key, value).unwrap();
        let root = jsonc::parse_jsonc(&with).unwrap_or_else(|error| panic!("{error}: {with}"));
        let container = find_value_at_path(&root, path).unwrap();
        let last = container.json_child_values().last().unwrap();
        assert_eq!((&last.value.to_json(), last.key.as_deref()), (value, key), "{with}");
        let back = remove_child(&with, container, container.json_child_values().len() - 1);
        let was_empty = container.json_child_values().len() == 1;
        assert!(was_empty || back == text, "{text:?}\n{with:?}\n{back:?}");
        with
    }

    #[test]
    fn the_style_is_the_one_that_is_there() {
        let value = serde_json::json!({"b": [1]});
        let rows = [
            ("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"k\": {\n    \"b\": [\n      1\n    ]\n  }\n}\n"),
            ("{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"k\": {\n\t\t\"b\": [\n\t\t\t1\n\t\t]\n\t}\n}"),
            (
                "{\r\n    \"a\": 1,\r\n}\r\n",
                "{\r\n    \"a\": 1,\r\n    \"k\": {\r\n        \"b\": [\r\n            1\r\n        ]\r\n    },\r\n}\r\n",
            ),
            ("{\"a\":1}", "{\"a\":1, \"k\": {\"b\":[1]}}"),
            ("{\"a\":1,\"c\":2}", "{\"a\":1,\"c\":2,\"k\": {\"b\":[1]}}"),
            ("{}", "{\n  \"k\": {\n    \"b\": [\n      1\n    ]\n  }\n}"),
            ("{ // why\n}", "{ // why\n  \"k\": {\n    \"b\": [\n      1\n    ]\n  }\n}"),
            (
                "{\n  \"a\": 1 // one\n  // end\n}\n",
                "{\n  \"a\": 1, // one\n  // end\n  \"k\": {\n    \"b\": [\n      1\n    ]\n  }\n}\n",
            ),
            ("{\"a\": 1 // one\n}", "{\"a\": 1, // one\n\"k\": {\n  \"b\": [\n    1\n  ]\n}\n}"),
        ];
        for (text, expected) in rows {
            assert_eq!(there_and_back(text, &[], Some("k"), &value), expected, "{text}");
        }
    }

    #[test]
    fn blanks_behind_a_comment_stay() {
        for text in ["{\"a\": 1 // why  \n}", "{\n  \"a\": 1, // why \t\n}", "{\"a\": 1 /* why */  \n}"] {
            there_and_back(text, &[], Some("b"), &serde_json::json!(2));
        }
    }

    #[test]
    fn elements_go_to_the_end_of_their_list() {
        let value = serde_json::json!("x");
        let rows = [
            ("{\"l\": [1, 2]}", "{\"l\": [1, 2, \"x\"]}"),
            ("{\"l\": [1,2 ]}", "{\"l\": [1,2,\"x\" ]}"),
            ("{\"l\": [1, 2, ]}", "{\"l\": [1, 2, \"x\", ]}"),
            ("{\n  \"l\": [\n    1 /* one */\n  ]\n}", "{\n  \"l\": [\n    1, /* one */\n    \"x\"\n  ]\n}"),
            ("{\n  \"l\": [1]\n}", "{\n  \"l\": [1, \"x\"]\n}"),
            ("{\n  \"l\": []\n}", "{\n  \"l\": [\n    \"x\"\n  ]\n}"),
        ];
        for (text, expected) in rows {
            assert_eq!(there_and_back(text, &["l"], None, &value), expected, "{text}");
        }
    }

    #[test]
    fn a_child_leaves_from_anywhere() {
        let out = |text: &str, index| remove_child(text, &jsonc::parse_jsonc(text).unwrap(), index);
        assert_eq!(out("[1, 2, 3]", 0), "[ 2, 3]");
        assert_eq!(out("[1, 2, 3]", 1), "[1, 3]");
        assert_eq!(out("[1, 2, 3]", 2), "[1, 2]");
        assert_eq!(out("[1, 2, 3,]", 2), "[1, 2,]");
        assert_eq!(out("[1]", 0), "[]");
        assert_eq!(out("[1, // one\n 2]", 1), "[1 // one\n]");
        assert_eq!(out("[1 /* c */, 2]", 1), "[1 /* c */]");
    }
}
