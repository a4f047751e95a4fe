//! A file that does not parse, in pieces.
use super::scan::{self, Within};
use super::source::Source;
use crate::outline::Symbol;

pub fn symbols(source: &Source) -> Vec<Symbol> {
    scan::items(source, 0, source.text.len(), Within::Module)
}
