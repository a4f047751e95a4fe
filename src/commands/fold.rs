//! `ctx fold`: a folded copy of a session that the agent can resume, or what would have been folded call by call.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ctx_fold::transcript::{SessionFileFormat as Recorded, Transcript};
use ctx_fold::wire::Format;
use ctx_fold::{CachePrice, FoldEngine, FoldOptions, FoldStrength};
use serde_json::json;

use crate::error::Context as _;
use crate::fold::{FoldHost, SessionOrigin, copy};
use crate::import::find;
use crate::permissions::FileAccess;
use crate::proxy::{ConversationFolding, ProxyError};
use crate::ui::{format_count, format_size, write_raw_to_stdout};
use crate::{Context, Error, ExitStatus, Result, permissions};
use ctx_model::scope::git_root;
use ctx_model::{Scope, unix_time_ms};

/// The longest request of a plugin.
const LONGEST: u64 = 64 << 20;

/// Fold what a session no longer needs, without loss
#[derive(clap::Args)]
#[command(after_help = include_str!("help/fold.txt"))]
pub struct Args {
    /// A session's id, or its transcript (.jsonl)
    #[arg(value_name = "SESSION", required_unless_present = "requests")]
    session: Option<String>,
    /// Print the folds that would have been made, call by call, as JSON lines; nothing is stored or written
    #[arg(long)]
    replay: bool,
    /// The prices that --replay decides by: a cached byte and a new one, of one that is neither
    #[arg(long, value_name = "READ,WRITE", requires = "replay", value_parser = parse_cache_price, default_value = "0.1,1.25")]
    price: CachePrice,
    /// How much --replay folds, and how soon
    #[arg(long, value_name = "HOW", requires = "replay", value_parser = strength_parser())]
    strength: Option<FoldStrength>,
    /// For an agent's plugin: a chat request a line on stdin, its folds a line on stdout
    #[arg(long, hide = true, conflicts_with_all = ["session", "replay"])]
    requests: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "replay")]
    json: bool,
}

fn parse_cache_price(text: &str) -> std::result::Result<CachePrice, String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    match numbers[..] {
        [read, write] if write.is_finite() && 0.0 < read && read <= write => Ok(CachePrice { read, write }),
        _ => Err("needs two numbers such as 0.1,1.25".to_owned()),
    }
}

fn strength_parser() -> impl TypedValueParser<Value = FoldStrength> {
    let names = PossibleValuesParser::new(FoldStrength::ALL.map(|(name, _)| name));
    names.map(|given| FoldStrength::ALL.into_iter().find(|(name, _)| *name == given).map(|of| of.1).unwrap_or_default())
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        match &self.session {
            None => self.answer_plugin_requests(context),
            Some(session) if self.replay => self.print_replayed_folds(context, session),
            Some(session) => self.write_folded_copy(context, session),
        }
    }

    /// Serves a plugin until it closes the pipe. A line that is not understood gets no folds.
    fn answer_plugin_requests(&self, context: &Context) -> Result<ExitStatus> {
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let host =
            FoldHost::new(&masker, &readers).with_budgets(context.config.show).with_storage(&context.env, "opencode");
        let options = FoldOptions::of_strength(context.config.fold.strength);
        let conversations = ConversationFolding::new(host, &context.env, "opencode", &context.config.prices, options);
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut line).context("reading stdin")?;
            if count == 0 {
                return Ok(ExitStatus::OK);
            }
            let folds = conversations.folds_of_request(Format::Chat, &line).unwrap_or_default();
            let folds = folds.into_iter().map(|(id, part, text)| json!({ "id": id, "part": part, "text": text }));
            let answer = serde_json::Value::from_iter(folds);
            if !write_raw_to_stdout(format!("{answer}\n").as_bytes()) {
                return Ok(ExitStatus::OK);
            }
        }
    }

    fn print_replayed_folds(&self, context: &Context, session: &str) -> Result<ExitStatus> {
        let file = find_transcript_file(context, session)?;
        permissions::resolve_and_check_file(context, &file, FileAccess::Read)?;
        let bytes = std::fs::read(&file).map_err(|error| Error::unreadable(&file, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let transcript = Transcript::from_file_text(&text);
        if transcript.format.is_none() {
            return Err(ProxyError::NotATranscript(file).into());
        }
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let options = FoldOptions::of_strength(self.strength.unwrap_or(context.config.fold.strength));
        let mut host = FoldHost::new(&masker, &readers).with_budgets(context.config.show);
        let mut engine = FoldEngine::new(FoldOptions { price: self.price, ..options });
        // As they would be sent: parts of the named file, which the model has seen.
        for fold in engine.decide_folds(transcript.conversation(), &mut host) {
            let line = json!({
                "call": fold.call, "id": fold.id, "part": fold.part, "text": fold.text, "rule": fold.rule.name(), "was": fold.was,
            });
            if !write_raw_to_stdout(format!("{line}\n").as_bytes()) {
                break;
            }
        }
        Ok(ExitStatus::OK)
    }

    fn write_folded_copy(&self, context: &Context, session: &str) -> Result<ExitStatus> {
        let path = find_transcript_file(context, session)?;
        permissions::resolve_and_check_file(context, &path, FileAccess::Read)?;
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let text = copy::read_transcript_file(&path)?;
        let at = copy::last_written_ms(&path).unwrap_or_else(unix_time_ms);
        let (cwd, here) = (Transcript::from_file_text(&text).cwd, Scope::from_env(&context.env, at).project);
        let project = cwd.as_ref().map_or(here, |cwd| git_root(Path::new(cwd)).unwrap_or_else(|| cwd.into()));
        let session = copy::random_session_id()?;
        let mut store = context.open_store().context("nothing was folded, because the store cannot be opened")?;
        let project = project.to_string_lossy().into_owned();
        let origin = SessionOrigin { session, cwd, project, at, ..SessionOrigin::default() };
        let mut host = FoldHost::new(&masker, &readers).with_budgets(context.config.show);
        let copied = copy::write_folded_copy(&path, &text, &mut host, &mut store, &origin)?;
        let session = &origin.session;
        let resume = match copied.format {
            Recorded::ClaudeCode => format!("claude --resume {session}"),
            Recorded::Codex => format!("codex resume {session}"),
        };
        let json = json!({
            "session": session, "path": copied.path, "folds": copied.folds,
            "bytes_before": copied.before, "bytes_after": copied.after, "resume": resume,
        });
        let (items, path) = (format_count(copied.folds as u64, "item"), copied.path.display());
        let [before, after] = [copied.before, copied.after].map(|bytes| format_size(bytes as u64));
        let text = format!("{items} folded · {before} became {after}\n{path}\nresume: {resume}\n");
        super::print_json_or_text(context, self.json, &json, &text)
    }
}

/// The file of a session: as it is named, or among the agents' own.
fn find_transcript_file(context: &Context, session: &str) -> Result<PathBuf> {
    let path = PathBuf::from(session);
    if path.is_file() || session.contains('/') {
        return Ok(path);
    }
    let found = find::find_session_transcript(&context.env.agent_homes(), session);
    found.ok_or_else(|| {
        Error::not_found(format_args!("no session '{session}' of Claude Code or Codex on this machine"))
            .with_hint("name its .jsonl file, or the whole id; ctx history --sessions lists what was imported")
    })
}
