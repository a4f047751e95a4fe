//! An exact replacement: bytes and a change in, the new bytes or a refusal out. Nothing here touches a disk.

use std::ops::Range;

use memchr::memmem;

use super::endings::{self, LfText, LineEnding};
use ctx_text::count_newlines;

/// `old` becomes `new`: at its one place, or at every place with `all`.
pub struct Replacement<'a> {
    pub old: &'a [u8],
    pub new: &'a [u8],
    pub all: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditResult {
    pub bytes: Vec<u8>,
    /// How many places were changed.
    pub places: usize,
}

/// Why nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditRefusal {
    /// There is nothing to look for.
    EmptyOld,
    /// It is what it should become.
    NoChange,
    NotFound,
    /// It stands in several places, of which the first begin on these lines.
    Ambiguous {
        count: usize,
        lines: Vec<u64>,
    },
}

/// At most this many places are named.
const NAMED: usize = 12;

impl Replacement<'_> {
    pub fn apply(&self, raw: &[u8]) -> Result<EditResult, EditRefusal> {
        if self.old.is_empty() {
            return Err(EditRefusal::EmptyOld);
        }
        let (places, old_is_crlf) = self.find_places(raw);
        if places.is_empty() {
            return Err(EditRefusal::NotFound);
        }
        if !self.all && places.len() > 1 {
            let lines = places.iter().take(NAMED).map(|place| count_newlines(&raw[..place.start]) + 1).collect();
            return Err(EditRefusal::Ambiguous { count: places.len(), lines });
        }
        let mut bytes = Vec::with_capacity(raw.len() + self.new.len());
        let mut from = 0;
        let mut changed = 0;
        for place in places {
            // Places may overlap where the text repeats itself; with `all` the first of them counts.
            if place.start < from {
                continue;
            }
            bytes.extend_from_slice(&raw[from..place.start]);
            bytes.extend_from_slice(&self.new_text_for_place(raw, &place, old_is_crlf));
            from = place.end;
            changed += 1;
        }
        bytes.extend_from_slice(&raw[from..]);
        if bytes == raw {
            return Err(EditRefusal::NoChange);
        }
        Ok(EditResult { bytes, places: changed })
    }

    /// All places, overlapping ones too, and whether they were found only by reading the old text's CRLF as LF.
    fn find_places(&self, raw: &[u8]) -> (Vec<Range<usize>>, bool) {
        let has_cr = memchr::memchr(b'\r', self.old).is_some();
        if has_cr {
            let exact = find_occurrences(raw, self.old);
            if !exact.is_empty() {
                return (exact, false);
            }
        }
        let unified = LfText::from_raw(raw);
        let old = if has_cr { endings::to_lf(self.old) } else { self.old.to_vec() };
        let places = find_occurrences(&unified.bytes, &old);
        let back = |place: Range<usize>| unified.raw_offset(place.start)..unified.raw_offset(place.end);
        (places.into_iter().map(back).collect(), has_cr)
    }

    /// The new text with its lines ending as they do at its place.
    fn new_text_for_place(&self, raw: &[u8], place: &Range<usize>, old_is_crlf: bool) -> Vec<u8> {
        match endings::line_ending_near(raw, place.start, place.end) {
            Some(LineEnding::CrLf) => endings::to_crlf(self.new),
            Some(LineEnding::Lf) if old_is_crlf => endings::to_lf(self.new),
            _ => self.new.to_vec(),
        }
    }
}

