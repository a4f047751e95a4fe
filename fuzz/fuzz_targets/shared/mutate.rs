//! Inputs for the checks without a fuzzer: the fixtures, changed line by line, word by word and byte by byte. The same seed
//! gives the same inputs.

use std::path::Path;

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// Pieces that outputs, scripts and payloads consist of, and that break readers.
const PIECES: &[&str] = &[
    "0",
    "-1",
    "99999999999999999999",
    "18446744073709551616",
    "1e999",
    "\u{0}",
    "\u{1b}[31m",
    "\u{1b}[2A",
    "\u{1b}]0;",
    "\r",
    "\t",
    "\n\n",
    "\r\n",
    "é",
    "\u{202e}",
    "\u{1f600}",
    "e\u{301}",
    "\"",
    "\\\"",
    "'",
    "`",
    "$(",
    "${",
    "<<EOF\n",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "|",
    "&&",
    ";",
    "=",
    ":",
    "/",
    "../",
    "error: ",
    "FAIL ",
    "warning: ",
    "panicked at ",
    "Traceback (most recent call last):\n",
    "  at ",
    "--- ",
    "+++ ",
    "@@ -1 +1 @@\n",
    "ok",
    "passed",
    "failed",
    "1 failed",
    "100%",
    "[ctx:k7f2qa] ",
    "more: ctx ",
    "…",
    "×3",
    "password=",
    "AKIA",
    "-----BEGIN PRIVATE KEY-----\n",
    "null",
    "true",
    "{\"a\":",
    "[[[[[[[[",
    "\u{feff}",
    "%s",
    "%n",
];

/// An input has at most this many bytes: a reader decides within a few lines, and small inputs run often.
pub const MOST: usize = 4 << 10;

/// Every text below a folder.
pub fn corpus(dir: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|one| one.path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                found.extend((!bytes.is_empty()).then_some(bytes));
            }
        }
    }
    found
}

/// A window of one text that begins at a line.
fn window<'a>(random: &mut Random, from: &'a [u8], most: usize) -> &'a [u8] {
    let start = if random.below(2) == 0 { 0 } else { random.below(from.len()) };
    let start =
        from[start..].iter().position(|&byte| byte == b'\n').filter(|_| start > 0).map_or(0, |end| start + end + 1);
    let rest = &from[start.min(from.len())..];
    &rest[..rest.len().min(1 + random.below(most))]
}

/// The next input.
pub fn input(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let one = &corpus[random.below(corpus.len())];
    let mut bytes = window(random, one, MOST).to_vec();
    for _ in 0..random.below(6) {
        change(random, &mut bytes, corpus);
    }
    bytes.truncate(MOST);
    bytes
}

fn change(random: &mut Random, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let lines =
        |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect() };
    let at = random.below(bytes.len() + 1);
    match random.below(9) {
        0 => {
            let piece = random.of(PIECES);
            bytes.splice(at..at, piece.bytes());
        }
        1 => {
            let end = (at + random.below(40)).min(bytes.len());
            bytes.drain(at..end);
        }
        2 => bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << random.below(8)),
        3 => bytes.truncate(at),
        4 => {
            // Another tool's words in the middle of this one's.
            let other = &corpus[random.below(corpus.len())];
            let part = window(random, other, 600).to_vec();
            bytes.splice(at..at, part);
        }
        5 => {
            // Repeats a line, once or many times.
            let all = lines(bytes);
            let line = all.get(random.below(all.len())).cloned().unwrap_or_default();
            let times = if random.below(8) == 0 { 200 } else { 1 };
            bytes.splice(at..at, line.repeat(times).into_iter().take(MOST));
        }
        6 => {
            let mut all = lines(bytes);
            let (one, other) = (random.below(all.len()), random.below(all.len()));
            if !all.is_empty() {
                all.swap(one, other);
            }
            *bytes = all.concat();
        }
        7 => {
            // A number becomes another.
            if let Some(start) =
                bytes[at.min(bytes.len())..].iter().position(u8::is_ascii_digit).map(|found| at + found)
            {
                let end = bytes[start..]
                    .iter()
                    .position(|byte| !byte.is_ascii_digit())
                    .map_or(bytes.len(), |end| start + end);
                let number = random.of(&["0", "1", "007", "4294967296", "99999999999999999999999"]);
                bytes.splice(start..end, number.bytes());
            }
        }
        _ => {
            let mut all = lines(bytes);
            if !all.is_empty() {
                all.remove(random.below(all.len()));
            }
            *bytes = all.concat();
        }
    }
}

