//! Jupyter notebooks: the kinds of cells, each by its first line.

use super::{json, new_symbol, shorten_value};
use crate::Outline;

pub fn outline(text: &str) -> Outline {
    let Ok(notebook) = serde_json::from_str::<serde_json::Value>(text) else {
        // Cut off or being edited: its keys are better than nothing.
        return json::outline(text);
    };
    let cells = notebook["cells"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places = json::scan_json(text, 2).values.into_iter().flat_map(|top| top.children);
    let places: Vec<(u32, u32)> = places
        .filter(|value| value.key.as_deref() == Some("cells"))
        .flat_map(|value| value.children)
        .map(|cell| cell.lines)
        .collect();
    let mut purpose = None;
    let mut symbols = Vec::new();
    let (mut code, mut markdown) = (0, 0);
    for (at, cell) in cells.iter().enumerate() {
        let kind = cell["cell_type"].as_str().unwrap_or("raw");
        let source = match &cell["source"] {
            serde_json::Value::String(source) => source.clone(),
            serde_json::Value::Array(lines) => lines.iter().filter_map(|line| line.as_str()).collect(),
            _ => String::new(),
        };
        match kind {
            "code" => code += 1,
            "markdown" => markdown += 1,
            _ => {}
        }
        if purpose.is_none() && kind == "markdown" {
            let about = super::markdown::outline(&source);
            purpose = about.symbols.first().map(|heading| heading.name.clone()).or(about.purpose);
        }
        let line = source.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let count = source.lines().count();
        let more = if count > 1 { format!(" ({count} lines)") } else { String::new() };
        let mut cell =
            new_symbol("cell", &shorten_value(line), format!("[{}] {kind}: {}{more}", at + 1, shorten_value(line)), 0);
        cell.lines = places.get(at).copied().unwrap_or_default();
        symbols.push(cell);
    }
    let language = notebook["metadata"]["kernelspec"]["language"].as_str();
    let language = language.or_else(|| notebook["metadata"]["language_info"]["name"].as_str()).unwrap_or("notebook");
    let counts = format!("{language}: {code} code and {markdown} markdown cells");
    let purpose = purpose.map_or(counts.clone(), |purpose| format!("{purpose} ({counts})"));
    Outline { purpose: Some(purpose), symbols, ..Outline::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_their_first_lines_and_places() {
        let text = "{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\",\n   \"source\": [\"# Title\\n\", \"text\"]\n  },\n  {\n   \"cell_type\": \"code\",\n   \"source\": \"\\nimport x\\ny\"\n  }\n ],\n \"metadata\": {\"language_info\": {\"name\": \"python\"}}\n}";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("Title (python: 1 code and 1 markdown cells)"));
        let shown: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|cell| (cell.signature.as_str(), cell.lines)).collect();
        assert_eq!(shown, [("[1] markdown: # Title (2 lines)", (3, 6)), ("[2] code: import x (3 lines)", (7, 10))]);
        assert!(super::outline(&text[..60]).broken_at.is_some());
    }
}
