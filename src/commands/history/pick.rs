//! The picker of `ctx history` and `ctx get`: what it offers, and what is done with the chosen one.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::os::fd::{AsRawFd, RawFd};

use super::super::{get, run};
use crate::error::Context as _;
use crate::picker::{self, PickerChoice, RowAction, RowStatus};
use crate::record::masked_entry_name;
use crate::record::view::EntryView;
use crate::ui::{collapse_name_to_line, cut_middle, format_age, format_duration, visible_char};
use crate::{Context, Error, ExitStatus, Result, error_log};
use ctx_digest::CommandEndStatus;
use ctx_model::id::{EntryReference, ReferenceTarget};
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
/// Leaving the picker counts as an interrupt, as in fzf.
const LEFT: ExitStatus = ExitStatus::Code(130);

/// True if a person can pick, on a terminal that can be drawn on.
pub fn can_pick(context: &Context) -> bool {
    context.env.stdin_is_terminal && context.env.stdout_is_terminal && context.env.can_move_cursor()
}

/// What was picked, and what is to be done with it.
pub enum PickOutcome {
    Print(EntryReference),
    Page(EntryReference),
    RunAgain(Box<Entry>),
    /// A line of the shell's own history.
    Line(String),
    Left,
    /// There is no entry to pick from.
    Nothing,
}

impl PickOutcome {
    /// Does it. `get` is how an entry is printed.
    pub fn perform_picked_action(self, context: &Context, get: get::Args) -> Result<ExitStatus> {
        match self {
            PickOutcome::Print(reference) => get.with_reference(reference).run(context),
            PickOutcome::Page(reference) => {
                context.ui.begin_page();
                let done = get.with_reference(reference).without_limit().run(context);
                context.ui.end_page_in_pager(&context.env);
                done
            }
            PickOutcome::RunAgain(entry) => {
                context.ui.end_page(&context.env);
                run::Args::for_stored_command(&entry.argv).run(context)
            }
            PickOutcome::Line(_) | PickOutcome::Left => Ok(LEFT),
            PickOutcome::Nothing => Err(Error::not_found("no entries yet").with_hint("ctx run -- CMD makes one")),
        }
    }
}

/// `--pick`: the reference on stdout, the picker on stderr, so that a shell can take the one and show the other.
/// Lines on stdin are the shell's own history: they are picked from as well.
pub fn pick_for_shell(context: &Context, is_command: bool) -> Result<ExitStatus> {
    let mut lines = String::new();
    if is_command && !context.env.stdin_is_terminal {
        std::io::stdin().read_to_string(&mut lines).context("reading the shell's history")?;
        redirect_stdin_to_terminal().context("/dev/tty")?;
    } else if !context.env.stdin_is_terminal || !context.env.stderr_is_terminal || !context.env.can_move_cursor() {
        let hint = "ctx history lists the entries";
        return Err(Error::usage("--pick needs a terminal on stdin and stderr").with_hint(hint));
    }
    let visible = |line: &str| line.trim().chars().filter_map(visible_char).collect::<String>();
    let shell = lines.lines().map(visible).filter(|line| !line.is_empty()).collect();
    let answer = match pick_entry_or_shell_line(context, libc::STDERR_FILENO, shell)? {
        PickOutcome::Line(line) => line,
        PickOutcome::Print(reference) | PickOutcome::Page(reference) => {
            let store = context.open_store()?;
            let entry = store.resolve_reference(&reference, &context.current_command_scope())?;
            if is_command { collapse_name_to_line(entry.name()) } else { entry.id.to_string() }
        }
        PickOutcome::RunAgain(entry) => entry.id.to_string(),
        PickOutcome::Left | PickOutcome::Nothing => return Ok(LEFT),
    };
    context.ui.print(&format!("{answer}\n"));
    Ok(ExitStatus::OK)
}

/// The entries of a picker.
struct PickerEntries<'a> {
    context: &'a Context,
    store: Store,
    entries: Vec<Entry>,
    /// Rows after those of the entries: lines of the shell's own history that are not among them.
    lines: Vec<String>,
    /// The whole of that history.
    shell: Vec<String>,
    shown: PickerScope,
    colours: bool,
    masker: Masker,
}

/// What is picked from. Of the runs of a command, only the newest is there, unless all are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PickerScope {
    Project,
    All,
    EveryRun,
}

