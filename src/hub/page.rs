//! Pages: a text as the hub keeps it. A page holds several sections in a row, packed here, so that the database moves few
//! bytes and looks into none of them: it knows a page by the numbers of its words.

use zstd::bulk::{Compressor, Decompressor};

use crate::error::{Error, Result};
use crate::search::cut::Part;

/// Sections share a page until it has so many bytes.
const PAGE: usize = 8 << 10;
/// No page is larger when it is open: no more of a text travels, and what stands before it.
const LARGEST: usize = 80 << 20;
/// The text of one section as it stands, from before there were pages.
const PLAIN: u8 = 0;
/// First byte of a packed page: its header and its text follow, compressed.
const PACKED: u8 = 1;
const LEVEL: i32 = 1;

/// A part of a text as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    pub lines: (u64, u64),
    pub title: Option<String>,
    pub text: String,
}

/// Parts in groups, a page each.
pub fn pages(parts: &[Part]) -> impl Iterator<Item = &[Part]> {
    let mut rest = parts;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let full = |part: &Part| {
            bytes += part.text.len();
            bytes >= PAGE
        };
        let end = rest.iter().position(full).map_or(rest.len(), |last| last + 1);
        let (page, after) = rest.split_at(end);
        rest = after;
        (!page.is_empty()).then_some(page)
    })
}

/// Packs pages; what zstd needs is made once.
pub struct Packer {
    made: Compressor<'static>,
    open: Vec<u8>,
}

impl Packer {
    pub fn new() -> Result<Packer> {
        let made = Compressor::new(LEVEL).map_err(|error| Error::failed(format_args!("packing: {error}")))?;
        Ok(Packer { made, open: Vec::new() })
    }

    /// How many sections; of each its lines, its bytes, and its title behind the title's bytes and one; then all text.
    pub fn pack(&mut self, parts: &[Part]) -> Result<Vec<u8>> {
        self.open.clear();
        number(&mut self.open, parts.len() as u64);
        for part in parts {
            number(&mut self.open, part.lines.1 + 1 - part.lines.0);
            number(&mut self.open, part.text.len() as u64);
            let title = part.title.as_deref();
            number(&mut self.open, title.map_or(0, |title| title.len() as u64 + 1));
            self.open.extend_from_slice(title.unwrap_or_default().as_bytes());
        }
        parts.iter().for_each(|part| self.open.extend_from_slice(part.text.as_bytes()));
        let mut body = vec![0; 1 + zstd::zstd_safe::compress_bound(self.open.len())];
        body[0] = PACKED;
        let packed = self.made.compress_to_buffer(&self.open, &mut body[1..]);
        let packed = packed.map_err(|error| Error::failed(format_args!("packing: {error}")))?;
        body.truncate(1 + packed);
        Ok(body)
    }
}

/// Opens pages. What somebody else wrote is believed in nothing.
#[derive(Default)]
pub struct Opener {
    made: Option<Decompressor<'static>>,
}

impl Opener {
    /// The sections of a page that begins at this line; none where it is no page.
    pub fn open(&mut self, body: &[u8], first_line: i64, title: Option<&str>) -> Option<Vec<Section>> {
        let first = u64::try_from(first_line).ok()?;
        match body.split_first()? {
            (&PLAIN, text) => {
                let text = String::from_utf8(text.to_vec()).ok()?;
                let lines = text.lines().count().max(1) as u64;
                Some(vec![Section {
                    lines: (first, first.checked_add(lines - 1)?),
                    title: title.map(str::to_owned),
                    text,
                }])
            }
            (&PACKED, packed) => {
                let size = zstd::zstd_safe::get_frame_content_size(packed).ok()??;
                let size = usize::try_from(size).ok().filter(|size| *size <= LARGEST)?;
                let made = match &mut self.made {
                    Some(made) => made,
                    empty => empty.insert(Decompressor::new().ok()?),
                };
                sections(&made.decompress(packed, size).ok()?, first)
            }
            _ => None,
        }
    }
}

