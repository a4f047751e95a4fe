//! The parts of completion scripts that clap does not write. They stand in files of their own beside this one.

/// Bash shows no descriptions: they follow the references as long as there is a choice.
pub const BASH: &str = include_str!("complete.bash");
pub const FISH: &str = include_str!("complete.fish");
const ZSH: &str = include_str!("complete.zsh");
pub const BASH_KEYS: &str = include_str!("keys.bash");
pub const ZSH_KEYS: &str = include_str!("keys.zsh");
pub const FISH_KEYS: &str = include_str!("keys.fish");
/// After the keys above, where ctrl-r is wanted as well.
pub const BASH_CTRL_R: &str = include_str!("ctrl-r.bash");
pub const ZSH_CTRL_R: &str = include_str!("ctrl-r.zsh");
pub const FISH_CTRL_R: &str = include_str!("ctrl-r.fish");

/// Puts the functions of `complete.zsh` where clap wrote `_default` for a reference, a session, a project or a command.
pub fn patch_zsh_script(script: &str) -> String {
    let is_reference = |line: &str| {
        let name = line.trim_start_matches(['\'', '*', ':']);
        let value = ["reference", "names", "old", "new"]
            .iter()
            .any(|place| (line.starts_with("':") || line.starts_with("'*:")) && name.starts_with(place));
        value || ["--supersedes=[", "--done=[", "--timeline=[", "--in=["].iter().any(|option| line.contains(option))
    };
    let mut lines = script.split_inclusive('\n');
    // After the `#compdef` line, which has to be the first.
    let mut text = lines.next().unwrap_or_default().to_owned() + ZSH;
    for line in lines {
        let function = match line {
            line if is_reference(line) => "_ctx_references",
            line if line.contains("--session=[") => "_ctx_sessions",
            line if line.contains("::PATH:_default") => "_ctx_projects",
            line if line.starts_with("'*::command") => "_normal",
            _ => "_default",
        };
        text.push_str(&line.replace(":_default'", &format!(":{function}'")));
    }
    text
}