/// A payload of a hook with these words in it.
pub fn payload(random: &mut Random, words: &str) -> String {
    let text = serde_json::Value::from(words);
    let name = random.of(&["Bash", "Read", "Edit", "WebFetch", "run_shell_command", "shell", "mcp__x__y", ""]);
    let whole = serde_json::json!({
        "session_id": "s", "conversation_id": "c", "cwd": "/x", "hook_event_name": "PreToolUse", "tool_name": name, "prompt": text,
        "tool_input": { "command": text, "file_path": text, "url": text }, "tool_response": { "stdout": text, "output": text },
        "toolName": name, "toolArgs": text, "command": text, "output": text, "source": "startup",
    })
    .to_string();
    match random.below(4) {
        0 => words.to_owned(),
        1 => {
            let mut bytes = whole.into_bytes();
            change(random, &mut bytes, &[words.as_bytes().to_vec(), b"{}".to_vec()]);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => whole,
    }
}

/// A command wrapped as by Claude Code, Codex and others.
pub fn wrapped(random: &mut Random, command: &str) -> String {
    let quoted = format!("'{}'", command.replace('\'', "'\"'\"'"));
    match random.below(4) {
        0 => format!(
            "source /h/.claude/shell-snapshots/s.sh 2>/dev/null || true && eval {quoted} < /dev/null && pwd -P >| /tmp/x-cwd"
        ),
        1 => format!("{{ {command}; }}; __code=$?; pgrep -g 0 >/tmp/x 2>&1; exit $__code;"),
        2 => format!("eval {quoted}"),
        _ => command.to_owned(),
    }
}

/// Lines of a transcript as the agents write them, with these words in them.
pub fn transcript(random: &mut Random, words: &str) -> Vec<u8> {
    let texts: Vec<&str> = words.lines().collect();
    let mut bytes = Vec::new();
    for number in 0..1 + random.below(6) {
        let text = serde_json::Value::from(*texts.get(random.below(texts.len())).unwrap_or(&words));
        let call = format!("c{}", random.below(3));
        let time = format!("2026-03-02T09:00:0{number}.000Z");
        let base =
            serde_json::json!({ "sessionId": "s", "cwd": "/x", "uuid": format!("u{number}"), "timestamp": time });
        let message = |kind: &str, content: serde_json::Value| {
            let mut line = base.clone();
            line["type"] = kind.into();
            line["message"] = serde_json::json!({ "role": kind, "content": content });
            line
        };
        let payload = |kind: &str, payload: serde_json::Value| serde_json::json!({ "timestamp": time, "type": kind, "payload": payload });
        let line = match random.below(14) {
            0 => message("user", text),
            1 => message("assistant", serde_json::json!([{ "type": "text", "text": text }])),
            2 => message(
                "assistant",
                serde_json::json!([{ "type": "tool_use", "id": call, "name": "Bash", "input": { "command": text } }]),
            ),
            3 => message(
                "user",
                serde_json::json!([{ "type": "tool_result", "tool_use_id": call, "content": text, "is_error": true }]),
            ),
            4 => payload(
                "response_item",
                serde_json::json!({ "type": "function_call", "name": "exec_command", "call_id": call,
                    "arguments": serde_json::json!({ "cmd": text }).to_string() }),
            ),
            5 => payload(
                "response_item",
                serde_json::json!({ "type": "function_call_output", "call_id": call, "output": text }),
            ),
            6 => payload("event_msg", serde_json::json!({ "type": "user_message", "message": text })),
            7 => payload("compacted", serde_json::json!({ "message": text })),
            8 => serde_json::json!({ "id": "1", "type": "gemini", "content": text, "toolCalls": [{ "id": call,
                "name": "run_shell_command", "args": { "command": text },
                "result": [{ "functionResponse": { "response": { "output": text } } }] }] }),
            9 => serde_json::json!({ "$set": { "messages": [{ "type": "user", "content": text }] } }),
            10 => serde_json::json!({ "id": "p", "messageID": "m", "type": "tool", "callID": call, "tool": "bash",
                "state": { "status": "completed", "input": { "command": text }, "output": text } }),
            11 => serde_json::json!({ "type": "tool.execution_start", "data": { "toolCallId": call, "toolName": "bash",
                "arguments": { "command": text } }, "timestamp": time }),
            12 => serde_json::json!({ "type": "tool.execution_complete", "data": { "toolCallId": call,
                "result": { "content": text } }, "timestamp": time }),
            _ => serde_json::json!({ "ctx": "entry", "ref": "abcdef", "command": text, "hex": "ff" }),
        };
        bytes.extend_from_slice(line.to_string().as_bytes());
        bytes.push(b'\n');
    }
    if random.below(2) == 0 {
        change(random, &mut bytes, &[words.as_bytes().to_vec(), b"{}\n".to_vec()]);
    }
    bytes
}
