//! Whether a value can be a secret at all: what documentation writes in its place, code that only names it, plain words.

/// `$TOKEN`, `<password>`, `****`, `xxxx`, `EXAMPLE`, `123456`: what stands where a secret would.
pub fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    value.starts_with(['$', '<', '{', '%', '*', '#'])
        || value.starts_with("[masked:")
        || value.contains("${")
        || value.contains("{{")
        || value.contains('…')
        || bytes.iter().all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.' | b'-' | b'_' | b'0'))
        || has_run(bytes)
        || says_so(value)
}

/// Much of it is one character over and over, or characters that follow one another: nobody's random token has that.
fn has_run(bytes: &[u8]) -> bool {
    let (mut same, mut rising, mut in_runs) = (1, 1, 0);
    let mut close = |run: usize| in_runs += if run >= 6 { run } else { 0 };
    for pair in bytes.windows(2) {
        let [before, after] = [pair[0].to_ascii_lowercase(), pair[1].to_ascii_lowercase()];
        // 9 is followed by 0 where somebody counts.
        let follows =
            after.is_ascii_alphanumeric() && (after == before.wrapping_add(1) || (before, after) == (b'9', b'0'));
        if before == after {
            same += 1;
        } else {
            close(std::mem::replace(&mut same, 1));
        }
        if follows {
            rising += 1;
        } else {
            close(std::mem::replace(&mut rising, 1));
        }
    }
    close(same);
    close(rising);
    in_runs > 0 && in_runs * 6 >= bytes.len()
}

/// Words that a placeholder is made of.
fn says_so(value: &str) -> bool {
    const WORDS: [&str; 12] = [
        "example",
        "your",
        "placeholder",
        "change",
        "dummy",
        "redacted",
        "insert",
        "replace",
        "here",
        "sample",
        "fake",
        "todo",
    ];
    let lower = value.to_ascii_lowercase();
    // A long token may hold such a word by chance; one that is made of words has few digits.
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    lower.contains("example") || (digits * 6 < value.len() && WORDS.iter().any(|word| lower.contains(word)))
}

/// Bits a byte, if each stood for itself.
pub fn entropy(value: &str) -> f64 {
    let mut counts = [0u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let total = value.len().max(1) as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|&count| f64::from(count) / total)
        .map(|share| -share * share.log2())
        .sum()
}

/// Letters and digits mixed as a generator mixes them.
pub fn is_mixed(value: &str) -> bool {
    let (mut digits, mut letters, mut changes, mut upper, mut lower) = (0, 0, 0, 0, 0);
    let mut before = None;
    for byte in value.bytes() {
        let class = match byte {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            _ => 3,
        };
        match class {
            0 => digits += 1,
            1 => lower += 1,
            2 => upper += 1,
            _ => {}
        }
        letters += usize::from(class == 1 || class == 2);
        changes += usize::from(before.is_some_and(|before| before != class));
        before = Some(class);
    }
    (digits >= 2 && letters >= 2 && changes * 8 >= value.len().saturating_sub(8))
        || (upper >= 3 && lower >= 3 && changes * 3 >= value.len())
}

/// An expression that names a secret: `process.env.TOKEN`, `var.db_password`, `getToken()`, `ACCESS_TOKEN`, a path, a number.
pub fn is_code(value: &str) -> bool {
    let number = value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'_'));
    let path =
        value.starts_with(['/', '~']) || value.starts_with("./") || value.starts_with("../") || value.contains("://");
    let call = value.contains(['(', ')', '[', ']', '{', '}', '<', '>', '\\', '|', '`']);
    let name = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let dotted = value.contains('.') && value.split('.').all(name);
    let constant = value.contains('_') && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    number || path || call || dotted || constant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_told_from_tokens() {
        for value in [
            "$TOKEN",
            "<token>",
            "xxxxxxxxxxxx",
            "AKIAIOSFODNN7EXAMPLE",
            "abcdef123456",
            "please_change_me",
            "00000000",
            "aaaaaaaab1",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcfdd1da089", "hunter2", "a1B2a1B2a1B2"]
        {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn random_is_told_from_words() {
        for value in
            ["kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "d45b6986abb0f2cee943902dbadbcfcf", "rclri1qzj865ufrdl1erbfqfoeqh3av9"]
        {
            assert!(is_mixed(value), "{value}");
        }
        for value in ["APIOrganizationExist", "correct", "requiredCharacteristicTypes", "version2"] {
            assert!(!is_mixed(value), "{value}");
        }
        for value in
            ["process.env.API_KEY", "getToken()", "ACCESS_TOKEN", "1234", "/etc/key.pem", "aws_db.default.password"]
        {
            assert!(is_code(value), "{value}");
        }
    }
}
