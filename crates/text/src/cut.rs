//! Cuts that respect characters.

use std::borrow::Cow;

/// The last place up to this one where a character begins or the text ends.
pub fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first place from this one on where a character begins or the text ends.
pub fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// The first `most` bytes at most, ending on a character.
pub fn clip(text: &str, most: usize) -> &str {
    &text[..floor(text, most)]
}

/// At most `most` bytes, cut in the middle with the cut marked.
pub fn cut_middle(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let keep = most.saturating_sub('…'.len_utf8());
    let head = floor(text, keep * 2 / 3);
    let tail = ceil(text, text.len() - (keep - keep * 2 / 3));
    Cow::Owned(format!("{}…{}", &text[..head], &text[tail..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_respect_characters() {
        assert_eq!(cut_middle("short", 10), "short");
        assert_eq!([clip("häl", 2), clip("häl", 3), clip("häl", 9), clip("", 1)], ["h", "hä", "häl", ""]);
        for most in 3..40 {
            let cut = cut_middle("ünïcödé täxt thät ïs löng ënöügh tö cüt", most).into_owned();
            assert!(cut.len() <= most.max(3), "{most}: {cut}");
        }
    }
}
