//! HTML as Markdown, without elements that are not content; ends for any page.

use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;

use htmd::options::{BulletListMarker, Options};
use htmd::{HtmlToMarkdown, Node};

/// Elements around a page's text.
const SKIPPED: &[&str] = &[
    "script", "style", "title", "noscript", "template", "nav", "iframe", "svg", "canvas", "object", "embed", "form",
    "button", "select", "input",
];
/// Pages nested deeper than this are read as plain text: the library goes down by recursion.
const DEEPEST: usize = 2000;
const STACK: usize = 64 << 20;
/// The time limit: for some pages, the time grows with the square of their length.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn html_to_markdown(html: &str) -> String {
    let (tell, told) = mpsc::channel();
    let page = html.to_owned();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        // After the time limit nobody listens any more.
        let _ = tell.send(convert_to_markdown_unless_too_deep(&page));
    });
    let converted = worker.ok().and_then(|_| told.recv_timeout(PATIENCE).ok()).flatten();
    collapse_blank_lines(&converted.unwrap_or_else(|| strip_tags(html)))
}

fn convert_to_markdown_unless_too_deep(html: &str) -> Option<String> {
    let options = Options {
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let converter = HtmlToMarkdown::builder().skip_tags(SKIPPED.to_vec()).options(options).build();
    let tree = converter.html_to_tree(html).ok().filter(|tree| max_tree_depth(tree) <= DEEPEST)?;
    let text = converter.tree_to_markdown(&tree);
    let has_title = text.lines().any(|line| line.starts_with("# "));
    let title = find_title_text(html).filter(|_| !has_title).and_then(|title| converter.convert(title).ok());
    Some(match title.as_deref().map(str::trim).filter(|title| !title.is_empty()) {
        Some(title) if !text.trim().is_empty() => format!("# {}\n\n{text}", title.replace('\n', " ")),
        _ => text,
    })
}

/// The content of `<title>`.
fn find_title_text(html: &str) -> Option<&str> {
    let start = find_ignoring_case(html, "<title")?;
    let from = start + html[start..].find('>')? + 1;
    let end = html[from..].find('<')?;
    html.get(from..from + end)
}

/// The largest nesting depth of the elements.
fn max_tree_depth(tree: &Rc<Node>) -> usize {
    let mut open = vec![(tree.clone(), 1)];
    let mut most = 0;
    while let Some((node, depth)) = open.pop() {
        most = most.max(depth);
        open.extend(node.children.borrow().iter().map(|child| (child.clone(), depth + 1)));
    }
    most
}

/// The text between the tags.
fn strip_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len() / 2);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let name: String =
            rest[1..].chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        let end = if matches!(name.as_str(), "script" | "style") {
            find_ignoring_case(rest, &format!("</{name}"))
        } else {
            Some(0)
        };
        let Some(end) = end.and_then(|from| rest[from..].find('>').map(|at| from + at + 1)) else {
            rest = "";
            break;
        };
        if !name.is_empty() {
            text.push('\n');
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
    collapse_blank_lines(&text)
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Removes blanks at the ends of lines except for a line break's two, and all but one of several empty lines.
fn collapse_blank_lines(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut empty = true;
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() && std::mem::replace(&mut empty, true) {
            continue;
        }
        empty = line.is_empty();
        tidy.push_str(line);
        tidy.push('\n');
    }
    while tidy.ends_with("\n\n") {
        tidy.pop();
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_stays_and_the_rest_goes() {
        let page = "<!doctype html><html><head><title>T</title><style>p{}</style><script>evil()</script></head><body><nav><a href='/'>Home</a></nav>\
            <h1>Guide</h1><p>Use <code>ctx run</code> &amp; be <b>glad</b>.</p><ul><li>one<li>two</ul>\
            <pre><code>make\n</code></pre><table><tr><th>a</th></tr><tr><td>1</td></tr></table></body></html>";
        let text = html_to_markdown(page);
        for expected in ["# Guide\n", "Use `ctx run` & be **glad**.", "- one\n- two\n", "```\nmake\n```"] {
            assert!(text.contains(expected), "{expected:?} in {text}");
        }
        for gone in ["evil", "Home", "p{}"] {
            assert!(!text.contains(gone), "{gone:?} in {text}");
        }
    }

    #[test]
    fn however_a_page_is_built_this_ends() {
        for nested in ["<div>", "<div></x>", "<div><table><td></div>", "<b/>", "<svg><g>"] {
            let deep = format!("{}words at the bottom", nested.repeat(20_000));
            assert_eq!(html_to_markdown(&deep).trim(), "words at the bottom", "{nested}");
        }
        let almost = format!("{}bottom{}", "<div>".repeat(DEEPEST - 10), "</div>".repeat(DEEPEST - 10));
        assert_eq!(html_to_markdown(&almost).trim(), "bottom");
        assert_eq!(html_to_markdown(""), "");
        assert_eq!(html_to_markdown("<title>A &amp; B</title><p>words"), "# A & B\n\nwords\n");
        assert!(html_to_markdown("<p").is_empty() || html_to_markdown("<p").contains('p'));
        assert_eq!(strip_tags("a<script>x < y</SCRIPT >b<style>"), "a\nb\n");
    }
}
