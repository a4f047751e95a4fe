//! Bytes in, JSON values out, with the line each stands in: in bounded memory, whatever the file holds.

use std::io::{self, BufRead, BufReader, Read};

use ctx_text::json::{self, Json};

/// No agent writes longer lines (13 MB was the longest seen); one that is longer is counted as bad and skipped.
pub const LONGEST: usize = 256 << 20;
/// Read from a file at once.
const BLOCK: usize = 64 << 10;
/// After a line that is longer than this, its memory is given back.
const USUAL: usize = 8 << 20;

/// The position of the reader: everything before `offset` has been handed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadPosition {
    pub offset: u64,
    pub lines: u64,
}

/// Why a line was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    NotUtf8,
    NotJson,
    TooLong,
}

impl LineFault {
    pub fn name(self) -> &'static str {
        match self {
            LineFault::NotUtf8 => "is not UTF-8",
            LineFault::NotJson => "is not JSON",
            LineFault::TooLong => "is too long",
        }
    }
}

/// The result of reading a line.
pub enum LineReadResult<'a> {
    /// A value, and the line that it stands in.
    Value { value: Json<'a>, line: u64 },
    /// A line that cannot be read.
    Bad { line: u64, fault: LineFault },
    /// The last line has no line end and is not complete yet: it is read again when the file has grown.
    Unfinished { line: u64 },
}

pub struct TranscriptLines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    position: ReadPosition,
    ends_open: bool,
}

impl<R: Read> TranscriptLines<R> {
    /// `input` must already be at `position`.
    pub fn new(input: R, position: ReadPosition) -> TranscriptLines<R> {
        let input = BufReader::with_capacity(BLOCK, input);
        TranscriptLines { input, line: Vec::new(), position, ends_open: false }
    }

    /// Whether the last line has no line end: it is not among `position().lines` yet.
    pub fn is_last_line_unfinished(&self) -> bool {
        self.ends_open
    }

    pub fn position(&self) -> ReadPosition {
        self.position
    }

    /// Reads one line and hands each value in it to `each`; false at the end of the input.
    pub fn read_next_line(&mut self, each: &mut dyn FnMut(LineReadResult<'_>)) -> io::Result<bool> {
        self.line.clear();
        self.line.shrink_to(USUAL);
        let read = self.input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(false);
        }
        let line = self.position.lines + 1;
        let complete = self.line.ends_with(b"\n");
        if !complete && read == LONGEST {
            self.position.offset += (read + self.input.skip_until(b'\n')?) as u64;
            self.position.lines = line;
            each(LineReadResult::Bad { line, fault: LineFault::TooLong });
            return Ok(true);
        }
        self.ends_open = !complete;
        let bytes = &self.line[..read - usize::from(complete)];
        let (good, fault) = parse_line_values(bytes, line, self.position.offset == 0, complete, each);
        match fault {
            Some(_) if !complete => {
                // Complete values before the torn part need not be read again.
                self.position.offset += good as u64;
                each(LineReadResult::Unfinished { line });
                return Ok(false);
            }
            Some(fault) => each(LineReadResult::Bad { line, fault }),
            None => {}
        }
        self.position.offset += read as u64;
        self.position.lines += u64::from(complete);
        Ok(complete)
    }
}

