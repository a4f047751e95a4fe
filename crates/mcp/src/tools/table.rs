//! The rows of `tools.tsv`.

use std::sync::LazyLock;

use super::{ArgPlace, FieldKind, McpTool, McpToolParameter};

pub static TOOLS: LazyLock<Vec<McpTool>> = LazyLock::new(|| {
    let mut tools: Vec<McpTool> = Vec::new();
    for row in include_str!("tools.tsv").lines().filter(|row| !row.starts_with('#')) {
        let mut cells = row.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let name = cell();
        match tools.last_mut().filter(|_| name.is_empty()) {
            Some(tool) => tool.fields.push(parse_field_row([cell(), cell(), cell(), cell()])),
            None => tools.push(McpTool { name, read_only: cell() == "looks", about: cell(), fields: Vec::new() }),
        }
    }
    tools
});

fn parse_field_row([name, kind, place, about]: [&'static str; 4]) -> McpToolParameter {
    let kind = match kind {
        "text" => FieldKind::Text,
        "texts" => FieldKind::Texts,
        "count" => FieldKind::Count,
        "flag" => FieldKind::Flag,
        known => FieldKind::OneOf(known),
    };
    let place = match place.strip_prefix("json ") {
        Some(option) => ArgPlace::Json(option),
        None if place == "operand" => ArgPlace::Operand,
        None => ArgPlace::Option(place),
    };
    McpToolParameter { name: name.trim_start_matches('*'), about, kind, required: name.starts_with('*'), place }
}
