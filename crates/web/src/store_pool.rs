//! The data for every answer: a few open stores, shared by the connections, or a copy of a hub's project.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::error::WebError;
use crate::request::Query;
use ctx_capture::Context;
use ctx_capture::record::view::EntryView;
use ctx_hub::{Hub, HubEntryFilter, project};
use ctx_model::{Error, Result, Scope};
use ctx_search::index::{IndexingEffort, index_pending_entries};
use ctx_search::index_process;
use ctx_store::{Entry, Store};

/// Stores that are kept open; a further question opens one of its own.
const KEPT: usize = 2;
/// How long data of the hub stays fresh.
const FRESH: Duration = Duration::from_secs(20);
/// The newest entries of a hub's project that the page shows.
const FROM_HUB: i64 = 5_000;

pub struct StorePool<'c> {
    pub context: &'c Context,
    idle: Mutex<Vec<Store>>,
    hub: Option<Mutex<HubCache>>,
    /// Results that take long to compute, and when they were computed.
    sums: Mutex<HashMap<String, (Instant, Value)>>,
}

/// The hub, and the last project that was looked at.
struct HubCache {
    /// None after a question failed: the next one connects anew.
    hub: Option<Hub>,
    last: Option<(String, Instant, Store)>,
}

impl<'c> StorePool<'c> {
    pub fn new(context: &'c Context, with_hub: bool) -> Result<StorePool<'c>> {
        let mut store = context.open_store()?;
        let hub = match with_hub {
            true => Some(Mutex::new(HubCache {
                hub: Some(Hub::open(&context.env, &context.config, &mut store)?),
                last: None,
            })),
            false => None,
        };
        Ok(StorePool { context, idle: Mutex::new(vec![store]), hub, sums: Mutex::default() })
    }

    pub fn has_hub(&self) -> bool {
        self.hub.is_some()
    }

    /// Works with the local store.
    pub fn with_local_store<T>(&self, work: impl FnOnce(&mut Store) -> Result<T>) -> Result<T> {
        let kept = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut store = match kept {
            Some(mut store) => {
                self.context.import_spool(&mut store);
                store
            }
            None => self.context.open_store()?,
        };
        let done = work(&mut store);
        if let Ok(mut idle) = self.idle.lock()
            && idle.len() < KEPT
        {
            idle.push(store);
        }
        done
    }

    /// Works with the data of a project: local, or from the hub if the page shows the hub.
    pub fn with_project_store<T>(&self, name: Option<&str>, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        match &self.hub {
            None => self.with_local_store(|store| work(store)),
            Some(shared) => shared.lock().map_err(|_| hub_broken_error())?.with_project_copy(
                self.context,
                name.unwrap_or_default(),
                work,
            ),
        }
    }

    /// Works with one entry, wherever it is.
    pub fn with_entry<T>(&self, reference: &str, work: impl FnOnce(&Store, Entry) -> Result<T>) -> Result<T> {
        let reference: ctx_model::id::EntryReference = reference.parse()?;
        if let Some((origin, prefix)) = reference.remote_origin_and_id()
            && let Some((guest, entry)) = self.with_hub(|hub| hub.fetch_entry_as_store(origin, prefix))?
        {
            return work(&guest, entry);
        }
        self.with_local_store(|store| {
            let entry = store.resolve_reference(&reference, &self.scope_at_start())?;
            work(store, entry)
        })
    }

    /// Works with the text of one entry.
    pub fn with_entry_view<T>(&self, reference: &str, work: impl FnOnce(&EntryView<'_>) -> Result<T>) -> Result<T> {
        let masker = self.context.new_masker();
        self.with_entry(reference, |store, entry| work(&EntryView { store, entry: &entry, masker: &masker }))
    }

    /// Works with the hub itself, where there is one.
    pub fn with_hub<T>(&self, work: impl FnOnce(&mut Hub) -> Result<T>) -> Result<Option<T>> {
        self.hub
            .as_ref()
            .map(|shared| shared.lock().map_err(|_| hub_broken_error())?.with_connected_hub(self.context, work))
            .transpose()
    }

    /// All projects: their names, and when something last happened in each.
    pub fn projects(&self) -> Result<Vec<(String, Option<i64>)>> {
        if let Some(names) = self.with_hub(|hub| hub.projects_with_keys(None))? {
            return Ok(names.into_iter().map(|(name, _)| (name, None)).collect());
        }
        self.with_local_store(|store| {
            Ok(store.projects()?.into_iter().map(|(name, last)| (name, Some(last))).collect())
        })
    }

    /// The project that `ctx web` was started in, under its local name or its name on the hub.
    pub fn project_at_start(&self) -> String {
        let project = self.scope_at_start().project;
        if self.has_hub() { project::project_name(&project) } else { project.to_string_lossy().into_owned() }
    }

    /// The project that a question is about; none for all of them, which a hub does not have.
    pub fn project_of<'q>(&self, query: &'q Query) -> Option<Cow<'q, str>> {
        match query.get("project") {
            Some(name) => Some(name.into()),
            None => self.has_hub().then(|| self.project_at_start().into()),
        }
    }

