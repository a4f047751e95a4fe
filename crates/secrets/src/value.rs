//! Whether a value can be a secret at all: not a placeholder of documentation, code that only names it, or plain words.

/// Text in the place of a secret: `$TOKEN`, `<password>`, `****`, `xxxx`, `changeme`, `123456`, `(sensitive value)`.
pub fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    value.is_empty()
        || value.starts_with("[masked:")
        || is_template(value)
        || is_usage(value)
        || value.starts_with("$(")
        || is_one_unit(value)
        || value.contains('…')
        || value.ends_with("...")
        || value.contains("***")
        || value.contains("•••")
        || bytes.iter().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_' | b'0' | b'#' | b'?'))
        || (!is_uuid(value) && (has_run(bytes) || repeats_itself(value)))
        || says_so(value)
}

/// `<otp>]`, `[username[:password]]`, `<your key`, `$name)`: words of a usage line or of code in their brackets.
fn is_usage(value: &str) -> bool {
    let trimmed = value.trim_end_matches([']', ')', ',', '.', ';', '}', '"', '\'', '`', '\\']);
    if trimmed.len() < value.len() && is_template(trimmed) {
        return true;
    }
    value.starts_with(['<', '[', '{', '('])
        && value
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| !part.is_empty())
            .all(|part| is_wordlike(part) && part.len() >= 2)
        && value.bytes().filter(u8::is_ascii_alphabetic).count() * 3 >= value.len() * 2
}

/// `0808080808…`: one short unit again and again.
fn is_one_unit(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() >= 12
        && (1..=2).any(|unit| bytes.len().is_multiple_of(unit) && bytes.chunks(unit).all(|part| part == &bytes[..unit]))
}

/// A name in the brackets of some template language, and nothing else: `${X}`, `{{ x }}`, `<x>`, `%X%`, `%(x)s`, `#{x}`.
pub fn is_template(value: &str) -> bool {
    let inner = |open: &str, close: &str| value.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let plain = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" _-.:/|,'\"()@?+=!".contains(&byte))
            && text.bytes().filter(u8::is_ascii_alphabetic).count() * 2 >= text.len()
    };
    let name = |text: &str| {
        !text.is_empty()
            && !text.starts_with(|c: char| c.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && words(text).iter().all(is_word)
            && text.bytes().filter(u8::is_ascii_digit).count() <= 2
    };
    if let Some(rest) = value.strip_prefix('$') {
        let braced = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).is_some_and(plain);
        let called = rest.starts_with('(') && rest.ends_with(')');
        // A variable in a longer word (`$PREFIX-$NAME`) is one as well.
        let joined = || value.split(['-', '/', ':', '.']).all(|part| part.strip_prefix('$').is_some_and(name));
        return braced || called || name(rest) || joined() || rest.starts_with("{{") || rest.starts_with("((");
    }
    inner("${", "}").is_some_and(plain)
        || inner("{{", "}}").is_some()
        || inner("<%", "%>").is_some()
        || inner("<", ">").is_some_and(plain)
        || inner("%", "%").is_some_and(name)
        || inner("%(", ")s").is_some()
        || inner("#{", "}").is_some_and(plain)
        || inner("%{", "}").is_some_and(plain)
        || inner("((", "))").is_some_and(plain)
        || inner("[", "]").is_some_and(|text| plain(text) && words(text).iter().all(is_word))
        || inner("(", ")").is_some_and(|text| plain(text) && words(text).iter().all(is_word))
        || inner("{", "}").is_some_and(|text| name(text) || text.is_empty() || text.starts_with(':'))
        || inner("__", "__").is_some_and(name)
        || inner("@", "@").is_some_and(name)
        || matches!(value, "%s" | "%d" | "%v" | "%r" | "%q" | "%@" | "{}" | "{:?}" | "[]")
        || (value.contains("${") && value.contains('}') && !is_mixed(value))
        || (value.contains("{{") && value.contains("}}"))
}

