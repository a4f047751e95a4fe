//! Hooks in a JSON settings file: added, looked for, and removed again so that the file is as it was.

use serde_json::{Value as Json, json};

use super::jsonc::{self, Value};
use super::{Uneditable, edit, hooks};
use crate::agent::Agent;

const HOOKS: &str = "hooks";

/// The text with ctx's hooks; `None` is a file that is not there.
pub fn install_hooks(agent: Agent, base: Option<&str>) -> Result<String, Uneditable> {
    let Some(base) = base.filter(|text| !is_blank_text(text)) else {
        let mut whole = hooks::new_settings_content(agent);
        whole[HOOKS] = hooks::all_hooks_as_json(agent);
        let mark = if base.is_some_and(|text| text.starts_with('\u{feff}')) { "\u{feff}" } else { "" };
        return Ok(format!("{mark}{}", edit::render_document(&whole)));
    };
    let root = parse_editable_settings(base)?;
    let mut text = base.to_owned();
    let Some(present) = root.get(HOOKS) else {
        return Ok(edit::append_child(&text, &[], Some(HOOKS), &hooks::all_hooks_as_json(agent))?);
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
fn parse_editable_settings(text: &str) -> Result<Value, Uneditable> {
    let root = jsonc::parse_jsonc(text)?;
    if !root.is_object() {
        return Err(Uneditable::unexpected_shape("the document is not an object"));
    }
    let twice = |value: &Value, key: &str| {
        value.children().iter().filter(|child| child.key.as_deref() == Some(key)).count() > 1
    };
    if twice(&root, HOOKS) {
        return Err(Uneditable::unexpected_shape("\"hooks\" is there twice"));
    }
    if let Some(present) = root.get(HOOKS) {
        if !present.is_object() {
            return Err(Uneditable::unexpected_shape("\"hooks\" is not an object"));
        }
        for child in present.children() {
            let event = child.key.as_deref().unwrap_or_default();
            if twice(present, event) {
                return Err(Uneditable::unexpected_shape(format!("\"hooks\" has \"{event}\" twice")));
            }
            if is_known_hook_event(event) && !child.value.is_array() {
                return Err(Uneditable::unexpected_shape(format!("\"{event}\" in \"hooks\" is not a list")));
            }
        }
    }
    Ok(root)
}

fn is_known_hook_event(event: &str) -> bool {
    Agent::ALL.into_iter().flat_map(hooks::agent_hooks).any(|hook| hook.event == event)
}

/// A hook of ours as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct InstalledHook {
    pub event: String,
    /// The element of the event's list.
    pub element: Json,
    /// The command: a text for a shell, or a program with its arguments.
    pub command: Vec<String>,
}

impl InstalledHook {
    /// The agent that the hook is for.
    pub fn agent(&self) -> Option<Agent> {
        let command = self.command.join(" ");
        let mut words = command.split_whitespace().skip_while(|word| *word != "hook");
        words.nth(1).and_then(Agent::from_name)
    }
}

/// ctx's hooks in a file.
pub fn find_installed_hooks(text: &str) -> Result<Vec<InstalledHook>, Uneditable> {
    if is_blank_text(text) {
        return Ok(Vec::new());
    }
    let root = parse_editable_settings(text)?;
    let mut found = Vec::new();
    for (event, element) in hook_elements(&root) {
        let handlers = match element.get(HOOKS).and_then(Json::as_array) {
            Some(handlers) => handlers.clone(),
            None => vec![element.clone()],
        };
        for handler in handlers.iter().filter(|handler| hooks::is_ctx_hook_entry(handler)) {
            let command = handler_command_words(handler);
            found.push(InstalledHook { event: event.clone(), element: element.clone(), command });
        }
    }
    Ok(found)
}

/// The elements of all events, ours and others'.
pub fn hook_elements(root: &Value) -> Vec<(String, Json)> {
    let events = root.get(HOOKS).map_or(&[][..], Value::children);
    let of_event = |event: &jsonc::Child| {
        let name = event.key.clone().unwrap_or_default();
        let items = event.value.children().iter().map(|item| (name.clone(), item.value.to_json()));
        items.collect::<Vec<_>>()
    };
    events.iter().filter(|event| event.value.is_array()).flat_map(of_event).collect()
}

fn handler_command_words(handler: &Json) -> Vec<String> {
    let text = |name: &str| handler.get(name).and_then(Json::as_str).map(str::to_owned);
    let first = ["command", "bash", "linux", "osx"].into_iter().find_map(text).unwrap_or_default();
    let args = handler.get("args").and_then(Json::as_array).into_iter().flatten();
    std::iter::once(first).chain(args.filter_map(Json::as_str).map(str::to_owned)).collect()
}

/// Whether a file has exactly the hooks that this ctx would put there.
pub fn has_current_hooks(agent: Agent, text: &str) -> Result<bool, Uneditable> {
    let mut wanted: Vec<(String, Json)> = hooks::agent_hooks(agent)
        .iter()
        .map(|hook| (hook.event.to_owned(), hooks::hook_settings_entry(agent, hook)))
        .collect();
    for found in find_installed_hooks(text)? {
        match wanted.iter().position(|(event, entry)| *event == found.event && *entry == found.element) {
            Some(at) => drop(wanted.swap_remove(at)),
            None => return Ok(false),
        }
    }
    Ok(wanted.is_empty())
}

/// The text without ctx's hooks. `former` is the text before they were installed, if known: lists and objects that were
/// empty then are so again, letter by letter.
pub fn remove_hooks(text: &str, former: Option<&str>) -> Result<String, Uneditable> {
    if is_blank_text(text) {
        return Ok(text.to_owned());
    }
    parse_editable_settings(text)?;
    let known = former.and_then(|former| Some((former, jsonc::parse_jsonc(former).ok()?)));
    let mut text = text.to_owned();
    let mut touched: Vec<String> = Vec::new();
    while let Some((event, next)) = remove_one_ctx_hook(&text)? {
        text = next;
        if !touched.contains(&event) {
            touched.push(event);
        }
    }
    if touched.is_empty() {
        return Ok(text);
    }
    for event in &touched {
        text = remove_empty_container(text, &[HOOKS, event], known.as_ref())?;
    }
    text = remove_empty_container(text, &[HOOKS], known.as_ref())?;
    Ok(match former {
        Some(former) if is_blank_text(former) && is_empty_settings_file(&text) => former.to_owned(),
        _ => text,
    })
}

fn is_blank_text(text: &str) -> bool {
    text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty()
}

/// Removes one hook of ctx; none when there is none.
fn remove_one_ctx_hook(text: &str) -> Result<Option<(String, String)>, Uneditable> {
    let root = jsonc::parse_jsonc(text)?;
    let Some(events) = root.get(HOOKS) else { return Ok(None) };
    for event in events.children().iter().filter(|event| event.value.is_array()) {
        let less = |text: String| Ok(Some((event.key.clone().unwrap_or_default(), text)));
        for (index, item) in event.value.children().iter().enumerate() {
            let inner = item.value.get(HOOKS).filter(|inner| inner.is_array());
            let handlers = inner.map_or(&[][..], Value::children);
            let ours = |value: &Value| hooks::is_ctx_hook_entry(&value.to_json());
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
pub(super) fn remove_empty_container(
    text: String,
    path: &[&str],
    former: Option<&(&str, Value)>,
) -> Result<String, Uneditable> {
    let root = jsonc::parse_jsonc(&text)?;
    let Some(container) = edit::find_container(&root, path) else { return Ok(text) };
    let (open, close) = (container.span.start, container.span.end);
    if !container.children().is_empty() || matches!(container.node, jsonc::Node::Scalar(_)) {
        return Ok(text);
    }
    let before = former.and_then(|(former, root)| {
        let value = edit::find_container(root, path)?;
        Some((&former[value.span.start..value.span.end], value.children().is_empty()))
    });
    match before {
        Some((before, true)) => Ok(format!("{}{before}{}", &text[..open], &text[close..])),
        Some((_, false)) => Ok(text),
        None if jsonc::skip_blanks_and_comments(&text, open + 1).1.is_some() => Ok(text),
        None => {
            let (key, parents) = path.split_last().map_or(("", &[][..]), |(key, parents)| (*key, parents));
            let parent = edit::find_container(&root, parents).unwrap_or(&root);
            let index = parent.children().iter().position(|child| child.key.as_deref() == Some(key));
            let Some(index) = index else { return Ok(text) };
            // The document itself: as it was when it was empty.
            if let Some((former, was)) = former
                && parents.is_empty()
                && parent.children().len() == 1
                && was.is_object()
                && was.children().is_empty()
            {
                let was = &former[was.span.start..was.span.end];
                return Ok(format!("{}{was}{}", &text[..root.span.start], &text[root.span.end..]));
            }
            Ok(edit::remove_child(&text, parent, index))
        }
    }
}

/// Whether the file holds only what a new file begins with.
pub fn is_empty_settings_file(text: &str) -> bool {
    let Ok(root) = jsonc::parse_jsonc(text) else { return false };
    root.is_object() && root.children().iter().all(|child| child.key.as_deref() == Some("version"))
}
