//! Where a session stands, in lines: the model's last word, commits, what is uncommitted, totals, calls without a result.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::brief::BriefLine;
use super::error_lifetime::ErrorLifetimes;
use super::evidence::{self, FoundCommit};
use super::key_sentences::{find_remarks, select_for_each_budget};
use super::reflect::{RequestReport, short_command};
use super::turns::{self, CheckTotals, RequestTurn, SessionState, SessionTurns, describe_commit};
use ctx_capture::brief::shorten_to_line;
use ctx_capture::command::quote_command;
use ctx_model::StoredEvent;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_shell::attempt;
use ctx_store::{EventScope, SessionStep, Store};

/// Answers before the last one of a turn that are looked at, where the last one is shorter than this.
const EARLIER: usize = 2;
const SHORT_ANSWER: u64 = 600;
/// Commits that are named.
const COMMITS: usize = 4;
/// Failures of tools that are told, and the bytes by which two of them are alike.
const TOOLS: usize = 2;
const ALIKE: usize = 24;
/// Files that are named.
const FILES: usize = 8;

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
    let told = select_for_each_budget(&text, budgets).into_iter().map(|mut told| {
        if turn.is_cut_off {
            told.insert_str(0, "(no answer at the end; its last words) ");
        }
        BriefLine { text: told, reference: Some(reply.reference.clone()), at: Some(reply.at) }
    });
    Ok(told.collect())
}

/// Replies between a request and its answer that are looked at, from the end of a session.
const REMARKED: usize = 120;

/// What the model remarked on the way in so many bytes, the newest first: what it found, what failed, and why. The answers
/// at the end are told elsewhere.
pub fn remark_lines(store: &Store, session: &str, masker: &Masker, most: usize) -> Result<Vec<BriefLine>> {
    let steps = store.session_steps(session, &EventScope::default())?;
    let mut found: Vec<(i32, BriefLine)> = Vec::new();
    let is_reply = |step: &&SessionStep| step.has_role("reply");
    for (at, step) in steps.iter().enumerate().rev().filter(|(_, step)| is_reply(step)).take(REMARKED) {
        // An answer is what a message of the user follows, or nothing.
        if steps.get(at + 1).is_none_or(|next| next.has_role("prompt")) {
            continue;
        }
        let mut remarks = find_remarks(&turns::masked_step_text(store, step, masker)?);
        remarks.sort_by_key(|(score, _)| Reverse(*score));
        for (score, text) in remarks.into_iter().take(2) {
            let line = BriefLine { text, reference: Some(step.reference.clone()), at: Some(step.at) };
            if !found.iter().any(|(_, known)| known.text.get(..ALIKE) == line.text.get(..ALIKE)) {
                found.push((score, line));
            }
        }
    }
    found.sort_by_key(|(score, line)| (Reverse(*score), Reverse(line.at)));
    let mut room = most;
    found.retain(|(_, line)| {
        let fits = line.text.len() <= room;
        room -= if fits { line.text.len() } else { 0 };
        fits
    });
    let mut lines: Vec<BriefLine> = found.into_iter().map(|(_, line)| line).collect();
    lines.sort_by_key(|line| Reverse(line.at));
    Ok(lines)
}

