//! npm, pnpm and yarn: why an install or a script failed, advisories, deprecations, and their own totals.

use super::Reader;
use crate::Severity;
use crate::part::{Part, is_blank};
use crate::reading::Reading;
use crate::shape::mask;

pub const READER: Reader = Reader {
    name: "npm",
    commands: &["npm", "pnpm", "yarn", "npx", "corepack"],
    signs: &[
        "^npm error",
        "^npm ERR!",
        "^npm warn",
        "^npm WARN",
        "^ERR_PNPM_",
        "^yarn run v",
        "^yarn install v",
        "➤ YN0",
        "# npm audit report",
    ],
    read,
};

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let yarn = part.lines().take(50).any(|(_, line)| line.starts_with("yarn ") && line.contains(" v"));
    let mut at = 0;
    while at < part.len() {
        let line = part.line(at);
        if error(line).is_some() {
            at = errors(part, &mut reading, at);
        } else if let Some(text) = warning(line) {
            warned(part, &mut reading, at, text);
        } else if let Some(text) = line.trim_start().strip_prefix("ERR_PNPM_") {
            at = pnpm(part, &mut reading, at, text);
        } else if let Some(text) = line.trim_start().strip_prefix("➤ YN") {
            berry(part, &mut reading, at, text);
        } else if part.line(at + 1).starts_with("Severity: ") {
            at = advisory(part, &mut reading, at);
        } else if yarn {
            classic(&mut reading, at, line);
        }
        if is_total(line) {
            reading.total(at);
        } else if is_noise(line) {
            reading.cover(at..at + 1);
        }
        at += 1;
    }
    reading
}

fn error(line: &str) -> Option<&str> {
    line.strip_prefix("npm error").or_else(|| line.strip_prefix("npm ERR!"))
}

fn warning(line: &str) -> Option<&str> {
    line.strip_prefix("npm warn ").or_else(|| line.strip_prefix("npm WARN "))
}

/// Lines below an error of npm that help nobody at first glance.
fn is_filler(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || text == "404"
        || [
            "A complete log",
            "For a full report",
            "node_modules/",
            "/",
            "path ",
            "errno ",
            "syscall ",
            "404 Note",
            "404 tarball",
            "notarget In most",
            "To see a list",
            "npm run",
            "enoent This is related",
            "JSON.parse Note",
            "in workspace",
            "at location",
            "location ",
        ]
        .iter()
        .any(|start| text.starts_with(start))
        || text.contains("-debug-0.log")
}

fn errors(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let end = part.find(at, usize::MAX / 2, |line| error(line).is_none()).unwrap_or(part.len());
    let lines: Vec<usize> = (at..end).collect();
    let told = |line: usize| error(part.line(line)).unwrap_or_default();
    // The help text of a command follows its usage error.
    let usage = lines.iter().position(|&line| told(line).trim() == "Usage:").unwrap_or(lines.len());
    let title = lines[..usage].iter().rposition(|&line| !is_filler(told(line))).filter(|_| usage < lines.len());
    let useful: Vec<usize> =
        lines[..title.unwrap_or(usage)].iter().copied().filter(|&line| !is_filler(told(line))).collect();
    let Some((&head, rest)) = useful.split_first() else {
        reading.cover(at..end);
        return end - 1;
    };
    // The script's own output already says that it failed.
    let script = useful.iter().any(|&line| {
        let text = told(line);
        text.contains("Lifecycle script") || text.contains("ELIFECYCLE") || text.contains("Test failed.")
    }) || useful.last().is_some_and(|&line| told(line).trim_start().starts_with("command "));
    let message = match (told(head).trim().strip_prefix("code "), rest.first()) {
        (Some(code), Some(&next)) => format!("{code} {}", told(next).trim()),
        _ => told(head).trim().to_owned(),
    };
    let block = reading.finding(if script { Severity::Info } else { Severity::Error }, head, message);
    let mut plain = 0;
    for &line in rest {
        let text = told(line);
        let is_said = text.contains("rror: ") || text.contains(" not found") || text.contains("ERR! stack Error");
        if plain < 6 && !text.starts_with("   ") || is_said && plain < 12 {
            plain += 1;
            block.detail(line);
        } else if block.marks.len() < 40 {
            block.context(line);
        }
    }
    block.first = at;
    block.to(end - 1);
    end - 1
}

