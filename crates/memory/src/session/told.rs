//! What a session comes to, for the brief and the report alike: its goal, its requests with the model's own words, where it
//! stands, what failed and how it was solved. Reading a long session takes longer than everything else in a brief, so the
//! result is kept in the store until an entry of the session changes.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::brief::{self, BriefLine};
use super::contradict;
use super::key_sentences::{
    find_code_names, find_remarks, select_for_each_budget, summarise_compaction, summarise_request,
};
use super::lifetimes::Lifetimes;
use super::own_words::strip_pasted_text;
use super::request;
use super::turns::{self, RequestTurn, SessionTurns, masked_step_text};
use ctx_capture::brief::shorten_to_line;
use ctx_model::Category;
use ctx_model::error::Result;
use ctx_secrets::Masker;
use ctx_store::{EventScope, SessionStep, Store};

/// A first request that is longer is told by its goal …
const LONG_REQUEST: u64 = 180;
/// … within these budgets, and so are the last answer, other answers, and the summary before a compaction.
const GOAL: &[usize] = &[460, 800];
const LAST_ANSWER: &[usize] = &[640, 1000, 1600, 2400];
const ANSWER: &[usize] = &[190, 400, 800, 1200, 1800];
const SUMMARY: &[usize] = &[300, 600, 1200];
/// Requests are cut to this, the shortest first.
const ASKED: &[usize] = &[170, 300, 400, 400];
/// Changes in other places that are told of a request.
const EFFECTS: usize = 5;
/// Answers before the last one of a turn that are looked at, where the last one is shorter than this.
const EARLIER: usize = 2;
const SHORT_ANSWER: u64 = 600;
/// Failures with their solutions, of so many errors that are looked at.
const SOLVED: usize = 6;
const ERRORS: u32 = 200;
/// Replies in the middle of work that are looked at, from the end of a session, and the bytes by which two are alike.
const REMARKED: usize = 120;
const ALIKE: usize = 24;
const REMARKS: usize = 4;

/// A session, the oldest request first.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionAccount {
    /// What the first request is about and what binds the work, where that request is long.
    pub goal: Option<BriefLine>,
    pub turns: Vec<TurnTold>,
    /// Where it stands, by the evidence.
    pub standing: Vec<BriefLine>,
    pub solved: Vec<BriefLine>,
    /// What the model remarked on the way.
    pub remarks: Vec<BriefLine>,
    /// What it summed up when the conversation was compacted.
    pub summary: Option<BriefLine>,
}

/// A request, what the model said at its end, and what the evidence shows.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnTold {
    pub asked: String,
    pub by_program: bool,
    /// How often the same was asked in a row.
    pub times: u32,
    pub reference: Option<String>,
    pub at: i64,
    /// The model's words, the fewest first.
    pub said: Vec<String>,
    pub said_reference: Option<String>,
    pub did: String,
    /// It only wanted to know something, or a later request changed what came of it.
    pub is_minor: bool,
}

impl SessionAccount {
    /// What is told of a session, as it was kept or made anew; of a part of it, where only that is asked for.
    pub fn load(store: &Store, session: &str, within: &EventScope, masker: &Masker) -> Result<SessionAccount> {
        let is_part = within.since.is_some() || within.until.is_some() || within.branch.is_some();
        let rules = masker.rules_version();
        // Another build of ctx may make something else of the same entries.
        let state = format!("{} {}", ctx_model::build::build_name(), store.session_state_key(session)?);
        if !is_part
            && let Some(kept) = store.cached_session_summary(session, rules, &state)?
            && let Ok(told) = serde_json::from_str(&kept)
        {
            return Ok(told);
        }
        let inside = EventScope { session: Some(session.to_owned()), ..within.clone() };
        let told = SessionAccount::read(store, session, &inside, masker)?;
        if let (false, Ok(text)) = (is_part, serde_json::to_string(&told)) {
            store.cache_session_summary(session, rules, &state, &text);
        }
        Ok(told)
    }

