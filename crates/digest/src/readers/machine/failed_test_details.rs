//! What a failed test says of its failure, in whatever fields and lines it says it.

use super::node::Node;
use crate::part::has_no_letters_or_digits;
use crate::{place, severity, trace};

/// At most this many lines of a test's own report of its failure.
const DETAILS: usize = 8;

/// The report of a failed test: its message first, then the severe lines of its output and the places in its own code.
#[derive(Default)]
pub struct FailedTestDetails {
    pub lines: Vec<String>,
    pub place: Option<String>,
}

impl FailedTestDetails {
    pub fn add_node(&mut self, node: &Node<'_>, depth: u8) {
        match node {
            Node::Text(text) => self.add_text(text),
            Node::Array(items) => items.iter().take(3).for_each(|item| self.add_node(item, depth + 1)),
            Node::Object(object) if depth < 5 => {
                let text = |name: &str| object.get(name).and_then(Node::as_text);
                if let (Some(kind), Some(message)) = (text("type"), text("message"))
                    && !message.contains(kind)
                    && kind.len() < 80
                {
                    self.add_line(kind);
                }
                for name in ["message", "crash", "longrepr", "stack", "stacktrace", "trace", "#text", "value"] {
                    if let Some(node) = object.get(name) {
                        self.add_node(node, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        let clean: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let first = self.lines.len() < 3;
        for (nth, line) in clean.iter().enumerate() {
            let own = place::find_place(line).filter(|_| !trace::mentions_library_or_runtime(line));
            if let Some(place) = own.as_ref().filter(|_| self.place.is_none()) {
                self.place = Some(place.to_path_and_line(line));
            }
            let says = severity::severity_of_line(line).is_some_and(|signal| signal.weight >= severity::SURE);
            if (first && nth < 5) || own.is_some() || says {
                self.add_line(line);
                // A panic says where, and on the next line why.
                if line.contains("panicked at ") {
                    clean.get(nth + 1).into_iter().for_each(|next| self.add_line(next));
                }
            }
        }
    }

    pub fn add_line(&mut self, line: &str) {
        let line = line.trim_start();
        if has_no_letters_or_digits(line) {
            return;
        }
        if self.lines.len() < DETAILS
            && !trace::is_library_frame(&format!(" {line}"))
            && !self.lines.iter().any(|held| held == line)
        {
            self.lines.push(line.to_owned());
        }
    }
}
