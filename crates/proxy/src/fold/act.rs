//! What a tool call did, whatever the agent calls its tools.

use ctx_agents::transcripts::{ToolCall, ToolCallAction, json};
use ctx_fold::ToolAct;
use ctx_model::id::EntryId;
use ctx_text::truncate_at_char_boundary;

/// What a tool call did.
pub fn classify_tool_call(tool: &str, input: &str) -> ToolAct {
    let quoted;
    let value = match json::parse_first_value(input) {
        Ok(Some((value, _))) if value.is_object() => value,
        _ => {
            quoted = serde_json::Value::String(input.to_owned()).to_string();
            match json::parse_first_value(&quoted) {
                Ok(Some((value, _))) => value,
                _ => return ToolAct::Other,
            }
        }
    };
    let number =
        |name: &str| value.get(name).and_then(json::Json::as_integer).and_then(|number| u64::try_from(number).ok());
    match ToolCall::new("", tool, value).action {
        ToolCallAction::Shell { command, cwd } => match reference_of_get_command(&command) {
            Some(reference) => ToolAct::Fetch { reference },
            None => ToolAct::Run { command, folder: cwd },
        },
        ToolCallAction::Plan { .. }
        | ToolCallAction::Question { .. }
        | ToolCallAction::Skill { .. }
        | ToolCallAction::TaskCreate { .. } => ToolAct::Words,
        ToolCallAction::Tasks(_) => ToolAct::Tasks,
        ToolCallAction::Read { path } => {
            let lines = match (number("offset"), number("limit")) {
                (None, None) => None,
                (from, count) => {
                    let from = from.unwrap_or(0);
                    Some((from, from.saturating_add(count.unwrap_or(2000))))
                }
            };
            ToolAct::Read { path, lines }
        }
        ToolCallAction::Edit { path, .. } => ToolAct::Change { paths: vec![path], whole: false },
        ToolCallAction::Write { path, .. } => ToolAct::Change { paths: vec![path], whole: true },
        ToolCallAction::Patch { paths, .. } => ToolAct::Change { paths, whole: false },
        ToolCallAction::Mcp { server, tool } if server.contains("ctx") && tool.ends_with("get") => {
            let reference = ["ref", "reference", "id"].iter().find_map(|name| value.text_field(name));
            reference.map_or(ToolAct::Other, |reference| ToolAct::Fetch { reference: bare_reference(&reference) })
        }
        ToolCallAction::Other { .. } if input.contains("*** Begin Patch") => {
            ToolAct::Change { paths: patched_files(input), whole: false }
        }
        ToolCallAction::Other { about } => {
            let lower = tool.to_ascii_lowercase();
            if ASKS.contains(&&*lower) {
                return ToolAct::Words;
            }
            if WATCHES.contains(&&*lower) {
                return ToolAct::Watch;
            }
            let looks = ["grep", "glob", "ls", "find", "list", "search", "fetch"];
            match looks.iter().any(|look| lower.contains(look)) {
                true => ToolAct::Look { about: format!("{tool} {} {input}", truncate_at_char_boundary(&about, 80)) },
                false => ToolAct::Other,
            }
        }
        _ => ToolAct::Other,
    }
}

/// Tools that ask the user, and tools that print more of a running command, in all agents.
const ASKS: &[&str] =
    &["question", "request_user_input", "ask_followup_question", "ask_question", "askuserquestion", "ask_user"];
const WATCHES: &[&str] = &["write_stdin", "wait", "bashoutput", "taskoutput", "bash_output", "read_process"];

/// The files of a patch that stands inside a program, its line ends written as escapes.
fn patched_files(input: &str) -> Vec<String> {
    let lines = input.split('\n').flat_map(|line| line.split("\\n"));
    let signs = ["*** Update File: ", "*** Add File: ", "*** Delete File: "];
    lines
        .filter_map(|line| signs.iter().find_map(|sign| line.strip_prefix(sign)))
        .map(|path| path.trim().to_owned())
        .collect()
}

/// `ctx get k7f2qa`, maybe with more after it.
fn reference_of_get_command(command: &str) -> Option<String> {
    let (_, rest) = command.split_once("ctx get ")?;
    let reference = rest.split_whitespace().find(|word| !word.starts_with('-'))?;
    let reference = bare_reference(reference);
    EntryId::is_valid(&reference).then_some(reference)
}

fn bare_reference(text: &str) -> String {
    let text = text.trim_matches(|c| c == '\'' || c == '"').trim_start_matches('[').trim_start_matches("ctx:");
    text.split([']', ':']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_calls_of_every_agent() {
        let read = |lines| ToolAct::Read { path: "a.rs".to_owned(), lines };
        let change = |whole| ToolAct::Change { paths: vec!["a.rs".to_owned()], whole };
        let run = |command: &str| ToolAct::Run { command: command.to_owned(), folder: None };
        let cases = [
            ("Read", r#"{"file_path":"a.rs"}"#, read(None)),
            ("read", r#"{"filePath":"a.rs","offset":10,"limit":5}"#, read(Some((10, 15)))),
            ("Edit", r#"{"file_path":"a.rs","old_string":"x","new_string":"y"}"#, change(false)),
            ("Write", r#"{"file_path":"a.rs","content":"x"}"#, change(true)),
            ("apply_patch", "*** Begin Patch\n*** Update File: a.rs\n", change(false)),
            ("exec", "await tool(\"*** Begin Patch\\n*** Add File: a.rs\\n+x\")", change(false)),
            ("Bash", r#"{"command":"npm test"}"#, run("npm test")),
            ("exec_command", r#"{"cmd":"ls -la"}"#, run("ls -la")),
            ("Bash", r#"{"command":"ctx get k7f2qa --lines 1:40"}"#, ToolAct::Fetch { reference: "k7f2qa".to_owned() }),
            ("TodoWrite", r#"{"todos":[]}"#, ToolAct::Tasks),
            ("AskUserQuestion", r#"{"questions":[{"question":"Which?"}]}"#, ToolAct::Words),
            ("request_user_input", r#"{"questions":[]}"#, ToolAct::Words),
            ("ExitPlanMode", r#"{"plan":"1. look"}"#, ToolAct::Words),
            ("write_stdin", r#"{"session_id":7,"chars":""}"#, ToolAct::Watch),
            ("exec", "const r = await tools.exec_command({\"cmd\":\"ls -la\"});", run("ls -la")),
            ("anything", "not json", ToolAct::Other),
        ];
        for (tool, input, expected) in cases {
            assert_eq!(classify_tool_call(tool, input), expected, "{tool} {input}");
        }
    }
}
