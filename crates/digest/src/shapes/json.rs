//! JSON: keys, counts and first items, and the texts of values called error.

use serde_json::{Map, Value};

use super::sample::clip_with_mark;
use crate::embedded_json::{EmbeddedJson, is_empty_value};
use crate::part::ReaderInput;
use crate::reading::ReaderFindings;
use ctx_shell::is_word_in_list;

const WIDEST: usize = 160;

pub fn read(part: &ReaderInput, _programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let json = EmbeddedJson::find_in_text(part.text())?;
    // Lines of JSON are their own page.
    let [value] = json.values.as_slice() else { return Some(ReaderFindings::default()) };
    let spaced = part.lines().skip(json.lines.start).take(50).any(|(_, line)| line.contains("\": "));
    let mut page = JsonSummary { lines: Vec::new(), colon: if spaced { "\": " } else { "\":" } };
    page.add_error_values(value);
    page.add_outline(value);
    let mut reading = ReaderFindings::default();
    for text in page.lines {
        reading.add_note(json.lines.start, text);
    }
    reading.mark_lines_as_understood(json.lines);
    Some(reading)
}

struct JsonSummary {
    lines: Vec<String>,
    colon: &'static str,
}

impl JsonSummary {
    fn add_outline(&mut self, value: &Value) {
        match value {
            Value::Object(object) => self.add_object(object),
            Value::Array(items) => {
                self.lines.push(self.describe_array(items));
                self.add_first_items(items, "");
            }
            other => self.lines.push(self.format_shortened(other, WIDEST)),
        }
    }

    /// Scalars on one line, each collection on its own with its size and first items.
    fn add_object(&mut self, object: &Map<String, Value>) {
        let mut scalars = String::new();
        for (key, value) in object {
            if value.is_object() || value.is_array() {
                continue;
            }
            let piece = format!("\"{key}{}{}", self.colon, self.format_shortened(value, 80));
            if scalars.len() + piece.len() > 360 {
                scalars.push('…');
                break;
            }
            if !scalars.is_empty() {
                scalars.push_str(", ");
            }
            scalars.push_str(&piece);
        }
        if !scalars.is_empty() {
            self.lines.push(scalars);
        }
        for (key, value) in object {
            match value {
                Value::Object(inner) => {
                    let compact = self.format_shortened(value, WIDEST);
                    let text = if inner.len() > 6 || compact.ends_with('…') {
                        let keys: Vec<&str> = inner.keys().map(String::as_str).take(12).collect();
                        format!(
                            "\"{key}{}{{{} keys: {}}}",
                            self.colon,
                            inner.len(),
                            clip_with_mark(&keys.join(", "), WIDEST)
                        )
                    } else {
                        format!("\"{key}{}{compact}", self.colon)
                    };
                    self.lines.push(text);
                }
                Value::Array(items) => {
                    let text = format!("\"{key}{}{}", self.colon, self.describe_array(items));
                    self.lines.push(text);
                    self.add_first_items(items, "  ");
                }
                _ => {}
            }
            if self.lines.len() > 24 {
                break;
            }
        }
    }

    fn describe_array(&self, items: &[Value]) -> String {
        match items.first() {
            Some(Value::Object(first)) => {
                let keys: Vec<&str> = first.keys().map(String::as_str).take(12).collect();
                format!("[{} × {{{}}}]", items.len(), clip_with_mark(&keys.join(", "), WIDEST))
            }
            Some(Value::Array(first)) => format!("[{} × [{}]]", items.len(), first.len()),
            Some(_) if items.len() > 6 => format!("[{} items]", items.len()),
            _ => clip_with_mark(&Value::Array(items.to_vec()).to_string(), WIDEST),
        }
    }

    fn add_first_items(&mut self, items: &[Value], margin: &str) {
        let simple = items.first().is_some_and(|item| !item.is_object() && !item.is_array());
        if simple && items.len() <= 6 {
            return;
        }
        for item in items.iter().take(2) {
            self.lines.push(format!("{margin}{}", self.format_shortened(item, 220)));
        }
    }

    fn format_shortened(&self, value: &Value, widest: usize) -> String {
        let text = match self.colon {
            "\": " => format_spaced(value, 0),
            _ => value.to_string(),
        };
        clip_with_mark(&text, widest)
    }

    /// The texts of values called error or message, at any depth.
    fn add_error_values(&mut self, value: &Value) {
        let mut found = Vec::new();
        find_error_values(value, 0, &mut found);
        for (key, value) in found.into_iter().take(4) {
            self.lines.push(format!("\"{key}{}{}", self.colon, self.format_shortened(value, 200)));
        }
    }
}

fn find_error_values<'a>(value: &'a Value, depth: usize, found: &mut Vec<(&'a str, &'a Value)>) {
    if depth > 6 || found.len() >= 4 {
        return;
    }
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let lower = key.to_ascii_lowercase();
                let named = is_word_in_list(
                    "error errors exception failure failures stderr error_message errormessage",
                    &lower,
                );
                let empty = is_empty_value(inner) || *inner == Value::Bool(false) || inner.as_f64() == Some(0.0);
                if named && !empty {
                    found.push((key, inner));
                } else {
                    find_error_values(inner, depth + 1, found);
                }
            }
        }
        Value::Array(items) => items.iter().take(2000).for_each(|item| find_error_values(item, depth + 1, found)),
        _ => {}
    }
}

/// As people write JSON on one line, with a blank after each colon and comma.
fn format_spaced(value: &Value, depth: usize) -> String {
    if depth > 4 {
        return "…".into();
    }
    match value {
        Value::Object(object) => {
            let parts: Vec<String> = object
                .iter()
                .take(16)
                .map(|(key, inner)| format!("{}: {}", Value::String(key.clone()), format_spaced(inner, depth + 1)))
                .collect();
            format!("{{{}}}", parts.join(", "))
        }
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().take(16).map(|inner| format_spaced(inner, depth + 1)).collect();
            format!("[{}]", parts.join(", "))
        }
        other => other.to_string(),
    }
}
