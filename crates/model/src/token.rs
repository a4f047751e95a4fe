//! Random text that nobody guesses, and a comparison that tells nothing about it.

use std::hint::black_box;

/// 160 bits, written in letters and digits.
const LENGTH: usize = 32;
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Random text; none if the system gives no randomness.
pub fn random_token() -> Option<String> {
    let mut bytes = [0u8; LENGTH];
    crate::random::fill_with_random_bytes(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

/// Takes as long for a wrong one as for the right one.
pub fn is_equal_constant_time(given: &[u8], own: &[u8]) -> bool {
    let differs = given.iter().zip(own).fold(0, |differs, (a, b)| differs | black_box(a ^ b));
    given.len() == own.len() && black_box(differs) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let (one, other) = (random_token().unwrap(), random_token().unwrap());
        assert!(one != other && one.len() == 32);
        assert!(is_equal_constant_time(b"abc", b"abc") && is_equal_constant_time(b"", b""));
        assert!(
            !is_equal_constant_time(b"ab", b"abc")
                && !is_equal_constant_time(b"abcd", b"abc")
                && !is_equal_constant_time(b"abd", b"abc")
                && !is_equal_constant_time(b"", b"abc")
        );
    }
}
