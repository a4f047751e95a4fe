//! Where a session stands, in lines: the model's last word, commits, what is uncommitted, totals, calls without a result.

use super::brief::BriefLine;
use super::error_lifetime::ErrorLifetimes;
use super::evidence;
use super::key_sentences::select_each;
use super::reflect::{RequestReport, short_command};
use super::turns::{self, CheckTotals, RequestTurn, SessionState, SessionTurns, describe_commit};
use ctx_capture::brief::shorten_to_line;
use ctx_capture::command::quote_command;
use ctx_model::StoredEvent;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_shell::attempt;
use ctx_store::Store;

/// Answers before the last one of a turn that are looked at, where the last one is shorter than this.
const EARLIER: usize = 2;
const SHORT_ANSWER: u64 = 600;
/// Commits that are named.
const COMMITS: usize = 4;
/// Files that are named.
const FILES: usize = 6;

/// The words of the model at the end of a turn, as its word, within each of these budgets, the shortest first.
pub fn last_model_words(
    store: &Store,
    turn: &RequestTurn,
    masker: &Masker,
    budgets: &[usize],
) -> Result<Vec<BriefLine>> {
    let Some(reply) = &turn.reply else { return Ok(Vec::new()) };
    let mut text = String::new();
    // Where the user only nodded in between, the answers before a short one are part of it.
    let earlier = if reply.bytes < SHORT_ANSWER { EARLIER } else { 0 };
    for earlier in &turn.earlier[turn.earlier.len().saturating_sub(earlier)..] {
        text.push_str(&turns::masked_step_text(store, earlier, masker)?);
        text.push_str("\n\n");
    }
    text.push_str(&turns::masked_step_text(store, reply, masker)?);
    let told = select_each(&text, budgets).into_iter().map(|mut told| {
        if turn.is_cut_off {
            told.insert_str(0, "(no answer at the end; its last words) ");
        }
        BriefLine { text: told, reference: Some(reply.reference.clone()), at: Some(reply.at) }
    });
    Ok(told.collect())
}

/// What the evidence shows, one line for each thing.
pub fn evidence_lines(standing: &SessionState) -> Vec<BriefLine> {
    let line = |text: String| BriefLine { text, reference: None, at: None };
    let mut lines = Vec::new();
    for (command, reference) in standing.unanswered.iter().rev().take(2) {
        let commits = evidence::find_commits(&evidence::ParsedLine::parse_line(command), "");
        let subject = commits.first().map(|commit| format!(" (commit \"{}\")", shorten_to_line(&commit.subject, 120)));
        let text = format!("without a result: {}{}", quote_command(command, 140), subject.unwrap_or_default());
        lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
    }
    if let Some(commits) = commits(standing) {
        lines.push(line(commits));
    } else if let Some(branch) = &standing.branch {
        lines.push(line(format!("branch {branch}")));
    }
    if !standing.uncommitted.is_empty() {
        let source = if standing.by_status { "" } else { " (edited, no commit seen)" };
        lines.push(line(format!("uncommitted{source}: {}", join_file_names(&standing.uncommitted, FILES))));
    }
    for request in standing.pull_requests.iter().rev().take(2) {
        lines.push(line(format!("pull request {request}")));
    }
    // The same totals are told once, however the check was called.
    let mut newest: Vec<&CheckTotals> = Vec::new();
    for totals in standing.totals.iter().rev() {
        if newest.len() < 2 && newest.iter().all(|known| known.words != totals.words) {
            newest.push(totals);
        }
    }
    let mut has_newer = false;
    for totals in newest {
        // What failed before another check of the work passed is no longer known to fail.
        let when = if has_newer && evidence::says_failed(&totals.words) { "earlier" } else { "last" };
        has_newer |= totals.failed.is_none() && !evidence::says_failed(&totals.words);
        let failed = totals.failed.as_ref().map(|status| format!(" · {status}")).unwrap_or_default();
        let text = format!(
            "{when} {}: {}{failed}",
            shorten_to_line(&quote_command(&totals.key, 300), 70),
            shorten_to_line(&totals.words, 120)
        );
        lines.push(BriefLine { reference: Some(totals.reference.clone()), ..line(text) });
    }
    lines
}

