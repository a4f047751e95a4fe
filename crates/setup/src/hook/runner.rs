//! The tools of a hook, and the place of its call.

use std::borrow::Cow;
use std::path::Path;

use ctx_agents::hooks::{HookAnswer, HookCall, HookEvent};
use ctx_capture::Context;
use ctx_capture::record::spool;
use ctx_memory::import::hook_reports::HookEventContext;
use ctx_model::env::HookCaller;
use ctx_model::{Result, Scope, unix_time_ms};
use ctx_store::Store;

/// The write-ahead log is checkpointed above this size when a turn has ended …
pub(super) const LOG_AT_REST: u64 = 256 << 10;
/// … and above this in the middle of one, when somebody waits for it.
pub(super) const LOG_AT_WORK: u64 = 2 << 20;

/// The environment and the tools of a hook.
pub struct HookRunner<'a> {
    pub context: &'a Context,
    pub caller: &'a HookCaller,
}

/// Where a call happened.
pub(super) struct HookCallContext<'a> {
    pub call: &'a HookCall<'a>,
    pub scope: Scope,
    pub project: String,
    pub cwd: Option<Cow<'a, str>>,
    pub side: Option<Cow<'a, str>>,
    pub at: i64,
}

impl HookCallContext<'_> {
    pub(super) fn event_context(&self) -> HookEventContext<'_> {
        HookEventContext {
            agent: self.call.agent.name(),
            session: &self.scope.session,
            side: self.side.as_deref(),
            cwd: self.cwd.as_deref(),
            project: &self.project,
            branch: self.scope.branch.as_deref(),
            at: self.at,
        }
    }
}

impl HookRunner<'_> {
    pub(super) fn open_store(&self) -> Result<Store> {
        let mut store = Store::open_with_short_wait(&self.context.env)?;
        // Earlier commands come before this call in the store, too. If that fails, the next hook tries again.
        let _ = spool::import_spool(&mut store, &self.context.env, &self.context.config);
        Ok(store)
    }

    pub(super) fn hook_call_context<'c>(&self, call: &'c HookCall<'c>) -> HookCallContext<'c> {
        let at = unix_time_ms();
        let cwd = call.cwd.as_deref().filter(|cwd| Path::new(cwd).is_absolute());
        let mut env = self.context.env.clone();
        if let Some(cwd) = cwd {
            env.cwd = cwd.into();
        }
        // Names are printed as they are later.
        let printable = |name: &str| !name.is_empty() && name.len() <= 200 && !name.chars().any(char::is_control);
        if let Some(session) = call.session.as_deref().filter(|session| printable(session)) {
            env.session = Some(session.to_owned());
        }
        let scope = Scope::from_env(&env, at);
        HookCallContext {
            call,
            project: scope.project.to_string_lossy().into_owned(),
            scope,
            cwd: cwd.map(Cow::Borrowed),
            side: call.agent_id.as_deref().filter(|side| printable(side)).map(Cow::Borrowed),
            at,
        }
    }

    pub(super) fn record_message(
        &self,
        call: &HookCall<'_>,
        text: Option<&str>,
        tell: impl FnOnce(&HookEventContext<'_>, &mut Store, &str) -> Result<()>,
    ) -> Result<HookAnswer> {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            let mut store = self.open_store()?;
            tell(&self.hook_call_context(call).event_context(), &mut store, text)?;
            store.checkpoint_wal_above_size(if call.event == HookEvent::Prompt { LOG_AT_WORK } else { LOG_AT_REST });
        }
        Ok(HookAnswer::Nothing)
    }
}
