//! The action that an agent asked of a tool, whatever the tool is called.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use ctx_text::json::Json;

/// A tool call: kept until its result comes, perhaps in a later reading of a file that grew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub tool: String,
    pub action: ToolCallAction,
    /// The time of the call, if the format gives it beside the time of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<i64>,
    /// The command's output, if the format gives it beside the text for the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<PendingOutput>,
    /// The entry that says that no result has come, and its key; it goes when the result comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noted: Option<(String, [u8; 16])>,
}

/// An output that waits for the answer it belongs to. It is an entry of its own only as long as no answer comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingOutput {
    pub text: String,
    pub exit: Option<i32>,
    pub duration_ms: Option<i64>,
    pub at: Option<i64>,
    /// The entry that was written for it at the end of the file, and the key it has there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<(String, [u8; 16])>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToolCallAction {
    /// A command line for a shell.
    Shell { command: String, cwd: Option<String> },
    /// A file, or a part of it.
    Read { path: String },
    /// A change of a file: the removed and the added text.
    Edit { path: String, text: String },
    /// A whole file.
    Write { path: String, text: String },
    /// A patch over several files.
    Patch { paths: Vec<String>, text: String },
    /// The whole list of tasks, in place of the one before.
    Tasks(Vec<Task>),
    /// One task more.
    TaskCreate { subject: String },
    /// Another state of one task, or other words for it.
    TaskUpdate { id: String, state: TaskState, subject: Option<String> },
    /// Work for another agent.
    Subagent { title: String },
    /// Instructions that the agent loads by their name.
    Skill { name: String },
    /// A tool of an MCP server.
    Mcp { server: String, tool: String },
    /// A plan for the user to agree to.
    Plan { text: String },
    /// Questions to the user.
    Question {
        /// One question a line.
        text: String,
        /// The ids of the questions, where they have some.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ids: Vec<String>,
    },
    /// Anything else, by its subject.
    Other { about: String },
}

