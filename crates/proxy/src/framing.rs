//! Where a message's body ends, found out while its bytes pass by.

/// How the end of a body is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyFraming {
    /// This many bytes are left.
    Length(u64),
    Chunked(ChunkedPosition),
    /// The body ends with the connection.
    UntilClose,
}

/// The place in a chunked body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkedPosition {
    state: ChunkState,
    /// The size that is being read, or the bytes that are left of a chunk.
    size: u64,
    digits: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ChunkState {
    #[default]
    Size,
    /// Behind the size, up to the line's end.
    Extension,
    Data,
    /// The line break after a chunk.
    AfterData,
    /// A line of the trailer; whether it has a byte yet.
    Trailer(bool),
    Done,
}

/// The bytes are not a chunked body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidChunkedBody;

impl BodyFraming {
    pub const NONE: BodyFraming = BodyFraming::Length(0);

    pub fn is_done(&self) -> bool {
        match self {
            BodyFraming::Length(left) => *left == 0,
            BodyFraming::Chunked(chunks) => chunks.state == ChunkState::Done,
            BodyFraming::UntilClose => false,
        }
    }

    /// How many of these bytes belong to the body. What the body says without its framing is added to `content`.
    pub fn count_body_bytes_and_advance(
        &mut self,
        bytes: &[u8],
        content: Option<&mut Vec<u8>>,
    ) -> Result<usize, InvalidChunkedBody> {
        let count = match self {
            BodyFraming::Chunked(chunks) => return chunks.count_chunked_bytes_and_advance(bytes, content),
            BodyFraming::Length(left) => {
                let count = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                *left -= count as u64;
                count
            }
            BodyFraming::UntilClose => bytes.len(),
        };
        if let Some(content) = content {
            content.extend_from_slice(&bytes[..count]);
        }
        Ok(count)
    }
}

impl ChunkedPosition {
    fn count_chunked_bytes_and_advance(
        &mut self,
        bytes: &[u8],
        mut content: Option<&mut Vec<u8>>,
    ) -> Result<usize, InvalidChunkedBody> {
        let mut at = 0;
        while at < bytes.len() && self.state != ChunkState::Done {
            if self.state == ChunkState::Data {
                let count = usize::try_from(self.size).unwrap_or(usize::MAX).min(bytes.len() - at);
                if let Some(content) = content.as_deref_mut() {
                    content.extend_from_slice(&bytes[at..at + count]);
                }
                self.size -= count as u64;
                at += count;
                if self.size == 0 {
                    self.state = ChunkState::AfterData;
                }
                continue;
            }
            self.read_framing_byte(bytes[at])?;
            at += 1;
        }
        Ok(at)
    }

    /// One byte of the framing.
    fn read_framing_byte(&mut self, byte: u8) -> Result<(), InvalidChunkedBody> {
        self.state = match (self.state, byte) {
            (ChunkState::Size, digit) if digit.is_ascii_hexdigit() => {
                self.digits += 1;
                if self.digits > 15 {
                    return Err(InvalidChunkedBody);
                }
                self.size = self.size * 16 + u64::from(char::from(digit).to_digit(16).unwrap_or_default());
                ChunkState::Size
            }
            (ChunkState::Size, _) if self.digits == 0 => return Err(InvalidChunkedBody),
            (ChunkState::Size | ChunkState::Extension, b'\n') => {
                self.digits = 0;
                if self.size == 0 { ChunkState::Trailer(false) } else { ChunkState::Data }
            }
            (ChunkState::Size, b';' | b' ' | b'\t' | b'\r') | (ChunkState::Extension, _) => ChunkState::Extension,
            (ChunkState::AfterData, b'\r') => ChunkState::AfterData,
            (ChunkState::AfterData, b'\n') => ChunkState::Size,
            (ChunkState::Trailer(false), b'\n') => ChunkState::Done,
            (ChunkState::Trailer(_), b'\n') => ChunkState::Trailer(false),
            (ChunkState::Trailer(has_bytes), b'\r') => ChunkState::Trailer(has_bytes),
            (ChunkState::Trailer(_), _) => ChunkState::Trailer(true),
            _ => return Err(InvalidChunkedBody),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = b"5\r\nhello\r\n1;name=value\r\n,\r\n00B\r\n wide world\r\n0\r\nTrailer: x\r\n\r\n";

    fn chunked() -> BodyFraming {
        BodyFraming::Chunked(ChunkedPosition::default())
    }

    #[test]
    fn a_chunked_body_ends_at_its_end_however_it_is_cut() {
        let body = [BODY, b"HTTP/1.1 200 OK"].concat();
        for first in 0..BODY.len() {
            for second in first..BODY.len() {
                let (mut framing, mut content, mut taken) = (chunked(), Vec::new(), 0);
                for piece in [&body[..first], &body[first..second], &body[second..]] {
                    let count = framing.count_body_bytes_and_advance(piece, Some(&mut content)).unwrap();
                    taken += count;
                    assert!(count == piece.len() || framing.is_done());
                }
                assert_eq!((taken, &*content, framing.is_done()), (BODY.len(), &b"hello, wide world"[..], true));
            }
        }
    }

    #[test]
    fn what_is_no_chunked_body_is_refused() {
        for wrong in ["x\r\n", "\r\n", "5\r\nhelloX", "-1\r\n", "0x5\r\n", "fffffffffffffffff\r\n", "5 \x005"] {
            let mut framing = chunked();
            let refused = framing.count_body_bytes_and_advance(wrong.as_bytes(), None);
            assert!(refused.is_err() || !framing.is_done(), "{wrong:?}");
        }
        assert_eq!(chunked().count_body_bytes_and_advance(b"x", None), Err(InvalidChunkedBody));
    }

    #[test]
    fn lengths_and_closed_connections() {
        let mut three = BodyFraming::Length(3);
        assert_eq!((three.count_body_bytes_and_advance(b"ab", None), three.is_done()), (Ok(2), false));
        assert_eq!((three.count_body_bytes_and_advance(b"cdef", None), three.is_done()), (Ok(1), true));
        assert!(BodyFraming::NONE.is_done() && !BodyFraming::UntilClose.is_done());
        assert_eq!(BodyFraming::UntilClose.count_body_bytes_and_advance(b"abc", None), Ok(3));
    }
}
