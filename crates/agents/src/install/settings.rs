//! Hooks in a JSON settings file: added, looked for, and removed again so that the file is as it was.

use serde_json::{Value as Json, json};

use super::jsonc::{self, LocatedValue};
use super::{UneditableFileReason, edit, hooks};
use crate::agent::Agent;

const HOOKS: &str = "hooks";

/// The text with ctx's hooks; `None` is a file that is not there.
pub fn install_ctx_hooks(agent: Agent, base: Option<&str>) -> Result<String, UneditableFileReason> {
    let Some(base) = base.filter(|text| !is_blank_text(text)) else {
        let mut whole = agent.row().hooks.version.map_or_else(|| json!({}), |version| json!({ "version": version }));
        whole[HOOKS] = hooks::all_hooks_as_json(agent);
        let mark = if base.is_some_and(|text| text.starts_with('\u{feff}')) { "\u{feff}" } else { "" };
        return Ok(format!("{mark}{}", edit::render_document(&whole)));
    };
    let root = parse_editable_settings(base)?;
    let mut text = base.to_owned();
    let Some(present) = root.get(HOOKS) else {
        return edit::append_child(&text, &[], Some(HOOKS), &hooks::all_hooks_as_json(agent));
    };
    for hook in hooks::agent_hooks(agent) {
        let entry = hooks::hook_settings_entry(agent, hook);
        text = match present.get(hook.event) {
            Some(_) => edit::append_child(&text, &[HOOKS, hook.event], None, &entry)?,
            None => edit::append_child(&text, &[HOOKS], Some(hook.event), &json!([entry]))?,
        };
    }
    Ok(text)
}

/// The document, if it has the shape that hooks can be put into and taken out of.
fn parse_editable_settings(text: &str) -> Result<LocatedValue, UneditableFileReason> {
    let root = jsonc::parse_jsonc(text)?;
    if !root.is_object() {
        return Err(UneditableFileReason::unexpected_shape("the document is not an object"));
    }
    let twice = |value: &LocatedValue, key: &str| {
        value.json_child_values().iter().filter(|child| child.key.as_deref() == Some(key)).count() > 1
    };
    if twice(&root, HOOKS) {
        return Err(UneditableFileReason::unexpected_shape("\"hooks\" is there twice"));
    }
    if let Some(present) = root.get(HOOKS) {
        if !present.is_object() {
            return Err(UneditableFileReason::unexpected_shape("\"hooks\" is not an object"));
        }
        for child in present.json_child_values() {
            let event = child.key.as_deref().unwrap_or_default();
            if twice(present, event) {
                return Err(UneditableFileReason::unexpected_shape(format!("\"hooks\" has \"{event}\" twice")));
            }
            if is_known_hook_event(event) && !child.value.is_array() {
                return Err(UneditableFileReason::unexpected_shape(format!("\"{event}\" in \"hooks\" is not a list")));
            }
        }
    }
    Ok(root)
}

fn is_known_hook_event(event: &str) -> bool {
    Agent::ALL.into_iter().flat_map(hooks::agent_hooks).any(|hook| hook.event == event)
}

/// The settings without their positions.
pub fn parse_settings(text: &str) -> Result<Json, UneditableFileReason> {
    if is_blank_text(text) { Ok(json!({})) } else { Ok(parse_editable_settings(text)?.to_json()) }
}

/// A hook of ours as it stands in a file.
pub struct InstalledHook<'s> {
    pub event: &'s str,
    /// The element of the event's list.
    element: &'s Json,
    /// The command: a text for a shell, or a program with its arguments.
    pub command: Vec<String>,
}

impl InstalledHook<'_> {
    /// The agent that the hook is for.
    pub fn agent(&self) -> Option<Agent> {
        let command = self.command.join(" ");
        let mut words = command.split_whitespace().skip_while(|word| *word != "hook");
        words.nth(1).and_then(Agent::from_name)
    }
}

/// ctx's hooks in settings.
pub fn find_ctx_hooks(settings: &Json) -> Vec<InstalledHook<'_>> {
    let mut found = Vec::new();
    for (event, element) in hook_entries_of_all_events(settings) {
        let handlers = element.get(HOOKS).and_then(Json::as_array);
        let handlers = handlers.map_or(std::slice::from_ref(element), Vec::as_slice);
        for handler in handlers.iter().filter(|handler| hooks::is_ctx_hook_entry(handler)) {
            found.push(InstalledHook { event, element, command: handler_command_words(handler) });
        }
    }
    found
}

/// The elements of all events, ours and others'.
pub fn hook_entries_of_all_events(settings: &Json) -> impl Iterator<Item = (&str, &Json)> {
    let events = settings.get(HOOKS).and_then(Json::as_object).into_iter().flatten();
    events.flat_map(|(event, list)| list.as_array().into_iter().flatten().map(move |element| (event.as_str(), element)))
}

