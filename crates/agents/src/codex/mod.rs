//! Codex: its own settings give `BASH_ENV` to its shells, and let its sandbox write the store. Its hooks have Claude
//! Code's names and are stricter: a key it does not know voids the answer.

pub mod config_file;
mod transcript;

use std::borrow::Cow;
use std::path::Path;

use super::agent::Agent;
use super::claude_code::render_added_context;
use super::hooks::{HookAnswer, HookCall, HookEvent, quote_as_json, response};
use super::install::FileEdit;
use super::install::hooks::grouped_entry;
use super::install::shell::startup_file_env;
use super::origin::ShellOrigin;
use super::redirect;
use super::row::{
    AgentRow, DisabledHooksSwitch, HookFormat, InstructionFiles, OutputReadTime, SettingsFile, ShellOverride,
    TranscriptSource, read_text_file,
};
use super::transcripts::parse_exit_code;
use super::wrapping::split_first_word;

pub const ROW: AgentRow = AgentRow {
    agent: Agent::Codex,
    name: "codex",
    programs: &["codex"],
    project_dirs: &[".codex"],
    homes: |homes| homes.codex.iter().collect(),
    caution: Some("Codex runs new or changed hooks only once they are trusted: /hooks in Codex"),
    // It warns where both are used.
    settings: &[
        SettingsFile::json("hooks.json", ".codex/hooks.json"),
        SettingsFile { in_home: CONFIG, in_project: ".codex/config.toml", edit: |_| FileEdit::Tables },
    ],
    instructions: InstructionFiles { in_home: Some("AGENTS.md"), in_project: &["AGENTS.md"] },
    hooks: HookFormat {
        entry: |hook, command| grouped_entry(hook, command, hook.seconds),
        answer: render_hook_answer,
        replaces: |_, is_shell| !is_shell,
        exit: parse_exit_code,
        switched_off: |places| {
            let file = places.settings_files(Agent::Codex).pop()?.path;
            let off = config_file::are_hooks_disabled(&read_text_file(&file)?);
            off.then(|| DisabledHooksSwitch {
                file,
                switch: "under [features]".to_owned(),
                todo: "set hooks = true there",
            })
        },
        trusts: Some(|homes, file| {
            let config = homes.codex.as_ref().and_then(|home| read_text_file(&home.join(CONFIG))).unwrap_or_default();
            config_file::trusts_hooks_file(&config, &file.to_string_lossy())
        }),
        ..HookFormat::USUAL
    },
    seam: Some(ShellOverride {
        settings: |places| {
            let (folder, text) = (places.shell_folder()?, |path: &Path| path.to_string_lossy().into_owned());
            let mut variables = vec![("BASH_ENV".to_owned(), text(&folder.bash_env_file()))];
            if places.options.zsh {
                variables.push(("ZDOTDIR".to_owned(), text(&folder.zsh_startup_dir())));
                variables.extend(places.options.zdotdir.as_deref().map(|dir| ("CTX_ZDOTDIR".to_owned(), text(dir))));
            }
            Some(FileEdit::CodexShell { variables, root: text(folder.path().parent().unwrap_or(folder.path())) })
        },
        beside: Some(CONFIG),
        started: is_started_by_agent,
        // It answers its model after a while, and again whenever the model asks.
        reads: OutputReadTime::Meanwhile,
        shells: &["bash", "zsh"],
        login_shell: true,
        unwrap: unwrap_model_command,
        marks: |_| vec![(THREAD, "ctx-doctor".to_owned())],
        start: |command, folder, options, homes| {
            // Only its shells get the variables: neither its own program nor its servers and hooks.
            for (name, file) in startup_file_env(folder, options) {
                let value = serde_json::Value::from(file.to_string_lossy());
                command.args(["-c", &format!("shell_environment_policy.set.{name}={value}")]);
            }
            let config = homes.codex.as_ref().and_then(|home| read_text_file(&home.join(CONFIG))).unwrap_or_default();
            let store = folder.path().parent().unwrap_or(Path::new("/")).to_string_lossy();
            // A list on the command line replaces the one in the file.
            let settings = config_file::parse_settings(&config).unwrap_or_default();
            let list: serde_json::Value = config_file::writable_roots(&settings).chain([&*store]).collect();
            command.args(["-c", &format!("sandbox_workspace_write.writable_roots={list}")]);
        },
        ..ShellOverride::USUAL
    }),
    redirect: Some(redirect::CODEX),
    transcript: Some(TranscriptSource {
        places: |homes| {
            let home = homes.codex.iter();
            home.flat_map(|home| [home.join("sessions"), home.join("archived_sessions")]).collect()
        },
        within: None,
        recognises: transcript::is_transcript_line,
        last: false,
        read: transcript::read_transcript_line,
    }),
};

const CONFIG: &str = "config.toml";

/// The variable that its shell tool sets, and nothing else: neither hooks nor servers get it.
const THREAD: &str = "CODEX_THREAD_ID";
/// Its own program, which stands between it and a shell in a sandbox.
const SANDBOX: &str = "codex-linux-sandbox";

fn is_started_by_agent(origin: &ShellOrigin<'_>) -> bool {
    let in_sandbox = || origin.is_variable_set(THREAD) && origin.parent.name().as_deref() == Some(SANDBOX);
    // Where the system does not tell the variables of another process, its name must do.
    let by_name = || {
        let untold = origin.parent.variable(THREAD).is_err();
        untold && origin.is_variable_set(THREAD) && origin.parent.name().as_deref() == Some("codex")
    };
    !origin.listens && (origin.is_variable_set_by_parent(THREAD) || in_sandbox() || by_name())
}

/// Restores a snapshot, then `exec '/bin/bash' -c 'CMD'`.
fn unwrap_model_command(script: &str) -> Option<Cow<'_, str>> {
    let (_, last) = script.rsplit_once("\nexec ").filter(|_| script.contains("__CODEX_SNAPSHOT"))?;
    let (_, rest) = split_first_word(last)?;
    let (command, rest) = split_first_word(rest.trim_start().strip_prefix("-c ")?)?;
    rest.trim().is_empty().then_some(command)
}

pub fn render_hook_answer(call: &HookCall<'_>, answer: &HookAnswer) -> Option<String> {
    match (call.event, answer) {
        (HookEvent::AfterTool, HookAnswer::Replace { text }) => {
            // A response without a text that can be found is not replaced.
            response::response_text(call.tool_response()?)?;
            let why = quote_as_json("the result is kept by ctx; its digest stands here");
            Some(format!("{{\"continue\":false,\"stopReason\":{why},\"reason\":{}}}", quote_as_json(text)))
        }
        (HookEvent::SessionStart, HookAnswer::Context { text }) => Some(render_added_context(call.event, text)),
        _ => None,
    }
}
