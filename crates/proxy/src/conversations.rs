//! The conversations that pass, each with an engine of its own, and their requests with folds in them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ctx_capture::prices::TokenPrice;
use ctx_fold::wire::{self, Format, Request, Splice};
use ctx_fold::{AnswerTokenCounts, CallHalf, FoldOptions};
use ctx_model::env::{Env, unix_time_ms};

use super::account::{RunCostAccount, UnansweredRequest, fold_and_miss_rows_by_rule};
use super::known_conversation::{ConversationContinuation, ItemFingerprint, KnownConversation};
use super::price::cache_price_of_model;
use crate::fold::FoldHost;

/// Conversations that are remembered. One that was forgotten is decided again from its start, with the same result.
const MOST: usize = 32;
/// A request for a summary is sent whole up to this size. Hosts ask for one when what they sent fills the model's window:
/// a conversation that was folded may not fit into it any more.
const SUMMED_UP: usize = 500_000;
/// How long a provider keeps a conversation in its cache at most, if a request does not say so.
const ANTHROPIC_KEEPS: Duration = Duration::from_secs(5 * 60);
const OTHERS_KEEP: Duration = Duration::from_secs(60 * 60);
/// Why nothing more is folded where texts got shorter on their own.
const SHORTENED: &str = "something else shortens the conversation";

/// Folds the requests of one agent.
pub struct ConversationFolding<'a> {
    inner: Mutex<ConversationFoldingState<'a>>,
    /// The user's own prices.
    prices: BTreeMap<String, TokenPrice>,
    options: FoldOptions,
}

struct ConversationFoldingState<'a> {
    host: FoldHost<'a>,
    account: RunCostAccount,
    known: Vec<KnownConversation>,
    count: u64,
}

/// A request that was understood.
pub struct BodySplices {
    /// In order.
    pub splices: Vec<Splice>,
    pub ticket: UnansweredRequest,
}

impl<'a> ConversationFolding<'a> {
    /// The texts go to the user's store.
    pub fn new(
        host: FoldHost<'a>,
        env: &Env,
        agent: &str,
        prices: &BTreeMap<String, TokenPrice>,
        options: FoldOptions,
    ) -> ConversationFolding<'a> {
        let inner =
            ConversationFoldingState { host, account: RunCostAccount::new(env, agent), known: Vec::new(), count: 0 };
        ConversationFolding { inner: Mutex::new(inner), prices: prices.clone(), options }
    }

    fn lock_state(&self) -> MutexGuard<'_, ConversationFoldingState<'a>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids, halves and texts of what is folded in a request, for a host that puts them in place itself.
    pub fn folds_of_request(&self, format: Format, text: &[u8]) -> Option<Vec<(String, CallHalf, String)>> {
        self.decide_folds_of_request(format, text, unix_time_ms(), |request, known| {
            let owned = |(at, part, text): (usize, CallHalf, &str)| {
                (request.conversation.items[at].id.clone().into_owned(), part, text.to_owned())
            };
            request
                .items_with_replacements(|item, part| known.replacement_text(item, part))
                .into_iter()
                .map(owned)
                .collect()
        })
    }

    /// Reads a request, lets the engine of its conversation decide, and gives both to `take`; none if it goes as it came.
    fn decide_folds_of_request<T>(
        &self,
        format: Format,
        text: &[u8],
        now: i64,
        take: impl FnOnce(&Request<'_>, &mut KnownConversation) -> T,
    ) -> Option<T> {
        // One at a time: each needs about as much memory again as its request has bytes.
        let mut inner = self.lock_state();
        let request = wire::parse_request_body(format, text)?;
        let (conversation, terms) = (&request.conversation, &request.terms);
        // A first question, a title, a count: there is nothing to fold.
        if conversation.calls.is_empty() || terms.asks_for_summary && text.len() <= SUMMED_UP {
            return None;
        }
        let marks: Vec<ItemFingerprint> = conversation.items.iter().map(ItemFingerprint::from_item).collect();
        let price = cache_price_of_model(&terms.model, format, terms.lasts, &self.prices);
        // Taken out while it is worked with: if that fails, it begins anew.
        let mut known = inner.take_or_create_conversation(
            format,
            &marks,
            FoldOptions { price, base: request.base, ..self.options.clone() },
        );
        if terms.asks_for_summary {
            // Too long to be sent whole. It is not a part of the conversation, which may go on without it.
            let mut aside = known.clone();
            aside.engine.decide_folds(conversation, &mut inner.host);
            let taken = take(&request, &mut aside);
            inner.known.extend((!known.marks.is_empty()).then_some(known));
            return Some(taken);
        }
        known.begin_storing_new_items(conversation, &inner.host);
        known.beside = terms.beside.or(known.beside);
        known.engine.set_price(price);
        let usual = if format == Format::Messages { ANTHROPIC_KEEPS } else { OTHERS_KEEP };
        let keeps = i64::try_from(terms.lasts.unwrap_or(usual).as_millis()).unwrap_or(i64::MAX);
        known.is_cold = known.last.is_some_and(|last| now.saturating_sub(last) > keeps);
        if known.is_cold {
            known.engine.mark_cache_expired();
        }
        if known.beside.is_none() {
            known.engine.decide_folds(conversation, &mut inner.host);
        }
        known.add_lines_for_cleared_results(conversation, &inner.host);
        let taken = take(&request, &mut known);
        (known.marks, known.last) = (marks, Some(now));
        inner.known.push(known);
        Some(taken)
    }

    /// What is sent in place of parts of the text; none if it goes unchanged and is not counted.
    pub fn splices_for_request_body(&self, target: &str, text: &[u8]) -> Option<BodySplices> {
        let format = Format::from_request_target(target)?;
        self.decide_folds_of_request(format, text, unix_time_ms(), |request, known| {
            let splices = request.splices_for_replacements(|item, part| known.replacement_text(item, part));
            let less: usize = splices.iter().map(|splice| splice.range.len().saturating_sub(splice.text.len())).sum();
            let ticket = UnansweredRequest {
                conversation: known.number,
                model: request.terms.model.clone().into_owned(),
                plain: text.len(),
                sent: text.len() - less,
                is_cold: known.marks.is_empty() || known.is_cold,
                effect: known.measure_and_remember_fold_effect(request),
                price: known.engine.options().price,
            };
            BodySplices { splices, ticket }
        })
    }

    /// The request of this ticket was answered, and the provider counted these tokens.
    pub fn record_usage_of_answer(&self, ticket: UnansweredRequest, usage: AnswerTokenCounts) {
        let mut inner = self.lock_state();
        let number = ticket.conversation;
        let request = inner.account.record_answered_request(ticket, usage, &self.prices);
        let conversation = inner.known.iter().find(|known| known.number == number);
        let rules = conversation
            .map(|known| fold_and_miss_rows_by_rule(known.engine.fold_and_miss_counts()))
            .unwrap_or_default();
        if let Some(thread) = inner.host.store_thread() {
            thread.queue_request_record(request, rules);
        }
    }

    /// Completes what is still to be written, and says in one line what was saved.
    pub fn finish_and_summarise(&self) -> Option<String> {
        let inner = self.lock_state();
        if let Some(thread) = inner.host.store_thread() {
            thread.wait_briefly_until_written();
        }
        inner.account.savings_line()
    }
}

