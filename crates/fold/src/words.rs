//! The hard words of a text: paths, identifiers and numbers, the words that a later call has to spell exactly.

/// Calls `found` with every hard word, in order, as often as it stands there.
pub fn for_each_hard_word<'t>(text: &'t str, mut found: impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut before_is_word = false;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_digit() && !before_is_word {
            let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_bounded = word_char_len(text, end) == 0;
            if is_bounded {
                if end - at >= 3 && !is_round_number(&bytes[at..end]) {
                    found(&text[at..end]);
                }
                before_is_word = true;
                at = end;
                continue;
            }
        }
        if byte.is_ascii_alphabetic() || byte == b'_' {
            let length = word_run_len(text, at);
            let end =
                at + length - bytes[at..at + length].iter().rev().take_while(|byte| b"./-".contains(byte)).count();
            if end - at >= 5 {
                let word = &text[at..end];
                if is_hard_word(word) {
                    found(word);
                }
                at += length;
                before_is_word = end == at;
                continue;
            }
            at += 1;
            before_is_word = true;
            continue;
        }
        let word = word_char_len(text, at);
        before_is_word = word > 0;
        at += match word {
            0 => text[at..].chars().next().map_or(1, char::len_utf8),
            length => length,
        };
    }
}

/// The bytes of the letter, digit or underscore at a place; 0 if another character stands there.
fn word_char_len(text: &str, at: usize) -> usize {
    match text.as_bytes().get(at) {
        Some(&byte) if byte.is_ascii() => usize::from(byte.is_ascii_alphanumeric() || byte == b'_'),
        Some(_) => text[at..].chars().next().filter(|c| c.is_alphanumeric()).map_or(0, char::len_utf8),
        None => 0,
    }
}

/// The length of the letters, digits and `_./-` from a place on.
fn word_run_len(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        match word_char_len(text, end) {
            0 if text.as_bytes().get(end).is_some_and(|byte| b"./-".contains(byte)) => end += 1,
            0 => return end - at,
            length => end += length,
        }
    }
}

/// `40`, `2000`: numbers that everybody writes.
fn is_round_number(digits: &[u8]) -> bool {
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    zeros >= 1 && digits.len() - zeros <= 2
}

fn is_hard_word(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.iter().any(|&byte| byte == b'/' || byte == b'.' || byte.is_ascii_digit())
        || word.trim_matches('_').contains('_')
        || bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    fn of(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        super::for_each_hard_word(text, |word| words.push(word));
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
        // Arrows, lines and gaps are not letters; letters beyond ASCII are.
        assert_eq!(
            of("  198→next_page│…old_name… ×317 größe_neu_ü 1234é"),
            ["198", "next_page", "old_name", "317", "größe_neu_ü"]
        );
    }
}
