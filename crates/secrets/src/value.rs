//! Whether a value is random, base64 or made of words, by its characters alone.

use super::expression::is_structured_value;
use super::letters::{has_gibberish, is_readable_word};
use super::words::{is_uniformly_cased, split_into_words, split_name_into_words, table_has_word};

/// Only words and separators.
pub fn is_only_words(value: &str) -> bool {
    split_into_words(value).iter().all(is_uniformly_cased)
}

/// In the alphabet of base64, its padding included.
pub fn is_base64_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Base64 and hardly anything else.
pub fn is_base64(value: &str) -> bool {
    let letters = has_byte(value, u8::is_ascii_uppercase) && has_byte(value, u8::is_ascii_lowercase);
    let mixed = letters && (has_byte(value, u8::is_ascii_digit) || value.len() >= 24);
    value.len() >= 8
        && value.len().is_multiple_of(4)
        && value.bytes().all(is_base64_byte)
        && (value.ends_with('=') || mixed)
}

/// Bits per byte, each byte taken by itself.
pub fn entropy(value: &str) -> f64 {
    let mut counts = [0u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let total = value.len().max(1) as f64;
    let share = |count: &u32| f64::from(*count) / total;
    counts.iter().filter(|count| **count > 0).map(share).map(|share| -share * share.log2()).sum()
}

/// How many bytes of each class a value has, and how often the class changes from one byte to the next.
#[derive(Default)]
struct CharMix {
    /// Digits, small letters, capitals, other signs.
    of: [usize; 4],
    changes: usize,
}

fn count_char_mix(value: &str) -> CharMix {
    let class = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let mut mix = CharMix::default();
    value.bytes().for_each(|byte| mix.of[class(byte)] += 1);
    mix.changes = value.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    mix
}

/// Letters and digits mixed as a generator mixes them.
pub fn is_randomly_mixed(value: &str) -> bool {
    let CharMix { of: [digits, lower, upper, _], changes } = count_char_mix(value);
    (digits >= 2 && lower + upper >= 2 && changes * 8 >= value.len().saturating_sub(8))
        || (upper >= 3 && lower >= 3 && changes * 3 >= value.len())
}

/// A run of letters and digits that people read: words with a number after them at most.
pub fn is_wordlike(value: &str) -> bool {
    let parts = || value.split(['_', '-', ' ', '.']).filter(|part| !part.is_empty());
    parts().next().is_some()
        && parts().all(|part| {
            let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = part.len() - letters.len();
            if digits > 4 || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return false;
            }
            let words = split_into_words(letters);
            words.iter().filter(|word| word.len() == 1).count() <= 1
                && words.iter().all(|word| {
                    is_uniformly_cased(word) && (word.len() < 4 || has_vowel(word) && is_readable_word(word))
                })
        })
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|byte| b"aeiouyAEIOUY".contains(&byte))
}

fn has_byte(value: &str, test: fn(&u8) -> bool) -> bool {
    value.bytes().any(|byte| test(&byte))
}

/// `asn1Spec`, `x25519_check_key`, `ed25519.Ed25519PublicKey`: words that can be read, with numbers among them.
pub fn is_identifier_of_several_words(value: &str) -> bool {
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':');
    if !value.bytes().all(of_name) || value.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let parts = split_name_into_words(value);
    let runs = || parts.iter().flat_map(|part| part.split(|c: char| c.is_ascii_digit())).filter(|run| !run.is_empty());
    let readable = |run: &&str| run.len() >= 3 && (run.len() < 5 || has_vowel(run)) && is_readable_word(run);
    let letters: usize = runs().map(str::len).sum();
    let read: usize = runs().filter(readable).map(str::len).sum();
    let one_case = |part: &str| !(has_byte(part, u8::is_ascii_uppercase) && has_byte(part, u8::is_ascii_lowercase));
    let parted = value.contains('_') && value.split('_').all(one_case);
    // The number of an algorithm is a part of its name.
    let counts = |group: &&str| !group.is_empty() && !table_has_word("algorithms", group);
    let groups = || value.split(|c: char| !c.is_ascii_digit()).filter(counts);
    let last = groups().next_back().filter(|group| value.ends_with(group)).map_or(0, str::len);
    runs().count() >= 2
        && last <= 2
        && groups().count() <= 1 + parts.len() / 2
        && read * 6 >= letters * if parted { 3 } else { 4 }
        && groups().map(str::len).sum::<usize>() <= letters
}

