//! `ctx mcp` as its clients see it: both generations of the protocol, calls at once, cancelled, failing; and the
//! official Python client where it is there.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::harness::skip;
use crate::harness::{Home, eventually, finish, is_alive, reference};

/// All that a client puts into its model's context before the first call.
const LIMIT: usize = 6 * 1024;

struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    next: u64,
    /// `_meta` of each request, in the stateless generation.
    meta: Option<Value>,
}

/// Where `ctx` is found by its name, as hooks find it.
fn path_with_ctx() -> std::ffi::OsString {
    let own = std::path::Path::new(env!("CARGO_BIN_EXE_ctx")).parent().expect("a directory").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(own).chain(std::env::split_paths(&others))).expect("plain directories")
}

impl Server {
    fn start(home: &Home) -> Server {
        let mut child = home
            .command(["mcp"])
            .env("PATH", path_with_ctx())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Server { child, stdin, stdout, next: 0, meta: None }
    }

    /// A session of the older generation.
    fn initialized(home: &Home, version: &str) -> Server {
        let mut server = Server::start(home);
        let info = json!({ "name": "suite", "version": "1" });
        let answer =
            server.ask("initialize", json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info }));
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["serverInfo"]["name"], "ctx");
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    /// The newer one: no session, every request says all about itself.
    fn stateless(home: &Home) -> Server {
        let mut server = Server::start(home);
        server.meta = Some(json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "suite", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        }));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().expect("an open pipe"), "{message}").expect("the server listens");
    }

    /// Sends a request and does not wait for its answer.
    fn request(&mut self, method: &str, mut params: Value) -> u64 {
        self.next += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        self.next
    }

    /// The next message: every line of stdout is one.
    fn message(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        loop {
            let answer = self.message();
            // A message that is no request is answered without an id.
            if answer["id"].is_null() && answer.get("error").is_some() {
                continue;
            }
            assert_eq!(answer["id"], id, "{answer}");
            return answer;
        }
    }

    fn call(&mut self, name: &str, input: Value) -> (String, bool) {
        let answer = self.ask("tools/call", json!({ "name": name, "arguments": input }));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}"));
        (text.to_owned(), result["isError"] == json!(true))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stdin = None;
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Each tool once, with what the answer must hold.
fn every_tool(home: &Home) -> Vec<(&'static str, Value, &'static str)> {
    std::fs::write(home.work().join("lib.rs"), "//! A shop.\n\npub fn price() -> u32 {\n    7\n}\n").unwrap();
    vec![
        ("run", json!({ "command": "echo apples and pears" }), "apples and pears"),
        ("batch", json!({ "steps": ["run: echo one", "run: echo two"] }), "two"),
        ("get", json!({ "ref": "@" }), "two"),
        ("search", json!({ "queries": ["apples"] }), "apples and pears"),
        ("peek", json!({ "paths": ["lib.rs"] }), "pub fn price() -> u32"),
        ("read", json!({ "file": "lib.rs" }), "A shop."),
        ("edit", json!({ "file": "lib.rs", "old": "    7", "new": "    8" }), "edited"),
        ("write", json!({ "file": "new.txt", "text": "hello\n" }), "created"),
        ("note", json!({ "text": "prices are in cents", "decision": true }), "prices are in cents"),
        ("context", json!({}), "prices are in cents"),
        ("reflect", json!({}), "prices are in cents"),
        ("index", json!({ "paths": ["lib.rs"] }), "indexed 1 document"),
        ("stats", json!({}), "saved"),
        ("doctor", json!({}), "quick_check ok"),
    ]
}

#[test]
fn every_tool_is_listed_and_called_in_the_older_generation() {
    for version in ["2025-06-18", "2025-11-25"] {
        let home = Home::new();
        let mut server = Server::initialized(&home, version);
        lists_and_calls_everything(&home, &mut server);
    }
}

