//! `ctx init`: ctx made known to agents, every change shown first; `--uninstall` is the way back.

use std::path::PathBuf;

use clap_complete::Shell;

use super::completions;
use crate::files::difference::unified_diff;
use crate::import::OutputSummariser;
use crate::import::savings_preview::{self, SavingsPreview};
use crate::setup::{self, FileChange, InstallPlan, RecordStore};
use crate::stats::table::format_signed_size;
use crate::ui::{collapse_name_to_line, cut_middle, format_count, format_size, paint_diff};
use crate::{Context, Error, ExitStatus, Result, input, stats};
use ctx_agents::install::places::{InstallOptions, InstallPlaces, InstallScope};
use ctx_agents::install::{Agent, blocks};

/// What `--fold` changes, in words.
const FOLDING: &str = include_str!("init/folding.txt");

/// Set up agents (shells, hooks, rules), or a shell's completions
#[derive(clap::Args)]
#[command(after_help = include_str!("help/init.txt"))]
pub struct Args {
    /// claude-code, codex, gemini, cursor, copilot, opencode, vscode, or all; or a shell
    #[arg(value_name = "AGENT", value_parser = parse_agent_or_shell)]
    agents: Vec<AgentOrShell>,
    /// For this project and everybody who works on it, not for all your projects
    #[arg(long)]
    project: bool,
    /// Show what would change and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Remove ctx: the files become what they were before
    #[arg(long, alias = "undo")]
    uninstall: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// Only add a block to the agents' instructions: prefix commands with ctx run; no hooks, no shell
    #[arg(long, conflicts_with_all = ["uninstall", "plugin"])]
    instructions: bool,
    /// Start them with folding from now on, by functions in your shell's startup file (ctx agent NAME --fold)
    #[arg(long, conflicts_with_all = ["instructions", "plugin", "project"])]
    fold: bool,
    /// Add no rules that allow ctx get, search, peek, history and context
    #[arg(long)]
    no_allow: bool,
    /// For a shell: the key binding of the picker in place of completions
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "alt-r")]
    keys: Option<completions::PickerKeys>,
    /// Write a Claude Code plugin into a directory instead, or renew the one there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["agents", "project", "uninstall"])]
    plugin: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum AgentOrShell {
    One(Agent),
    All,
    Shell(Shell),
}

fn parse_agent_or_shell(name: &str) -> std::result::Result<AgentOrShell, String> {
    match (name, Agent::from_typed_name(name), name.parse()) {
        ("all", ..) => Ok(AgentOrShell::All),
        (_, Some(agent), _) => Ok(AgentOrShell::One(agent)),
        (_, _, Ok(shell)) => Ok(AgentOrShell::Shell(shell)),
        _ => {
            let names: Vec<&str> = Agent::ALL.iter().map(|agent| agent.name()).collect();
            Err(format!("agents are {} and all; shells are bash, zsh and fish", names.join(", ")))
        }
    }
}

impl Args {
    /// `cli` makes the definition of the whole command line, which completions are made from.
    pub fn run(self, context: &Context, cli: fn() -> clap::Command) -> Result<ExitStatus> {
        if self.keys.is_some() || self.agents.iter().any(|choice| matches!(choice, AgentOrShell::Shell(_))) {
            return self.set_up_shells(context, cli);
        }
        let shelf = RecordStore::in_store_dir(context.env.store_dir.as_deref())?;
        let plan = match &self.plugin {
            Some(dir) => setup::plugin::plan_plugin_update(&context.env.cwd, dir)?,
            None => self.plan_changes(context, &shelf)?,
        };
        self.confirm_and_apply_plan(context, &plan, &shelf)
    }

    fn set_up_shells(&self, context: &Context, cli: fn() -> clap::Command) -> Result<ExitStatus> {
        for choice in &self.agents {
            let AgentOrShell::Shell(shell) = *choice else {
                return Err(Error::usage("agents and shells are set up one after the other")
                    .with_hint("ctx init claude-code, then ctx init zsh"));
            };
            if self.uninstall {
                completions::remove_completion_and_key_files(context, shell)?;
            } else if self.dry_run {
                context.ui.print(&completions::completion_or_keys_script(shell, self.keys, cli())?);
            } else {
                completions::install_completion_or_key_file(context, shell, self.keys, cli())?;
            }
        }
        match self.agents.is_empty() {
            true => Err(Error::usage("--keys needs a shell").with_hint("ctx init zsh --keys, or bash, or fish")),
            false => Ok(ExitStatus::OK),
        }
    }

