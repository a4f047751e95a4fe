//! Runs of bytes that the table of forms knows by a word: identifiers, the names of fields, types, labels.

use super::keywords::is_encoding_word;
use super::words::table_has_word;

type ByteTest = fn(u8) -> bool;
type RunCheck = fn(&str) -> bool;

/// Each word with the bytes of its runs, the most of them, and what must hold for the whole.
const RUNS: &[(&str, ByteTest, usize, RunCheck)] = &[
    ("id", is_identifier_byte, 80, accept_any),
    ("w", is_word_byte, 80, accept_any),
    ("n", |byte| byte.is_ascii_digit(), 20, accept_any),
    ("path", |byte| is_identifier_byte(byte) || b"/:".contains(&byte), 120, |text| text.ends_with(['/', ':'])),
    ("name", is_word_byte, 60, is_name_field_name),
    ("key", |byte| is_word_byte(byte) || byte == b'-', 60, is_value_field_name),
    ("attributes", |byte| !b"<>".contains(&byte), 200, |text| !text.ends_with(['/', '-'])),
    ("label", |byte| !b":=\"'`<>{}\\".contains(&byte), 90, |label| !is_metadata_name(label)),
    ("enc", |byte| byte.is_ascii_alphanumeric() || byte == b'-', 20, |text| is_encoding_word(text.as_bytes())),
    ("flagkey", |byte| is_word_byte(byte) || b"-/".contains(&byte), 40, is_value_flag),
    ("text", |byte| !b"\"'`".contains(&byte), 200, accept_any),
    ("asked", |_| true, 120, |text| text.trim_end().ends_with([':', '?'])),
    ("told", |_| true, 200, |text| text.trim_end().ends_with('.')),
    ("mark", is_word_byte, 40, accept_any),
    ("call", |byte| byte.is_ascii_alphanumeric() || b"_.:".contains(&byte), 60, |call| !is_secret_lookup_call(call)),
    ("type", |byte| !b"\"'`\n".contains(&byte), 60, is_only_types_and_addresses),
    (
        "typed",
        |byte| byte.is_ascii_alphanumeric() || b"_ <>[]?.;{}()*&,".contains(&byte),
        80,
        |text| text.split(' ').count() <= 7,
    ),
    ("capitals", |byte| byte.is_ascii_uppercase(), 20, |text| text.len() >= 3),
];

pub fn find_byte_run_class(word: &str) -> Option<usize> {
    RUNS.iter().position(|(of, ..)| *of == word)
}

/// Which bytes a run of a kind holds.
pub fn byte_test(kind: usize) -> ByteTest {
    RUNS[kind].1
}

pub fn may_be_empty(kind: usize) -> bool {
    matches!(RUNS[kind].0, "attributes" | "path" | "text")
}

/// The length of the run of a kind at a place, or before it.
pub fn byte_run_length_at(kind: usize, line: &str, at: usize, back: bool) -> Option<usize> {
    let (word, test, most, check) = RUNS[kind];
    let bytes = line.as_bytes();
    let len = if back {
        bytes[..at].iter().rev().take(most).take_while(|byte| test(**byte)).count()
    } else {
        bytes[at..].iter().take(most).take_while(|byte| test(**byte)).count()
    };
    // The word that says what is assigned is none of the type.
    let value = || ["DEFAULT ", "default ", "VALUE ", "value "].iter().find_map(|of| line.get(at..at + len)?.find(of));
    let len = if word == "typed" { value().unwrap_or(len) } else { len };
    let text = if back { line.get(at - len..at)? } else { line.get(at..at + len)? };
    ((len > 0 || may_be_empty(kind)) && check(text)).then_some(len)
}

fn accept_any(_: &str) -> bool {
    true
}

pub fn is_identifier_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Names whose own value is the name of a variable: `{"name": "DB_PASSWORD", "value": …}`, `<param-name>`.
fn is_name_field_name(key: &str) -> bool {
    let key = normalise_key(key);
    let kind = key.strip_suffix("name").or_else(|| key.strip_suffix("key")).unwrap_or(&key);
    kind.is_empty() || table_has_word("name keys", kind)
}

/// The fields that hold the value beside such a name: `value`, `stringValue`, `<param-value>`, `ParameterValue`.
pub fn is_value_field_name(key: &str) -> bool {
    let key = normalise_key(key);
    key.ends_with("value") || table_has_word("value keys", &key)
}

/// `--value`, `--body`, `/d`: the flag of a value beside its name.
fn is_value_flag(flag: &str) -> bool {
    let name = flag.trim_start_matches(['-', '/']);
    flag == "/d"
        || name.len() < flag.len()
            && name.len() > 1
            && (is_value_field_name(name) || name == "body" || name == "secret-string")
}

fn normalise_key(key: &str) -> String {
    key.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// A call that looks a secret up.
pub fn is_secret_lookup_call(call: &str) -> bool {
    ["env", "get", "Env", "Get", "read", "load", "fetch"].iter().any(|word| call.contains(word))
}

/// `string(16) `, `(string) (len=16) `, `<chr> `, `variant string `, `0x55a2 `: types and addresses alone.
fn is_only_types_and_addresses(text: &str) -> bool {
    let of_type = |word: &str| {
        let name = word.split(['(', '<', '[']).next().unwrap_or(word);
        let framed = word.ends_with([')', '>', ']']) && word.len() > name.len();
        let address = word.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        address || word == "*" || (framed && (name.is_empty() || is_type_name(name))) || is_type_name(word)
    };
    !text.is_empty() && text.ends_with([' ', '\t', '*']) && text.split_whitespace().all(of_type)
}

/// The string after its type or address.
pub fn strip_string_type(text: &str) -> &str {
    let at = text.find(['"', '\'']).filter(|&at| at < 60 && is_only_types_and_addresses(&text[..at]));
    &text[at.unwrap_or(0)..]
}

fn is_type_name(word: &str) -> bool {
    table_has_word("type names", &word.to_ascii_lowercase())
}

/// `id`, `expires at`: what is told of a secret and is none itself.
pub fn is_metadata_name(label: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| table_has_word("other names", &word.to_ascii_lowercase()))
}

/// How far a line is indented, marks of lists and diffs included.
pub fn indent_width(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'+' | b'>')).count()
}
