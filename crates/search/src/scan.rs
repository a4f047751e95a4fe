//! The text itself, searched in parallel: for exact patterns, and for what no index holds.

use std::borrow::Cow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use regex::bytes::{Regex, RegexBuilder};

use super::{Query, SearchHit, SearchRequest, grep_prefilter};
use crate::error::SearchError;
use ctx_capture::record::stored_masks::{BlobMasks, text_kind_of_entry};
use ctx_model::error::{Error, Result};
use ctx_secrets::{Masker, TextKind};
use ctx_store::{BlobReader, Store};
use ctx_text::text::TextBuilder;
use ctx_text::{clean, count_newlines, cut_middle};

/// Chunks that one thread takes at a time.
const UNIT: i64 = 8;
/// Matching lines kept of a unit; the others are counted.
const KEPT: usize = 500;
/// Lines that lie between two that must be drawn and are drawn with them, in bytes.
const NEAR: usize = 300;
/// Parts of a question that are looked for.
const PARTS: usize = 64;
/// A shown line.
const WIDE: usize = 400;

/// A line that matches.
#[derive(Clone, Debug)]
pub struct GrepMatch {
    /// Which of the entries that were asked about.
    pub entry: usize,
    pub line: u64,
    pub text: String,
}

#[derive(Default)]
pub struct GrepResult {
    pub lines: Vec<GrepMatch>,
    pub total: u64,
    pub entries: usize,
}

struct ChunkRange {
    entry: usize,
    blob: i64,
    first: i64,
    last: i64,
    /// No chunk comes after it.
    ends_blob: bool,
}

/// All lines of these blobs that match, in the order of the blobs and of their lines.
pub fn grep_blobs(store: &Store, masker: &Masker, pattern: &Regex, blobs: &[i64]) -> Result<GrepResult> {
    let mut units = Vec::new();
    // Found before the threads begin: each of them would read the whole text for it.
    let mut masks = Vec::with_capacity(blobs.len());
    let known = store.chunk_counts_and_mask_spans(blobs, masker.rules_version())?;
    for (entry, ((chunks, saved), &blob)) in known.into_iter().zip(blobs).enumerate() {
        masks.push(match saved.and_then(|saved| BlobMasks::from_saved(&saved, masker)) {
            Some(saved) => saved,
            None => BlobMasks::for_blob(store, blob, || text_kind_of_blob(store, blob), masker, 1)?,
        });
        let mut first = 0;
        while first < chunks {
            let end = (first + UNIT).min(chunks);
            units.push(ChunkRange { entry, blob, first, last: end - 1, ends_blob: end == chunks });
            first = end;
        }
    }
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Vec<GrepMatch>, u64)>> = Mutex::new(Vec::new());
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(units.len().div_ceil(2)).max(1);
    let search_units = |store: &Store| {
        let mut buffer = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(at) else { return Ok(()) };
            match unit.find_matches(store, &masks[unit.entry], masker, pattern, &mut buffer) {
                Ok(ChunkRangeMatches { lines, total, .. }) if total > 0 => {
                    found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, lines, total));
                }
                Ok(_) => {}
                // Reading that output reports the damage; the others are searched all the same.
                Err(error) if error.is_damage() => {}
                Err(error) => return Err(error),
            }
        }
    };
    let work = |store: &Store| {
        if let Err(error) = store.in_read_transaction(|| search_units(store)) {
            *failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
        }
    };
    let dir = store.database_path().parent();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot open the store leaves its share to the others.
            scope.spawn(|| {
                let own =
                    dir.and_then(|dir| Store::open(dir).ok()).filter(|own| own.prepare_connection_for_search().is_ok());
                own.iter().for_each(work);
            });
        }
        work(store);
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(error);
    }
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.sort_by_key(|(at, ..)| *at);
    let mut matches = GrepResult::default();
    let mut last = None;
    for (at, lines, total) in found {
        matches.entries += usize::from(last.replace(units[at].entry) != Some(units[at].entry));
        matches.total += total;
        matches.lines.extend(lines);
    }
    Ok(matches)
}

