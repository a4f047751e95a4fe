//! The body of a request, read whole if it is to be understood, and what is sent instead of it.

use std::io::{self, Read, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ctx_fold::wire::Splice;

use super::connection::{Connection, READ, wait_for_either};
use super::framing::BodyFraming;

/// A longer body passes as it comes, unread. No model reads that much text; and a body takes its size twice while it is
/// understood.
const LONGEST: usize = 16 << 20;
/// Bodies that are held at the same time, in bytes.
const HELD: usize = 24 << 20;
/// Others get room again as soon as they have sent theirs; who gets none in this time passes unread.
const PATIENCE: Duration = Duration::from_secs(20);
/// A body of which nothing comes for so long passes unread if others wait for its room; so does one that takes ten times
/// as long to come. Within a machine that is some milliseconds.
const ARRIVAL: Duration = Duration::from_millis(200);
/// Room is taken in steps where the length is not known.
const STEP: usize = 1 << 20;

/// Room for the bodies of all requests together.
#[derive(Default)]
pub struct BodyMemoryBudget {
    held: Mutex<HeldBytes>,
    freed: Condvar,
}

#[derive(Default)]
struct HeldBytes {
    bytes: usize,
    /// Requests that wait for room.
    waiting: usize,
}

/// A share of the room, given back when it is dropped.
pub struct BudgetShare<'a> {
    room: &'a BodyMemoryBudget,
    bytes: usize,
}

impl BodyMemoryBudget {
    fn lock_held(&self) -> MutexGuard<'_, HeldBytes> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_to_reserve_bytes(&self, bytes: usize, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        let mut held = self.lock_held();
        held.waiting += 1;
        while held.bytes + bytes > HELD {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                held.waiting -= 1;
                return false;
            }
            held = self.freed.wait_timeout(held, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        held.waiting -= 1;
        held.bytes += bytes;
        true
    }

    fn has_waiting_requests(&self) -> bool {
        self.lock_held().waiting > 0
    }
}

impl Drop for BudgetShare<'_> {
    fn drop(&mut self) {
        self.room.lock_held().bytes -= self.bytes;
        self.room.freed.notify_all();
    }
}

/// A body that was begun.
pub struct PartialRequestBody<'a> {
    /// As it came, chunk sizes included.
    pub raw: Vec<u8>,
    /// What is still to come; done if the body is whole.
    pub rest: BodyFraming,
    _share: BudgetShare<'a>,
}

impl<'a> PartialRequestBody<'a> {
    /// A body that passes as it comes.
    pub fn not_read_yet(room: &'a BodyMemoryBudget, framing: &BodyFraming) -> PartialRequestBody<'a> {
        PartialRequestBody { raw: Vec::new(), rest: framing.clone(), _share: BudgetShare { room, bytes: 0 } }
    }
}

/// Reads a body up to its end, or up to the point where it is too long to be held.
pub fn read_body_if_it_fits<'a>(
    room: &'a BodyMemoryBudget,
    client: &mut Connection,
    framing: &BodyFraming,
) -> io::Result<PartialRequestBody<'a>> {
    let mut share = BudgetShare { room, bytes: 0 };
    let mut begun = Vec::new();
    let mut rest = framing.clone();
    let since = Instant::now();
    let mut last = since;
    if let BodyFraming::Length(length) = framing {
        let length = usize::try_from(*length).unwrap_or(usize::MAX);
        if length > LONGEST || !room.wait_to_reserve_bytes(length, PATIENCE) {
            return Ok(PartialRequestBody { raw: begun, rest, _share: share });
        }
        share.bytes = length;
        begun.reserve_exact(length);
    }
    loop {
        let count = rest
            .count_body_bytes_and_advance(&client.input, None)
            .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        if matches!(rest, BodyFraming::Chunked(_)) && begun.len() + count > share.bytes {
            let step = count.max(STEP);
            // Chunks have to be put together: that takes the room twice. Who has room and waits for more keeps it from others.
            let patience = if share.bytes == 0 { PATIENCE } else { ARRIVAL };
            if share.bytes + step > LONGEST / 2 || !room.wait_to_reserve_bytes(step, patience) {
                rest = framing.clone();
                // These bytes were taken before without an error.
                let _ = rest.count_body_bytes_and_advance(&begun, None);
                return Ok(PartialRequestBody { raw: begun, rest, _share: share });
            }
            share.bytes += step;
        }
        begun.extend_from_slice(&client.input[..count]);
        client.input.drain(..count);
        if rest.is_done() {
            return Ok(PartialRequestBody { raw: begun, rest, _share: share });
        }
        if client.ended {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        wait_for_either((client, READ), None, Some(ARRIVAL))?;
        if client.read_available()? {
            last = Instant::now();
        }
        if (last.elapsed() >= ARRIVAL || since.elapsed() >= ARRIVAL * 10) && room.has_waiting_requests() {
            return Ok(PartialRequestBody { raw: begun, rest, _share: BudgetShare { room, bytes: 0 } });
        }
    }
}

