//! The secret parts of a text: where they stand in its bytes, how they are kept beside it, and the text under them.

use std::borrow::Cow;
use std::ops::Range;

use ctx_text::{push_varint, take_varint};

/// A rule by its number; `Masker::name_of_rule` gives the name that is printed.
pub type RuleId = u16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: u64,
    pub len: u64,
    pub rule: RuleId,
}

impl Span {
    pub fn end(&self) -> u64 {
        self.start.saturating_add(self.len)
    }
}

/// Spans in order, none over another, none over the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretSpans(Vec<Span>);

/// A part of a text under its spans.
pub enum MaskedPart<'a> {
    /// Bytes as they are.
    Clear(&'a [u8]),
    /// The beginning of a secret, and how many bytes of this piece it takes. Without a rule it began before the piece.
    Masked(Option<RuleId>, usize),
}

impl SecretSpans {
    /// Sorted, and joined where they touch or overlap. Of two rules, the one with the smaller number stays.
    pub fn new(mut spans: Vec<Span>) -> SecretSpans {
        spans.retain(|span| span.len > 0);
        spans.sort_by_key(|span| (span.start, span.rule));
        let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            match joined.last_mut() {
                Some(last) if span.start < last.end() => {
                    last.len = last.len.max(span.end() - last.start);
                    last.rule = last.rule.min(span.rule);
                }
                _ => joined.push(span),
            }
        }
        SecretSpans(joined)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Span> {
        self.0.iter()
    }

    /// A few bytes a span: the distance to the one before, the length, the rule.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.0.len() * 4);
        let mut before = 0;
        for span in &self.0 {
            for number in [span.start - before, span.len, u64::from(span.rule)] {
                push_varint(&mut out, number);
            }
            before = span.end();
        }
        out
    }

    /// None for bytes that `encode` has not made.
    pub fn decode(mut bytes: &[u8]) -> Option<SecretSpans> {
        let (mut spans, mut before) = (Vec::new(), 0u64);
        while !bytes.is_empty() {
            let [gap, len, rule] = [take_varint(&mut bytes)?, take_varint(&mut bytes)?, take_varint(&mut bytes)?];
            let start = before.checked_add(gap)?;
            before = start.checked_add(len).filter(|_| len > 0)?;
            spans.push(Span { start, len, rule: u16::try_from(rule).ok()? });
        }
        Some(SecretSpans(spans))
    }

    /// The spans that share a byte with this range.
    fn spans_overlapping(&self, range: &Range<u64>) -> &[Span] {
        let first = self.0.partition_point(|span| span.end() <= range.start);
        let last = self.0.partition_point(|span| span.start < range.end);
        &self.0[first..last.max(first)]
    }

    /// The parts of a piece that begins at this place of the text.
    pub fn for_each_part<'a>(&self, offset: u64, bytes: &'a [u8], mut each: impl FnMut(MaskedPart<'a>)) {
        let mut at = 0;
        for span in self.spans_overlapping(&(offset..offset + bytes.len() as u64)) {
            let start = span.start.saturating_sub(offset) as usize;
            let end = ((span.end() - offset) as usize).min(bytes.len());
            if start > at {
                each(MaskedPart::Clear(&bytes[at..start]));
            }
            each(MaskedPart::Masked((span.start >= offset).then_some(span.rule), end - start));
            at = end;
        }
        if at < bytes.len() {
            each(MaskedPart::Clear(&bytes[at..]));
        }
    }

    /// A piece of the text under its spans. Line ends stay, so lines keep their numbers.
    pub fn apply<'a, 'n>(&self, offset: u64, bytes: &'a [u8], name: impl Fn(RuleId) -> &'n str) -> Cow<'a, [u8]> {
        if self.spans_overlapping(&(offset..offset + bytes.len() as u64)).is_empty() {
            return Cow::Borrowed(bytes);
        }
        let mut out = Vec::with_capacity(bytes.len());
        self.for_each_part(offset, bytes, |part| match part {
            MaskedPart::Clear(bytes) => out.extend_from_slice(bytes),
            MaskedPart::Masked(Some(rule), _) => out.extend_from_slice(format!("[masked:{}]", name(rule)).as_bytes()),
            MaskedPart::Masked(None, _) => {}
        });
        Cow::Owned(out)
    }
}

#[cfg(test)]
#[path = "../tests/unit/spans.rs"]
mod tests;
