//! Texts of the hub as they are read: bounded before they are opened, and each page compared with the name of its text. What
//! does not fit was not sent by the machine that it is said to come from, and is nobody's.

use std::collections::HashMap;

use tokio_postgres::Row;

use super::client::DbResult;
use super::error::HubError;
use super::open::Hub;
use super::page::{
    LARGEST, LARGEST_PACKED, LARGEST_TEXT, OpenedPage, PageOpener, PageSection, StoredPage, text_hash_name,
};
use ctx_model::error::Result;

/// Pages read at a time.
const TOGETHER: i32 = 64;
/// Pages from before there were sums, read at a time, and how large they may be packed.
const FEW: i32 = 8;
const LARGEST_BEFORE: i32 = 16 << 20;
/// A text from before is read whole to check a page of it, up to this size.
const WHOLE: i64 = 8 << 20;
/// Other copies of a page that are tried when one is not what its name says.
const OTHERS: i64 = 8;
const SUM: usize = 32;

/// A page as a search brings it.
pub(super) struct ReceivedPage {
    pub hash: Vec<u8>,
    pub origin: String,
    pub n: i32,
    first_line: i64,
    title: Option<String>,
    body: Vec<u8>,
}

/// What is known of a text before its pages are read.
struct KnownText {
    /// None for one from before.
    sums: Option<Vec<u8>>,
    bytes: i64,
}

impl ReceivedPage {
    /// From a row of hash, first line, title, body, number and origin.
    pub fn from_row(row: &Row) -> ReceivedPage {
        ReceivedPage {
            hash: row.get(0),
            first_line: row.get(1),
            title: row.get(2),
            body: row.get(3),
            n: row.get(4),
            origin: row.get(5),
        }
    }

    fn open_page(&self, opener: &mut PageOpener) -> Option<OpenedPage> {
        let kept =
            StoredPage { n: self.n, first_line: self.first_line, title: self.title.as_deref(), body: &self.body };
        opener.open_page(kept, LARGEST)
    }
}

/// Whether the page is the nth of the text with this name.
fn is_page_of_text(page: &OpenedPage, n: i32, sums: &[u8], hash: &[u8]) -> bool {
    let Ok(n) = usize::try_from(n) else { return false };
    text_hash_name(sums)[..] == *hash && sums.chunks_exact(SUM).nth(n) == Some(&page.sum[..])
}

impl Hub {
    /// The sections of the pages that are what their texts' names say, in the same order; for others another copy is tried.
    pub(super) fn verified_sections(
        &mut self,
        key: &str,
        pages: Vec<ReceivedPage>,
    ) -> DbResult<Vec<(Vec<u8>, Vec<PageSection>)>> {
        let mut opener = PageOpener::default();
        let mut known = self.known_texts(key, &pages)?;
        let mut sections = Vec::with_capacity(pages.len());
        for brought in pages {
            let mut found = self.verified_page_sections(key, &brought, &known, &mut opener)?;
            if found.is_none() {
                let others = self.other_copies(key, &brought)?;
                known.extend(self.known_texts(key, &others)?);
                for other in others {
                    found = self.verified_page_sections(key, &other, &known, &mut opener)?;
                    if found.is_some() {
                        break;
                    }
                }
            }
            if let Some(found) = found {
                sections.push((brought.hash, found));
            }
        }
        Ok(sections)
    }

    fn verified_page_sections(
        &mut self,
        key: &str,
        brought: &ReceivedPage,
        known: &HashMap<(String, Vec<u8>), KnownText>,
        opener: &mut PageOpener,
    ) -> DbResult<Option<Vec<PageSection>>> {
        let Some(page) = brought.open_page(opener) else { return Ok(None) };
        let right = match known.get(&(brought.origin.clone(), brought.hash.clone())) {
            Some(KnownText { sums: Some(sums), .. }) => is_page_of_text(&page, brought.n, sums, &brought.hash),
            Some(KnownText { sums: None, bytes }) if *bytes <= WHOLE => {
                self.fetch_whole_text(key, &brought.origin, &brought.hash)?.is_some()
            }
            _ => false,
        };
        Ok(right.then_some(page.sections))
    }

    fn known_texts(&mut self, key: &str, pages: &[ReceivedPage]) -> DbResult<HashMap<(String, Vec<u8>), KnownText>> {
        if pages.is_empty() {
            return Ok(HashMap::new());
        }
        let origins: Vec<&str> = pages.iter().map(|page| page.origin.as_str()).collect();
        let hashes: Vec<&[u8]> = pages.iter().map(|page| &page.hash[..]).collect();
        let rows = self.client.query(
            "SELECT b.origin::text, b.hash, b.sums, b.bytes FROM (SELECT DISTINCT origin, hash FROM unnest($2::text[], $3::bytea[]) AS t (origin, hash)) wanted, \
             LATERAL (SELECT * FROM ctx.blob b WHERE b.project = $1::text::uuid AND b.hash = wanted.hash AND b.origin = wanted.origin::uuid LIMIT 1) b",
            &[&key, &origins, &hashes],
        )?;
        let known = |row: &Row| ((row.get(0), row.get(1)), KnownText { sums: row.get(2), bytes: row.get(3) });
        Ok(rows.iter().map(known).collect())
    }

