//! When a batch is folded, and from where on: the expected cost decides.

use crate::bill::{ConversationBill, RequestBytesByClass};
use crate::chances::logarithm_in_thousandths;
use crate::engine::FoldAndMissCounts;
use crate::fold::{CachePrice, FoldOptions, FoldRule};
use crate::model::ItemKind;
use crate::notes::{ConversationNotes, FoldState, ItemNote};

/// Where writes are dearer than usual, or reads cheaper, a batch waits at least this long (`Options::patience`).
const DEAR_PATIENCE: f64 = 1.8;
/// The price that the options were measured for: a cache that costs a twelfth as much to read as to write.
const USUAL: f64 = CachePrice::ANTHROPIC.read / CachePrice::ANTHROPIC.write;
/// The calls that a conversation goes on for, at least and at most: as many as it had.
const TO_COME: (f64, f64) = (20.0, 400.0);
/// What is left of an item, as far as can be expected.
const RESULT_STUB: usize = 120;
const INPUT_STUB: usize = 270;
/// A stub becomes shorter still this many calls later, if a batch happens anyway.
const STALE: usize = 30;

/// What was paid so far, and what would have been paid without folding.
#[derive(Clone, Debug, Default)]
pub struct CostTracker {
    /// The first item that is sent now.
    pub start: usize,
    /// The items of the last request: the provider has them in its cache.
    cached: usize,
    calls: usize,
    pub bill: ConversationBill,
    /// The first item that was changed at this call.
    changed: Option<usize>,
    /// Nothing is cached, because the conversation began anew or the cache has expired.
    is_fresh: bool,
    pub is_cold: bool,
}

impl CostTracker {
    /// Begins a call. Returns the first item that is not in the cache.
    pub fn begin_call_and_find_uncached(&mut self, notes: &mut ConversationNotes, start: usize) -> usize {
        self.is_fresh = self.calls == 0 || self.start != start || self.is_cold;
        for at in self.start..start {
            notes.mark_item_words_hidden(at);
            notes.items[at].words.clear();
        }
        self.start = start;
        self.changed = None;
        if self.is_fresh { start } else { self.cached.max(start) }
    }

    /// An item was changed at this call.
    pub fn keep_earliest_changed_item(&mut self, at: usize) {
        self.changed = Some(self.changed.map_or(at, |changed| changed.min(at)));
    }

    /// Adds what the request costs.
    pub fn add_request_cost(&mut self, notes: &ConversationNotes, options: &FoldOptions, end: usize) {
        let base = options.base as f64;
        let head = if self.calls == 0 || self.is_cold { 0.0 } else { base };
        let cached = if self.is_fresh { self.start } else { self.cached.max(self.start) };
        let keep = self.changed.map_or(cached, |changed| changed.clamp(self.start, cached));
        let bytes = |keep: usize, size: fn(&ItemNote) -> usize| {
            let sum = |from: usize, to: usize| notes.items[from..to].iter().map(size).sum::<usize>() as f64;
            (head + sum(self.start, keep), base - head + sum(keep, end))
        };
        let (paid, plain) = (bytes(keep, |note| note.now), bytes(cached, |note| note.size));
        let deciding = options.price_with_raised_cache_reads();
        self.bill.paid += options.price.cost_of_bytes(paid);
        self.bill.plain += options.price.cost_of_bytes(plain);
        self.bill.saved += deciding.cost_of_bytes(plain) - deciding.cost_of_bytes(paid);
        self.bill.calls.push(RequestBytesByClass::count_by_class(notes, self.start, end));
        self.cached = end;
        self.calls += 1;
        self.is_cold = false;
    }
}

/// A call at which a batch may be folded, and what the engine knows by then.
pub struct BatchContext<'a> {
    pub options: &'a FoldOptions,
    pub account: &'a CostTracker,
    pub misses: &'a FoldAndMissCounts,
    pub call: usize,
}

/// Whether an item may be folded at this call, but for how likely it is copied from again.
fn may_fold_item(notes: &ConversationNotes, moment: &BatchContext<'_>, at: usize) -> bool {
    let BatchContext { options, misses, call, .. } = *moment;
    let note = &notes.items[at];
    let rule = match note.kind {
        ItemKind::Input => FoldRule::Input,
        ItemKind::Result => FoldRule::Result,
        ItemKind::Text | ItemKind::Thinking => return false,
    };
    let is_whole = matches!(note.state, FoldState::Whole | FoldState::Digested);
    let is_old = call >= note.born + options.age + misses.extra_calls_to_wait(rule, options.age);
    is_whole
        && is_old
        && expected_saved_bytes(note) > 100
        && note.now >= options.least
        && !notes.is_item_barred_from_folding(at, call)
}

/// The bytes that a fold saves, as far as can be expected.
fn expected_saved_bytes(note: &ItemNote) -> usize {
    note.now.saturating_sub(if note.kind == ItemKind::Input { INPUT_STUB } else { RESULT_STUB })
}

/// Every item that may be folded, whatever it costs.
pub fn all_foldable_items(notes: &ConversationNotes, moment: &BatchContext<'_>) -> Vec<usize> {
    (moment.account.start..notes.items.len()).filter(|&at| may_fold_item(notes, moment, at)).collect()
}

/// The items to fold now, in their order, if it pays. Those from `known` on were never sent: to fold them costs nothing.
pub fn choose_items_to_fold(notes: &mut ConversationNotes, moment: &BatchContext<'_>, known: usize) -> Vec<usize> {
    let BatchContext { options, account, call, .. } = *moment;
    let price = options.price_with_raised_cache_reads();
    // A byte that is kept for a call costs its price; what may be copied from it must be worth as much.
    let limit = logarithm_in_thousandths(price.read * 1e6 / options.care);
    let cheapness = (price.read / price.write / USUAL).min(1.0);
    // The dearer a rewrite is against what it saves, the surer it must be.
    let pay_off = options.pay_off * cheapness;
    let patience = if cheapness < 0.99 { options.patience.max(DEAR_PATIENCE) } else { options.patience };
    let to_come = (call as f64).clamp(TO_COME.0, TO_COME.1);
    let mut found: Vec<usize> = Vec::new();
    let (mut less, mut held, mut tail) = (0.0, 0.0, 0.0);
    let mut best: Option<(f64, usize)> = None;
    for at in (account.start..notes.items.len()).rev() {
        let is_known = at < known;
        if is_known {
            tail += notes.items[at].now as f64;
        }
        if !may_fold_item(notes, moment, at) || notes.reuse_chance_logarithm(at, call) >= limit {
            continue;
        }
        let note = &mut notes.items[at];
        note.waited += 1;
        let bytes = expected_saved_bytes(note) as f64;
        if is_known {
            tail -= bytes;
        }
        less += bytes;
        held += bytes * price.read * note.waited as f64;
        found.push(at);
        // Everything after the first fold is new once.
        let rewrite = (price.write - price.read) * tail.max(0.0);
        let gain = less * price.read * to_come - rewrite;
        let is_due = held >= patience * rewrite
            && rewrite - account.bill.saved.max(0.0) <= pay_off * call as f64 * price.read * less;
        if gain > 0.0 && is_due && best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, found.len()));
        }
    }
    found.truncate(best.map_or(0, |(_, count)| count));
    let Some(&first) = found.last() else { return found };
    let is_stale = |at: &usize| matches!(notes.items[*at].state, FoldState::Folded(since) if since + STALE <= call);
    found.extend((first..notes.items.len()).filter(is_stale));
    found.sort_unstable();
    found
}
