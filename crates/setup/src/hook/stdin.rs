//! The payload of a hook on stdin: all of it, within limits of time and size.

use std::io::Read;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use crate::error::SetupError;
use ctx_model::error::{Context, Result};

/// An agent that has not written its payload by then will write none.
const DEADLINE: Duration = Duration::from_secs(2);
/// Payloads hold whole tool results; tens of megabytes have been seen.
const LARGEST: usize = 64 << 20;

/// Reads stdin to its end, or as far as it came within the time.
pub fn read_stdin_until_timeout() -> Result<String> {
    let mut input = std::io::stdin().lock();
    let until = Instant::now() + DEADLINE;
    let mut bytes = Vec::new();
    let mut block = vec![0; 256 << 10];
    while wait_for_input(&input, until)? {
        let read = input.read(&mut block).context("reading stdin")?;
        if read == 0 {
            break;
        }
        bytes.extend_from_slice(&block[..read]);
        if bytes.len() > LARGEST {
            return Err(SetupError::Payload("a payload of more than 64 MiB").into());
        }
    }
    Ok(String::from_utf8(bytes).map_err(|_| SetupError::Payload("stdin is not UTF-8"))?)
}

/// Waits for data or the end of the stream; false when the time is up.
fn wait_for_input(input: &impl AsRawFd, until: Instant) -> Result<bool> {
    loop {
        let left = until.saturating_duration_since(Instant::now()).as_millis();
        let mut poll = libc::pollfd { fd: input.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one pollfd that lives across the call.
        match unsafe { libc::poll(&mut poll, 1, i32::try_from(left).unwrap_or(i32::MAX)) } {
            0 => return Ok(false),
            1.. => return Ok(true),
            _ => {
                let error = std::io::Error::last_os_error();
                if error.kind() != std::io::ErrorKind::Interrupted {
                    return Err(error).context("waiting for stdin");
                }
            }
        }
    }
}
