//! A stretch of an entry's text as one JSON object: what `ctx get --json` prints.

use serde_json::{Value, json};

use super::EntryFacts;
use super::view::{EntryView, LineRange};
use ctx_model::error::Result;
use ctx_text::cut_middle;

/// How much of a range is taken.
#[derive(Clone, Copy)]
pub struct RangeLimit {
    /// Bytes of text, after which no further line is taken.
    pub bytes: usize,
    /// Bytes of one line; what is longer is cut in its middle.
    pub line: usize,
}

impl RangeLimit {
    pub const ALL: RangeLimit = RangeLimit { bytes: usize::MAX, line: usize::MAX };
}

/// The lines of a range as far as there is room for them, and the number of the last one.
pub fn line_range_json(view: &EntryView<'_>, range: LineRange, room: RangeLimit) -> Result<(Value, u64)> {
    let mut text = String::new();
    let (mut first, mut last) = (None, 0);
    view.for_each_line(range.from, range.to, |number, line| {
        let line = if line.len() > room.line { cut_middle(line, room.line) } else { line.into() };
        if text.len().saturating_add(line.len()) > room.bytes {
            return false;
        }
        first = first.or(Some(number));
        last = number;
        text.push_str(&line);
        text.push('\n');
        true
    })?;
    let (entry, extent) = (view.entry, view.stored_size_and_line_count()?);
    let name = view.masker.without_state().mask_line(entry.name()).into_owned();
    let facts =
        EntryFacts { bytes: Some(extent.raw_len), lines: Some(extent.lines), ..EntryFacts::from_entry(entry, &name) };
    let shown = first.map_or(0, |first| last + 1 - first);
    Ok((facts.to_json_with(json!({ "shown_lines": shown, "from": first, "to": last, "text": text })), last))
}
