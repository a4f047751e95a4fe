//! Pages: a text as the hub keeps it. A page holds several sections in a row, packed here, so that the database moves few
//! bytes and looks into none of them: it knows a page by the numbers of its words. What somebody else wrote is believed in
//! nothing: a page has a bound before it is opened, and a sum that the name of its text vouches for.

use zstd::bulk::{Compressor, Decompressor};

use super::error::HubError;
use ctx_model::Result;
use ctx_search::for_hub::TextPart;
use ctx_text::{push_varint, take_varint};

/// Sections share a page until it has so many bytes.
const PAGE: usize = 8 << 10;
/// A section with more bytes is sent in several.
const PIECE: usize = 256 << 10;
const TITLE: usize = 1_000;
/// No page is larger when it is open, nor packed.
pub const LARGEST: usize = 512 << 10;
pub const LARGEST_PACKED: i32 = 1 << 20;
/// All pages of one text together.
pub const LARGEST_TEXT: usize = 80 << 20;
/// First byte of a packed page: its header and its text follow, compressed.
const PACKED: u8 = 1;
const LEVEL: i32 = 1;

/// A part of a text as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageSection {
    pub lines: (u64, u64),
    pub title: Option<String>,
    pub text: String,
}

/// A page that was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedPage {
    pub sections: Vec<PageSection>,
    pub sum: PageHash,
}

pub type PageHash = [u8; 32];

/// The sum of a page: of its place and all that is in it.
fn hash_page(n: i32, first_line: i64, open: &[u8]) -> PageHash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"ctx page 1\0").update(&n.to_le_bytes()).update(&first_line.to_le_bytes()).update(open);
    *hasher.finalize().as_bytes()
}

/// The name of a text: of the sums of its pages, one after the other.
pub fn text_name_from_page_hashes(sums: &[u8]) -> PageHash {
    *blake3::Hasher::new().update(b"ctx text 1\0").update(sums).finalize().as_bytes()
}

/// The sums of all pages of a text.
pub fn page_hashes(parts: &[TextPart]) -> Vec<u8> {
    let (mut open, mut sums) = (Vec::new(), Vec::new());
    for (n, page) in group_into_pages(parts).enumerate() {
        encode_page(page, &mut open);
        sums.extend_from_slice(&hash_page(n as i32, page[0].lines.0 as i64, &open));
    }
    sums
}

/// The same parts, those that are too long for a page in several: at the end of a line if there is one.
pub fn split_long_parts(parts: Vec<TextPart>) -> Vec<TextPart> {
    let mut all = Vec::with_capacity(parts.len());
    for mut part in parts {
        part.title = part.title.map(|title| ctx_text::truncate_at_char_boundary(&title, TITLE).to_owned());
        while part.text.len() > PIECE {
            let most = ctx_text::truncate_at_char_boundary(&part.text, PIECE);
            let cut = most.rfind('\n').map_or(most.len(), |end| end + 1);
            let ended = most[..cut].matches('\n').count() as u64;
            // A line that goes on is the first of the next piece as well.
            let last = part.lines.0 + if most[..cut].ends_with('\n') { ended.max(1) - 1 } else { ended };
            let rest = part.text.split_off(cut);
            let text = std::mem::replace(&mut part.text, rest);
            all.push(TextPart { lines: (part.lines.0, last), title: part.title.clone(), text });
            part.lines.0 += ended;
        }
        all.push(part);
    }
    all
}

/// How many sections; of each its lines, its bytes, and its title after the title's bytes and one; then all text.
fn encode_page(parts: &[TextPart], open: &mut Vec<u8>) {
    open.clear();
    push_varint(open, parts.len() as u64);
    for part in parts {
        push_varint(open, part.lines.1 + 1 - part.lines.0);
        push_varint(open, part.text.len() as u64);
        let title = part.title.as_deref();
        push_varint(open, title.map_or(0, |title| title.len() as u64 + 1));
        open.extend_from_slice(title.unwrap_or_default().as_bytes());
    }
    parts.iter().for_each(|part| open.extend_from_slice(part.text.as_bytes()));
}

