//! Lists of records in a text, and the names of their columns, the telling ones first.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::OutputKind;
use crate::embedded_json::{EmbeddedJson, is_empty_value};
use ctx_text::text::Text;

/// Fewer records than this are not a table.
const FEWEST: usize = 3;
/// An object of fewer objects is not a list of them, whose keys stand under this name.
const FEWEST_KEYED: usize = 12;
pub const KEY: &str = "key";
/// Keys that say which record it is and how it fares, in the order of their worth.
#[rustfmt::skip]
pub const TELLING: &[&str] = &[
    "id", "number", "key", "name", "full_name", "slug", "path", "file", "filename", "title", "login", "tag",
    "version", "sha", "status", "state", "conclusion", "result", "severity", "level", "code", "rule", "line",
    "error", "message", "url", "html_url",
];
/// Deeper lists are not looked at.
const DEEPEST: usize = 4;

/// The longest list of objects in a document, where it stands, and the document around it.
#[derive(Clone)]
pub struct RecordList<'a> {
    pub path: String,
    pub records: Vec<&'a Map<String, Value>>,
    /// Few records have the same keys: each row names its own.
    pub mixed: bool,
}

/// The records of a text: data is JSON, and a file that is read may be paragraphs of named values.
pub fn find_records(kind: OutputKind, text: &Text) -> Option<EmbeddedJson> {
    match kind {
        OutputKind::Data => {
            let mut json = EmbeddedJson::find_in_text(text)?;
            json.values.iter_mut().for_each(|value| convert_keyed_objects_to_list(value, 0));
            Some(json)
        }
        OutputKind::Text => EmbeddedJson::find_named_value_paragraphs(text),
        _ => None,
    }
}

/// Makes a list of an object that holds nothing but objects, as a lock file of npm does: the key is a value of each.
fn convert_keyed_objects_to_list(value: &mut Value, depth: usize) {
    let Value::Object(object) = value else { return };
    if object.len() >= FEWEST_KEYED && object.values().all(Value::is_object) {
        let record = |(key, inner): (String, Value)| {
            let inner = if let Value::Object(inner) = inner { inner } else { Map::new() };
            Value::Object([(KEY.to_owned(), Value::String(key))].into_iter().chain(inner).collect())
        };
        *value = std::mem::take(object).into_iter().map(record).collect();
    } else if depth < DEEPEST {
        object.values_mut().for_each(|inner| convert_keyed_objects_to_list(inner, depth + 1));
    }
}

pub fn record_list_if_mostly_objects<'a>(path: &str, items: &'a [Value]) -> Option<RecordList<'a>> {
    let records: Vec<&Map<String, Value>> = items.iter().filter_map(Value::as_object).collect();
    (records.len() >= FEWEST && records.len() * 10 >= items.len() * 9).then(|| RecordList {
        path: path.to_owned(),
        records,
        mixed: false,
    })
}

pub fn find_record_lists<'a>(value: &'a Value, path: &str, depth: usize, found: &mut Vec<RecordList<'a>>) {
    match value {
        Value::Array(items) => found.extend(record_list_if_mostly_objects(path, items)),
        Value::Object(object) if depth < DEEPEST => {
            object.iter().for_each(|(key, inner)| find_record_lists(inner, &format!("{path}.{key}"), depth + 1, found));
        }
        _ => {}
    }
}

pub fn record_size(record: &Map<String, Value>) -> usize {
    record.iter().map(|(key, value)| key.len() + 4 + value_size(value)).sum()
}

pub fn value_size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => 2 + items.iter().map(value_size).sum::<usize>(),
        Value::Object(object) => 2 + record_size(object),
        _ => 4,
    }
}

/// The names of the columns, the telling ones first; `user.login` for what a record holds one level down.
pub fn column_names(records: &[&Map<String, Value>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |name: String| {
        if !all.contains(&name) && all.len() < 200 {
            all.push(name);
        }
    };
    for record in records.iter().take(50) {
        for (key, value) in *record {
            match value {
                Value::Object(inner) if inner.len() <= 40 => inner.keys().for_each(|name| add(format!("{key}.{name}"))),
                _ => add(key.clone()),
            }
        }
    }
    // A column that is empty everywhere, or the same everywhere, tells no records apart.
    all.retain(|column| {
        records.iter().any(|record| value_in_column(record, column).is_some_and(|value| !is_empty_value(value)))
    });
    // The first value names the record where it is another one in each.
    let firsts: HashSet<Option<&str>> = records.iter().map(|record| record.values().next()?.as_str()).collect();
    let is_told = |column: &&String| TELLING.contains(&column.as_str());
    let name = all.first().filter(|column| firsts.len() == records.len() && !is_told(column)).cloned();
    all.sort_by_key(|column| {
        if Some(column) == name.as_ref() {
            return 0;
        }
        let (key, depth) = column.rsplit_once('.').map_or((column.as_str(), 0), |(_, key)| (key, 100));
        let told = TELLING.iter().position(|name| key.eq_ignore_ascii_case(name));
        told.map_or(1000 + 10 * depth, |place| 1 + place + depth)
    });
    all
}

pub fn value_in_column<'a>(record: &'a Map<String, Value>, column: &str) -> Option<&'a Value> {
    record.get(column).or_else(|| {
        let (key, inner) = column.split_once('.')?;
        record.get(key)?.get(inner)
    })
}
