//! Data rather than messages: JSON, tables, listings, diffs. Each is summed up by its own shape.

mod diff;
mod grep;
mod json;
mod listing;
mod markdown;
mod sample;
mod table;
#[cfg(test)]
mod tests;

pub use sample::sampled_percent;

use super::left_out::is_reader_disabled_by_test;
use super::part::ReaderInput;
use super::reading::ReaderFindings;

/// A shape looks at the whole output and takes it, or returns none.
type ShapeReader = fn(&ReaderInput, &[Vec<String>]) -> Option<ReaderFindings>;

const SHAPES: &[(&str, ShapeReader)] = &[
    ("json", json::read),
    ("diff", diff::read),
    ("grep", grep::read),
    ("find", listing::read_paths),
    ("listing", listing::recognise_listing_command),
    ("table", table::read),
    ("markdown", markdown::read_markdown),
];

/// Shorter outputs are read by the generic reader: there is nothing to sum up.
const SHORTEST: usize = 700;

pub fn read_first_matching_shape(
    part: &ReaderInput,
    programs: &[Vec<String>],
) -> Option<(&'static str, ReaderFindings)> {
    if part.text().clean_len() < SHORTEST {
        return None;
    }
    let mut shapes = SHAPES.iter().filter(|(name, _)| !is_reader_disabled_by_test(name));
    shapes.find_map(|(name, read)| read(part, programs).map(|reading| (*name, reading)))
}

#[cfg(test)]
pub fn shape_names() -> impl Iterator<Item = &'static str> {
    SHAPES.iter().map(|(name, _)| *name)
}
