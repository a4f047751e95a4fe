//! What a session comes to, for the brief and the report alike: its goal, its requests with the model's own words, where it
//! stands, what failed and how it was solved. Reading a long session takes longer than everything else in a brief, so the
//! result is kept in the store until an entry of the session changes.

use serde::{Deserialize, Serialize};

use super::brief::{self, BriefLine};
use super::commit_evidence::CommitMadeByCommand;
use super::contradict;
use super::key_sentences::{
    long_words, select_explanations_from_replies, select_key_sentences_for_each_budget, shorten_compaction_summary,
    summarise_plan, summarise_request,
};
use super::lifetimes::ErrorAndTaskLifetimes;
use super::pasted_text::strip_pasted_text;
use super::request;
use super::step_texts::{masked_end_of_step, masked_ends_of_step};
use super::turns::{self, RequestTurn, SessionTurns};
use ctx_capture::event_words::shorten_to_line;
use ctx_model::error::Result;
use ctx_model::{CommandEndStatus, EventCategory};
use ctx_secrets::Masker;
use ctx_store::{SessionEventFilter, SessionStep, Store};
use ctx_text::cut_middle;

/// A first request that is longer is told by its goal …
const LONG_REQUEST: u64 = 180;
/// … within these budgets, and so are the last answer, other answers, and the summary before a compaction.
const GOAL: &[usize] = &[460, 800, 1400, 2200, 3400, 5000];
/// With more requests than this the goal takes the first two of these: what came later counts more.
const FEW_FOR_GOAL: usize = 3;
const LAST_ANSWER: &[usize] = &[640, 1000, 1600, 2400, 3600, 5000];
const ANSWER: &[usize] = &[190, 400, 800, 1200, 1800, 2600, 3800];
const SUMMARY: &[usize] = &[300, 600, 1200];
/// Requests are cut to this, the shortest first.
const ASKED: &[usize] = &[170, 300, 400, 700, 1200, 2000, 3200];
/// The shortest of these hold only the user's own words, the others what he pasted, too.
const PLAIN: usize = 2;
/// What the model found on the way to its answer takes so much; nothing where the rest is short of room.
const FOUND: &[usize] = &[0, 0, 240, 480, 900, 1400];
/// What was done stands behind the request where it is no longer.
const SHORT_DID: usize = 60;
/// Of a plan so much is told.
const PLAN: &[usize] = &[240, 600, 1200, 2000];
/// An answer of fewer bytes to a question says little.
const FEW_WORDS: usize = 40;
/// What Claude Code says where nothing was asked.
const NO_RESPONSE: &str = "No response requested.";
/// Changes in other places that are told of a request.
const EFFECTS: usize = 5;
/// Answers before the last one of a turn that are looked at, where the last one is shorter than this.
const EARLIER: usize = 2;
const SHORT_ANSWER: u64 = 600;
/// Of a longer answer's predecessor, to which the user only nodded, so much is told.
const BEFORE: &[usize] = &[500, 1000];
/// Failures with their solutions, of so many errors that are looked at.
const SOLVED: usize = 6;
const ERRORS: u32 = 200;
/// Replies in the middle of work that are looked at, from the end of a session.
const REMARKED: usize = 120;

/// A session, the oldest request first.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionAccount {
    /// What the first request is about and what binds the work, where that request is long.
    pub goal: Option<BriefLine>,
    pub turns: Vec<TurnAccount>,
    /// Where it stands, by the evidence.
    pub standing: Vec<BriefLine>,
    pub solved: Vec<BriefLine>,
    /// The last plan.
    pub plan: Option<BriefLine>,
    /// When its last edit was.
    pub last_edit_at: Option<i64>,
    /// Commands that the user refused, or a rule.
    pub never_ran: Vec<String>,
    /// What it summed up when the conversation was compacted.
    pub summary: Option<BriefLine>,
}

/// A request, what the model said at its end, and what the evidence shows.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnAccount {
    pub asked: String,
    /// The same with its lines, and with what was pasted.
    shown: String,
    pub by_program: bool,
    /// How often the same was asked in a row.
    pub times: u32,
    pub reference: Option<String>,
    pub at: i64,
    /// The model's words, the fewest first.
    pub said: Vec<String>,
    pub said_reference: Option<String>,
    /// What it found on the way, the fewest words first.
    pub found: Vec<String>,
    pub did: String,
    /// Nothing came after it.
    pub is_unanswered: bool,
    /// The next request came before an answer and before any change.
    pub is_passed_over: bool,
    /// It only wanted to know something, or a later request changed what came of it.
    pub is_minor: bool,
}

