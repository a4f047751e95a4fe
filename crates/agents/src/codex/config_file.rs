//! ctx in Codex's `config.toml`: its hooks, the variables of its shells, and the store among the folders that its sandbox
//! may write. They are found by name and value wherever Codex has written them; every other byte stays.

use serde_json::Value as Json;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use crate::agent::Agent;
use crate::install::shell::is_ctx_startup_path;
use crate::install::{UneditableFileReason, hooks};

const HOOKS: &str = "hooks";
/// The variables of its shells.
pub const POLICY: [&str; 2] = ["shell_environment_policy", "set"];
/// The folders that its sandbox may write.
const ROOTS: [&str; 2] = ["sandbox_workspace_write", "writable_roots"];
/// Variables that are ctx's whatever they hold.
const OWN_VARIABLES: [&str; 2] = ["CTX_BASH_ENV", "CTX_ZDOTDIR"];

fn parse_toml(text: &str) -> Result<DocumentMut, UneditableFileReason> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        UneditableFileReason::at_line_of(text, error.span().map_or(0, |span| span.start), error.message())
    })
}

/// The settings as JSON, in which hooks have the shape of Claude Code's.
pub fn parse_settings(text: &str) -> Result<Json, UneditableFileReason> {
    let text = text.trim_start_matches('\u{feff}');
    parse_toml(text)?;
    toml::from_str(text).map_err(|error| UneditableFileReason::unexpected_shape(error.message()))
}

/// The text after a change of its document, with the line ends and the byte order mark that it has.
fn edit_document(
    text: &str,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), UneditableFileReason>,
) -> Result<String, UneditableFileReason> {
    let bare = text.trim_start_matches('\u{feff}');
    // Version 0.1.0 put comments around what it wrote.
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
fn find_or_create_table<'d>(
    document: &'d mut DocumentMut,
    path: &[&str],
) -> Result<&'d mut dyn TableLike, UneditableFileReason> {
    let mut place: &mut dyn TableLike = document.as_table_mut();
    for (at, name) in path.iter().enumerate() {
        let mut new = Table::new();
        new.set_implicit(at + 1 < path.len());
        let item = place.entry(name).or_insert(Item::Table(new));
        let shape = || {
            UneditableFileReason::unexpected_shape(format!(
                "[{}] is written in a way that ctx cannot add to",
                path.join(".")
            ))
        };
        place = item.as_table_like_mut().ok_or_else(shape)?;
    }
    Ok(place)
}

fn find_item_at_path<'d>(document: &'d mut DocumentMut, path: &[&str]) -> Option<&'d mut Item> {
    path.iter().try_fold(document.as_item_mut(), |item, name| item.as_table_like_mut()?.get_mut(name))
}

/// Takes out the containers on a path that are empty now and were not there before.
fn remove_containers_left_empty(document: &mut DocumentMut, path: &[&str], former: &mut DocumentMut) {
    for length in (1..=path.len()).rev() {
        let is_empty = find_item_at_path(document, &path[..length]).is_some_and(|item| match item {
            Item::ArrayOfTables(list) => list.is_empty(),
            Item::Value(Value::Array(list)) => list.is_empty(),
            item => item.as_table_like().is_some_and(TableLike::is_empty),
        });
        if is_empty
            && find_item_at_path(former, &path[..length]).is_none()
            && let Some(parent) = find_item_at_path(document, &path[..length - 1]).and_then(Item::as_table_like_mut)
        {
            parent.remove(path[length - 1]);
        }
    }
}

pub fn install_ctx_hooks(text: &str) -> Result<String, UneditableFileReason> {
    let text = remove_ctx_hooks(text, None)?;
    edit_document(&text, |document| {
        for hook in hooks::agent_hooks(Agent::Codex) {
            let place = find_or_create_table(document, &[HOOKS])?
                .entry(hook.event)
                .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
            let refused = "hooks cannot be added to a list that is written inline";
            let list = place.as_array_of_tables_mut().ok_or_else(|| UneditableFileReason::unexpected_shape(refused))?;
            list.push(toml_table_for_hook(hook));
        }
        // The table of all hooks has no header of its own.
        if let Some(all) = document[HOOKS].as_table_mut().filter(|all| all.get_values().is_empty()) {
            all.set_implicit(true);
        }
        Ok(())
    })
}

