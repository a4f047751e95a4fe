//! Items that readers of transcripts emit, and the shapes that agents share: times, texts in blocks, how a call ended.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::action::ToolCall;
use super::exported;
use super::{AuthorMarks, MessageByAuthor, TokenUsage, author_and_own_words};
use crate::word_lists::phrases_in_list;
use ctx_text::json::Json;
use ctx_text::truncate_at_char_boundary;

/// A reader's memory from line to line; small, so that reading can go on later where it stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReaderState {
    /// The session, from the file's name until a line names a better one.
    pub session: String,
    /// The sub-agent that wrote the whole file (Gemini CLI).
    pub side: Option<String>,
    pub cwd: Option<String>,
    pub branch: Option<String>,
    /// Where the conversation began: directories below it belong to the same project.
    pub project: Option<String>,
    /// How many values were looked at without finding whose transcript it is.
    pub looked_at: u32,
    /// The last known time, for lines that have none.
    pub last_at: Option<i64>,
    /// The call answered by a result without an id.
    pub last_call: Option<String>,
    /// The transcript has told of a call whether it failed: some converted ones never do.
    pub tells_failures: bool,
    /// What the user typed while the agent was busy, and the agent has not taken yet (Claude Code).
    pub queued: Vec<String>,
    /// The newest calls that were answered: the output of their commands is known (Codex).
    pub answered: Vec<String>,
    /// Commands by the calls and the running sessions they began as: a later call waits for their end (Codex).
    pub begun: Vec<CommandOutlivingItsCall>,
    /// Messages that come twice, once in each channel of the format: those still waiting for their echo (Codex).
    pub echoes: Vec<String>,
    /// A sub-agent's conversation: nobody typed its prompts.
    pub by_program: bool,
    /// The conversation that a fork began as: copies of its messages are the same messages (Codex).
    pub root: Option<String>,
    /// How often each text was said, by a short hash: the second time is another message (Codex).
    pub said: std::collections::HashMap<String, u32>,
    /// Hashes of the prompts that the model itself wrote for others: they come back as messages.
    pub written: Vec<String>,
    /// The model that answers, where lines of usage do not name it (Codex).
    pub model: Option<String>,
    /// Roles of messages whose parts come separately (OpenCode).
    #[serde(skip)]
    pub roles: std::collections::HashMap<String, MessageHeader>,
}

/// A command that may go on after its call was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandOutlivingItsCall {
    /// Its call, and later the session that it runs in.
    pub id: String,
    pub command: String,
    pub cwd: Option<String>,
}

