//! The table of languages: one row each, and how a file finds its row.

use std::path::Path;

use super::{Outline, rust};

pub struct Language {
    /// As `--lang` takes it and line 1 prints it.
    pub name: &'static str,
    /// Without the dot, lower case; the first is a name for `--lang`, too.
    pub extensions: &'static [&'static str],
    /// Whole file names that decide before the extension does.
    pub file_names: &'static [&'static str],
    /// Interpreters in a `#!` line, without path and version.
    pub shebangs: &'static [&'static str],
    /// Lines, bytes and language of the outline are filled in by the caller.
    pub outline: fn(&'static Language, &str) -> Outline,
}

pub static LANGUAGES: &[Language] = &[Language {
    name: "rust",
    extensions: &["rs"],
    file_names: &[],
    shebangs: &["rust-script", "cargo"],
    outline: |_, text| rust::outline(text),
}];

/// The language of this name or extension.
pub fn named(name: &str) -> Option<&'static Language> {
    let name = name.to_ascii_lowercase();
    let by_name = LANGUAGES.iter().find(|language| language.name == name);
    by_name.or_else(|| LANGUAGES.iter().find(|language| language.extensions.contains(&name.as_str())))
}

/// The language of a file: by its name, its extension, its `#!` line.
pub fn detect(path: &Path, bytes: &[u8]) -> Option<&'static Language> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let by_name = LANGUAGES.iter().find(|language| language.file_names.contains(&name.as_str()));
    by_name.or_else(|| by_extension(&name)).or_else(|| by_shebang(bytes))
}

fn by_extension(name: &str) -> Option<&'static Language> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension.as_str()))
}

fn by_shebang(bytes: &[u8]) -> Option<&'static Language> {
    let line = bytes.strip_prefix(b"#!")?;
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len()).min(256)];
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    LANGUAGES.iter().find(|language| language.shebangs.contains(&program) || language.shebangs.contains(&bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, bytes: &[u8]) -> Option<&'static str> {
        detect(Path::new(path), bytes).map(|language| language.name)
    }

    #[test]
    fn a_file_finds_its_language() {
        assert_eq!(found("src/Main.RS", b""), Some("rust"));
        assert_eq!(found("tool", b"#!/usr/bin/env -S rust-script --force\nfn main() {}"), Some("rust"));
        assert_eq!(found("tool", b"#!"), None);
        assert_eq!(found("notes", b"nothing"), None);
        assert_eq!(named("RS").map(|language| language.name), Some("rust"));
        assert!(named("klingon").is_none());
    }

    #[test]
    fn no_extension_belongs_to_two() {
        let mut seen = std::collections::BTreeMap::new();
        for language in LANGUAGES {
            for extension in language.extensions {
                let before = seen.insert(extension, language.name);
                assert_eq!(before, None, "{extension} is also {}'s", language.name);
                assert_eq!(*extension, extension.to_ascii_lowercase());
            }
        }
    }
}
