//! Code, paths, addresses and patterns: what names a secret or leads to it, and is none itself.

use super::value::{is_identifier, is_mixed, is_wordlike};
use super::words::words;

/// Code, a path, an address, a pattern or a number rather than a string of random characters.
pub fn is_structured(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || b".,_:+-/%xTZ".contains(&byte));
    let pattern = is_pattern(value);
    let escape = ["\\x", "\\u", "\\U"].iter().any(|escape| {
        value
            .split_once(escape)
            .is_some_and(|(_, rest)| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2)
    });
    let operator =
        ["=>", "->", "&&", "||", "::", "==", "!=", "//", "</", "/>", "()", "${", "{{", "%s", "%d", "{}", "\\\"", "\\u"]
            .iter()
            .any(|part| value.contains(part));
    number
        || (pattern && value.len() < 300)
        || escape
        || ["](http", "->", "vec![", ")&"].iter().any(|part| value.contains(part))
        || value.contains(")(")
        || value.ends_with('*') && is_identifier(value.trim_end_matches('*'))
        || value.starts_with("0x") && value.contains([':', '\''])
        || (operator && value.len() < 60 && !is_mixed(value))
        || is_path(value)
        || is_expression(value)
}

/// A regular expression: a class that is closed, an escape that a sign follows, a group.
fn is_pattern(value: &str) -> bool {
    let class = |open: &str| value.find(open).is_some_and(|at| open != "[^" || value[at..].contains(']'));
    let ranges = ["a-z", "A-Z", "0-9", "a-f", "A-F"].iter().filter(|range| value.contains(**range)).count();
    let escapes = ["\\?", "\\s", "\\+", "\\|", "\\("].iter().filter(|escape| value.contains(**escape)).count();
    ranges >= 2 || escapes >= 2 || ["[a-z", "[A-Z", "[0-9", "[^"].into_iter().any(class)
}

/// `/etc/key.pem`, `./a/b`, `~/x`, `C:\\x`, `https://…` without a login: each part is a word.
pub fn is_path(value: &str) -> bool {
    let value = value.strip_prefix('<').unwrap_or(value);
    let address = value.split_once("://").is_some_and(|(scheme, host)| {
        scheme.len() < 12
            && scheme.bytes().all(|byte| byte.is_ascii_lowercase() || b"+.-".contains(&byte))
            && !host.contains('@')
            && host
                .bytes()
                .take_while(|byte| *byte != b'/')
                .all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]{}$<>%".contains(&byte))
    });
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
            let humps = words(part);
            let scattered = humps.len() >= 2
                && part.len() < humps.len() * 3
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
            !scattered
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.+@=*?:#~%".contains(&byte))
                && (is_wordlike(part)
                    || part.split(['_', '-', '.', '@', '=', ':']).all(|word| {
                        is_wordlike(word) || word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit())
                    }))
        }) && any
    };
    address
        || ((rooted || drive) && of_words(value))
        || (value.contains('/') && !value.ends_with('=') && of_words(value) && !value.starts_with('/'))
}

/// An expression that names a secret: `process.env.TOKEN`, `var.db_password`, `getToken()`, `Option<String>`, `x[0]`.
pub fn is_expression(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',']).trim_start_matches(['&', '*', '!', '@', '?', '(']);
    // `crate::auth::Key`, `Self::RsaPrivateKey<'_>`, `self.users[name]`, `Ed25519Key(…`
    let path = value.split(['(', '[', '<', '{', ' ', ')']).next().unwrap_or(value);
    let part =
        |part: &str| part.is_empty() || is_wordlike(part.trim_matches('_')) || is_identifier(part.trim_matches('_'));
    let goes_on = path.len() < value.len() && !path.is_empty();
    if path.contains("::") && path.split("::").all(part)
        || goes_on
            && path.len() >= 6
            && (is_identifier(path) || path.contains(['.', '_']) && path.split(['.', ':']).all(part))
    {
        return true;
    }
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
            name.contains('.')
                && !name.ends_with('.')
                && readable(name)
                && name.bytes().filter(u8::is_ascii_digit).count() <= 4
        }
        Some(b'(') => {
            readable(name)
                && (rest.ends_with([')', '?', '}', ']'])
                    || rest.len() == 1
                    || rest.starts_with("(\"")
                    || rest.starts_with("('")
                    || rest.contains(").")
                    || (rest[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.,=&*:(".contains(&byte))
                        && rest[1..]
                            .split(|c: char| !c.is_ascii_alphanumeric())
                            .all(|part| part.is_empty() || is_wordlike(part))))
                || (name.len() >= 8
                    && name.contains('.')
                    && name
                        .split('.')
                        .all(|part| part.len() >= 2 && part.starts_with(|c: char| c.is_ascii_alphabetic())))
        }
        Some(b'[') => {
            readable(name)
                && (rest.ends_with(']')
                    || rest.starts_with("[\"")
                    || rest.starts_with("['")
                    || rest.contains("].")
                    || rest.contains("])"))
        }
        Some(b'<') => {
            let of_type = |byte: u8| byte.is_ascii_alphanumeric() || b"<>:,&' _[]()?*".contains(&byte);
            readable(name)
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && rest.ends_with('>')
                && rest.bytes().all(of_type)
        }
        _ => false,
    }
}
