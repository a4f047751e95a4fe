//! When a batch is folded, and from where on: the expected cost decides.

use crate::engine::Misses;
use crate::fold::{Options, Rule};
use crate::model::{Kind, Part};
use crate::notes::{Note, Notes, State};

/// What was paid so far, and what would have been paid without folding.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The first item of the conversation as it is sent now.
    start: usize,
    /// The items of the last request: the provider has them in its cache.
    cached: usize,
    calls: usize,
    /// What the requests cost, and what they would have cost.
    pub paid: f64,
    pub plain: f64,
    /// The first item that the batch of this call changed.
    changed: Option<usize>,
    is_fresh: bool,
}

impl Account {
    /// Begins a call. True if nothing of it is cached, because the conversation began anew.
    pub fn begin(&mut self, notes: &mut Notes, start: usize) -> bool {
        self.is_fresh = self.calls == 0 || self.start != start;
        for at in self.start..start.max(self.start) {
            let words = std::mem::take(&mut notes.items[at].words);
            notes.ledger.hide(&words);
        }
        self.start = start;
        self.changed = None;
        self.is_fresh
    }

    pub fn pay(&mut self, notes: &Notes, options: &Options, end: usize) {
        let price = options.price;
        let sum = |from: usize, to: usize, size: fn(&Note) -> usize| -> f64 {
            notes.items[from.min(to)..to].iter().map(|note| size(note) as f64).sum()
        };
        let head = if self.calls == 0 { 0.0 } else { options.base as f64 };
        let base = options.base as f64;
        let keep = if self.is_fresh { self.start } else { self.changed.unwrap_or(self.cached).min(self.cached) };
        let keep = keep.max(self.start);
        let cached = if self.is_fresh { self.start } else { self.cached.max(self.start) };
        let (pre, all) = (head + sum(self.start, keep, |note| note.now), base + sum(self.start, end, |note| note.now));
        self.paid += price.read * pre + price.write * (all - pre);
        let (pre, all) = (head + sum(self.start, cached, |note| note.size), base + sum(self.start, end, |note| note.size));
        self.plain += price.read * pre + price.write * (all - pre);
        self.cached = end;
        self.calls += 1;
    }
}

/// The rule by which an item may be folded at this call, and since which call.
fn eligible(note: &Note, part: Option<Part>, options: &Options, misses: &Misses, call: usize) -> Option<(Rule, usize)> {
    let part = part?;
    if note.stays || note.state == State::Folded || note.is_open {
        return None;
    }
    if note.now < options.least && !note.has_media {
        return None;
    }
    let _ = part;
    let (rule, since) = match note.superseded {
        Some((rule, since)) => match rule {
            Rule::Changed => (rule, (note.born + options.age).max(since)),
            Rule::Written => (rule, since + options.written_age),
            _ => (rule, since + options.superseded_age),
        },
        None => (if note.has_media { Rule::Image } else { Rule::Old }, note.born + options.age),
    };
    let since = since.min(note.born + options.age);
    let (folds, missed) = (misses.folds.get(&rule).copied().unwrap_or(0), misses.misses.get(&rule).copied().unwrap_or(0));
    // A rule that missed waits longer in this conversation.
    let since = since + if missed >= 2 { (options.age as u64 * missed * 10 / folds.max(1)).min(40) as usize } else { 0 };
    (call >= since).then_some((rule, since))
}

/// The items to fold now, in their order, if it pays.
pub fn choose(
    notes: &Notes,
    options: &Options,
    account: &Account,
    misses: &Misses,
    call: usize,
    known: usize,
    end: usize,
) -> Option<Vec<(usize, Rule)>> {
    let price = options.price;
    let mut found: Vec<(usize, Rule)> = Vec::new();
    let (mut saved, mut held, mut tail) = (0.0, 0.0, 0.0);
    let mut best: Option<(f64, f64, f64, f64, usize)> = None;
    let to_come = (call as f64 * options.lindy).clamp(20.0, 400.0);
    for at in (account.start..end).rev() {
        let note = &notes.items[at];
        if at < known {
            tail += note.now as f64;
        }
        let Some((rule, since)) = eligible(note, notes.part(at), options, misses, call) else { continue };
        let less = (note.now as f64 - 120.0) * (1.0 - options.share);
        if at < known {
            tail -= less;
        }
        saved += less;
        held += less * price.read * (call - since) as f64;
        found.push((at, rule));
        let rewrite = (price.write - price.read) * tail.max(0.0);
        let gain = saved * price.read * to_come - rewrite;
        if best.is_none_or(|(most, ..)| gain > most) {
            best = Some((gain, held, rewrite, saved, found.len()));
        }
    }
    let (gain, held, rewrite, saved, count) = best?;
    let fill = (options.base + notes.items[account.start..end].iter().map(|note| note.now).sum::<usize>()) as f64
        / options.window as f64;
    let patience = if fill > 0.7 { options.patience * 0.5 } else { options.patience };
    let bank = (account.plain - account.paid).max(0.0);
    let pay_off = (rewrite - bank * options.bank).max(0.0) / (price.read * saved).max(1.0);
    if gain <= 0.0 || held < patience * rewrite || pay_off > options.pay_off * call as f64 {
        return None;
    }
    found.truncate(count);
    found.reverse();
    Some(found)
}

impl Account {
    /// The batch changed the conversation from this item on.
    pub fn change(&mut self, at: usize) {
        self.changed = Some(self.changed.map_or(at, |changed| changed.min(at)));
    }
}

#[allow(dead_code)]
fn unused(_: Kind) {}
