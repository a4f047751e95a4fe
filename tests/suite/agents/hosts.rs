//! The tested agents: how each is started without a person and without asking, the names of its tools, and how to make
//! it compact a conversation.

use std::path::Path;

use serde_json::json;

use super::model::{SIDE, SUB_AGENT, Step};

/// An agent.
pub struct Host {
    /// As ctx calls it.
    pub name: &'static str,
    pub program: &'static str,
    /// Variables and words; `more` goes before or after the prompt, as the agent takes it.
    pub start: fn(port: u16, prompt: &str, more: &[&str]) -> Start,
    /// The words that go on with the last conversation.
    pub again: &'static [&'static str],
    /// Settings that it needs, by their places below the home.
    pub settings: fn(work: &Path) -> Vec<(&'static str, String)>,
    /// Files written and edited, a result of an MCP server, a sub-agent: by its own tools.
    pub own: fn(work: &Path) -> Vec<Step>,
    /// The last step of its sub-agent.
    pub side_end: fn() -> Step,
    pub compact: Compact,
}

/// How to make it compact the conversation.
pub enum Compact {
    /// A prompt.
    Prompt(&'static str),
    /// The model claims this many tokens with its last words: the next prompt comes after a summary. Whether the last
    /// call is repeated after a summary depends on the size of the messages before it: so no call may be the last.
    AtEnd(u64),
    /// The same for agents that look no further back than to the last call.
    AtCall(u64),
}

pub type Start = (Vec<(String, String)>, Vec<String>);

/// The server of the MCP tools `report` and `small`, beside the project.
pub const SERVER: &str = "server.mjs";
const SERVER_TEXT: &str = r#"import { createInterface } from 'node:readline'
const tool = (name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } })
const rows = Array.from({ length: 700 }, (_, n) => `issue #${n}: the cart loses item ${n} when the page reloads`)
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const result =
    method === 'initialize' ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } }
    : method === 'tools/list' ? { tools: [tool('report'), tool('small')] }
    : method === 'tools/call' ? { content: [{ type: 'text', text: params.name === 'small' ? 'short' : rows.join('\n') }] }
    : {}
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
}
"#;

