//! The words that a value is made of.

/// `Word`, `word`, `WORD`.
pub fn is_word(word: &&str) -> bool {
    let rest = &word[1..];
    rest.bytes().all(|byte| byte.is_ascii_lowercase()) || word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Runs of letters, `camelCase` taken apart.
pub fn words(value: &str) -> Vec<&str> {
    let bytes = value.as_bytes();
    let mut words = Vec::new();
    let mut start = None;
    for at in 0..=bytes.len() {
        let letter = bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        let hump = letter && at > 0 && bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
        if let Some(from) = start.filter(|_| !letter || hump) {
            words.push(&value[from..at]);
            start = None;
        }
        if letter && start.is_none() {
            start = Some(at);
        }
    }
    words
}
