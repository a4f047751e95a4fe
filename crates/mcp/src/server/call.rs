//! Tool calls, each a process of its own (`ctx mcp call NAME -`): it cannot hold up another call, its panic is its own,
//! its output never reaches the protocol, and cancelling it ends whatever it runs.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use ctx_capture::record::report::strip_still_running_line;
use ctx_capture::sys::kill_child_when_parent_dies;
use ctx_model::env::own_executable;

/// Between asking a call to end and killing it: the command it runs gets two seconds for the same.
const GRACE: Duration = Duration::from_secs(4);

/// A client that has closed its end may still read: this long, calls of before get their answers.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The output of a call.
pub struct CallOutput {
    pub text: String,
    pub failed: bool,
}

impl CallOutput {
    fn failed_to_start(error: impl std::fmt::Display) -> CallOutput {
        CallOutput { text: format!("ctx could not run this call: {error}"), failed: true }
    }
}

/// A call whose process is not reaped yet, so that its number is still its own.
struct RunningCall {
    id: Value,
    pid: libc::pid_t,
    cancelled: bool,
}

#[derive(Clone, Default)]
pub struct RunningCalls(Arc<Mutex<Vec<RunningCall>>>);

impl RunningCalls {
    fn lock(&self) -> MutexGuard<'_, Vec<RunningCall>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a call; `answer` gets its output, unless it is cancelled. Linux ends the process with the thread that
    /// started it, so this is for the thread that lives as long as the server.
    pub fn start_call(
        &self,
        id: &Value,
        name: &str,
        input: &Value,
        session: &str,
        answer: impl FnOnce(CallOutput) + Send + 'static,
    ) {
        let mut command = Command::new(own_executable());
        command.args(["mcp", "call", name, "-"]).env("CTX_SESSION", session);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        kill_child_when_parent_dies(&mut command);
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return answer(CallOutput::failed_to_start(error)),
        };
        let pid = libc::pid_t::try_from(child.id()).unwrap_or_default();
        self.lock().push(RunningCall { id: id.clone(), pid, cancelled: false });
        let (calls, input) = (self.clone(), input.to_string());
        std::thread::spawn(move || {
            if let Some(said) = calls.collect_output(child, input, pid) {
                answer(said);
            }
        });
    }

    /// Hands the input over and reads both streams to their ends. None when the call was cancelled.
    fn collect_output(&self, mut child: Child, input: String, pid: libc::pid_t) -> Option<CallOutput> {
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (out, err) = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A call that refuses its input early reports that itself.
                let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
            });
            let err = scope.spawn(move || read_stream(stderr));
            let out = read_stream(stdout);
            (out, err.join().unwrap_or_default())
        });
        let was_cancelled = {
            let mut running = self.lock();
            running.iter().position(|call| call.pid == pid).is_some_and(|at| running.swap_remove(at).cancelled)
        };
        let status = child.wait();
        if was_cancelled {
            return None;
        }
        Some(match status {
            Ok(status) => {
                let mut text = strip_still_running_line(&String::from_utf8_lossy(&out)).to_owned();
                text.push_str(&String::from_utf8_lossy(&err));
                CallOutput { text, failed: !status.success() }
            }
            Err(error) => CallOutput::failed_to_start(error),
        })
    }

    /// Asks the call to end, which ends the command it runs, and insists after a while.
    pub fn cancel_call(&self, id: &Value) {
        let mut asked = Vec::new();
        for call in self.lock().iter_mut().filter(|call| call.id == *id && !call.cancelled) {
            call.cancelled = true;
            send_signal(call.pid, libc::SIGTERM);
            asked.push(call.pid);
        }
        if asked.is_empty() {
            return;
        }
        let calls = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            for call in calls.lock().iter().filter(|call| call.cancelled && asked.contains(&call.pid)) {
                send_signal(call.pid, libc::SIGKILL);
            }
        });
    }

    /// The client sends nothing more. Calls that are not over soon are ended.
    pub fn wait_then_end_calls(&self) {
        let begun = Instant::now();
        // Each thread that still has an answer to give holds the table.
        while Arc::strong_count(&self.0) > 1 && begun.elapsed() < LAST_ANSWERS {
            std::thread::sleep(Duration::from_millis(10));
        }
        for call in self.lock().iter() {
            send_signal(call.pid, libc::SIGTERM);
        }
    }
}

fn read_stream(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // The bytes read before an error are the answer; the exit status tells whether the call failed.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    bytes
}

fn send_signal(pid: libc::pid_t, signal: i32) {
    // SAFETY: kill has no memory effects; the process is in the table, so it is not reaped yet.
    unsafe { libc::kill(pid, signal) };
}
