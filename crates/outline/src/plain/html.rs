//! HTML: title and description, headings inside each other, landmarks, forms, scripts, elements with an id.

use std::sync::LazyLock;

use regex::Regex;

use super::{extend_line_ranges, line_count, nest_by_level, new_symbol, shorten_value};
use crate::lines::LineStarts;
use crate::{Outline, Symbol};
use ctx_text::truncate_at_char_boundary;

const LANDMARKS: &[&str] = &["nav", "main", "header", "footer", "aside", "form", "dialog", "template"];
/// Deeper than any heading, so that everything else stands under one.
const BELOW: usize = 7;

pub fn outline(text: &str) -> Outline {
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    let (mut title, mut description) = (None, None);
    let lines = LineStarts::new(text);
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
        let start = at + found;
        let line = lines.line_of_offset(start);
        let rest = &text[start..];
        if rest.starts_with("<!--") {
            at = start + rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let Some(tag) = HtmlTag::parse(rest) else {
            at = start + 1;
            continue;
        };
        at = start + tag.len;
        let inside = || {
            let lower = format!("</{}", tag.name);
            let end = find_tag_ignoring_case(&text[at..], &lower).unwrap_or(text.len() - at).min(2000);
            strip_tags(truncate_at_char_boundary(&text[at..], end))
        };
        match tag.name.as_str() {
            "title" if title.is_none() => title = Some(inside()).filter(|title| !title.is_empty()),
            "meta" if tag.has_attribute_value("name", "description") => description = tag.attribute_value("content"),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = usize::from(tag.name.as_bytes()[1] - b'0');
                let heading = shorten_value(&inside());
                let id = tag.attribute_value("id").map(|id| format!(" #{id}")).unwrap_or_default();
                flat.push((level, new_symbol("heading", &heading, format!("{} {heading}{id}", tag.name), line)));
            }
            "script" | "style" => {
                if let Some(source) = tag.attribute_value("src") {
                    flat.push((BELOW, new_symbol("script", &source, format!("script {source}"), line)));
                }
                // The content is another language.
                let close = format!("</{}", tag.name);
                at += find_tag_ignoring_case(&text[at..], &close).unwrap_or(text.len() - at);
            }
            "link" if tag.has_attribute_value("rel", "stylesheet") => {
                let target = tag.attribute_value("href").unwrap_or_default();
                flat.push((BELOW, new_symbol("stylesheet", &target, format!("stylesheet {target}"), line)));
            }
            name => {
                let id = tag.attribute_value("id");
                if id.is_some() || LANDMARKS.contains(&name) {
                    flat.push((BELOW, element_symbol(&tag, id, line)));
                }
            }
        }
    }
    extend_line_ranges(flat.iter_mut().filter(|(_, symbol)| symbol.kind == "heading"), line_count(text));
    let purpose = match (title, description) {
        (Some(title), Some(description)) => Some(format!("{title}: {description}")),
        (title, description) => title.or(description),
    };
    Outline { purpose, symbols: nest_by_level(flat), ..Outline::default() }
}

fn element_symbol(tag: &HtmlTag, id: Option<String>, line: u32) -> Symbol {
    let name = id.clone().unwrap_or_else(|| tag.name.clone());
    let mut signature = tag.name.clone();
    if let Some(id) = id {
        signature.push('#');
        signature.push_str(&id);
    }
    if tag.name == "form" {
        for key in ["method", "action"] {
            if let Some(value) = tag.attribute_value(key) {
                signature.push_str(&format!(" {key}={value}"));
            }
        }
    }
    new_symbol(if tag.name == "form" { "form" } else { "element" }, &name, shorten_value(&signature), line)
}

/// A tag: its name, and its attributes, in whose quotes anything may stand; the file may end inside of it.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"^<([A-Za-z][A-Za-z0-9-]*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)>?"#;
    Regex::new(pattern).expect("a pattern that compiles")
});
/// A name and its value, in double quotes, in single ones, or in none; the file may end inside the quotes.
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|(\S*)))?"#;
    Regex::new(pattern).expect("a pattern that compiles")
});

struct HtmlTag<'a> {
    name: String,
    attributes: &'a str,
    len: usize,
}

impl<'a> HtmlTag<'a> {
    fn parse(text: &'a str) -> Option<HtmlTag<'a>> {
        let found = TAG.captures(text)?;
        let (name, attributes) = (found.get(1)?.as_str().to_ascii_lowercase(), found.get(2)?.as_str());
        Some(HtmlTag { name, attributes, len: found.get(0)?.len() })
    }

    /// The value of the first attribute of this name, if it has one.
    fn attribute_value(&self, wanted: &str) -> Option<String> {
        let found = ATTRIBUTE.captures_iter(self.attributes).find(|found| found[1].eq_ignore_ascii_case(wanted))?;
        let value = (2..5).find_map(|group| found.get(group))?.as_str();
        (!value.is_empty()).then(|| value.to_owned())
    }

    fn has_attribute_value(&self, name: &str, value: &str) -> bool {
        self.attribute_value(name).is_some_and(|found| found.eq_ignore_ascii_case(value))
    }
}

fn find_tag_ignoring_case(text: &str, needle: &str) -> Option<usize> {
    let needle = needle.as_bytes();
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes)
        .find(|at| bytes.get(*at..at + needle.len()).is_some_and(|found| found.eq_ignore_ascii_case(needle)))
}

fn strip_tags(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        rest = rest[open..].find('>').map_or("", |close| &rest[open + close + 1..]);
    }
    out.push_str(rest);
    let plain = out.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landmarks_headings_and_forms() {
        let text = "<!doctype html>\n<title>A &amp; B</title>\n<meta name=\"description\" content=\"About > it\">\n<link rel=stylesheet href=x.css>\n<script>if (a<b) { '<h1>no</h1>' }</script>\n<main>\n<h1 id=top>One <em>two</em></h1>\n<div id=\"d\">\n<h2>Sub</h2>\n<form method=post action='/go'><input></form>\n<h1>Last</h1>\n";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("A & B: About > it"));
        let shown: Vec<(&str, (u32, u32))> =
            outline.symbols.iter().map(|symbol| (symbol.signature.as_str(), symbol.lines)).collect();
        assert_eq!(
            shown,
            [("stylesheet x.css", (4, 4)), ("main", (6, 6)), ("h1 One two #top", (7, 10)), ("h1 Last", (11, 11))]
        );
        let under: Vec<&str> = outline.symbols[2].children.iter().map(|symbol| symbol.signature.as_str()).collect();
        assert_eq!(under, ["div#d", "h2 Sub"]);
        assert_eq!(outline.symbols[2].children[1].children[0].signature, "form method=post action=/go");
    }

    #[test]
    fn unfinished_tags_end_with_the_file() {
        for text in ["<", "<h1", "<h1>x", "<a href='", "<a =", "<script>", "<!-- x", "<é>"] {
            outline(text);
        }
    }
}
