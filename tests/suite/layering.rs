//! What the compiler does not hold about the structure: the direction of imports between the modules of `src`, no circles
//! of more than two files in any crate, and which files may know SQL, clap or the way to standard output. The direction
//! between crates is the compiler's.

use std::path::{Path, PathBuf};

use crate::imports::{Graph, product, rust_files};

/// The layers of `src`, lowest first: a module may use only what stands on a lower one.
const LAYERS: &[&[&str]] =
    &[&["exit_status", "permissions", "picker"], &["input", "session_files"], &["commands"], &["cli"], &["main"]];

/// Names that `src/lib.rs` gives parts of the crates, which are below all of `src`.
const SHORT: &[&str] = &[
    "capture",
    "config",
    "doctor",
    "error",
    "error_log",
    "fetch",
    "files",
    "fold",
    "hook",
    "hub",
    "import",
    "prices",
    "proxy",
    "record",
    "script",
    "seam",
    "search",
    "session",
    "setup",
    "stats",
    "token",
    "tools",
    "ui",
    "web",
];

/// Files that write to standard output by themselves, each with its reason.
const WRITERS: &[(&str, &str)] = &[
    ("crates/capture/src/ui.rs", "the one point that masks"),
    (
        "crates/mcp/src/server.rs",
        "the protocol's own messages; what tools print in them was masked by the command that ran",
    ),
    ("crates/capture/src/record/recorder.rs", "bytes that the store did not take, shown as the command wrote them"),
    ("src/commands/fold.rs", "--replay prints stubs as they would be sent: parts of the file that was named"),
    ("src/cli.rs", "the help and the first lines, which are fixed words"),
    ("src/commands/get.rs", "--raw gives the very bytes that a hub keeps"),
    ("src/commands/get/exact.rs", "--raw gives the very bytes; --follow masks line by line"),
    ("crates/capture/src/record/live.rs", "a command's output on a person's terminal, masked as it comes"),
    ("src/commands/fetch.rs", "--raw gives the very bytes of a page"),
    ("src/commands/store.rs", "--tee hands on the bytes of a pipe"),
    ("src/commands/store/export.rs", "masked line by line, or with --raw the very bytes"),
    ("src/picker/terminal.rs", "draws lines that it was handed masked"),
    (
        "crates/capture/src/seam/sink.rs",
        "what an agent's shell prints: byte for byte where it is whole, masked where ctx composed it",
    ),
    ("crates/capture/src/seam/watchdog.rs", "tells the watchdog of a shell's group through a pipe that all is well"),
    ("crates/capture/src/signals.rs", "wakes its own poll loop through a pipe"),
    ("crates/proxy/src/process.rs", "the proxy's address, to the process that started it"),
    ("crates/capture/src/spawn.rs", "a child that cannot start tells why through a pipe"),
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("{module} is in no layer"))
}

/// The source folder of every package: the root's and those in `crates/`.
fn packages() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let below = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path().join("src"));
    std::iter::once(src()).chain(below).collect()
}

/// Every file of every package: its path from the root, its module, and its code without tests.
fn files() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for package in packages() {
        rust_files(&package, &mut files);
    }
    files
        .iter()
        .map(|file| {
            let path = file.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let inside = path.split_once("src/").map_or("", |(_, inside)| inside);
            let module = inside.split(['/', '.']).next().unwrap().to_owned();
            (path, module, product(&std::fs::read_to_string(file).unwrap()))
        })
        .collect()
}

#[test]
fn imports_point_downward() {
    let mut upward = Vec::new();
    for (path, module, code) in files() {
        if !path.starts_with("src/") || module == "lib" {
            continue;
        }
        for part in code.split("crate::").skip(1) {
            // `crate::{a, b}` names several, `crate::a::b` one. What is no module stands at the root: a type, mostly.
            let group = part.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(group, _)| group);
            for name in group.unwrap_or(part).split(',').take(if group.is_some() { usize::MAX } else { 1 }) {
                let name = name.trim_start();
                let target: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let is_module = target.starts_with(|first: char| first.is_lowercase());
                let is_crate = SHORT.contains(&target.as_str());
                if target != module && is_module && !is_crate && layer(&target) >= layer(&module) {
                    upward.push(format!("{path} uses {target}"));
                }
            }
        }
    }
    assert!(upward.is_empty(), "{} arrows point upward:\n{}", upward.len(), upward.join("\n"));
}

