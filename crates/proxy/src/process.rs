//! The proxy as a process of its own: started for one agent, silent, without the agent's variables, gone when the agent is.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::{ConversationFolding, ProviderRoute, ProxyError, ProxyServer};
use ctx_model::env::{Env, existing_variables, own_executable};
use ctx_model::error::{Context as _, Result};

/// The variables that the proxy needs. The agent's keys are not among them.
const VARIABLES: &str = "HOME PATH LANG TMPDIR USER TZ CTX_HOME CTX_CONFIG CTX_SESSION XDG_DATA_HOME XDG_CONFIG_HOME \
    SSL_CERT_FILE NODE_EXTRA_CA_CERTS";

/// What the proxy is told on its standard input: nobody else can read that.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProxyTask {
    /// The agent, as `ctx init` calls it.
    pub agent: String,
    pub routes: Vec<ProviderRoute>,
    /// Whoever started it waits for the agent, closes the proxy's standard input then, and reads its last line.
    #[serde(default)]
    pub is_awaited: bool,
}

/// A proxy that runs.
pub struct RunningProxy {
    /// The address to give to the agent.
    pub address: String,
    /// The part of it that nobody else may see.
    pub secret: Option<String>,
    /// Its standard input and output, if it is awaited.
    pub line: Option<(ChildStdin, BufReader<ChildStdout>)>,
}

impl RunningProxy {
    /// Ends it; what it has to say at the end.
    pub fn stop_and_read_summary(self) -> Option<String> {
        let (stdin, mut stdout) = self.line?;
        drop(stdin);
        let mut last = String::new();
        stdout.read_line(&mut last).ok()?;
        Some(last.trim().to_owned()).filter(|last| !last.is_empty())
    }
}

/// Starts the proxy for this process, which is about to become the agent.
pub fn start_proxy_process(task: &ProxyTask) -> Result<RunningProxy> {
    let mut command = Command::new(own_executable());
    command.arg0("ctx").arg("proxy").env_clear();
    command.envs(existing_variables(&VARIABLES.split(' ').collect::<Vec<_>>()));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // SAFETY: setsid is safe between fork and exec. Signals of the terminal are for the agent.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            Ok(())
        });
    }
    let mut child = command.spawn().context("the proxy")?;
    let mut told = serde_json::to_vec(task).map_err(ProxyError::Task)?;
    told.push(b'\n');
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(ProxyError::NotStarted("it has no standard input".to_owned()).into());
    };
    stdin.write_all(&told).context("the proxy")?;
    let (mut line, mut stdout) = (String::new(), BufReader::new(stdout));
    stdout.by_ref().take(4096).read_line(&mut line).context("the proxy")?;
    match line.trim().strip_prefix("ready ") {
        Some(address) => {
            let secret = address.split('/').nth(3).filter(|secret| !secret.is_empty()).map(str::to_owned);
            let line = task.is_awaited.then_some((stdin, stdout));
            Ok(RunningProxy { address: address.to_owned(), secret, line })
        }
        None => {
            drop(stdin);
            let _ = child.wait();
            let why = Some(line.trim()).filter(|why| !why.is_empty()).unwrap_or("it did not start");
            Err(ProxyError::NotStarted(why.to_owned()).into())
        }
    }
}

/// Is the proxy until the process that started it ends.
pub fn serve_until_parent_ends(
    env: &Env,
    folder: impl FnOnce(&ProxyTask) -> ConversationFolding<'static>,
) -> Result<()> {
    protect_process_memory();
    let parent = std::os::unix::process::parent_id();
    let mut told = String::new();
    std::io::stdin().lock().take(1 << 20).read_line(&mut told).context("reading stdin")?;
    let task: ProxyTask = serde_json::from_str(&told).map_err(ProxyError::NotForPeople)?;
    let server = match ProxyServer::bind(env, &task.routes, folder(&task)) {
        Ok(server) => server,
        Err(error) => {
            print_line_to_parent(&error.to_string());
            return Err(error);
        }
    };
    print_line_to_parent(&format!("ready {}", server.address()));
    let is_over = Arc::new(AtomicBool::new(false));
    match task.is_awaited {
        true => set_flag_when_stdin_closes(is_over.clone()),
        false => redirect_to_dev_null(&[0, 1]),
    }
    server.serve_while_needed(|| std::os::unix::process::parent_id() == parent && !is_over.load(Ordering::Relaxed));
    if let Some(last) = server.finish_and_summarise().filter(|_| task.is_awaited) {
        print_line_to_parent(&last);
    }
    Ok(())
}

/// Notices that whoever waits for the agent has closed the pipe.
fn set_flag_when_stdin_closes(is_over: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        is_over.store(true, Ordering::Relaxed);
    });
}

/// A line to the process that started this one.
fn print_line_to_parent(line: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(format!("{line}\n").as_bytes());
    let _ = stdout.flush();
}

/// Nobody is at the other end of these descriptors any more.
fn redirect_to_dev_null(descriptors: &[i32]) {
    // SAFETY: /dev/null takes the place of descriptors that are open.
    unsafe {
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        if null >= 0 {
            for &descriptor in descriptors {
                libc::dup2(null, descriptor);
            }
            libc::close(null);
        }
    }
}

/// Keys pass through this process: it leaves no core, nobody may look into it, and a panic prints nothing of a request.
fn protect_process_memory() {
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
