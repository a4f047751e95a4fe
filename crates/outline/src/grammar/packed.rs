//! The languages whose parse tables the build script has packed: the code of a parser is linked, its tables are unpacked
//! when its language is first used. A command that shows no outline unpacks nothing.

use std::sync::LazyLock;

use tree_sitter::Language;
use tree_sitter::ffi::TSLanguage;
use zstd::bulk;

macro_rules! packed {
    ($name:ident, $package:ident, $language:ident, $tables:ident, $numbers:literal) => {
        pub fn $name() -> Language {
            // Its scanner is linked from there.
            use $package as _;
            unsafe extern "C" {
                fn $language() -> *const TSLanguage;
                fn $tables() -> *mut u16;
            }
            static LANGUAGE: LazyLock<Language> = LazyLock::new(|| {
                let packed = include_bytes!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".zst"));
                // SAFETY: the build script wrote this parser with room for as many numbers as it packed; nobody else
                // calls these functions, and this is done once, before the language is used.
                unsafe {
                    unpack_tables(packed, std::slice::from_raw_parts_mut($tables(), $numbers));
                    Language::from_raw($language())
                }
            });
            LANGUAGE.clone()
        }
    };
}

#[allow(unused_macros)]
macro_rules! linked {
    ($name:ident, $constant:path) => {
        pub fn $name() -> Language {
            $constant.into()
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/grammars.rs"));

/// They are part of the program: a test unpacks each of them.
fn unpack_tables(packed: &[u8], numbers: &mut [u16]) {
    let bytes = bulk::decompress(packed, numbers.len() * 2).expect("the build script packed it");
    assert_eq!(bytes.len(), numbers.len() * 2);
    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<2>().0) {
        *number = u16::from_le_bytes(*bytes);
    }
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
        large: *const u16,
        small: *const u16,
        small_map: *const u32,
    }

    impl Head {
        /// Both tables; the second ends with the groups of the state that begins last.
        ///
        /// # Safety
        /// `language` is a whole language.
        unsafe fn tables(language: &Language) -> Vec<u16> {
            // SAFETY: so the caller says; every length is the language's own.
            unsafe {
                let head = &*language.clone().into_raw().cast::<Head>();
                let [_, symbols, _, _, _, states, large, ..] = head.counts.map(|count| count as usize);
                let mut numbers = std::slice::from_raw_parts(head.large, symbols * large).to_vec();
                let starts = std::slice::from_raw_parts(head.small_map, states - large);
                let last = starts.iter().copied().max().unwrap_or_default() as usize;
                let mut end = last + 1;
                for _ in 0..*head.small.add(last) {
                    end += 2 + usize::from(*head.small.add(end + 1));
                }
                numbers.extend(std::slice::from_raw_parts(head.small, end));
                numbers
            }
        }
    }

    #[test]
    fn every_packed_table_is_that_of_its_crate() {
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
        let code = include_str!(concat!(env!("OUT_DIR"), "/grammars.rs"));
        for (name, ours, theirs) in rows {
            assert!(code.contains(&format!("packed!({name},")), "{name} is not packed: {code}");
            let theirs = Language::new(theirs);
            assert_ne!(ours, theirs, "{name}");
            assert_eq!(ours.node_kind_count(), theirs.node_kind_count(), "{name}");
            // SAFETY: both are languages that tree-sitter has accepted.
            let (mine, other) = unsafe { (Head::tables(&ours), Head::tables(&theirs)) };
            assert!(mine.len() > 10_000 && mine == other, "{name}: {} and {} numbers", mine.len(), other.len());
        }
    }
}