/// The last commits, their branch, and whether they were pushed.
fn commits(standing: &SessionState) -> Option<String> {
    let count = standing.commits.len();
    if count == 0 {
        return None;
    }
    let shown: Vec<String> = standing
        .commits
        .iter()
        .rev()
        .take(COMMITS)
        .map(|commit| shorten_to_line(&describe_commit(commit), 110))
        .collect();
    let more = if count > COMMITS { format!("; {} earlier", count - COMMITS) } else { String::new() };
    // The branch that was checked out later is not the one that they were made on.
    let own = standing.commits.iter().rev().find_map(|commit| commit.branch.as_ref());
    let branch = own.or(standing.branch.as_ref()).map(|branch| format!(" on {branch}")).unwrap_or_default();
    let pushed = match (standing.pushed, standing.unpushed.len()) {
        (true, 0) => "pushed".to_owned(),
        (_, unpushed) if unpushed == count => "not pushed (no push seen)".to_owned(),
        (_, unpushed) => format!("{unpushed} of them not pushed (no push seen since)"),
    };
    Some(format!("committed{branch}, {pushed}: {}{more}", shown.join("; ")))
}

pub fn join_file_names(files: &[String], most: usize) -> String {
    let shown: Vec<String> = files.iter().rev().take(most).map(|file| shorten_path(file)).collect();
    let more = if files.len() > most { format!(" and {} more", files.len() - most) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// A path by its last parts: the directories above them say little.
pub(super) fn shorten_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    parts[parts.len().saturating_sub(3)..].join("/")
}

/// What failed and passed later, the newest first: the error, and the model's words about it. The same error is told once.
pub fn solved_error_lines(
    lives: &mut ErrorLifetimes<'_>,
    errors: &[StoredEvent],
    most: usize,
) -> Result<Vec<BriefLine>> {
    let mut lines: Vec<BriefLine> = Vec::new();
    let is_solved = |error: &&StoredEvent| error.closed_by.is_some() && is_failed_check(error);
    for error in errors.iter().filter(is_solved) {
        let words = lives.first_words_about_error(error)?;
        let (command, said) = error.text.split_once(": ").unwrap_or(("", &error.text));
        let by = error.closed_by.as_ref().map(|by| format!(" [ctx:{by}]")).unwrap_or_default();
        let words_are_missing = words.is_none();
        let solution = words.map(|words| format!(" → {words}")).unwrap_or_default();
        let text = match solution.is_empty() {
            true => format!("{}: {}{solution} → passed{by}", short_command(command), shorten_to_line(said, 90)),
            false => format!("{}{solution} → passed{by}", shorten_to_line(said, 90)),
        };
        // Of a check that failed in several ways, one way without words is enough.
        let is_same_check = |line: &BriefLine| words_are_missing && line.text.ends_with(&format!("→ passed{by}"));
        let is_known = lines.iter().any(|line| line.text.get(..40) == text.get(..40) || is_same_check(line));
        if !is_known && lines.len() < most {
            lines.push(BriefLine { text, reference: error.reference.clone(), at: Some(error.at) });
        }
    }
    Ok(lines)
}

/// A check that ran and failed; a line that the shell could not read never ran.
pub fn is_failed_check(error: &StoredEvent) -> bool {
    let said = error.text.to_lowercase();
    let shells = ["zsh:", "bash:", "sh: ", "(eval):"];
    let is_unread =
        ["parse error", "syntax error", "unmatched", "unexpected eof"].iter().any(|word| said.contains(word));
    attempt::is_check(&error.key) && !(is_unread && shells.iter().any(|shell| said.contains(shell)))
}

/// Requests that are told at length; those before them are named.
const AT_LENGTH: usize = 12;
/// Bytes of an answer before the last one.
const LONGEST_SHARE: usize = 800;

/// The requests of a thread with the model's words and the evidence, cut so that they fill more than half of so many bytes.
pub fn build_request_reports(
    store: &Store,
    thread: &SessionTurns,
    masker: &Masker,
    max_bytes: usize,
) -> Result<Vec<RequestReport>> {
    let count = thread.turns.len();
    let room = max_bytes * 5 / 8;
    let last = (room / 2).clamp(120, 1300);
    let others = shares(&thread.turns, room.saturating_sub(last));
    let mut told = Vec::new();
    for (at, turn) in thread.turns.iter().enumerate() {
        let from_end = count - 1 - at;
        let budget = match from_end {
            0 => last,
            1..AT_LENGTH => others.get(from_end - 1).copied().unwrap_or(0),
            _ => 0,
        };
        // The goal tells the first request at length.
        let asked = match (at, from_end) {
            (0, _) if thread.goal.is_some() => 70,
            (_, 0) => 260,
            _ => 150,
        };
        let steps: &[usize] = if from_end == 0 { &[420, 800] } else { &[170, 380] };
        let steps: Vec<usize> = steps.iter().copied().filter(|step| *step < budget).chain([budget]).collect();
        // The words before the next message of the user are not the answer to this one.
        let is_told = budget >= 60 && (from_end == 0 || !turn.is_cut_off);
        let mut said = if is_told { last_model_words(store, turn, masker, &steps)? } else { Vec::new() };
        told.push(RequestReport {
            asked: shorten_to_line(&turn.asked, asked),
            by_program: turn.by_program,
            nods: turn.nods,
            times: turn.times,
            reference: turn.reference.clone(),
            at: turn.at,
            longest: said.pop(),
            shorter: said.into_iter().map(|line| line.text).collect(),
            done: done(turn),
        });
    }
    // Answers of the model before anybody asked, and messages of programs that nothing came of, tell nothing.
    told.retain(|told| !told.asked.is_empty() || told.longest.is_some() || !told.done.is_empty());
    Ok(told)
}

/// The room for the answers before the last one, the newest first: none gets more than it has to say, and what short
/// ones leave goes to long ones.
fn shares(turns: &[RequestTurn], room: usize) -> Vec<usize> {
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
fn done(turn: &RequestTurn) -> String {
    let mut parts = Vec::new();
    for commit in turn.commits.iter().rev().take(3).rev() {
        parts.push(format!("commit {}", shorten_to_line(&describe_commit(commit), 100)));
    }
    if turn.pushed {
        parts.push("pushed".to_owned());
    }
    parts.extend(turn.pull_requests.iter().cloned());
    if let Some(totals) = &turn.totals {
        let failed = totals.failed.as_ref().map(|status| format!(" ({status})")).unwrap_or_default();
        parts.push(format!("{}{failed}", shorten_to_line(&totals.words, 70)));
    }
    if !turn.edited.is_empty() && turn.commits.is_empty() {
        parts.push(format!("edited {}", join_file_names(&turn.edited, 3)));
    }
    parts.join("; ")
}

/// The lines of a brief about how the last session ended, and the first of them at greater length.
pub fn session_end_lines(
    store: &Store,
    thread: &SessionTurns,
    masker: &Masker,
    budgets: &[usize],
) -> Result<(Vec<BriefLine>, Vec<String>)> {
    let mut found = Vec::new();
    let mut longer = Vec::new();
    if let Some((at, last)) = thread.turns.iter().rev().enumerate().find(|(_, turn)| turn.reply.is_some()) {
        let words = last_model_words(store, last, masker, budgets)?;
        let when = if at == 0 { "" } else { ", before the last request" };
        let mut words = words
            .into_iter()
            .map(|line| BriefLine { text: format!("the model's last word{when}: {}", line.text), ..line });
        found.extend(words.next());
        longer.extend(words.map(|line| line.text));
    }
    if let Some((recap, reference)) = &thread.standing.recap {
        found.push(BriefLine {
            text: format!("recap: {}", shorten_to_line(recap, 300)),
            reference: Some(reference.clone()),
            at: None,
        });
    }
    found.extend(evidence_lines(&thread.standing));
    Ok((found, longer))
}
