//! A session by request: what was asked and by whom, what the model said at its end, and what the evidence shows.

use std::collections::HashMap;

use super::brief::BriefLine;
use super::evidence::{self, FoundCommit, ParsedCommandLine};
use super::own_words::strip_pasted_text;
use super::{key_sentences, request};
use ctx_model::error::Result;
use ctx_model::{Category, StoredEvent};
use ctx_secrets::{Masker, Spans};
use ctx_shell::attempt::{self, FailedLine, SucceededLine};
use ctx_store::{EventScope, SessionStep, Store};

/// The end of an answer that is looked at.
const TAIL: u64 = 24 << 10;
/// The end of an output that is looked at for evidence.
const EVIDENCE: u64 = 8 << 10;

/// A first request that is longer is told by its goal …
const LONG_REQUEST: u64 = 180;
/// … in so many bytes, and in more where there is room.
const GOAL: [usize; 4] = [460, 700, 1000, 1600];

/// A request and what followed it.
#[derive(Clone, Debug, Default)]
pub struct RequestTurn {
    pub asked: String,
    pub reference: Option<String>,
    pub at: i64,
    /// A program wrote the request.
    pub by_program: bool,
    /// How often the same was asked in a row.
    pub times: u32,
    /// The model's last answer.
    pub reply: Option<SessionStep>,
    /// Answers before it, each followed by a nod.
    pub earlier: Vec<SessionStep>,
    /// Calls came after it: the turn ended without an answer.
    pub is_cut_off: bool,
    pub commits: Vec<FoundCommit>,
    pub pull_requests: Vec<String>,
    pub pushed: bool,
    /// The last totals of a check.
    pub totals: Option<CheckTotals>,
    pub edited: Vec<String>,
    pub calls: u32,
    pub failed: u32,
    pub ended_at: i64,
}

/// How a check ended, in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckTotals {
    /// The key of its command.
    pub key: String,
    pub words: String,
    pub reference: String,
    /// The status of a run that failed.
    pub failed: Option<String>,
}

/// Where the work stands at the end of a session.
#[derive(Clone, Debug, Default)]
pub struct SessionState {
    pub branch: Option<String>,
    /// Commits since the last push that was seen.
    pub unpushed: Vec<FoundCommit>,
    pub commits: Vec<FoundCommit>,
    pub pushed: bool,
    pub pull_requests: Vec<String>,
    /// Files with changes that no commit holds, and whether a status of git says so.
    pub uncommitted: Vec<String>,
    pub by_status: bool,
    /// The last totals of each check.
    pub totals: Vec<CheckTotals>,
    /// Calls that have no result: their titles and entries.
    pub unanswered: Vec<(String, String)>,
    pub recap: Option<(String, String)>,
    /// How far the branch is ahead of its remote, in the words of git's status.
    pub ahead: Option<String>,
    /// Something ran since the last edit that was more than a look.
    pub ran_since_edit: bool,
}

/// A session by request, and where it stands.
#[derive(Clone, Debug, Default)]
pub struct SessionTurns {
    pub turns: Vec<RequestTurn>,
    pub standing: SessionState,
    /// What the first request is about and what binds it, where it is long.
    pub goal: Option<BriefLine>,
    /// The same at greater length.
    pub longer_goal: Vec<String>,
}

impl SessionTurns {
    /// Forgets the totals of failed runs that something settled later: they do not say where the work stands.
    pub fn drop_settled_totals(&mut self, errors: &[StoredEvent]) {
        let is_settled = |totals: &CheckTotals| {
            let is_of = |error: &StoredEvent| error.reference.as_ref() == Some(&totals.reference);
            totals.failed.is_some() && errors.iter().any(|error| error.closed_by.is_some() && is_of(error))
        };
        self.standing.totals.retain(|totals| !is_settled(totals));
        for turn in &mut self.turns {
            turn.totals = turn.totals.take().filter(|totals| !is_settled(totals));
        }
    }
}

/// How much of a session is read: all of it, or only the newest outputs of each kind, which is enough to say where it
/// stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadDepth {
    Whole,
    Newest,
}

/// Commands from the end of a session among which the newest ones of each kind are looked for.
const NEWEST: usize = 40;

/// How many outputs are still to be read, from the end of a session.
struct OutputsToRead {
    sent: usize,
    states: usize,
    checks: usize,
}

