//! `ctx diff`: two runs compared by their findings.

use super::finding_line;
use crate::context::{Context, Ending};
use crate::error::Result;
use ctx_digest::{Finding, delta};
use ctx_model::Scope;
use ctx_model::env::now_ms;
use ctx_model::id::Reference;

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
        let mut look = |reference: &Reference| -> Result<_> {
            match reference.elsewhere() {
                Some((origin, prefix)) => {
                    let (guest, entry) = context.hub(&mut store)?.0.entry(origin, prefix)?;
                    Ok((guest.findings(entry.row)?, entry))
                }
                None => {
                    let entry = store.resolve(reference, &scope)?;
                    Ok((store.findings(entry.row)?, entry))
                }
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
        if context.env.stdout_is_terminal && context.env.speaks_utf8() {
            page.push_str(&chart(fixed, added, same, context.env.colour));
        }
        for (mark, findings) in [('+', &change.new), ('-', &change.fixed), ('=', &change.same)] {
            for finding in findings {
                page.push_str(&format!("{mark} {}", finding_line(finding)));
            }
        }
        context.ui.out(&page);
        Ok(Ending::OK)
    }
}

/// Cells of the longer bar at most.
const WIDE: usize = 48;

/// Both runs as bars, the shared part aligned; empty if there are no findings.
fn chart(fixed: usize, added: usize, same: usize, colour: bool) -> String {
    let all = fixed + added + same;
    if all == 0 {
        return String::new();
    }
    let cells = |count: usize| match all <= WIDE {
        true => count,
        false => (count * WIDE).div_ceil(all),
    };
    let bar = |count: usize, cell: &str, tone: u8| match (cells(count), colour) {
        (0, _) => String::new(),
        (count, true) => format!("\x1b[{tone}m{}\x1b[0m", cell.repeat(count)),
        (count, false) => cell.repeat(count),
    };
    let (gone, kept, fresh) = (bar(fixed, "░", 32), bar(same, "█", 2), bar(added, "▓", 31));
    format!("  old {gone}{kept}\n  new {}{kept}{fresh}\n", " ".repeat(cells(fixed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_bars_are_aligned() {
        assert_eq!(chart(2, 1, 3, false), "  old ░░███\n  new   ███▓\n");
        assert_eq!(chart(0, 0, 0, false), "");
        assert_eq!(chart(1, 0, 0, true), "  old \x1b[32m░\x1b[0m\n  new  \n");
        let wide = chart(500, 0, 500, false);
        assert!(wide.lines().all(|line| line.chars().count() <= 6 + WIDE), "{wide}");
        assert_eq!(chart(1, 999, 0, false).matches('░').count(), 1);
    }
}
