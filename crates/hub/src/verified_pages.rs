//! Texts of the hub as they are read: bounded before they are opened, and each page compared with the name of its text. What
//! does not fit was not sent by the machine that it is said to come from, and is nobody's.

use std::collections::HashMap;

use tokio_postgres::Row;

use super::client::DbResult;
use super::open::Hub;
use super::page::{
    LARGEST, LARGEST_PACKED, LARGEST_TEXT, OpenedPage, PageSection, PageUnpacker, text_name_from_page_hashes,
};
use ctx_model::Result;

/// Pages read at a time.
const TOGETHER: i32 = 64;
/// Other copies of a page that are tried when one is not what its name says.
const OTHERS: i64 = 8;
const SUM: usize = 32;

/// A page as a search brings it.
pub(super) struct ReceivedPage {
    pub hash: Vec<u8>,
    pub origin: String,
    pub n: i32,
    first_line: i64,
    body: Vec<u8>,
}

/// The sums of texts, by their origins and hashes.
type PageHashesByText = HashMap<(String, Vec<u8>), Vec<u8>>;

impl ReceivedPage {
    /// From a row of hash, first line, body, number and origin.
    pub fn from_row(row: &Row) -> ReceivedPage {
        ReceivedPage { hash: row.get(0), first_line: row.get(1), body: row.get(2), n: row.get(3), origin: row.get(4) }
    }

    /// Its sections, if it is what the name of its text says.
    fn verified_sections(&self, known: &PageHashesByText, opener: &mut PageUnpacker) -> Option<Vec<PageSection>> {
        let sums = known.get(&(self.origin.clone(), self.hash.clone()))?;
        let page = opener.open_page(self.n, self.first_line, &self.body, LARGEST)?;
        is_page_of_text(&page, self.n, sums, &self.hash).then_some(page.sections)
    }
}

/// Whether the page is the nth of the text with this name.
fn is_page_of_text(page: &OpenedPage, n: i32, sums: &[u8], hash: &[u8]) -> bool {
    let Ok(n) = usize::try_from(n) else { return false };
    text_name_from_page_hashes(sums)[..] == *hash && sums.chunks_exact(SUM).nth(n) == Some(&page.sum[..])
}

impl Hub {
    /// The sections of the pages that are what their texts' names say, in the same order; for others another copy is tried.
    pub(super) fn sections_of_verified_pages(
        &mut self,
        key: &str,
        pages: Vec<ReceivedPage>,
    ) -> DbResult<Vec<(Vec<u8>, Vec<PageSection>)>> {
        let mut opener = PageUnpacker::default();
        let mut known = self.fetch_page_hashes(key, &pages)?;
        let mut sections = Vec::with_capacity(pages.len());
        for brought in pages {
            let mut found = brought.verified_sections(&known, &mut opener);
            if found.is_none() {
                let others = self.fetch_other_copies_of_page(key, &brought)?;
                known.extend(self.fetch_page_hashes(key, &others)?);
                found = others.iter().find_map(|other| other.verified_sections(&known, &mut opener));
            }
            if let Some(found) = found {
                sections.push((brought.hash, found));
            }
        }
        Ok(sections)
    }

    fn fetch_page_hashes(&mut self, key: &str, pages: &[ReceivedPage]) -> DbResult<PageHashesByText> {
        if pages.is_empty() {
            return Ok(HashMap::new());
        }
        let origins: Vec<&str> = pages.iter().map(|page| page.origin.as_str()).collect();
        let hashes: Vec<&[u8]> = pages.iter().map(|page| &page.hash[..]).collect();
        let rows = self.client.query(
            "SELECT b.origin::text, b.hash, b.sums FROM (SELECT DISTINCT origin, hash FROM unnest($2::text[], $3::bytea[]) AS t (origin, hash)) wanted, \
             LATERAL (SELECT * FROM ctx.blob b WHERE b.project = $1::text::uuid AND b.hash = wanted.hash AND b.origin = wanted.origin::uuid LIMIT 1) b \
             WHERE b.sums IS NOT NULL",
            &[&key, &origins, &hashes],
        )?;
        Ok(rows.iter().map(|row| ((row.get(0), row.get(1)), row.get(2))).collect())
    }

    /// The same page as other machines sent it.
    fn fetch_other_copies_of_page(&mut self, key: &str, bad: &ReceivedPage) -> DbResult<Vec<ReceivedPage>> {
        let rows = self.client.query(
            "SELECT hash, first_line, body, n, origin::text FROM ctx.section WHERE project = $1::text::uuid AND hash = $2 AND n = $3 \
             AND origin <> $4::text::uuid AND octet_length(body) <= $5 ORDER BY origin IN (SELECT unnest($6::text[])::uuid) DESC, at LIMIT $7",
            &[&key, &bad.hash, &bad.n, &bad.origin, &LARGEST_PACKED, &self.trusted, &OTHERS],
        )?;
        Ok(rows.iter().map(ReceivedPage::from_row).collect())
    }

    /// The text that an origin sent under this name; none where what is there is something else.
    pub(super) fn fetch_verified_text(&mut self, key: &str, origin: &str, hash: &[u8]) -> Result<Option<Vec<u8>>> {
        let sums = "SELECT sums FROM ctx.blob WHERE project = $1::text::uuid AND origin = $2::text::uuid AND hash = $3";
        let row = self.client.query_opt(sums, &[&key, &origin, &hash])?;
        let Some(sums) = row.and_then(|row| row.get::<_, Option<Vec<u8>>>(0)) else { return Ok(None) };
        let (mut opener, mut text, mut next) = (PageUnpacker::default(), Vec::new(), 0);
        loop {
            let rows = self.client.query(
                "SELECT hash, first_line, body, n, origin::text FROM ctx.section WHERE project = $1::text::uuid AND origin = $2::text::uuid \
                 AND hash = $3 AND n >= $4 AND n < $5 AND octet_length(body) <= $6 ORDER BY n",
                &[&key, &origin, &hash, &next, &(next + TOGETHER), &LARGEST_PACKED],
            )?;
            for page in rows.iter().map(ReceivedPage::from_row) {
                let most = LARGEST.min(LARGEST_TEXT - text.len());
                let opened = opener.open_page(page.n, page.first_line, &page.body, most);
                let right = opened.filter(|opened| page.n == next && is_page_of_text(opened, next, &sums, hash));
                let Some(right) = right else { return Ok(None) };
                right.sections.iter().for_each(|section| text.extend_from_slice(section.text.as_bytes()));
                if text.len() > LARGEST_TEXT {
                    return Ok(None);
                }
                next += 1;
            }
            if rows.len() < TOGETHER as usize {
                // A text without pages has its name, too.
                let is_whole = sums.len() == next as usize * SUM && text_name_from_page_hashes(&sums)[..] == *hash;
                return Ok(is_whole.then_some(text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{PagePacker, group_into_pages, page_hashes};
    use ctx_search::for_hub::TextPart;

    #[test]
    fn a_page_fits_its_text_at_its_place_only() {
        let part = |n: u64, text: &str| TextPart { lines: (n, n), title: None, text: text.repeat(2_000) };
        let parts = [part(1, "first "), part(2, "second ")];
        let (sums, mut packer, mut opener) = (page_hashes(&parts), PagePacker::new().unwrap(), PageUnpacker::default());
        let hash = text_name_from_page_hashes(&sums);
        for (n, page) in group_into_pages(&parts).enumerate() {
            let body = packer.pack_page(page).unwrap();
            let opened = opener.open_page(n as i32, page[0].lines.0 as i64, &body, LARGEST).unwrap();
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
