//! `ctx get --follow`: the output of a command that still runs.

use std::time::Duration;

use crate::capture::text::TextBuilder;
use crate::context::Context;
use crate::error::Result;
use crate::record::report::quote_line;
use crate::record::under::source_of;
use crate::record::view::View;
use crate::ui::write_raw;
use ctx_digest::Status;
use ctx_store::{BlobReader, Entry, Store};

/// How often a growing entry is looked at.
const POLL: Duration = Duration::from_millis(150);
/// Bytes before those that are followed which are read as well.
const BEFORE_FOLLOWING: u64 = 64 << 10;

/// Prints new output until the command has ended.
pub(super) fn follow(context: &Context, store: &Store, entry: &Entry) -> Result<()> {
    let Some(mut offset) = View { store, entry, masker: &context.masker() }.extent().ok().map(|extent| extent.raw_len)
    else {
        return Ok(());
    };
    let mut builder = TextBuilder::starting_at(1);
    let masker = context.masker();
    let mut masks = masker.stream(source_of(entry));
    // What stands before may be the beginning of a key.
    let mut unused = Vec::new();
    if let Some(blob) = entry.blob {
        let mut reader = BlobReader::new(store, blob);
        reader.seek_byte(offset.saturating_sub(BEFORE_FOLLOWING))?;
        while let Some(chunk) = reader.next_chunk()? {
            let end =
                usize::try_from(offset.saturating_sub(chunk.raw_start)).unwrap_or(usize::MAX).min(chunk.bytes.len());
            masks.push(&chunk.bytes[..end], &mut unused);
            unused.clear();
        }
    }
    masks.flush(&mut unused);
    loop {
        let mut shown = Vec::new();
        let now = store.entry(entry.row)?;
        if let Some(blob) = now.blob {
            let mut reader = BlobReader::new(store, blob);
            reader.seek_byte(offset)?;
            while let Some(chunk) = reader.next_chunk()? {
                let skip = usize::try_from(offset.saturating_sub(chunk.raw_start))
                    .unwrap_or(usize::MAX)
                    .min(chunk.bytes.len());
                masks.push(&chunk.bytes[skip..], &mut shown);
                offset = chunk.raw_start + chunk.bytes.len() as u64;
            }
        }
        let ended = now.status != Status::Running;
        if ended {
            masks.flush(&mut shown);
        }
        builder.push(&shown);
        let fresh = if ended { std::mem::take(&mut builder).finish() } else { builder.take_lines() };
        let page: String = fresh.lines().map(|line| format!("{}\n", quote_line(&masker.values(line)))).collect();
        if !page.is_empty() && !write_raw(page.as_bytes()) {
            return Ok(());
        }
        if ended {
            return Ok(());
        }
        std::thread::sleep(POLL);
    }
}
