//! What the engine remembers of each item, and what later items mean for earlier ones.

use std::collections::HashMap;

use crate::fold::{Options, Rule};
use crate::host::{Act, Host};
use crate::ledger::{Ledger, Word, hash};
use crate::model::{Item, ItemKind};
use crate::worth::{About, Source};

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
    pub kind: ItemKind,
    /// The hash of its id, and its bytes as the host sends it: whether it is still the same item.
    pub id: u64,
    pub size: usize,
    /// Bytes that are sent for it now.
    pub now: usize,
    /// The first call that sends it. For the first of two equal texts, the call that brought the second.
    pub born: usize,
    pub state: State,
    /// The hard words of what is sent for it.
    pub words: Vec<Word>,
    /// Its tool call in `Notes::acts`; none for text and thinking.
    pub act: Option<usize>,
    /// Why it may be folded before its time, and the call since which.
    pub superseded: Option<(Rule, usize)>,
    /// An earlier item with the same text.
    pub same: Option<usize>,
    /// A failure that nothing has settled.
    pub is_open: bool,
    /// Stays whatever happens: pinned by the format, fetched again after a fold, or not worth a fold.
    pub stays: bool,
    pub has_media: bool,
}

/// The notes on a conversation, with the links between items.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub items: Vec<Note>,
    pub acts: Vec<Act>,
    pub ledger: Ledger,
    inputs: HashMap<String, usize>,
    texts: HashMap<u64, usize>,
    reads: HashMap<String, Vec<usize>>,
    runs: HashMap<String, Vec<usize>>,
    failures: HashMap<String, Vec<usize>>,
    /// The last call that touched each file.
    touched: HashMap<String, usize>,
}

/// What an item that just came says about an earlier fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The model asked for stored text.
    Fetched { reference: String, by: usize },
    /// The model read the same lines of a file again, which nothing had changed. `of` is the earlier result.
    ReadAgain { of: usize, by: usize },
}

impl Notes {
    /// Takes in the next item, which is sent for the first time at `call`.
    pub fn add(&mut self, item: &Item<'_>, call: usize, options: &Options, host: &dyn Host) -> Option<Sign> {
        let at = self.items.len();
        let words = if item.kind == ItemKind::Thinking { Vec::new() } else { self.ledger.read(&item.text) };
        self.ledger.came(&words, call, item.kind == ItemKind::Input);
        let act = self.act(item, at, call, host);
        self.items.push(Note {
            kind: item.kind,
            id: hash(item.id.as_bytes()),
            size: item.size(),
            now: item.size(),
            born: call,
            state: State::Whole,
            words,
            act,
            superseded: None,
            same: None,
            is_open: false,
            stays: item.pinned || item.text.starts_with("[ctx:") || (item.media > 0 && item.source.is_none()),
            has_media: item.media > 0,
        });
        if item.kind == ItemKind::Result { self.result(item, at, call, options) } else { None }
    }

    fn act(&mut self, item: &Item<'_>, at: usize, call: usize, host: &dyn Host) -> Option<usize> {
        match item.kind {
            ItemKind::Text | ItemKind::Thinking => return None,
            ItemKind::Result => {
                if let Some(&input) = self.inputs.get(&*item.id) {
                    return self.items[input].act;
                }
                self.acts.push(Act::Other);
            }
            ItemKind::Input => {
                let act = host.act(&item.tool, &item.text);
                for path in act.paths() {
                    self.touched.insert(path.to_owned(), call);
                }
                self.acts.push(act);
                self.inputs.insert(item.id.clone().into_owned(), at);
            }
        }
        Some(self.acts.len() - 1)
    }

    /// The tool call that an item belongs to.
    pub fn act_of(&self, at: usize) -> &Act {
        self.items[at].act.map_or(&Act::Other, |act| &self.acts[act])
    }

    fn result(&mut self, item: &Item<'_>, at: usize, call: usize, options: &Options) -> Option<Sign> {
        if item.text.len() >= options.least && item.media == 0 {
            let earlier = self.texts.insert(hash(item.text.as_bytes()), at);
            self.items[at].same = earlier.filter(|&earlier| self.items[earlier].size == item.size());
        }
        self.items[at].is_open = item.failed;
        match self.act_of(at).clone() {
            Act::Read { path, lines } if !item.failed => return self.read(at, call, path, lines),
            Act::Change { paths, whole } if !item.failed => {
                for path in paths {
                    self.changed(&path, call, whole);
                }
                // What the tool prints about it is in the file, too.
                for half in self.inputs.get(&*item.id).copied().into_iter().chain([at]) {
                    self.items[half].superseded = Some((Rule::Written, call));
                }
            }
            Act::Run { command } => self.ran(at, call, &command, item.failed),
            Act::Look { about } => self.ran(at, call, &about, item.failed),
            Act::Fetch { reference } => return Some(Sign::Fetched { reference, by: at }),
            _ => {}
        }
        None
    }

