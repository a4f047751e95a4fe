//! Goes through a conversation call by call and decides what is folded at each. Pure: the same conversation gives the same
//! folds, so what was decided can be rebuilt from the conversation alone.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::batch::{self, Account};
use crate::fold::{Fold, Options, Rule};
use crate::host::{Act, Host};
use crate::model::{Conversation, Item, Part};
use crate::notes::{Notes, Sign, State};
use crate::{input, stub};

/// What was folded and fetched again soon after, by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misses {
    pub folds: HashMap<Rule, u64>,
    pub misses: HashMap<Rule, u64>,
}

/// The state of one conversation.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    options: Options,
    folds: Vec<Fold>,
    /// The newest fold of each half of a tool call.
    places: HashMap<(String, Part), usize>,
    by_reference: HashMap<String, usize>,
    notes: Notes,
    account: Account,
    /// The next call to decide.
    next: usize,
    misses: Misses,
}

/// A fetch later than this many calls after the fold is no miss: the text had been out of use.
const SOON: usize = 15;

impl Engine {
    pub fn new(options: Options) -> Engine {
        Engine { options, ..Engine::default() }
    }

    /// Decides for every call that was not decided yet, up to the request that sends all items. Returns the new folds.
    pub fn step(&mut self, conversation: &Conversation<'_>, host: &mut dyn Host) -> &[Fold] {
        let before = self.folds.len();
        for call in self.next..=conversation.calls.len() {
            self.decide(conversation, call, host);
        }
        self.next = conversation.calls.len() + 1;
        &self.folds[before..]
    }

    fn decide(&mut self, conversation: &Conversation<'_>, call: usize, host: &mut dyn Host) {
        let (start, end) = (conversation.start(call), conversation.end(call));
        let known = self.notes.items.len();
        for item in &conversation.items[known..end] {
            if let Some(sign) = self.notes.add(item, call, &self.options, host) {
                self.learn(sign, call);
            }
        }
        let is_fresh = self.account.begin(&mut self.notes, start);
        for at in known.max(start)..end {
            self.arrive(conversation, at, call, host);
        }
        let known = if is_fresh { start } else { known.max(start) };
        if call + 1 < conversation.calls.len() + 2
            && let Some(batch) = batch::choose(&self.notes, &self.options, &self.account, &self.misses, call, known, end)
        {
            self.fold_batch(conversation, &batch, call, host);
        }
        self.account.pay(&self.notes, &self.options, end);
    }

    /// Folds that cost nothing, because what they replace was never sent before.
    fn arrive(&mut self, conversation: &Conversation<'_>, at: usize, call: usize, host: &mut dyn Host) {
        let item = &conversation.items[at];
        let note = &self.notes.items[at];
        if note.stays || note.has_media {
            return;
        }
        if note.kind == crate::Kind::Result
            && let Act::Run { command } = &self.notes.acts[note.act]
            && self.options.digest_from > 0
            && item.text.len() >= self.options.digest_from
        {
            let act = &self.notes.acts[note.act];
            let Some(reference) = host.keep(item, act) else { return };
            if let Some(text) = host.digest(item, command, &reference).filter(|text| text.len() < item.text.len()) {
                self.notes.replace(at, &text, State::Digested);
                self.push(item, call, text, Rule::Digest, "digest".to_owned(), reference);
            }
        }
    }

    fn fold_batch(&mut self, conversation: &Conversation<'_>, batch: &[(usize, Rule)], call: usize, host: &mut dyn Host) {
        for &(at, _) in batch {
            let words = std::mem::take(&mut self.notes.items[at].words);
            self.notes.ledger.hide(&words);
            self.notes.items[at].words = words;
        }
        let mut hint = true;
        for &(at, rule) in batch {
            match self.stub(conversation, at, rule, call, hint, host) {
                Some((text, why, reference)) => {
                    self.notes.replace(at, &text, State::Folded);
                    self.account.change(at);
                    self.push(&conversation.items[at], call, text, rule, why, reference);
                    hint = false;
                }
                None => {
                    let words = self.notes.items[at].words.clone();
                    self.notes.ledger.show(&words);
                    // It was not worth it; it is not tried again.
                    self.notes.items[at].stays = true;
                }
            }
        }
    }

    /// The text in place of an item, the reason, and the reference. None if it cannot be stored or is hardly shorter.
    fn stub(
        &mut self,
        conversation: &Conversation<'_>,
        at: usize,
        rule: Rule,
        call: usize,
        hint: bool,
        host: &mut dyn Host,
    ) -> Option<(String, String, String)> {
        let item = &conversation.items[at];
        let note = &self.notes.items[at];
        let act = &self.notes.acts[note.act];
        let long = match item.part()? {
            Part::Input => input::long_text(&item.text)?,
            Part::Result => item.text.clone().into_owned(),
        };
        let reference = host.keep(item, act)?;
        let sketch = host.sketch(item, act, &long);
        let why = match (rule, note.superseded) {
            (Rule::Reread, Some((_, by))) => format!("read again at call {by}"),
            (Rule::Changed, Some((_, by))) => format!("changed at call {by}"),
            (Rule::Rerun, Some((_, by))) => format!("run again at call {by}"),
            (Rule::Passed, Some((_, by))) => format!("passed at call {by}"),
            (Rule::Written, _) => "in the file".to_owned(),
            _ => format!("from call {}", note.born),
        };
        let room = (note.now * 3 / 5).clamp(100, self.options.longest);
        let least = self.options.worth;
        let chosen = stub::choose(&sketch, &mut self.notes.ledger, call, least, room);
        let text = stub::render(&reference, &sketch, &why, &chosen, hint);
        let text = match item.part()? {
            Part::Input => input::with_stub(&item.text, &text),
            Part::Result => text,
        };
        (text.len() * 4 < self.notes.items[at].now * 3).then_some((text, why, reference))
    }

    fn push(&mut self, item: &Item<'_>, call: usize, text: String, rule: Rule, why: String, reference: String) {
        let Some(part) = item.part() else { return };
        *self.misses.folds.entry(rule).or_default() += 1;
        self.places.insert((item.id.clone().into_owned(), part), self.folds.len());
        self.by_reference.insert(reference.clone(), self.folds.len());
        let id = item.id.clone().into_owned();
        self.folds.push(Fold { call, id, part, text, rule, why, reference, was: item.size() });
    }

    /// A thing that was folded was fetched again: its rule missed if that was soon, and the fetched text stays.
    fn learn(&mut self, sign: Sign, call: usize) {
        let (fold, by) = match sign {
            Sign::Fetched { reference, by } => (self.by_reference.get(&reference).copied(), by),
            Sign::ReadAgain { of, by } => {
                let _ = of;
                (None, by)
            }
        };
        let Some(fold) = fold.and_then(|fold| self.folds.get(fold)) else { return };
        self.notes.items[by].stays = true;
        if call.saturating_sub(fold.call) <= SOON {
            *self.misses.misses.entry(fold.rule).or_default() += 1;
        }
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