    /// The same page as other machines sent it.
    fn other_copies(&mut self, key: &str, bad: &ReceivedPage) -> DbResult<Vec<ReceivedPage>> {
        let rows = self.client.query(
            "SELECT hash, first_line, title, body, n, origin::text FROM ctx.section WHERE project = $1::text::uuid AND hash = $2 AND n = $3 \
             AND origin <> $4::text::uuid AND octet_length(body) <= $5 ORDER BY origin IN (SELECT unnest($6::text[])::uuid) DESC, at LIMIT $7",
            &[&key, &bad.hash, &bad.n, &bad.origin, &LARGEST_PACKED, &self.trusted, &OTHERS],
        )?;
        Ok(rows.iter().map(ReceivedPage::from_row).collect())
    }

    /// The text that an origin sent under this name; none where what is there is something else.
    pub(super) fn fetch_verified_text(&mut self, key: &str, origin: &str, hash: &[u8]) -> Result<Option<Vec<u8>>> {
        Ok(self.fetch_whole_text(key, origin, hash).map_err(HubError::Lost)?)
    }

    fn fetch_whole_text(&mut self, key: &str, origin: &str, hash: &[u8]) -> DbResult<Option<Vec<u8>>> {
        let sums = "SELECT sums FROM ctx.blob WHERE project = $1::text::uuid AND origin = $2::text::uuid AND hash = $3";
        let Some(row) = self.client.query_opt(sums, &[&key, &origin, &hash])? else { return Ok(None) };
        let sums: Option<Vec<u8>> = row.get(0);
        if sums.as_ref().is_some_and(|sums| text_hash_name(sums)[..] != *hash) {
            return Ok(None);
        }
        let (step, largest, room) = match sums {
            Some(_) => (TOGETHER, LARGEST_PACKED, LARGEST),
            None => (FEW, LARGEST_BEFORE, LARGEST_TEXT),
        };
        let (mut opener, mut text) = (PageOpener::default(), Vec::new());
        let mut next = 0;
        loop {
            let rows = self.client.query(
                "SELECT hash, first_line, title, body, n, origin::text FROM ctx.section WHERE project = $1::text::uuid AND origin = $2::text::uuid \
                 AND hash = $3 AND n >= $4 AND n < $5 AND octet_length(body) <= $6 ORDER BY n",
                &[&key, &origin, &hash, &next, &(next + step), &largest],
            )?;
            for row in &rows {
                let ReceivedPage { n, first_line, title, body, .. } = ReceivedPage::from_row(row);
                let most = room.min(LARGEST_TEXT - text.len());
                let kept = StoredPage { n, first_line, title: title.as_deref(), body: &body };
                let Some(page) = opener.open_page(kept, most) else { return Ok(None) };
                if sums.as_ref().is_some_and(|sums| !is_page_of_text(&page, next, sums, hash)) || n != next {
                    return Ok(None);
                }
                page.sections.iter().for_each(|section| text.extend_from_slice(section.text.as_bytes()));
                if text.len() > LARGEST_TEXT {
                    return Ok(None);
                }
                next += 1;
            }
            if rows.len() < step as usize {
                break;
            }
        }
        let is_whole = match &sums {
            Some(sums) => sums.len() == next as usize * SUM,
            None => blake3::hash(&text).as_bytes()[..] == *hash,
        };
        Ok(is_whole.then_some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{PagePacker, group_into_pages, page_hashes};
    use ctx_search::cut::TextPart;

    #[test]
    fn a_page_fits_its_text_at_its_place_only() {
        let part = |n: u64, text: &str| TextPart { lines: (n, n), title: None, text: text.repeat(2_000) };
        let parts = [part(1, "first "), part(2, "second ")];
        let (sums, mut packer, mut opener) = (page_hashes(&parts), PagePacker::new().unwrap(), PageOpener::default());
        let hash = text_hash_name(&sums);
        for (n, page) in group_into_pages(&parts).enumerate() {
            let body = packer.pack_page(page).unwrap();
            let kept = StoredPage { n: n as i32, first_line: page[0].lines.0 as i64, title: None, body: &body };
            let opened = opener.open_page(kept, LARGEST).unwrap();
            assert!(is_page_of_text(&opened, n as i32, &sums, &hash));
            assert!(
                !is_page_of_text(&opened, 1 - n as i32, &sums, &hash) && !is_page_of_text(&opened, -1, &sums, &hash)
            );
            assert!(
                !is_page_of_text(&opened, n as i32, &sums, &[0; 32])
                    && !is_page_of_text(&opened, n as i32, &opened.sum, &hash)
            );
        }
    }
}
