//! What the engine remembers of each item, and what later items mean for earlier ones.

use std::collections::HashMap;

use crate::fold::{Options, Rule};
use crate::host::{Act, Host};
use crate::ledger::{Ledger, Word, hash};
use crate::model::{Item, Kind, Part};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Sent as it is.
    Whole,
    /// Sent as the digest of a shell's output.
    Digested,
    /// Sent as a stub.
    Folded,
}

/// One item.
#[derive(Clone, Debug)]
pub struct Note {
    pub kind: Kind,
    /// Bytes as the host sends it, to see whether it is still the same item.
    pub size: usize,
    /// Bytes that are sent for it now.
    pub now: usize,
    /// The first call that sends it.
    pub born: usize,
    pub state: State,
    /// The hard words of what is sent for it.
    pub words: Vec<Word>,
    pub act: usize,
    /// Why it may be folded before its time, and the call since which.
    pub superseded: Option<(Rule, usize)>,
    /// The item that holds the same text.
    pub same: Option<usize>,
    /// A failure that nothing has settled.
    pub is_open: bool,
    /// Stays whatever happens: pinned by the format, or fetched again after a fold.
    pub stays: bool,
    pub has_media: bool,
}

/// The notes on a conversation, with the links between items.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub items: Vec<Note>,
    pub acts: Vec<Act>,
    pub ledger: Ledger,
    by_id: HashMap<String, usize>,
    by_text: HashMap<u64, usize>,
    reads: HashMap<String, Vec<usize>>,
    changes: HashMap<String, Vec<usize>>,
    runs: HashMap<String, Vec<usize>>,
    failures: HashMap<String, Vec<usize>>,
}

/// What an item that just came says about earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The model asked for stored text.
    Fetched { reference: String, by: usize },
    /// The model read these lines of this file once more; `of` is the earlier result.
    ReadAgain { of: usize, by: usize },
}

impl Notes {
    /// Takes in the next item, which is sent for the first time at `call`.
    pub fn add(&mut self, item: &Item<'_>, call: usize, options: &Options, host: &dyn Host) -> Option<Sign> {
        let at = self.items.len();
        let words = if item.kind == Kind::Thinking { Vec::new() } else { self.ledger.read(&item.text) };
        self.ledger.show(&words);
        for &word in &words {
            let entry = &mut self.ledger.entries[word as usize];
            if entry.held == 0 {
                entry.first_seen = call as u32;
            }
            entry.held += 1;
            entry.last_seen = call as u32;
            if item.kind == Kind::Input {
                entry.used += 1;
                entry.last_used = call as u32;
            }
        }
        let act = match item.kind {
            Kind::Input => {
                self.acts.push(host.act(&item.tool, &item.text));
                self.by_id.insert(item.id.clone().into_owned(), at);
                self.acts.len() - 1
            }
            Kind::Result => match self.by_id.get(&*item.id) {
                Some(&input) => self.items[input].act,
                None => {
                    self.acts.push(Act::Other);
                    self.acts.len() - 1
                }
            },
            Kind::Text | Kind::Thinking => usize::MAX,
        };
        self.items.push(Note {
            kind: item.kind,
            size: item.size(),
            now: item.size(),
            born: call,
            state: State::Whole,
            words,
            act,
            superseded: None,
            same: None,
            is_open: false,
            stays: item.pinned || item.text.starts_with("[ctx:"),
            has_media: item.media > 0,
        });
        if item.kind == Kind::Result { self.result(item, at, call, options) } else { None }
    }