    /// The folder that shells come through is made before any settings name it, and removed when no settings use it any more.
    fn create_shell_folder_if_needed(&self, context: &Context) -> Result<bool> {
        let options = InstallOptions::from_env(&context.env, false);
        let Some(folder) = &options.folder else { return Ok(false) };
        let program = setup::shell::link_target_program(&context.env);
        if self.uninstall
            || self.project
            || self.instructions
            || self.plugin.is_some()
            || setup::shell::is_shell_folder_current(folder, &program)
        {
            return Ok(false);
        }
        setup::shell::create_or_update_shell_folder(folder, &program)
            .map_err(|error| Error::refused(error).with_hint("nothing was changed"))?;
        Ok(true)
    }

    fn remove_unused_shell_folder(&self, context: &Context) {
        let options = &InstallOptions::from_env(&context.env, false);
        let Some(folder) = options.folder.as_ref().filter(|_| self.uninstall) else { return };
        let (homes, project) = (&context.env.agent_homes(), &context.current_command_scope().project);
        let places = InstallPlaces { homes, project, reach: InstallScope::User, options };
        let mut targets = Agent::ALL.into_iter().flat_map(|agent| places.all_possible_target_files(agent));
        if !targets.any(|target| setup::has_shell_override(&target)) {
            setup::shell::remove_shell_folder(folder);
        }
    }

    fn plan_changes(&self, context: &Context, shelf: &RecordStore) -> Result<InstallPlan> {
        let homes = context.env.agent_homes();
        let project = context.current_command_scope().project;
        let reach = if self.project { InstallScope::Project } else { InstallScope::User };
        let mut options = InstallOptions {
            instructions_alone: self.instructions,
            ..InstallOptions::from_env(&context.env, !self.no_allow)
        };
        let mut agents: Vec<Agent> = Vec::new();
        for choice in &self.agents {
            match choice {
                AgentOrShell::One(agent) => agents.push(*agent),
                AgentOrShell::All => agents.extend(Agent::ALL),
                AgentOrShell::Shell(_) => {}
            }
        }
        if agents.is_empty() {
            let places = InstallPlaces { homes: &homes, project: &project, reach, options: &options };
            let is_meant = |agent: &Agent| self.uninstall || places.is_agent_present(*agent, &context.env);
            agents.extend(Agent::ALL.into_iter().filter(is_meant));
        }
        if agents.is_empty() {
            return Err(Error::not_found(
                "no supported agent found: neither a settings directory nor a program on PATH",
            )
            .with_hint("name one: ctx init claude-code"));
        }
        if self.fold || self.uninstall {
            options.fold = blocks::foldable_agents(&agents);
        }
        if self.fold && !self.uninstall && options.fold.is_empty() {
            return Err(Error::not_found("no way is known to fold the requests of these agents")
                .with_hint("folding works with claude-code, codex, gemini, opencode and copilot"));
        }
        let places = InstallPlaces { homes: &homes, project: &project, reach, options: &options };
        match self.uninstall {
            true => setup::plan_uninstall(&places, &agents, shelf),
            false => setup::plan_install(&places, &agents, shelf),
        }
    }