#[test]
fn every_tool_is_listed_and_called_without_a_session() {
    let home = Home::new();
    let mut server = Server::stateless(&home);
    let found = server.ask("server/discover", json!({}));
    let versions = found["result"]["supportedVersions"].as_array().expect("versions").clone();
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-06-18")), "{versions:?}");
    lists_and_calls_everything(&home, &mut server);
}

fn lists_and_calls_everything(home: &Home, server: &mut Server) {
    let listed = server.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().expect("tools").clone();
    let size = listed["result"]["tools"].to_string().len();
    assert!(size <= LIMIT, "{size} bytes of descriptions and schemas");
    let mut uncalled: Vec<String> = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    for (name, input, expected) in every_tool(home) {
        let (text, failed) = server.call(name, input);
        assert!(!failed && text.contains(expected), "{name}: {text}");
        uncalled.retain(|other| other != name);
    }
    let (text, failed) = server.call("fetch", json!({ "url": "http://127.0.0.1:9/" }));
    assert!(failed && text.contains("belongs to this machine"), "{text}");
    uncalled.retain(|other| other != "fetch");
    assert!(uncalled.is_empty(), "not called: {uncalled:?}");
    assert!(std::fs::read_to_string(home.work().join("lib.rs")).unwrap().contains("    8"));
}

#[test]
fn the_table_is_the_one_that_is_printed() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    let listed = server.ask("tools/list", json!({}));
    let printed: Value = serde_json::from_str(&home.ctx(["mcp", "tools"]).out).expect("JSON");
    assert_eq!(listed["result"]["tools"], printed);
}

#[test]
fn a_failed_call_is_its_own_error_and_the_server_goes_on() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    let (text, failed) = server.call("run", json!({ "command": "echo broken; exit 3" }));
    assert!(failed && text.contains("exit 3") && text.contains("broken"), "{text}");
    let (text, failed) = server.call("get", json!({ "ref": "zzzzzz" }));
    assert!(failed && text.contains("no entry [ctx:zzzzzz]") && text.contains("ctx history"), "{text}");
    let (text, failed) = server.call("get", json!({ "lines": "1:2" }));
    assert!(failed && text.contains("'ref' is missing"), "{text}");
    let (text, failed) = server.call("run", json!({ "command": "kill -9 $PPID" }));
    assert!(failed, "{text}");
    let answer = server.ask("tools/call", json!({ "name": "rm", "arguments": {} }));
    assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains("no tool 'rm'")), "{answer}");
    server.send(&json!("no request"));
    let complaint = server.message();
    assert_eq!(complaint, json!({ "jsonrpc": "2.0", "error": { "code": -32600, "message": "Invalid request" } }));
    let (text, failed) = server.call("run", json!({ "command": "echo '{\"jsonrpc\": \"2.0\"}'; echo still here >&2" }));
    assert!(!failed && text.contains("still here"), "{text}");
}

