//! The table of tools: what a model may call, with which fields, and the command line each call becomes. `ctx mcp`,
//! `ctx mcp tools` and `ctx mcp call` all render this one table, so a tool does and prints what its command does and prints.

pub mod format;
mod table;

use std::ffi::OsString;

use serde_json::{Map, Value};

pub use table::TOOLS;

use crate::error::CallError;
use ctx_model::{Error, Result};

pub struct McpTool {
    /// Also the name of its command, mostly.
    pub name: &'static str,
    pub about: &'static str,
    pub fields: Vec<McpToolParameter>,
    /// It only looks: nothing outside of the store changes.
    pub read_only: bool,
}

pub struct McpToolParameter {
    pub name: &'static str,
    pub about: &'static str,
    pub kind: FieldKind,
    pub required: bool,
    pub place: ArgPlace,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    Count,
    Flag,
    Texts,
    /// Of these words, separated by blanks.
    OneOf(&'static str),
}

/// Where the value stands on the command line.
#[derive(Clone, Copy)]
pub enum ArgPlace {
    /// After `--`, in the order of the table.
    Operand,
    /// `--name=value`; a list repeats it, a flag stands alone.
    Option(&'static str),
    /// `--name=` before all values as one JSON text.
    Json(&'static str),
}

/// The tool of this name.
pub fn find_tool(name: &str) -> Result<&'static McpTool> {
    let known = || TOOLS.iter().map(|tool| tool.name).collect();
    let found = TOOLS.iter().find(|tool| tool.name == name);
    Ok(found.ok_or_else(|| CallError::NoTool { name: name.to_owned(), known: known() })?)
}

impl McpTool {
    /// The words after `ctx` that name its command.
    pub fn command_words(&self) -> Vec<&'static str> {
        match self.name {
            "read" | "edit" | "write" => vec!["file", self.name],
            "batch" => vec!["run", "--batch"],
            "index" => vec!["store", "--document"],
            name => vec![name],
        }
    }

    /// The words after `ctx` that do what the call asks for.
    pub fn command_line(&self, input: &Value) -> Result<Vec<OsString>> {
        let none = Map::new();
        let given = match input {
            Value::Object(given) => given,
            Value::Null => &none,
            _ => return Err(self.input_error("its input must be a JSON object")),
        };
        if let Some(stray) = given.keys().find(|key| self.fields.iter().all(|field| field.name != **key)) {
            return Err(self.input_error(format_args!("it has no field '{stray}'")));
        }
        let mut words: Vec<OsString> = self.command_words().into_iter().map(OsString::from).collect();
        let mut operands: Vec<OsString> = Vec::new();
        for field in &self.fields {
            let value = given.get(field.name).filter(|value| !value.is_null());
            let Some(value) = value else {
                if field.required {
                    return Err(self.input_error(format_args!("'{}' is missing", field.name)));
                }
                continue;
            };
            let values = field
                .values_as_words(value)
                .ok_or_else(|| self.input_error(format_args!("'{}' must be {}", field.name, field.kind.describe())))?;
            match field.place {
                ArgPlace::Operand => operands.extend(values.into_iter().map(OsString::from)),
                ArgPlace::Option(name) if field.kind == FieldKind::Flag => {
                    words.extend(values.iter().filter(|value| *value == "true").map(|_| name.into()));
                }
                ArgPlace::Option(name) => words.extend(values.iter().map(|value| format!("{name}={value}").into())),
                ArgPlace::Json(name) => words.push(format!("{name}={}", Value::from(values)).into()),
            }
        }
        if !operands.is_empty() {
            words.push("--".into());
            words.extend(operands);
        }
        Ok(words)
    }

    fn input_error(&self, why: impl std::fmt::Display) -> Error {
        let fields = self.fields.iter().map(|field| field.name).collect();
        CallError::Input { tool: self.name, why: why.to_string(), fields }.into()
    }
}

impl McpToolParameter {
    /// The value as words; models write numbers as text and single values without their list.
    fn values_as_words(&self, value: &Value) -> Option<Vec<String>> {
        let word = match (self.kind, value) {
            (FieldKind::Texts, Value::Array(several)) => {
                return several.iter().map(|one| one.as_str().map(str::to_owned)).collect();
            }
            (FieldKind::Text | FieldKind::Texts, Value::String(text)) => text.clone(),
            (FieldKind::Text, Value::Number(number)) => number.to_string(),
            (FieldKind::Count, Value::Number(number)) => number.as_u64()?.to_string(),
            (FieldKind::Count, Value::String(text)) => text.trim().parse::<u64>().ok()?.to_string(),
            (FieldKind::Flag, Value::Bool(flag)) => flag.to_string(),
            (FieldKind::Flag, Value::String(text)) => text.parse::<bool>().ok()?.to_string(),
            (FieldKind::OneOf(known), Value::String(text)) => {
                known.split(' ').any(|known| known == text).then(|| text.clone())?
            }
            _ => return None,
        };
        Some(vec![word])
    }
}

impl FieldKind {
    fn describe(self) -> String {
        match self {
            FieldKind::Text => "a text".to_owned(),
            FieldKind::Count => "a whole number".to_owned(),
            FieldKind::Flag => "true or false".to_owned(),
            FieldKind::Texts => "a list of texts".to_owned(),
            FieldKind::OneOf(known) => format!("one of {}", known.replace(' ', ", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line(name: &str, input: Value) -> std::result::Result<Vec<String>, String> {
        let words = find_tool(name).unwrap().command_line(&input).map_err(|error| error.to_string())?;
        Ok(words.into_iter().map(|word| word.into_string().unwrap()).collect())
    }

    #[test]
    fn a_call_becomes_a_command_line_that_no_value_can_break_out_of() {
        assert_eq!(
            line("run", json!({ "command": "--json; ls", "intent": "x", "budget": "900" })).unwrap(),
            ["run", "--shell=--json; ls", "--intent=x", "--budget=900"]
        );
        assert_eq!(
            line("search", json!({ "queries": ["--all", "b"], "failed": true, "limit": 3 })).unwrap(),
            ["search", "--limit=3", "--failed", "--", "--all", "b"]
        );
        assert_eq!(line("search", json!({ "queries": "one", "failed": false })).unwrap(), ["search", "--", "one"]);
        assert_eq!(
            line("edit", json!({ "file": "a", "old": "x", "new": "" })).unwrap(),
            ["file", "edit", "--old=x", "--new=", "--", "a"]
        );
        assert_eq!(
            line("batch", json!({ "steps": ["run: ls", "search: x"] })).unwrap(),
            ["run", "--batch", r#"--steps=["run: ls","search: x"]"#]
        );
        assert_eq!(line("stats", Value::Null).unwrap(), ["stats"]);
    }

    #[test]
    fn a_wrong_input_is_named() {
        for (name, input, why) in [
            ("run", json!([]), "must be a JSON object"),
            ("get", json!({}), "'ref' is missing"),
            ("get", json!({ "ref": null }), "'ref' is missing"),
            ("get", json!({ "ref": "@", "raw": true }), "no field 'raw'"),
            ("get", json!({ "ref": {} }), "'ref' must be a text"),
            ("search", json!({ "queries": [1] }), "'queries' must be a list of texts"),
            ("search", json!({ "queries": ["a"], "limit": -1 }), "'limit' must be a whole number"),
            ("run", json!({ "lang": "cobol" }), "'lang' must be one of"),
        ] {
            let error = line(name, input.clone()).unwrap_err();
            assert!(error.contains(why), "{name} {input}: {error}");
        }
        assert!(find_tool("rm").is_err());
    }
}
