//! Formats whose definitions are one line each, and languages this build has no grammar for: lines that look like
//! definitions, nested by indentation.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use regex::{Match, Regex};

use super::{extend_line_ranges, leading_comment, line_count, line_of_row, nest_by_level, new_symbol};
use crate::{Outline, Symbol};

const LONGEST: usize = 200;
/// Nobody writes a definition in a longer line.
const LONGEST_LINE: usize = 2000;

/// The kinds of lines that define something, each with a pattern whose first group is the name.
type LinePatterns = Vec<(&'static str, Regex)>;

/// By language; those of a language are compiled when a text of it is first outlined.
static PATTERNS: LazyLock<HashMap<&'static str, OnceLock<LinePatterns>>> =
    LazyLock::new(|| rows().map(|(language, _)| (language, OnceLock::new())).collect());

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("definitions.tsv").lines().filter_map(|row| row.split_once('\t'))
}

/// The kind and the name that a line defines.
fn find_definition<'l>(language: &str, line: &'l str) -> Option<(&'static str, Match<'l>)> {
    let patterns = PATTERNS.get(language)?.get_or_init(|| {
        let own = rows().filter(|(name, _)| *name == language).filter_map(|(_, row)| row.split_once('\t'));
        own.map(|(kind, pattern)| (kind, Regex::new(pattern).expect("a pattern that compiles"))).collect()
    });
    patterns.iter().find_map(|(kind, pattern)| Some((*kind, pattern.captures(line)?.get(1)?)))
}

/// Lines that look like definitions, for a language whose grammar is not in this build, and how to get it.
// A build with all grammars needs it in its tests only.
#[allow(dead_code)]
pub fn outline_without_grammar(feature: &'static str, text: &str) -> Outline {
    let note = format!(
        "lines that look like definitions: the grammar is not in this build (build ctx with --features {feature})"
    );
    let language = if PATTERNS.contains_key(feature) { feature } else { "definitions" };
    Outline { head: vec![note], ..outline_by_patterns(language, text) }
}

/// The kind and the name that a single line defines, if it looks like a definition.
pub fn find_definition_in_line(line: &str) -> Option<(&'static str, std::ops::Range<usize>)> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    find_definition("definitions", line).map(|(kind, name)| (kind, name.range()))
}

/// The lines of a text that match a pattern of its language, nested by what they are or by their indentation.
pub fn outline_by_patterns(language: &str, text: &str) -> Outline {
    let comment = match language {
        "proto" | "php" | "definitions" => "//",
        "ini" if text.trim_start().starts_with(';') => ";",
        _ => "#",
    };
    let level = |kind: &str, indent: usize| match language {
        "dockerfile" => usize::from(kind != "stage"),
        "ini" => usize::from(kind != "section"),
        "makefile" => 0,
        _ => indent,
    };
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        if line.trim_start().starts_with(comment) || line.len() > LONGEST_LINE {
            continue;
        }
        let Some((kind, name)) = find_definition(language, line) else { continue };
        let indent = (line.len() - line.trim_start().len()).min(40);
        let signature = line.trim().trim_end_matches(['{', ';', ':']).trim_end();
        let signature = ctx_text::cut_middle(signature, LONGEST).into_owned();
        flat.push((level(kind, indent), new_symbol(kind, name.as_str().trim(), signature, line_of_row(row))));
    }
    if language == "ini" && !text.lines().any(|line| line.trim_start().starts_with('[')) {
        // A list of variables: their values may be secret and are left out.
        for (_, key) in &mut flat {
            (key.kind, key.signature) = ("key", key.name.clone());
        }
    }
    extend_line_ranges(flat.iter_mut(), line_count(text));
    Outline { purpose: leading_comment(text, comment), symbols: nest_by_level(flat), ..Outline::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(outline: &Outline) -> Vec<String> {
        fn walk(symbols: &[Symbol], depth: usize, out: &mut Vec<String>) {
            for symbol in symbols {
                out.push(format!("{}{} {}", " ".repeat(depth), symbol.kind, symbol.name));
                walk(&symbol.children, depth + 1, out);
            }
        }
        let mut out = Vec::new();
        walk(&outline.symbols, 0, &mut out);
        out
    }

    #[test]
    fn php_by_its_lines() {
        let text = "<?php\nnamespace Shop\\Cart;\nfinal class A extends B {\n    public const K = 1;\n    // function gone()\n    abstract protected static function &m(): ?int;\n    public function n() {}\n}\nfunction f() {}\n";
        let outline = outline_without_grammar("php", text);
        assert_eq!(
            names(&outline),
            ["namespace Shop\\Cart", "class A", " const K", " function m", " function n", "function f"]
        );
    }

    #[test]
    fn ruby_by_its_lines() {
        let text = "module Shop\n  class Cart < Base\n    LIMIT = 3\n    attr_reader :items\n    class << self\n      def empty?; end\n    end\n    def self.build(x)\n    end\n    def ==(other)\n    end\n    private def price=(p) = p\n    # def gone\n  end\nend\n";
        let outline = outline_without_grammar("ruby", text);
        assert_eq!(
            names(&outline),
            [
                "module Shop",
                " class Cart",
                "  constant LIMIT",
                "  attribute items",
                "   method empty?",
                "  method build",
                "  method ==",
                "  method price="
            ]
        );
    }

    #[test]
    fn one_line_definitions() {
        let docker = outline_by_patterns(
            "dockerfile",
            "# What it builds\nFROM rust:1 AS build\nARG X=1\nRUN cargo build\nFROM debian\nCMD [\"x\"]\n",
        );
        assert_eq!(names(&docker), ["stage build", " argument X", "stage debian", " entry CMD"]);
        assert_eq!((docker.purpose.as_deref(), docker.symbols[0].lines), (Some("What it builds"), (2, 4)));
        let make =
            outline_by_patterns("makefile", "CC ?= gcc\nall: build test\n\techo a:b\n.PHONY: all\nbuild/%.o: %.c\n");
        assert_eq!(names(&make), ["variable CC", "target all", "target .PHONY", "target build/%.o"]);
        let proto = outline_by_patterns(
            "proto",
            "package a.b;\nmessage M {\n  string name = 1;\n  enum E {\n    A = 0;\n  }\n}\nservice S {\n  rpc Get(M) returns (M);\n}\n",
        );
        assert_eq!(
            names(&proto),
            ["package a.b", "message M", " field name", " enum E", "  variant A", "service S", " rpc Get"]
        );
        let graphql = outline_by_patterns("graphql", "type Q {\n  a(x: Int): String\n}\nenum E {\n  ONE\n}\n");
        assert_eq!(names(&graphql), ["type Q", " field a", "type E", " variant ONE"]);
        assert_eq!(names(&outline_by_patterns("ini", "[a]\nx = 1\n[b]\n")), ["section a", " field x", "section b"]);
        let env = outline_by_patterns("ini", "SECRET=hunter2\n");
        assert_eq!(env.symbols[0].signature, "SECRET");
    }

    #[test]
    fn definitions_without_a_grammar() {
        let text = "namespace A.B;\npublic sealed class Foo<T> : Bar\n{\n    private static async Task<int> Run(int x)\n    {\n        return Call(x);\n    }\n}\ninternal enum E\ndata class P(val a: Int)\n  override fun go() = 1\n";
        let found = outline_by_patterns("definitions", text);
        assert_eq!(names(&found), ["namespace A.B", "class Foo", " method Run", "enum E", "class P", " function go"]);
    }
}