fn toml_table_for_hook(hook: &hooks::AgentHook) -> Table {
    let mut handler = Table::new();
    handler["type"] = toml_edit::value("command");
    handler["command"] = toml_edit::value(hooks::hook_command(Agent::Codex, hook));
    handler["timeout"] = toml_edit::value(i64::from(hook.seconds));
    handler.decor_mut().set_prefix("");
    let mut group = Table::new();
    if let Some(matcher) = hook.matcher {
        group["matcher"] = toml_edit::value(matcher);
    }
    group[HOOKS] = Item::ArrayOfTables([handler].into_iter().collect());
    group.decor_mut().set_prefix("\n");
    group
}

/// `former` is the text before ctx was installed, if known.
pub fn remove_ctx_hooks(text: &str, former: Option<&str>) -> Result<String, UneditableFileReason> {
    let mut former = former.and_then(|former| parse_toml(former).ok()).unwrap_or_default();
    edit_document(text, |document| {
        let events = find_item_at_path(document, &[HOOKS]).and_then(|hooks| hooks.as_table_like());
        let events: Vec<String> =
            events.into_iter().flat_map(TableLike::iter).map(|(event, _)| event.to_owned()).collect();
        for event in events {
            let groups = find_item_at_path(document, &[HOOKS, &event]);
            if groups.is_some_and(|groups| remove_matching_tables(groups, &mut remove_ctx_handlers_then_check_empty)) {
                remove_containers_left_empty(document, &[HOOKS, &event], &mut former);
            }
        }
        Ok(())
    })
}

/// Takes ctx's handlers out of a group; whether nothing else is left of it.
fn remove_ctx_handlers_then_check_empty(group: &mut dyn TableLike) -> bool {
    let is_own = |handler: &mut dyn TableLike| {
        handler.get("command").and_then(Item::as_str).is_some_and(hooks::calls_ctx_hook_only)
    };
    let Some(handlers) = group.get_mut(HOOKS) else { return is_own(group) };
    remove_matching_tables(handlers, &mut { is_own })
        && match handlers {
            Item::ArrayOfTables(list) => list.is_empty(),
            item => item.as_array().is_some_and(toml_edit::Array::is_empty),
        }
}

