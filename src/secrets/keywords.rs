//! Finds the rules that can apply to a text at all: one pass for the keywords of all of them. Most lines hold none.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::rules::RULES;
use super::{KEY_BEGIN, named};

/// The rules with a keyword in a text.
pub struct Hits {
    pub rules: [bool; RULES.len()],
    pub key_block: bool,
    /// A word that the name of a secret may hold.
    pub named: bool,
    /// A mark of a cut.
    pub cut: bool,
}

const NONE: Hits = Hits { rules: [false; RULES.len()], key_block: false, named: false, cut: false };

#[derive(Clone, Copy)]
enum Owner {
    Rule(usize),
    KeyBlock,
    Named,
    Cut,
}

impl Hits {
    fn any(&self) -> bool {
        self.key_block || self.named || self.cut || self.rules.contains(&true)
    }

    fn add(&mut self, owner: Owner) {
        match owner {
            Owner::Rule(index) => self.rules[index] = true,
            Owner::KeyBlock => self.key_block = true,
            Owner::Named => self.named = true,
            Owner::Cut => self.cut = true,
        }
    }
}

fn table() -> impl Iterator<Item = (&'static str, Owner)> {
    let rules = RULES.iter().enumerate();
    rules
        .flat_map(|(index, rule)| rule.keywords.iter().map(move |word| (*word, Owner::Rule(index))))
        .chain(named::WORDS.iter().map(|word| (*word, Owner::Named)))
        .chain([(KEY_BEGIN, Owner::KeyBlock), ("…", Owner::Cut)])
}

struct Automaton {
    words: AhoCorasick,
    owners: Vec<Owner>,
}

static OF_SOME: LazyLock<Automaton> = LazyLock::new(|| automaton(AhoCorasickKind::ContiguousNFA));
/// The same for megabytes: it takes longer to build and half the time to run.
static OF_MUCH: LazyLock<Automaton> = LazyLock::new(|| automaton(AhoCorasickKind::DFA));

fn automaton(kind: AhoCorasickKind) -> Automaton {
    let (words, owners): (Vec<_>, Vec<_>) = table().unzip();
    let words = AhoCorasick::builder().kind(Some(kind)).build(words);
    Automaton { words: words.expect("the table of keywords is small and constant"), owners }
}

fn ready() -> &'static Automaton {
    if LOOKED_AT.load(Ordering::Relaxed) < MUCH { &OF_SOME } else { &OF_MUCH }
}

/// Below this many bytes a search for each keyword is over before the automaton for all of them is built.
const SHORT: usize = 8 << 10;
/// A text counts as at least this many bytes, when several come one after another.
const LINE: usize = 128;
/// From here on the fastest automaton is worth building.
const MUCH: usize = 4 << 20;
/// Bytes that this process has searched, as far as it matters.
static LOOKED_AT: AtomicUsize = AtomicUsize::new(0);

/// True while so little text was searched, this one included, that no automaton is worth building.
fn is_short(text: &str) -> bool {
    let before = LOOKED_AT.load(Ordering::Relaxed);
    let now = before + text.len().max(LINE);
    if before < MUCH {
        // Two threads may overwrite each other's count; only speed depends on it.
        LOOKED_AT.store(now, Ordering::Relaxed);
    }
    now < SHORT
}

fn searched(text: &str) -> Hits {
    let mut hits = NONE;
    for (word, owner) in table() {
        if memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some() {
            hits.add(owner);
        }
    }
    hits
}

pub fn hits(text: &str) -> Hits {
    if is_short(text) {
        return searched(text);
    }
    let automaton = ready();
    let mut hits = NONE;
    // A check for any match is faster than finding which.
    if automaton.words.is_match(text) {
        // Overlapping: `sk-` must not hide `sk-ant-`.
        for found in automaton.words.find_overlapping_iter(text.as_bytes()) {
            hits.add(automaton.owners[found.pattern().as_usize()]);
        }
    }
    hits
}

/// Whether any keyword occurs.
pub fn touches(text: &str) -> bool {
    if is_short(text) { searched(text).any() } else { ready().words.is_match(text) }
}
