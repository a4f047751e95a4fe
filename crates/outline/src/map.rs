//! The map of a folder as text and JSON: one line a file, the most referenced first.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::walk::FileOutlineWithReferences;
use super::{Outline, Symbol, Visibility};
use ctx_text::{format_count, format_size};

/// The largest length of a file's purpose.
const PURPOSE: usize = 90;
/// Room for the lines about files that are left out.
const RESERVE: usize = 120;

/// Lines by folder: folders and their files, the most referenced first, as many as the budget holds.
pub fn render_map_text(root: &str, files: &[FileOutlineWithReferences], depth: usize, budget: usize) -> String {
    let bytes = files.iter().map(|file| file.outline.bytes).sum();
    let mut out = format!("{root} · {} · {}\n", format_count(files.len() as u64, "file"), format_size(bytes));
    let (near, deep): (Vec<&FileOutlineWithReferences>, Vec<&FileOutlineWithReferences>) =
        files.iter().partition(|file| file.path.components().count() <= depth);
    let mut folded = summary_lines_of_deep_folders(&deep, depth);
    let mut spent = out.len();
    let all_folders = folded.len();
    folded.retain(|line| {
        spent += line.len() + 1;
        spent + RESERVE <= budget
    });
    let mut folders: Vec<(String, Vec<String>)> = Vec::new();
    let mut shown = 0;
    for file in &near {
        let folder = file.path.parent().map(|path| path.display().to_string()).unwrap_or_default();
        let folder = if folder.is_empty() { "./".to_owned() } else { format!("{folder}/") };
        let line = render_file_line(file);
        let known = folders.iter().position(|(name, _)| *name == folder);
        let cost = line.len() + 1 + known.map_or(folder.len() + 1, |_| 0);
        if spent + cost + RESERVE > budget {
            break;
        }
        spent += cost;
        shown += 1;
        match known {
            Some(at) => folders[at].1.push(line),
            None => folders.push((folder, vec![line])),
        }
    }
    for (folder, lines) in folders {
        out.push_str(&format!("{folder}\n{}\n", lines.join("\n")));
    }
    for line in &folded {
        out.push_str(&format!("{line}\n"));
    }
    if folded.len() < all_folders {
        out.push_str(&format!("… {} more\n", format_count((all_folders - folded.len()) as u64, "folder")));
    }
    if shown < near.len() {
        let left = format_count((near.len() - shown) as u64, "file");
        out.push_str(&format!("… {left} less referenced: ctx peek {root} --budget SIZE | ctx peek FOLDER\n"));
    }
    out
}

/// Folders below the requested depth, one line each.
fn summary_lines_of_deep_folders(files: &[&FileOutlineWithReferences], depth: usize) -> Vec<String> {
    let mut folders: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for file in files {
        let folder: std::path::PathBuf = file.path.iter().take(depth).collect();
        let sums = folders.entry(folder.display().to_string()).or_default();
        *sums = (sums.0 + 1, sums.1 + file.outline.bytes);
    }
    folders
        .into_iter()
        .map(|(folder, (files, bytes))| format!("{folder}/ · {} · {}", format_count(files, "file"), format_size(bytes)))
        .collect()
}

fn render_file_line(file: &FileOutlineWithReferences) -> String {
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let outline = &file.outline;
    let mut parts = vec![format!("  {name}")];
    match count_public_symbols(&outline.symbols) {
        0 if outline.symbols.is_empty() => parts.push(outline.language.to_owned()),
        number => parts.push(format!("{number} public")),
    }
    parts.push(if outline.lines > 0 {
        format_count(u64::from(outline.lines), "line")
    } else {
        format_size(outline.bytes)
    });
    if file.references > 0 {
        parts.push(format_count(file.references, "ref"));
    }
    if outline.broken_at.is_some() {
        parts.push("does not parse".to_owned());
    }
    let purpose = purpose_or_public_names(outline);
    if !purpose.is_empty() {
        parts.push(purpose);
    }
    parts.join(" · ").replace(|c: char| c.is_control(), " ")
}

/// The file's own description, else its public names.
fn purpose_or_public_names(outline: &Outline) -> String {
    let own = outline.purpose.as_deref().map(super::render::first_nonblank_line).unwrap_or_default();
    if !own.is_empty() {
        return super::render::cut_at_word(own, PURPOSE);
    }
    let public = |symbol: &&Symbol| symbol.visibility == Visibility::Public && !symbol.name.is_empty();
    let names: Vec<&str> =
        outline.symbols.iter().filter(public).map(|symbol| symbol.name.as_str()).take(PURPOSE / 2).collect();
    super::render::cut_at_word(&names.join(" "), PURPOSE)
}

fn count_public_symbols(symbols: &[Symbol]) -> usize {
    let own = |symbol: &Symbol| {
        usize::from(
            symbol.visibility == Visibility::Public && !matches!(symbol.kind, "field" | "variant" | "re-export"),
        )
    };
    symbols.iter().map(|symbol| own(symbol) + count_public_symbols(&symbol.children)).sum()
}

pub fn render_map_json(root: &Path, files: &[FileOutlineWithReferences]) -> Value {
    let rows = files.iter().map(|file| {
        json!({
            "path": file.path.display().to_string(),
            "language": file.outline.language,
            "lines": file.outline.lines,
            "bytes": file.outline.bytes,
            "public": count_public_symbols(&file.outline.symbols),
            "references": file.references,
            "purpose": file.outline.purpose.as_deref().map(super::render::first_nonblank_line),
            "broken_at": file.outline.broken_at.map(|(line, column)| json!({ "line": line, "column": column })),
        })
    });
    json!({ "path": root.display().to_string(), "files": rows.collect::<Vec<_>>() })
}
