//! Secrets that only their name shows: `DB_PASSWORD=…`, `"clientSecret": "…"`, `--token …`, `sessionid=…`.

use super::value::{entropy, is_code, is_mixed, is_placeholder, is_sample};
use std::ops::Range;

/// Words in the names of secrets, in the cases that people write.
pub const WORDS: &[&str] = &[
    "pass",
    "Pass",
    "PASS",
    "pwd",
    "Pwd",
    "PWD",
    "pw=",
    "pw:",
    "PW=",
    "PW:",
    "secret",
    "Secret",
    "SECRET",
    "token",
    "Token",
    "TOKEN",
    "key",
    "Key",
    "KEY",
    "credential",
    "Credential",
    "CREDENTIAL",
    "sessid",
    "SESSID",
    "sessionid",
    "SESSIONID",
    "sid=",
    "SID=",
    "_pat",
    "_PAT",
    "pat=",
    "PAT=",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Chosen by people: short ones count.
    Password,
    /// Made by a machine: long and mixed.
    Token,
}

/// The values of names that mean a secret.
pub fn find(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(step) = memchr::memchr3(b'=', b':', b' ', &bytes[at..]) {
        let sep = at + step;
        at = sep + 1;
        if found.last().is_some_and(|last| sep < last.end) {
            continue;
        }
        // `Token::Comma` is a path.
        if bytes[sep..].starts_with(b"::") && bytes.get(sep + 2) != Some(&b'=') {
            at = sep + 2;
            continue;
        }
        let Some(name) = name_before(line, sep) else { continue };
        let flag = name.0;
        // A blank separates a flag from its value and nothing else.
        if bytes[sep] == b' ' && !flag {
            continue;
        }
        let Some(class) = class_of(name.1) else { continue };
        let Some((value, quoted)) = value_after(line, sep) else { continue };
        let demanded = line[value.clone()].starts_with('?');
        if demanded || (!quoted && is_verdict(line, name.1, bytes[sep])) || (bytes[sep] == b':' && is_cookie(name.1)) {
            continue;
        }
        let header = [b"curl".as_slice(), b"-H "].iter().any(|word| memchr::memmem::find(bytes, word).is_some());
        let environment = bytes[sep] == b'='
            && bytes.get(sep + 1) != Some(&b' ')
            && name.1.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        let text = &line[value.clone()];
        let argument = !quoted && !environment && is_argument(text, bytes.get(value.end));
        if !argument
            && is_secret(text, class, quoted || flag || environment || header)
            && (environment || flag || !is_sample(text))
        {
            at = value.end;
            found.push(value);
        }
    }
    found
}

/// `--- PASS: TestLogin` is the result of a test. As a secret's name, `pass:` is in lower case and begins its line.
fn is_verdict(line: &str, name: &str, separator: u8) -> bool {
    separator == b':'
        && name.eq_ignore_ascii_case("pass")
        && !line.trim_start_matches([' ', '-', '\t', '"']).starts_with("pass")
}

/// `sessionid=…` is a cookie; `sessionid: …` is a log's remark about one.
fn is_cookie(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("sessionid") || name.ends_with("sessid") || name.ends_with("sid")
}

