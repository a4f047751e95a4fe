//! Goes through a conversation call by call and decides what is folded at each. Pure: the same conversation gives the same
//! folds, so what was decided can be rebuilt from the conversation alone.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::batch::{self, BatchContext, CostTracker};
use crate::bill::ConversationBill;
use crate::chances::ItemContent;
use crate::command;
use crate::fold::{CachePrice, FoldOptions, FoldRule, FoldedItem};
use crate::host::{EngineHost, ItemSummary, ToolAct};
use crate::ledger::hash_text;
use crate::model::{CallHalf, Conversation, ConversationItem, ItemKind};
use crate::notes::{ConversationNotes, FoldState, RefetchSign};
use crate::{input, stub};

/// A fetch later than this many calls after the fold is not a miss: the text had been out of use.
const SOON: usize = 15;
/// The longest stub of a file's text and of other outputs.
const LONGEST: usize = 1200;
const LONGEST_OUTPUT: usize = 300;
/// What stays of a verdict in the shortest stub.
const LONGEST_VERDICT: usize = 160;
/// What stays of a long text of an input, at first and later.
const KEPT: usize = 160;
const KEPT_LATER: usize = 80;
/// The hint how to get the rest.
const HINT: &str = "all of it: ctx get ";

/// What was folded and fetched again soon after, by rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldAndMissCounts {
    /// Folds and misses, in the order of `FoldRule::ALL`.
    counts: [(u64, u64); FoldRule::ALL.len()],
}

/// What one rule did.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RuleFoldCounts {
    pub rule: FoldRule,
    pub folds: u64,
    pub misses: u64,
}

impl FoldAndMissCounts {
    /// Each rule that folded something.
    pub fn counts_by_rule(&self) -> impl Iterator<Item = RuleFoldCounts> {
        let rows = FoldRule::ALL.into_iter().zip(self.counts);
        rows.map(|(rule, (folds, misses))| RuleFoldCounts { rule, folds, misses }).filter(|row| row.folds > 0)
    }

    /// The calls that a rule waits longer, because it missed in this conversation.
    pub(crate) fn extra_calls_to_wait(&self, rule: FoldRule, age: usize) -> usize {
        let (folds, missed) = self.counts[rule as usize];
        let (folds, missed) = (folds as usize, missed as usize);
        if missed < 2 { 0 } else { (age * missed * 10 / folds.max(1)).min(4 * age) }
    }
}

/// The state of one conversation.
#[derive(Clone, Debug, Default)]
pub struct FoldEngine {
    options: FoldOptions,
    folds: Vec<FoldedItem>,
    /// The newest fold of each half of a tool call, and of each reference.
    places: HashMap<(String, CallHalf), usize>,
    references: HashMap<String, usize>,
    notes: ConversationNotes,
    account: CostTracker,
    /// The next call to decide.
    next: usize,
    misses: FoldAndMissCounts,
}

impl FoldEngine {
    pub fn new(options: FoldOptions) -> FoldEngine {
        FoldEngine { options, ..FoldEngine::default() }
    }

    /// Decides for every call that was not decided yet, up to the request that sends all items. Returns the new folds.
    ///
    /// If the conversation is not the one of the last step with more at its end (the host compacted it or went back), the
    /// folds of items that are still there stay, and only this request is decided.
    pub fn decide_folds(&mut self, conversation: &Conversation<'_>, host: &mut dyn EngineHost) -> &[FoldedItem] {
        let before = self.folds.len();
        if !self.extends_known_conversation(conversation) {
            self.rebuild_notes_keeping_folds(conversation, host);
        }
        for call in self.next..=conversation.calls.len() {
            self.decide_folds_of_call(conversation, call, host);
        }
        self.next = conversation.calls.len() + 1;
        &self.folds[before..]
    }

    /// Folds everything that may be folded, whatever it costs: for a conversation that begins anew with a cold cache.
    pub fn fold_all_foldable_items(&mut self, conversation: &Conversation<'_>, host: &mut dyn EngineHost) {
        self.decide_folds(conversation, host);
        let call = conversation.calls.len();
        let FoldEngine { notes, options, account, misses, .. } = self;
        let batch = batch::all_foldable_items(notes, &BatchContext { options, account, misses, call });
        self.fold_items(conversation, &batch, call, host);
    }

