//! What surrounds this process: its variables, working directory, home, terminal and clock, read once; everything else is
//! handed what it needs.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub use crate::executable::{launcher_script_from_variable, own_executable, own_executable_fingerprint};
use crate::variables::{absolute_path_variable, find_programs, nonempty_variable};
pub use crate::variables::{
    bash_env_file, existing_variables, export_variable, find_program, parent_shell_variable, prepend_to_path_variable,
    raw_variable, remove_variable, text_variable,
};

#[derive(Clone, Debug)]
pub struct Env {
    /// The directory of the store: `$CTX_HOME`, else `$XDG_DATA_HOME/ctx`, else `~/.local/share/ctx`.
    pub store_dir: Option<PathBuf>,
    /// `$CTX_CONFIG`, else `$XDG_CONFIG_HOME/ctx/ctx.toml`, else `~/.config/ctx/ctx.toml`.
    pub config_file: Option<PathBuf>,
    pub home: Option<PathBuf>,
    /// Claude Code's settings: `$CLAUDE_CONFIG_DIR`, else `~/.claude`.
    pub claude_dir: Option<PathBuf>,
    pub cwd: PathBuf,
    /// `$CTX_SESSION`, else the id of the agent's conversation.
    pub session: Option<String>,
    pub stdin_is_terminal: bool,
    pub stdout_is_terminal: bool,
    pub stderr_is_terminal: bool,
    pub colour: bool,
}

/// The directories of the agents.
#[derive(Clone, Debug, Default)]
pub struct AgentHomes {
    pub claude: Option<PathBuf>,
    pub codex: Option<PathBuf>,
    pub gemini: Option<PathBuf>,
    pub opencode: Option<PathBuf>,
    pub copilot: Option<PathBuf>,
    pub cursor: Option<PathBuf>,
    /// OpenCode's settings; `opencode` is its data.
    pub opencode_config: Option<PathBuf>,
    /// VS Code's extensions and settings, wherever it shows.
    pub vscode: Vec<PathBuf>,
}

/// Who calls a hook, and how it wants to be answered.
#[derive(Clone, Debug, Default)]
pub struct HookCaller {
    /// `$CTX_OFF`: leave everything as it is.
    pub off: bool,
    /// Cursor calls, whichever agent the hook is for.
    pub cursor: bool,
    /// The script that the agent's shells read first.
    pub session_file: Option<PathBuf>,
}

/// Who calls ctx in a shell's place, and what the environment says of the call.
#[derive(Clone, Debug, Default)]
pub struct ShellCaller {
    /// `$CTX_OFF`: leave everything as it is.
    pub off: bool,
    pub shell: Option<PathBuf>,
    pub path: OsString,
    /// The agent whose program calls, as `ctx init` names it.
    pub agent: Option<&'static str>,
    /// The agent's own id of this call.
    pub call: Option<String>,
}