impl OutputsToRead {
    const NEWEST: OutputsToRead = OutputsToRead { sent: 8, states: 4, checks: 8 };

    fn is_empty(&self) -> bool {
        self.sent + self.states + self.checks == 0
    }

    /// Whether the output of this command is read.
    fn should_read_output(&mut self, asked: &ParsedCommandLine) -> bool {
        let kinds = [
            (asked.shows_commit_or_push(), &mut self.sent),
            (asked.shows_git_state(), &mut self.states),
            (asked.shows_check_totals(), &mut self.checks),
        ];
        let mut reads = false;
        for (_, left) in kinds.into_iter().filter(|(tells, left)| *tells && **left > 0) {
            *left -= 1;
            reads = true;
        }
        reads
    }
}

/// The commands that are evidence, by their steps, and whether their outputs are read.
fn find_evidence_commands(steps: &[SessionStep], depth: ReadDepth) -> HashMap<i64, (ParsedCommandLine, bool)> {
    let mut left = OutputsToRead::NEWEST;
    let mut looked = 0;
    let mut telling = HashMap::new();
    for step in steps.iter().rev() {
        let Some(command) = step.ended_command() else { continue };
        // Earlier commits are counted by their commands; nothing else of that time is shown.
        let counts = || command.contains("git ") && (command.contains("commit") || command.contains("push"));
        if depth == ReadDepth::Newest && (left.is_empty() || looked == NEWEST) && !counts() {
            continue;
        }
        if attempt::is_single_viewer(command) {
            continue;
        }
        looked = (looked + 1).min(NEWEST);
        let asked = ParsedCommandLine::parse_line(command);
        let reads = match depth {
            ReadDepth::Whole => asked.shows_commit_or_push() || asked.shows_git_state() || asked.shows_check_totals(),
            ReadDepth::Newest => left.should_read_output(&asked),
        };
        if reads || asked.shows_commit_or_push() {
            telling.insert(step.row, (asked, reads));
        }
    }
    telling
}

/// Reads a session.
pub fn read_session_turns(
    store: &Store,
    session: &str,
    within: &EventScope,
    masker: &Masker,
    depth: ReadDepth,
) -> Result<SessionTurns> {
    let steps = store.session_steps(session, within)?;
    let words = request_texts_by_entry(store, session)?;
    let answers = answered_questions(store, session)?;
    let mut thread = SessionTurns::default();
    let mut last_reply: Option<&SessionStep> = None;
    let mut is_cut_off = false;
    let mut last_asked = String::new();
    let telling = find_evidence_commands(&steps, depth);
    for step in &steps {
        match step.role.as_deref() {
            Some("prompt" | "brief") => {
                let words = words.get(&step.reference).cloned().or_else(|| step.title.clone()).unwrap_or_default();
                // A brief shows the words of the events; only a report prints these.
                let words = match depth {
                    ReadDepth::Whole => masker.without_state().mask_text(&words).into_owned(),
                    ReadDepth::Newest => words,
                };
                let typed = request::strip_picture_markers(&words).trim().to_owned();
                let folded = request::normalise_request(&typed);
                if let Some(reply) = last_reply.take() {
                    set_reply(&mut thread, reply, is_cut_off);
                }
                let is_chore = !thread.turns.is_empty() && request::is_commit_or_push_request(&typed);
                // An answer to the model's question goes on with the request before it.
                let answered = answers.get(&step.reference).copied().unwrap_or_default();
                let answers = request::is_answer_only(&typed, answered);
                let nod = step.has_role("prompt") && (is_chore || answers || !request::is_request(&typed));
                // A picture without a word shows what is wrong with the answer: it is overtaken by the next one.
                if nod && typed.is_empty() {
                    thread.turns.iter_mut().next_back().into_iter().for_each(|turn| turn.is_cut_off = true);
                }
                let again = !thread.turns.is_empty() && last_asked == folded;
                match thread.turns.last_mut().filter(|_| nod || again) {
                    Some(turn) if again => turn.times += 1,
                    Some(_) => {}
                    None => {
                        last_asked = folded;
                        if thread.goal.is_none() && step.bytes > LONG_REQUEST {
                            (thread.goal, thread.longer_goal) =
                                find_goal(store, step, masker, thread.turns.is_empty())?;
                        }
                        thread.turns.push(RequestTurn::begin(step, typed));
                    }
                }
            }
            Some("reply") => (last_reply, is_cut_off) = (Some(step), false),
            // What was summed up or reported in between is no work after an answer.
            Some("summary" | "report") => {}
            Some("recap") => {
                thread.standing.recap = Some((masked_step_text(store, step, masker)?, step.reference.clone()))
            }
            Some("call") => {
                let title = step.command.clone().or_else(|| step.title.clone()).unwrap_or_default();
                thread.standing.unanswered.push((title, step.reference.clone()));
            }
            Some("edit") => {
                is_cut_off = true;
                thread.standing.ran_since_edit = false;
                add_edited_files(&mut thread, step);
            }
            _ => {
                is_cut_off = true;
                add_call(&mut thread, step);
                if let Some((asked, reads)) = telling.get(&step.row) {
                    let output = match reads {
                        true => Some(strip_output_escapes(masked_step_tail(store, step, masker, EVIDENCE)?)),
                        false => None,
                    };
                    add_command_evidence(&mut thread, step, asked, output.as_deref());
                }
            }
        }
    }
    if let Some(reply) = last_reply {
        set_reply(&mut thread, reply, is_cut_off);
    }
    // What a program reported back to the model is not a request of its own, unless nobody else asked.
    if thread.turns.iter().any(|turn| !turn.by_program) {
        merge_program_turns(&mut thread.turns);
    }
    Ok(thread)
}

