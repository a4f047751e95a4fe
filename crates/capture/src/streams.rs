//! With `--split`: stdout and stderr merged by whole lines, and a map that says which bytes came from which.

use ctx_text::{push_varint, take_varint};

/// A line is held back until it is complete, up to this length.
const LONGEST: usize = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputStream {
    Out,
    Err,
}

/// Collects lines of both streams and the runs they form.
#[derive(Default)]
pub struct StreamMerger {
    partial: [Vec<u8>; 2],
    map: Vec<u8>,
    run: Option<(OutputStream, u64)>,
}

impl StreamMerger {
    /// Appends the complete lines of the new bytes to `out`.
    pub fn push(&mut self, stream: OutputStream, bytes: &[u8], out: &mut Vec<u8>) {
        let partial = &mut self.partial[stream as usize];
        partial.extend_from_slice(bytes);
        let complete = match memchr::memrchr(b'\n', partial) {
            Some(end) => end + 1,
            None if partial.len() > LONGEST => partial.len(),
            None => return,
        };
        out.extend_from_slice(&partial[..complete]);
        partial.drain(..complete);
        self.count_run_bytes(stream, complete as u64);
    }

    /// Appends the unfinished lines and returns the map.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Vec<u8> {
        for stream in [OutputStream::Out, OutputStream::Err] {
            let rest = std::mem::take(&mut self.partial[stream as usize]);
            if !rest.is_empty() {
                out.extend_from_slice(&rest);
                self.count_run_bytes(stream, rest.len() as u64);
            }
        }
        self.end_run();
        self.map
    }

    fn count_run_bytes(&mut self, stream: OutputStream, len: u64) {
        match &mut self.run {
            Some((current, total)) if *current == stream => *total += len,
            _ => {
                self.end_run();
                self.run = Some((stream, len));
            }
        }
    }

    /// One number for each run, in base 128: its length, and in the lowest bit its stream.
    fn end_run(&mut self) {
        if let Some((stream, len)) = self.run.take() {
            push_varint(&mut self.map, (len << 1) | stream as u64);
        }
    }
}

/// The runs of a map, in order.
pub fn decode_stream_runs(map: &[u8]) -> impl Iterator<Item = (OutputStream, u64)> + '_ {
    let mut rest = map;
    std::iter::from_fn(move || {
        let number = take_varint(&mut rest)?;
        let stream = if number & 1 == 0 { OutputStream::Out } else { OutputStream::Err };
        Some((stream, number >> 1))
    })
}

/// Put before each line of stderr where both streams are shown together.
const TAG: &[u8] = b"err| ";

/// Marks the lines of stderr in merged bytes.
#[derive(Default)]
pub struct StderrTagger {
    runs: std::collections::VecDeque<(OutputStream, u64)>,
    in_line: bool,
    /// The other stream is left out, and nothing is marked.
    only: Option<OutputStream>,
}

impl StderrTagger {
    /// For bytes that begin at `offset` in the output that `map` describes; for one stream alone, if `only` says so.
    pub fn new(map: &[u8], offset: u64, only: Option<OutputStream>) -> StderrTagger {
        let mut runs: std::collections::VecDeque<_> = decode_stream_runs(map).collect();
        let mut skip = offset;
        while let Some((_, len)) = runs.front_mut() {
            let step = skip.min(*len);
            *len -= step;
            skip -= step;
            if *len > 0 {
                break;
            }
            runs.pop_front();
        }
        StderrTagger { runs, in_line: false, only }
    }

    pub fn tag_bytes(&mut self, mut bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len() + 64);
        while !bytes.is_empty() {
            let (stream, len) = self.runs.pop_front().unwrap_or((OutputStream::Out, u64::MAX));
            let take = usize::try_from(len).unwrap_or(usize::MAX).min(bytes.len());
            self.tag_run(stream, &bytes[..take], &mut out);
            bytes = &bytes[take..];
            if len > take as u64 {
                self.runs.push_front((stream, len - take as u64));
            }
        }
        out
    }

    /// The same for text that stands for `raw_len` bytes.
    pub fn tag_masked_text(&mut self, shown: &[u8], raw_len: usize, out: &mut Vec<u8>) {
        if shown.len() == raw_len {
            return out.extend_from_slice(&self.tag_bytes(shown));
        }
        let stream = self.runs.front().map_or(OutputStream::Out, |(stream, _)| *stream);
        self.tag_run(stream, shown, out);
        let mut left = raw_len as u64;
        while let Some((_, len)) = self.runs.front_mut().filter(|_| left > 0) {
            let step = left.min(*len);
            *len -= step;
            left -= step;
            if *len == 0 {
                self.runs.pop_front();
            }
        }
    }

    pub fn tag_run(&mut self, stream: OutputStream, bytes: &[u8], out: &mut Vec<u8>) {
        if let Some(only) = self.only {
            return out.extend_from_slice(if only == stream { bytes } else { b"" });
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if stream == OutputStream::Err && !self.in_line {
                out.extend_from_slice(TAG);
            }
            out.extend_from_slice(line);
            self.in_line = !line.ends_with(b"\n");
        }
    }
}

/// The bytes of one stream alone, from merged bytes that begin at `offset` in the output that `map` describes.
pub fn extract_stream(map: &[u8], wanted: OutputStream, offset: u64, bytes: &[u8]) -> Vec<u8> {
    StderrTagger::new(map, offset, Some(wanted)).tag_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_whole_and_the_map_finds_them() {
        let (mut merger, mut out) = (StreamMerger::default(), Vec::new());
        merger.push(OutputStream::Out, b"one\ntw", &mut out);
        merger.push(OutputStream::Err, b"oops\n", &mut out);
        merger.push(OutputStream::Out, b"o\n", &mut out);
        merger.push(OutputStream::Err, b"tail", &mut out);
        merger.push(OutputStream::Out, &[b'x'; 1000], &mut out);
        let map = merger.finish(&mut out);
        assert!(out.starts_with(b"one\noops\ntwo\nxxx") && out.ends_with(b"xtail"));
        let got: Vec<_> = decode_stream_runs(&map).collect();
        let (o, e) = (OutputStream::Out, OutputStream::Err);
        assert_eq!(got, [(o, 4), (e, 5), (o, 1004), (e, 4)]);
        assert_eq!(decode_stream_runs(&map).map(|(_, len)| len).sum::<u64>(), out.len() as u64);
        let tagged = StderrTagger::new(&map, 0, None).tag_bytes(&out);
        assert!(tagged.starts_with(b"one\nerr| oops\ntwo\nxxx") && tagged.ends_with(b"xtail"));
        assert!(StderrTagger::new(&map, 4, None).tag_bytes(&out[4..]).starts_with(b"err| oops\ntwo\nx"));
        assert_eq!(extract_stream(&map, OutputStream::Err, 0, &out), b"oops\ntail");
        assert_eq!(
            [
                extract_stream(&map, OutputStream::Out, 0, &out[..6]),
                extract_stream(&map, OutputStream::Out, 6, &out[6..])
            ]
            .concat()
            .len(),
            1008
        );
    }
}
