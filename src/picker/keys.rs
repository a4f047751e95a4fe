//! Bytes of a terminal in, keys out.

/// What can be done with a row: enter, ctrl-o, ctrl-r, ctrl-y, ctrl-x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAction {
    Print,
    Page,
    RunAgain,
    Copy,
    Forget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Char(char),
    Do(RowAction),
    /// Escape, ctrl-c, ctrl-g.
    Leave,
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Backspace,
    DeleteWord,
    Clear,
    /// ctrl-t.
    Scope,
}

/// Takes the complete keys off the front of `bytes`. With `is_all`, nothing follows: an incomplete sequence has ended,
/// and a lone escape is the Escape key.
pub fn decode_keys(bytes: &mut Vec<u8>, is_all: bool) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut at = 0;
    while let Some((used, key)) = next_key(&bytes[at..], is_all) {
        keys.extend(key);
        at += used;
    }
    bytes.drain(..at);
    keys
}

/// The first key and its length; none if there is nothing, or the key is not complete yet.
fn next_key(bytes: &[u8], is_all: bool) -> Option<(usize, Option<Key>)> {
    let key = match *bytes.first()? {
        0x1b => return decode_escape(bytes, is_all),
        0x03 | 0x07 => Key::Leave,
        b'\r' | b'\n' => Key::Do(RowAction::Print),
        0x0e => Key::Down,
        0x0b | 0x10 => Key::Up,
        0x08 | 0x7f => Key::Backspace,
        0x0f => Key::Do(RowAction::Page),
        0x12 => Key::Do(RowAction::RunAgain),
        0x14 => Key::Scope,
        0x18 => Key::Do(RowAction::Forget),
        0x19 => Key::Do(RowAction::Copy),
        0x15 => Key::Clear,
        0x17 => Key::DeleteWord,
        0x00..0x20 => return Some((1, None)),
        _ => return decode_character(bytes, is_all),
    };
    Some((1, Some(key)))
}

fn decode_escape(bytes: &[u8], is_all: bool) -> Option<(usize, Option<Key>)> {
    match bytes.get(1) {
        None => is_all.then_some((1, Some(Key::Leave))),
        Some(0x1b) => Some((1, Some(Key::Leave))),
        Some(b'[') => {
            let Some(end) = bytes[2..].iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
                return is_all.then_some((bytes.len(), None));
            };
            Some((end + 3, decode_csi_key(&bytes[2..end + 2], bytes[end + 2])))
        }
        Some(b'O') => match bytes.get(2) {
            Some(last) => Some((3, decode_csi_key(b"", *last))),
            None => is_all.then_some((2, None)),
        },
        // A character with Alt held down.
        Some(_) => decode_character(&bytes[1..], is_all).map(|(used, _)| (used + 1, None)),
    }
}

fn decode_csi_key(parameters: &[u8], last: u8) -> Option<Key> {
    match (last, parameters) {
        (b'A', _) => Some(Key::Up),
        (b'B', _) => Some(Key::Down),
        (b'H', _) | (b'~', b"1" | b"7") => Some(Key::First),
        (b'F', _) | (b'~', b"4" | b"8") => Some(Key::Last),
        (b'~', b"5") => Some(Key::PageUp),
        (b'~', b"6") => Some(Key::PageDown),
        _ => None,
    }
}

fn decode_character(bytes: &[u8], is_all: bool) -> Option<(usize, Option<Key>)> {
    let length = match *bytes.first()? {
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => 1,
    };
    let Some(encoded) = bytes.get(..length) else {
        return is_all.then_some((bytes.len(), None));
    };
    let c = std::str::from_utf8(encoded).ok().and_then(|text| text.chars().next());
    // A broken sequence costs only its first byte.
    Some((if c.is_some() { length } else { 1 }, c.filter(|c| !c.is_control()).map(Key::Char)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Key> {
        decode_keys(&mut bytes.to_vec(), true)
    }

    #[test]
    fn keys_as_terminals_send_them() {
        assert_eq!(all("aé日".as_bytes()), ['a', 'é', '日'].map(Key::Char));
        assert_eq!(all(b"\x1b[A\x1bOB\x1b[5~\x1b[6~"), [Key::Up, Key::Down, Key::PageUp, Key::PageDown]);
        assert_eq!(all(b"\x1b[H\x1b[4~\x1bOF\x1b[1~"), [Key::First, Key::Last, Key::Last, Key::First]);
        assert_eq!(
            all(b"\x10\x0e\x7f\x17\x15\r"),
            [Key::Up, Key::Down, Key::Backspace, Key::DeleteWord, Key::Clear, Key::Do(RowAction::Print)]
        );
        let done = [RowAction::Page, RowAction::RunAgain, RowAction::Forget, RowAction::Copy].map(Key::Do);
        assert_eq!(all(b"\x0f\x12\x18\x19"), done);
        assert_eq!(all(b"\x14"), [Key::Scope]);
        assert_eq!([all(b"\x1b"), all(b"\x03"), all(b"\x07")], [[Key::Leave]; 3]);
        // Unknown ones, Alt, modifiers, broken text: no key, and the bytes after it are read.
        assert_eq!(all(b"\x1b[200~\x1b[1;5C\x1bx\x01\xff\xc3(y"), ['(', 'y'].map(Key::Char));
    }

    #[test]
    fn incomplete_keys_wait_for_the_rest() {
        let whole = "日\x1b[6~é".as_bytes();
        for cut in 0..=whole.len() {
            let mut bytes = whole[..cut].to_vec();
            let mut keys = decode_keys(&mut bytes, false);
            bytes.extend_from_slice(&whole[cut..]);
            keys.extend(decode_keys(&mut bytes, false));
            assert_eq!(keys, [Key::Char('日'), Key::PageDown, Key::Char('é')], "{cut}");
            assert!(bytes.is_empty());
        }
        let mut escape = vec![0x1b];
        assert!(decode_keys(&mut escape, false).is_empty() && escape == [0x1b]);
    }

    proptest::proptest! {
        #[test]
        fn no_input_is_kept_or_fails(bytes: Vec<u8>) {
            let mut left = bytes;
            decode_keys(&mut left, true);
            proptest::prop_assert!(left.is_empty());
        }
    }
}
