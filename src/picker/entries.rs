//! What a picker picks from: the entries of a project, and the lines of the shell's own history. Its texts are free of
//! control characters.

use std::collections::{HashMap, HashSet};

use super::layout::RowStatus;
use crate::record::masked_entry_name;
use crate::record::view::EntryView;
use crate::ui::{cut_middle, format_age, format_duration, visible_char};
use crate::{Context, Result, error_log};
use ctx_digest::CommandEndStatus;
use ctx_model::unix_time_ms;
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, HistoryFilter, Store};

/// How many a person picks from: older ones are a search away.
const PICKED_FROM: u32 = 5000;
/// Characters of a summary that can be typed to find it.
const GIST: usize = 160;
/// Where the status stands in a row, and where the name does.
const STATUS: usize = 7;
const STATUS_WIDTH: usize = 9;
const NAME: usize = STATUS + STATUS_WIDTH + 19;
/// A narrower screen shows neither how long it took nor its age.
const NARROW: usize = 70;

/// The entries of a picker.
pub struct PickerEntries<'a> {
    context: &'a Context,
    store: Store,
    pub entries: Vec<Entry>,
    /// Rows after those of the entries: lines of the shell's own history that are not among them.
    pub lines: Vec<String>,
    /// The whole of that history.
    shell: Vec<String>,
    shown: PickerScope,
    pub(super) colours: bool,
    masker: Masker,
}

/// What is picked from. Of the runs of a command, only the newest is there, unless all are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PickerScope {
    Project,
    All,
    EveryRun,
}

impl PickerScope {
    fn name_and_next(self) -> (&'static str, PickerScope) {
        match self {
            PickerScope::Project => ("this project", PickerScope::All),
            PickerScope::All => ("all projects", PickerScope::EveryRun),
            PickerScope::EveryRun => ("every run here", PickerScope::Project),
        }
    }
}

impl PickerEntries<'_> {
    /// The entries of this project, or of all projects if it has none, with their rows.
    pub fn load(context: &Context, shell: Vec<String>, colours: bool) -> Result<(PickerEntries<'_>, Vec<String>)> {
        let (store, masker, shown) = (context.open_store()?, context.new_masker(), PickerScope::Project);
        let (entries, lines) = (Vec::new(), Vec::new());
        let mut source = PickerEntries { context, store, entries, lines, shell, shown, colours, masker };
        let rows = source.load_rows(shown)?;
        let rows = if source.entries.is_empty() { source.load_rows(PickerScope::All)? } else { rows };
        Ok((source, rows))
    }

    pub(super) fn preview_lines(&mut self, row: usize, lines: usize) -> Vec<String> {
        match self.entries.get(row) {
            Some(entry) => entry_preview_lines(&self.store, entry, lines, &self.masker),
            None => vec!["from the shell's own history: ctx kept no output of it".to_owned()],
        }
    }

    /// What ctrl-y copies.
    pub(super) fn row_reference(&self, row: usize) -> String {
        self.entries.get(row).map_or_else(|| self.lines[row - self.entries.len()].clone(), |entry| entry.id.reference())
    }

    /// Other rows in place of these.
    pub(super) fn switch_to_next_scope(&mut self) -> Vec<String> {
        self.load_rows(self.shown.name_and_next().1).unwrap_or_else(|error| {
            error_log::log_ctx_failure(&self.context.env, &error);
            Vec::new()
        })
    }

    /// What the rows are: shown beside their number.
    pub(super) fn scope_name(&self) -> &'static str {
        self.shown.name_and_next().0
    }

    /// None for a row without one.
    pub(super) fn row_status(&self, row: usize) -> Option<RowStatus> {
        let status = self.entries.get(row)?.status;
        let is_known = !matches!(status, CommandEndStatus::Unknown | CommandEndStatus::Running);
        is_known.then(|| RowStatus { places: STATUS..STATUS + STATUS_WIDTH, has_failed: status.has_failed() })
    }

    /// Why this row cannot be run again, if it cannot.
    pub(super) fn why_not_runnable(&self, row: usize) -> Option<&'static str> {
        let Some(entry) = self.entries.get(row) else { return Some("ctx kept no command of it") };
        (entry.kind != EntryKind::Run || entry.argv.is_empty()).then_some("only a command can be run again")
    }

    /// Forgets the row for good; or says why not.
    pub(super) fn forget_row(&mut self, row: usize) -> std::result::Result<(), String> {
        let Some(entry) = self.entries.get(row) else { return Err("it is not in ctx".to_owned()) };
        if entry.status == CommandEndStatus::Running {
            return Err("it is still running".to_owned());
        }
        self.store.forget_entries(&[entry.row]).map_err(|error| error.to_string())
    }

    /// The rows of a scope.
    fn load_rows(&mut self, shown: PickerScope) -> Result<Vec<String>> {
        let now = unix_time_ms();
        let project = self.context.current_project_name();
        let filter = HistoryFilter {
            project: (shown != PickerScope::All).then_some(project),
            limit: Some(PICKED_FROM),
            ..HistoryFilter::default()
        };
        self.shown = shown;
        self.entries = self.store.list_history_entries(&filter)?;
        let mut runs: HashMap<String, usize> = HashMap::new();
        if shown != PickerScope::EveryRun {
            self.entries.retain(|entry| {
                let count = runs.entry(entry.name().to_owned()).or_default();
                *count += 1;
                *count == 1 || entry.kind == EntryKind::Note
            });
        }
        let mut known: HashSet<&str> = HashSet::new();
        let fresh = self.shell.iter().filter(|line| !runs.contains_key(*line) && known.insert(line));
        self.lines = fresh.cloned().collect();
        let is_narrow = self.context.env.terminal_size().is_some_and(|(columns, _)| columns < NARROW);
        let times = |entry: &Entry| runs.get(entry.name()).copied().unwrap_or(1);
        let rows =
            self.entries.iter().map(|entry| render_picker_row(entry, now, times(entry), is_narrow, &self.masker));
        let rows = rows.chain(self.lines.iter().map(|line| {
            let line = self.masker.without_state().mask_line(line).into_owned();
            format!("{:1$}{line}", "", if is_narrow { STATUS + STATUS_WIDTH + 1 } else { NAME })
        }));
        Ok(rows.collect())
    }
}