/// `connect(password=pw1, …)`: a variable passed as an argument.
fn is_argument(value: &str, after: Option<&u8>) -> bool {
    let name = value.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(after, Some(b',' | b')' | b';')) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Whether this name makes this value a secret.
pub fn tells(name: &str, value: &str) -> bool {
    class_of(name).is_some_and(|class| value.len() >= 4 && is_secret(value, class, true) && !is_sample(value))
}

/// The name that ends at `end`, and whether it is a flag.
fn name_before(line: &str, end: usize) -> Option<(bool, &str)> {
    let bytes = line.as_bytes();
    let mut end = end;
    let blank = bytes[end] == b' ';
    // `:=`, `::=`, `=>` count once, at their first byte.
    while !blank && end > 0 && matches!(bytes[end - 1], b' ' | b'\t' | b'"' | b'\'' | b']' | b':' | b'\\' | b'`') {
        end -= 1;
    }
    let start = bytes[..end]
        .iter()
        .rposition(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')))
        .map_or(0, |at| at + 1);
    let name = &line[start..end];
    let flag = name.starts_with('-');
    let name = name.trim_start_matches('-');
    (!name.is_empty() && name.len() <= 80).then_some((flag, name))
}

/// The value behind a separator, and whether quotes enclose it.
fn value_after(line: &str, sep: usize) -> Option<(Range<usize>, bool)> {
    let bytes = line.as_bytes();
    let mut at = sep + 1;
    while at < bytes.len() && matches!(bytes[at], b' ' | b'\t' | b'=' | b':' | b'>') && at < sep + 12 {
        at += 1;
    }
    for tag in ["!!binary ", "!!str ", ">- ", "| "] {
        if line[at..].starts_with(tag) {
            at += tag.len();
        }
    }
    if bytes.get(at) == Some(&b'\\') {
        at += 1;
    }
    let quote = bytes.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
    let start = at + usize::from(quote.is_some());
    let rest = bytes.get(start..)?;
    let len = match quote {
        Some(quote) => rest.iter().position(|&byte| byte == quote || byte == b'\\')?,
        None => rest
            .iter()
            .position(|byte| {
                byte.is_ascii_whitespace()
                    || matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b'&' | b')' | b']' | b'}' | b'<' | b'|')
            })
            .unwrap_or(rest.len()),
    };
    let range = start..start + len;
    (len >= 4 && line.is_char_boundary(range.start) && line.is_char_boundary(range.end))
        .then_some((range, quote.is_some()))
}

/// The words of a name: `dbPassword`, `DB_PASSWORD`, `db.password`, `db-password` are all `db password`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && before_lower) {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), c.is_ascii_alphanumeric()) {
            word.push(c.to_ascii_lowercase());
        }
        before_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Public values, short-lived ones, and words of other fields: pages of a list, language models, tables.
const MEANT_TO_BE_SEEN: [&str; 33] = [
    "public",
    "publishable",
    "csrf",
    "xsrf",
    "next",
    "page",
    "continuation",
    "eos",
    "bos",
    "pad",
    "unk",
    "sep",
    "cls",
    "start",
    "stop",
    "cache",
    "primary",
    "foreign",
    "partition",
    "sort",
    "object",
    "row",
    "bucket",
    "idempotency",
    "unique",
    "index",
    "lookup",
    "translation",
    "routing",
    "sharding",
    "dedup",
    "registry",
    "group",
];

fn class_of(name: &str) -> Option<Class> {
    let mut words = words(name);
    // Words that may follow the one that means a secret.
    while words.len() > 1
        && words.last().is_some_and(|last| {
            matches!(
                last.as_str(),
                "base"
                    | "value"
                    | "string"
                    | "text"
                    | "plain"
                    | "base64"
                    | "b64"
                    | "prod"
                    | "dev"
                    | "live"
                    | "test"
                    | "production"
                    | "staging"
            ) || last.bytes().all(|byte| byte.is_ascii_digit())
        })
    {
        words.pop();
    }
    let last = words.last()?.as_str();
    let last = last.trim_end_matches(|c: char| c.is_ascii_digit());
    if ["password", "passwd", "passphrase", "passwort"].iter().any(|word| last.ends_with(word))
        || matches!(last, "pass" | "pwd" | "pw" | "passcode")
    {
        return Some(Class::Password);
    }
    if words.iter().any(|word| MEANT_TO_BE_SEEN.contains(&word.as_str())) {
        return None;
    }
    let ends = [
        "secret",
        "apitoken",
        "accesstoken",
        "refreshtoken",
        "bottoken",
        "usertoken",
        "apikey",
        "accesskey",
        "secretkey",
        "privatekey",
        "presharedkey",
        "authkey",
        "sessionid",
        "sessid",
        "credential",
        "credentials",
    ];
    if ends.iter().any(|word| last.ends_with(word))
        || matches!(last, "token" | "authtoken" | "sid" | "licensekey" | "passkey" | "pat")
    {
        return Some(Class::Token);
    }
    let upper = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && name.ends_with("_KEY");
    let before = words.len().checked_sub(2).and_then(|at| words.get(at)).map(String::as_str);
    let kinds = [
        "api",
        "access",
        "secret",
        "private",
        "encryption",
        "signing",
        "master",
        "account",
        "license",
        "service",
        "auth",
        "session",
        "client",
        "consumer",
        "app",
        "application",
        "shared",
        "preshared",
        "unseal",
        "storage",
        "deploy",
        "admin",
        "server",
        "subscription",
        "function",
        "webhook",
        "hmac",
        "jwt",
        "cipher",
        "crypto",
        "write",
        "publish",
        "integration",
        "developer",
        "dev",
        "rest",
        "project",
    ];
    let key = last == "key" && (upper || before.is_some_and(|before| kinds.contains(&before)));
    key.then_some(Class::Token)
}