    fn read(store: &Store, session: &str, within: &EventScope, masker: &Masker) -> Result<SessionAccount> {
        let steps = store.session_steps(session, within)?;
        let mut thread = turns::read_session_turns(store, &steps, session, masker)?;
        let mut lives = Lifetimes::new(store, masker);
        let mut errors = store.newest_events(within, Category::Error, false, ERRORS)?;
        lives.resolve_settled_errors(&mut errors)?;
        thread.standing.drop_settled_totals(&errors);
        let mut standing = thread.standing.to_lines();
        if let Some(recap) = &thread.recap {
            let text = format!("recap: {}", shorten_to_line(&masked_step_text(store, recap, masker)?, 300));
            let reference = Some(recap.reference.clone());
            standing.insert(0, BriefLine { reference, ..BriefLine::without_source(text) });
        }
        let told = |step: &Option<SessionStep>, tell: &dyn Fn(&str) -> Vec<String>| -> Result<Option<BriefLine>> {
            let Some(step) = step else { return Ok(None) };
            let texts = tell(&masked_step_text(store, step, masker)?);
            Ok(BriefLine::of_lengths(texts, Some(step.reference.clone()), step.at))
        };
        let long = thread.first.take().filter(|first| first.bytes > LONG_REQUEST);
        let goal = told(&long, &|text| {
            let task = request::strip_delegation(request::strip_picture_markers(text));
            summarise_request(&strip_pasted_text(task), GOAL)
        })?;
        let summary = told(&thread.summary, &|text| summarise_compaction(text, SUMMARY))?;
        let solved = lives.solved_error_lines(&errors, SOLVED)?;
        Ok(SessionAccount {
            goal,
            turns: tell_turns(store, &thread, masker)?,
            standing,
            remarks: remark_lines(store, &steps, masker, &solved)?,
            solved,
            summary,
        })
    }

    /// The requests as lines, the newest first.
    pub fn request_lines(&self) -> Vec<BriefLine> {
        let goal = self.goal.as_ref().and_then(|goal| goal.reference.as_ref());
        let is_goal = |turn: &TurnTold| goal.is_some() && turn.reference.as_ref() == goal;
        let asked = self.turns.iter().rev().filter(|turn| !turn.asked.is_empty());
        asked.filter_map(|turn| turn.to_line(is_goal(turn))).collect()
    }
}

impl TurnTold {
    /// One request: asked, said, done. What is told as the goal needs no line of its own where nothing came of it.
    fn to_line(&self, is_goal: bool) -> Option<BriefLine> {
        if is_goal && self.said.is_empty() && self.did.is_empty() {
            return None;
        }
        let by = if self.by_program { "(by a program) " } else { "" };
        let times = if self.times > 1 { format!(" ×{}", self.times) } else { String::new() };
        let text = |step: usize| {
            let asked = shorten_to_line(&self.asked, ASKED[step.min(ASKED.len() - 1)]);
            let mut text = format!("{by}{}{times}", if is_goal { "(the goal)" } else { &asked });
            if let Some(said) = self.said.get(step).or(self.said.last()) {
                let entry = self.said_reference.as_ref().map(|id| format!(" [ctx:{id}]")).unwrap_or_default();
                text.push_str(&format!("\nsaid: {said}{entry}"));
            }
            if !self.did.is_empty() {
                text.push_str(&format!("\ndid: {}", self.did));
            }
            text
        };
        let mut texts: Vec<String> = (0..self.said.len().max(2)).map(text).collect();
        texts.dedup();
        // A request that changed something says more than one that only asked.
        let discount = match (self.did.is_empty(), self.said.is_empty()) {
            (_, false) if self.is_minor => brief::MINOR,
            (false, _) => 0,
            (true, false) => 30,
            (true, true) => 70,
        };
        let line = BriefLine::of_lengths(texts, self.reference.clone(), self.at)?;
        Some(BriefLine { discount, ..line })
    }
}

