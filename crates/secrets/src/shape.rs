//! From a pattern's match to a secret: its place in the line, and whether it is plausible for its rule.

use std::ops::Range;

use super::expression::is_expression;
use super::jwt::{claims_nothing, is_login};
use super::phrase::{is_passphrase, is_phrase, is_spoken, is_stock_word};
use super::placeholder::{is_placeholder, is_sample, is_template, repeats_itself};
use super::published;
use super::rules::RULES;
use super::value::{entropy, is_mixed, is_of_words, is_random, is_wordlike};

/// The secrets in a pattern's matches: the first group that took part, else the whole match.
pub fn spans(pattern: &regex::bytes::Regex, line: &str) -> Vec<Range<usize>> {
    let secret = |found: regex::bytes::Captures<'_>| {
        let group = (1..found.len()).find_map(|group| found.get(group)).or_else(|| found.get(0));
        group.map(|group| group.range())
    };
    pattern.captures_iter(line.as_bytes()).filter_map(secret).filter(|range| !range.is_empty()).collect()
}

/// Halves of tokens beside a cut that was made before masking.
pub fn cut_short(line: &str) -> Vec<Range<usize>> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut found = Vec::new();
    for (at, mark) in line.match_indices('…') {
        let start = line[..at]
            .rfind(|c| !part(c))
            .map_or(0, |before| before + line[before..].chars().next().map_or(1, char::len_utf8));
        let head = &line[start..at];
        let known = |keyword: &String| {
            keyword.len() >= 4 && head.len() >= keyword.len() + 4 && head.starts_with(keyword.as_str())
        };
        if RULES.iter().any(|rule| rule.keywords.iter().any(known)) {
            found.push(start..at);
        }
        let after = at + mark.len();
        let end = line[after..].find(|c| !part(c)).map_or(line.len(), |end| after + end);
        let tail = &line[after..end];
        // Hexadecimal digits on both sides are a checksum's; a secret's name would mask them.
        let checksum = head.bytes().rev().take_while(u8::is_ascii_hexdigit).count() >= 8
            && tail.bytes().all(|byte| byte.is_ascii_hexdigit());
        if tail.len() >= 16 && !checksum && is_mixed(tail) && is_random(tail) {
            found.push(after..end);
        }
    }
    found
}

/// The forms with few digits: `xapp-1-A1B2-3-c4d5`, `xoxa-2-…`.
fn is_slack(value: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = value.split('-').collect();
    match parts[..] {
        ["xapp", version, app, id, secret] => {
            let upper = app.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
            number(version) && number(id) && upper && secret.len() >= 2
        }
        ["xoxa" | "xoxr", version, secret] if version.len() == 1 && number(version) => {
            secret.len() >= 8 && !is_placeholder(secret)
        }
        _ => false,
    }
}

/// A word that stands for a password in a text.
fn is_spoken_of(value: &str) -> bool {
    is_stock_word(value) || is_placeholder(value) || value.to_ascii_lowercase().contains("password")
}

/// The last part of a line before a place.
fn nearest(before: &str) -> &str {
    let mut from = before.len().saturating_sub(500);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    &before[from..]
}

