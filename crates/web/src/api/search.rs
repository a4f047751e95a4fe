//! Search as in `ctx search`; but searches on the page are not counted as uses of an entry.

use serde_json::Value;

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::{Result, unix_time_ms};
use ctx_search::{SearchRequest, answer_json, entry_kinds_named, merge_local_and_hub_hits, search as find};
use ctx_store::{EntryKind, SearchFilter};

const LIMIT: usize = 20;
const MOST: usize = 100;
/// Bytes for the lines of one hit.
const ROOM: usize = 600;

pub fn search_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let text = query.required("q")?;
    let now = unix_time_ms();
    let project = pool.project_of(query);
    let within = SearchFilter {
        kinds: query.get("kind").map(|kind| entry_kinds_named(kind).to_vec()).unwrap_or_default(),
        session: query.get("session").map(str::to_owned),
        branch: query.get("branch").map(str::to_owned),
        project: project.as_deref().map(str::to_owned),
        since: query.number_if_valid::<i64>("since").map(|ms| now.saturating_sub(ms)),
        failed: query.get("failed").is_some(),
        command: query.get("cmd").map(str::to_owned),
        ..SearchFilter::default()
    };
    let scope = pool.scope_at_start();
    let (limit, offset) =
        (query.number_if_valid("limit").unwrap_or(LIMIT).clamp(1, MOST), query.number_if_valid("offset").unwrap_or(0));
    let masker = pool.context.new_masker();
    pool.with_local_store(|store| {
        store.prepare_connection_for_search()?;
        store.disable_memory_map()?;
        let left = pool.index_newest_entries_now(store)?;
        let request =
            SearchRequest { text, within: &within, scope: &scope, now, recency: true, limit, offset, room: ROOM };
        let answer = if pool.has_hub() {
            let name = project.as_deref().unwrap_or_default();
            let guest = pool.with_hub(|hub| hub.fetch_search_candidates(name, name, text, &within))?;
            let everywhere = SearchFilter { project: None, ..within.clone() };
            let own = SearchRequest {
                within: &SearchFilter { project: Some(local_project_name(pool, name)), ..within.clone() },
                limit: limit + offset,
                offset: 0,
                ..request
            };
            let mut answer = store.in_read_transaction(|| find(store, &masker, &own))?;
            if let Some(guest) = guest {
                let more = find(
                    &guest,
                    &masker,
                    &SearchRequest { within: &everywhere, limit: limit + offset, offset: 0, ..request },
                )?;
                answer = merge_local_and_hub_hits(answer, more, offset, limit);
            }
            answer
        } else {
            store.in_read_transaction(|| find(store, &masker, &request))?
        };
        let mut value = answer_json(text, &answer, &masker);
        // The page needs as fields what a terminal shows in words.
        if let Some(hits) = value["hits"].as_array_mut() {
            for (hit, found) in hits.iter_mut().zip(&answer.hits) {
                hit["started_at_ms"] = found.entry.started_at.into();
                hit["session"] = found.entry.session.as_deref().into();
                if found.entry.kind == EntryKind::Run {
                    hit["status"] = found.entry.status.to_string().into();
                }
            }
        }
        value["nearest"] = answer.nearest.into();
        value["open_end"] = answer.more.2.into();
        value["not_indexed"] = left.into();
        Ok(value)
    })
}

/// The local name of a project of the hub; the one the page was started in has its path.
fn local_project_name(pool: &StorePool<'_>, name: &str) -> String {
    if name == pool.project_at_start() {
        pool.scope_at_start().project.to_string_lossy().into_owned()
    } else {
        name.to_owned()
    }
}
