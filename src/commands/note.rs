//! `ctx note`: something worth remembering that no command printed.

mod tasks;

use std::io::Read;

use serde_json::json;

use crate::context::Context;
use crate::error::{Context as _, Error, Result};
use crate::exit_status::ExitStatus;
use crate::session::note;
use ctx_model::env::now_ms;
use ctx_model::id::{Reference, ReferenceTarget};
use ctx_model::{Category, Scope};
use ctx_shell::lines::join_quoted;
use ctx_store::{Entry, Store};

/// Keep a note, a decision or a task; list and close tasks
#[derive(clap::Args)]
#[command(
    after_help = "Without a text, the open tasks and bugs are listed; ctx store --import adds agents' own tasks.\n\
    An output gets a name when it is made (ctx run --label NAME), ctx get NAME prints it.\n\n\
    Examples:\n  ctx note 'retries are capped at 3: the gateway bans after 5'\n  ctx note --title 'API limits' - < limits.md\n  ctx note --decision 'tokens live an hour'\n  ctx note --todo 'write the docs page'\n  ctx note --done 1\n  ctx note --pin k7f2qa\n  ctx note --supersedes k7f2qa 'retries are capped at 4 now'"
)]
pub struct Args {
    /// The text, or - to read it from stdin; without it, open tasks are listed
    text: Option<String>,
    /// Title (default: the first line)
    #[arg(long, value_name = "T", requires = "text")]
    title: Option<String>,
    /// Never delete it by retention, and show it first; with a reference as the text, that stored output
    #[arg(long, requires = "text")]
    pin: bool,
    /// The entry this note replaces
    #[arg(long, value_name = "REF", requires = "text")]
    supersedes: Option<Reference>,
    /// Mark it as a decision: shown in the brief until a later one replaces it
    #[arg(long, requires = "text", conflicts_with_all = ["todo", "bug"])]
    decision: bool,
    /// Mark it as a task: open until --done
    #[arg(long, alias = "task", conflicts_with = "bug")]
    todo: bool,
    /// Mark it as a bug: open until --done
    #[arg(long)]
    bug: bool,
    /// Close these tasks, bugs or errors: references, or their numbers in the list
    #[arg(long, alias = "close", value_name = "REF", num_args = 1.., conflicts_with_all = ["text", "json"])]
    done: Vec<Reference>,
    /// Print the note's reference, or the list, as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if !self.done.is_empty() {
            return tasks::mark_done(context, &self.done);
        }
        let Some(text) = self.text.clone() else { return tasks::list_open_tasks(context, self.json) };
        let text = if text == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("reading the note from stdin")?;
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            text
        };
        if text.trim().is_empty() {
            return Err(Error::usage("the note is empty"));
        }
        let mut store = context.open_store()?;
        let started_at = now_ms();
        let scope = Scope::from_env(&context.env, started_at);
        if let Some(entry) = find_named_output(&store, &text, &scope).filter(|_| self.pin || self.title.is_some()) {
            return self.pin_output(context, &mut store, &entry);
        }
        let supersedes = match &self.supersedes {
            Some(reference) => Some(store.resolve_reference(reference, &scope)?.row),
            None => None,
        };
        let category = match (self.decision, self.todo, self.bug) {
            (true, ..) => Category::Decision,
            (_, true, _) => Category::Task,
            (_, _, true) => Category::Bug,
            _ => Category::Note,
        };
        let wish = note::NewNote { text: &text, title: self.title, pin: self.pin, supersedes, category };
        let (id, title) = note::store_note(&mut store, &context.env, &scope, started_at, wish)?;
        let title = context.new_masker().mask_line(&title).into_owned();
        if self.json {
            context.ui.print_json(&json!({ "ref": id.as_str(), "title": title }));
        } else {
            context.ui.print(&format!("{} {} · {title}\n", id.reference(), category.name()));
        }
        Ok(ExitStatus::OK)
    }

    /// Pins a stored output.
    fn pin_output(&self, context: &Context, store: &mut Store, entry: &Entry) -> Result<ExitStatus> {
        if let Some(name) = &self.title {
            let words = |words: &[&str]| join_quoted(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
            let (id, command) = (entry.id.as_str(), entry.name());
            return Err(Error::usage("an output gets its name when it is stored").with_hint(format_args!(
                "{} | {}",
                words(&["ctx", "get", id, "--raw"]),
                words(&["ctx", "store", "--label", name, "--cmd", command])
            )));
        }
        store.set_pinned(entry.row, true)?;
        let name = context.new_masker().mask_line(entry.name()).into_owned();
        if self.json {
            context.ui.print_json(&json!({ "ref": entry.id.as_str(), "title": name, "pinned": true }));
        } else {
            context.ui.print(&format!("{} pinned · {name}\n", entry.id.reference()));
        }
        Ok(ExitStatus::OK)
    }
}

/// The entry that a text names and says nothing else: `@`, `[ctx:id]`, a whole id or a label.
fn find_named_output(store: &Store, text: &str, scope: &Scope) -> Option<Entry> {
    let reference: Reference = text.parse().ok()?;
    let entry = store.resolve_reference(&reference, scope).ok()?;
    match &reference.target {
        ReferenceTarget::Prefix(id) if id != entry.id.as_str() && Some(text.trim()) != entry.label.as_deref() => None,
        _ => Some(entry),
    }
}