fn warned(part: &Part, reading: &mut Reading, at: usize, text: &str) {
    let code = text.split(' ').next().unwrap_or_default();
    let several = code.len() > 2 && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let continued = several && at > 0 && warning(part.line(at - 1)).is_some_and(|before| before.starts_with(code));
    if continued || text.trim().is_empty() {
        reading.cover(at..at + 1);
    } else {
        reading.warning(at, text.trim()).rule(code);
    }
}

fn pnpm(part: &Part, reading: &mut Reading, at: usize, text: &str) -> usize {
    let script = text.starts_with("RECURSIVE_");
    let message = text.split_once(char::is_whitespace).map_or(text, |(_, message)| message);
    let block = reading.finding(if script { Severity::Info } else { Severity::Error }, at, message.trim());
    let mut last = at;
    let mut shown = 0;
    for below in at + 1..part.len().min(at + 30) {
        let line = part.line(below);
        if is_blank(line) {
            continue;
        }
        if line.trim_start().starts_with("ERR_PNPM_") || is_total(line) || shown == 5 {
            break;
        }
        if !line.starts_with("Note that in CI") && !line.starts_with("No authorization header") {
            shown += 1;
            block.detail(below);
        }
        last = below;
    }
    last
}

/// Yarn 2 and later: `➤ YN0035: │ what is wrong`.
fn berry(part: &Part, reading: &mut Reading, at: usize, text: &str) {
    let Some((code, message)) = text.split_once(": ") else { return };
    let message = message.trim_start_matches(['│', '┌', '└', '·', ' ']);
    let harmless = matches!(code, "0000" | "0007" | "0008" | "0013" | "0019" | "0085");
    let warning = matches!(code, "0002" | "0060" | "0086" | "0057" | "0061" | "0005" | "0068");
    if message.starts_with("Failed with errors") || message.starts_with("Done ") {
        reading.total(at);
    } else if harmless || (!warning && !part.call.status.failed()) {
        reading.cover(at..at + 1);
    } else if warning {
        reading.warning(at, message).rule(format!("YN{code}"));
    } else {
        reading.error(at, message).rule(format!("YN{code}"));
    }
}

/// Yarn 1: the word in front says what a line is.
fn classic(reading: &mut Reading, at: usize, line: &str) {
    if let Some(message) = line.strip_prefix("error ") {
        let script = message.starts_with("Command failed with exit code");
        reading.finding(if script { Severity::Info } else { Severity::Error }, at, message);
    } else if let Some(message) = line.strip_prefix("warning ") {
        reading.warning(at, message).rule(mask(message));
    } else if line.starts_with("success ") {
        reading.total(at);
    } else if line.starts_with("info ") || line.starts_with("yarn ") || line.starts_with('[') && line.contains("/4] ") {
        reading.cover(at..at + 1);
    }
}

/// One package of `npm audit`.
fn advisory(part: &Part, reading: &mut Reading, at: usize) -> usize {
    let last = part.until_blank(at, 60);
    let severity = if part.call.status.failed() { Severity::Error } else { Severity::Warning };
    let block = reading.finding(severity, at, part.line(at).trim());
    block.place(at + 1).to(last);
    let mut advisories = 0;
    for below in at + 2..=last {
        let line = part.line(below);
        if line.contains(" - https://") {
            advisories += 1;
            if advisories <= 2 {
                block.detail(below);
            }
        } else if line.starts_with("fix available") || line.starts_with("No fix available") {
            block.context(below);
        }
    }
    last
}

fn is_total(line: &str) -> bool {
    let counted = line.split(' ').nth(1).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (counted
        && ["added ", "removed ", "changed ", "audited "].iter().any(|verb| line.starts_with(verb))
        && line.contains("package"))
        || line.starts_with("up to date")
        || (line.starts_with(|c: char| c.is_ascii_digit())
            && (line.contains(" vulnerabilities (")
                || line.contains(" vulnerability (")
                || line.contains(" severity vulnerabilit")))
        || line == "found 0 vulnerabilities"
        || line.starts_with("Packages: +")
        || (line.starts_with("Done in ") && (line.ends_with("s.") || line.contains(" using pnpm")))
        || line.starts_with("Lockfile is up to date")
}

fn is_noise(line: &str) -> bool {
    line.contains(" looking for funding")
        || line.starts_with("  run `npm fund`")
        || line.starts_with("Progress: resolved ")
        || ((line.ends_with(": Failed") || line.ends_with(": Done"))
            && line.contains('/')
            && line.split(' ').count() == 3)
        || (!line.is_empty() && line.len() > 3 && line.bytes().all(|byte| byte == b'+' || byte == b'-'))
}
