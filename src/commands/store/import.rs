//! `ctx store --import`: what agents did before ctx was there, from their own transcripts.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use super::super::{parse_age, time_before_now};
use crate::import::{self, ImportCounts, ImportOptions, OutputSummariser, TranscriptFile};
use crate::permissions::FileAccess;
use crate::record::progress::ProgressBarOrLines;
use crate::ui::{cut_middle, format_count, format_size};
use crate::{Context, Error, ExitStatus, Result, permissions};
use ctx_agents::install::Agent;
use ctx_agents::transcripts::TranscriptFormat;
use ctx_model::unix_time_ms;
use ctx_store::{ScratchStore, SessionRow, Store};

#[derive(clap::Args, Default)]
pub struct ImportArgs {
    /// Read agents' transcripts into the store: those named, or all on this machine; again adds only what is new
    #[arg(long, conflicts_with_all = ["cmd", "exit", "intent", "tee", "label", "budget", "explain", "document"])]
    pub import: bool,
    /// With --import: the agent that wrote them
    #[arg(long, value_name = "AGENT", default_value = "auto", requires = "import",
          value_parser = ["auto", "claude-code", "codex", "gemini", "opencode", "copilot", "ctx", "other"])]
    agent: String,
    /// With --import: count only, write nothing
    #[arg(long, requires = "import")]
    dry_run: bool,
    /// With --import: only what happened within this time (30m, 2h, 7d)
    #[arg(long, value_name = "TIME", value_parser = parse_age, requires = "import")]
    since: Option<Duration>,
    #[arg(skip)]
    pub paths: Vec<PathBuf>,
    #[arg(skip)]
    pub json: bool,
}

/// Reads what an agent has written of a session by now: its hooks do not report everything.
pub fn import_running_session(context: &Context, store: &mut Store, session: &SessionRow) -> Result<()> {
    let args = ImportArgs { agent: session.agent.clone().unwrap_or_default(), ..ImportArgs::default() };
    let files = args.find_transcripts(context);
    args.import_files(context, store, &files, Some(session.first_at)).map(drop)
}

impl ImportArgs {
    pub fn run(mut self, context: &Context) -> Result<ExitStatus> {
        // `--import claude`: the agent, where no file has this name.
        let named = |path: &PathBuf| path.to_str().filter(|_| !path.exists()).and_then(Agent::from_typed_name);
        let has_transcripts = |agent: &Agent| TranscriptFormat::from_name(agent.name()).is_some();
        if let [only] = &self.paths[..]
            && let Some(agent) = named(only).filter(has_transcripts)
        {
            self.paths.clear();
            agent.name().clone_into(&mut self.agent);
        }
        if let Some(missing) = self.paths.iter().find(|path| !path.exists()) {
            return Err(Error::not_found(format_args!("{}: no such file", missing.display()))
                .with_hint("ctx store --import without a path finds the agents' own folders"));
        }
        for path in &self.paths {
            permissions::resolve_and_check_file(context, path, FileAccess::Read)?;
        }
        let mut store = context.open_store()?;
        let tally = self.find_and_import_transcripts(context, &mut store)?;
        let nothing_read = tally.prompts + tally.briefs + tally.tool_results + tally.entries + tally.skipped == 0;
        if !self.json && nothing_read && tally.bad_lines > 0 && !self.paths.is_empty() {
            let (bad, lines) = (tally.bad_lines, format_count(tally.lines, "line"));
            return Err(Error::not_found(format_args!("no transcript: {bad} of {lines} cannot be read as one"))
                .with_hint(
                    "transcripts are the .jsonl files of agents; ctx store --import without a path finds them",
                ));
        }
        if tally.files == 0 && tally.unreadable.is_empty() && !self.json {
            let files = format_count(self.find_transcripts(context).len() as u64, "file");
            context.ui.print(&format!("nothing new in {files}\n"));
        } else {
            self.print_import_counts(context, &tally);
        }
        if !self.dry_run {
            crate::search::index_process::start_index_process_if_needed(&context.env, &store);
        }
        Ok(ExitStatus::OK)
    }

