//! Keys that their owners publish as examples or defaults: in documentation, in sample projects, in emulators. Kept as
//! hashes, so that no scanner takes the table for a leak.

use super::words::table_has_word;

/// Whether this very value is publicly known.
pub fn is_published_value(value: &str) -> bool {
    table_has_word("published", &blake3::hash(value.as_bytes()).to_hex()[..16])
}

#[cfg(test)]
#[path = "../tests/unit/published.rs"]
mod tests;