/// `PRIV_PROC_TPD`: the name of a constant.
pub fn value_looks_like_constant_name(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    value.contains('_')
        && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && (digits == 0 || digits * 4 <= value.len() && is_identifier_of_several_words(value))
}

/// Random by its letters, digits and signs: no words, no expression, no path.
pub fn is_random(value: &str) -> bool {
    let name = value.trim_matches(['&', '?', '*', ';', '(', ')', '"']);
    // A short one may be made to be spoken.
    let named = (name.len() >= 11 || name.contains(['_', '.', ':'])) && is_identifier_of_several_words(name);
    if value.len() < 8 || value.contains([' ', '\t']) || named || is_structured_value(value) {
        return false;
    }
    if value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        return value.len() >= 16 && digits >= 3 && value.len() - digits >= 3 && entropy(value) >= 2.5;
    }
    let CharMix { of, changes } = count_char_mix(value);
    let varied = of.iter().all(|count| *count > 0) && changes >= 5;
    let pronounced = value.split(|c: char| !c.is_ascii_alphanumeric()).any(is_pronounceable_password);
    let mixed = is_randomly_mixed(value) && !is_wordlike(value) && entropy(value) >= 2.2;
    let parted = value.split(['-', '_', '.', '/', ':', ',', '(', ')']).all(|part| part.is_empty() || is_wordlike(part));
    !parted && (mixed || varied || pronounced || has_gibberish(value))
}

/// Random with a digit and letters beyond the hexadecimal ones: neither a hash nor a word of a sentence, a version, a
/// flag, a path or another setting.
pub fn is_strongly_random(value: &str) -> bool {
    let value = value.strip_prefix("base64:").unwrap_or(value);
    if value.len() < 8 || !has_byte(value, u8::is_ascii_digit) {
        return false;
    }
    let name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    let setting = value
        .trim_end_matches('=')
        .split_once(['=', ':'])
        .map(|(before, _)| before.trim_end_matches(['<', '>', '!']))
        .is_some_and(|before| !before.is_empty() && name(before) && is_wordlike(before));
    let parts = value.matches('/').count();
    let base64 = value.len() >= 16 && value.bytes().all(is_base64_byte) && !value.starts_with('/') && parts <= 2;
    let path = parts > 0 && !(base64 && is_randomly_mixed(value));
    !value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && !value.starts_with('-')
        && !has_version_number(value)
        && !setting
        && !path
        && is_random(value)
}

/// Capitals, small letters and digits, and nothing beyond ASCII.
pub fn has_upper_lower_and_digits(text: &str) -> bool {
    text.is_ascii()
        && [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit]
            .into_iter()
            .all(|test| has_byte(text, test))
}

/// `1.2` or `-v1_5` stands somewhere in it.
pub fn has_version_number(value: &str) -> bool {
    let number = |three: &[u8]| three[0].is_ascii_digit() && three[1] == b'.' && three[2].is_ascii_digit();
    let marked = |four: &[u8]| four.starts_with(b"-v") && four[2].is_ascii_digit() && four[3] == b'_';
    value.as_bytes().windows(3).any(number) || value.as_bytes().windows(4).any(marked)
}

/// `ieNg4aif`: a digit inside of letters, in capitals and small ones.
fn is_pronounceable_password(part: &str) -> bool {
    let class = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    let changes = part.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    let inner = part.trim_matches(|c: char| c.is_ascii_digit());
    (8..=24).contains(&part.len())
        && part.bytes().any(|byte| byte.is_ascii_uppercase())
        && part.bytes().any(|byte| byte.is_ascii_lowercase())
        && inner.bytes().any(|byte| byte.is_ascii_digit())
        && changes >= 3
}

#[cfg(test)]
#[path = "../tests/unit/value.rs"]
mod tests;
