//! As much of JSON Schema as the schemas beside need. A keyword it does not know is a fault in the schema.

use serde_json::Value;

/// The first fault of a value, if it has one.
pub fn fault(schema: &Value, value: &Value) -> Option<String> {
    let rules = schema.as_object().expect("a schema is an object");
    rules.iter().find_map(|(keyword, rule)| {
        broken(keyword, rule, value)
            .then(|| format!("{keyword} {rule}: {value}"))
            .or_else(|| within(keyword, rule, value))
    })
}

fn broken(keyword: &str, rule: &Value, value: &Value) -> bool {
    match keyword {
        "type" => kind(value) != rule.as_str().expect("one type"),
        "const" => value != rule,
        "enum" => !rule.as_array().expect("values").contains(value),
        "maxLength" => value.as_str().is_some_and(|text| text.len() as u64 > rule.as_u64().expect("a length")),
        "minLength" => value.as_str().is_some_and(|text| (text.len() as u64) < rule.as_u64().expect("a length")),
        "maxProperties" => {
            value.as_object().is_some_and(|object| object.len() as u64 > rule.as_u64().expect("a number"))
        }
        "required" => {
            rule.as_array().expect("names").iter().any(|name| value.get(name.as_str().expect("a name")).is_none())
        }
        "oneOf" => {
            rule.as_array().expect("schemas").iter().filter(|schema| fault(schema, value).is_none()).count() != 1
        }
        "$comment" | "properties" | "additionalProperties" | "items" => false,
        other => panic!("the schema says '{other}'"),
    }
}

fn within(keyword: &str, rule: &Value, value: &Value) -> Option<String> {
    match keyword {
        "properties" => {
            let known = rule.as_object().expect("schemas by name");
            known.iter().find_map(|(name, schema)| Some(format!(".{name} {}", fault(schema, value.get(name)?)?)))
        }
        "items" => value.as_array()?.iter().find_map(|item| fault(rule, item)),
        _ => None,
    }
}

/// Names that are not in the schema of an object, at any depth.
pub fn strangers(schema: &Value, value: &Value) -> Vec<String> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let mut found = Vec::new();
    for (name, inner) in object {
        match schema.get("properties").and_then(|properties| properties.get(name)) {
            Some(schema) => found.extend(strangers(schema, inner)),
            None if closed => found.push(name.clone()),
            None => {}
        }
    }
    found
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
