//! What bytes and characters of a line are: parts of words, scripts and signs, numbers, times, random tokens.

use unicode_normalization::UnicodeNormalization;

pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How many times letters stand side by side in a run.
pub fn count_letter_runs(run: &[u8]) -> usize {
    run.split(|byte| !byte.is_ascii_alphabetic()).filter(|letters| !letters.is_empty()).count()
}

/// Lower case, without accents.
pub fn fold_char(c: char, into: &mut String) {
    if c.is_ascii() {
        into.push(c.to_ascii_lowercase());
        return;
    }
    into.extend(
        c.nfkd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase).filter(|&c| !is_combining_mark(c)),
    );
}

pub fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Scripts written without spaces: indexed by pairs of characters.
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3100}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}' | '\u{e00}'..='\u{e7f}')
}

/// Signs a person would search for; lines, arrows and boxes are decoration.
pub fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '€' | '£' | '¥' | '§' | '°' | 'µ')
}

/// Random, or as good as: mixed like hex, with many changes between letters and digits, or with a long number in it.
pub fn is_random_token(run: &[u8]) -> bool {
    let (mut changes, mut digit_run, mut longest) = (0, 0, 0);
    for (at, byte) in run.iter().enumerate() {
        if byte.is_ascii_digit() {
            digit_run += 1;
            longest = longest.max(digit_run);
        } else {
            digit_run = 0;
        }
        changes += usize::from(at > 0 && byte.is_ascii_digit() != run[at - 1].is_ascii_digit());
    }
    // `E0308` is somebody's code; `e29b` is a piece of something random.
    let coded = changes == 1 && run[0].is_ascii_uppercase() && run.len() <= 6;
    let hex = run.len() >= 4 && run.iter().all(u8::is_ascii_hexdigit) && !coded;
    let measured = run[0].is_ascii_digit();
    hex || measured
        || (longest >= 4 && !coded)
        || (run.len() >= 6 && changes >= 4)
        || (run.starts_with(b"0x") && run.len() > 4)
}

/// Where a number with its inner points, colons and the like ends.
pub fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        end += bytes[end..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let joins = matches!(bytes.get(end), Some(b'.' | b':' | b',' | b'-' | b'/'));
        if !(joins && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)) {
            return end;
        }
        end += 1;
    }
}

/// `2026-11-15`, `12:30:05.123`, `2026-11-15T12:30:05Z` from `at`: where it ends.
pub fn time_stamp_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let date = |at: usize| {
        let separator = *bytes.get(at + 4).filter(|byte| matches!(byte, b'-' | b'/' | b'.'))?;
        let fits = digits(at) == 4 && digits(at + 5) == 2 && bytes.get(at + 7) == Some(&separator);
        (fits && digits(at + 8) == 2).then_some(at + 10)
    };
    let time = |at: usize| {
        let hours = digits(at);
        let fits = matches!(hours, 1 | 2) && bytes.get(at + hours) == Some(&b':') && digits(at + hours + 1) == 2;
        let minutes = at + hours + 3;
        let seconds = bytes.get(minutes) == Some(&b':') && digits(minutes + 1) == 2;
        if !fits || !seconds {
            return None;
        }
        let mut end = minutes + 3;
        if matches!(bytes.get(end), Some(b'.' | b',')) {
            end += 1 + digits(end + 1);
        }
        let zulu = bytes.get(end) == Some(&b'Z') && !bytes.get(end + 1).is_some_and(|&next| is_word_byte(next));
        Some(end + usize::from(zulu))
    };
    match date(at) {
        Some(end) => match bytes.get(end) {
            Some(b'T' | b'-' | b'_') => Some(time(end + 1).unwrap_or(end)),
            _ => Some(end),
        },
        None => time(at),
    }
}
