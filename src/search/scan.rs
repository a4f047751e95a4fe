//! The text itself, searched in parallel: for exact patterns, and for what no index holds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use regex::bytes::{Regex, RegexBuilder};

use super::{Hit, Query, Request};
use crate::capture::text::TextBuilder;
use crate::error::{Error, Result};
use crate::secrets::Masker;
use crate::store::{BlobReader, Store};
use crate::ui::cut_middle;

/// Chunks that one thread takes at a time.
const UNIT: i64 = 8;
/// Matching lines kept of a unit; the others are counted.
const KEPT: usize = 500;
/// A shown line.
const WIDE: usize = 400;

/// A line that matches.
#[derive(Clone, Debug)]
pub struct Match {
    /// Which of the entries that were asked about.
    pub entry: usize,
    pub line: u64,
    pub text: String,
}

#[derive(Default)]
pub struct Matches {
    pub lines: Vec<Match>,
    pub total: u64,
    pub entries: usize,
}

struct Unit {
    entry: usize,
    blob: i64,
    first: i64,
    last: i64,
}

/// All lines of these blobs that match, in the order of the blobs and of their lines.
pub fn grep(store: &Store, masker: &Masker, pattern: &Regex, blobs: &[i64]) -> Result<Matches> {
    let mut units = Vec::new();
    for (entry, &blob) in blobs.iter().enumerate() {
        let chunks = BlobReader::new(store, blob).chunk_count()?;
        let mut first = 0;
        while first < chunks {
            units.push(Unit { entry, blob, first, last: (first + UNIT).min(chunks) - 1 });
            first += UNIT;
        }
    }
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Vec<Match>, u64)>> = Mutex::new(Vec::new());
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(units.len().div_ceil(2)).max(1);
    let work = |store: &Store| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = units.get(at) else { return };
            match unit.matches(store, masker, pattern) {
                Ok((lines, total)) if total > 0 => {
                    found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, lines, total));
                }
                Ok(_) => {}
                Err(error) => {
                    *failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
                    return;
                }
            }
        }
    };
    let dir = store.path().parent();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot open the store leaves its share to the others.
            scope.spawn(|| dir.map(Store::open).and_then(Result::ok).iter().for_each(work));
        }
        work(store);
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Err(error);
    }
    let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    found.sort_by_key(|(at, ..)| *at);
    let mut matches = Matches::default();
    let mut last = None;
    for (at, lines, total) in found {
        matches.entries += usize::from(last.replace(units[at].entry) != Some(units[at].entry));
        matches.total += total;
        matches.lines.extend(lines);
    }
    Ok(matches)
}

impl Unit {
    /// The lines that begin in this unit and match, and how many there are.
    fn matches(&self, store: &Store, masker: &Masker, pattern: &Regex) -> Result<(Vec<Match>, u64)> {
        let mut reader = BlobReader::new(store, self.blob);
        reader.seek_chunk(self.first);
        // The line that the unit before began is its own.
        let mut skipping = self.first > 0 && !reader.ends_line(self.first - 1)?;
        let mut bytes = Vec::new();
        let mut line = None;
        let mut sequence = self.first;
        while let Some(chunk) = reader.next_chunk()? {
            let mut fresh = &chunk.bytes[..];
            let mut first_line = chunk.newlines_before + 1;
            if skipping && let Some(end) = memchr::memchr(b'\n', fresh) {
                (skipping, first_line, fresh) = (false, first_line + 1, &fresh[end + 1..]);
            }
            let beyond = sequence > self.last;
            if skipping {
                if beyond {
                    break;
                }
            } else {
                line = line.or(Some(first_line));
                let end = memchr::memchr(b'\n', fresh).map(|end| end + 1).filter(|_| beyond);
                bytes.extend_from_slice(&fresh[..end.unwrap_or(fresh.len())]);
                if end.is_some() {
                    break;
                }
            }
            sequence += 1;
            if sequence > self.last && (bytes.is_empty() || bytes.last() == Some(&b'\n')) {
                break;
            }
        }
        let line = line.unwrap_or(1);
        Ok(self.in_bytes(&bytes, line, masker, pattern))
    }

