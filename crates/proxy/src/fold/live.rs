//! What folding really saved: requests that went through the proxy, by the tokens that the providers counted.

use ctx_capture::prices::TokenPrice;
use ctx_store::{FoldRuleCount, SessionFoldTotals};
use serde_json::{Value, json};

/// The account of some sessions.
pub struct LiveFoldReport {
    sums: Vec<SessionFoldTotals>,
    rules: Vec<FoldRuleCount>,
    /// Dollars for the input: paid, and what it would have been.
    paid: f64,
    unfolded: f64,
    /// Sessions of models whose price is not known.
    unpriced: usize,
}

impl LiveFoldReport {
    /// `price` gives the price of a model.
    pub fn from_sums(
        sums: Vec<SessionFoldTotals>,
        rules: Vec<FoldRuleCount>,
        price: &dyn Fn(&str) -> Option<TokenPrice>,
    ) -> LiveFoldReport {
        let (mut paid, mut unfolded, mut unpriced) = (0.0, 0.0, 0);
        for sum in &sums {
            match price(&sum.model) {
                Some(price) => {
                    paid += sum.paid / 1e6 * price.input;
                    unfolded += sum.unfolded / 1e6 * price.input;
                }
                None => unpriced += 1,
            }
        }
        LiveFoldReport { sums, rules, paid, unfolded, unpriced }
    }

    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    fn total_requests(&self) -> i64 {
        self.sums.iter().map(|sum| sum.requests).sum()
    }

    /// The share of what the input would have cost, in tokens that are not cached.
    fn paid_percentage(&self) -> f64 {
        let (paid, unfolded) = self.sums.iter().fold((0.0, 0.0), |all, sum| (all.0 + sum.paid, all.1 + sum.unfolded));
        if unfolded > 0.0 { 100.0 * paid / unfolded } else { 100.0 }
    }

    /// The first part of the page of `ctx stats --fold`.
    pub fn render_page(&self) -> String {
        let count = |number: i64, noun: &str| ctx_text::format_count(u64::try_from(number).unwrap_or(0), noun);
        let mut text = format!(
            "live, by the tokens that the provider counted: {} in {} · the input cost {:.0} % of what it would have\n",
            count(self.total_requests(), "request"),
            count(self.sums.len() as i64, "session"),
            self.paid_percentage(),
        );
        if self.unfolded > 0.0 {
            text.push_str(&format!("${:.2} instead of about ${:.2} for the input\n", self.paid, self.unfolded));
        }
        if self.unpriced > 0 {
            text.push_str(&format!(
                "{} of models without a known price are not in the dollars\n",
                count(self.unpriced as i64, "session")
            ));
        }
        text.push_str("\nrequests  from agent   sent       input      cached     left   session\n");
        for sum in &self.sums {
            let left = if sum.unfolded > 0.0 { 100.0 * sum.paid / sum.unfolded } else { 100.0 };
            text.push_str(&format!(
                "{:>8}  {:>10}  {:>10}  {:>9}  {:>9}  {left:>3.0} %  {} {}\n",
                sum.requests,
                ctx_text::format_size(sum.plain.max(0) as u64),
                ctx_text::format_size(sum.sent.max(0) as u64),
                sum.input + sum.cache_write,
                sum.cache_read,
                sum.agent,
                sum.session,
            ));
        }
        if !self.rules.is_empty() {
            text.push_str("\nrule     folds  fetched again soon\n");
            for (rule, folds, misses) in &self.rules {
                text.push_str(&format!("{rule:<8} {folds:>5}  {misses:>5}\n"));
            }
        }
        text
    }

    pub fn to_json(&self) -> Value {
        let sessions = self.sums.iter().map(|sum| {
            json!({
                "session": sum.session, "agent": sum.agent, "model": sum.model, "at": sum.at, "requests": sum.requests,
                "bytes_from_agent": sum.plain, "bytes_sent": sum.sent,
                "tokens": { "input": sum.input, "cache_read": sum.cache_read, "cache_write": sum.cache_write, "output": sum.output },
                "input_cost": sum.paid, "input_cost_unfolded": sum.unfolded,
            })
        });
        let rules =
            self.rules.iter().map(|(rule, folds, misses)| json!({ "rule": rule, "folds": folds, "misses": misses }));
        json!({
            "requests": self.total_requests(),
            "input_cost_share": self.paid_percentage() / 100.0,
            "paid_dollars": self.paid,
            "unfolded_dollars": self.unfolded,
            "sessions": sessions.collect::<Vec<_>>(),
            "folds": rules.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_said_with_its_misses() {
        let sum = SessionFoldTotals {
            agent: "codex".into(),
            session: "s".into(),
            model: "m".into(),
            requests: 3,
            plain: 3000,
            sent: 2000,
            paid: 600_000.0,
            unfolded: 1_000_000.0,
            ..SessionFoldTotals::default()
        };
        let price = TokenPrice { input: 5.0, ..TokenPrice::default() };
        let live = LiveFoldReport::from_sums(vec![sum.clone()], vec![("old".into(), 7, 1)], &|_| Some(price));
        let page = live.render_page();
        assert!(page.contains("3 requests in 1 session · the input cost 60 % of what it would have"), "{page}");
        assert!(page.contains("$3.00 instead of about $5.00") && page.contains("old          7      1"), "{page}");
        assert_eq!(live.to_json()["folds"][0]["misses"], 1);
        let unpriced = LiveFoldReport::from_sums(vec![sum], Vec::new(), &|_| None).render_page();
        assert!(unpriced.contains("1 session of models without a known price"), "{unpriced}");
        assert!(LiveFoldReport::from_sums(Vec::new(), Vec::new(), &|_| None).is_empty());
    }
}
