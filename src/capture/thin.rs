//! The middle of a very long output: only its tail and the lines that look severe stay in memory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::text::Text;

/// What stays of the beginning once the whole no longer fits.
const HEAD: usize = 4 << 20;
/// The tail is two of these, filled in turn, so that dropping the oldest lines copies nothing.
const TAIL_HALF: usize = 2 << 20;
/// Room for lines picked out of the middle.
const PICKED: usize = 3 << 20;
/// Of lines that differ in their numbers only, this many are picked.
const PER_SHAPE: u32 = 5;
/// Indented lines that follow a severe one (a stack trace) come along.
const TRACE: usize = 30;

/// Words that make a line worth keeping when most of its neighbours cannot stay.
const SEVERE: &[&str] = &[
    "error",
    "fail",
    "fatal",
    "panic",
    "exception",
    "traceback",
    "critical",
    "caused by",
    "assert",
    "denied",
    "refused",
    "abort",
    "segfault",
    "segmentation",
    "killed",
    "cannot ",
    "could not",
    "unable to",
    "timed out",
    "timeout",
    "undefined",
    "not found",
    "corrupt",
    "mismatch",
    "warn",
    "dead letter",
    "out of memory",
];

pub struct Thin {
    pub newest: Text,
    older: Text,
    picked: Text,
    shapes: HashMap<u64, u32>,
    severe: AhoCorasick,
}

impl Thin {
    /// Leaves the head in `whole` and moves the rest here.
    pub fn begin(whole: &mut Text) -> Thin {
        let severe = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(SEVERE)
            .expect("the table of severe words is small and constant");
        let mut thin = Thin {
            newest: Text::default(),
            older: Text::default(),
            picked: Text::default(),
            shapes: HashMap::new(),
            severe,
        };
        let mut head = Text::default();
        for index in 0..whole.len() {
            let (number, line) = (whole.number(index), whole.line(index));
            if head.cost() < HEAD {
                head.push_line(number, line);
            } else {
                thin.newest.push_line(number, line);
                if thin.is_full() {
                    thin.rotate();
                }
            }
        }
        *whole = head;
        thin
    }

    pub fn is_full(&self) -> bool {
        self.newest.cost() > TAIL_HALF
    }

    /// The older half of the tail goes, its severe lines are picked first.
    pub fn rotate(&mut self) {
        let newest = std::mem::take(&mut self.newest);
        let dropped = std::mem::replace(&mut self.older, newest);
        self.pick(&dropped);
    }

    pub fn join(mut self, head: Text, raw_lines: u64) -> Text {
        let mut text = head;
        text.append(&self.picked);
        text.append(&std::mem::take(&mut self.older));
        text.append(&std::mem::take(&mut self.newest));
        let held = text.len() as u64;
        text.set_thinned(raw_lines.saturating_sub(held));
        text
    }

    fn pick(&mut self, from: &Text) {
        let mut follow = 0;
        for index in 0..from.len() {
            if self.picked.cost() > PICKED {
                return;
            }
            let line = from.line(index);
            let severe = self.severe.is_match(line) && self.is_fresh(line);
            if severe {
                follow = TRACE;
            } else if follow > 0 && (line.starts_with([' ', '\t']) || line.starts_with("Caused by")) {
                follow -= 1;
            } else {
                follow = 0;
                continue;
            }
            self.picked.push_line(from.number(index), line);
        }
    }

    fn is_fresh(&mut self, line: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        for byte in line.bytes().filter(|byte| byte.is_ascii_alphabetic()) {
            byte.hash(&mut hasher);
        }
        if self.shapes.len() >= 1 << 16 {
            return false;
        }
        let seen = self.shapes.entry(hasher.finish()).or_insert(0);
        *seen += 1;
        *seen <= PER_SHAPE
    }
}
