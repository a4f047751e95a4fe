//! Flaky failures and slow commands over all commands of a project.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::command::track_failures_over_runs;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::{CommandEndStatus, Result};
use ctx_store::{Entry, HistoryFilter};

/// Commands of the last entries that are looked at, and rows of each table.
const LOOKED_AT: u32 = 5_000;
const COMMANDS: usize = 60;
const ROWS: usize = 40;

pub fn flaky_and_slow_commands_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let project = pool.project_of(query);
    let filter = HistoryFilter {
        project: project.as_deref().map(str::to_owned),
        commands: true,
        limit: Some(LOOKED_AT),
        ..HistoryFilter::default()
    };
    pool.with_project_store(project.as_deref(), |store| {
        let mut by_command: HashMap<(Option<String>, String), Vec<Entry>> = HashMap::new();
        for entry in
            store.list_history_entries(&filter)?.into_iter().filter(|entry| entry.status != CommandEndStatus::Running)
        {
            if let Some(command) = entry.command.clone() {
                by_command.entry((entry.project.clone(), command)).or_default().push(entry);
            }
        }
        let mut commands: Vec<_> = by_command.into_iter().collect();
        commands.sort_by_key(|(name, runs)| (std::cmp::Reverse(runs.len()), name.clone()));
        let mut flaky = Vec::new();
        for ((place, command), runs) in commands.iter().filter(|(_, runs)| runs.len() > 1).take(COMMANDS) {
            for failure in
                track_failures_over_runs(store, runs)?.into_iter().filter(|failure| failure.count_reappearances() > 0)
            {
                let mut row = failure.to_json();
                row["command"] = command.as_str().into();
                row["project"] = place.as_deref().into();
                row["runs"] = failure.count_compared_runs().into();
                flaky.push(row);
            }
        }
        flaky.sort_by_key(|row| std::cmp::Reverse((row["on_and_off"].as_u64(), row["times"].as_u64())));
        flaky.truncate(ROWS);
        let mut slow: Vec<Value> = commands
            .iter()
            .filter_map(|((place, command), runs)| slow_command_row_json(place.as_deref(), command, runs))
            .collect();
        slow.sort_by_key(|row| std::cmp::Reverse(row["total_ms"].as_i64()));
        slow.truncate(ROWS);
        Ok(json!({ "project": project, "looked_at": LOOKED_AT, "flaky": flaky, "slow": slow }))
    })
}

/// How long the runs of one command took; none where no run took a time that can be told.
fn slow_command_row_json(project: Option<&str>, command: &str, runs: &[Entry]) -> Option<Value> {
    let mut times: Vec<i64> = runs.iter().filter_map(|run| run.duration_ms).collect();
    times.sort_unstable();
    let failed = runs.iter().filter(|run| run.status.has_failed()).count();
    let (median, longest) = (*times.get(times.len() / 2)?, *times.last()?);
    if longest == 0 {
        return None;
    }
    Some(json!({
        "command": command, "project": project, "runs": runs.len(), "failed": failed, "median_ms": median,
        "longest_ms": longest, "total_ms": times.iter().sum::<i64>(), "ref": runs[0].id.as_str(),
    }))
}
