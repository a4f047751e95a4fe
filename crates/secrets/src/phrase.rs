//! Tables of words, and what is made of words: answers and types on one side, passphrases on the other.

use super::value::is_constant;
use super::words::{is_word, words};

/// What stands where a value could, and is none: the names of types, states and answers.
const STOCK: &str = "\
    string str bool boolean int integer number float any unknown object array bytes char varchar text uuid date \
    datetime timestamp void null none nil undefined true false yes no on off required optional default empty unset \
    set missing invalid valid expired wrong incorrect hidden ok failed error enabled disabled auto basic digest \
    bearer plain always never prompt ask stdin env file vault keychain input secret password token key passwd pass \
    hash hashed redacted sensitive changeme test example sample value username user name login readonly read write \
    public private self this refresh access jwt oauth oauth2 oidc saml ldap apikey api_key api-key inherit used \
    unused present absent unchanged changed updated created deleted mismatch sha256 sha1 sha512 md5 bcrypt argon2 \
    argon2id scram-sha-256 scram-sha256 scram-sha-1 cram-md5 digest-md5 gssapi ntlm xoauth2 trust peer ident cookie session global local strict lax select radio \
    checkbox column secretstr secretstring nullable confidential internal reset generate generated random noop mock \
    stub dummy fake placeholder todo tbd n/a na - manual sha options option flag flags argument arguments mut const dyn await new continue break return";

/// Words of which prose is made and passphrases are not.
const PROSE: &str = "\
    the a an to of is are was be been for must should and or with in on if use used using this that your you it not \
    no at by from as will can cannot has have when which but we i than then into only required optional value \
    password token key secret least characters set string default all any may does did do before after new invalid \
    missing expired failed error found name file user per via its see also auth authentication type option test \
    tests ok line lines code data";

/// Whether a table of words holds this one.
pub fn holds(table: &str, word: &str) -> bool {
    table.split(' ').any(|known| known == word)
}

/// The name of a type, a state or an answer.
pub fn is_stock_word(value: &str) -> bool {
    let lower = value.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase();
    lower.is_empty() || holds(STOCK, &lower)
}

/// Four or more words and a number: nothing else is written like that under a sensitive name.
pub fn is_passphrase(value: &str) -> bool {
    value.len() >= 16
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().filter(|byte| matches!(byte, b'-' | b'.' | b'_' | b' ')).count() >= 3
        && is_phrase(value)
}

/// A phrase that is no name: its words are parted by blanks, by hyphens or by capitals alone.
pub fn is_spoken(value: &str) -> bool {
    let signs = |sign: char| value.matches(sign).count();
    let parted = if value.contains(' ') { signs(' ') } else { signs('-') };
    let joined = || value.bytes().all(|byte| byte.is_ascii_alphabetic()) && words(value).len() >= 4;
    !value.contains(['_', '.']) && (parted >= 3 || joined()) && is_phrase(value)
}

/// Four or more words that make no sentence: `correct horse battery staple`, `Tabby4-Fossil-lucid-Ember`,
/// `CorrectHorseBatteryStaple`.
pub fn is_phrase(value: &str) -> bool {
    // Arguments of a command, the name of a constant.
    if value.contains(" -") || is_constant(value) {
        return false;
    }
    let joined = value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let spaced = joined || value.contains(' ');
    // A sentence that somebody made up has a number in it.
    let counted = value.contains(' ') && value.bytes().any(|byte| byte.is_ascii_digit());
    let signs: &[char] = if counted { &[',', '!', '?', ';'] } else { &[] };
    let parts: Vec<&str> = match joined {
        true => words(value),
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
            && is_word(&letters)
            && !holds(PROSE, &letters.to_ascii_lowercase())
    };
    let number = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let counted = parts.iter().filter(|part| word(part)).count();
    (if spaced || value.contains(['_', '.']) { 4..=12 } else { 3..=12 }).contains(&counted)
        && parts.iter().all(|part| word(part) || number(part))
}