fn add_call(thread: &mut SessionTurns, step: &SessionStep) {
    let turn = current_turn(thread, step.at);
    turn.calls += 1;
    turn.failed += u32::from(step.failed);
    let acts = |command: &str| !attempt::is_single_viewer(command) && !attempt::is_read_only_line(command);
    if !thread.standing.ran_since_edit && step.command.as_deref().is_some_and(acts) {
        thread.standing.ran_since_edit = true;
    }
}

/// The first request says what a session is about, and so does a task that a program handed on later.
fn find_goal(
    store: &Store,
    step: &SessionStep,
    masker: &Masker,
    is_first: bool,
) -> Result<(Option<BriefLine>, Vec<String>)> {
    let text = masked_step_text(store, step, masker)?;
    let task = request::strip_delegation(&text);
    if !is_first && task.len() == text.len() {
        return Ok((None, Vec::new()));
    }
    let mut told = key_sentences::summarise_request(&strip_pasted_text(request::strip_picture_markers(task)), &GOAL);
    let aim = told.remove(0);
    let goal = BriefLine { text: aim, reference: Some(step.reference.clone()), at: Some(step.at) };
    Ok((Some(goal).filter(|goal| !goal.text.is_empty()), told))
}

/// The turn that something belongs to; work before the first request has none.
fn current_turn(thread: &mut SessionTurns, at: i64) -> &mut RequestTurn {
    if thread.turns.is_empty() {
        thread.turns.push(RequestTurn { at, ..RequestTurn::default() });
    }
    let last = thread.turns.len() - 1;
    let turn = &mut thread.turns[last];
    turn.ended_at = turn.ended_at.max(at);
    turn
}

fn set_reply(thread: &mut SessionTurns, reply: &SessionStep, is_cut_off: bool) {
    let turn = current_turn(thread, reply.at);
    // Words in the middle of work that was interrupted are no answer.
    let was_cut_off = turn.is_cut_off;
    turn.earlier.extend(turn.reply.take().filter(|_| !was_cut_off));
    (turn.reply, turn.is_cut_off) = (Some(reply.clone()), is_cut_off);
}

/// The end of a step's text, masked as a whole before anything is cut from it.
pub fn masked_step_text(store: &Store, step: &SessionStep, masker: &Masker) -> Result<String> {
    masked_step_tail(store, step, masker, TAIL)
}

fn masked_step_tail(store: &Store, step: &SessionStep, masker: &Masker, most: u64) -> Result<String> {
    let (offset, bytes) = store.tail_of_step(step, most)?;
    let kept = match step.blob {
        Some(blob) => store.mask_spans(blob, masker.rules_version())?.and_then(|kept| Spans::decode(&kept)),
        None => None,
    };
    Ok(match kept {
        Some(spans) => {
            String::from_utf8_lossy(&spans.apply(offset, &bytes, |rule| masker.name_of_rule(rule))).into_owned()
        }
        None => masker.without_state().mask_text(&String::from_utf8_lossy(&bytes)).into_owned(),
    })
}

