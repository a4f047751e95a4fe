//! The outlines of many forms of Rust.

use std::path::Path;

use proptest::prelude::*;

use crate::render::{self, DocDetail, OutlineOptions};
use crate::{Outline, outline};

fn peek(source: &str) -> Outline {
    outline(Path::new("lib.rs"), source.as_bytes(), None)
}

/// The text below line 1, however short the source.
fn shown(source: &str, options: &OutlineOptions) -> String {
    let outline = Outline { bytes: 1 << 20, ..peek(source) };
    let text = render::render_outline_text("lib.rs", &outline, options);
    text.split_once('\n').map_or_else(String::new, |(_, body)| body.to_owned())
}

fn public(source: &str) -> String {
    shown(source, &OutlineOptions::default())
}

#[test]
fn purpose_types_and_their_methods() {
    let source = r#"//! Keeps things.
//! And more.

use std::fmt;

/// A store.
///
/// Longer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Store<T> where T: Copy {
    /// The path.
    pub path: PathBuf,
    inner: T,
}

impl<T> Store<T> {
    /// Opens it.
    pub async unsafe fn open(
        path: &Path, // where
        mode: Mode,
    ) -> Result<Self> {
        todo()
    }
    pub(crate) fn close(self) {}
    fn helper() {}
    pub const MAX: usize = 1 << 20;
}

impl Store<u8> {
    pub fn bytes(&self) -> &[u8] { &[] }
}

impl<T> fmt::Display for Store<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}
impl<T> From<T> for Store<T> { fn from(t: T) -> Self { loop {} } }

#[deprecated(note = "old")]
pub enum Mode { Read, Write { sync: bool }, Other(u8) = 7 }
pub struct Unit;
pub struct Pair(pub u8, u16);
pub struct Hidden(u8);
pub union Bits { pub f: f32, pub u: u32 }
"#;
    insta::assert_snapshot!(public(source), @r"
    Keeps things. And more.
    pub struct Store<T> where T: Copy { pub path: PathBuf, … } :11 [derive(Clone, Debug), non_exhaustive, impl fmt::Display, From<T>] // A store.
      pub async unsafe fn open(path: &Path, mode: Mode) -> Result<Self> :19 // Opens it.
      pub const MAX: usize = 1 << 20 :27
      impl Store<u8> :30
        pub fn bytes(&self) -> &[u8] :31
    pub enum Mode { Read, Write { sync: bool }, Other(u8) = 7 } :40 [deprecated]
    pub struct Unit :41
    pub struct Pair(pub u8, u16) :42
    pub struct Hidden(…) :43
    pub union Bits { pub f: f32, pub u: u32 } :44
    3 not public: --private
    ");
}