impl ConversationFoldingState<'_> {
    /// The conversation that these items go on with, or a new one.
    fn take_or_create_conversation(
        &mut self,
        format: Format,
        marks: &[ItemFingerprint],
        options: FoldOptions,
    ) -> KnownConversation {
        self.count += 1;
        let used = self.count;
        let longest = |way: ConversationContinuation| {
            let fits =
                |at: &usize| self.known[*at].format == format && self.known[*at].how_request_continues(marks) == way;
            (0..self.known.len()).filter(fits).max_by_key(|at| self.known[*at].marks.len())
        };
        let same = longest(ConversationContinuation::Same);
        if let Some(at) = same.or_else(|| longest(ConversationContinuation::Shortened)) {
            let mut known = self.known.swap_remove(at);
            known.used = used;
            known.beside = if same.is_some() { known.beside } else { Some(SHORTENED) };
            return known;
        }
        if self.known.len() >= MOST
            && let Some(oldest) = (0..self.known.len()).min_by_key(|at| self.known[*at].used)
        {
            self.known.swap_remove(oldest);
        }
        KnownConversation::new(format, options, used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_secrets::Masker;
    use serde_json::{Value, json};

    /// A request of Claude Code after so many calls, with a cache that is to last this long.
    fn request(calls: usize, lasts: &str) -> Vec<u8> {
        let mut messages = vec![
            json!({ "role": "user", "content": [{ "type": "text", "text": "look", "cache_control": { "type": "ephemeral", "ttl": lasts } }] }),
        ];
        for at in 0..calls {
            let id = format!("toolu_{at}");
            let lines: String = (0..90).map(|line| format!("part_{at}_{line} of a long answer\n")).collect();
            messages.push(json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "Look", "input": {} }] }));
            messages.push(
                json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": lines }] }),
            );
        }
        Value::from_iter([("messages", Value::from(messages)), ("model", Value::from("m"))]).to_string().into_bytes()
    }

    #[test]
    fn what_is_old_goes_when_the_cache_has_expired_by_its_own_time() {
        const MINUTE: i64 = 60_000;
        for (lasts, minutes) in [("5m", 5), ("1h", 60)] {
            // Dear writes: nothing is folded while the provider has the conversation in its cache.
            let price = TokenPrice { input: 100.0, cache_read: 1.0, cache_write: 200.0, ..TokenPrice::default() };
            let prices = BTreeMap::from([("m".to_owned(), price)]);
            let options = FoldOptions { care: 30.0, ..FoldOptions::default() };
            let masker = Masker::new(Vec::new());
            let host = FoldHost::new(&masker, &[]);
            let conversations = ConversationFolding::new(host, &Env::read(), "claude-code", &prices, options);
            let folds = |calls: usize, now: i64| {
                let count = |request: &Request<'_>, known: &mut KnownConversation| {
                    request.items_with_replacements(|item, part| known.replacement_text(item, part)).len()
                };
                conversations.decide_folds_of_request(Format::Messages, &request(calls, lasts), now, count).unwrap()
            };
            assert_eq!((folds(38, 0), folds(39, (minutes - 1) * MINUTE)), (0, 0), "{lasts}: warm");
            assert!(folds(40, (2 * minutes) * MINUTE) > 10, "{lasts}: expired");
        }
    }
}