impl ToolCallAction {
    /// It writes into files of the project, by a tool that says so.
    pub fn is_file_edit(&self) -> bool {
        matches!(self, ToolCallAction::Edit { .. } | ToolCallAction::Write { .. } | ToolCallAction::Patch { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub text: String,
    pub state: TaskState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskState {
    Open,
    Active,
    Done,
    /// Deleted or cancelled.
    Gone,
}

impl TaskState {
    fn from_status_name(name: &str) -> TaskState {
        match name {
            "completed" | "done" => TaskState::Done,
            "in_progress" | "active" => TaskState::Active,
            "deleted" | "cancelled" => TaskState::Gone,
            _ => TaskState::Open,
        }
    }
}

impl ToolCall {
    /// A call by the tool's name and its input.
    pub fn new(id: &str, tool: &str, input: Json<'_>) -> ToolCall {
        // Some formats write the arguments as JSON inside a string.
        let text = input.as_text();
        let parsed = text.as_deref().and_then(|text| ctx_text::json::parse_first_value(text).ok().flatten());
        let action = match parsed {
            Some((value, _)) if value.is_object() => parse_action(tool, value, None),
            _ => parse_action(tool, input, text.as_deref()),
        };
        ToolCall::with_action(id, tool, action)
    }

    pub fn with_action(id: &str, tool: &str, action: ToolCallAction) -> ToolCall {
        ToolCall { id: id.to_owned(), tool: tool.to_owned(), action, at: None, printed: None, noted: None }
    }

    /// A title for people.
    pub fn display_title(&self) -> Cow<'_, str> {
        let named = |about: &str| {
            Cow::Owned(if about.is_empty() { self.tool.clone() } else { format!("{} {about}", self.tool) })
        };
        match &self.action {
            ToolCallAction::Shell { command, .. } => Cow::Borrowed(command),
            ToolCallAction::Read { path } | ToolCallAction::Edit { path, .. } | ToolCallAction::Write { path, .. } => {
                named(path)
            }
            ToolCallAction::Patch { paths, .. } => named(&paths.join(" ")),
            ToolCallAction::Tasks(tasks) => named(&format!("({})", tasks.len())),
            ToolCallAction::TaskCreate { subject } => named(subject),
            ToolCallAction::TaskUpdate { id, .. } => named(&format!("#{id}")),
            ToolCallAction::Subagent { title } => named(title),
            ToolCallAction::Skill { name } => named(name),
            ToolCallAction::Mcp { server, tool } => Cow::Owned(format!("{server} {tool}")),
            ToolCallAction::Plan { text } | ToolCallAction::Question { text, .. } => {
                named(text.lines().next().unwrap_or_default())
            }
            ToolCallAction::Other { about } => named(about),
        }
    }
}

/// The first of these fields that is a text.
fn first_text_field(input: Json<'_>, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| input.text_field(name)).map(Cow::into_owned)
}

const PATHS: &[&str] =
    &["file_path", "path", "filePath", "absolute_path", "target_file", "notebook_path", "TargetFile", "filename"];

fn parse_action(tool: &str, input: Json<'_>, plain: Option<&str>) -> ToolCallAction {
    if let Some(rest) = tool.strip_prefix("mcp__") {
        let (server, tool) = rest.split_once("__").unwrap_or((rest, ""));
        return ToolCallAction::Mcp { server: server.to_owned(), tool: tool.to_owned() };
    }
    let field = |names: &[&str]| first_text_field(input, names);
    let lower = tool.to_ascii_lowercase();
    let by_name = match &*lower {
        "apply_patch" => plain.map(str::to_owned).or_else(|| field(&["input", "patch", "patchText"])).map(parse_patch),
        "todowrite" | "update_plan" | "todo_write" => Some(parse_tasks(input)),
        "taskcreate" => {
            field(&["subject", "title", "description"]).map(|subject| ToolCallAction::TaskCreate { subject })
        }
        "taskupdate" => {
            let id = input.get("taskId").map(|id| id.as_text().map_or_else(|| id.raw().to_owned(), Cow::into_owned));
            let state = TaskState::from_status_name(&input.text_field("status").unwrap_or_default());
            Some(ToolCallAction::TaskUpdate { id: id.unwrap_or_default(), state, subject: field(&["subject"]) })
        }
        "task" | "agent" | "spawn_agent" => {
            let title = field(&["description", "title", "name", "prompt"]).unwrap_or_default();
            Some(ToolCallAction::Subagent { title: first_line(&title).to_owned() })
        }
        "skill" | "activate_skill" => {
            Some(ToolCallAction::Skill { name: field(&["skill", "name", "command"]).unwrap_or_default() })
        }
        "exitplanmode" | "exit_plan_mode" => field(&["plan"]).map(|text| ToolCallAction::Plan { text }),
        "exec" => plain.and_then(parse_codex_script),
        "askuserquestion" | "ask_user" | "ask_user_question" | "request_user_input" => Some(parse_questions(input)),
        _ => None,
    };
    if let Some(action) = by_name {
        return action;
    }
    if let Some(command) = shell_command_line(&lower, input) {
        let cwd = field(&["workdir", "cwd", "directory", "dir_path"]);
        return if ["apply_patch", "applypatch"].iter().any(|name| command.trim_start().starts_with(name))
            && command.contains("*** Begin Patch")
        {
            parse_patch(command)
        } else {
            ToolCallAction::Shell { command, cwd }
        };
    }
    if let Some(path) = field(PATHS) {
        if let Some(text) = edit_as_diff_lines(input) {
            return ToolCallAction::Edit { path, text };
        }
        if let Some(text) = field(&["content", "file_text", "contents", "new_source"]) {
            return ToolCallAction::Write { path, text };
        }
        if lower.contains("read") || lower.contains("view") || lower == "cat" {
            return ToolCallAction::Read { path };
        }
    }
    let about = field(&["pattern", "query", "url", "command", "description", "prompt"]).or_else(|| field(PATHS));
    ToolCallAction::Other { about: first_line(&about.unwrap_or_default()).to_owned() }
}

fn parse_questions(input: Json<'_>) -> ToolCallAction {
    let (mut asked, mut ids) = (Vec::new(), Vec::new());
    for question in input.get("questions").into_iter().flat_map(Json::items) {
        if let Some(words) = question.text_field("question") {
            asked.push(words.replace('\n', " "));
            ids.extend(question.text_field("id").map(Cow::into_owned));
        }
    }
    if asked.is_empty() {
        asked.extend(first_text_field(input, &["question"]));
    }
    ToolCallAction::Question { text: asked.join("\n"), ids }
}

/// The command or the patch of a program that Codex writes around them: `await tools.exec_command({"cmd":"ls"})`.
fn parse_codex_script(program: &str) -> Option<ToolCallAction> {
    let value = |text| ctx_text::json::parse_first_value(text).ok().flatten().map(|(value, _)| value);
    if let Some((_, rest)) = program.split_once("tools.exec_command(") {
        // Of several calls, none says what it was about.
        let call = value(rest).filter(|_| !rest.contains("tools."))?;
        return Some(ToolCallAction::Shell {
            command: first_text_field(call, &["cmd"])?,
            cwd: first_text_field(call, &["workdir"]),
        });
    }
    let at = program.find("\"*** Begin Patch")?;
    Some(parse_patch(value(&program[at..])?.as_text()?.into_owned()))
}

/// The command line of a shell tool; an argument vector is written as one line.
fn shell_command_line(tool: &str, input: Json<'_>) -> Option<String> {
    const SHELLS: &[&str] =
        &["bash", "shell", "exec", "terminal", "execute", "run_command", "local_shell", "powershell", "monitor", "cmd"];
    if !SHELLS.iter().any(|shell| tool.contains(shell)) {
        return None;
    }
    let value = ["command", "cmd", "script", "CommandLine"].iter().find_map(|name| input.get(name))?;
    if let Some(text) = value.as_text() {
        return Some(text.into_owned());
    }
    let words: Vec<String> = value.items().filter_map(|word| word.as_text().map(Cow::into_owned)).collect();
    match words.as_slice() {
        [] => None,
        // `bash -lc SCRIPT`: the script is the command.
        [shell, flag, script] if flag.starts_with('-') && flag.ends_with('c') && shell.ends_with("sh") => {
            Some(script.clone())
        }
        _ => Some(words.join(" ")),
    }
}

/// The removed and the added lines of an edit, as lines of a diff.
fn edit_as_diff_lines(input: Json<'_>) -> Option<String> {
    let mut text = String::new();
    let mut add = |edit: Json<'_>| {
        let old = first_text_field(edit, &["old_string", "oldString", "old_str", "oldText", "search"]);
        let new = first_text_field(edit, &["new_string", "newString", "new_str", "newText", "replace"]);
        if old.is_none() && new.is_none() {
            return;
        }
        for (sign, side) in [("-", old), ("+", new)] {
            for line in side.iter().flat_map(|side| side.lines()) {
                text.push_str(sign);
                text.push_str(line);
                text.push('\n');
            }
        }
    };
    add(input);
    input.get("edits").into_iter().flat_map(Json::items).for_each(&mut add);
    (!text.is_empty()).then_some(text)
}

fn parse_patch(text: String) -> ToolCallAction {
    let paths = text
        .lines()
        .filter_map(|line| {
            ["*** Update File: ", "*** Add File: ", "*** Delete File: "].iter().find_map(|sign| line.strip_prefix(sign))
        })
        .map(|path| path.trim().to_owned())
        .collect();
    ToolCallAction::Patch { paths, text }
}

fn parse_tasks(input: Json<'_>) -> ToolCallAction {
    let list = ["todos", "plan", "items", "newTodos"].iter().find_map(|name| input.get(name));
    let tasks = list.into_iter().flat_map(Json::items).filter_map(|task| {
        let text = first_text_field(task, &["content", "step", "title", "text"])?;
        Some(Task { text, state: TaskState::from_status_name(&task.text_field("status").unwrap_or_default()) })
    });
    ToolCallAction::Tasks(tasks.collect())
}

fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}