/// An output without colours and other escapes.
fn strip_output_escapes(output: String) -> String {
    if !output.contains('\x1b') {
        return output;
    }
    let (mut plain, mut clean) = (String::with_capacity(output.len()), String::new());
    for line in output.lines() {
        ctx_text::clean::strip_escapes(line.as_bytes(), &mut clean);
        plain.push_str(&clean);
        plain.push('\n');
    }
    plain
}

/// The words of the requests of a session, by their entries.
fn request_texts_by_entry(store: &Store, session: &str) -> Result<HashMap<String, String>> {
    let within = EventScope { session: Some(session.to_owned()), ..EventScope::default() };
    let mut words = HashMap::new();
    for category in [Category::Prompt, Category::Brief] {
        let events = store.newest_events(&within, category, false, 5000)?;
        words.extend(events.into_iter().filter_map(|event| Some((event.reference?, event.text))));
    }
    Ok(words)
}

/// How many questions of the model each message answers, by its entry.
fn answered_questions(store: &Store, session: &str) -> Result<HashMap<String, usize>> {
    let within = EventScope { session: Some(session.to_owned()), ..EventScope::default() };
    let decisions = store.newest_events(&within, Category::Decision, false, 5000)?;
    let answers = decisions.into_iter().filter(|decision| decision.text.contains(" → "));
    let mut counts = HashMap::new();
    answers.filter_map(|decision| decision.reference).for_each(|entry| *counts.entry(entry).or_default() += 1);
    Ok(counts)
}

/// The files that an edit names. A full path may hold blanks: the next one begins with a slash.
fn split_paths(paths: &str) -> Vec<&str> {
    if !paths.starts_with('/') {
        return paths.split(' ').filter(|path| !path.is_empty()).collect();
    }
    let starts: Vec<usize> = [0].into_iter().chain(paths.match_indices(" /").map(|(at, _)| at + 1)).collect();
    let end = |nth: usize| starts.get(nth + 1).copied().unwrap_or(paths.len());
    starts.iter().enumerate().map(|(nth, from)| paths[*from..end(nth)].trim()).collect()
}

fn add_edited_files(thread: &mut SessionTurns, step: &SessionStep) {
    let title = step.title.as_deref().unwrap_or_default();
    let (_, paths) = title.split_once(' ').unwrap_or(("", title));
    for path in split_paths(paths) {
        let inside = step.project.as_deref().and_then(|project| path.strip_prefix(project)?.strip_prefix('/'));
        let path = inside.unwrap_or(path).to_owned();
        let turn = current_turn(thread, step.at);
        if !turn.edited.iter().any(|known| is_same_file(known, &path)) {
            turn.edited.push(path.clone());
        }
        // Files of the agent itself and scratch files are not changes of the project.
        match thread.standing.uncommitted.iter_mut().find(|known| is_same_file(known, &path)) {
            // As it was written last.
            Some(known) if known.len() == path.len() => *known = path,
            Some(_) => {}
            None if is_outside_project(&path) => {}
            None => {
                thread.standing.uncommitted.push(path);
                thread.standing.by_status = false;
            }
        }
    }
}

/// One path is the other, or its end: agents write paths in full and relative to where they are, and where capitals do not
/// matter, one file in two ways.
fn is_same_file(one: &str, other: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
    };
    ends(one, other) || ends(other, one) || one.to_lowercase() == other.to_lowercase()
}

fn is_outside_project(path: &str) -> bool {
    let path = path.replace('\\', "/");
    ["/.claude/", "/tmp/", "/Temp/", "/.codex/", "/scratchpad/", "/var/folders/"].iter().any(|part| path.contains(part))
}

