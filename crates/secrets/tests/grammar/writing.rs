//! How a value is written in a syntax; none where it cannot stand there.

pub type Escape = fn(&str) -> Option<String>;

/// The way of writing that the rows of the data name.
pub fn by_name(name: &str) -> Option<Escape> {
    let all: &[(&str, Escape)] = &[
        ("raw", raw),
        ("word", word),
        ("bare", bare),
        ("json", json),
        ("json_twice", json_twice),
        ("single", single),
        ("shell_single", shell_single),
        ("double", double),
        ("doubled", doubled),
        ("xml", xml),
        ("cell", cell),
        ("csv", csv),
        ("yaml_plain", yaml_plain),
        ("url", url),
        ("connection", connection),
        ("json_thrice", json_thrice),
        ("hcl", hcl),
        ("properties", properties),
        ("percent", percent),
        ("comma", comma),
        ("braced", braced),
        ("tsv", tsv),
        ("csv_quoted", csv_quoted),
        ("cdata", cdata),
        ("markdown", markdown),
        ("bare_word", bare_word),
        ("base64", base64),
        ("base64_login", base64_login),
        ("random", random),
        ("xml_single", xml_single),
        ("braced_xml", braced_xml),
        ("teamcity", teamcity),
        ("ansi_c", ansi_c),
        ("cell_code", cell_code),
        ("json_html", json_html),
        ("json_slash", json_slash),
        ("xml_twice", xml_twice),
        ("csv_json", csv_json),
        ("url_twice", url_twice),
        ("cut_by_backslash", cut_by_backslash),
    ];
    all.iter().find(|(of, _)| *of == name).map(|(_, escape)| *escape)
}

fn raw(value: &str) -> Option<String> {
    Some(value.to_owned())
}

/// One word.
fn word(value: &str) -> Option<String> {
    (!value.contains(' ')).then(|| value.to_owned())
}

/// One word that a shell takes without quotes, and that no separator ends.
fn bare(value: &str) -> Option<String> {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-.".contains(&byte)).then(|| value.to_owned())
}

fn json(value: &str) -> Option<String> {
    Some(value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// JSON in a string of JSON.
fn json_twice(value: &str) -> Option<String> {
    json(&json(value)?)
}

fn single(value: &str) -> Option<String> {
    (!value.contains(['\'', '\\'])).then(|| value.to_owned())
}

/// In single quotes of a shell.
fn shell_single(value: &str) -> Option<String> {
    Some(value.replace('\'', "'\\''"))
}

fn double(value: &str) -> Option<String> {
    (!value.contains(['"', '$', '`', '\\', '!'])).then(|| value.to_owned())
}

fn doubled(value: &str) -> Option<String> {
    Some(value.replace('\'', "''"))
}

fn xml(value: &str) -> Option<String> {
    Some(value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"))
}

fn cell(value: &str) -> Option<String> {
    (!value.contains(['|', '"'])).then(|| value.to_owned())
}

fn csv(value: &str) -> Option<String> {
    (!value.contains([',', '"', ';'])).then(|| value.to_owned())
}

fn yaml_plain(value: &str) -> Option<String> {
    let first = value.chars().next()?;
    let odd =
        "!&*?|>@`\"'%#{}[],:-".contains(first) || value.contains(": ") || value.contains(" #") || value.ends_with(':');
    (!odd).then(|| value.to_owned())
}

fn url(value: &str) -> Option<String> {
    let mut out = String::new();
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(out)
}

fn connection(value: &str) -> Option<String> {
    (!value.contains([';', '"', '\'', ' ', '='])).then(|| value.to_owned())
}

/// JSON in JSON in JSON.
fn json_thrice(value: &str) -> Option<String> {
    json(&json_twice(value)?)
}

/// A string of HCL or Nix, where `${` is a template.
fn hcl(value: &str) -> Option<String> {
    json(value).map(|value| value.replace("${", "$${").replace("%{", "%%{"))
}

/// A value of Java's properties.
fn properties(value: &str) -> Option<String> {
    (!value.contains(' ')).then(|| value.replace('\\', "\\\\").replace(':', "\\:").replace('=', "\\="))
}

/// A value that `cmd` takes.
fn percent(value: &str) -> Option<String> {
    (!value.contains(['"', '^', '&', '|', '<', '>', '!'])).then(|| value.replace('%', "%%"))
}

/// An entry of a printed map.
fn comma(value: &str) -> Option<String> {
    (!value.contains([',', ' ', '[', ']', '{', '}', '(', ')', '='])).then(|| value.to_owned())
}

/// A connection string's value in braces.
fn braced(value: &str) -> Option<String> {
    (!value.contains(['{', '}', ' '])).then(|| value.to_owned())
}

fn tsv(value: &str) -> Option<String> {
    (!value.contains(['\t', '\\', '"'])).then(|| value.to_owned())
}

fn csv_quoted(value: &str) -> Option<String> {
    Some(value.replace('"', "\"\""))
}

fn cdata(value: &str) -> Option<String> {
    (!value.contains("]]>")).then(|| value.to_owned())
}

fn markdown(value: &str) -> Option<String> {
    (!value.contains('`')).then(|| value.to_owned())
}

/// A word without the signs of an address.
fn bare_word(value: &str) -> Option<String> {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)).then(|| value.to_owned())
}

fn base64(value: &str) -> Option<String> {
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
fn base64_login(value: &str) -> Option<String> {
    base64(&format!("ci:{value}"))
}

/// A literal of a programming language: only values that are random by themselves are masked in code.
fn random(value: &str) -> Option<String> {
    let has = |test: fn(&u8) -> bool| value.bytes().any(|byte| test(&byte));
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let plain = !value.contains([' ', '"', '\'', '\\', '$', '{', '}']);
    (mixed && plain && value.len() >= 16).then(|| value.to_owned())
}

fn xml_single(value: &str) -> Option<String> {
    xml(value).map(|value| value.replace('\'', "&apos;"))
}

/// A quoted value of a connection string in an attribute.
fn braced_xml(value: &str) -> Option<String> {
    (!value.contains(['"', ';'])).then(|| xml(value)).flatten()
}

fn teamcity(value: &str) -> Option<String> {
    (!value.contains(['\'', '|', '[', ']'])).then(|| value.to_owned())
}

/// `$'…'` of bash.
fn ansi_c(value: &str) -> Option<String> {
    Some(value.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn cell_code(value: &str) -> Option<String> {
    (!value.contains(['|', '`'])).then(|| value.to_owned())
}

/// JSON as Go writes it, with signs of HTML as numbers.
fn json_html(value: &str) -> Option<String> {
    json(value).map(|value| value.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e"))
}

/// JSON as PHP writes it, with slashes escaped.
fn json_slash(value: &str) -> Option<String> {
    json(value).map(|value| value.replace('/', "\\/"))
}

/// XML in the text of XML.
fn xml_twice(value: &str) -> Option<String> {
    xml(&xml(value)?)
}

/// JSON in a quoted field of CSV.
fn csv_json(value: &str) -> Option<String> {
    csv_quoted(&json(value)?)
}

/// A query in a query.
fn url_twice(value: &str) -> Option<String> {
    url(&url(value)?)
}

/// A word that goes on in the next line, after a backslash.
fn cut_by_backslash(value: &str) -> Option<String> {
    let word = bare(value)?;
    let (start, rest) = word.split_at(word.len() / 2);
    Some(format!("{start}\\\n{rest}"))
}
