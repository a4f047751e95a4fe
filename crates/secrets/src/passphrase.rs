//! What is made of words: answers and types on one side, passphrases on the other.

use super::value::value_looks_like_constant_name;
use super::words::{is_uniformly_cased, split_into_words, table_has_word};

/// The name of a type, a state or an answer.
pub fn is_type_or_answer_word(value: &str) -> bool {
    let lower = value.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase();
    lower.is_empty() || table_has_word("stock", &lower)
}

/// Four or more words and a number: nothing else is written like that under a sensitive name.
pub fn is_passphrase_with_number(value: &str) -> bool {
    value.len() >= 16
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().filter(|byte| matches!(byte, b'-' | b'.' | b'_' | b' ')).count() >= 3
        && may_be_passphrase(value)
}

/// A phrase that is not a name: its words are parted by blanks, by hyphens or by capitals alone.
pub fn is_passphrase_not_name(value: &str) -> bool {
    let signs = |sign: char| value.matches(sign).count();
    let parted = if value.contains(' ') { signs(' ') } else { signs('-') };
    let joined = || value.bytes().all(|byte| byte.is_ascii_alphabetic()) && split_into_words(value).len() >= 4;
    !value.contains(['_', '.']) && (parted >= 3 || joined()) && may_be_passphrase(value)
}

/// Four or more words that make no sentence: `correct horse battery staple`, `Tabby4-Fossil-lucid-Ember`,
/// `CorrectHorseBatteryStaple`.
pub fn may_be_passphrase(value: &str) -> bool {
    // Arguments of a command, the name of a constant.
    if value.contains(" -") || value_looks_like_constant_name(value) {
        return false;
    }
    let joined = value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let spaced = joined || value.contains(' ');
    // A sentence that somebody made up has a number in it.
    let counted = value.contains(' ') && value.bytes().any(|byte| byte.is_ascii_digit());
    let signs: &[char] = if counted { &[',', '!', '?', ';'] } else { &[] };
    let parts: Vec<&str> = match joined {
        true => split_into_words(value),
        false => value
            .split([' ', '-', '.', '_'])
            .map(|part| part.trim_end_matches(signs))
            .filter(|part| !part.is_empty())
            .collect(),
    };
    let word = |part: &&str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        (3..=12).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
            && is_uniformly_cased(&letters)
            && !table_has_word("prose", &letters.to_ascii_lowercase())
    };
    let number = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let counted = parts.iter().filter(|part| word(part)).count();
    (if spaced || value.contains(['_', '.']) { 4..=12 } else { 3..=12 }).contains(&counted)
        && parts.iter().all(|part| word(part) || number(part))
}
