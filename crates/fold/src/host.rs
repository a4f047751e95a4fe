//! What the engine asks of the program it is built into: the meaning of a tool call, the stored bytes, and lines that can
//! stand for a text.

use crate::model::ConversationItem;

/// What a tool call did, whatever the tool is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolAct {
    /// Reads a file, or lines of it.
    Read { path: String, lines: Option<(u64, u64)> },
    /// Changes or writes files.
    Change { paths: Vec<String>, whole: bool },
    /// Runs a command, in a folder if the call names one.
    Run { command: String, folder: Option<String> },
    /// More of the output of a command that was started before.
    Watch,
    /// Looks something up; the text says what.
    Look { about: String },
    /// Brings back something that ctx stored.
    Fetch { reference: String },
    /// A question to the user and the answer, a plan, a skill: words to go by.
    Words,
    /// The list of tasks as it stands now.
    Tasks,
    /// Anything else.
    Other,
}

impl ToolAct {
    /// The files it is about.
    pub fn read_or_changed_paths(&self) -> Vec<&str> {
        match self {
            ToolAct::Read { path, .. } => vec![path],
            ToolAct::Change { paths, .. } => paths.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// A line that may stand in a stub.
#[derive(Clone, Debug, PartialEq)]
pub struct StubLineCandidate {
    /// The line's number in the text (from 1), to mark gaps. Lines come in this order.
    pub number: u64,
    pub text: String,
    /// How much the line says about the whole: 0 an ordinary line, 1 a signature or a finding, 2 the verdict.
    pub rank: u8,
    /// The line of the text that it is, or is a piece of.
    pub line: u64,
    /// It goes on with the piece before it: a long line is divided.
    pub is_rest: bool,
    /// The line of the text with the signature around it. A line is shown with its signature or not at all.
    pub within: Option<u64>,
}

/// What can be said of an item in fewer bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ItemSummary {
    /// What it was, on one line: `Read src/cart.ts 1-400`.
    pub title: String,
    /// The lines to choose from. The engine takes the ones the conversation is likely to need again.
    pub lines: Vec<StubLineCandidate>,
}

/// The composition's side of the engine.
pub trait EngineHost {
    /// The meaning of a tool call.
    fn classify_tool_call(&self, tool: &str, input: &str) -> ToolAct;

    /// Stores the bytes of an item (`Item::bytes`) and gives their reference. Without one the item is not folded.
    fn store_item(&mut self, item: &ConversationItem<'_>, act: &ToolAct) -> Option<String>;

    /// What can be said of a result in fewer bytes.
    fn summarize_item(&self, item: &ConversationItem<'_>, act: &ToolAct) -> ItemSummary;

    /// The digest of a shell's output under `reference`, if it is worth it.
    fn digest_output(&self, item: &ConversationItem<'_>, act: &ToolAct, reference: &str) -> Option<String>;
}
