//! The stored bytes of an entry under their masks: the spans that are kept beside them, or found and kept at the first
//! reading.

use ctx_model::error::Result;
use ctx_secrets::{MaskedPart, Masker, SecretSpans, TextKind};
use ctx_store::{BlobPiece, BlobReader, Entry, EntryKind, Store};
use ctx_text::binary::BinarySniffer;

/// A larger output that still grows is not read again from its beginning each time, but so much of it …
const GROWING: u64 = 4 << 20;
/// … from so many lines before the wanted one.
const BEFORE: u64 = 200;

/// The masks of one blob.
pub struct BlobMasks<'m> {
    masker: &'m Masker,
    spans: SecretSpans,
}

/// What an entry tells about its text.
pub fn text_kind_of_entry(entry: &Entry) -> TextKind {
    match (entry.kind, &entry.command) {
        (EntryKind::File | EntryKind::Doc, _) => {
            TextKind::of_path(entry.title.as_deref().or(entry.label.as_deref()).unwrap_or_default())
        }
        (_, Some(command)) => TextKind::of_command(command),
        _ => TextKind::default(),
    }
}

impl<'m> BlobMasks<'m> {
    /// Those of an entry, for a reader of its text from this line on.
    pub fn for_entry(store: &Store, entry: &Entry, masker: &'m Masker, line: u64) -> Result<BlobMasks<'m>> {
        match entry.blob {
            Some(blob) => BlobMasks::for_blob(store, blob, || text_kind_of_entry(entry), masker, line),
            None => Ok(BlobMasks { masker, spans: SecretSpans::default() }),
        }
    }

    pub fn for_blob(
        store: &Store,
        blob: i64,
        source: impl FnOnce() -> TextKind,
        masker: &'m Masker,
        line: u64,
    ) -> Result<BlobMasks<'m>> {
        let rules = masker.rules_version();
        let saved = store.mask_spans(blob, rules)?;
        if let Some(saved) = saved.and_then(|saved| BlobMasks::from_saved(&saved, masker)) {
            return Ok(saved);
        }
        let spans = find_blob_secrets(store, blob, source(), masker, line)?;
        store.save_mask_spans(blob, rules, &spans.encode());
        Ok(BlobMasks { masker, spans })
    }

    /// Those that an earlier reader saved.
    pub fn from_saved(saved: &[u8], masker: &'m Masker) -> Option<BlobMasks<'m>> {
        SecretSpans::decode(saved).map(|spans| BlobMasks { masker, spans })
    }

    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Secrets in these bytes of the text.
    pub fn count_secrets(&self, bytes: std::ops::Range<u64>) -> usize {
        self.spans.iter().filter(|span| span.start < bytes.end && span.end() > bytes.start).count()
    }

    /// Bytes that begin at this place of the text, under their masks.
    pub fn mask_bytes<'b>(&self, offset: u64, bytes: &'b [u8]) -> std::borrow::Cow<'b, [u8]> {
        self.spans.apply(offset, bytes, |rule| self.masker.name_of_rule(rule))
    }

    /// The same for the bytes at the end of a buffer.
    pub fn mask_end_of_buffer(&self, offset: u64, buffer: &mut Vec<u8>, from: usize) {
        if let std::borrow::Cow::Owned(masked) = self.mask_bytes(offset, &buffer[from..]) {
            buffer.truncate(from);
            buffer.extend_from_slice(&masked);
        }
    }

    /// The parts of a piece: bytes as they are, or a mask and how many bytes it stands for.
    pub fn for_each_part(&self, offset: u64, bytes: &[u8], mut each: impl FnMut(&[u8], usize)) {
        self.spans.for_each_part(offset, bytes, |part| match part {
            MaskedPart::Clear(bytes) => each(bytes, bytes.len()),
            MaskedPart::Masked(Some(rule), len) => {
                each(format!("[masked:{}]", self.masker.name_of_rule(rule)).as_bytes(), len)
            }
            MaskedPart::Masked(None, len) => each(b"", len),
        });
    }
}

/// Reads a blob for its secrets. Damaged stretches are left out; of an output that still grows and is large, what stands
/// around the wanted line is read.
fn find_blob_secrets(store: &Store, blob: i64, source: TextKind, masker: &Masker, line: u64) -> Result<SecretSpans> {
    let mut stream = masker.masking_stream_for_text(source).keeping_spans();
    let mut reader = BlobReader::new(store, blob);
    let extent = reader.length_and_line_count()?;
    let mut left = u64::MAX;
    if extent.raw_len > GROWING && !store.is_blob_complete(blob)? {
        reader.seek_chunk_of_line(line.saturating_sub(BEFORE).max(1))?;
        left = GROWING;
    }
    let mut unused = Vec::new();
    let mut sniffer = BinarySniffer::default();
    while let Some(piece) = reader.next_piece()? {
        let BlobPiece::Bytes { raw_start, bytes } = piece else { continue };
        sniffer.push(&bytes);
        // Of bytes that are not text nothing is shown.
        if sniffer.is_binary() && left == u64::MAX {
            return Ok(SecretSpans::default());
        }
        unused.clear();
        stream.skip_to_offset(raw_start, &mut unused);
        stream.push(&bytes, &mut unused);
        left = left.saturating_sub(bytes.len() as u64);
        if left == 0 {
            break;
        }
    }
    unused.clear();
    Ok(stream.finish(&mut unused))
}