    fn read(&mut self, at: usize, call: usize, path: String, lines: Option<(u64, u64)>) -> Option<Sign> {
        let range = |lines: Option<(u64, u64)>| lines.unwrap_or((0, u64::MAX));
        let (from, to) = range(lines);
        let mut sign = None;
        let earlier = self.reads.entry(path).or_default();
        for &old in earlier.iter() {
            let Some(Act::Read { lines, .. }) = self.items[old].act.map(|act| &self.acts[act]) else { continue };
            let (old_from, old_to) = range(*lines);
            if from <= old_from && old_to <= to {
                let note = &mut self.items[old];
                if note.superseded.is_none() {
                    note.superseded = Some((Rule::Reread, call));
                    if note.state == State::Folded {
                        sign = Some(Sign::ReadAgain { of: old, by: at });
                    }
                }
            }
        }
        earlier.push(at);
        sign
    }

    /// Reads of a file that was changed, or written as a whole.
    fn changed(&mut self, path: &str, call: usize, whole: bool) {
        for &old in self.reads.get(path).into_iter().flatten() {
            let rule = if whole { Rule::Reread } else { Rule::Changed };
            self.items[old].superseded.get_or_insert((rule, call));
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

    /// Takes the words of an item out of sight.
    pub fn hide(&mut self, at: usize) {
        let Notes { items, ledger, .. } = self;
        ledger.hide(&items[at].words);
    }

    pub fn show(&mut self, at: usize) {
        let Notes { items, ledger, .. } = self;
        ledger.show(&items[at].words);
    }

    /// Puts another text in the place of an item whose words are out of sight already.
    pub fn replace(&mut self, at: usize, text: &str, state: State) {
        let words = self.ledger.read(text);
        self.ledger.show(&words);
        self.items[at].words = words;
        self.items[at].now = text.len();
        self.items[at].state = state;
    }

    /// What the words of an item are weighed by.
    pub fn about(&self, at: usize, call: usize) -> About {
        let note = &self.items[at];
        let act = self.act_of(at);
        let source = match (act, note.kind) {
            (Act::Read { .. }, ItemKind::Result) => Source::Read,
            (Act::Change { .. }, ItemKind::Input) => Source::Change,
            (Act::Run { .. }, ItemKind::Result) => Source::Run,
            (Act::Look { .. }, ItemKind::Result) => Source::Look,
            (_, ItemKind::Result) => Source::Result,
            _ => Source::Input,
        };
        let used = note.words.iter().filter(|&&word| self.ledger.entry(word).last_used as usize > note.born).count();
        let touched = act.paths().iter().filter_map(|path| self.touched.get(*path)).max();
        About {
            call,
            source,
            used: used as f32 / note.words.len().max(1) as f32,
            idle: touched.map_or(200, |&last| call.saturating_sub(last)) as f32,
            age: call.saturating_sub(note.born) as f32,
            size: note.size as f32,
            is_superseded: note.superseded.is_some(),
        }
    }
}

/// Words after which anything may follow, so that two commands with the same beginning have nothing in common: the shell's
/// own words, and programs that are given their code.
const OPEN: &[&str] = &[
    "for", "while", "until", "if", "case", "{", "(", "[", "[[", "test", "echo", "printf", "cd", "sh", "bash", "zsh",
    "python", "python3", "node", "perl", "ruby", "awk", "sed", "xargs", "env", "sudo", "ssh", "cat",
];

/// A command without the details that change from run to run: the first two words of its last part that are no settings.
/// All of it where these words say nothing.
fn family(command: &str) -> String {
    let last = command.rsplit("&& ").next().unwrap_or(command);
    let mut words = last.split_whitespace().filter(|word| !word.contains('='));
    let first = words.next().unwrap_or_default();
    if OPEN.contains(&first) {
        return command.to_owned();
    }
    let second = words.find(|word| !word.starts_with('-')).unwrap_or_default();
    format!("{first} {second}")
}

#[cfg(test)]
mod tests {
    use super::family;

    #[test]
    fn a_run_is_settled_by_its_own_kind_only() {
        let same = |one: &str, other: &str| family(one) == family(other);
        assert!(same("cd app && npm test", "CI=1 npm test --silent"));
        assert!(same("cargo test cart", "cargo test --lib"));
        assert!(!same("for k in a b; do make $k; done", "for k in c; do check $k; done"));
        assert!(!same("python3 -c 'import a; a.run()'", "python3 -c 'import b'"));
        assert!(!same("npm test", "npm install"));
    }
}
