//! The steps of a batch as they are written: lines, or JSON.

use std::ffi::OsString;

use serde_json::{Map, Value, json};

use crate::error::CallError;
use crate::tools::{self, McpTool};
use ctx_model::{Error, Result};

/// At most this many steps: nobody writes a longer list.
const MOST: usize = 200;

pub struct BatchStep {
    pub tool: &'static McpTool,
    /// As it was written.
    pub name: String,
    words: Vec<OsString>,
    pub intent: Option<String>,
}

impl BatchStep {
    /// The words after `ctx`, with the budget where the command takes one and the step names none.
    pub fn command_line(&self, budget: usize, json: bool) -> Vec<OsString> {
        let (mut words, after_verb) = (self.words.clone(), self.tool.command_words().len());
        let takes_budget = self.tool.fields.iter().any(|field| field.name == "budget");
        let names_one = words.iter().any(|word| word.to_string_lossy().starts_with("--budget"));
        let is_measured = matches!(self.tool.name, "run" | "fetch") || json;
        if takes_budget && is_measured && !names_one {
            words.insert(after_verb, format!("--budget={budget}").into());
        }
        if json {
            words.insert(after_verb, "--json".into());
        }
        words
    }

    /// The command line that a reader would write for this step alone.
    pub fn as_single_command(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        ctx_shell::lines::join_quoted(&words)
    }
}

pub fn parse_steps(text: &str) -> Result<Vec<BatchStep>> {
    let steps: Vec<BatchStep> = if text.trim_start().starts_with('[') {
        let rows: Vec<Value> = serde_json::from_str(text).map_err(CallError::NotSteps)?;
        rows.iter().map(step_from_json).collect::<Result<_>>()?
    } else {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(step_from_line).collect::<Result<_>>()?
    };
    if steps.is_empty() || steps.len() > MOST {
        return Err(CallError::HowMany { count: steps.len(), most: MOST }.into());
    }
    Ok(steps)
}

fn step_from_json(row: &Value) -> Result<BatchStep> {
    match row {
        Value::String(line) => step_from_line(line.trim()),
        Value::Object(fields) => {
            // `{"search": "x", "kind": "note"}`: the first key that names a tool; a field of the same name comes later.
            let verb = fields.keys().find(|key| is_step_verb(key));
            let verb = verb.ok_or_else(|| unknown_step_error(&row.to_string()))?;
            let tool = tools::find_tool(verb)?;
            let mut input: Map<String, Value> = fields.clone();
            let value = input.shift_remove(verb).unwrap_or_default();
            let name = format!("{verb}: {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            if let Some(main) = main_field_name(tool) {
                input.insert(main.to_owned(), value);
            }
            let intent = input.get("intent").and_then(Value::as_str).map(str::to_owned);
            Ok(BatchStep { tool, name, words: tool.command_line(&Value::Object(input))?, intent })
        }
        other => Err(unknown_step_error(&other.to_string())),
    }
}

fn step_from_line(line: &str) -> Result<BatchStep> {
    let (verb, rest) = line.split_once(':').ok_or_else(|| unknown_step_error(line))?;
    let (verb, rest) = (verb.trim(), rest.trim());
    if !is_step_verb(verb) {
        return Err(unknown_step_error(line));
    }
    let tool = tools::find_tool(verb)?;
    let words = match (verb, main_field_name(tool)) {
        // The whole rest is one text.
        ("run" | "search" | "note", Some(main)) => tool.command_line(&json!({ main: rest }))?,
        _ => {
            let verb = tool.command_words().into_iter().map(str::to_owned);
            verb.chain(ctx_shell::lines::split_shell_words(rest)).map(OsString::from).collect()
        }
    };
    Ok(BatchStep { tool, name: line.to_owned(), words, intent: None })
}

fn is_step_verb(name: &str) -> bool {
    name != "batch" && tools::find_tool(name).is_ok()
}

/// The field that a step's value stands for.
fn main_field_name(tool: &McpTool) -> Option<&'static str> {
    tool.fields.first().map(|field| field.name)
}

fn unknown_step_error(step: &str) -> Error {
    let known = tools::TOOLS.iter().map(|tool| tool.name).filter(|name| *name != "batch").collect();
    CallError::Step { step: ctx_capture::ui::cut_middle(step, 80).into_owned(), known }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        parse_steps(text).unwrap().iter().map(|step| step.as_single_command()).collect()
    }

    #[test]
    fn lines_and_json_say_the_same() {
        let text = "# all of it\nrun: npm test && echo 'a b'\n\nsearch: connection refused\npeek: src/ --private\nget: @ --tail 5\n";
        let expected = [
            "run '--shell=npm test && echo '\\''a b'\\'''",
            "search -- 'connection refused'",
            "peek src/ --private",
            "get @ --tail 5",
        ];
        assert_eq!(lines(text), expected);
        let json = r#"[{"run": "npm test && echo 'a b'"}, {"search": "connection refused"}, "peek: src/ --private", {"get": "@", "tail": 5}]"#;
        assert_eq!(lines(json), [expected[0], expected[1], expected[2], "get --tail=5 -- @"]);
        let step = &parse_steps(r#"[{"run": "make", "intent": "warnings", "timeout": "5m"}]"#).unwrap()[0];
        assert_eq!(
            (step.as_single_command().as_str(), step.intent.as_deref()),
            ("run --shell=make --intent=warnings --timeout=5m", Some("warnings"))
        );
    }

    #[test]
    fn the_budget_goes_where_it_is_understood() {
        let words = |text: &str, json| {
            let step = parse_steps(text).unwrap().remove(0);
            step.command_line(900, json).into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(words("run: ls", false), ["run", "--budget=900", "--shell=ls"]);
        assert_eq!(words("get: @", true), ["get", "--json", "@"]);
        assert_eq!(words("peek: src --budget 10", true), ["peek", "--json", "src", "--budget", "10"]);
    }

    #[test]
    fn a_text_that_is_no_step_is_refused() {
        for text in [
            "",
            "# nothing\n",
            "ls -l",
            "rm: everything",
            "batch: run: ls",
            "[1]",
            "[{}]",
            "[{\"cwd\": \"/\"}]",
            "[",
            "[{\"run\": 5, \"x\": 1}]",
        ] {
            assert!(parse_steps(text).is_err(), "{text}");
        }
    }
}
