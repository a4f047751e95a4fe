//! Makes and removes the folder with ctx's shells.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use ctx_agents::install::shell::Folder;
use ctx_model::env::Env;
use ctx_model::error::{Context, Result};

/// The program that the links lead to: by the name on PATH, which an upgrade keeps, else by its own path.
pub fn program(env: &Env) -> PathBuf {
    let me = std::env::current_exe().and_then(|exe| exe.canonicalize()).unwrap_or_else(|_| PathBuf::from("ctx"));
    let by_name = env.programs("ctx").into_iter().next();
    by_name.filter(|path| path.is_absolute() && path.canonicalize().is_ok_and(|real| real == me)).unwrap_or(me)
}

/// Whether the folder is as this version of ctx would make it.
pub fn is_current(folder: &Folder, program: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let links = folder.links().iter().all(|link| real(link).is_some() && real(link) == real(program));
    links && folder.files().iter().all(|(file, text)| fs::read_to_string(file).is_ok_and(|found| found == *text))
}

/// Makes the folder, or brings it up to this version of ctx.
pub fn furnish(folder: &Folder, program: &Path) -> Result<()> {
    let doing = || format!("making {}", folder.path().display());
    for dir in [folder.path().to_owned(), folder.zdotdir()] {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir).context(doing())?;
    }
    for (file, text) in folder.files() {
        replace(&file, |new| {
            let mut out = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(new)?;
            std::io::Write::write_all(&mut out, text.as_bytes())
        })
        .context(doing())?;
    }
    for link in folder.links() {
        replace(&link, |new| symlink(program, new)).context(doing())?;
    }
    Ok(())
}

/// Replaces a file at once: a shell that starts meanwhile finds the old or the new one.
fn replace(path: &Path, make: impl FnOnce(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let _ = fs::remove_file(&new);
    make(&new)?;
    fs::rename(&new, path)
}

/// Removes ctx's own files and the folder.
pub fn clear(folder: &Folder) {
    // Errors are ignored: leftovers lead nowhere and harm nobody.
    for path in folder.links().into_iter().chain(folder.files().map(|(file, _)| file)) {
        let _ = fs::remove_file(path);
    }
    let _ = fs::remove_dir(folder.zdotdir());
    let _ = fs::remove_dir(folder.path());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_renewed_and_cleared_away() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::of(home.path());
        let program = std::env::current_exe().unwrap();
        furnish(&folder, &program).unwrap();
        assert!(is_current(&folder, &program) && !is_current(&folder, Path::new("/bin/sh")));
        fs::write(folder.bash_env(), "old").unwrap();
        assert!(!is_current(&folder, &program));
        furnish(&folder, &program).unwrap();
        assert!(is_current(&folder, &program));
        clear(&folder);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