fn handler_command_words(handler: &Json) -> Vec<String> {
    let text = |name: &str| handler.get(name).and_then(Json::as_str).map(str::to_owned);
    let first = ["command", "bash", "linux", "osx"].into_iter().find_map(text).unwrap_or_default();
    let args = handler.get("args").and_then(Json::as_array).into_iter().flatten();
    std::iter::once(first).chain(args.filter_map(Json::as_str).map(str::to_owned)).collect()
}

/// Whether settings have exactly the hooks that this ctx would put there.
pub fn has_current_hooks(agent: Agent, settings: &Json) -> bool {
    let entry = |hook| hooks::hook_settings_entry(agent, hook);
    let mut wanted: Vec<(&str, Json)> =
        hooks::agent_hooks(agent).iter().map(|hook| (hook.event, entry(hook))).collect();
    let is_wanted = |found: InstalledHook<'_>| {
        let at = wanted.iter().position(|(event, entry)| *event == found.event && entry == found.element);
        at.map(|at| wanted.swap_remove(at)).is_some()
    };
    find_ctx_hooks(settings).into_iter().all(is_wanted) && wanted.is_empty()
}

/// The text without ctx's hooks. `former` is the text before they were installed, if known: lists and objects that were
/// empty then are so again, letter by letter.
pub fn remove_ctx_hooks(text: &str, former: Option<&str>) -> Result<String, UneditableFileReason> {
    if is_blank_text(text) {
        return Ok(text.to_owned());
    }
    parse_editable_settings(text)?;
    let mut text = text.to_owned();
    let mut touched: Vec<String> = Vec::new();
    while let Some((event, next)) = remove_one_ctx_hook(&text)? {
        text = next;
        touched.push(event);
    }
    if touched.is_empty() {
        return Ok(text);
    }
    for event in &touched {
        text = remove_or_restore_empty_container(text, &[HOOKS, event], former)?;
    }
    remove_or_restore_empty_container(text, &[HOOKS], former)
}

fn is_blank_text(text: &str) -> bool {
    text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty()
}

/// Removes one hook of ctx; none when there is none.
fn remove_one_ctx_hook(text: &str) -> Result<Option<(String, String)>, UneditableFileReason> {
    let root = jsonc::parse_jsonc(text)?;
    let Some(events) = root.get(HOOKS) else { return Ok(None) };
    for event in events.json_child_values().iter().filter(|event| event.value.is_array()) {
        let less = |text: String| Ok(Some((event.key.clone().unwrap_or_default(), text)));
        for (index, item) in event.value.json_child_values().iter().enumerate() {
            let inner = item.value.get(HOOKS).filter(|inner| inner.is_array());
            let handlers = inner.map_or(&[][..], LocatedValue::json_child_values);
            let ours = |value: &LocatedValue| hooks::is_ctx_hook_entry(&value.to_json());
            let all_ours = !handlers.is_empty() && handlers.iter().all(|handler| ours(&handler.value));
            if all_ours || (inner.is_none() && ours(&item.value)) {
                return less(edit::remove_child(text, &event.value, index));
            }
            if let (Some(inner), Some(at)) = (inner, handlers.iter().position(|handler| ours(&handler.value))) {
                return less(edit::remove_child(text, inner, at));
            }
        }
    }
    Ok(None)
}

/// Removes a container that has become empty, or restores it if it was empty before.
pub(super) fn remove_or_restore_empty_container(
    text: String,
    path: &[&str],
    former: Option<&str>,
) -> Result<String, UneditableFileReason> {
    let root = jsonc::parse_jsonc(&text)?;
    let Some(container) = edit::find_value_at_path(&root, path) else { return Ok(text) };
    if !container.json_child_values().is_empty() || matches!(container.node, jsonc::Node::Scalar(_)) {
        return Ok(text);
    }
    let (open, close) = (container.span.start, container.span.end);
    let known = former.and_then(|former| Some((former, jsonc::parse_jsonc(former).ok()?)));
    if let Some((former, was)) =
        known.as_ref().and_then(|(text, root)| Some((text, edit::find_value_at_path(root, path)?)))
    {
        let before = &former[was.span.start..was.span.end];
        let was_empty = was.json_child_values().is_empty();
        return Ok(if was_empty { format!("{}{before}{}", &text[..open], &text[close..]) } else { text });
    }
    let (key, parents) = path.split_last().map_or(("", &[][..]), |(key, parents)| (*key, parents));
    let parent = edit::find_value_at_path(&root, parents).unwrap_or(&root);
    let index = parent.json_child_values().iter().position(|child| child.key.as_deref() == Some(key));
    let index = index.filter(|_| jsonc::last_comment_after(&text, open + 1).is_none());
    Ok(index.map_or_else(|| text.clone(), |index| edit::remove_child(&text, parent, index)))
}

/// Whether the file holds only what a new file begins with.
pub fn is_empty_settings_file(text: &str) -> bool {
    let Ok(root) = jsonc::parse_jsonc(text) else { return false };
    root.is_object() && root.json_child_values().iter().all(|child| child.key.as_deref() == Some("version"))
}