/// The sender of a message, and the facts that its parts do not repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageHeader {
    pub user: bool,
    pub session: String,
    pub at: Option<i64>,
    pub cwd: Option<String>,
    pub summary: bool,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct TranscriptItem<'a> {
    /// Its identity when it is read again: the agent's own id, or its place.
    pub id: Cow<'a, str>,
    pub session: Cow<'a, str>,
    /// The subagent or side conversation it belongs to.
    pub sidechain: Option<Cow<'a, str>>,
    /// Milliseconds since the epoch.
    pub at: Option<i64>,
    pub cwd: Option<Cow<'a, str>>,
    pub branch: Option<Cow<'a, str>>,
    pub body: ItemBody<'a>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ItemBody<'a> {
    /// The user's prompt.
    Prompt(Cow<'a, str>),
    /// A prompt that a program wrote.
    Brief(Cow<'a, str>),
    /// The final report of a sub-agent.
    Report { name: String, text: String },
    /// The host's own account of the work so far, for a user who was away.
    Recap(Cow<'a, str>),
    /// A pull request that the session opened or worked on.
    PullRequest { number: i64, url: String },
    /// Tokens that one answer of the model took.
    Spent(TokenUsage),
    /// The agent's reply.
    Reply(Cow<'a, str>),
    /// A compaction's summary of the earlier conversation.
    Summary(Cow<'a, str>),
    /// The agent calls a tool.
    Call(ToolCall),
    /// What a tool answered.
    Outcome(ToolOutcome<'a>),
    /// The output of a command, beside the answer for the agent: the call as far as this line gives it.
    Printed(ToolCall),
    /// The session's name.
    Title(Cow<'a, str>),
    /// A file of project rules and, where known, its text.
    Rule { path: Cow<'a, str>, text: Option<Cow<'a, str>> },
    /// The conversation was compacted here, without a summary.
    Boundary,
    /// The host cleared the results of these calls: the model does not see them any more.
    Cleared(Vec<String>),
    /// An entry as `ctx store --export` wrote it.
    Entry(Box<exported::ExportedEntry>),
    /// An event as `ctx store --export` wrote it.
    Event(Box<exported::ExportedEvent>),
}

/// The answer of a tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolOutcome<'a> {
    pub call: Cow<'a, str>,
    /// The exact text: a string as it is, the text blocks of an array joined by line ends.
    pub text: Cow<'a, str>,
    pub failed: Option<bool>,
    pub exit: Option<i32>,
    pub duration_ms: Option<i64>,
    /// The file that holds the whole output, where the text is only its beginning.
    pub persisted: Option<Cow<'a, str>>,
    /// Images and other content that is named and not stored.
    pub named: Vec<String>,
    /// The user refused the call.
    pub refused: bool,
    /// It was never made, or stopped: a rule refused it, or it was cancelled. That is not a failure of the action itself.
    pub declined: bool,
    /// Its id is unique in the conversation: written again it is the same result, changed or not.
    pub once: bool,
}

impl ToolOutcome<'_> {
    /// It failed: by its exit status, or because the agent says so.
    pub fn has_failed(&self) -> bool {
        self.failed == Some(true) || self.exit.is_some_and(|code| code != 0)
    }
}

/// The state for reading one line.
pub struct LineReadingContext<'r, 'a> {
    pub state: &'r mut ReaderState,
    pub line: u64,
    /// What holds for all that is emitted next.
    pub facts: LineFacts<'a>,
    pub sink: &'r mut dyn FnMut(TranscriptItem<'a>),
}

/// Prompts of the model for others that are remembered.
const WRITTEN: usize = 200;
/// A prompt shorter than this may be the user's own words.
const SHORTEST_BRIEF: usize = 60;

/// Adds to a list that keeps the newest of its kind, and no more than so many.
pub fn push_dropping_oldest<T>(list: &mut Vec<T>, most: usize, new: T) {
    if list.len() == most {
        list.remove(0);
    }
    list.push(new);
}

fn short_hash(text: &str) -> String {
    blake3::hash(text.trim().as_bytes()).to_hex()[..16].to_owned()
}

impl<'a> LineReadingContext<'_, 'a> {
    pub fn emit_transcript_item(&mut self, part: usize, body: ItemBody<'a>) {
        let id = match (&self.facts.id, part) {
            (Some(id), 0) => id.clone(),
            (Some(id), part) => Cow::Owned(format!("{id}#{part}")),
            (None, part) => Cow::Owned(format!("{}/L{}#{part}", self.state.session, self.line)),
        };
        (self.sink)(TranscriptItem {
            id,
            session: self.facts.session.clone().unwrap_or_else(|| Cow::Owned(self.state.session.clone())),
            sidechain: self.facts.sidechain.clone().or_else(|| self.state.side.clone().map(Cow::Owned)),
            at: self.facts.at,
            cwd: self.facts.cwd.clone().or_else(|| self.state.cwd.clone().map(Cow::Owned)),
            branch: self.facts.branch.clone().or_else(|| self.state.branch.clone().map(Cow::Owned)),
            body,
        });
    }

    /// Emits a message that stands under the user's name, as the words of whoever wrote it.
    pub fn emit_user_message(&mut self, part: usize, text: Cow<'a, str>, marks: AuthorMarks) {
        if text.trim().is_empty() {
            return;
        }
        let side = self.facts.sidechain.is_some() || self.state.side.is_some();
        // Words of the model are not a person's, even if a person sent them with a click.
        let written = self.state.written.contains(&short_hash(&text));
        let program = marks.program || side || self.state.by_program || written;
        let body = match author_and_own_words(text, AuthorMarks { program, human: marks.human && !written }) {
            None => return,
            Some(MessageByAuthor::User(text)) => ItemBody::Prompt(text),
            Some(MessageByAuthor::Program(text)) => ItemBody::Brief(text),
            Some(MessageByAuthor::Report { name, text }) => ItemBody::Report { name, text },
        };
        self.emit_transcript_item(part, body);
    }

    /// Emits what a line tells, if it tells anything.
    pub fn emit_if_any(&mut self, body: Option<ItemBody<'a>>) {
        if let Some(body) = body {
            self.emit_transcript_item(0, body);
        }
    }

    /// Emits the model's words, if there are any.
    pub fn emit_reply(&mut self, part: usize, text: Cow<'a, str>) {
        if !text.trim().is_empty() {
            self.emit_transcript_item(part, ItemBody::Reply(text));
        }
    }

    /// Emits the tokens of an answer, if any were counted.
    pub fn emit_usage(&mut self, usage: TokenUsage) {
        if !usage.is_empty() {
            self.emit_transcript_item(9000, ItemBody::Spent(usage));
        }
    }

    /// Emits a call. Without an id of its own it is known by its place.
    pub fn emit_call(&mut self, part: usize, id: Option<Cow<'a, str>>, name: &str, input: Json<'a>) {
        let id = id.map_or_else(|| format!("L{}#{part}", self.line), Cow::into_owned);
        self.note_prompts_in_input(input);
        let call = ToolCall::new(&id, name, input);
        self.state.last_call = Some(id);
        self.emit_transcript_item(part, ItemBody::Call(call));
    }

    /// Notes the prompts in a tool's input: if one comes back as a message, the user did not type it.
    fn note_prompts_in_input(&mut self, input: Json<'_>) {
        let texts = ["prompt", "message"].iter().filter_map(|name| input.text_field(name));
        for text in texts.filter(|text| text.len() >= SHORTEST_BRIEF) {
            push_dropping_oldest(&mut self.state.written, WRITTEN, short_hash(&text));
        }
    }
}

/// The facts of a line that hold for everything in it.
#[derive(Clone, Debug, Default)]
pub struct LineFacts<'a> {
    pub id: Option<Cow<'a, str>>,
    pub session: Option<Cow<'a, str>>,
    pub sidechain: Option<Cow<'a, str>>,
    pub at: Option<i64>,
    pub cwd: Option<Cow<'a, str>>,
    pub branch: Option<Cow<'a, str>>,
}

/// `2026-04-24T18:52:37.758Z`, or seconds or milliseconds since the epoch.
pub fn parse_time(value: Json<'_>) -> Option<i64> {
    if let Some(text) = value.as_text() {
        return text.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_millisecond);
    }
    value.as_integer().map(|number| if number.abs() < 100_000_000_000 { number.saturating_mul(1000) } else { number })
}

/// The text of a message: a string, or the text blocks of an array joined by line ends; other blocks are named.
pub fn joined_text_blocks<'a>(value: Json<'a>, named: &mut Vec<String>) -> Cow<'a, str> {
    if let Some(text) = value.as_text() {
        return text;
    }
    if value.is_object() {
        return block_text(value, named).unwrap_or_default();
    }
    let mut whole: Option<Cow<'a, str>> = None;
    for text in value.items().filter_map(|item| block_text(item, named)) {
        match &mut whole {
            None => whole = Some(text),
            Some(whole) => {
                let whole = whole.to_mut();
                whole.push('\n');
                whole.push_str(&text);
            }
        }
    }
    whole.unwrap_or_default()
}

