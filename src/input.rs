//! What a command reads from its user: an answer on the terminal, and a file or standard input.

use std::io::Read;
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
