//! What the requests of this process cost, and what they would have cost unfolded.

use std::collections::BTreeMap;

use ctx_capture::prices::{self, TokenPrice};
use ctx_fold::{AnswerTokenCounts, CachePrice, FoldAndMissCounts, RuleFoldCounts};
use ctx_model::Scope;
use ctx_model::env::{Env, unix_time_ms};
use ctx_store::{FoldRuleCount, FoldedRequest};

use super::store_thread::SessionOrigin;

/// What is to be known of a request when its answer has come.
#[derive(Clone, Debug)]
pub struct UnansweredRequest {
    /// The conversation's number.
    pub conversation: u64,
    pub model: String,
    /// Bytes of the request as it came, and as it was sent.
    pub plain: usize,
    pub sent: usize,
    pub effect: FoldEffect,
    /// The provider had nothing of it in its cache.
    pub is_cold: bool,
    pub price: CachePrice,
}

/// What folding did to one request, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoldEffect {
    /// Not sent, of items that were sent before.
    pub less: usize,
    /// Not sent, of new items.
    pub less_new: usize,
    /// Sent anew, because a text before them has changed.
    pub again: usize,
}

impl UnansweredRequest {
    /// What the request would have cost more without folding, in bytes that are not cached. Negative if a fold made the
    /// provider read anew what it had in its cache.
    fn saved_cost(&self) -> f64 {
        let FoldEffect { less, less_new, again } = self.effect;
        let (less, less_new, again) = (less as f64, less_new as f64, again as f64);
        let CachePrice { read, write } = self.price;
        match self.is_cold {
            true => write * (less + less_new),
            false => read * less + write * less_new - (write - read) * again,
        }
    }
}

/// Where the texts of this process come from, at this moment.
pub fn current_session_origin(env: &Env, agent: &str) -> SessionOrigin {
    let at = unix_time_ms();
    let scope = Scope::from_env(env, at);
    SessionOrigin {
        agent: Some(agent.to_owned()),
        cwd: Some(env.cwd.to_string_lossy().into_owned()),
        project: scope.project.to_string_lossy().into_owned(),
        branch: scope.branch,
        session: scope.session,
        at,
    }
}

/// The account of one agent's run.
pub struct RunCostAccount {
    env: Env,
    agent: String,
    /// Tells the conversations of this process from those of others.
    run: String,
    requests: u64,
    paid: f64,
    unfolded: f64,
    /// Dollars that the folds saved in the input, of models whose price is known.
    saved: f64,
}

impl RunCostAccount {
    pub fn new(env: &Env, agent: &str) -> RunCostAccount {
        let run = format!("{}-{}", unix_time_ms(), std::process::id());
        let (env, agent) = (env.clone(), agent.to_owned());
        RunCostAccount { env, agent, run, requests: 0, paid: 0.0, unfolded: 0.0, saved: 0.0 }
    }

    /// The record of a request that was answered.
    pub fn record_answered_request(
        &mut self,
        ticket: UnansweredRequest,
        usage: AnswerTokenCounts,
        prices: &BTreeMap<String, TokenPrice>,
    ) -> FoldedRequest {
        let origin = current_session_origin(&self.env, &self.agent);
        let tokens = usage.input + usage.cache_read + usage.cache_write;
        // The provider's own tokens for the bytes that it got, and as many for each byte that it did not get.
        let a_byte = tokens as f64 / ticket.sent.max(1) as f64;
        let paid = usage.input as f64
            + ticket.price.read * usage.cache_read as f64
            + ticket.price.write * usage.cache_write as f64;
        let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let request = FoldedRequest {
            at: origin.at,
            conversation: format!("{}-{}", self.run, ticket.conversation),
            agent: self.agent.clone(),
            project: Some(origin.project),
            session: origin.session,
            unfolded: paid + a_byte * ticket.saved_cost(),
            model: ticket.model,
            plain: number(ticket.plain as u64),
            sent: number(ticket.sent as u64),
            input: number(usage.input),
            cache_read: number(usage.cache_read),
            cache_write: number(usage.cache_write),
            output: number(usage.output),
            paid,
        };
        self.requests += 1;
        self.paid += request.paid;
        self.unfolded += request.unfolded;
        self.saved += prices::price_of_model(&request.model, prices)
            .map_or(0.0, |price| (request.unfolded - request.paid) / 1e6 * price.input);
        request
    }

    /// What was saved, in one line; none if nothing was answered.
    pub fn savings_line(&self) -> Option<String> {
        if self.requests == 0 {
            return None;
        }
        let requests = ctx_text::format_count(self.requests, "request");
        if self.unfolded <= self.paid {
            return Some(format!("{requests}; folding saved nothing (ctx stats --fold)"));
        }
        let percent = 100.0 * (1.0 - self.paid / self.unfolded);
        let dollars = if self.saved >= 0.005 { format!(", about ${:.2}", self.saved) } else { String::new() };
        Some(format!("{requests}; folding saved {percent:.0} % of what its input costs{dollars} (ctx stats --fold)"))
    }
}

/// Folds and misses of a conversation, by rule.
pub fn fold_and_miss_rows_by_rule(misses: &FoldAndMissCounts) -> Vec<FoldRuleCount> {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let row = |row: RuleFoldCounts| (row.rule.name().to_owned(), number(row.folds), number(row.misses));
    misses.counts_by_rule().map(row).collect()
}