    /// The prices of the requests to come: the user may change the model, or how long the provider keeps a cache.
    pub fn set_price(&mut self, price: CachePrice) {
        self.options.price = price;
    }

    /// The provider's cache of this conversation has expired: the next request is new to it from the first byte on, and a
    /// fold costs nothing more.
    pub fn mark_cache_expired(&mut self) {
        self.account.is_cold = true;
    }

    fn extends_known_conversation(&self, conversation: &Conversation<'_>) -> bool {
        let notes = &self.notes.items;
        let is_same = notes.iter().zip(&conversation.items).all(|(note, item)| {
            note.kind == item.kind && note.size == item.sent_bytes() && note.id == hash_text(item.id.as_bytes())
        });
        is_same && notes.len() <= conversation.items.len() && self.next <= conversation.calls.len() + 1
    }

    fn rebuild_notes_keeping_folds(&mut self, conversation: &Conversation<'_>, host: &dyn EngineHost) {
        self.notes = ConversationNotes::default();
        let bill = std::mem::take(&mut self.account.bill);
        self.next = conversation.calls.len();
        for call in 0..conversation.calls.len() {
            self.note_new_items(conversation, call, host);
            self.account.begin_call_and_find_uncached(&mut self.notes, conversation.first_item_at_call(call));
        }
        for (at, item) in conversation.items[..self.notes.items.len()].iter().enumerate() {
            let fold = item.call_half().and_then(|part| self.find_fold(&item.id, part, item.sent_bytes())).cloned();
            if let Some(fold) = fold {
                let state =
                    if fold.rule == FoldRule::Digest { FoldState::Digested } else { FoldState::Folded(fold.call) };
                self.notes.mark_item_words_hidden(at);
                self.notes.note_replaced_item_text(at, &fold.text, state);
            }
        }
        self.account = CostTracker::default();
        self.account.bill = bill;
    }

    /// Takes in what is sent for the first time at a call. Returns the first of it.
    fn note_new_items(&mut self, conversation: &Conversation<'_>, call: usize, host: &dyn EngineHost) -> usize {
        let known = self.notes.items.len();
        for item in &conversation.items[known..conversation.item_count_at_call(call)] {
            if item.kind == ItemKind::Input {
                self.count_lost_words(&item.text);
            }
            if let Some(sign) = self.notes.add_item(item, call, &self.options, host) {
                self.learn_from_refetch(sign, conversation, call);
            }
        }
        known
    }

    fn decide_folds_of_call(&mut self, conversation: &Conversation<'_>, call: usize, host: &mut dyn EngineHost) {
        let (start, end) = (conversation.first_item_at_call(call), conversation.item_count_at_call(call));
        let new = self.note_new_items(conversation, call, host);
        let known = self.account.begin_call_and_find_uncached(&mut self.notes, start);
        for at in new.max(start)..end {
            self.digest_or_deduplicate_result(conversation, at, call, host);
        }
        let FoldEngine { notes, options, account, misses, .. } = self;
        let batch = batch::choose_items_to_fold(notes, &BatchContext { options, account, misses, call }, known);
        if !batch.is_empty() {
            self.fold_items(conversation, &batch, call, host);
        }
        self.account.add_request_cost(&self.notes, &self.options, end);
    }