    fn in_bytes(&self, bytes: &[u8], first_line: u64, masker: &Masker, pattern: &Regex) -> (Vec<Match>, u64) {
        // Where nothing moves the cursor, what matches the clean text matches the raw bytes, too.
        let plain = memchr::memchr3(0x1b, b'\r', 0x08, bytes).is_none();
        if plain && !pattern.is_match(bytes) {
            return (Vec::new(), 0);
        }
        let mut builder = TextBuilder::starting_at(first_line);
        let mut kept = Vec::new();
        let mut total = 0;
        let mut judge = |number: u64, text: &str, masker: &mut Masker| {
            if !pattern.is_match(text.as_bytes()) {
                return;
            }
            // Beyond those that can be shown, lines are only counted.
            if kept.len() >= KEPT {
                total += 1;
                return;
            }
            let masked = masker.line(text);
            if pattern.is_match(masked.as_bytes()) {
                total += 1;
                kept.push(Match { entry: self.entry, line: number, text: cut_middle(&masked, WIDE).into_owned() });
            }
        };
        let mut masker = masker.fresh();
        if plain {
            let (mut start, mut number) = (0, first_line);
            while let Some(found) = pattern.find_at(bytes, start) {
                let from = memchr::memrchr(b'\n', &bytes[..found.start()]).map_or(0, |end| end + 1).max(start);
                let to = memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |end| from + end);
                number += memchr::memchr_iter(b'\n', &bytes[start..from]).count() as u64;
                judge(number, &String::from_utf8_lossy(&bytes[from..to]), &mut masker);
                if to >= bytes.len() {
                    break;
                }
                (start, number) = (to + 1, number + 1);
            }
        } else {
            builder.push(bytes);
            let text = builder.finish();
            for at in 0..text.len() {
                judge(text.number(at), text.line(at), &mut masker);
            }
        }
        (kept, total)
    }
}

/// A pattern as it was typed; `(?i)` and the like as in any regex.
pub fn pattern(text: &str) -> Result<Regex> {
    RegexBuilder::new(text).multi_line(true).crlf(true).build().map_err(|error| {
        Error::usage(format_args!("--grep: {error}")).hint("quote signs with a backslash, or use words without --grep")
    })
}

/// The last resort: lines that hold a part of the question literally, those with most parts first.
pub fn scan(store: &Store, masker: &Masker, query: &Query, request: &Request<'_>) -> Result<Vec<Hit>> {
    let mut parts: Vec<String> = query.literal.clone();
    if parts.is_empty() {
        parts = query.text.split_whitespace().map(|part| part.trim_matches('"').to_lowercase()).collect();
        parts.retain(|part| !part.is_empty() && !part.starts_with('-'));
    }
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let any = parts.iter().map(|part| regex::escape(part)).collect::<Vec<_>>().join("|");
    let pattern = pattern(&format!("(?i){any}"))?;
    let entries = store.entries_within(request.within)?;
    let blobs: Vec<i64> = entries.iter().map(|(_, blob)| *blob).collect();
    let mut found = grep(store, masker, &pattern, &blobs)?.lines;
    let held = |line: &Match| {
        let lower = line.text.to_lowercase();
        parts.iter().filter(|part| lower.contains(part.as_str())).count()
    };
    let required = !query.literal.is_empty();
    found.retain(|line| !required || held(line) == parts.len());
    found.sort_by_cached_key(|line| (std::cmp::Reverse(held(line)), line.entry, line.line));
    let mut hits = Vec::new();
    for line in found.into_iter().take(request.offset + request.limit * 4) {
        hits.push(Hit {
            entry: store.entry(entries[line.entry].0)?,
            lines: (line.line, line.line),
            title: None,
            score: held(&line) as f64,
            layer: "scan",
            snippet: vec![line.text],
            older: 0,
            is_head: false,
        });
    }
    Ok(hits)
}
