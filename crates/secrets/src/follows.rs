//! What must follow a keyword so that it counts: a token, a login, or the rest of a name and a sign that binds a value.

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
pub fn ends_name(all: &[u8], at: usize, stem: usize) -> bool {
    let text = &all[at + stem..];
    if is_other_word(all, at, stem) || is_verdict(all, at, stem) || ends_base64(all, at + stem) {
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
        None
        | Some(
            b'='
            | b':'
            | b'>'
            | b'<'
            | b','
            | b'|'
            | b';'
            | b'\t'
            | b'('
            | b'\n'
            | b'\r'
            | b'&'
            | b'%'
            | b'~'
            | b'#'
            | b'{'
            | 0
            | 0x1b
            | 0x80..,
        ) => true,
        Some(b' ') => {
            let after = rest.iter().find(|byte| **byte != b' ').copied().unwrap_or(b'\n');
            // A sentence goes on with a letter: of that only flags and settings are of interest.
            let said = [&b" is "[..], b" is:", b" to ", b" was ", b" set to "];
            let says = said.iter().any(|words| rest.starts_with(words));
            !after.is_ascii_alphabetic()
                || says
                || close > 0
                || matches!(rest.get(1), Some(b' '))
                || begins_setting(all, at)
                || is_glued(all, at)
                || goes_on_with_value(rest)
                || leads_to_next_line(rest)
        }
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
    // A word begins behind a sign, and with a capital letter behind a small one.
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

/// A line of base64, as of a certificate, that ends with the stem by chance: no label of the next line.
fn ends_base64(all: &[u8], end: usize) -> bool {
    const SHORTEST: usize = 40;
    if !matches!(all.get(end), None | Some(b'\n' | b'\r')) {
        return false;
    }
    let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let count = all[..end].iter().rev().take(200).take_while(is_base64).count();
    count >= SHORTEST && (count == end || all[end - count - 1] == b'\n')
}

/// The letters that go on with a word: `apiKEY|NAMEs` has `NAM` behind a stem in capitals, `key|board` has `board`.
fn letters_of_same_case(all: &[u8], from: usize) -> &[u8] {
    let upper = all[from - 1].is_ascii_uppercase();
    let same = |byte: &&u8| if upper { byte.is_ascii_uppercase() } else { byte.is_ascii_lowercase() };
    let count = all[from..].iter().take(16).take_while(same).count();
    // A capital letter before a small one begins the next word.
    let next = upper && count > 0 && all.get(from + count).is_some_and(u8::is_ascii_lowercase);
    &all[from..from + count - usize::from(next)]
}

/// How a test ended: `Case 1    | PASS |`, `test_sum ... pass`, `[ PASS ]`, `--- PASS: TestSum`, `(pass) sums`. A heading of a
/// table has more columns.
fn is_verdict(all: &[u8], at: usize, stem: usize) -> bool {
    if !all[at..at + stem].eq_ignore_ascii_case(b"pass") {
        return false;
    }
    let line = memchr::memrchr(b'\n', &all[at.saturating_sub(200)..at]);
    let before = &all[line.map_or(at.saturating_sub(200), |end| at.saturating_sub(200) + end + 1)..at];
    let after = &all[at + stem..];
    if before.ends_with(b"--- ") && after.starts_with(b": ") || before.ends_with(b"(") && after.starts_with(b") ") {
        return true;
    }
    let rest = after[..memchr::memchr(b'\n', after).unwrap_or(after.len())].trim_ascii();
    let is_framed = [(&b"| "[..], &b"|"[..]), (b"[ ", b"]"), (b"... ", b"")]
        .iter()
        .any(|(opens, closes)| before.ends_with(opens) && rest == *closes);
    is_framed && before.iter().any(u8::is_ascii_alphanumeric) && !before.iter().rev().skip(2).any(|byte| *byte == b'|')
}

/// `-field=NAME`, `/shop/NAME`, `$NAME`: a sign binds the name to what a command asks for.
fn is_glued(all: &[u8], at: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let before = &all[at.saturating_sub(40)..at];
    before.iter().rfind(|byte| !is_name(byte)).is_some_and(|byte| matches!(byte, b'=' | b'/' | b'$'))
}

/// `token for the first start:` at the end of a line.
fn leads_to_next_line(rest: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', &rest[..rest.len().min(60)]).unwrap_or(rest.len());
    end < 60 && rest[..end].trim_ascii_end().ends_with(b":")
}

/// A literal behind a type (`password string = '…'`), or a word that no sentence has among the next ones.
fn goes_on_with_value(rest: &[u8]) -> bool {
    let line = &rest[..rest.iter().take(120).position(|byte| *byte == b'\n').unwrap_or(rest.len().min(120))];
    let may_be_value = |word: &[u8]| {
        word.len() >= 8 && word.iter().any(u8::is_ascii_digit) && word.iter().any(u8::is_ascii_alphabetic)
            || word.len() >= 20
    };
    // `auth-pass NAME value`: two words and the end of the line.
    let mut ends = line[1..].split(|byte| *byte == b' ');
    if let (Some(_), Some(value), None) = (ends.next(), ends.next(), ends.next())
        && may_be_value(value)
    {
        return true;
    }
    let mut before: Option<&[u8]> = None;
    let bound = line[1..].split(|byte| *byte == b' ').any(|word| {
        let bound = before.is_none_or(|before| {
            is_encoding(before)
                || before.ends_with(b":")
                || BINDING.iter().any(|binds| binds.as_bytes() == before.strip_prefix(b"(").unwrap_or(before))
        });
        before = Some(word);
        bound && may_be_value(word)
    });
    let holds = |word: &[u8]| memchr::memmem::find(line, word).is_some();
    bound || line.ends_with(b"?") || holds(b"= ") || holds(b"<<< ") || holds(b"DEFAULT ") || holds(b"VALUE ")
}

/// Words between a name and its value that say how the value is written.
pub fn is_encoding(word: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "cipher",
        "simple",
        "plain",
        "plaintext",
        "cleartext",
        "clear",
        "ascii",
        "hex",
        "md5",
        "sha",
        "sha1",
        "sha256",
        "encrypted",
        "unencrypted",
        "irreversible-cipher",
        "ascii-text",
        "password",
        "string",
    ];
    word.len() <= 2 && !word.is_empty() && word.iter().all(u8::is_ascii_digit)
        || WORDS.iter().any(|known| known.as_bytes() == word)
}

/// Words that bind a value to a name further before it.
pub const BINDING: &[&str] = &[
    "is",
    "to",
    "as",
    "was",
    "now",
    "TO",
    "=",
    "-",
    "→",
    "->",
    "=>",
    "value:",
    "value",
    "it's",
    "is:",
    "for:",
    "to:",
    "below:",
    "here:",
    "following:",
    "new:",
];

/// The name that holds this place is a flag, or begins its line.
fn begins_setting(all: &[u8], at: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
    let before = &all[at.saturating_sub(40)..at];
    let start = before.iter().rposition(|byte| !is_name(byte)).map_or(0, |at| at + 1);
    // A tag may have attributes.
    let tag = start > 0 && before[start - 1] == b'<';
    let flag = before.get(start) == Some(&b'-');
    let set = [&b"ENV "[..], b"setenv ", b"setx "].iter().any(|word| before[..start].ends_with(word));
    flag || tag
        || set
        || (all[at].is_ascii_uppercase() && is_before_last_word(&all[at..]))
        || before[..start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|byte| *byte == b'\n')
}

/// A name, one word behind it, and nothing more: `set -x NAME value`.
fn is_before_last_word(text: &[u8]) -> bool {
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    let value = text[name..].strip_prefix(b" ").unwrap_or_default();
    let end = value.iter().take(300).position(|byte| byte.is_ascii_whitespace()).unwrap_or(value.len());
    end > 5 && matches!(value.get(end), None | Some(b'\n' | b'\r'))
}

#[cfg(test)]
#[path = "../tests/unit/follows.rs"]
mod tests;
