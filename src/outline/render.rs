//! An outline as text within a budget, and as JSON.

use serde_json::{Value, json};

use super::{Outline, Symbol, Visibility};
use crate::ui::{count, cut_middle, size};

/// Widest line of fields or variants before they go on below.
const WIDTH: usize = 160;
/// The first line of a doc comment and of a purpose, at most.
const DOC: usize = 80;
const PURPOSE: usize = 200;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Docs {
    None,
    #[default]
    First,
    Full,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub docs: Docs,
    /// Also what is not public.
    pub private: bool,
    /// Levels of items: 1 is the top level alone.
    pub depth: usize,
    /// Bytes of text.
    pub budget: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { docs: Docs::First, private: false, depth: usize::MAX, budget: usize::MAX }
    }
}

/// How much is told of each item; the first that fits the budget is taken.
#[derive(Clone, Copy)]
struct Detail {
    docs: Docs,
    members: bool,
    depth: usize,
}

/// The outline as lines: line 1 says what the file is, public items first.
pub fn text(path: &str, outline: &Outline, options: &Options) -> String {
    let head = headline(path, outline);
    // A file is never answered with more than itself, unless it is shorter than line 1.
    let source = usize::try_from(outline.bytes).unwrap_or(usize::MAX).max(200);
    let room = options.budget.min(source).saturating_sub(head.len());
    let full = Detail { docs: options.docs, members: true, depth: options.depth };
    let details = [
        full,
        Detail { docs: if options.docs == Docs::None { Docs::None } else { Docs::First }, ..full },
        Detail { docs: Docs::None, ..full },
        Detail { docs: Docs::None, members: false, ..full },
        Detail { docs: Docs::None, members: false, depth: options.depth.min(1) },
    ];
    let mut body = Vec::new();
    for detail in details {
        body = lines(outline, options, detail);
        if body.iter().map(|line| line.len() + 1).sum::<usize>() <= room {
            return assemble(head, &body);
        }
    }
    let mut kept = Vec::new();
    let mut spent = 0;
    let more =
        |left: usize| format!("… {} more: ctx peek {path} --symbol NAME | --budget SIZE", count(left as u64, "line"));
    let reserve = more(body.len()).len() + 1;
    for line in &body {
        if spent + line.len() + 1 + reserve > room {
            break;
        }
        spent += line.len() + 1;
        kept.push(line.clone());
    }
    let note = more(body.len() - kept.len());
    if spent + note.len() < room {
        kept.push(note);
    }
    assemble(head, &kept)
}

fn assemble(mut head: String, body: &[String]) -> String {
    for line in body {
        head.push_str(line);
        head.push('\n');
    }
    head
}

fn headline(path: &str, outline: &Outline) -> String {
    let lines = count(u64::from(outline.lines), "line");
    let broken = match outline.broken_at {
        Some((line, column)) => format!(" · does not parse at {line}:{column}"),
        None => String::new(),
    };
    format!("{path} · {} · {lines} · {}{broken}\n", outline.language, size(outline.bytes))
}

fn lines(outline: &Outline, options: &Options, detail: Detail) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(purpose) = &outline.purpose {
        match detail.docs {
            Docs::None => {}
            Docs::First => out.push(cut_middle(&first_paragraph(purpose), PURPOSE).into_owned()),
            Docs::Full => out.extend(purpose.trim_end().lines().map(str::to_owned)),
        }
    }
    out.extend(outline.head.iter().cloned());
    for symbol in outline.symbols.iter().filter(|symbol| is_shown(symbol, false)) {
        item(symbol, false, 0, detail, &mut out);
    }
    if options.private {
        for symbol in outline.symbols.iter().filter(|symbol| hides_something(symbol)) {
            item(symbol, true, 0, detail, &mut out);
        }
    } else {
        let hidden = hidden(&outline.symbols);
        if hidden > 0 {
            out.push(format!("{hidden} not public: --private"));
        }
    }
    out
}

/// Public itself, or around something public.
fn is_shown(symbol: &Symbol, private: bool) -> bool {
    private || symbol.visibility == Visibility::Public || symbol.children.iter().any(|child| is_shown(child, private))
}

/// Has a part that only `--private` shows.
fn hides_something(symbol: &Symbol) -> bool {
    symbol.visibility != Visibility::Public || symbol.children.iter().any(hides_something)
}

