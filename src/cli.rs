//! The clap root: the commands and where each of them goes.

use std::ffi::OsString;
use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands;
use crate::config::Config;
use crate::context::{Context, Ending};
use crate::error::Result;
use crate::error_log;
use crate::ui::{Ui, Unprinted, unprinted, unprinted_by};
use ctx_model::env::Env;

/// The version, with commit and profile where the build script knows them.
const VERSION: &str = env!("CTX_VERSION");

#[derive(Parser)]
#[command(
    name = "ctx",
    version = VERSION,
    about = "Keeps raw command output out of AI agents' context windows and loses none of it",
    after_help = "Exit codes: that of the command for `ctx run`; otherwise 0, 1 not found or refused, 2 usage,\n\
                  124 timed out, 125 ctx itself failed, 126 not executable, 127 not found, 128+N killed by signal N.\n\n\
                  Example:\n  ctx run -- npm test --intent failures\n  ctx get @ --grep 'expected .* to be'",
    disable_help_subcommand = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Run(commands::run::Args),
    Batch(commands::batch::Args),
    Store(commands::store::Args),
    Get(commands::get::Args),
    Search(commands::search::Args),
    Index(commands::index::Args),
    Fetch(commands::fetch::Args),
    Digest(commands::digest::Args),
    Diff(commands::diff::Args),
    Fold(commands::fold::Args),
    History(commands::history::Args),
    Read(commands::read::Args),
    Edit(commands::edit::Args),
    Write(commands::write::Args),
    Undo(commands::undo::Args),
    Status(commands::status::Args),
    Note(commands::note::Args),
    Peek(commands::peek::Args),
    Todo(commands::todo::Args),
    Sessions(commands::sessions::Args),
    Context(commands::context::Args),
    Snapshot(commands::snapshot::Args),
    Resume(commands::resume::Args),
    Reflect(commands::reflect::Args),
    Import(commands::import::Args),
    Export(commands::export::Args),
    Forget(commands::forget::Args),
    Hub(commands::hub::Args),
    Stats(commands::stats::Args),
    Web(commands::web::Args),
    Mcp(commands::mcp::Args),
    Tools(commands::tools::Args),
    Call(commands::call::Args),
    Prune(commands::prune::Args),
    Proxy(commands::proxy::Args),
    Init(commands::init::Args),
    Doctor(commands::doctor::Args),
    Agent(commands::agent::Args),
    Hook(commands::hook::Args),
    Completions(commands::completions::Args),
}

impl Command {
    pub fn run(self, context: &Context) -> Result<Ending> {
        match self {
            Command::Run(args) => args.run(context),
            Command::Batch(args) => args.run(context),
            Command::Store(args) => args.run(context),
            Command::Get(args) => args.run(context),
            Command::Search(args) => args.run(context),
            Command::Index(args) => args.run(context),
            Command::Fetch(args) => args.run(context),
            Command::Digest(args) => args.run(context),
            Command::Diff(args) => args.run(context),
            Command::Fold(args) => args.run(context),
            Command::History(args) => args.run(context),
            Command::Read(args) => args.run(context),
            Command::Edit(args) => args.run(context),
            Command::Write(args) => args.run(context),
            Command::Undo(args) => args.run(context),
            Command::Status(args) => args.run(context),
            Command::Note(args) => args.run(context),
            Command::Peek(args) => args.run(context),
            Command::Todo(args) => args.run(context),
            Command::Sessions(args) => args.run(context),
            Command::Context(args) => args.run(context),
            Command::Snapshot(args) => args.run(context),
            Command::Resume(args) => args.run(context),
            Command::Reflect(args) => args.run(context),
            Command::Import(args) => args.run(context),
            Command::Export(args) => args.run(context),
            Command::Forget(args) => args.run(context),
            Command::Hub(args) => args.run(context),
            Command::Stats(args) => args.run(context),
            Command::Web(args) => args.run(context),
            Command::Mcp(args) => args.run(context),
            Command::Tools(args) => args.run(context),
            Command::Call(args) => {
                let words = args.command_line()?;
                let cli = Cli::try_parse_from(words).map_err(|error| commands::call::refused(&error))?;
                cli.command.run(context)
            }
            Command::Prune(args) => args.run(context),
            Command::Proxy(args) => args.run(context),
            Command::Init(args) => args.run(context),
            Command::Doctor(args) => args.run(context),
            Command::Agent(args) => args.run(context),
            Command::Hook(args) => args.run(context),
            Command::Completions(args) => args.run(context, Cli::command()),
        }
    }
}