impl ChunkRange {
    /// The lines that begin in this unit and match, and how many there are.
    fn find_matches<'a>(
        &self,
        store: &Store,
        masks: &BlobMasks<'_>,
        masker: &'a Masker,
        pattern: &'a Regex,
        buffer: &mut Vec<u8>,
    ) -> Result<ChunkRangeMatches<'a>> {
        let mut reader = BlobReader::new(store, self.blob);
        reader.seek_chunk(self.first);
        // The line that the unit before began is its own.
        let mut skipping = self.first > 0 && !reader.chunk_ends_with_newline(self.first - 1)?;
        let mut found =
            ChunkRangeMatches { entry: self.entry, pattern, masker, stateless: None, lines: Vec::new(), total: 0 };
        let (mut sequence, mut line) = (self.first, 1);
        buffer.clear();
        loop {
            // The rest in the buffer is the beginning of a line.
            let left = buffer.len();
            if sequence > self.last && self.ends_blob {
                break;
            }
            let Some(chunk) = reader.append_next_chunk(buffer)? else { break };
            masks.mask_end_of_buffer(chunk.raw_start, buffer, left);
            let beyond = sequence > self.last;
            sequence += 1;
            let mut start = 0;
            if left == 0 {
                line = chunk.newlines_before + 1;
            }
            if skipping {
                let Some(end) = memchr::memchr(b'\n', buffer) else {
                    buffer.clear();
                    if beyond {
                        break;
                    }
                    continue;
                };
                (skipping, start, line) = (false, end + 1, line + 1);
                if beyond {
                    break;
                }
            }
            let end = if beyond {
                memchr::memchr(b'\n', &buffer[left..]).map(|end| left + end + 1)
            } else {
                memchr::memrchr(b'\n', &buffer[start..]).map(|end| start + end + 1)
            };
            if let Some(end) = end {
                found.search_lines(&buffer[start..end], line);
                line = chunk.newlines_before + chunk.newlines + 1;
                start = end;
            }
            buffer.drain(..start);
            if (beyond && end.is_some()) || (sequence > self.last && buffer.is_empty()) {
                buffer.clear();
                break;
            }
        }
        if !buffer.is_empty() && !skipping {
            found.search_lines(buffer, line);
        }
        Ok(found)
    }
}

/// The matching lines of a unit.
struct ChunkRangeMatches<'a> {
    entry: usize,
    pattern: &'a Regex,
    masker: &'a Masker,
    /// Made for the first line that matches.
    stateless: Option<Masker>,
    lines: Vec<GrepMatch>,
    total: u64,
}

impl ChunkRangeMatches<'_> {
    /// Looks through whole lines, the first of which has this number.
    fn search_lines(&mut self, bytes: &[u8], first_line: u64) {
        if may_move_cursor_to_other_line(bytes) {
            return self.search_rendered_lines(bytes, first_line);
        }
        // Lines are as they are, but for those with a colour or a carriage return in them.
        let (mut done, mut number) = (0, first_line);
        let mut search = 0;
        while let Some(at) = next_control_byte(bytes, search) {
            let from = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
            let mut to = line_end(bytes, at);
            while let Some(near) = next_control_byte(&bytes[..(to + NEAR).min(bytes.len())], to) {
                to = line_end(bytes, near);
            }
            self.search_plain_lines(&bytes[done..from], number);
            number += count_newlines(&bytes[done..from]);
            self.search_rendered_lines(&bytes[from..to], number);
            number += count_newlines(&bytes[from..to]);
            (done, search) = (to, to);
        }
        self.search_plain_lines(&bytes[done..], number);
    }

    fn search_plain_lines(&mut self, bytes: &[u8], first_line: u64) {
        let (mut start, mut number) = (0, first_line);
        while let Some(found) = self.pattern.find_at(bytes, start) {
            let from = memchr::memrchr(b'\n', &bytes[..found.start()]).map_or(0, |end| end + 1).max(start);
            let to = memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |end| from + end);
            number += count_newlines(&bytes[start..from]);
            self.add_if_matching(number, &clean_line(&bytes[from..to]));
            if to >= bytes.len() {
                break;
            }
            (start, number) = (to + 1, number + 1);
        }
    }

    /// The same for lines that must be drawn to know their text.
    fn search_rendered_lines(&mut self, bytes: &[u8], first_line: u64) {
        let mut builder = TextBuilder::starting_at(first_line);
        builder.push(bytes);
        let text = builder.finish();
        for at in 0..text.len() {
            self.add_if_matching(text.raw_line_number(at), text.line(at));
        }
    }

    fn add_if_matching(&mut self, number: u64, text: &str) {
        if !self.pattern.is_match(text.as_bytes()) {
            return;
        }
        // Lines beyond those that can be shown are only counted.
        if self.lines.len() >= KEPT {
            self.total += 1;
            return;
        }
        // Values of secret variables may have become known since.
        let masker = self.stateless.get_or_insert_with(|| self.masker.without_state());
        let masked = masker.mask_known_values(text);
        if self.pattern.is_match(masked.as_bytes()) {
            self.total += 1;
            let text = cut_middle(&masked, WIDE).into_owned();
            self.lines.push(GrepMatch { entry: self.entry, line: number, text });
        }
    }
}

/// What the entry with these bytes tells about them.
fn text_kind_of_blob(store: &Store, blob: i64) -> TextKind {
    store.newest_entry_of_blob(blob).ok().flatten().map_or_else(TextKind::default, |entry| text_kind_of_entry(&entry))
}

