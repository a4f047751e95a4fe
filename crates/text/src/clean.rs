//! One raw line in, the text a terminal would show out: no escapes, no control, bidi or tag characters of the child,
//! invalid bytes as `?`.

use crate::neutral::visible_char;

/// No terminal line is wider than this; a cursor position beyond it is held there.
pub const WIDEST: usize = 4096;

/// A character, a cursor movement or an erasure in a raw line.
#[derive(Debug, PartialEq, Eq)]
pub enum TerminalToken {
    Print(char),
    Column(usize),
    Left(usize),
    Right(usize),
    Up(usize),
    Down(usize),
    /// As those, to the beginning of the line.
    LineUp(usize),
    LineDown(usize),
    EraseRight,
    EraseLeft,
    EraseLine,
    EraseBelow,
}

/// Printable ASCII and tabs only: nearly every line, so it must be cheap to tell.
pub fn is_line_plain(raw: &[u8]) -> bool {
    // No early exit inside a block, so that the compiler can use vector instructions.
    raw.chunks(64)
        .all(|block| block.iter().fold(true, |plain, &byte| plain & ((0x20..0x7f).contains(&byte) | (byte == b'\t'))))
}

/// The same for many lines at once.
pub fn are_lines_plain(lines: &[u8]) -> bool {
    let plain = |byte: u8| (0x20..0x7f).contains(&byte) | matches!(byte, b'\t' | b'\n');
    lines.chunks(256).all(|block| block.iter().fold(true, |so_far, &byte| so_far & plain(byte)))
}

/// Writes the clean form into `out`. False when the line moves the cursor and must be drawn by `parse_line_tokens`.
pub fn try_strip_escapes(raw: &[u8], out: &mut String) -> bool {
    out.clear();
    let mut bytes = raw;
    while !bytes.is_empty() {
        let plain = bytes.iter().take_while(|&&byte| (0x20..0x7f).contains(&byte) || byte == b'\t').count();
        out.push_str(std::str::from_utf8(&bytes[..plain]).unwrap_or_default());
        bytes = &bytes[plain..];
        let Some(&first) = bytes.first() else { break };
        match first {
            b'\r' | 0x08 => return false,
            0x1b => {
                let (len, token) = parse_escape(bytes);
                match token {
                    // Erasing to the right of the end of a line changes nothing.
                    None | Some(TerminalToken::EraseRight) => {}
                    Some(_) => return false,
                }
                bytes = &bytes[len..];
            }
            _ => {
                let (len, c) = decode_char(bytes);
                bytes = &bytes[len..];
                out.extend(c);
            }
        }
    }
    true
}

pub fn parse_line_tokens(raw: &[u8]) -> impl Iterator<Item = TerminalToken> + '_ {
    let mut bytes = raw;
    std::iter::from_fn(move || {
        while let Some(&first) = bytes.first() {
            let (len, token) = match first {
                b' '..=b'~' => (1, Some(TerminalToken::Print(char::from(first)))),
                b'\r' => (1, Some(TerminalToken::Column(0))),
                0x08 => (1, Some(TerminalToken::Left(1))),
                0x1b => parse_escape(bytes),
                _ => {
                    let (len, c) = decode_char(bytes);
                    (len, c.map(TerminalToken::Print))
                }
            };
            bytes = &bytes[len..];
            if token.is_some() {
                return token;
            }
        }
        None
    })
}

/// Length and meaning of the escape sequence that `bytes` begins with.
pub fn parse_escape(bytes: &[u8]) -> (usize, Option<TerminalToken>) {
    match bytes.get(1) {
        None => (1, None),
        Some(b'[') => parse_csi_sequence(bytes),
        // OSC, DCS, SOS, PM, APC: text for the terminal, up to BEL or ST.
        Some(b']' | b'P' | b'X' | b'^' | b'_') => {
            let mut at = 2;
            while at < bytes.len() {
                match bytes[at] {
                    0x07 => return (at + 1, None),
                    0x1b => return (at + if bytes.get(at + 1) == Some(&b'\\') { 2 } else { 0 }, None),
                    _ => at += 1,
                }
            }
            (bytes.len(), None)
        }
        Some(0x20..=0x2f) => {
            let intermediates = bytes[1..].iter().take_while(|byte| (0x20..=0x2f).contains(*byte)).count();
            ((2 + intermediates).min(bytes.len()), None)
        }
        Some(b'M') => (2, Some(TerminalToken::Up(1))),
        Some(0x30..=0x7e) => (2, None),
        Some(_) => (1, None),
    }
}

