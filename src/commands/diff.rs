//! `ctx diff`: two entries compared, by their findings, or line by line where they have none.

use serde_json::json;

use super::get::{parse_reference_or_command, resolve_reference_or_command};
use super::{format_finding_line, parse_byte_size};
use crate::files::difference::unified_diff;
use crate::hub::HubConnection;
use crate::record::report::quote_forged_line;
use crate::record::view::EntryView;
use crate::ui::{ColourMeaning, Ui, cut_middle, format_count, paint_diff};
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::delta::{FindingsDelta, compare_findings};
use ctx_model::id::{EntryReference, ReferenceTarget};
use ctx_secrets::Masker;
use ctx_store::{Entry, HistoryFilter, Store};

/// The default budget of a text diff in bytes.
const BUDGET: usize = 8 << 10;
/// Entries in which `ctx diff` alone looks for a command that ran twice.
const LOOKED_AT: u32 = 200;
/// Characters of one line.
const WIDEST: usize = 400;

/// Compare two entries: what is fixed, new or the same
#[derive(clap::Args)]
#[command(after_help = include_str!("help/diff.txt"))]
pub struct Args {
    /// The older entry; without both, the last two runs of the newest command that ran twice
    #[arg(value_name = "OLD", value_parser = parse_reference_or_command)]
    old: Option<EntryReference>,
    /// The newer entry; without it, OLD is compared with the run of the same command before it, a label with the newest
    #[arg(value_name = "NEW")]
    new: Option<EntryReference>,
    /// Compare the texts even if there are findings
    #[arg(long)]
    text: bool,
    /// Print about this many bytes of a text diff at most (default: 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_byte_size)]
    budget: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// An entry and where it is: in this store, or in what a hub sent.
struct ComparedEntry {
    guest: Option<Store>,
    entry: Entry,
}

impl ComparedEntry {
    fn from_local_entry(entry: Entry) -> ComparedEntry {
        ComparedEntry { guest: None, entry }
    }

    fn resolve_entry(context: &Context, store: &mut Store, reference: &EntryReference) -> Result<ComparedEntry> {
        if let Some((origin, prefix)) = reference.remote_origin_and_id() {
            let (guest, entry) = HubConnection::open(context, store)?.hub.fetch_entry_as_store(origin, prefix)?;
            return Ok(ComparedEntry { guest: Some(guest), entry });
        }
        let scope = context.current_command_scope();
        resolve_reference_or_command(context, store, &scope, reference).map(ComparedEntry::from_local_entry)
    }

    fn store_holding_entry<'a>(&'a self, here: &'a Store) -> &'a Store {
        self.guest.as_ref().unwrap_or(here)
    }

    /// Its lines under their masks, each ended.
    fn masked_text(&self, here: &Store, masker: &Masker) -> Result<String> {
        let view = EntryView { store: self.store_holding_entry(here), entry: &self.entry, masker };
        let reference = self.entry.id.reference();
        if self.entry.expired {
            return Err(Error::not_found(format_args!("the bytes of {reference} have expired")));
        }
        if let Some(kind) = view.binary_kind()? {
            return Err(Error::not_found(format_args!("{reference} is not text: {}", kind.0)));
        }
        let text = view.masked_text()?;
        if text.thinned_lines() > 0 {
            return Err(Error::refused(format_args!("{reference} is too large to compare line by line"))
                .with_hint(format_args!("diff <(ctx get OLD --raw) <(ctx get {} --raw) does it", self.entry.id)));
        }
        Ok(text.lines().map(|line| format!("{line}\n")).collect())
    }
}

/// The newest commands of this project.
fn newest_runs(context: &Context, store: &Store) -> Result<Vec<Entry>> {
    let project = Some(context.current_project_name());
    let filter = HistoryFilter { project, commands: true, limit: Some(LOOKED_AT), ..HistoryFilter::default() };
    Ok(store.list_history_entries(&filter)?)
}

/// The newest command of this project that ran twice, and its run before that.
fn last_two_runs_of_repeated_command(context: &Context, store: &Store) -> Result<(ComparedEntry, ComparedEntry)> {
    for entry in newest_runs(context, store)? {
        if let Some(before) = store.previous_run(entry.row)? {
            return Ok((
                ComparedEntry::from_local_entry(store.entry_at_row(before.row)?),
                ComparedEntry::from_local_entry(entry),
            ));
        }
    }
    Err(Error::not_found("no command of this project ran twice")
        .with_hint("ctx diff OLD NEW compares two entries; ctx history lists them"))
}

/// An entry and the run of its command before it. What was given a name, is what later runs are compared with.
fn pair_with_other_run(
    context: &Context,
    store: &mut Store,
    reference: &EntryReference,
) -> Result<(ComparedEntry, ComparedEntry)> {
    let named = ComparedEntry::resolve_entry(context, store, reference)?;
    let entry = &named.entry;
    let given = match &reference.target {
        ReferenceTarget::Label(name) | ReferenceTarget::Prefix(name) => name.as_str(),
        ReferenceTarget::Newest(_) => "",
    };
    if entry.command.is_some() && entry.label.as_deref().is_some_and(|label| label.eq_ignore_ascii_case(given)) {
        let newest = newest_runs(context, store)?.into_iter().find(|run| run.command == entry.command);
        if let Some(newest) = newest.filter(|newest| newest.row > entry.row) {
            return Ok((named, ComparedEntry::from_local_entry(newest)));
        }
    }
    let before = if named.guest.is_none() { store.previous_run(entry.row)? } else { None };
    let before = before.ok_or_else(|| {
        Error::not_found(format_args!("no earlier run of the command of {}", entry.id.reference()))
            .with_hint("ctx diff OLD NEW compares any two entries")
    })?;
    Ok((ComparedEntry::from_local_entry(store.entry_at_row(before.row)?), named))
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut store = context.open_store()?;
        let (old, new) = match (&self.old, &self.new) {
            (Some(old), Some(new)) => (
                ComparedEntry::resolve_entry(context, &mut store, old)?,
                ComparedEntry::resolve_entry(context, &mut store, new)?,
            ),
            (Some(one), None) => pair_with_other_run(context, &mut store, one)?,
            _ => last_two_runs_of_repeated_command(context, &store)?,
        };
        if !self.text && old.entry.kind != new.entry.kind && old.entry.command != new.entry.command {
            let told = |entry: &Entry| format!("{} is {}", entry.id.reference(), entry.kind.name_with_article());
            let (old, new) = (told(&old.entry), told(&new.entry));
            let hint = "ctx diff alone compares the last two runs of one command; --text compares these texts anyway";
            return Err(Error::refused(format_args!("{old} and {new}: not two runs of one thing")).with_hint(hint));
        }
        let before = old.store_holding_entry(&store).findings(old.entry.row)?;
        let after = new.store_holding_entry(&store).findings(new.entry.row)?;
        let change = compare_findings(&before, &after);
        let found = change.fixed.len() + change.new.len() + change.same.len();
        // A run that failed without a finding has fixed nothing: its tool may not have got so far.
        let broke_off = after.is_empty() && new.entry.status.has_failed();
        if found > 0 && !broke_off && !self.text {
            self.print_finding_changes(context, &old.entry, &new.entry, &change);
            return Ok(ExitStatus::OK);
        }
        let masker = context.new_masker();
        let hunks = unified_diff(&old.masked_text(&store, &masker)?, &new.masked_text(&store, &masker)?);
        let (added, removed) = count_changed_lines(&hunks);
        let (shown, left) = cut_hunks_to_budget(&hunks, self.budget.unwrap_or(BUDGET));
        if self.json {
            let mut value = change.to_json(old.entry.id.as_str(), new.entry.id.as_str());
            value["text"] = json!({ "added": added, "removed": removed, "left_out": left, "diff": shown });
            context.ui.print_json(&value);
            return Ok(ExitStatus::OK);
        }
        let references = format!("{} → {}", old.entry.id.reference(), new.entry.id.reference());
        let mut page = match added + removed {
            0 => format!("{references}: the same text\n"),
            _ => format!("{references}: +{added} -{removed} {}\n", if added + removed == 1 { "line" } else { "lines" }),
        };
        page.push_str(&colour_or_quote_hunks(&shown, &context.ui));
        if left > 0 {
            page.push_str(&format!("not shown: {}: --budget BYTES\n", format_count(left as u64, "changed line")));
        }
        context.ui.print(&page);
        Ok(ExitStatus::OK)
    }

