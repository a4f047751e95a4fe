//! What is known of an agent, as a row with the same fields for each. Nobody asks which agent it is; they ask its row.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::agent::Agent;
use super::hooks::host::Surroundings;
use super::hooks::{Call, Event, HookAnswer};
use super::install::Seam;
use super::install::hooks::Hook;
use super::install::places::{Places, Target, Wish};
use super::install::shell::Folder;
use super::transcripts::Reading;
use super::transcripts::json::Json;
use crate::env::AgentHomes;

/// What is known of an agent.
pub struct Row {
    pub agent: Agent,
    /// As `ctx hook` and `ctx init` call it.
    pub name: &'static str,
    /// Programs by which it shows on PATH.
    pub programs: &'static [&'static str],
    /// Directories by which it shows in a project.
    pub project_dirs: &'static [&'static str],
    /// Directories by which it shows on a machine.
    pub homes: fn(&AgentHomes) -> Vec<&PathBuf>,
    /// What whoever installs this should know.
    pub caution: Option<&'static str>,
    /// The file that its hooks go into.
    pub settings: fn(&Places<'_>) -> Option<Target>,
    /// Every other file that they may be in.
    pub elsewhere: fn(&Places<'_>) -> Vec<Target>,
    /// The file of its instructions.
    pub instructions: fn(&Places<'_>) -> Option<PathBuf>,
    pub hooks: Hooks,
    /// The way beneath its shell, where one is known.
    pub seam: Option<SeamRow>,
    /// What it leaves behind, where that can be read.
    pub transcript: Option<Transcript>,
}

/// What an agent says to its hooks and accepts as an answer.
pub struct Hooks {
    /// The events that ctx has something to do at.
    pub events: &'static [Hook],
    /// What stands in the list of an event, given what is run.
    pub entry: fn(&Hook, String) -> Value,
    /// The version that a new file of hooks names.
    pub version: Option<u32>,
    /// Reads what it writes to a hook's stdin.
    pub read: for<'a> fn(Event, Json<'a>) -> Call<'a>,
    /// What goes to stdout, where it accepts such an answer.
    pub answer: fn(&Call<'_>, &HookAnswer) -> Option<String>,
    /// The answer that changes nothing. Silence is understood by all but those that take it for a fault.
    pub nothing: &'static str,
    /// Silence blocks its tool: it is answered even where there is nothing to say, with ctx and without.
    pub wants_an_answer: bool,
    /// Whether what this tool answered can be replaced by a hook that sees all of it, by whether it is the shell. What a
    /// shell prints passes through ctx on its way; only where it cannot is it looked at here.
    pub replaces: fn(tool: &str, is_shell: bool) -> bool,
    /// How a command ended, where only what its tool answered says so.
    pub exit: fn(text: &str) -> Option<i32>,
    /// What it would say at such an event, for a trial in this directory.
    pub trial: fn(event: &str, dir: &str) -> Value,
    /// The agents whose hooks it loads, too.
    pub loads: &'static [Agent],
    /// It takes them for its own: it needs none beside them, and speaks its own way to them.
    pub as_its_own: bool,
    /// Whether it calls, having loaded another one's hooks.
    pub calls: fn(&Surroundings, Json<'_>) -> bool,
    /// Folders of its own files of hooks, in a home and in a project.
    pub folders: &'static [&'static str],
    /// It tells of a compaction before every request, whether there is one or not.
    pub compacts_often: bool,
    /// What it means that a person and a project have the same hooks.
    pub twice: &'static str,
    /// The switch by which hooks are off, in which of its files, and how they are switched on.
    pub switched_off: fn(&Places<'_>) -> Option<Off>,
    /// Whether it was told that hooks of a file may run; none where it asks nobody.
    pub trusts: Option<fn(&AgentHomes, file: &Path) -> bool>,
}

impl Hooks {
    /// What is so with most agents. Its events, how it speaks and a trial of that each names itself (a test sees to it).
    pub const USUAL: Hooks = Hooks {
        events: &[],
        entry: |hook, command| json!({ "type": "command", "command": command, "timeout": hook.seconds }),
        version: None,
        read: |event, _| Call::new(Agent::ClaudeCode, event),
        answer: |_, _| None,
        nothing: "",
        wants_an_answer: false,
        replaces: |_, _| true,
        exit: |_| None,
        trial: |_, _| Value::Null,
        loads: &[],
        as_its_own: false,
        calls: |_, _| false,
        folders: &[],
        compacts_often: false,
        twice: "each event starts ctx twice",
        switched_off: |_| None,
        trusts: None,
    };
}

/// A switch that is off.
pub struct Off {
    pub file: PathBuf,
    pub switch: String,
    pub todo: &'static str,
}

/// How an agent's shells come through ctx.
pub struct SeamRow {
    /// What its settings say; none where a plugin or nothing does it.
    pub settings: fn(&Places<'_>) -> Option<Seam>,
    /// The file of that, where it is not the file of its hooks.
    pub beside: fn(&AgentHomes) -> Option<PathBuf>,
    /// The variable by which its shells are told.
    pub mark: &'static str,
    /// Commands run in login shells.
    pub login_shell: bool,
    /// Takes the command of its model out of what it wraps around it.
    pub unwrap: fn(&str) -> Option<Cow<'_, str>>,
    /// The script by which it would run a command, for a trial, and the file to which that writes its directory.
    pub wrap: Option<fn(command: &str, cwd: &Path) -> String>,
    /// A file that keeps its settings from being read, from this directory on.
    pub nearer: fn(cwd: &Path, settings: &Path) -> Option<PathBuf>,
    /// Prepares its program to be started with nothing installed.
    pub start: fn(&mut Command, &Folder, &Wish, &AgentHomes),
}

/// How an agent's transcripts are found and read.
pub struct Transcript {
    /// The places of the files, and a directory that is on the way to each of them.
    pub places: fn(&AgentHomes) -> Vec<PathBuf>,
    pub within: Option<&'static str>,
    /// Whether a value is of its kind.
    pub recognises: fn(Json<'_>) -> bool,
    /// Others look like it: they are asked first.
    pub last: bool,
    pub read: for<'r, 'a> fn(Json<'a>, Reading<'r, 'a>),
}

pub fn nowhere_else(_: &Places<'_>) -> Vec<Target> {
    Vec::new()
}

/// The text of a file, where it can be read.
pub fn text_of(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}
