//! Whether a value can be a secret at all: not a placeholder of documentation, code that only names it, or plain words.

/// `$TOKEN`, `<password>`, `****`, `xxxx`, `EXAMPLE`, `123456`: text in the place of a secret.
pub fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    value.starts_with(['$', '<', '{', '%', '*', '#'])
        || value.starts_with("[masked:")
        || value.contains("${")
        || value.contains("{{")
        || value.contains('…')
        || value.contains("###")
        || value.contains("***")
        || bytes.iter().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_' | b'0'))
        || (!is_uuid(value) && (has_run(bytes) || repeats_itself(value)))
        || says_so(value)
}

/// A UUID, which some vendors issue; its digits do not show whether it is a sample.
fn is_uuid(value: &str) -> bool {
    let dashes = [8, 13, 18, 23];
    let digit = |(at, byte): (usize, u8)| if dashes.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() };
    value.len() == 36 && value.bytes().enumerate().all(digit) && entropy(value) > 2.0
}

/// Most of it is one character repeated, or characters in sequence: no random token has that.
fn has_run(bytes: &[u8]) -> bool {
    let (mut same, mut rising, mut in_runs) = (1, 1, 0);
    let mut close = |run: usize| in_runs += if run >= 3 { run } else { 0 };
    for pair in bytes.windows(2) {
        let [before, after] = [pair[0].to_ascii_lowercase(), pair[1].to_ascii_lowercase()];
        // 9 is followed by 0 when somebody counts.
        let follows =
            after.is_ascii_alphanumeric() && (after == before.wrapping_add(1) || (before, after) == (b'9', b'0'));
        if before == after {
            same += 1;
        } else {
            close(std::mem::replace(&mut same, 1));
        }
        if follows {
            rising += 1;
        } else {
            close(std::mem::replace(&mut rising, 1));
        }
    }
    close(same);
    close(rising);
    bytes.len() >= 6 && in_runs * 3 >= bytes.len() * 2
}

/// `1234-1234-1234-…`: the same part three times.
pub fn repeats_itself(value: &str) -> bool {
    let parts = || value.split(['-', '.', '_', ':']).filter(|part| part.len() >= 3);
    parts().any(|part| parts().filter(|other| *other == part).count() >= 3)
}

/// Words that a placeholder is made of.
fn says_so(value: &str) -> bool {
    const WORDS: [&str; 12] = [
        "example",
        "your",
        "placeholder",
        "change",
        "dummy",
        "redacted",
        "insert",
        "replace",
        "here",
        "sample",
        "fake",
        "todo",
    ];
    let lower = value.to_ascii_lowercase();
    // A long token may hold such a word by chance; one that is made of words has few digits.
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    lower.contains("example") || (digits * 6 < value.len() && WORDS.iter().any(|word| lower.contains(word)))
}

/// Values from tests and tutorials: a password that names itself (`TestPassword123!`), a word and `123`, only words of
/// the kind (`foo$bar`).
pub fn is_sample(value: &str) -> bool {
    const ITSELF: [&str; 12] = [
        "password",
        "passwd",
        "passwort",
        "passphrase",
        "passcode",
        "pass",
        "pwd",
        "secret",
        "token",
        "apikey",
        "changeme",
        "credentials",
    ];
    const STOCK: [&str; 16] = [
        "foo", "bar", "baz", "qux", "test", "testing", "demo", "user", "username", "admin", "root", "guest", "hello",
        "world", "yyy", "zzz",
    ];
    let words = words(value);
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    let lower = |word: &&str| word.to_ascii_lowercase();
    if words.is_empty() || digits.len() > 4 || words.len() > 8 || !words.iter().all(is_word) {
        return false;
    }
    let counted = !digits.is_empty()
        && "12345".starts_with(&digits)
        && value.trim_end_matches(['!', '@', '#', '$', '.']).ends_with(&digits);
    words.iter().map(&lower).any(|word| ITSELF.contains(&word.as_str()))
        || words.iter().map(lower).all(|word| STOCK.contains(&word.as_str()))
        || (words.len() == 1 && words[0].len() >= 4 && counted)
}

