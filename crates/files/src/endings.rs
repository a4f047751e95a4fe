//! Line ends: text written with LF meets a file written with CRLF, and neither notices.

/// A text with every CRLF read as LF, and the way back to the bytes it came from.
pub struct LfText {
    pub bytes: Vec<u8>,
    /// Where in `bytes` a CR was left out: the offsets of the LFs it stood before.
    dropped: Vec<usize>,
}

impl LfText {
    pub fn from_raw(raw: &[u8]) -> LfText {
        let mut bytes = Vec::with_capacity(raw.len());
        let mut dropped = Vec::new();
        let mut from = 0;
        for end in memchr::memmem::find_iter(raw, b"\r\n") {
            bytes.extend_from_slice(&raw[from..end]);
            dropped.push(bytes.len());
            from = end + 1;
        }
        bytes.extend_from_slice(&raw[from..]);
        LfText { bytes, dropped }
    }

    /// The offset in the raw bytes. A line end begins at its CR and is over after its LF.
    pub fn raw_offset(&self, offset: usize) -> usize {
        offset + self.dropped.partition_point(|&lf| lf < offset)
    }
}

/// How the lines at one place of a file end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    Lf,
    CrLf,
}

/// The line end inside `start..end`, else the next one, else the one before; none in a text of one line and where
/// the line ends inside differ.
pub fn line_ending_near(raw: &[u8], start: usize, end: usize) -> Option<LineEnding> {
    let at = |lf: usize| if lf > 0 && raw[lf - 1] == b'\r' { LineEnding::CrLf } else { LineEnding::Lf };
    let mut inside = memchr::memchr_iter(b'\n', &raw[start..end]).map(|lf| at(start + lf));
    if let Some(first) = inside.next() {
        return inside.all(|other| other == first).then_some(first);
    }
    let next = memchr::memchr(b'\n', &raw[end..]).map(|lf| at(end + lf));
    next.or_else(|| memchr::memrchr(b'\n', &raw[..start]).map(at))
}

pub fn to_lf(text: &[u8]) -> Vec<u8> {
    LfText::from_raw(text).bytes
}

pub fn to_crlf(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 20);
    for line in to_lf(text).split_inclusive(|&byte| byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(body) => {
                out.extend_from_slice(body);
                out.extend_from_slice(b"\r\n");
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_to_whole_line_ends() {
        let raw = b"a\r\nb\nc\r\n";
        let unified = LfText::from_raw(raw);
        assert_eq!(unified.bytes, b"a\nb\nc\n");
        let back: Vec<usize> = (0..=unified.bytes.len()).map(|offset| unified.raw_offset(offset)).collect();
        assert_eq!(back, [0, 1, 3, 4, 5, 6, 8]);
    }

    #[test]
    fn the_place_decides_how_lines_end() {
        let mixed = b"one\r\ntwo\r\nthree\nfour";
        assert_eq!(line_ending_near(mixed, 0, 3), Some(LineEnding::CrLf));
        assert_eq!(line_ending_near(mixed, 0, 10), Some(LineEnding::CrLf));
        assert_eq!(line_ending_near(mixed, 5, 16), None);
        assert_eq!(line_ending_near(mixed, 16, 20), Some(LineEnding::Lf));
        assert_eq!(line_ending_near(b"one line", 1, 3), None);
        assert_eq!(to_crlf(b"x\ny\r\nz"), b"x\r\ny\r\nz");
        assert_eq!(to_lf(b"x\ny\r\n\r"), b"x\ny\n\r");
    }
}
