//! Goes through a conversation call by call and decides what is folded at each. Pure: the same conversation gives the same
//! folds, so what was decided can be rebuilt from the conversation alone.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::batch::{self, Account};
use crate::bill::Bill;
use crate::fold::{Fold, Options, Price, Rule};
use crate::host::{Act, Host, Sketch};
use crate::ledger::hash;
use crate::model::{Conversation, Item, ItemKind, Part};
use crate::notes::{Notes, Sign, State};
use crate::stub::Limit;
use crate::{input, stub};

/// A fetch later than this many calls after the fold is no miss: the text had been out of use.
const SOON: usize = 15;
/// The probability that a byte of a stub must carry; of a digest beyond what the digest itself shows.
const STUB_WORTH: f32 = 0.00018;
const DIGEST_WORTH: f32 = 0.00003;
/// The longest stub, and the most that is added to a digest.
const LONGEST: usize = 10_000;
const ADDED: usize = 5000;

/// What was folded and fetched again soon after, by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misses {
    pub folds: HashMap<Rule, u64>,
    pub misses: HashMap<Rule, u64>,
}

impl Misses {
    /// The calls that a rule waits longer, because it missed in this conversation.
    pub(crate) fn delay(&self, rule: Rule, age: usize) -> usize {
        let missed = self.misses.get(&rule).copied().unwrap_or(0) as usize;
        let folds = self.folds.get(&rule).copied().unwrap_or(0) as usize;
        if missed < 2 { 0 } else { (age * missed * 10 / folds.max(1)).min(4 * age) }
    }
}

/// The state of one conversation.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    options: Options,
    folds: Vec<Fold>,
    /// The newest fold of each half of a tool call, and of each reference.
    places: HashMap<(String, Part), usize>,
    references: HashMap<String, usize>,
    notes: Notes,
    account: Account,
    /// The next call to decide.
    next: usize,
    misses: Misses,
}

impl Engine {
    pub fn new(options: Options) -> Engine {
        Engine { options, ..Engine::default() }
    }

    /// Decides for every call that was not decided yet, up to the request that sends all items. Returns the new folds.
    ///
    /// If the conversation is not the one of the last step with more at its end (the host compacted it or went back), the
    /// folds of items that are still there stay, and only this request is decided.
    pub fn step(&mut self, conversation: &Conversation<'_>, host: &mut dyn Host) -> &[Fold] {
        let before = self.folds.len();
        if !self.continues(conversation) {
            self.begin_again(conversation, host);
        }
        for call in self.next..=conversation.calls.len() {
            self.decide(conversation, call, host);
        }
        self.next = conversation.calls.len() + 1;
        &self.folds[before..]
    }

    /// Folds everything that may be folded, whatever it costs: for a conversation that begins anew with a cold cache.
    pub fn compact(&mut self, conversation: &Conversation<'_>, host: &mut dyn Host) {
        self.step(conversation, host);
        let call = conversation.calls.len();
        let batch = batch::all(&self.notes, &self.options, &self.account, &self.misses, call);
        self.fold(conversation, &batch, call, host);
    }

    /// The prices of the requests to come: the user may change the model, or how long the provider keeps a cache.
    pub fn set_price(&mut self, price: Price) {
        self.options.price = price;
    }

    /// The provider's cache of this conversation has expired: the next request is new to it from the first byte on, and a
    /// fold costs nothing more.
    pub fn cool(&mut self) {
        self.account.cool();
    }

    fn continues(&self, conversation: &Conversation<'_>) -> bool {
        let notes = &self.notes.items;
        let is_same = notes.iter().zip(&conversation.items).all(|(note, item)| {
            note.kind == item.kind && note.size == item.size() && note.id == hash(item.id.as_bytes())
        });
        is_same && notes.len() <= conversation.items.len() && self.next <= conversation.calls.len() + 1
    }

    fn begin_again(&mut self, conversation: &Conversation<'_>, host: &dyn Host) {
        self.notes = Notes::default();
        let bill = std::mem::take(&mut self.account.bill);
        self.next = conversation.calls.len();
        for call in 0..conversation.calls.len() {
            self.take_in(conversation, call, host);
            self.account.begin(&mut self.notes, conversation.start(call));
        }
        for (at, item) in conversation.items[..self.notes.items.len()].iter().enumerate() {
            let fold = item.part().and_then(|part| self.fold_of(&item.id, part, item.size())).cloned();
            if let Some(fold) = fold {
                let state = if fold.rule == Rule::Digest { State::Digested } else { State::Folded };
                self.notes.hide(at);
                self.notes.replace(at, &fold.text, state);
            }
        }
        self.account = Account::default();
        self.account.bill = bill;
    }

