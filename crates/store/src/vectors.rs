//! Which sections have a vector. The vectors themselves are in a file beside the store, in slots of one size.

use rusqlite::params;

use super::lookup::SECTION_COLUMNS;
use super::{SectionRow, Store};
use crate::error::Result;
use crate::sql::{Changes, Statements};

const WITHOUT_VECTOR: &str = "FROM section WHERE id > coalesce((SELECT value FROM meta WHERE key = 'embedded_upto'), 0) \
    AND blob_id IS NOT NULL";

impl Store {
    /// The next sections of texts without a vector, and how far all of them are looked at then.
    pub fn sections_without_vector(&self, limit: u32) -> Result<Vec<SectionRow>> {
        self.rows(&format!("SELECT {SECTION_COLUMNS} {WITHOUT_VECTOR} ORDER BY id LIMIT ?1"), [limit])
    }

    /// How many sections wait for a vector.
    pub fn count_sections_without_vector(&self) -> Result<u64> {
        self.row(&format!("SELECT count(*) {WITHOUT_VECTOR}"), [])
    }

    /// Notes the slots of sections, and that everything up to `upto` is done.
    pub fn record_vector_slots(&mut self, slots: &[(i64, u64)], upto: i64) -> Result<()> {
        self.write_transaction(|db| {
            for (section, slot) in slots {
                db.run(
                    "INSERT OR REPLACE INTO vector SELECT id, ?2 FROM section WHERE id = ?1",
                    params![section, slot],
                )?;
            }
            db.execute(
                "INSERT INTO meta VALUES ('embedded_upto', min(?1, (SELECT coalesce(max(id), 0) FROM section))) \
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [upto],
            )
            .map(drop)
        })
    }

    /// Where the vector of a section is.
    pub fn vector_slot(&self, section: i64) -> Result<Option<u64>> {
        self.first("SELECT slot FROM vector WHERE section_id = ?1", [section])
    }

    pub fn vector_count(&self) -> Result<u64> {
        self.row("SELECT count(*) FROM vector", [])
    }

    /// All sections with a vector, in the order of their slots.
    pub fn vector_slots(&self) -> Result<Vec<(i64, u64)>> {
        self.rows("SELECT section_id, slot FROM vector ORDER BY slot", [])
    }

    /// The number that the file has to bear for the slots to be right.
    pub fn vector_generation(&self) -> Result<Option<i64>> {
        self.first("SELECT value FROM meta WHERE key = 'vector_generation'", [])
    }

    /// Another file counts from now on, with these slots. With none, everything is embedded anew.
    pub fn replace_vector_slots(&mut self, generation: i64, slots: &[(i64, u64)]) -> Result<()> {
        self.write_transaction(|db| {
            db.execute("DELETE FROM vector", [])?;
            for (section, slot) in slots {
                db.run("INSERT INTO vector VALUES (?1, ?2)", params![section, slot])?;
            }
            if slots.is_empty() {
                db.execute("DELETE FROM meta WHERE key = 'embedded_upto'", [])?;
            }
            db.execute(
                "INSERT INTO meta VALUES ('vector_generation', ?1) ON CONFLICT (key) DO UPDATE SET value = \
                 excluded.value",
                [generation],
            )
            .map(drop)
        })
    }
}
