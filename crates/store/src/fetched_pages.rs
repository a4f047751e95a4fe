//! Web pages that `ctx fetch` read: their text, the body it was made from, and when to ask for them again.

use rusqlite::params;

use super::entries::COLUMNS;
use super::{BlobWriter, Entry, EntryOutcome, FileStamp, NewEntry, Store};
use crate::error::Result;
use crate::sql::{ReadQueries, WriteQueries, columns, row_struct};

row_struct! {
    /// A page as it was last fetched.
    pub struct StoredWebPage {
        /// The text.
        pub entry: Entry,
        /// The body as it was sent; the same entry where that is the text.
        pub raw: Entry,
        pub final_url: String,
        pub content_type: Option<String>,
        pub etag: Option<String>,
        pub last_modified: Option<String>,
        pub doubt: Option<String>,
        pub fetched_at: i64,
        /// It was asked for with `--allow-private`.
        pub private: bool,
    }
}

pub struct NewWebPage<'a> {
    pub url: &'a str,
    pub final_url: &'a str,
    pub content_type: Option<&'a str>,
    pub etag: Option<&'a str>,
    pub last_modified: Option<&'a str>,
    pub doubt: Option<&'a str>,
    pub private: bool,
    pub body: &'a [u8],
    /// Where it is not the body.
    pub text: Option<&'a str>,
}

impl Store {
    /// The page, while what was kept of it is still there.
    pub fn fetched_page(&self, url: &str) -> Result<Option<StoredWebPage>> {
        let raw_columns = COLUMNS.replace("e.", "r.");
        self.first(
            &format!(
                "SELECT {COLUMNS}, {raw_columns}, p.final_url, p.content_type, p.etag, p.last_modified, p.doubt, \
                 p.fetched_at, p.private FROM page p JOIN entry e ON e.id = p.entry_id AND e.blob_id IS NOT NULL \
                 JOIN entry r ON r.id = p.raw_id AND r.blob_id IS NOT NULL WHERE p.url = ?1"
            ),
            [url],
        )
    }

    /// Keeps a page; what was kept of it before is replaced by it.
    pub fn store_web_page(&mut self, page: &NewWebPage<'_>, new: &NewEntry) -> Result<()> {
        let text = page.text.map_or(page.body, str::as_bytes);
        let stamp = FileStamp { size: text.len() as u64, mtime_ns: new.started_at.saturating_mul(1_000_000) };
        // The text comes last: the newest entry is what a reader of the page means.
        let raw = page.text.map(|_| self.store_web_page_body_unindexed(page.body, new)).transpose()?;
        self.store_document_for_later_indexing(page.url, stamp, new, text)?;
        let Some((entry, _)) = self.document_entry(page.url)? else { return Ok(()) };
        let raw = raw.unwrap_or(entry);
        let NewWebPage { url, final_url, content_type, etag, last_modified, doubt, private, .. } = page;
        let columns = columns![
            url: url, entry_id: entry, raw_id: raw, final_url: final_url, content_type: content_type, etag: etag,
            last_modified: last_modified, doubt: doubt, fetched_at: new.started_at, private: private,
        ];
        self.write_transaction(|db| db.insert("INSERT OR REPLACE INTO page {}", columns).map(drop))
    }

    /// The server says that nothing changed.
    pub fn mark_page_unchanged(&mut self, url: &str, at: i64) -> Result<()> {
        self.execute_in_transaction("UPDATE page SET fetched_at = ?2 WHERE url = ?1", (url, at)).map(drop)
    }

    /// Keeps a body that is there to be had again and not to be searched: its text is.
    fn store_web_page_body_unindexed(&mut self, body: &[u8], new: &NewEntry) -> Result<i64> {
        let title = new.title.as_ref().map(|title| format!("{title} (as sent)"));
        let (row, _) = self.begin_entry(&NewEntry { title, ..new.clone() })?;
        let mut writer = BlobWriter::new(row);
        let mut parts = body.chunks(1 << 20);
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            writer.append(self, part)?;
        }
        let stored = self.finish_entry(row, writer, last, &EntryOutcome::default())?;
        self.execute_in_transaction(
            "INSERT OR IGNORE INTO indexed_blob SELECT ?1, 0, 1 WHERE ?1 IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM entry WHERE blob_id = ?1 AND id <> ?2)",
            params![stored.blob, row],
        )
        .map(drop)?;
        Ok(row)
    }
}
