//! `Text`: captured output as clean, numbered lines, built while the bytes arrive and bounded in
//! memory however long the output is. Line numbers are those of the raw bytes, so that
//! `ctx get REF --lines A:B` finds the same lines without the rest.

use std::borrow::Cow;

use super::binary::{self, Sniffer};
use super::clean::{self, Token};
use super::line::Line;
use super::long_line::LongLine;
use super::thin::Thin;
use crate::secrets::Masker;

/// Clean text that is kept whole; beyond it the middle is thinned out.
const WHOLE: usize = 16 << 20;
/// Shorter texts hold no token.
const SECRET: usize = 12;
/// In a very long output, blocks from here on are looked at as a whole first.
const LARGE: usize = 64 << 10;

/// Whether a word could be a secret or stand before one: `name=`, or letters mixed with digits. Progress is drawn over
/// thousands of times, and hardly ever has one.
fn may_hold_secret(cells: &[char]) -> bool {
    const ASSIGNS: u8 = 4;
    let (mut len, mut seen) = (0, 0);
    cells.iter().any(|&cell| {
        if cell == ' ' {
            (len, seen) = (0, 0);
            return false;
        }
        len += 1;
        seen |= match cell {
            '0'..='9' => 1,
            'a'..='z' | 'A'..='Z' => 2,
            '=' | ':' if len > 4 => ASSIGNS,
            _ => 0,
        };
        seen & ASSIGNS != 0 || (len >= SECRET && seen == 3)
    })
}

/// Lines of clean text with their numbers in the raw output (1-based, never descending, with gaps where lines
/// were overwritten by the terminal's cursor or thinned out of a very long output).
#[derive(Clone, Debug, Default)]
pub struct Text {
    buf: String,
    lines: Vec<Line>,
    raw_len: u64,
    raw_lines: u64,
    thinned: u64,
    binary: Option<binary::BinaryKind>,
}

impl Text {
    pub fn from_bytes(bytes: &[u8]) -> Text {
        let mut builder = TextBuilder::new();
        builder.push(bytes);
        builder.finish()
    }

    /// Number of lines held here.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The clean text of the line at `index` (0-based position in what is held), without its line end.
    pub fn line(&self, index: usize) -> &str {
        let line = self.lines[index];
        &self.buf[line.start as usize..(line.start + line.len) as usize]
    }

