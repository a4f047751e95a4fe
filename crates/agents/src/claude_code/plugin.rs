//! A Claude Code plugin, file by file: manifest, marketplace, hooks, skill, slash commands, MCP server.

use serde_json::json;

use crate::agent::Agent;
use crate::install::{edit, hooks};

/// The hashes of the plugin's files, so that an edited file can be distinguished from one that is only old.
pub const LEDGER: &str = ".claude-plugin/ctx-files.json";

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Every file of the plugin except the ledger: its path and its content.
pub fn plugin_files() -> Vec<(&'static str, String)> {
    let of_this_version = |text: &str| text.replace("\"VERSION\"", &format!("\"{VERSION}\""));
    vec![
        (".claude-plugin/plugin.json", of_this_version(include_str!("plugin/plugin.json"))),
        (".claude-plugin/marketplace.json", of_this_version(include_str!("plugin/marketplace.json"))),
        ("hooks/hooks.json", edit::render_document(&json!({ "hooks": hooks::all_hooks_as_json(Agent::ClaudeCode) }))),
        (".mcp.json", include_str!("plugin/mcp.json").to_owned()),
        ("skills/ctx/SKILL.md", include_str!("plugin/SKILL.md").to_owned()),
        ("commands/stats.md", include_str!("plugin/stats.md").to_owned()),
        ("commands/doctor.md", include_str!("plugin/doctor.md").to_owned()),
        ("commands/search.md", include_str!("plugin/search.md").to_owned()),
    ]
}

/// The ledger over those files.
pub fn render_hash_ledger(files: &[(&str, String)]) -> String {
    let hashes = files.iter().map(|(path, text)| ((*path).to_owned(), json!(hash_bytes(text.as_bytes())))).collect();
    edit::render_document(&json!({ "version": VERSION, "files": serde_json::Value::Object(hashes) }))
}

pub fn hash_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_files_are_json_and_the_markdown_has_its_head() {
        for (path, text) in plugin_files() {
            if path.ends_with(".json") {
                serde_json::from_str::<serde_json::Value>(&text).unwrap();
            } else {
                assert!(text.starts_with("---\n") && text.contains("\ndescription: "), "{path}");
            }
        }
        let ledger: serde_json::Value = serde_json::from_str(&render_hash_ledger(&plugin_files())).unwrap();
        let (path, text) = &plugin_files()[0];
        assert_eq!(ledger["files"][path].as_str(), Some(hash_bytes(text.as_bytes()).as_str()));
    }
}
