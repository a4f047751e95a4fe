//! Formats whose definitions are one line each, and languages this build has no grammar for: lines that look like
//! definitions, nested by indentation.

use std::sync::OnceLock;

use regex::{Match, Regex};

use super::{extend_line_ranges, leading_comment, line_count, nest_by_level, new_symbol};
use crate::{Outline, Symbol};

const LONGEST: usize = 200;
/// Nobody writes a definition in a longer line.
const LONGEST_LINE: usize = 2000;

/// The lines that define something in a language: kinds, and patterns whose first group is the name.
struct LinePatterns(&'static str, OnceLock<Vec<(&'static str, Regex)>>);

impl LinePatterns {
    const fn for_language(language: &'static str) -> LinePatterns {
        LinePatterns(language, OnceLock::new())
    }

    /// The kind and the name that a line defines.
    fn find_definition<'l>(&self, line: &'l str) -> Option<(&'static str, Match<'l>)> {
        let patterns = self.1.get_or_init(|| {
            let rows = include_str!("definitions.tsv").lines();
            let own = rows.filter_map(|row| row.strip_prefix(self.0)?.strip_prefix('\t')?.split_once('\t'));
            own.map(|(kind, pattern)| (kind, Regex::new(pattern).expect("a pattern that compiles"))).collect()
        });
        patterns.iter().find_map(|(kind, pattern)| Some((*kind, pattern.captures(line)?.get(1)?)))
    }
}

static DOCKERFILE: LinePatterns = LinePatterns::for_language("dockerfile");
static MAKEFILE: LinePatterns = LinePatterns::for_language("makefile");
static PROTO: LinePatterns = LinePatterns::for_language("proto");
static GRAPHQL: LinePatterns = LinePatterns::for_language("graphql");
static INI: LinePatterns = LinePatterns::for_language("ini");
static DEFINITIONS: LinePatterns = LinePatterns::for_language("definitions");
static BASH: LinePatterns = LinePatterns::for_language("bash");
static PHP: LinePatterns = LinePatterns::for_language("php");
static RUBY: LinePatterns = LinePatterns::for_language("ruby");

pub fn outline_dockerfile(text: &str) -> Outline {
    outline_by_patterns(text, &DOCKERFILE, "#", |kind, _| if kind == "stage" { 0 } else { 1 })
}

pub fn outline_makefile(text: &str) -> Outline {
    outline_by_patterns(text, &MAKEFILE, "#", |_, _| 0)
}

pub fn outline_proto(text: &str) -> Outline {
    outline_by_patterns(text, &PROTO, "//", |_, indent| indent)
}

pub fn outline_graphql(text: &str) -> Outline {
    outline_by_patterns(text, &GRAPHQL, "#", |_, indent| indent)
}

pub fn outline_ini(text: &str) -> Outline {
    let mark = if text.trim_start().starts_with(';') { ";" } else { "#" };
    let has_sections = text.lines().any(|line| line.trim_start().starts_with('['));
    let mut outline = outline_by_patterns(text, &INI, mark, |kind, _| if kind == "section" { 0 } else { 1 });
    if !has_sections {
        // A list of variables: their values may be secret and are left out.
        for key in &mut outline.symbols {
            (key.kind, key.signature) = ("key", key.name.clone());
        }
    }
    outline
}

/// Lines that look like definitions, for a language whose grammar is not in this build, and how to get it.
// A build with all grammars needs it in its tests only.
#[allow(dead_code)]
pub fn outline_without_grammar(feature: &str, text: &str) -> Outline {
    let note = format!(
        "lines that look like definitions: the grammar is not in this build (build ctx with --features {feature})"
    );
    let outline = match feature {
        "bash" => outline_by_patterns(text, &BASH, "#", |_, indent| indent),
        "php" => outline_by_patterns(text, &PHP, "//", |_, indent| indent),
        "ruby" => outline_by_patterns(text, &RUBY, "#", |_, indent| indent),
        _ => outline_by_patterns(text, &DEFINITIONS, "//", |_, indent| indent),
    };
    Outline { head: vec![note], ..outline }
}

/// The kind and the name that a single line defines, if it looks like a definition.
pub fn find_definition_in_line(line: &str) -> Option<(&'static str, std::ops::Range<usize>)> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    DEFINITIONS.find_definition(line).map(|(kind, name)| (kind, name.range()))
}

fn outline_by_patterns(text: &str, patterns: &LinePatterns, comment: &str, level: fn(&str, usize) -> usize) -> Outline {
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        if line.trim_start().starts_with(comment) || line.len() > LONGEST_LINE {
            continue;
        }
        let Some((kind, name)) = patterns.find_definition(line) else { continue };
        let indent = (line.len() - line.trim_start().len()).min(40);
        let signature = line.trim().trim_end_matches(['{', ';', ':']).trim_end();
        let signature = ctx_text::cut_middle(signature, LONGEST).into_owned();
        flat.push((level(kind, indent), new_symbol(kind, name.as_str().trim(), signature, row + 1)));
    }
    extend_line_ranges(&mut flat, line_count(text));
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
        let docker = outline_dockerfile(
            "# What it builds\nFROM rust:1 AS build\nARG X=1\nRUN cargo build\nFROM debian\nCMD [\"x\"]\n",
        );
        assert_eq!(names(&docker), ["stage build", " argument X", "stage debian", " entry CMD"]);
        assert_eq!((docker.purpose.as_deref(), docker.symbols[0].lines), (Some("What it builds"), (2, 4)));
        let make = outline_makefile("CC ?= gcc\nall: build test\n\techo a:b\n.PHONY: all\nbuild/%.o: %.c\n");
        assert_eq!(names(&make), ["variable CC", "target all", "target .PHONY", "target build/%.o"]);
        let proto = outline_proto(
            "package a.b;\nmessage M {\n  string name = 1;\n  enum E {\n    A = 0;\n  }\n}\nservice S {\n  rpc Get(M) returns (M);\n}\n",
        );
        assert_eq!(
            names(&proto),
            ["package a.b", "message M", " field name", " enum E", "  variant A", "service S", " rpc Get"]
        );
        let graphql = outline_graphql("type Q {\n  a(x: Int): String\n}\nenum E {\n  ONE\n}\n");
        assert_eq!(names(&graphql), ["type Q", " field a", "type E", " variant ONE"]);
        assert_eq!(names(&outline_ini("[a]\nx = 1\n[b]\n")), ["section a", " field x", "section b"]);
        let env = outline_ini("SECRET=hunter2\n");
        assert_eq!(env.symbols[0].signature, "SECRET");
    }

    #[test]
    fn definitions_without_a_grammar() {
        let text = "namespace A.B;\npublic sealed class Foo<T> : Bar\n{\n    private static async Task<int> Run(int x)\n    {\n        return Call(x);\n    }\n}\ninternal enum E\ndata class P(val a: Int)\n  override fun go() = 1\n";
        let found = outline_by_patterns(text, &DEFINITIONS, "//", |_, indent| indent);
        assert_eq!(names(&found), ["namespace A.B", "class Foo", " method Run", "enum E", "class P", " function go"]);
    }
}
