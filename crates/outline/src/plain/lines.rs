//! Formats whose definitions are one line each, and languages this build has no grammar for: lines that look like
//! definitions, nested by indentation.

use std::sync::LazyLock;

use regex::Regex;

use super::{leading_comment, line_count, nest, reach, symbol};
use crate::{Outline, Symbol};

const LONGEST: usize = 200;
/// Nobody writes a definition in a longer line.
const LONGEST_LINE: usize = 2000;

/// Lines of one kind; the first group that matches is the name.
type Patterns = LazyLock<Vec<(&'static str, Regex)>>;

fn patterns(rows: &[(&'static str, &str)]) -> Vec<(&'static str, Regex)> {
    rows.iter().map(|(kind, pattern)| (*kind, Regex::new(pattern).expect("a pattern that compiles"))).collect()
}

static DOCKERFILE: Patterns = LazyLock::new(|| {
    patterns(&[
        ("stage", r"(?i)^\s*FROM\s+(?:--\S+\s+)*(?:\S+\s+AS\s+)?(\S+)"),
        ("argument", r"(?i)^\s*ARG\s+(\w+)"),
        ("port", r"(?i)^\s*EXPOSE\s+(.+)$"),
        ("entry", r"(?i)^\s*(ENTRYPOINT|CMD|HEALTHCHECK|WORKDIR|USER|VOLUME)\b"),
    ])
});
static MAKEFILE: Patterns = LazyLock::new(|| {
    patterns(&[
        ("define", r"^define\s+(\S+)"),
        ("variable", r"^(?:export\s+|override\s+)?([A-Za-z_][\w.-]*)\s*(?:\?|:{1,3}|\+|!)?="),
        ("target", r"^([A-Za-z0-9_%./$(){}@*<-][^:=#\t]*?)\s*::?(?:[^=]|$)"),
    ])
});
static PROTO: Patterns = LazyLock::new(|| {
    patterns(&[
        ("package", r"^\s*package\s+([\w.]+)"),
        ("message", r"^\s*message\s+(\w+)"),
        ("enum", r"^\s*enum\s+(\w+)"),
        ("service", r"^\s*service\s+(\w+)"),
        ("rpc", r"^\s*rpc\s+(\w+)"),
        ("oneof", r"^\s*oneof\s+(\w+)"),
        ("extend", r"^\s*extend\s+([\w.]+)"),
        ("field", r"^\s*(?:repeated\s+|optional\s+|required\s+)?(?:map\s*<[^>]+>|[\w.]+)\s+(\w+)\s*=\s*\d+"),
        ("variant", r"^\s*(\w+)\s*=\s*-?(?:\d|0x)"),
    ])
});
static GRAPHQL: Patterns = LazyLock::new(|| {
    patterns(&[
        ("type", r"^(?:extend\s+)?(?:type|input|interface|enum|union|scalar|schema|directive)\s+@?(\w+)"),
        ("operation", r"^(?:query|mutation|subscription|fragment)\s+(\w+)"),
        ("field", r"^\s+(\w+)\s*(?:\([^)]*\))?\s*:"),
        ("variant", r"^\s+([A-Z][A-Z0-9_]*)\s*(?:@.*)?$"),
    ])
});
static INI: Patterns = LazyLock::new(|| {
    patterns(&[("section", r"^\s*\[([^\]]+)\]"), ("field", r"^\s*(?:export\s+)?([\w.-]+(?:\[\w*\])?)\s*[=:]")])
});
static DEFINITIONS: Patterns = LazyLock::new(|| {
    let head = r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+(?:\([a-z]+\)|\[\w+\])?\s+)*";
    let kind = |words: &str| format!(r"{head}(?:{words})\s+(?:[\w<>?]+\.)?([A-Za-z_]\w*)");
    vec![
        ("class", Regex::new(&kind("class|struct|record|actor")).expect("a pattern that compiles")),
        (
            "struct",
            Regex::new(r"^\s*(?:pub\s+)?const\s+(\w+)\s*=\s*(?:(?:packed|extern)\s+)?(?:struct|enum|union|opaque|error)\b")
                .expect("a pattern that compiles"),
        ),
        ("object", Regex::new(&format!(r"{head}object\s+([A-Z]\w*)")).expect("a pattern that compiles")),
        ("interface", Regex::new(&kind("interface|protocol|trait|extension")).expect("a pattern that compiles")),
        ("enum", Regex::new(&kind("enum")).expect("a pattern that compiles")),
        ("namespace", Regex::new(r"^\s*(?:namespace|package)\s+([\w.]+)").expect("a pattern that compiles")),
        ("function", Regex::new(&kind("fun|func|def|fn|function|sub|proc")).expect("a pattern that compiles")),
        ("type", Regex::new(&kind("typealias|type|typedef")).expect("a pattern that compiles")),
        (
            "method",
            Regex::new(r"^\s*(?:(?:public|private|protected|internal|static|async|virtual|override|abstract|sealed|final)\s+)+[\w<>\[\],.?\s]*?\b([A-Za-z_]\w*)\s*\([^;]*$")
                .expect("a pattern that compiles"),
        ),
    ]
});

#[cfg(not(feature = "bash"))]
static BASH: Patterns = LazyLock::new(|| {
    let compiled = |pattern: &str| Regex::new(pattern).expect("a pattern that compiles");
    vec![
        ("function", compiled(r"^\s*function\s+([^\s(){}]+)")),
        ("function", compiled(r"^\s*([A-Za-z_][\w:.+-]*)\s*\(\s*\)")),
        ("export", compiled(r"^(?:export|readonly|declare\s+-\w+)\s+([A-Za-z_]\w*)=")),
        ("alias", compiled(r"^alias\s+([\w:.-]+)=")),
    ]
});

#[cfg(not(feature = "php"))]
static PHP: Patterns = LazyLock::new(|| {
    patterns(&[
        ("namespace", r"^\s*(?:<\?php\s+)?namespace\s+([\w\\]+)"),
        ("class", r"^\s*(?:(?:abstract|final|readonly)\s+)*class\s+([A-Za-z_]\w*)"),
        ("interface", r"^\s*interface\s+([A-Za-z_]\w*)"),
        ("trait", r"^\s*trait\s+([A-Za-z_]\w*)"),
        ("enum", r"^\s*enum\s+([A-Za-z_]\w*)"),
        (
            "function",
            r"^\s*(?:<\?php\s+)?(?:(?:public|protected|private|static|abstract|final)\s+)*function\s+&?\s*([A-Za-z_]\w*)",
        ),
        ("const", r"^\s*(?:(?:public|protected|private|final)\s+)*const\s+(?:[?\w|\\]+\s+)?([A-Za-z_]\w*)\s*="),
        ("case", r"^\s*case\s+([A-Z]\w*)\s*(?:=[^>]|;)"),
    ])
});

#[cfg(not(feature = "ruby"))]
static RUBY: Patterns = LazyLock::new(|| {
    patterns(&[
        ("module", r"^\s*module\s+([A-Z][\w:]*)"),
        ("class", r"^\s*class\s+([A-Z][\w:]*)"),
        (
            "method",
            r"^\s*(?:[a-z_]+\s+)*def\s+(?:(?:self|[A-Z]\w*)\s*(?:\.|::)\s*)?([A-Za-z_][\w]*[?!=]?|[\[\]=~<>+*/%&|^!@-]+|`)",
        ),
        ("alias", r"^\s*alias_method\s+:([\w?!=]+)"),
        ("alias", r"^\s*alias\s+:?([\w?!=]+)"),
        ("attribute", r"^\s*attr_(?:reader|writer|accessor)\s+:(\w+)"),
        ("constant", r"^\s*([A-Z]\w*)\s*=[^=~>]"),
    ])
});

pub fn dockerfile(text: &str) -> Outline {
    read(text, &DOCKERFILE, "#", |kind, _| if kind == "stage" { 0 } else { 1 })
}

pub fn makefile(text: &str) -> Outline {
    read(text, &MAKEFILE, "#", |_, _| 0)
}

pub fn proto(text: &str) -> Outline {
    read(text, &PROTO, "//", |_, indent| indent)
}

pub fn graphql(text: &str) -> Outline {
    read(text, &GRAPHQL, "#", |_, indent| indent)
}

pub fn ini(text: &str) -> Outline {
    let mark = if text.trim_start().starts_with(';') { ";" } else { "#" };
    let has_sections = text.lines().any(|line| line.trim_start().starts_with('['));
    let mut outline = read(text, &INI, mark, |kind, _| if kind == "section" { 0 } else { 1 });
    if !has_sections {
        // A list of variables: their values may be secret and are left out.
        for key in &mut outline.symbols {
            (key.kind, key.signature) = ("key", key.name.clone());
        }
    }
    outline
}

/// Lines that look like definitions, for a language whose grammar is not in this build, and how to get it.
#[cfg(not(all(
    feature = "bash",
    feature = "csharp",
    feature = "kotlin",
    feature = "php",
    feature = "ruby",
    feature = "scala",
    feature = "swift",
    feature = "zig"
)))]
pub fn outline_without_grammar(feature: &str, text: &str) -> Outline {
    let note = format!(
        "lines that look like definitions: the grammar is not in this build (build ctx with --features {feature})"
    );
    let outline = match feature {
        #[cfg(not(feature = "bash"))]
        "bash" => read(text, &BASH, "#", |_, indent| indent),
        #[cfg(not(feature = "php"))]
        "php" => read(text, &PHP, "//", |_, indent| indent),
        #[cfg(not(feature = "ruby"))]
        "ruby" => read(text, &RUBY, "#", |_, indent| indent),
        _ => definitions(text),
    };
    Outline { head: vec![note], ..outline }
}

