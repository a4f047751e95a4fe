//! `ctx diff`: two runs compared by what was found in them.

use super::finding_line;
use crate::context::{Context, Ending};
use crate::digest::{Finding, delta};
use crate::env::now_ms;
use crate::error::Result;
use crate::id::Reference;
use crate::model::Scope;

/// Compare two runs by their findings: fixed, new, same
#[derive(clap::Args)]
#[command(
    after_help = "Line numbers, times and addresses do not count: a finding that moved is the same one.\n\nExample:\n  ctx diff @-1 @"
)]
pub struct Args {
    /// The older entry
    #[arg(value_name = "OLD")]
    old: Reference,
    /// The newer entry
    #[arg(value_name = "NEW")]
    new: Reference,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        let mut store = context.open_store()?;
        let scope = Scope::of(&context.env, now_ms());
        let mut look = |reference: &Reference| match reference.elsewhere() {
            Some((origin, prefix)) => {
                let (guest, entry) = context.hub(&mut store)?.0.entry(origin, prefix)?;
                Ok((guest.findings(entry.row)?, entry))
            }
            None => {
                let entry = store.resolve(reference, &scope)?;
                Ok((store.findings(entry.row)?, entry))
            }
        };
        let (before, old): (Vec<Finding>, _) = look(&self.old)?;
        let (after, new) = look(&self.new)?;
        let change = delta(&before, &after);
        if self.json {
            context.ui.json(&change.json(old.id.as_str(), new.id.as_str()));
            return Ok(Ending::OK);
        }
        let (fixed, added, same) = (change.fixed.len(), change.new.len(), change.same.len());
        let mut page =
            format!("{} → {}: {fixed} fixed, {added} new, {same} same\n", old.id.reference(), new.id.reference());
        for (mark, findings) in [('+', &change.new), ('-', &change.fixed), ('=', &change.same)] {
            for finding in findings {
                page.push_str(&format!("{mark} {}", finding_line(finding)));
            }
        }
        context.ui.out(&page);
        Ok(Ending::OK)
    }
}