/// Hands over the values of one line; returns how many bytes of it were good, and the error in the rest.
fn parse_line_values(
    bytes: &[u8],
    line: u64,
    first: bool,
    complete: bool,
    each: &mut dyn FnMut(LineReadResult<'_>),
) -> (usize, Option<LineFault>) {
    let mark = if first && bytes.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
    // Values before the first bad byte are complete, wherever the file was cut when they were first read.
    let (text, fault) = match std::str::from_utf8(&bytes[mark..]) {
        Ok(text) => (text, None),
        Err(error) => {
            let good = &bytes[mark..mark + error.valid_up_to()];
            (std::str::from_utf8(good).unwrap_or_default(), Some(LineFault::NotUtf8))
        }
    };
    let mut at = 0;
    loop {
        // Blanks before a torn value count as read, as they do if the file was cut right after them.
        let start = json::skip_blanks(text.as_bytes(), at);
        match json::parse_first_value(&text[at..]) {
            // A number goes on as long as there are digits: at a cut nobody knows whether it is complete.
            Ok(Some((value, end))) if !complete && at + end == text.len() && value.is_number() => {
                return (mark + start, Some(LineFault::NotJson));
            }
            Ok(Some((value, end))) => {
                each(LineReadResult::Value { value, line });
                at += end;
            }
            Ok(None) => return (mark + start, fault),
            Err(_) => return (mark + start, fault.or(Some(LineFault::NotJson))),
        }
    }
}

/// A whole file that is one document, or several one after the other.
pub fn read_all_values_of_document(bytes: &[u8], each: &mut dyn FnMut(LineReadResult<'_>)) -> bool {
    let mut good = true;
    let (end, fault) = parse_line_values(bytes, 1, true, true, each);
    if let Some(fault) = fault {
        let line = ctx_text::count_newlines(&bytes[..end]) + 1;
        each(LineReadResult::Bad { line, fault });
        good = false;
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], from: ReadPosition) -> (Vec<String>, ReadPosition) {
        let mut seen = Vec::new();
        let mut lines = TranscriptLines::new(&bytes[from.offset as usize..], from);
        while lines
            .read_next_line(&mut |step| {
                seen.push(match step {
                    LineReadResult::Value { value, line } => format!("{line} {}", value.raw()),
                    LineReadResult::Bad { line, fault } => format!("{line} {}", fault.name()),
                    LineReadResult::Unfinished { line } => format!("{line} unfinished"),
                })
            })
            .unwrap()
        {}
        (seen, lines.position())
    }

    #[test]
    fn bad_lines_are_counted_and_passed() {
        let mut bytes = b"{\"a\":1}\n\nnonsense\n{\"b\":2}{\"c\":3}\r\n{\"nul\":\"\0\"}\n".to_vec();
        bytes.extend(b"{\"x\":\"\xff\"}\n{\"good\":1}{\"torn\":\n[[[\n{\"last\":1}");
        let (seen, end) = read(&bytes, ReadPosition::default());
        assert_eq!(
            seen,
            [
                "1 {\"a\":1}",
                "3 is not JSON",
                "4 {\"b\":2}",
                "4 {\"c\":3}",
                "5 is not JSON",
                "6 is not UTF-8",
                "7 {\"good\":1}",
                "7 is not JSON",
                "8 is not JSON",
                "9 {\"last\":1}"
            ]
        );
        assert_eq!(end, ReadPosition { offset: bytes.len() as u64, lines: 8 });
    }

    #[test]
    fn a_cut_file_goes_on_where_it_stopped() {
        let whole = b"\xef\xbb\xbf{\"a\":1}\n{\"b\":2}{\"c\":\"x\"}\n{\"d\":\"\xc3\xa9\"} 1e5 \xff\n".to_vec();
        let (expected, _) = read(&whole, ReadPosition::default());
        for cut in 0..=whole.len() {
            let (mut seen, position) = read(&whole[..cut], ReadPosition::default());
            seen.retain(|line| !line.contains("unfinished"));
            let (rest, end) = read(&whole, position);
            seen.extend(rest);
            assert_eq!(seen, expected, "cut at {cut}");
            assert_eq!(end, ReadPosition { offset: whole.len() as u64, lines: 3 });
        }
    }

    #[test]
    fn where_a_torn_line_is_left_does_not_depend_on_earlier_cuts() {
        for tail in ["   }", " {\"a\":", "  \t[1, ", " {} {}  x", "12", " -1e"] {
            let whole = format!("{{}}\n{tail}").into_bytes();
            let (_, expected) = read(&whole, ReadPosition::default());
            for cut in 0..=whole.len() {
                let (_, position) = read(&whole[..cut], ReadPosition::default());
                assert_eq!(read(&whole, position).1, expected, "{tail:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn long_lines_and_small_reads() {
        struct Slowly<'a>(&'a [u8]);
        impl Read for Slowly<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let got = self.0.len().min(into.len()).min(70_001);
                into[..got].copy_from_slice(&self.0[..got]);
                self.0 = &self.0[got..];
                Ok(got)
            }
        }
        let long = format!("{{\"a\":\"{}\"}}\n", "x".repeat(13 << 20));
        let text = format!("{long}{{\"b\":1}}\n{long}");
        let mut lines = TranscriptLines::new(Slowly(text.as_bytes()), ReadPosition::default());
        let mut sizes = Vec::new();
        while lines
            .read_next_line(&mut |step| {
                if let LineReadResult::Value { value, .. } = step {
                    sizes.push(value.raw().len());
                }
            })
            .unwrap()
        {}
        assert_eq!(sizes, [long.len() - 1, 7, long.len() - 1]);
    }
}
