//! Formats of tokens, `data/rules.tsv`: name, check, pattern, keywords. A pattern is only tried on texts with one of its
//! rule's keywords, compiled on first need; a match must be plausible for its rule.

use std::ops::Range;
use std::sync::OnceLock;

use ctx_text::{ceil_boundary, decode_base64};
use regex::bytes::{Captures, Regex};

use super::expression::is_code_expression;
use super::passphrase::{is_passphrase_not_name, is_passphrase_with_number, is_type_or_answer_word, may_be_passphrase};
use super::placeholder::{is_placeholder, is_sample_password, is_template_placeholder};
use super::value::{entropy, is_only_words, is_random, is_randomly_mixed, is_strongly_random, is_wordlike};
use super::words::{split_into_words, table_has_word};

pub struct SecretFormatRule {
    pub name: &'static str,
    /// What must hold for a match, by a word that `shape` knows.
    pub check: &'static str,
    /// ASCII classes only: Unicode ones cost fifty times as much to compile. A prefix that nothing else begins with may
    /// stand anywhere, also after a letter or an escape (`%3Dghp_…`).
    pub pattern: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

// `RULES`: the rows of `data/rules.tsv`.
include!(concat!(env!("OUT_DIR"), "/rules.rs"));

impl SecretFormatRule {
    const fn new(name: &'static str, check: &'static str, pattern: &'static str) -> SecretFormatRule {
        SecretFormatRule { name, check, pattern, compiled: OnceLock::new() }
    }

    pub fn compiled_regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| compile_secret_pattern(self.pattern)).as_ref()
    }
}

pub fn compile_secret_pattern(pattern: &str) -> Option<Regex> {
    regex::bytes::RegexBuilder::new(pattern).unicode(false).build().ok()
}

/// The secrets in a pattern's matches: the first group that took part, else the whole match.
pub fn find_pattern_secrets(pattern: &Regex, line: &str) -> Vec<Range<usize>> {
    // Groups are looked for where there is a match: most lines with a keyword have none.
    if !pattern.is_match(line.as_bytes()) {
        return Vec::new();
    }
    let secret = |found: Captures<'_>| {
        let group = (1..found.len()).find_map(|group| found.get(group)).or_else(|| found.get(0));
        group.map(|group| group.range())
    };
    pattern.captures_iter(line.as_bytes()).filter_map(secret).filter(|range| !range.is_empty()).collect()
}

/// A word that stands for a password in a text.
fn is_word_for_password(value: &str) -> bool {
    is_type_or_answer_word(value) || is_placeholder(value) || value.to_ascii_lowercase().contains("password")
}

/// Chosen by people: only placeholders and values that repeat the name (`guest:guest`, `user:pass`) are ruled out.
fn may_be_chosen_password(before: &str, value: &str) -> bool {
    let user = before.trim_end_matches(['"', '\'']).strip_suffix(':').unwrap_or_default();
    let same = user.ends_with(value) && !user[..user.len() - value.len()].ends_with(char::is_alphanumeric);
    let blanked = value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_'));
    let one_letter = value.len() <= 3 && value.bytes().all(|byte| byte == value.as_bytes()[0]);
    !is_template_placeholder(value)
        && !value.starts_with('$')
        && !blanked
        && !one_letter
        && !same
        && !is_sample_password(value)
}

/// The value of a header, whose name and scheme stand before it.
fn is_header_secret(before: &str, value: &str) -> bool {
    // The value of Basic is base64 of a name and a password, or what somebody took for it in a header.
    if before.get(before.len().saturating_sub(5)..).is_some_and(|word| word.eq_ignore_ascii_case("asic ")) {
        return !is_published_sample_key(value)
            && (is_basic_auth_login(value) || before.contains("uthorization") && is_strongly_random(value));
    }
    // `Security::Authorization::{…}`
    if value.starts_with("::") || value.starts_with(':') && before.ends_with(':') || is_placeholder(value) {
        return false;
    }
    // In a command that sends it, it is a secret: letters that make no words are enough.
    let sent = before.contains("curl") || before.contains("-H ");
    let digit = || value.len() >= 8 && value.bytes().any(|byte| byte.is_ascii_digit());
    is_passphrase_with_number(value)
        || is_passphrase_not_name(value)
        || may_be_passphrase(value) && value.len() >= 20
        || (is_randomly_mixed(value) || is_random(value) || sent && (!is_only_words(value) || digit()))
            && !is_code_expression(value)
}

/// Whether a match is plausible for its rule. `before` is the line up to it, of which the nearest part is looked at.
pub fn is_plausible_secret_for_rule(index: usize, before: &str, value: &str) -> bool {
    let before = &before[ceil_boundary(before, before.len().saturating_sub(500))..];
    let usual =
        || !is_placeholder(value) && (value.len() < 16 || entropy(value) >= 1.9) && !is_published_sample_key(value);
    match RULES[index].check {
        "any" => true,
        "chosen" => may_be_chosen_password(before, value),
        // A value in braces may well be meant: the documentation of some services writes it so.
        "curl" => {
            may_be_chosen_password(before, value)
                || value.starts_with('{') && !value.starts_with("{{") && is_randomly_mixed(value)
        }
        "random" => {
            let counted = value.len() >= 16 || value.bytes().any(|byte| byte.is_ascii_digit());
            let random = is_random(value) && counted && !is_code_expression(value);
            may_be_chosen_password(before, value)
                && !is_placeholder(value)
                && (random || may_be_passphrase(value) && !value.ends_with('.'))
        }
        "word" => {
            may_be_chosen_password(before, value) && !is_word_for_password(value) && !is_published_sample_key(value)
        }
        "token" => !is_wordlike(value) && usual(),
        "jwt" => !is_placeholder(value) && !is_jwt_without_known_claims(value),
        "mixed" => is_randomly_mixed(value) && !is_placeholder(value),
        "header" => is_header_secret(before, value),
        // Keys of Stripe that belong into a page are public.
        "prefixed" if before.ends_with("pk_live_") || before.ends_with("pk_test_") => false,
        "prefixed" => {
            let hex = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            !hex && digits >= 3 && is_randomly_mixed(value) && !is_placeholder(value) && entropy(value) >= 3.2
        }
        _ => usual(),
    }
}

/// A JSON web token with one claim of no meaning opens no door: documentation shows such tokens.
pub fn is_jwt_without_known_claims(token: &str) -> bool {
    if !token.starts_with("ey") {
        return false;
    }
    let Some(payload) = token.split('.').nth(1).and_then(decode_base64) else { return false };
    let Ok(serde_json::Value::Object(claims)) = serde_json::from_slice(&payload) else { return false };
    let is_claim = |word: &&str| table_has_word("claims", &word.to_ascii_lowercase());
    claims.len() < 2 && !claims.keys().any(|name| split_into_words(name).iter().any(is_claim))
}

/// `user:password` as Basic authentication sends it.
pub fn is_basic_auth_login(value: &str) -> bool {
    decode_base64(value).is_some_and(|login| login.contains(&b':') && std::str::from_utf8(&login).is_ok())
}

/// Keys that their owners publish as examples or defaults: in documentation, in sample projects, in emulators. Kept as
/// hashes, so that no scanner takes the table for a leak.
pub fn is_published_sample_key(value: &str) -> bool {
    table_has_word("published", &blake3::hash(value.as_bytes()).to_hex()[..16])
}

#[cfg(test)]
#[path = "../tests/unit/formats.rs"]
mod tests;
