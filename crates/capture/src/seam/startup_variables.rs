//! The variables that led bash to ctx's startup file: nothing that is started below finds them. The file itself leaves this
//! to ctx, because bash is slower at it; only a bash that takes a profile over reads the file once more, and cleans up itself.

use std::ffi::OsString;
use std::path::Path;

use ctx_agents::install::shell::{BASH_FILE, ZSH_FOLDER};
use ctx_model::env;

/// Gives both variables the values that they would have without ctx. `link` is the path under which ctx was called: the
/// startup files stand beside it.
pub fn restore_startup_variables(link: &Path) {
    // Exported where every variable is (`bash -a`).
    for name in ["CTX_TRACED", "CTX_LOGIN", "CTX_LINE"] {
        env::remove_variable(name);
    }
    // What a login shell's profile set: the real bash finds it by way of the same file.
    if env::raw_variable("CTX_PROFILE").is_some_and(|profile| !profile.is_empty()) {
        return;
    }
    let Some(folder) = link.parent() else { return };
    let (bash_file, zsh_folder) = (folder.join(BASH_FILE), folder.join(ZSH_FOLDER));
    set_or_remove_variable(
        "BASH_ENV",
        take_environment_variable("CTX_BASH_ENV").filter(|theirs| Path::new(theirs) != bash_file),
    );
    let theirs = take_environment_variable("CTX_ZDOTDIR");
    if env::raw_variable("ZDOTDIR").is_some_and(|dir| Path::new(&dir) == zsh_folder) {
        set_or_remove_variable("ZDOTDIR", theirs);
    }
}

fn take_environment_variable(name: &str) -> Option<OsString> {
    let value = env::raw_variable(name);
    env::remove_variable(name);
    value.filter(|value| !value.is_empty())
}

fn set_or_remove_variable(name: &str, value: Option<OsString>) {
    match value {
        Some(value) => env::export_variable(name, &value),
        None => env::remove_variable(name),
    }
}
