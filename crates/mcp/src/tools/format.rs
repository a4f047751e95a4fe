//! The table in the forms that clients want: MCP, OpenAI, Gemini, Anthropic.

use serde_json::{Map, Value, json};

use super::{FieldKind, McpTool, McpToolParameter, TOOLS};

/// The answer to `tools/list`.
pub fn tools_for_mcp() -> Value {
    let row = |tool: &McpTool| {
        let mut row = json!({ "name": tool.name, "description": tool.about, "inputSchema": input_schema(tool) });
        if tool.read_only {
            row["annotations"] = json!({ "readOnlyHint": true });
        }
        row
    };
    Value::Array(TOOLS.iter().map(row).collect())
}

pub fn tools_for_anthropic() -> Value {
    let row =
        |tool: &McpTool| json!({ "name": tool.name, "description": tool.about, "input_schema": input_schema(tool) });
    Value::Array(TOOLS.iter().map(row).collect())
}

/// Strict function tools: there every field is required, and one that may be left out may be null instead.
pub fn tools_for_openai() -> Value {
    let row = |tool: &McpTool| {
        let names: Vec<&str> = tool.fields.iter().map(|field| field.name).collect();
        let mut properties = Map::new();
        for field in &tool.fields {
            let mut property = property_schema(field);
            if !field.required {
                property["type"] = json!([property["type"], "null"]);
                if let Some(Value::Array(values)) = property.get_mut("enum") {
                    values.push(Value::Null);
                }
            }
            properties.insert(field.name.to_owned(), property);
        }
        json!({
            "type": "function",
            "function": {
                "name": tool.name, "description": tool.about, "strict": true,
                "parameters": { "type": "object", "properties": properties, "required": names, "additionalProperties": false },
            },
        })
    };
    Value::Array(TOOLS.iter().map(row).collect())
}

/// Function declarations in the part of JSON Schema that Gemini takes; an object without properties is not in it.
pub fn tools_for_gemini() -> Value {
    let row = |tool: &McpTool| {
        let mut declaration = json!({ "name": tool.name, "description": tool.about });
        if !tool.fields.is_empty() {
            declaration["parameters"] = input_schema(tool);
        }
        declaration
    };
    json!([{ "functionDeclarations": TOOLS.iter().map(row).collect::<Vec<_>>() }])
}

/// The input of a tool as JSON Schema.
pub fn input_schema(tool: &McpTool) -> Value {
    let properties: Map<String, Value> =
        tool.fields.iter().map(|field| (field.name.to_owned(), property_schema(field))).collect();
    let required: Vec<&str> = tool.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

fn property_schema(field: &McpToolParameter) -> Value {
    let mut property = match field.kind {
        FieldKind::Text => json!({ "type": "string" }),
        FieldKind::Count => json!({ "type": "integer" }),
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        FieldKind::OneOf(known) => json!({ "type": "string", "enum": known.split(' ').collect::<Vec<_>>() }),
    };
    if !field.about.is_empty() {
        property["description"] = json!(field.about);
    }
    property
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest size of the table, which every client reads before the first call.
    const LIMIT: usize = 6 * 1024;

    #[test]
    fn the_whole_table_is_small() {
        let size = tools_for_mcp().to_string().len();
        assert!(size <= LIMIT, "{size} bytes");
    }

    #[test]
    fn names_and_fields_are_told_apart() {
        for tool in TOOLS.iter() {
            assert!(!tool.about.is_empty(), "{}", tool.name);
            for (at, field) in tool.fields.iter().enumerate() {
                assert!(tool.fields[..at].iter().all(|other| other.name != field.name), "{} {}", tool.name, field.name);
            }
        }
    }
}