fn tell_turns(store: &Store, thread: &SessionTurns, masker: &Masker) -> Result<Vec<TurnTold>> {
    let count = thread.turns.len();
    let mut told = Vec::new();
    for (at, turn) in thread.turns.iter().enumerate() {
        let from_end = count - 1 - at;
        if at == 0 && from_end > 0 && request::only_prepares(&turn.asked) {
            continue;
        }
        // The words before the next message of the user are not the answer to this one.
        let mut said = match from_end == 0 || !turn.is_cut_off {
            true => answer_words(store, turn, masker, if from_end == 0 { LAST_ANSWER } else { ANSWER })?,
            false => Vec::new(),
        };
        let is_overtaken = |said: &String| {
            let mut later = thread.turns[at + 1..].iter();
            later.any(|later| contradict::is_changed_by_request(said, &later.asked))
        };
        let is_minor = from_end > 0 && (turn.is_question() || said.first().is_some_and(is_overtaken));
        if turn.is_cut_off {
            said.iter_mut().for_each(|said| said.insert_str(0, "(no answer at the end; its last words) "));
        }
        let did = describe_evidence(turn);
        // It stands among the decisions.
        if turn.is_decision && said.is_empty() && did.is_empty() {
            continue;
        }
        told.push(TurnTold {
            asked: turn.asked.clone(),
            by_program: turn.by_program,
            times: turn.times,
            reference: turn.reference.clone(),
            at: turn.at,
            said_reference: turn.reply.as_ref().filter(|_| !said.is_empty()).map(|reply| reply.reference.clone()),
            said,
            did,
            is_minor,
        });
    }
    Ok(told)
}

/// The words of the model at the end of a turn, within each of these budgets.
fn answer_words(store: &Store, turn: &RequestTurn, masker: &Masker, budgets: &[usize]) -> Result<Vec<String>> {
    let Some(reply) = &turn.reply else { return Ok(Vec::new()) };
    // Where the user only nodded in between, the answers before a short one are part of it.
    let earlier = if reply.bytes < SHORT_ANSWER { EARLIER } else { 0 };
    let mut text = String::new();
    for reply in turn.earlier[turn.earlier.len().saturating_sub(earlier)..].iter().chain([reply]) {
        text.push_str(&masked_step_text(store, reply, masker)?);
        text.push_str("\n\n");
    }
    Ok(select_for_each_budget(&text, budgets))
}

/// What the evidence shows of a turn.
fn describe_evidence(turn: &RequestTurn) -> String {
    let last = &turn.commits[turn.commits.len().saturating_sub(5)..];
    let mut parts: Vec<String> =
        last.iter().map(|commit| format!("commit {}", shorten_to_line(&commit.describe(), 80))).collect();
    parts.extend(turn.has_pushed.then(|| "pushed".to_owned()));
    let left_out = turn.effects.len().saturating_sub(EFFECTS);
    parts.extend(turn.effects[left_out..].iter().cloned());
    parts.extend((left_out > 0).then(|| format!("{left_out} such changes before")));
    parts.join("; ")
}

/// What the model remarked in the middle of its work, the newest first: what it found, what failed, and why.
/// What a later edit touched was settled by it.
fn remark_lines(store: &Store, steps: &[SessionStep], masker: &Masker, solved: &[BriefLine]) -> Result<Vec<BriefLine>> {
    let changed = turns::edit_texts(store, steps, masker)?;
    let mut found: Vec<(i32, BriefLine)> = Vec::new();
    let is_reply = |step: &SessionStep| step.has_role("reply");
    for (at, step) in steps.iter().enumerate().rev().filter(|(_, step)| is_reply(step)).take(REMARKED) {
        // An answer is what a message of the user follows, or nothing: it is told with its request.
        if steps.get(at + 1).is_none_or(|next| next.has_role("prompt")) {
            continue;
        }
        let best = find_remarks(&masked_step_text(store, step, masker)?).into_iter().max_by_key(|(score, _)| *score);
        let Some((score, text)) = best else { continue };
        let subjects = find_code_names(&text);
        let is_touched = steps[at..].iter().any(|later| {
            let (title, text) = (later.title.as_deref().unwrap_or_default(), changed.get(&later.row));
            text.is_some_and(|text| subjects.iter().any(|name| text.contains(name) || title.contains(name)))
        });
        if subjects.is_empty() || is_touched {
            continue;
        }
        let is_told = solved.iter().any(|line| text.get(..ALIKE).is_some_and(|begin| line.text.contains(begin)));
        if !is_told && !found.iter().any(|(_, known)| known.text.get(..ALIKE) == text.get(..ALIKE)) {
            let reference = Some(step.reference.clone());
            found.push((score, BriefLine { reference, at: Some(step.at), ..BriefLine::without_source(text) }));
        }
    }
    found.sort_by_key(|(score, line)| (Reverse(*score), Reverse(line.at)));
    found.truncate(REMARKS);
    let mut lines: Vec<BriefLine> = found.into_iter().map(|(_, line)| line).collect();
    lines.sort_by_key(|line| Reverse(line.at));
    Ok(lines)
}
