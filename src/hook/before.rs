//! Before a shell command: wrapped where that is worth it and changes neither its meaning nor what the user's rules say of it.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Hook;
use crate::agents::hooks::{Answer, Call};
use crate::agents::permissions::{Places, Rules, Verdict};
use crate::agents::rewrite::Wrapper;
use crate::error::Result;

pub fn answer(hook: &Hook<'_>, call: &Call<'_>) -> Result<Answer> {
    let Some(command) = call.command() else { return Ok(Answer::Nothing) };
    // The cheap question first: most commands are left as they are, and then no settings are read.
    let is_there = |name: &str| is_on(&hook.caller.path, name);
    let wrapper = Wrapper { is_there: &is_there, listings: call.asks_nothing };
    let Some(wrapped) = wrapper.wrap(&command).filter(|_| is_there("ctx")) else {
        return Ok(Answer::Nothing);
    };
    let here = hook.here(call);
    let rules = Rules::read(&Places {
        home: hook.env.home.as_deref(),
        user: hook.env.claude_dir.as_deref(),
        project: &here.scope.project,
        cwd: here.cwd.as_deref().map_or(hook.env.cwd.as_path(), Path::new),
    })?;
    let allow = match rules.command(&command) {
        // The agent judges the command as it was asked for.
        Verdict::Deny { .. } | Verdict::Ask { .. } => return Ok(Answer::Nothing),
        Verdict::Silent if rules.allow_ctx_itself() => return Ok(Answer::Nothing),
        Verdict::Silent => false,
        Verdict::Allow => call.agent.may_allow() && !call.by_cursor && !hook.caller.cursor,
    };
    if call.agent.needs_allow() && !allow {
        return Ok(Answer::Nothing);
    }
    Ok(Answer::Rewrite { command: wrapped, allow })
}

/// Whether a program of this name is on the path.
fn is_on(path: &OsStr, name: &str) -> bool {
    let runs = |meta: std::fs::Metadata| meta.is_file() && meta.permissions().mode() & 0o111 != 0;
    std::env::split_paths(path).any(|dir| std::fs::metadata(dir.join(name)).is_ok_and(runs))
}
