//! Errors of hooks, for `ctx doctor`: an agent shows none of them. The last few lines, beside the store.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;

use ctx_capture::error_log;
use ctx_memory::session::classify::brief;
use ctx_model::env::{Env, now_ms};

pub const FILE: &str = "hook-errors.log";

/// Notes a problem. If even that fails, there is nobody left to tell.
pub fn note(env: &Env, agent: &str, event: &str, problem: &str) {
    let Some(dir) = &env.store_dir else { return };
    let at = jiff::Timestamp::from_millisecond(now_ms()).unwrap_or_default();
    let line = format!("{at} {}: {}\n", brief(&format!("{agent} {event}"), 80), brief(problem, 300));
    if !dir.exists() {
        let _ = DirBuilder::new().recursive(true).mode(0o700).create(dir);
    }
    let _ = error_log::append(&dir.join(FILE), &line);
}
