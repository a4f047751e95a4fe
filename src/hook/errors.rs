//! Errors of hooks, for `ctx doctor`: an agent shows none of them. The last few lines, beside the store.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

use crate::session::classify::brief;
use ctx_model::env::{Env, now_ms};

pub const FILE: &str = "hook-errors.log";
/// At most this many lines are kept.
const KEPT: usize = 50;

fn file(env: &Env) -> Option<PathBuf> {
    Some(env.store_dir.as_ref()?.join(FILE))
}

/// Notes a problem. If even that fails, there is nobody left to tell.
pub fn note(env: &Env, agent: &str, event: &str, problem: &str) {
    let Some(path) = file(env) else { return };
    let at = jiff::Timestamp::from_millisecond(now_ms()).unwrap_or_default();
    let line = format!("{at} {}: {}\n", brief(&format!("{agent} {event}"), 80), brief(problem, 300));
    if let Some(dir) = path.parent().filter(|dir| !dir.exists()) {
        let _ = DirBuilder::new().recursive(true).mode(0o700).create(dir);
    }
    let mut lines = lines_of(&path);
    let open = |path: &PathBuf, truncate: bool| {
        OpenOptions::new()
            .create(true)
            .append(!truncate)
            .write(true)
            .truncate(truncate)
            .mode(0o600)
            .custom_flags(libc::O_NOFOLLOW)
            .open(path)
    };
    if lines.len() < 2 * KEPT {
        let _ = open(&path, false).and_then(|mut file| file.write_all(line.as_bytes()));
        return;
    }
    let mut kept = lines.split_off(lines.len() - (KEPT - 1)).join("\n");
    kept.push('\n');
    kept.push_str(&line);
    let aside = path.with_extension(format!("log.{}", std::process::id()));
    let written = open(&aside, true).and_then(|mut file| file.write_all(kept.as_bytes()));
    let _ = written.and_then(|()| std::fs::rename(&aside, &path));
}

fn lines_of(path: &PathBuf) -> Vec<String> {
    let text = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}
