//! Code, paths, addresses and patterns: what names a secret or leads to it, and is none itself.

use super::value::{is_identifier_of_several_words, is_randomly_mixed, is_wordlike};
use super::words::split_into_words;

/// Code, a path, an address, a pattern or a number rather than a string of random characters.
pub fn is_structured_value(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || b".,_:+-/%xTZ".contains(&byte));
    let pattern = looks_like_regex(value);
    let escape = ["\\x", "\\u", "\\U"].iter().any(|escape| {
        value
            .split_once(escape)
            .is_some_and(|(_, rest)| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2)
    });
    let operator =
        ["=>", "->", "&&", "||", "::", "==", "!=", "//", "/>", "()", "${", "{{", "%s", "%d", "{}", "\\\"", "\\u"]
            .iter()
            .any(|part| value.contains(part));
    number
        || is_document_number(value)
        || is_code_of_names(value)
        || (pattern && value.len() < 300)
        || escape
        || ["](http", "->", "vec![", ")&", "</dt>", "</dd>", "</td>"].iter().any(|part| value.contains(part))
        || value.contains(")(")
        || value.ends_with('*') && is_identifier_of_several_words(value.trim_end_matches('*'))
        || value.starts_with("0x") && value.contains([':', '\''])
        || (operator && value.len() < 60 && !is_randomly_mixed(value))
        || is_path_or_address(value)
        || is_code_expression(value)
}

/// `RFC6750]`, `(FR14`: capitals and a number, as documents are numbered.
fn is_document_number(value: &str) -> bool {
    let text = value.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let number = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (2..=5).contains(&(text.len() - number.len()))
        && (1..=5).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// `a->b==C_D`, `sizeof(kContext`, `OBJ_name,7L`: names and numbers with the signs of code between them.
fn is_code_of_names(value: &str) -> bool {
    let value = value.trim_end_matches('=');
    let signs = ["->", "==", "!=", "<<", ">>", "&&", "||", "(", ","].iter().any(|sign| value.contains(sign));
    let parts = || value.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|part| !part.is_empty());
    let name = |part: &&str| is_wordlike(part) || is_identifier_of_several_words(part);
    let one_case = |four: &[u8]| four.iter().all(u8::is_ascii_lowercase) || four.iter().all(u8::is_ascii_uppercase);
    let long = |part: &&str| part.len() >= 6 && part.as_bytes().windows(4).any(one_case) && name(part);
    let named: usize = parts().filter(long).map(str::len).sum();
    let short = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    signs && named * 2 >= value.len() && parts().all(|part| short(part) || is_c_number(part) || name(&part))
}

/// A number as C and its relatives write it: `12`, `0x1f`, `7L`, `0x00000001UL`.
pub fn is_c_number(value: &str) -> bool {
    let digits = value.trim_end_matches(['u', 'U', 'l', 'L']);
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let all = |text: &str, test: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|byte| test(&byte));
    hex.map_or_else(|| all(digits, u8::is_ascii_digit), |hex| hex.len() <= 16 && all(hex, u8::is_ascii_hexdigit))
}

/// A regular expression: a class that is closed, an escape that a sign follows, a group.
fn looks_like_regex(value: &str) -> bool {
    let class = |open: &str| value.find(open).is_some_and(|at| open != "[^" || value[at..].contains(']'));
    let ranges = ["a-z", "A-Z", "0-9", "a-f", "A-F"].iter().filter(|range| value.contains(**range)).count();
    let escapes = ["\\?", "\\s", "\\+", "\\|", "\\("].iter().filter(|escape| value.contains(**escape)).count();
    ranges >= 2 || escapes >= 2 || ["[a-z", "[A-Z", "[0-9", "[^"].into_iter().any(class)
}

/// `/etc/key.pem`, `./a/b`, `~/x`, `C:\\x`, `https://…` without a login: each part is a word.
pub fn is_path_or_address(value: &str) -> bool {
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
    let rooted = ["/", "./", "../", "~/"].iter().any(|root| value.starts_with(root));
    let drive = value.as_bytes().get(1..3) == Some(b":\\") && value.as_bytes()[0].is_ascii_alphabetic();
    let of_words = |text: &str| {
        let mut parts = text
            .trim_end_matches(['"', ',', '\'', '`', '$'])
            .split(['/', '\\', ':'])
            .filter(|part| !part.is_empty() && !part.starts_with(['$', '<', '{', '*', '.', '~', '@', ':']));
        let mut any = false;
        parts.all(|part| {
            any = true;
            let humps = split_into_words(part);
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
        || value.contains(".html#")
        || value.strip_prefix("S-1-").is_some_and(|id| id.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
        || ((rooted || drive) && of_words(value))
        || (value.contains('/') && !value.ends_with('=') && of_words(value) && !value.starts_with('/'))
}

/// An expression that names a secret: `process.env.TOKEN`, `var.db_password`, `getToken()`, `Option<String>`, `x[0]`.
pub fn is_code_expression(value: &str) -> bool {
    let whole = value.trim_end_matches([';', ',']).trim_matches('`');
    let value = whole.trim_start_matches(['&', '*', '!', '@', '?', '(']);
    // `&'static`, `&((Phrase`
    let lifetime = whole.strip_prefix("&'").is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()));
    let opened = whole[..whole.len() - value.len()].contains('(') && !value.contains(')');
    if lifetime || opened && (is_identifier_of_several_words(value) || is_wordlike(value)) {
        return true;
    }
    // `crate::auth::Key`, `Self::RsaPrivateKey<'_>`, `self.users[name]`, `Ed25519Key(…`
    let path = value.split(['(', '[', '<', '>', '{', ' ', ')']).next().unwrap_or(value);
    let part = |part: &str| {
        part.is_empty() || is_wordlike(part.trim_matches('_')) || is_identifier_of_several_words(part.trim_matches('_'))
    };
    let goes_on = path.len() < value.len() && !path.is_empty();
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
    let scoped = path.contains("::") && path.bytes().all(of_name) && path.split("::").any(is_wordlike);
    if scoped
        || path.contains("::") && path.split("::").all(part)
        || goes_on
            && path.len() >= 6
            && (is_identifier_of_several_words(path) || path.contains(['.', '_']) && path.split(['.', ':']).all(part))
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
                    || ["(\"", "('", ")."].iter().any(|sign| rest.contains(sign))
                    || (rest[1..].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.,=&*:(".contains(&byte))
                        && rest[1..]
                            .split(|c: char| !c.is_ascii_alphanumeric())
                            .all(|part| part.is_empty() || is_wordlike(part) || is_identifier_of_several_words(part))))
                || (name.len() >= 8
                    && name.contains('.')
                    && name
                        .split('.')
                        .all(|part| part.len() >= 2 && part.starts_with(|c: char| c.is_ascii_alphabetic())))
        }
        Some(b'[') => {
            readable(name) && (rest.ends_with(']') || ["[\"", "['", "].", "])"].iter().any(|sign| rest.contains(sign)))
        }
        Some(b'<') => {
            let of_type = |byte: u8| byte.is_ascii_alphanumeric() || b"<>:,&' _[]()?*".contains(&byte);
            let named = |part: &str| {
                part.is_empty() || part.len() >= 4 && is_wordlike(part) || is_identifier_of_several_words(part)
            };
            readable(name)
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && rest.bytes().all(of_type)
                && (rest.ends_with('>')
                    || rest.len() >= 8 && rest.split(|c: char| !c.is_ascii_alphanumeric()).all(named))
        }
        _ => false,
    }
}