/// Whether a match is plausible for its rule. `before` is the line up to it, of which the nearest part is looked at.
pub fn is_true(index: usize, before: &str, value: &str) -> bool {
    let before = nearest(before);
    // Chosen by people: only placeholders and values that repeat the name (`guest:guest`, `user:pass`) are ruled out.
    let chosen = || {
        let user = before.trim_end_matches(['"', '\'']).strip_suffix(':').unwrap_or_default();
        let same = user.ends_with(value) && !user[..user.len() - value.len()].ends_with(char::is_alphanumeric);
        let blanked = value.bytes().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_'));
        let one_letter = value.len() <= 3 && value.bytes().all(|byte| byte == value.as_bytes()[0]);
        !is_template(value) && !blanked && !one_letter && !same && !is_sample(value)
    };
    match RULES[index].name {
        "url-password" => chosen(),
        // A value in braces may well be meant: the documentation of some services writes it so.
        "curl-user" => chosen() || (value.starts_with('{') && !value.starts_with("{{") && is_mixed(value)),
        "netrc" => chosen() && (value.len() >= 10 || !value.bytes().all(|byte| byte.is_ascii_lowercase())),
        "cli-random" => {
            let counted = value.len() >= 16 || value.bytes().any(|byte| byte.is_ascii_digit());
            chosen()
                && !is_placeholder(value)
                && (is_phrase(value) && !value.ends_with('.') || is_random(value) && counted && !is_expression(value))
        }
        "cli-input" => chosen() && !value.starts_with('$'),
        "cli-password" | "cli-secret" => chosen() && !is_spoken_of(value),
        "url-token" if is_wordlike(value) => false,
        "slack" if is_slack(value) => true,
        "slack" if value.starts_with("xox") || value.starts_with("xapp-") => {
            let (_, rest) = value.split_once('-').unwrap_or_default();
            let last = rest.rsplit('-').next().unwrap_or_default();
            let digits = rest.bytes().filter(u8::is_ascii_digit).count();
            !last.is_empty()
                && rest.len() >= 14
                && digits >= 5
                && !repeats_itself(rest)
                && !(last.len() >= 6 && is_placeholder(last))
                && entropy(rest) >= 1.9
        }
        "gitlab" => !is_placeholder(value) && entropy(&value[value.len().saturating_sub(20)..]) >= 1.9,
        "jwt" => !is_placeholder(value) && !claims_nothing(value),
        "xml-cleartext" => !is_placeholder(value) && !published::is(value),
        "xml-password" => {
            !is_placeholder(value) && !value.to_ascii_lowercase().contains("password") && !published::is(value)
        }
        "account-hash" | "private-key-base64" => true,
        "vault-unseal" | "voyage" | "mailgun" | "telnyx" | "fireworks" | "dependency-track" => {
            is_mixed(value) && !is_placeholder(value)
        }
        // The value of Basic is base64 of a name and a password.
        "auth-header"
            if before.get(before.len().saturating_sub(5)..).is_some_and(|word| word.eq_ignore_ascii_case("asic ")) =>
        {
            is_login(value) && !published::is(value)
        }
        // `Security::Authorization::{…}`
        "auth-header" if value.starts_with("::") || (value.starts_with(':') && before.ends_with(':')) => false,
        // In a command that sends it, it is a secret: letters that make no words are enough.
        "auth-header" if before.contains("curl") || before.contains("-H ") => {
            let digit = value.len() >= 8 && value.bytes().any(|byte| byte.is_ascii_digit());
            !is_placeholder(value) && !is_expression(value) && (is_mixed(value) || !is_of_words(value) || digit)
        }
        "auth-header" | "header-key" => {
            !is_placeholder(value)
                && (is_passphrase(value)
                    || is_spoken(value)
                    || is_phrase(value) && value.len() >= 20
                    || ((is_mixed(value) || is_random(value)) && !is_expression(value)))
        }
        // This prefix has no other use, whatever follows it.
        "age" => true,
        "aws-bedrock" if value.len() >= 113 => value.len() <= 275 && entropy(value) >= 3.0,
        // Keys of Stripe that belong into a page are public.
        "prefixed-token" if before.ends_with("pk_live_") || before.ends_with("pk_test_") => false,
        "pgpass" | "sql-password" | "mail-login" => chosen(),
        "cookie-jar" | "npmrc-auth" | "jwk" | "openssh-key" => !is_placeholder(value) && is_mixed(value),
        "discord-bot" | "mandrill" | "azure-key" | "trello" => is_mixed(value) && entropy(value) >= 3.0,
        "prefixed-token" => {
            let hex = value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            !hex && digits >= 3 && is_mixed(value) && !is_placeholder(value) && entropy(value) >= 3.2
        }
        "hashicorp" if value.starts_with("s.") => {
            is_mixed(value) && value.bytes().filter(u8::is_ascii_digit).count() >= 2
        }
        _ => !is_placeholder(value) && (value.len() < 16 || entropy(value) >= 1.9) && !published::is(value),
    }
}

#[cfg(test)]
#[path = "../tests/unit/shape.rs"]
mod tests;
