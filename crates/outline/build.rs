//! Compiles the lexers and scanners of `grammars/`; their tables are data of the program (`src/grammar/packed.rs`).

use std::env;
use std::path::Path;

/// The grammar and the feature that it needs, if any.
const GRAMMARS: &[(&str, Option<&str>)] = &[
    ("bash", Some("BASH")),
    ("c", None),
    ("cpp", None),
    ("go", None),
    ("java", None),
    ("javascript", None),
    ("lua", None),
    ("php", Some("PHP")),
    ("python", None),
    ("ruby", Some("RUBY")),
    ("rust", None),
    ("tsx", None),
    ("typescript", None),
];

fn main() {
    println!("cargo:rerun-if-changed=grammars");
    if env::var("CARGO_CFG_TARGET_ENDIAN").as_deref() != Ok("little") {
        panic!(
            "the parse tables in crates/outline/grammars are little-endian: run grammars/pack.py on a machine like the target"
        );
    }
    for (name, feature) in GRAMMARS {
        if feature.is_some_and(|feature| env::var_os(format!("CARGO_FEATURE_{feature}")).is_none()) {
            continue;
        }
        let folder = Path::new("grammars").join(name);
        let mut build = cc::Build::new();
        // A lexer is a huge `switch`: for size it takes a third less and is as fast.
        build.std("c11").opt_level_str("s").warnings(false).include(&folder).define("TREE_SITTER_HIDE_SYMBOLS", None);
        if build.get_compiler().is_like_msvc() {
            build.flag("-utf-8");
        }
        build.file(folder.join("parser.c"));
        let scanner = folder.join("scanner.c");
        if scanner.exists() {
            build.file(scanner);
        }
        build.compile(&format!("ctx-grammar-{name}"));
    }
}
