//! What must hold for the value of a form: how surely its place is one of a value, by the words of the table.

use super::judge::{SecretPlaceCertainty, SecretValueRules, is_surely_secret};
use super::names::SensitiveNameClass;
use super::passphrase::{is_passphrase_not_name, is_passphrase_with_number, may_be_passphrase};
use super::place::SensitiveNamePlace;
use super::reading::ParsedSecretValue;
use super::text_tables;
use super::value::{has_upper_lower_and_digits, has_version_number, is_random, is_strongly_random};

pub type ValueCheck = fn(&SensitiveNamePlace<'_>, &SecretValueRules, &ParsedSecretValue) -> bool;

const WORDS: &[(&str, ValueCheck)] = &[
    ("-", |_, _, _| true),
    // As the place of the name shows.
    ("auto", |place, judge, value| {
        let sure = place.secret_value_certainty(value.range.start, value.quoted || place.quoted);
        is_secret_text(place, judge, value, sure)
    }),
    ("env", |place, judge, value| is_secret_text(place, judge, value, SecretPlaceCertainty::Environment)),
    ("yes", |place, judge, value| is_secret_text(place, judge, value, SecretPlaceCertainty::Yes)),
    ("set", |place, judge, value| is_secret_text(place, judge, value, SecretPlaceCertainty::Settings)),
    ("strong", |place, judge, value| {
        let text = value_text(place, value);
        // `base64url` is a word of prose.
        let long = text.len() >= 10 || text.bytes().any(|byte| byte.is_ascii_uppercase());
        long && (is_strongly_random(text) || is_surely_secret(text))
            && is_secret_text(place, judge, value, SecretPlaceCertainty::Prose)
    }),
    // The word of a login beside its user.
    ("login", |place, judge, value| {
        let text = value_text(place, value);
        text.len() >= 6
            && !text.starts_with('/')
            && judge.is_secret_value(text, SensitiveNameClass::Token, SecretPlaceCertainty::Yes, value.quoted)
    }),
    // A cell of something drawn.
    ("cell", |place, judge, value| text_tables::is_secret_cell(value_text(place, value), place.class, judge)),
    // A statement: SQL's words, a setter or a directive of settings make it sure.
    ("statement", |place, judge, value| {
        let sure =
            if place.is_in_statement_or_setting() { SecretPlaceCertainty::Yes } else { SecretPlaceCertainty::Prose };
        // Prose in backticks names code.
        let text = value_text(place, value);
        let verdict = place.name.eq_ignore_ascii_case("pass");
        let named = place.line[..value.range.start].ends_with('`')
            && (verdict || !is_strongly_random(text))
            && !(text.len() >= 24 && is_random(text) && !text.contains("::"))
            && !(text.contains('-') && is_passphrase_not_name(text) || is_passphrase_with_number(text));
        !named && is_secret_text(place, judge, value, sure)
    }),
    ("said", is_stated_value),
    ("label", is_labelled_value),
    ("directive", is_directive_value),
    // An argument of a call that sets something is sure.
    ("argument", |place, judge, value| {
        let (sets, define) = place.is_in_setting_call_and_define();
        let judge = SecretValueRules { code: judge.code && !define, ..*judge };
        is_secret_text(
            place,
            &judge,
            value,
            if sets { SecretPlaceCertainty::Environment } else { SecretPlaceCertainty::Prose },
        )
    }),
    // A random literal of some length, wherever it stands.
    ("literal", |place, judge, value| {
        let text = value_text(place, value);
        (12..200).contains(&text.len())
            && !text.contains(' ')
            && has_upper_lower_and_digits(text)
            && (is_strongly_random(text.trim_start_matches(['-', '/', '#'])) || is_passphrase_with_number(text))
            && is_secret_text(place, judge, value, SecretPlaceCertainty::Prose)
    }),
    // A word that no sentence has, after one that binds it to the name.
    ("bound", |place, judge, value| {
        let text = value_text(place, value);
        let last =
            place.line[value.range.end..].trim_matches(['.', ' ', '"', '\'', '`', ')', ']', '!', '>', '}']).is_empty();
        let verdict = place.name.eq_ignore_ascii_case("pass");
        text.is_ascii()
            && (is_strongly_random(text)
                || !verdict && is_surely_secret(text)
                || !verdict && last && is_random(text) && !has_version_number(text))
            && is_secret_text(place, judge, value, SecretPlaceCertainty::Prose)
    }),
    // The next word: random beyond doubt.
    ("next", |place, judge, value| {
        let text = value_text(place, value);
        let hexadecimal = text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let verdict = place.name.eq_ignore_ascii_case("pass");
        text.is_ascii()
            && (is_strongly_random(text)
                || !verdict
                    && is_surely_secret(text)
                    && (hexadecimal || may_be_passphrase(text) || text.ends_with('=')))
            && is_secret_text(place, judge, value, SecretPlaceCertainty::Prose)
    }),
];

pub fn find_value_check(word: &str) -> Option<ValueCheck> {
    WORDS.iter().find(|(of, _)| *of == word).map(|(_, holds)| *holds)
}

fn value_text<'a>(place: &SensitiveNamePlace<'a>, value: &ParsedSecretValue) -> &'a str {
    &place.line[value.range.clone()]
}