impl SessionAccount {
    /// What is told of a session, as it was kept or made anew; of a part of it, where only that is asked for.
    pub fn load_or_compose(
        store: &Store,
        session: &str,
        within: &SessionEventFilter,
        masker: &Masker,
    ) -> Result<SessionAccount> {
        let is_part = within.since.is_some() || within.until.is_some() || within.branch.is_some();
        let rules = masker.rules_version();
        // Another build of ctx may make something else of the same entries.
        let state = format!("{} {}", ctx_model::build::program_version_name(), store.session_state_key(session)?);
        if !is_part
            && let Some(kept) = store.cached_session_summary(session, rules, &state)?
            && let Ok(told) = serde_json::from_str(&kept)
        {
            return Ok(told);
        }
        let inside = SessionEventFilter { session: Some(session.to_owned()), ..within.clone() };
        let told = SessionAccount::compose(store, session, &inside, masker)?;
        if let (false, Ok(text)) = (is_part, serde_json::to_string(&told)) {
            store.cache_session_summary(session, rules, &state, &text);
        }
        Ok(told)
    }

    fn compose(store: &Store, session: &str, within: &SessionEventFilter, masker: &Masker) -> Result<SessionAccount> {
        let steps = store.session_steps(session, within)?;
        let mut thread = turns::read_session_turns(store, &steps, session, masker)?;
        let mut lives = ErrorAndTaskLifetimes::new(store, masker);
        let mut errors = store.newest_events(within, EventCategory::Error, false, ERRORS)?;
        lives.mark_settled_errors(&mut errors)?;
        thread.standing.checks.drop_settled_totals(&errors);
        let mut standing = thread.standing.to_lines();
        if let Some(recap) = &thread.recap {
            let text = format!("recap: {}", shorten_to_line(&masked_end_of_step(store, recap, masker)?, 300));
            let reference = Some(recap.reference.clone());
            standing.insert(0, BriefLine { reference, ..BriefLine::without_source(text) });
        }
        let told = |step: &Option<SessionStep>, tell: &dyn Fn(&str) -> Vec<String>| -> Result<Option<BriefLine>> {
            let Some(step) = step else { return Ok(None) };
            let texts = tell(&masked_ends_of_step(store, step, masker)?);
            Ok(BriefLine::from_texts_by_length(texts, Some(step.reference.clone()), step.at))
        };
        let is_short = thread.turns.len() <= FEW_FOR_GOAL;
        let long = thread.first.take().filter(|first| first.bytes > LONG_REQUEST);
        let goal = told(&long, &|text| {
            let task = request::strip_delegation_wrapper(request::strip_picture_markers(text));
            summarise_request(&strip_pasted_text(task), if is_short { GOAL } else { &GOAL[..2] })
        })?;
        let title = thread.plan.as_ref().and_then(|step| step.title.as_deref()).unwrap_or_default();
        let title = shorten_to_line(title, 100);
        let words = |text: &str| summarise_plan(strip_heading(text), PLAN);
        let plan = told(&thread.plan, &|text| words(text).iter().map(|text| format!("{title}: {text}")).collect())?;
        let plan = plan.map(|line| BriefLine { discount: brief::MINOR, ..line });
        let summary = told(&thread.summary, &|text| shorten_compaction_summary(text, SUMMARY))?;
        let solved = lives.solved_error_lines(&errors, SOLVED)?;
        let turns = build_turn_accounts(store, &thread, &standing, masker)?;
        drop_lines_told_by_answers(&mut standing, &turns);
        let is_refused =
            |step: &&SessionStep| step.failed && step.command.is_some() && step.status == CommandEndStatus::Unknown;
        let never_ran = steps.iter().filter(is_refused).map(|step| step.reference.clone()).collect();
        let last_edit_at = thread.standing.last_edit_at;
        Ok(SessionAccount { goal, turns, standing, plan, last_edit_at, never_ran, solved, summary })
    }

    /// The first request where it is long, with what came of it.
    pub fn goal_line(&self) -> Option<BriefLine> {
        let goal = self.goal.as_ref()?;
        let asked: Vec<&str> = [&goal.text].into_iter().chain(&goal.longer).map(String::as_str).collect();
        let turn = self.turns.iter().find(|turn| turn.reference == goal.reference);
        let Some(turn) = turn else { return Some(goal.clone()) };
        turn.to_line(|step| asked[step.min(asked.len() - 1)].to_owned())
    }

