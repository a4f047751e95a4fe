//! The grammars in `grammars/`: a parser's code is linked, its tables are unpacked when its language is first used.
//!
//! Thirteen megabytes of tables are 0.8 in the program, and a command that shows no outline never unpacks one.

use std::sync::OnceLock;

use tree_sitter::Language;
use tree_sitter::ffi::TSLanguage;
use zstd::{bulk, zstd_safe};

macro_rules! packed {
    ($($(#[$gate:meta])? $name:ident: $load:ident,)+) => {
        $(
            $(#[$gate])?
            pub fn $name() -> Language {
                unsafe extern "C" {
                    fn $load(tables: *const u8) -> *const TSLanguage;
                }
                static LANGUAGE: OnceLock<Language> = OnceLock::new();
                let language = LANGUAGE.get_or_init(|| {
                    let tables = unpack(include_bytes!(concat!("../../grammars/", stringify!($name), "/tables.zst")));
                    // SAFETY: pack.py wrote this parser and these tables together; they are aligned, live as long as
                    // the process, and nobody else calls the function, which is called once.
                    unsafe { Language::from_raw($load(tables)) }
                });
                language.clone()
            }
        )+
    };
}

packed! {
    #[cfg(feature = "bash")] bash: ctx_grammar_bash,
    c: ctx_grammar_c,
    cpp: ctx_grammar_cpp,
    go: ctx_grammar_go,
    java: ctx_grammar_java,
    javascript: ctx_grammar_javascript,
    lua: ctx_grammar_lua,
    #[cfg(feature = "php")] php: ctx_grammar_php,
    python: ctx_grammar_python,
    #[cfg(feature = "ruby")] ruby: ctx_grammar_ruby,
    rust: ctx_grammar_rust,
    tsx: ctx_grammar_tsx,
    typescript: ctx_grammar_typescript,
}

/// Tables in memory that is never given back, aligned for every number in them. They are part of the program: a test
/// unpacks each of them.
fn unpack(packed: &[u8]) -> *const u8 {
    let size = zstd_safe::get_frame_content_size(packed).ok().flatten().expect("pack.py writes the size");
    let size = usize::try_from(size).expect("a few megabytes");
    let words: &'static mut [u64] = Vec::leak(vec![0; size.div_ceil(8)]);
    // SAFETY: the same memory, every byte of it initialised.
    let bytes = unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast::<u8>(), words.len() * 8) };
    let written = bulk::decompress_to_buffer(packed, bytes).expect("pack.py wrote it");
    assert_eq!(written, size);
    bytes.as_ptr()
}

#[cfg(test)]
mod tests {
    use tree_sitter_language::LanguageFn;

    use super::*;

    /// The beginning of tree-sitter's own structure, which is the same in both versions of its binary interface.
    #[repr(C)]
    struct Head {
        counts: [u32; 9],
        max_alias_sequence_length: u16,
        parse_table: *const u8,
        small_parse_table: *const u8,
        small_parse_table_map: *const u8,
        parse_actions: *const u8,
        names_and_maps: [*const u8; 8],
        lex_modes: *const u8,
        functions: [*const u8; 2],
        keyword_capture_token: u16,
        external_scanner: [*const u8; 7],
        primary_state_ids: *const u8,
    }

    impl Head {
        /// In the order in which pack.py writes them.
        fn tables(&self) -> [*const u8; 6] {
            [
                self.small_parse_table_map,
                self.parse_actions,
                self.parse_table,
                self.small_parse_table,
                self.lex_modes,
                self.primary_state_ids,
            ]
        }
    }

    #[test]
    fn every_packed_table_is_that_of_the_crate() {
        let rows: Vec<(&str, Language, LanguageFn)> = vec![
            #[cfg(feature = "bash")]
            ("bash", bash(), tree_sitter_bash::LANGUAGE),
            ("c", c(), tree_sitter_c::LANGUAGE),
            ("cpp", cpp(), tree_sitter_cpp::LANGUAGE),
            ("go", go(), tree_sitter_go::LANGUAGE),
            ("java", java(), tree_sitter_java::LANGUAGE),
            ("javascript", javascript(), tree_sitter_javascript::LANGUAGE),
            ("lua", lua(), tree_sitter_lua::LANGUAGE),
            #[cfg(feature = "php")]
            ("php", php(), tree_sitter_php::LANGUAGE_PHP),
            ("python", python(), tree_sitter_python::LANGUAGE),
            #[cfg(feature = "ruby")]
            ("ruby", ruby(), tree_sitter_ruby::LANGUAGE),
            ("rust", rust(), tree_sitter_rust::LANGUAGE),
            ("tsx", tsx(), tree_sitter_typescript::LANGUAGE_TSX),
            ("typescript", typescript(), tree_sitter_typescript::LANGUAGE_TYPESCRIPT),
        ];
        for (name, ours, theirs) in rows {
            let theirs = Language::new(theirs);
            assert_eq!(ours.node_kind_count(), theirs.node_kind_count(), "{name}");
            for id in 0..ours.node_kind_count() as u16 {
                assert_eq!(ours.node_kind_for_id(id), theirs.node_kind_for_id(id), "{name}");
            }
            // SAFETY: both point to a whole TSLanguage, whose tables are at least as long as pack.py found them.
            unsafe {
                let (ours, theirs) = (&*ours.into_raw().cast::<Head>(), &*theirs.into_raw().cast::<Head>());
                assert_eq!(ours.counts, theirs.counts, "{name}");
                let states = ours.counts[5] as usize;
                let mut ends = ours.tables()[1..].to_vec();
                ends.push(ours.primary_state_ids.add(states * 2));
                for (table, ((mine, end), other)) in
                    ours.tables().into_iter().zip(ends).zip(theirs.tables()).enumerate()
                {
                    let size = end.offset_from_unsigned(mine);
                    assert!(size > 0, "{name} {table}");
                    let same = std::slice::from_raw_parts(mine, size) == std::slice::from_raw_parts(other, size);
                    assert!(same, "{name}: table {table} of {size} bytes; run grammars/pack.py");
                }
            }
        }
    }
}
