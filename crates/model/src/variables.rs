//! Variables of this process, read and set, and the programs on its PATH.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The value of a variable, if it is text.
pub fn text_variable(name: &str) -> Option<String> {
    nonempty_variable(name).and_then(|value| value.into_string().ok())
}

/// The value of a variable, whatever it holds.
pub fn raw_variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Those of these variables that are set.
pub fn existing_variables(names: &[&str]) -> Vec<(OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| names.iter().any(|known| name == known)).collect()
}

pub(crate) fn nonempty_variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

pub(crate) fn absolute_path_variable(name: &str) -> Option<PathBuf> {
    nonempty_variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The file that bash reads first.
pub fn bash_env_file() -> Option<PathBuf> {
    absolute_path_variable("BASH_ENV")
}

/// `$SHELL` of the program that called us; some give their children another one.
pub fn parent_shell_variable() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let environment = crate::process::environment_of_process(std::os::unix::process::parent_id())?;
    let shell = crate::process::find_variable_in_environment(&environment, "SHELL")?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(shell))).filter(|path| path.is_absolute())
}

/// The variable as every process started from now on sees it.
pub fn export_variable(name: &str, value: &std::ffi::OsStr) {
    // SAFETY: called while a command is prepared, before ctx starts a thread of its own.
    unsafe { std::env::set_var(name, value) };
}

/// Removes a variable from the environment of every process started from now on.
pub fn remove_variable(name: &str) {
    // SAFETY: as in `export_variable`.
    unsafe { std::env::remove_var(name) };
}

/// Exports a list of directories with one more in front.
pub fn prepend_to_path_variable(name: &str, dir: &Path) {
    let dirs = std::iter::once(dir.to_owned())
        .chain(nonempty_variable(name).iter().flat_map(std::env::split_paths).collect::<Vec<_>>());
    if let Ok(dirs) = std::env::join_paths(dirs) {
        export_variable(name, &dirs);
    }
}

/// Where a program of this name is, as a shell would find it.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_programs(name).into_iter().next()
}

pub(crate) fn find_programs(name: &str) -> Vec<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let is_program = |file: &PathBuf| {
        std::fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
    };
    let path = nonempty_variable("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|dir| dir.join(name)).filter(is_program).collect()
}
