//! ctx in Codex's `config.toml`: its hooks, the variables of its shells, and the store among the folders that its sandbox
//! may write. They are found by name and value wherever Codex has written them; every other byte stays.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use crate::agent::Agent;
use crate::install::shell::is_startup_file;
use crate::install::{Uneditable, hooks};

const HOOKS: &str = "hooks";
/// The variables of its shells.
pub const POLICY: [&str; 2] = ["shell_environment_policy", "set"];
/// The folders that its sandbox may write.
pub const ROOTS: [&str; 2] = ["sandbox_workspace_write", "writable_roots"];
/// Variables that are ctx's whatever they hold.
const OWN_VARIABLES: [&str; 2] = ["CTX_BASH_ENV", "CTX_ZDOTDIR"];

fn parse_toml(text: &str) -> Result<DocumentMut, Uneditable> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        Uneditable::unexpected_shape(format!("line {line}: {}", error.message()))
    })
}

/// The text after a change of its document, with the line ends and the byte order mark that it has.
fn edit_document(
    text: &str,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), Uneditable>,
) -> Result<String, Uneditable> {
    let bare = text.trim_start_matches('\u{feff}');
    // Earlier versions put comments around what they wrote.
    let is_old_mark = |line: &&str| line.starts_with("## ctx:begin") || line.starts_with("## ctx:end");
    let unmarked: String = bare.split_inclusive('\n').filter(|line| !is_old_mark(line)).collect();
    let mut document = parse_toml(&unmarked)?;
    change(&mut document)?;
    let after = document.to_string();
    if after == parse_toml(bare)?.to_string() {
        return Ok(text.to_owned());
    }
    let mark = &text[..text.len() - bare.len()];
    let after = if bare.contains("\r\n") { after.replace("\r\n", "\n").replace('\n', "\r\n") } else { after };
    Ok(format!("{mark}{after}"))
}

/// The table of this name, made if it is not there.
fn table_at_path<'d>(document: &'d mut DocumentMut, path: &[&str]) -> Result<&'d mut dyn TableLike, Uneditable> {
    let mut place: &mut dyn TableLike = document.as_table_mut();
    for (at, name) in path.iter().enumerate() {
        let mut new = Table::new();
        new.set_implicit(at + 1 < path.len());
        let item = place.entry(name).or_insert(Item::Table(new));
        let shape =
            || Uneditable::unexpected_shape(format!("[{}] is written in a way that ctx cannot add to", path.join(".")));
        place = item.as_table_like_mut().ok_or_else(shape)?;
    }
    Ok(place)
}

fn find_item<'d>(document: &'d dyn TableLike, path: &[&str]) -> Option<&'d Item> {
    let (last, parents) = path.split_last()?;
    parents.iter().try_fold(document, |table, name| table.get(name)?.as_table_like())?.get(last)
}

/// Takes out the containers on a path that are empty now and were not there before.
fn remove_empty_containers(document: &mut DocumentMut, path: &[&str], former: &DocumentMut) {
    for length in (1..=path.len()).rev() {
        let (Some((last, parents)), was_there) =
            (path[..length].split_last(), find_item(former.as_table(), &path[..length]).is_some())
        else {
            return;
        };
        let parent = parents.iter().try_fold(document.as_table_mut() as &mut dyn TableLike, |table, name| {
            table.get_mut(name)?.as_table_like_mut()
        });
        let Some(parent) = parent else { continue };
        let is_empty = parent.get(last).is_some_and(|item| match item {
            Item::ArrayOfTables(list) => list.is_empty(),
            Item::Value(Value::Array(list)) => list.is_empty(),
            item => item.as_table_like().is_some_and(TableLike::is_empty),
        });
        if is_empty && !was_there {
            parent.remove(last);
        }
    }
}

