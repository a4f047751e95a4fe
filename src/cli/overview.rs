//! The list of commands in groups, and the five lines that `ctx` alone prints.

use clap::CommandFactory;

/// The groups of `ctx help`, in their order. A command that is in none of them is hidden there.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("Everyday", &["run", "store", "get", "search", "history", "peek", "init", "doctor"]),
    ("Memory", &["context", "reflect", "sessions", "note", "todo", "diff", "stats", "forget"]),
    ("Files", &["file", "index", "fetch"]),
    ("Sharing", &["web", "import", "export", "hub"]),
    ("For agents and programs", &["agent", "fold", "batch", "mcp", "completions"]),
];

/// The text of `ctx help` and `ctx --help`.
pub fn overview(colour: bool) -> String {
    let root = super::Cli::command();
    let (bold, off) = if colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let about = root.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("ctx: {about}\n{bold}Usage:{off} ctx COMMAND …    ctx help COMMAND explains one\n");
    for (heading, names) in GROUPS {
        text.push_str(&format!("{bold}{heading}{off}\n"));
        for name in names {
            let about = root.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text.push_str(&format!("  {bold}{name:<12}{off}{about}\n"));
        }
    }
    text.push_str(
        "Exit codes: ctx run ends as its command does; otherwise 0, 1 not found or refused, 2 usage, 125 ctx failed\n",
    );
    text
}

/// What `ctx` alone prints: the first minute.
pub fn first_lines() -> String {
    let row = |command: &str, about: &str| format!("  {command:<17}{about}\n");
    "ctx keeps raw command output out of AI agents' context windows and loses none of it\n".to_owned()
        + &row("ctx init", "put it beneath your agents' shells; it shows what would change and asks")
        + &row("ctx run -- CMD", "run a command, store all it prints, show what matters")
        + &row("ctx web", "look at what was run, found and saved, in the browser")
        + &row("ctx help", "list all commands")
}
