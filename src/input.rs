//! What a command reads from its user: an answer on the terminal, and a file or standard input.

use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::Path;

use crate::error::Context as _;
use crate::permissions::FileAccess;
use crate::{Context, Error, Result, permissions};

/// Asks on a terminal; elsewhere the answer is no.
pub fn ask_to_confirm(context: &Context, question: &str) -> Result<bool> {
    if !context.env.stdin_is_terminal || !context.env.stdout_is_terminal {
        return Ok(false);
    }
    context.ui.print(&format!("{question} [y/N] "));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).context("reading the answer")?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Whoever reads standard input reads this file from now on.
pub fn replace_stdin_by(file: &str) -> std::io::Result<()> {
    let file = std::fs::File::open(file)?;
    // SAFETY: both descriptors are open; stdin is replaced as a whole.
    match unsafe { libc::dup2(file.as_raw_fd(), libc::STDIN_FILENO) } {
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// A file's bytes, or those of standard input for `-`.
pub fn read_file_or_stdin(context: &Context, source: &Path) -> Result<Vec<u8>> {
    if source == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("reading stdin")?;
        return Ok(bytes);
    }
    let real = permissions::resolve_and_check_file(context, source, FileAccess::Read)?;
    std::fs::read(real).map_err(|error| Error::unreadable(source, &error))
}