fn block_text<'a>(value: Json<'a>, named: &mut Vec<String>) -> Option<Cow<'a, str>> {
    if let Some(text) = value.as_text() {
        return Some(text);
    }
    let kind = value.text_field("type").unwrap_or_default();
    if let Some(text) = value.get("text").and_then(Json::as_text) {
        return Some(text);
    }
    match &*kind {
        "" | "text" | "thinking" | "tool_use" | "tool_result" => {}
        "tool_reference" => named.push(format!("tool {}", value.text_field("tool_name").unwrap_or_default())),
        kind => {
            let source = value.get("source").unwrap_or(value);
            let media = source.text_field("media_type").or_else(|| source.text_field("mimeType"));
            let data = source.get("data").map_or(0, |data| data.raw().len().saturating_sub(2));
            named.push(format!("{} ({} bytes as base64)", media.as_deref().unwrap_or(kind), data));
        }
    }
    None
}

/// `Exit code 2\n…`, `Process exited with code 2`, `exit code: 2`: the exit code in the first lines of an output.
pub fn parse_exit_code(text: &str) -> Option<i32> {
    const SIGNS: [&str; 6] =
        ["Exit code ", "Exit code: ", "Process exited with code ", "exit code: ", "exit code ", "Exit Code: "];
    let head = truncate_at_char_boundary(text, 400);
    SIGNS.iter().find_map(|sign| number_after(head, sign)).or_else(|| {
        // Some write it below the output.
        let tail = text.trim_end().lines().next_back().unwrap_or_default();
        number_after(tail, "Command exited with code ")
    })
}

fn number_after(text: &str, sign: &str) -> Option<i32> {
    let rest = &text[text.find(sign)? + sign.len()..];
    let digits = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'-').count();
    rest[..digits].parse().ok()
}

/// True for an agent's message in place of a result when a rule refused the call or something cancelled it.
pub fn is_declined_call_message(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches("Error: ");
    let first = text.lines().next().unwrap_or_default();
    phrases_in_list("declined calls").any(|sign| text.starts_with(sign))
        || phrases_in_list("declined calls, in the first line").any(|sign| first.contains(sign))
}

/// The text of a result of any shape: a string, blocks, or an object that holds the streams.
pub fn text_of_any_result<'a>(value: Json<'a>, named: &mut Vec<String>) -> Cow<'a, str> {
    if value.is_object() {
        for name in ["output", "content", "stdout", "text", "error"] {
            if let Some(inner) = value.get(name).filter(|inner| !inner.is_null()) {
                let text = joined_text_blocks(inner, named);
                let stderr = value.text_field("stderr").filter(|stderr| name == "stdout" && !stderr.is_empty());
                return match stderr {
                    Some(stderr) => Cow::Owned(format!("{text}{stderr}")),
                    None => text,
                };
            }
        }
        return Cow::Borrowed(value.raw());
    }
    joined_text_blocks(value, named)
}

/// The exit code in such an object.
pub fn exit_code_of_any_result(value: Json<'_>) -> Option<i32> {
    ["exitCode", "exit_code", "exit"]
        .iter()
        .find_map(|name| value.get(name).and_then(Json::as_integer))
        .and_then(|code| i32::try_from(code).ok())
}
