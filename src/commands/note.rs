//! `ctx note`: something worth remembering that no command printed.

mod tasks;

use std::path::Path;

use serde_json::json;

use crate::commands::get::parse_reference_or_command;
use crate::commands::print_json_or_text;
use crate::session::note;
use crate::{Context, Error, ExitStatus, Result, input};
use ctx_model::id::{EntryId, EntryReference, ReferenceTarget};
use ctx_model::{EventCategory, Scope, unix_time_ms};
use ctx_store::{Entry, Store};

/// Keep a note, a decision or a task; list and close tasks
#[derive(clap::Args)]
#[command(after_help = include_str!("help/note.txt"))]
pub struct Args {
    /// The text, or - to read it from stdin; without it, open tasks are listed
    #[arg(value_name = "TEXT")]
    text: Vec<String>,
    /// Title (default: the first line)
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Never delete it by retention, and show it first; with a reference, that stored output, which the text is about
    #[arg(long, value_name = "REF", num_args = 0..=1)]
    pin: Option<Option<String>>,
    /// Let retention delete this stored output again
    #[arg(long, value_name = "REF", num_args = 0..=1, conflicts_with_all = ["pin", "label"])]
    unpin: Option<Option<EntryReference>>,
    /// A name for ctx get NAME: of the note, or of the stored output whose reference is the text
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// The entry this note replaces
    #[arg(long, value_name = "REF")]
    supersedes: Option<EntryReference>,
    /// Mark it as a decision: shown in the brief until a later one replaces it
    #[arg(long, conflicts_with_all = ["todo", "bug"])]
    decision: bool,
    /// Mark it as a task: open until --done
    #[arg(long, alias = "task", conflicts_with = "bug")]
    todo: bool,
    /// Mark it as a bug: open until --done
    #[arg(long)]
    bug: bool,
    /// Close these tasks, bugs or errors: references, their numbers in the list, or a task's text
    #[arg(long, alias = "close", value_name = "REF", value_parser = parse_reference_or_command, num_args = 1.., conflicts_with_all = ["text", "json"])]
    done: Vec<EntryReference>,
    /// Print the note's reference, or the list, as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(mut self, context: &Context) -> Result<ExitStatus> {
        self.take_action_from_text(context);
        if !self.done.is_empty() {
            return tasks::mark_tasks_done(context, &self.done);
        }
        if let Some(given) = &self.unpin {
            return self.unpin_output(context, given.as_ref());
        }
        // `ctx note --pin TEXT`: without another text, what follows is the text.
        if self.text.is_empty()
            && let Some(value) = &mut self.pin
        {
            self.text.extend(value.take());
        }
        if self.text.is_empty() {
            let text = [&self.title, &self.label].into_iter().any(Option::is_some) || self.decision;
            return match text || self.pin.is_some() || self.supersedes.is_some() {
                true => Err(Error::usage("what should be kept is missing").with_hint(
                    "ctx note 'TEXT' --decision; of a stored output: ctx note REF --label NAME, ctx note REF --pin",
                )),
                false => tasks::print_open_tasks(context, self.json),
            };
        }
        let mut text = if self.text == ["-"] {
            String::from_utf8_lossy(&input::read_file_or_stdin(context, Path::new("-"))?).into_owned()
        } else {
            self.text.join(" ")
        };
        if text.trim().is_empty() {
            return Err(Error::usage("the note is empty"));
        }
        let mut store = context.open_store()?;
        let started_at = unix_time_ms();
        let scope = context.current_command_scope();
        if let Some(entry) =
            find_named_output(&store, &text, &scope).filter(|_| self.pin.is_some() || self.label.is_some())
        {
            return self.pin_or_label_output(context, &mut store, &entry);
        }
        // `ctx note REF TEXT`: a text about a stored output.
        if let [first, rest @ ..] = self.text.as_slice()
            && !rest.is_empty()
            && let Some(about) = find_named_output(&store, first, &scope)
            && (first == "@" || first.contains(about.id.as_str()))
        {
            text = format!("{} {}", rest.join(" "), about.id.reference());
        }
        if let Some(Some(about)) = &self.pin {
            let about = store.resolve_reference(&about.parse()?, &scope)?;
            store.set_pinned(about.row, true)?;
            text.push_str(&format!(" {}", about.id.reference()));
        }
        let replaced = self.supersedes.as_ref().map(|reference| store.resolve_reference(reference, &scope));
        let supersedes = replaced.transpose()?.map(|entry| entry.row);
        let category = match (self.decision, self.todo, self.bug) {
            (true, ..) => EventCategory::Decision,
            (_, true, _) => EventCategory::Task,
            (_, _, true) => EventCategory::Bug,
            _ => EventCategory::Note,
        };
        let wish = note::NewNote {
            text: &text,
            title: self.title,
            pin: self.pin.is_some(),
            label: self.label,
            supersedes,
            category,
        };
        let (id, title) = note::store_note(&mut store, &context.env, &scope, started_at, wish)?;
        let title = context.new_masker().mask_line(&title).into_owned();
        let text = format!("{} {} · {title}\n", id.reference(), category.name());
        print_json_or_text(context, self.json, &json!({ "ref": id.as_str(), "title": title }), &text)
    }

    /// `ctx note done 1`, `ctx todo add TEXT`, `ctx note list`: an action where a text is expected.
    fn take_action_from_text(&mut self, context: &Context) {
        let names_entry = |word: &String| {
            word.bytes().all(|byte| byte.is_ascii_digit()) || word.starts_with(['[', '@']) || EntryId::is_valid(word)
        };
        let (action, meant) = match self.text.split_first() {
            Some((action, [])) if ["list", "ls"].contains(&&**action) => (self.text.remove(0), "ctx note"),
            Some((action, [_])) if action == "add" => (self.text.remove(0), "ctx note TEXT"),
            Some((action, rest @ [_, ..]))
                if ["done", "close", "finish"].contains(&&**action) && rest.iter().all(names_entry) =>
            {
                self.done = rest.iter().filter_map(|word| parse_reference_or_command(word).ok()).collect();
                (std::mem::take(&mut self.text).swap_remove(0), "ctx note --done")
            }
            _ => return,
        };
        context.ui.warn(format_args!("ctx note {action} means: {meant}"));
    }

    fn unpin_output(&self, context: &Context, given: Option<&EntryReference>) -> Result<ExitStatus> {
        let reference = given.map_or_else(|| self.text.join(" ").parse(), |reference| Ok(reference.clone()))?;
        let mut store = context.open_store()?;
        let entry = store.resolve_reference(&reference, &context.current_command_scope())?;
        store.set_pinned(entry.row, false)?;
        context.ui.print(&format!("{} no longer pinned\n", entry.id.reference()));
        Ok(ExitStatus::OK)
    }

    /// Pins or names a stored output.
    fn pin_or_label_output(&self, context: &Context, store: &mut Store, entry: &Entry) -> Result<ExitStatus> {
        if self.pin.is_some() {
            store.set_pinned(entry.row, true)?;
        }
        if let Some(label) = &self.label {
            store.set_label(entry.row, label)?;
        }
        let name = context.new_masker().mask_line(entry.name()).into_owned();
        let pinned = self.pin.is_some() || entry.pinned;
        let json = json!({ "ref": entry.id.as_str(), "title": name, "pinned": pinned, "label": self.label });
        let label = self.label.as_ref().map(|label| format!("label {label}"));
        let done: Vec<String> = self.pin.is_some().then(|| "pinned".to_owned()).into_iter().chain(label).collect();
        let text = format!("{} {} · {name}\n", entry.id.reference(), done.join(" · "));
        print_json_or_text(context, self.json, &json, &text)
    }
}

/// The entry that a text names and says nothing else: `@`, `[ctx:id]`, a whole id or a label.
fn find_named_output(store: &Store, text: &str, scope: &Scope) -> Option<Entry> {
    let reference: EntryReference = text.parse().ok()?;
    let entry = store.resolve_reference(&reference, scope).ok()?;
    match &reference.target {
        ReferenceTarget::Prefix(id) if id != entry.id.as_str() && Some(text.trim()) != entry.label.as_deref() => None,
        _ => Some(entry),
    }
}
