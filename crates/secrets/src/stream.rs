//! Text that arrives in pieces: it is passed on under its spans, a line at a time, or a word at a time where somebody
//! waits for the rest of a line.

use super::Masker;
use super::scanner::{SecretScanner, TextKind};
use super::spans::{SecretSpans, Span};

/// A line is read in parts of this size if it does not end before.
const LONGEST: usize = 256 << 10;
/// At the end of such a part, a place between two words is looked for among so many bytes.
const TAIL: usize = 8 << 10;

/// Reads text while it arrives.
#[derive(Default)]
pub struct MaskingStream {
    masker: Masker,
    scanner: SecretScanner,
    /// Where the held bytes begin in the text.
    offset: u64,
    /// A line that is not ended, and how much of it was passed on.
    held: Vec<u8>,
    passed: usize,
    spans: Vec<Span>,
    /// Spans that were found, kept or not.
    found: usize,
    keeps: bool,
}

impl MaskingStream {
    pub(super) fn new(masker: &Masker, source: TextKind) -> MaskingStream {
        MaskingStream {
            masker: masker.without_state(),
            scanner: masker.new_scanner(source),
            ..MaskingStream::default()
        }
    }

    /// Keeps all spans, for `finish`.
    pub fn keeping_spans(self) -> MaskingStream {
        MaskingStream { keeps: true, ..self }
    }

    /// How many secrets were masked so far.
    pub fn masked_count(&self) -> usize {
        self.found
    }

    /// The next bytes begin at this place of the text: what lies between could not be read.
    pub fn skip_to_offset(&mut self, offset: u64, out: &mut Vec<u8>) {
        if offset != self.offset + self.held.len() as u64 {
            self.flush(out);
            self.offset = offset;
        }
    }

    /// Appends the lines that are now whole to `out`, under their spans.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let Some(end) = memchr::memrchr(b'\n', bytes).map(|end| end + 1) else {
            self.held.extend_from_slice(bytes);
            return self.flush_parts_of_long_line(out);
        };
        let mut lines = &bytes[..end];
        if !self.held.is_empty() {
            let first = memchr::memchr(b'\n', lines).map_or(lines.len(), |end| end + 1);
            self.held.extend_from_slice(&lines[..first]);
            lines = &lines[first..];
            self.flush(out);
        }
        self.emit_masked(lines, self.offset, 0, out);
        self.offset += lines.len() as u64;
        self.held.extend_from_slice(&bytes[end..]);
        self.flush_parts_of_long_line(out);
    }

    /// Passes on the words of an unfinished line, except the last: it may be the beginning of a secret.
    pub fn emit_finished_words(&mut self, out: &mut Vec<u8>) {
        let end = self.last_word_start();
        if end <= self.passed {
            return;
        }
        let line = &self.held;
        let mut spans = Vec::new();
        self.scanner.clone().scan_line(&line[..end], 0, &mut spans);
        let spans = SecretSpans::new(spans);
        let name = |rule| self.masker.name_of_rule(rule);
        out.extend_from_slice(&spans.apply(self.passed as u64, &line[self.passed..end], name));
        self.passed = end;
    }

    /// Bytes that wait for the end of their line or word.
    pub fn held_len(&self) -> usize {
        self.held.len() - self.passed
    }

    /// Where the last word of an unfinished line begins. Dots of progress, bars and signs of a prompt are not words.
    fn last_word_start(&self) -> usize {
        let line = &self.held;
        let end = line.iter().rposition(|byte| byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
        if line[end..].iter().any(u8::is_ascii_alphanumeric) { end } else { line.len() }
    }

    /// What is left, and the spans if they were kept.
    pub fn finish(mut self, out: &mut Vec<u8>) -> SecretSpans {
        self.flush(out);
        SecretSpans::new(self.spans)
    }

    /// Passes on what is held although its line has not ended.
    pub fn flush(&mut self, out: &mut Vec<u8>) {
        let held = std::mem::take(&mut self.held);
        let (offset, passed) = (self.offset, std::mem::take(&mut self.passed));
        self.emit_masked(&held, offset, passed, out);
        self.offset += held.len() as u64;
    }

    fn emit_masked(&mut self, lines: &[u8], offset: u64, passed: usize, out: &mut Vec<u8>) {
        let mut spans = Vec::new();
        self.scanner.scan_lines(lines, offset, &mut spans);
        if spans.is_empty() {
            return out.extend_from_slice(&lines[passed..]);
        }
        let spans = SecretSpans::new(spans);
        self.found += spans.len();
        let name = |rule| self.masker.name_of_rule(rule);
        out.extend_from_slice(&spans.apply(offset + passed as u64, &lines[passed..], name));
        if self.keeps {
            self.spans.extend(spans.iter().cloned());
        }
    }

    /// A line without an end is read in parts, cut between two words.
    fn flush_parts_of_long_line(&mut self, out: &mut Vec<u8>) {
        while self.held.len() > LONGEST {
            let tail = &self.held[LONGEST - TAIL..LONGEST];
            let last = |is_gap: fn(&u8) -> bool| tail.iter().rposition(is_gap);
            let gap = last(u8::is_ascii_whitespace).or_else(|| last(|byte| b",;&}".contains(byte)));
            let rest = self.held.split_off(gap.map_or(LONGEST, |at| LONGEST - TAIL + at + 1));
            self.flush(out);
            self.held = rest;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/stream.rs"]
mod tests;