    fn find_transcripts(&self, context: &Context) -> Vec<TranscriptFile> {
        let format = TranscriptFormat::from_name(&self.agent);
        if !self.paths.is_empty() {
            return import::find::find_transcripts_in(&self.paths, format);
        }
        let mut found = import::find::find_all_transcripts(&context.env.agent_homes());
        found.retain(|found| format.is_none() || found.format == format);
        found
    }

    fn find_and_import_transcripts(&self, context: &Context, store: &mut Store) -> Result<ImportCounts> {
        let files = self.find_transcripts(context);
        if files.is_empty() {
            return Err(
                Error::not_found("no transcripts found").with_hint("name a file or a folder: ctx store --import PATH")
            );
        }
        self.import_files(context, store, &files, time_before_now(unix_time_ms(), self.since))
    }

    fn import_files(
        &self,
        context: &Context,
        store: &mut Store,
        files: &[TranscriptFile],
        since: Option<i64>,
    ) -> Result<ImportCounts> {
        let masker = context.new_masker();
        let readers = context.user_readers();
        let bar = ProgressBarOrLines::new(&context.env, "importing", Some(import::total_size_of_files(files)));
        // A dry run is the import itself, into a copy of what the store knows that is thrown away.
        let mut scratch = self.dry_run.then(|| store.copy_rows_to_scratch_store()).transpose()?;
        let store = scratch.as_mut().and_then(ScratchStore::scratch_store).unwrap_or(store);
        let summariser = OutputSummariser { masker: &masker, readers: &readers, show: context.config.show };
        let tally = import::import_files(
            store,
            files,
            ImportOptions {
                since,
                summariser: Some(summariser),
                on_progress: &mut |bytes| bar.set_position(bytes),
                stop: &|| false,
            },
        );
        bar.end_bar();
        tally
    }

    fn print_import_counts(&self, context: &Context, tally: &ImportCounts) {
        for (path, why) in &tally.unreadable {
            context.ui.warn(format_args!("{path}: {why} (skipped)"));
        }
        for (path, line, fault) in &tally.bad {
            context.ui.warn(format_args!("{path}:{line} {fault} (skipped)"));
        }
        if tally.bad_lines > tally.bad.len() as u64 {
            context
                .ui
                .warn(format_args!("and {}", format_count(tally.bad_lines - tally.bad.len() as u64, "more bad line")));
        }
        if self.json {
            let bad = tally.bad.iter().map(|(path, line, fault)| json!({ "file": path, "line": line, "fault": fault }));
            context.ui.print_json(&json!({
                "files": tally.files, "lines": tally.lines, "bad_lines": tally.bad_lines, "tool_results": tally.tool_results,
                "failed_results": tally.failed_results, "edits": tally.edits, "prompts": tally.prompts,
                "program_prompts": tally.briefs, "compact_summaries": tally.compact_summaries, "entries": tally.entries,
                "events": tally.events, "skipped": tally.skipped, "raw_bytes": tally.raw_bytes,
                "stored_bytes": tally.stored_bytes, "seconds": (tally.seconds * 1000.0).round() / 1000.0,
                "dry_run": self.dry_run, "bad": bad.collect::<Vec<_>>(),
            }));
            return;
        }
        let rows = [
            ("files", tally.files.to_string()),
            ("lines", format!("{} ({})", tally.lines, format_size(tally.raw_bytes))),
            ("bad lines", tally.bad_lines.to_string()),
            ("prompts", tally.prompts.to_string()),
            (
                "tool results",
                format!("{} ({} failed, {} edits)", tally.tool_results, tally.failed_results, tally.edits),
            ),
            ("compaction summaries", tally.compact_summaries.to_string()),
            (
                "entries added",
                if self.dry_run { format!("{} (not written)", tally.entries) } else { tally.entries.to_string() },
            ),
            ("events added", tally.events.to_string()),
            ("known already", tally.skipped.to_string()),
            ("stored", format_size(tally.stored_bytes)),
            ("time", format!("{:.1}s", tally.seconds)),
        ];
        let table: String = rows.iter().map(|(name, value)| format!("{name:<22}{}\n", cut_middle(value, 60))).collect();
        context.ui.print(&table);
    }
}
