//! Markdown: its subject, headings inside each other, the languages of their code blocks.

use super::{extend_line_ranges, line_count, line_of_row, nest_by_level, new_symbol};
use crate::{Outline, Symbol};
use ctx_text::cut_middle;

/// A heading or a paragraph longer than this is cut.
const LONGEST_TEXT: usize = 400;

pub fn outline(text: &str) -> Outline {
    let (front, body_from) = parse_front_matter(text);
    let mut flat: Vec<(usize, Symbol)> = Vec::new();
    let mut languages: Vec<Vec<(String, usize)>> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut first_paragraph: Option<String> = None;
    let mut fence: Option<(char, usize)> = None;
    let mut in_comment = false;
    for (at, line) in text.lines().enumerate().skip(body_from) {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some((mark, length)) = fence {
            let run = trimmed.chars().take_while(|c| *c == mark).count();
            if run >= length && trimmed.chars().all(|c| c == mark) {
                fence = None;
            }
            continue;
        }
        if in_comment {
            in_comment = !trimmed.contains("-->");
            continue;
        }
        if trimmed.starts_with("<!--") {
            in_comment = !trimmed.contains("-->");
            continue;
        }
        if let Some(opened) = parse_fence_opening(trimmed) {
            let language = trimmed.trim_start_matches(opened.0).trim();
            let language = language.split([' ', ',', '{', '\t']).next().unwrap_or_default();
            if let Some(seen) = languages.last_mut().filter(|_| !language.is_empty()) {
                match seen.iter_mut().find(|(name, _)| name == language) {
                    Some((_, times)) => *times += 1,
                    None => seen.push((language.to_owned(), 1)),
                }
            }
            fence = Some(opened);
            finish_paragraph_keeping_first(&mut paragraph, &mut first_paragraph);
            continue;
        }
        let level = trimmed.chars().take_while(|c| *c == '#').count();
        let after = &trimmed[level..];
        if (1..=6).contains(&level) && indent < 4 && (after.is_empty() || after.starts_with([' ', '\t'])) {
            finish_paragraph_keeping_first(&mut paragraph, &mut first_paragraph);
            push_heading(level, after.trim().trim_end_matches('#').trim_end(), at, &mut flat, &mut languages);
            continue;
        }
        let underline = !trimmed.is_empty() && (trimmed.chars().all(|c| c == '=') || trimmed.chars().all(|c| c == '-'));
        if underline && paragraph.len() == 1 && indent < 4 && (trimmed.len() > 1 || trimmed == "=") {
            let title = paragraph.remove(0);
            push_heading(if trimmed.starts_with('=') { 1 } else { 2 }, title, at - 1, &mut flat, &mut languages);
            continue;
        }
        if trimmed.is_empty() || is_decoration_line(trimmed) {
            finish_paragraph_keeping_first(&mut paragraph, &mut first_paragraph);
        } else {
            paragraph.push(trimmed);
        }
    }
    finish_paragraph_keeping_first(&mut paragraph, &mut first_paragraph);
    for ((_, heading), languages) in flat.iter_mut().zip(languages) {
        heading.notes = languages
            .into_iter()
            .map(|(name, times)| if times > 1 { format!("{name} ×{times}") } else { name })
            .collect();
    }
    extend_line_ranges(flat.iter_mut(), line_count(text));
    Outline { purpose: front.or(first_paragraph), symbols: nest_by_level(flat), ..Outline::default() }
}

fn push_heading(
    level: usize,
    title: &str,
    row: usize,
    flat: &mut Vec<(usize, Symbol)>,
    languages: &mut Vec<Vec<(String, usize)>>,
) {
    let title = replace_links_by_text(title);
    flat.push((level, new_symbol("heading", &title, format!("{} {title}", "#".repeat(level)), line_of_row(row))));
    languages.push(Vec::new());
}

fn finish_paragraph_keeping_first(paragraph: &mut Vec<&str>, first: &mut Option<String>) {
    if first.is_none() && !paragraph.is_empty() {
        *first = Some(replace_links_by_text(&paragraph.join(" ")));
    }
    paragraph.clear();
}

fn parse_fence_opening(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|c| *c == mark).count();
    let info = &line[length..];
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Badges, pictures, markup and rules: no sentence about the document.
fn is_decoration_line(line: &str) -> bool {
    let link_only =
        (line.starts_with("[![") || line.starts_with("![") || line.starts_with(['<', '>'])) && line.len() > 2;
    link_only || line.chars().all(|c| "-*_=| :".contains(c)) || (line.starts_with('[') && line.contains("]:"))
}

/// Key and value lines between two `---`: the description, else the title, and the line where the text starts.
fn parse_front_matter(text: &str) -> (Option<String>, usize) {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, line)| line.trim_end() != "---") {
        return (None, 0);
    }
    let (mut description, mut title) = (None, None);
    for (at, line) in lines {
        if matches!(line.trim_end(), "---" | "...") {
            return (description.or(title), at + 1);
        }
        let value = |key: &str| {
            let value = line.strip_prefix(key)?.trim_start().strip_prefix(':')?.trim().trim_matches(['"', '\'']);
            (!value.is_empty() && value != ">" && value != "|").then(|| value.to_owned())
        };
        description = description.or_else(|| value("description"));
        title = title.or_else(|| value("title"));
    }
    // Never closed: it was a rule, not front matter.
    (None, 0)
}

/// `[text](target)` as `text`.
fn replace_links_by_text(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(middle) = rest[open..].find("](").map(|at| open + at) else { break };
        let Some(close) = rest[middle..].find(')').map(|at| middle + at) else { break };
        if rest[open + 1..middle].contains('[') {
            break;
        }
        out.push_str(rest[..open].trim_end_matches('!'));
        out.push_str(&rest[open + 1..middle]);
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    cut_middle(&out, LONGEST_TEXT).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_nest_and_code_is_no_heading() {
        let text = "---\ntitle: T\ndescription: \"What it is\"\n---\n# One\n\nText.\n\n```sh\n# no heading\n```\n\n## [Two](x) ##\n```rust\n```\n```rust\n```\nThree\n=====\ntext\n";
        let outline = outline(text);
        assert_eq!(outline.purpose.as_deref(), Some("What it is"));
        assert_eq!(outline.symbols.len(), 2);
        let one = &outline.symbols[0];
        assert_eq!((one.name.as_str(), one.lines, one.notes.join(",").as_str()), ("One", (5, 17), "sh"));
        let two = &one.children[0];
        assert_eq!((two.name.as_str(), two.lines, two.notes.join(",").as_str()), ("Two", (13, 17), "rust ×2"));
        assert_eq!((outline.symbols[1].name.as_str(), outline.symbols[1].lines), ("Three", (18, 20)));
    }

    #[test]
    fn the_first_sentence_is_the_purpose() {
        let text = "# x\n\n[![badge](a)](b)\n<p>\n\nDoes a [thing](y)\nwell.\n\nMore.\n";
        assert_eq!(outline(text).purpose.as_deref(), Some("Does a thing well."));
        assert_eq!(outline("---\nnot closed\n# a\n").symbols.len(), 1);
        assert_eq!(outline("").symbols.len(), 0);
    }
}
