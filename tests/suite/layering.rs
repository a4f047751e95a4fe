//! The direction of imports: main → cli → commands → {capture, digest, …} → store → {model, …}, never upward, never in a
//! circle of more than two files; and what only some may know: SQL, clap, the way to standard output.

use std::path::{Path, PathBuf};

use crate::imports::{Graph, product, rust_files};

/// The floors, from the ground up: a module may use only what stands on a lower one.
const FLOORS: &[&[&str]] = &[
    &["env", "error", "picker", "secrets", "token"],
    &["error_log", "id", "model", "script", "tools", "ui"],
    &["capture", "shell"],
    &["agents", "batch", "digest", "fetch", "outline", "store"],
    &["config", "session", "stats"],
    &["files", "record"],
    &["import", "mcp", "search", "setup"],
    &["hub"],
    &["context", "doctor", "hook", "seam"],
    &["proxy", "web"],
    &["commands"],
    &["cli"],
    &["main"],
];

/// Files that write to standard output by themselves, each with its reason.
const WRITERS: &[(&str, &str)] = &[
    ("ui.rs", "the one point that masks"),
    ("mcp.rs", "the protocol's own messages; what tools print in them was masked by the command that ran"),
    ("record/recorder.rs", "bytes that the store did not take, shown as the command wrote them"),
    ("commands/get.rs", "--raw gives the very bytes; --follow masks line by line"),
    ("commands/fetch.rs", "--raw gives the very bytes of a page"),
    ("commands/store.rs", "--tee hands on the bytes of a pipe"),
    ("commands/export.rs", "masked line by line, or with --raw the very bytes"),
    ("picker/terminal.rs", "draws lines that it was handed masked"),
    ("seam/sink.rs", "what an agent's shell prints: byte for byte where it is whole, masked where ctx composed it"),
    ("capture/signals.rs", "wakes its own poll loop through a pipe"),
    ("capture/spawn.rs", "a child that cannot start tells why through a pipe"),
];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn floor(module: &str) -> usize {
    let found = FLOORS.iter().position(|floor| floor.contains(&module));
    found.unwrap_or_else(|| panic!("{module} stands on no floor"))
}

/// Every file's path below `src`, its module, and its code without tests.
fn files() -> Vec<(String, String, String)> {
    let src = src();
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files
        .iter()
        .map(|file| {
            let path = file.strip_prefix(&src).unwrap().to_str().unwrap().to_owned();
            let module = path.split(['/', '.']).next().unwrap().to_owned();
            (path, module, product(&std::fs::read_to_string(file).unwrap()))
        })
        .filter(|(_, module, _)| module != "lib")
        .collect()
}

#[test]
fn imports_point_downward() {
    let mut upward = Vec::new();
    for (path, module, code) in files() {
        for part in code.split("crate::").skip(1) {
            let target: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if target != module && !target.is_empty() && floor(&target) >= floor(&module) {
                upward.push(format!("{path} uses {target}"));
            }
        }
    }
    assert!(upward.is_empty(), "{} arrows point upward:\n{}", upward.len(), upward.join("\n"));
}

#[test]
fn no_circle_of_more_than_two_files() {
    let graph = Graph::read(&src());
    let (files, arrows) = (graph.edges.len(), graph.edges.values().map(|edges| edges.len()).sum::<usize>());
    assert!(files > 300 && arrows > 1_000, "{files} files and {arrows} arrows: the imports are not read");
    let circles = graph.circles();
    let large: Vec<String> = circles.iter().filter(|circle| circle.len() > 2).map(|circle| circle.join(", ")).collect();
    assert!(large.is_empty(), "{} circles of {}:\n{}", large.len(), circles.len(), large.join("\n"));
}

#[test]
fn only_some_know_sql_and_clap() {
    let mut wrong = Vec::new();
    for (path, module, code) in files() {
        let sql = code.contains("SELECT ") && module != "hub";
        if module != "store" && (code.contains("rusqlite") || sql) {
            wrong.push(format!("{path} knows SQL"));
        }
        if module != "hub" && code.contains("postgres::") {
            wrong.push(format!("{path} knows Postgres"));
        }
        if !["cli", "commands", "main"].contains(&module.as_str()) && code.contains("clap") {
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
        let writes =
            ["write_raw(", "stdout().lock()", "new(std::io::stdout())", " print!(", " println!(", "libc::write("];
        if writes.iter().any(|sign| code.contains(sign)) && !WRITERS.iter().any(|(file, _)| *file == path) {
            wrong.push(format!("{path} writes to standard output by itself"));
        }
        // The page is sent what `Ui` masked, by one file; an exported one is made of the same.
        let sends =
            path.starts_with("web/") && ["write_all(", "TcpStream::connect"].iter().any(|sign| code.contains(sign));
        if sends && path != "web/respond.rs" {
            wrong.push(format!("{path} writes to a connection by itself"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let sent = std::fs::read_to_string(src().join("web/respond.rs")).unwrap();
    let made: Vec<&str> = sent.split("Body::Text(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(
        made,
        ["ui.rendered(value", "format!(\"ctx: {why}\\n\"", "text"],
        "answers are masked data or fixed words"
    );
    let exported = std::fs::read_to_string(src().join("web/export.rs")).unwrap();
    assert!(exported.contains("context.ui.rendered(&carried)"), "what an exported page carries is masked");
    let report = std::fs::read_to_string(src().join("record/report.rs")).unwrap();
    assert!(report.contains("pub fn compose(subject: &Subject<'_>, text: &Masked,"), "compose takes masked texts only");
}

#[test]
fn only_the_rows_of_agents_know_which_agent_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    let own = ["claude_code", "codex", "gemini", "cursor", "copilot", "opencode", "vscode", "agent", "row", "table"];
    let names = ["ClaudeCode", "Codex", "Gemini", "Cursor", "Copilot", "OpenCode", "VsCode"];
    for file in files.iter().filter(|file| file.file_name().is_some_and(|name| name != "tests.rs")) {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap();
        let inside = path.strip_prefix("agents/").and_then(|path| path.split(['/', '.']).next());
        if inside.is_some_and(|name| own.contains(&name)) {
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for name in names {
            assert!(!code.contains(&format!("Agent::{name}")), "{path} asks for {name}: ask its row in src/agents");
        }
    }
}
