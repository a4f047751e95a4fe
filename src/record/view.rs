//! An entry's bytes as clean, masked, numbered lines, from any line on and in constant memory.

use std::str::FromStr;

use super::masked::Masked;
use crate::capture::binary;
use crate::capture::streams::Tagger;
use crate::capture::text::{Text, TextBuilder};
use crate::error::{Result, past_damage};
use crate::secrets::Masker;
use crate::store::{BlobReader, Entry, Store, Stored};

/// Lines before the wanted ones that are read as well: a private key may have begun there.
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
    pub fn covers(self, total: u64) -> bool {
        self.from <= 1 && self.to >= total
    }
}

impl FromStr for LineRange {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<LineRange, String> {
        let bad = || format!("invalid line range '{text}'; use 118:126");
        let (from, to) = text.split_once([':', '-']).unwrap_or((text, text));
        let number = |text: &str, open: u64| if text.is_empty() { Ok(open) } else { text.parse().map_err(|_| bad()) };
        let range = LineRange { from: number(from, 1)?.max(1), to: number(to, u64::MAX)? };
        if text.is_empty() || range.to < range.from { Err(bad()) } else { Ok(range) }
    }
}

pub struct View<'a> {
    pub store: &'a Store,
    pub entry: &'a Entry,
    pub masker: &'a Masker,
}

impl View<'_> {
    /// How much there is, also while it still grows.
    pub fn extent(&self) -> Result<Stored> {
        match (self.entry.blob, self.entry.raw_len, self.entry.lines) {
            (None, ..) => Ok(Stored::default()),
            (blob, Some(raw_len), Some(lines)) => Ok(Stored { blob, raw_len, lines }),
            (Some(blob), ..) => Ok(BlobReader::new(self.store, blob).extent()?),
        }
    }

    /// The kind of the bytes, if they are no text.
    pub fn binary(&self) -> Result<Option<binary::BinaryKind>> {
        let Some(blob) = self.entry.blob else { return Ok(None) };
        let first = past_damage(BlobReader::new(self.store, blob).next_lines(1, 1))?;
        Ok(first.and_then(|chunk| Text::from_bytes(&chunk.bytes[..chunk.bytes.len().min(8 << 10)]).binary().cloned()))
    }

    /// All of it as one bounded, masked text.
    pub fn text(&self) -> Result<Masked> {
        let mut builder = TextBuilder::new();
        if let Some(blob) = self.entry.blob {
            let mut reader = BlobReader::new(self.store, blob);
            while let Some(chunk) = reader.next_chunk()? {
                builder.push(&chunk.bytes);
            }
        }
        Ok(Masked::of(builder.finish(), self.masker))
    }

    /// Masked lines from `from` on, about `bytes` of them; with `to_end` a last line without its end as well.
    pub fn piece(&self, from: u64, bytes: usize, to_end: bool) -> Result<Masked> {
        let Some(blob) = self.entry.blob else { return Ok(Masked::default()) };
        let start = from.saturating_sub(BEFORE).max(1);
        let mut reader = BlobReader::new(self.store, blob);
        reader.seek_line(start)?;
        let mut builder = TextBuilder::starting_at(start);
        let mut skipped = false;
        let mut taken = 0;
        while let Some(chunk) = reader.next_chunk()? {
            let mut rest = &chunk.bytes[..];
            if !std::mem::replace(&mut skipped, true) {
                rest = after_lines(rest, start - 1 - chunk.newlines_before);
            }
            while !rest.is_empty() {
                let (slice, after) = rest.split_at(rest.len().min(SLICE));
                builder.push(slice);
                rest = after;
                taken += slice.len();
                if taken >= bytes && builder.newest_line().is_some_and(|line| line >= from) {
                    return Ok(self.masked_from(from, builder.take_lines()));
                }
            }
        }
        let text = if to_end { builder.finish() } else { builder.take_lines() };
        Ok(self.masked_from(from, text))
    }

    fn masked_from(&self, from: u64, text: Text) -> Masked {
        Masked::of(text, self.masker).starting_from(from)
    }

    /// Hands lines `from` to `to` (1-based, both included) to `each` until that returns false.
    pub fn lines(&self, from: u64, to: u64, each: impl FnMut(u64, &str) -> bool) -> Result<()> {
        self.clean_lines(from, to, true, each)
    }

    /// The same lines with their secrets: to be judged, never to be shown.
    pub fn unmasked_lines(&self, from: u64, to: u64, each: impl FnMut(u64, &str) -> bool) -> Result<()> {
        self.clean_lines(from, to, false, each)
    }

    fn clean_lines(&self, from: u64, to: u64, masked: bool, mut each: impl FnMut(u64, &str) -> bool) -> Result<()> {
        let Some(blob) = self.entry.blob else { return Ok(()) };
        let from = from.max(1);
        let start = from.saturating_sub(BEFORE).max(1);
        let mut reader = BlobReader::new(self.store, blob);
        reader.seek_line(start)?;
        let mut builder = TextBuilder::starting_at(start);
        let mut masker = self.masker.fresh();
        let mut tagger = None;
        let (mut is_first, mut last) = (true, false);
        let mut show = |text: Text| {
            let touched = masked && text.contains(|all| masker.touches(all));
            for index in 0..text.len() {
                let line = text.line(index);
                let (number, line) = (text.number(index), if touched { masker.line(line) } else { line.into() });
                if number > to || (number >= from && !each(number, &line)) {
                    return false;
                }
            }
            true
        };
        while let Some(chunk) = reader.next_lines(start, to.saturating_add(BEFORE))? {
            let mut bytes = &chunk.bytes[..];
            if std::mem::take(&mut is_first) {
                bytes = after_lines(bytes, start - 1 - chunk.newlines_before);
                let wanted = after_lines(bytes, from - start);
                if !wanted.is_empty() && !bears_on(&bytes[..bytes.len() - wanted.len()]) {
                    bytes = wanted;
                    builder = TextBuilder::starting_at(from);
                    let after = after_lines(bytes, to.saturating_sub(from).saturating_add(1));
                    if is_settled(after) {
                        bytes = &bytes[..bytes.len() - after.len()];
                        last = true;
                    }
                }
                let offset = chunk.raw_start + (chunk.bytes.len() - bytes.len()) as u64;
                tagger = self.entry.streams.as_deref().map(|map| Tagger::new(map, offset));
            }
            // In slices: a few lines out of a large chunk do not wait for the rest of it to be cleaned, except for
            // so many that the terminal's cursor might come back to the wanted ones.
            for slice in bytes.chunks(SLICE) {
                match &mut tagger {
                    Some(tagger) => builder.push(&tagger.tag(slice)),
                    None => builder.push(slice),
                }
                if builder.newest_line().is_some_and(|line| line > to.saturating_add(BEFORE)) {
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

/// False when nothing in these bytes can change how the lines after them are shown.
fn bears_on(before: &[u8]) -> bool {
    memchr::memchr(0x1b, before).is_some() || memchr::memmem::find(before, b"PRIVATE KEY").is_some()
}

/// True when these lines are enough to know that the terminal's cursor does not come back from them.
fn is_settled(after: &[u8]) -> bool {
    let near = &after[..after.len() - after_lines(after, BEFORE).len()];
    near.len() < after.len() && memchr::memchr(0x1b, near).is_none()
}

/// The bytes after the first `lines` line ends.
fn after_lines(mut bytes: &[u8], lines: u64) -> &[u8] {
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
