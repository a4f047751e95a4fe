//! The store: its place, owner, integrity, disk and size; and recent failures.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::check::CheckResult;
use crate::hook::errors;
use ctx_capture::error_log;
use ctx_capture::ui::{format_age, format_size};
use ctx_model::Env;
use ctx_model::env::user_id;
use ctx_store::folder::{self, FileSystemKind};
use ctx_store::inspect;

const AREA: &str = "store";
/// A log of this size means that no process has had time to empty it.
const LARGE_LOG: u64 = 256 << 20;
/// Failures are reported for this long.
const RECENT_MS: i64 = 7 * 86_400_000;

pub fn check_store(env: &Env) -> Vec<CheckResult> {
    let Some(dir) = env.store_dir.as_deref() else {
        let says = "no directory: neither CTX_HOME nor HOME is set";
        return vec![CheckResult::fail(AREA, says, "set CTX_HOME to a directory of your own")];
    };
    let fts5 = match inspect::has_fts5() {
        true => CheckResult::ok("search", "FTS5 available"),
        false => {
            CheckResult::fail("search", "this SQLite has no FTS5", "install a ctx that was built with its own SQLite")
        }
    };
    let mut lines = match std::fs::symlink_metadata(dir) {
        Err(_) => vec![match folder::why_dir_cannot_be_made(dir) {
            None => CheckResult::ok(AREA, format!("{}: not there yet; the first ctx run creates it", dir.display())),
            Some(why) => CheckResult::fail(
                AREA,
                format!("{} cannot be created: {why}", dir.display()),
                "set CTX_HOME to a directory of your own; until then ctx run shows outputs and stores nothing",
            ),
        }],
        Ok(meta) if meta.is_symlink() => {
            let says = format!("{} is a symlink, which ctx does not follow", dir.display());
            vec![CheckResult::fail(AREA, says, "set CTX_HOME to the real directory")]
        }
        Ok(_) => check_existing_store(dir),
    };
    lines.push(fts5);
    lines
}

fn check_existing_store(dir: &Path) -> Vec<CheckResult> {
    let mut lines = vec![check_database_integrity(dir), check_owner_only(dir)];
    let at = dir.display();
    let todo = "set CTX_HOME to a directory on a local disk";
    lines.push(match folder::file_system_kind(dir) {
        FileSystemKind::Local => CheckResult::ok("disk", format!("{at}: a local file system")),
        FileSystemKind::Network(kind) => {
            CheckResult::warn("disk", format!("{at}: {kind}; slower, and without a write-ahead log"), todo)
        }
        FileSystemKind::Overlay => CheckResult::warn(
            "disk",
            format!("{at}: in a container's layer, gone with it"),
            "set CTX_HOME to a volume that stays",
        ),
        FileSystemKind::Memory => CheckResult::warn("disk", format!("{at}: in memory, lost at the next reboot"), todo),
    });
    lines
}

fn check_database_integrity(dir: &Path) -> CheckResult {
    let file = dir.join(folder::FILE);
    let aside = format!(
        "mv {0} {0}.broken; ctx begins anew, and `sqlite3 {0}.broken .recover` saves what can be read",
        file.display()
    );
    let health = match inspect::read_database_health(dir) {
        Ok(None) => {
            return CheckResult::ok(AREA, format!("{}: not there yet; the first ctx run creates it", file.display()));
        }
        Ok(Some(health)) => health,
        Err(error) => return CheckResult::fail(AREA, error.to_string(), aside),
    };
    if health.verdict != "ok" {
        return CheckResult::fail(AREA, format!("{}: {}", file.display(), health.verdict), aside);
    }
    let (name, size, schema, journal) = (file.display(), format_size(health.bytes), health.schema, &health.journal);
    let about = format!("{name} · {size} · schema {schema} · journal {journal} · quick_check ok");
    if health.schema > health.known {
        let says = format!("{about}; this ctx knows schema {} only and reads without writing", health.known);
        CheckResult::warn(AREA, says, "upgrade ctx")
    } else if health.log_bytes > LARGE_LOG {
        let says = format!("{about} · log {}", format_size(health.log_bytes));
        CheckResult::warn(AREA, says, "ctx forget --prune empties the log")
    } else {
        CheckResult::ok(AREA, about)
    }
}

/// Whether only its owner can read it.
fn check_owner_only(dir: &Path) -> CheckResult {
    let me = user_id();
    let files = ["", "-wal", "-shm"].map(|end| dir.join(format!("{}{end}", folder::FILE)));
    let mut open = Vec::new();
    for path in std::iter::once(dir.to_path_buf()).chain(files) {
        let Ok(meta) = std::fs::symlink_metadata(&path) else { continue };
        if meta.uid() != me {
            let says = format!("{} belongs to user {}, not to {me}", path.display(), meta.uid());
            return CheckResult::fail("mode", says, "set CTX_HOME to a directory of your own");
        }
        if meta.mode() & 0o077 != 0 {
            open.push(format!("{} has mode {:o}", path.display(), meta.mode() & 0o777));
        }
    }
    match open.is_empty() {
        true => CheckResult::ok("mode", "directory 0700, files 0600"),
        false => CheckResult::warn("mode", open.join(", "), format!("chmod -R go= {}", dir.display())),
    }
}

/// The failures of the last days.
pub fn check_recent_errors(env: &Env, now: i64) -> Vec<CheckResult> {
    let mut lines = Vec::new();
    for (name, whose) in [(error_log::FILE, "ctx"), (errors::FILE, "a hook")] {
        let Some(file) = env.store_dir.as_ref().map(|dir| dir.join(name)) else { continue };
        let recent: Vec<String> = error_log::read_last_log_lines(&file, 3)
            .into_iter()
            .filter(|(at, _)| at.is_none_or(|at| now - at < RECENT_MS))
            .map(|(at, what)| at.map_or(what.clone(), |at| format!("{}: {what}", format_age(now.saturating_sub(at)))))
            .collect();
        if !recent.is_empty() {
            let says = format!("{whose} failed: {}", recent.join("; "));
            lines.push(CheckResult::warn("errors", says, format!("all of them are in {}", file.display())));
        }
    }
    if lines.is_empty() {
        lines.push(CheckResult::ok("errors", "none in the last 7 days"));
    }
    lines
}
