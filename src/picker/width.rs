//! The columns that a text takes, and how much of it fits.

use unicode_width::UnicodeWidthChar;

pub fn char_columns(c: char) -> usize {
    c.width().unwrap_or(1)
}

/// How many characters of `text` fit in `most` columns, and whether that is all of them. If the text is cut, room for
/// the mark is kept.
pub fn count_chars_that_fit(text: &str, most: usize) -> (usize, bool) {
    let (mut used, mut with_mark) = (0, 0);
    for (index, c) in text.chars().enumerate() {
        used += char_columns(c);
        if used > most {
            return (with_mark, false);
        }
        if used < most {
            with_mark = index + 1;
        }
    }
    (text.chars().count(), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_narrow_and_nothing() {
        assert_eq!(
            ['a', 'é', '\u{301}', '日', '한', '🚀', '│', '\u{200d}'].map(char_columns),
            [1, 1, 0, 2, 2, 2, 1, 0]
        );
    }

    #[test]
    fn cuts_leave_room_for_their_mark() {
        assert_eq!(count_chars_that_fit("abc", 3), (3, true));
        assert_eq!(count_chars_that_fit("abcd", 3), (2, false));
        assert_eq!(count_chars_that_fit("日本語", 6), (3, true));
        assert_eq!(count_chars_that_fit("日本語", 5), (2, false));
        assert_eq!(count_chars_that_fit("日本語", 4), (1, false));
        assert_eq!(count_chars_that_fit("日", 1), (0, false));
        assert_eq!(count_chars_that_fit("abc", 0), (0, false));
        assert_eq!(count_chars_that_fit("", 0), (0, true));
    }
}
