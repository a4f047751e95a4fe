//! `ctx help`: the list of commands with the forms that tasks need most, or one command in detail; and the five lines that
//! `ctx` alone prints.

use clap::CommandFactory;

use super::mistake::unknown_command_error;
use crate::{Context, ExitStatus, Result};

/// `ctx help WORDS`: the list, its second page for `more`, or one command in detail.
pub fn print_help(context: &Context, words: &[String]) -> Result<ExitStatus> {
    let second_page = words == ["more"];
    if words.is_empty() || second_page {
        context.ui.print_wrapped(&render_command_overview(context.env.colour, second_page));
        return Ok(ExitStatus::OK);
    }
    let mut root = super::Cli::command();
    root.build();
    let (mut command, mut path) = (&mut root, "ctx".to_owned());
    for word in words {
        let unknown = unknown_command_error(command, &path, word);
        command = command.find_subcommand_mut(word).ok_or(unknown)?;
        path.push_str(&format!(" {word}"));
    }
    let help = command.render_help();
    context.ui.print(&if context.env.colour { help.ansi().to_string() } else { help.to_string() });
    Ok(ExitStatus::OK)
}

/// What `ctx help` says: a command, what it is for, and how it is typed. Its second line has no name.
pub const FIRST_PAGE: [(&str, &str); 21] = [
    ("run", "Run a command, keep all its output, show what matters: ctx run -- make"),
    ("", "-c 'a | b'  --timeout 5m  --label NAME  --intent 'errors'  --no-store"),
    ("store", "Keep a pipe, files or folders: make | ctx store --tee; ctx store FILE"),
    ("", "--label NAME  --cmd make  --exit 2; --import: agents' transcripts"),
    ("get", "Print an output by its id, label or command; @ is the newest: --all"),
    ("", "--findings (errors) --tail 20 --lines 5:9 --grep RE -C 3 --stderr --raw"),
    ("search", "Find anything: WORDS or --grep RE  -C 3  --failed --since 7d --cmd npm"),
    ("history", "List what was run: WORDS --failed --since 2h -n 5 --pinned --sessions"),
    ("diff", "Compare two runs: alone the last two, or OLD NEW (ids, labels, @)"),
    ("peek", "Outline a file, its public interface; --symbol NAME prints one item"),
    ("note", "Keep TEXT --todo --decision; alone: tasks; --done 1; ID --pin --label X"),
    ("context", "Print what a new conversation needs: goal, errors, decisions"),
    ("reflect", "Summarise the work: requests, decisions, failures, files; --since 1d"),
    ("stats", "Show tokens and money kept out of contexts: --since 7d --by command"),
    ("usage", "Show tokens, money, slow commands: --since 7d --cost --slow --by model"),
    ("forget", "Delete for good: IDs, --until 60d (all that is older); --dry-run first"),
    ("init", "Set up agents, all or NAMEs; --dry-run, --uninstall; zsh: completions"),
    ("doctor", "Check the installation and agents; where the store is, and its size"),
    ("file", "read, edit, write, undo: files without printing them twice"),
    ("fetch", "Fetch a web page, store it, show it as Markdown: URL"),
    ("web", "Look at everything in a browser: --open  --export ID FILE.html"),
];
/// The commands of the second page.
pub const SECOND_PAGE: [&str; 4] = ["agent", "fold", "hub", "mcp"];

/// The text of `ctx help` and `ctx --help`, for a screen of 80 columns and 24 lines; or the commands that it leaves out.
pub fn render_command_overview(colour: bool, second_page: bool) -> String {
    let root = super::Cli::command();
    let (bold, off) = if colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let mut text =
        format!("{bold}Usage:{off} ctx COMMAND …  (ctx help COMMAND: all its flags; ctx help more: the rest)\n");
    let mut row = |name: &str, about: &str| text.push_str(&format!("{bold}{name:<9}{off}{about}\n"));
    if second_page {
        for name in SECOND_PAGE {
            let about = root.find_subcommand(name).and_then(clap::Command::get_about);
            row(name, &about.map(ToString::to_string).unwrap_or_default());
        }
    } else {
        FIRST_PAGE.iter().for_each(|(name, about)| row(name, about));
    }
    text.push_str("For programs: --json. ctx run ends as its command does; 1 not found, 2 usage\n");
    text
}

/// What `ctx` alone prints: the first minute.
pub fn render_help_without_arguments() -> String {
    let row = |command: &str, about: &str| format!("  {command:<17}{about}\n");
    "ctx keeps raw output out of AI agents' context windows and loses none of it\n".to_owned()
        + &row("ctx init", "put it beneath your agents' shells; shows the change and asks")
        + &row("ctx run -- CMD", "run a command, store all it prints, show what matters")
        + &row("ctx web", "look at what was run, found and saved, in the browser")
        + &row("ctx help", "list all commands")
}
