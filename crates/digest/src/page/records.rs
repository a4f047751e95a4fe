//! A long list of JSON objects, or of paragraphs of named values, as a table: the columns that say which record it is for
//! every record first, then as many of the others as fit, long texts by their first sentence and their size. Every record
//! is shown or counted.

use serde_json::{Map, Value};

use super::long::first_sentences;
use super::record_lists::{
    KEY, RecordList, TELLING, column_names, find_record_lists, find_records, record_list_if_mostly_objects,
    record_size, value_in_column, value_size,
};
use crate::embedded_json::EmbeddedJson;
use crate::{Body, OutputKind};
use ctx_text::format_size;
use ctx_text::text::Text;

/// Cells are cut to one of these lengths, the longest that makes the table fit.
const CELLS: &[usize] = &[6400, 3200, 1600, 1100, 800, 560, 400, 280, 200, 140, 100, 70, 40];
/// The lines around the table get this share of the room, in percent.
const AROUND: usize = 15;
/// What is summed up gets this share of the room, in percent; of one column in so many.
const SUMMED: usize = 40;
const MOST_TALLIED: usize = 12;
/// A value is rare if at most one record in so many has it.
const RARE: usize = 20;
/// The widest cell of a table that does not fit as it is, and the room for its heading.
const CELL: usize = 48;
const MARGIN: usize = 120;

/// The table of the longest list of objects in the text; none where there is no such list.
pub fn render_records_table(kind: OutputKind, text: &Text, room: usize) -> Option<Body> {
    let source = find_records(kind, text)?;
    let mut lists = Vec::new();
    match source.values.as_slice() {
        [one] => find_record_lists(one, "", 0, &mut lists),
        many => lists.extend(record_list_if_mostly_objects("", many)),
    }
    let mut list =
        lists.into_iter().max_by_key(|list| list.records.iter().map(|record| record_size(record)).sum::<usize>())?;
    // A table of a small part would hide the rest of the document.
    let held: usize = list.records.iter().map(|record| record_size(record)).sum();
    if held * 2 < source.values.iter().map(value_size).sum() {
        return None;
    }
    let outside = render_lines_outside(&source, text, &list, room * AROUND / 100);
    let room = room.saturating_sub(outside.len());
    let columns = column_names(&list.records);
    list.mixed = is_mostly_empty(&list.records, &columns);
    let table = CELLS.iter().find_map(|&widest| render_all_records_if_they_fit(&list, &columns, widest, room));
    // Whoever opens a lock file looks for names.
    let is_named = kind == OutputKind::Text || columns.first().is_some_and(|column| column == KEY);
    let (table, shown) = match table {
        Some(table) => (table, list.records.len()),
        None if is_named => render_fitting_columns(&RecordList { mixed: false, ..list.clone() }, &columns, room),
        None => render_summary(&list, &columns, room),
    };
    let mut body = Body { folded: true, shown: shown.min(text.len()) as u64, ..Body::default() };
    for line in outside.lines().chain(table.iter().map(String::as_str)) {
        body.push_ctx_line(line);
    }
    let left = list.records.len() - shown;
    if left > 0 {
        body.push_ctx_line(&format!("… {left} of {} records", list.records.len()));
    }
    body.note_left_out_lines(text.raw_line_number(0), text.raw_line_number(text.len() - 1));
    Some(body)
}

/// The lines before and after the JSON, and what it says beside the list, as far as they fit.
fn render_lines_outside(source: &EmbeddedJson, text: &Text, list: &RecordList<'_>, room: usize) -> String {
    let mut out = String::new();
    let mut push = |line: &str| {
        if !line.trim().is_empty() && out.len() + line.len() < room {
            out.push_str(line);
            out.push('\n');
        }
    };
    for &at in &source.others {
        push(&shorten_to_sentences_and_size(text.line(at), 200));
    }
    if let [Value::Object(object)] = source.values.as_slice() {
        for (key, value) in object {
            let inner = match value {
                Value::Array(_) | Value::Object(_)
                    if list.path.trim_start_matches('.').split('.').next() == Some(key) =>
                {
                    continue;
                }
                Value::Array(items) if items.len() > 5 => format!("[{} items]", items.len()),
                other => render_cell(other, 160),
            };
            push(&format!("{key}: {inner}"));
        }
    }
    let at = if list.path.is_empty() { String::new() } else { format!("{}: ", list.path.trim_start_matches('.')) };
    let cut = if source.cut { ", then it is cut off" } else { "" };
    out.push_str(&format!("{at}{} records{cut}\n", list.records.len()));
    out
}

