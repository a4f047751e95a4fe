//! The conversations that pass, each with an engine of its own, and their requests with folds in them.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ctx_fold::wire::{self, Format, Request};
use ctx_fold::{CachePrice, CallHalf, Options};

use super::known::{Continuation, ItemMark, KnownConversation};
use super::passing::{FoldedBody, RequestFolder, RequestTicket, RequestUsage, StoringFoldHost};
use super::usage::Usage;
use ctx_model::env::now_ms;

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

/// What the bytes of a request cost, by its model and by how long it is to be cached.
pub type Prices = dyn Fn(&str, Format, Option<Duration>) -> CachePrice + Send + Sync;

/// Folds requests with what `H` knows of tools, texts and the store.
pub struct Conversations<H> {
    inner: Mutex<Inner<H>>,
    prices: Box<Prices>,
    options: Options,
}

struct Inner<H> {
    host: H,
    known: Vec<KnownConversation>,
    count: u64,
}

impl<H: StoringFoldHost> Conversations<H> {
    pub fn new(host: H, prices: Box<Prices>, options: Options) -> Conversations<H> {
        Conversations { inner: Mutex::new(Inner { host, known: Vec::new(), count: 0 }), prices, options }
    }

    /// The ids, halves and texts of what is folded in a request, for a host that puts them in place itself.
    pub fn folds_of_request(&self, format: Format, text: &[u8]) -> Option<Vec<(String, CallHalf, String)>> {
        self.decide(format, text, now_ms(), |request, known| {
            let owned = |(at, part, text): (usize, CallHalf, &str)| {
                (request.conversation.items[at].id.clone().into_owned(), part, text.to_owned())
            };
            request.folded(|item, part| known.replacement_text(item, part)).into_iter().map(owned).collect()
        })
    }

    /// Reads a request, lets the engine of its conversation decide, and gives both to `take`; none if it goes as it came.
    fn decide<T>(
        &self,
        format: Format,
        text: &[u8],
        now: i64,
        take: impl FnOnce(&Request<'_>, &mut KnownConversation) -> T,
    ) -> Option<T> {
        // One at a time: each needs about as much memory again as its request has bytes.
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let request = wire::read(format, text)?;
        let (conversation, terms) = (&request.conversation, &request.terms);
        // A first question, a title, a count: there is nothing to fold.
        if conversation.calls.is_empty() || terms.asks_for_summary && text.len() <= SUMMED_UP {
            return None;
        }
        let marks: Vec<ItemMark> = conversation.items.iter().map(ItemMark::from_item).collect();
        let price = (self.prices)(&terms.model, format, terms.lasts);
        // Taken out while it is worked with: if that fails, it begins anew.
        let mut known = inner.take(format, &marks, Options { price, base: request.base, ..self.options.clone() });
        if terms.asks_for_summary {
            // Too long to be sent whole. It is not a part of the conversation, which may go on without it.
            let mut aside = known.clone();
            aside.engine.decide_folds(conversation, &mut inner.host);
            let taken = take(&request, &mut aside);
            inner.known.extend((!known.is_new()).then_some(known));
            return Some(taken);
        }
        known.store_ahead(conversation, &mut inner.host);
        known.beside = terms.beside.map_or(known.beside, |beside| Some(beside.shortener_name()));
        known.engine.set_price(price);
        let usual = if format == Format::Messages { ANTHROPIC_KEEPS } else { OTHERS_KEEP };
        let keeps = i64::try_from(terms.lasts.unwrap_or(usual).as_millis()).unwrap_or(i64::MAX);
        known.is_cold = known.last.is_some_and(|last| now.saturating_sub(last) > keeps);
        if known.is_cold {
            known.engine.expire_cache();
        }
        if known.beside.is_none() {
            known.engine.decide_folds(conversation, &mut inner.host);
        }
        known.note_cleared(conversation, &inner.host);
        let taken = take(&request, &mut known);
        known.remember_request(marks, now);
        inner.known.push(known);
        Some(taken)
    }
}

impl<H: StoringFoldHost> RequestFolder for Conversations<H> {
    fn understands(&self, target: &str) -> bool {
        Format::of(target).is_some()
    }

