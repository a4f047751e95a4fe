//! What the requests of a conversation held and cost, with folding and without.

use serde::Serialize;

use crate::host::Act;
use crate::model::ItemKind;
use crate::notes::{Notes, State};

/// What the bytes of a request are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Words of the user, the host and the model.
    Said,
    Thinking,
    Read,
    Run,
    /// Inputs and results of changes.
    Change,
    Other,
    /// Stubs and digests.
    Folded,
}

impl Class {
    pub const ALL: [(Class, &'static str); 7] = [
        (Class::Said, "said"),
        (Class::Thinking, "thinking"),
        (Class::Read, "read"),
        (Class::Run, "run"),
        (Class::Change, "change"),
        (Class::Other, "other"),
        (Class::Folded, "folded"),
    ];
}

/// The bytes of one request, by class, without the system prompt and the tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sent {
    pub classes: [usize; 7],
    /// What the request would have held without folding.
    pub plain: usize,
}

impl Sent {
    pub fn total(&self) -> usize {
        self.classes.iter().sum()
    }

    pub(crate) fn of(notes: &Notes, start: usize, end: usize) -> Sent {
        let mut sent = Sent::default();
        for at in start..end {
            let note = &notes.items[at];
            let class = match (note.kind, note.state, notes.act_of(at)) {
                (ItemKind::Text, ..) => Class::Said,
                (ItemKind::Thinking, ..) => Class::Thinking,
                (_, State::Folded(_) | State::Short | State::Digested, _) => Class::Folded,
                (_, _, Act::Read { .. }) => Class::Read,
                (_, _, Act::Run { .. } | Act::Watch) => Class::Run,
                (_, _, Act::Change { .. }) => Class::Change,
                _ => Class::Other,
            };
            sent.classes[class as usize] += note.now;
            sent.plain += note.size;
        }
        sent
    }
}

/// The sums over a conversation. Costs are in bytes that are neither read from a cache nor written to one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bill {
    pub paid: f64,
    pub plain: f64,
    pub calls: Vec<Sent>,
    /// Hard words that the model gave to tools, and those of them that stood nowhere in sight any more.
    pub words: u64,
    pub lost: u64,
    /// Inputs with at least one such word: each may mean that something is fetched again.
    pub again: u64,
}