/// A UUID, which some vendors issue; its digits do not show whether it is a sample.
pub fn is_uuid(value: &str) -> bool {
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

/// Words that a placeholder is made of: a value that is all words, one of which says that it stands for another.
fn says_so(value: &str) -> bool {
    const WORDS: [&str; 23] = [
        "example",
        "your",
        "placeholder",
        "change",
        "changeme",
        "changeit",
        "dummy",
        "redacted",
        "insert",
        "replace",
        "replaceme",
        "here",
        "sample",
        "fake",
        "todo",
        "hidden",
        "masked",
        "removed",
        "omitted",
        "notset",
        "unset",
        "sensitive",
        "encrypted",
    ];
    let lower = value.to_ascii_lowercase();
    let (mut letters, mut other) = (0, 0);
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => letters += 1,
            b'0'..=b'9' => other += 1,
            b' ' | b'_' | b'-' | b'.' | b'<' | b'>' | b'[' | b']' => {}
            _ => other += 2,
        }
    }
    // A token may hold such a word by chance; it is mixed where a placeholder is plain.
    let plain = other * 6 <= letters && words(value).iter().all(is_word);
    (lower.ends_with("example")
        || lower.ends_with("examplekey")
        || lower.contains("example.com")
        || lower.contains("examplekey"))
        || (plain && words(value).iter().any(|word| WORDS.contains(&word.to_ascii_lowercase().as_str())))
        || (plain
            && ["changeme", "change_me", "change-me", "placeholder", "replace_me", "yourpassword", "yourtoken"]
                .iter()
                .any(|word| lower.contains(word)))
        || (plain && lower.contains("example"))
        || lower.starts_with("redacted")
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
    let lower_all = value.to_ascii_lowercase();
    if digits.is_empty() && ["password", "passwd", "passwort"].iter().any(|word| lower_all.contains(word)) {
        return true;
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

/// A JSON web token with one claim of no meaning opens no door: documentation shows such tokens.
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
    claims.len() < 2 && !claims.keys().any(speaks)
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

/// A run of letters and digits that people read: words with a number behind them at most.
pub fn is_wordlike(value: &str) -> bool {
    let parts = || value.split(['_', '-', ' ', '.']).filter(|part| !part.is_empty());
    parts().next().is_some()
        && parts().all(|part| {
            let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = part.len() - letters.len();
            digits <= 4
                && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
                && words(letters).iter().all(is_word)
                && words(letters).iter().all(|word| word.len() < 4 || has_vowel(word))
                && words(letters).iter().filter(|word| word.len() == 1).count() <= 1
        })
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(|byte| b"aeiouyAEIOUY".contains(&byte))
}

/// Random by its letters, digits and signs: no words, no expression, no path.
pub fn is_random(value: &str) -> bool {
    if value.len() < 8 || value.contains(' ') || is_structured(value) {
        return false;
    }
    if value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        return value.len() >= 16 && digits >= 3 && value.len() - digits >= 3 && entropy(value) >= 2.5;
    }
    let (mut upper, mut lower, mut digits, mut signs, mut changes) = (0, 0, 0, 0, 0);
    let mut before = 9;
    for byte in value.bytes() {
        let class = match byte {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            _ => 3,
        };
        [&mut digits, &mut lower, &mut upper, &mut signs][class].add_one();
        changes += usize::from(before != 9 && before != class);
        before = class;
    }
    let kinds = usize::from(upper > 0) + usize::from(lower > 0) + usize::from(digits > 0);
    let signed = signs >= 2 && kinds >= 2 && upper + lower + digits >= 4 && changes * 5 >= value.len() * 2;
    // `ieNg4aif`: a digit inside of letters, in capitals and small ones.
    let inner = value.trim_matches(|c: char| c.is_ascii_digit());
    let pronounced = signs == 0
        && (8..=24).contains(&value.len())
        && upper >= 1
        && lower >= 1
        && inner.bytes().any(|byte| byte.is_ascii_digit())
        && (changes >= 5 || (changes >= 3 && digit_before_lower(inner)));
    let mixed = is_mixed(value) && !is_wordlike(value) && entropy(value) >= 2.2;
    let parted = value.split(['-', '_', '.', '/', ':']).all(is_wordlike);
    !parted && (mixed || signed || pronounced)
}

