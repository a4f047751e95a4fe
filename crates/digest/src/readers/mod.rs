//! The readers that are code, one row a tool family; simpler ones are rows in `flat/table.toml`. Order matters where
//! two claim the same lines: the first wins, and a reader that the command names comes before all others.

mod bundlers;
mod busiest;
mod cargo;
mod cc;
mod docker;
mod eslint;
pub mod flat;
mod foreign;
mod git;
mod git_log;
mod go;
mod go_json;
mod jest;
mod js;
mod libtest;
pub mod machine;
mod make;
mod nextest;
mod npm;
mod pip;
pub mod placed;
mod playwright;
mod pytest;
mod pytest_trace;
mod python;
mod reader;
mod rustc;
mod sanitizers;
mod unittest;
mod vitest;
mod xtrace;

pub use reader::Reader;

#[rustfmt::skip]
pub const READERS: &[Reader] = &[
    rustc::READER,
    libtest::READER,
    cargo::READER,
    vitest::READER,
    jest::READER,
    playwright::READER,
    eslint::READER,
    bundlers::WEBPACK,
    bundlers::VITE,
    npm::READER,
    git_log::READER,
    git::READER,
    pytest::READER,
    unittest::READER,
    python::READER,
    pip::READER,
    docker::READER,
    go_json::READER,
    go::READER,
    sanitizers::VALGRIND,
    sanitizers::SANITIZER,
    sanitizers::GDB,
    cc::READER,
    make::READER,
    xtrace::READER,
];
