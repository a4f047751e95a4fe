//! Agents' transcripts into the store: streaming, once each, from where the last import stopped.

pub mod find;
mod input;
mod join;
pub mod live;
mod own;
mod place;
pub mod preview;
mod source;
mod sum_up;
mod tally;
mod wording;
mod writer;

use std::collections::HashSet;
use std::time::Instant;

pub use find::TranscriptFile;
pub use sum_up::OutputSummariser;
pub use tally::{ImportCounts, ImportOptions};

use ctx_model::error::Result;
use ctx_store::Store;

/// Imports these files.
pub fn import_files(store: &mut Store, files: &[TranscriptFile], options: ImportOptions<'_>) -> Result<ImportCounts> {
    let started = Instant::now();
    let mut importer = source::Importer::new(options);
    for file in files {
        if importer.was_stopped() {
            break;
        }
        importer.import_file(store, file)?;
    }
    let projects: HashSet<String> = importer.imported_projects();
    let mut tally = importer.finish(store)?;
    if !projects.is_empty() {
        store.resolve_settled_errors(&projects)?;
    }
    tally.seconds = started.elapsed().as_secs_f64();
    Ok(tally)
}

/// Bytes that an import of these files would read at most.
pub fn total_bytes(files: &[TranscriptFile]) -> u64 {
    files.iter().filter_map(|file| std::fs::metadata(&file.path).ok()).map(|meta| meta.len()).sum()
}
