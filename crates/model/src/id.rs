//! References: the short id of an entry, and the ways a person or an agent writes one.

use std::fmt;
use std::str::FromStr;

/// Base32 without the letters that read like digits or like each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LETTERS: &[u8] = ALPHABET.split_at(10).1;

/// Enough for a store of a hundred thousand entries to meet a collision once in a thousand inserts;
/// an insert that does draws again.
const LENGTH: usize = 6;
/// Enough to meet none, for an id that is told before the store was asked.
const LONG: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryId(String);

impl EntryId {
    /// A fresh random id. It begins with a letter, so it is never mistaken for a number.
    pub fn random_id() -> EntryId {
        EntryId::with_random_letters(LENGTH)
    }

    /// One that is told before it can be compared with those of the store.
    pub fn random_long_id() -> EntryId {
        EntryId::with_random_letters(LONG)
    }

    fn with_random_letters(length: usize) -> EntryId {
        let mut bytes = [0u8; LONG];
        if crate::random::fill_with_random_bytes(&mut bytes).is_err() {
            let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            bytes.copy_from_slice(&clock.as_nanos().to_le_bytes()[..LONG]);
        }
        let mut id = String::with_capacity(length);
        for (index, byte) in bytes.into_iter().take(length).enumerate() {
            let alphabet = if index == 0 { LETTERS } else { &ALPHABET[..] };
            id.push(char::from(alphabet[usize::from(byte) % alphabet.len()]));
        }
        EntryId(id)
    }

    /// An id that was stored.
    pub fn from_stored(id: String) -> EntryId {
        EntryId(id)
    }