/// The evidence of a command that ended; without its output where that was not read.
fn add_command_evidence(
    thread: &mut SessionTurns,
    step: &SessionStep,
    asked: &ParsedCommandLine,
    output: Option<&str>,
) {
    if let Some(output) = output.filter(|_| asked.shows_check_totals()) {
        update_check_totals(thread, step, asked, output);
    }
    let output = output.unwrap_or_default();
    if let Some(branch) = evidence::find_checked_out_branch(asked, output) {
        thread.standing.branch = Some(branch);
    }
    if let Some(ahead) = evidence::find_commits_ahead(asked, output) {
        thread.standing.ahead = Some(ahead).filter(|ahead| !ahead.is_empty());
    }
    if let Some(files) = evidence::find_uncommitted_files(asked, output) {
        thread.standing.uncommitted = files;
        thread.standing.by_status = true;
    }
    for (branch, from) in evidence::find_moved_branches(asked) {
        let commits = thread.standing.commits.iter_mut().chain(&mut thread.standing.unpushed);
        commits
            .filter(|commit| commit.branch.as_deref() == Some(from))
            .for_each(|commit| commit.branch = Some(branch.to_owned()));
    }
    for branch in evidence::find_deleted_branches(output) {
        let is_left = |commit: &FoundCommit| commit.branch.as_deref() != Some(branch);
        thread.standing.commits.retain(is_left);
        thread.standing.unpushed.retain(is_left);
    }
    add_commits(thread, step, asked, output);
}

/// The totals of a check take the place of those that it had before. One that passes in silence has none, and neither
/// counts a trial without the changes.
fn update_check_totals(thread: &mut SessionTurns, step: &SessionStep, asked: &ParsedCommandLine, output: &str) {
    let command = step.ended_command().unwrap_or_default();
    // What a commit prints are the totals of its hook.
    if attempt::is_stash_trial(command) || asked.shows_commit_or_push() && !attempt::is_check_line(command) {
        return;
    }
    let totals = evidence::find_check_totals(asked, output);
    // Keys cost more than this look.
    if totals.is_none() && (step.failed || thread.standing.totals.is_empty()) {
        return;
    }
    let key = check_name(command);
    // A run that passes also takes the place of a narrower one.
    let passed = !step.failed && !totals.as_ref().is_some_and(|words| evidence::totals_count_failures(words));
    let done = passed.then(|| SucceededLine::parse_line(command));
    let is_other = |other: &CheckTotals| {
        let is_covered = |done: &SucceededLine| {
            let before = FailedLine::parse_line(&other.key);
            done.covers_all_checks_of(&before) || other.failed.is_some() && done.settles_failure(&before)
        };
        other.key != key && !done.as_ref().is_some_and(is_covered)
    };
    thread.standing.totals.retain(is_other);
    // One that passes after a wider one adds nothing to it.
    let own = FailedLine::parse_line(&key);
    let is_wider = |other: &CheckTotals| {
        let has_passed = other.failed.is_none() && !evidence::totals_count_failures(&other.words);
        has_passed && SucceededLine::parse_line(&other.key).covers_all_checks_of(&own)
    };
    let is_narrow = passed && thread.standing.totals.iter().any(is_wider);
    let turn = current_turn(thread, step.at);
    turn.totals = turn.totals.take().filter(is_other);
    if let Some(words) = totals {
        let failed = step.failed.then(|| match step.status {
            ctx_model::Status::Unknown => "failed".to_owned(),
            status => status.to_string(),
        });
        let found = CheckTotals { key, words, reference: step.reference.clone(), failed };
        turn.totals = Some(found.clone());
        if !is_narrow {
            thread.standing.totals.push(found);
        }
    }
}

/// The check that a line's totals are about: of a chain its tests, if they are told apart from the rest.
fn check_name(command: &str) -> String {
    let mut checks = attempt::split_into_checks(command);
    if checks.iter().filter(|check| check.is_test).count() == 1 {
        checks.retain(|check| check.is_test);
    }
    match checks.len() {
        1 => checks.remove(0).text,
        _ => attempt::attempt_key(command),
    }
}