/// Names of types go on with a capital behind a number (`Utf8Path`); what is made to be spoken does not.
fn digit_before_lower(value: &str) -> bool {
    value.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1].is_ascii_lowercase())
}

trait AddOne {
    fn add_one(&mut self);
}

impl AddOne for usize {
    fn add_one(&mut self) {
        *self += 1;
    }
}

/// `#34d399`
pub fn is_colour(value: &str) -> bool {
    value
        .strip_prefix('#')
        .is_some_and(|hex| hex.len() <= 9 && hex.trim_end_matches(';').bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Code, a path, an address, a pattern or a number rather than a string of random characters.
fn is_structured(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || b".,_:+-/%xTZ".contains(&byte));
    // `cookie@1.1.1`
    let version = value.rsplit_once('@').is_some_and(|(_, version)| {
        version.contains('.')
            && version.trim_start_matches(['^', '~', 'v']).starts_with(|c: char| c.is_ascii_digit())
            && version.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-+^~".contains(&byte))
    });
    let pattern = [
        "[a-z", "[A-Z", "[0-9", "\\d", "\\w", "\\s", "\\W", "\\D", "\\p{", "\\P{", "\\b", "(?:", "(?i", "(.*", ".+)",
        "[^",
    ]
    .iter()
    .any(|part| value.contains(part));
    let operator =
        ["=>", "->", "&&", "||", "::", "==", "!=", "//", "</", "/>", "()", "${", "{{", "%s", "%d", "{}", "\\\"", "\\u"]
            .iter()
            .any(|part| value.contains(part));
    number
        || is_colour(value)
        || version
        || (pattern && value.len() < 300)
        || value.matches("\\x").count() >= 3
        || (operator && value.len() < 60 && !is_mixed(value))
        || is_path(value)
        || is_expression(value)
}

/// `/etc/key.pem`, `./a/b`, `~/x`, `C:\\x`, `https://…` without a login: each part is a word.
pub fn is_path(value: &str) -> bool {
    let address = value.find("://").is_some_and(|at| at < 12 && !value[at + 3..].contains('@'));
    let rooted =
        value.starts_with('/') || value.starts_with("./") || value.starts_with("../") || value.starts_with("~/");
    let drive = value.as_bytes().get(1..3) == Some(b":\\") && value.as_bytes()[0].is_ascii_alphabetic();
    let of_words = |text: &str| {
        let mut parts = text
            .trim_end_matches(['"', ',', '\'', '`', '$'])
            .split(['/', '\\', ':'])
            .filter(|part| !part.is_empty() && !part.starts_with(['$', '<', '{', '*', '.', '~', '@', ':']));
        let mut any = false;
        parts.all(|part| {
            any = true;
            part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.+@=*?:#~%".contains(&byte))
                && (is_wordlike(part)
                    || part.split(['_', '-', '.', '@', '=', ':']).all(|word| {
                        is_wordlike(word) || word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit())
                    }))
        }) && any
    };
    address
        || ((rooted || drive) && of_words(value))
        || (value.contains(":\\") && of_words(value))
        || (value.starts_with('\\') && of_words(value))
        || (value.contains('/') && !value.ends_with('=') && of_words(value) && !value.starts_with('/'))
}

