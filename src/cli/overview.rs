//! `ctx help`: the list of commands with the forms that tasks need most, or one command in detail; and the five lines that
//! `ctx` alone prints.

use super::mistake::unknown_command_error;
use crate::{Context, ExitStatus, Result};

/// `ctx help WORDS`: the list, its second page for `more`, or one command in detail.
pub fn print_help(context: &Context, words: &[String]) -> Result<ExitStatus> {
    let second_page = words == ["more"];
    if words.is_empty() || second_page {
        context.ui.print_wrapped(&render_command_overview(context.env.colour, second_page));
        return Ok(ExitStatus::OK);
    }
    let mut root = super::definition();
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

/// What `ctx help` says: a line each for a command, what it is for, and how it is typed. A command's second line does not
/// repeat its name.
const FIRST_PAGE: &str = include_str!("overview.txt");
/// Where the text of a line begins.
const NAMES: usize = 9;
/// The commands of the second page.
pub const SECOND_PAGE: [&str; 4] = ["agent", "fold", "hub", "mcp"];

pub fn first_page_rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    FIRST_PAGE.lines().map(|line| line.split_at(NAMES)).map(|(name, about)| (name.trim_end(), about))
}

/// The text of `ctx help` and `ctx --help`, for a screen of 80 columns and 24 lines; or the commands that it leaves out.
pub fn render_command_overview(colour: bool, second_page: bool) -> String {
    let root = super::definition();
    let (bold, off) = if colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let mut text =
        format!("{bold}Usage:{off} ctx COMMAND …  (ctx help COMMAND: all its flags; ctx help more: the rest)\n");
    let mut row = |name: &str, about: &str| text.push_str(&format!("{bold}{name:<NAMES$}{off}{about}\n"));
    if second_page {
        for name in SECOND_PAGE {
            let about = root.find_subcommand(name).and_then(clap::Command::get_about);
            row(name, &about.map(ToString::to_string).unwrap_or_default());
        }
    } else {
        first_page_rows().for_each(|(name, about)| row(name, about));
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
