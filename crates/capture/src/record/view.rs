//! An entry's bytes as clean, numbered lines under their masks, from any line on and in constant memory.

use std::str::FromStr;

use super::masked::MaskedText;
use super::stored_masks::BlobMasks;
use crate::streams::{OutputStream, StderrTagger};
use ctx_model::error::{Result, ignore_damage};
use ctx_model::id::parse_line_range;
use ctx_secrets::Masker;
use ctx_store::{BlobReader, Entry, Store, StoredBlob};
use ctx_text::binary;
use ctx_text::text::{Text, TextBuilder};

/// Lines before the wanted ones that are read as well: the terminal's cursor may come back from there.
const BEFORE: u64 = 130;
/// Bytes cleaned at a time.
const SLICE: usize = 32 << 10;

/// `118:126`, `118:`, `:126`, `118`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRange {
    pub from: u64,
    pub to: u64,
}

impl LineRange {
    pub const ALL: LineRange = LineRange { from: 1, to: u64::MAX };

    /// True when none of `total` lines is outside.
    pub fn covers_all_lines(self, total: u64) -> bool {
        self.from <= 1 && self.to >= total
    }
}

impl FromStr for LineRange {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<LineRange, String> {
        let (from, to) = parse_line_range(text).ok_or_else(|| format!("invalid line range '{text}'; use 118:126"))?;
        Ok(LineRange { from, to })
    }
}

pub struct EntryView<'a> {
    pub store: &'a Store,
    pub entry: &'a Entry,
    pub masker: &'a Masker,
}