/// All records with every column, if that fits.
fn render_all_records_if_they_fit(
    list: &RecordList<'_>,
    columns: &[String],
    widest: usize,
    room: usize,
) -> Option<Vec<String>> {
    let mut lines: Vec<String> = (!list.mixed).then(|| render_table_heading(columns, "")).into_iter().collect();
    let mut spent = lines.iter().map(|line| line.len() + 1).sum::<usize>();
    for record in &list.records {
        let line = render_row(list, record, columns, widest);
        spent += line.len() + 1;
        if spent > room {
            return None;
        }
        lines.push(line);
    }
    Some(lines)
}

/// What can be said in a line comes first: values that many records share, and the records
/// with a value that hardly any other has. Then as much of the table as fits.
fn render_summary(list: &RecordList<'_>, columns: &[String], room: usize) -> (Vec<String>, usize) {
    let mut lines = Vec::new();
    let (mut held, limit) = (0, room * SUMMED / 100);
    let mut push = |line: String| {
        if held + line.len() < limit {
            held += line.len() + 1;
            lines.push(line);
        }
    };
    let (mut rare, mut tallied): (Vec<usize>, Vec<&String>) = Default::default();
    for column in columns.iter().take(MOST_TALLIED) {
        let Some(tally) = tally_if_few_values(&list.records, column) else { continue };
        let few: Vec<&(String, Vec<usize>)> =
            tally.iter().filter(|(_, at)| at.len() * RARE <= list.records.len()).collect();
        if few.is_empty() && !TELLING.contains(&column.as_str()) {
            continue;
        }
        let values: Vec<String> = tally.iter().map(|(value, at)| format!("{value} ×{}", at.len())).collect();
        push(format!("{column}: {}", values.join(", ")));
        tallied.push(column);
        rare.extend(few.iter().flat_map(|(_, at)| at.iter().take(2)));
    }
    rare.dedup();
    for &at in rare.iter().take(3) {
        push(shorten_to_sentences_and_size(&Value::Object(list.records[at].clone()).to_string(), 300));
    }
    let names: Vec<String> = columns.iter().filter(|column| !tallied.contains(column)).cloned().collect();
    let room = room - held;
    let is_named =
        names.first().is_some_and(|name| column_byte_cost(list, name) + list.records.len() * 2 + MARGIN <= room);
    let (table, shown) =
        if is_named { render_fitting_columns(list, &names, room) } else { render_first_records(list, columns, room) };
    lines.extend(table);
    (lines, shown)
}

/// The bytes that a column takes for all records.
fn column_byte_cost(list: &RecordList<'_>, column: &str) -> usize {
    let width = |record: &&Map<String, Value>| {
        value_in_column(record, column).map_or(2, |value| render_cell(value, CELL).len()) + 2
    };
    list.records.iter().map(width).sum()
}

/// The first records with every column.
fn render_first_records(list: &RecordList<'_>, columns: &[String], room: usize) -> (Vec<String>, usize) {
    let mut lines = vec![render_table_heading(columns, "")];
    let mut spent = lines[0].len() + 40;
    for record in &list.records {
        let line = render_row(list, record, columns, CELL);
        spent += line.len() + 1;
        if spent > room {
            break;
        }
        lines.push(line);
    }
    let shown = lines.len() - 1;
    (lines, shown)
}

/// The few values of a column and the records that have each, the most frequent first; none where there are many.
fn tally_if_few_values(records: &[&Map<String, Value>], column: &str) -> Option<Vec<(String, Vec<usize>)>> {
    const DISTINCT: usize = 8;
    let mut values: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, record) in records.iter().enumerate() {
        let value = match value_in_column(record, column) {
            Some(Value::String(text)) if text.len() <= 40 => text.clone(),
            Some(value @ (Value::Bool(_) | Value::Number(_))) => value.to_string(),
            None | Some(Value::Null) => "none".to_owned(),
            _ => return None,
        };
        match values.iter().position(|(known, _)| *known == value) {
            Some(known) => values[known].1.push(place),
            None if values.len() == DISTINCT => return None,
            None => values.push((value, vec![place])),
        }
    }
    values.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    (values.len() > 1 && values.len() * 4 <= records.len()).then_some(values)
}