fn add_commits(thread: &mut SessionTurns, step: &SessionStep, asked: &ParsedCommandLine, output: &str) {
    // Of a line that failed, only what its output shows was done.
    let mut commits = evidence::find_commits(asked, output);
    // What was add_commits in a folder of the agent itself is not in the project yet.
    let command = step.ended_command().unwrap_or_default();
    let place = command.strip_prefix("cd ").map(|rest| rest.split(['\n', '&', ';']).next().unwrap_or(rest));
    let is_elsewhere = place.is_some_and(|place| place.contains("/.claude/") || place.contains("/.codex/"));
    commits.retain(|commit| (!step.failed || commit.hash.is_some()) && !is_elsewhere);
    if !commits.is_empty() {
        if let Some(branch) = commits.iter().rev().find_map(|commit| commit.branch.clone()) {
            thread.standing.branch = Some(branch);
        }
        // A status in the same line came after the commit.
        if evidence::find_uncommitted_files(asked, output).is_none() {
            thread.standing.uncommitted.clear();
        }
        let amends = step.ended_command().is_some_and(|command| command.contains("--amend"));
        for commit in commits {
            // The same again: it was amended, or the first attempt came to nothing.
            let is_again = |last: &FoundCommit| last.subject == commit.subject && (amends || last.hash.is_none());
            // One that was made again elsewhere, or taken back, is not the one that stands.
            let undone = commit.subject.strip_prefix("Revert \"").map(|subject| subject.trim_end_matches('"'));
            let stands = |one: &FoundCommit| one.subject != commit.subject && Some(one.subject.as_str()) != undone;
            thread.standing.commits.retain(stands);
            thread.standing.unpushed.retain(stands);
            thread.standing.commits.push(commit.clone());
            thread.standing.unpushed.push(commit.clone());
            let commits = &mut current_turn(thread, step.at).commits;
            if commits.last().is_some_and(is_again) {
                commits.pop();
            }
            commits.push(commit);
        }
        thread.standing.pushed = false;
    }
    fill_in_commit_hashes(thread, asked, output);
    let proven = |commit: &FoundCommit| evidence::proves_push(asked, output, commit);
    let is_proven = !step.failed && thread.standing.unpushed.last().is_some_and(proven);
    let is_sent = !step.failed && evidence::is_push_command(asked) && evidence::output_confirms_push(output);
    if is_proven || is_sent {
        thread.standing.unpushed.clear();
        thread.standing.ahead = None;
        thread.standing.pushed = true;
        // What is found on the remote may have been sent by somebody else.
        current_turn(thread, step.at).pushed |= is_sent;
    }
    for request in evidence::find_pull_requests(asked, output) {
        if !thread.standing.pull_requests.contains(&request) {
            thread.standing.pull_requests.push(request.clone());
            current_turn(thread, step.at).pull_requests.push(request);
        }
    }
}

/// The log shows the hash of a commit that was known by its subject alone.
fn fill_in_commit_hashes(thread: &mut SessionTurns, asked: &ParsedCommandLine, output: &str) {
    let turns = thread.turns.iter_mut().flat_map(|turn| &mut turn.commits);
    let standing = &mut thread.standing;
    for commit in standing.commits.iter_mut().chain(&mut standing.unpushed).chain(turns) {
        if commit.hash.is_none() {
            commit.hash = evidence::find_hash_in_log(asked, output, &commit.subject);
        }
    }
}

/// Turns that programs began belong to the request before them.
fn merge_program_turns(turns: &mut Vec<RequestTurn>) {
    let mut kept: Vec<RequestTurn> = Vec::new();
    for turn in turns.drain(..) {
        match kept.last_mut() {
            Some(last) if turn.by_program && turn.asked.len() < 40 => last.merge_later_turn(turn),
            _ => kept.push(turn),
        }
    }
    *turns = kept;
}

impl RequestTurn {
    fn begin(step: &SessionStep, asked: String) -> RequestTurn {
        RequestTurn {
            asked,
            reference: Some(step.reference.clone()),
            at: step.at,
            ended_at: step.at,
            by_program: step.has_role("brief"),
            times: 1,
            ..RequestTurn::default()
        }
    }

    fn merge_later_turn(&mut self, later: RequestTurn) {
        if later.reply.is_some() {
            (self.reply, self.is_cut_off) = (later.reply, later.is_cut_off);
        }
        self.commits.extend(later.commits);
        self.pull_requests.extend(later.pull_requests);
        self.pushed |= later.pushed;
        self.totals = later.totals.or(self.totals.take());
        self.edited.extend(later.edited);
        self.calls += later.calls;
        self.failed += later.failed;
        self.ended_at = later.ended_at;
    }
}

