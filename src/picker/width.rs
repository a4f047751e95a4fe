//! How many columns a character takes; where terminals disagree, the larger number, so that no line wraps.

/// Marks that are drawn over the character before them, and characters that are not drawn.
const NONE: &[(u32, u32)] = &[
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x0591, 0x05BD),
    (0x0610, 0x061A),
    (0x064B, 0x065F),
    (0x0E34, 0x0E3A),
    (0x0E47, 0x0E4E),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x2064),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE0E),
    (0xFE20, 0xFE2F),
    (0xFEFF, 0xFEFF),
    (0xE0100, 0xE01EF),
];

/// East Asian wide and full-width characters, and emoji.
const TWO: &[(u32, u32)] = &[
    (0x1100, 0x115F),
    (0x231A, 0x231B),
    (0x2329, 0x232A),
    (0x23E9, 0x23F3),
    (0x25FD, 0x25FE),
    (0x2614, 0x2615),
    (0x2648, 0x2653),
    (0x267F, 0x267F),
    (0x2693, 0x2693),
    (0x26A1, 0x26A1),
    (0x26AA, 0x26AB),
    (0x26BD, 0x26BE),
    (0x26C4, 0x26C5),
    (0x26CE, 0x26CE),
    (0x26D4, 0x26D4),
    (0x26EA, 0x26EA),
    (0x26F2, 0x26F5),
    (0x26FA, 0x26FD),
    (0x2705, 0x2705),
    (0x270A, 0x270B),
    (0x2728, 0x2728),
    (0x274C, 0x274E),
    (0x2753, 0x2757),
    (0x2795, 0x2797),
    (0x27B0, 0x27BF),
    (0x2B1B, 0x2B1C),
    (0x2B50, 0x2B55),
    (0x2E80, 0x303E),
    (0x3041, 0xA4CF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE10, 0xFE19),
    (0xFE30, 0xFE6F),
    (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x16FE0, 0x1B2FF),
    (0x1F004, 0x1F004),
    (0x1F0CF, 0x1F0CF),
    (0x1F18E, 0x1F19A),
    (0x1F1E6, 0x1F64F),
    (0x1F680, 0x1F6FF),
    (0x1F7E0, 0x1F7F0),
    (0x1F90C, 0x1FAFF),
    (0x20000, 0x3FFFD),
];

pub fn columns(c: char) -> usize {
    let within = |ranges: &[(u32, u32)]| {
        let at = ranges.partition_point(|(_, last)| *last < c as u32);
        ranges.get(at).is_some_and(|(first, _)| *first <= c as u32)
    };
    match c {
        ' '..='~' => 1,
        _ if within(NONE) => 0,
        _ if within(TWO) => 2,
        _ => 1,
    }
}

/// How many characters of `text` fit in `most` columns, and whether that is all of them. Room for a mark of the cut
/// is kept where there is one.
pub fn fitting(text: &str, most: usize) -> (usize, bool) {
    let (mut used, mut with_mark) = (0, 0);
    for (index, c) in text.chars().enumerate() {
        used += columns(c);
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
    fn tables_are_in_order() {
        for table in [NONE, TWO] {
            assert!(table.iter().all(|(first, last)| first <= last));
            assert!(table.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }

    #[test]
    fn wide_narrow_and_nothing() {
        assert_eq!(['a', 'é', '\u{301}', '日', '한', '🚀', '│', '\u{200d}'].map(columns), [1, 1, 0, 2, 2, 2, 1, 0]);
    }

    #[test]
    fn cuts_leave_room_for_their_mark() {
        assert_eq!(fitting("abc", 3), (3, true));
        assert_eq!(fitting("abcd", 3), (2, false));
        assert_eq!(fitting("日本語", 6), (3, true));
        assert_eq!(fitting("日本語", 5), (2, false));
        assert_eq!(fitting("日本語", 4), (1, false));
        assert_eq!(fitting("日", 1), (0, false));
        assert_eq!(fitting("abc", 0), (0, false));
        assert_eq!(fitting("", 0), (0, true));
    }
}
