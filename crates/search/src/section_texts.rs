//! The lines of sections, read when they are asked for.

use std::collections::HashMap;

use super::window::NumberedLine;
use ctx_capture::record::view::EntryView;
use ctx_model::error::{Result, ignore_damage};
use ctx_secrets::Masker;
use ctx_store::{Entry, EntryKind, SectionRow, Store};

/// Said of an entry instead of its lines: masked when it was stored.
pub(super) fn is_shown_by_stored_summary(entry: &Entry, section: &SectionRow) -> bool {
    section.blob.is_none() && entry.summary.is_some() && (entry.expired || entry.kind == EntryKind::File)
}

/// The texts of sections: those that lend words are mostly those that are shown.
pub(super) struct SectionTextCache<'a> {
    pub store: &'a Store,
    pub masker: &'a Masker,
    pub read: HashMap<i64, Vec<NumberedLine>>,
}

impl SectionTextCache<'_> {
    pub(super) fn cached_lines(&mut self, entry: &Entry, section: &SectionRow) -> Result<&[NumberedLine]> {
        if !self.read.contains_key(&section.id) {
            let lines = read_section_lines(self.store, self.masker, entry, section)?;
            self.read.insert(section.id, lines);
        }
        Ok(&self.read[&section.id])
    }

    pub(super) fn take_lines(&mut self, entry: &Entry, section: &SectionRow) -> Result<Vec<NumberedLine>> {
        match self.read.remove(&section.id) {
            Some(lines) => Ok(lines),
            None => read_section_lines(self.store, self.masker, entry, section),
        }
    }
}

pub(super) fn read_section_lines(
    store: &Store,
    masker: &Masker,
    entry: &Entry,
    section: &SectionRow,
) -> Result<Vec<NumberedLine>> {
    // The entry as such: what was said of it, else how it begins.
    if let Some(summary) = entry.summary.as_deref().filter(|_| is_shown_by_stored_summary(entry, section)) {
        return Ok(summary.lines().enumerate().map(|(at, line)| (at as u64 + 1, line.to_owned())).collect());
    }
    let mut lines = Vec::new();
    let (first, last) = if section.blob.is_some() { section.lines } else { (1, 6) };
    let view = EntryView { store, entry, masker };
    if section.blob.is_none() && view.binary_kind()?.is_some() {
        return Ok(lines);
    }
    ignore_damage(view.for_each_line(first, last, |number, line| {
        lines.push((number, line.to_owned()));
        true
    }))?;
    Ok(lines)
}
