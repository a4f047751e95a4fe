//! A line that is still growing: whole while it is short, its two ends once it is very long.

/// Bytes kept of each end of a very long line.
const END: usize = 128 << 10;

#[derive(Default)]
pub struct BoundedLineBuffer {
    head: Vec<u8>,
    /// Two halves filled in turn, as in the tail of a long output.
    older: Vec<u8>,
    newer: Vec<u8>,
    cut: u64,
}

impl BoundedLineBuffer {
    pub fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// The line so far, if nothing was cut out of it.
    pub fn bytes_if_uncut(&self) -> Option<&[u8]> {
        (self.older.is_empty() && self.newer.is_empty()).then_some(&self.head)
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.older.is_empty() && self.newer.is_empty() && self.head.len() + bytes.len() <= 2 * END {
            self.head.extend_from_slice(bytes);
            return;
        }
        let mut bytes = bytes;
        if self.older.is_empty() && self.newer.is_empty() {
            let drawn_over = |line: &[u8]| memchr::memrchr(b'\r', line);
            // A progress display on one endless line: the text before its last carriage return is gone.
            if let Some(at) = drawn_over(bytes) {
                self.head.clear();
                bytes = &bytes[at + 1..];
            } else if let Some(at) = drawn_over(&self.head) {
                self.head.drain(..=at);
            }
            if self.head.len() + bytes.len() <= 2 * END {
                // Never empty while a line is growing: an empty head would read as "no line".
                if self.head.is_empty() && bytes.is_empty() {
                    self.head.push(b'\r');
                }
                self.head.extend_from_slice(bytes);
                return;
            }
            if self.head.len() > END {
                self.newer = self.head.split_off(END);
            } else {
                let take = (END - self.head.len()).min(bytes.len());
                self.head.extend_from_slice(&bytes[..take]);
                bytes = &bytes[take..];
            }
        }
        for part in bytes.chunks(END) {
            if self.newer.len() + part.len() > END {
                self.cut += self.older.len() as u64;
                self.older = std::mem::take(&mut self.newer);
            }
            self.newer.extend_from_slice(part);
        }
    }

    /// The line so far, with a mark where its middle was cut; a new line begins.
    pub fn take_line(&mut self) -> Vec<u8> {
        let line = std::mem::take(self);
        let mut bytes = line.head;
        if line.cut > 0 {
            bytes.extend_from_slice(format!(" [… {} bytes cut …] ", line.cut).as_bytes());
        }
        bytes.extend_from_slice(&line.older);
        bytes.extend_from_slice(&line.newer);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_cut_that_fits() {
        let mut line = BoundedLineBuffer::default();
        for _ in 0..4 {
            line.push(&[b'a'; 50_000]);
        }
        assert_eq!(line.take_line(), vec![b'a'; 200_000]);
        assert!(line.is_empty());
    }

    #[test]
    fn every_byte_is_kept_or_counted() {
        for total in [300_000usize, 1_000_000, 5_000_000] {
            for step in [1_000usize, 65_536, 700_000] {
                let mut line = BoundedLineBuffer::default();
                let mut left = total;
                while left > 0 {
                    let part = step.min(left);
                    line.push(&vec![b'a'; part]);
                    left -= part;
                }
                let text = String::from_utf8(line.take_line()).unwrap();
                let cut: usize = match text.find(" [… ") {
                    Some(at) => text[at + " [… ".len()..].split(' ').next().unwrap().parse().unwrap(),
                    None => 0,
                };
                assert_eq!(text.matches('a').count() + cut, total, "{total} by {step}");
                assert!(text.len() < 4 * END + 64);
            }
        }
    }

    #[test]
    fn an_endless_progress_line_keeps_its_last_state() {
        let mut line = BoundedLineBuffer::default();
        for n in 0..100_000 {
            line.push(format!("\r{n} of 100000").as_bytes());
        }
        let text = String::from_utf8(line.take_line()).unwrap();
        assert!(text.ends_with("99999 of 100000") && text.len() <= 2 * END);
    }
}
