//! Hooks in Codex's `config.toml`, as a marked block at the end: tables with absolute names may stand anywhere, so no
//! other byte moves.

use crate::agent::Agent;
use crate::install::toml_keys::{self, OwnedKeys};
use crate::install::toml_lines::parse;
use crate::install::{Uneditable, hooks, marked};

pub fn install(text: &str) -> Result<String, Uneditable> {
    parse(text)?;
    let with = marked::install(text, marked::HASH, &body())?;
    // A list that is written inline cannot be added to from outside.
    parse(&with)
        .map_err(|why| Uneditable::unexpected_shape(format!("hooks cannot be added after this text: {why}")))?;
    Ok(with)
}

/// `former` is the text before ctx was installed, if known.
pub fn remove(text: &str, former: Option<&str>) -> Result<String, Uneditable> {
    parse(text)?;
    if !marked::is_block_unchanged(text, marked::HASH) {
        return toml_keys::remove_owned_keys(text, &own(), former);
    }
    let without = marked::remove(text, marked::HASH)?;
    parse(&without)?;
    Ok(without)
}

/// ctx's hooks, wherever Codex has written them.
fn own() -> OwnedKeys<'static> {
    OwnedKeys {
        is_pair: &|_, _| false,
        element: None,
        is_table: &|name, table| {
            let command = |table: &toml::Table| Some(hooks::calls_ctx_hook_only(table.get("command")?.as_str()?));
            let inner = table.get("hooks").and_then(toml::Value::as_array);
            let handlers = inner.into_iter().flatten().filter_map(toml::Value::as_table);
            let all_ours = handlers.clone().count() > 0 && handlers.clone().all(|one| command(one) == Some(true));
            name.first().is_some_and(|first| first == "hooks") && (all_ours || command(table) == Some(true))
        },
        is_mark: &|line| marked::is_mark(line, marked::HASH),
    }
}

pub fn is_current(text: &str) -> Result<bool, Uneditable> {
    parse(text)?;
    marked::is_current(text, marked::HASH, &body())
}

/// Whether somebody keeps hooks in this file.
pub fn has_hooks(text: &str) -> bool {
    let events = |table: toml::Table| {
        let hooks = table.get("hooks")?.as_table()?.clone();
        Some(hooks.keys().any(|event| event != "state"))
    };
    parse(text).ok().and_then(events).unwrap_or(false)
}

/// Whether hooks are switched off in this file.
pub fn are_hooks_disabled(text: &str) -> bool {
    let off = |table: toml::Table| {
        let features = table.get("features")?.as_table()?.clone();
        Some(
            ["hooks", "codex_hooks"]
                .iter()
                .any(|name| features.get(*name).and_then(toml::Value::as_bool) == Some(false)),
        )
    };
    parse(text).ok().and_then(off).unwrap_or(false)
}

/// Whether the user has allowed Codex to run the hooks of a file; it keeps that for each file under `[hooks.state]`.
pub fn trusts_hooks_file(text: &str, file: &str) -> bool {
    let state =
        |table: toml::Table| Some(table.get("hooks")?.get("state")?.as_table()?.keys().any(|key| key.contains(file)));
    parse(text).ok().and_then(state).unwrap_or(false)
}

/// ctx's hooks, with their commands.
pub fn ctx_hook_commands(text: &str) -> Result<Vec<(String, Vec<String>)>, Uneditable> {
    let table = parse(text)?;
    let mut found = Vec::new();
    for (event, groups) in table.get("hooks").and_then(toml::Value::as_table).into_iter().flatten() {
        let groups = groups.as_array().into_iter().flatten();
        let handlers = groups.filter_map(|group| group.get("hooks")?.as_array()).flatten();
        let commands = handlers.filter_map(|handler| handler.get("command")?.as_str());
        found.extend(
            commands
                .filter(|command| hooks::calls_ctx_hook_only(command))
                .map(|command| (event.clone(), vec![command.to_owned()])),
        );
    }
    Ok(found)
}

fn body() -> String {
    let mut body = String::new();
    for hook in hooks::agent_hooks(Agent::Codex) {
        let event = hook.event;
        body.push_str(&format!("[[hooks.{event}]]\n"));
        if let Some(matcher) = hook.matcher {
            body.push_str(&format!("matcher = \"{matcher}\"\n"));
        }
        let command = hooks::hook_command(Agent::Codex, hook);
        body.push_str(&format!(
            "[[hooks.{event}.hooks]]\ntype = \"command\"\ncommand = \"{command}\"\ntimeout = {}\n",
            hook.seconds
        ));
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_say_what_the_json_says() {
        let table: toml::Table = toml::from_str(&body()).unwrap();
        assert_eq!(serde_json::to_value(&table["hooks"]).unwrap(), hooks::all_hooks_as_json(Agent::Codex));
    }

    #[test]
    fn only_the_block_comes_and_goes() {
        let text = "model = 'o9' # mine\r\n\r\n[[hooks.PreToolUse]]\r\nmatcher = 'Bash'\r\n[[hooks.PreToolUse.hooks]]\r\ntype = 'command'\r\ncommand = './mine.sh'\r\n\r\n[features]\r\nhooks = true";
        let with = install(text).unwrap();
        assert!(with.starts_with(text) && with.contains("ctx hook codex stop"), "{with}");
        assert_eq!(ctx_hook_commands(&with).unwrap().len(), hooks::agent_hooks(Agent::Codex).len());
        assert!(is_current(&with).unwrap() && !is_current(text).unwrap());
        assert_eq!(remove(&with, None).unwrap(), text);
        assert!(has_hooks(text) && !has_hooks("[hooks.state]\nx = 1\n") && !are_hooks_disabled(text));
        assert!(are_hooks_disabled("[features]\ncodex_hooks = false\n"));
    }

    #[test]
    fn broken_toml_and_inline_lists_are_refused() {
        assert_eq!(install("a = 1\nb = = 2\n").unwrap_err().to_string().split(':').next(), Some("line 2"));
        let inline = "[hooks]\nPostToolUse = [{ matcher = 'Bash', hooks = [] }]\n";
        assert!(install(inline).unwrap_err().to_string().starts_with("hooks cannot be added"));
    }
}