fn parse_csi_sequence(bytes: &[u8]) -> (usize, Option<TerminalToken>) {
    let parameters = bytes[2..].iter().take_while(|byte| (0x20..=0x3f).contains(*byte)).count();
    let Some(&last) = bytes.get(2 + parameters) else { return (bytes.len(), None) };
    if !(0x40..=0x7e).contains(&last) {
        return (2 + parameters, None);
    }
    let number = bytes[2..2 + parameters]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .fold(None, |n: Option<usize>, digit| Some((n.unwrap_or(0) * 10 + usize::from(digit - b'0')).min(WIDEST)));
    let n = number.unwrap_or(1).max(1);
    let token = match last {
        // With these bytes in it, it is another sequence, whatever it ends with.
        _ if bytes[2..2 + parameters].iter().any(|byte| (0x20..=0x2f).contains(byte)) => None,
        b'A' => Some(TerminalToken::Up(n)),
        b'B' => Some(TerminalToken::Down(n)),
        b'E' => Some(TerminalToken::LineDown(n)),
        b'F' => Some(TerminalToken::LineUp(n)),
        b'C' => Some(TerminalToken::Right(n)),
        b'D' => Some(TerminalToken::Left(n)),
        b'G' => Some(TerminalToken::Column(n - 1)),
        b'K' => match number.unwrap_or(0) {
            0 => Some(TerminalToken::EraseRight),
            1 => Some(TerminalToken::EraseLeft),
            _ => Some(TerminalToken::EraseLine),
        },
        b'J' if number.unwrap_or(0) == 0 => Some(TerminalToken::EraseBelow),
        _ => None,
    };
    (3 + parameters, token)
}

/// The character that `bytes` begins with; none if it is not to be shown.
pub fn decode_char(bytes: &[u8]) -> (usize, Option<char>) {
    let first = bytes[0];
    if first < 0x80 {
        return (1, visible_char(char::from(first)));
    }
    let len = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return (1, Some('?')),
    };
    match bytes.get(..len).and_then(|char| std::str::from_utf8(char).ok()) {
        Some(char) => (len, char.chars().next().and_then(visible_char)),
        None => (1, Some('?')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(raw: &[u8]) -> Option<String> {
        let mut out = String::new();
        try_strip_escapes(raw, &mut out).then_some(out)
    }

    #[test]
    fn sequences_of_every_family_go() {
        for raw in [
            &b"a\x1b[0mb"[..],
            b"a\x1b[38;2;1;2;3mb",
            b"a\x1b]8;;http://x\x1b\\b",
            b"a\x1b]0;t\x07b",
            b"a\x1bP1$r\x1b\\b",
            b"a\x1b(Bb",
            b"a\x1b=b",
            b"a\x1b[?25lb",
            b"a\x00\x07b",
            b"ab\x1b[K",
            b"ab\x1b",
            b"ab\x1b[",
        ] {
            assert_eq!(stripped(raw).as_deref(), Some("ab"), "{raw:?}");
        }
    }

    #[test]
    fn cursor_movement_is_drawn() {
        for raw in [&b"a\rb"[..], b"a\x08b", b"\x1b[2Ab", b"a\x1b[3Gb", b"a\x1b[2Kb"] {
            assert_eq!(stripped(raw), None, "{raw:?}");
        }
    }

    #[test]
    fn plain_is_what_needs_no_work() {
        assert!(is_line_plain(b"") && is_line_plain(b"fn main() {}\t// ok"));
        assert!(!is_line_plain(b"\x1b[0m") && !is_line_plain("é".as_bytes()) && !is_line_plain(b"a\x7f"));
        assert!(!is_line_plain(&[[b'a'; 100].as_slice(), b"\r"].concat()));
    }
}
