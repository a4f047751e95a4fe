//! The input of a tool call with its long texts replaced: an object stays an object, and its short fields stay.

use serde_json::Value;

/// Strings of an input up to this length stay as they are: paths, names, flags.
const SHORT: usize = 200;

/// The long texts of an input as one text with its escapes undone, each under the name of its field. None if it has none.
pub fn long_text(input: &str) -> Option<String> {
    let Some(object) = object(input) else { return Some(input.to_owned()) };
    let mut text = String::new();
    collect(&object, "", &mut text);
    (!text.is_empty()).then_some(text)
}

fn object(input: &str) -> Option<Value> {
    let trimmed = input.trim_start();
    trimmed.starts_with('{').then(|| serde_json::from_str(trimmed).ok()).flatten()
}

fn collect(value: &Value, name: &str, text: &mut String) {
    match value {
        Value::String(long) if long.len() > SHORT => {
            if !name.is_empty() {
                text.push_str(name);
                text.push_str(":\n");
            }
            text.push_str(long);
            if !long.ends_with('\n') {
                text.push('\n');
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, name, text)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect(value, name, text)),
        _ => {}
    }
}

/// The input with `stub` in place of its long texts. An object stays an object: the first long text becomes the stub, the
/// others become empty. Anything else becomes the stub itself.
pub fn with_stub(input: &str, stub: &str) -> String {
    let Some(mut value) = object(input) else { return stub.to_owned() };
    let mut stub = Some(stub);
    replace(&mut value, &mut stub);
    value.to_string()
}

fn replace(value: &mut Value, stub: &mut Option<&str>) {
    match value {
        Value::String(long) if long.len() > SHORT => *long = stub.take().unwrap_or_default().to_owned(),
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, stub)),
        Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| replace(value, stub)),
        _ => {}
    }
}