    fn print_finding_changes(&self, context: &Context, old: &Entry, new: &Entry, change: &FindingsDelta<'_>) {
        if self.json {
            context.ui.print_json(&change.to_json(old.id.as_str(), new.id.as_str()));
            return;
        }
        let (fixed, added, same) = (change.fixed.len(), change.new.len(), change.same.len());
        // Another command may not look for the same things.
        let gone = if old.command == new.command { "fixed" } else { "gone" };
        let mut page =
            format!("{} → {}: {fixed} {gone}, {added} new, {same} same\n", old.id.reference(), new.id.reference());
        let marks = [
            ('+', &change.new, Some(ColourMeaning::Bad)),
            ('-', &change.fixed, Some(ColourMeaning::Good)),
            ('=', &change.same, None),
        ];
        for (mark, findings, tone) in marks {
            for finding in findings {
                let line = format!("{mark} {}", format_finding_line(finding));
                page.push_str(
                    &tone.map_or_else(|| line.clone(), |tone| context.ui.colour_text(tone, line.trim_end()) + "\n"),
                );
            }
        }
        context.ui.print(&page);
    }
}

/// Added and removed lines of a unified diff.
fn count_changed_lines(hunks: &str) -> (usize, usize) {
    let begin = |sign: char| hunks.lines().filter(|line| line.starts_with(sign)).count();
    (begin('+'), begin('-'))
}

/// As many whole lines as fit, long ones cut; and how many changed lines are left out.
fn cut_hunks_to_budget(hunks: &str, budget: usize) -> (String, usize) {
    let mut shown = String::new();
    let mut left = 0;
    for line in hunks.lines() {
        let line = cut_middle(line, WIDEST);
        if left > 0 || shown.len() + line.len() + 1 > budget {
            left += usize::from(line.starts_with(['+', '-']));
            continue;
        }
        shown.push_str(&line);
        shown.push('\n');
    }
    (shown, left)
}

/// The hunks as they are printed: quoted, or in a terminal's colours.
fn colour_or_quote_hunks(hunks: &str, ui: &Ui) -> String {
    match ui.uses_colours() {
        true => paint_diff(hunks),
        false => hunks.lines().map(|line| format!("{}\n", quote_forged_line(line))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_leaves_whole_lines_out_and_counts_them() {
        let hunks = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n+d\n";
        assert_eq!(count_changed_lines(hunks), (2, 1));
        assert_eq!(cut_hunks_to_budget(hunks, 1000), (hunks.to_owned(), 0));
        assert_eq!(cut_hunks_to_budget(hunks, 22), ("@@ -1,2 +1,2 @@\n a\n-b\n".to_owned(), 2));
    }
}