#[test]
fn each_generation_is_answered_in_its_own_form() {
    let home = Home::new();
    let mut server = Server::start(&home);
    let early = server.ask("tools/list", json!({}));
    assert_eq!(early["error"]["code"], -32602, "{early}");
    assert_eq!(server.ask("ping", json!({}))["result"], json!({}));
    let meta = |version: &str| {
        json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    };
    let listed = server.ask("tools/list", json!({ "_meta": meta("2026-07-28") }));
    let result = &listed["result"];
    assert_eq!((&result["resultType"], &result["ttlMs"]), (&json!("complete"), &json!(0)), "{listed}");
    let future = server.ask("tools/list", json!({ "_meta": meta("2030-01-01") }));
    assert_eq!(future["error"]["code"], -32022, "{future}");
    assert_eq!(future["error"]["data"]["requested"], "2030-01-01");
    assert_eq!(server.ask("ping", json!({ "_meta": meta("2026-07-28") }))["error"]["code"], -32601);
    let client = json!({ "name": "suite", "version": "1" });
    let offered =
        server.ask("initialize", json!({ "protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": client }));
    assert_eq!(offered["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(server.ask("resources/list", json!({}))["result"], json!({ "resources": [] }));
    assert_eq!(server.ask("roots/list", json!({}))["error"]["code"], -32601);
    for wrong in [json!({}), json!({ "name": "run", "arguments": "text" })] {
        assert_eq!(server.ask("tools/call", wrong)["error"]["code"], -32602);
    }
    writeln!(server.stdin.as_mut().unwrap(), "\n{{broken").unwrap();
    assert_eq!(server.message()["error"]["code"], -32700);
    // Neither a notification nor an answer is answered.
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/whatever" }));
    server.send(&json!({ "jsonrpc": "2.0", "id": 1, "result": {} }));
    assert!(server.ask("tools/list", json!({}))["result"].get("resultType").is_none());
}

#[test]
fn calls_do_not_wait_for_each_other_and_can_be_cancelled() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    let pid_file = home.work().join("pid");
    let slow = server
        .request("tools/call", json!({ "name": "run", "arguments": { "command": "echo $$ > pid; exec sleep 1000" } }));
    let (text, failed) = server.call("run", json!({ "command": "echo quick" }));
    assert!(!failed && text.contains("quick"), "{text}");
    let pid = || std::fs::read_to_string(&pid_file).unwrap_or_default().trim().to_owned();
    eventually("the slow call runs", || !pid().is_empty());
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": slow } }));
    eventually("the cancelled command ends", || !is_alive(&pid()));
    let (text, failed) = server.call("run", json!({ "command": "echo after" }));
    assert!(!failed && text.contains("after"), "{text}");
}

#[test]
fn a_client_that_goes_takes_its_calls_with_it() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    server
        .request("tools/call", json!({ "name": "run", "arguments": { "command": "echo $$ > pid; exec sleep 1000" } }));
    let pid = || std::fs::read_to_string(home.work().join("pid")).unwrap_or_default().trim().to_owned();
    eventually("the call runs", || !pid().is_empty());
    server.stdin = None;
    eventually("the server ends", || server.child.try_wait().expect("a status").is_some());
    eventually("so does what it ran", || !is_alive(&pid()));
}

#[test]
fn calls_of_a_client_that_sends_no_more_are_answered() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    let mut asked: Vec<u64> = (0..3)
        .map(|n| {
            server.request("tools/call", json!({ "name": "run", "arguments": { "command": format!("echo {n}") } }))
        })
        .collect();
    server.stdin = None;
    while !asked.is_empty() {
        let answer = server.message();
        asked.retain(|id| answer["id"] != *id);
    }
}

#[test]
fn a_conversation_is_a_session() {
    let home = Home::new();
    let mut server = Server::initialized(&home, "2025-06-18");
    let (text, _) = server.call("run", json!({ "command": "echo $CTX_SESSION" }));
    assert!(text.lines().last().is_some_and(|session| session.starts_with("suite-")), "{text}");
    assert!(reference(&text).is_some(), "{text}");
}

#[test]
fn the_official_client_lists_and_calls_every_tool() {
    let has_client = |python: &str| {
        let mut command = Command::new(python);
        command.args(["-c", "import mcp"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let named = std::env::var("CTX_MCP_PYTHON").ok();
    let python = named.into_iter().chain(["python3".to_owned()]).find(|python| has_client(python));
    let Some(python) = python else {
        return skip("no Python here has the package mcp; CTX_MCP_PYTHON names one that has");
    };
    let home = Home::new();
    let calls: Vec<Value> =
        every_tool(&home).into_iter().map(|(name, input, expected)| json!([name, input, expected])).collect();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp_client.py");
    let done = finish(
        home.program(&python, [script, crate::harness::CTX, &json!(calls).to_string()]).env("PATH", path_with_ctx()),
    );
    assert_eq!(done.code, 0, "{}\n{}", done.out, done.err);
    assert!(done.out.contains("listed and called"), "{}", done.out);
}
