//! The clap root: the commands and where each of them goes.

mod mistake;
pub mod overview;
mod words;

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};

use crate::config::Config;
use crate::ui::{PrintFailure, Ui, first_print_failure, note_print_failure, write_raw_to_stdout};
use crate::{Context, Error, ExitStatus, Result, commands, error_log};
use ctx_model::Env;

/// The version, with commit and profile where the build script knows them.
const VERSION: &str = env!("CTX_VERSION");

#[derive(Parser)]
#[command(
    name = "ctx",
    version = VERSION,
    about = "Keeps raw command output out of AI agents' context windows and loses none of it",
    after_help = include_str!("commands/help/ctx.txt"),
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Colours: auto (on a terminal, unless NO_COLOR or CLICOLOR=0 is set), always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", hide_possible_values = true, display_order = 900)]
    pub color: Option<ColorChoice>,
    #[command(subcommand)]
    pub command: Command,
}

/// A verb is defined when it is parsed: defining all of them would take a quarter of the time of `ctx run -- true`.
#[derive(Subcommand)]
#[command(defer = true)]
pub enum Command {
    Run(commands::run::Args),
    Store(commands::store::Args),
    Get(commands::get::Args),
    Search(commands::search::Args),
    Fetch(commands::fetch::Args),
    Diff(commands::diff::Args),
    File(commands::file::Args),
    Fold(commands::fold::Args),
    #[command(hide = true)]
    Help(commands::help::Args),
    History(commands::history::Args),
    Note(commands::note::Args),
    Peek(commands::peek::Args),
    Context(commands::context::Args),
    Reflect(commands::reflect::Args),
    Forget(commands::forget::Args),
    Hub(commands::hub::Args),
    Stats(commands::stats::Args),
    Usage(commands::usage::Args),
    Web(commands::web::Args),
    Mcp(commands::mcp::Args),
    #[command(hide = true)]
    Proxy(commands::proxy::Args),
    Init(commands::init::Args),
    Doctor(commands::doctor::Args),
    Agent(commands::agent::Args),
    #[command(hide = true)]
    Hook(commands::hook::Args),
    #[command(hide = true)]
    Completions(commands::completions::Args),
}

/// The whole command line, with all that is said of each command.
pub fn definition() -> clap::Command {
    let mut root = Cli::command();
    root.build();
    root
}

impl Command {
    /// Prints a page that a person may want to scroll.
    fn is_paged(&self) -> bool {
        match self {
            Command::Get(args) => args.uses_pager(),
            Command::Search(_) | Command::History(_) | Command::Diff(_) | Command::Reflect(_) | Command::Context(_) => {
                true
            }
            Command::Stats(_) | Command::Usage(_) | Command::Note(_) | Command::Help(_) => true,
            _ => false,
        }
    }

    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        match self {
            Command::Run(args) => args.run(context),
            Command::Store(args) => args.run(context),
            Command::Get(args) => args.run(context),
            Command::Search(args) => args.run(context),
            Command::Fetch(args) => args.run(context),
            Command::Diff(args) => args.run(context),
            Command::File(args) => args.run(context),
            Command::Fold(args) => args.run(context),
            Command::Help(args) => overview::print_help(context, &args.words),
            Command::History(args) => args.run(context),
            Command::Note(args) => args.run(context),
            Command::Peek(args) => args.run(context),
            Command::Context(args) => args.run(context),
            Command::Reflect(args) => args.run(context),
            Command::Forget(args) => args.run(context),
            Command::Hub(args) => args.run(context),
            Command::Stats(args) => args.run(context),
            Command::Usage(args) => args.run(context),
            Command::Web(args) => args.run(context),
            Command::Mcp(args) => match args.into_tool_call() {
                Ok(call) => {
                    let words = call.command_line()?;
                    let cli = Cli::try_parse_from(words)
                        .map_err(|error| commands::mcp::call::clap_error_without_usage(&error))?;
                    cli.command.run(context)
                }
                Err(args) => args.run(context),
            },
            Command::Proxy(args) => args.run(context),
            Command::Init(args) => args.run(context, Cli::command),
            Command::Doctor(args) => args.run(context),
            Command::Agent(args) => args.run(context),
            Command::Hook(args) => args.run(context),
            Command::Completions(args) => args.run(context),
        }
    }
}

/// `ctx diff OLD..NEW`, as git writes it.
fn split_range_of_diff(words: Vec<OsString>) -> Vec<OsString> {
    let is_diff = words.get(1).is_some_and(|verb| verb == "diff");
    let parts = |word: OsString| match word.to_str().filter(|word| is_diff && !word.starts_with('-')) {
        Some(text) if text.contains("..") => {
            text.split("..").filter(|part| !part.is_empty()).map(OsString::from).collect()
        }
        _ => vec![word],
    };
    words.into_iter().flat_map(parts).collect()
}

