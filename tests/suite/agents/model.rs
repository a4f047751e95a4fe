//! A model that follows a script, on the loopback interface. It notes what each request showed it of the results of its
//! calls, in its own conversation and in those of its sub-agents.

use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::dialect::{Dialect, Seen};

/// Marks a sub-agent's task, so that its requests can be told from the others.
pub const SIDE: &str = "SIDE TASK";
/// Stands for the reference of the first thing that was folded in a request.
pub const FOLDED: &str = "FOLDED-REFERENCE";
/// Stands for the id of the sub-agent that was started last.
pub const SUB_AGENT: &str = "SUB-AGENT";
/// Stands for the number of the process that Codex keeps running.
pub const PROCESS: &str = "PROCESS-NUMBER";
const RUNNING: &str = "running with session ID ";

/// A tool call that the model asks for.
#[derive(Clone, Debug)]
pub enum Tool {
    Shell(String),
    /// Any tool by its name, which some agents keep in a namespace.
    Named {
        namespace: &'static str,
        name: &'static str,
        args: Value,
    },
}

/// The model's next step: calls, or words that end its turn.
#[derive(Clone, Debug, Default)]
pub struct Step {
    pub calls: Vec<Tool>,
    pub words: String,
    /// The number of tokens it claims to have read; agents compact by that.
    pub tokens: u64,
}

impl Step {
    pub fn shell(command: &str) -> Step {
        Step::shells(&[command.to_owned()])
    }

    /// Several commands in one turn.
    pub fn shells(commands: &[String]) -> Step {
        Step { calls: commands.iter().cloned().map(Tool::Shell).collect(), ..Step::default() }
    }

    pub fn call(name: &'static str, args: Value) -> Step {
        Step::within("", name, args)
    }

    pub fn within(namespace: &'static str, name: &'static str, args: Value) -> Step {
        Step { calls: vec![Tool::Named { namespace, name, args }], ..Step::default() }
    }

    pub fn say(words: &str) -> Step {
        Step { words: words.to_owned(), ..Step::default() }
    }

    pub fn tokens(self, tokens: u64) -> Step {
        Step { tokens, ..self }
    }
}

/// A call and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub call: String,
    pub result: String,
    /// It was a sub-agent's.
    pub side: bool,
    /// When the model saw the result, in milliseconds.
    pub at: i64,
}

#[derive(Default)]
struct State {
    steps: VecDeque<Step>,
    side: VecDeque<Step>,
    made: usize,
    known: HashSet<String>,
    exchanges: Vec<Exchange>,
    sub_agent: String,
    process: String,
    summaries: usize,
    /// The commands it asked for.
    commands: Vec<String>,
    /// Its requests and steps, one request a line.
    record: String,
    /// The bodies of its own requests, and those of its sub-agents, where they are kept.
    bodies: Option<Vec<(bool, Value)>>,
}

pub struct Model {
    pub port: u16,
    state: Arc<Mutex<State>>,
}

impl Model {
    /// Waits for steps; where there are none it says that it is done.
    pub fn start() -> Model {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        // Ends with the test process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                std::thread::spawn(move || serve(stream, &state));
            }
        });
        Model { port, state }
    }

    /// Sets the steps of the next conversation, and those of its sub-agents.
    pub fn follow(&self, steps: Vec<Step>, side: Vec<Step>) {
        let mut state = self.state.lock().expect("the state");
        (state.steps, state.side) = (steps.into(), side.into());
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        self.state.lock().expect("the state").exchanges.clone()
    }

    pub fn commands(&self) -> Vec<String> {
        self.state.lock().expect("the state").commands.clone()
    }

    pub fn record(&self) -> String {
        self.state.lock().expect("the state").record.clone()
    }

    /// Keeps the bodies of requests from now on.
    pub fn keep_bodies(&self) {
        self.state.lock().expect("the state").bodies = Some(Vec::new());
    }

    /// The bodies of the requests of the main conversation, or of its sub-agents.
    pub fn bodies(&self, side: bool) -> Vec<Value> {
        let state = self.state.lock().expect("the state");
        let all = state.bodies.iter().flatten().filter(|(of_side, _)| *of_side == side);
        all.map(|(_, body)| body.clone()).collect()
    }

    /// How often it was asked to sum up a conversation.
    pub fn summaries(&self) -> usize {
        self.state.lock().expect("the state").summaries
    }
}

fn serve(stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut out = stream.try_clone().ok()?;
    let mut input = BufReader::new(stream);
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok().filter(|got| *got > 0)?;
        let path = line.split(' ').nth(1)?.split('?').next()?.to_owned();
        let (mut length, mut chunked) = (0, false);
        loop {
            let mut header = String::new();
            input.read_line(&mut header).ok()?;
            let header = header.trim().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            chunked |= header.starts_with("transfer-encoding:") && header.contains("chunked");
        }
        let body = if chunked { chunks(&mut input)? } else { exactly(&mut input, length)? };
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        let (kind, text) = match answer(&path, &body, state) {
            Reply::Json(value) => ("application/json", value.to_string()),
            Reply::Events(events) => ("text/event-stream", events),
            Reply::Nothing => {
                write!(out, "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{{}}").ok()?;
                continue;
            }
        };
        write!(out, "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{text}", text.len()).ok()?;
    }
}

