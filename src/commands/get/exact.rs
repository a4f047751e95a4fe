//! The exact bytes of an entry, and those that a running command adds.

use std::time::Duration;

use crate::capture::streams::{self, OutputStream};
use crate::capture::text::TextBuilder;
use crate::record::report::quote_forged_line;
use crate::record::stored_masks::text_kind_of_entry;
use crate::record::view::EntryView;
use crate::ui::write_raw_to_stdout;
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::CommandEndStatus;
use ctx_shell::lines::join_quoted;
use ctx_store::{BlobPiece, BlobReader, DamagedRange, Entry, Store};

/// How often a growing entry is looked at.
const POLL: Duration = Duration::from_millis(150);
/// Bytes before those that are followed which are read as well.
const BEFORE_FOLLOWING: u64 = 64 << 10;

/// Which bytes are of which stream.
pub(super) fn stdout_stderr_byte_map(entry: &Entry) -> Result<&[u8]> {
    let apart = if entry.argv.is_empty() { vec!["CMD".to_owned()] } else { entry.argv.clone() };
    entry.streams.as_deref().ok_or_else(|| {
        Error::not_found(format_args!("{} keeps both streams as one", entry.id.reference()))
            .with_hint(format_args!("to keep them apart, run it so: ctx run --split -- {}", join_quoted(&apart)))
    })
}

/// Writes the bytes as they were stored, of one stream or of both.
pub(super) fn write_raw_bytes(wanted: Option<OutputStream>, store: &Store, entry: &Entry) -> Result<ExitStatus> {
    let map = if wanted.is_some() { stdout_stderr_byte_map(entry)? } else { &[] };
    let Some(blob) = entry.blob else { return Ok(ExitStatus::OK) };
    let mut reader = BlobReader::new(store, blob);
    let mut lost: Vec<DamagedRange> = Vec::new();
    let mut hasher = blake3::Hasher::new();
    while let Some(piece) = reader.next_piece()? {
        let (raw_start, bytes) = match piece {
            BlobPiece::Bytes { raw_start, bytes } => (raw_start, bytes),
            BlobPiece::Lost(range) => {
                lost.push(range);
                continue;
            }
        };
        hasher.update(&bytes);
        let open = match wanted {
            Some(stream) => write_raw_to_stdout(&streams::extract_stream(map, stream, raw_start, &bytes)),
            None => write_raw_to_stdout(&bytes),
        };
        if !open {
            return Ok(ExitStatus::OK);
        }
    }
    let whole = store.blob_hash(blob)?.is_none_or(|hash| hash == *hasher.finalize().as_bytes());
    if lost.is_empty() && whole {
        return Ok(ExitStatus::OK);
    }
    let what = match lost.as_slice() {
        [] => "its bytes are not those that were stored".to_owned(),
        [only] => format!("{only} are lost and left out here"),
        [first, rest @ ..] => format!("{first} and {} more ranges are lost and left out here", rest.len()),
    };
    Err(Error::damaged(format_args!("{} is damaged: {what}", entry.id.reference()))
        .with_hint("ctx doctor --deep says what else is damaged"))
}

/// The bytes of an output from this offset on, as far as there are any.
pub(super) fn read_output_from(store: &Store, entry: &Entry, offset: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let Some(blob) = entry.blob else { return Ok(bytes) };
    let mut reader = BlobReader::new(store, blob);
    reader.seek_chunk_of_byte(offset)?;
    while let Some(chunk) = reader.next_chunk()? {
        let before = usize::try_from(offset.saturating_sub(chunk.raw_start)).unwrap_or(usize::MAX);
        bytes.extend_from_slice(chunk.bytes.get(before..).unwrap_or_default());
    }
    Ok(bytes)
}

/// Prints new output until the command has ended.
pub(super) fn print_new_output_until_end(context: &Context, store: &Store, entry: &Entry) -> Result<()> {
    let Some(mut offset) = EntryView { store, entry, masker: &context.new_masker() }
        .stored_size_and_line_count()
        .ok()
        .map(|extent| extent.raw_len)
    else {
        return Ok(());
    };
    let mut builder = TextBuilder::starting_at(1);
    let masker = context.new_masker();
    let mut masks = masker.masking_stream_for_text(text_kind_of_entry(entry));
    // What stands before may be the beginning of a key.
    let mut unused = Vec::new();
    let from = offset.saturating_sub(BEFORE_FOLLOWING);
    let before = read_output_from(store, entry, from)?;
    masks.push(&before[..before.len().min((offset - from) as usize)], &mut unused);
    masks.flush(&mut unused);
    loop {
        let mut shown = Vec::new();
        let now = store.entry_at_row(entry.row)?;
        let fresh = read_output_from(store, &now, offset)?;
        masks.push(&fresh, &mut shown);
        offset += fresh.len() as u64;
        let ended = now.status != CommandEndStatus::Running;
        if ended {
            masks.flush(&mut shown);
        }
        builder.push(&shown);
        let fresh = if ended { std::mem::take(&mut builder).finish() } else { builder.take_lines() };
        let page: String =
            fresh.lines().map(|line| format!("{}\n", quote_forged_line(&masker.mask_known_values(line)))).collect();
        if !page.is_empty() && !write_raw_to_stdout(page.as_bytes()) {
            return Ok(());
        }
        if ended {
            return Ok(());
        }
        std::thread::sleep(POLL);
    }
}
