//! Outlines of small texts, language by language, and a comparison of the matcher with tree-sitter's own.

use std::collections::BTreeSet;
use std::path::Path;

use tree_sitter::{Parser, QueryCursor, StreamingIterator};

use super::query::Query;
use crate::{Outline, Symbol, Visibility, language, outline};

fn read(language: &str, text: &str) -> Outline {
    outline(Path::new("x"), text.as_bytes(), language::find_language(language))
}

/// `~` is restricted, `-` private.
fn shown(language: &str, text: &str) -> String {
    fn walk(symbols: &[Symbol], depth: usize, out: &mut Vec<String>) {
        for symbol in symbols {
            let mark = match symbol.visibility {
                Visibility::Public => "",
                Visibility::Restricted => "~",
                Visibility::Private => "-",
            };
            out.push(format!("{}{mark}{} {}", "  ".repeat(depth), symbol.kind, symbol.signature));
            walk(&symbol.children, depth + 1, out);
        }
    }
    let mut out = Vec::new();
    walk(&read(language, text).symbols, 0, &mut out);
    out.join("\n")
}

#[test]
fn python() {
    let text = "\"\"\"What it is.\"\"\"\nK: int = 3\nclass A(B):\n    \"\"\"Doc.\n    More.\"\"\"\n    x = 1\n    @property\n    def y(\n        self,\n        z=1,\n    ) -> int:\n        def local(): ...\n    def _p(self): pass\n    def __eq__(self, o): ...\n";
    assert_eq!(
        shown("python", text),
        "variable K: int = 3\nclass class A(B)\n  field x = 1\n  method def y(self, z=1) -> int\n    -function def local()\n  -method def _p(self)\n  method def __eq__(self, o)"
    );
    let outline = read("python", text);
    assert_eq!(outline.purpose.as_deref(), Some("What it is."));
    assert_eq!(outline.symbols[1].doc.as_deref(), Some("Doc.\nMore."));
    assert_eq!(
        (outline.symbols[1].children[1].notes[0].as_str(), outline.symbols[1].children[1].lines),
        ("@property", (8, 12))
    );
}

#[test]
fn javascript_exports() {
    let module = "/** Doc */\nexport const f = (a) => a, big = { x: 1 };\nfunction hidden() {}\nexport { named };\nfunction named() {}\nexport * from './z';\n";
    assert_eq!(
        shown("javascript", module),
        "function const f = (a)\nvariable const big = { x: 1 }\n-function function hidden()\nfunction function named()\nexport export * from './z'"
    );
    let common = "function Foo() {}\nFoo.prototype.bar = function bar(x) {};\nfunction helper() {}\nmodule.exports = Foo;\nexports.go = function () {};\n";
    assert_eq!(
        shown("javascript", common),
        "function function Foo()\n  method Foo.prototype.bar = function bar(x)\n-function function helper()\nfunction exports.go = function ()"
    );
    assert_eq!(shown("javascript", "function a() {}\nvar b = 1;\n"), "function function a()\nvariable var b = 1");
}

#[test]
fn typescript_members() {
    let text = "@Injectable()\nexport class A<T> {\n  private x = 1;\n  constructor(public y: number) {}\n  protected m(): void {}\n}\nexport interface I { a: string; f(x: number): void }\nenum E { A, B = 2 }\n";
    assert_eq!(
        shown("typescript", text),
        "class class A<T>\n  -field private x = 1\n  method constructor(public y: number)\n    field public y: number\n  ~method protected m(): void\ninterface interface I\n  field a: string\n  method f(x: number): void\n-enum enum E\n  -variant A\n  -variant B = 2"
    );
}

#[test]
fn go_methods_stand_at_their_type() {
    let text = "// Package p does.\npackage p\n\n// T is.\ntype T struct {\n\tA, b int `json:\"a\"`\n}\n\nfunc (t *T) M(x int) error { return nil }\nfunc (o Other) N() {}\nconst (\n\tC = 1\n\td = 2\n)\n";
    assert_eq!(
        shown("go", text),
        "struct type T struct\n  field A, b int\n  method func (t *T) M(x int) error\nmethod func (o Other) N()\nconst const C = 1\n-const const d = 2"
    );
    let outline = read("go", text);
    assert_eq!(
        (outline.purpose.as_deref(), outline.symbols[0].doc.as_deref()),
        (Some("Package p does."), Some("T is."))
    );
}

#[cfg(feature = "ruby")]
#[test]
fn sections_of_ruby() {
    let ruby = "class A\n  attr_reader :x\n  def a; end\n  private\n  def b; end\n  public\n  def c; end\n  private def d; end\n  def e; end\n  private :e\nend\n";
    assert_eq!(
        shown("ruby", ruby),
        "class class A\n  attribute attr_reader :x\n  method def a\n  -method def b\n  method def c\n  -method def d\n  -method def e"
    );
}

#[test]
fn sections_of_cpp() {
    let cpp = "namespace n {\nclass API_EXPORT A : public B {\n  int x;\n public:\n  A();\n  int f() const { return 1; }\n protected:\n  int g();\n};\nint A::g() { return 2; }\nstatic int s() { return 1; }\n}\n";
    assert_eq!(
        shown("cpp", cpp),
        "namespace namespace n\n  class class API_EXPORT A : public B\n    -field int x\n    method A()\n    method int f() const\n    ~method int g()\n    -method int A::g()\n  -function static int s()"
    );
}

#[test]
fn a_licence_is_no_purpose() {
    let header = "// Copyright (c) 2011 The Authors. All rights reserved.\n//\n// An Env is an interface.\n\n#ifndef A_ENV_H_\n#define A_ENV_H_\nint f(void);\n#endif\n";
    assert_eq!(read("c", header).purpose.as_deref(), Some("An Env is an interface."));
    assert_eq!(shown("c", header), "prototype int f(void)");
    let apache = "/*\n * Licensed under the Apache License, Version 2.0\n *\n * Unless required by applicable law, as is.\n */\nint f(void);\n";
    assert_eq!(read("c", apache).purpose, None);
}

