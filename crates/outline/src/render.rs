//! An outline as text within a budget, and as JSON.

mod names;

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Outline, Symbol, Visibility};
use ctx_text::{format_count, format_size, truncate_at_char_boundary};

/// Widest line of fields or variants before they continue below.
const WIDTH: usize = 160;
/// The largest length of a doc comment's first line and of a purpose.
const DOC: usize = 80;
const PURPOSE: usize = 200;
/// The answer to a source shorter than this may be this long.
const SMALL: usize = 200;
/// Parts of data that look alike: this many stand for all.
const ALIKE: usize = 20;
/// Replaces a `cfg(…)` that the item above has, too.
const SAME: &str = "same cfg";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum DocDetail {
    None,
    #[default]
    First,
    Full,
}

#[derive(Clone, Copy, Debug)]
pub struct OutlineOptions {
    pub docs: DocDetail,
    /// Shows private items, too.
    pub private: bool,
    /// Levels of items: 1 is the top level alone.
    pub depth: usize,
    /// Bytes of text.
    pub budget: usize,
}

impl Default for OutlineOptions {
    fn default() -> OutlineOptions {
        OutlineOptions { docs: DocDetail::First, private: false, depth: usize::MAX, budget: usize::MAX }
    }
}

/// How much is shown of each item; the first level that fits the budget is taken.
#[derive(Clone, Copy)]
struct RenderDetail {
    private: bool,
    docs: DocDetail,
    lines: bool,
    depth: usize,
    /// At most this many parts that look alike.
    alike: usize,
}

/// The outline as lines: line 1 describes the file, public items come first.
pub fn render_outline_text(path: &str, outline: &Outline, options: &OutlineOptions) -> String {
    let head = headline(path, outline);
    // An answer is never longer than the file itself, unless that is shorter than line 1.
    let source = usize::try_from(outline.bytes).unwrap_or(usize::MAX).max(SMALL);
    let room = options.budget.min(source).saturating_sub(head.len());
    let fits = |body: &[String], room: usize| body.iter().map(|line| line.len() + 1).sum::<usize>() <= room;
    let full = RenderDetail { docs: options.docs, private: false, lines: true, depth: options.depth, alike: ALIKE };
    // A budget that was asked for is spent first.
    let all = (options.budget < usize::MAX).then_some(RenderDetail { alike: usize::MAX, ..full });
    let docs = [DocDetail::Full, DocDetail::First, DocDetail::None].into_iter().filter(|docs| *docs <= options.docs);
    let details = docs.map(|docs| RenderDetail { docs, ..full });
    let details = details.chain([RenderDetail { docs: DocDetail::None, lines: false, ..full }]);
    for detail in all.into_iter().chain(details) {
        let body = render_outline_lines(outline, options, detail);
        if fits(&body, room) {
            return join_printable_lines(head, &body);
        }
    }
    let body = names::render_names_by_kind(&outline.symbols, options);
    if fits(&body, room) {
        return join_printable_lines(head, &body);
    }
    // For a very short file, the whole line 1 does not fit beside the names.
    let short = headline(path.rsplit('/').next().unwrap_or(path), outline);
    let room = options.budget.min(source).saturating_sub(short.len());
    if fits(&body, room) {
        return join_printable_lines(short, &body);
    }
    join_printable_lines(short, &cut_to_room(path, body, room))
}

/// As many lines as fit, and how to see the others.
fn cut_to_room(path: &str, body: Vec<String>, room: usize) -> Vec<String> {
    let more = |left: usize| {
        format!("… {} more: ctx peek {path} --symbol NAME | --budget SIZE", format_count(left as u64, "line"))
    };
    let reserve = more(body.len()).len() + 1;
    let mut spent = 0;
    let kept = body.iter().take_while(|line| {
        spent += line.len() + 1;
        spent + reserve <= room
    });
    let mut kept: Vec<String> = kept.cloned().collect();
    let note = more(body.len() - kept.len());
    if kept.iter().map(|line| line.len() + 1).sum::<usize>() + note.len() < room {
        kept.push(note);
    }
    kept
}

fn join_printable_lines(mut head: String, body: &[String]) -> String {
    for line in body {
        // A source may hold anything, and a terminal must not obey it.
        head.extend(line.chars().filter(|c| !c.is_control()));
        head.push('\n');
    }
    head
}