/// `k7f2qa exit 1     12.4s   4m ago  npm test ×3 | FAIL src/auth.test.ts …`: in ASCII, which is matched several times as
/// fast.
fn render_picker_row(entry: &Entry, now: i64, times: usize, is_narrow: bool, masker: &Masker) -> String {
    let status = match (entry.kind, entry.status) {
        (EntryKind::Note, _) => "note".to_owned(),
        (_, CommandEndStatus::Unknown) => String::new(),
        (_, status) => status.to_string(),
    };
    let status: String = status.trim_start_matches("killed ").chars().take(STATUS_WIDTH).collect();
    let mut text = format!("{} {status:<STATUS_WIDTH$} ", entry.id);
    if !is_narrow {
        let took = entry.duration_ms.map(format_duration).unwrap_or_default();
        text.push_str(&format!("{took:>7} {:>8}  ", format_age(now.saturating_sub(entry.started_at))));
    }
    text.push_str(&masked_entry_name(entry, masker));
    if times > 1 {
        text.push_str(&format!(" x{times}"));
    }
    if let Some(cut) = &entry.cut {
        text.push_str(&format!(" | {cut}"));
    }
    if let Some((_, body)) = entry.summary.as_deref().and_then(|summary| summary.split_once('\n')) {
        let start: String = body.chars().take(GIST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.push_str(" | ");
        text.extend(start.split_whitespace().flat_map(|word| [word, " "]));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Its summary, or its first lines.
fn entry_preview_lines(store: &Store, entry: &Entry, most: usize, masker: &Masker) -> Vec<String> {
    // Without anything that turns a line round or hides in it.
    let shown = |line: &str| line.replace('\t', "    ").chars().filter_map(visible_char).collect::<String>();
    if let Some(summary) = &entry.summary {
        return summary.lines().take(most).map(shown).collect();
    }
    let view = EntryView { store, entry, masker };
    let mut lines = Vec::new();
    let read = view.binary_kind().and_then(|binary| {
        if let Some(kind) = binary {
            lines.push(kind.0.to_string());
            return Ok(());
        }
        view.for_each_line(1, most as u64, |_, line| {
            lines.push(shown(&cut_middle(line, 1000)));
            true
        })
    });
    if let Err(problem) = read {
        lines.push(problem.to_string());
    }
    if entry.expired {
        lines.push("the bytes have expired".to_owned());
    }
    lines
}
