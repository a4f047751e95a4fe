//! Prose with headings: the outline of Markdown and HTML.

use super::sample::runs;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

/// True for most lines of a program, and for few of a text about one.
fn is_code(line: &str) -> bool {
    const BEGINS: &[&str] =
        &["import ", "from ", "def ", "class ", "return ", "if ", "elif ", "else:", "for ", "while ", "self.", "echo "];
    let line = line.trim();
    line.ends_with(['{', '}', ';', '(', '[', '=']) || BEGINS.iter().any(|word| line.starts_with(word))
}

pub fn markdown(part: &Part, programs: &[Vec<String>]) -> Option<Reading> {
    if part.call.status.failed()
        || !part.lines().take(60).any(|(_, line)| line.starts_with('#') || line.starts_with("==="))
    {
        return None;
    }
    // Sections of `key:value` are figures, not prose.
    if super::sample::share(part, |line| line.split_once(':').is_some_and(|(key, _)| !key.contains([' ', '#', '['])))
        >= 60
    {
        return None;
    }
    let mut heads: Vec<(usize, usize)> = Vec::new();
    let mut fenced = false;
    let (mut prose, mut code) = (0, 0);
    for (at, line) in part.lines() {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        prose += usize::from(!is_blank(line));
        code += usize::from(is_code(line));
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&level) && line.as_bytes().get(level) == Some(&b' ') {
            heads.push((at, level));
        }
        let under = part.line(at + 1);
        let ruled =
            under.len() >= 3 && (under.bytes().all(|byte| byte == b'=') || under.bytes().all(|byte| byte == b'-'));
        if ruled
            && !is_blank(line)
            && !line.starts_with(['|', '-', '#', ' '])
            && line.len() < 100
            && (at == 0 || is_blank(part.line(at - 1)))
        {
            heads.push((at, if under.starts_with('=') { 1 } else { 2 }));
        }
    }
    // Comments of a source file begin like headings.
    if code * 6 > prose {
        return None;
    }
    let named = runs(programs, &["cat", "less", "bat", "head", "glow", "mdcat"]);
    if heads.len() < 3 || (!named && (heads.len() * 120 < part.len() || heads[0].0 > 5)) || part.call.status.failed() {
        return None;
    }
    let mut reading = Reading::default();
    let mut ranked = heads.clone();
    ranked.sort_by_key(|(_, level)| *level);
    reading.lead.push(heads[0].0);
    // The first sentence says what the document is about.
    let prose = |at: usize| {
        let line = part.line(at);
        line.len() > 30 && !line.starts_with(['#', '[', '<', '|', '-', '=', '!', '`', '*', ' '])
    };
    reading.lead.extend((heads[0].0 + 1..part.len().min(heads[0].0 + 40)).find(|&at| prose(at)));
    reading.lead.extend(ranked.iter().map(|(at, _)| *at).filter(|at| *at != heads[0].0));
    reading.cover(0..part.len());
    Some(reading)
}

pub fn html(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    let head: String = part.lines().take(30).map(|(_, line)| line).collect::<Vec<_>>().join("\n");
    let start = head.trim_start().get(..14)?.to_ascii_lowercase();
    if !(start.starts_with("<!doctype html") || start.starts_with("<html")) {
        return None;
    }
    let mut reading = Reading::default();
    for (at, line) in part.lines() {
        for tag in ["<title", "<h1", "<h2", "<h3"] {
            let mut rest = line;
            while let Some(found) = rest.find(tag) {
                let after = &rest[found + tag.len()..];
                let Some(open) = after.find('>') else { break };
                let inner = &after[open + 1..];
                let text = strip_tags(inner.split(&format!("</{}", &tag[1..])).next().unwrap_or(inner));
                if !text.is_empty() {
                    let margin = match tag {
                        "<h2" => "  ",
                        "<h3" => "    ",
                        _ => "",
                    };
                    reading.note(at, format!("{margin}{}> {}", tag, super::sample::brief(&text, 120)));
                }
                rest = inner;
            }
        }
    }
    if reading.notes.is_empty() {
        return None;
    }
    // The title and the upper headings before the lower ones.
    for (nth, note) in reading.notes.iter_mut().enumerate() {
        note.order = nth as u32 + if note.text.starts_with(' ') { 1000 } else { 0 };
    }
    reading.cover(0..part.len());
    Some(reading)
}

fn strip_tags(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars().take(400) {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
