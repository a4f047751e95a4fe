//! The list of commands in groups, and the five lines that `ctx` alone prints.

use clap::CommandFactory;

/// The groups of `ctx help`, in their order; the last one is its second page. A command in none of them is hidden.
pub const GROUPS: [(&str, &[&str]); 4] = [
    ("Everyday", &["run", "store", "get", "search", "history", "peek", "diff", "init", "doctor"]),
    ("Memory", &["context", "reflect", "note", "stats", "usage", "forget"]),
    ("Files and pages", &["file", "fetch", "web"]),
    ("For agents and programs", &["agent", "fold", "hub", "mcp"]),
];

/// The text of `ctx help` and `ctx --help`, for a screen of 80 columns and 24 lines; or the commands that it leaves out.
pub fn overview(colour: bool, second_page: bool) -> String {
    let root = super::Cli::command();
    let (bold, off) = if colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let (first, second) = GROUPS.split_at(GROUPS.len() - 1);
    let mut text =
        format!("{bold}Usage:{off} ctx COMMAND …  (ctx help COMMAND explains one; ctx help more: the rest)\n");
    for (heading, names) in if second_page { second } else { first } {
        text.push_str(&format!("{bold}{heading}{off}\n"));
        for name in *names {
            let about = root.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text.push_str(&format!("  {bold}{name:<12}{off}{about}\n"));
        }
    }
    text.push_str("Exit codes: ctx run ends as its command does; 1 not found, 2 usage, 125 failed\n");
    text
}

/// What `ctx` alone prints: the first minute.
pub fn first_help_lines() -> String {
    let row = |command: &str, about: &str| format!("  {command:<17}{about}\n");
    "ctx keeps raw output out of AI agents' context windows and loses none of it\n".to_owned()
        + &row("ctx init", "put it beneath your agents' shells; shows the change and asks")
        + &row("ctx run -- CMD", "run a command, store all it prints, show what matters")
        + &row("ctx web", "look at what was run, found and saved, in the browser")
        + &row("ctx help", "list all commands")
}