fn is_secret_text(
    place: &SensitiveNamePlace<'_>,
    judge: &SecretValueRules,
    value: &ParsedSecretValue,
    sure: SecretPlaceCertainty,
) -> bool {
    let text = value_text(place, value);
    !repeats_name(place.name, text) && judge.is_secret_value(text, place.class, sure, value.quoted)
}

/// `SN_protocolKey "protocol-key"`: the value is the end of the name.
fn repeats_name(name: &str, value: &str) -> bool {
    let plain = |text: &'_ str| {
        text.bytes().rev().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase()).collect::<Vec<u8>>()
    };
    let value = value.strip_suffix("\\0").unwrap_or(value);
    value.len() >= 6 && value.len() <= name.len() && plain(name).starts_with(&plain(value))
}

/// A sentence that says it: `password is …`, `token was set to …`.
fn is_stated_value(place: &SensitiveNamePlace<'_>, judge: &SecretValueRules, value: &ParsedSecretValue) -> bool {
    let text = value_text(place, value);
    let digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let last = place.line[value.range.end..].trim_matches(['.', ' ', '"', '\'', '`']).is_empty();
    let named = place.has_several_words() || text.len() >= 8 && place.class != SensitiveNameClass::Weak;
    digit && last && named && is_secret_text(place, judge, value, SecretPlaceCertainty::Settings)
        || (is_random(text) && digit || is_passphrase_not_name(text))
            && is_secret_text(place, judge, value, SecretPlaceCertainty::Prose)
}

/// `A temporary password is generated for root: value`, `Password (root): value`
fn is_labelled_value(place: &SensitiveNamePlace<'_>, judge: &SecretValueRules, value: &ParsedSecretValue) -> bool {
    let text = value_text(place, value);
    let label = place.line[place.behind..value.range.start].trim().trim_end_matches(':');
    let said = place.class == SensitiveNameClass::Password && is_random(text) || is_surely_secret(text);
    let made = place.class == SensitiveNameClass::Password
        && !text.contains(' ')
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && ["generated", "temporary", "initial"].iter().any(|word| place.text_around().contains(word))
        || label.starts_with('(') && label.ends_with(')') && !text.contains(' ');
    (said || made)
        && is_secret_text(
            place,
            judge,
            value,
            if made { SecretPlaceCertainty::Settings } else { SecretPlaceCertainty::Prose },
        )
}

/// `requirepass v`, `api_token v`, `fastcgi_param DB_PASSWORD v`: one word after a name that is none of a sentence.
fn is_directive_value(place: &SensitiveNamePlace<'_>, judge: &SecretValueRules, value: &ParsedSecretValue) -> bool {
    let text = value_text(place, value);
    let known = matches!(place.name, "requirepass" | "masterauth" | "rootpw" | "bindpw");
    let sure = match place.is_at_line_start() {
        true if known => SecretPlaceCertainty::Environment,
        _ if !text.starts_with(['[', '(', '<', '{']) && place.is_after_setter() => SecretPlaceCertainty::Settings,
        true if place.has_several_words() => SecretPlaceCertainty::Settings,
        false if place.has_several_words() && place.follows_program_word() => SecretPlaceCertainty::Settings,
        true => SecretPlaceCertainty::Prose,
        false if place.class != SensitiveNameClass::Weak && is_strongly_random(text.trim_start_matches('-')) => {
            SecretPlaceCertainty::Prose
        }
        false => return false,
    };
    is_secret_text(place, judge, value, sure)
}
