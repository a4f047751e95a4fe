//! The recipes of CONTRIBUTING.md: every file they name exists, and (long form) following them in a copy of the tree works.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn recipes() -> String {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    text.split_once("\n## Recipes").unwrap().1.to_owned()
}

/// A word in capitals stands for a name of one's own: `TOOL`, `NNNN_name`.
fn is_free(part: &str) -> bool {
    part.bytes().take_while(u8::is_ascii_uppercase).count() >= 3
}

#[test]
fn every_path_in_a_recipe_exists() {
    let text = recipes();
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let paths: Vec<&str> = quoted
        .iter()
        .copied()
        .filter(|word| word.contains('/') && !word.contains(' ') && !word.starts_with('-'))
        .collect();
    assert!(paths.len() > 20, "the paths are not found: {paths:?}");
    for path in paths {
        let fixed: PathBuf = path.split('/').take_while(|part| !is_free(part)).collect();
        assert!(root().join(&fixed).exists(), "{path}: there is no {}", fixed.display());
    }
}

#[test]
fn every_test_that_ends_a_recipe_exists() {
    let folders = [root().join("tests/suite"), root().join("src"), root().join("crates")];
    for command in recipes().split('`').skip(1).step_by(2).filter(|word| word.starts_with("cargo test")) {
        let name = command.split(' ').rfind(|word| !word.starts_with('-')).unwrap();
        let known = ["suite", "lib", "recorded::TOOL"].contains(&name)
            || folders.iter().any(|folder| ["", ".rs"].iter().any(|end| folder.join(format!("{name}{end}")).exists()));
        assert!(known, "{command}: there are no tests named {name}");
    }
}

/// A copy of the files that git knows or would take, in which a recipe is followed.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Copy {
        let home = tempfile::tempdir().unwrap();
        let listed = Command::new("git")
            .args(["ls-files", "-co", "--exclude-standard"])
            .current_dir(root())
            .output()
            .expect("git lists the files of the tree");
        assert!(listed.status.success());
        for file in String::from_utf8(listed.stdout).unwrap().lines() {
            let to = home.path().join(file);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            if root().join(file).is_file() {
                std::fs::copy(root().join(file), to).unwrap();
            }
        }
        Copy(home)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn put_before(&self, file: &str, mark: &str, text: &str) {
        let old = std::fs::read_to_string(self.0.path().join(file)).unwrap();
        assert!(old.contains(mark), "{file} has no `{mark}`");
        self.write(file, &old.replacen(mark, &format!("{text}{mark}"), 1));
    }

    /// Crates of others are taken from this build's target folder.
    fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("CARGO_TARGET_DIR", root().join("target"))
            .env("CTX_UPDATE", "1")
            .output()
            .unwrap()
    }

    fn passes(&self, arguments: &[&str]) -> String {
        let done = self.cargo(arguments);
        let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "cargo {}:\n{text}", arguments.join(" "));
        text
    }
}

