//! The completion script for zsh: clap's, with our functions in their places.

const FUNCTIONS: &str = include_str!("complete.zsh");

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
    let mut text = lines.next().unwrap_or_default().to_owned() + FUNCTIONS;
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