pub fn install_hooks(text: &str) -> Result<String, Uneditable> {
    let text = remove_hooks(text, None)?;
    edit_document(&text, |document| {
        let new = parse_toml(&render_hook_tables())?;
        for (event, groups) in new[HOOKS].as_table_like().into_iter().flat_map(TableLike::iter) {
            let place =
                table_at_path(document, &[HOOKS])?.entry(event).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
            let refused = "hooks cannot be added to a list that is written inline";
            let list = place.as_array_of_tables_mut().ok_or_else(|| Uneditable::unexpected_shape(refused))?;
            for group in groups.as_array_of_tables().into_iter().flat_map(ArrayOfTables::iter) {
                let mut group = group.clone();
                group.set_position(None);
                group.decor_mut().set_prefix("\n");
                list.push(group);
            }
        }
        // The table of all hooks has no header of its own.
        if let Some(all) = document[HOOKS].as_table_mut().filter(|all| all.get_values().is_empty()) {
            all.set_implicit(true);
        }
        Ok(())
    })
}

/// `former` is the text before ctx was installed, if known.
pub fn remove_hooks(text: &str, former: Option<&str>) -> Result<String, Uneditable> {
    let former = former.and_then(|former| parse_toml(former).ok()).unwrap_or_default();
    edit_document(text, |document| {
        let events = find_item(document.as_table(), &[HOOKS]).and_then(Item::as_table_like);
        let events: Vec<String> =
            events.into_iter().flat_map(TableLike::iter).map(|(event, _)| event.to_owned()).collect();
        for event in events {
            let item = document[HOOKS].as_table_like_mut().and_then(|hooks| hooks.get_mut(&event));
            if item.is_some_and(|groups| remove_own_elements(groups, &mut remove_ctx_handlers)) {
                remove_empty_containers(document, &[HOOKS, &event], &former);
            }
        }
        Ok(())
    })
}

/// Takes ctx's handlers out of a group; whether nothing else is left of it.
fn remove_ctx_handlers(group: &mut dyn TableLike) -> bool {
    let is_own = |handler: &mut dyn TableLike| {
        handler.get("command").and_then(Item::as_str).is_some_and(hooks::calls_ctx_hook_only)
    };
    let Some(handlers) = group.get_mut(HOOKS) else { return is_own(group) };
    remove_own_elements(handlers, &mut { is_own })
        && match handlers {
            Item::ArrayOfTables(list) => list.is_empty(),
            item => item.as_array().is_some_and(toml_edit::Array::is_empty),
        }
}

/// Takes the tables out of a list that `is_own` says are ctx's; whether there were any.
fn remove_own_elements(list: &mut Item, is_own: &mut dyn FnMut(&mut dyn TableLike) -> bool) -> bool {
    let mut dropped = false;
    match list {
        Item::ArrayOfTables(tables) => {
            for at in (0..tables.len()).rev() {
                if tables.get_mut(at).is_some_and(|table| is_own(table)) {
                    tables.remove(at);
                    dropped = true;
                }
            }
        }
        Item::Value(Value::Array(values)) => {
            for at in (0..values.len()).rev() {
                if values.get_mut(at).and_then(Value::as_inline_table_mut).is_some_and(|table| is_own(table)) {
                    values.remove(at);
                    dropped = true;
                }
            }
        }
        _ => {}
    }
    dropped
}

fn read_toml_table(text: &str) -> Result<toml::Table, Uneditable> {
    let text = text.trim_start_matches('\u{feff}');
    parse_toml(text)?;
    toml::from_str(text).map_err(|error| Uneditable::unexpected_shape(error.message()))
}

/// ctx's groups of hooks by event, as they stand in a file.
fn ctx_hook_groups(text: &str) -> Result<Vec<(String, toml::Value)>, Uneditable> {
    let all = read_toml_table(text)?;
    let command = |handler: &toml::Value| Some(hooks::calls_ctx_hook_only(handler.get("command")?.as_str()?));
    let is_own = |group: &toml::Value| {
        let handlers = group.get(HOOKS).and_then(toml::Value::as_array).into_iter().flatten();
        handlers.filter_map(command).any(|is_own| is_own)
    };
    let events = all.get(HOOKS).and_then(toml::Value::as_table).into_iter().flatten();
    let groups = events.flat_map(|(event, groups)| {
        groups
            .as_array()
            .into_iter()
            .flatten()
            .filter(|group| is_own(group))
            .map(|group| (event.clone(), group.clone()))
    });
    Ok(groups.collect())
}

