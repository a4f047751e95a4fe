//! Makes and removes the folder with ctx's shells.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use ctx_agents::install::shell::ShellFolder;
use ctx_model::error::Context;
use ctx_model::{Env, Result};

/// The program that the links lead to: by the name on PATH, which an upgrade keeps, else by its own path.
pub fn link_target_program(env: &Env) -> PathBuf {
    let me = std::env::current_exe().and_then(|exe| exe.canonicalize()).unwrap_or_else(|_| PathBuf::from("ctx"));
    let by_name = env.find_programs("ctx").into_iter().next();
    by_name.filter(|path| path.is_absolute() && path.canonicalize().is_ok_and(|real| real == me)).unwrap_or(me)
}

/// Whether the folder is as this version of ctx would make it.
pub fn is_shell_folder_current(folder: &ShellFolder, program: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let links = folder.all_shell_links().iter().all(|link| real(link).is_some() && real(link) == real(program));
    links
        && folder
            .startup_files_and_contents()
            .iter()
            .all(|(file, text)| fs::read_to_string(file).is_ok_and(|found| found == *text))
}

/// Makes the folder, or brings it up to this version of ctx.
pub fn create_or_update_shell_folder(folder: &ShellFolder, program: &Path) -> Result<()> {
    let doing = || format!("making {}", folder.path().display());
    for dir in [folder.path().to_owned(), folder.zsh_startup_dir()] {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir).context(doing())?;
    }
    for (file, text) in folder.startup_files_and_contents() {
        replace_private_file(&file, text.as_bytes()).context(doing())?;
    }
    for link in folder.all_shell_links() {
        replace_atomically(&link, |new| symlink(program, new)).context(doing())?;
    }
    Ok(())
}

/// Replaces a file that is for its owner only.
pub(super) fn replace_private_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    replace_atomically(path, |new| {
        let mut out = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(new)?;
        std::io::Write::write_all(&mut out, bytes).and_then(|()| out.sync_all())
    })
}

/// Replaces a file at once: a shell that starts meanwhile finds the old or the new one.
fn replace_atomically(path: &Path, make: impl FnOnce(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let _ = fs::remove_file(&new);
    make(&new)?;
    fs::rename(&new, path)
}

/// Removes ctx's own files and the folder.
pub fn remove_shell_folder(folder: &ShellFolder) {
    // Errors are ignored: leftovers lead nowhere and harm nobody.
    for path in folder.all_shell_links().into_iter().chain(folder.startup_files_and_contents().map(|(file, _)| file)) {
        let _ = fs::remove_file(path);
    }
    let _ = fs::remove_dir(folder.zsh_startup_dir());
    let _ = fs::remove_dir(folder.path());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_renewed_and_cleared_away() {
        let home = tempfile::tempdir().unwrap();
        let folder = ShellFolder::in_store_dir(home.path());
        let program = std::env::current_exe().unwrap();
        create_or_update_shell_folder(&folder, &program).unwrap();
        assert!(is_shell_folder_current(&folder, &program) && !is_shell_folder_current(&folder, Path::new("/bin/sh")));
        fs::write(folder.bash_env_file(), "old").unwrap();
        assert!(!is_shell_folder_current(&folder, &program));
        create_or_update_shell_folder(&folder, &program).unwrap();
        assert!(is_shell_folder_current(&folder, &program));
        remove_shell_folder(&folder);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