    /// Takes in what is sent for the first time at a call. Returns the first of it.
    fn take_in(&mut self, conversation: &Conversation<'_>, call: usize, host: &dyn Host) -> usize {
        let known = self.notes.items.len();
        for item in &conversation.items[known..conversation.end(call)] {
            if item.kind == ItemKind::Input {
                self.count_lost(&item.text);
            }
            if let Some(sign) = self.notes.add(item, call, &self.options, host) {
                self.learn(sign, conversation, call);
            }
        }
        known
    }

    fn decide(&mut self, conversation: &Conversation<'_>, call: usize, host: &mut dyn Host) {
        let (start, end) = (conversation.start(call), conversation.end(call));
        let new = self.take_in(conversation, call, host);
        let known = self.account.begin(&mut self.notes, start);
        for at in new.max(start)..end {
            self.arrive(conversation, at, call, host);
        }
        let batch = batch::choose(&self.notes, &self.options, &self.account, &self.misses, call, known, end);
        if !batch.is_empty() {
            self.fold(conversation, &batch, call, host);
        }
        self.account.pay(&self.notes, &self.options, end);
    }

    /// Folds that cost nothing, because what they replace was never sent: the digest of a shell's output, and a text that
    /// stands there already.
    fn arrive(&mut self, conversation: &Conversation<'_>, at: usize, call: usize, host: &mut dyn Host) {
        let (item, note) = (&conversation.items[at], &self.notes.items[at]);
        if note.kind != ItemKind::Result || note.stays || note.has_media {
            return;
        }
        if let Some(first) = note.same.filter(|&first| first >= self.account.start())
            && self.notes.items[first].state == State::Whole
        {
            return self.point_back(conversation, at, first, call, host);
        }
        let Act::Run { command } = self.notes.act_of(at) else { return };
        if self.options.digest_from == 0 || item.text.len() < self.options.digest_from {
            return;
        }
        let Some(reference) = host.keep(item, self.notes.act_of(at)) else { return };
        let Some(mut text) = host.digest(item, command, &reference) else { return };
        let sketch = host.sketch(item, self.notes.act_of(at), &item.text);
        self.notes.hide(at);
        let shown = self.notes.ledger.known(&text);
        self.notes.ledger.show(&shown);
        let limit = Limit { least: DIGEST_WORTH, room: ADDED, is_json: false };
        let about = self.notes.about(at, call);
        let chosen = stub::choose(&sketch, &mut self.notes.ledger, &about, limit);
        self.notes.ledger.hide(&shown);
        if !chosen.is_empty() {
            text.truncate(text.trim_end().len());
            text.push_str(&stub::lines(&sketch, &chosen, false));
        }
        if text.len() >= item.text.len() {
            return self.notes.show(at);
        }
        self.notes.replace(at, &text, State::Digested);
        self.push(item, call, text, Rule::Digest, "digest".to_owned(), reference);
    }

    /// The result is the same text as an earlier one, which stays for its sake.
    fn point_back(
        &mut self,
        conversation: &Conversation<'_>,
        at: usize,
        first: usize,
        call: usize,
        host: &mut dyn Host,
    ) {
        let item = &conversation.items[at];
        let Some(reference) = host.keep(item, self.notes.act_of(at)) else { return };
        let why = format!("the same text as at call {}", self.notes.items[first].born);
        let sketch = Sketch { lines: Vec::new(), ..host.sketch(item, self.notes.act_of(at), "") };
        let text = headline(&reference, &sketch, &why, false);
        self.notes.hide(at);
        self.notes.replace(at, &text, State::Folded);
        self.notes.items[first].born = call;
        self.push(item, call, text, Rule::Same, why, reference);
    }

