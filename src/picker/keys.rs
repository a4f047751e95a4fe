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
pub enum PickerKey {
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
pub fn decode_keys(bytes: &mut Vec<u8>, is_all: bool) -> Vec<PickerKey> {
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
fn next_key(bytes: &[u8], is_all: bool) -> Option<(usize, Option<PickerKey>)> {
    let key = match *bytes.first()? {
        0x1b => return decode_escape(bytes, is_all),
        0x03 | 0x07 => PickerKey::Leave,
        b'\r' | b'\n' => PickerKey::Do(RowAction::Print),
        0x0e => PickerKey::Down,
        0x0b | 0x10 => PickerKey::Up,
        0x08 | 0x7f => PickerKey::Backspace,
        0x0f => PickerKey::Do(RowAction::Page),
        0x12 => PickerKey::Do(RowAction::RunAgain),
        0x14 => PickerKey::Scope,
        0x18 => PickerKey::Do(RowAction::Forget),
        0x19 => PickerKey::Do(RowAction::Copy),
        0x15 => PickerKey::Clear,
        0x17 => PickerKey::DeleteWord,
        0x00..0x20 => return Some((1, None)),
        _ => return decode_character(bytes, is_all),
    };
    Some((1, Some(key)))
}

fn decode_escape(bytes: &[u8], is_all: bool) -> Option<(usize, Option<PickerKey>)> {
    match bytes.get(1) {
        None => is_all.then_some((1, Some(PickerKey::Leave))),
        Some(0x1b) => Some((1, Some(PickerKey::Leave))),
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

fn decode_csi_key(parameters: &[u8], last: u8) -> Option<PickerKey> {
    match (last, parameters) {
        (b'A', _) => Some(PickerKey::Up),
        (b'B', _) => Some(PickerKey::Down),
        (b'H', _) | (b'~', b"1" | b"7") => Some(PickerKey::First),
        (b'F', _) | (b'~', b"4" | b"8") => Some(PickerKey::Last),
        (b'~', b"5") => Some(PickerKey::PageUp),
        (b'~', b"6") => Some(PickerKey::PageDown),
        _ => None,
    }
}

fn decode_character(bytes: &[u8], is_all: bool) -> Option<(usize, Option<PickerKey>)> {
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
    Some((if c.is_some() { length } else { 1 }, c.filter(|c| !c.is_control()).map(PickerKey::Char)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<PickerKey> {
        decode_keys(&mut bytes.to_vec(), true)
    }

    #[test]
    fn keys_as_terminals_send_them() {
        assert_eq!(all("aé日".as_bytes()), ['a', 'é', '日'].map(PickerKey::Char));
        assert_eq!(
            all(b"\x1b[A\x1bOB\x1b[5~\x1b[6~"),
            [PickerKey::Up, PickerKey::Down, PickerKey::PageUp, PickerKey::PageDown]
        );
        assert_eq!(
            all(b"\x1b[H\x1b[4~\x1bOF\x1b[1~"),
            [PickerKey::First, PickerKey::Last, PickerKey::Last, PickerKey::First]
        );
        assert_eq!(
            all(b"\x10\x0e\x7f\x17\x15\r"),
            [
                PickerKey::Up,
                PickerKey::Down,
                PickerKey::Backspace,
                PickerKey::DeleteWord,
                PickerKey::Clear,
                PickerKey::Do(RowAction::Print)
            ]
        );
        let done = [RowAction::Page, RowAction::RunAgain, RowAction::Forget, RowAction::Copy].map(PickerKey::Do);
        assert_eq!(all(b"\x0f\x12\x18\x19"), done);
        assert_eq!(all(b"\x14"), [PickerKey::Scope]);
        assert_eq!([all(b"\x1b"), all(b"\x03"), all(b"\x07")], [[PickerKey::Leave]; 3]);
        // Unknown ones, Alt, modifiers, broken text: no key, and the bytes after it are read.
        assert_eq!(all(b"\x1b[200~\x1b[1;5C\x1bx\x01\xff\xc3(y"), ['(', 'y'].map(PickerKey::Char));
    }

    #[test]
    fn incomplete_keys_wait_for_the_rest() {
        let whole = "日\x1b[6~é".as_bytes();
        for cut in 0..=whole.len() {
            let mut bytes = whole[..cut].to_vec();
            let mut keys = decode_keys(&mut bytes, false);
            bytes.extend_from_slice(&whole[cut..]);
            keys.extend(decode_keys(&mut bytes, false));
            assert_eq!(keys, [PickerKey::Char('日'), PickerKey::PageDown, PickerKey::Char('é')], "{cut}");
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