fn text(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn words(words: &[&[&str]]) -> Vec<String> {
    words.concat().into_iter().map(str::to_owned).collect()
}

fn path(work: &Path, name: &str) -> String {
    work.join(name).to_str().expect("a path").to_owned()
}

fn server(work: &Path) -> String {
    path(work.parent().expect("a home"), SERVER)
}

fn with_server(work: &Path, others: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    assert!(server(work).ends_with(SERVER));
    [vec![(SERVER, SERVER_TEXT.to_owned())], others].concat()
}

fn task() -> String {
    format!("{SIDE}: look around and run the tests.")
}

pub const HOSTS: [Host; 5] = [
    Host {
        name: "claude-code",
        program: "claude",
        start: |port, prompt, more| {
            let url = format!("http://127.0.0.1:{port}");
            let env = text(&[("ANTHROPIC_BASE_URL", &url), ("ANTHROPIC_API_KEY", "scripted"), ("IS_SANDBOX", "1")]);
            let own = ["--model", "claude-sonnet-4-5", "--dangerously-skip-permissions", "--mcp-config", "../mcp.json"];
            (env, words(&[&["-p", prompt], more, &own]))
        },
        again: &["--continue"],
        settings: |work| {
            let servers = json!({ "mcpServers": { "big": { "command": "node", "args": [server(work)] } } });
            with_server(work, vec![("mcp.json", servers.to_string())])
        },
        own: |work| {
            let made = path(work, "made.txt");
            vec![
                Step::call("Write", json!({ "file_path": made, "content": "one\ntwo\n" })),
                Step::call("Edit", json!({ "file_path": made, "old_string": "two", "new_string": "three" })),
                Step::call("Edit", json!({ "file_path": made, "old_string": "nowhere", "new_string": "x" })),
                Step::call("Read", json!({ "file_path": made })),
                Step::call("mcp__big__small", json!({})),
                Step::call("mcp__big__report", json!({})),
                Step::call(
                    "Agent",
                    json!({ "description": "look", "prompt": task(), "subagent_type": "general-purpose", "run_in_background": false }),
                ),
            ]
        },
        side_end: || Step::say("side done"),
        compact: Compact::Prompt("/compact"),
    },
    Host {
        name: "codex",
        program: "codex",
        start: |port, prompt, more| {
            let provider = format!(
                "model_providers.scripted={{name=\"scripted\",base_url=\"http://127.0.0.1:{port}/v1\",wire_api=\"responses\",env_key=\"SCRIPTED_KEY\"}}"
            );
            let own = [
                "exec",
                "--skip-git-repo-check",
                "-c",
                "model_provider=\"scripted\"",
                "-c",
                &provider,
                "-c",
                "model=\"gpt-5.1-codex\"",
                "-c",
                "model_auto_compact_token_limit=200000",
                "-c",
                "mcp_servers.big={command=\"node\",args=[\"../server.mjs\"]}",
                "--dangerously-bypass-approvals-and-sandbox",
                "--dangerously-bypass-hook-trust",
            ];
            (text(&[("SCRIPTED_KEY", "scripted")]), words(&[&own, more, &[prompt]]))
        },
        again: &["resume", "--last"],
        settings: |work| with_server(work, Vec::new()),
        own: |_| {
            let patch =
                |body: &str| Step::shell(&format!("apply_patch <<'EOF'\n*** Begin Patch\n{body}\n*** End Patch\nEOF"));
            vec![
                patch("*** Add File: made.txt\n+one\n+two"),
                patch("*** Update File: made.txt\n@@\n one\n-two\n+three"),
                patch("*** Update File: made.txt\n@@\n-nowhere\n+x"),
                Step::within("mcp__big", "small", json!({})),
                Step::within("mcp__big", "report", json!({})),
                Step::within("multi_agent_v1", "spawn_agent", json!({ "message": task() })),
                Step::within("multi_agent_v1", "wait_agent", json!({ "targets": [SUB_AGENT], "timeout_ms": 60_000 })),
            ]
        },
        side_end: || Step::say("side done"),
        compact: Compact::AtEnd(260_000),
    },
    Host {
        name: "gemini",
        program: "gemini",
        start: |port, prompt, more| {
            let url = format!("http://127.0.0.1:{port}");
            let env = [
                ("GOOGLE_GEMINI_BASE_URL", url.as_str()),
                ("GEMINI_API_KEY", "scripted"),
                ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
            ];
            let own = ["--approval-mode", "yolo", "-m", "gemini-2.5-pro"];
            (text(&env), words(&[&["-p", prompt], more, &own]))
        },
        again: &["--resume", "latest"],
        settings: |work| {
            let settings = json!({
                "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": false } },
                "mcpServers": { "big": { "command": "node", "args": [server(work)], "trust": true } },
            });
            with_server(work, vec![(".gemini/settings.json", settings.to_string())])
        },
        own: |work| {
            let made = path(work, "made.txt");
            let replace = |old: &str, new: &str| json!({ "file_path": made, "old_string": old, "new_string": new, "instruction": "x" });
            vec![
                Step::call("write_file", json!({ "file_path": made, "content": "one\ntwo\n" })),
                Step::call("replace", replace("two", "three")),
                Step::call("mcp_big_small", json!({})),
                Step::call("mcp_big_report", json!({})),
                Step::call("invoke_agent", json!({ "agent_name": "generalist", "prompt": task() })),
            ]
        },
        side_end: || Step::call("complete_task", json!({ "result": { "response": "side done" } })),
        compact: Compact::AtCall(900_000),
    },
    Host {
        name: "opencode",
        program: "opencode",
        start: |port, prompt, more| {
            let config = json!({
                "provider": { "scripted": {
                    "npm": "@ai-sdk/openai-compatible", "name": "Scripted",
                    "options": { "baseURL": format!("http://127.0.0.1:{port}/v1"), "apiKey": "scripted" },
                    "models": { "m": { "name": "m", "limit": { "context": 200_000, "output": 8000 } } },
                } },
                "mcp": { "big": { "type": "local", "command": ["node", "../server.mjs"] } },
                "model": "scripted/m", "small_model": "scripted/m", "autoupdate": false, "share": "disabled",
            });
            let config = config.to_string();
            let env = [
                ("OPENCODE_CONFIG_CONTENT", config.as_str()),
                ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
                ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
                ("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"),
                ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
            ];
            (text(&env), words(&[&["run"], more, &[prompt]]))
        },
        again: &["--continue"],
        settings: |work| with_server(work, Vec::new()),
        own: |work| {
            let made = path(work, "made.txt");
            let edit = |old: &str, new: &str| json!({ "filePath": made, "oldString": old, "newString": new });
            vec![
                Step::call("write", json!({ "filePath": made, "content": "one\ntwo\n" })),
                Step::call("edit", edit("two", "three")),
                Step::call("edit", edit("nowhere", "x")),
                Step::call("big_small", json!({})),
                Step::call("big_report", json!({})),
                Step::call("task", json!({ "description": "look", "prompt": task(), "subagent_type": "general" })),
            ]
        },
        side_end: || Step::say("side done"),
        compact: Compact::AtEnd(199_000),
    },
    Host {
        name: "copilot",
        program: "copilot",
        start: |port, prompt, more| {
            let url = format!("http://127.0.0.1:{port}/v1");
            let env = [
                ("COPILOT_PROVIDER_BASE_URL", url.as_str()),
                ("COPILOT_PROVIDER_TYPE", "openai"),
                ("COPILOT_PROVIDER_API_KEY", "scripted"),
                ("COPILOT_MODEL", "scripted"),
                ("COPILOT_OFFLINE", "true"),
                ("COPILOT_AUTO_UPDATE", "false"),
            ];
            (text(&env), words(&[&["-p", prompt, "--allow-all-tools", "--no-color"], more]))
        },
        again: &["--continue"],
        settings: |work| {
            let servers = json!({ "mcpServers": { "big": { "type": "local", "command": "node", "args": [server(work)], "tools": ["*"] } } });
            let trusted = json!({ "trusted_folders": [work] });
            let files =
                vec![(".copilot/mcp-config.json", servers.to_string()), (".copilot/config.json", trusted.to_string())];
            with_server(work, files)
        },
        own: |work| {
            let made = path(work, "made.txt");
            let edit = |old: &str, new: &str| json!({ "path": made, "old_str": old, "new_str": new });
            vec![
                Step::call("create", json!({ "path": made, "file_text": "one\ntwo\n" })),
                Step::call("edit", edit("two", "three")),
                Step::call("edit", edit("nowhere", "x")),
                Step::call("big-small", json!({})),
                Step::call("big-report", json!({})),
                Step::call(
                    "task",
                    json!({ "description": "look", "prompt": task(), "agent_type": "general-purpose", "name": "looker", "mode": "sync" }),
                ),
            ]
        },
        side_end: || Step::say("side done"),
        compact: Compact::AtCall(190_000),
    },
];
