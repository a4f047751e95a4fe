//! `ctx forget`: entries and their bytes are gone, from every file of the store.

use crate::cli::{Context, Ending};
use crate::env::now_ms;
use crate::error::Result;
use crate::id::Reference;
use crate::session::Scope;
use crate::ui::count;

/// Delete entries and their bytes for good
#[derive(clap::Args)]
#[command(after_help = "Bytes that another entry has too stay with that entry.\n\nExample:\n  ctx forget k7f2qa @-1")]
pub struct Args {
    /// [ctx:id], an id, its beginning, @ or @-1
    #[arg(required = true, value_name = "REF")]
    references: Vec<Reference>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let mut store = context.open_store()?;
        let project = Scope::of(&context.env, now_ms()).project;
        // All are looked up before the first goes: a mistyped one must not leave half the work done.
        let mut rows = Vec::new();
        for reference in &self.references {
            let entry = store.resolve(reference, &project)?;
            rows.push(entry.row);
        }
        rows.dedup();
        store.forget(&rows)?;
        context.ui.out(&format!("forgot {}\n", count(rows.len() as u64, "entry")));
        Ok(Ending::OK)
    }
}
