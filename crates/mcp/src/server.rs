//! The MCP server over standard input and output: one JSON-RPC message a line, both generations of the protocol.
//! `call.rs` runs the calls.

mod call;

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::tools::{self, format};
use call::RunningCalls;
use ctx_model::error::Context;
use ctx_model::{Result, unix_time_ms};

/// Instructions for a model before its first call.
const INSTRUCTIONS: &str = "Output stays in a local store; answers hold what matters and a reference [ctx:id]. \
    get and search bring back the rest.";
/// The supported versions. The last one has no session: there every request says in `_meta` who asks.
const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
/// The last one that begins with `initialize`: offered to a client that asks for another.
const LAST_WITH_SESSION: usize = 3;
const VERSION_FIELD: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT_FIELD: &str = "io.modelcontextprotocol/clientInfo";
const ABILITIES_FIELD: &str = "io.modelcontextprotocol/clientCapabilities";

/// Serves until the client closes standard input. `session` is the one that was set from outside.
pub fn serve_mcp(session: Option<String>) -> Result<()> {
    let mut server = Server {
        session,
        started: unix_time_ms() / 1000,
        client: None,
        calls: RunningCalls::default(),
        out: Arc::new(Mutex::new(Box::new(std::io::stdout()))),
    };
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).context("the MCP server reads stdin")? > 0 {
        server.handle_message_line(&line);
        line.clear();
    }
    server.calls.wait_then_end_calls();
    Ok(())
}

/// Where answers go, a line each.
type SharedOutput = Arc<Mutex<Box<dyn Write + Send>>>;

fn send_message(out: &SharedOutput, message: &Value) {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    // A client that no longer reads has closed its other end as well, which ends the server.
    if let Err(error) = writeln!(out, "{message}").and_then(|()| out.flush()) {
        ctx_capture::ui::note_print_failure(&error);
    }
}

struct Server {
    session: Option<String>,
    started: i64,
    /// The client's name, once it has sent `initialize`.
    client: Option<String>,
    calls: RunningCalls,
    out: SharedOutput,
}

/// Why a request has no result, as the protocol says it.
fn rpc_error(code: i32, message: impl Into<String>) -> Value {
    json!({ "code": code, "message": message.into() })
}

fn invalid_params(message: impl Into<String>) -> Value {
    rpc_error(-32602, message)
}

/// The client's own text, which may hold anything.
fn mask_client_text(text: &str) -> String {
    ctx_secrets::Masker::default().mask_text(text).into_owned()
}

/// Who asks, and in which generation of the protocol.
struct RequestSender {
    client: String,
    stateless: bool,
}

impl RequestSender {
    /// A result with the fields that its generation wants.
    fn add_protocol_fields(&self, mut result: Value, cached: bool) -> Value {
        if self.stateless {
            result["resultType"] = json!("complete");
            if cached {
                result["ttlMs"] = json!(0);
                result["cacheScope"] = json!("private");
            }
        }
        result
    }
}