impl EntryView<'_> {
    /// How much there is, also while it still grows.
    pub fn stored_size_and_line_count(&self) -> Result<StoredBlob> {
        match (self.entry.blob, self.entry.raw_len, self.entry.lines) {
            (None, ..) => Ok(StoredBlob::default()),
            (blob, Some(raw_len), Some(lines)) => Ok(StoredBlob { blob, raw_len, lines }),
            (Some(blob), ..) => Ok(BlobReader::new(self.store, blob).length_and_line_count()?),
        }
    }

    /// The kind of the bytes, if they are not text.
    pub fn binary_kind(&self) -> Result<Option<binary::BinaryKind>> {
        let Some(blob) = self.entry.blob else { return Ok(None) };
        let first = ignore_damage(BlobReader::new(self.store, blob).next_chunk_frames_with_lines(1, 1))?;
        Ok(first.and_then(|chunk| Text::from_bytes(&chunk.bytes[..chunk.bytes.len().min(8 << 10)]).binary().cloned()))
    }

    /// What hides its secrets, for a reader from this line on.
    pub fn masks_from_line(&self, line: u64) -> Result<BlobMasks<'_>> {
        BlobMasks::for_entry(self.store, self.entry, self.masker, line)
    }

    /// All of it as one bounded text under its masks.
    pub fn masked_text(&self) -> Result<MaskedText> {
        let mut builder = TextBuilder::default();
        let masks = self.masks_from_line(1)?;
        if let Some(blob) = self.entry.blob {
            let mut reader = BlobReader::new(self.store, blob);
            while let Some(chunk) = reader.next_chunk()? {
                builder.push_masked(&masks.mask_bytes(chunk.raw_start, &chunk.bytes), chunk.bytes.len());
            }
        }
        Ok(MaskedText::from_masked_text(builder.finish(), masks.count_secrets(0..u64::MAX), self.masker))
    }

    /// Lines under their masks from `from` on, about `bytes` of them; with `to_end` a last line without its end as well.
    pub fn masked_lines_up_to_size(&self, from: u64, bytes: usize, to_end: bool) -> Result<MaskedText> {
        let Some(blob) = self.entry.blob else { return Ok(MaskedText::default()) };
        let start = from.saturating_sub(BEFORE).max(1);
        let masks = self.masks_from_line(start)?;
        let mut reader = BlobReader::new(self.store, blob);
        reader.seek_chunk_of_line(start)?;
        let mut builder = TextBuilder::starting_at(start);
        let mut skipped = false;
        let mut taken = 0;
        while let Some(chunk) = reader.next_chunk()? {
            let mut rest = &chunk.bytes[..];
            if !std::mem::replace(&mut skipped, true) {
                rest = bytes_after_lines(rest, start - 1 - chunk.newlines_before);
            }
            while !rest.is_empty() {
                let offset = chunk.raw_start + (chunk.bytes.len() - rest.len()) as u64;
                let (slice, after) = rest.split_at(rest.len().min(SLICE));
                builder.push_masked(&masks.mask_bytes(offset, slice), slice.len());
                rest = after;
                taken += slice.len();
                if taken >= bytes && builder.newest_line_number().is_some_and(|line| line >= from) {
                    return Ok(self.masked_text_from_line(from, builder.take_lines()));
                }
            }
        }
        let text = if to_end { builder.finish() } else { builder.take_lines() };
        Ok(self.masked_text_from_line(from, text))
    }

    fn masked_text_from_line(&self, from: u64, text: Text) -> MaskedText {
        MaskedText::from_masked_text(text, 0, self.masker).skip_lines_before(from)
    }

    /// Hands lines `from` to `to` (1-based, both included) to `each` until that returns false.
    pub fn for_each_line(&self, from: u64, to: u64, each: impl FnMut(u64, &str) -> bool) -> Result<()> {
        self.read_lines(LineRange { from, to }, None, each)
    }

    /// The same for the lines of one stream alone, numbered by themselves, of an entry that keeps both apart.
    pub fn for_each_line_of_stream(&self, stream: OutputStream, each: impl FnMut(u64, &str) -> bool) -> Result<()> {
        self.read_lines(LineRange::ALL, Some(stream), each)
    }

    fn read_lines(
        &self,
        LineRange { from, to }: LineRange,
        only: Option<OutputStream>,
        mut each: impl FnMut(u64, &str) -> bool,
    ) -> Result<()> {
        let Some(blob) = self.entry.blob else { return Ok(()) };
        let from = from.max(1);
        let start = from.saturating_sub(BEFORE).max(1);
        let masks = self.masks_from_line(start)?;
        let mut reader = BlobReader::new(self.store, blob);
        reader.seek_chunk_of_line(start)?;
        let mut builder = TextBuilder::starting_at(start);
        let mut tagger = None;
        let (mut is_first, mut last) = (true, false);
        let mut show = |text: Text| {
            let text = MaskedText::from_masked_text(text, 0, self.masker);
            for index in 0..text.len() {
                let number = text.raw_line_number(index);
                if number > to || (number >= from && !each(number, text.line(index))) {
                    return false;
                }
            }
            true
        };
        while let Some(chunk) = reader.next_chunk_frames_with_lines(start, to.saturating_add(BEFORE))? {
            let mut bytes = &chunk.bytes[..];
            let mut offset = chunk.raw_start;
            if std::mem::take(&mut is_first) {
                bytes = bytes_after_lines(bytes, start - 1 - chunk.newlines_before);
                let wanted = bytes_after_lines(bytes, from - start);
                offset += (chunk.bytes.len() - bytes.len()) as u64;
                // Nothing before the wanted lines can change how they are shown.
                if !wanted.is_empty() && memchr::memchr(0x1b, &bytes[..bytes.len() - wanted.len()]).is_none() {
                    offset += (bytes.len() - wanted.len()) as u64;
                    bytes = wanted;
                    builder = TextBuilder::starting_at(from);
                    let after = bytes_after_lines(bytes, to.saturating_sub(from).saturating_add(1));
                    if is_cursor_settled(after) {
                        bytes = &bytes[..bytes.len() - after.len()];
                        last = true;
                    }
                }
                tagger = self.entry.streams.as_deref().map(|map| StderrTagger::new(map, offset, only));
            }
            // In slices: a few lines out of a large chunk do not wait for the rest of it to be cleaned, except for
            // so many that the terminal's cursor might come back to the wanted ones.
            for slice in bytes.chunks(SLICE) {
                match &mut tagger {
                    Some(tagger) => {
                        let mut tagged = Vec::with_capacity(slice.len() + 64);
                        masks.for_each_part(offset, slice, |shown, raw_len| {
                            tagger.tag_masked_text(shown, raw_len, &mut tagged)
                        });
                        builder.push(&tagged);
                    }
                    None => builder.push(&masks.mask_bytes(offset, slice)),
                }
                offset += slice.len() as u64;
                if builder.newest_line_number().is_some_and(|line| line > to.saturating_add(BEFORE)) {
                    break;
                }
            }
            if !show(builder.take_lines()) || last {
                return Ok(());
            }
        }
        show(builder.finish());
        Ok(())
    }
}

/// True when these lines are enough to know that the terminal's cursor does not come back from them.
fn is_cursor_settled(after: &[u8]) -> bool {
    let near = &after[..after.len() - bytes_after_lines(after, BEFORE).len()];
    near.len() < after.len() && memchr::memchr(0x1b, near).is_none()
}

/// The bytes after the first `lines` line ends.
fn bytes_after_lines(mut bytes: &[u8], lines: u64) -> &[u8] {
    for _ in 0..lines {
        if bytes.is_empty() {
            break;
        }
        let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1);
        bytes = &bytes[end..];
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_as_people_write_them() {
        let range = |text: &str| text.parse::<LineRange>().ok().map(|range| (range.from, range.to));
        assert_eq!(range("118:126"), Some((118, 126)));
        assert_eq!(range("118-126"), Some((118, 126)));
        assert_eq!(range("5:"), Some((5, u64::MAX)));
        assert_eq!(range(":20"), Some((1, 20)));
        assert_eq!(range("7"), Some((7, 7)));
        assert_eq!(range("0:3"), Some((1, 3)));
        assert_eq!([range(""), range("9:3"), range("a:b"), range("1:2:3")], [None; 4]);
    }
}
