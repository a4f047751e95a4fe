//! What is done when an agent calls a hook, and what it is answered. Whatever fails here leaves the agent's call as it was.

mod after;
pub mod errors;
mod start;
pub mod stdin;

use std::borrow::Cow;
use std::path::Path;

use crate::agents::hooks::{self, Agent, Answer, Call, Event, host};
use crate::agents::transcripts::spoken;
use crate::config::Config;
use crate::digest::readers::flat::Flat;
use crate::env::{Env, HookCaller, now_ms};
use crate::error::{Error, Result};
use crate::import::live::Moment;
use crate::secrets::Masker;
use crate::session::Scope;
use crate::session::scope::git_root;
use crate::store::Store;

/// The write-ahead log is moved into the database above this, when a turn has ended …
const LOG_AT_REST: u64 = 256 << 10;
/// … and above this in the middle of one, where somebody waits for it.
const LOG_AT_WORK: u64 = 2 << 20;

/// What a hook works with.
pub struct Hook<'a> {
    pub env: &'a Env,
    pub caller: &'a HookCaller,
    pub config: &'a Config,
    pub masker: &'a dyn Fn() -> Masker,
    pub readers: &'a dyn Fn() -> Vec<Flat>,
}

/// Where a call happened.
struct Here<'a> {
    scope: Scope,
    project: String,
    cwd: Option<Cow<'a, str>>,
    side: Option<Cow<'a, str>>,
    at: i64,
}

impl Here<'_> {
    fn moment(&self, agent: Agent) -> Moment<'_> {
        Moment {
            agent: agent.name(),
            session: &self.scope.session,
            side: self.side.as_deref(),
            cwd: self.cwd.as_deref(),
            project: &self.project,
            branch: self.scope.branch.as_deref(),
            at: self.at,
        }
    }
}

impl Hook<'_> {
    /// What goes to stdout. An error is for the log; the agent is then answered what changes nothing.
    pub fn answer(&self, agent: Agent, event: Event, payload: &str) -> Result<String> {
        if self.caller.off || event == Event::Other {
            return Ok(hooks::nothing(agent).to_owned());
        }
        let Some(call) = hooks::read(agent, event, payload) else {
            return Err(Error::failed("stdin is not a JSON object"));
        };
        if self.is_done_elsewhere(agent, payload, &call) {
            return Ok(hooks::nothing(agent).to_owned());
        }
        let answer = match event {
            Event::AfterTool => after::answer(self, &call)?,
            Event::ToolFailed => after::failed(self, &call)?,
            Event::SessionStart => start::answer(self, &call)?,
            Event::BeforeCompact => start::before_compact(self, &call)?,
            Event::Prompt => {
                let typed = call.prompt.clone().and_then(spoken);
                self.said(&call, typed.as_deref(), |moment, store, text| moment.prompt(store, text))?
            }
            Event::Stop | Event::SubagentStop => {
                self.said(&call, call.reply.as_deref(), |moment, store, text| moment.reply(store, text))?
            }
            Event::SessionEnd => start::session_end(self, &call)?,
            Event::Other => Answer::Nothing,
        };
        Ok(hooks::answer(&call, &answer))
    }

    /// Some load the settings of others; where they have hooks of their own, those do the work.
    fn is_done_elsewhere(&self, agent: Agent, payload: &str, call: &Call<'_>) -> bool {
        let project = call.cwd.as_deref().map_or(self.env.cwd.as_path(), Path::new);
        let around = host::Surroundings {
            cursor: self.caller.cursor,
            home: self.env.home.clone(),
            project: git_root(project).unwrap_or_else(|| project.to_owned()),
        };
        host::stands_in_for(agent, payload, &around).is_some()
    }

    fn store(&self) -> Result<Store> {
        let mut store = Store::of(self.env)?.in_a_hurry();
        // What was run before this call comes before it, too. Where that fails it is tried again by the next one.
        let _ = crate::ended::take_in(&mut store, self.env, self.config);
        Ok(store)
    }

    fn here<'c>(&self, call: &'c Call<'_>) -> Here<'c> {
        let at = now_ms();
        let cwd = call.cwd.as_deref().filter(|cwd| Path::new(cwd).is_absolute());
        let mut env = self.env.clone();
        if let Some(cwd) = cwd {
            env.cwd = cwd.into();
        }
        // Names are printed as they are later.
        let printable = |name: &str| !name.is_empty() && name.len() <= 200 && !name.chars().any(char::is_control);
        if let Some(session) = call.session.as_deref().filter(|session| printable(session)) {
            env.session = Some(session.to_owned());
        }
        let scope = Scope::of(&env, at);
        Here {
            project: scope.project.to_string_lossy().into_owned(),
            scope,
            cwd: cwd.map(Cow::Borrowed),
            side: call.agent_id.as_deref().filter(|side| printable(side)).map(Cow::Borrowed),
            at,
        }
    }

    fn said(
        &self,
        call: &Call<'_>,
        text: Option<&str>,
        tell: impl FnOnce(&Moment<'_>, &mut Store, &str) -> Result<()>,
    ) -> Result<Answer> {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            let mut store = self.store()?;
            tell(&self.here(call).moment(call.agent), &mut store, text)?;
            store.checkpoint(if call.event == Event::Prompt { LOG_AT_WORK } else { LOG_AT_REST });
        }
        Ok(Answer::Nothing)
    }
}