    /// Folds that cost nothing, because what they replace was never sent: the digest of a shell's output, and a text that
    /// stands there already.
    fn digest_or_deduplicate_result(
        &mut self,
        conversation: &Conversation<'_>,
        at: usize,
        call: usize,
        host: &mut dyn EngineHost,
    ) {
        let (item, note) = (&conversation.items[at], &self.notes.items[at]);
        if note.kind != ItemKind::Result || note.stays {
            return;
        }
        if let Some(first) = note.same.filter(|&first| first >= self.account.start)
            && self.notes.items[first].state == FoldState::Whole
        {
            return self.fold_duplicate(item, at, first, call, host);
        }
        let act = self.notes.tool_act_of(at);
        let is_output = matches!(act, ToolAct::Run { .. } | ToolAct::Watch | ToolAct::Look { .. });
        if !is_output || self.options.digest_from == 0 || item.text.len() < self.options.digest_from {
            return;
        }
        let Some(reference) = host.store_item(item, act) else { return };
        let Some(mut text) = host.digest_output(item, act, &reference) else { return };
        self.append_reminders(item, &mut text);
        if text.len() < item.text.len() {
            self.notes.mark_item_words_hidden(at);
            self.notes.note_replaced_item_text(at, &text, FoldState::Digested);
            self.record_fold(item, call, text, FoldRule::Digest, reference);
        }
    }

    /// The result is the same text as an earlier one, which stays for its sake.
    fn fold_duplicate(
        &mut self,
        item: &ConversationItem<'_>,
        at: usize,
        first: usize,
        call: usize,
        host: &mut dyn EngineHost,
    ) {
        let Some(reference) = host.store_item(item, self.notes.tool_act_of(at)) else { return };
        let sketch = host.summarize_item(item, self.notes.tool_act_of(at));
        let text = format!("[ctx:{reference}] {} · the same text as above", sketch.title);
        self.notes.mark_item_words_hidden(at);
        self.notes.note_replaced_item_text(at, &text, FoldState::Short);
        self.notes.items[first].born = call;
        self.record_fold(item, call, text, FoldRule::Same, reference);
    }

    fn fold_items(&mut self, conversation: &Conversation<'_>, batch: &[usize], call: usize, host: &mut dyn EngineHost) {
        // All of them go at once: what stands in two of them is out of sight.
        for &at in batch {
            self.notes.mark_item_words_hidden(at);
        }
        let mut is_hinted = self.has_sent_hint(conversation);
        for &at in batch {
            let item = &conversation.items[at];
            let is_later = matches!(self.notes.items[at].state, FoldState::Folded(_));
            let text = host.store_item(item, self.notes.tool_act_of(at)).and_then(|reference| {
                let text = match item.kind {
                    ItemKind::Input => {
                        let keep = if is_later { KEPT_LATER } else { KEPT };
                        input::shorten_input(&item.text, keep, &reference)?
                    }
                    _ => {
                        let sketch = host.summarize_item(item, self.notes.tool_act_of(at));
                        let hint = (!is_hinted).then(|| format!("{HINT}{reference}"));
                        let head = format!("[ctx:{reference}] {}", sketch.title);
                        head + &self.render_stub_after_title((item, at), call, &sketch, hint)
                    }
                };
                Some((text, reference))
            });
            let now = self.notes.items[at].now;
            let state = if is_later { FoldState::Short } else { FoldState::Folded(call) };
            match text.filter(|(text, _)| text.len() * 4 < now * 3) {
                Some((text, reference)) => {
                    is_hinted |= text.contains(HINT);
                    self.notes.note_replaced_item_text(at, &text, state);
                    self.account.keep_earliest_changed_item(at);
                    let rule = if item.kind == ItemKind::Input { FoldRule::Input } else { FoldRule::Result };
                    self.record_fold(item, call, text, rule, reference);
                }
                None => {
                    self.notes.mark_item_words_visible(at);
                    self.notes.items[at].stays |= !is_later;
                    self.notes.items[at].state = if is_later { FoldState::Short } else { self.notes.items[at].state };
                }
            }
        }
    }

    /// Whether a stub that is sent now says how to get the rest.
    fn has_sent_hint(&self, conversation: &Conversation<'_>) -> bool {
        let sent = &conversation.items[self.account.start..self.notes.items.len()];
        let folds = sent.iter().filter_map(|item| self.find_fold(&item.id, item.call_half()?, item.sent_bytes()));
        folds.into_iter().any(|fold| fold.text.contains(HINT))
    }

