//! Text that stands in the place of a secret: templates, samples, words that say so.

use super::value::{entropy, is_only_words, is_randomly_mixed, is_wordlike};
use super::words::{ends_with_table_word, is_uniformly_cased, split_into_words, table_has_word};

/// Text in the place of a secret: `$TOKEN`, `<password>`, `****`, `xxxx`, `changeme`, `123456`, `(sensitive value)`.
pub fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    value.is_empty()
        || value.starts_with("[masked:")
        || is_template_placeholder(value)
        || is_usage_placeholder(value)
        || value.contains('…')
        || value.ends_with("...")
        || bytes.iter().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_' | b'0' | b'#' | b'?'))
        || (!is_uuid(value) && (is_mostly_runs(bytes) || repeats_a_part(value)))
        || is_hex_colour(value)
        || has_placeholder_word(value)
}

/// `#34d399`
fn is_hex_colour(value: &str) -> bool {
    let is_hex = |hex: &str| matches!(hex.len(), 3 | 6 | 8) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    value.strip_prefix('#').is_some_and(is_hex)
}

/// `<otp>]`, `[username[:password]]`, `<your key`, `$name)`: words of a usage line or of code in their brackets.
fn is_usage_placeholder(value: &str) -> bool {
    let trimmed = value.trim_end_matches([']', ')', ',', '.', ';', '}', '"', '\'', '`', '\\']);
    if trimmed.len() < value.len() && is_template_placeholder(trimmed) {
        return true;
    }
    value.starts_with(['<', '[', '{', '('])
        && value
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| !part.is_empty())
            .all(|part| is_wordlike(part) && part.len() >= 2)
        && value.bytes().filter(u8::is_ascii_alphabetic).count() * 3 >= value.len() * 2
}

/// A name in the brackets of some template language, and nothing else: `${X}`, `{{ x }}`, `<x>`, `%X%`, `%(x)s`, `#{x}`.
pub fn is_template_placeholder(value: &str) -> bool {
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
            && is_only_words(text)
            && text.bytes().filter(u8::is_ascii_digit).count() <= 2
    };
    if let Some(rest) = value.strip_prefix('$') {
        let braced = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).is_some_and(plain);
        let called = rest.starts_with('(') && rest.ends_with(')');
        // A variable in a longer word (`$PREFIX-$NAME`) is one as well.
        let joined = || value.split(['-', '/', ':', '.']).all(|part| part.strip_prefix('$').is_some_and(name));
        return braced || called || name(rest) || joined() || rest.starts_with("{{") || rest.starts_with("((");
    }
    inner("<", ">").is_some_and(plain)
        || inner("[", "]").or_else(|| inner("(", ")")).is_some_and(|text| plain(text) && is_only_words(text))
        || inner("%", "%").is_some_and(name)
        || inner("{", "}").is_some_and(|text| name(text) || text.is_empty() || text.starts_with(':'))
        || value.split(':').all(|part| matches!(part, "%s" | "%d" | "%v" | "%r" | "%q" | "%@" | "{}" | "{:?}" | "[]"))
        || is_format_field(value)
        || (value.contains("${") && value.contains('}') && !is_randomly_mixed(value))
        || (value.contains("{{") && value.contains("}}"))
}

/// `{attrs[2]}\n`, `x'{key.hex()}'`: a field of a format string.
fn is_format_field(value: &str) -> bool {
    let Some((head, rest)) = value.split_once('{') else { return false };
    let Some((field, tail)) = rest.split_once('}') else { return false };
    let of_field = |byte: u8| byte.is_ascii_alphanumeric() || b"_.[]()'\"".contains(&byte);
    let plain = |text: &str| text.len() <= 4;
    plain(head)
        && plain(tail)
        && field.bytes().all(of_field)
        && field.split(|c: char| !c.is_ascii_alphabetic()).all(|word| word.is_empty() || is_wordlike(word))
        && field.bytes().filter(u8::is_ascii_digit).count() <= 1
}

/// A UUID, which some vendors issue; its digits do not show whether it is a sample.
pub fn is_uuid(value: &str) -> bool {
    let dashes = [8, 13, 18, 23];
    let digit = |(at, byte): (usize, u8)| if dashes.contains(&at) { byte == b'-' } else { byte.is_ascii_hexdigit() };
    value.len() == 36 && value.bytes().enumerate().all(digit) && entropy(value) > 2.0
}

/// Most of it is one character repeated, or characters in sequence: no random token has that.
fn is_mostly_runs(bytes: &[u8]) -> bool {
    let (mut same, mut rising, mut in_runs) = (1, 1, 0);
    let mut counted = 0;
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
            counted = counted.max(rising);
        } else {
            close(std::mem::replace(&mut rising, 1));
        }
    }
    close(same);
    close(rising);
    // Nobody's generator counts to nine.
    (bytes.len() >= 6 && in_runs * 3 >= bytes.len() * 2) || counted >= 9
}

/// `1234-1234-1234-…`: the same part three times.
fn repeats_a_part(value: &str) -> bool {
    let parts = || value.split(['-', '.', '_', ':']).filter(|part| part.len() >= 3);
    parts().any(|part| parts().filter(|other| *other == part).count() >= 3)
}

/// Words that a placeholder is made of: a value that is all words, one of which says that it stands for another.
fn has_placeholder_word(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let words = split_into_words(value);
    // A token may hold such a word by chance; it is mixed where a placeholder is plain.
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let other = value.bytes().filter(|byte| !byte.is_ascii_alphabetic() && !b" _-.<>[]()".contains(byte)).count();
    let plain = other * 6 <= letters && words.iter().all(is_uniformly_cased);
    let says = |word: &&str| table_has_word("stands for", &word.to_ascii_lowercase());
    lower.contains("example") && (plain || lower.contains("examplekey") || lower.ends_with("example"))
        || plain && (words.iter().any(says) || ends_with_table_word("stands for", &lower))
        || lower.starts_with("redacted")
}

/// Values from tests and tutorials: a password that names itself (`TestPassword123!`), a word and `123`, only words of
/// the kind (`foo$bar`).
pub fn is_sample_password(value: &str) -> bool {
    let words = split_into_words(value);
    let digits: String = value.chars().filter(char::is_ascii_digit).collect();
    let lower = |word: &&str| word.to_ascii_lowercase();
    if words.is_empty() || digits.len() > 4 || words.len() > 8 || !words.iter().all(is_uniformly_cased) {
        return false;
    }
    let lower_all = value.to_ascii_lowercase();
    if digits.is_empty() && ["password", "passwd", "passwort"].iter().any(|word| lower_all.contains(word)) {
        return true;
    }
    let counted = !digits.is_empty()
        && "12345".starts_with(&digits)
        && value.trim_end_matches(['!', '@', '#', '$', '.']).ends_with(&digits);
    words.iter().map(&lower).any(|word| table_has_word("itself", &word))
        || words.iter().map(lower).all(|word| table_has_word("tutorial", &word))
        || (words.len() == 1
            && counted
            && (words[0].len() >= 4 && digits.len() > 1 || (4..=8).contains(&words[0].len())))
}

#[cfg(test)]
#[path = "../tests/unit/placeholder.rs"]
mod tests;