#[test]
fn traits_functions_values_and_re_exports() {
    let source = r#"
pub unsafe trait Reader<'a>: Send + 'a {
    type Item: Copy;
    const SIZE: usize = 4;
    fn read(&mut self) -> Option<Self::Item>;
    /// Skips.
    fn skip(&mut self, n: usize) { }
}
pub const fn low<const N: usize>(x: [u8; N]) -> u8 where [u8; N]: Sized { x[0] }
pub static NAMES: &[&str] = &["a", "b"];
pub const TABLE: [u32; 8] = [0x0000_0001, 0x0000_0002, 0x0000_0003, 0x0000_0004, 5, 6, 7, 8];
pub type Answer<T> = std::result::Result<T, Error>;
pub use a::{b, c as d, e::{self, f, g::*}};
pub mod inner;
#[cfg(unix)]
pub mod unix { pub fn fork() {} fn hidden() {} }
#[cfg(unix)]
pub fn pipe() {}
pub extern crate core as kernel;
extern "C" { pub fn getpid() -> i32; fn secret(); pub static environ: *const u8; }
impl<T> Reader<'_> for Vec<T> {}
"#;
    insta::assert_snapshot!(public(source), @r#"
    pub unsafe trait Reader<'a>: Send + 'a :2
      type Item: Copy :3
      const SIZE: usize = 4 :4
      fn read(&mut self) -> Option<Self::Item> :5
      fn skip(&mut self, n: usize) {…} :7 // Skips.
    pub const fn low<const N: usize>(x: [u8; N]) -> u8 where [u8; N]: Sized :9
    pub static NAMES: &[&str] = &["a", "b"] :10
    pub const TABLE: [u32; 8] :11
    pub type Answer<T> = std::result::Result<T, Error> :12
    pub use a::{b, c as d, e::{self, f, g::*}} :13
    pub mod inner :14
    pub mod unix :16 [cfg(unix)]
      pub fn fork() :16
    pub fn pipe() :18 [same cfg]
    pub extern crate core as kernel :19
    extern "C" :20
      pub fn getpid() -> i32 :20
      pub static environ: *const u8 :20
    impl<T> Reader<'_> for Vec<T> :21
    3 not public: --private
    "#);
}

#[test]
fn macros_show_what_they_hold() {
    let source = r#"
cfg_rt! {
    pub fn spawn() {}
    cfg_unstable! { pub struct Deep; }
}
pin_project! { /// A future.
    pub struct Sleep { #[pin] pub entry: u8 } }
bitflags! { pub struct Flags: u32 { const READ = 1; const WRITE = 2; } }
headers! {
    /// RFC
    (Accept, ACCEPT, b"accept");
    (Age, AGE, b"age");
}
#[macro_export]
macro_rules! ensure { ($e:expr) => { $e } }
macro_rules! numbers { ($t:ident) => { impl $t { pub fn widen(self) {} pub const BITS: u8 = 1; } } }
impl Flags { rpc! { pub fn call(&self); } }
const _: () = { impl Flags { pub fn late() {} } };
"#;
    insta::assert_snapshot!(public(source), @r"
    cfg_rt! :2
      pub fn spawn() :3
      pub struct Deep :4 [cfg_unstable!]
    pub struct Sleep { pub entry: u8 } :7 [pin_project!] // A future.
    pub struct Flags: u32 :8 [bitflags!]
      const READ = 1 :8
      const WRITE = 2 :8
      pub fn call(&self) :17 [rpc!]
      pub fn late() :18
    headers! { Accept ACCEPT Age AGE } :9
    macro_rules! ensure :15 [macro_export]
    macro_rules! numbers { fn widen, const BITS } :16
    2 not public: --private
    ");
}

#[test]
fn private_items_come_after_the_public_ones() {
    let source =
        "struct A { b: u8 }\nimpl A { pub(super) fn c() {} }\npub(crate) fn d() {}\npub fn e() {}\nfn f() {}\n";
    insta::assert_snapshot!(public(source), @r"
    pub fn e() :4
    3 not public: --private
    ");
    insta::assert_snapshot!(shown(source, &OutlineOptions { private: true, ..OutlineOptions::default() }), @r"
    pub fn e() :4
    struct A { b: u8 } :1
      pub(super) fn c() :2
    pub(crate) fn d() :3
    fn f() :5
    ");
}

#[test]
fn docs_and_depth_are_a_choice() {
    let source = "/// First.\n///\n/// Second.\npub trait T {\n    /// Inner.\n    fn f();\n}\n";
    insta::assert_snapshot!(shown(source, &OutlineOptions { docs: DocDetail::None, ..OutlineOptions::default() }), @r"
    pub trait T :4
      fn f() :6
    ");
    insta::assert_snapshot!(shown(source, &OutlineOptions { docs: DocDetail::Full, ..OutlineOptions::default() }), @r"
    /// First.
    ///
    /// Second.
    pub trait T :4
      /// Inner.
      fn f() :6
    ");
    insta::assert_snapshot!(shown(source, &OutlineOptions { depth: 1, ..OutlineOptions::default() }), @"pub trait T :4 // First.");
}

#[test]
fn full_docs_are_those_of_fields_too() {
    let source = "pub struct A {\n    /// One.\n    pub b: u8,\n    pub c: u8,\n}\n";
    let text = shown(source, &OutlineOptions { docs: DocDetail::Full, ..OutlineOptions::default() });
    assert_eq!(text, "pub struct A :1\n  /// One.\n  pub b: u8 :3\n  pub c: u8 :4\n");
}

#[test]
fn syntax_that_has_no_name_yet_is_read_from_its_tokens() {
    let source = "pub const trait Twice { fn twice(&self) -> Self; }\npub macro m($a:expr) { $a }\npub fn later();\n";
    insta::assert_snapshot!(public(source), @r"
    pub const trait Twice :1
      fn twice(&self) -> Self :1
    pub macro m($a:expr) :2
    pub fn later() :3
    ");
}

#[test]
fn items_in_bodies_are_found() {
    insta::assert_snapshot!(public("pub fn outer() { { pub struct Inside { pub x: u8 } } let pub_x = 1; }\n"), @r"
    pub fn outer() :1
      pub struct Inside { pub x: u8 } :1
    ");
}

const WHOLE: &str = r#"//! Whole.
pub struct First { pub a: u8 }

impl First {
    pub fn one(&self) -> u8 {
        if self.a > 1 { 2 } else { 3 }
    }

    pub fn two(&self) {}
}

pub fn last() {}
"#;

/// Line 1 and the names that are still shown.
fn broken(source: &str) -> String {
    let text =
        render::render_outline_text("lib.rs", &Outline { bytes: 1 << 20, ..peek(source) }, &OutlineOptions::default());
    let names = ["First", "one", "two", "last"].into_iter().filter(|name| text.contains(name));
    format!("{} | {}", text.lines().next().unwrap_or_default(), names.collect::<Vec<_>>().join(" "))
}

#[test]
fn damage_costs_only_what_it_touches() {
    insta::assert_snapshot!(broken(WHOLE), @"lib.rs · rust · 12 lines · 1.0 MB | First one two last");
    insta::assert_snapshot!(broken(&WHOLE.replace("> 1 {", "> 1 @@ {")), @"lib.rs · rust · 12 lines · 1.0 MB · does not parse at 6:23 | First one two last");
    insta::assert_snapshot!(broken(&WHOLE.replace("{ 3 }", "{ 3 }}")), @"lib.rs · rust · 12 lines · 1.0 MB · does not parse at 7:5 | First one two last");
    insta::assert_snapshot!(broken(&WHOLE.replace("{ 3 }", "{ 3 ")), @"lib.rs · rust · 12 lines · 1.0 MB · does not parse at 5:29 | First one two last");
    insta::assert_snapshot!(broken(&WHOLE.replace("impl First {", "impl First")), @"lib.rs · rust · 12 lines · 1.0 MB · does not parse at 10:1 | First one two last");
    insta::assert_snapshot!(broken(&WHOLE[..WHOLE.find("two").expect("two")]), @"lib.rs · rust · 9 lines · 1.0 MB · does not parse at 4:12 | First one");
    let conflict = WHOLE
        .replace("    pub fn two", "<<<<<<< HEAD\n    pub fn two")
        .replace("two(&self) {}\n", "two(&self) {}\n=======\n>>>>>>> b\n");
    insta::assert_snapshot!(broken(&conflict), @"lib.rs · rust · 15 lines · 1.0 MB · does not parse at 9:1 | First one two last");
}

#[test]
fn tokens_that_belong_to_no_item_are_reported() {
    let places = ["//! a\n#![allow(x)]\n", "fn a() {}\n/// b\n", "fn a() {}\npub fn\n", "fn a() { x @@ y }\n"]
        .map(|text| peek(text).broken_at);
    assert_eq!(places, [None, Some((3, 1)), Some((2, 1)), Some((1, 12))]);
}

#[test]
fn a_whole_file_on_one_line_still_gives_its_items() {
    let source = "pub fn a() {} pub struct B { pub c: u8 } impl B { pub fn d() { ] } } pub fn e() {}";
    let text = public(source);
    for name in ["pub fn a()", "pub struct B", "pub fn e()"] {
        assert!(text.contains(name), "{name} in {text}");
    }
}

#[test]
fn a_mark_and_a_script_line_shift_nothing() {
    let outline = peek("\u{feff}#!/usr/bin/env rust-script\n//! Runs.\npub fn main() {}\n");
    assert_eq!((outline.purpose.as_deref(), outline.symbols[0].lines), (Some("Runs."), (3, 3)));
    assert_eq!(outline.symbols[0].signature, "pub fn main()");
}

#[test]
fn nesting_without_end_is_survived() {
    for unit in
        ["(", "[", "{", "!", "&", "fn a() {", "mod a {", "Vec<", "if a {} else ", "return ", "#[", "x!{", "-> fn() "]
    {
        for times in [1_000, 3_800, 60_000] {
            let source = format!("pub fn first() {{}}\npub fn second() {{ {} }}\n", unit.repeat(times));
            let text = public(&source);
            assert!(text.contains("first"), "{unit} x {times}: {}", &text[..text.len().min(300)]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        small_enough(&bytes);
    }

    #[test]
    fn no_tokens_are_too_strange(words in prop::collection::vec(prop::sample::select(WORDS), 0..600)) {
        small_enough(words.join(" ").as_bytes());
        small_enough(words.concat().as_bytes());
    }
}

fn small_enough(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.split('\n').count() as u32;
    for place in super::find_named_item_places(&text) {
        assert!(1 <= place.lines.0 && place.lines.0 <= place.lines.1 && place.lines.1 <= lines, "{place:?}");
    }
    let outline = outline(Path::new("x.rs"), bytes, None);
    for private in [false, true] {
        for docs in [DocDetail::None, DocDetail::First, DocDetail::Full] {
            let text = render::render_outline_text(
                "x.rs",
                &outline,
                &OutlineOptions { private, docs, ..OutlineOptions::default() },
            );
            assert!(bytes.len() <= 200 || text.len() <= bytes.len(), "{} of {}: {text}", text.len(), bytes.len());
        }
        render::render_outline_json("x.rs", &outline, &OutlineOptions { private, ..OutlineOptions::default() });
    }
}

const WORDS: &[&str] = &[
    "pub",
    "fn",
    "struct",
    "enum",
    "trait",
    "impl",
    "for",
    "mod",
    "use",
    "const",
    "static",
    "type",
    "union",
    "extern",
    "\"C\"",
    "macro_rules",
    "!",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "::",
    ":",
    ";",
    ",",
    "=",
    "->",
    "=>",
    "#",
    "a",
    "B",
    "self",
    "Self",
    "where",
    "unsafe",
    "async",
    "'a",
    "'x'",
    "r#\"",
    "\"",
    "/*",
    "*/",
    "/// d\n",
    "//! d\n",
    "\n",
    "\n    ",
    "<<<<<<< a\n",
    "=======\n",
    ">>>>>>> b\n",
    "1",
    "é",
    "\u{feff}",
    "$",
    "...",
    "_",
    "&",
    "*",
    "crate",
    "extern crate a as",
    "use a::{self,",
    "macro",
    "default",
    "auto",
    "cfg_x! {",
    "#[cfg(x)]",
    "#![doc = \"z\"]",
    "\\",
    "'",
    "b'",
    "r",
    "#!",
];
