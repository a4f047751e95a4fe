//! The proxy as a process of its own: started for one agent, silent, without the agent's variables, gone when the agent is.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use super::{Folder, Route, Server};
use ctx_model::env::{Env, this_program, variables};
use ctx_model::error::{Context as _, Error, Result};

/// The variables that the proxy needs. The agent's keys are not among them.
const VARIABLES: &[&str] = &[
    "HOME",
    "PATH",
    "LANG",
    "TMPDIR",
    "USER",
    "TZ",
    "CTX_HOME",
    "CTX_CONFIG",
    "CTX_SESSION",
    "XDG_DATA_HOME",
    "XDG_CONFIG_HOME",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
];

/// What the proxy is told on its standard input: nobody else can read that.
#[derive(Debug, Serialize, Deserialize)]
pub struct Task {
    /// The agent, as `ctx init` calls it.
    pub agent: String,
    pub routes: Vec<Route>,
}

/// Starts the proxy for this process, which is about to become the agent; the address to give to it.
pub fn start(task: &Task) -> Result<String> {
    let mut command = Command::new(this_program());
    command.arg0("ctx").arg("proxy").env_clear();
    command.envs(variables(VARIABLES));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // SAFETY: setsid is safe between fork and exec. Signals of the terminal are for the agent.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            Ok(())
        });
    }
    let mut child = command.spawn().context("the proxy")?;
    let told = serde_json::to_vec(task).map_err(|error| Error::failed(format_args!("the proxy: {error}")))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&told).context("the proxy")?;
    }
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout.take(4096)).read_line(&mut line).context("the proxy")?;
    }
    match line.trim().strip_prefix("ready ") {
        Some(address) => Ok(address.to_owned()),
        None => {
            let _ = child.wait();
            let why = line.trim();
            Err(Error::failed(format_args!("the proxy: {}", if why.is_empty() { "it did not start" } else { why })))
        }
    }
}

/// Is the proxy until the process that started it ends.
pub fn serve(env: &Env, folder: impl FnOnce(&Task) -> Box<dyn Folder>) -> Result<()> {
    keep_to_oneself();
    let parent = std::os::unix::process::parent_id();
    let mut told = Vec::new();
    std::io::stdin().lock().take(1 << 20).read_to_end(&mut told).context("reading stdin")?;
    let task: Task = serde_json::from_slice(&told)
        .map_err(|_| Error::usage("this command is for ctx itself").hint("ctx agent NAME --fold starts an agent"))?;
    let more_trust = env.variable("NODE_EXTRA_CA_CERTS").map(std::path::PathBuf::from);
    let server = match Server::bind(&task.routes, more_trust, folder(&task)) {
        Ok(server) => server,
        Err(error) => {
            answer(&error.to_string());
            return Err(error);
        }
    };
    answer(&format!("ready {}", server.address()));
    server.run(|| std::os::unix::process::parent_id() == parent);
    Ok(())
}

/// One line to the process that started this one, then silence.
fn answer(line: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(format!("{line}\n").as_bytes());
    let _ = stdout.flush();
    // SAFETY: /dev/null takes the place of a descriptor that is open.
    unsafe {
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        if null >= 0 {
            libc::dup2(null, 0);
            libc::dup2(null, 1);
            libc::close(null);
        }
    }
}

/// Keys pass through this process: it leaves no core, nobody may look into it, and a panic prints nothing of a request.
fn keep_to_oneself() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer describes `none`; prctl with these words takes no pointer.
    unsafe {
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
        // Threads share two heaps: with one each, what they free would stay theirs.
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        {
            libc::mallopt(libc::M_ARENA_MAX, 2);
            libc::mallopt(libc::M_MMAP_THRESHOLD, 256 << 10);
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
}