impl picker::PickerBackend for PickerEntries<'_> {
    fn preview_lines(&mut self, row: usize, lines: usize) -> Vec<String> {
        match self.entries.get(row) {
            Some(entry) => entry_preview_lines(&self.store, entry, lines, &self.masker),
            None => vec!["from the shell's own history: ctx kept no output of it".to_owned()],
        }
    }

    fn row_reference(&self, row: usize) -> String {
        self.entries.get(row).map_or_else(|| self.lines[row - self.entries.len()].clone(), |entry| entry.id.reference())
    }

    fn switch_to_next_scope(&mut self) -> Vec<String> {
        let shown = match self.shown {
            PickerScope::Project => PickerScope::All,
            PickerScope::All => PickerScope::EveryRun,
            PickerScope::EveryRun => PickerScope::Project,
        };
        self.load_rows(shown).unwrap_or_else(|error| {
            error_log::log_ctx_failure(&self.context.env, &error);
            Vec::new()
        })
    }

    fn scope_name(&self) -> &'static str {
        match self.shown {
            PickerScope::Project => "this project",
            PickerScope::All => "all projects",
            PickerScope::EveryRun => "every run here",
        }
    }

    fn uses_colours(&self) -> bool {
        self.colours
    }

    fn row_status(&self, row: usize) -> Option<RowStatus> {
        let status = self.entries.get(row)?.status;
        let is_known = !matches!(status, CommandEndStatus::Unknown | CommandEndStatus::Running);
        is_known.then(|| RowStatus { places: STATUS..STATUS + STATUS_WIDTH, has_failed: status.has_failed() })
    }

    fn why_not_runnable(&self, row: usize) -> Option<&'static str> {
        let Some(entry) = self.entries.get(row) else { return Some("ctx kept no command of it") };
        (entry.kind != EntryKind::Run || entry.argv.is_empty()).then_some("only a command can be run again")
    }

    fn forget_row(&mut self, row: usize) -> std::result::Result<(), String> {
        let Some(entry) = self.entries.get(row) else { return Err("it is not in ctx".to_owned()) };
        if entry.status == CommandEndStatus::Running {
            return Err("it is still running".to_owned());
        }
        self.store.forget_entries(&[entry.row]).map_err(|error| error.to_string())
    }
}

/// Keys come from the terminal itself, whatever stdin was.
fn redirect_stdin_to_terminal() -> std::io::Result<()> {
    let terminal = std::fs::File::open("/dev/tty")?;
    // SAFETY: both descriptors are open; stdin is replaced as a whole.
    match unsafe { libc::dup2(terminal.as_raw_fd(), libc::STDIN_FILENO) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets a person pick an entry of this project, or of all projects if it has none.
pub fn pick_entry(context: &Context, screen: RawFd) -> Result<PickOutcome> {
    pick_entry_or_shell_line(context, screen, Vec::new())
}

impl PickerEntries<'_> {
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

fn pick_entry_or_shell_line(context: &Context, screen: RawFd, shell: Vec<String>) -> Result<PickOutcome> {
    let (store, masker) = (context.open_store()?, context.new_masker());
    let shown = PickerScope::Project;
    // Where stdout is for the answer, it does not tell whether the screen has colours.
    let is =
        |name: &str, value: &str| context.env.user_named_environment_variable(name).is_some_and(|given| given == value);
    let unwanted = context.env.user_named_environment_variable("NO_COLOR").is_some_and(|value| !value.is_empty())
        || is("CLICOLOR", "0");
    let colours = if screen == libc::STDERR_FILENO { !unwanted } else { context.env.colour };
    let mut desk =
        PickerEntries { context, store, entries: Vec::new(), lines: Vec::new(), shell, shown, colours, masker };
    let mut rows = desk.load_rows(shown)?;
    if desk.entries.is_empty() {
        rows = desk.load_rows(PickerScope::All)?;
    }
    if rows.is_empty() {
        return Ok(PickOutcome::Nothing);
    }
    let choice = picker::run_picker(rows, &mut desk, screen).context("drawing on the terminal")?;
    let reference = |row: usize| EntryReference {
        target: ReferenceTarget::Prefix(desk.entries[row].id.as_str().to_owned()),
        lines: None,
    };
    let line = |row: usize| desk.lines.get(row.checked_sub(desk.entries.len())?).cloned().map(PickOutcome::Line);
    Ok(match choice {
        PickerChoice::Do(RowAction::RunAgain, row) => PickOutcome::RunAgain(Box::new(desk.entries.swap_remove(row))),
        PickerChoice::Do(action, row) => line(row).unwrap_or_else(|| match action {
            RowAction::Page => PickOutcome::Page(reference(row)),
            _ => PickOutcome::Print(reference(row)),
        }),
        PickerChoice::Left => PickOutcome::Left,
    })
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
