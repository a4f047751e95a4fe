//! `ctx todo`: tasks that are open, and the way to close one.

use serde_json::json;

use super::Here;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::exit_status::ExitStatus;
use crate::session::classify;
use crate::ui::count;
use ctx_model::env::now_ms;
use ctx_model::id::Reference;
use ctx_model::{Category, Scope};

/// List open tasks and bugs, or mark one as done
#[derive(clap::Args)]
#[command(after_help = "ctx note --todo TEXT and ctx note --bug TEXT add them; ctx import adds agents' own tasks.\n\n\
    Examples:\n  ctx todo\n  ctx todo done k7f2qa")]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Mark tasks, bugs or errors as done
    Done {
        #[arg(value_name = "REF", required = true)]
        references: Vec<Reference>,
    },
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        match self.action {
            Some(Action::Done { references }) => done(context, &references),
            None => list(context, self.json),
        }
    }
}

fn done(context: &Context, references: &[Reference]) -> Result<ExitStatus> {
    let mut store = context.open_store()?;
    let now = now_ms();
    let scope = Scope::of(&context.env, now);
    let entries =
        references.iter().map(|reference| store.resolve(reference, &scope)).collect::<ctx_store::Result<Vec<_>>>()?;
    for entry in &entries {
        if !store.close_event_of(entry.row, now)? {
            return Err(
                Error::absent(format_args!("{} is not an open task", entry.id.reference())).hint("ctx todo lists them")
            );
        }
    }
    context.ui.out(&format!("done: {}\n", count(entries.len() as u64, "task")));
    Ok(ExitStatus::OK)
}

fn list(context: &Context, as_json: bool) -> Result<ExitStatus> {
    let store = context.open_store()?;
    let here = Here::of(context, &store, None)?;
    let mut open = store.events(&here.within, Category::Task, true, 1000)?;
    open.extend(store.events(&here.within, Category::Bug, true, 1000)?);
    let masker = context.masker();
    let words = |text: &str| masker.fresh().line(&classify::brief(text, 300)).into_owned();
    if as_json {
        let rows = open.iter().map(|task| {
            json!({ "ref": task.reference, "kind": task.category.name(), "text": words(&task.text), "session": task.session, "at_ms": task.at })
        });
        context.ui.json(&serde_json::Value::Array(rows.collect()));
    } else if open.is_empty() {
        context.ui.warn("no open tasks");
    } else {
        let lines: String = open
            .iter()
            .map(|task| {
                let reference =
                    task.reference.as_ref().map_or_else(|| "[ctx:-]".to_owned(), |id| format!("[ctx:{id}]"));
                let text = if task.text.is_empty() { &task.key } else { &task.text };
                format!("{reference} {} · {}\n", task.category.name(), words(text))
            })
            .collect();
        context.ui.out(&lines);
    }
    Ok(ExitStatus::OK)
}