fn hidden(symbols: &[Symbol]) -> usize {
    symbols
        .iter()
        .map(|symbol| {
            let own = usize::from(symbol.visibility != Visibility::Public && !is_inline(symbol));
            own + if own == 0 || is_shown(symbol, false) { hidden(&symbol.children) } else { 0 }
        })
        .sum()
}

fn is_inline(symbol: &Symbol) -> bool {
    matches!(symbol.kind, "field" | "variant")
}

fn item(symbol: &Symbol, private: bool, level: usize, detail: Detail, out: &mut Vec<String>) {
    let indent = "  ".repeat(level);
    let shown = || symbol.children.iter().filter(|child| is_shown(child, private));
    if detail.docs == Docs::Full
        && let Some(doc) = &symbol.doc
    {
        out.extend(doc.lines().map(|line| format!("{indent}/// {line}").trim_end().to_owned()));
    }
    let mut line = format!("{indent}{}", symbol.signature);
    let mut rest = Vec::new();
    let members: Vec<&str> = shown().filter(|child| is_inline(child)).map(|child| child.signature.as_str()).collect();
    if !members.is_empty() {
        let left_out = symbol.children.iter().filter(|child| is_inline(child)).count() - members.len();
        rest = inline(&mut line, &members, left_out > 0, &indent, detail.members);
    }
    if symbol.lines.0 > 0 {
        line.push_str(&format!(" :{}", symbol.lines.0));
    }
    if !symbol.notes.is_empty() {
        line.push_str(&format!(" [{}]", symbol.notes.join(", ")));
    }
    if detail.docs == Docs::First
        && let Some(doc) = symbol.doc.as_deref().map(first_line).filter(|doc| !doc.is_empty())
    {
        line.push_str(" // ");
        line.push_str(&cut_end(doc, DOC));
    }
    out.push(line);
    out.append(&mut rest);
    if level + 1 < detail.depth {
        for child in shown().filter(|child| !is_inline(child)) {
            item(child, private, level + 1, detail, out);
        }
    }
}

/// Members after the signature while they fit, the others on the lines that are returned.
fn inline(line: &mut String, members: &[&str], open: bool, indent: &str, whole: bool) -> Vec<String> {
    let mut rest: Vec<String> = Vec::new();
    if !whole {
        line.push_str(&format!(" {{ {} }}", members.len()));
        return rest;
    }
    line.push_str(" {");
    for (at, member) in members.iter().enumerate() {
        let last = if rest.is_empty() { &mut *line } else { rest.last_mut().expect("one was pushed") };
        if last.len() + member.len() > WIDTH {
            rest.push(format!("{indent}  {member}"));
        } else {
            last.push(' ');
            last.push_str(member);
        }
        if at + 1 < members.len() || open {
            rest.last_mut().unwrap_or(line).push(',');
        }
    }
    rest.last_mut().unwrap_or(line).push_str(if open { " … }" } else { " }" });
    rest
}

fn first_line(doc: &str) -> &str {
    doc.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

fn first_paragraph(doc: &str) -> String {
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// At most `most` bytes, cut at the last word that fits.
fn cut_end(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most - '…'.len_utf8();
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let cut = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &text[..cut])
}

/// The outline as one JSON object, by the same rules of what is shown.
pub fn json(path: &str, outline: &Outline, options: &Options) -> Value {
    let symbols = outline.symbols.iter().filter(|symbol| is_shown(symbol, options.private));
    json!({
        "path": path,
        "language": outline.language,
        "lines": outline.lines,
        "bytes": outline.bytes,
        "purpose": outline.purpose,
        "broken_at": outline.broken_at.map(|(line, column)| json!({ "line": line, "column": column })),
        "symbols": symbols.map(|symbol| symbol_json(symbol, options, 1)).collect::<Vec<_>>(),
        "hidden": if options.private { 0 } else { hidden(&outline.symbols) },
        "head": outline.head,
    })
}

fn symbol_json(symbol: &Symbol, options: &Options, level: usize) -> Value {
    let children = symbol.children.iter().filter(|child| level < options.depth && is_shown(child, options.private));
    let doc = symbol.doc.as_deref().and_then(|doc| match options.docs {
        Docs::None => None,
        Docs::First => Some(first_line(doc)),
        Docs::Full => Some(doc),
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
