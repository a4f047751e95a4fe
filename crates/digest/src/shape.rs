//! The shape of a line: numbers, hex, quoted text and paths masked, so that lines that differ only there are one.

/// The shape as a short string, for grouping and for the delta.
pub fn mask_variable_parts(line: &str) -> String {
    let mut out = String::with_capacity(line.len().min(200));
    let line = line.trim();
    let bytes = line.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut at = 0;
    while at < bytes.len() && out.len() <= 240 {
        let rest = &line[at..];
        if is_word(&bytes[at]) {
            let word = &rest[..rest.bytes().take_while(is_word).count()];
            at += word.len();
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            if digits == 0 {
                out.push_str(word);
            } else if word.as_bytes()[0].is_ascii_digit()
                || digits * 2 >= word.len()
                || (word.len() >= 7 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
            {
                if !out.ends_with('#') {
                    out.push('#');
                }
            } else {
                out.extend(word.chars().filter(|c| !c.is_ascii_digit()));
                out.push('#');
            }
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        at += c.len_utf8();
        if matches!(c, '"' | '\'' | '`' | '‘' | '“')
            && let Some(len) = closing_quote_offset(&line[at..], c)
        {
            at += len + c.len_utf8();
            out.push('"');
        } else if matches!(c, '.' | ':' | ',' | '-') && out.ends_with('#') {
            // Times, versions and decimals are one number.
        } else if c == ' ' && out.ends_with(' ') {
            // Columns are padded to the width of their values.
        } else {
            out.push(c);
        }
    }
    out
}

/// As `mask_variable_parts`, with whole paths and file names masked too: the same complaint about any file.
pub fn mask_paths_and_names(line: &str) -> String {
    let mut out = String::with_capacity(line.len().min(200));
    for word in line.split_whitespace().take(40) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '.');
        let named = bare.rsplit_once('.').is_some_and(|(stem, end)| {
            !stem.is_empty() && (1..5).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        let path = bare.len() > 2 && (bare.contains('/') || named || is_identifier(bare));
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(if path { "P" } else { word });
    }
    mask_variable_parts(&out)
}

/// `TapObserver.finalize`, `std::fmt`, `max_items`: a name of the program, not a word of the message.
fn is_identifier(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.windows(3).any(|three| {
        matches!(three[1], b'.' | b':' | b'_' | b'#') && three[0].is_ascii_alphanumeric() && three[2] != b' '
            || (three[0].is_ascii_lowercase() && three[1].is_ascii_uppercase())
    })
}

/// `04:03:49`
pub fn is_clock_time(bytes: &[u8]) -> bool {
    let mut places = bytes.iter().enumerate();
    bytes.len() == 8 && places.all(|(at, byte)| if matches!(at, 2 | 5) { *byte == b':' } else { byte.is_ascii_digit() })
}

/// The words themselves, only numbers masked: two lines with the same result are one message repeated.
pub fn mask_numbers(line: &str) -> String {
    let mut out = String::with_capacity(line.len().min(240));
    let line = line.trim();
    let mut rest = line.char_indices().nth(400).map_or(line, |(end, _)| &line[..end]);
    while let Some(at) = rest.bytes().position(|byte| byte.is_ascii_digit()) {
        out.push_str(&rest[..at]);
        out.push('#');
        rest = rest[at..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out.push_str(rest);
    out
}

/// Bytes up to the closing quote, if it is not far.
fn closing_quote_offset(rest: &str, open: char) -> Option<usize> {
    let close = match open {
        '‘' => '’',
        '“' => '”',
        same => same,
    };
    let len = rest.find(close)?;
    (len <= 120 && !(open == '\'' && len == 0)).then_some(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_masked() {
        assert_eq!(
            mask_variable_parts("12:30:05.123 worker-7 took 15ms"),
            mask_variable_parts("09:00:59.001 worker-12 took 3ms")
        );
        assert_eq!(mask_variable_parts("name 'a' is 0xdeadbeef"), mask_variable_parts("name 'bcd' is 0x12345678"));
        assert_ne!(mask_variable_parts("cannot open file"), mask_variable_parts("cannot close file"));
        assert_eq!(mask_variable_parts("isn't"), "isn't");
        assert_eq!(
            mask_paths_and_names("a/b.ts:7:1 - link to c.png is broken"),
            mask_paths_and_names("x/y/z.ts:12:3 - link to d.png is broken")
        );
        assert_ne!(mask_numbers("role \"a\" is gone"), mask_numbers("role \"b\" is gone"));
        assert_eq!(mask_numbers("took 15 ms"), mask_numbers("took 3 ms"));
    }
}