fn exactly(input: &mut impl Read, length: usize) -> Option<Vec<u8>> {
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(body)
}

fn chunks(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut size = String::new();
        input.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        body.extend(exactly(input, size)?);
        exactly(input, 2)?;
        if size == 0 {
            return Some(body);
        }
    }
}

pub enum Reply {
    Json(Value),
    Events(String),
    Nothing,
}

/// The shell as each agent calls it, with its arguments for a command.
const SHELLS: [(&str, &str); 5] = [
    ("Bash", "command"),
    ("exec_command", "cmd"),
    ("shell_command", "command"),
    ("run_shell_command", "command"),
    ("bash", "command"),
];

/// Words of a request for a summary.
const SUMMARY: [&str; 5] = [
    "detailed summary of the conversation",
    "create a detailed summary",
    "CONTEXT CHECKPOINT COMPACTION",
    "state_snapshot",
    "anchored summary",
];

/// The last words of a text.
fn cut(text: &str) -> String {
    let from = text.char_indices().rev().nth(90).map_or(0, |(at, _)| at);
    text[from..].replace('\n', " ")
}

/// The first reference of eight letters or more: those are of folds.
fn folded_in(body: &Value) -> String {
    let text = body.to_string();
    let references = text.split("[ctx:").skip(1).filter_map(|rest| rest.split(']').next());
    references.filter(|id| id.len() >= 8).map(str::to_owned).next().unwrap_or_default()
}

fn answer(path: &str, body: &Value, state: &Mutex<State>) -> Reply {
    let dialect = match path {
        _ if path.ends_with("/messages") => Dialect::Messages,
        _ if path.ends_with("/responses") => Dialect::Responses,
        _ if path.ends_with("/chat/completions") => Dialect::Chat,
        _ if path.to_ascii_lowercase().ends_with("generatecontent") => Dialect::Gemini,
        _ if path.contains("models") => return Reply::Json(json!({ "object": "list", "data": [], "models": [] })),
        _ => return Reply::Nothing,
    };
    let tools = dialect.tools(body);
    let shell = SHELLS.into_iter().find(|(name, _)| tools.iter().any(|tool| tool == name));
    let Seen { results, asked, last } = dialect.seen(body);
    let side = asked.contains(SIDE);
    let mut state = state.lock().expect("the state");
    for (id, call, result) in results {
        if !state.known.insert(id) {
            continue;
        }
        if let Some((_, rest)) = result.split_once("\"agent_id\":\"") {
            state.sub_agent = rest.split('"').next().unwrap_or_default().to_owned();
        }
        if let Some((_, rest)) = result.split_once(RUNNING) {
            state.process = rest.split_whitespace().next().unwrap_or_default().to_owned();
        }
        state.exchanges.push(Exchange { call, result, side, at: ctx_model::env::unix_time_ms() });
    }
    // A request for a summary is sent whole.
    let is_summary = SUMMARY.iter().any(|sign| last.contains(sign));
    if shell.is_some()
        && !is_summary
        && let Some(bodies) = &mut state.bodies
    {
        bodies.push((side, body.clone()));
    }
    let folded = folded_in(body);
    let step = match shell {
        _ if is_summary => {
            state.summaries += 1;
            Step::say("<summary>The tests were run; one of 300 fails: cart adds tax to the total.</summary>")
        }
        // Titles, routers and the like have no shell: anything will do for an answer.
        None => Step::say("scripted"),
        Some(_) => {
            let steps = if side { &mut state.side } else { &mut state.steps };
            steps.pop_front().unwrap_or_else(|| Step::say("All done."))
        }
    };
    state.made += 1;
    let asked_for = step.calls.iter().filter_map(|call| match call {
        Tool::Shell(command) => Some(command.clone()),
        Tool::Named { .. } => None,
    });
    state.commands.extend(asked_for);
    let (start, end) = (cut(&asked), cut(&last));
    let line =
        format!("{} {side} {} | {start} | {end} | {:?} {}\n", state.made, tools.len(), step.calls, cut(&step.words));
    state.record.push_str(&line);
    let (name, field) = shell.unwrap_or_default();
    let calls: Vec<(&str, String, Value)> = step
        .calls
        .iter()
        .map(|tool| match tool {
            Tool::Shell(command) => {
                let command = command.replace(FOLDED, &folded);
                ("", name.to_owned(), json!({ field: command, "description": "scripted" }))
            }
            Tool::Named { namespace, name, args } => {
                let args = args.to_string().replace(SUB_AGENT, &state.sub_agent);
                let args = args.replace(&format!("\"{PROCESS}\""), &state.process);
                (*namespace, (*name).to_owned(), serde_json::from_str(&args).expect("arguments"))
            }
        })
        .collect();
    dialect.reply(body, path, &step, &calls, state.made)
}
