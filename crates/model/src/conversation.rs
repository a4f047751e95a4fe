//! The conversation that a shell belongs to, for agents whose shells do not know its name: a hook does, and both
//! stand below the same process. It is noted in a small file that is named after that process.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::process::{self, Ancestor};

/// The folder with these files, beside the store.
const FOLDER: &str = "conversations";
/// Programs that agents start hooks with: the agent stands above them.
const SHELLS: [&str; 7] = ["sh", "bash", "zsh", "dash", "ksh", "fish", "env"];

fn conversation_file(store_dir: &Path, process: &Ancestor) -> PathBuf {
    store_dir.join(FOLDER).join(format!("{}-{}", process.pid, process.started))
}

/// Notes the name of the conversation for the shells of the agent that called this hook.
pub fn save_conversation_name(store_dir: &Path, name: &str) -> std::io::Result<()> {
    let Some(agent) = process::ancestor_processes().find(|process| !SHELLS.contains(&process.name.as_str())) else {
        return Ok(());
    };
    let path = conversation_file(store_dir, &agent);
    if fs::read_to_string(&path).is_ok_and(|noted| noted == name) {
        return Ok(());
    }
    let folder = store_dir.join(FOLDER);
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    remove_files_of_ended_processes(&folder);
    // Written beside and renamed: a shell that asks meanwhile finds the old name or the new one.
    let new = path.with_file_name(format!("{}-{}.new{}", agent.pid, agent.started, std::process::id()));
    let mut out = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    out.write_all(name.as_bytes())?;
    fs::rename(&new, &path)
}

/// The name that a hook noted for the agent above this process.
pub fn load_conversation_name(store_dir: &Path) -> Option<String> {
    if !store_dir.join(FOLDER).is_dir() {
        return None;
    }
    process::ancestor_processes().find_map(|process| fs::read_to_string(conversation_file(store_dir, &process)).ok())
}

/// Removes the notes about processes that have ended. Errors are ignored: such a note leads nowhere.
fn remove_files_of_ended_processes(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        let is_running = name.to_str().and_then(|name| name.split_once('-')).is_some_and(|(pid, started)| {
            pid.parse().ok().and_then(process::process_start_time).is_some_and(|now| started.starts_with(&now))
        });
        if !is_running {
            let _ = fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_found_below_the_same_process_and_goes_with_it() {
        let store = tempfile::tempdir().unwrap();
        assert_eq!(load_conversation_name(store.path()), None);
        if process::ancestor_processes().next().is_none() {
            return;
        }
        save_conversation_name(store.path(), "first").unwrap();
        save_conversation_name(store.path(), "second").unwrap();
        assert_eq!(load_conversation_name(store.path()).as_deref(), Some("second"));
        let folder = store.path().join(FOLDER);
        // A number that no process has had since this one was started.
        fs::write(folder.join("999999999-1"), "gone").unwrap();
        save_conversation_name(store.path(), "third").unwrap();
        assert_eq!(load_conversation_name(store.path()).as_deref(), Some("third"));
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
    }
}