/// An expression that names a secret: `process.env.TOKEN`, `var.db_password`, `getToken()`, `Option<String>`, `x[0]`.
pub fn is_expression(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',']).trim_start_matches(['&', '*', '!', '@']);
    let name_end = value
        .bytes()
        .position(|byte| !(byte.is_ascii_alphanumeric() || b"_.:?$".contains(&byte)))
        .unwrap_or(value.len());
    let (name, rest) = value.split_at(name_end);
    let readable = |name: &str| {
        name.len() >= 2
            && name
                .split(['.', ':', '?', '$'])
                .filter(|part| !part.is_empty())
                .all(|part| is_wordlike(part) || part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic()))
    };
    match rest.as_bytes().first() {
        None => {
            name.contains(['.'])
                && !name.ends_with('.')
                && readable(name)
                && name.bytes().filter(u8::is_ascii_digit).count() <= 4
        }
        Some(b'(') => {
            readable(name)
                && (rest.ends_with([')', '?', '}'])
                    || rest.len() == 1
                    || rest.starts_with("(\"")
                    || rest.starts_with("('")
                    || rest.contains(").")
                    || rest[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.,=&*:(".contains(&byte)))
                || (name.len() >= 8
                    && name.contains('.')
                    && name
                        .split('.')
                        .all(|part| part.len() >= 2 && part.starts_with(|c: char| c.is_ascii_alphabetic())))
        }
        Some(b'[') => {
            readable(name)
                && (rest.ends_with(']') || rest.starts_with("[\"") || rest.starts_with("['") || rest.contains("]."))
        }
        Some(b'<') => {
            let of_type = |byte: u8| byte.is_ascii_alphanumeric() || b"<>:,&' _[]()?*".contains(&byte);
            readable(name)
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && rest.ends_with('>')
                && rest.bytes().all(of_type)
        }
        Some(b'{') => readable(name) && rest.len() == 1,
        Some(b'\'' | b'"' | b'=' | b'|') => false,
        _ => false,
    }
}

/// What stands where a value could, and is none: the names of types, states and answers.
pub fn is_stock_word(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "string",
        "str",
        "bool",
        "boolean",
        "int",
        "integer",
        "number",
        "float",
        "any",
        "unknown",
        "object",
        "array",
        "bytes",
        "char",
        "varchar",
        "text",
        "uuid",
        "date",
        "datetime",
        "timestamp",
        "void",
        "null",
        "none",
        "nil",
        "undefined",
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "required",
        "optional",
        "default",
        "empty",
        "unset",
        "set",
        "missing",
        "invalid",
        "valid",
        "expired",
        "wrong",
        "incorrect",
        "hidden",
        "ok",
        "failed",
        "error",
        "enabled",
        "disabled",
        "auto",
        "basic",
        "digest",
        "bearer",
        "plain",
        "always",
        "never",
        "prompt",
        "ask",
        "stdin",
        "env",
        "file",
        "vault",
        "keychain",
        "input",
        "secret",
        "password",
        "token",
        "key",
        "passwd",
        "pass",
        "hash",
        "hashed",
        "redacted",
        "sensitive",
        "changeme",
        "test",
        "example",
        "sample",
        "value",
        "username",
        "user",
        "name",
        "login",
        "readonly",
        "read",
        "write",
        "public",
        "private",
        "self",
        "this",
        "refresh",
        "access",
        "jwt",
        "oauth",
        "oauth2",
        "oidc",
        "saml",
        "ldap",
        "apikey",
        "api_key",
        "api-key",
        "inherit",
        "used",
        "unused",
        "present",
        "absent",
        "unchanged",
        "changed",
        "updated",
        "created",
        "deleted",
        "mismatch",
        "sha256",
        "sha1",
        "sha512",
        "md5",
        "bcrypt",
        "argon2",
        "argon2id",
        "scram-sha-256",
        "scram-sha256",
        "trust",
        "peer",
        "md5",
        "ident",
        "cookie",
        "session",
        "global",
        "local",
        "strict",
        "lax",
        "select",
        "radio",
        "checkbox",
        "column",
        "secretstr",
        "secretstring",
        "nullable",
        "confidential",
        "internal",
        "reset",
        "generate",
        "generated",
        "random",
        "noop",
        "mock",
        "stub",
        "dummy",
        "fake",
        "placeholder",
        "todo",
        "tbd",
        "n/a",
        "na",
        "-",
        "manual",
        "sha",
    ];
    let lower = value.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_ascii_lowercase();
    lower.is_empty() || WORDS.contains(&lower.as_str())
}

/// Words of which prose is made and passphrases are not.
const PROSE: &[&str] = &[
    "the",
    "a",
    "an",
    "to",
    "of",
    "is",
    "are",
    "was",
    "be",
    "been",
    "for",
    "must",
    "should",
    "and",
    "or",
    "with",
    "in",
    "on",
    "if",
    "use",
    "used",
    "using",
    "this",
    "that",
    "your",
    "you",
    "it",
    "not",
    "no",
    "at",
    "by",
    "from",
    "as",
    "will",
    "can",
    "cannot",
    "has",
    "have",
    "when",
    "which",
    "but",
    "we",
    "i",
    "than",
    "then",
    "into",
    "only",
    "required",
    "optional",
    "value",
    "password",
    "token",
    "key",
    "secret",
    "least",
    "characters",
    "set",
    "string",
    "default",
    "all",
    "any",
    "may",
    "does",
    "did",
    "do",
    "before",
    "after",
    "new",
    "invalid",
    "missing",
    "expired",
    "failed",
    "error",
    "found",
    "name",
    "file",
    "user",
    "per",
    "via",
    "its",
    "see",
    "also",
    "auth",
    "authentication",
    "type",
    "option",
    "test",
    "tests",
    "ok",
    "line",
    "lines",
    "code",
    "data",
];

/// Four or more words that make no sentence: `correct horse battery staple`, `Tabby4-Fossil-lucid-Ember`.
pub fn is_phrase(value: &str) -> bool {
    let spaced = value.contains(' ');
    let parts: Vec<&str> = value.split([' ', '-', '.', '_']).filter(|part| !part.is_empty()).collect();
    let word = |part: &&str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        (3..=12).contains(&letters.len())
            && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
            && is_word(&letters)
            && !PROSE.contains(&letters.to_ascii_lowercase().as_str())
    };
    let number = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let counted = parts.iter().filter(|part| word(part)).count();
    (if spaced { 4..=12 } else { 3..=12 }).contains(&counted) && parts.iter().all(|part| word(part) || number(part))
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
            "${DB_PASSWORD}",
            "{{ vault.token }}",
            "<your-token>",
            "changeme",
            "%TOKEN%",
            "(sensitive value)",
            "${X:-default}",
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
            ["process.env.API_KEY", "getToken()", "aws_db.default.password", "os.environ[\"X\"]", "Option<String>"]
        {
            assert!(is_expression(value), "{value}");
        }
        assert!(
            is_path("/etc/key.pem") && is_path("/run/secrets/db_password") && is_path("fixtures/auth/v2/token1.json")
        );
        assert!(!is_path("/9j4AAQSkZJRgABAQEAYABgAAD") && !is_path("q/8Xz+Kd9/aB3"));
    }

    /// What the usual generators make: with brackets, signs, words such as "fake" by chance.
    #[test]
    fn what_generators_make_is_random() {
        for value in [
            "aB3$[x}Kq9!z(Wd2",
            "<Q7!mZ)p]2vR&k8@",
            "$x9K{w#LmP2@qe7T",
            "/Kq8+vZ2mX9LpT4wR7nB1cD5fG3hJ6sA=",
            "django-insecure-#x8&2k$9w!p(z^7m*q3v)h5n",
            "x4fake9Kq2LmZ8vR",
            "Z8}kdhereW2#mQ9x",
            "ieNg4aif",
            "9f86d081884c7d659a2feaa0c55ad015",
            "%T5)uZ*:K9{c2]mQ",
        ] {
            assert!(is_random(value) && !is_placeholder(value), "{value}");
        }
        for value in [
            "getToken()",
            "process.env.TOKEN",
            "^[A-Za-z0-9]{8,}$",
            "TestPassword",
            "my-secret-token",
            "/etc/ssl/private/key.pem",
            "correct-horse-battery-staple",
            "2024-01-01T00:00:00Z",
            "requiredCharacteristicTypes",
            "version2",
            "%s: %d items",
            "data.aws_ssm_parameter.db.value",
            "postgres://db.example/x",
        ] {
            assert!(!is_random(value), "{value}");
        }
        assert!(
            is_phrase("correct horse battery staple")
                && is_phrase("Tabby4-Fossil-Lucid")
                && !is_phrase("the password to use")
        );
    }
}