/// Variables in which agents tell their shells the id of the conversation.
const SESSION_IDS: [&str; 4] =
    ["CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "COPILOT_AGENT_SESSION_ID"];
/// Variables in the shells of agents that do not tell them the id of the conversation: its hooks note it.
const UNNAMED: [&str; 1] = ["GEMINI_CLI"];
/// Variables by which an agent's shells are recognised.
const AGENTS: [(&str, &str); 5] = [
    ("CODEX_THREAD_ID", "codex"),
    ("GEMINI_CLI", "gemini"),
    ("OPENCODE", "opencode"),
    ("COPILOT_AGENT_SESSION_ID", "copilot"),
    ("CLAUDECODE", "claude-code"),
];

fn is_called_by_agent() -> bool {
    AGENTS.iter().any(|(name, _)| nonempty_variable(name).is_some())
}

impl Env {
    pub fn read() -> Env {
        let home = absolute_path_variable("HOME");
        let below_home = |rest: &str| home.as_ref().map(|home| home.join(rest));
        let store_dir = absolute_path_variable("CTX_HOME")
            .or_else(|| absolute_path_variable("XDG_DATA_HOME").map(|data| data.join("ctx")))
            .or_else(|| below_home(".local/share/ctx"));
        let config_file = absolute_path_variable("CTX_CONFIG")
            .or_else(|| absolute_path_variable("XDG_CONFIG_HOME").map(|config| config.join("ctx/ctx.toml")))
            .or_else(|| below_home(".config/ctx/ctx.toml"));
        let session = session_from_variables().or_else(|| session_noted_by_hook(store_dir.as_deref()?));
        let stdout_is_terminal = std::io::stdout().is_terminal();
        let refused = nonempty_variable("NO_COLOR").is_some()
            || nonempty_variable("CLICOLOR").is_some_and(|wanted| wanted == "0");
        let for_person = stdout_is_terminal && !is_called_by_agent();
        let colour = for_person && !refused && nonempty_variable("TERM").is_none_or(|term| term != "dumb");
        Env {
            store_dir,
            config_file,
            claude_dir: absolute_path_variable("CLAUDE_CONFIG_DIR").or_else(|| below_home(".claude")),
            home: home.clone(),
            cwd: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            session,
            stdin_is_terminal: std::io::stdin().is_terminal(),
            stdout_is_terminal,
            stderr_is_terminal: std::io::stderr().is_terminal(),
            colour,
        }
    }

    /// A variable that the user's own settings name.
    pub fn user_named_environment_variable(&self, name: &str) -> Option<String> {
        text_variable(name)
    }

    /// Variables with a relative path, which are not used because it depends on the working directory; and what to
    /// write instead.
    pub fn ignored_variable_warnings(&self) -> Vec<String> {
        let relative = |name: &&str| nonempty_variable(name).is_some_and(|value| !Path::new(&value).is_absolute());
        let tell = |name: &str| format!("{name} is not an absolute path and is ignored: export {name}=\"$PWD/…\"");
        ["CTX_HOME", "CTX_CONFIG"].into_iter().filter(relative).map(tell).collect()
    }

    /// True when a person reads what is printed: a terminal, and no agent that says it is one.
    pub fn is_read_by_person(&self) -> bool {
        self.stdout_is_terminal && !is_called_by_agent()
    }

    /// Columns and rows of the terminal on stdout.
    pub fn terminal_size(&self) -> Option<(usize, usize)> {
        // SAFETY: the call fills the struct.
        let window = unsafe {
            let mut window: libc::winsize = std::mem::zeroed();
            let known = libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &mut window);
            (known == 0).then_some(window)?
        };
        (window.ws_col > 0 && window.ws_row > 0).then(|| (window.ws_col.into(), window.ws_row.into()))
    }

    /// The host's name for links to files, where the terminal is known to show links (OSC 8).
    pub fn hyperlink_host_name(&self) -> Option<String> {
        const TERMINALS: [&str; 6] = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"];
        const KINDS: [&str; 5] = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"];
        let is =
            |name: &str, values: &[&str]| text_variable(name).is_some_and(|value| values.contains(&value.as_str()));
        let variables = ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"];
        let sets = variables.iter().any(|name| nonempty_variable(name).is_some());
        let vte =
            text_variable("VTE_VERSION").is_some_and(|version| version.parse().is_ok_and(|number: u32| number >= 5000));
        if !self.colour || !(is("TERM_PROGRAM", &TERMINALS) || is("TERM", &KINDS) || sets || vte) {
            return None;
        }
        Some(host_name())
    }

    /// The command that shows long pages; none if the user wants none.
    pub fn pager(&self) -> Option<String> {
        let set = ["CTX_PAGER", "PAGER"].iter().find_map(|name| std::env::var(name).ok());
        match set {
            Some(pager) => Some(pager).filter(|pager| !pager.trim().is_empty() && pager != "cat"),
            None => find_program("less").map(|_| "less".to_owned()),
        }
    }

    /// True when the terminal understands where to draw.
    pub fn can_move_cursor(&self) -> bool {
        nonempty_variable("TERM").is_some_and(|term| term != "dumb")
    }

    /// True when the locale says that characters beyond ASCII may be printed.
    pub fn supports_utf8(&self) -> bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(nonempty_variable).unwrap_or_default();
        let locale = locale.to_string_lossy().to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    }

    /// The data directories of the agents, whether they exist or not.
    pub fn agent_homes(&self) -> AgentHomes {
        let home = absolute_path_variable("HOME");
        let below = |rest: &str| home.as_ref().map(|home| home.join(rest));
        let data = absolute_path_variable("XDG_DATA_HOME").or_else(|| below(".local/share"));
        AgentHomes {
            claude: absolute_path_variable("CLAUDE_CONFIG_DIR").or_else(|| below(".claude")),
            codex: absolute_path_variable("CODEX_HOME").or_else(|| below(".codex")),
            gemini: below(".gemini"),
            opencode: data.map(|data| data.join("opencode")),
            copilot: absolute_path_variable("COPILOT_HOME").or_else(|| below(".copilot")),
            cursor: below(".cursor"),
            opencode_config: absolute_path_variable("XDG_CONFIG_HOME")
                .or_else(|| below(".config"))
                .map(|config| config.join("opencode")),
            vscode: [".vscode", ".vscode-server", ".config/Code", "Library/Application Support/Code"]
                .into_iter()
                .filter_map(below)
                .collect(),
        }
    }

    /// The programs of that name on PATH, the one that is run first.
    pub fn find_programs(&self, name: &str) -> Vec<PathBuf> {
        find_programs(name)
    }

    /// The caller of a hook, by its variables.
    pub fn hook_caller(&self) -> HookCaller {
        HookCaller {
            off: nonempty_variable("CTX_OFF").is_some_and(|off| off != "0"),
            cursor: nonempty_variable("CURSOR_VERSION").is_some(),
            // If the agent itself sets the id in its shells, we add no line to their scripts.
            session_file: absolute_path_variable("CLAUDE_ENV_FILE")
                .filter(|_| nonempty_variable("CLAUDE_CODE_SESSION_ID").is_none()),
        }
    }

    /// The shell that the user works with, and where zsh reads its files if not in the home directory.
    pub fn user_shell_and_zdotdir(&self) -> (Option<PathBuf>, Option<PathBuf>) {
        (absolute_path_variable("SHELL"), absolute_path_variable("ZDOTDIR"))
    }

    /// The caller of a shell, by its variables.
    pub fn shell_caller() -> ShellCaller {
        let agent = AGENTS.iter().find(|(name, _)| nonempty_variable(name).is_some()).map(|(_, agent)| *agent);
        let call = ["CTX_CALL", "CODEX_TOOL_CALL_ID"].into_iter().find_map(text_variable);
        ShellCaller {
            off: nonempty_variable("CTX_OFF").is_some_and(|off| off != "0"),
            shell: absolute_path_variable("SHELL"),
            path: nonempty_variable("PATH").unwrap_or_default(),
            agent,
            call: call.filter(|call| is_printable_name(call)),
        }
    }

    /// The room that a host says it has, in percent of the usual, and the variable that says so; of several the least.
    pub fn agent_output_limit_percent() -> Option<(&'static str, usize)> {
        // Claude Code: tokens before it compacts, of 200,000, and characters of one output, of 30,000.
        const ROOMS: [(&str, usize); 2] =
            [("CLAUDE_CODE_AUTO_COMPACT_WINDOW", 200_000), ("BASH_MAX_OUTPUT_LENGTH", 30_000)];
        let percent = |usual: usize, said: usize| said.saturating_mul(100) / usual;
        let said = |name: &str| text_variable(name)?.trim().parse::<usize>().ok().filter(|&said| said > 0);
        let rooms = ROOMS.iter().filter_map(|&(name, usual)| Some((name, percent(usual, said(name)?))));
        rooms.min_by_key(|(_, percent)| *percent)
    }

    /// Values of variables whose names say that they are secret, longest first.
    pub fn secret_variable_values(&self) -> Vec<String> {
        let mut values: Vec<String> = std::env::vars_os()
            .filter(|(name, _)| name.to_str().is_some_and(is_secret_name))
            .filter_map(|(_, value)| value.into_string().ok())
            .filter(|value| value.len() >= 8 && !value.contains('\n') && !is_path_or_number(value))
            .collect();
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        values
    }
}

