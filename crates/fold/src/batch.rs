//! When a batch is folded, and from where on: the expected cost decides.

use crate::bill::{Bill, Sent};
use crate::engine::Misses;
use crate::fold::{Options, Rule};
use crate::model::ItemKind;
use crate::notes::{Note, Notes, State};

/// Superseded text may go this many calls later, text that is in a file this many; large text that is in a file at once,
/// which costs nothing because it was never sent.
const SUPERSEDED: usize = 1;
const WRITTEN: usize = 2;
const LARGE: usize = 1500;
/// A batch is due when what its items cost since they could have gone is this share of what the batch costs.
const PATIENCE: f64 = 0.45;
/// … and half of that when the window is filled to this share.
const FULL: f64 = 0.7;
/// A batch must pay off within this share of the calls so far. Conversations end; those that lasted long last longer.
const PAY_OFF: f64 = 0.25;
/// … unless this many times what was saved so far covers it.
const COVER: f64 = 10.0;
/// The share of an item that its stub takes, and its first line, as far as can be expected.
const STUB: f64 = 0.1;
const FIRST_LINE: f64 = 120.0;

/// What was paid so far, and what would have been paid without folding.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The first item that is sent now.
    start: usize,
    /// The items of the last request: the provider has them in its cache.
    cached: usize,
    calls: usize,
    pub bill: Bill,
    /// The first item that was changed at this call.
    changed: Option<usize>,
    /// Nothing is cached, because the conversation began anew or the cache has expired.
    is_fresh: bool,
    is_cold: bool,
}

impl Account {
    /// Begins a call. Returns the first item that is not in the cache.
    pub fn begin(&mut self, notes: &mut Notes, start: usize) -> usize {
        self.is_fresh = self.calls == 0 || self.start != start || self.is_cold;
        for at in self.start..start {
            notes.hide(at);
            notes.items[at].words.clear();
        }
        self.start = start;
        self.changed = None;
        if self.is_fresh { start } else { self.cached.max(start) }
    }

    /// The provider has nothing of the conversation any more.
    pub fn cool(&mut self) {
        self.is_cold = true;
    }

    /// An item was changed at this call.
    pub fn change(&mut self, at: usize) {
        self.changed = Some(self.changed.map_or(at, |changed| changed.min(at)));
    }

    /// Adds what the request costs.
    pub fn pay(&mut self, notes: &Notes, options: &Options, end: usize) {
        let price = options.price;
        let base = options.base as f64;
        let head = if self.calls == 0 || self.is_cold { 0.0 } else { base };
        let cached = if self.is_fresh { self.start } else { self.cached.max(self.start) };
        let keep = self.changed.map_or(cached, |changed| changed.clamp(self.start, cached));
        let cost = |keep: usize, size: fn(&Note) -> usize| {
            let sum = |from: usize, to: usize| notes.items[from..to].iter().map(size).sum::<usize>() as f64;
            let (kept, new) = (sum(self.start, keep), sum(keep, end));
            price.read * (head + kept) + price.write * (base - head + new)
        };
        self.bill.paid += cost(keep, |note| note.now);
        self.bill.plain += cost(cached, |note| note.size);
        self.bill.calls.push(Sent::of(notes, self.start, end));
        self.cached = end;
        self.calls += 1;
        self.is_cold = false;
    }

    pub fn start(&self) -> usize {
        self.start
    }

    /// What was saved so far.
    fn saved(&self) -> f64 {
        (self.bill.plain - self.bill.paid).max(0.0)
    }
}

/// The rule by which an item may be folded at this call, and since which call.
fn eligible(note: &Note, options: &Options, misses: &Misses, call: usize) -> Option<(Rule, usize)> {
    if note.stays
        || note.state == State::Folded
        || note.is_open
        || !matches!(note.kind, ItemKind::Input | ItemKind::Result)
    {
        return None;
    }
    if note.now < options.least {
        return None;
    }
    let old = note.born + options.age;
    let (rule, since) = match note.superseded {
        // What was changed is still what the next change of the file starts from: it waits for its age.
        Some((Rule::Changed, _)) => (Rule::Changed, old),
        Some((Rule::Written, since)) => (Rule::Written, since + if note.size >= LARGE { 0 } else { WRITTEN }),
        Some((rule, since)) => (rule, since + SUPERSEDED),
        None if note.has_media => (Rule::Image, old),
        None => (Rule::Old, old),
    };
    let since = since.min(old) + misses.delay(rule, options.age);
    (call >= since).then_some((rule, since))
}

/// Every item that may be folded, whatever it costs.
pub fn all(notes: &Notes, options: &Options, account: &Account, misses: &Misses, call: usize) -> Vec<(usize, Rule)> {
    let found = (account.start..notes.items.len()).map(|at| (at, eligible(&notes.items[at], options, misses, call)));
    found.filter_map(|(at, rule)| Some((at, rule?.0))).collect()
}

/// The items to fold now, in their order, if it pays. Those from `known` on were never sent: to fold them costs nothing.
pub fn choose(
    notes: &Notes,
    options: &Options,
    account: &Account,
    misses: &Misses,
    call: usize,
    known: usize,
    end: usize,
) -> Vec<(usize, Rule)> {
    let price = options.price;
    let sent: usize = options.base + notes.items[account.start..end].iter().map(|note| note.now).sum::<usize>();
    let is_full = sent as f64 > FULL * options.window as f64;
    let patience = if is_full { PATIENCE / 2.0 } else { PATIENCE };
    let to_come = (call as f64).clamp(20.0, 400.0);
    let mut found: Vec<(usize, Rule)> = Vec::new();
    let (mut saved, mut held, mut tail) = (0.0, 0.0, 0.0);
    let mut best: Option<(f64, usize)> = None;
    for at in (account.start..end).rev() {
        let note = &notes.items[at];
        let is_known = at < known;
        if is_known {
            tail += note.now as f64;
        }
        let Some((rule, since)) = eligible(note, options, misses, call) else { continue };
        let less = (note.now as f64 - FIRST_LINE) * (1.0 - STUB);
        if is_known {
            tail -= less;
        }
        saved += less;
        held += less * price.read * (call - since) as f64;
        found.push((at, rule));
        // Everything behind the first fold is new once.
        let rewrite = (price.write - price.read) * tail.max(0.0);
        let gain = saved * price.read * to_come - rewrite;
        let pay_off = (rewrite - COVER * account.saved()).max(0.0) / (price.read * saved).max(1.0);
        let is_due = gain > 0.0 && held >= patience * rewrite && pay_off <= PAY_OFF * call as f64;
        if is_due && best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, found.len()));
        }
    }
    found.truncate(best.map_or(0, |(_, count)| count));
    found.reverse();
    found
}
