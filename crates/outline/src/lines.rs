//! Where the lines of a text begin.

/// Offsets at which lines begin. Lines count from 1.
pub struct LineStarts(Vec<usize>);

impl LineStarts {
    pub fn new(text: &str) -> LineStarts {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        LineStarts(std::iter::once(0).chain(breaks).collect())
    }

    pub fn line_of_offset(&self, at: usize) -> u32 {
        u32::try_from(self.0.partition_point(|&start| start <= at)).unwrap_or(u32::MAX)
    }

    /// 1-based line and column in characters.
    pub fn line_and_column(&self, text: &str, at: usize) -> (u32, u32) {
        let line = self.line_of_offset(at);
        let column = text.get(self.offset_of_line(line)..at).map_or(0, |before| before.chars().count());
        (line, u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// Where a line begins; after the last line, nowhere in the text.
    pub fn offset_of_line(&self, line: u32) -> usize {
        self.0.get((line as usize).saturating_sub(1)).copied().unwrap_or(usize::MAX)
    }
}
