//! Prints the errors and warnings of an output as JSON lines: `findings COMMAND STATUS < output.txt`.

use std::io::{Read, Write};

use ctx_digest::{CommandEndStatus, DigestedOutput};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let status =
        args.next().and_then(|code| code.parse().ok()).map_or(CommandEndStatus::Unknown, CommandEndStatus::Exit);
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let output = DigestedOutput::read(&bytes, &command, status);
    let mut out = std::io::stdout().lock();
    for finding in output.findings() {
        writeln!(out, "{}", finding.to_json())?;
    }
    Ok(())
}
