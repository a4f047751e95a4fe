//! Where a session stands, in lines: the model's last word, commits, what is uncommitted, totals, calls without a result.

use super::brief::BriefLine;
use super::evidence;
use super::key_sentences::telling;
use super::reflect::RequestReport;
use super::turns::{self, Standing, Thread, Turn, commit_words};
use ctx_capture::brief::brief;
use ctx_capture::command::quoted;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::Store;

/// Commits that are named.
const COMMITS: usize = 4;
/// Files that are named.
const FILES: usize = 6;

/// The words of the model at the end of a turn, as its word, within a budget.
pub fn last_words(store: &Store, turn: &Turn, masker: &Masker, budget: usize) -> Result<Option<BriefLine>> {
    let Some(reply) = &turn.reply else { return Ok(None) };
    let told = telling(&turns::text_of(store, reply, masker)?, budget);
    Ok((!told.is_empty()).then(|| BriefLine {
        text: told,
        reference: Some(reply.reference.clone()),
        at: Some(reply.at),
    }))
}

/// What the evidence shows, one line for each thing.
pub fn lines(standing: &Standing) -> Vec<BriefLine> {
    let line = |text: String| BriefLine { text, reference: None, at: None };
    let mut lines = Vec::new();
    for (command, reference) in standing.unanswered.iter().rev().take(2) {
        let commits = evidence::commits(&evidence::Asked::of(command), "");
        let subject = commits.first().map(|commit| format!(" (commit \"{}\")", brief(&commit.subject, 120)));
        let text = format!("without a result: {}{}", quoted(command, 140), subject.unwrap_or_default());
        lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
    }
    if let Some(commits) = commits(standing) {
        lines.push(line(commits));
    } else if let Some(branch) = &standing.branch {
        lines.push(line(format!("branch {branch}")));
    }
    if !standing.uncommitted.is_empty() {
        let source = if standing.by_status { "" } else { " (edited, no commit seen)" };
        lines.push(line(format!("uncommitted{source}: {}", names(&standing.uncommitted, FILES))));
    }
    for request in standing.pull_requests.iter().rev().take(2) {
        lines.push(line(format!("pull request {request}")));
    }
    for (key, totals, reference) in standing.totals.iter().rev().take(2) {
        let text = format!("last {}: {}", quoted(key, 60), brief(totals, 120));
        lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
    }
    lines
}

/// The last commits, their branch, and whether they were pushed.
fn commits(standing: &Standing) -> Option<String> {
    let count = standing.commits.len();
    if count == 0 {
        return None;
    }
    let shown: Vec<String> =
        standing.commits.iter().rev().take(COMMITS).map(|commit| brief(&commit_words(commit), 110)).collect();
    let more = if count > COMMITS { format!("; {} earlier", count - COMMITS) } else { String::new() };
    let branch = standing.branch.as_ref().map(|branch| format!(" on {branch}")).unwrap_or_default();
    let pushed = match (standing.pushed, standing.unpushed.len()) {
        (true, 0) => "pushed".to_owned(),
        (_, unpushed) if unpushed == count => "not pushed (no push seen)".to_owned(),
        (_, unpushed) => format!("{unpushed} of them not pushed (no push seen since)"),
    };
    Some(format!("committed{branch}, {pushed}: {}{more}", shown.join("; ")))
}

pub fn names(files: &[String], most: usize) -> String {
    let shown: Vec<String> = files.iter().rev().take(most).map(|file| short(file)).collect();
    let more = if files.len() > most { format!(" and {} more", files.len() - most) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// A path by its last parts: the directories above them say little.
fn short(path: &str) -> String {
    let path = path.replace('\\', "/");
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    parts[parts.len().saturating_sub(3)..].join("/")
}

/// Requests that are shown at length; earlier ones are only named.
const AT_LENGTH: usize = 12;
/// Bytes of an answer before the last one.
const LONGEST_SHARE: usize = 640;

/// The requests of a thread with the model's words and the evidence, cut so that they fill more than half of so many bytes.
pub fn told(store: &Store, thread: &Thread, masker: &Masker, max_bytes: usize) -> Result<Vec<RequestReport>> {
    let count = thread.turns.len();
    let room = max_bytes * 5 / 8;
    let last = (room * 2 / 5).clamp(120, 1000);
    let others = shares(&thread.turns, room.saturating_sub(last));
    let mut told = Vec::new();
    for (at, turn) in thread.turns.iter().enumerate() {
        let from_end = count - 1 - at;
        let budget = match from_end {
            0 => last,
            1..AT_LENGTH => others.get(from_end - 1).copied().unwrap_or(0),
            _ => 0,
        };
        let asked = if from_end == 0 { 260 } else { 150 };
        let said = if budget >= 60 { last_words(store, turn, masker, budget)? } else { None };
        told.push(RequestReport {
            asked: brief(&turn.asked, asked),
            by_program: turn.by_program,
            nods: turn.nods,
            times: turn.times,
            reference: turn.reference.clone(),
            at: turn.at,
            said,
            done: done(turn),
        });
    }
    // Answers of the model before anybody asked, and messages of programs that nothing came of, tell nothing.
    told.retain(|told| !told.asked.is_empty() || told.said.is_some() || !told.done.is_empty());
    Ok(told)
}

/// The room for the answers before the last one, the newest first: none gets more than it has to say, and what short
/// ones leave goes to long ones.
fn shares(turns: &[Turn], room: usize) -> Vec<usize> {
    let before = turns.iter().rev().skip(1).take(AT_LENGTH - 1);
    let needs: Vec<usize> =
        before.map(|turn| turn.reply.as_ref().map_or(0, |reply| (reply.bytes as usize).min(LONGEST_SHARE))).collect();
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&at| needs[at]);
    let mut shares = vec![0; needs.len()];
    let mut left = room;
    for (done, at) in order.into_iter().enumerate() {
        shares[at] = needs[at].min(left / (needs.len() - done));
        left -= shares[at];
    }
    shares
}

/// What the evidence shows of a turn.
fn done(turn: &Turn) -> String {
    let mut parts = Vec::new();
    for commit in turn.commits.iter().rev().take(3).rev() {
        parts.push(format!("commit {}", brief(&commit_words(commit), 100)));
    }
    if turn.pushed {
        parts.push("pushed".to_owned());
    }
    parts.extend(turn.pull_requests.iter().cloned());
    if let Some((_, totals, _)) = &turn.totals {
        parts.push(brief(totals, 70));
    }
    if !turn.edited.is_empty() && turn.commits.is_empty() {
        parts.push(format!("edited {}", names(&turn.edited, 3)));
    }
    parts.join("; ")
}

/// The lines of a brief about how the last session ended.
pub fn of_brief(store: &Store, thread: &Thread, masker: &Masker, budget: usize) -> Result<Vec<BriefLine>> {
    let mut found = Vec::new();
    if let Some(last) = thread.turns.iter().rev().find(|turn| turn.reply.is_some())
        && let Some(line) = last_words(store, last, masker, budget)?
    {
        found.push(BriefLine { text: format!("the model's last word: {}", line.text), ..line });
    }
    if let Some((recap, reference)) = &thread.standing.recap {
        found.push(BriefLine {
            text: format!("recap: {}", brief(recap, 300)),
            reference: Some(reference.clone()),
            at: None,
        });
    }
    found.extend(lines(&thread.standing));
    Ok(found)
}
