//! Names decide, values confirm: whether a value under a sensitive name is masked.

use super::expression::{is_c_number, is_code_expression, is_path_or_address};
use super::letters::has_gibberish;
use super::names::{SensitiveNameClass, classify_sensitive_name};
use super::passphrase::{is_passphrase_not_name, is_passphrase_with_number, is_type_or_answer_word, may_be_passphrase};
use super::placeholder::{is_placeholder, is_sample_password, is_uuid};
use super::value::{has_version_number, is_random, is_strongly_random, is_wordlike, value_looks_like_constant_name};

/// How surely the place is one of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretPlaceCertainty {
    /// A sentence could stand here.
    Prose,
    /// `name: value` alone on its line.
    Settings,
    /// Quotes, a tag, a field or a cell hold it.
    Yes,
    /// `NAME=value`, `--name value`: nothing but a value can stand here.
    Environment,
}

/// What is known about the text in which the values stand.
#[derive(Clone, Copy, Default)]
pub struct SecretValueRules {
    /// Source code: only random values and known formats are masked.
    pub code: bool,
    /// Only the syntax of this line says so: it may be a shell's, where `NAME=value` is not a literal.
    pub by_syntax: bool,
}

impl SecretValueRules {
    pub fn is_secret_value(
        &self,
        value: &str,
        class: SensitiveNameClass,
        sure: SecretPlaceCertainty,
        quoted: bool,
    ) -> bool {
        // A string of C ends with a zero.
        let value = value.strip_suffix("\\0").unwrap_or(value);
        // `(value)`: what closes a bracket around it is none of it.
        let value = if quoted || value.contains('(') { value } else { strip_closing_bracket(value) };
        let least = if class == SensitiveNameClass::Password { 3 } else { 6 };
        if value.len() < least
            || value.len() > 20_000
            || is_placeholder(value)
            || is_type_or_answer_word(value)
            || value_looks_like_constant_name(value)
        {
            return false;
        }
        if class == SensitiveNameClass::Weak && is_uuid(value.trim_matches(['\\', '"'])) {
            return false;
        }
        // A type or a call of code.
        let called = || value.contains(['[', '(', '<']) || value.contains("::");
        if class == SensitiveNameClass::Weak
            && !quoted
            && (sure < SecretPlaceCertainty::Environment || value.contains("::"))
            && called()
        {
            return false;
        }
        let phrase =
            class != SensitiveNameClass::Weak && (!self.code || self.by_syntax) && is_passphrase_with_number(value);
        let random = phrase || (is_random(value) && !(value.contains('/') && is_path_or_address(value)));
        if self.code && !(self.by_syntax && sure == SecretPlaceCertainty::Environment) {
            return self.is_secret_in_code(value, class, sure, quoted, random);
        }
        if is_c_number(value.trim_matches(['(', ')', ',']))
            && value.contains(['x', 'X', 'L', 'l', '('])
            && value.len() < 24
        {
            return false;
        }
        // A number that programs write; an address of Ethereum has 40 digits, a key for it 64.
        if let Some(hex) = value.strip_prefix("0x").filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            let password = class == SensitiveNameClass::Password && hex.len() >= 16;
            return hex.len() >= 64
                || sure >= SecretPlaceCertainty::Settings && hex.len() != 40 && (password || hex.len() >= 32);
        }
        let number = value.bytes().all(|byte| byte.is_ascii_digit() || b".,_<>|[](".contains(&byte));
        if number {
            // Some vendors issue long numbers; people choose short ones.
            let digits = value.bytes().all(|byte| byte.is_ascii_digit());
            return match class {
                SensitiveNameClass::Password => {
                    digits
                        && (sure >= SecretPlaceCertainty::Yes && value.len() >= 4
                            || sure == SecretPlaceCertainty::Settings && value.len() >= 8)
                }
                SensitiveNameClass::Token => digits && sure >= SecretPlaceCertainty::Settings && value.len() >= 11,
                SensitiveNameClass::Weak => digits && sure >= SecretPlaceCertainty::Yes && value.len() >= 15,
            };
        }
        // The address of a webhook: whoever knows it may call it.
        if let Some((_, path)) = value.split_once("://")
            && class == SensitiveNameClass::Token
            && sure >= SecretPlaceCertainty::Settings
            && path.split(['/', '?', '=', '&']).skip(1).any(|part| part.len() >= 12 && is_strongly_random(part))
        {
            return true;
        }
        if is_path_or_address(value) || (is_code_expression(value) && !random && !(quoted && may_be_passphrase(value)))
        {
            return false;
        }
        if random {
            return !(sure < SecretPlaceCertainty::Environment && is_sample_password(value));
        }
        let spaced = value.contains(' ');
        if spaced
            && !(may_be_passphrase(value)
                && (sure >= SecretPlaceCertainty::Settings || quoted && is_passphrase_not_name(value)))
        {
            return false;
        }
        has_secret_shape(value, class, sure, quoted)
    }

    /// A literal or a word of code.
    fn is_secret_in_code(
        &self,
        value: &str,
        class: SensitiveNameClass,
        sure: SecretPlaceCertainty,
        quoted: bool,
        random: bool,
    ) -> bool {
        // A line that only looks like code may be printed data: nothing else is four words without a sentence.
        let said = self.by_syntax
            && (quoted || value.contains('-'))
            && class != SensitiveNameClass::Weak
            && sure >= SecretPlaceCertainty::Settings
            && is_passphrase_not_name(value);
        let phrase = said || sure == SecretPlaceCertainty::Environment && may_be_passphrase(value);
        // Without quotes it is an expression or a type, unless it is a shell's.
        (random || phrase)
            && (quoted
                || ((sure == SecretPlaceCertainty::Environment
                    || (self.by_syntax && class != SensitiveNameClass::Weak))
                    && !is_variable_name(value)))
            && !is_sample_password(value)
    }
}

