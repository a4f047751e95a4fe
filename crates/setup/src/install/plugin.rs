//! The Claude Code plugin in a directory: written, renewed, and left alone if it is somebody else's.

use std::path::Path;

use super::{FileChange, InstallPlan, RecordAction};
use crate::error::SetupError;
use ctx_agents::claude_code::plugin::{self, LEDGER};
use ctx_files::disk::{self, LoadedFile};
use ctx_model::Result;

/// Brings the plugin in `dir` up to this version of ctx.
pub fn plan_plugin_update(cwd: &Path, dir: &Path) -> Result<InstallPlan> {
    let dir = disk::real_path(cwd, dir)?;
    let mut plan = InstallPlan::default();
    let known = LoadedFile::read(&dir.join(LEDGER))?;
    let ledger: serde_json::Value =
        known.as_ref().and_then(|found| serde_json::from_slice(&found.bytes).ok()).unwrap_or_default();
    let files = plugin::plugin_files();
    let mut foreign = Vec::new();
    for (name, text) in &files {
        let path = dir.join(name);
        let found = LoadedFile::read(&path)?.map(|found| found.bytes);
        match (&found, ledger["files"][name].as_str()) {
            (Some(bytes), _) if bytes == text.as_bytes() => continue,
            (Some(_), None) => foreign.push(path.display().to_string()),
            (Some(bytes), Some(hash)) if plugin::hash_bytes(bytes) != hash => {
                plan.notes.push(format!("{}: edited by hand; the edits go", path.display()));
            }
            _ => {}
        }
        plan.changes.push(plugin_file_change(path, found, text));
    }
    if !foreign.is_empty() {
        return Err(SetupError::NotOurs(foreign).into());
    }
    let path = dir.join(LEDGER);
    let text = plugin::render_hash_ledger(&files);
    let known = known.map(|found| found.bytes);
    if known.as_deref() != Some(text.as_bytes()) {
        plan.changes.push(plugin_file_change(path, known, &text));
    }
    Ok(plan)
}

fn plugin_file_change(path: std::path::PathBuf, before: Option<Vec<u8>>, text: &str) -> FileChange {
    FileChange { path, before, after: Some(text.as_bytes().to_vec()), then: RecordAction::Nothing }
}
