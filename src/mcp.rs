//! The MCP server over standard input and output. Each call is a process of its own (`ctx call NAME -`): it cannot
//! hold up another call, its panic is its own, what it prints never reaches the protocol, and cancelling it ends
//! whatever it runs.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::capture::sys::end_with_parent;
use crate::env::{now_ms, this_program};
use crate::error::{Context, Result};
use crate::report::without_announcement;
use crate::tools::{self, TOOLS, format};

/// What a model is told before its first call.
const INSTRUCTIONS: &str = "Output stays in a local store; answers hold what matters and a reference [ctx:id]. \
    get and search bring back the rest.";
/// Between asking a call to end and killing it: the command it runs gets two seconds for the same.
const GRACE: Duration = Duration::from_secs(4);

/// Serves until the client closes standard input. `session` is the one that was set from outside.
pub fn serve(session: Option<String>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("starting the server")?;
    let served = runtime.block_on(async {
        let server = Server { session, started: now_ms() / 1000 };
        let running = match server.serve(rmcp::transport::stdio()).await {
            Ok(running) => running,
            // A client that goes away before its first word asked for nothing.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        running.waiting().await.map(drop).map_err(|error| error.to_string())
    });
    // Reading standard input cannot be interrupted; it is not waited for.
    runtime.shutdown_background();
    served.context("the MCP server")
}

struct Server {
    session: Option<String>,
    started: i64,
}

impl Server {
    /// The conversation that a call belongs to: the one set from outside, or this client's with this server.
    fn session_of(&self, context: &RequestContext<RoleServer>) -> String {
        self.session.clone().unwrap_or_else(|| {
            let client = context.client_info().map_or_else(|| "mcp".to_owned(), |client| client.name);
            let client: String = client.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
            format!("{}-{}-{}", if client.is_empty() { "mcp" } else { &client }, self.started, std::process::id())
        })
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("ctx", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> std::result::Result<ListToolsResult, ErrorData> {
        let row = |tool: &tools::Tool| {
            let Value::Object(schema) = format::schema(tool) else { unreachable!("a schema is an object") };
            let row = Tool::new(tool.name, tool.about, Arc::new(schema));
            if tool.read_only { row.with_annotations(ToolAnnotations::new().read_only(true)) } else { row }
        };
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(row).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> std::result::Result<CallToolResponse, ErrorData> {
        if let Err(error) = tools::named(&request.name) {
            // The name is the client's own word, and may hold anything.
            let message = crate::secrets::Masker::default().text(&error.to_string()).into_owned();
            return Err(ErrorData::invalid_params(message, None));
        }
        let input = request.arguments.map_or(Value::Null, Value::Object);
        let session = self.session_of(&context);
        let answer = answer(&request.name, &input, &session, &context).await;
        let content = vec![ContentBlock::text(answer.text)];
        Ok(match answer.failed {
            true => CallToolResult::error(content),
            false => CallToolResult::success(content),
        }
        .into())
    }
}

struct Answer {
    text: String,
    failed: bool,
}

impl Answer {
    fn cancelled() -> Answer {
        Answer { text: "cancelled".to_owned(), failed: true }
    }

    fn not_run(error: impl std::fmt::Display) -> Answer {
        Answer { text: format!("ctx could not run this call: {error}"), failed: true }
    }
}

async fn answer(name: &str, input: &Value, session: &str, context: &RequestContext<RoleServer>) -> Answer {
    let mut child = match start(name, session) {
        Ok(child) => child,
        Err(error) => return Answer::not_run(error),
    };
    let talk = converse(&mut child, input.to_string());
    let said = tokio::select! {
        said = talk => said,
        () = context.ct.cancelled() => {
            end(&mut child).await;
            return Answer::cancelled();
        }
    };
    let (out, err) = match said {
        Ok(said) => said,
        Err(error) => return Answer::not_run(error),
    };
    let status = match child.wait().await {
        Ok(status) => status,
        Err(error) => return Answer::not_run(error),
    };
    let mut text = without_announcement(&String::from_utf8_lossy(&out)).to_owned();
    if !err.is_empty() {
        text.push_str(&String::from_utf8_lossy(&err));
    }
    Answer { text, failed: !status.success() }
}

fn start(name: &str, session: &str) -> std::io::Result<Child> {
    let mut command = std::process::Command::new(this_program());
    command.args(["call", name, "-"]).env("CTX_SESSION", session);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    end_with_parent(&mut command);
    Command::from(command).kill_on_drop(true).spawn()
}

/// Hands the input over and reads both streams to their ends.
async fn converse(child: &mut Child, input: String) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let (Some(mut stdin), Some(mut stdout), Some(mut stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(std::io::Error::other("a pipe is missing"));
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let write = async move {
        // A call that refuses its input early says so itself.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
    };
    let ((), read_out, read_err) = tokio::join!(write, stdout.read_to_end(&mut out), stderr.read_to_end(&mut err));
    read_out.and(read_err)?;
    Ok((out, err))
}

/// Asks the call to end, which ends the command it runs, and insists after a while.
async fn end(child: &mut Child) {
    if let Some(pid) = child.id().and_then(|pid| libc::pid_t::try_from(pid).ok()) {
        // SAFETY: kill has no memory effects; the child is not reaped yet.
        unsafe { libc::kill(pid, libc::SIGTERM) };
    }
    if tokio::time::timeout(GRACE, child.wait()).await.is_err() {
        // It is gone already when this fails.
        let _ = child.kill().await;
    }
}