/// What a value that is not random must look like, the less sure its place the more.
fn has_secret_shape(value: &str, class: SensitiveNameClass, sure: SecretPlaceCertainty, quoted: bool) -> bool {
    match (class, sure) {
        (SensitiveNameClass::Weak, SecretPlaceCertainty::Prose) => false,
        (_, SecretPlaceCertainty::Prose) => {
            (quoted || !value.contains(' ')) && is_passphrase_not_name(value) && value.len() >= 20
        }
        (SensitiveNameClass::Weak, SecretPlaceCertainty::Environment) => may_be_passphrase(value) && value.len() >= 20,
        (SensitiveNameClass::Weak, _) => false,
        (SensitiveNameClass::Password, SecretPlaceCertainty::Environment) => true,
        (SensitiveNameClass::Password, SecretPlaceCertainty::Yes) => {
            !is_sample_password(value)
                && (!is_wordlike(value) || may_be_passphrase(value) || has_digit(value) || value.len() >= 8)
        }
        (SensitiveNameClass::Password, SecretPlaceCertainty::Settings) => {
            !is_sample_password(value)
                && (may_be_passphrase(value)
                    || (!is_wordlike(value) && !value.contains(['(', '{', '<', '[']))
                    || (is_wordlike(value) && has_digit(value) && value.len() >= 6))
        }
        (SensitiveNameClass::Token, SecretPlaceCertainty::Environment) => {
            let one_word = value.bytes().all(|byte| byte.is_ascii_alphabetic());
            may_be_passphrase(value)
                || (!is_wordlike(value) && (has_digit(value) || classify_sensitive_name(value).is_none()))
                || (one_word && value.len() >= 12 && classify_sensitive_name(value).is_none())
                || is_word_with_number(value)
                || (has_digit(value) && value.len() >= 8)
        }
        (SensitiveNameClass::Token, _) => {
            may_be_passphrase(value) && (sure == SecretPlaceCertainty::Yes || value.len() >= 16)
                || is_uuid(value)
                || is_word_with_number(value)
                || (value.len() >= 8
                    && !is_wordlike(value)
                    && has_digit(value)
                    && !value.contains(['(', ')', '<', '{', '[', ':'])
                    && (sure == SecretPlaceCertainty::Yes || value.bytes().all(|byte| byte.is_ascii_alphanumeric())))
        }
    }
}

/// `2).`, `auth):`: the text up to a bracket that it did not open.
fn strip_closing_bracket(value: &str) -> &str {
    let text = value.trim_end_matches(['.', ':', ',']);
    text.strip_suffix(')').map_or(value, |text| text.trim_end_matches([')', '"', '\'']))
}

fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

/// Beside a sensitive name it can be nothing but its value, wherever it stands: random, or words that no text has.
pub fn is_surely_secret(value: &str) -> bool {
    is_strongly_random(value)
        || (value.len() >= 16 && has_gibberish(value) && is_random(value))
        || (value.len() >= 24 && is_random(value) && !has_version_number(value) && !is_path_or_address(value))
        || (value.len() >= 20 && is_passphrase_not_name(value) && !value.starts_with('-'))
        || is_passphrase_with_number(value)
}

/// `walnut318`, `Tulipthunder!`: a word and a number, or a word with a sign, as people choose passwords.
fn is_word_with_number(value: &str) -> bool {
    let word = value.trim_end_matches(['!', '#', '$', '?', '*', '%', '@', '&']);
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let (signs, digits) = (value.len() - word.len(), word.len() - letters.len());
    let spoken = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'@' | b'$' | b'!' | b'#');
    letters.len() >= 4
        && ((2..=4).contains(&digits) || signs > 0 && value.len() >= 10 || digits == 1 && letters.len() >= 10)
        && letters.bytes().all(spoken)
        && classify_sensitive_name(letters).is_none()
        && !is_sample_password(value)
}

/// An identifier: without quotes it is a variable.
fn is_variable_name(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')) && is_wordlike(value)
}
