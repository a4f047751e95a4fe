//! `ctx fold`: a folded copy of a session that the agent can resume, or what would have been folded call by call.

use std::path::{Path, PathBuf};

use ctx_fold::transcript::{Format, Transcript};
use ctx_fold::{Options, Price};
use serde_json::json;

use crate::context::{Context, Ending};
use crate::error::{Context as _, Error, Result};
use crate::fold::{Keeping, Rooms, copy, replayed};
use crate::import::find;
use crate::ui::{count, size, write_raw};
use ctx_agents::permissions::Access;
use ctx_model::Scope;
use ctx_model::env::now_ms;

/// Fold what a session no longer needs, without loss
#[derive(clap::Args)]
#[command(
    after_help = "Writes a folded copy of a transcript of Claude Code or Codex under a new session id and says how to resume it. \
    The original stays as it is; every byte that is folded is in the store first (ctx get ID).\n\n\
    Examples:\n  ctx fold 0a1b2c3d-1111-4222-8333-444455556666\n  ctx fold ~/.claude/projects/-home-me-shop/0a1b2c3d.jsonl\n  \
    ctx fold --replay session.jsonl"
)]
pub struct Args {
    /// A session's id, or its transcript (.jsonl)
    #[arg(value_name = "SESSION", required_unless_present = "replay")]
    session: Option<String>,
    /// Print the folds that would have been made, call by call, as JSON lines; nothing is stored or written
    #[arg(long, value_name = "FILE", conflicts_with = "session")]
    replay: Option<PathBuf>,
    /// The prices that --replay decides by
    #[arg(long, value_enum, value_name = "WHOSE", requires = "replay", default_value_t = Whose::Anthropic)]
    price: Whose,
    /// Print one JSON object
    #[arg(long, conflicts_with = "replay")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Whose {
    Anthropic,
    Openai,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<Ending> {
        match (&self.replay, &self.session) {
            (Some(file), _) => self.replay(context, file),
            (None, Some(session)) => self.copy(context, session),
            (None, None) => Err(Error::usage("no session is named")),
        }
    }

    fn replay(&self, context: &Context, file: &Path) -> Result<Ending> {
        context.file(file, Access::Read)?;
        let bytes = std::fs::read(file).map_err(|error| Error::absent(format_args!("{}: {error}", file.display())))?;
        let transcript = Transcript::read(&String::from_utf8_lossy(&bytes));
        let (masker, readers) = (context.masker(), context.readers());
        let price = match self.price {
            Whose::Anthropic => Price::ANTHROPIC,
            Whose::Openai => Price::OPENAI,
        };
        let mut rooms = Rooms::new(&masker, &readers, None);
        let engine = replayed(&transcript, Options { price, ..Options::default() }, &mut rooms);
        // As they would be sent: parts of the named file, which the model has seen.
        for fold in engine.folds() {
            let line = json!({
                "call": fold.call,
                "id": fold.id,
                "part": fold.part,
                "text": fold.text,
                "rule": fold.rule.name(),
                "was": fold.was,
            });
            if !write_raw(format!("{line}\n").as_bytes()) {
                break;
            }
        }
        Ok(Ending::OK)
    }

    fn copy(&self, context: &Context, session: &str) -> Result<Ending> {
        let path = transcript_of(context, session)?;
        context.file(&path, Access::Read)?;
        let (masker, readers) = (context.masker(), context.readers());
        let scope = Scope::of(&context.env, now_ms());
        let project = scope.project.to_string_lossy().into_owned();
        let new_id = copy::fresh_id()?;
        let mut store = context.open_store().context("nothing was folded, because the store cannot be opened")?;
        let keeping =
            Keeping { store: &mut store, agent: None, session: Some(&new_id), cwd: None, project: Some(&project) };
        let mut rooms = Rooms::new(&masker, &readers, Some(keeping));
        let copied = copy::write(&path, &mut rooms, &new_id)?;
        let resume = match copied.format {
            Format::ClaudeCode => format!("claude --resume {}", copied.session),
            Format::Codex => format!("codex resume {}", copied.session),
        };
        if self.json {
            context.ui.json(&json!({
                "session": copied.session, "path": copied.path, "folds": copied.folds,
                "bytes_before": copied.before, "bytes_after": copied.after, "resume": resume,
            }));
        } else {
            context.ui.out(&format!(
                "{} folded · {} became {}\n{}\nresume: {resume}\n",
                count(copied.folds as u64, "item"),
                size(copied.before as u64),
                size(copied.after as u64),
                copied.path.display(),
            ));
        }
        Ok(Ending::OK)
    }
}

/// The file of a session: as it is named, or among the agents' own.
fn transcript_of(context: &Context, session: &str) -> Result<PathBuf> {
    let path = PathBuf::from(session);
    if path.is_file() {
        return Ok(path);
    }
    let files = find::everywhere(&context.env.agent_homes());
    let is_its = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.strip_suffix(".jsonl").is_some_and(|name| name == session || name.ends_with(&format!("-{session}")))
    };
    let found = files.into_iter().map(|file| file.path).find(|path| is_its(path));
    found.ok_or_else(|| {
        Error::absent(format_args!("no session '{session}' of Claude Code or Codex on this machine"))
            .hint("name its .jsonl file, or the whole id; ctx sessions lists what was imported")
    })
}
