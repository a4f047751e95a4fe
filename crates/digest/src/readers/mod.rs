//! The readers that are code, one row a tool family; simpler ones are rows in `flat/table.toml`. Order matters where
//! two claim the same lines: the first wins, and a reader that the command names comes before all others.

mod ansible;
mod beam;
mod biome;
mod bun;
mod bundlers;
mod busiest;
mod cargo;
mod cc;
mod ci;
mod coverage;
mod cpptest;
mod ctest;
mod curl;
mod django;
mod docker;
mod eslint;
pub mod flat;
mod foreign;
mod git;
mod git_log;
mod go;
mod go_json;
mod gradle;
mod java;
mod jest;
mod js;
mod kubectl;
mod libtest;
mod lockdiff;
pub mod machine;
mod make;
mod maven;
mod mocha;
mod next;
mod nextest;
mod node;
mod node_test;
mod npm;
mod ocaml;
mod php;
mod pip;
pub mod placed;
mod playwright;
mod psql;
mod pytest;
mod pytest_trace;
mod python;
mod reader;
mod ruby;
mod rustc;
mod sanitizers;
mod tap;
mod terraform;
mod unittest;
mod vitest;
mod xtrace;
mod zig;

pub use reader::Reader;

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
    bun::READER,
    eslint::READER,
    biome::READER,
    next::READER,
    bundlers::WEBPACK,
    bundlers::VITE,
    npm::READER,
    node::READER,
    lockdiff::READER,
    git_log::READER,
    git::READER,
    pytest::READER,
    unittest::READER,
    python::READER,
    coverage::READER,
    django::READER,
    pip::READER,
    ansible::PLAYBOOK,
    terraform::READER,
    docker::READER,
    kubectl::READER,
    psql::READER,
    curl::READER,
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
    sanitizers::VALGRIND,
    sanitizers::SANITIZER,
    sanitizers::GDB,
    ruby::RSPEC,
    ruby::MINITEST,
    ruby::RUBY,
    beam::READER,
    ocaml::READER,
    php::COMPOSER,
    php::PHPUNIT,
    php::PHP,
    tap::READER,
    cc::READER,
    make::READER,
    xtrace::READER,
    ci::READER,
];