/// Parses the verbs that agents use all the time by their own definition: building those of all verbs takes a quarter of
/// the time of `ctx run -- true`. None for other verbs and for what does not parse, which the whole definition explains.
fn parse_one_verb(words: &[OsString]) -> Option<Command> {
    fn parse<A: clap::Args>(words: &[OsString]) -> Option<A> {
        let definition = A::augment_args(clap::Command::new("ctx"));
        A::from_arg_matches(&definition.try_get_matches_from(words).ok()?).ok()
    }
    let words = words.get(1..)?;
    match words.first()?.to_str()? {
        "run" => parse(words).map(Command::Run),
        "store" => parse(words).map(Command::Store),
        "get" => parse(words).map(Command::Get),
        "search" => parse(words).map(Command::Search),
        "hook" => parse(words).map(Command::Hook),
        _ => None,
    }
}

/// `ctx search '-Wall is not known'`: a word with blanks in it is a question, whatever it begins with. It goes behind `--`.
fn questions_last(words: Vec<OsString>) -> Vec<OsString> {
    let is_question = |word: &OsString| {
        word.to_str().is_some_and(|word| word.starts_with('-') && word.contains(' ') && !word.contains('='))
    };
    if words.get(1).is_none_or(|verb| verb != "search") || words.iter().any(|word| word == "--") {
        return words;
    }
    let takes_value = |at: usize| {
        let flags = ["--grep", "--in", "--cmd", "--kind", "--budget", "--limit", "--offset", "--since"];
        words[at - 1].to_str().is_some_and(|before| flags.contains(&before))
    };
    let moved: Vec<bool> = (0..words.len()).map(|at| at > 1 && is_question(&words[at]) && !takes_value(at)).collect();
    if !moved.contains(&true) {
        return words;
    }
    let (mut kept, mut questions) = (Vec::new(), vec![OsString::from("--")]);
    for (word, moved) in words.into_iter().zip(moved) {
        if moved { questions.push(word) } else { kept.push(word) }
    }
    kept.extend(questions);
    kept
}

/// Parses the command line and runs it; the process's end is left to the caller.
pub fn main() -> Ending {
    let words = questions_last(std::env::args_os().collect());
    let command = match parse_one_verb(&words).map_or_else(|| Cli::try_parse_from(&words).map(|cli| cli.command), Ok) {
        Ok(command) => command,
        Err(error) => {
            // Help and version go to stdout and are no failure.
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            if let Err(error) = error.print() {
                unprinted_by(&error);
            }
            return ended(Ending::Code(code), |why| drop(writeln!(std::io::stderr(), "ctx: {why}")));
        }
    };
    let env = Env::read();
    let (config, problem) = Config::load(&env);
    let (masker, problems) = config.masker(&env);
    let ui = Ui::new(&env, masker);
    for problem in env.unused().into_iter().chain(problem).chain(problems) {
        ui.warn(problem);
    }
    let context = Context { env, config, ui };
    let ending = command.run(&context).unwrap_or_else(|error| {
        context.ui.error(&error);
        error_log::note(&context.env, &error);
        Ending::Code(error.code())
    });
    ended(ending, |why| context.ui.warn(why))
}

/// The status of a command that could not print all it had to say: its own if that is a failure already.
fn ended(ending: Ending, warn: impl FnOnce(&Unprinted)) -> Ending {
    let Some(why) = unprinted() else { return ending };
    let code = Ending::Code(why.code());
    if ending == code {
        // `store --tee` has told it in its own line.
        return ending;
    }
    warn(why);
    if ending == Ending::OK { code } else { ending }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_may_begin_with_a_dash() {
        let given = |line: &[&str]| questions_last(line.iter().map(OsString::from).collect());
        assert_eq!(
            given(&["ctx", "search", "-Wall is unknown", "--json"]),
            ["ctx", "search", "--json", "--", "-Wall is unknown"]
        );
        for line in
            [["ctx", "search", "--json", "x"], ["ctx", "search", "--grep", "-x y"], ["ctx", "run", "--", "-a b"]]
        {
            assert_eq!(given(&line), line);
        }
    }

    #[test]
    fn one_verb_takes_what_the_whole_definition_takes() {
        let lines = [
            "run -- true",
            "run --timeout 5s --split -c x",
            "run cargo test --intent failures",
            "run --lang python -e x",
            "run --timeout soon -- true",
            "run --help",
            "run",
            "store --tee --cmd make",
            "store --nonsense",
            "get @ --tail 3",
            "get @ --tail x",
            "search a b --limit 3",
            "search --help",
            "hook claude-code session-start",
            "hook",
        ];
        for line in lines {
            let words: Vec<OsString> = ["ctx"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
            assert_eq!(parse_one_verb(&words).is_some(), Cli::try_parse_from(&words).is_ok(), "{line}");
        }
    }
}