/// What a whole body says, without chunk sizes and without compression; none if it cannot be understood.
pub fn decode_body(raw: &[u8], framing: &BodyFraming, encoding: &str) -> Option<DecodedBody> {
    let bare = match framing {
        BodyFraming::Chunked(_) => {
            let mut content = Vec::new();
            framing.clone().count_body_bytes_and_advance(raw, Some(&mut content)).ok()?;
            Some(content)
        }
        _ => None,
    };
    let coding = match encoding.to_ascii_lowercase().as_str() {
        "" | "identity" => return Some(DecodedBody { bytes: bare, coding: BodyCompression::None }),
        "gzip" | "x-gzip" => BodyCompression::Gzip,
        "zstd" => BodyCompression::Zstd,
        _ => return None,
    };
    let bytes = bare.as_deref().unwrap_or(raw);
    Some(DecodedBody { bytes: Some(coding.decompress(bytes)?), coding })
}

/// The text of a body.
pub struct DecodedBody {
    /// None if the body as it came is the text.
    pub bytes: Option<Vec<u8>>,
    pub coding: BodyCompression,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyCompression {
    None,
    Gzip,
    Zstd,
}

impl BodyCompression {
    fn decompress(self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let most = LONGEST as u64 + 1;
        match self {
            BodyCompression::None => text.extend_from_slice(bytes),
            BodyCompression::Gzip => {
                flate2::read::MultiGzDecoder::new(bytes).take(most).read_to_end(&mut text).ok()?;
            }
            BodyCompression::Zstd => {
                zstd::stream::read::Decoder::new(bytes).ok()?.take(most).read_to_end(&mut text).ok()?;
            }
        }
        (text.len() <= LONGEST).then_some(text)
    }

    /// The same compression for a text that changed.
    pub fn compress_text(self, text: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            BodyCompression::None => Some(text),
            BodyCompression::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                writer.write_all(&text).ok()?;
                writer.finish().ok()
            }
            BodyCompression::Zstd => zstd::bulk::compress(&text, 1).ok(),
        }
    }
}

/// The pieces of a text with splices in place; they are in order and do not overlap.
pub fn splice_into_pieces<'a>(text: &'a [u8], splices: &'a [Splice]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::with_capacity(splices.len() * 2 + 1);
    let mut at = 0;
    for splice in splices {
        pieces.push(&text[at..splice.range.start]);
        pieces.push(splice.text.as_bytes());
        at = splice.range.end;
    }
    pieces.push(&text[at..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::ChunkedPosition;

    #[test]
    fn compressed_and_chunked_bodies_are_understood() {
        let plain = "{\"a\":1}".repeat(1000);
        let length = BodyFraming::Length(0);
        for coding in [BodyCompression::Gzip, BodyCompression::Zstd] {
            let packed = coding.compress_text(plain.clone().into_bytes()).unwrap();
            let name = if coding == BodyCompression::Gzip { "gzip" } else { "zstd" };
            let content = decode_body(&packed, &length, name).unwrap();
            assert_eq!((content.bytes.as_deref(), content.coding), (Some(plain.as_bytes()), coding));
            assert!(super::decode_body(&packed[..packed.len() / 2], &length, name).is_none());
        }
        assert!(decode_body(b"{}", &length, "br").is_none());
        assert!(decode_body(b"{}", &length, "identity").unwrap().bytes.is_none());
        let chunked = BodyFraming::Chunked(ChunkedPosition::default());
        let content = decode_body(b"2\r\n{}\r\n0\r\n\r\n", &chunked, "").unwrap();
        assert_eq!(content.bytes.as_deref(), Some(&b"{}"[..]));
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let packed = BodyCompression::Zstd.compress_text(vec![b' '; LONGEST + 1]).unwrap();
        assert!(packed.len() < 10_000 && BodyCompression::Zstd.decompress(&packed).is_none());
    }

    #[test]
    fn splices_change_nothing_else() {
        let splice = |range: std::ops::Range<usize>, text: &str| Splice { range, text: text.to_owned() };
        let splices = [splice(0..1, "X"), splice(3..3, "-"), splice(5..6, "")];
        assert_eq!(splice_into_pieces(b"abcdef", &splices).concat(), b"Xbc-de");
        assert_eq!(splice_into_pieces(b"abc", &[]).concat(), b"abc");
    }
}
