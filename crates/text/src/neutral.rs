//! Text from outside made harmless: no terminal controls, no invisible characters, no tags of hosts.

use std::borrow::Cow;

/// The character as it is shown; none for terminal controls and invisible characters.
pub fn visible_char(c: char) -> Option<char> {
    match c {
        ' '..='~' | '\t' => Some(c),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => None,
        // Soft hyphen, joiners, zero-width and bidi controls, invisible operators, byte order mark.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => None,
        // Tags and the supplementary variation selectors, both used to smuggle text past a reader.
        '\u{e0000}'..='\u{e0fff}' => None,
        // They look blank, but are not blanks for a program.
        '\u{2028}' | '\u{2029}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' => Some(' '),
        _ => Some(c),
    }
}

/// Text without terminal controls, except our own colours if `colour` is true.
pub fn strip_controls(text: &str, colour: bool) -> Cow<'_, str> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(plain) || text.chars().all(|c| c == '\n' || visible_char(c) == Some(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let own = after.strip_prefix('[').filter(|_| colour && c == '\x1b').and_then(|codes| {
            let end = codes.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
            codes[end..].starts_with('m').then_some(end + 2)
        });
        match own {
            Some(len) => {
                out.push_str(&rest[..1 + len]);
                rest = &after[len..];
                continue;
            }
            // CSV ends its lines with both.
            None if c == '\n' || (c == '\r' && after.starts_with('\n')) => out.push(c),
            // A carriage return inside a line would let the text after it cover the text before it.
            None if c == '\r' && !after.is_empty() => out.push(' '),
            None => out.extend(visible_char(c)),
        }
        rest = after;
    }
    Cow::Owned(out)
}

/// Text from outside that goes into a conversation: a tag that hosts of agents give a meaning to (`</system-reminder>`,
/// `<user>`) becomes plain text. Those of HTML and of types (`Vec<String>`) stay.
pub fn defuse_host_tags(text: &str) -> Cow<'_, str> {
    const ROLES: &str =
        "system user human assistant developer tool function instructions invoke result thinking context prompt env";
    let is_tag = |after: &str| {
        let name = after.trim_start_matches(['/', '|']);
        let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')));
        let (name, rest) = name.split_at(end.unwrap_or(name.len()));
        let meant = name.contains(['-', '_', ':']) || ROLES.split(' ').any(|role| name.eq_ignore_ascii_case(role));
        meant && name.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(['>', ' ', '/', '|'])
    };
    let mut out = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices('<').filter(|(at, _)| is_tag(&text[at + 1..])) {
        out.push_str(&text[copied..at]);
        out.push('\u{2039}');
        copied = at + 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// A name on one line, whatever it holds.
pub fn collapse_name_to_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter_map(visible_char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_hosts_become_text_and_others_stay() {
        let shown = defuse_host_tags("a</system-reminder> <user>x</user> <|im_start|> <tool_result id=1>");
        assert_eq!(shown, "a‹/system-reminder> ‹user>x‹/user> ‹|im_start|> ‹tool_result id=1>");
        for text in [
            "Vec<String>, Option<user_id",
            "<p>a<br/></p> <div class=x>",
            "a < b_c and d > e",
            "<",
            "<<-eof",
            "1 <2-3>",
        ] {
            assert_eq!(defuse_host_tags(text), text);
        }
    }
}
