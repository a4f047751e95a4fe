//! Numbers in base 128, the lowest digits first: small ones take one byte.

pub fn push_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number from the front of the bytes; none if they end within it, or it has more than 63 bits.
pub fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), (1 << 63) - 1] {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, number);
            let mut rest = bytes.as_slice();
            assert_eq!((take_varint(&mut rest), rest), (Some(number), &[][..]));
            assert_eq!(take_varint(&mut &bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(take_varint(&mut [255; 12].as_slice()), None);
    }
}
