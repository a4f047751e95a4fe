//! The words of events: answers to questions, and what an error was.

use crate::session::classify;
use ctx_capture::command;
use ctx_digest::{Finding, Severity};

/// Questions and answers: each answer follows the question it repeats, `"…?"="this one"`; else all is one answer.
pub(super) fn questions_and_answers<'t>(asked: &'t str, text: &'t str) -> Vec<(&'t str, &'t str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\"=\"") {
        let question = before.rsplit_once('"').map_or(before, |(_, question)| question);
        let (answer, after) = behind.split_once('"').unwrap_or((behind, ""));
        found.push((question, answer));
        rest = after;
    }
    if found.is_empty() {
        found.push((asked, text));
    }
    found
}

/// The words of an error: the command, and the first thing that was found wrong.
pub(super) fn describe_error(command: &str, findings: &[Finding], text: &str) -> String {
    let found = findings.iter().find(|finding| finding.severity == Severity::Error && !is_ending(&finding.message));
    let message = found.map_or_else(
        || first_telling_line(text).to_owned(),
        |finding| match &finding.location {
            Some(place) => format!("{place} {}", finding.message),
            None => finding.message.clone(),
        },
    );
    classify::shorten_to_line(&format!("{}: {message}", command::quote_command(command, 80)), 240)
}

/// The command ran in the wrong directory, or the directory is not there: that says nothing about the project.
pub(super) fn is_wrong_directory_error(text: &str) -> bool {
    const SIGNS: &[&str] = &[
        "could not find `Cargo.toml`",
        "npm error enoent Could not read package.json",
        "npm ERR! enoent ENOENT: no such file or directory, open",
        "go: cannot find main module",
        "go.mod file not found",
        "ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND",
        "no Makefile found",
    ];
    let head = ctx_text::clip(text, 2000);
    let failed_cd = head.lines().take(4).any(|line| line.contains("cd: ") && line.contains("o such file"));
    failed_cd || SIGNS.iter().any(|sign| head.contains(sign))
}

/// The first line that says more than how the command ended.
pub(super) fn first_telling_line(text: &str) -> &str {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !is_ending(line)).unwrap_or_default();
    first.strip_prefix("Output: ").unwrap_or(first)
}

/// A line that an agent puts before an output: it says how the command ended.
fn is_ending(line: &str) -> bool {
    const HEADS: &[&str] = &[
        "Exit code",
        "Chunk ID",
        "Wall time",
        "Process exited",
        "Original token",
        "Total output",
        "{",
        "Error: Exit code",
        "<exited with",
        "<shellId",
        "Exit Code",
        "Process Group",
        "<untrusted_context>",
    ];
    line == "Output:" || HEADS.iter().any(|head| line.starts_with(head))
}