    /// Whether a text from elsewhere could be one of ours.
    pub fn is_valid(text: &str) -> bool {
        text.len() >= 4
            && text.len() <= 16
            && text.bytes().all(|byte| ALPHABET.contains(&byte))
            && text.starts_with(|first: char| first.is_ascii_alphabetic())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `[ctx:k7f2qa]`, the form that is printed and searched for.
    pub fn reference(&self) -> String {
        format!("[ctx:{}]", self.0)
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A reference as a user wrote it, with the lines a search hit adds (`[ctx:k7f2qa]:118-126`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryReference {
    pub target: ReferenceTarget,
    pub lines: Option<(u64, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceTarget {
    /// A whole id or the beginning of one.
    Prefix(String),
    /// The newest entry with this label (`--label nightly`).
    Label(String),
    /// `@` is 0, the newest; `@-1` the one before it.
    Newest(u32),
}

impl EntryReference {
    /// The origin and the beginning of the id, if it is an entry of another machine.
    pub fn remote_origin_and_id(&self) -> Option<(&str, &str)> {
        match &self.target {
            ReferenceTarget::Prefix(name) => name.rsplit_once('/'),
            ReferenceTarget::Newest(_) | ReferenceTarget::Label(_) => None,
        }
    }
}

/// A text that is not a reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid reference '{0}'")]
pub struct InvalidReference(String);

impl InvalidReference {
    pub fn hint(&self) -> &'static str {
        "use [ctx:k7f2qa], k7f2qa, the beginning of an id, a label, @ for the newest or @-1 for the one before"
    }
}

/// `118-126`, `118:126`, `118..126`, `118,126`, `118:`, `:126`, `118`: lines from and to, both included.
pub fn parse_line_range(text: &str) -> Option<(u64, u64)> {
    let dots = text.split_once("..");
    let (from, to) = dots.or_else(|| text.split_once([':', '-', ','])).unwrap_or((text, text));
    let number = |text: &str, open: u64| if text.is_empty() { Some(open) } else { text.parse().ok() };
    let (from, to) = (number(from, 1)?.max(1), number(to, u64::MAX)?);
    (!text.is_empty() && from <= to).then_some((from, to))
}

impl FromStr for EntryReference {
    type Err = InvalidReference;

    fn from_str(text: &str) -> Result<EntryReference, InvalidReference> {
        let bad = || InvalidReference(text.to_owned());
        let trimmed = text.trim();
        if let Some(back) = trimmed.strip_prefix('@') {
            let (back, lines) = back.split_once(':').map_or((back, None), |(back, lines)| (back, Some(lines)));
            // `@~1` and `@{1}` as git writes them.
            let digits =
                back.strip_prefix(['-', '~', '^']).or(back.strip_prefix('{').and_then(|it| it.strip_suffix('}')));
            let back = match (back, digits) {
                ("", _) => 0,
                ("^" | "~", _) => 1,
                (_, digits) => digits.and_then(|digits| digits.parse().ok()).ok_or_else(bad)?,
            };
            let lines = lines.map(|lines| parse_line_range(lines).ok_or_else(bad)).transpose()?;
            return Ok(EntryReference { target: ReferenceTarget::Newest(back), lines });
        }
        let (name, lines) = match trimmed.strip_prefix('[') {
            Some(rest) => {
                let (name, after) = rest.split_once(']').ok_or_else(bad)?;
                (name, after.strip_prefix(':').filter(|lines| !lines.is_empty()))
            }
            None => match trimmed.strip_prefix("ctx:").unwrap_or(trimmed).split_once(':') {
                Some((name, lines)) => (name, Some(lines)),
                None => (trimmed, None),
            },
        };
        let name = name.strip_prefix("ctx:").unwrap_or(name).to_ascii_lowercase();
        // `laptop/k7f2qa`: an entry of another machine, by the name it has on the hub.
        let (origin, own) = name.rsplit_once('/').unwrap_or(("x", &name));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let named = origin.bytes().all(is_name) && origin.starts_with(|first: char| first.is_ascii_alphanumeric());
        if own.is_empty() || !named || !own.bytes().all(|byte| ALPHABET.contains(&byte)) {
            // Not an id: the label that an entry was given.
            let is_label =
                lines.is_none() && trimmed.len() > 2 && trimmed.bytes().all(is_name) && !trimmed.starts_with('.');
            return match is_label {
                true => Ok(EntryReference { target: ReferenceTarget::Label(trimmed.to_owned()), lines: None }),
                false => Err(bad()),
            };
        }
        let lines = match lines {
            None => None,
            Some(range) => Some(parse_line_range(range).ok_or_else(bad)?),
        };
        Ok(EntryReference { target: ReferenceTarget::Prefix(name), lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str) -> Option<(String, Option<(u64, u64)>)> {
        match text.parse::<EntryReference>().ok()? {
            EntryReference { target: ReferenceTarget::Prefix(name), lines } => Some((name, lines)),
            EntryReference { target: ReferenceTarget::Newest(back), .. } => Some((format!("@{back}"), None)),
            EntryReference { target: ReferenceTarget::Label(label), .. } => Some((format!("label {label}"), None)),
        }
    }

    #[test]
    fn every_written_form() {
        for text in ["[ctx:k7f2qa]", "ctx:k7f2qa", "k7f2qa", "K7F2QA", " k7f2qa "] {
            assert_eq!(prefix(text), Some(("k7f2qa".into(), None)), "{text}");
        }
        assert_eq!(prefix("k7"), Some(("k7".into(), None)));
        assert_eq!(prefix("[ctx:k7f2qa]:118-126"), Some(("k7f2qa".into(), Some((118, 126)))));
        assert_eq!(prefix("ctx:k7f2qa:9"), Some(("k7f2qa".into(), Some((9, 9)))));
        assert_eq!(prefix("[ctx:ci-7/k7f2qa]:3-5"), Some(("ci-7/k7f2qa".into(), Some((3, 5)))));
        assert_eq!(
            "laptop/k7f2qa".parse::<EntryReference>().unwrap().remote_origin_and_id(),
            Some(("laptop", "k7f2qa"))
        );
        assert_eq!("k7f2qa".parse::<EntryReference>().unwrap().remote_origin_and_id(), None);
        assert_eq!(prefix("nightly"), Some(("label nightly".into(), None)));
        assert_eq!(prefix("Build_7.log"), Some(("label Build_7.log".into(), None)));
        assert_eq!(prefix("@"), Some(("@0".into(), None)));
        assert_eq!(prefix("@-3"), Some(("@3".into(), None)));
        for text in [
            "",
            "[ctx:",
            "ctx:",
            "%",
            "a b",
            "@x",
            "@3",
            "k7f2qa:x",
            "../etc",
            "il",
            "/k7f2qa",
            "laptop/",
            "a b/k7f2qa",
        ] {
            assert_eq!(prefix(text), None, "{text}");
        }
    }

    #[test]
    fn fresh_ids_parse_as_themselves() {
        for _ in 0..1000 {
            let id = EntryId::random_id();
            assert_eq!(prefix(&id.reference()), Some((id.as_str().to_owned(), None)));
            assert!(EntryId::is_valid(id.as_str()));
        }
    }
}
