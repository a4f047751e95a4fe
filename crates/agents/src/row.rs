//! The facts about an agent, as a row with the same fields for each. Other code asks the row, not which agent it is.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::agent::Agent;
use super::hooks::host::CallerEnvironment;
use super::hooks::{HookAnswer, HookCall};
use super::install::FileEdit;
use super::install::hooks::AgentHook;
use super::install::places::{InstallOptions, InstallPlaces};
use super::install::shell::{ShellFolder, startup_file_env};
use super::origin::ShellOrigin;
use super::redirect::RequestRedirect;
use super::transcripts::LineReadingContext;
use ctx_model::env::AgentHomes;
use ctx_text::json::Json;

/// The facts about an agent.
pub struct AgentRow {
    pub agent: Agent,
    /// Its name in `ctx hook` and `ctx init`.
    pub name: &'static str,
    /// Its programs on PATH, by which it is found.
    pub programs: &'static [&'static str],
    /// Its directories in a project, by which it is found.
    pub project_dirs: &'static [&'static str],
    /// Its directories on a machine, by which it is found.
    pub homes: fn(&AgentHomes) -> Vec<&PathBuf>,
    /// A warning for the person who installs this.
    pub caution: Option<&'static str>,
    /// The files that its hooks may be in, the usual one first. With none of its own it has those of the last agent whose
    /// hooks it loads.
    pub settings: &'static [SettingsFile],
    pub instructions: InstructionFiles,
    pub hooks: HookFormat,
    /// The way to replace its shell, if one is known.
    pub seam: Option<ShellOverride>,
    /// The way to lead its requests through another address, if one is known.
    pub redirect: Option<RequestRedirect>,
    /// Its transcripts, if they can be read.
    pub transcript: Option<TranscriptSource>,
}

/// A file for hooks, below the agent's home and in a project.
pub struct SettingsFile {
    pub in_home: &'static str,
    pub in_project: &'static str,
    pub edit: fn(Agent) -> FileEdit,
}

impl SettingsFile {
    /// JSON settings.
    pub const fn json(in_home: &'static str, in_project: &'static str) -> SettingsFile {
        SettingsFile { in_home, in_project, edit: FileEdit::Settings }
    }
}

/// The file of instructions below the agent's home, if there is one for all projects; and in a project, where the first
/// that is there counts.
pub struct InstructionFiles {
    pub in_home: Option<&'static str>,
    pub in_project: &'static [&'static str],
}

