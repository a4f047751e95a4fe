//! Packs the parse tables of the grammars. A generated parser is one C file of code and of megabytes of numbers, which
//! compress to a twentieth. Each grammar's crate is a dependency, so its source lies on this machine: the source is
//! compiled once more without its tables, and the tables become data that `src/grammar/packed.rs` unpacks at first use.
//!
//! A grammar whose source is not found, or not understood, is linked as its crate compiled it: larger, and the same.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

mod sources;
mod tables;

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Our name for it, its crate's constant, the version in Cargo.toml, and the folder of its source.
const GRAMMARS: &[(&str, &str, &str, &str)] = &[
    ("bash", "tree_sitter_bash::LANGUAGE", "0.25.1", "src"),
    ("c", "tree_sitter_c::LANGUAGE", "0.24.2", "src"),
    ("cpp", "tree_sitter_cpp::LANGUAGE", "0.23.4", "src"),
    ("go", "tree_sitter_go::LANGUAGE", "0.25.0", "src"),
    ("java", "tree_sitter_java::LANGUAGE", "0.23.5", "src"),
    ("javascript", "tree_sitter_javascript::LANGUAGE", "0.25.0", "src"),
    ("lua", "tree_sitter_lua::LANGUAGE", "0.5.0", "src"),
    ("php", "tree_sitter_php::LANGUAGE_PHP", "0.25.1", "php/src"),
    ("python", "tree_sitter_python::LANGUAGE", "0.25.0", "src"),
    ("ruby", "tree_sitter_ruby::LANGUAGE", "0.23.1", "src"),
    ("rust", "tree_sitter_rust::LANGUAGE", "0.24.2", "src"),
    ("tsx", "tree_sitter_typescript::LANGUAGE_TSX", "0.23.2", "tsx/src"),
    ("typescript", "tree_sitter_typescript::LANGUAGE_TYPESCRIPT", "0.23.2", "typescript/src"),
];
/// Of these, the ones that are features of the same name.
const OPTIONAL: &[&str] = &["bash", "php", "ruby"];

/// zstd's level: the highest that a build can wait for, four seconds for all grammars.
const LEVEL: i32 = 19;

fn main() {
    println!("cargo:rerun-if-changed=build");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut code = String::new();
    for &(name, constant, version, folder) in GRAMMARS {
        let feature = format!("CARGO_FEATURE_{}", name.to_uppercase());
        if OPTIONAL.contains(&name) && env::var_os(feature).is_none() {
            continue;
        }
        let package = constant.split("::").next().unwrap_or_default();
        let crate_name = package.replace('_', "-");
        let source = sources::find_package_source(&crate_name, version);
        let source = source.ok_or_else(|| format!("no source of {crate_name} {version}"));
        match source.and_then(|source| pack_grammar(name, &source.join(folder), &out)) {
            Ok(numbers) => code
                .push_str(&format!("packed!({name}, {package}, ctx_grammar_{name}, ctx_tables_{name}, {numbers});\n")),
            Err(reason) => {
                println!("cargo:warning=the grammar of {name} is linked without packing: {reason}");
                code.push_str(&format!("linked!({name}, {constant});\n"));
            }
        }
    }
    fs::write(out.join("grammars.rs"), code).expect("OUT_DIR can be written");
}

/// Compiles the parser without its tables and writes `NAME.zst`; how many numbers that holds.
fn pack_grammar(name: &str, source: &Path, out: &Path) -> Result<usize, String> {
    let parser = source.join("parser.c");
    println!("cargo:rerun-if-changed={}", parser.display());
    let text = fs::read_to_string(&parser).map_err(|error| format!("{}: {error}", parser.display()))?;
    let tables::SplitParser { code, numbers } = tables::split_parser_tables_from_code(&text, name)?;
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let packed = zstd::bulk::compress(&bytes, LEVEL).map_err(|error| error.to_string())?;
    let written = out.join(format!("{name}.c"));
    fs::write(out.join(format!("{name}.zst")), packed)
        .and_then(|()| fs::write(&written, code))
        .map_err(|error| format!("{}: {error}", out.display()))?;
    compile_parser(name, &written, source).map_err(|error| error.to_string())?;
    Ok(numbers.len())
}

fn compile_parser(name: &str, parser: &Path, source: &Path) -> Result<(), cc::Error> {
    let mut build = cc::Build::new();
    // A lexer is a huge `switch`: for size it takes a third less and is as fast.
    build.std("c11").opt_level_str("s").warnings(false).include(source).define("TREE_SITTER_HIDE_SYMBOLS", None);
    if build.try_get_compiler()?.is_like_msvc() {
        build.flag("-utf-8");
    }
    // The scanner, if there is one, is linked from the grammar's crate; the parser there has the same name.
    build.define(&format!("tree_sitter_{name}"), Some(format!("ctx_grammar_{name}").as_str()));
    build.file(parser);
    build.try_compile(&format!("ctx-grammar-{name}"))
}