/// Parts in groups, a page each.
pub fn group_into_pages(parts: &[TextPart]) -> impl Iterator<Item = &[TextPart]> {
    let mut rest = parts;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let full = |part: &TextPart| {
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
pub struct PagePacker {
    made: Compressor<'static>,
    open: Vec<u8>,
}

impl PagePacker {
    pub fn new() -> Result<PagePacker> {
        let made = Compressor::new(LEVEL).map_err(HubError::Packing)?;
        Ok(PagePacker { made, open: Vec::new() })
    }

    pub fn pack_page(&mut self, parts: &[TextPart]) -> Result<Vec<u8>> {
        encode_page(parts, &mut self.open);
        let mut body = vec![0; 1 + zstd::zstd_safe::compress_bound(self.open.len())];
        body[0] = PACKED;
        let packed = self.made.compress_to_buffer(&self.open, &mut body[1..]);
        let packed = packed.map_err(HubError::Packing)?;
        body.truncate(1 + packed);
        Ok(body)
    }
}

/// Opens pages.
#[derive(Default)]
pub struct PageUnpacker {
    made: Option<Decompressor<'static>>,
}

impl PageUnpacker {
    /// The nth page of a text from its packed form, if it is one and has no more bytes than `most`: what it says of its size
    /// is read first.
    pub fn open_page(&mut self, n: i32, first_line: i64, body: &[u8], most: usize) -> Option<OpenedPage> {
        let packed = body.strip_prefix(&[PACKED])?;
        let size = zstd::zstd_safe::get_frame_content_size(packed).ok()??;
        let size = usize::try_from(size).ok().filter(|size| *size <= most)?;
        let made = match &mut self.made {
            Some(made) => made,
            empty => empty.insert(Decompressor::new().ok()?),
        };
        let open = made.decompress(packed, size).ok()?;
        let sections = parse_page_sections(&open, u64::try_from(first_line).ok()?)?;
        Some(OpenedPage { sections, sum: hash_page(n, first_line, &open) })
    }
}

fn parse_page_sections(open: &[u8], first: u64) -> Option<Vec<PageSection>> {
    let rest = &mut &open[..];
    let count = take_varint(rest)?;
    // Each has three numbers at least.
    let mut sections: Vec<PageSection> = Vec::with_capacity(usize::try_from(count).ok().filter(|n| *n <= open.len())?);
    let mut sizes = Vec::with_capacity(sections.capacity());
    let mut next = first;
    for _ in 0..count {
        let (lines, bytes, title) = (take_varint(rest)?, take_varint(rest)?, take_varint(rest)?);
        let title = title
            .checked_sub(1)
            .map(|length| take_utf8_text(rest, length))
            .map_or(Some(None), |title| title.map(Some))?;
        let after = next.checked_add(lines.max(1))?;
        sections.push(PageSection { lines: (next, after - 1), title, text: String::new() });
        sizes.push(bytes);
        next = after;
    }
    for (section, size) in sections.iter_mut().zip(sizes) {
        section.text = take_utf8_text(rest, size)?;
    }
    rest.is_empty().then_some(sections)
}

fn take_utf8_text(rest: &mut &[u8], length: u64) -> Option<String> {
    let (text, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(lines: (u64, u64), title: Option<&str>, text: &str) -> TextPart {
        TextPart { lines, title: title.map(str::to_owned), text: text.to_owned() }
    }

    fn packed(parts: &[TextPart]) -> Vec<u8> {
        PagePacker::new().unwrap().pack_page(parts).unwrap()
    }

    fn opened(body: &[u8], first_line: i64) -> Option<OpenedPage> {
        PageUnpacker::default().open_page(0, first_line, body, LARGEST)
    }

    #[test]
    fn a_page_comes_back_as_it_was() {
        let parts = [
            part((7, 8), Some("error: née"), "error: née\nb\n"),
            part((9, 9), None, "\n"),
            part((10, 10), None, "a\0b"),
        ];
        let page = opened(&packed(&parts), 7).unwrap();
        assert_eq!(page.sum[..], page_hashes(&parts)[..]);
        let again: Vec<TextPart> =
            page.sections.into_iter().map(|one| part(one.lines, one.title.as_deref(), &one.text)).collect();
        assert_eq!(format!("{again:?}"), format!("{parts:?}"));
    }

    #[test]
    fn pages_are_filled_and_lose_nothing() {
        let parts: Vec<TextPart> = (0..40).map(|n| part((n, n), None, &"x".repeat(n as usize * 100))).collect();
        let groups: Vec<&[TextPart]> = group_into_pages(&parts).collect();
        assert_eq!(groups.iter().map(|group| group.len()).sum::<usize>(), parts.len());
        let size = |group: &[TextPart]| group.iter().map(|part| part.text.len()).sum::<usize>();
        assert!(groups[..groups.len() - 1].iter().all(|group| (PAGE..PAGE + 4000).contains(&size(group))));
        assert_eq!(group_into_pages(&[]).count(), 0);
    }

    #[test]
    fn a_page_that_promises_too_much_is_none() {
        let mut huge = vec![PACKED];
        huge.extend(zstd::bulk::compress(&vec![0; LARGEST + 1], 1).unwrap());
        assert_eq!(opened(&huge, 1), None);
        for body in [&b""[..], &[PACKED], &[7, 1, 2], &[0, 0xff]] {
            assert_eq!(opened(body, 1), None, "{body:?}");
        }
    }

    /// A sum is of the place, too: a page cannot stand for another one of the same text.
    #[test]
    fn sums_and_names_change_with_every_byte_and_place() {
        let one = |line: u64, text: &str| page_hashes(&[part((line, line), None, text)]);
        assert_eq!(one(1, "a\n"), one(1, "a\n"));
        assert!(one(1, "a\n") != one(1, "b\n") && one(1, "a\n") != one(2, "a\n"));
        assert_ne!(
            text_name_from_page_hashes(&[one(1, "a"), one(2, "b")].concat()),
            text_name_from_page_hashes(&[one(2, "b"), one(1, "a")].concat())
        );
        let long: Vec<TextPart> = (0..3).map(|n| part((n + 1, n + 1), None, &"x".repeat(PAGE))).collect();
        assert_eq!(page_hashes(&long).len(), 3 * 32);
    }

    #[test]
    fn long_sections_are_sent_in_pieces_and_lose_nothing() {
        let line = "é".repeat(PIECE);
        let text = format!("short\n{line}\n{}last\n", "words in a line\n".repeat(40_000));
        let lines = text.lines().count() as u64;
        let whole = split_long_parts(vec![part((10, 9 + lines), Some(&"t".repeat(5_000)), &text)]);
        assert!(whole.len() > 4 && whole.iter().all(|part| part.text.len() <= PIECE));
        assert_eq!(whole.iter().map(|part| part.text.as_str()).collect::<String>(), text);
        // Each piece says where it stands, in a page of its own.
        for (at, piece) in whole.iter().enumerate() {
            let before: String = whole[..at].iter().map(|part| part.text.as_str()).collect();
            assert_eq!(piece.lines.0, 10 + before.matches('\n').count() as u64, "{at}");
            assert!(piece.lines.1 >= piece.lines.0);
        }
        for page in group_into_pages(&whole) {
            assert!(opened(&packed(page), page[0].lines.0 as i64).is_some());
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_page_or_none(open in proptest::collection::vec(any::<u8>(), 0..200), first in any::<i64>()) {
            let mut body = vec![PACKED];
            body.extend(zstd::bulk::compress(&open, 1).unwrap());
            let _ = opened(&body, first);
            let _ = opened(&open, first);
        }
    }
}
