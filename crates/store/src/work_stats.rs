//! Questions about the work itself: the tokens that models took, the files that were changed, the tools that were called.

use super::Store;
use super::sessions::HAS_FAILED;
use super::stats::StatsScope;
use crate::error::Result;
use crate::sql::{FromColumns, ReadQueries, row_struct};

row_struct! {
    /// Tokens of one model in one session on one day.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct TokenUsageRow {
        pub agent: String,
        pub model: String,
        /// In UTC: `2026-11-16`.
        pub day: String,
        pub project: Option<String>,
        pub session: String,
        pub answers: i64,
        pub input: i64,
        pub cache_read: i64,
        pub cache_write: i64,
        pub output: i64,
    }
}

row_struct! {
    /// How often a file was changed and read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FileUseRow {
        pub path: String,
        pub changed: i64,
        pub read: i64,
        pub sessions: i64,
    }
}

row_struct! {
    /// Calls of one tool, or of one command line.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CallTotalsRow {
        pub name: String,
        pub calls: i64,
        pub failed: i64,
        pub bytes: i64,
        pub total_ms: i64,
        pub longest_ms: i64,
    }
}

impl Store {
    /// Tokens by day, project, session, model and agent.
    pub fn tokens_spent(&self, span: StatsScope<'_>, since: Option<i64>) -> Result<Vec<TokenUsageRow>> {
        self.rows_in_stats_scope(
            "SELECT agent, model, date(at / 1000, 'unixepoch'), project, session, count(*), sum(input), \
             sum(cache_read), sum(cache_write), sum(output) FROM spent WHERE {} AND at >= ?2 GROUP BY 1, 2, 3, 4, 5 \
             ORDER BY 3, 5 LIMIT ?3",
            (span, since, u32::MAX),
        )
    }

    /// Files by how often they were changed, then read, in sessions that touched them since then.
    pub fn file_uses(&self, span: StatsScope<'_>, since: Option<i64>, limit: u32) -> Result<Vec<FileUseRow>> {
        self.rows_in_stats_scope(
            "SELECT key, sum(count * (category <> 'read')), sum(count * (category = 'read')), count(DISTINCT session) \
             FROM event WHERE {} AND at >= ?2 AND category IN ('edit', 'write', 'read') GROUP BY key \
             ORDER BY 2 DESC, 3 DESC, 1 LIMIT ?3",
            (span, since, limit),
        )
    }

    /// Tools by how often they were called; all commands are the shell's.
    pub fn call_totals_by_tool(&self, span: StatsScope<'_>, since: Option<i64>) -> Result<Vec<CallTotalsRow>> {
        let name = "CASE WHEN e.command IS NOT NULL THEN 'shell' WHEN instr(e.title, ' ') > 0 \
            THEN substr(e.title, 1, instr(e.title, ' ') - 1) ELSE coalesce(e.title, 'tool') END";
        self.rows_in_stats_scope(&call_totals_sql(name, "2 DESC, 1"), (span, since, u32::MAX))
    }

    /// Command lines by the time that they took in all.
    pub fn commands_by_total_time(
        &self,
        span: StatsScope<'_>,
        since: Option<i64>,
        limit: u32,
    ) -> Result<Vec<CallTotalsRow>> {
        self.rows_in_stats_scope(&call_totals_sql("coalesce(e.command, e.title)", "5 DESC, 1"), (span, since, limit))
    }

    /// The answer to a question with `{}` in the place of the scope, `?2` of its beginning and `?3` of the limit.
    fn rows_in_stats_scope<T: FromColumns>(
        &self,
        sql: &str,
        (span, since, limit): (StatsScope<'_>, Option<i64>, u32),
    ) -> Result<Vec<T>> {
        let (condition, value) = span.sql_condition();
        self.rows(&sql.replace("{}", condition), (value, since.unwrap_or(i64::MIN), limit))
    }
}

fn call_totals_sql(name: &str, order: &str) -> String {
    format!(
        "SELECT {name} AS name, count(*), sum({HAS_FAILED}), coalesce(sum(e.raw_len), 0), \
         coalesce(sum(e.duration_ms), 0), coalesce(max(e.duration_ms), 0) FROM entry e WHERE {{}} AND \
         e.started_at >= ?2 AND e.kind IN ('run', 'store', 'import') AND coalesce(e.role, 'result') = 'result' AND \
         coalesce(e.command, e.title) IS NOT NULL GROUP BY name ORDER BY {order} LIMIT ?3"
    )
}