#[test]
fn java_c_php_bash_lua_zig() {
    let java = "@A(1) public class C { int x; private void p() {} @Override public String toString() { return null; } }\nclass D {}\n";
    assert_eq!(
        shown("java", java),
        "class public class C\n  ~field int x\n  -method private void p()\n  method public String toString()\n~class class D"
    );
    let c = "typedef struct { int a; } T;\nstatic int s(void) { return 0; }\nstatic inline int i(void) { return 0; }\nAPI_EXTERN int *f(int a);\nTEST(name) {\n}\n";
    assert_eq!(
        shown("c", c),
        "struct typedef struct T\n  field int a\n-function static int s(void)\nfunction static inline int i(void)\nprototype int *f(int a)\nfunction TEST(name)"
    );
    #[cfg(feature = "php")]
    {
        let php = "<?php\nfinal class A { public const K = 1; private $x; protected function m(): ?int {} public function n() {} }\n";
        assert_eq!(
            shown("php", php),
            "class final class A\n  const public const K = 1\n  -field private $x\n  ~method protected function m(): ?int\n  method public function n()"
        );
    }
    #[cfg(feature = "bash")]
    assert_eq!(
        shown("bash", "export A=1\nf() { g() { :; }; }\n_h() { :; }\n"),
        "export export A=1\nfunction f()\n  -function g()\n-function _h()"
    );
    assert_eq!(
        shown("lua", "local M = {}\nfunction M.f(a) end\nfunction M:g() end\nlocal function h() end\nreturn M\n"),
        "variable local M = {}\n  function function M.f(a)\n  function function M:g()\n-function local function h()"
    );
    #[cfg(feature = "zig")]
    assert_eq!(
        shown("zig", "pub const S = struct { a: u8, pub fn f() void {} fn g() void {} };\nfn h() void {}\n"),
        "struct pub const S = struct\n  field a: u8\n  method pub fn f() void\n  -method fn g() void\n-function fn h() void"
    );
}

#[test]
fn definitions_around_a_syntax_error_are_found() {
    let broken =
        read("python", "def a():\n    pass\n\nclass B(:\n    def c(self):\n        pass\n\ndef d():\n    pass\n");
    let mut names = Vec::new();
    fn walk(symbols: &[Symbol], names: &mut Vec<String>) {
        for symbol in symbols {
            names.push(symbol.name.clone());
            walk(&symbol.children, names);
        }
    }
    walk(&broken.symbols, &mut names);
    names.sort();
    assert_eq!(names, ["B", "a", "c", "d"]);
    assert!(broken.broken_at.is_some());
    assert!(read("typescript", "export class A { m() { }\n").broken_at.is_some());
    assert_eq!(read("go", "package p\nfunc F() {}\n").broken_at, None);
}

/// Where the names of items are, by our matcher and by tree-sitter's, for the same query and text.
#[test]
fn the_matcher_agrees_with_tree_sitter() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/outline");
    let rows: Vec<(tree_sitter::Language, &'static str, &str)> = vec![
        (super::packed::python(), include_str!("../queries/python.scm"), "python/table.py"),
        (
            super::packed::javascript(),
            concat!(include_str!("../queries/ecmascript.scm"), include_str!("../queries/javascript.scm")),
            "javascript/response.js",
        ),
        (super::packed::go(), include_str!("../queries/go.scm"), "go/context.go"),
        (super::packed::java(), include_str!("../queries/java.scm"), "java/GsonBuilder.java"),
        (super::packed::lua(), include_str!("../queries/lua.scm"), "lua/List.lua"),
        #[cfg(feature = "php")]
        (super::packed::php(), include_str!("../queries/php.scm"), "php/Logger.php"),
    ];
    for (language, source, file) in rows {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let mut parser = Parser::new();
        parser.set_language(&language).unwrap();
        let tree = parser.parse(&text, None).unwrap();
        let ours = Query::new(&language, source).unwrap();
        let mut found: BTreeSet<(&str, usize)> = BTreeSet::new();
        super::matcher::for_each_match_in_tree(&ours, &tree, &text, |_, captures| {
            found.extend(captures.iter().map(|(capture, node)| (ours.captures[*capture], node.start_byte())));
        });
        let theirs = tree_sitter::Query::new(&language, source).unwrap();
        let mut expected: BTreeSet<(&str, usize)> = BTreeSet::new();
        let mut cursor = QueryCursor::new();
        let mut matches = cursor.matches(&theirs, tree.root_node(), text.as_bytes());
        while let Some(matched) = matches.next() {
            let captures = matched.captures().iter();
            expected.extend(
                captures.map(|capture| (theirs.capture_names()[capture.index as usize], capture.node.start_byte())),
            );
        }
        let differing: Vec<_> = found
            .symmetric_difference(&expected)
            .map(|(name, at)| (*name, text[*at..].lines().next().unwrap_or_default(), found.contains(&(*name, *at))))
            .take(10)
            .collect();
        assert!(found.len() > 100, "{file}: {}", found.len());
        assert!(differing.is_empty(), "{file}: {differing:?}");
    }
}

#[test]
fn a_parser_that_takes_too_long_gives_up() {
    let nested = "f((((\n".repeat(4000);
    let language = super::packed::python();
    assert!(super::parse_with_time_limit(&language, &nested, std::time::Duration::ZERO).is_none());
    assert!(super::parse_with_time_limit(&language, "def f(): pass\n", super::LONGEST).is_some());
}