    fn fold(&self, target: &str, text: &[u8]) -> Option<FoldedBody> {
        let format = Format::of(target)?;
        self.decide(format, text, now_ms(), |request, known| {
            let splices = request.write(|item, part| known.replacement_text(item, part));
            let less: usize = splices.iter().map(|splice| splice.range.len().saturating_sub(splice.text.len())).sum();
            let is_cold = known.is_new() || known.is_cold;
            let effect = known.fold_effect(request);
            let ticket = RequestTicket {
                conversation: known.number,
                model: request.terms.model.clone().into_owned(),
                plain: text.len(),
                sent: text.len() - less,
                effect,
                is_cold,
                price: known.engine.options().price,
                beside: known.beside,
            };
            FoldedBody { splices, ticket }
        })
    }

    fn answered(&self, ticket: RequestTicket, usage: Usage) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let of_it = |known: &&KnownConversation| known.number == ticket.conversation;
        let misses = inner.known.iter().find(of_it).map(|known| known.engine.misses().clone()).unwrap_or_default();
        inner.host.spent(RequestUsage { ticket, usage, misses });
    }

    fn finish(&self) -> Option<String> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).host.finish()
    }
}

impl<H> Inner<H> {
    /// The conversation that these items go on with, or a new one.
    fn take(&mut self, format: Format, marks: &[ItemMark], options: Options) -> KnownConversation {
        self.count += 1;
        let used = self.count;
        let longest = |way: Continuation| {
            let fits = |at: &usize| self.known[*at].format == format && self.known[*at].continuation_of(marks) == way;
            (0..self.known.len()).filter(fits).max_by_key(|at| self.known[*at].item_count())
        };
        if let Some(at) = longest(Continuation::Same) {
            let mut known = self.known.swap_remove(at);
            known.used = used;
            return known;
        }
        if let Some(at) = longest(Continuation::Shortened) {
            let mut known = self.known.swap_remove(at);
            (known.used, known.beside) = (used, Some(SHORTENED));
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
    use ctx_fold::{Host, Item, ItemSketch, ToolAct};
    use serde_json::{Value, json};

    struct Plain;

    impl Host for Plain {
        fn act(&self, _: &str, _: &str) -> ToolAct {
            ToolAct::Other
        }

        fn keep(&mut self, item: &Item<'_>, _: &ToolAct) -> Option<String> {
            Some(format!("k{}", item.id))
        }

        fn sketch(&self, item: &Item<'_>, _: &ToolAct) -> ItemSketch {
            ItemSketch { title: item.tool.clone().into_owned(), lines: Vec::new() }
        }

        fn digest(&self, _: &Item<'_>, _: &ToolAct, _: &str) -> Option<String> {
            None
        }
    }

    impl StoringFoldHost for Plain {
        fn ahead(&mut self, item: &Item<'_>, _: &ToolAct) -> String {
            format!("k{}", item.id)
        }

        fn is_stored(&self, _: &str) -> bool {
            true
        }

        fn spent(&mut self, _: RequestUsage) {}

        fn finish(&mut self) -> Option<String> {
            None
        }
    }

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
            let price = CachePrice { read: 0.01, write: 2.0 };
            let options = Options { care: 30.0, ..Options::default() };
            let conversations = Conversations::new(Plain, Box::new(move |_, _, _| price), options);
            let folds = |calls: usize, now: i64| {
                let count = |request: &Request<'_>, known: &mut KnownConversation| {
                    request.folded(|item, part| known.replacement_text(item, part)).len()
                };
                conversations.decide(Format::Messages, &request(calls, lasts), now, count).unwrap()
            };
            assert_eq!((folds(38, 0), folds(39, (minutes - 1) * MINUTE)), (0, 0), "{lasts}: warm");
            assert!(folds(40, (2 * minutes) * MINUTE) > 10, "{lasts}: expired");
        }
    }
}
