//! Outlines by the content they were made of, so that a source is parsed once.

use rusqlite::{OptionalExtension, params};

use super::Store;
use super::files::Hash;
use crate::env::now_ms;
use crate::error::Result;

impl Store {
    /// The outline of a source with this hash. `variant` is all that decides how it looks.
    pub fn outline(&self, hash: &Hash, variant: &str) -> Result<Option<String>> {
        self.read(|db| {
            db.query_row("SELECT text FROM outline WHERE hash = ?1 AND variant = ?2", params![hash, variant], |row| {
                row.get(0)
            })
            .optional()
        })
    }

    pub fn keep_outline(&mut self, hash: &Hash, variant: &str, text: &str) -> Result<()> {
        self.write(|db| {
            db.execute(
                "INSERT INTO outline (hash, variant, text, made_at) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (hash, variant) DO UPDATE SET text = ?3, made_at = ?4",
                params![hash, variant, text, now_ms()],
            )
            .map(drop)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_found_by_content_and_variant() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::open(dir.path()).unwrap();
        store.keep_outline(&[1; 32], "1 rust", "pub fn a()").unwrap();
        store.keep_outline(&[1; 32], "1 rust", "pub fn b()").unwrap();
        assert_eq!(store.outline(&[1; 32], "1 rust").unwrap().as_deref(), Some("pub fn b()"));
        assert_eq!(store.outline(&[1; 32], "2 rust").unwrap(), None);
        assert_eq!(store.outline(&[2; 32], "1 rust").unwrap(), None);
    }
}
