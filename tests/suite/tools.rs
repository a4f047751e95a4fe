//! `ctx mcp tools` and `ctx mcp call`: declarations that each model's API takes, and calls that do what the command line does.

use serde_json::{Value, json};

use crate::harness::Home;

fn declared(home: &Home, format: &str) -> Value {
    let done = home.ctx(["mcp", "tools", "--format", format]);
    assert_eq!(done.code, 0, "{}", done.err);
    serde_json::from_str(&done.out).expect("JSON")
}

/// Enough of JSON Schema for the schemas below: type, const, enum, required, properties, additionalProperties, items,
/// pattern as a list of allowed characters, minProperties.
fn check(value: &Value, schema: &Value, at: &str) {
    if let Some(expected) = schema.get("const") {
        assert_eq!(value, expected, "{at}");
    }
    if let Some(allowed) = schema["enum"].as_array() {
        assert!(allowed.contains(value), "{at}: {value} is none of {allowed:?}");
    }
    let kind = match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        _ => "other",
    };
    if let Some(expected) = schema["type"].as_str() {
        assert_eq!(kind, expected, "{at}: {value}");
    }
    if let (Some(text), Some(most)) = (value.as_str(), schema["maxLength"].as_u64()) {
        assert!(!text.is_empty() && text.len() as u64 <= most, "{at}: {text:?}");
    }
    if let (Some(text), Some(true)) = (value.as_str(), schema["identifier"].as_bool()) {
        let fits = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        assert!(fits && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'), "{at}: {text:?}");
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(object.contains_key(name.as_str().unwrap()), "{at}: no {name}");
        }
        if let Some(least) = schema["minProperties"].as_u64() {
            assert!(object.len() as u64 >= least, "{at}: {} properties", object.len());
        }
        for (name, inner) in object {
            let at = format!("{at}.{name}");
            match (schema["properties"].get(name), schema.get("additionalProperties")) {
                (Some(schema), _) => check(inner, schema, &at),
                (None, Some(Value::Bool(false))) => panic!("{at} is not known there"),
                (None, Some(schema @ Value::Object(_))) => check(inner, schema, &at),
                (None, _) => {}
            }
        }
    }
    for (number, inner) in value.as_array().into_iter().flatten().enumerate() {
        if schema.get("items").is_some() {
            check(inner, &schema["items"], &format!("{at}[{number}]"));
        }
    }
}

/// The Schema object of the Gemini API, as far as functions use it: nothing else may stand there.
fn gemini_schema(depth: u8) -> Value {
    let mut schema = json!({
        "type": "object", "required": ["type"], "additionalProperties": false,
        "properties": {
            "type": { "enum": ["string", "number", "integer", "boolean", "array", "object"] },
            "description": { "type": "string", "maxLength": 1024 },
            "enum": { "type": "array", "items": { "type": "string" } },
            "required": { "type": "array", "items": { "type": "string" } },
        },
    });
    if depth > 0 {
        schema["properties"]["items"] = gemini_schema(depth - 1);
        schema["properties"]["properties"] =
            json!({ "type": "object", "minProperties": 1, "additionalProperties": gemini_schema(depth - 1) });
    }
    schema
}

#[test]
fn gemini_takes_the_declarations() {
    let home = Home::new();
    let declaration = json!({
        "type": "object", "required": ["name", "description"], "additionalProperties": false,
        "properties": {
            "name": { "type": "string", "maxLength": 64, "identifier": true },
            "description": { "type": "string", "maxLength": 1024 },
            "parameters": gemini_schema(2),
        },
    });
    let schema = json!({
        "type": "array",
        "items": {
            "type": "object", "required": ["functionDeclarations"], "additionalProperties": false,
            "properties": { "functionDeclarations": { "type": "array", "items": declaration } },
        },
    });
    let declared = declared(&home, "gemini");
    check(&declared, &schema, "gemini");
    for function in declared[0]["functionDeclarations"].as_array().unwrap() {
        let parameters = &function["parameters"];
        for name in parameters["required"].as_array().into_iter().flatten() {
            assert!(parameters["properties"].get(name.as_str().unwrap()).is_some(), "{function}");
        }
    }
}

