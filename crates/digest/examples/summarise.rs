//! Prints what matters of an output: `summarise COMMAND STATUS [QUESTION] < output.txt`.

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
    let page = match args.next() {
        Some(question) => output.lines_answering_question(&question, 2000),
        None => output.render(2000),
    };
    std::io::stdout().write_all(page.text.as_bytes())
}