/// Takes the tables out of a list that `is_own` says are ctx's; whether there were any.
fn remove_matching_tables(list: &mut Item, is_own: &mut dyn FnMut(&mut dyn TableLike) -> bool) -> bool {
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

/// Whether somebody keeps hooks in this file.
pub fn has_any_hooks(text: &str) -> bool {
    let settings = parse_settings(text).unwrap_or_default();
    settings[HOOKS].as_object().is_some_and(|hooks| hooks.keys().any(|event| event != "state"))
}

/// Whether hooks are switched off in this file.
pub fn are_hooks_disabled(text: &str) -> bool {
    let settings = parse_settings(text).unwrap_or_default();
    ["hooks", "codex_hooks"].iter().any(|name| settings["features"][name] == false)
}

/// Whether the user has allowed Codex to run the hooks of a file; it keeps that for each file under `[hooks.state]`.
pub fn trusts_hooks_file(text: &str, file: &str) -> bool {
    let settings = parse_settings(text).unwrap_or_default();
    settings[HOOKS]["state"].as_object().is_some_and(|state| state.keys().any(|key| key.contains(file)))
}

pub fn shell_variables(settings: &Json) -> impl Iterator<Item = (&str, &str)> {
    let set = settings[POLICY[0]][POLICY[1]].as_object().into_iter().flatten();
    set.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
}

/// The folders that Codex's sandbox may write.
pub fn writable_roots(settings: &Json) -> impl Iterator<Item = &str> {
    settings[ROOTS[0]][ROOTS[1]].as_array().into_iter().flatten().filter_map(Json::as_str)
}

pub fn install_shell_settings(
    text: &str,
    variables: &[(String, String)],
    root: &str,
) -> Result<String, UneditableFileReason> {
    let text = remove_shell_settings(text, root, None)?;
    edit_document(&text, |document| {
        let set = find_or_create_table(document, &POLICY)?;
        for (name, value) in variables {
            set.entry(name).or_insert(toml_edit::value(value.as_str()));
        }
        let roots = find_or_create_table(document, &ROOTS[..1])?
            .entry(ROOTS[1])
            .or_insert(Item::Value(Value::Array(Default::default())));
        let refused = || UneditableFileReason::unexpected_shape(format!("{} is not a list", ROOTS.join(".")));
        let roots = roots.as_array_mut().ok_or_else(refused)?;
        if !roots.iter().any(|known| known.as_str() == Some(root)) {
            roots.push(root);
        }
        Ok(())
    })
}

pub fn remove_shell_settings(text: &str, root: &str, former: Option<&str>) -> Result<String, UneditableFileReason> {
    let had = former.and_then(|former| parse_settings(former).ok()).unwrap_or_default();
    let had_root = writable_roots(&had).any(|known| known == root);
    let mut former = former.and_then(|former| parse_toml(former).ok()).unwrap_or_default();
    edit_document(text, |document| {
        if let Some(set) = find_item_at_path(document, &POLICY).and_then(Item::as_table_like_mut) {
            let is_own = |(name, value): (&str, &Item)| {
                let is_ours = OWN_VARIABLES.contains(&name) || value.as_str().is_some_and(is_ctx_startup_path);
                is_ours.then(|| name.to_owned())
            };
            let own: Vec<String> = set.iter().filter_map(is_own).collect();
            own.iter().for_each(|name| drop(set.remove(name)));
            if !own.is_empty() {
                remove_containers_left_empty(document, &POLICY, &mut former);
            }
        }
        let roots = find_item_at_path(document, &ROOTS).and_then(Item::as_array_mut);
        if let Some(roots) = roots.filter(|_| !had_root) {
            let before = roots.len();
            roots.retain(|known| known.as_str() != Some(root));
            if roots.len() < before {
                remove_containers_left_empty(document, &ROOTS, &mut former);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::FileEdit;

    #[test]
    fn the_tables_say_what_the_json_says() {
        let settings = parse_settings(&install_ctx_hooks("").unwrap()).unwrap();
        assert_eq!(settings["hooks"], hooks::all_hooks_as_json(Agent::Codex));
    }

    #[test]
    fn only_hooks_of_ctx_come_and_go() {
        let text = "model = 'o9' # mine\r\n\r\n[[hooks.PreToolUse]]\r\nmatcher = 'Bash'\r\n[[hooks.PreToolUse.hooks]]\r\ntype = 'command'\r\ncommand = './mine.sh'\r\n\r\n[features]\r\nhooks = true\r\n";
        let with = install_ctx_hooks(text).unwrap();
        assert!(with.contains("ctx hook codex stop") && !with.replace("\r\n", "").contains('\n'), "{with}");
        let tables = FileEdit::Tables;
        assert_eq!(tables.hook_commands(&with).unwrap().len(), hooks::agent_hooks(Agent::Codex).len());
        assert!(tables.is_current(&with).unwrap() && !tables.is_current(text).unwrap());
        assert_eq!(install_ctx_hooks(&with).unwrap(), with, "twice");
        assert_eq!(remove_ctx_hooks(&with, None).unwrap(), text);
        assert!(has_any_hooks(text) && !has_any_hooks("[hooks.state]\nx = 1\n") && !are_hooks_disabled(text));
        assert!(are_hooks_disabled("[features]\ncodex_hooks = false\n"));
    }

    #[test]
    fn broken_toml_and_inline_lists_are_refused() {
        assert_eq!(install_ctx_hooks("a = 1\nb = = 2\n").unwrap_err().to_string().split(':').next(), Some("line 2"));
        let inline = "[hooks]\nPostToolUse = [{ matcher = 'Bash', hooks = [] }]\n";
        assert!(install_ctx_hooks(inline).unwrap_err().to_string().starts_with("hooks cannot be added"));
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
            let settings = parse_settings(&with).unwrap();
            let mut set = shell_variables(&settings);
            assert!(set.any(|one| one == ("BASH_ENV", "/c/shell/bash-env.sh")), "{with}");
            assert!(writable_roots(&settings).any(|root| root == "/c"), "{with}");
            assert_eq!(remove_shell_settings(&with, "/c", Some(text)).unwrap(), text, "{with}");
        }
    }
}