/// The name of this machine.
pub fn host_name() -> String {
    let mut name = [0u8; 256];
    // SAFETY: the pointer and length describe `name`; its last byte stays NUL.
    unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) };
    String::from_utf8_lossy(name.split(|&byte| byte == 0).next().unwrap_or_default()).into_owned()
}

/// Milliseconds since the epoch.
pub fn unix_time_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Whether this is the Windows Subsystem for Linux.
pub fn is_wsl() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    release.to_ascii_lowercase().contains("microsoft")
}

/// Whether a path lies on a drive of Windows, as WSL shows them.
pub fn is_on_windows_drive(path: &Path) -> bool {
    let mut parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let drive = |part: String| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    parts.next().as_deref() == Some("/") && parts.next().as_deref() == Some("mnt") && parts.next().is_some_and(drive)
}

/// Files that may hold the certificates of the authorities this machine trusts, the chosen one first.
pub fn certificate_files() -> Vec<PathBuf> {
    const KNOWN: [&str; 5] = [
        "/etc/ssl/certs/ca-certificates.crt",
        "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    ];
    absolute_path_variable("SSL_CERT_FILE").into_iter().chain(KNOWN.map(PathBuf::from)).collect()
}

/// The owner of this process' files.
pub fn user_id() -> u32 {
    // SAFETY: geteuid has no preconditions.
    unsafe { libc::geteuid() }
}

/// `$CTX_SESSION`, else what the agent itself calls the conversation.
fn session_from_variables() -> Option<String> {
    let told = || SESSION_IDS.into_iter().filter_map(text_variable).find(|name| is_printable_name(name));
    text_variable("CTX_SESSION").or_else(told)
}

fn session_noted_by_hook(store_dir: &Path) -> Option<String> {
    UNNAMED.into_iter().find_map(nonempty_variable)?;
    crate::conversation::load_conversation_name(store_dir).filter(|name| is_printable_name(name))
}

/// Whether a name can be printed and looked for as it is.
fn is_printable_name(name: &str) -> bool {
    name.len() <= 200 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:@/".contains(&byte))
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["_TOKEN", "_KEY", "_SECRET", "_PAT", "_CREDENTIALS"].iter().any(|end| name.ends_with(end))
        || name.contains("PASSWORD")
        || name.contains("PASSWD")
        || name == "TOKEN"
        || name == "SECRET"
}

/// `SSH_KEY=/home/me/.ssh/id` names a file, `USE_API_KEY=disabled…` says something: neither is the secret.
fn is_path_or_number(value: &str) -> bool {
    Path::new(value).is_absolute() || value.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_of_windows_are_told_from_other_mounts() {
        for (path, is) in [("/mnt/c", true), ("/mnt/d/work/store", true), ("/mnt/data", false), ("/mnt", false)] {
            assert_eq!(is_on_windows_drive(Path::new(path)), is, "{path}");
        }
        assert!(!is_on_windows_drive(Path::new("/home/me/mnt/c")) && !is_on_windows_drive(Path::new("mnt/c")));
    }

    #[test]
    fn names_that_hold_secrets() {
        for name in
            ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD", "password_file_x", "NPM_TOKEN", "STRIPE_SECRET"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["PATH", "KEYBOARD", "TOKENIZERS_PARALLELISM", "HOME", "MONKEY_X"] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
