//! The table of readers: one row a tool family. Order matters where two claim the same lines: the first wins,
//! and a reader that the command names comes before all others.

mod beam;
mod cc;
mod ci;
mod cpptest;
mod ctest;
#[cfg(test)]
mod fixture;
pub mod flat;
mod foreign;
mod go;
mod go_json;
mod gradle;
mod java;
mod lint;
mod make;
mod maven;
mod memory;
mod ocaml;
mod php;
mod ruby;
mod tap;
mod tsc;
mod zig;

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
    tsc::READER,
    zig::READER,
    cpptest::GTEST,
    cpptest::CATCH,
    ctest::READER,
    ctest::MESON,
    go_json::READER,
    go::READER,
    maven::READER,
    gradle::READER,
    gradle::JUNIT,
    java::READER,
    memory::VALGRIND,
    memory::SANITIZER,
    memory::GDB,
    memory::STRACE,
    ruby::RSPEC,
    ruby::MINITEST,
    ruby::RUBY,
    beam::READER,
    ocaml::READER,
    php::COMPOSER,
    php::PHPUNIT,
    php::PHP,
    tap::READER,
    lint::SHELLCHECK,
    lint::RUBOCOP,
    cc::READER,
    make::READER,
    lint::XTRACE,
    ci::READER,
    ci::PROCESSES,
];
