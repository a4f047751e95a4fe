//! `Context`: the environment, the settings and the way to print, and the store that is opened with them.

use crate::config::Config;
use crate::error_log;
use crate::record::spool;
use crate::ui::Ui;
use ctx_digest::readers::flat::CompiledReader;
use ctx_model::{Env, Result, Scope, unix_time_ms};
use ctx_secrets::Masker;
use ctx_store::Store;

pub struct Context {
    pub env: Env,
    pub config: Config,
    pub ui: Ui,
}

impl Context {
    /// The store, for commands that are about nothing else.
    pub fn open_store(&self) -> Result<Store> {
        let mut store = Store::open_for_user(&self.env)?;
        if let Some(notice) = store.take_open_notice() {
            self.ui.warn(notice);
        }
        self.import_spool(&mut store);
        Ok(store)
    }

    /// Stores the outputs that wait beside the store. One that cannot be stored goes on waiting; neither that nor a
    /// lock held by another process stops a reader.
    pub fn import_spool(&self, store: &mut Store) {
        let taken = store.with_short_wait(|store| spool::import_spool(store, &self.env, &self.config));
        if let Err(error) = taken {
            error_log::log_ctx_failure(&self.env, &error);
        }
    }

    /// The user's own readers; a broken one is reported and the others are left out with it.
    pub fn user_readers(&self) -> Vec<CompiledReader> {
        self.config.compile_readers().unwrap_or_else(|problem| {
            self.ui.warn(format_args!("ctx.toml: {problem}"));
            Vec::new()
        })
    }

    /// Where a command that begins now belongs.
    pub fn current_command_scope(&self) -> Scope {
        Scope::from_env(&self.env, unix_time_ms())
    }

    /// The project of the working directory, as entries name it.
    pub fn current_project_name(&self) -> String {
        self.current_command_scope().project.to_string_lossy().into_owned()
    }

    pub fn new_masker(&self) -> Masker {
        self.ui.new_masker()
    }
}