    fn fold(&mut self, conversation: &Conversation<'_>, batch: &[(usize, Rule)], call: usize, host: &mut dyn Host) {
        // All of them go at once: what stands in two of them is out of sight.
        for &(at, _) in batch {
            self.notes.hide(at);
        }
        for &(at, rule) in batch {
            match self.stub(conversation, at, rule, call, host) {
                Some((text, why, reference)) => {
                    self.notes.replace(at, &text, State::Folded);
                    self.account.change(at);
                    self.push(&conversation.items[at], call, text, rule, why, reference);
                }
                None => {
                    self.notes.show(at);
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
        host: &mut dyn Host,
    ) -> Option<(String, String, String)> {
        let item = &conversation.items[at];
        let note = &self.notes.items[at];
        let long = match item.part()? {
            Part::Input => input::long_text(&item.text)?,
            Part::Result => item.text.clone().into_owned(),
        };
        let act = self.notes.act_of(at);
        let reference = host.keep(item, act)?;
        let sketch = host.sketch(item, act, &long);
        let why = reason(rule, note.superseded.map(|(_, by)| by));
        let is_json = item.kind == ItemKind::Input && item.text.trim_start().starts_with('{');
        let now = note.now;
        let limit = Limit { least: STUB_WORTH, room: (now * 9 / 10).clamp(100, LONGEST), is_json };
        let about = self.notes.about(at, call);
        let chosen = stub::choose(&sketch, &mut self.notes.ledger, &about, limit);
        // The first stub of a conversation says how to get the rest.
        let is_first = !self.folds.iter().any(|fold| fold.rule != Rule::Digest && fold.rule != Rule::Same);
        let mut text = headline(&reference, &sketch, &why, is_first);
        text.push_str(&stub::lines(&sketch, &chosen, is_json));
        let text = match item.part()? {
            Part::Input => input::with_stub(&item.text, &text),
            Part::Result => text,
        };
        (text.len() * 4 < now * 3).then_some((text, why, reference))
    }

    fn push(&mut self, item: &Item<'_>, call: usize, text: String, rule: Rule, why: String, reference: String) {
        let Some(part) = item.part() else { return };
        *self.misses.folds.entry(rule).or_default() += 1;
        let id = item.id.clone().into_owned();
        self.places.insert((id.clone(), part), self.folds.len());
        self.references.insert(reference.clone(), self.folds.len());
        self.folds.push(Fold { call, id, part, text, rule, why, reference, was: item.size() });
    }

    /// Something that was folded was fetched again: the text stays, and the rule missed if that was soon.
    fn learn(&mut self, sign: Sign, conversation: &Conversation<'_>, call: usize) {
        let (place, by) = match sign {
            Sign::Fetched { reference, by } => (self.references.get(&reference).copied(), by),
            Sign::ReadAgain { of, by } => {
                (self.places.get(&(conversation.items[of].id.clone().into_owned(), Part::Result)).copied(), by)
            }
        };
        let Some(fold) = place.and_then(|place| self.folds.get(place)) else { return };
        if call.saturating_sub(fold.call) <= SOON {
            *self.misses.misses.entry(fold.rule).or_default() += 1;
            self.notes.items[by].stays = true;
        }
    }

    /// Counts the words of an input that only folded text held.
    fn count_lost(&mut self, input: &str) {
        let words = self.notes.ledger.known(input);
        let lost = words.iter().filter(|&&word| self.notes.ledger.is_out_of_sight(word)).count() as u64;
        let bill = &mut self.account.bill;
        bill.words += words.len() as u64;
        bill.lost += lost;
        bill.again += u64::from(lost > 0);
    }

    /// What the requests held and cost so far.
    pub fn bill(&self) -> &Bill {
        &self.account.bill
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

fn reason(rule: Rule, by: Option<usize>) -> String {
    let at = |what: &str| by.map_or_else(|| what.to_owned(), |by| format!("{what} at call {by}"));
    match rule {
        Rule::Reread => at("read again"),
        Rule::Changed => at("changed"),
        Rule::Rerun => at("run again"),
        Rule::Passed => at("passed"),
        Rule::Written => "on disk".to_owned(),
        Rule::Image => "old image".to_owned(),
        Rule::Old | Rule::Digest | Rule::Same => String::new(),
    }
}

/// `[ctx:k7f2qa] Read cart.ts · 412 lines · changed at call 58`.
fn headline(reference: &str, sketch: &Sketch, why: &str, is_first: bool) -> String {
    let mut text = format!("[ctx:{reference}] {}", sketch.title);
    let whole = if is_first { format!("all of it: ctx get {reference}") } else { String::new() };
    for part in [why, &whole] {
        if !part.is_empty() {
            text.push_str(" · ");
            text.push_str(part);
        }
    }
    text
}