/// `Word`, `word`, `WORD`.
fn is_word(word: &&str) -> bool {
    let rest = &word[1..];
    rest.bytes().all(|byte| byte.is_ascii_lowercase()) || word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Only words and separators.
pub fn is_of_words(value: &str) -> bool {
    words(value).iter().all(is_word)
}

/// Runs of letters, `camelCase` taken apart.
fn words(value: &str) -> Vec<&str> {
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

/// In the alphabet of base64, its padding included.
pub fn is_of_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Base64 and hardly anything else.
pub fn is_base64(value: &str) -> bool {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    let mixed =
        has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && (has(u8::is_ascii_digit) || value.len() >= 24);
    value.len() >= 8
        && value.len().is_multiple_of(4)
        && value.bytes().all(is_of_base64)
        && (value.ends_with('=') || mixed)
}

/// A JSON web token without a subject and a time opens no door: documentation shows such tokens.
pub fn claims_nothing(token: &str) -> bool {
    const CLAIMS: [&str; 40] = [
        "iss",
        "sub",
        "aud",
        "exp",
        "nbf",
        "iat",
        "jti",
        "id",
        "uid",
        "sid",
        "azp",
        "user",
        "username",
        "name",
        "email",
        "mail",
        "login",
        "scope",
        "scopes",
        "scp",
        "role",
        "roles",
        "group",
        "groups",
        "admin",
        "account",
        "org",
        "tenant",
        "team",
        "client",
        "app",
        "device",
        "session",
        "permissions",
        "auth",
        "key",
        "token",
        "project",
        "ref",
        "tid",
    ];
    if !token.starts_with("ey") {
        return false;
    }
    let Some(payload) = token.split('.').nth(1).and_then(decoded) else { return false };
    let Ok(serde_json::Value::Object(claims)) = serde_json::from_slice(&payload) else { return false };
    let speaks = |name: &String| words(name).iter().any(|word| CLAIMS.contains(&word.to_ascii_lowercase().as_str()));
    !claims.keys().any(speaks)
}

/// The bytes of base64 in the alphabet of URLs.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}

/// Bits per byte, each byte taken by itself.
pub fn entropy(value: &str) -> f64 {
    let mut counts = [0u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let total = value.len().max(1) as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|&count| f64::from(count) / total)
        .map(|share| -share * share.log2())
        .sum()
}

/// Letters and digits mixed as a generator mixes them.
pub fn is_mixed(value: &str) -> bool {
    let (mut digits, mut letters, mut changes, mut upper, mut lower) = (0, 0, 0, 0, 0);
    let mut before = None;
    for byte in value.bytes() {
        let class = match byte {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            _ => 3,
        };
        match class {
            0 => digits += 1,
            1 => lower += 1,
            2 => upper += 1,
            _ => {}
        }
        letters += usize::from(class == 1 || class == 2);
        changes += usize::from(before.is_some_and(|before| before != class));
        before = Some(class);
    }
    (digits >= 2 && letters >= 2 && changes * 8 >= value.len().saturating_sub(8))
        || (upper >= 3 && lower >= 3 && changes * 3 >= value.len())
}

/// An expression that names a secret: `process.env.TOKEN`, `var.db_password`, `getToken()`, `ACCESS_TOKEN`, a path, a number.
pub fn is_code(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'_'));
    let path = value.starts_with(['/', '~'])
        || value.starts_with("./")
        || value.starts_with("../")
        || value.contains("://")
        || (value.contains('/') && !is_mixed(value));
    let call = value.contains(['(', ')', '[', ']', '{', '}', '<', '>', '\\', '|', '`']);
    let name = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let dotted = value.contains('.') && value.split('.').all(name);
    // `base64.decode`: digits end a word. `ROCKET_0001`: words and numbers, nothing mixed.
    let word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    let dotted = dotted || (value.contains('.') && value.split('.').all(word));
    let name = value.matches('_').count() >= 2 && value.split('_').all(word);
    let one_kind = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_uppercase()) || part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let constant = value.contains('_') && value.split('_').all(one_kind);
    // A number that programs write; a key for Ethereum has 64 digits.
    let address =
        value.strip_prefix("0x").is_some_and(|hex| hex.len() < 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    number || path || call || dotted || name || constant || address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_tokens() {
        for value in [
            "$TOKEN",
            "<token>",
            "xxxxxxxxxxxx",
            "AKIAIOSFODNN7EXAMPLE",
            "abcdef123456",
            "please_change_me",
            "00000000",
            "aaaaaaaab1",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcfdd1da089", "hunter2", "a1B2a1B2a1B2"]
        {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn samples_are_told_from_passwords() {
        for value in
            ["TestPassword123!", "NewPassword123!x", "admin123", "Admin123!", "pwd2", "foo$bar", "pass", "my-secret"]
        {
            assert!(is_sample(value), "{value}");
        }
        for value in [
            "hunter2",
            "rapunz3l",
            "Tr0ub4dor&3",
            "P@ssw0rd$1",
            "winter2024",
            "kJ8sLq2vZx9RtYb4Wn7Pd3Hf",
            "secret-8f3a2c9d7e",
        ] {
            assert!(!is_sample(value), "{value}");
        }
    }

    #[test]
    fn a_token_without_claims_is_an_example() {
        let token = |payload: &str| format!("eyJhbGciOiJIUzI1NiJ9.{payload}.c2ln");
        assert!(claims_nothing(&token("eyJjb25maWRlbmNlIjowLjh9")));
        // {"sub":"1","exp":2} and what is no JSON at all.
        assert!(!claims_nothing(&token("eyJzdWIiOiIxIiwiZXhwIjoyfQ")));
        assert!(!claims_nothing(&token("eyKq83vEjRW")));
    }

    #[test]
    fn random_is_told_from_words() {
        for value in
            ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcf", "rclri1qzj865ufrdl1erbfqfoeqh3av9"]
        {
            assert!(is_mixed(value), "{value}");
        }
        for value in ["APIOrganizationExist", "correct", "requiredCharacteristicTypes", "version2"] {
            assert!(!is_mixed(value), "{value}");
        }
        for value in
            ["process.env.API_KEY", "getToken()", "ACCESS_TOKEN", "1234", "/etc/key.pem", "aws_db.default.password"]
        {
            assert!(is_code(value), "{value}");
        }
    }
}