/// A commit in one line.
pub fn describe_commit(commit: &FoundCommit) -> String {
    match &commit.hash {
        Some(hash) => format!("{hash} {}", commit.subject),
        None => commit.subject.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(command: &str, failed: bool) -> SessionStep {
        SessionStep {
            row: 1,
            reference: "k7f2qa".into(),
            role: Some("result".into()),
            command: Some(command.into()),
            title: None,
            status: ctx_model::Status::Unknown,
            failed,
            at: 1,
            duration_ms: None,
            branch: None,
            project: None,
            blob: None,
            bytes: 0,
        }
    }

    fn totals(runs: &[(&str, bool, &str)]) -> Vec<String> {
        let mut thread = SessionTurns::default();
        for (command, failed, output) in runs {
            add_command_evidence(
                &mut thread,
                &step(command, *failed),
                &ParsedCommandLine::parse_line(command),
                Some(&strip_output_escapes((*output).to_owned())),
            );
        }
        let words = |totals: CheckTotals| match totals.failed {
            Some(failed) => format!("{} ({failed})", totals.words),
            None => totals.words,
        };
        thread.standing.totals.into_iter().map(words).collect()
    }

    #[test]
    fn commits_that_were_made_again_or_taken_back_do_not_stand() {
        let mut thread = SessionTurns::default();
        for (command, output) in [
            ("git commit -m one", "[next 1111111] one"),
            ("git commit -m two", "[next 2222222] two"),
            ("git commit -m wip", "[trial 3333333] wip"),
            ("git branch -D trial", "Deleted branch trial (was 3333333)."),
            ("cd \"/p/.claude/worktrees/x\"\ngit commit -m draft", "[x 7777777] draft"),
            ("git cherry-pick 2222222", "[tmp 4444444] two"),
            ("git branch -f next tmp && git branch -D tmp", "Deleted branch tmp (was 4444444)."),
            (
                "git switch next",
                "Your branch and 'origin/next' have diverged,\nand have 4 and 2 different commits each",
            ),
            ("git revert --no-edit 1111111", "[next 5555555] Revert \"one\""),
            ("git status", "On branch next\nYour branch is up to date with 'origin/next'."),
        ] {
            add_command_evidence(
                &mut thread,
                &step(command, false),
                &ParsedCommandLine::parse_line(command),
                Some(output),
            );
        }
        let hashes: Vec<&str> = thread.standing.commits.iter().filter_map(|commit| commit.hash.as_deref()).collect();
        assert_eq!(hashes, ["4444444", "5555555"]);
        assert!(thread.standing.pushed && !thread.turns[0].pushed, "somebody else pushed them");
    }

    #[test]
    fn a_full_path_may_hold_blanks() {
        assert_eq!(split_paths("/a/My App/x.swift /b/y.swift"), ["/a/My App/x.swift", "/b/y.swift"]);
        assert_eq!(split_paths("src/a.rs src/b.rs"), ["src/a.rs", "src/b.rs"]);
    }

    #[test]
    fn the_last_totals_are_those_of_the_last_run() {
        let (lint, problems) = ("npm run lint 2>&1", "x\n✖ 13 problems (13 errors, 0 warnings)");
        let failed = (lint, true, problems);
        assert_eq!(totals(&[failed]), ["✖ 13 problems (13 errors, 0 warnings) (failed)"]);
        assert!(totals(&[failed, (lint, false, "> eslint src/")]).is_empty(), "it passed in silence");
        assert_eq!(totals(&[failed, (lint, true, "killed")]).len(), 1, "it failed without totals");
        let one = ("pytest tests/a.py::one", true, "1 failed in 0.1s");
        assert_eq!(totals(&[one, ("pytest tests/a.py tests/b.py", false, "9 passed in 1s")]), ["9 passed in 1s"]);
        assert_eq!(totals(&[one, ("pytest tests/b.py", false, "3 passed in 1s")]).len(), 2, "another file");
        let all = ("black a.py && pytest tests/a.py tests/b.py", false, "9 passed in 1s");
        let narrow = ("pytest tests/a.py::one", false, "1 passed in 1s");
        assert_eq!(totals(&[narrow, all]), ["9 passed in 1s"]);
        assert_eq!(totals(&[all, narrow]), ["9 passed in 1s"], "a narrower run adds nothing");
        assert_eq!(check_name("black a.py && X=1 pytest tests 2>&1"), "X=1 pytest tests");
        let trial = "git stash && npm run lint 2>&1; git stash pop";
        assert!(totals(&[(trial, false, problems)]).is_empty(), "a trial without the changes");
        let coloured = "\u{1b}[2m Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m148 passed\u{1b}[39m\u{1b}[22m (148)";
        assert_eq!(totals(&[("npm run test", false, coloured)]), ["Tests  148 passed (148)"]);
    }
}