    /// The requests as lines, the newest first; without the one that the goal tells, where the goal is told.
    pub fn request_lines(&self, has_goal: bool) -> Vec<BriefLine> {
        let goal = self.goal.as_ref().filter(|_| has_goal);
        let is_goal = |turn: &TurnAccount| goal.is_some_and(|goal| goal.reference == turn.reference);
        let asked = self.turns.iter().rev().filter(|turn| !turn.asked.is_empty() && !is_goal(turn));
        let words = |turn: &TurnAccount, step: usize| {
            let text = if step < PLAIN { &turn.asked } else { &turn.shown };
            let most = ASKED[step.min(ASKED.len() - 1)];
            // Who pastes a text first writes his own words at its end.
            if text.starts_with('“') { cut_middle(text, most).into_owned() } else { shorten_to_line(text, most) }
        };
        asked.filter_map(|turn| turn.to_line(|step| words(turn, step))).collect()
    }
}

impl TurnAccount {
    /// One request: asked, found, said, done, at each length.
    fn to_line(&self, asked: impl Fn(usize) -> String) -> Option<BriefLine> {
        let by = if self.by_program { "(by a program) " } else { "" };
        let times = if self.times > 1 { format!(" ×{}", self.times) } else { String::new() };
        let text = |step: usize| {
            let mut text = format!("{by}{}{times}", asked(step));
            if !self.did.is_empty() && self.did.len() <= SHORT_DID {
                text.push_str(&format!(" → {}", self.did));
            }
            let longest_found = FOUND.get(step).or(FOUND.last()).copied().unwrap_or(0);
            if let Some(found) = self.found.iter().rfind(|found| found.len() <= longest_found) {
                text.push_str(&format!("\nfound on the way: {found}"));
            }
            if let Some(said) = self.said.get(step).or(self.said.last()) {
                let entry = self.said_reference.as_ref().map(|id| format!(" [ctx:{id}]")).unwrap_or_default();
                text.push_str(&format!("\nsaid: {said}{entry}"));
            }
            if self.is_passed_over {
                text.push_str(" (no answer before the next request)");
            }
            if self.is_unanswered {
                text.push_str("\n(no answer yet)");
            }
            if self.did.len() > SHORT_DID {
                text.push_str(&format!("\ndid: {}", self.did));
            }
            text
        };
        let mut texts: Vec<String> = (0..ASKED.len().max(self.said.len())).map(text).collect();
        texts.dedup();
        // A request that changed something says more than one that only asked.
        let discount = match (self.did.is_empty(), self.said.is_empty()) {
            (_, false) if self.is_minor => brief::MINOR,
            (false, _) => 0,
            (true, false) => 30,
            (true, true) => 70,
        };
        let line = BriefLine::from_texts_by_length(texts, self.reference.clone(), self.at)?;
        Some(BriefLine { discount, ..line })
    }
}

/// A plan without its heading, which its title says.
fn strip_heading(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix('#').map_or(text, |rest| rest.split_once('\n').map_or("", |(_, rest)| rest))
}

/// Lines that only fill what room is left say nothing where the model's answers have most of their words.
fn drop_lines_told_by_answers(standing: &mut Vec<BriefLine>, turns: &[TurnAccount]) {
    let answers: Vec<&str> = turns.iter().filter_map(|turn| turn.said.last()).map(String::as_str).collect();
    let told = long_words(&answers.join("\n"));
    standing.retain(|line| {
        let words = long_words(line.longer.last().unwrap_or(&line.text));
        line.discount != brief::MINOR || words.intersection(&told).count() * 5 < words.len() * 3
    });
}

fn build_turn_accounts(
    store: &Store,
    thread: &SessionTurns,
    standing: &[BriefLine],
    masker: &Masker,
) -> Result<Vec<TurnAccount>> {
    let count = thread.turns.len();
    let mut told = Vec::new();
    // Hooks see no answers at all.
    let has_replies = thread.turns.iter().any(|turn| turn.reply.is_some());
    let remarks: usize = thread.turns.iter().map(|turn| turn.remarks.len()).sum();
    let mut passed_over = remarks.saturating_sub(REMARKED);
    for (at, turn) in thread.turns.iter().enumerate() {
        let from_end = count - 1 - at;
        let skipped = passed_over.min(turn.remarks.len());
        passed_over -= skipped;
        // The words before the next message of the user are not the answer to this one.
        let is_long = turn.reply.as_ref().is_some_and(|reply| reply.bytes >= SHORT_ANSWER);
        let mut said = match from_end == 0 || !turn.is_cut_off || is_long {
            true => {
                select_answer_for_each_budget(store, turn, masker, if from_end == 0 { LAST_ANSWER } else { ANSWER })?
            }
            false => Vec::new(),
        };
        let is_overtaken = |said: &String| {
            let mut later = thread.turns[at + 1..].iter();
            later.any(|later| contradict::is_changed_by_request(said, &later.asked))
        };
        let is_minor = from_end > 0 && (turn.is_question() || said.first().is_some_and(is_overtaken));
        if turn.is_cut_off && from_end == 0 {
            said.iter_mut().for_each(|said| said.insert_str(0, "(no answer at the end; its last words) "));
        }
        if from_end == 0 && !turn.is_cut_off && ends_with_question(store, turn, masker)? {
            said.iter_mut().for_each(|said| said.push_str(" (its question has no answer yet)"));
        }
        let did = describe_turn_evidence(turn, standing);
        let is_idle = turn.reply.is_none() && !turn.has_edits && !turn.is_refused && did.is_empty();
        let is_passed_over = from_end > 0 && is_idle && has_replies;
        // A few words about a question are of use to nobody later.
        if is_minor && turn.is_question() && said.last().is_some_and(|said| said.len() < FEW_WORDS) {
            continue;
        }
        // It stands among the decisions.
        if turn.is_decision && said.is_empty() && did.is_empty() {
            continue;
        }
        told.push(TurnAccount {
            asked: turn.asked.clone(),
            shown: if turn.shown.is_empty() { turn.asked.clone() } else { turn.shown.clone() },
            by_program: turn.by_program,
            times: turn.times,
            reference: turn.reference.clone(),
            at: turn.at,
            said_reference: turn.reply.as_ref().filter(|_| !said.is_empty()).map(|reply| reply.reference.clone()),
            found: select_explanations_before_answer(store, &turn.remarks[skipped..], said.last(), masker)?,
            said,
            did,
            is_passed_over,
            is_unanswered: from_end == 0 && turn.reply.is_none() && has_replies,
            is_minor,
        });
    }
    Ok(told)
}

