//! Recognises Markdown and other prose with headings.

use super::sample::runs_any_of;
use crate::part::{ReaderInput, is_blank};
use crate::reading::ReaderFindings;

/// True for most lines of a program, and for few of a text about one.
fn is_code_line(line: &str) -> bool {
    const BEGINS: &[&str] =
        &["import ", "from ", "def ", "class ", "return ", "if ", "elif ", "else:", "for ", "while ", "self.", "echo "];
    let line = line.trim();
    line.ends_with(['{', '}', ';', '(', '[', '=']) || BEGINS.iter().any(|word| line.starts_with(word))
}

pub fn read_markdown(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    if part.call.status.has_failed()
        || !part.lines().take(60).any(|(_, line)| line.starts_with('#') || line.starts_with("==="))
    {
        return None;
    }
    // Sections of `key:value` are figures, not prose.
    if super::sample::sampled_percent(part, |line| {
        line.split_once(':').is_some_and(|(key, _)| !key.contains([' ', '#', '[']))
    }) >= 60
    {
        return None;
    }
    let mut heads: Vec<usize> = Vec::new();
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
        code += usize::from(is_code_line(line));
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&level) && line.as_bytes().get(level) == Some(&b' ') {
            heads.push(at);
        }
        let under = part.line_at(at + 1);
        let ruled =
            under.len() >= 3 && (under.bytes().all(|byte| byte == b'=') || under.bytes().all(|byte| byte == b'-'));
        if ruled
            && !is_blank(line)
            && !line.starts_with(['|', '-', '#', ' '])
            && line.len() < 100
            && (at == 0 || is_blank(part.line_at(at - 1)))
        {
            heads.push(at);
        }
    }
    // Comments of a source file begin like headings.
    if code * 6 > prose {
        return None;
    }
    let named = runs_any_of(programs, &["cat", "less", "bat", "head", "glow", "mdcat"]);
    if heads.len() < 3 || (!named && (heads.len() * 120 < part.len() || heads[0] > 5)) || part.call.status.has_failed()
    {
        return None;
    }
    let mut reading = ReaderFindings::default();
    reading.lead.push(heads[0]);
    reading.mark_lines_as_understood(0..part.len());
    Some(reading)
}
