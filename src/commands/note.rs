//! `ctx note`: something worth remembering that no command printed.

use std::io::Read;

use serde_json::json;

use crate::context::{Context, Ending};
use crate::env::now_ms;
use crate::error::{Context as _, Error, Result};
use crate::id::Reference;
use crate::model::{Category, Feed, Scope};
use crate::session::{classify, feed};
use crate::store::{BlobWriter, EntryKind, Finished, NewEntry};
use crate::ui::cut_middle;

/// Keep a note: a decision, a finding, a reason
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  ctx note 'retries are capped at 3: the gateway bans after 5'\n  ctx note --title 'API limits' - < limits.md\n  ctx note --decision 'tokens live an hour'\n  ctx note --todo 'write the docs page'\n  ctx note --supersedes k7f2qa 'retries are capped at 4 now'"
)]
pub struct Args {
    /// The text, or - to read it from stdin
    text: String,
    /// Title (default: the first line)
    #[arg(long, value_name = "T")]
    title: Option<String>,
    /// Never delete it by retention, and show it first
    #[arg(long)]
    pin: bool,
    /// The entry this note replaces
    #[arg(long, value_name = "REF")]
    supersedes: Option<Reference>,
    /// Mark it as a decision: shown in the brief until a later one replaces it
    #[arg(long, conflicts_with_all = ["todo", "bug"])]
    decision: bool,
    /// Mark it as a task: open until ctx todo done
    #[arg(long, conflicts_with = "bug")]
    todo: bool,
    /// Mark it as a bug: open until ctx todo done
    #[arg(long)]
    bug: bool,
    /// Print the note's reference as one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let text = if self.text == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("reading the note from stdin")?;
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            self.text
        };
        if text.trim().is_empty() {
            return Err(Error::usage("the note is empty"));
        }
        let mut store = context.open_store()?;
        let started_at = now_ms();
        let scope = Scope::of(&context.env, started_at);
        let supersedes = match &self.supersedes {
            Some(reference) => Some(store.resolve(reference, &scope)?.row),
            None => None,
        };
        let first_line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let title = self.title.unwrap_or_else(|| cut_middle(first_line, 100).into_owned());
        let category = match (self.decision, self.todo, self.bug) {
            (true, ..) => Category::Decision,
            (_, true, _) => Category::Task,
            (_, _, true) => Category::Bug,
            _ => Category::Note,
        };
        let words = classify::brief(&title, 300);
        let event = |key: &str| feed::event(&scope, category, key.to_owned(), words.clone(), started_at);
        let (row, id) = store.begin(&NewEntry {
            title: Some(title.clone()),
            pinned: self.pin,
            supersedes,
            ..NewEntry::here(&context.env, EntryKind::Note, scope.clone(), started_at)
        })?;
        let title = context.masker().line(&title).into_owned();
        let feed = Feed { events: vec![event(id.as_str())], resolved: None };
        store.finish(row, BlobWriter::new(row), text.as_bytes(), &Finished { feed, ..Finished::default() })?;
        if let Some(superseded) = supersedes {
            store.close_event_of(superseded, started_at)?;
        }
        if self.json {
            context.ui.json(&json!({ "ref": id.as_str(), "title": title }));
        } else {
            let kind = if category == Category::Task { "todo" } else { category.name() };
            context.ui.out(&format!("{} {kind} · {title}\n", id.reference()));
        }
        Ok(Ending::OK)
    }
}