/// The payloads an agent sends to its hooks and the answers it accepts.
pub struct HookFormat {
    /// The element in the list of an event, for a command.
    pub entry: fn(&AgentHook, String) -> Value,
    /// The version that a new file of hooks names.
    pub version: Option<u32>,
    /// What its payload means beside the usual fields.
    pub adapt: for<'a> fn(Json<'a>, HookCall<'a>) -> HookCall<'a>,
    /// The text for stdout, if it accepts such an answer.
    pub answer: fn(&HookCall<'_>, &HookAnswer) -> Option<String>,
    /// The answer that changes nothing. Most agents accept silence; some take it for an error.
    pub nothing: &'static str,
    /// Silence blocks its tool: it gets an answer even if there is nothing to say, with ctx and without.
    pub wants_an_answer: bool,
    /// Whether a hook that sees all of this tool's answer can replace it; `is_shell` for the shell. A shell's output
    /// passes through ctx anyway; it is replaced here only where it cannot.
    pub replaces: fn(tool: &str, is_shell: bool) -> bool,
    /// The exit code of a command, if only its tool's answer holds it.
    pub exit: fn(text: &str) -> Option<i32>,
    /// The agents whose hooks it loads, too.
    pub loads: &'static [Agent],
    /// It treats them as its own: it needs no others, and sends its own payloads to them.
    pub as_its_own: bool,
    /// Whether the caller is this agent, through another one's hooks.
    pub calls: fn(&CallerEnvironment, Json<'_>) -> bool,
    /// Folders of its own files of hooks, in a home and in a project.
    pub folders: &'static [&'static str],
    /// It reports a compaction before every request, whether there is one or not.
    pub compacts_often: bool,
    /// After a compaction it starts no session: the brief goes with the next answer that may hold one.
    pub brief_later: bool,
    /// Its shells do not know the name of the conversation: its hooks write it down for them.
    pub shells_unnamed: bool,
    /// The effect of having the same hooks for a person and for a project.
    pub twice: &'static str,
    /// The switch that turns hooks off, in which of its files, and how to turn them on.
    pub switched_off: fn(&InstallPlaces<'_>) -> Option<DisabledHooksSwitch>,
    /// Whether the user has allowed the hooks of a file; none if it does not ask.
    pub trusts: Option<fn(&AgentHomes, file: &Path) -> bool>,
}

impl HookFormat {
    /// The defaults for most agents. Each agent sets its own answers (a test checks that).
    pub const USUAL: HookFormat = HookFormat {
        entry: |hook, command| json!({ "type": "command", "command": command, "timeout": hook.seconds }),
        version: None,
        adapt: |_, call| call,
        answer: |_, _| None,
        nothing: "",
        wants_an_answer: false,
        replaces: |_, _| true,
        exit: |_| None,
        loads: &[],
        as_its_own: false,
        calls: |_, _| false,
        folders: &[],
        compacts_often: false,
        brief_later: false,
        shells_unnamed: false,
        twice: "each event starts ctx twice",
        switched_off: |_| None,
        trusts: None,
    };
}

/// A switch that is off.
pub struct DisabledHooksSwitch {
    pub file: PathBuf,
    pub switch: String,
    pub todo: &'static str,
}

/// How an agent's shells are made to pass through ctx.
pub struct ShellOverride {
    /// The entries in its settings; none if a plugin or nothing does it.
    pub settings: fn(&InstallPlaces<'_>) -> Option<FileEdit>,
    /// Their file in its home, if it is not the file of its hooks.
    pub beside: Option<&'static str>,
    /// Whether its shell tool started a shell for its model; what a hook, a server or a nested shell cannot have.
    pub started: fn(&ShellOrigin<'_>) -> bool,
    /// When it reads what a command prints.
    pub reads: OutputReadTime,
    /// The file that exists as soon as the command of this process runs in the background.
    pub background: fn(&AgentHomes, pid: u32) -> Option<PathBuf>,
    /// The user's shells through which it reaches ctx; none if that does not matter.
    pub shells: &'static [&'static str],
    /// Commands run in login shells.
    pub login_shell: bool,
    /// Extracts the command of its model from the agent's wrapping.
    pub unwrap: fn(&str) -> Option<Cow<'_, str>>,
    /// The script with which it would run a command, for a trial. Some write their last directory to a file.
    pub wrap: fn(command: &str, cwd: &Path) -> String,
    /// The variables that it sets for a shell, for a trial by the process with this id.
    pub marks: fn(pid: u32) -> Vec<(&'static str, String)>,
    /// A file nearer to this directory that hides its settings.
    pub nearer: fn(cwd: &Path, settings: &Path) -> Option<PathBuf>,
    /// Prepares its program to be started with ctx but without an installation.
    pub start: fn(&mut Command, &ShellFolder, &InstallOptions, &AgentHomes),
}

impl ShellOverride {
    pub const USUAL: ShellOverride = ShellOverride {
        settings: |_| None,
        beside: None,
        started: |_| false,
        reads: OutputReadTime::AtEnd,
        background: |_, _| None,
        shells: &[],
        login_shell: false,
        unwrap: |_| None,
        wrap: |command, _| command.to_owned(),
        marks: |_| Vec::new(),
        nearer: |_, _| None,
        start: |command, folder, options, _| {
            command.envs(startup_file_env(folder, options));
        },
    };
}

/// When an agent reads what a command prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputReadTime {
    /// Once it has ended.
    AtEnd,
    /// While it runs, whenever its model asks.
    Meanwhile,
}

/// How an agent's transcripts are found and read.
pub struct TranscriptSource {
    /// The places of the files, and a directory on the way to each of them.
    pub places: fn(&AgentHomes) -> Vec<PathBuf>,
    pub within: Option<&'static str>,
    /// Whether a value is in its format.
    pub recognises: fn(Json<'_>) -> bool,
    /// Other formats look like it: they are tried first.
    pub last: bool,
    pub read: for<'r, 'a> fn(Json<'a>, &mut LineReadingContext<'r, 'a>),
}

/// The text of a file, where it can be read.
pub fn read_text_file(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}
