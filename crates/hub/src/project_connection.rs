//! The hub as a project sees it, for commands that name it: connected at once, or in a thread while the store is asked.

use std::thread::JoinHandle;

use super::error::HubError;
use crate::{Hub, HubEntryFilter, UnidentifiedConnection, project};
use ctx_capture::Context;
use ctx_capture::config::change_setting;
use ctx_model::error::Context as _;
use ctx_model::{Result, Scope, unix_time_ms};
use ctx_store::{SearchFilter, Store};

/// A connection, and this project's name there and here.
pub struct HubConnection {
    pub hub: Hub,
    name: String,
    path: String,
}

impl HubConnection {
    pub fn open(context: &Context, store: &mut Store) -> Result<HubConnection> {
        Ok(HubConnection::for_current_project(Hub::open(&context.env, &context.config, store)?, context))
    }

    fn for_current_project(hub: Hub, context: &Context) -> HubConnection {
        let project = Scope::from_env(&context.env, unix_time_ms()).project;
        HubConnection { hub, name: project::project_name(&project), path: project.to_string_lossy().into_owned() }
    }

    /// This project's entries on the hub, as a store in memory.
    pub fn fetch_project_entries(&mut self, wanted: &HubEntryFilter) -> Result<Store> {
        self.hub.fetch_project_as_store(&self.name, &self.path, wanted)
    }

    /// What on the hub may answer a question, as a store in memory.
    pub fn fetch_search_candidates(&mut self, query: &str, within: &SearchFilter) -> Result<Store> {
        self.hub.fetch_search_candidates(&self.name, &self.path, query, within)
    }
}

/// A connection on its way.
pub struct PendingConnection(Option<JoinHandle<Result<UnidentifiedConnection>>>);

impl PendingConnection {
    /// Begins to connect: that takes as long as opening and asking the store.
    pub fn start_connecting(context: &Context) -> PendingConnection {
        let (env, config) = (context.env.clone(), context.config.clone());
        PendingConnection(
            std::thread::Builder::new().spawn(move || Hub::connect_before_identifying(&env, &config)).ok(),
        )
    }

    /// Waits for it. Where no thread was to be had, it connects now.
    pub fn wait_for_connection(self, context: &Context, store: &mut Store) -> Result<HubConnection> {
        let Some(thread) = self.0 else { return HubConnection::open(context, store) };
        let reached = thread.join().map_err(|_| HubError::Failed("connecting to the hub failed"))??;
        Ok(HubConnection::for_current_project(reached.load_hub_identity(store)?, context))
    }
}

/// Writes the address of the hub into ctx.toml, or takes it out; everything else in the file stays as it is.
pub fn save_hub_url(context: &Context, url: Option<&str>) -> Result<()> {
    let file = context.env.config_file.as_ref().ok_or(HubError::NoSettings)?;
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let changed = change_setting(&text, "hub", "url", url)?;
    if let Some(dir) = file.parent() {
        std::fs::create_dir_all(dir).context(dir.display())?;
    }
    // Written to a temporary file and renamed: a kill meanwhile leaves the settings whole.
    let aside = file.with_extension("toml.new");
    std::fs::write(&aside, changed).context(aside.display())?;
    std::fs::rename(&aside, file).context(file.display())
}