/// A line without carriage returns and escapes, as it may be shown.
fn clean_line(raw: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(raw) {
        Ok(text) if clean::is_line_plain(raw) => Cow::Borrowed(text),
        _ => {
            let mut text = String::new();
            clean::try_strip_escapes(raw.strip_suffix(b"\r").unwrap_or(raw), &mut text);
            Cow::Owned(text)
        }
    }
}

/// The position after the line that holds `at`.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1)
}

/// The next byte that makes a line look different from its bytes; a carriage return before a line end does not.
fn next_control_byte(bytes: &[u8], from: usize) -> Option<usize> {
    memchr::memchr3_iter(0x1b, b'\r', 0x08, bytes.get(from..)?)
        .map(|at| from + at)
        .find(|&at| bytes[at] != b'\r' || bytes.get(at + 1) != Some(&b'\n'))
}

/// Whether some sequence takes the cursor to another line, or may.
fn may_move_cursor_to_other_line(bytes: &[u8]) -> bool {
    memchr::memchr_iter(0x1b, bytes).any(|at| match bytes.get(at + 1) {
        Some(b'[') => {
            let end = bytes[at + 2..].iter().find(|byte| !(0x20..=0x3f).contains(*byte));
            matches!(end, Some(b'A' | b'B' | b'E' | b'F' | b'J'))
        }
        other => other == Some(&b'M'),
    })
}

/// A pattern as it was typed; `(?i)` and the like as in any regex.
pub fn compile_grep_pattern(text: &str) -> Result<Regex> {
    RegexBuilder::new(text).multi_line(true).crlf(true).build().map_err(|error| SearchError::Pattern(error).into())
}

/// The last resort: lines that hold a part of the question literally, those with most parts first.
pub fn scan_for_literal_parts(
    store: &Store,
    masker: &Masker,
    query: &Query,
    request: &SearchRequest<'_>,
) -> Result<Vec<SearchHit>> {
    let mut parts: Vec<String> = query.literal.clone();
    if parts.is_empty() {
        parts = query.text.split_whitespace().map(|part| part.trim_matches('"').to_lowercase()).collect();
        parts.retain(|part| !part.is_empty() && !part.starts_with('-'));
        parts.truncate(PARTS);
    }
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let any = parts.iter().map(|part| regex::escape(part)).collect::<Vec<_>>().join("|");
    let any = format!("(?i){any}");
    let pattern = compile_grep_pattern(&any)?;
    let entries = grep_prefilter::entries_that_may_match(store, request.within, &any)?;
    let blobs: Vec<i64> = entries.iter().map(|(_, blob)| *blob).collect();
    let mut found = grep_blobs(store, masker, &pattern, &blobs)?.lines;
    let held = |line: &GrepMatch| {
        let lower = line.text.to_lowercase();
        parts.iter().filter(|part| lower.contains(part.as_str())).count()
    };
    let required = !query.literal.is_empty();
    found.retain(|line| !required || held(line) == parts.len());
    found.sort_by_cached_key(|line| (std::cmp::Reverse(held(line)), line.entry, line.line));
    let mut hits = Vec::new();
    for line in found.into_iter().take(request.offset + request.limit * 4) {
        let entry = store.entry_at_row(entries[line.entry].0)?;
        let hit = SearchHit::of_lines(entry, (line.line, line.line), held(&line) as f64, "scan");
        hits.push(SearchHit { snippet: vec![line.text], stands_alone: true, ..hit });
    }
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, regex: &str) -> Vec<(u64, String)> {
        let pattern = compile_grep_pattern(regex).unwrap();
        let masker = Masker::default();
        let mut found = ChunkRangeMatches {
            entry: 0,
            pattern: &pattern,
            masker: &masker,
            stateless: None,
            lines: Vec::new(),
            total: 0,
        };
        found.search_lines(text.as_bytes(), 10);
        assert_eq!(found.total, found.lines.len() as u64);
        found.lines.into_iter().map(|line| (line.line, line.text)).collect()
    }

    #[test]
    fn lines_match_as_they_are_shown() {
        let far = "filler that is long enough to keep two places apart from each other\n".repeat(6);
        let text = format!("one x1\r\n\x1b[31mtwo\x1b[0m x2\n{far}50%\r100% x3\nthree x4\n{far}last \u{202e}x5");
        let lines: Vec<u64> = found(&text, r"x\d$").into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [10, 11, 18, 19, 26]);
        assert_eq!(found(&text, "^two x2$"), [(11, "two x2".to_owned())]);
        assert_eq!(found(&text, "^100% x3$"), [(18, "100% x3".to_owned())]);
        assert_eq!(found(&text, "^50%"), []);
        assert_eq!(found(&text, "^last"), [(26, "last x5".to_owned())]);
    }

    #[test]
    fn a_cursor_that_goes_up_takes_the_lines_with_it() {
        assert_eq!(found("gone\n\x1b[1A\x1b[2Kstays\nnext\n", "gone|stays"), [(10, "stays".to_owned())]);
    }
}
