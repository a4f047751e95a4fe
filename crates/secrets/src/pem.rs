//! Tells the lines of a private key from lines of code that mention one.

/// Shorter runs of the alphabet are words.
const RUN: usize = 20;

/// The longest run of base64.
fn longest(text: &str) -> usize {
    let alphabet = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    text.as_bytes().split(|&byte| !alphabet(byte)).map(<[u8]>::len).max().unwrap_or(0)
}

/// Only characters that quote, join and escape lines.
fn is_frame(text: &str) -> bool {
    let text = text.replace("\\n", "").replace("\\r", "");
    text.chars().all(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '+' | ',' | '\\' | '`' | '|' | '>'))
}

/// Whether a key can follow the BEGIN marker, up to the END marker if it is on the same line.
pub fn may_hold(inside: &str, ended: bool) -> bool {
    if !ended {
        // A marker alone in quotes is only a mention.
        let quoted = !inside.is_empty() && inside.trim_matches(['"', '\'', '`', ' ']).is_empty();
        return (is_frame(inside) && !quoted) || longest(inside) >= RUN;
    }
    let placeholder = |c: char| !c.is_ascii_alphanumeric() || matches!(c, 'x' | 'X');
    !inside.replace("\\n", "").replace("\\r", "").chars().all(placeholder)
}

/// Whether a line can belong to a key. Any text may surround it (a log's prefix, a diff's plus).
pub fn is_line(line: &str) -> bool {
    let header = || {
        let name = line.trim_start().split_once(": ").map(|(name, _)| name);
        name.is_some_and(|name| matches!(name, "Proc-Type" | "DEK-Info" | "Comment" | "Version" | "Hash"))
    };
    // The last line of a key may be short.
    let short = || {
        let last = line.split_whitespace().next_back().unwrap_or_default().replace("\\n", "");
        line.split_whitespace().count() <= 2
            && last.len() <= 76
            && is_frame(&last.replace(|c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '='), ""))
    };
    longest(line) >= RUN && line.split_whitespace().count() <= 6 || is_frame(line) || header() || short()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_keys_are_told_from_code() {
        let random = "q83vEjRWeJq83vEjRWeJq83vEjRWeJ";
        for line in
            ["", random, &format!("  \"{random}\\n\" +"), &format!("+{random}"), "q83vEj==", "Proc-Type: 4,ENCRYPTED"]
        {
            assert!(is_line(line), "{line}");
        }
        for line in [
            "consistent!(strscan_0, r\"^\\w+\");",
            "    let key = read(path)?;",
            "this is an ordinary line of text",
            "}",
            "fn main() {",
        ] {
            assert!(!is_line(line), "{line}");
        }
        assert!(
            may_hold("", false) && may_hold("\\n\"", false) && may_hold(random, false) && may_hold("\\nMIIE\\n", true)
        );
        assert!(
            !may_hold("\"", false)
                && !may_hold("\");", false)
                && !may_hold("-", true)
                && !may_hold("\\nXXXX\\nXXXX\\n", true)
        );
    }
}
