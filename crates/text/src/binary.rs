//! Tells text from binary output, and names binary output by its magic number.

/// The kind of a binary output, for the one line that is printed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryKind(pub &'static str);

/// The size of the beginning that decides.
const WINDOW: usize = 8 << 10;

const MAGIC: &[(&[u8], &str)] = &[
    (b"\x7fELF", "ELF executable"),
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"RIFF", "RIFF media"),
    (b"%PDF-", "PDF document"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"PK\x03\x04", "zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"\0asm", "WebAssembly module"),
    (b"\xca\xfe\xba\xbe", "Java class or universal binary"),
    (b"\xcf\xfa\xed\xfe", "Mach-O executable"),
    (b"MZ", "Windows executable"),
    (b"!<arch>\n", "ar archive"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
    (b"wOF2", "WOFF2 font"),
];

/// Looks at the first bytes of an output as they arrive.
#[derive(Default)]
pub struct BinarySniffer {
    seen: Vec<u8>,
    verdict: Option<bool>,
}

impl BinarySniffer {
    /// For bytes that are known to be text.
    pub fn for_known_text() -> BinarySniffer {
        BinarySniffer { seen: Vec::new(), verdict: Some(false) }
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if self.verdict.is_none() {
            let room = WINDOW - self.seen.len();
            self.seen.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if self.seen.len() == WINDOW {
                self.verdict = Some(looks_binary(&self.seen));
            }
        }
    }

    pub fn is_binary(&self) -> bool {
        self.verdict == Some(true)
    }

    pub fn finish(self) -> Option<BinaryKind> {
        let binary = self.verdict.unwrap_or_else(|| looks_binary(&self.seen));
        binary.then(|| {
            let named = MAGIC.iter().find(|(magic, _)| self.seen.starts_with(magic));
            BinaryKind(named.map_or("binary data", |(_, name)| name))
        })
    }
}

/// Output is binary when a good part of it is neither text nor usual for text tools: NUL alone is not a sign
/// (`find -print0`), escapes and progress bars are none either.
fn looks_binary(sample: &[u8]) -> bool {
    if sample.is_empty() {
        return false;
    }
    let mut odd = 0;
    let mut nul = 0;
    let mut rest = sample;
    loop {
        let (valid, invalid) = match std::str::from_utf8(rest) {
            Ok(_) => (rest, 0),
            // A character cut off by the window's end is not an invalid byte.
            Err(error) => (&rest[..error.valid_up_to()], error.error_len().unwrap_or(0)),
        };
        for &byte in valid {
            nul += usize::from(byte == 0);
            odd += usize::from(matches!(byte, 0x01..=0x06 | 0x0e..=0x1a | 0x1c..=0x1f));
        }
        odd += invalid;
        if invalid == 0 {
            break;
        }
        rest = &rest[valid.len() + invalid..];
    }
    let magic = MAGIC.iter().any(|(magic, _)| sample.starts_with(magic));
    odd * 10 > sample.len() + 20 || (magic && nul + odd > 0) || nul * 4 > sample.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: &[u8]) -> Option<&'static str> {
        let mut sniffer = BinarySniffer::default();
        sniffer.push(bytes);
        sniffer.finish().map(|kind| kind.0)
    }

    #[test]
    fn text_is_no_binary() {
        for text in [&b""[..], b"hello\n", b"a\0b c d e f g\0", b"\x1b[31mred\x1b[0m\x08\r\n", "日本語".as_bytes()] {
            assert_eq!(kind(text), None, "{text:?}");
        }
        assert_eq!(kind(b"MZ is a country code in a line of text\n"), None);
        assert_eq!(kind(b"latin1 caf\xe9 text of some length here\n"), None);
    }

    #[test]
    fn binaries_are_named() {
        assert_eq!(kind(b"\x7fELF\x02\x01\x01\0\0\0\0"), Some("ELF executable"));
        assert_eq!(kind(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Some("gzip data"));
        assert_eq!(kind(&[0xde, 0xad, 0xbe, 0xef, 0, 1, 2, 3]), Some("binary data"));
    }
}