    /// The number of that line in the raw output, from 1.
    pub fn number(&self, index: usize) -> u64 {
        self.lines[index].number
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
    pub fn thinned(&self) -> u64 {
        self.thinned
    }

    pub(super) fn set_thinned(&mut self, lines: u64) {
        self.thinned = lines;
    }

    /// Lines a reader could be shown in all: those held and those thinned out.
    pub fn total_lines(&self) -> u64 {
        self.lines.len() as u64 + self.thinned
    }

    /// Set when the bytes are no text; then no lines are held.
    pub fn binary(&self) -> Option<&binary::BinaryKind> {
        self.binary.as_ref()
    }

    pub(super) fn push_line(&mut self, number: u64, text: &str) {
        let start = self.buf.len() as u32;
        self.buf.push_str(text);
        self.lines.push(Line { start, len: text.len() as u32, number });
    }

    pub(super) fn cost(&self) -> usize {
        self.buf.len() + self.lines.len() * Line::COST
    }

    pub(super) fn append(&mut self, other: &Text) {
        for index in 0..other.len() {
            self.push_line(other.number(index), other.line(index));
        }
    }

    /// Only the lines with this number and above.
    pub fn starting_from(mut self, number: u64) -> Text {
        let before = self.lines.partition_point(|line| line.number < number);
        self.lines.drain(..before);
        self
    }

    /// All lines run together; `span` says where each stands.
    pub(super) fn text(&self) -> &str {
        &self.buf
    }

    pub(super) fn span(&self, index: usize) -> (usize, usize) {
        let line = self.lines[index];
        (line.start as usize, (line.start + line.len) as usize)
    }

    /// The line at this place of `text`, once compact.
    pub(super) fn line_at(&self, place: usize) -> usize {
        self.lines.partition_point(|line| line.start as usize <= place).saturating_sub(1)
    }

    pub(super) fn truncate(&mut self, lines: usize) {
        self.lines.truncate(lines);
    }

    /// Replaces a line that the child drew over. It keeps its number, so numbers stay ascending.
    fn redraw_line(&mut self, index: usize, text: &str) {
        if self.line(index) != text {
            let start = self.buf.len() as u32;
            self.buf.push_str(text);
            self.lines[index] = Line { start, len: text.len() as u32, ..self.lines[index] };
        }
    }

    /// Lets `edit` see every line in order and replace those it returns a new form of.
    pub fn edit_lines(&mut self, mut edit: impl FnMut(&str) -> Option<String>) {
        for index in 0..self.lines.len() {
            if let Some(text) = edit(self.line(index)) {
                self.redraw_line(index, &text);
            }
        }
    }

    /// All lines run together, for a quick look whether something occurs at all.
    pub fn contains(&self, found: impl FnOnce(&str) -> bool) -> bool {
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

/// Builds a `Text` from blocks of raw bytes.
#[derive(Default)]
pub struct TextBuilder {
    whole: Text,
    thin: Option<Box<Thin>>,
    sniffer: Sniffer,
    pending: LongLine,
    raw_len: u64,
    raw_lines: u64,
    /// Where the cursor stands: an index into the lines held, or their number when it is on a fresh line.
    row: usize,
    cells: Vec<char>,
    scratch: String,
}

impl TextBuilder {
    pub fn new() -> TextBuilder {
        TextBuilder::default()
    }

    pub fn push(&mut self, mut bytes: &[u8]) {
        self.raw_len += bytes.len() as u64;
        self.sniffer.push(bytes);
        if self.sniffer.is_binary() {
            self.raw_lines += memchr::memchr_iter(b'\n', bytes).count() as u64;
            self.whole = Text::default();
            self.thin = None;
            self.pending = LongLine::default();
            return;
        }
        if self.thin.is_some() && bytes.len() >= LARGE {
            bytes = self.set_aside(bytes);
        }
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            let line = &bytes[..end];
            bytes = &bytes[end + 1..];
            if self.pending.is_empty() {
                self.end_line(line);
            } else {
                self.pending.push(line);
                let joined = self.pending.take();
                self.end_line(&joined);
            }
        }
        self.pending.push(bytes);
    }

    /// Whole lines that are plain wait as they came, behind what is held; returns what is to be read at once.
    fn set_aside<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (row, raw_lines) = (self.row, self.raw_lines);
        let Some(thin) = self.thin.as_mut().filter(|thin| row == thin.newest.len()) else { return bytes };
        let Some(end) = memchr::memrchr(b'\n', bytes).map(|end| end + 1) else { return bytes };
        let Some(begun) = self.pending.uncut().filter(|begun| clean::is_plain(begun)) else { return bytes };
        if !clean::are_plain(&bytes[..end]) {
            return bytes;
        }
        let lines = memchr::memchr_iter(b'\n', &bytes[..end]).count() as u64;
        thin.wait([begun, &bytes[..end]], raw_lines + 1, lines);
        self.row = thin.newest.len();
        self.raw_lines += lines;
        self.pending = LongLine::default();
        &bytes[end..]
    }

    /// What was set aside becomes lines, before anything follows it.
    fn settle(&mut self) {
        let Some(thin) = self.thin.as_mut().filter(|thin| !thin.waiting.is_empty()) else { return };
        for block in thin.waiting.take() {
            block.each(|number, line| {
                thin.newest.push_line(number, line);
                if thin.is_full() {
                    thin.rotate();
                }
            });
        }
        self.row = thin.newest.len();
    }

    /// A builder for a part of some text, whose first line has the number `line`.
    pub fn starting_at(line: u64) -> TextBuilder {
        TextBuilder { raw_lines: line.saturating_sub(1), sniffer: Sniffer::text(), ..TextBuilder::default() }
    }

    /// The number of the newest finished line.
    pub fn newest_line(&self) -> Option<u64> {
        self.whole.lines.last().map(|line| line.number)
    }

    /// The finished lines so far; what follows begins on a fresh screen.
    pub fn take_lines(&mut self) -> Text {
        self.row = 0;
        std::mem::take(&mut self.whole)
    }

    pub fn finish(mut self) -> Text {
        if !self.pending.is_empty() {
            let last = self.pending.take();
            self.end_line(&last);
        }
        self.settle();
        let binary = self.sniffer.finish();
        let mut text = match self.thin {
            _ if binary.is_some() => Text::default(),
            Some(thin) => thin.join(self.whole, self.raw_lines),
            None => self.whole,
        };
        text.binary = binary;
        text.raw_len = self.raw_len;
        text.raw_lines = self.raw_lines;
        text
    }

    fn held(&mut self) -> &mut Text {
        self.thin.as_mut().map_or(&mut self.whole, |thin| &mut thin.newest)
    }

    fn end_line(&mut self, raw: &[u8]) {
        self.settle();
        self.raw_lines += 1;
        let number = self.raw_lines;
        let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        if self.row < self.held().len() {
            self.draw(raw);
        } else if clean::is_plain(raw) {
            // SAFETY: just found to be ASCII; checking it again would double the cost of nearly every line.
            let text = unsafe { std::str::from_utf8_unchecked(raw) };
            self.held().push_line(number, text);
        } else {
            let mut scratch = std::mem::take(&mut self.scratch);
            if clean::strip(raw, &mut scratch) {
                self.held().push_line(number, &scratch);
            } else {
                self.draw(raw);
            }
            self.scratch = scratch;
        }
        self.row = (self.row + 1).min(self.held().len());
        self.bound();
    }

    /// Draws a line that moves the cursor, cell by cell, over what stands there.
    fn draw(&mut self, raw: &[u8]) {
        let mut column = 0;
        // How many blanks may stand for what the cursor jumps over: as many as there are bytes that print nothing. A jump of
        // six bytes over four thousand columns does not make a text of four thousand bytes.
        let mut spare = None;
        let printed = |token| if let Token::Print(c) = token { c.len_utf8() } else { 0 };
        self.load_row();
        for token in clean::tokens(raw) {
            match token {
                Token::Print(c) => {
                    if column < self.cells.len() {
                        self.cells[column] = c;
                    } else {
                        let gap = column - self.cells.len();
                        if gap > 0 {
                            let room = spare.get_or_insert_with(|| {
                                raw.len().saturating_sub(clean::tokens(raw).map(printed).sum::<usize>())
                            });
                            column = self.cells.len() + gap.min(*room);
                            *room -= gap.min(*room);
                        }
                        self.cells.resize(column, ' ');
                        self.cells.push(c);
                    }
                    column += 1;
                }
                Token::Column(to) => {
                    if to < self.cells.len() {
                        self.drop_secret();
                    }
                    column = to.min(clean::WIDEST);
                }
                Token::Left(n) => column = column.saturating_sub(n),
                Token::Right(n) => column = (column + n).min(clean::WIDEST),
                Token::Up(n) => {
                    self.store_row();
                    self.row = self.row.saturating_sub(n);
                    self.load_row();
                }
                Token::Down(n) => {
                    self.store_row();
                    self.row = (self.row + n).min(self.held().len());
                    self.load_row();
                }
                Token::EraseRight => self.cells.truncate(column),
                Token::EraseLeft => {
                    let end = column.min(self.cells.len());
                    self.cells[..end].fill(' ');
                }
                Token::EraseLine => self.cells.clear(),
                Token::EraseBelow => {
                    self.cells.truncate(column);
                    let row = self.row;
                    self.held().truncate(row + 1);
                }
            }
        }
        self.store_row();
        if self.row == self.held().len() {
            // An empty line is a line too: it was ended by a line feed.
            let number = self.raw_lines;
            self.held().push_line(number, "");
        }
    }

    /// Half of a token that is drawn over would no longer be known for one: it goes before that.
    fn drop_secret(&mut self) {
        if self.cells.len() < SECRET || !may_hold_secret(&self.cells) {
            return;
        }
        let text: String = self.cells.iter().collect();
        if let Cow::Owned(masked) = Masker::default().text(&text)
            && masked != text
        {
            let same = masked.chars().zip(&self.cells).take_while(|(one, other)| one == *other).count();
            self.cells.truncate(same);
        }
    }

    fn load_row(&mut self) {
        let row = self.row;
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        let held = self.held();
        if row < held.len() {
            cells.extend(held.line(row).chars());
        }
        self.cells = cells;
    }

    fn store_row(&mut self) {
        let text: String = self.cells.iter().collect::<String>();
        let text = text.trim_end_matches(' ');
        let (row, number) = (self.row, self.raw_lines);
        let held = self.held();
        if row < held.len() {
            held.redraw_line(row, text);
        } else if !text.is_empty() {
            held.push_line(number, text);
        }
    }

    fn bound(&mut self) {
        match &mut self.thin {
            None if self.whole.cost() > WHOLE => {
                self.whole.compact();
                if self.whole.cost() > WHOLE / 2 {
                    self.thin = Some(Box::new(Thin::begin(&mut self.whole)));
                }
                self.row = self.held().len();
            }
            Some(thin) if thin.is_full() => {
                thin.rotate();
                self.row = 0;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        Text::from_bytes(bytes).lines().map(str::to_owned).collect()
    }

    #[test]
    fn line_ends_and_last_line() {
        assert_eq!(lines(b""), Vec::<String>::new());
        assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
        let text = Text::from_bytes(b"a\nb\n");
        assert_eq!((text.raw_lines(), text.raw_len(), text.number(1)), (2, 4, 2));
    }

    #[test]
    fn colours_and_titles_go() {
        assert_eq!(lines(b"\x1b[1;31merror\x1b[0m: \x1b]0;title\x07no\n"), ["error: no"]);
        assert_eq!(lines("\u{202e}a\u{200b}\u{e0041}b\u{85}c\n".as_bytes()), ["abc"]);
        assert_eq!(lines(b"caf\xc3\xa9 \xff!\n"), ["caf\u{e9} ?!"]);
    }

    #[test]
    fn a_jump_of_the_cursor_is_no_longer_than_its_bytes() {
        assert_eq!(lines(b"a\x1b[3Cx\n"), ["a   x"]);
        assert_eq!(lines(b"a\x1b[4000Cx\n"), ["a       x"]);
        assert_eq!(lines(b"one line\nanother\x1b[2A end\n"), ["one lin end", "another"]);
        let jumps = b"\x1b[9999Cx\x1b[1A".repeat(300);
        assert!(Text::from_bytes(&jumps).clean_len() <= jumps.len() + 1);
    }

    #[test]
    fn progress_collapses_to_its_last_state() {
        assert_eq!(lines(b"10%\r50%\r100%\n"), ["100%"]);
        assert_eq!(lines(b"downloading\rdone\x1b[K\n"), ["done"]);
        assert_eq!(lines(b"downloading\rdone\n"), ["doneloading"]);
        assert_eq!(lines(b"abc\x08\x08X\n"), ["aXc"]);
        let token = ["gh", "p_pLIix6MEOLeMa61EqJomTEI1JEzO3joOj37H"].concat();
        assert_eq!(lines(format!("key {token}\rdone\n").as_bytes()), ["done"]);
    }

    #[test]
    fn cursor_up_redraws_the_lines_above() {
        let text = Text::from_bytes(b"head\na 1%\nb 1%\n\x1b[2A\x1b[2Ka 100%\n\x1b[2Kb 100%\nend\n");
        let got: Vec<_> = text.lines().collect();
        assert_eq!(got, ["head", "a 100%", "b 100%", "end"]);
        assert_eq!(text.number(3), 6);
        assert_eq!(lines(b"one\ntwo\n\x1b[99A\x1b[Jnew\n"), ["new"]);
    }

    #[test]
    fn one_raw_line_may_draw_several() {
        let text = Text::from_bytes(b"first\nab\x1b[Bcd\nlast\n");
        let numbered: Vec<_> = (0..text.len()).map(|at| (text.number(at), text.line(at))).collect();
        assert_eq!(numbered, [(1, "first"), (2, "ab"), (2, "  cd"), (3, "last")]);
    }

    #[test]
    fn blocks_may_split_anywhere() {
        let bytes = "x\x1b[31mred\x1b[0m caf\u{e9}\r\n10%\r20%\nend".as_bytes();
        let whole = lines(bytes);
        for cut in 0..bytes.len() {
            let mut builder = TextBuilder::new();
            builder.push(&bytes[..cut]);
            builder.push(&bytes[cut..]);
            assert_eq!(builder.finish().lines().collect::<Vec<_>>(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_long_output_keeps_head_tail_and_the_severe_middle() {
        let mut builder = TextBuilder::new();
        for n in 0..400_000u32 {
            if n == 200_000 {
                builder.push(b"ERROR order 200000 failed\n  caused by: KeyError\n");
            }
            builder.push(format!("2026-01-01 INFO request {n} served in 12 ms\n").as_bytes());
        }
        let text = builder.finish();
        assert_eq!(text.raw_lines(), 400_002);
        assert_eq!(text.total_lines(), 400_002);
        assert!(text.cost() < WHOLE);
        assert!(text.line(0).ends_with("request 0 served in 12 ms"));
        assert!(text.lines().next_back().is_some_and(|line| line.contains("request 399999 ")));
        let at = text.lines().position(|line| line.starts_with("ERROR order")).expect("the severe line");
        assert_eq!(text.number(at), 200_001);
        assert_eq!(text.line(at + 1), "  caused by: KeyError");
    }

    /// Large blocks wait as bytes: what is held in the end is what line after line would have left.
    #[test]
    fn blocks_that_wait_lose_nothing_that_counts() {
        let mut bytes = Vec::new();
        for n in 0..900_000u32 {
            match n {
                400_000 | 600_001 => {
                    bytes.extend_from_slice(format!("ERROR order {n} failed\n  at one\n  at two\nplain\n").as_bytes());
                }
                500_000 => bytes.extend_from_slice("caf\u{e9} \x1b[31mfatal: red\x1b[0m\n".as_bytes()),
                _ => bytes.extend_from_slice(format!("request {n} served\n").as_bytes()),
            }
        }
        let built = |size: usize| {
            let mut builder = TextBuilder::new();
            bytes.chunks(size).for_each(|block| builder.push(block));
            builder.finish()
        };
        let (by_line, by_block) = (built(4 << 10), built((1 << 20) + 7));
        assert_eq!(by_block.raw_lines(), by_line.raw_lines());
        assert_eq!(by_block.total_lines(), by_line.total_lines());
        let severe = |text: &Text| -> Vec<(u64, String)> {
            let marked = |at: &usize| ["ERROR", "  at", "fatal"].iter().any(|word| text.line(*at).contains(word));
            (0..text.len()).filter(marked).map(|at| (text.number(at), text.line(at).to_owned())).collect()
        };
        assert_eq!(severe(&by_block), severe(&by_line));
        assert_eq!(severe(&by_block).len(), 7);
        assert_eq!(by_block.lines().next_back(), by_line.lines().next_back());
        assert_eq!(by_block.number(by_block.len() - 1), by_line.raw_lines());
        assert!((1..by_block.len()).all(|at| by_block.number(at - 1) < by_block.number(at)));
        assert!(by_block.cost() < WHOLE);
    }

    #[test]
    fn empty_lines_are_bounded_too() {
        let mut builder = TextBuilder::new();
        for _ in 0..8 {
            builder.push(&[b'\n'; 1 << 20]);
        }
        let text = builder.finish();
        assert_eq!(text.raw_lines(), 8 << 20);
        assert!(text.cost() < 2 * WHOLE);
    }

    #[test]
    fn one_endless_line_is_cut_in_its_middle() {
        let mut builder = TextBuilder::new();
        builder.push(b"start ");
        for _ in 0..64 {
            builder.push(&[b'x'; 1 << 16]);
        }
        builder.push(b" end");
        let text = builder.finish();
        assert_eq!(text.len(), 1);
        assert!(text.line(0).starts_with("start x"));
        assert!(text.line(0).ends_with("x end"));
        assert!(text.line(0).len() < 600 << 10);
    }
}