/// What the evidence shows, one line for each thing.
pub fn evidence_lines(standing: &SessionState) -> Vec<BriefLine> {
    let line = |text: String| BriefLine { text, reference: None, at: None };
    let mut lines = Vec::new();
    for (command, reference) in standing.unanswered.iter().rev().take(2) {
        let commits = evidence::find_commits(&evidence::ParsedCommandLine::parse_line(command), "");
        let subject = commits.first().map(|commit| format!(" (commit \"{}\")", shorten_to_line(&commit.subject, 120)));
        let text = format!("without a result: {}{}", quote_command(command, 140), subject.unwrap_or_default());
        lines.push(BriefLine { reference: Some(reference.clone()), ..line(text) });
    }
    if let Some(commits) = describe_commits(standing) {
        lines.push(line(commits));
    } else if let Some(branch) = &standing.branch {
        lines.push(line(format!("branch {branch}")));
    }
    if !standing.uncommitted.is_empty() {
        let source = if standing.by_status { "" } else { " (edited, no commit seen)" };
        lines.push(line(format!("uncommitted{source}: {}", join_file_names(&standing.uncommitted, FILES))));
    }
    if let Some(ahead) = &standing.ahead {
        lines.push(line(format!("at the last git status the branch was ahead of {ahead}")));
    }
    let is_code = |path: &String| !["md", "txt", "json", "yaml", "yml"].iter().any(|end| path.ends_with(end));
    if standing.uncommitted.iter().any(is_code) && !standing.by_status && !standing.ran_since_edit {
        lines.push(line("nothing was run after the last edit: not checked".to_owned()));
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
        let when = if has_newer && evidence::totals_count_failures(&totals.words) { "earlier" } else { "last" };
        has_newer |= totals.failed.is_none() && !evidence::totals_count_failures(&totals.words);
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
fn describe_commits(standing: &SessionState) -> Option<String> {
    let count = standing.commits.len();
    if count == 0 {
        return None;
    }
    // The branch that was checked out later is not the one that they were made on.
    let own = standing.commits.iter().rev().find_map(|commit| commit.branch.as_ref());
    let describe = |commit: &FoundCommit| {
        let other = commit.branch.as_ref().filter(|branch| Some(*branch) != own);
        let branch = other.map(|branch| format!(" (on {branch})")).unwrap_or_default();
        format!("{}{branch}", shorten_to_line(&describe_commit(commit), 110))
    };
    let shown: Vec<String> = standing.commits.iter().rev().take(COMMITS).map(describe).collect();
    let more = if count > COMMITS { format!("; {} earlier", count - COMMITS) } else { String::new() };
    let branch = own.or(standing.branch.as_ref()).map(|branch| format!(" on {branch}")).unwrap_or_default();
    let pushed = match (standing.pushed, standing.unpushed.len()) {
        (true, 0) => "pushed".to_owned(),
        (_, unpushed) if unpushed == count => "not pushed (no push seen)".to_owned(),
        (_, unpushed) => format!("{unpushed} of them not pushed (no push seen since)"),
    };
    Some(format!("committed{branch}, {pushed}: {}{more}", shown.join("; ")))
}

/// The newest files, the newest first.
pub fn join_file_names(files: &[String], most: usize) -> String {
    let newest: Vec<&str> = files.iter().rev().map(String::as_str).collect();
    let shown = &short_file_names(&newest)[..newest.len().min(most)];
    let more = if files.len() > most { format!(" and {} more", files.len() - most) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// Paths as the project sees them. Where the project is not known, full ones begin with the directory that holds them all.
pub(super) fn short_file_names(paths: &[&str]) -> Vec<String> {
    let full: Vec<Option<Vec<String>>> = paths.iter().map(|path| split_absolute_path(path)).collect();
    let mut shared: Option<&[String]> = None;
    for parts in full.iter().flatten() {
        let parents = &parts[..parts.len() - 1];
        let common =
            shared.map_or(parents.len(), |shared| shared.iter().zip(parents).take_while(|(a, b)| a == b).count());
        shared = Some(&parents[..common]);
    }
    let above = shared.map_or(0, |shared| shared.len().saturating_sub(1));
    let name = |(path, parts): (&&str, &Option<Vec<String>>)| match parts {
        Some(parts) => parts[above.min(parts.len().saturating_sub(2))..].join("/"),
        None => (*path).to_owned(),
    };
    paths.iter().zip(&full).map(name).collect()
}

/// The parts of a path from the root of a file system.
fn split_absolute_path(path: &str) -> Option<Vec<String>> {
    let is_full = path.starts_with('/') || path.get(1..3) == Some(":\\");
    let parts = || path.split(['/', '\\']).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    is_full.then(parts).filter(|parts| !parts.is_empty())
}

/// Events about files, newest first, each file once: a name that differs only in its capitals is the same file.
pub(super) fn merge_same_files(events: Vec<StoredEvent>) -> Vec<StoredEvent> {
    let mut merged: Vec<StoredEvent> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for event in events {
        match places.get(&event.key.to_lowercase()) {
            Some(at) => merged[*at].count += event.count,
            None => {
                places.insert(event.key.to_lowercase(), merged.len());
                merged.push(event);
            }
        }
    }
    merged
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
        let words = lives.first_model_words_after_error(error)?;
        let (command, said) = error.text.split_once(": ").unwrap_or(("", &error.text));
        let by = error.closed_by.as_ref().map(|by| format!(" [ctx:{by}]")).unwrap_or_default();
        let words_are_missing = words.is_none();
        let text = match words {
            Some(words) => format!("{} → {words} → passed{by}", shorten_to_line(said, 90)),
            None => {
                let how = lives.describe_change_until_passed(error)?.map(|how| format!(" → {how}")).unwrap_or_default();
                format!("{}: {}{how} → passed{by}", short_command(command), shorten_to_line(said, 90))
            }
        };
        // Of a check that failed in several ways, one way without words is enough.
        let is_same_check = |line: &BriefLine| words_are_missing && line.text.ends_with(&format!("→ passed{by}"));
        let is_known = lines.iter().any(|line| line.text.get(..40) == text.get(..40) || is_same_check(line));
        if !is_known && lines.len() < most {
            lines.push(BriefLine { text, reference: error.reference.clone(), at: Some(error.at) });
        }
    }
    lines.extend(repeated_tool_failures(lives, errors)?);
    Ok(lines)
}

/// Calls of tools that were refused or failed in the same words again and again, and what was done instead.
fn repeated_tool_failures(lives: &mut ErrorLifetimes<'_>, errors: &[StoredEvent]) -> Result<Vec<BriefLine>> {
    // A call of a tool is over when it has failed; nothing has to settle it.
    // A slip in the call itself says nothing.
    let is_call = |error: &&StoredEvent| {
        error.closed_at.is_some() && error.closed_by.is_none() && !error.text.contains("<tool_use_error>")
    };
    let said = |error: &StoredEvent| error.text.strip_prefix(&*error.key).unwrap_or(&error.text).to_owned();
    let mut groups: Vec<(String, u64, &StoredEvent)> = Vec::new();
    for error in errors.iter().filter(is_call) {
        let said = said(error);
        let is_same = |known: &str| known.get(..ALIKE).is_some_and(|known| said.get(..ALIKE) == Some(known));
        match groups.iter_mut().find(|(known, ..)| is_same(known)) {
            Some((_, count, _)) => *count += error.count,
            None => groups.push((said, error.count, error)),
        }
    }
    let mut lines = Vec::new();
    for (said, count, error) in groups.into_iter().filter(|(_, count, _)| *count > 1).take(TOOLS) {
        let instead = match lives.first_model_words_after_error(error)? {
            Some(words) => Some(words),
            None => lives.describe_next_success(error)?,
        };
        let Some(instead) = instead else { continue };
        let text = format!("{} ×{count} → {instead}", shorten_to_line(said.trim_start_matches([':', ' ']), 120));
        lines.push(BriefLine { text, reference: error.reference.clone(), at: Some(error.at) });
    }
    Ok(lines)
}

/// A check that ran and failed; a line that the shell could not read never ran.
pub fn is_failed_check(error: &StoredEvent) -> bool {
    let said = error.text.to_lowercase();
    let shells = ["zsh:", "bash:", "sh: ", "(eval):"];
    let is_unread =
        ["parse error", "syntax error", "unmatched", "unexpected eof"].iter().any(|word| said.contains(word));
    attempt::is_check_line(&error.key) && !(is_unread && shells.iter().any(|shell| said.contains(shell)))
}

/// Requests that are told at length; those before them are named.
const AT_LENGTH: usize = 12;
/// Bytes of an answer before the last one.
const LONGEST_SHARE: usize = 1200;

/// The requests of a thread with the model's words and the evidence, cut so that they fill more than half of so many bytes.
pub fn build_request_reports(
    store: &Store,
    thread: &SessionTurns,
    masker: &Masker,
    max_bytes: usize,
) -> Result<Vec<RequestReport>> {
    let count = thread.turns.len();
    let room = max_bytes * 5 / 8;
    let last = (room / 2).clamp(120, 2400);
    let others = share_room_among_replies(&thread.turns, room.saturating_sub(last));
    let mut told = Vec::new();
    let edits = thread.turns.iter().filter(|turn| !turn.edited.is_empty()).count();
    let mut named = HashSet::new();
    for (at, turn) in thread.turns.iter().enumerate() {
        let from_end = count - 1 - at;
        let budget = match from_end {
            0 => last,
            1..AT_LENGTH => others.get(from_end - 1).copied().unwrap_or(0),
            _ => 0,
        };
        // The goal tells the first request at length.
        let asked = match from_end {
            _ if thread.goal.as_ref().is_some_and(|goal| goal.reference == turn.reference) => 70,
            0 => 260,
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
            times: turn.times,
            reference: turn.reference.clone(),
            at: turn.at,
            longest: said.pop(),
            shorter: said.into_iter().map(|line| line.text).collect(),
            done: describe_turn_evidence(turn, edits > 1, &mut named),
        });
    }
    // Answers of the model before anybody asked, and messages of programs that nothing came of, tell nothing.
    told.retain(|told| !told.asked.is_empty() || told.longest.is_some() || !told.done.is_empty());
    Ok(told)
}

/// The room for the answers before the last one, the newest first: none gets more than it has to say, and what short
/// ones leave goes to long ones.
fn share_room_among_replies(turns: &[RequestTurn], room: usize) -> Vec<usize> {
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

/// What the evidence shows of a turn. The files of the only one that edited some are told elsewhere, and each file is named
/// once.
fn describe_turn_evidence(turn: &RequestTurn, tells_files: bool, named: &mut HashSet<String>) -> String {
    let mut parts = Vec::new();
    for commit in turn.commits.iter().rev().take(5).rev() {
        parts.push(format!("commit {}", shorten_to_line(&describe_commit(commit), 80)));
    }
    if turn.pushed {
        parts.push("pushed".to_owned());
    }
    parts.extend(turn.pull_requests.iter().cloned());
    if let Some(totals) = &turn.totals {
        let failed = totals.failed.as_ref().map(|status| format!(" ({status})")).unwrap_or_default();
        parts.push(format!("{}{failed}", shorten_to_line(&totals.words, 70)));
    }
    let mut edited = turn.edited.clone();
    edited.retain(|path| named.insert(path.clone()));
    if tells_files && !edited.is_empty() && turn.commits.is_empty() {
        parts.push(format!("edited {}", join_file_names(&edited, 3)));
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