fn headline(path: &str, outline: &Outline) -> String {
    let lines = format_count(u64::from(outline.lines), "line");
    let broken = match outline.broken_at {
        Some((line, column)) => format!(" · does not parse at {line}:{column}"),
        None => String::new(),
    };
    let lines = if is_outline_of_binary_file(outline) { String::new() } else { format!(" · {lines}") };
    format!("{path} · {}{lines} · {}{broken}\n", outline.language, format_size(outline.bytes))
}

/// The file is not text: then line counts mean nothing.
fn is_outline_of_binary_file(outline: &Outline) -> bool {
    outline.lines > 0 && outline.head.is_empty() && super::language::find_language(outline.language).is_none()
}

fn render_outline_lines(outline: &Outline, options: &OutlineOptions, detail: RenderDetail) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(purpose) = &outline.purpose {
        match detail.docs {
            DocDetail::None => {}
            DocDetail::First => out.push(cut_at_word(&first_paragraph(purpose), PURPOSE)),
            DocDetail::Full => out.extend(purpose.trim_end().lines().map(str::to_owned)),
        }
    }
    out.extend(outline.head.iter().map(|line| format!("  {line}")));
    render_items(&outline.symbols, 0, detail, &mut out);
    if options.private {
        let private: Vec<Symbol> = outline.symbols.iter().filter(|symbol| has_hidden_part(symbol)).cloned().collect();
        render_items(&private, 0, RenderDetail { private: true, ..detail }, &mut out);
    } else {
        let hidden = count_hidden(&outline.symbols);
        if hidden > 0 {
            out.push(format!("{hidden} not public: --private"));
        }
    }
    out
}

/// Public itself, or with something public inside.
fn is_symbol_shown(symbol: &Symbol, private: bool) -> bool {
    private
        || symbol.visibility == Visibility::Public
        || symbol.children.iter().any(|child| is_symbol_shown(child, private))
}

/// Has a part that only `--private` shows.
fn has_hidden_part(symbol: &Symbol) -> bool {
    symbol.visibility != Visibility::Public || symbol.children.iter().any(has_hidden_part)
}

fn count_hidden(symbols: &[Symbol]) -> usize {
    symbols
        .iter()
        .map(|symbol| {
            let counts = !is_shown_on_parent_line(symbol) && symbol.kind != "use";
            let own = usize::from(symbol.visibility != Visibility::Public && counts);
            own + if own == 0 || is_symbol_shown(symbol, false) { count_hidden(&symbol.children) } else { 0 }
        })
        .sum()
}

/// Printed on the line of its parent; the name of a re-export stands there already.
fn is_shown_on_parent_line(symbol: &Symbol) -> bool {
    matches!(symbol.kind, "field" | "variant" | "emitted" | "re-export")
}

fn render_items(symbols: &[Symbol], level: usize, detail: RenderDetail, out: &mut Vec<String>) {
    let mut before: Option<&str> = None;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut left_out = 0;
    for symbol in
        symbols.iter().filter(|symbol| !is_shown_on_parent_line(symbol) && is_symbol_shown(symbol, detail.private))
    {
        let alike = shape_of_alike_data(symbol).map(|shape| seen.entry(shape).or_default());
        if alike.is_some_and(|count| std::mem::replace(count, *count + 1) >= detail.alike) {
            left_out += 1;
            continue;
        }
        push_count_of_alike(std::mem::take(&mut left_out), level, out);
        render_item(symbol, before, level, detail, out);
        // The condition under which the item exists.
        before = symbol.notes.iter().map(String::as_str).find(|note| note.starts_with("cfg("));
    }
    push_count_of_alike(left_out, level, out);
}

fn push_count_of_alike(count: usize, level: usize, out: &mut Vec<String>) {
    if count > 0 {
        out.push(format!("{}… {count} more like these", "  ".repeat(level)));
    }
}

/// What parts of data have in common that look alike: elements of a list, tables of one name, objects with the same keys.
fn shape_of_alike_data(symbol: &Symbol) -> Option<String> {
    let names = || symbol.children.iter().map(|child| child.name.as_str()).collect::<Vec<_>>().join(",");
    match symbol.kind {
        "item" => Some(symbol.kind.to_owned()),
        "table" => Some(symbol.signature.clone()),
        "key" if !symbol.children.is_empty() => Some(names()),
        _ => None,
    }
}