/// As many columns as fit for every record.
fn render_fitting_columns(list: &RecordList<'_>, columns: &[String], room: usize) -> (Vec<String>, usize) {
    let mut spent = list.records.len() * 2 + 40;
    let mut held: Vec<String> = Vec::new();
    for column in columns {
        let cost = column_byte_cost(list, column) + column.len() + 2;
        if spent + cost <= room.saturating_sub(MARGIN) || held.is_empty() {
            spent += cost;
            held.push(column.clone());
        }
    }
    let (mut lines, shown) = render_first_records(list, &held, room);
    let dropped = columns.len() - held.len();
    if dropped > 0 {
        lines[0] = render_table_heading(&held, &format!(" and {dropped} columns more"));
    }
    (lines, shown)
}

fn render_table_heading(columns: &[String], more: &str) -> String {
    format!("{{{}}}{more}:", columns.join(", "))
}

/// True where most cells of the table would be empty.
fn is_mostly_empty(records: &[&Map<String, Value>], columns: &[String]) -> bool {
    let filled = |record: &&Map<String, Value>| {
        columns.iter().filter(|column| value_in_column(record, column).is_some()).count()
    };
    records.iter().map(filled).sum::<usize>() * 2 < records.len() * columns.len()
}

fn render_row(list: &RecordList<'_>, record: &Map<String, Value>, columns: &[String], widest: usize) -> String {
    if list.mixed {
        let held = columns.iter().filter_map(|column| value_in_column(record, column).map(|value| (column, value)));
        let pairs: Vec<String> =
            held.map(|(column, value)| format!("{column}: {}", render_cell(value, widest))).collect();
        return format!("  {{{}}}", pairs.join(", "));
    }
    let cells: Vec<String> = columns
        .iter()
        .map(|column| {
            value_in_column(record, column).map_or_else(|| "-".to_owned(), |value| render_cell(value, widest))
        })
        .collect();
    format!("  {}", cells.join(", "))
}

fn render_cell(value: &Value, widest: usize) -> String {
    match value {
        Value::String(text) => Value::String(shorten_to_sentences_and_size(text, widest)).to_string(),
        other => shorten_to_sentences_and_size(&other.to_string(), widest),
    }
}

/// The first sentences of a long text and the size of the rest.
fn shorten_to_sentences_and_size(text: &str, widest: usize) -> String {
    if text.len() <= widest + 16 {
        return text.to_owned();
    }
    let keep = first_sentences(text, widest);
    format!("{keep} … {}", format_size((text.len() - keep.len()) as u64))
}

/// True where a page is a table of the text's records: no cell holds a text that the document lacks, and every record is
/// shown or counted.
#[cfg(test)]
pub fn is_faithful_records_table(kind: OutputKind, text: &Text, body: &Body) -> bool {
    let Some(json) = find_records(kind, text) else { return false };
    let mut all: String = json.values.iter().map(Value::to_string).collect();
    all.push_str(&text.lines().collect::<String>());
    let rows: Vec<&str> = body.text.lines().filter(|line| line.starts_with("  ")).collect();
    let cells =
        |row: &str| -> Option<Vec<Value>> { serde_json::from_str(&format!("[{}]", row.replace(", -", ", null"))).ok() };
    let known = rows.iter().filter_map(|row| cells(row)).flatten().all(|cell| match cell {
        Value::String(cell) => cell.contains(" … ") || all.contains(&Value::String(cell).to_string()),
        other => other.to_string().contains('…') || other.is_null() || all.contains(&other.to_string()),
    });
    let count = |word: &str| {
        body.text.lines().find_map(|line| line.rsplit(": ").next()?.strip_suffix(word)?.parse::<usize>().ok())
    };
    let total = count(" records").or_else(|| count(" records, then it is cut off"));
    let left =
        body.text.lines().find_map(|line| line.strip_prefix("… ")?.split(" of ").next()?.parse().ok()).unwrap_or(0);
    known && total == Some(rows.len() + left)
}

#[cfg(test)]
mod tests;