/// The model asked something at the end of its answer.
fn ends_with_question(store: &Store, turn: &RequestTurn, masker: &Masker) -> Result<bool> {
    let Some(reply) = &turn.reply else { return Ok(false) };
    let words = masked_end_of_step(store, reply, masker)?;
    Ok(words.trim_end().trim_end_matches(['*', '_', ')', '"']).ends_with('?'))
}

/// The words of the model at the end of a turn, within each of these budgets.
fn select_answer_for_each_budget(
    store: &Store,
    turn: &RequestTurn,
    masker: &Masker,
    budgets: &[usize],
) -> Result<Vec<String>> {
    let Some(reply) = &turn.reply else { return Ok(Vec::new()) };
    // Where the user only nodded in between, the answers before a short one are part of it.
    let earlier = if reply.bytes < SHORT_ANSWER || turn.times > 1 { EARLIER } else { 0 };
    let mut text = String::new();
    for reply in turn.earlier[turn.earlier.len().saturating_sub(earlier)..].iter().chain([reply]) {
        let words = masked_end_of_step(store, reply, masker)?;
        if words.trim() == NO_RESPONSE {
            continue;
        }
        if !text.is_empty() {
            text.push_str("\n\n…\n\n");
        }
        text.push_str(&words);
    }
    let mut told = select_key_sentences_for_each_budget(&text, budgets);
    // Where there is room, what the user agreed to is told behind what came of it.
    if let (0, Some(before), Some(longest)) = (earlier, turn.earlier.last(), told.last().cloned()) {
        let agreed = select_key_sentences_for_each_budget(&masked_end_of_step(store, before, masker)?, BEFORE);
        told.extend(agreed.iter().map(|agreed| format!("{longest} (before that: {agreed})")));
    }
    Ok(told)
}

/// What the evidence shows of a turn; of a commit that the outcome names, only its hash.
fn describe_turn_evidence(turn: &RequestTurn, standing: &[BriefLine]) -> String {
    let last = &turn.commits[turn.commits.len().saturating_sub(5)..];
    let describe = |commit: &CommitMadeByCommand| {
        let whole = shorten_to_line(&commit.describe_commit(), 80);
        let is_named = standing.iter().any(|line| line.text.contains(&*whole));
        let hash = commit.hash.as_deref().filter(|_| is_named);
        format!("commit {}", hash.unwrap_or(&whole))
    };
    let mut parts: Vec<String> = last.iter().map(describe).collect();
    parts.extend(turn.has_pushed.then(|| "pushed".to_owned()));
    let left_out = turn.effects.len().saturating_sub(EFFECTS);
    parts.extend(turn.effects[left_out..].iter().cloned());
    parts.extend((left_out > 0).then(|| format!("{left_out} such changes before")));
    parts.join("; ")
}

/// What the model found in the middle of its work and why something was so, within each of these budgets.
fn select_explanations_before_answer(
    store: &Store,
    remarks: &[SessionStep],
    answer: Option<&String>,
    masker: &Masker,
) -> Result<Vec<String>> {
    let texts = remarks.iter().map(|step| masked_end_of_step(store, step, masker)).collect::<Result<Vec<String>>>()?;
    Ok(select_explanations_from_replies(&texts, answer.map_or("", String::as_str), FOUND))
}
