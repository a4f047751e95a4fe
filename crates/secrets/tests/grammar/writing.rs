//! How a value is written in a syntax; none where it cannot stand there.

pub fn raw(value: &str) -> Option<String> {
    Some(value.to_owned())
}

/// One word.
pub fn word(value: &str) -> Option<String> {
    (!value.contains(' ')).then(|| value.to_owned())
}

/// One word that a shell takes without quotes, and that no separator ends.
pub fn bare(value: &str) -> Option<String> {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-.".contains(&byte)).then(|| value.to_owned())
}

pub fn json(value: &str) -> Option<String> {
    Some(value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// JSON in a string of JSON.
pub fn json_twice(value: &str) -> Option<String> {
    json(&json(value)?)
}

pub fn single(value: &str) -> Option<String> {
    (!value.contains(['\'', '\\'])).then(|| value.to_owned())
}

/// In single quotes of a shell.
pub fn shell_single(value: &str) -> Option<String> {
    Some(value.replace('\'', "'\\''"))
}

pub fn double(value: &str) -> Option<String> {
    (!value.contains(['"', '$', '`', '\\', '!'])).then(|| value.to_owned())
}

pub fn doubled(value: &str) -> Option<String> {
    Some(value.replace('\'', "''"))
}

pub fn xml(value: &str) -> Option<String> {
    Some(value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
}

pub fn cell(value: &str) -> Option<String> {
    (!value.contains(['|', '"'])).then(|| value.to_owned())
}

pub fn csv(value: &str) -> Option<String> {
    (!value.contains([',', '"', ';'])).then(|| value.to_owned())
}

pub fn yaml_plain(value: &str) -> Option<String> {
    let first = value.chars().next()?;
    let odd =
        "!&*?|>@`\"'%#{}[],:-".contains(first) || value.contains(": ") || value.contains(" #") || value.ends_with(':');
    (!odd).then(|| value.to_owned())
}

pub fn url(value: &str) -> Option<String> {
    let mut out = String::new();
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(out)
}

pub fn connection(value: &str) -> Option<String> {
    (!value.contains([';', '"', '\'', ' ', '='])).then(|| value.to_owned())
}

/// JSON in JSON in JSON.
pub fn json_thrice(value: &str) -> Option<String> {
    json(&json_twice(value)?)
}

/// A string of HCL or Nix, where `${` is a template.
pub fn hcl(value: &str) -> Option<String> {
    json(value).map(|value| value.replace("${", "$${").replace("%{", "%%{"))
}

/// A value of Java's properties.
pub fn properties(value: &str) -> Option<String> {
    (!value.contains(' ')).then(|| value.replace('\\', "\\\\").replace(':', "\\:").replace('=', "\\="))
}

/// A value that `cmd` takes.
pub fn percent(value: &str) -> Option<String> {
    (!value.contains(['"', '^', '&', '|', '<', '>', '!'])).then(|| value.replace('%', "%%"))
}

/// An entry of a printed map.
pub fn comma(value: &str) -> Option<String> {
    (!value.contains([',', ' ', '[', ']', '{', '}', '(', ')', '='])).then(|| value.to_owned())
}

/// A connection string's value in braces.
pub fn braced(value: &str) -> Option<String> {
    (!value.contains(['{', '}', ' '])).then(|| value.to_owned())
}

pub fn tsv(value: &str) -> Option<String> {
    (!value.contains(['\t', '\\', '"'])).then(|| value.to_owned())
}

pub fn csv_quoted(value: &str) -> Option<String> {
    Some(value.replace('"', "\"\""))
}

pub fn cdata(value: &str) -> Option<String> {
    (!value.contains("]]>")).then(|| value.to_owned())
}

pub fn markdown(value: &str) -> Option<String> {
    (!value.contains('`')).then(|| value.to_owned())
}

/// A word without the signs of an address.
pub fn bare_word(value: &str) -> Option<String> {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)).then(|| value.to_owned())
}

pub fn base64(value: &str) -> Option<String> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |three: &[u8]| {
        let bits = three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        (0..4).map(move |at| (bits >> (18 - 6 * at)) as usize & 63).collect::<Vec<_>>()
    };
    let mut out = String::new();
    for three in value.as_bytes().chunks(3) {
        let kept = three.len() + 1;
        out.extend(digits(three)[..kept].iter().map(|&digit| char::from(ALPHABET[digit])));
        out.extend(std::iter::repeat_n('=', 4 - kept));
    }
    Some(out)
}

/// `user:password` for Basic authentication.
pub fn base64_login(value: &str) -> Option<String> {
    base64(&format!("ci:{value}"))
}

/// A literal of a programming language: only values that are random by themselves are masked in code.
pub fn random(value: &str) -> Option<String> {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let plain = !value.contains([' ', '"', '\'', '\\', '$', '{', '}']);
    (mixed && plain && value.len() >= 16).then(|| value.to_owned())
}

pub fn xml_single(value: &str) -> Option<String> {
    xml(value).map(|value| value.replace('\'', "&apos;"))
}

/// A quoted value of a connection string in an attribute.
pub fn braced_xml(value: &str) -> Option<String> {
    (!value.contains(['"', ';'])).then(|| xml(value)).flatten()
}

pub fn teamcity(value: &str) -> Option<String> {
    (!value.contains(['\'', '|', '[', ']'])).then(|| value.to_owned())
}

/// `$'…'` of bash.
pub fn ansi_c(value: &str) -> Option<String> {
    Some(value.replace('\\', "\\\\").replace('\'', "\\'"))
}

pub fn cell_code(value: &str) -> Option<String> {
    (!value.contains(['|', '`'])).then(|| value.to_owned())
}

/// JSON as Go writes it, with signs of HTML as numbers.
pub fn json_html(value: &str) -> Option<String> {
    json(value).map(|value| value.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e"))
}

/// JSON as PHP writes it, with slashes escaped.
pub fn json_slash(value: &str) -> Option<String> {
    json(value).map(|value| value.replace('/', "\\/"))
}

/// XML in the text of XML.
pub fn xml_twice(value: &str) -> Option<String> {
    xml(&xml(value)?)
}

/// JSON in a quoted field of CSV.
pub fn csv_json(value: &str) -> Option<String> {
    csv_quoted(&json(value)?)
}

/// A query in a query.
pub fn url_twice(value: &str) -> Option<String> {
    url(&url(value)?)
}

/// A word that goes on in the next line, behind a backslash.
pub fn cut_by_backslash(value: &str) -> Option<String> {
    let word = bare(value)?;
    let (start, rest) = word.split_at(word.len() / 2);
    Some(format!("{start}\\\n{rest}"))
}
