//! Words and marks that say what kind of line a line is, one small number each. They know no tool.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// Where a word must end or begin: anywhere, at a word's start, or as a whole word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WordBoundary {
    Free,
    Start,
    Whole,
}

use WordBoundary::{Free, Start, Whole};

/// Classes of words, each a feature of a line.
pub const CLASSES: usize = 13;

#[rustfmt::skip]
const WORDS: &[(usize, WordBoundary, &str)] = &[
    (0, Free, "error err: [err"),
    (1, Free, "fatal panic crit abort exception traceback segfault emerg alert"),
    (2, Free, "fail ✗ ✘ ✖ ❌ not_ok"),
    (3, Free, "warn ⚠ deprecat"),
    (4, Whole, "pass passed passing passes ok done"),
    (4, Free, "success ✓ ✔"),
    (5, Whole, "note hint help fix try run"),
    (5, Free, "suggest did_you_mean"),
    (6, Whole, "info debug trace"),
    (6, Free, "verbose"),
    (7, Free, "total summary result finished complete generated statistics overall"),
    (7, Whole, "found ran"),
    (8, Whole, "not no never without"),
    (8, Free, "cannot can't unable missing invalid unknown undefined denied refus unexpected unresolved mismatch conflict could_not couldn't illegal violat"),
    (9, Free, "expect actual received assert differ instead"),
    (9, Whole, "got left right"),
    (10, Start, "download compil install fetch build check load start creat writ read process collect copy copi generat updat scan"),
    (11, Start, "skip ignor timeout timed_out retry slow exceed limit killed signal exit status code return"),
    (12, Start, "because caused_by due_to reason since require depend blocked affected vulnerab replac destroy chang remov added modified deleted"),
];

struct WordClassAutomaton {
    automaton: AhoCorasick,
    of: Vec<(usize, WordBoundary)>,
}

static SIGNS: LazyLock<Option<WordClassAutomaton>> = LazyLock::new(|| {
    let mut patterns = Vec::new();
    let mut of = Vec::new();
    for (class, bound, words) in WORDS {
        for word in words.split(' ') {
            patterns.push(word.replace('_', " "));
            of.push((*class, *bound));
        }
    }
    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(patterns)
        .ok()?;
    Some(WordClassAutomaton { automaton, of })
});

/// Which classes of words a line has.
pub fn word_classes(line: &str) -> [u8; CLASSES] {
    let mut found = [0; CLASSES];
    let Some(signs) = &*SIGNS else { return found };
    let bytes = line.as_bytes();
    let is_word = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    for hit in signs.automaton.find_overlapping_iter(line) {
        let (class, bound) = signs.of[hit.pattern().as_usize()];
        let begins = !is_word(hit.start().checked_sub(1));
        let ends = !is_word(Some(hit.end()));
        if bound == Free || (begins && (ends || bound == Start)) {
            found[class] = 1;
        }
    }
    found
}

/// Letters become `a`, digits `0`, everything else stays: a line's drawing without its words.
pub fn character_pattern(line: &str) -> String {
    const LONGEST: usize = 40;
    let mut out = String::with_capacity(LONGEST);
    for c in line.trim().chars() {
        let c = match c {
            '_' => 'a',
            c if c.is_alphabetic() => 'a',
            c if c.is_ascii_digit() => '0',
            c => c,
        };
        match c {
            'a' if out.ends_with("a a") => out.truncate(out.len() - 2),
            'a' | '0' if out.ends_with(c) => {}
            c => out.push(c),
        }
        if out.len() >= LONGEST {
            break;
        }
    }
    out
}

pub fn hash_text(text: &str) -> u64 {
    ctx_text::fnv_hash(text.bytes())
}

/// The hash of a text that goes on with these words.
pub fn extend_hash(hash: u64, text: &str) -> u64 {
    ctx_text::extend_fnv_hash(hash, text.bytes())
}

/// A number's size in half octaves: 0, 1, 2, 3, 4 … for 0, 1, 2, 3, 4, 6, 8, 12 …
pub fn size_in_half_octaves(number: usize) -> u8 {
    match number {
        0 => 0,
        1 => 1,
        _ => {
            let octave = number.ilog2();
            (2 * octave + ((number >> (octave - 1)) & 1) as u32) as u8
        }
    }
}

/// A part of a whole in thirty-seconds.
pub fn share_in_32nds(part: usize, whole: usize) -> u8 {
    (part * 32 / whole.max(1)).min(255) as u8
}
