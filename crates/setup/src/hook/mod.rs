//! The work of each hook, and its answer. A failure here leaves the agent's call as it was.

mod after_tool;
pub mod errors;
mod runner;
mod session;
pub mod stdin;

use std::path::Path;

use crate::error::SetupError;
use ctx_agents::hooks::{self, Agent, HookAnswer, HookCall, HookEvent, host};
use ctx_agents::transcripts::words_typed_by_user;
use ctx_model::Result;
use ctx_model::scope::git_root;
pub use runner::HookRunner;

impl HookRunner<'_> {
    /// The text for stdout. An error goes to the log; the agent then gets the answer that changes nothing.
    pub fn answer_hook(&self, agent: Agent, event: HookEvent, payload: &str) -> Result<String> {
        if self.caller.off || event == HookEvent::Other {
            return Ok(hooks::no_change_hook_answer(agent).to_owned());
        }
        let Some(call) = hooks::parse_hook_call(agent, event, payload) else {
            return Err(SetupError::Payload("stdin is not a JSON object").into());
        };
        if self.is_handled_by_other_hooks(agent, payload, &call) {
            return Ok(hooks::no_change_hook_answer(agent).to_owned());
        }
        if matches!(event, HookEvent::SessionStart | HookEvent::Prompt) {
            session::note_conversation_name_if_needed(self, &call);
        }
        let answer = match event {
            HookEvent::AfterTool => {
                session::add_brief_after_compaction(self, &call, after_tool::answer_after_tool(self, &call)?)?
            }
            HookEvent::ToolFailed => after_tool::answer_after_failed_tool(self, &call)?,
            HookEvent::SessionStart => session::answer_session_start(self, &call)?,
            HookEvent::BeforeCompact => session::keep_brief_before_compaction(self, &call)?,
            HookEvent::Prompt => {
                let typed = call.prompt.clone().and_then(words_typed_by_user);
                let answer = self
                    .record_message(&call, typed.as_deref(), |moment, store, text| moment.record_prompt(store, text))?;
                session::add_brief_after_compaction(self, &call, answer)?
            }
            HookEvent::Stop | HookEvent::SubagentStop => {
                self.record_message(&call, call.reply.as_deref(), |moment, store, text| {
                    moment.record_reply(store, text)
                })?
            }
            HookEvent::SessionEnd => session::answer_session_end(self, &call)?,
            HookEvent::Other => HookAnswer::Nothing,
        };
        Ok(hooks::render_hook_answer(&call, &answer))
    }

    /// Some agents load the settings of others; if they have hooks of their own, those do the work.
    fn is_handled_by_other_hooks(&self, agent: Agent, payload: &str, call: &HookCall<'_>) -> bool {
        let project = call.cwd.as_deref().map_or(self.context.env.cwd.as_path(), Path::new);
        let around = host::CallerEnvironment {
            cursor: self.caller.cursor,
            home: self.context.env.home.clone(),
            project: git_root(project).unwrap_or_else(|| project.to_owned()),
        };
        host::find_other_caller_with_hooks(agent, payload, &around).is_some()
    }
}