    fn confirm_and_apply_plan(&self, context: &Context, plan: &InstallPlan, shelf: &RecordStore) -> Result<ExitStatus> {
        let ui = &context.ui;
        let masker = context.new_masker();
        for change in &plan.changes {
            let mut masker = masker.without_state();
            let diff: String = render_change_diff(change)
                .split_inclusive('\n')
                .map(|line| masker.mask_line(line).into_owned())
                .collect();
            ui.print(&ui.colour_page(&diff, paint_diff));
        }
        for note in &plan.notes {
            ui.warn(note);
        }
        if plan.changes.is_empty() {
            let renewed = !self.dry_run && self.create_shell_folder_if_needed(context)?;
            ui.print(if renewed { "renewed the shell folder\n" } else { "nothing to change\n" });
            return Ok(ExitStatus::OK);
        }
        let files = format_count(plan.changes.len() as u64, "file");
        if self.dry_run {
            ui.warn(format_args!("{files} would change; nothing was written"));
            return Ok(ExitStatus::OK);
        }
        if !self.yes && !input::ask_to_confirm(context, &format!("change {files}?"))? {
            return Err(Error::refused("nothing was written").with_hint("ctx init --yes writes without asking"));
        }
        self.create_shell_folder_if_needed(context)?;
        plan.apply(shelf)?;
        self.remove_unused_shell_folder(context);
        ui.print(&format!("changed {files}\n"));
        if self.fold && !self.uninstall {
            ui.print(FOLDING);
        }
        if let Some(backup) = plan.changes.iter().find(|change| change.before.is_some()) {
            let backup = shelf.backup_path(&backup.path);
            ui.warn(format_args!("the previous files are in {}", backup.parent().unwrap_or(&backup).display()));
        }
        if !self.uninstall && context.env.find_programs("ctx").is_empty() {
            ui.warn("ctx is not on PATH; hooks need it there");
        }
        if !self.uninstall && self.plugin.is_none() {
            self.print_savings_preview_and_undo_hint(context);
        }
        if !self.uninstall && !self.instructions && self.plugin.is_none() {
            ui.warn("agents read their settings when a session begins; ctx doctor tests shells and hooks");
        }
        Ok(ExitStatus::OK)
    }

    /// What ctx would have saved in the newest sessions of this user, and the way back.
    fn print_savings_preview_and_undo_hint(&self, context: &Context) {
        let ui = &context.ui;
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let summariser = OutputSummariser { masker: &masker, readers: &readers, show: context.config.show };
        match savings_preview::preview_savings(&context.env, summariser) {
            Ok(Some(preview)) => ui.print(&format_savings_preview(&preview, &masker)),
            Ok(None) => {}
            // The settings are written: a transcript that cannot be read takes nothing from that.
            Err(error) => ui.warn(format_args!("your sessions could not be looked at: {error}")),
        }
        let way_back = match context.env.store_dir.as_ref().filter(|_| !self.project) {
            Some(dir) => format!("ctx init --uninstall; what ctx keeps is in {}", dir.display()),
            None => "ctx init --project --uninstall".to_owned(),
        };
        ui.print(&format!("to undo: {way_back}\n"));
    }
}

/// Two or three lines: the sum, the commands that make most of it, and how to keep these sessions.
fn format_savings_preview(preview: &SavingsPreview, masker: &ctx_secrets::Masker) -> String {
    let SavingsPreview { files, sums, most } = preview;
    let (files, outputs) = (format_count(*files, "transcript"), format_count(sums.outputs, "command"));
    let ran = format!("your newest {files}: {outputs} printed {}", format_size(sums.raw));
    if sums.saved <= 0 {
        return format!("{ran}; ctx would have passed that on as it is\n");
    }
    let shown =
        |name: &str| cut_middle(&masker.without_state().mask_line(&collapse_name_to_line(name)), 40).into_owned();
    let most: Vec<String> =
        most.iter().map(|(name, sums)| format!("{} {}", shown(name), format_signed_size(sums.saved))).collect();
    format!(
        "{ran}; ctx would have kept {} of it out of the conversation, about {} tokens (estimate)\n  most by: {}\n  \
         ctx store --import keeps these sessions for search and memory; ctx stats --missed counts all of them\n",
        format_signed_size(sums.saved),
        stats::estimate_tokens(sums.saved),
        most.join(", ")
    )
}

fn render_change_diff(change: &FileChange) -> String {
    let text = |bytes: &Option<Vec<u8>>| String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned();
    let name = |bytes: &Option<Vec<u8>>| match bytes {
        Some(_) => change.path.display().to_string(),
        None => "/dev/null".to_owned(),
    };
    let hunks = unified_diff(&text(&change.before), &text(&change.after));
    format!("--- {}\n+++ {}\n{hunks}", name(&change.before), name(&change.after))
}
