//! Requests that went through the folding proxy: what the provider counted, and what each rule did.

use rusqlite::params;

use super::Store;
use super::stats::StatsScope;
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns, row_struct};

/// One request and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoldedRequest {
    pub at: i64,
    pub conversation: String,
    pub agent: String,
    pub project: Option<String>,
    pub session: String,
    pub model: String,
    /// Bytes as the agent sent it, and as the provider got it.
    pub plain: i64,
    pub sent: i64,
    pub input: i64,
    pub cache_read: i64,
    pub cache_write: i64,
    pub output: i64,
    /// In tokens of input that is not cached; and the same, had nothing been folded.
    pub paid: f64,
    pub unfolded: f64,
}

/// What a rule did: its name, its folds, and those of them that were fetched again soon.
pub type FoldRuleCount = (String, i64, i64);

row_struct! {
    /// Sums over the requests of one session with one model.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct SessionFoldTotals {
        pub agent: String,
        pub session: String,
        pub model: String,
        /// When the last of them came.
        pub at: i64,
        pub requests: i64,
        pub plain: i64,
        pub sent: i64,
        pub input: i64,
        pub cache_read: i64,
        pub cache_write: i64,
        pub output: i64,
        pub paid: f64,
        pub unfolded: f64,
    }
}

impl Store {
    /// Notes a request, and what the rules did in its conversation so far.
    pub fn record_folded_request(&mut self, request: &FoldedRequest, rules: &[FoldRuleCount]) -> Result<()> {
        self.write_transaction(|db| {
            db.insert(
                "INSERT INTO folded {}",
                columns![
                    at: request.at, conversation: request.conversation, agent: request.agent, project: request.project,
                    session: request.session, model: request.model, plain: request.plain, sent: request.sent,
                    input: request.input, cache_read: request.cache_read, cache_write: request.cache_write,
                    output: request.output, paid: request.paid, unfolded: request.unfolded,
                ],
            )?;
            for (rule, folds, misses) in rules {
                db.execute(
                    "INSERT OR REPLACE INTO fold_rule VALUES (?1, ?2, ?3, ?4)",
                    params![request.conversation, rule, folds, misses],
                )?;
            }
            Ok(())
        })
    }

    /// What went through the proxy, by session and model, the newest first.
    pub fn fold_totals_by_session(&self, span: StatsScope<'_>) -> Result<Vec<SessionFoldTotals>> {
        let (condition, value) = span.sql_condition();
        self.rows(
            &format!(
                "SELECT agent, session, model, max(at), count(*), sum(plain), sum(sent), sum(input), sum(cache_read), \
                 sum(cache_write), sum(output), sum(paid), sum(unfolded) FROM folded WHERE {condition} \
                 GROUP BY agent, session, model ORDER BY 4 DESC"
            ),
            [value],
        )
    }

    /// What the rules did in these conversations.
    pub fn fold_rule_counts(&self, span: StatsScope<'_>) -> Result<Vec<FoldRuleCount>> {
        let (condition, value) = span.sql_condition();
        self.rows(
            &format!(
                "SELECT rule, sum(folds), sum(misses) FROM fold_rule WHERE conversation IN (SELECT conversation FROM \
                 folded WHERE {condition}) GROUP BY rule ORDER BY 2 DESC"
            ),
            [value],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_summed_up_by_session_and_rules_by_conversation() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        let request = |conversation: &str, session: &str, at: i64| FoldedRequest {
            at,
            conversation: conversation.to_owned(),
            agent: "codex".to_owned(),
            project: Some("/p".to_owned()),
            session: session.to_owned(),
            model: "m".to_owned(),
            plain: 1000,
            sent: 600,
            input: 10,
            paid: 100.0,
            unfolded: 150.0,
            ..FoldedRequest::default()
        };
        let rule = |folds, misses| vec![("old".to_owned(), folds, misses)];
        store.record_folded_request(&request("c1", "s", 1), &rule(3, 0)).unwrap();
        store.record_folded_request(&request("c1", "s", 2), &rule(5, 1)).unwrap();
        store.record_folded_request(&request("c2", "t", 3), &rule(1, 0)).unwrap();
        let all = store.fold_totals_by_session(StatsScope::All).unwrap();
        assert_eq!(all.iter().map(|sum| (&*sum.session, sum.requests)).collect::<Vec<_>>(), [("t", 1), ("s", 2)]);
        assert_eq!((all[1].plain, all[1].sent, all[1].input, all[1].unfolded), (2000, 1200, 20, 300.0));
        assert_eq!(
            store.fold_rule_counts(StatsScope::Project("/p")).unwrap(),
            [("old".to_owned(), 6, 1)],
            "the newest counts"
        );
        assert_eq!(store.fold_rule_counts(StatsScope::Session("s")).unwrap(), [("old".to_owned(), 5, 1)]);
        assert!(store.fold_totals_by_session(StatsScope::Project("/q")).unwrap().is_empty());
    }
}
