//! Completion scripts and key bindings for shells, generated from the command line itself: `ctx init SHELL` installs them, and
//! the scripts ask the hidden `ctx completions` for references, sessions and projects.

mod zsh_script;

use std::path::{Path, PathBuf};

use clap_complete::Shell;

use crate::error::Context as _;
use crate::record::masked_entry_name;
use crate::ui::{collapse_name_to_line, cut_middle, format_age};
use crate::{Context, Error, ExitStatus, Result};
use ctx_model::unix_time_ms;
use ctx_store::HistoryFilter;

/// References, sessions and projects that are offered.
const OFFERED: u32 = 50;

/// The keys that open the picker: the one for references alone, or the one for commands as well.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PickerKeys {
    AltR,
    CtrlR,
}

/// Print what the completion scripts offer: a line each, with a tab and a description
#[derive(clap::Args)]
#[command(after_help = include_str!("help/completions.txt"))]
pub struct Args {
    /// References with this beginning
    #[arg(long, value_name = "START", num_args = 0..=1, default_missing_value = "", required_unless_present_any = ["sessions", "projects"])]
    references: Option<String>,
    /// Sessions
    #[arg(long)]
    sessions: bool,
    /// Projects
    #[arg(long)]
    projects: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        if let Some(start) = &self.references {
            context.ui.print(&complete_references(context, start)?);
        }
        if self.sessions || self.projects {
            context.ui.print(&if self.sessions { complete_sessions(context)? } else { complete_projects(context)? });
        }
        Ok(ExitStatus::OK)
    }
}

/// Writes the file that the shell reads, and says what was written.
pub fn install_completion_or_key_file(
    context: &Context,
    shell: Shell,
    keys: Option<PickerKeys>,
    cli: clap::Command,
) -> Result<()> {
    let file = script_path(context, shell, keys.is_some())?;
    let text = completion_or_keys_script(shell, keys, cli)?;
    let before = std::fs::read_to_string(&file).ok();
    if before.as_deref() != Some(&*text) {
        if let Some(dir) = file.parent() {
            std::fs::create_dir_all(dir).context(dir.display())?;
        }
        std::fs::write(&file, &text).context(file.display())?;
    }
    let done = match before {
        None => "wrote",
        Some(before) if before == text => "is up to date:",
        Some(_) => "renewed",
    };
    let what = if keys.is_some() { "key bindings" } else { "completions" };
    let next = next_step_message(shell, keys.is_some(), &file);
    context.ui.print(&format!("{what} for {shell}: {done} {}\n{next}", file.display()));
    Ok(())
}

/// Removes the files that `install_completion_or_key_file` wrote.
pub fn remove_completion_and_key_files(context: &Context, shell: Shell) -> Result<()> {
    let mut removed = false;
    for keys in [false, true] {
        let file = script_path(context, shell, keys)?;
        if file.exists() {
            std::fs::remove_file(&file).context(file.display())?;
            context.ui.print(&format!("removed {}\n", file.display()));
            removed = true;
        }
    }
    if !removed {
        context.ui.print("nothing to change\n");
    }
    Ok(())
}

/// The file that the shell reads by itself, or that one line in its startup file makes it read.
fn script_path(context: &Context, shell: Shell, keys: bool) -> Result<PathBuf> {
    let home = context.env.home.clone().ok_or_else(|| Error::ctx_failure("HOME is not set"))?;
    let dir = |name: &str, below: &str| {
        let set =
            context.env.user_named_environment_variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        set.unwrap_or_else(|| home.join(below))
    };
    let (data, config) = (dir("XDG_DATA_HOME", ".local/share"), dir("XDG_CONFIG_HOME", ".config"));
    Ok(match (shell, keys) {
        (Shell::Bash, false) => data.join("bash-completion/completions/ctx"),
        (Shell::Bash, true) => data.join("ctx-shell/keys.bash"),
        (Shell::Zsh, false) => data.join("zsh/site-functions/_ctx"),
        (Shell::Zsh, true) => data.join("ctx-shell/keys.zsh"),
        (Shell::Fish, false) => config.join("fish/completions/ctx.fish"),
        (Shell::Fish, true) => config.join("fish/conf.d/ctx-keys.fish"),
        _ => {
            return Err(Error::usage(format_args!("{shell} reads no file that ctx could write")).with_hint(
                format_args!("ctx init {shell} --dry-run prints the script: add it to the shell's startup file"),
            ));
        }
    })
}

