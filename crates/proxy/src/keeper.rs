//! Stores what is folded before it is folded. The same bytes always have the same reference, so that a proxy that starts
//! again writes the same words.

use std::collections::BTreeMap;

use ctx_fold::{CallHalf, Host, Item, ItemSketch, Rule, ToolAct};

use super::clerk::{StoreThread, TextToStore};
use super::passing::{RequestTicket, RequestUsage, StoringFoldHost};
use crate::fold::content_reference;
use ctx_capture::prices;
use ctx_model::Scope;
use ctx_model::env::{Env, now_ms};
use ctx_store::FoldedRequest;

/// A host of the engine whose bytes go to the store.
pub struct StoringHost<H> {
    pub host: H,
    env: Env,
    agent: String,
    clerk: StoreThread,
    /// Tells the conversations of this process from those of others.
    run: String,
    /// The user's own prices.
    prices: BTreeMap<String, prices::TokenPrice>,
    totals: Totals,
}

impl<H> StoringHost<H> {
    pub fn new(host: H, env: &Env, agent: &str, prices: &BTreeMap<String, prices::TokenPrice>) -> StoringHost<H> {
        StoringHost {
            host,
            env: env.clone(),
            agent: agent.to_owned(),
            clerk: StoreThread::start_thread(env, agent),
            run: format!("{}-{}", now_ms(), std::process::id()),
            prices: prices.clone(),
            totals: Totals::default(),
        }
    }
}

fn text(item: &Item<'_>, act: &ToolAct) -> TextToStore {
    let role = if item.call_half() == Some(CallHalf::Input) { "call" } else { "result" };
    let command = match act {
        ToolAct::Run { command, .. } if role == "result" => Some(command.clone()),
        _ => None,
    };
    TextToStore {
        reference: content_reference(item.bytes_to_store()),
        hash: *blake3::hash(item.bytes_to_store()).as_bytes(),
        bytes: item.bytes_to_store().to_vec(),
        role,
        command,
        title: title(item, act),
        failed: item.failed,
    }
}

/// What a reader finds it by.
fn title(item: &Item<'_>, act: &ToolAct) -> String {
    match act {
        ToolAct::Read { path, .. } => format!("{} {path}", item.tool),
        ToolAct::Change { paths, .. } => format!("{} {}", item.tool, paths.join(" ")),
        ToolAct::Run { command, .. } => command.clone(),
        ToolAct::Look { about } => format!("{} {about}", item.tool),
        _ => item.tool.to_string(),
    }
}

impl<H: Host> Host for StoringHost<H> {
    fn act(&self, tool: &str, input: &str) -> ToolAct {
        self.host.act(tool, input)
    }

    fn keep(&mut self, item: &Item<'_>, act: &ToolAct) -> Option<String> {
        let reference = content_reference(item.bytes_to_store());
        match self.clerk.is_text_stored(&reference) {
            Some(known) => known.then_some(reference),
            None => self.clerk.store_and_wait(text(item, act)).then_some(reference),
        }
    }

    fn sketch(&self, item: &Item<'_>, act: &ToolAct) -> ItemSketch {
        self.host.sketch(item, act)
    }

    fn digest(&self, item: &Item<'_>, act: &ToolAct, reference: &str) -> Option<String> {
        self.host.digest(item, act, reference)
    }
}

/// What a request would have cost more without folding, in bytes that are not cached. Negative if a fold made the
/// provider read anew what it had in its cache.
fn more(ticket: &RequestTicket) -> f64 {
    let (effect, price) = (ticket.effect, ticket.price);
    let (less, less_new, again) = (effect.less as f64, effect.less_new as f64, effect.again as f64);
    match ticket.is_cold {
        true => price.write * (less + less_new),
        false => price.read * less + price.write * less_new - (price.write - price.read) * again,
    }
}

impl<H: Host + Send> StoringFoldHost for StoringHost<H> {
    fn ahead(&mut self, item: &Item<'_>, act: &ToolAct) -> String {
        let text = text(item, act);
        let reference = text.reference.clone();
        self.clerk.begin_storing(text);
        reference
    }

    fn is_stored(&self, reference: &str) -> bool {
        self.clerk.is_text_stored(reference) == Some(true)
    }

    fn spent(&mut self, spent: RequestUsage) {
        let RequestUsage { ticket, usage, misses } = spent;
        let scope = Scope::from_env(&self.env, now_ms());
        let tokens = usage.input + usage.cache_read + usage.cache_write;
        // The provider's own tokens for the bytes that it got, and as many for each byte that it did not get.
        let a_byte = tokens as f64 / ticket.sent.max(1) as f64;
        let paid = usage.input as f64
            + ticket.price.read * usage.cache_read as f64
            + ticket.price.write * usage.cache_write as f64;
        let unfolded = paid + a_byte * more(&ticket);
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let rules = Rule::ALL.into_iter().filter_map(|rule| {
            let folds = misses.folds.get(&rule).copied().filter(|folds| *folds > 0)?;
            let missed = misses.misses.get(&rule).copied().unwrap_or(0);
            Some((rule.name().to_owned(), number(folds), number(missed)))
        });
        let rules = rules.collect();
        let request = FoldedRequest {
            at: now_ms(),
            conversation: format!("{}-{}", self.run, ticket.conversation),
            agent: self.agent.clone(),
            project: Some(scope.project.to_string_lossy().into_owned()),
            session: scope.session,
            model: ticket.model,
            plain: whole(ticket.plain),
            sent: whole(ticket.sent),
            input: number(usage.input),
            cache_read: number(usage.cache_read),
            cache_write: number(usage.cache_write),
            output: number(usage.output),
            paid,
            unfolded,
        };
        self.totals.add(&request, prices::price_of_model(&request.model, &self.prices));
        self.clerk.note_request(request, rules);
    }

    fn finish(&mut self) -> Option<String> {
        self.clerk.wait_until_written();
        self.totals.line()
    }
}

/// What the requests of this process cost.
#[derive(Default)]
struct Totals {
    requests: u64,
    paid: f64,
    unfolded: f64,
    /// Dollars that the folds saved in the input, of models whose price is known.
    saved: f64,
}

impl Totals {
    fn add(&mut self, request: &FoldedRequest, price: Option<prices::TokenPrice>) {
        self.requests += 1;
        self.paid += request.paid;
        self.unfolded += request.unfolded;
        self.saved += price.map_or(0.0, |price| (request.unfolded - request.paid) / 1e6 * price.input);
    }

    /// None if nothing was answered.
    fn line(&self) -> Option<String> {
        if self.requests == 0 {
            return None;
        }
        let requests = ctx_text::format_count(self.requests, "request");
        if self.unfolded <= self.paid {
            return Some(format!("{requests}; folding saved nothing (ctx stats --fold)"));
        }
        let percent = 100.0 * (1.0 - self.paid / self.unfolded);
        let dollars = if self.saved >= 0.005 { format!(", about ${:.2}", self.saved) } else { String::new() };
        Some(format!("{requests}; folding saved {percent:.0} % of what their input costs{dollars} (ctx stats --fold)"))
    }
}
