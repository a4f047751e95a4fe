//! The tokens that a provider counted, read out of its answer while that passes by unchanged.

use std::io::Write;

use ctx_fold::AnswerTokenCounts;
use ctx_text::json;

/// The names of the two objects that count tokens.
const NAMES: [&[u8]; 2] = [b"\"usage\"", b"\"usageMetadata\""];
/// No such object is longer. What is kept of a stream is no more than this.
const LONGEST: usize = 16 << 10;

/// Reads an answer piece by piece.
pub struct AnswerTokenMeter {
    coding: AnswerDecoder,
    /// The end of what has passed: the object may stand in two pieces.
    kept: Vec<u8>,
    seen: AnswerTokenCounts,
}

enum AnswerDecoder {
    Plain,
    Gzip(Box<flate2::write::MultiGzDecoder<Vec<u8>>>),
    Zstd(Box<zstd::stream::write::Decoder<'static, Vec<u8>>>),
    /// Not to be read.
    Unknown,
}

impl AnswerTokenMeter {
    pub fn new(encoding: &str) -> AnswerTokenMeter {
        let coding = match encoding {
            "" | "identity" => AnswerDecoder::Plain,
            "gzip" | "x-gzip" => AnswerDecoder::Gzip(Box::new(flate2::write::MultiGzDecoder::new(Vec::new()))),
            "zstd" => zstd::stream::write::Decoder::new(Vec::new())
                .map_or(AnswerDecoder::Unknown, |decoder| AnswerDecoder::Zstd(Box::new(decoder))),
            _ => AnswerDecoder::Unknown,
        };
        AnswerTokenMeter { coding, kept: Vec::new(), seen: AnswerTokenCounts::default() }
    }

    /// Takes in the next piece of the answer's content.
    pub fn read_piece(&mut self, content: &[u8]) {
        let unpacked = match &mut self.coding {
            AnswerDecoder::Plain => Ok(content.to_vec()),
            AnswerDecoder::Gzip(decoder) => {
                decoder.write_all(content).and_then(|()| decoder.flush()).map(|()| std::mem::take(decoder.get_mut()))
            }
            AnswerDecoder::Zstd(decoder) => {
                decoder.write_all(content).and_then(|()| decoder.flush()).map(|()| std::mem::take(decoder.get_mut()))
            }
            AnswerDecoder::Unknown => return,
        };
        match unpacked {
            Ok(text) => self.update_usage_from_text(&text),
            Err(_) => self.coding = AnswerDecoder::Unknown,
        }
    }

    fn update_usage_from_text(&mut self, text: &[u8]) {
        self.kept.extend_from_slice(text);
        let mut at = 0;
        while let Some((start, end)) = find_usage_name(&self.kept[at..]).map(|(start, end)| (at + start, at + end)) {
            let rest = &self.kept[end..];
            let behind = rest.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != b':');
            let object = behind.map(|behind| &rest[behind..]);
            match object {
                Some(object) if object[0] == b'{' => match complete_object_length(object) {
                    Some(length) => {
                        if let Some(Ok(Some((value, _)))) =
                            std::str::from_utf8(&object[..length]).ok().map(json::parse_first_value)
                        {
                            self.seen = self.seen.max(AnswerTokenCounts::from_json(value));
                        }
                        at = end;
                    }
                    None if object.len() < LONGEST => {
                        at = start;
                        break;
                    }
                    None => at = end,
                },
                None if rest.len() < 64 => {
                    at = start;
                    break;
                }
                _ => at = end,
            }
        }
        // The beginning of a name may be there.
        let tail = self.kept.len().saturating_sub(NAMES[1].len());
        let is_waiting = find_usage_name(&self.kept[at..]).is_some();
        let from = if is_waiting { at } else { tail.max(at) };
        self.kept.drain(..from.min(self.kept.len()));
    }

    /// What the provider counted; none of it is guessed.
    pub fn usage(&self) -> AnswerTokenCounts {
        self.seen
    }
}

fn find_usage_name(text: &[u8]) -> Option<(usize, usize)> {
    let found = NAMES.iter().filter_map(|name| memchr::memmem::find(text, name).map(|at| (at, at + name.len())));
    found.min()
}

/// The length of the object at the start, if all of it is there. Its strings hold no braces in any provider's answer.
fn complete_object_length(object: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in object.iter().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[],\"usage\":{\"input_tokens\":3,\
        \"cache_creation_input_tokens\":40,\"cache_read_input_tokens\":500,\"cache_creation\":{\"ephemeral_5m_input_tokens\":40},\"output_tokens\":1}}}\n\n\
        event: content_block_delta\ndata: {\"delta\":{\"text\":\"the \\\"usage\\\":{\\\"input_tokens\\\":9999} of it\"}}\n\n\
        event: message_delta\ndata: {\"type\":\"message_delta\",\"usage\": {\"output_tokens\":77}}\n\n";
    const COUNTED: AnswerTokenCounts = AnswerTokenCounts { input: 3, cache_read: 500, cache_write: 40, output: 77 };

    fn read(encoding: &str, pieces: &[&[u8]]) -> AnswerTokenCounts {
        let mut meter = AnswerTokenMeter::new(encoding);
        pieces.iter().for_each(|piece| meter.read_piece(piece));
        meter.usage()
    }

    #[test]
    fn however_the_stream_is_cut() {
        for cut in 0..MESSAGES.len() {
            let (one, other) = MESSAGES.as_bytes().split_at(cut);
            assert_eq!(read("", &[one, other]), COUNTED, "cut at {cut}");
        }
        let single: Vec<&[u8]> = MESSAGES.as_bytes().chunks(1).collect();
        assert_eq!(read("", &single), COUNTED);
    }

    #[test]
    fn compressed_streams() {
        let gzip = {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            writer.write_all(MESSAGES.as_bytes()).unwrap();
            writer.finish().unwrap()
        };
        let zstd = zstd::bulk::compress(MESSAGES.as_bytes(), 1).unwrap();
        for (encoding, packed) in [("gzip", &gzip), ("zstd", &zstd)] {
            let pieces: Vec<&[u8]> = packed.chunks(20).collect();
            assert_eq!(read(encoding, &pieces), COUNTED, "{encoding}");
            assert_eq!(read(encoding, &[b"rubbish", packed]), AnswerTokenCounts::default());
        }
        assert_eq!(read("br", &[MESSAGES.as_bytes()]), AnswerTokenCounts::default());
    }

    #[test]
    fn the_forms_of_other_providers() {
        let cached = AnswerTokenCounts { input: 100, cache_read: 900, cache_write: 0, output: 7 };
        let responses = r#"{"response":{"usage":{"input_tokens":1000,"input_tokens_details":{"cached_tokens":900},"output_tokens":7}}}"#;
        let chat = r#"{"usage":null}{"usage":{"prompt_tokens":1000,"prompt_tokens_details":{"cached_tokens":900},"completion_tokens":7}}"#;
        let gemini = r#"{"usageMetadata":{"promptTokenCount":1000,"cachedContentTokenCount":900,"candidatesTokenCount":4,"thoughtsTokenCount":3}}"#;
        for text in [responses, chat, gemini] {
            assert_eq!(read("", &[text.as_bytes()]), cached, "{text}");
        }
        assert_eq!(read("", &[br#"{"usage":{"input_tokens":"#]), AnswerTokenCounts::default());
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_pass(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300), at in 0..300usize) {
            let (one, other) = bytes.split_at(at.min(bytes.len()));
            for encoding in ["", "gzip", "zstd"] {
                read(encoding, &[b"\"usage\":{", one, other]);
            }
        }
    }
}
