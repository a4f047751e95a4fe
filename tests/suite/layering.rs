//! The direction of imports: main → cli → commands → {capture, digest, …} → store → {id, error, …}, never upward.

use std::path::Path;

/// Modules and how far up they stand; a module may use only what stands below it or beside it where named.
const LEVELS: &[(&str, u8)] = &[
    ("main", 11),
    ("cli", 10),
    ("commands", 9),
    ("seam", 9),
    ("mcp", 8),
    ("recorder", 8),
    ("batch", 6),
    ("view", 6),
    ("live", 6),
    ("import", 6),
    ("memory", 6),
    ("ended", 6),
    ("setup", 6),
    ("doctor", 7),
    ("hook", 7),
    ("report", 5),
    ("stats", 5),
    ("picker", 5),
    ("store", 4),
    ("search", 7),
    ("files", 5),
    ("agents", 5),
    ("outline", 3),
    ("session", 3),
    ("digest", 3),
    ("capture", 2),
    ("fetch", 3),
    ("script", 2),
    ("tools", 1),
    ("ui", 1),
    ("error_log", 1),
    ("config", 4),
    ("shell", 0),
    ("env", 0),
    ("secrets", 0),
    ("id", 0),
    ("error", 0),
];

/// Edges that point up or sideways on purpose, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    // Commands are handed their context, which the root defines.
    ("commands", "cli"),
    // How a child ended is part of what is read; the type lives with the readers.
    ("capture", "digest"),
    ("id", "error"),
];

fn level(module: &str) -> u8 {
    LEVELS
        .iter()
        .find(|(name, _)| *name == module)
        .unwrap_or_else(|| panic!("{module} is not in the table of levels"))
        .1
}

fn visit(dir: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            visit(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn imports_point_downward() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    visit(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(&src).unwrap();
        let module = relative.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned();
        if module == "lib" {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let product = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let code: Vec<&str> = product.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let product = code.join("\n");
        for part in product.split("crate::").skip(1) {
            let target: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if target == module || target.is_empty() || ALLOWED.contains(&(module.as_str(), target.as_str())) {
                continue;
            }
            if level(&target) >= level(&module) {
                wrong.push(format!("{} uses {target}", relative.display()));
            }
        }
        let knows = |word: &str| product.contains(word);
        if module != "store" && (knows("rusqlite") || knows("SELECT ")) {
            wrong.push(format!("{} knows SQL", relative.display()));
        }
        if !["cli", "commands", "main"].contains(&module.as_str()) && knows("clap") {
            wrong.push(format!("{} knows clap", relative.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_rows_of_agents_know_which_agent_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    visit(&root, &mut files);
    let own = ["claude_code", "codex", "gemini", "cursor", "copilot", "opencode", "vscode", "agent"];
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