#[test]
fn openai_takes_the_functions_strictly() {
    let home = Home::new();
    let property = json!({
        "type": "object", "required": ["type"], "additionalProperties": false,
        "properties": {
            "description": { "type": "string", "maxLength": 1024 }, "enum": { "type": "array" }, "type": {},
            "items": { "type": "object", "required": ["type"] },
        },
    });
    let parameters = json!({
        "type": "object", "required": ["type", "properties", "required", "additionalProperties"], "additionalProperties": false,
        "properties": {
            "type": { "const": "object" }, "additionalProperties": { "const": false },
            "required": { "type": "array", "items": { "type": "string" } },
            "properties": { "type": "object", "additionalProperties": property },
        },
    });
    let function = json!({
        "type": "object", "required": ["name", "parameters"], "additionalProperties": false,
        "properties": {
            "name": { "type": "string", "maxLength": 64, "identifier": true }, "description": { "type": "string", "maxLength": 1024 },
            "strict": { "const": true }, "parameters": parameters,
        },
    });
    let schema = json!({
        "type": "array",
        "items": {
            "type": "object", "required": ["type", "function"], "additionalProperties": false,
            "properties": { "type": { "const": "function" }, "function": function },
        },
    });
    let declared = declared(&home, "openai");
    check(&declared, &schema, "openai");
    for tool in declared.as_array().unwrap() {
        // Strict functions require all they have; what may be left out may be null.
        let parameters = &tool["function"]["parameters"];
        let required: Vec<&str> = parameters["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let names: Vec<&str> = parameters["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(required, names, "{tool}");
    }
}

#[test]
fn anthropic_and_mcp_have_the_same_schemas() {
    let home = Home::new();
    let anthropic = declared(&home, "anthropic");
    for (ours, theirs) in anthropic.as_array().unwrap().iter().zip(declared(&home, "mcp").as_array().unwrap()) {
        assert_eq!((&ours["name"], &ours["input_schema"]), (&theirs["name"], &theirs["inputSchema"]));
    }
}

#[test]
fn a_call_does_and_ends_as_the_command_does() {
    let home = Home::new();
    let done = home.ctx(["mcp", "call", "run", r#"{"command": "echo hi; exit 3", "intent": null}"#]);
    assert_eq!((done.code, done.body()), (3, "hi\n"));
    let got = home.pipe(["mcp", "call", "get", "-"], br#"{"ref": "@"}"#);
    assert_eq!((got.code, got.out.as_str()), (0, "hi\n"));
    let json: Value =
        serde_json::from_str(&home.ctx(["mcp", "call", "run", r#"{"command": "exit 4"}"#, "--json"]).out).unwrap();
    assert_eq!(json["exit_code"], 4);
    let code = home.ctx(["mcp", "call", "run", r#"{"lang": "bash", "code": "echo $0; echo in $1"}"#]);
    assert!(code.code == 0 && code.out.contains("main.sh"), "{}", code.out);
}

#[test]
fn a_call_that_makes_no_sense_is_refused() {
    let home = Home::new();
    for (args, why) in [
        (["rm", "{}"], "no tool 'rm'"),
        (["run", "nonsense"], "is not JSON"),
        (["run", "[]"], "must be a JSON object"),
        (["run", "{}"], "required"),
        (["get", r#"{"ref": "@", "lines": "x"}"#], "invalid line range 'x'"),
        (["get", r#"{"reference": "@"}"#], "no field 'reference'"),
    ] {
        let done = home.ctx(["mcp", "call", args[0], args[1]]);
        assert!(done.code == 2 && done.err.contains(why), "{args:?}: {} {}", done.code, done.err);
    }
}
