//! Agents' transcripts into the store: streaming, once each, from where the last import stopped.

mod exported;
pub mod find;
pub mod hook_reports;
mod import_result;
mod input;
mod item_importer;
mod output_summary;
mod place;
pub mod savings_preview;
mod tool_results;
mod transcript_importer;
mod wording;
mod writer;

use std::collections::HashSet;
use std::time::Instant;

pub use find::TranscriptFile;
pub use import_result::{ImportCounts, ImportOptions};
pub use output_summary::OutputSummariser;

use ctx_model::error::Result;
use ctx_store::Store;

/// Imports these files.
pub fn import_files(store: &mut Store, files: &[TranscriptFile], options: ImportOptions<'_>) -> Result<ImportCounts> {
    let started = Instant::now();
    let mut importer = transcript_importer::TranscriptImporter::new(options);
    for file in files {
        if importer.was_stopped() {
            break;
        }
        importer.import_file(store, file)?;
    }
    let projects: HashSet<String> = importer.imported_projects();
    let mut tally = importer.finish_import_of_all_files(store)?;
    if !projects.is_empty() {
        store.close_settled_errors(&projects)?;
        store.add_imported_bytes_to_sum()?;
    }
    tally.seconds = started.elapsed().as_secs_f64();
    Ok(tally)
}

/// Bytes that an import of these files would read at most.
pub fn total_size_of_files(files: &[TranscriptFile]) -> u64 {
    files.iter().filter_map(|file| std::fs::metadata(&file.path).ok()).map(|meta| meta.len()).sum()
}
