//! Bytes as base64, with padding.

pub fn base64(bytes: &[u8]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_as_others_write_them() {
        assert_eq!(
            [base64(b""), base64(b"f"), base64(b"fo"), base64(b"foo"), base64(b"\xff\xfe\xfd\xfc")],
            ["", "Zg==", "Zm8=", "Zm9v", "//79/A=="]
        );
    }
}