#[test]
fn no_circle_of_more_than_two_files() {
    let graphs: Vec<Graph> = packages().iter().map(|package| Graph::read(package)).collect();
    let files: usize = graphs.iter().map(|graph| graph.edges.len()).sum();
    let arrows: usize = graphs.iter().flat_map(|graph| graph.edges.values()).map(|edges| edges.len()).sum();
    assert!(files > 300 && arrows > 800, "{files} files and {arrows} arrows: the imports are not read");
    let circles: Vec<_> = graphs.iter().flat_map(Graph::circles).collect();
    let large: Vec<String> = circles.iter().filter(|circle| circle.len() > 2).map(|circle| circle.join(", ")).collect();
    assert!(large.is_empty(), "{} circles of {}:\n{}", large.len(), circles.len(), large.join("\n"));
}

#[test]
fn only_some_know_sql_and_clap() {
    let mut wrong = Vec::new();
    for (path, module, code) in files() {
        let is_in = |package: &str| path.starts_with(&format!("crates/{package}/"));
        let sql = code.contains("SELECT ") && !is_in("hub") && !is_in("digest") && !is_in("secrets");
        if !is_in("store") && (code.contains("rusqlite") || sql) {
            wrong.push(format!("{path} knows SQL"));
        }
        if !is_in("hub") && code.contains("postgres::") {
            wrong.push(format!("{path} knows Postgres"));
        }
        let takes_arguments = path.starts_with("src/") && ["cli", "commands", "main"].contains(&module.as_str());
        if !takes_arguments && code.contains("clap::") {
            wrong.push(format!("{path} knows clap"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever is printed for a reader is masked in `Ui`; a report is composed of a text that is masked already, because
/// `compose` takes no other.
#[test]
fn nothing_printed_goes_round_the_masking_point() {
    let mut wrong = Vec::new();
    for (path, _, code) in files() {
        let writes = [
            "write_raw_to_stdout(",
            "stdout().lock()",
            "new(std::io::stdout())",
            " print!(",
            " println!(",
            "libc::write(",
        ];
        if writes.iter().any(|sign| code.contains(sign)) && !WRITERS.iter().any(|(file, _)| *file == path) {
            wrong.push(format!("{path} writes to standard output by itself"));
        }
        // The page is sent what `Ui` masked, by one file; an exported one is made of the same.
        let sends = path.starts_with("crates/web/")
            && ["write_all(", "TcpStream::connect"].iter().any(|sign| code.contains(sign));
        if sends && path != "crates/web/src/respond.rs" {
            wrong.push(format!("{path} writes to a connection by itself"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sent = std::fs::read_to_string(root.join("crates/web/src/respond.rs")).unwrap();
    let made: Vec<&str> = sent.split("Body::Text(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(
        made,
        ["ui.masked_json_line(value", "format!(\"ctx: {why}\\n\"", "text"],
        "answers are masked data or fixed words"
    );
    let exported = std::fs::read_to_string(root.join("crates/web/src/export.rs")).unwrap();
    assert!(exported.contains("context.ui.masked_json_line(&carried)"), "what an exported page carries is masked");
    let report = std::fs::read_to_string(root.join("crates/capture/src/record/report.rs")).unwrap();
    assert!(
        report.contains("pub fn compose_report(\n    subject: &ReportSubject<'_>,\n    text: &MaskedText,"),
        "compose takes masked texts only"
    );
}

#[test]
fn only_the_rows_of_agents_know_which_agent_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for package in packages() {
        rust_files(&package, &mut files);
    }
    let own = ["claude_code", "codex", "gemini", "cursor", "copilot", "opencode", "vscode", "agent", "row", "table"];
    let names = ["ClaudeCode", "Codex", "Gemini", "Cursor", "Copilot", "OpenCode", "VsCode"];
    for file in files.iter().filter(|file| file.file_name().is_some_and(|name| name != "tests.rs")) {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap();
        let inside = path.strip_prefix("crates/agents/src/").and_then(|path| path.split(['/', '.']).next());
        if inside.is_some_and(|name| own.contains(&name)) {
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in names {
            assert!(!code.contains(&format!("Agent::{name}")), "{path} asks for {name}: ask its row in crates/agents");
        }
    }
}