    /// What stands behind a result's title: how it ended, what is true of it since, `hint`, and the lines that stay.
    fn render_stub_after_title(
        &mut self,
        (item, at): (&ConversationItem<'_>, usize),
        call: usize,
        sketch: &ItemSummary,
        hint: Option<String>,
    ) -> String {
        let is_run = matches!(self.notes.tool_act_of(at), ToolAct::Run { .. } | ToolAct::Watch);
        let status = command::quote_host_status_line(&item.text).filter(|_| is_run);
        let since = self.notes.items[at].since.map(str::to_owned);
        let parts = [status, since, hint].into_iter().flatten().map(|part| format!(" · {part}"));
        let mut text: String = parts.collect();
        let note = &self.notes.items[at];
        let chosen = if matches!(note.state, FoldState::Folded(_)) {
            stub::choose_verdict_lines(sketch, LONGEST_VERDICT)
        } else {
            let longest = if note.holds == ItemContent::Text { LONGEST } else { LONGEST_OUTPUT };
            let room = (note.now / 2).clamp(100, longest);
            let about = self.notes.result_facts(at, call);
            stub::choose_stub_lines(sketch, &mut self.notes.ledger, &about, room)
        };
        text.push_str(&stub::render_stub_lines(sketch, &chosen));
        self.append_reminders(item, &mut text);
        text
    }

    /// What the host said inside a result stands there, folded or not.
    fn append_reminders(&self, item: &ConversationItem<'_>, text: &mut String) {
        for reminder in self.notes.reminders.reminders_to_keep(&item.text) {
            if !text.contains(reminder) {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(reminder);
            }
        }
    }

    fn record_fold(
        &mut self,
        item: &ConversationItem<'_>,
        call: usize,
        text: String,
        rule: FoldRule,
        reference: String,
    ) {
        let Some(part) = item.call_half() else { return };
        self.misses.counts[rule as usize].0 += 1;
        let id = item.id.clone().into_owned();
        self.places.insert((id.clone(), part), self.folds.len());
        self.references.insert(reference.clone(), self.folds.len());
        self.folds.push(FoldedItem { call, id, part, text, rule, reference, was: item.sent_bytes() });
    }

    /// Something that was folded was fetched again: the text stays, and the rule missed if that was soon.
    fn learn_from_refetch(&mut self, sign: RefetchSign, conversation: &Conversation<'_>, call: usize) {
        let place = match sign {
            RefetchSign::Fetched(reference) => self.references.get(&reference),
            RefetchSign::ReadAgain(of) => {
                self.places.get(&(conversation.items[of].id.clone().into_owned(), CallHalf::Result))
            }
        };
        if let Some(fold) = place.map(|&place| &self.folds[place])
            && call.saturating_sub(fold.call) <= SOON
            && let Some(fetched) = self.notes.items.last_mut()
        {
            self.misses.counts[fold.rule as usize].1 += 1;
            fetched.stays = true;
        }
    }

    /// Counts the words of an input that only folded text held.
    fn count_lost_words(&mut self, input: &str) {
        let words = self.notes.ledger.known_words(input);
        let lost = words.iter().filter(|&&word| self.notes.ledger.is_word_invisible(word)).count() as u64;
        let bill = &mut self.account.bill;
        bill.words += words.len() as u64;
        bill.lost += lost;
        bill.again += u64::from(lost > 0);
    }

    /// What the requests held and cost so far.
    pub fn conversation_bill(&self) -> &ConversationBill {
        &self.account.bill
    }

    /// All folds in the order in which they were made.
    pub fn all_folds(&self) -> &[FoldedItem] {
        &self.folds
    }

    /// What stands in place of this half of a tool call, if it is folded. `size` is that of the item now.
    pub fn find_fold(&self, id: &str, part: CallHalf, size: usize) -> Option<&FoldedItem> {
        let place = *self.places.get(&(id.to_owned(), part))?;
        self.folds.get(place).filter(|fold| fold.was == size)
    }

    pub fn fold_and_miss_counts(&self) -> &FoldAndMissCounts {
        &self.misses
    }

    pub fn options(&self) -> &FoldOptions {
        &self.options
    }
}
