//! The picker of `ctx history` and `ctx get`: what it offers, and what is done with the chosen one.

use std::io::Read;
use std::os::fd::RawFd;

use super::super::{get, run};
use crate::error::Context as _;
use crate::picker::{self, PickerEntries, RowAction};
use crate::ui::{collapse_name_to_line, visible_char};
use crate::{Context, Error, ExitStatus, Result, input};
use ctx_model::id::{EntryReference, ReferenceTarget};
use ctx_store::Entry;

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
        // Keys come from the terminal itself.
        input::replace_stdin_by("/dev/tty").context("/dev/tty")?;
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

/// Lets a person pick an entry of this project, or of all projects if it has none.
pub fn pick_entry(context: &Context, screen: RawFd) -> Result<PickOutcome> {
    pick_entry_or_shell_line(context, screen, Vec::new())
}

fn pick_entry_or_shell_line(context: &Context, screen: RawFd, shell: Vec<String>) -> Result<PickOutcome> {
    // Where stdout is for the answer, it does not tell whether the screen has colours.
    let is =
        |name: &str, value: &str| context.env.user_named_environment_variable(name).is_some_and(|given| given == value);
    let unwanted = context.env.user_named_environment_variable("NO_COLOR").is_some_and(|value| !value.is_empty())
        || is("CLICOLOR", "0");
    let colours = if screen == libc::STDERR_FILENO { !unwanted } else { context.env.colour };
    let (mut source, rows) = PickerEntries::load(context, shell, colours)?;
    if rows.is_empty() {
        return Ok(PickOutcome::Nothing);
    }
    let choice = picker::run_picker(rows, &mut source, screen).context("drawing on the terminal")?;
    let reference = |row: usize| EntryReference {
        target: ReferenceTarget::Prefix(source.entries[row].id.as_str().to_owned()),
        lines: None,
    };
    let line = |row: usize| source.lines.get(row.checked_sub(source.entries.len())?).cloned().map(PickOutcome::Line);
    Ok(match choice {
        Some((RowAction::RunAgain, row)) => PickOutcome::RunAgain(Box::new(source.entries.swap_remove(row))),
        Some((action, row)) => line(row).unwrap_or_else(|| match action {
            RowAction::Page => PickOutcome::Page(reference(row)),
            _ => PickOutcome::Print(reference(row)),
        }),
        None => PickOutcome::Left,
    })
}