/// What is left to do.
fn next_step_message(shell: Shell, keys: bool, file: &Path) -> String {
    let dir = file.parent().unwrap_or(file).display();
    match (shell, keys) {
        (Shell::Bash, false) => "the package bash-completion loads it; otherwise source it in ~/.bashrc\n".to_owned(),
        (Shell::Bash, true) => format!("add to ~/.bashrc: source {}\n", file.display()),
        (Shell::Zsh, false) => format!("add to ~/.zshrc, before compinit: fpath=({dir} $fpath)\n"),
        (Shell::Zsh, true) => format!("add to ~/.zshrc: source {}\n", file.display()),
        _ => "new shells load it\n".to_owned(),
    }
}

/// The completions of a shell, or its key bindings.
pub fn completion_or_keys_script(shell: Shell, keys: Option<PickerKeys>, cli: clap::Command) -> Result<String> {
    let Some(keys) = keys else { return Ok(completion_script(shell, cli)) };
    // The second is added where ctrl-r is wanted as well.
    let (alt, ctrl) = match shell {
        Shell::Bash => (include_str!("completions/keys.bash"), include_str!("completions/ctrl-r.bash")),
        Shell::Zsh => (include_str!("completions/keys.zsh"), include_str!("completions/ctrl-r.zsh")),
        Shell::Fish => (include_str!("completions/keys.fish"), include_str!("completions/ctrl-r.fish")),
        _ => {
            return Err(Error::usage(format_args!("no key bindings for {shell}"))
                .with_hint("there are some for bash, zsh and fish"));
        }
    };
    Ok(if keys == PickerKeys::CtrlR { format!("{alt}{ctrl}") } else { alt.to_owned() })
}

fn complete_references(context: &Context, start: &str) -> Result<String> {
    let store = context.open_store()?;
    let now = unix_time_ms();
    let project = context.current_project_name();
    let start = start.trim_start_matches("[ctx:").to_ascii_lowercase();
    let mut entries = match start.as_str() {
        "" => store.list_history_entries(&HistoryFilter {
            project: Some(project),
            limit: Some(OFFERED),
            ..HistoryFilter::default()
        })?,
        start => store.entries_with_id_prefix(start, OFFERED)?,
    };
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.row));
    let masker = context.new_masker();
    let lines = entries.iter().map(|entry| {
        let name = masked_entry_name(entry, &masker);
        format!("{}\t{} · {}\n", entry.id, cut_middle(&name, 60), format_age(now.saturating_sub(entry.started_at)))
    });
    Ok(lines.collect())
}

fn complete_sessions(context: &Context) -> Result<String> {
    let store = context.open_store()?;
    let now = unix_time_ms();
    let line = |row: &ctx_store::SessionRow| {
        let facts =
            [row.agent.as_deref(), row.project.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        format!("{}\t{facts} · {}\n", row.name, format_age(now.saturating_sub(row.last_at)))
    };
    Ok(store
        .list_newest_sessions(None, OFFERED)?
        .iter()
        .filter(|row| !row.name.contains(char::is_whitespace))
        .map(line)
        .collect())
}

fn complete_projects(context: &Context) -> Result<String> {
    let store = context.open_store()?;
    let mut projects: Vec<String> =
        store.list_newest_sessions(None, OFFERED * 4)?.into_iter().filter_map(|row| row.project).collect();
    let mut seen = std::collections::HashSet::new();
    projects.retain(|project| seen.insert(project.clone()) && !project.contains(char::is_whitespace));
    Ok(projects.iter().map(|project| format!("{}\tproject\n", collapse_name_to_line(project))).collect())
}

/// The script of clap, which knows verbs and flags, and after it our completion of references, sessions, projects and
/// commands.
pub fn completion_script(shell: Shell, cli: clap::Command) -> String {
    let is_offered = |verb: &&clap::Command| !verb.is_hide_set() || verb.get_name() == "help";
    let mut cli = clap::Command::new("ctx")
        .version("")
        .disable_help_subcommand(true)
        .args(cli.get_arguments())
        .subcommands(cli.get_subcommands().filter(is_offered));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli, "ctx", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        // Bash shows no descriptions: they follow the references as long as there is a choice.
        Shell::Bash => script + include_str!("completions/complete.bash"),
        Shell::Fish => script + include_str!("completions/complete.fish"),
        Shell::Zsh => zsh_script::patch_zsh_script(&script),
        _ => script,
    }
}