fn sections(open: &[u8], first: u64) -> Option<Vec<Section>> {
    let rest = &mut &open[..];
    let count = take_number(rest)?;
    // Each has three numbers at least.
    let mut sections: Vec<Section> = Vec::with_capacity(usize::try_from(count).ok().filter(|n| *n <= open.len())?);
    let mut sizes = Vec::with_capacity(sections.capacity());
    let mut next = first;
    for _ in 0..count {
        let (lines, bytes, title) = (take_number(rest)?, take_number(rest)?, take_number(rest)?);
        let title =
            title.checked_sub(1).map(|length| take_text(rest, length)).map_or(Some(None), |title| title.map(Some))?;
        let after = next.checked_add(lines.max(1))?;
        sections.push(Section { lines: (next, after - 1), title, text: String::new() });
        sizes.push(bytes);
        next = after;
    }
    for (section, size) in sections.iter_mut().zip(sizes) {
        section.text = take_text(rest, size)?;
    }
    rest.is_empty().then_some(sections)
}

fn number(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_text(rest: &mut &[u8], length: u64) -> Option<String> {
    let (text, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(lines: (u64, u64), title: Option<&str>, text: &str) -> Part {
        Part { lines, title: title.map(str::to_owned), text: text.to_owned() }
    }

    fn packed(parts: &[Part]) -> Vec<u8> {
        Packer::new().unwrap().pack(parts).unwrap()
    }

    #[test]
    fn a_page_comes_back_as_it_was() {
        let parts = [
            part((7, 8), Some("error: née"), "error: née\nb\n"),
            part((9, 9), None, "\n"),
            part((10, 10), None, "a\0b"),
        ];
        let opened = Opener::default().open(&packed(&parts), 7, None).unwrap();
        let again: Vec<Part> = opened.into_iter().map(|one| part(one.lines, one.title.as_deref(), &one.text)).collect();
        assert_eq!(format!("{again:?}"), format!("{parts:?}"));
    }

    #[test]
    fn a_page_of_an_earlier_hub_is_one_section() {
        let opened = Opener::default().open(b"\0a\nb\n", 3, Some("t")).unwrap();
        assert_eq!(opened, [Section { lines: (3, 4), title: Some("t".into()), text: "a\nb\n".into() }]);
    }

    #[test]
    fn pages_are_filled_and_lose_nothing() {
        let parts: Vec<Part> = (0..40).map(|n| part((n, n), None, &"x".repeat(n as usize * 100))).collect();
        let groups: Vec<&[Part]> = pages(&parts).collect();
        assert_eq!(groups.iter().map(|group| group.len()).sum::<usize>(), parts.len());
        let size = |group: &[Part]| group.iter().map(|part| part.text.len()).sum::<usize>();
        assert!(groups[..groups.len() - 1].iter().all(|group| (PAGE..PAGE + 4000).contains(&size(group))));
        assert_eq!(pages(&[]).count(), 0);
    }

    #[test]
    fn a_page_that_promises_too_much_is_none() {
        let mut huge = vec![PACKED];
        huge.extend(zstd::bulk::compress(&vec![0; LARGEST + 1], 1).unwrap());
        assert_eq!(Opener::default().open(&huge, 1, None), None);
        for body in [&b""[..], &[PACKED], &[7, 1, 2], &[PLAIN, 0xff]] {
            assert_eq!(Opener::default().open(body, 1, None), None, "{body:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_page_or_none(open in proptest::collection::vec(any::<u8>(), 0..200), first in any::<i64>()) {
            let mut body = vec![PACKED];
            body.extend(zstd::bulk::compress(&open, 1).unwrap());
            let _ = Opener::default().open(&body, first, None);
            let _ = Opener::default().open(&open, first, None);
        }
    }
}
