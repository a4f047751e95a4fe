//! The work of each hook, and its answer. A failure here leaves the agent's call as it was.

mod after;
pub mod errors;
mod scene;
mod start;
pub mod stdin;

use std::path::Path;

use crate::error::SetupError;
use ctx_agents::hooks::{self, Agent, Event, HookAnswer, HookCall, host};
use ctx_agents::transcripts::spoken;
use ctx_model::error::Result;
use ctx_model::scope::git_root;
pub use scene::Hook;

impl Hook<'_> {
    /// The text for stdout. An error goes to the log; the agent then gets the answer that changes nothing.
    pub fn answer(&self, agent: Agent, event: Event, payload: &str) -> Result<String> {
        if self.caller.off || event == Event::Other {
            return Ok(hooks::nothing(agent).to_owned());
        }
        let Some(call) = hooks::read(agent, event, payload) else {
            return Err(SetupError::Payload("stdin is not a JSON object").into());
        };
        if self.is_done_elsewhere(agent, payload, &call) {
            return Ok(hooks::nothing(agent).to_owned());
        }
        if matches!(event, Event::SessionStart | Event::Prompt) {
            start::note_conversation(self, &call);
        }
        let answer = match event {
            Event::AfterTool => start::brief_later(self, &call, after::answer(self, &call)?)?,
            Event::ToolFailed => after::failed(self, &call)?,
            Event::SessionStart => start::answer(self, &call)?,
            Event::BeforeCompact => start::before_compact(self, &call)?,
            Event::Prompt => {
                let typed = call.prompt.clone().and_then(spoken);
                let answer =
                    self.note_words(&call, typed.as_deref(), |moment, store, text| moment.prompt(store, text))?;
                start::brief_later(self, &call, answer)?
            }
            Event::Stop | Event::SubagentStop => {
                self.note_words(&call, call.reply.as_deref(), |moment, store, text| moment.reply(store, text))?
            }
            Event::SessionEnd => start::session_end(self, &call)?,
            Event::Other => HookAnswer::Nothing,
        };
        Ok(hooks::answer(&call, &answer))
    }

    /// Some agents load the settings of others; if they have hooks of their own, those do the work.
    fn is_done_elsewhere(&self, agent: Agent, payload: &str, call: &HookCall<'_>) -> bool {
        let project = call.cwd.as_deref().map_or(self.env.cwd.as_path(), Path::new);
        let around = host::Surroundings {
            cursor: self.caller.cursor,
            home: self.env.home.clone(),
            project: git_root(project).unwrap_or_else(|| project.to_owned()),
        };
        host::stands_in_for(agent, payload, &around).is_some()
    }
}