    pub fn scope_at_start(&self) -> Scope {
        Scope::from_env(&self.context.env, ctx_model::env::unix_time_ms())
    }

    /// The cached result of `make`, computed again after a while.
    pub fn cached_or_computed_value(&self, key: &str, make: impl FnOnce() -> Result<Value>) -> Result<Value> {
        let known = self.sums.lock().ok().and_then(|sums| sums.get(key).cloned());
        if let Some((at, value)) = known
            && at.elapsed() < FRESH
        {
            return Ok(value);
        }
        let value = make()?;
        if let Ok(mut sums) = self.sums.lock() {
            sums.retain(|_, (at, _)| at.elapsed() < FRESH);
            sums.insert(key.to_owned(), (Instant::now(), value.clone()));
        }
        Ok(value)
    }

    /// Indexes entries that are not searchable yet, the newest first, with pauses for whoever searches meanwhile.
    pub fn index_pending_with_pauses(&self) {
        let done = self.with_local_store(|store| {
            store.prepare_connection_for_search()?;
            store.disable_memory_map()?;
            index_pending_entries(store, &self.context.new_masker(), IndexingEffort::Yielding(&|| false))?;
            store.checkpoint_wal_above_size(1 << 20);
            Ok(())
        });
        if let Err(error) = done {
            ctx_capture::error_log::log_ctx_failure(&self.context.env, &error);
        }
    }

    /// Makes the newest entries searchable, and all of them where that takes a moment only. Returns how many are left,
    /// for a process of its own.
    pub fn index_newest_entries_now(&self, store: &mut Store) -> Result<u64> {
        index_pending_entries(store, &self.context.new_masker(), IndexingEffort::Soon)?;
        store.checkpoint_wal_above_size(1 << 20);
        let left = store.pending_totals()?.entries;
        if left > 0 {
            index_process::start_index_process_if_needed(&self.context.env, store);
        }
        Ok(left)
    }
}

impl HubCache {
    fn with_connected_hub<T>(&mut self, context: &Context, work: impl FnOnce(&mut Hub) -> Result<T>) -> Result<T> {
        let mut hub = match self.hub.take() {
            Some(hub) => hub,
            None => Hub::open(&context.env, &context.config, &mut context.open_store()?)?,
        };
        let answer = work(&mut hub)?;
        self.hub = Some(hub);
        Ok(answer)
    }

    fn with_project_copy<T>(
        &mut self,
        context: &Context,
        name: &str,
        work: impl FnOnce(&Store) -> Result<T>,
    ) -> Result<T> {
        let (kept, store) = match self.last.take().filter(|(own, at, _)| own == name && at.elapsed() < FRESH) {
            Some((_, at, store)) => (at, store),
            None => {
                let wanted = HubEntryFilter { limit: FROM_HUB, ..HubEntryFilter::default() };
                (
                    Instant::now(),
                    self.with_connected_hub(context, |hub| hub.fetch_project_as_store(name, name, &wanted))?,
                )
            }
        };
        let done = work(&store);
        self.last = Some((name.to_owned(), kept, store));
        done
    }
}

fn hub_broken_error() -> Error {
    WebError::HubBroken.into()
}
