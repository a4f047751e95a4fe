//! Bytes of an output as they arrive, as text under its masks: every line is read for secrets once, on its way.

use super::text::{Text, TextBuilder};
use ctx_secrets::{MaskingStream, SecretSpans};
use ctx_text::binary::BinarySniffer;

/// Reads the bytes of one output.
pub struct MaskedTextBuilder {
    stream: MaskingStream,
    text: TextBuilder,
    sniffer: BinarySniffer,
    scratch: Vec<u8>,
}

impl MaskedTextBuilder {
    pub fn new(stream: MaskingStream) -> MaskedTextBuilder {
        MaskedTextBuilder {
            stream: stream.keeping_spans(),
            text: TextBuilder::default(),
            sniffer: BinarySniffer::default(),
            scratch: Vec::new(),
        }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.sniffer.push(bytes);
        // Of bytes that are not text nothing is shown.
        if self.sniffer.is_binary() {
            return self.text.push(bytes);
        }
        self.scratch.clear();
        self.stream.push(bytes, &mut self.scratch);
        self.text.push_masked(&self.scratch, bytes.len());
    }

    /// The text under its masks, and the masks; none where the bytes are not text.
    pub fn finish(mut self) -> (Text, Option<SecretSpans>) {
        self.scratch.clear();
        let spans = self.stream.finish(&mut self.scratch);
        self.text.push_masked(&self.scratch, 0);
        let text = self.text.finish();
        let known = text.binary().is_none();
        (text, known.then_some(spans))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ctx_secrets::{Masker, TextKind};

    #[test]
    fn a_text_is_masked_on_its_way_and_counts_its_own_bytes() {
        let raw = b"one\nDB_PASSWORD=kJ8sLq2vZx9RtYb4\n50%\rDB_PASSWORD=kJ8sLq2vZx9RtYb4\rdone\nlast";
        for cut in 0..raw.len() {
            let mut reading = MaskedTextBuilder::new(Masker::default().masking_stream_for_text(TextKind::default()));
            reading.push(&raw[..cut]);
            reading.push(&raw[cut..]);
            let (text, spans) = reading.finish();
            assert_eq!((text.raw_len(), text.raw_lines()), (raw.len() as u64, 4));
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines[..2], ["one", "DB_PASSWORD=[masked:named]"]);
            assert!(lines.iter().all(|line| !line.contains("kJ8s")), "{lines:?}");
            assert_eq!(spans.map(|spans| spans.len()), Some(2));
        }
    }
}