/// The kind and the name that a single line defines, if it looks like a definition.
pub fn find_definition_in_line(line: &str) -> Option<(&'static str, std::ops::Range<usize>)> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    DEFINITIONS.iter().find_map(|(kind, pattern)| Some((*kind, pattern.captures(line)?.get(1)?.range())))
}

#[cfg(any(
    test,
    not(all(
        feature = "bash",
        feature = "csharp",
        feature = "kotlin",
        feature = "php",
        feature = "ruby",
        feature = "scala",
        feature = "swift",
        feature = "zig"
    ))
))]
fn definitions(text: &str) -> Outline {
    read(text, &DEFINITIONS, "//", |_, indent| indent)
}

fn read(text: &str, patterns: &[(&'static str, Regex)], comment: &str, level: fn(&str, usize) -> usize) -> Outline {
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        if line.trim_start().starts_with(comment) || line.len() > LONGEST_LINE {
            continue;
        }
        let found = patterns.iter().find_map(|(kind, pattern)| Some((*kind, pattern.captures(line)?.get(1)?)));
        let Some((kind, name)) = found else { continue };
        let indent = (line.len() - line.trim_start().len()).min(40);
        let signature = line.trim().trim_end_matches(['{', ';', ':']).trim_end();
        let signature = ctx_text::cut_middle(signature, LONGEST).into_owned();
        flat.push((level(kind, indent), symbol(kind, name.as_str().trim(), signature, row + 1)));
    }
    reach(&mut flat, line_count(text));
    Outline { purpose: leading_comment(text, comment), symbols: nest(flat), ..Outline::default() }
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

    #[cfg(not(feature = "php"))]
    #[test]
    fn php_by_its_lines() {
        let text = "<?php\nnamespace Shop\\Cart;\nfinal class A extends B {\n    public const K = 1;\n    // function gone()\n    abstract protected static function &m(): ?int;\n    public function n() {}\n}\nfunction f() {}\n";
        let outline = outline_without_grammar("php", text);
        assert_eq!(
            names(&outline),
            ["namespace Shop\\Cart", "class A", " const K", " function m", " function n", "function f"]
        );
    }

    #[cfg(not(feature = "ruby"))]
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
        let docker =
            dockerfile("# What it builds\nFROM rust:1 AS build\nARG X=1\nRUN cargo build\nFROM debian\nCMD [\"x\"]\n");
        assert_eq!(names(&docker), ["stage build", " argument X", "stage debian", " entry CMD"]);
        assert_eq!((docker.purpose.as_deref(), docker.symbols[0].lines), (Some("What it builds"), (2, 4)));
        let make = makefile("CC ?= gcc\nall: build test\n\techo a:b\n.PHONY: all\nbuild/%.o: %.c\n");
        assert_eq!(names(&make), ["variable CC", "target all", "target .PHONY", "target build/%.o"]);
        let proto = proto(
            "package a.b;\nmessage M {\n  string name = 1;\n  enum E {\n    A = 0;\n  }\n}\nservice S {\n  rpc Get(M) returns (M);\n}\n",
        );
        assert_eq!(
            names(&proto),
            ["package a.b", "message M", " field name", " enum E", "  variant A", "service S", " rpc Get"]
        );
        let graphql = graphql("type Q {\n  a(x: Int): String\n}\nenum E {\n  ONE\n}\n");
        assert_eq!(names(&graphql), ["type Q", " field a", "type E", " variant ONE"]);
        assert_eq!(names(&ini("[a]\nx = 1\n[b]\n")), ["section a", " field x", "section b"]);
        let env = ini("SECRET=hunter2\n");
        assert_eq!(env.symbols[0].signature, "SECRET");
    }

    #[test]
    fn definitions_without_a_grammar() {
        let text = "namespace A.B;\npublic sealed class Foo<T> : Bar\n{\n    private static async Task<int> Run(int x)\n    {\n        return Call(x);\n    }\n}\ninternal enum E\ndata class P(val a: Int)\n  override fun go() = 1\n";
        let found = definitions(text);
        assert_eq!(names(&found), ["namespace A.B", "class Foo", " method Run", "enum E", "class P", " function go"]);
    }
}