/// The command to run, or how the process ends without one.
fn parse_command_or_exit_status(words: &[OsString]) -> std::result::Result<(Cli, Vec<String>), ExitStatus> {
    let is = |word: &str| words.get(1).is_some_and(|first| first == word);
    let wrong = |error: Error| {
        let env = Env::read();
        let masker = Config::load_or_defaults(&env).0.masker(&env).0;
        Ui::new(&env, masker).print_error_without_line_breaks(&error);
        Err(ExitStatus::Code(error.exit_code()))
    };
    if words.len() < 2 || words.len() == 2 && (is("--help") || is("-h")) {
        let text = if words.len() < 2 {
            overview::render_help_without_arguments()
        } else {
            overview::render_command_overview(Env::read().colour, false)
        };
        write_raw_to_stdout(text.as_bytes());
        return Err(ExitStatus::OK);
    }
    let CorrectedCommandLine { cli, line, remarks } = match correct_unknown_flags(words) {
        Ok(understood) => understood,
        Err(error) => return wrong(error),
    };
    match cli {
        Ok(cli) => Ok((cli, remarks)),
        // Help and version go to stdout and are not failures.
        Err(error) if error.exit_code() == 0 => {
            if let Err(error) = error.print() {
                note_print_failure(&error);
            }
            Err(ExitStatus::OK)
        }
        Err(error) => wrong(mistake::explain_usage_error(&error, &line, &definition())),
    }
}

/// Why a line cannot be run.
enum ParseRefusal {
    UnknownFlag(String),
    Other(Box<clap::Error>),
}

fn try_parse_cli(words: &[OsString]) -> std::result::Result<Cli, ParseRefusal> {
    let cli = Cli::try_parse_from(words).map_err(|error| match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(given))) if given.starts_with('-') => {
            // Of `-40`, only the first digit is named.
            let is_number = |word: &&str| word[1..].bytes().all(|byte| byte.is_ascii_digit());
            let mut named = words.iter().filter_map(|word| word.to_str()).filter(|word| word.starts_with(given));
            ParseRefusal::UnknownFlag(named.find(is_number).unwrap_or(given).to_owned())
        }
        _ => ParseRefusal::Other(Box::new(error)),
    })?;
    if let Command::Run(args) = &cli.command
        && let Some(flag) = args.mistyped_flag(words)
    {
        return Err(ParseRefusal::UnknownFlag(flag));
    }
    Ok(cli)
}

/// The line with the flags of its verb where others were tried, what to say about each, and what it parses as.
struct CorrectedCommandLine {
    cli: std::result::Result<Cli, Box<clap::Error>>,
    line: Vec<OsString>,
    remarks: Vec<String>,
}

fn correct_unknown_flags(words: &[OsString]) -> std::result::Result<CorrectedCommandLine, Error> {
    let (mut line, mut remarks) = (words.to_vec(), Vec::new());
    // Each round leaves one unknown flag less.
    loop {
        let given = match try_parse_cli(&line) {
            Ok(cli) => return Ok(CorrectedCommandLine { cli: Ok(cli), line, remarks }),
            Err(ParseRefusal::Other(error)) => return Ok(CorrectedCommandLine { cli: Err(error), line, remarks }),
            Err(ParseRefusal::UnknownFlag(given)) => given,
        };
        let root = definition();
        let (verb, path) = mistake::find_addressed_command(&root, &line);
        let unknown = words::UnknownFlag { root: &root, words: &line, verb, path: &path, given: &given };
        let (meant, remark) = unknown.correct_command_line(|line| match try_parse_cli(line) {
            Ok(_) => true,
            Err(ParseRefusal::UnknownFlag(other)) => other != given,
            Err(ParseRefusal::Other(_)) => false,
        })?;
        line = meant;
        remarks.push(remark);
    }
}

/// Parses the command line and runs it; the process's end is left to the caller.
pub fn main() -> ExitStatus {
    let (words, renamed) = mistake::replace_foreign_command(std::env::args_os().collect());
    let words = split_range_of_diff(words);
    let (Cli { command, color }, remarks) = match parse_command_or_exit_status(&words) {
        Ok(command) => command,
        Err(ending) => {
            return exit_status_after_printing(ending, |why| drop(writeln!(std::io::stderr(), "ctx: {why}")));
        }
    };
    let mut env = Env::read();
    match color {
        Some(ColorChoice::Always) => env.colour = true,
        Some(ColorChoice::Never) => env.colour = false,
        Some(ColorChoice::Auto) | None => {}
    }
    let (config, problem) = Config::load_or_defaults(&env);
    let (masker, problems) = config.masker(&env);
    let ui = Ui::new(&env, masker);
    for problem in
        renamed.into_iter().chain(remarks).chain(env.ignored_variable_warnings()).chain(problem).chain(problems)
    {
        ui.warn(problem);
    }
    let context = Context { env, config, ui };
    if command.is_paged() && context.env.is_read_by_person() && context.env.can_move_cursor() {
        context.ui.begin_page();
    }
    let done = command.run(&context);
    context.ui.end_page(&context.env);
    let ending = done.unwrap_or_else(|error| {
        context.ui.print_error(&error);
        error_log::log_ctx_failure(&context.env, &error);
        ExitStatus::Code(error.exit_code())
    });
    exit_status_after_printing(ending, |why| context.ui.warn(why))
}

/// The status of a command that could not print all it had to say: its own if that is a failure already.
fn exit_status_after_printing(ending: ExitStatus, warn: impl FnOnce(&PrintFailure)) -> ExitStatus {
    let Some(why) = first_print_failure() else { return ending };
    let code = ExitStatus::Code(why.exit_code());
    if ending == code {
        // `store --tee` has reported it in its own line.
        return ending;
    }
    warn(why);
    if ending == ExitStatus::OK { code } else { ending }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_of_ctx_stands_before_and_behind_the_verb() {
        for line in ["ctx --color always run -- true", "ctx run --color always -- true", "ctx run --color=always true"]
        {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let Ok(Cli { color, command: Command::Run(args) }) = try_parse_cli(&words) else { panic!("{line}") };
            assert_eq!((color, args.mistyped_flag(&words)), (Some(ColorChoice::Always), None), "{line}");
        }
    }
}