/// `sure`: the context shows that this is a value and no prose.
fn is_secret(value: &str, class: Class, sure: bool) -> bool {
    // Some vendors issue long numbers.
    let number = class == Class::Token && value.len() >= 15 && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_placeholder(value) || (is_code(value) && !number) || value.contains(' ') {
        return false;
    }
    if class == Class::Password {
        let digits = value.bytes().any(|byte| byte.is_ascii_digit());
        let letters = value.bytes().any(|byte| byte.is_ascii_alphabetic());
        let marks = value.bytes().any(|byte| byte.is_ascii_punctuation() && !matches!(byte, b'_' | b'-' | b'.'));
        let lower = value.to_ascii_lowercase();
        let says_so = ["password", "passwd"].iter().any(|word| lower.contains(word)) && !marks;
        return !says_so
            && ((letters && (digits || marks))
                || is_mixed(value)
                || (sure && value.len() >= 10 && entropy(value) > 3.0 && !value.contains('_')));
    }
    (number && sure) || (value.len() >= if sure { 10 } else { 16 } && is_mixed(value) && entropy(value) >= 2.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(line: &str) -> Vec<&str> {
        find(line).into_iter().map(|range| &line[range]).collect()
    }

    #[test]
    fn names_tell() {
        let s = "kJ8sLq2vZx9RtYb4Wn7Pd3Hf";
        for form in [
            "DB_PASSWORD={}",
            "export API_KEY='{}'",
            "SECRET_KEY_BASE: \"{}\"",
            "password: {}",
            "  pass: {}",
            "\"clientSecret\": \"{}\",",
            "a.b.password={}",
            "PGPASSWORD={} psql",
            "--token={}",
            "--password {}",
            "Cookie: sessionid={}",
            "jdbc:mysql://h/db?user=a&password={}",
            "User Id=a;Password={};",
            "passphrase = {}",
            "secret: !!binary {}",
            "X-Vault-Token: {}",
            "ENCRYPTION_KEY={}",
            "//r/:_password={}",
            "--from-literal=pw={}",
            "{\\\"apiKey\\\": \\\"{}\\\"}",
            "'token' => '{}'",
            "token := \"{}\"",
            "  password:   {}",
        ] {
            let line = form.replace("{}", s);
            assert_eq!(masked(&line), [s], "{line}");
        }
        assert_eq!(masked("password=hunter2 and token=hunter2"), ["hunter2"]);
    }

    #[test]
    fn prose_and_code_are_left_alone() {
        for line in [
            "password: required",
            "--- PASS: TestTokenIsRotated99 (0.00s)",
            "PASS: AES-256-GCM encrypt/decrypt round-trip",
            "  ok   Pass: Xk29sLqZ9r",
            "MYSQL_PASSWORD: ${MYSQL_PASSWORD:?MYSQL_PASSWORD1 must be set}",
            "token: string",
            "const apiKey = process.env.API_KEY;",
            "tokens: 1234 in, 567 out",
            "KEY=value",
            "def test_password_is_hashed(): ok",
            "password = var.db_password",
            "cache-key: node-1a2b3c4d5e6f7a8b9c0d",
            "key: 1a2b3c4d5e6f7a8b9c0d1e2f",
            "password = \"${aws_db_instance.default.password}\"",
            "the token is checked: it must be valid",
            "token_count=12345678901234567890",
            "x-api-key: required",
            "secret_key_base: please_change_me",
            "http://h/?token=short",
            "let token = self.next_token();",
            "author: somebody1",
            "connect(user=u, password=pw1)",
            "password: 'Admin123!',",
            "    const password = 'TestPassword123!';",
            "body := \"user=\" + name + \"&password=WrongPassword999!\"",
            "session termination for sessionid: 0x14ede63a5a70002",
            "session: sessionid: 4f3a9c1d7e5b2a86",
            "nextPageToken: CAUQAhoLCICm8rWx9c2DEAE9",
            "CACHE_KEY=node-1a2b3c4d5e6f7a8b9c0d",
            "secret = 0x14ede63a5a70002f",
            "token: fixtures/auth/v2/token1.json",
            "| Token::RecursiveZeroOrMore1 => {",
            "pub pat: nl80211_pattern_support,",
        ] {
            assert!(masked(line).is_empty(), "{line}: {:?}", masked(line));
        }
    }
}
