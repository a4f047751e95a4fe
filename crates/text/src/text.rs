//! `Text`: captured output as clean, numbered lines, built while the bytes arrive and bounded in
//! memory however long the output is. Line numbers are those of the raw bytes, so that
//! `ctx get REF --lines A:B` finds the same lines without the rest.

mod builder;
#[cfg(test)]
mod tests;

use super::binary;
pub use builder::TextBuilder;

/// The position of a line in a clean text, and its number in the raw output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineSpan {
    start: u32,
    len: u32,
    number: u64,
}

/// Lines of clean text with their numbers in the raw output (1-based, never descending, with gaps where lines
/// were overwritten by the terminal's cursor or thinned out of a very long output).
#[derive(Clone, Debug, Default)]
pub struct Text {
    buf: String,
    lines: Vec<LineSpan>,
    raw_len: u64,
    raw_lines: u64,
    pub(super) thinned: u64,
    binary: Option<binary::BinaryKind>,
}

impl Text {
    pub fn from_bytes(bytes: &[u8]) -> Text {
        let mut builder = TextBuilder::default();
        builder.push(bytes);
        builder.finish()
    }

    /// Number of lines held here.
    #[inline]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The clean text of the line at `index` (0-based position in what is held), without its line end.
    #[inline]
    pub fn line(&self, index: usize) -> &str {
        let line = self.lines[index];
        &self.buf[line.start as usize..(line.start + line.len) as usize]
    }

    /// The number of that line in the raw output, from 1.
    #[inline]
    pub fn raw_line_number(&self, index: usize) -> u64 {
        self.lines[index].number
    }

    /// The line with that number in the raw output.
    pub fn index_of_raw_line(&self, number: u64) -> Option<usize> {
        self.lines.binary_search_by_key(&number, |line| line.number).ok()
    }

    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + Clone {
        (0..self.lines.len()).map(|index| self.line(index))
    }

    /// Bytes of clean text, line ends included.
    pub fn clean_len(&self) -> usize {
        self.lines.iter().map(|line| line.len as usize + 1).sum()
    }

    /// How many bytes the raw output has.
    pub fn raw_len(&self) -> u64 {
        self.raw_len
    }

    /// How many lines the raw output has (a last line without a line end counts).
    pub fn raw_lines(&self) -> u64 {
        self.raw_lines
    }

    /// Lines of a very long output that are not held here.
    pub fn thinned_lines(&self) -> u64 {
        self.thinned
    }

    /// All lines of the output that can be shown: those held and those thinned out.
    pub fn total_lines(&self) -> u64 {
        self.lines.len() as u64 + self.thinned
    }

    /// Set if the bytes are not text; then no lines are held.
    pub fn binary(&self) -> Option<&binary::BinaryKind> {
        self.binary.as_ref()
    }

    pub(super) fn push_line(&mut self, number: u64, text: &str) {
        let start = self.buf.len() as u32;
        self.buf.push_str(text);
        self.lines.push(LineSpan { start, len: text.len() as u32, number });
    }

    pub(super) fn memory_cost(&self) -> usize {
        self.buf.len() + self.lines.len() * size_of::<LineSpan>()
    }

    pub(super) fn append(&mut self, other: &Text) {
        for index in 0..other.len() {
            self.push_line(other.raw_line_number(index), other.line(index));
        }
    }

    /// Only the lines with this number and above.
    pub fn starting_from(mut self, number: u64) -> Text {
        let before = self.lines.partition_point(|line| line.number < number);
        self.lines.drain(..before);
        self
    }

    /// All lines run together; `span` gives the place of each.
    pub(super) fn joined_lines(&self) -> &str {
        &self.buf
    }

    pub(super) fn span(&self, index: usize) -> (usize, usize) {
        let line = self.lines[index];
        (line.start as usize, (line.start + line.len) as usize)
    }

    /// The line at this place of `text`, once compact.
    pub(super) fn line_index_at_offset(&self, place: usize) -> usize {
        self.lines.partition_point(|line| line.start as usize <= place).saturating_sub(1)
    }

    pub(super) fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
    }

    /// Replaces a line that the child drew over. It keeps its number, so numbers stay ascending.
    fn replace_line(&mut self, index: usize, text: &str) {
        if self.line(index) != text {
            let start = self.buf.len() as u32;
            self.buf.push_str(text);
            self.lines[index] = LineSpan { start, len: text.len() as u32, ..self.lines[index] };
        }
    }

    /// Lets `edit` see every line in order and replace those it returns a new form of.
    pub fn edit_lines(&mut self, mut edit: impl FnMut(&str) -> Option<String>) {
        for index in 0..self.lines.len() {
            if let Some(text) = edit(self.line(index)) {
                self.replace_line(index, &text);
            }
        }
    }

    /// Whether `found` is true of all lines run together: a quick check before a closer look.
    pub fn joined_lines_satisfy(&self, found: impl FnOnce(&str) -> bool) -> bool {
        found(&self.buf)
    }

    pub(super) fn compact_if_redrawn(&mut self) {
        let held: usize = self.lines.iter().map(|line| line.len as usize).sum();
        if held < self.buf.len() {
            self.compact();
        }
    }

    /// Drops text that no line points to any more (left behind by redrawn progress displays).
    fn compact(&mut self) {
        let mut fresh = Text { lines: Vec::with_capacity(self.lines.len()), ..Text::default() };
        fresh.append(self);
        self.buf = fresh.buf;
        self.lines = fresh.lines;
    }
}