/// A row, a reader in Rust, and a language without a grammar; each is then at work in a test of its crate.
#[test]
#[ignore = "builds two crates of a copy of the tree"]
fn a_reader_and_a_language_are_added_as_the_recipes_say() {
    let copy = Copy::new();
    let fixture = |tool: &str, raw: &str| {
        copy.write(&format!("fixtures/{tool}/fails.raw"), raw);
        let facts = format!("command = \"{tool} all\"\nversion = \"1\"\nexit = 1\nneedles = []\n");
        copy.write(&format!("fixtures/{tool}/fails.toml"), &facts);
        copy.put_before("crates/digest/src/test.rs", "    webpack wget", &format!("    {tool}\n"));
    };
    let table = "crates/digest/src/readers/flat/table.toml";
    let row = "[[reader]]\nname = \"rowtool\"\nmatch = [\"rowtool\"]\nerror = ['^BAD (?<message>.*)$']\n\n";
    copy.put_before(table, "[[reader]]\nname = \"tsc\"", row);
    fixture("rowtool", "BAD a.c:3: the lid is open\n");
    let reader = "//! A tool.\n\nuse crate::part::ReaderInput;\nuse crate::reading::Reading;\n\n\
        pub fn read(part: &ReaderInput) -> Reading {\n    let mut reading = Reading::default();\n    \
        for (at, line) in part.lines() {\n        \
        if let Some(said) = line.strip_prefix(\"!! \") {\n            reading.add_error(at, said);\n        }\n    }\n    reading\n}\n";
    copy.write("crates/digest/src/readers/codetool.rs", reader);
    copy.put_before("crates/digest/src/readers/mod.rs", "pub mod flat;", "mod codetool;\n");
    let in_code = "(\"codetool\", super::codetool::read), ";
    copy.put_before("crates/digest/src/readers/flat/mod.rs", "(\"rustc\", rustc::read)", in_code);
    copy.put_before(table, "[[reader]]\nname = \"tsc\"", "[[reader]]\nname = \"codetool\"\nmatch = [\"codetool\"]\n\n");
    fixture("codetool", "!! the pipe leaks\n");
    copy.passes(&["test", "--offline", "-p", "ctx-digest", "--lib", "recorded::"]);
    let shown =
        |tool: &str| std::fs::read_to_string(copy.0.path().join(format!("fixtures/{tool}/fails.shown"))).unwrap();
    assert!(shown("rowtool").starts_with("rowtool\nE a.c:3 a.c:3: the lid is open\n"), "{}", shown("rowtool"));
    assert!(shown("codetool").starts_with("codetool\nE the pipe leaks\n"), "{}", shown("codetool"));

    let language = "    Language {\n        name: \"housetext\",\n        extensions: &[\"house\"],\n        file_names: &[],\n        \
        shebangs: &[],\n        outline: |_, text| plain::markdown(text),\n    },\n";
    copy.put_before("crates/outline/src/language.rs", "    Language {\n        name: \"python\"", language);
    copy.passes(&["check", "--offline", "-p", "ctx-outline"]);
}

/// A subcommand that answers, and an agent whose row is a copy of a known one under its own name.
#[test]
#[ignore = "builds the program from a copy of the tree"]
fn a_subcommand_and_an_agent_are_added_as_the_recipes_say() {
    let copy = Copy::new();
    let verb = "//! `ctx ping`: answers.\n\nuse crate::context::{Context, Ending};\nuse crate::error::Result;\n\n\
        /// Answer\n#[derive(clap::Args)]\n#[command(after_help = \"Example:\\n  ctx ping\")]\npub struct Args {}\n\n\
        impl Args {\n    pub fn run(self, context: &Context) -> Result<Ending> {\n        context.ui.out(\"pong\\n\");\n        \
        Ok(Ending::OK)\n    }\n}\n";
    copy.write("src/commands/ping.rs", verb);
    copy.put_before("src/commands/mod.rs", "pub mod prune;", "pub mod ping;\n");
    copy.put_before("src/cli.rs", "    Note(commands::note::Args),", "    Ping(commands::ping::Args),\n");
    copy.put_before(
        "src/cli.rs",
        "            Command::Note(args)",
        "            Command::Ping(args) => args.run(context),\n",
    );

    let cursor = std::fs::read_to_string(root().join("crates/agents/src/cursor.rs")).unwrap();
    let row = cursor.replace("Agent::Cursor", "Agent::Housebot").replace("name: \"cursor\"", "name: \"housebot\"");
    copy.write("crates/agents/src/housebot.rs", &row);
    copy.put_before("crates/agents/src/lib.rs", "mod cursor;", "mod housebot;\n");
    copy.put_before("crates/agents/src/agent.rs", "    VsCode,\n}", "    Housebot,\n");
    copy.put_before("crates/agents/src/agent.rs", "Agent::VsCode]", "Agent::Housebot, ");
    copy.put_before("crates/agents/src/table.rs", "&vscode::ROW]", "&super::housebot::ROW, ");
    for file in ["agent.rs", "table.rs"].map(|file| format!("crates/agents/src/{file}")) {
        let text = std::fs::read_to_string(copy.0.path().join(&file)).unwrap();
        copy.write(&file, &text.replace("; 7]", "; 8]"));
    }
    let built = copy.passes(&["run", "--offline", "--bin", "ctx", "--", "ping"]);
    assert!(built.contains("pong"), "{built}");
    let refused = copy.cargo(&["run", "--offline", "--bin", "ctx", "--", "init", "nobody"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("housebot"), "{said}");
}
