//! Errors of hooks, for `ctx doctor`: an agent shows none of them. The last few lines, beside the store.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;

use ctx_capture::error_log;
use ctx_memory::session::classify::shorten_to_line;
use ctx_model::{Env, unix_time_ms};

pub const FILE: &str = "hook-errors.log";

/// Notes a problem. If even that fails, there is nobody left to tell.
pub fn log_hook_problem(env: &Env, agent: &str, event: &str, problem: &str) {
    let Some(dir) = &env.store_dir else { return };
    let at = jiff::Timestamp::from_millisecond(unix_time_ms()).unwrap_or_default();
    let line =
        format!("{at} {}: {}\n", shorten_to_line(&format!("{agent} {event}"), 80), shorten_to_line(problem, 300));
    if !dir.exists() {
        let _ = DirBuilder::new().recursive(true).mode(0o700).create(dir);
    }
    let _ = error_log::append_to_bounded_log(&dir.join(FILE), &line);
}
