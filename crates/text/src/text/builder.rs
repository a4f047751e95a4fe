//! Builds a `Text` while the bytes arrive: the lines a terminal would show, within bounds.

use super::Text;
use crate::binary::BinarySniffer;
use crate::bounded_tail::BoundedTail;
use crate::clean::{self, TerminalToken};
use crate::long_line::BoundedLineBuffer;
use crate::place::count_newlines;

/// Clean text that is kept whole; beyond it the middle is thinned out.
pub(super) const WHOLE: usize = 16 << 20;
/// In a very long output, blocks from here on are looked at as a whole first.
const LARGE: usize = 64 << 10;

/// Builds a `Text` from blocks of raw bytes.
#[derive(Default)]
pub struct TextBuilder {
    whole: Text,
    thin: Option<Box<BoundedTail>>,
    sniffer: BinarySniffer,
    pending: BoundedLineBuffer,
    raw_len: u64,
    raw_lines: u64,
    /// Where the cursor stands: an index into the lines held, or their number when it is on a fresh line.
    row: usize,
    cells: Vec<char>,
    scratch: String,
}

impl TextBuilder {
    pub fn push(&mut self, mut bytes: &[u8]) {
        self.raw_len += bytes.len() as u64;
        self.sniffer.push(bytes);
        if self.sniffer.is_binary() {
            self.raw_lines += count_newlines(bytes);
            self.whole = Text::default();
            self.thin = None;
            self.pending = BoundedLineBuffer::default();
            return;
        }
        if self.thin.is_some() && bytes.len() >= LARGE {
            bytes = self.queue_plain_lines(bytes);
        }
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let line = &bytes[..end];
            bytes = &bytes[end + 1..];
            if self.pending.is_empty() {
                self.finish_line(line);
            } else {
                self.pending.push(line);
                let joined = self.pending.take_line();
                self.finish_line(&joined);
            }
        }
        self.pending.push(bytes);
    }

    /// The same for bytes that stand for `raw_len` others: a text under its masks.
    pub fn push_masked(&mut self, bytes: &[u8], raw_len: usize) {
        self.push(bytes);
        self.raw_len = self.raw_len - bytes.len() as u64 + raw_len as u64;
    }

    /// Keeps whole plain lines as bytes, after the lines that are held; returns the bytes that must be read at once.
    fn queue_plain_lines<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (row, raw_lines) = (self.row, self.raw_lines);
        let Some(thin) = self.thin.as_mut().filter(|thin| row == thin.newest.len()) else { return bytes };
        let Some(end) = memchr::memrchr(b'\n', bytes).map(|end| end + 1) else { return bytes };
        let Some(begun) = self.pending.bytes_if_uncut().filter(|begun| clean::is_line_plain(begun)) else {
            return bytes;
        };
        if !clean::are_lines_plain(&bytes[..end]) {
            return bytes;
        }
        let lines = count_newlines(&bytes[..end]);
        thin.push_plain_lines([begun, &bytes[..end]], raw_lines + 1, lines);
        self.row = thin.newest.len();
        self.raw_lines += lines;
        self.pending = BoundedLineBuffer::default();
        &bytes[end..]
    }

    /// Turns the lines that were set aside into held lines, before anything follows them.
    fn flush_queued_lines(&mut self) {
        let Some(thin) = self.thin.as_mut().filter(|thin| !thin.waiting.is_empty()) else { return };
        for block in thin.waiting.take_blocks() {
            block.for_each_line(|number, line| {
                thin.newest.push_line(number, line);
                if thin.is_full() {
                    thin.drop_older_half();
                }
            });
        }
        self.row = thin.newest.len();
    }

    /// A builder for a part of some text, whose first line has the number `line`.
    pub fn starting_at(line: u64) -> TextBuilder {
        TextBuilder {
            raw_lines: line.saturating_sub(1),
            sniffer: BinarySniffer::for_known_text(),
            ..TextBuilder::default()
        }
    }

    /// The number of the newest finished line.
    pub fn newest_line_number(&self) -> Option<u64> {
        self.whole.lines.last().map(|line| line.number)
    }

    /// The finished lines so far; later output begins on a fresh screen.
    pub fn take_lines(&mut self) -> Text {
        self.row = 0;
        std::mem::take(&mut self.whole)
    }

    pub fn finish(mut self) -> Text {
        if !self.pending.is_empty() {
            let last = self.pending.take_line();
            self.finish_line(&last);
        }
        self.flush_queued_lines();
        let binary = self.sniffer.finish();
        let mut text = match self.thin {
            _ if binary.is_some() => Text::default(),
            Some(thin) => thin.join_with_head(self.whole, self.raw_lines),
            None => self.whole,
        };
        text.binary = binary;
        text.raw_len = self.raw_len;
        text.raw_lines = self.raw_lines;
        text
    }

    fn current_text(&mut self) -> &mut Text {
        self.thin.as_mut().map_or(&mut self.whole, |thin| &mut thin.newest)
    }

    fn finish_line(&mut self, raw: &[u8]) {
        self.flush_queued_lines();
        self.raw_lines += 1;
        let number = self.raw_lines;
        let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        if self.row < self.current_text().len() {
            self.draw_with_cursor(raw);
        } else if clean::is_line_plain(raw) {
            // SAFETY: just found to be ASCII; checking it again would double the cost of nearly every line.
            let text = unsafe { std::str::from_utf8_unchecked(raw) };
            self.current_text().push_line(number, text);
        } else {
            let mut scratch = std::mem::take(&mut self.scratch);
            if clean::try_strip_escapes(raw, &mut scratch) {
                self.current_text().push_line(number, &scratch);
            } else {
                self.draw_with_cursor(raw);
            }
            self.scratch = scratch;
        }
        self.row = (self.row + 1).min(self.current_text().len());
        self.enforce_memory_bound();
    }

    /// Draws a line that moves the cursor, cell by cell, over the old text.
    fn draw_with_cursor(&mut self, raw: &[u8]) {
        let mut column = 0;
        // How many blanks may replace the columns that the cursor skips: as many as there are bytes that print nothing.
        // A jump of six bytes over four thousand columns does not make a text of four thousand bytes.
        let mut spare = None;
        // A new line costs its line end.
        let printed = |token| match token {
            TerminalToken::Print(c) => c.len_utf8(),
            TerminalToken::Down(_) | TerminalToken::LineDown(_) => 1,
            _ => 0,
        };
        self.load_row_into_cells();
        for token in clean::parse_line_tokens(raw) {
            match token {
                TerminalToken::Print(c) => {
                    if column < self.cells.len() {
                        self.cells[column] = c;
                    } else {
                        let gap = column - self.cells.len();
                        if gap > 0 {
                            let room = spare.get_or_insert_with(|| {
                                raw.len().saturating_sub(clean::parse_line_tokens(raw).map(printed).sum::<usize>())
                            });
                            column = self.cells.len() + gap.min(*room);
                            *room -= gap.min(*room);
                        }
                        self.cells.resize(column, ' ');
                        self.cells.push(c);
                    }
                    column += 1;
                }
                TerminalToken::Column(to) => column = to.min(clean::WIDEST),
                TerminalToken::Left(n) => column = column.saturating_sub(n),
                TerminalToken::Right(n) => column = (column + n).min(clean::WIDEST),
                TerminalToken::Up(n) | TerminalToken::LineUp(n) => {
                    column = if matches!(token, TerminalToken::LineUp(_)) { 0 } else { column };
                    self.store_cells_as_row();
                    self.row = self.row.saturating_sub(n);
                    self.load_row_into_cells();
                }
                TerminalToken::Down(n) | TerminalToken::LineDown(n) => {
                    column = if matches!(token, TerminalToken::LineDown(_)) { 0 } else { column };
                    self.store_cells_as_row();
                    self.row = (self.row + n).min(self.current_text().len());
                    self.load_row_into_cells();
                }
                TerminalToken::EraseRight => self.cells.truncate(column),
                TerminalToken::EraseLeft => {
                    let end = column.min(self.cells.len());
                    self.cells[..end].fill(' ');
                }
                TerminalToken::EraseLine => self.cells.clear(),
                TerminalToken::EraseBelow => {
                    self.cells.truncate(column);
                    let row = self.row;
                    self.current_text().truncate(row + 1);
                }
            }
        }
        self.store_cells_as_row();
        if self.row == self.current_text().len() {
            // An empty line is a line too: it was ended by a line feed.
            let number = self.raw_lines;
            self.current_text().push_line(number, "");
        }
    }

    fn load_row_into_cells(&mut self) {
        let row = self.row;
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        let held = self.current_text();
        if row < held.len() {
            cells.extend(held.line(row).chars());
        }
        self.cells = cells;
    }

    fn store_cells_as_row(&mut self) {
        let text: String = self.cells.iter().collect::<String>();
        let text = text.trim_end_matches(' ');
        let (row, number) = (self.row, self.raw_lines);
        let held = self.current_text();
        if row < held.len() {
            held.replace_line(row, text);
        } else if !text.is_empty() {
            held.push_line(number, text);
        }
    }

    fn enforce_memory_bound(&mut self) {
        match &mut self.thin {
            None if self.whole.memory_cost() > WHOLE => {
                self.whole.compact();
                if self.whole.memory_cost() > WHOLE / 2 {
                    self.thin = Some(Box::new(BoundedTail::split_off_tail(&mut self.whole)));
                }
                self.row = self.current_text().len();
            }
            Some(thin) if thin.is_full() => {
                thin.drop_older_half();
                self.row = 0;
            }
            _ => {}
        }
    }
}
