//! Which names mean a secret, and the stems by which a text is searched for them at all. Most words are in `data/words.tsv`.

use super::name_classes::remembered_class;
use super::words::{ends_with_table_word, split_name_into_words, table_has_word};

/// How much a name alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SensitiveNameClass {
    /// Chosen by people: short values count.
    Password,
    /// Made by a machine, or long.
    Token,
    /// Also the name of other things: the value must look like a secret.
    Weak,
}

/// A part of a word that every sensitive name holds, in lower case, with a capital or in capitals.
pub struct NameStem {
    pub letters: &'static str,
    /// It begins a word.
    pub begins: bool,
    /// What may follow it in the same word; anything if there is nothing.
    pub rests: &'static [&'static str],
}

// `STEMS`: the rows of `data/stems.tsv`.
include!(concat!(env!("OUT_DIR"), "/stems.rs"));

pub fn is_constant_name(name: &str) -> bool {
    let is_other = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b'-');
    name.bytes().any(|byte| byte.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || is_other(byte))
}

/// Whether a name holds a stem at all: nearly all do not, and taking a name apart costs more.
fn holds_stem(name: &[u8]) -> bool {
    let is_at = |at: usize, stem: &[u8]| {
        stem[0] == name[at] | 0x20 && name.get(at..at + stem.len()).is_some_and(|part| part.eq_ignore_ascii_case(stem))
    };
    (0..name.len()).any(|at| STEMS.iter().any(|stem| is_at(at, stem.letters.as_bytes())))
}

/// `prod`, `2`, `v2`: after the word that means a secret it changes nothing.
fn is_qualifier(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.is_empty()
        || table_has_word("qualifiers", letters)
        || letters.len() < word.len() && table_has_word("qualifiers", word)
}

/// Where the name of two words begins whose last one is this: `Private Key`.
pub fn spaced_name_start(line: &str, start: usize, end: usize) -> Option<usize> {
    if !line[start..end].eq_ignore_ascii_case("key") {
        return None;
    }
    let before = line[..start].strip_suffix(' ')?;
    let from = before.bytes().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
    table_has_word("spaced key kinds", &before[from..].to_ascii_lowercase()).then_some(from)
}

/// Names that are known as a whole.
fn class_of_special_name(name: &str, words: &[String]) -> Option<SensitiveNameClass> {
    // Alone it is mostly the working directory: of its values only those that look like a secret count.
    if matches!(words[..], [ref only] if matches!(only.as_str(), "pwd" | "pswd" | "psw")) {
        return Some(if is_constant_name(name) { SensitiveNameClass::Weak } else { SensitiveNameClass::Token });
    }
    // What routers call a key that they share; a variable with the name of a host at its end.
    if name.eq_ignore_ascii_case("key-string") || name.starts_with("TF_TOKEN_") {
        return Some(SensitiveNameClass::Token);
    }
    if matches!(name, "PIN" | "--pin" | "-pin") {
        return Some(SensitiveNameClass::Password);
    }
    // `SLACK_WEBHOOK_URL`: the address is the secret.
    if words.ends_with(&["webhook".into(), "url".into()]) {
        return Some(SensitiveNameClass::Token);
    }
    if words.len() >= 2 && words[words.len() - 2..] == ["session", "id"] {
        return Some(if is_constant_name(name) { SensitiveNameClass::Token } else { SensitiveNameClass::Weak });
    }
    None
}

/// Whether a name means a secret, and how surely.
pub fn classify_sensitive_name(name: &str) -> Option<SensitiveNameClass> {
    remembered_class(name, classify_new_name)
}

