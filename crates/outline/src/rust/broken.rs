//! A file whose brackets do not match: cut where items begin at one indentation, so that a missing or surplus brace
//! spoils only the item around it.

use super::group::MACRO_CALL;
use super::scan::{self, Within};
use super::source::Source;
use super::tokens::Tokens;
use crate::{Symbol, Visibility};

/// Indentation deeper than this is not followed.
const WIDEST: usize = 80;
/// Lines that version control leaves in a file with a conflict.
const MARKERS: &[&str] = &["<<<<<<<", "=======", ">>>>>>>", "|||||||"];

/// The intact items, and where the first piece breaks; `otherwise` if no piece breaks alone.
pub fn items(source: &Source, start: usize, otherwise: usize) -> (Vec<Symbol>, Option<usize>) {
    let mut file = Pieces { source, first_break: None };
    let symbols = file.within(start, source.text.len(), 0, Within::Module);
    (symbols, file.first_break.or(Some(otherwise)))
}

/// Where the first conflict marker stands, if there is one outside of strings and comments.
pub fn conflict(tokens: &Tokens) -> Option<usize> {
    let mut starts = lines(tokens.text, 0, tokens.text.len()).filter(|(_, line)| line.starts_with(MARKERS[0]));
    starts.find(|(at, _)| tokens.begins_at(*at)).map(|(at, _)| at)
}

/// Conflict markers blanked, both sides kept, no offset moved.
pub fn without_markers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if MARKERS.iter().any(|marker| line.starts_with(marker)) {
            let len = line.trim_end_matches(['\n', '\r']).len();
            out.extend(std::iter::repeat_n(' ', len));
            out.push_str(&line[len..]);
        } else {
            out.push_str(line);
        }
    }
    out
}

struct Pieces<'a> {
    source: &'a Source<'a>,
    first_break: Option<usize>,
}

impl Pieces<'_> {
    /// The items between two offsets that begin at this indentation.
    fn within(&mut self, from: usize, to: usize, indent: usize, within: Within) -> Vec<Symbol> {
        let starts = item_starts(self.source.text, from, to, indent);
        if starts.is_empty() || indent > WIDEST {
            return scan::items(self.source, from, to, within);
        }
        let mut symbols = Vec::new();
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(to);
            symbols.extend(self.piece(start, end, indent, within));
        }
        symbols
    }

    fn piece(&mut self, start: usize, end: usize, indent: usize, within: Within) -> Vec<Symbol> {
        let tokens = Tokens::new(self.source.text, start, end);
        let (symbols, rest) = scan::read(self.source, &tokens, within);
        let Some(at) = tokens.unbalanced else {
            self.first_break = self.first_break.or(rest);
            return symbols;
        };
        let deeper = self.container(start, end, indent, within);
        self.first_break.get_or_insert(at);
        deeper.unwrap_or(symbols)
    }

    /// A broken impl, trait, module or macro, with its intact parts.
    fn container(&mut self, start: usize, end: usize, indent: usize, within: Within) -> Option<Vec<Symbol>> {
        let text = self.source.text;
        let body = body_start(text, start, end, indent)?;
        let macro_name = text[start..body].lines().find_map(|line| macro_call(line.trim_start()));
        let mut head = match macro_name {
            Some(name) => Symbol {
                kind: MACRO_CALL,
                name: name.to_owned(),
                signature: format!("{name}!"),
                visibility: Visibility::Private,
                lines: (self.source.line(start), self.source.line(end.saturating_sub(1))),
                ..Symbol::default()
            },
            None => scan::items(self.source, start, body, within).into_iter().next()?,
        };
        let inner = match head.kind {
            "trait" => Within::Trait(head.visibility),
            "mod" => Within::Module,
            MACRO_CALL => within,
            super::group::IMPL | super::group::TRAIT_IMPL | "extern" => Within::Impl,
            _ => return None,
        };
        let close = body_end(text, body, end, indent);
        let children = self.within(body, close, indentation(&text[body..]), inner);
        if head.kind != super::group::TRAIT_IMPL {
            head.children = children;
        }
        head.lines.1 = self.source.line(end.saturating_sub(1)).max(head.lines.0);
        Some(vec![head])
    }
}

fn indentation(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Lines with their offsets.
fn lines(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = from;
    text[from..to].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

/// The offsets where items begin: docs and attributes belong to the item after them.
fn item_starts(text: &str, from: usize, to: usize, indent: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut in_preamble = false;
    for (at, line) in lines(text, from, to) {
        if indentation(line) != indent {
            continue;
        }
        let line = &line[indent..];
        if is_preamble(line) {
            if !in_preamble {
                starts.push(at);
            }
            in_preamble = true;
        } else if starts_item(line) {
            if !in_preamble {
                starts.push(at);
            }
            in_preamble = false;
        }
    }
    starts
}

fn is_preamble(line: &str) -> bool {
    line.starts_with("///") || line.starts_with("/**") || line.starts_with("#[")
}

fn starts_item(line: &str) -> bool {
    const WORDS: &[&str] = &[
        "fn",
        "struct",
        "enum",
        "union",
        "trait",
        "type",
        "impl",
        "mod",
        "use",
        "const",
        "static",
        "extern",
        "unsafe",
        "async",
        "default",
        "auto",
        "macro_rules",
        "macro",
        "safe",
    ];
    let mut rest = line;
    // A public field is no item.
    if let Some(public) = word(line).filter(|word| *word == "pub") {
        rest = line[public.len()..].trim_start();
        if rest.starts_with('(') {
            rest = rest.split_once(')').map_or("", |(_, rest)| rest.trim_start());
        }
    }
    word(rest).is_some_and(|word| WORDS.contains(&word)) && !rest.starts_with("default:") || macro_call(line).is_some()
}

fn word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The name of a macro whose call opens on this line.
fn macro_call(line: &str) -> Option<&str> {
    let (path, rest) = line.split_once('!')?;
    let name = path.rsplit("::").next()?;
    let named = !path.is_empty() && path.chars().all(|c| c == '_' || c == ':' || c.is_alphanumeric());
    (named && !name.is_empty() && rest.trim_start().starts_with(['{', '(', '['])).then_some(name)
}

/// The first line of the container's content: deeper than its head, and the beginning of an item.
fn body_start(text: &str, start: usize, end: usize, indent: usize) -> Option<usize> {
    let mut head_seen = false;
    for (at, line) in lines(text, start, end) {
        let own = indentation(line);
        let rest = &line[own..];
        if own <= indent {
            head_seen |= starts_item(rest);
        } else if head_seen && (is_preamble(rest) || starts_item(rest)) {
            return Some(at);
        }
    }
    None
}

/// The position of the container's own closing brace.
fn body_end(text: &str, body: usize, end: usize, indent: usize) -> usize {
    let closing =
        lines(text, body, end).filter(|(_, line)| indentation(line) == indent && line[indent..].starts_with('}'));
    closing.last().map_or(end, |(at, _)| at)
}