    fn result(&mut self, item: &Item<'_>, at: usize, call: usize, options: &Options) -> Option<Sign> {
        if item.text.len() >= options.least {
            match self.by_text.insert(hash(item.text.as_bytes()), at) {
                Some(first) if self.items[first].size == item.size() => self.items[at].same = Some(first),
                _ => {}
            }
        }
        let act = self.acts[self.items[at].act].clone();
        self.items[at].is_open = item.failed;
        match act {
            Act::Read { path, lines } if !item.failed => self.read(at, call, path, lines),
            Act::Change { paths, whole } if !item.failed => {
                let input = self.by_id.get(&*item.id).copied();
                for path in paths {
                    self.changed(&path, call, whole);
                    if let Some(input) = input {
                        self.changes.entry(path).or_default().push(input);
                    }
                }
                if let Some(input) = input {
                    self.items[input].superseded = Some((Rule::Written, call));
                }
                None
            }
            Act::Run { command } => {
                self.ran(at, call, &command, item.failed);
                None
            }
            Act::Look { about } => {
                self.ran(at, call, &about, item.failed);
                None
            }
            Act::Fetch { reference } => Some(Sign::Fetched { reference, by: at }),
            _ => None,
        }
    }

    fn read(&mut self, at: usize, call: usize, path: String, lines: Option<(u64, u64)>) -> Option<Sign> {
        let range = |lines: Option<(u64, u64)>| lines.unwrap_or((0, u64::MAX));
        let (from, to) = range(lines);
        let mut sign = None;
        let earlier = self.reads.entry(path).or_default();
        for &old in earlier.iter() {
            let Act::Read { lines, .. } = &self.acts[self.items[old].act] else { continue };
            let (old_from, old_to) = range(*lines);
            if from <= old_from && old_to <= to {
                let note = &mut self.items[old];
                let is_unchanged = note.superseded.is_none();
                note.superseded.get_or_insert((Rule::Reread, call));
                if is_unchanged && note.state == State::Folded {
                    sign = Some(Sign::ReadAgain { of: old, by: at });
                }
            }
        }
        earlier.push(at);
        sign
    }

    /// Reads of a file that was changed, and, where it was written as a whole, earlier changes of it.
    fn changed(&mut self, path: &str, call: usize, whole: bool) {
        for &old in self.reads.get(path).into_iter().flatten() {
            let superseded = &mut self.items[old].superseded;
            if superseded.is_none() {
                *superseded = Some((if whole { Rule::Reread } else { Rule::Changed }, call));
            }
        }
    }

    fn ran(&mut self, at: usize, call: usize, command: &str, failed: bool) {
        let earlier = self.runs.entry(command.to_owned()).or_default();
        for &old in earlier.iter() {
            self.items[old].superseded.get_or_insert((Rule::Rerun, call));
            self.items[old].is_open = false;
        }
        earlier.push(at);
        let family = family(command);
        if failed {
            self.failures.entry(family).or_default().push(at);
        } else if let Some(failures) = self.failures.remove(&family) {
            for old in failures {
                self.items[old].superseded.get_or_insert((Rule::Passed, call));
                self.items[old].is_open = false;
            }
        }
    }

    /// Puts another text in an item's place.
    pub fn replace(&mut self, at: usize, text: &str, state: State) {
        let words = self.ledger.read(text);
        self.ledger.show(&words);
        let old = std::mem::replace(&mut self.items[at].words, words);
        // The old words were hidden when the fold was decided if the item becomes a stub.
        if state == State::Digested {
            self.ledger.hide(&old);
        }
        self.items[at].now = text.len();
        self.items[at].state = state;
    }

    pub fn part(&self, at: usize) -> Option<Part> {
        match self.items[at].kind {
            Kind::Input => Some(Part::Input),
            Kind::Result => Some(Part::Result),
            Kind::Text | Kind::Thinking => None,
        }
    }
}

/// A command without the details that change from run to run: its first two words that are no settings or folders.
fn family(command: &str) -> String {
    let last = command.rsplit("&& ").next().unwrap_or(command);
    let mut words = last.split_whitespace().filter(|word| !word.contains('='));
    let first = words.next().unwrap_or_default();
    let second = words.find(|word| !word.starts_with('-')).unwrap_or_default();
    format!("{first} {second}")
}
