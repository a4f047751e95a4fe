//! Keys that their owners publish as examples or defaults: in documentation, in sample projects, in emulators. Kept as
//! hashes, so that no scanner takes the table for a leak.

use super::words::holds;

/// Whether this very value is publicly known.
pub fn is(value: &str) -> bool {
    holds("published", &blake3::hash(value.as_bytes()).to_hex()[..16])
}

#[cfg(test)]
#[path = "../tests/unit/published.rs"]
mod tests;
