//! The readers that are code, one row a tool family; simpler ones are rows in `flat/table.toml`. Order matters where
//! two claim the same lines: the first wins, and a reader that the command names comes before all others.

mod busiest;
mod cc;
pub mod flat;
mod foreign;
pub mod machine;
mod pytest;
mod pytest_trace;
mod python;
mod reader;
mod rustc;

pub use reader::Reader;

#[rustfmt::skip]
pub const READERS: &[Reader] = &[
    rustc::READER,
    pytest::READER,
    python::READER,
    cc::READER,
];
