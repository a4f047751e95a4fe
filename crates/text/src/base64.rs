//! Base64: written with padding, read in either alphabet.

pub fn encode_base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let value = group.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(value >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

/// The bytes of base64, in either alphabet, with padding or without.
pub fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_as_others_write_them() {
        assert_eq!(
            [
                encode_base64(b""),
                encode_base64(b"f"),
                encode_base64(b"fo"),
                encode_base64(b"foo"),
                encode_base64(b"\xff\xfe\xfd\xfc")
            ],
            ["", "Zg==", "Zm8=", "Zm9v", "//79/A=="]
        );
    }

    #[test]
    fn what_was_written_is_read() {
        for bytes in [&b""[..], b"f", b"fo", b"foo", b"\xff\xfe\xfd\xfc"] {
            assert_eq!(decode_base64(&encode_base64(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(decode_base64("__79_A"), Some(b"\xff\xfe\xfd\xfc".to_vec()));
        assert_eq!(decode_base64("no blank"), None);
    }
}