fn render_item(
    symbol: &Symbol,
    condition_before: Option<&str>,
    level: usize,
    detail: RenderDetail,
    out: &mut Vec<String>,
) {
    let indent = "  ".repeat(level);
    let shown = || symbol.children.iter().filter(|child| is_symbol_shown(child, detail.private));
    if detail.docs == DocDetail::Full
        && let Some(doc) = &symbol.doc
    {
        out.extend(doc.lines().map(|line| format!("{indent}/// {line}").trim_end().to_owned()));
    }
    let mut line = format!("{indent}{}", symbol.signature);
    let is_member = |child: &&Symbol| is_shown_on_parent_line(child) && child.kind != "re-export";
    let members: Vec<&str> = shown().filter(is_member).map(|child| child.signature.as_str()).collect();
    // With full documentation, each takes lines of its own.
    let spread = detail.docs == DocDetail::Full && shown().filter(is_member).any(|child| child.doc.is_some());
    if !members.is_empty() && !spread {
        let left_out = symbol.children.iter().filter(is_member).count() - members.len();
        line = append_members(line, &members, left_out > 0, &indent, out);
    }
    if detail.lines && symbol.lines.0 > 0 {
        line.push_str(&format!(" :{}", symbol.lines.0));
    }
    if !symbol.notes.is_empty() {
        // A run of items under one condition shows it once.
        let again = |note: &str| condition_before == Some(note) && note.len() > SAME.len();
        let notes: Vec<&str> = symbol.notes.iter().map(|note| if again(note) { SAME } else { note }).collect();
        line.push_str(&format!(" [{}]", notes.join(", ")));
    }
    if detail.docs == DocDetail::First
        && let Some(doc) = symbol.doc.as_deref().map(first_nonblank_line).filter(|doc| !doc.is_empty())
    {
        line.push_str(" // ");
        line.push_str(&cut_at_word(doc, DOC));
    }
    out.push(line);
    if spread {
        shown().filter(is_member).for_each(|child| render_item(child, None, level + 1, detail, out));
    }
    if level + 1 < detail.depth {
        render_items(&symbol.children, level + 1, detail, out);
    }
}

/// Puts members after the signature; full lines are pushed to `out`, the last one is returned.
fn append_members(mut line: String, members: &[&str], open: bool, indent: &str, out: &mut Vec<String>) -> String {
    line.push_str(" {");
    for (at, member) in members.iter().enumerate() {
        if line.len() + member.len() > WIDTH && at > 0 {
            out.push(std::mem::replace(&mut line, format!("{indent}   ")));
        }
        line.push(' ');
        line.push_str(member);
        if at + 1 < members.len() || open {
            line.push(',');
        }
    }
    line.push_str(if open { " … }" } else { " }" });
    line
}

pub(super) fn first_nonblank_line(doc: &str) -> &str {
    doc.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// At most `most` bytes, cut at the last word that fits.
pub(super) fn cut_at_word(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let cut = truncate_at_char_boundary(text, most - '…'.len_utf8());
    format!("{}…", cut.rsplit_once(' ').map_or(cut, |(words, _)| words))
}

/// The outline as one JSON object, with the same items as the text.
pub fn render_outline_json(path: &str, outline: &Outline, options: &OutlineOptions) -> Value {
    let symbols = outline.symbols.iter().filter(|symbol| is_symbol_shown(symbol, options.private));
    json!({
        "path": path,
        "language": outline.language,
        "lines": outline.lines,
        "bytes": outline.bytes,
        "purpose": outline.purpose,
        "broken_at": outline.broken_at.map(|(line, column)| json!({ "line": line, "column": column })),
        "symbols": symbols.map(|symbol| symbol_json(symbol, options, 1)).collect::<Vec<_>>(),
        "hidden": if options.private { 0 } else { count_hidden(&outline.symbols) },
        "head": outline.head,
    })
}

fn symbol_json(symbol: &Symbol, options: &OutlineOptions, level: usize) -> Value {
    let children =
        symbol.children.iter().filter(|child| level < options.depth && is_symbol_shown(child, options.private));
    let doc = symbol.doc.as_deref().and_then(|doc| match options.docs {
        DocDetail::None => None,
        DocDetail::First => Some(first_nonblank_line(doc)),
        DocDetail::Full => Some(doc),
    });
    json!({
        "kind": symbol.kind,
        "name": symbol.name,
        "signature": symbol.signature,
        "line": symbol.lines.0,
        "end": symbol.lines.1,
        "visibility": match symbol.visibility {
            Visibility::Public => "public",
            Visibility::Restricted => "restricted",
            Visibility::Private => "private",
        },
        "doc": doc,
        "notes": symbol.notes,
        "children": children.map(|child| symbol_json(child, options, level + 1)).collect::<Vec<_>>(),
    })
}
