//! The results that an agent's model got, without parts that differ from run to run: references, times, process ids,
//! places.

use std::path::Path;

use super::model::Exchange;

/// Lines of the agents themselves that differ each time.
const DROPPED: [&str; 5] = ["Chunk ID: ", "Wall time: ", "Process Group PGID: ", "subagent_tokens: ", "duration_ms: "];

/// How large a text is for its model, as Codex says.
const COUNTED: &str = "Original token count: ";

/// Replaces each text between `start` and `end` by a word.
fn between(text: &str, start: &str, end: &str, word: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(start) {
        let Some(length) = after.find(end) else { break };
        out.push_str(&format!("{before}{start}{word}"));
        rest = &after[length..];
    }
    out + rest
}

fn is_time(part: &str) -> bool {
    part.ends_with('s')
        && part.starts_with(|c: char| c.is_ascii_digit())
        && part.bytes().all(|b| b.is_ascii_digit() || b".smh".contains(&b))
}

/// Removes the reminders that Claude Code sometimes adds to a result.
pub fn without_reminders(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<system-reminder>") {
        out.push_str(before.trim_end_matches('\n'));
        rest = after.split_once("</system-reminder>").map_or("", |(_, rest)| rest);
    }
    out + rest
}

pub fn steady(text: &str, home: &Path) -> String {
    let mut text = without_reminders(text).replace(home.to_str().unwrap(), "HOME");
    let marks = [
        ("since 20", "\n", "TIME"),
        ("[ctx:", "]", "ID"),
        ("more: ctx get ", " ", "ID"),
        ("more: ctx get ", "\n", "ID"),
        ("agent_id\":\"", "\"", "ID"),
        ("nickname\":\"", "\"", "NAME"),
        ("task_id: ", " ", "ID"),
        ("agentId: ", " ", "ID"),
        ("<shellId: ", " ", "ID"),
        ("SendMessage with to: '", "'", "ID"),
        ("\"targets\":[\"", "\"", "ID"),
        ("{\"status\":{\"", "\"", "ID"),
        ("running with session ID ", "\n", "ID"),
        ("<task id=\"", "\"", "ID"),
        ("tool-outputs/session-", "/", "ID"),
        ("Saved to: HOME/", "\n", "FILE"),
        ("tool-output/tool_", "\n", "FILE"),
    ];
    for (start, end, word) in marks {
        let kept = match end {
            " " | "\n" => text.lines().map(|line| between(&format!("{line}\n"), start, end, word)).collect(),
            _ => between(&text, start, end, word),
        };
        text = kept;
    }
    // Line 1 has a time, which makes it longer or shorter: another count by the host does not mean another text.
    let is_timed = text.contains("[ctx:");
    let mut out = String::new();
    for line in text.lines() {
        if is_timed && line.starts_with(COUNTED) {
            out.push_str(&format!("{COUNTED}N\n"));
            continue;
        }
        if DROPPED.iter().any(|start| line.trim_start().trim_start_matches("<usage>").starts_with(start)) {
            continue;
        }
        // `· exit 1 · 903ms ·`, `since … 3s ago:`
        let words: Vec<&str> = line.split(' ').map(|word| if is_time(word) { "TIME" } else { word }).collect();
        let line = words.join(" ").replace(" now:", " TIME ago:");
        out.push_str(&line.strip_suffix("] now").map_or(line.clone(), |start| format!("{start}] TIME ago")));
        out.push('\n');
    }
    out
}

/// The lines of a result; those of both streams together are sorted, because hosts read them in any order.
pub fn lines(exchange: &Exchange, home: &Path) -> String {
    let text = steady(&exchange.result, home);
    if !exchange.call.contains(">&2") && !exchange.call.contains("kill ") {
        return text;
    }
    let mut lines: Vec<&str> = text.lines().map(|line| line.strip_prefix("Output: ").unwrap_or(line)).collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// A long text without its middle.
fn edges(text: &str) -> String {
    const SHOWN: usize = 20;
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= 3 * SHOWN {
        return text.to_owned();
    }
    let (head, tail) = (lines[..SHOWN].join("\n"), lines[lines.len() - SHOWN..].join("\n"));
    format!("{head}\n[{} lines]\n{tail}", lines.len() - 2 * SHOWN)
}

/// All that the model got, with the bytes of each result and those that it would have got without ctx.
pub fn page(exchanges: &[Exchange], home: &Path, without: &[(String, usize)]) -> String {
    let mut page = String::new();
    let mut without: Vec<&(String, usize)> = without.iter().collect();
    for exchange in exchanges {
        let result = lines(exchange, home);
        let call = steady(&exchange.call, home).trim_end().replace('\n', "\n> ");
        let who = if exchange.side { "sub-agent$" } else { "$" };
        // Equal calls come in the same order in both.
        let place = without.iter().position(|(bare, _)| bare == &exchange.call);
        let bare = place.map(|place| without.remove(place).1);
        let bytes = match bare {
            Some(bare) if bare != result.len() => format!("{} bytes, {bare} without ctx", result.len()),
            _ => format!("{} bytes", result.len()),
        };
        page.push_str(&format!("{who} {call}\n[{bytes}]\n{}\n---\n", edges(result.trim_end())));
    }
    page
}