fn find_occurrences(text: &[u8], wanted: &[u8]) -> Vec<Range<usize>> {
    let finder = memmem::Finder::new(wanted);
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = finder.find(&text[from..]) {
        let start = from + at;
        found.push(start..start + wanted.len());
        from = start + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(raw: &[u8], old: &[u8], new: &[u8], all: bool) -> Result<Vec<u8>, EditRefusal> {
        Replacement { old, new, all }.apply(raw).map(|edited| edited.bytes)
    }

    fn ambiguous<T>(lines: &[u64]) -> Result<T, EditRefusal> {
        Err(EditRefusal::Ambiguous { count: lines.len(), lines: lines.to_vec() })
    }

    #[test]
    fn one_place_or_every_place() {
        assert_eq!(edit(b"let a = 1;\n", b"1", b"2", false).unwrap(), b"let a = 2;\n");
        assert_eq!(edit(b"x\ny\nx\n", b"x", b"z", false), ambiguous(&[1, 3]));
        assert_eq!(edit(b"x\ny\nx\n", b"x", b"z", true).unwrap(), b"z\ny\nz\n");
        assert_eq!(edit(b"x", b"q", b"z", false), Err(EditRefusal::NotFound));
        assert_eq!(edit(b"x", b"", b"z", false), Err(EditRefusal::EmptyOld));
        assert_eq!(edit(b"x", b"x", b"x", false), Err(EditRefusal::NoChange));
    }

    #[test]
    fn a_text_that_overlaps_itself_is_not_unique() {
        assert_eq!(edit(b"aaa", b"aa", b"b", false), ambiguous(&[1, 1]));
        assert_eq!(edit(b"aaaaa", b"aa", b"b", true).unwrap(), b"bba");
    }

    #[test]
    fn text_with_lf_edits_a_file_with_crlf() {
        let raw = b"\xef\xbb\xbffn a() {\r\n    1\r\n}\r\n";
        assert_eq!(
            edit(raw, b"fn a() {\n    1\n", b"fn a() {\n    2\n    + 3\n", false).unwrap(),
            b"\xef\xbb\xbffn a() {\r\n    2\r\n    + 3\r\n}\r\n"
        );
        assert_eq!(
            edit(raw, b"1", b"1\n    + 2", false).unwrap(),
            b"\xef\xbb\xbffn a() {\r\n    1\r\n    + 2\r\n}\r\n"
        );
        assert_eq!(edit(b"a\r\nb", b"a\n", b"", false).unwrap(), b"b");
    }

    #[test]
    fn text_with_crlf_edits_a_file_with_lf() {
        assert_eq!(edit(b"a\nb\nc\n", b"a\r\nb\r\n", b"x\r\ny\r\n", false).unwrap(), b"x\ny\nc\n");
        assert_eq!(edit(b"a\rb\n", b"a\rb", b"x\ry", false).unwrap(), b"x\ry\n");
    }

    #[test]
    fn both_kinds_of_line_end_count_when_a_place_must_be_the_only_one() {
        let raw = b"a\nb\n--\na\r\nb\r\n";
        assert_eq!(edit(raw, b"a\nb", b"x\ny", false), ambiguous(&[1, 4]));
        assert_eq!(edit(raw, b"a\nb", b"x\ny", true).unwrap(), b"x\ny\n--\nx\r\ny\r\n");
    }

    /// Lines of few words, so that texts repeat themselves, with any line end and bytes that are not UTF-8.
    fn text() -> impl Strategy<Value = Vec<u8>> {
        let word =
            prop::sample::select(vec![&b"a"[..], b"ab", b" ", b"\xc3\xa9", b"\xff", b"\xf0\x9f\xa6\x80", b"\r", b""]);
        let end = prop::sample::select(vec![&b"\n"[..], b"\r\n", b""]);
        prop::collection::vec((word.clone(), word, end), 0..12)
            .prop_map(|lines| lines.into_iter().flat_map(|(a, b, end)| [a, b, end].concat()).collect())
    }

    proptest! {
        /// With a text that has one line end only, the change is what a plain replacement of bytes makes.
        #[test]
        fn a_unique_place_is_replaced_and_nothing_else(before in text(), old in text(), after in text(), new in text()) {
            let lf = |bytes: &[u8]| bytes.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<u8>>();
            let (before, old, after, new) = (lf(&before), lf(&old), lf(&after), lf(&new));
            let raw = [&before[..], &old, &after].concat();
            let expected = [&before[..], &new, &after].concat();
            let places = (0..=raw.len()).filter(|&at| !old.is_empty() && raw[at..].starts_with(&old)).count();
            match edit(&raw, &old, &new, false) {
                Ok(bytes) => { prop_assert_eq!(places, 1); prop_assert_eq!(bytes, expected); }
                Err(EditRefusal::Ambiguous { count, .. }) => prop_assert_eq!(count, places),
                Err(EditRefusal::NoChange) => prop_assert_eq!(&expected, &raw),
                Err(EditRefusal::EmptyOld) => prop_assert!(old.is_empty()),
                Err(EditRefusal::NotFound) => prop_assert!(false, "it is there"),
            }
        }

        /// The same edit of the same file with CRLF gives the same text with CRLF.
        #[test]
        fn line_ends_make_no_difference(before in text(), old in text(), after in text(), new in text()) {
            let lf = |bytes: &[u8]| bytes.iter().copied().filter(|&byte| byte != b'\r').collect::<Vec<u8>>();
            let (before, old, after, new) = (lf(&before), lf(&old), lf(&after), lf(&new));
            let raw = [&before[..], &old, &after].concat();
            prop_assume!(raw.contains(&b'\n'));
            let with_lf = edit(&raw, &old, &new, false);
            let with_crlf = edit(&endings::to_crlf(&raw), &old, &new, false);
            prop_assert_eq!(with_lf.map(|bytes| endings::to_crlf(&bytes)), with_crlf);
        }

        /// Whatever the bytes: a refusal, or a text in which everything outside of the places is as it was.
        #[test]
        fn outside_of_the_places_every_byte_stays(raw in text(), old in text(), all: bool) {
            if let Ok(edited) = (Replacement { old: &old, new: b"<NEW>", all }).apply(&raw) {
                let kept: Vec<u8> = edited.bytes.split(|&byte| byte == b'<').enumerate()
                    .flat_map(|(index, part)| if index == 0 { part } else { &part[b"NEW>".len()..] }.to_vec()).collect();
                let mut rest = raw.iter();
                prop_assert!(kept.iter().all(|byte| rest.any(|other| other == byte)));
                prop_assert_eq!(edited.bytes.windows(5).filter(|part| part == b"<NEW>").count(), edited.places);
            }
        }
    }
}
