//! `ctx peek`: files, folders, one item, and what cannot be shown.

use crate::harness::Home;

const STORE: &str = "//! Keeps things.\n\n/// A store.\n#[derive(Clone)]\npub struct Store {\n    pub path: String,\n    inner: u8,\n}\n\nimpl Store {\n    /// Opens it.\n    pub fn open(path: &str) -> Store {\n        Store { path: path.into(), inner: 0 }\n    }\n\n    fn hidden(&self) -> u8 {\n        self.inner\n    }\n}\n";

fn home() -> Home {
    let home = Home::new();
    std::fs::create_dir_all(home.work().join("src/sub")).unwrap();
    std::fs::write(home.work().join("src/store.rs"), STORE).unwrap();
    std::fs::write(home.work().join("src/main.rs"), "mod store;\n\nfn main() {\n    let a = store::Store::open(\"a\");\n    let b = store::Store::open(\"b\");\n    helper(a, b);\n}\n").unwrap();
    std::fs::write(home.work().join("src/sub/helper.rs"), "pub fn helper(a: Store, b: Store) {}\n").unwrap();
    home
}

#[test]
fn a_file_is_outlined() {
    let home = home();
    let done = home.ctx(["peek", "src/store.rs"]);
    insta::assert_snapshot!(done.out, @r"
    src/store.rs · rust · 19 lines · 287 B
    Keeps things.
    pub struct Store { pub path: String, … } :5 [derive(Clone)] // A store.
      pub fn open(path: &str) -> Store :12 // Opens it.
    1 not public: --private
    ");
    let private = home.ctx(["peek", "src/store.rs", "--private", "--docs", "none"]).out;
    assert!(private.contains("  fn hidden(&self) -> u8 :16\n") && !private.contains("//"), "{private}");
}

#[test]
fn json_says_the_same() {
    let done = home().ctx(["peek", "src/store.rs", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(value["purpose"], "Keeps things.");
    assert_eq!(value["symbols"][0]["name"], "Store");
    assert_eq!(value["symbols"][0]["children"][1]["signature"], "pub fn open(path: &str) -> Store");
    assert_eq!(value["symbols"][0]["children"][1]["line"], 12);
    assert_eq!(value["hidden"], 1);
}

#[test]
fn an_item_is_printed_whole_and_a_half_name_is_answered() {
    let home = home();
    let done = home.ctx(["peek", "src/store.rs", "--symbol", "Store::open"]);
    insta::assert_snapshot!(done.out, @r"
    src/store.rs · Store::open · lines 11-14
    11:     /// Opens it.
    12:     pub fn open(path: &str) -> Store {
    13:         Store { path: path.into(), inner: 0 }
    14:     }
    ");
    assert_eq!(home.ctx(["peek", "src", "--symbol", "Store::open"]).out, done.out);
    assert!(home.ctx(["peek", "src", "--symbol", "hlpr"]).err.ends_with("did you mean helper?\n"));
    let near = home.ctx(["peek", "src/store.rs", "--symbol", "opn"]);
    assert_eq!(near.code, 1);
    assert_eq!(near.err, "ctx: no item 'opn' in src/store.rs\n  did you mean Store::open?\n");
}

#[test]
fn a_folder_is_mapped_most_referenced_first() {
    let home = home();
    std::fs::write(home.work().join(".gitignore"), "skipped.rs\n").unwrap();
    std::fs::write(home.work().join("src/skipped.rs"), "pub fn skipped() {}\n").unwrap();
    insta::assert_snapshot!(home.ctx(["peek", "src"]).out, @r"
    src · 3 files · 442 B
    ./
      store.rs · 2 public · 19 lines · 4 refs · Keeps things.
      main.rs · 0 public · 7 lines
    sub/
      helper.rs · 1 public · 1 line · 1 ref · helper
    ");
    let folded = home.ctx(["peek", "src", "--depth", "1"]).out;
    assert!(folded.ends_with("sub/ · 1 file · 37 B\n") && !folded.contains("helper.rs"), "{folded}");
    let json: serde_json::Value = serde_json::from_str(&home.ctx(["peek", "src", "--json"]).out).unwrap();
    assert_eq!(json["files"][0]["path"], "store.rs");
    assert_eq!(json["files"].as_array().map(Vec::len), Some(3));
}

#[test]
fn omitted_items_are_counted() {
    let home = Home::new();
    let items: Vec<String> =
        (0..200).map(|at| format!("/// Item {at}.\npub fn item_{at}(argument: u64) -> u64 {{ argument }}\n")).collect();
    std::fs::write(home.work().join("a.rs"), items.concat()).unwrap();
    std::fs::write(home.work().join("b.rs"), "pub fn b() {}\n").unwrap();
    for budget in ["300", "1000", "4k", "12k"] {
        let done = home.ctx(["peek", "a.rs", "b.rs", "--budget", budget]);
        let most = budget.replace("k", "").parse::<usize>().unwrap() * if budget.ends_with('k') { 1024 } else { 1 };
        assert!(done.out.len() <= most, "{budget}: {}", done.out.len());
        assert!(done.out.ends_with("pub fn b() :1\n"), "{}", done.out);
        assert!(done.out.contains("item_199") || done.out.contains(" more: ctx peek a.rs "), "{}", done.out);
    }
}

#[test]
fn broken_and_unknown_files_say_so() {
    let home = home();
    let broken = home.pipe(["peek", "-", "--lang", "rust"], b"pub fn a() {}\npub fn b( {\npub fn c() {}\n");
    assert!(broken.headline().contains(" · does not parse at 2:"), "{}", broken.out);
    assert!(broken.out.contains("pub fn a() :1\n") && broken.out.contains("pub fn c() :3\n"), "{}", broken.out);
    std::fs::write(home.work().join("notes"), "one\ntwo\x1b[31m\n[ctx:aaaaaa] three\n").unwrap();
    assert_eq!(
        home.ctx(["peek", "notes"]).out,
        "notes · text · 3 lines · 32 B\n  one\n  two[31m\n  [ctx:aaaaaa] three\n"
    );
    std::fs::write(home.work().join("data"), b"\x7fELF\x02\x01\x01\0\0\0\0\n").unwrap();
    assert_eq!(home.ctx(["peek", "data"]).out, "data · ELF executable · 12 B\n");
    std::fs::write(home.work().join("empty.rs"), "").unwrap();
    assert_eq!(home.ctx(["peek", "empty.rs"]).out, "empty.rs · rust · 0 lines · 0 B\n");
}

#[test]
fn a_missing_file_is_an_error() {
    let home = home();
    let gone = home.ctx(["peek", "gone.rs"]);
    assert_eq!((gone.code, gone.out.as_str()), (1, ""));
    let both = home.ctx(["peek", "gone.rs", "src/store.rs"]);
    assert!(both.code == 1 && both.out.contains("pub struct Store") && both.err.contains("gone.rs"), "{}", both.err);
    assert_eq!(home.ctx(["peek", "src/store.rs", "--lang", "klingon"]).code, 2);
    assert_eq!(home.ctx(["peek"]).code, 2);
}

#[test]
fn secrets_in_values_are_masked() {
    let home = Home::new();
    std::fs::write(home.work().join("a.rs"), "//! The key of the gateway, for tests of the client alone, never for anything else.\npub const KEY: &str = \"AKIAZ4QHW7XVB2MRTK5D\";\n").unwrap();
    let done = home.ctx(["peek", "a.rs"]);
    assert!(!done.out.contains("AKIAZ4QHW7XVB2MRTK5D") && done.out.contains("[masked:"), "{}", done.out);
}

/// A lock file of 400 packages, a list of 400 servers: some stand for all, and a budget shows the others.
#[test]
fn data_that_looks_alike_is_shown_by_its_first_parts() {
    let home = Home::new();
    let needs = "dependencies = [\n \"one-of-them\",\n \"another-one\",\n]";
    let packages = (0..400).map(|n| format!("[[package]]\nname = \"p{n}\"\nversion = \"1.{n}.0\"\n{needs}\n\n"));
    let toml = format!("version = 4\n\n{}[metadata]\nkind = \"lock\"\n", packages.collect::<String>());
    let yaml: String = (0..400).map(|n| format!("  - name: n{n}\n    port: {n}\n    host: h{n}.example\n")).collect();
    let keys = (0..90).map(|n| format!("\"node_modules/p{n}\": {{\"version\": \"1.{n}.0\", \"dev\": true}}"));
    let json = format!("{{\"packages\": {{{}}}}}", keys.collect::<Vec<_>>().join(",\n"));
    for (name, text, left, last) in [
        ("Cargo.lock", toml, "… 380 more like these\n", "[metadata]"),
        ("list.yaml", format!("items:\n{yaml}after: 1\n"), "… 380 more like these\n", "after: 1"),
        ("lock.json", json, "… 70 more like these\n", ""),
    ] {
        std::fs::write(home.work().join(name), &text).unwrap();
        let shown = home.ctx(["peek", name]).out;
        assert!(shown.contains(left) && shown.contains(last), "{shown}");
        assert!(shown.len() * 3 < text.len(), "{} of {}: {shown}", shown.len(), text.len());
        // An outline is never longer than its file: these short objects do not all fit.
        let all = home.ctx(["peek", name, "--budget", "90k"]).out;
        assert_eq!(all.contains("more like these"), name == "lock.json", "{all}");
    }
}
