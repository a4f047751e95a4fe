//! Before a shell command: wrapped where that is worth it and changes neither its meaning nor what the user's rules say of it.

use super::Hook;
use crate::agents::hooks::{Answer, Call, seam};
use crate::error::Result;

pub fn answer(hook: &Hook<'_>, call: &Call<'_>) -> Result<Answer> {
    let Some(command) = call.command() else { return Ok(Answer::Nothing) };
    // The cheap question first: most commands are left as they are, and then no settings are read.
    let Some(wrapped) = seam::wrap(&command) else { return Ok(Answer::Nothing) };
    let here = hook.here(call);
    let judged = seam::judge(hook.env, &here.scope.project, &command)?;
    let may_allow = call.agent.may_allow() && !call.by_cursor && !hook.caller.cursor;
    Ok(decide(call, wrapped, judged, may_allow))
}

fn decide(call: &Call<'_>, command: String, judged: seam::Judged, may_allow: bool) -> Answer {
    let allow = match judged {
        // The agent's own rules see the command as the user wrote it.
        seam::Judged::Forbidden => return Answer::Nothing,
        seam::Judged::Allowed => may_allow,
        seam::Judged::Silent => false,
    };
    if call.agent.needs_allow() && !allow {
        return Answer::Nothing;
    }
    Answer::Rewrite { command, allow }
}
