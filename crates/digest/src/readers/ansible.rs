//! Ansible plays (`TASK [x] ***`, `fatal: [host]: FAILED!`, the recap) and ansible-lint.

use super::Reader;
use crate::part::Part;
use crate::place;
use crate::reading::Reading;

pub const PLAYBOOK: Reader = Reader {
    name: "ansible",
    commands: &["ansible-playbook", "ansible", "ansible-pull"],
    signs: &["^PLAY RECAP ***", "^TASK [", "FAILED! => ", "UNREACHABLE! => ", "^ERROR! "],
    read: playbook,
};

fn playbook(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut task = None;
    let mut start = None;
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        let mut next = at + 1;
        if line.starts_with("PLAY RECAP") {
            next = recap(part, at, &mut reading);
            reading.cover(start.take().unwrap_or(at)..next);
        } else if line.starts_with("PLAY [") || line.starts_with("TASK [") || line.starts_with("RUNNING HANDLER [") {
            start.get_or_insert(at);
            task = Some(at);
        } else if line.starts_with("[ERROR]: ") || line.starts_with("ERROR! ") || is_failure(line) {
            next = failure(part, at, task, &mut reading);
        } else if let Some(said) = line.strip_prefix("[WARNING]: ") {
            reading.warning(at, said);
        } else if line.starts_with("[DEPRECATION WARNING]") {
            reading.cover(at..at + 1);
        }
        at = next;
    }
    reading
}

fn is_failure(line: &str) -> bool {
    (line.starts_with("fatal: [") || line.starts_with("failed: [") || line.contains(" | "))
        && ["FAILED!", "UNREACHABLE!", "=> {", "=> changed="].iter().any(|word| line.contains(word))
        && !line.starts_with("ok: ")
        && !line.starts_with("changed: ")
        && !line.contains("| SUCCESS =>")
        && !line.contains("| CHANGED =>")
}

/// From the report of an error to the host it failed on; `...ignoring` below it cancels the failure.
fn failure(part: &Part, at: usize, task: Option<usize>, reading: &mut Reading) -> usize {
    let ends = |line: &str| {
        line.starts_with("TASK [")
            || line.starts_with("PLAY ")
            || line.starts_with("RUNNING HANDLER [")
            || line.starts_with("[ERROR]: ")
            || line.starts_with("ok: [")
            || line.starts_with("changed: [")
    };
    let mut end = part.find(at + 1, 400, ends).unwrap_or(part.len().min(at + 400));
    let host = (at..end).find(|&line| is_failure(part.line(line)));
    // Another host's failure is a finding of its own.
    if let Some(other) = host.and_then(|host| (host + 1..end).find(|&line| is_failure(part.line(line)))) {
        end = other;
    }
    if (at..end).any(|line| part.line(line).starts_with("...ignoring")) {
        reading.cover(at..end);
        return end;
    }
    let line = part.line(at);
    let said = host.and_then(|host| quoted(part.line(host), "\"msg\": \""));
    let message = line.strip_prefix("[ERROR]: ").or(line.strip_prefix("ERROR! "));
    let message = message.map(str::to_owned).or(said.clone()).unwrap_or_else(|| line.to_owned());
    let block = reading.error(at, message);
    if let Some(task) = task {
        block.marks.push((task, crate::reading::Rank::Place));
    }
    let reported = host != Some(at);
    let mut origin = None;
    for below in at + 1..end {
        let line = part.line(below);
        let text = line.trim_start();
        if line.starts_with("Origin: ") {
            // The last origin is the innermost.
            if let Some(place) = place::find(line) {
                block.at(place.name(line));
            }
            origin = Some(below);
        } else if line.starts_with("The error appears to be in ")
            || text.starts_with("msg: ")
            || text.starts_with("\"msg\": ")
        {
            block.detail(below);
        } else if Some(below) == host && reported {
            block.context(below);
        } else if text.starts_with("stderr: ") || text.starts_with("\"stderr\": ") || Some(below) == host {
            block.frame(below);
        }
    }
    if let Some(origin) = origin {
        block.place(origin);
    }
    block.to(end.saturating_sub(1));
    if let Some(host) = host.filter(|&host| part.line(host).len() > 300) {
        // The message stands in the middle of a long line of JSON.
        let line = part.line(host);
        for key in ["\"msg\": \"", "\"stderr\": \""] {
            if let Some(value) = quoted(line, key).filter(|value| host == at && !value.is_empty()) {
                reading.note(host + 1, format!("{key}{value}\""));
            }
        }
    }
    end
}

/// The string after `key`, up to its closing quote, one line of at most 300 bytes.
fn quoted(line: &str, key: &str) -> Option<String> {
    let (_, rest) = line.split_once(key)?;
    let mut value = String::new();
    let mut chars = rest.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => value.extend(['\\'].into_iter().chain(chars.next())),
            _ => value.push(c),
        }
        if value.len() > 300 {
            value.push('…');
            break;
        }
    }
    Some(value)
}

/// Hosts that failed, or all hosts where there are only a few.
fn recap(part: &Part, at: usize, reading: &mut Reading) -> usize {
    let end = part.find(at + 1, 2000, |line| !line.contains("ok=")).unwrap_or(part.len());
    let bad = |at: &usize| {
        let line = part.line(*at);
        let none = |key: &str| !line.contains(key) || line.contains(&format!("{key}0"));
        !(none("failed=") && none("unreachable="))
    };
    let hosts: Vec<usize> = (at + 1..end).collect();
    let failed: Vec<usize> = hosts.iter().copied().filter(bad).collect();
    let shown = if failed.is_empty() { &hosts } else { &failed };
    for &host in shown.iter().take(3) {
        reading.total(host);
    }
    if shown.len() > 3 {
        reading.note(end, format!("… {} hosts", shown.len()));
    }
    end
}