pub fn has_current_hooks(text: &str) -> Result<bool, Uneditable> {
    Ok(ctx_hook_groups(text)? == ctx_hook_groups(&render_hook_tables())?)
}

/// ctx's hooks, with their commands.
pub fn ctx_hook_commands(text: &str) -> Result<Vec<(String, Vec<String>)>, Uneditable> {
    let mut found = Vec::new();
    for (event, group) in ctx_hook_groups(text)? {
        let handlers = group[HOOKS].as_array().into_iter().flatten();
        let commands = handlers
            .filter_map(|handler| handler.get("command")?.as_str())
            .filter(|command| hooks::calls_ctx_hook_only(command));
        found.extend(commands.map(|command| (event.clone(), vec![command.to_owned()])));
    }
    Ok(found)
}

/// Whether somebody keeps hooks in this file.
pub fn has_hooks(text: &str) -> bool {
    let hooks = read_toml_table(text).ok().and_then(|table| table.get(HOOKS)?.as_table().cloned());
    hooks.is_some_and(|hooks| hooks.keys().any(|event| event != "state"))
}

/// Whether hooks are switched off in this file.
pub fn are_hooks_disabled(text: &str) -> bool {
    let is_off = |features: &toml::Value, name: &str| features.get(name).and_then(toml::Value::as_bool) == Some(false);
    let features = read_toml_table(text).ok().and_then(|mut table| table.remove("features"));
    features.is_some_and(|features| ["hooks", "codex_hooks"].iter().any(|name| is_off(&features, name)))
}

/// Whether the user has allowed Codex to run the hooks of a file; it keeps that for each file under `[hooks.state]`.
pub fn trusts_hooks_file(text: &str, file: &str) -> bool {
    let state = read_toml_table(text).ok().and_then(|table| table.get(HOOKS)?.get("state")?.as_table().cloned());
    state.is_some_and(|state| state.keys().any(|key| key.contains(file)))
}

/// What Codex's settings say about its shells.
pub struct ShellSettings {
    pub variables: Vec<(String, String)>,
    /// The folders that its sandbox may write.
    pub roots: Vec<String>,
}

pub fn read_shell_settings(text: &str) -> Result<ShellSettings, Uneditable> {
    let all = read_toml_table(text)?;
    let at = |path: [&str; 2]| all.get(path[0]).and_then(|outer| outer.get(path[1]));
    let set = at(POLICY).and_then(toml::Value::as_table).into_iter().flatten();
    let set = set.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    let roots = at(ROOTS).and_then(toml::Value::as_array).into_iter().flatten();
    let roots = roots.filter_map(|root| root.as_str().map(str::to_owned)).collect();
    Ok(ShellSettings { variables: set.collect(), roots })
}

pub fn install_shell_settings(text: &str, variables: &[(String, String)], root: &str) -> Result<String, Uneditable> {
    let text = remove_shell_settings(text, root, None)?;
    edit_document(&text, |document| {
        let set = table_at_path(document, &POLICY)?;
        for (name, value) in variables {
            set.entry(name).or_insert(toml_edit::value(value.as_str()));
        }
        let roots = table_at_path(document, &ROOTS[..1])?
            .entry(ROOTS[1])
            .or_insert(Item::Value(Value::Array(Default::default())));
        let refused = || Uneditable::unexpected_shape(format!("{} is not a list", ROOTS.join(".")));
        let roots = roots.as_array_mut().ok_or_else(refused)?;
        if !roots.iter().any(|known| known.as_str() == Some(root)) {
            roots.push(root);
        }
        Ok(())
    })
}

