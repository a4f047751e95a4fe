//! The names in a line, which a reader may want to write down next. Identifiers, paths, numbers and codes cannot be
//! guessed; plain words can, so they count for little.

use ctx_text::fnv_hash;

/// The weight of a plain word, compared with a name.
const WORD: f32 = 0.04;
/// The weight of a number: most are measures that nobody asks for again.
const NUMBER: f32 = 0.4;
/// Times, addresses and measures of this length come in rows of the same form.
const LONG_NUMBER: usize = 8;
/// Shorter tokens say nothing by themselves.
const SHORTEST: usize = 4;

/// Calls `each` with the hash and the weight of every name and word in `line`.
pub fn for_each_name_and_word(line: &str, mut each: impl FnMut(u64, u64, f32)) {
    let bytes = line.as_bytes();
    let mut at = line_number_margin_end(bytes);
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        if is_letter_or_underscore(byte) {
            at = identifier_end(bytes, at);
        } else if byte.is_ascii_digit() {
            while at < bytes.len()
                && (is_letter_or_underscore(bytes[at]) || bytes[at].is_ascii_digit() || b".:-".contains(&bytes[at]))
            {
                at += 1;
            }
        } else if byte == b'/' || (byte == b'.' && bytes.get(at + 1) == Some(&b'/')) {
            while at < bytes.len()
                && (is_letter_or_underscore(bytes[at]) || bytes[at].is_ascii_digit() || b"./-".contains(&bytes[at]))
            {
                at += 1;
            }
        } else {
            at += 1;
            continue;
        }
        let token = &bytes[start..at];
        if token.len() >= SHORTEST {
            each(fnv_hash(token.iter().copied()), hash_ignoring_digits(token), token_weight(token));
        }
    }
}

/// The weight of a token: high for names that nobody can write without having seen them.
fn token_weight(token: &[u8]) -> f32 {
    let joined = token.iter().any(|byte| matches!(byte, b'.' | b'/'))
        || token.split(|byte| *byte == b'_').filter(|part| !part.is_empty()).count() > 1;
    let camel = token.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    if token[0].is_ascii_digit() {
        NUMBER
    } else if joined || camel || token.iter().any(u8::is_ascii_digit) {
        1.0
    } else {
        WORD
    }
}

/// `a.b_c.d`: an identifier with its members.
fn identifier_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        while at < bytes.len() && (is_letter_or_underscore(bytes[at]) || bytes[at].is_ascii_digit()) {
            at += 1;
        }
        let goes_on =
            bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(|byte| is_letter_or_underscore(*byte));
        if !goes_on {
            return at;
        }
        at += 1;
    }
}

fn is_letter_or_underscore(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

/// Where a line's text begins after the number that `nl`, `cat -n` or `grep -n` put before it.
fn line_number_margin_end(bytes: &[u8]) -> usize {
    let blanks = bytes.iter().take_while(|byte| **byte == b' ').count();
    let digits = bytes[blanks..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = blanks + digits;
    match bytes.get(end) {
        Some(b'\t' | b':' | b'-' | b'|') if (1..=7).contains(&digits) => end + 1,
        _ => 0,
    }
}

/// The hash with all digits taken as equal: `IMG_0001.jpg` and `IMG_0002.jpg` have one form. 0 for short numbers, and
/// for names without digits.
fn hash_ignoring_digits(token: &[u8]) -> u64 {
    let short = token[0].is_ascii_digit() && token.len() < LONG_NUMBER;
    if short || !token.iter().any(u8::is_ascii_digit) {
        return 0;
    }
    fnv_hash(token.iter().map(|&byte| if byte.is_ascii_digit() { b'0' } else { byte }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<f32> {
        let mut found = Vec::new();
        for_each_name_and_word(line, |_, _, weight| found.push(weight));
        found
    }

    #[test]
    fn names_that_cannot_be_guessed_weigh_most() {
        for name in ["snake_case", "self.copy", "camelCase", "utf8", "/usr/lib", "./a/b", "django.db.models"] {
            assert_eq!(names(name), [1.0], "{name}");
        }
        assert_eq!(names("return value"), [WORD, WORD]);
        assert_eq!(names("12:30:15.250"), [NUMBER]);
        assert_eq!(names("if x is an int"), Vec::<f32>::new());
    }

    #[test]
    fn the_number_of_a_line_is_no_name() {
        assert_eq!(names("  1240\tfoo_bar"), [1.0]);
        assert_eq!(names("1240:foo_bar"), [1.0]);
    }
}