impl Server {
    fn handle_message_line(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            return self.send_error_without_id(-32700, "Parse error");
        };
        let (method, id) = (message["method"].as_str(), message.get("id"));
        let is_answer = method.is_none() && (message.get("result").is_some() || message.get("error").is_some());
        match (method, id) {
            _ if message["jsonrpc"] != "2.0" => self.send_error_without_id(-32600, "Invalid request"),
            (Some("notifications/cancelled"), None) => self.calls.cancel_call(&message["params"]["requestId"]),
            // No other notification or response of a client changes what the server does.
            (Some(_), None) => {}
            (None, Some(_)) if is_answer => {}
            (Some(method), Some(id @ (Value::String(_) | Value::Number(_)))) => {
                let params = message.get("params").cloned().unwrap_or_else(|| json!({}));
                match self.answer_request(method, id, &params) {
                    Ok(Some(result)) => {
                        send_message(&self.out, &json!({ "jsonrpc": "2.0", "id": id, "result": result }))
                    }
                    // The call answers when it has ended.
                    Ok(None) => {}
                    Err(error) => send_message(&self.out, &json!({ "jsonrpc": "2.0", "id": id, "error": error })),
                }
            }
            _ => self.send_error_without_id(-32600, "Invalid request"),
        }
    }

    /// Answers a message whose id is not known.
    fn send_error_without_id(&self, code: i32, message: &str) {
        send_message(&self.out, &json!({ "jsonrpc": "2.0", "error": rpc_error(code, message) }));
    }

    fn answer_request(
        &mut self,
        method: &str,
        id: &Value,
        params: &Value,
    ) -> std::result::Result<Option<Value>, Value> {
        let has_meta = params["_meta"].get(VERSION_FIELD).is_some();
        match method {
            "initialize" if !has_meta => return Ok(Some(self.answer_initialize(params))),
            "ping" if !has_meta => return Ok(Some(json!({}))),
            _ => {}
        }
        let asker = self.identify_client(params)?;
        let result = match method {
            "server/discover" if asker.stateless => json!({
                "supportedVersions": VERSIONS,
                "capabilities": { "tools": {} },
                "instructions": INSTRUCTIONS,
                "_meta": { "io.modelcontextprotocol/serverInfo": server_info() },
            }),
            "tools/list" => json!({ "tools": format::tools_for_mcp() }),
            // Some clients ask for it although it is not offered.
            "resources/list" => json!({ "resources": [] }),
            "resources/templates/list" => json!({ "resourceTemplates": [] }),
            "prompts/list" => json!({ "prompts": [] }),
            "tools/call" => return self.start_tool_call(id, params, asker).map(|()| None),
            _ => return Err(rpc_error(-32601, mask_client_text(method))),
        };
        Ok(Some(asker.add_protocol_fields(result, true)))
    }

    fn answer_initialize(&mut self, params: &Value) -> Value {
        let name = params["clientInfo"]["name"].as_str();
        self.client = Some(name.unwrap_or_default().to_owned());
        let wanted = params["protocolVersion"].as_str();
        let with_session = &VERSIONS[..=LAST_WITH_SESSION];
        let version = with_session.iter().find(|known| Some(**known) == wanted).unwrap_or(&VERSIONS[LAST_WITH_SESSION]);
        json!({
            "protocolVersion": version,
            "capabilities": { "tools": {} },
            "serverInfo": server_info(),
            "instructions": INSTRUCTIONS,
        })
    }

    fn identify_client(&self, params: &Value) -> std::result::Result<RequestSender, Value> {
        let meta = &params["_meta"];
        if let (Some(client), None) = (&self.client, meta.get(VERSION_FIELD)) {
            return Ok(RequestSender { client: client.clone(), stateless: false });
        }
        match meta[VERSION_FIELD].as_str() {
            Some(version) if !VERSIONS.contains(&version) => {
                let mut error = rpc_error(-32022, "Unsupported protocol version");
                error["data"] = json!({ "requested": version, "supported": VERSIONS });
                Err(error)
            }
            Some(_) if meta[ABILITIES_FIELD].is_object() => {
                let client = meta[CLIENT_FIELD]["name"].as_str().unwrap_or_default().to_owned();
                Ok(RequestSender { client, stateless: true })
            }
            version => {
                let fields =
                    [(version.is_none(), VERSION_FIELD), (!meta[ABILITIES_FIELD].is_object(), ABILITIES_FIELD)];
                let missing: Vec<&str> = fields.iter().filter(|(lacks, _)| *lacks).map(|(_, field)| *field).collect();
                let missing = missing.join(", ");
                Err(invalid_params(format!("request _meta is missing or has malformed required fields: {missing}")))
            }
        }
    }

    fn start_tool_call(&self, id: &Value, params: &Value, asker: RequestSender) -> std::result::Result<(), Value> {
        let name = params["name"].as_str().ok_or_else(|| invalid_params("the name of a tool is missing"))?;
        tools::find_tool(name).map_err(|error| invalid_params(mask_client_text(&error.to_string())))?;
        let input = match params.get("arguments") {
            None | Some(Value::Null) => Value::Null,
            Some(input @ Value::Object(_)) => input.clone(),
            Some(_) => return Err(invalid_params("the arguments of a tool are an object")),
        };
        let session = self.session_for_client(&asker.client);
        let (out, id_of_answer) = (Arc::clone(&self.out), id.clone());
        let answer = move |said: call::CallOutput| {
            let content = json!({ "content": [{ "type": "text", "text": said.text }], "isError": said.failed });
            let result = asker.add_protocol_fields(content, false);
            send_message(&out, &json!({ "jsonrpc": "2.0", "id": id_of_answer, "result": result }));
        };
        self.calls.start_call(id, name, &input, &session, answer);
        Ok(())
    }

    /// The conversation that a call belongs to: the one set from outside, or this client's with this server.
    fn session_for_client(&self, client: &str) -> String {
        self.session.clone().unwrap_or_else(|| {
            let client: String = client.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
            format!("{}-{}-{}", if client.is_empty() { "mcp" } else { &client }, self.started, std::process::id())
        })
    }
}

fn server_info() -> Value {
    json!({ "name": "ctx", "version": env!("CARGO_PKG_VERSION") })
}
