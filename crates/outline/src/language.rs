//! The table of languages: one row each, and the lookup for a file.

use std::path::Path;

use super::grammar::{Grammar, packed, rule};
use super::{Outline, plain, rust};

pub struct Language {
    /// The name that `--lang` takes and line 1 prints.
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

/// The outline function of a grammar, its query files and its rule of visibility.
macro_rules! grammar {
    ($language:expr, $($query:literal)+, $rule:ident) => {
        |_: &'static Language, text: &str| {
            const QUERY: &str = concat!($(include_str!(concat!("queries/", $query, ".scm"))),+);
            static GRAMMAR: Grammar = Grammar::new(|| $language.into(), QUERY, &rule::$rule);
            GRAMMAR.outline(text)
        }
    };
}

/// The same for a grammar that is several megabytes and only in builds that ask for it.
macro_rules! optional_grammar {
    ($feature:literal, $language:expr, $query:literal, $rule:ident) => {
        |_language, text| {
            #[cfg(feature = $feature)]
            return grammar!($language, $query, $rule)(_language, text);
            #[cfg(not(feature = $feature))]
            plain::outline_without_grammar($feature, text)
        }
    };
}

pub static LANGUAGES: &[Language] = &[
    Language {
        name: "rust",
        extensions: &["rs"],
        file_names: &[],
        shebangs: &["rust-script", "cargo"],
        outline: |_, text| rust::outline(text),
    },
    Language {
        name: "python",
        extensions: &["py", "pyi", "pyw"],
        file_names: &["SConstruct", "SConscript"],
        shebangs: &["python", "pypy"],
        outline: grammar!(packed::python(), "python", PYTHON),
    },
    Language {
        name: "javascript",
        extensions: &["js", "mjs", "cjs", "jsx"],
        file_names: &["Jakefile"],
        shebangs: &["node", "bun"],
        outline: grammar!(packed::javascript(), "ecmascript" "javascript", JAVASCRIPT),
    },
    Language {
        name: "typescript",
        extensions: &["ts", "mts", "cts"],
        file_names: &[],
        shebangs: &["deno", "ts-node", "tsx"],
        outline: grammar!(packed::typescript(), "ecmascript" "typescript", TYPESCRIPT),
    },
    Language {
        name: "tsx",
        extensions: &["tsx"],
        file_names: &[],
        shebangs: &[],
        outline: grammar!(packed::tsx(), "ecmascript" "typescript", TYPESCRIPT),
    },
    Language {
        name: "go",
        extensions: &["go"],
        file_names: &[],
        shebangs: &[],
        outline: grammar!(packed::go(), "go", GO),
    },
    Language {
        name: "java",
        extensions: &["java"],
        file_names: &[],
        shebangs: &[],
        outline: grammar!(packed::java(), "java", JAVA),
    },
    Language {
        name: "c",
        extensions: &["c", "h"],
        file_names: &[],
        shebangs: &["tcc"],
        outline: grammar!(packed::c(), "c", C),
    },
    Language {
        name: "cpp",
        extensions: &["cpp", "cc", "cxx", "hpp", "hh", "hxx", "ipp", "inl", "tcc", "c++", "h++", "cu", "cuh", "ino"],
        file_names: &[],
        shebangs: &[],
        outline: grammar!(packed::cpp(), "cpp", CPP),
    },
    Language {
        name: "ruby",
        extensions: &["rb", "rake", "gemspec", "ru", "podspec"],
        file_names: &["Rakefile", "Gemfile", "Vagrantfile", "Podfile", "Guardfile", "Fastfile", "Brewfile"],
        shebangs: &["ruby", "jruby"],
        outline: optional_grammar!("ruby", packed::ruby(), "ruby", RUBY),
    },
    Language {
        name: "php",
        extensions: &["php", "phtml", "php3", "php4", "php5", "phps", "inc"],
        file_names: &[],
        shebangs: &["php"],
        outline: optional_grammar!("php", packed::php(), "php", PHP),
    },
    Language {
        name: "bash",
        extensions: &["sh", "bash", "zsh", "ksh", "bats"],
        file_names: &[".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".zshenv", "PKGBUILD"],
        shebangs: &["sh", "bash", "dash", "zsh", "ksh", "bats"],
        outline: optional_grammar!("bash", packed::bash(), "bash", BASH),
    },
    Language {
        name: "lua",
        extensions: &["lua", "rockspec"],
        file_names: &[".luacheckrc"],
        shebangs: &["lua", "luajit"],
        outline: grammar!(packed::lua(), "lua", LUA),
    },
    Language {
        name: "zig",
        extensions: &["zig", "zon"],
        file_names: &[],
        shebangs: &[],
        outline: optional_grammar!("zig", tree_sitter_zig::LANGUAGE, "zig", ZIG),
    },
    Language {
        name: "csharp",
        extensions: &["cs", "csx"],
        file_names: &[],
        shebangs: &["dotnet-script"],
        outline: optional_grammar!("csharp", tree_sitter_c_sharp::LANGUAGE, "csharp", CSHARP),
    },
    Language {
        name: "kotlin",
        extensions: &["kt", "kts"],
        file_names: &[],
        shebangs: &["kotlin"],
        outline: optional_grammar!("kotlin", tree_sitter_kotlin_ng::LANGUAGE, "kotlin", KOTLIN),
    },
    Language {
        name: "swift",
        extensions: &["swift"],
        file_names: &[],
        shebangs: &["swift"],
        outline: optional_grammar!("swift", tree_sitter_swift::LANGUAGE, "swift", SWIFT),
    },
    Language {
        name: "scala",
        extensions: &["scala", "sc", "sbt"],
        file_names: &[],
        shebangs: &["scala"],
        outline: optional_grammar!("scala", tree_sitter_scala::LANGUAGE, "scala", SCALA),
    },
    Language {
        name: "markdown",
        extensions: &["md", "markdown", "mdx", "mkd"],
        file_names: &["README", "CHANGELOG"],
        shebangs: &[],
        outline: |_, text| plain::markdown(text),
    },
    Language {
        name: "json",
        extensions: &["json", "jsonc", "json5", "jsonl", "ndjson", "geojson", "webmanifest", "code-workspace"],
        file_names: &[".babelrc", ".eslintrc", ".prettierrc", "composer.lock", "Pipfile.lock"],
        shebangs: &[],
        outline: |_, text| plain::json(text),
    },
    Language {
        name: "notebook",
        extensions: &["ipynb"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::notebook(text),
    },
    Language {
        name: "yaml",
        extensions: &["yaml", "yml"],
        file_names: &[".clang-format", ".clang-tidy"],
        shebangs: &[],
        outline: |_, text| plain::yaml(text),
    },
    Language {
        name: "toml",
        extensions: &["toml"],
        file_names: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
        shebangs: &[],
        outline: |_, text| plain::toml(text),
    },
    Language {
        name: "sql",
        extensions: &["sql", "ddl", "psql"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::sql(text),
    },
    Language {
        name: "html",
        extensions: &["html", "htm", "xhtml", "vue", "svelte"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::html(text),
    },
    Language {
        name: "css",
        extensions: &["css", "scss", "less"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::css(text),
    },
    Language {
        name: "dockerfile",
        extensions: &["dockerfile"],
        file_names: &["Dockerfile", "Containerfile"],
        shebangs: &[],
        outline: |_, text| plain::dockerfile(text),
    },
    Language {
        name: "makefile",
        extensions: &["mk", "mak"],
        file_names: &["Makefile", "makefile", "GNUmakefile"],
        shebangs: &["make"],
        outline: |_, text| plain::makefile(text),
    },
    Language {
        name: "proto",
        extensions: &["proto"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::proto(text),
    },
    Language {
        name: "graphql",
        extensions: &["graphql", "gql"],
        file_names: &[],
        shebangs: &[],
        outline: |_, text| plain::graphql(text),
    },
    Language {
        name: "ini",
        extensions: &["ini", "cfg", "conf", "properties", "env"],
        file_names: &[".env", ".editorconfig", ".gitconfig", ".npmrc", ".gitmodules"],
        shebangs: &[],
        outline: |_, text| plain::ini(text),
    },
];

/// The language of this name or extension.
pub fn find_language(name: &str) -> Option<&'static Language> {
    let name = name.to_ascii_lowercase();
    let by_name = LANGUAGES.iter().find(|language| language.name == name);
    by_name.or_else(|| LANGUAGES.iter().find(|language| language.extensions.contains(&name.as_str())))
}

/// The language of a file: by its name, its extension, its `#!` line.
pub fn detect(path: &Path, bytes: &[u8]) -> Option<&'static Language> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let by_name = LANGUAGES.iter().find(|language| language.file_names.contains(&name.as_str()));
    by_name.or_else(|| by_extension(&name, bytes)).or_else(|| by_shebang(bytes))
}

fn by_extension(name: &str, bytes: &[u8]) -> Option<&'static Language> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    if extension == "h" && is_cpp(bytes) {
        return find_language("cpp");
    }
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension.as_str()))
}

/// A header that a C compiler could not read.
fn is_cpp(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    head.lines().map(str::trim).any(|line| {
        let opens = line.ends_with('{') || !line.contains([';', '*']);
        matches!(line, "public:" | "private:" | "protected:")
            || ["template <", "template<", "using namespace "].iter().any(|start| line.starts_with(start))
            || (opens && (line.starts_with("namespace ") || line.starts_with("class ")))
    })
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
        assert_eq!(found("a.h", b"struct s { int a; };"), Some("c"));
        assert_eq!(found("a.h", b"namespace a {\nclass B {\n};\n}"), Some("cpp"));
        assert_eq!(found("notes", b"nothing"), None);
        assert_eq!(find_language("RS").map(|language| language.name), Some("rust"));
        assert!(find_language("klingon").is_none());
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