fn classify_new_name(name: &str) -> Option<SensitiveNameClass> {
    if name.len() < 2 || name.len() > 100 || !holds_stem(name.as_bytes()) {
        return None;
    }
    let mut words = split_name_into_words(name);
    // An identifier made by a machine holds any letters.
    let dotted = name.contains('.');
    if words.iter().filter(|word| word.bytes().any(|byte| byte.is_ascii_digit())).count() > 2
        || (words.len() > 7 && !dotted)
    {
        return None;
    }
    if let Some(class) = class_of_special_name(name, &words) {
        return Some(class);
    }
    // `SECRET_ID` is what Vault's AppRole logs in with; `private_key_id` stands in the key files of Google.
    let secret_id = words.ends_with(&["secret".into(), "id".into()])
        || words.ends_with(&["private".into(), "key".into(), "id".into()]);
    while words.len() > 1 && words.last().is_some_and(|last| is_qualifier(last)) {
        words.pop();
    }
    // `isOAuth`, `has_password`: an answer.
    if words.len() > 1 && matches!(words[0].as_str(), "is" | "has" | "should" | "can" | "needs" | "no" | "without") {
        return None;
    }
    // `Access-Control-Allow-Credentials`
    if words.iter().any(|word| word == "allow") {
        return None;
    }
    let whole = words.last()?.clone();
    let last = whole.trim_end_matches(|c: char| c.is_ascii_digit());
    if last == "pass" && words.len() > 1 {
        // `ci-pass`, `MIN_TO_PASS`: what has passed.
        let passed = table_has_word("passed", &words[words.len() - 2]);
        return Some(if passed { SensitiveNameClass::Weak } else { SensitiveNameClass::Password });
    }
    if ends_with_table_word("password endings", last) || table_has_word("password words", last) {
        return Some(SensitiveNameClass::Password);
    }
    let compound = |ending: &str| last.strip_suffix(ending).is_some_and(|before| table_has_word("before pass", before));
    if ["pass", "pwd", "pw", "auth"].into_iter().any(compound) && last != "oauth" {
        return Some(SensitiveNameClass::Password);
    }
    // `public_key`, `hashed_secret`: not the secret itself.
    if words.iter().any(|word| matches!(word.as_str(), "public" | "publishable" | "pub" | "hashed")) {
        return None;
    }
    let before = words.len().checked_sub(2).and_then(|at| words.get(at)).map(String::as_str);
    if secret_id || ends_with_table_word("token endings", last) {
        return Some(SensitiveNameClass::Token);
    }
    // `otpSeed`, `recovery_code`, `seed_phrase`, `card_pin`
    if before.is_some_and(|before| table_has_word(&format!("{last} of"), before)) {
        return Some(SensitiveNameClass::Password);
    }
    if matches!(last, "token" | "key") && before.is_some_and(|before| table_has_word("seen kinds", before)) {
        return None;
    }
    if table_has_word("token words", last) {
        return Some(SensitiveNameClass::Token);
    }
    // `process.env.MAPS_KEY`
    let constant = is_constant_name(name.rsplit('.').next().unwrap_or(name));
    if last == "key" {
        let kind = before.is_some_and(|before| table_has_word("key kinds", before));
        return match before {
            Some(_) if kind || constant => Some(SensitiveNameClass::Token),
            // `stripeKey`, `merchant_key`: whose key it is.
            Some(before) => {
                (before.len() >= 3 && !table_has_word("plain kinds", before)).then_some(SensitiveNameClass::Weak)
            }
            None => None,
        };
    }
    // `ERLANG_COOKIE`, `RABBITMQ_ERLANG_COOKIE`
    if last == "cookie" && (before == Some("erlang") || constant && before.is_some()) {
        return Some(SensitiveNameClass::Token);
    }
    // `redis_auth`, `github_pat`
    let served = last == "auth" && before.is_some_and(|before| table_has_word("before pass", before));
    if served || matches!(last, "pat" | "sas") && before.is_some() {
        return Some(SensitiveNameClass::Token);
    }
    if table_has_word("weak words", last) && before != Some("o") {
        return Some(if constant && last != "authorization" {
            SensitiveNameClass::Token
        } else {
            SensitiveNameClass::Weak
        });
    }
    None
}

#[cfg(test)]
#[path = "../tests/unit/names.rs"]
mod tests;
