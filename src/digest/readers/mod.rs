//! The table of readers: one row a tool family. Order matters where two claim the same lines: the first wins,
//! and a reader that the command names comes before all others.

mod biome;
mod bundlers;
mod cargo;
mod eslint;
#[cfg(test)]
mod fixture;
pub mod flat;
mod jest;
mod js;
mod libtest;
mod mocha;
mod next;
mod nextest;
mod node;
mod node_test;
mod npm;
mod playwright;
mod prettier;
mod rustc;
mod tsc;
mod vitest;

use super::part::Part;
use super::reading::Reading;

pub struct Reader {
    pub name: &'static str,
    /// Commands it answers to, wrappers removed: `cargo test`, `jest`. Flags between the words do not matter.
    pub commands: &'static [&'static str],
    /// Text that this tool prints and few others do: one line with it is enough to try the reader.
    /// `^` in front means at the beginning of a line (after blanks).
    pub signs: &'static [&'static str],
    /// Empty when the output is not this tool's after all.
    pub read: fn(&Part) -> Reading,
}

#[rustfmt::skip]
pub const READERS: &[Reader] = &[
    rustc::READER,
    libtest::READER,
    cargo::READER,
    vitest::READER,
    jest::READER,
    playwright::READER,
    mocha::READER,
    node_test::READER,
    tsc::READER,
    eslint::READER,
    prettier::READER,
    biome::READER,
    next::READER,
    bundlers::WEBPACK,
    bundlers::ESBUILD,
    bundlers::VITE,
    npm::READER,
    node::READER,
];
