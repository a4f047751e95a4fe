//! What must follow a keyword so that it counts: a token, a login, or the rest of a name and a sign that binds a value.

use super::words::table_has_word;

/// Characters of a token that must follow.
const TOKEN: usize = 20;

pub fn begins_token(text: &[u8]) -> bool {
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$/=,+~".contains(byte);
    text.get(..TOKEN).is_some_and(|token| token.iter().all(is_token))
}

pub fn begins_login(text: &[u8]) -> bool {
    let end = text.iter().take(400).position(|byte| byte.is_ascii_whitespace() || b"@\"'<>".contains(byte));
    let Some(login) = end.filter(|&end| text[end] == b'@').map(|end| &text[..end]) else { return false };
    let Some(slash) = memchr::memchr(b'/', login) else { return true };
    // A password with a slash is told from a port with a path.
    memchr::memchr(b':', &login[..slash]).is_some_and(|colon| !login[colon + 1..slash].iter().all(u8::is_ascii_digit))
}

/// Whether what follows a stem can be the rest of a name and a separator.
pub fn can_end_name(all: &[u8], at: usize, stem: usize) -> bool {
    let text = &all[at + stem..];
    if is_other_word(all, at, stem) {
        return false;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let Some(end) = text.iter().take(48).position(|byte| !is_name(byte)) else {
        // `password........value`
        return text.len() < 48 || memchr::memmem::find(&text[..48], b"....").is_some();
    };
    let rest = &text[end..];
    let close = rest.iter().take(6).take_while(|byte| b"\"'`]*\\?})".contains(byte)).count();
    let rest = &rest[close..];
    match rest.first() {
        None | Some(0x80..) => true,
        Some(byte) if b"=:><,|;\t(\n\r&%~#{ \0\x1b".contains(byte) => true,
        // `$NAME[1]: …`
        Some(b'[') => rest.get(1).is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'"' | b'\'')),
        // The characters were quotes of a string that the name begins or ends.
        _ => close > 0,
    }
}

/// The stem is a part of a word that means no secret: `path`, `passed`, `author`, `keyboard`, `inside`.
fn is_other_word(all: &[u8], at: usize, stem: usize) -> bool {
    let (word, rest) = (&all[at..at + stem], letters_of_same_case(all, at + stem));
    let rest_is = |ends: &[&str]| ends.iter().any(|end| rest.eq_ignore_ascii_case(end.as_bytes()));
    let rest_begins = |letters: &[u8]| rest.first().is_none_or(|byte| letters.contains(&byte.to_ascii_lowercase()));
    // A word begins after a sign, and with a capital letter after a small one.
    let begins = || match (at.checked_sub(1).map(|before| all[before]), word) {
        (Some(b't' | b'h' | b'T' | b'H'), [b'o' | b'O', ..]) => true,
        (Some(before), [first, .., last]) if before.is_ascii_alphabetic() => {
            first.is_ascii_uppercase() && (before.is_ascii_lowercase() || last.is_ascii_lowercase())
        }
        _ => true,
    };
    match (word[0].to_ascii_lowercase(), word[1].to_ascii_lowercase(), stem) {
        // pat, pin, sid, sas, salt, otp
        (b'p', b'a' | b'i', 3) | (b's', b'i' | b'a', 3) | (b's', b'a', 4) | (b'o', b't', 3) => {
            !rest.is_empty() || !begins()
        }
        // pass
        (b'p', b'a', 4) => !(rest_begins(b"wpck") || rest_is(&["e"])),
        // key, token, seed, webhook, macaroon
        (b'k', b'e', 3) | (b't', b'o', 5) | (b's', b'e', 4) if !word.eq_ignore_ascii_case(b"sess") => !rest.is_empty(),
        (b'w', b'e', 7) | (b'm', b'a', 8) => !rest.is_empty(),
        // auth
        (b'a', b'u', 4) => !(rest_begins(b"tk") || rest_is(&["orization"])),
        // cred
        (b'c', b'r', 4) => !rest_is(&["", "s", "ential", "entials"]),
        // sess
        (b's', b'e', 4) => {
            let Some(behind) = rest.get(..3).filter(|begin| begin.eq_ignore_ascii_case(b"ion")) else {
                return !rest_is(&["", "id"]);
            };
            let next = &all[at + stem + behind.len()..];
            let next = &next[next.iter().take(2).take_while(|byte| !byte.is_ascii_alphanumeric()).count()..];
            !next.get(..2).is_none_or(|next| next.eq_ignore_ascii_case(b"id"))
        }
        _ => false,
    }
}

/// The letters that go on with a word: `apiKEY|NAMEs` has `NAM` after a stem in capitals, `key|board` has `board`.
fn letters_of_same_case(all: &[u8], from: usize) -> &[u8] {
    let upper = all[from - 1].is_ascii_uppercase();
    let same = |byte: &&u8| if upper { byte.is_ascii_uppercase() } else { byte.is_ascii_lowercase() };
    let count = all[from..].iter().take(16).take_while(same).count();
    // A capital letter before a small one begins the next word.
    let next = upper && count > 0 && all.get(from + count).is_some_and(u8::is_ascii_lowercase);
    &all[from..from + count - usize::from(next)]
}

/// Words between a name and its value that say how the value is written.
pub fn is_encoding_word(word: &[u8]) -> bool {
    word.len() <= 2 && !word.is_empty() && word.iter().all(u8::is_ascii_digit)
        || std::str::from_utf8(word).is_ok_and(|word| table_has_word("encodings", word))
}
