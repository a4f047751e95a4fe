//! `ctx digest`: the digest of an output, and why it is so, without running or storing anything.

use std::io::Read;
use std::path::PathBuf;

use serde_json::json;

use super::parse_bytes;
use crate::capture::reading::Reading;
use crate::context::Context;
use crate::error::{Context as _, Error, Result};
use crate::exit_status::ExitStatus;
use crate::permissions::Permissions;
use crate::record::{Masked, report};
use ctx_agents::permissions::Access;
use ctx_digest::{self, Call, Show, Status};
use ctx_model::findings_json;
use ctx_secrets::Source;

/// Try the digest on a file: what would be shown, and which rule chose it
#[derive(clap::Args)]
#[command(
    hide = true,
    after_help = "For trying out [[reader]] rows of ctx.toml, and for seeing why a line is shown.\n\n\
    Example:\n  ctx digest build.log --cmd 'make all' --exit 2 --explain"
)]
pub struct Args {
    /// The file, or - for standard input
    file: PathBuf,
    /// The command that made the output
    #[arg(long, value_name = "TEXT")]
    cmd: Option<String>,
    /// How that command ended
    #[arg(long, value_name = "N")]
    exit: Option<i32>,
    /// Text or question to look for in the output
    #[arg(long, value_name = "TEXT", conflicts_with = "explain")]
    intent: Option<String>,
    /// Print about this many bytes at most (4096, 8k)
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes)]
    budget: Option<usize>,
    /// Before each line: its number and the rule that chose it
    #[arg(long)]
    explain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        let mut input: Box<dyn Read> = if self.file.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            Permissions::of(context).file(&self.file, Access::Read)?;
            let file = std::fs::File::open(&self.file);
            Box::new(file.map_err(|error| Error::unreadable(&self.file, &error))?)
        };
        let masker = context.masker();
        let source =
            self.cmd.as_deref().map_or_else(|| Source::of_path(&self.file.to_string_lossy()), Source::of_command);
        let mut reading = Reading::new(masker.stream(source));
        let mut block = vec![0; 1 << 20];
        loop {
            match input.read(&mut block).context(self.file.display())? {
                0 => break,
                got => reading.push(&block[..got]),
            }
        }
        let (text, spans) = reading.finish();
        let text = Masked::under(text, spans.map_or(0, |spans| spans.len()), &masker);
        let call = Call {
            argv: self.cmd.clone().into_iter().collect(),
            status: self.exit.map_or(Status::Unknown, Status::Exit),
        };
        let readers = context.readers();
        let digest = ctx_digest::digest_with(&text, &call, &readers);
        let show = self.budget.map_or(context.config.show, Show::all);
        let body = match &self.intent {
            Some(intent) => ctx_digest::intent(&text, &digest, intent, &show),
            None => ctx_digest::render(&digest, &text, &show),
        };
        if self.json {
            context.ui.json(&json!({
                "reader": digest.reader, "lines": text.total_lines(), "shown_lines": body.shown,
                "findings": findings_json(&digest.findings), "text": body.text,
            }));
        } else if self.explain {
            context.ui.out(&report::explained(&digest, &text, &show));
        } else {
            context.ui.out(&report::quote_body(&body));
        }
        Ok(ExitStatus::OK)
    }
}
