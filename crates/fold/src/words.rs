//! The hard words of a text: paths, identifiers and numbers, the words that a later call has to spell exactly.

/// Calls `found` with every hard word, in order, as often as it stands there.
pub fn each<'t>(text: &'t str, mut found: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut before_is_word = false;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_digit() && !before_is_word {
            let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_bounded = bytes.get(end).is_none_or(|&next| !is_word(next));
            if is_bounded {
                if end - at >= 3 && !is_round(&bytes[at..end]) {
                    found(&text[at..end]);
                }
                before_is_word = true;
                at = end;
                continue;
            }
        }
        if byte.is_ascii_alphabetic() || byte == b'_' {
            let length = bytes[at..].iter().take_while(|&&byte| is_word(byte) || b"./-".contains(&byte)).count();
            let end =
                at + length - bytes[at..at + length].iter().rev().take_while(|byte| b"./-".contains(byte)).count();
            if end - at >= 5 {
                let word = &text[at..end];
                if is_hard(word) {
                    found(word);
                }
                at += length;
                before_is_word = is_word(bytes[at - 1]);
                continue;
            }
            at += 1;
            before_is_word = true;
            continue;
        }
        before_is_word = is_word(byte);
        at += 1;
    }
}

/// Bytes of words; the bytes of letters beyond ASCII count as such.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// `40`, `2000`: numbers that everybody writes.
fn is_round(digits: &[u8]) -> bool {
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    zeros >= 1 && digits.len() - zeros <= 2
}

fn is_hard(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.iter().any(|&byte| byte == b'/' || byte == b'.' || byte.is_ascii_digit())
        || word.trim_matches('_').contains('_')
        || bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    fn of(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        super::each(text, |word| words.push(word));
        words
    }

    #[test]
    fn paths_identifiers_and_numbers() {
        assert_eq!(
            of("see src/cart.ts: getTotal(order_id) on 8123 or 4000"),
            ["src/cart.ts", "getTotal", "order_id", "8123"]
        );
        assert_eq!(of("plain words, and more."), Vec::<&str>::new());
        assert_eq!(of("x86_64 v1.2.3. ./a/bcd-"), ["x86_64", "v1.2.3", "a/bcd"]);
    }
}