pub fn remove_shell_settings(text: &str, root: &str, former: Option<&str>) -> Result<String, Uneditable> {
    let had_root = former
        .and_then(|former| read_shell_settings(former).ok())
        .is_some_and(|known| known.roots.iter().any(|known| known == root));
    let former = former.and_then(|former| parse_toml(former).ok()).unwrap_or_default();
    edit_document(text, |document| {
        if let Some(set) =
            document.get_mut(POLICY[0]).and_then(|policy| policy.get_mut(POLICY[1])).and_then(Item::as_table_like_mut)
        {
            let is_own = |(name, value): (&str, &Item)| {
                let is_ours = OWN_VARIABLES.contains(&name) || value.as_str().is_some_and(is_startup_file);
                is_ours.then(|| name.to_owned())
            };
            let own: Vec<String> = set.iter().filter_map(is_own).collect();
            own.iter().for_each(|name| drop(set.remove(name)));
            if !own.is_empty() {
                remove_empty_containers(document, &POLICY, &former);
            }
        }
        let roots =
            document.get_mut(ROOTS[0]).and_then(|sandbox| sandbox.get_mut(ROOTS[1])).and_then(Item::as_array_mut);
        if let Some(roots) = roots.filter(|_| !had_root) {
            let before = roots.len();
            roots.retain(|known| known.as_str() != Some(root));
            if roots.len() < before {
                remove_empty_containers(document, &ROOTS, &former);
            }
        }
        Ok(())
    })
}

fn render_hook_tables() -> String {
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
        let table: toml::Table = toml::from_str(&render_hook_tables()).unwrap();
        assert_eq!(serde_json::to_value(&table["hooks"]).unwrap(), hooks::all_hooks_as_json(Agent::Codex));
    }

    #[test]
    fn only_hooks_of_ctx_come_and_go() {
        let text = "model = 'o9' # mine\r\n\r\n[[hooks.PreToolUse]]\r\nmatcher = 'Bash'\r\n[[hooks.PreToolUse.hooks]]\r\ntype = 'command'\r\ncommand = './mine.sh'\r\n\r\n[features]\r\nhooks = true\r\n";
        let with = install_hooks(text).unwrap();
        assert!(with.contains("ctx hook codex stop") && !with.replace("\r\n", "").contains('\n'), "{with}");
        assert_eq!(ctx_hook_commands(&with).unwrap().len(), hooks::agent_hooks(Agent::Codex).len());
        assert!(has_current_hooks(&with).unwrap() && !has_current_hooks(text).unwrap());
        assert_eq!(install_hooks(&with).unwrap(), with, "twice");
        assert_eq!(remove_hooks(&with, None).unwrap(), text);
        assert!(has_hooks(text) && !has_hooks("[hooks.state]\nx = 1\n") && !are_hooks_disabled(text));
        assert!(are_hooks_disabled("[features]\ncodex_hooks = false\n"));
    }

    #[test]
    fn broken_toml_and_inline_lists_are_refused() {
        assert_eq!(install_hooks("a = 1\nb = = 2\n").unwrap_err().to_string().split(':').next(), Some("line 2"));
        let inline = "[hooks]\nPostToolUse = [{ matcher = 'Bash', hooks = [] }]\n";
        assert!(install_hooks(inline).unwrap_err().to_string().starts_with("hooks cannot be added"));
    }

    #[test]
    fn variables_and_folders_go_into_what_is_there_and_out_again() {
        let variables = [("BASH_ENV".to_owned(), "/c/shell/bash-env.sh".to_owned())];
        for text in [
            "",
            "model = 'x'\n",
            "model = 'x'\n[ shell_environment_policy . set ] # mine\nA = 'b'\n\n[other]\n",
            "[sandbox_workspace_write]\nwritable_roots = [\"/a\"] # mine\nnetwork_access = true\n",
            "[sandbox_workspace_write]\nnetwork_access = true\n[x]\nwritable_roots = []\n",
            "[sandbox_workspace_write]\nwritable_roots = [\n  '/a',\n]\n",
            "[sandbox_workspace_write]\nwritable_roots=[]\n",
            "shell_environment_policy = { set = { A = 'b' } }\n",
        ] {
            let with = install_shell_settings(text, &variables, "/c").unwrap();
            let ShellSettings { variables: set, roots } = read_shell_settings(&with).unwrap();
            assert!(set.contains(&variables[0]) && roots.contains(&"/c".to_owned()), "{with}");
            assert_eq!(remove_shell_settings(&with, "/c", Some(text)).unwrap(), text, "{with}");
        }
    }
}
