//! The middle of a very long output: only its tail and the lines that look severe stay in memory.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind, packed};

use super::fnv::fnv_hash;
use super::place::count_newlines;
use super::plain_lines_queue::{PlainLinesBlock, PlainLinesQueue};
use super::text::Text;

/// The part of the beginning that stays once the whole no longer fits.
const HEAD: usize = 2 << 20;
/// The tail is two of these, filled in turn, so that dropping the oldest lines copies nothing.
const TAIL_HALF: usize = 1 << 20;
/// Room for lines picked out of the middle.
const PICKED: usize = 2 << 20;
/// At most this many lines that differ only in their numbers are picked.
const PER_SHAPE: u32 = 5;
/// At most this many indented lines after a severe one (a stack trace) are picked with it.
const TRACE: usize = 30;

/// Words that make a line worth keeping when most of its neighbours cannot stay. With their two capitalised forms
/// they are as many as the vector search takes: the whole of a long output goes through it.
const SEVERE: &str = "error|fail|fatal|panic|exception|traceback|critical|caused by|assert|denied|refused|abort|segfault|killed|\
    cannot|unable to|timed out|undefined|not found|corrupt|warn";

/// Finds severe words with vector instructions, or without if the machine has none.
enum SevereWordFinder {
    Vector(packed::Searcher),
    Automaton(AhoCorasick),
}

impl SevereWordFinder {
    fn new() -> SevereWordFinder {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let forms: Vec<String> =
            SEVERE.split('|').flat_map(|word| [word.to_string(), capital(word), word.to_uppercase()]).collect();
        match packed::Searcher::new(&forms) {
            Some(searcher) => SevereWordFinder::Vector(searcher),
            None => {
                let automaton = AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).build(&forms);
                SevereWordFinder::Automaton(automaton.expect("the table of severe words is small and constant"))
            }
        }
    }

    /// Where the next severe word begins, at or after `from`.
    fn find_next(&self, text: &[u8], from: usize) -> Option<usize> {
        let rest = &text[from..];
        let found = match self {
            SevereWordFinder::Vector(searcher) => searcher.find(rest),
            SevereWordFinder::Automaton(automaton) => automaton.find(rest),
        };
        found.map(|found| from + found.start())
    }
}

pub struct BoundedTail {
    pub newest: Text,
    older: Text,
    /// The blocks after those two, not yet split into lines.
    pub waiting: PlainLinesQueue,
    picked: Text,
    shapes: HashMap<u64, u32>,
    severe: SevereWordFinder,
}

impl BoundedTail {
    /// Leaves the head in `whole` and moves the rest here.
    pub fn split_off_tail(whole: &mut Text) -> BoundedTail {
        let mut thin = BoundedTail {
            newest: Text::default(),
            older: Text::default(),
            waiting: PlainLinesQueue::default(),
            picked: Text::default(),
            shapes: HashMap::new(),
            severe: SevereWordFinder::new(),
        };
        let mut head = Text::default();
        for index in 0..whole.len() {
            let (number, line) = (whole.raw_line_number(index), whole.line(index));
            if head.memory_cost() < HEAD {
                head.push_line(number, line);
            } else {
                thin.newest.push_line(number, line);
                if thin.is_full() {
                    thin.drop_older_half();
                }
            }
        }
        *whole = head;
        thin
    }

    pub fn is_full(&self) -> bool {
        self.newest.memory_cost() > TAIL_HALF
    }

    /// Drops the older half of the tail, after picking its severe lines.
    pub fn drop_older_half(&mut self) {
        let newest = std::mem::take(&mut self.newest);
        let mut dropped = std::mem::replace(&mut self.older, newest);
        dropped.compact_if_redrawn();
        self.pick_severe_lines(&dropped);
    }

    /// Takes plain lines that follow everything here. Only severe lines are picked from blocks that leave the tail.
    pub fn push_plain_lines(&mut self, parts: [&[u8]; 2], first: u64, lines: u64) {
        self.waiting.push(parts, first, lines);
        while let Some(block) = self.waiting.pop_superfluous_block(2 * TAIL_HALF) {
            if !self.older.is_empty() || !self.newest.is_empty() {
                self.drop_older_half();
                self.drop_older_half();
            }
            self.pick_severe_lines_of_block(&block);
            self.waiting.recycle_block(block);
        }
    }

    pub fn join_with_head(mut self, head: Text, raw_lines: u64) -> Text {
        let mut text = head;
        text.append(&self.picked);
        text.append(&std::mem::take(&mut self.older));
        text.append(&std::mem::take(&mut self.newest));
        let held = text.len() as u64;
        text.thinned = raw_lines.saturating_sub(held);
        text
    }

    fn pick_severe_lines(&mut self, from: &Text) {
        let mut follow = 0;
        let mut index = 0;
        let mut next = self.severe.find_next(from.joined_lines().as_bytes(), 0);
        while index < from.len() && self.picked.memory_cost() <= PICKED {
            let (start, end) = from.span(index);
            if next.is_some_and(|at| at < start) {
                // That line is done, or the word crossed the border of two lines.
                next = self.severe.find_next(from.joined_lines().as_bytes(), start);
            }
            let line = from.line(index);
            if next.is_some_and(|at| at < end) && self.count_shape_within_limit(line) {
                follow = TRACE;
            } else if follow > 0 && (line.starts_with([' ', '\t']) || line.starts_with("Caused by")) {
                follow -= 1;
            } else {
                follow = 0;
                index = match next {
                    // Nothing severe before that: go straight to its line.
                    Some(at) if at >= end => from.line_index_at_offset(at).max(index + 1),
                    Some(_) => index + 1,
                    None => return,
                };
                continue;
            }
            self.picked.push_line(from.raw_line_number(index), line);
            index += 1;
        }
    }

    /// The same as `pick_severe_lines`, for lines that were not searched yet.
    fn pick_severe_lines_of_block(&mut self, block: &PlainLinesBlock) {
        let Ok(text) = std::str::from_utf8(&block.bytes) else { return };
        let (mut at, mut number) = (0, block.first);
        while let Some(found) = self.severe.find_next(&block.bytes, at) {
            let start = memchr::memrchr(b'\n', &block.bytes[at..found]).map_or(at, |end| at + end + 1);
            number += count_newlines(&block.bytes[at..start]);
            at = start;
            let mut follow = 0;
            while at < text.len() && self.picked.memory_cost() <= PICKED {
                let end = memchr::memchr(b'\n', &block.bytes[at..]).map_or(text.len(), |end| at + end);
                let line = &text[at..end];
                let severe = self.severe.find_next(line.as_bytes(), 0).is_some();
                if severe && self.count_shape_within_limit(line) {
                    follow = TRACE;
                } else if follow > 0 && (line.starts_with([' ', '\t']) || line.starts_with("Caused by")) {
                    follow -= 1;
                } else {
                    if severe {
                        // Like enough others: skip it after one look.
                        (at, number) = ((end + 1).min(text.len()), number + 1);
                    }
                    break;
                }
                self.picked.push_line(number, line);
                (at, number) = ((end + 1).min(text.len()), number + 1);
            }
            if at >= text.len() || self.picked.memory_cost() > PICKED {
                return;
            }
        }
    }

    fn count_shape_within_limit(&mut self, line: &str) -> bool {
        // Of the letters only: lines that differ in numbers, times and ids have one shape.
        let shape = fnv_hash(line.bytes().filter(u8::is_ascii_alphabetic));
        if self.shapes.len() >= 1 << 16 {
            return false;
        }
        let seen = self.shapes.entry(shape).or_insert(0);
        *seen += 1;
        *seen <= PER_SHAPE
    }
}
