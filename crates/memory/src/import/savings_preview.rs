//! What ctx would have saved in the newest sessions on this machine: they are imported into a store that is thrown away.

use std::time::{Duration, Instant};

use super::{ImportOptions, OutputSummariser, TranscriptFile, find};
use crate::stats::{self, HOST_CAP, OutputSums};
use ctx_model::env::Env;
use ctx_model::error::Result;
use ctx_store::{IMPORTED, ScratchStore, StatsScope};

/// Transcripts that are read at most: a look must not keep anybody waiting.
const FILES: usize = 5;
const BYTES: u64 = 24 << 20;
const PATIENCE: Duration = Duration::from_secs(5);

/// What was found.
pub struct SavingsPreview {
    /// Transcripts that were read.
    pub files: u64,
    /// Sums over the commands that ran without ctx …
    pub sums: OutputSums,
    /// … and the three commands that would have saved most.
    pub most: Vec<(String, OutputSums)>,
}

/// Counts the newest sessions. None if there are none, or no command ran in them without ctx.
pub fn preview_savings(env: &Env, summariser: OutputSummariser<'_>) -> Result<Option<SavingsPreview>> {
    let files = newest_files_within_limits(find::find_all_transcripts(&env.agent_homes()));
    let Some(dir) = env.store_dir.as_deref().filter(|_| !files.is_empty()) else { return Ok(None) };
    let mut scratch = ScratchStore::create_beside(dir)?;
    let Some(store) = scratch.scratch_store() else { return Ok(None) };
    let began = Instant::now();
    let stop = || began.elapsed() > PATIENCE;
    let options = ImportOptions { since: None, summariser: Some(summariser), on_progress: &mut |_| {}, stop: &stop };
    let read = super::import_files(store, &files, options)?;
    let mut tally = stats::StatsTally::default();
    store.for_each_finished_output(IMPORTED, StatsScope::All, HOST_CAP, |output| {
        if stats::did_run_without_ctx(output) {
            tally.add_output(output);
        }
    })?;
    let most = tally.sums_by_command().into_iter().filter(|(_, sums)| sums.saved > 0).take(3).collect();
    Ok((tally.total.outputs > 0).then_some(SavingsPreview { files: read.files, sums: tally.total, most }))
}

fn newest_files_within_limits(found: Vec<TranscriptFile>) -> Vec<TranscriptFile> {
    let dated = |file: TranscriptFile| {
        let meta = std::fs::metadata(&file.path).ok()?;
        Some((meta.modified().ok()?, meta.len(), file))
    };
    let mut dated: Vec<_> = found.into_iter().filter_map(dated).filter(|(_, bytes, _)| *bytes <= BYTES).collect();
    dated.sort_by_key(|(modified, ..)| std::cmp::Reverse(*modified));
    let mut room = BYTES;
    let fits = |(_, bytes, file): (_, u64, TranscriptFile)| {
        room = room.checked_sub(bytes)?;
        Some(file)
    };
    dated.into_iter().take(FILES).map_while(fits).collect()
}
