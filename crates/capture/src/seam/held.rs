//! Output that is not passed on yet: in memory, and beyond a limit in a file without a name, so that all of it can still
//! be passed on byte for byte.

use std::fs::File;
use std::io::{Read, Seek, Write};

use crate::streams::OutputStream;

/// At most this much stays in memory.
const IN_MEMORY: usize = 1 << 20;

#[derive(Default)]
pub struct HeldOutput {
    /// What came before `bytes`, and how much it is.
    spilled: Option<(File, u64)>,
    bytes: Vec<u8>,
    /// The stream of each run of bytes, in order.
    runs: Vec<(OutputStream, u64)>,
}

/// Held bytes on their way out: a piece of a run.
pub type StreamBytesCallback<'a> = &'a mut dyn FnMut(OutputStream, &[u8]);

impl HeldOutput {
    pub fn held_len(&self) -> u64 {
        self.bytes.len() as u64 + self.spilled.as_ref().map_or(0, |(_, size)| *size)
    }

    pub fn is_empty(&self) -> bool {
        self.held_len() == 0
    }

    /// Takes more. False if there is no room for it: then everything must be passed on.
    #[must_use]
    pub fn hold_bytes(&mut self, stream: OutputStream, bytes: &[u8]) -> bool {
        match self.runs.last_mut() {
            Some((last, len)) if *last == stream => *len += bytes.len() as u64,
            _ => self.runs.push((stream, bytes.len() as u64)),
        }
        self.bytes.extend_from_slice(bytes);
        self.bytes.len() <= IN_MEMORY || self.spill_to_file().is_ok()
    }

    fn spill_to_file(&mut self) -> std::io::Result<()> {
        if self.spilled.is_none() {
            self.spilled = Some((create_unnamed_file()?, 0));
        }
        let (file, size) = self.spilled.as_mut().expect("it was made above");
        // A write that fails half way is written again at the same place.
        file.seek(std::io::SeekFrom::Start(*size))?;
        file.write_all(&self.bytes)?;
        *size += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }

    /// How much of the end is a line without its end.
    fn unfinished_line_len(&self) -> usize {
        let run = self.runs.last().map_or(0, |(_, len)| usize::try_from(*len).unwrap_or(usize::MAX));
        let start = self.bytes.len().saturating_sub(run);
        memchr::memrchr(b'\n', &self.bytes[start..])
            .map_or(self.bytes.len() - start, |end| run.min(self.bytes.len()) - end - 1)
    }

    /// Hands out everything, in order; what cannot be read back is an error. Without `unfinished_too`, the last line stays
    /// if it has no end yet.
    pub fn release_bytes(&mut self, unfinished_too: bool, pass: StreamBytesCallback<'_>) -> std::io::Result<()> {
        let stays = if unfinished_too { 0 } else { self.unfinished_line_len() };
        let mut runs = std::mem::take(&mut self.runs);
        let last = runs.last().map(|(stream, _)| *stream);
        if let Some((_, len)) = runs.last_mut() {
            *len -= stays as u64;
        }
        let tail = self.bytes.split_off(self.bytes.len() - stays);
        let bytes = std::mem::replace(&mut self.bytes, tail);
        if let Some(stream) = last.filter(|_| stays > 0) {
            self.runs.push((stream, stays as u64));
        }
        let mut rest: &[u8] = &bytes;
        let mut spilled = self.spilled.take();
        let mut left = spilled.as_ref().map_or(0, |(_, size)| *size);
        if let Some((file, _)) = &mut spilled {
            file.rewind()?;
        }
        let mut buffer = Vec::new();
        for (stream, mut len) in runs {
            while len > 0 {
                if left > 0 {
                    let want = len.min(left).min(IN_MEMORY as u64);
                    buffer.clear();
                    let (file, _) = spilled.as_mut().expect("it has bytes left");
                    file.take(want).read_to_end(&mut buffer)?;
                    if (buffer.len() as u64) < want {
                        return Err(std::io::ErrorKind::UnexpectedEof.into());
                    }
                    (left, len) = (left - want, len - want);
                    pass(stream, &buffer);
                } else {
                    let (now, later) = rest.split_at(usize::try_from(len).unwrap_or(usize::MAX).min(rest.len()));
                    (rest, len) = (later, 0);
                    pass(stream, now);
                }
            }
        }
        Ok(())
    }
}

/// A new file that has no name any more.
fn create_unnamed_file() -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = std::env::temp_dir().join(format!("ctx-held-{}", ctx_model::id::EntryId::random_id()));
    let file = File::options().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(held: &mut HeldOutput, all: bool) -> Vec<(OutputStream, Vec<u8>)> {
        let mut out: Vec<(OutputStream, Vec<u8>)> = Vec::new();
        held.release_bytes(all, &mut |stream, bytes| match out.last_mut() {
            Some((last, text)) if *last == stream => text.extend_from_slice(bytes),
            _ => out.push((stream, bytes.to_vec())),
        })
        .unwrap();
        out.retain(|(_, text)| !text.is_empty());
        out
    }

    #[test]
    fn runs_come_out_in_order_and_an_unfinished_line_stays() {
        let mut held = HeldOutput::default();
        assert!(
            held.hold_bytes(OutputStream::Out, b"one\n")
                && held.hold_bytes(OutputStream::Err, b"two\n")
                && held.hold_bytes(OutputStream::Out, b"th")
        );
        assert_eq!(
            drained(&mut held, false),
            [(OutputStream::Out, b"one\n".to_vec()), (OutputStream::Err, b"two\n".to_vec())]
        );
        assert_eq!(held.held_len(), 2);
        assert!(held.hold_bytes(OutputStream::Out, b"ree\nfo"));
        assert_eq!(drained(&mut held, false), [(OutputStream::Out, b"three\n".to_vec())]);
        assert_eq!(drained(&mut held, true), [(OutputStream::Out, b"fo".to_vec())]);
        assert!(held.is_empty() && drained(&mut held, true).is_empty());
    }

    #[test]
    fn much_output_waits_in_a_file() {
        let mut held = HeldOutput::default();
        let mut expected: Vec<(OutputStream, Vec<u8>)> = Vec::new();
        for at in 0..900u32 {
            let stream = if at % 7 < 4 { OutputStream::Out } else { OutputStream::Err };
            let line = format!("{at} {}\n", "x".repeat(5000));
            assert!(held.hold_bytes(stream, line.as_bytes()));
            match expected.last_mut() {
                Some((last, text)) if *last == stream => text.extend_from_slice(line.as_bytes()),
                _ => expected.push((stream, line.into_bytes())),
            }
        }
        assert!(held.hold_bytes(OutputStream::Out, b"end"));
        assert!(drained(&mut held, false) == expected);
        assert_eq!(drained(&mut held, true), [(OutputStream::Out, b"end".to_vec())]);
    }
}
