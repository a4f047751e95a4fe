//! The words that a value or a name is made of, and the tables of words.

// `TABLES`: those of `data/words.tsv` by their names, both the names and the words in this order.
include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// Two words are mostly told apart by their lengths, which is faster than by their letters.
fn order_of(word: &str) -> (usize, &str) {
    (word.len(), word)
}

/// The words of a table; none of one that is not there.
pub fn words_of_table(table: &str) -> &'static [&'static str] {
    TABLES.binary_search_by_key(&order_of(table), |(name, _)| order_of(name)).map_or(&[], |at| TABLES[at].1)
}

/// Whether a table of words holds this one.
pub fn table_has_word(table: &str, word: &str) -> bool {
    words_of_table(table).binary_search_by_key(&order_of(word), |of_table| order_of(of_table)).is_ok()
}

/// Whether the word ends with one of a table.
pub fn ends_with_table_word(table: &str, word: &str) -> bool {
    words_of_table(table).iter().any(|ending| word.ends_with(ending))
}

/// `Word`, `word`, `WORD`.
pub fn is_uniformly_cased(word: &&str) -> bool {
    word[1..].bytes().all(|byte| byte.is_ascii_lowercase()) || word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Runs of letters, `camelCase` taken apart.
pub fn split_into_words(value: &str) -> Vec<&str> {
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

/// What `pass` makes one word with.
pub const AFTER_PASS: &[&str] = &["word", "words", "wd", "phrase", "code", "key"];

/// The words of a name: `dbPassword`, `DB_PASSWORD`, `db.password`, `db-password` are all `db password`.
pub fn split_name_into_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::with_capacity(4);
    let bytes = name.as_bytes();
    let mut begins = true;
    for (at, &byte) in bytes.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            begins = true;
            continue;
        }
        let hump = byte.is_ascii_uppercase()
            && at > 0
            && (bytes[at - 1].is_ascii_lowercase()
                || bytes[at - 1].is_ascii_digit()
                || (bytes[at - 1].is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)));
        if std::mem::take(&mut begins) || hump {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(byte.to_ascii_lowercase() as char);
        }
    }
    // `PassWord`, `pass_phrase`
    while let Some(at) = words.windows(2).position(|pair| pair[0] == "pass" && AFTER_PASS.contains(&pair[1].as_str())) {
        let end = words.remove(at + 1);
        words[at].push_str(&end);
    }
    words
}
