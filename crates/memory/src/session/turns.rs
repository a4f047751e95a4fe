//! A session by request: what was asked and by whom, what the model answered, and what the evidence shows.

use std::collections::HashMap;

use super::answer_units::join_lines_with_marks;
use super::commit_evidence::CommitMadeByCommand;
use super::evidence::CommandLineFacts;
use super::pasted_text;
use super::phrase_list::PhraseList;
use super::request;
use super::session_state::SessionState;
use super::step_texts::{masked_end_of_step, masked_ends_of_step, masked_last_bytes_of_step, strip_output_escapes};
use ctx_capture::event_words::shorten_to_line;
use ctx_model::error::Result;
use ctx_model::{CommandEndStatus, EventCategory};
use ctx_secrets::Masker;
use ctx_shell::attempt;
use ctx_store::{SessionEventFilter, SessionStep, Store};

/// The end of an output that is looked at for evidence, and of how many commands from the end of a session.
const EVIDENCE: u64 = 8 << 10;
const OUTPUTS: usize = 60;
/// A message of a program that is shorter goes on with the request before it.
const SHORT_BRIEF: usize = 40;
/// A reply of fewer bytes says little by itself; so many replies before it may say what it is about.
const FEW_WORDS: u64 = 120;
const LOOKED_BACK: usize = 6;
/// To an answer of as many bytes one can agree: what is done then has an answer of its own.
const FULL_ANSWER: u64 = 200;
/// A longer result is no refusal; so much is told of the call.
const LONGEST_REFUSAL: u64 = 6 << 10;
const REFUSED: usize = 60;
/// Events of a session that are looked at.
const MANY: u32 = 5000;

/// A request and what followed it.
#[derive(Clone, Debug, Default)]
pub struct RequestTurn {
    pub asked: String,
    /// The same with its lines, and with what was pasted.
    pub shown: String,
    pub reference: Option<String>,
    pub at: i64,
    /// A program wrote the request.
    pub by_program: bool,
    /// All of it is told as a decision.
    pub is_decision: bool,
    /// Only words that agree to the answer before them.
    is_nod: bool,
    /// How often the same was asked in a row.
    pub times: u32,
    /// The model's last answer.
    pub reply: Option<SessionStep>,
    /// Answers before it, each followed by a nod.
    pub earlier: Vec<SessionStep>,
    /// What it said in the middle of the work.
    pub remarks: Vec<SessionStep>,
    /// Calls came after it: the turn ended without an answer.
    pub is_cut_off: bool,
    pub commits: Vec<CommitMadeByCommand>,
    /// What was done in other places: issues, pull requests.
    pub effects: Vec<String>,
    pub has_pushed: bool,
    pub has_edits: bool,
    /// What was begun for it was refused.
    pub is_refused: bool,
}

impl RequestTurn {
    fn absorb_nod(&mut self, nod: RequestTurn) {
        if nod.reply.is_some() {
            self.earlier.extend(std::mem::replace(&mut self.reply, nod.reply));
        }
        self.earlier.extend(nod.earlier);
        self.commits.extend(nod.commits);
        self.effects.extend(nod.effects);
        self.is_cut_off |= nod.is_cut_off;
        self.has_pushed |= nod.has_pushed;
        self.is_refused |= nod.is_refused;
    }

    /// It only wants to know something, and nothing was changed for it.
    pub fn is_question(&self) -> bool {
        let is_idle = self.commits.is_empty() && self.effects.is_empty() && !self.has_pushed && !self.has_edits;
        is_idle && request::asks_a_question(&self.asked)
    }
}

/// A session by request, and where it stands.
#[derive(Clone, Debug, Default)]
pub struct SessionTurns {
    pub turns: Vec<RequestTurn>,
    pub standing: SessionState,
    /// The first request, the host's account of the work, and the last summary that the model wrote for itself.
    pub first: Option<SessionStep>,
    pub recap: Option<SessionStep>,
    pub summary: Option<SessionStep>,
    /// The last plan that was proposed.
    pub plan: Option<SessionStep>,
}

/// Reads a session.
pub fn read_session_turns(
    store: &Store,
    steps: &[SessionStep],
    session: &str,
    masker: &Masker,
) -> Result<SessionTurns> {
    let words = request_texts_by_entry(store, session)?;
    let decided = decided_texts_by_entry(store, session)?;
    let mut thread = SessionTurns::default();
    let mut replies: Vec<&SessionStep> = Vec::new();
    let mut is_cut_off = false;
    let telling = find_evidence_commands(steps);
    let edited = edited_paths(store, session)?;
    let patches = newest_edit_texts(store, steps, masker)?;
    for step in steps {
        match step.role.as_deref() {
            Some("prompt" | "brief") => {
                let text = masked_ends_of_step(store, step, masker)?;
                let mut words = words.get(&step.reference).cloned().or_else(|| step.title.clone()).unwrap_or_default();
                if words.ends_with('…') {
                    words = request_without_pasted_text(&text);
                }
                thread.add_replies(&std::mem::take(&mut replies), is_cut_off);
                // What comes later overtakes the host's account.
                thread.recap = None;
                let none = Vec::new();
                let decided = decided.get(&step.reference).unwrap_or(&none);
                thread.add_prompt_or_continue_turn(step, &words, request_with_its_lines(&text), decided);
            }
            Some("reply") => {
                replies.push(step);
                is_cut_off = false;
                thread.standing.drop_unanswered_calls();
            }
            // What it sums up is told itself, where it is there.
            Some("summary") => thread.summary = Some(step.clone()).filter(|_| thread.turns.is_empty()),
            Some("recap") => thread.recap = Some(step.clone()),
            Some("plan") => thread.plan = Some(step.clone()),
            // What was reported in between is no work after an answer.
            Some("report") => {}
            Some("call") => {
                is_cut_off = true;
                thread.standing.add_unanswered_call(step);
            }
            Some("edit") => {
                is_cut_off = true;
                thread.standing.add_edit(step, &edited);
                // What was done after a refusal was another plan.
                thread
                    .plan
                    .take_if(|plan| plan.title.as_deref().is_some_and(|title| title.starts_with("plan refused")));
                if let Some(patch) = patches.get(&step.row) {
                    thread.standing.note_patch_deletions_and_moves(patch);
                }
                thread.turns.last_mut().into_iter().for_each(|turn| turn.has_edits = true);
            }
            _ => {
                is_cut_off = true;
                if let Some(words) = words_of_refusal(store, step, masker)? {
                    thread.add_replies(&std::mem::take(&mut replies), is_cut_off);
                    thread.recap = None;
                    thread.add_refusal(step, &words, decided.contains_key(&step.reference));
                    continue;
                }
                if let Some((asked, reads)) = telling.get(&step.row) {
                    let output = match reads {
                        true => Some(strip_output_escapes(masked_last_bytes_of_step(store, step, masker, EVIDENCE)?)),
                        false => None,
                    };
                    thread.add_command(step, asked, output.as_deref());
                }
            }
        }
    }
    thread.add_replies(&replies, is_cut_off);
    thread.fold_idle_nods();
    if may_have_run_checks(store, steps, masker)? {
        thread.standing.checks.mark_edits_as_checked();
    }
    Ok(thread)
}

/// What the user said when he refused a call.
fn words_of_refusal(store: &Store, step: &SessionStep, masker: &Masker) -> Result<Option<String>> {
    if !step.failed || step.status != CommandEndStatus::Unknown || step.bytes > LONGEST_REFUSAL {
        return Ok(None);
    }
    let text = masked_end_of_step(store, step, masker)?;
    Ok(request::find_words_of_refusal(&text).map(str::to_owned))
}

/// The paths of all files that the session wrote or edited.
fn edited_paths(store: &Store, session: &str) -> Result<Vec<String>> {
    let within = SessionEventFilter::of_session(session);
    let mut events = store.newest_events(&within, EventCategory::Edit, false, MANY)?;
    events.extend(store.newest_events(&within, EventCategory::Write, false, MANY)?);
    Ok(events.into_iter().map(|event| event.key).collect())
}

/// What the newest edits changed, by their steps.
pub fn newest_edit_texts(store: &Store, steps: &[SessionStep], masker: &Masker) -> Result<HashMap<i64, String>> {
    let edits = steps.iter().rev().filter(|step| step.has_role("edit")).take(OUTPUTS);
    edits.map(|step| Ok((step.row, masked_end_of_step(store, step, masker)?))).collect()
}

/// Words with which a model reports that something was checked.
static CHECKED: PhraseList = PhraseList::new("turns.checked");

/// The model says after the last edit that something was checked, or it ran things of which nothing is known: then nobody can
/// tell that nothing was checked.
fn may_have_run_checks(store: &Store, steps: &[SessionStep], masker: &Masker) -> Result<bool> {
    // The name of a tool alone: what it was called with was taken out.
    let is_bare = |step: &SessionStep| {
        (step.has_role("result") || step.has_role("call"))
            && step.command.is_none()
            && step.title.as_deref().is_some_and(|title| !title.contains(' '))
    };
    if !steps.iter().any(|step| step.ended_command().is_some()) && steps.iter().any(is_bare) {
        return Ok(true);
    }
    for step in steps.iter().rev().take_while(|step| !step.has_role("edit")).filter(|step| step.has_role("reply")) {
        let words = masked_end_of_step(store, step, masker)?.to_lowercase();
        if CHECKED.iter().any(|word| words.contains(word)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The commands that are evidence, by their steps, and whether their outputs are read: those of the newest ones. Earlier
/// commits are told by their commands.
fn find_evidence_commands(steps: &[SessionStep]) -> HashMap<i64, (CommandLineFacts, bool)> {
    let (mut telling, mut outputs) = (HashMap::new(), 0);
    for step in steps.iter().rev() {
        let Some(command) = step.ended_command() else { continue };
        let has_commit = || command.contains("git ") && (command.contains("commit") || command.contains("push"));
        if outputs >= OUTPUTS && !has_commit() || attempt::is_surely_viewer_line(command) {
            continue;
        }
        let asked = CommandLineFacts::parse_line(command);
        if asked.tells_state_of_work() {
            let reads = asked.output_tells_state_of_work() && outputs < OUTPUTS;
            outputs += usize::from(reads);
            telling.insert(step.row, (asked, reads));
        }
    }
    telling
}

impl SessionTurns {
    fn add_prompt_or_continue_turn(&mut self, step: &SessionStep, words: &str, shown: String, decided: &[String]) {
        let typed = request::strip_picture_markers(words).trim().to_owned();
        let folded = request::normalise_request(&typed);
        let is_first = self.turns.is_empty();
        // An answer to the model's question goes on with the request before it.
        let answered = decided.iter().filter(|text| text.contains(" → ")).count();
        let goes_on = match step.has_role("prompt") {
            true => {
                !request::is_request(&typed)
                    || !is_first
                        && (request::is_commit_or_push_request(&typed) || request::is_answer_only(&typed, answered))
            }
            false => typed.len() < SHORT_BRIEF && !is_first,
        };
        let answer = self.turns.last().and_then(|turn| turn.reply.as_ref().filter(|_| !turn.is_cut_off));
        let is_nod = goes_on
            && step.has_role("prompt")
            && answer.is_some_and(|answer| answer.bytes >= FULL_ANSWER)
            && (request::is_agreement_only(&typed) || request::is_answer_only(&typed, answered))
            && typed.contains(char::is_alphanumeric);
        let last = self.turns.last_mut();
        if goes_on && !is_nod {
            // A picture without a word shows what is wrong with the answer: it is overtaken by the next one.
            last.filter(|_| typed.is_empty()).into_iter().for_each(|turn| turn.is_cut_off = true);
            return;
        }
        if let Some(again) = last.filter(|_| !is_nod) {
            let before = request::normalise_request(&again.asked);
            if before == folded {
                again.times += 1;
                return;
            }
            // A draft that was sent too early, and nothing came of it.
            let is_idle = again.reply.is_none() && !again.has_edits;
            if is_idle && before.len() > DRAFT && folded.starts_with(&before) {
                (again.asked, again.shown, again.at) = (typed, shown, step.at);
                let draft = again.reference.replace(step.reference.clone());
                let first = self.first.as_mut().filter(|first| Some(&first.reference) == draft.as_ref());
                first.into_iter().for_each(|first| *first = step.clone());
                return;
            }
        }
        if self.first.is_none() {
            self.first = Some(step.clone());
        }
        let is_decision = !is_first
            && request::has_at_most_one_sentence(&typed)
            && decided.iter().any(|text| request::normalise_request(text) == folded);
        self.turns.push(RequestTurn {
            asked: typed,
            shown,
            reference: Some(step.reference.clone()),
            at: step.at,
            by_program: step.has_role("brief"),
            is_decision,
            is_nod,
            times: 1,
            ..RequestTurn::default()
        });
    }

    /// A nod after which nothing was done belongs to the request before it.
    fn fold_idle_nods(&mut self) {
        for turn in std::mem::take(&mut self.turns) {
            let did = turn.has_edits || turn.reply.as_ref().is_some_and(|reply| reply.bytes >= FULL_ANSWER);
            match self.turns.last_mut() {
                Some(before) if turn.is_nod && !did => before.absorb_nod(turn),
                _ => self.turns.push(turn),
            }
        }
    }

    /// Who says why he refuses a call asks for something else.
    fn add_refusal(&mut self, step: &SessionStep, words: &str, is_decision: bool) {
        let called = step.command.clone().or_else(|| step.title.clone()).unwrap_or_default();
        let shown =
            format!("(refusing {}) {}", request::shorten_call_title(&called, REFUSED), request_with_its_lines(words));
        let asked = request_without_pasted_text(words);
        self.turns.last_mut().into_iter().for_each(|turn| turn.is_refused = true);
        let (reference, at) = (Some(step.reference.clone()), step.at);
        self.turns.push(RequestTurn { asked, shown, reference, at, is_decision, times: 1, ..RequestTurn::default() });
    }

    /// The turn that something belongs to; work before the first request has none.
    fn current_or_new_turn(&mut self, at: i64) -> &mut RequestTurn {
        if self.turns.is_empty() {
            self.turns.push(RequestTurn { at, ..RequestTurn::default() });
        }
        let last = self.turns.len() - 1;
        &mut self.turns[last]
    }

    /// The replies between two messages: the last one answers, and where it is only a few words, the longest of those shortly
    /// before it says what they are about.
    fn add_replies(&mut self, replies: &[&SessionStep], is_cut_off: bool) {
        let Some((reply, before)) = replies.split_last() else { return };
        let turn = self.current_or_new_turn(reply.at);
        // Words in the middle of work that was interrupted are no answer.
        let was_cut_off = turn.is_cut_off;
        turn.earlier.extend(turn.reply.take().filter(|_| !was_cut_off));
        let looked_back = &before[before.len().saturating_sub(LOOKED_BACK)..];
        let longest = looked_back.iter().max_by_key(|step| step.bytes).filter(|_| reply.bytes < FEW_WORDS);
        match is_cut_off {
            // The words of an interrupted work are its last ones: what was announced before them was done.
            true => turn.earlier.extend(before.last().filter(|_| reply.bytes < FEW_WORDS).copied().cloned()),
            false => turn.earlier.extend(longest.filter(|step| step.bytes > reply.bytes).copied().cloned()),
        }
        turn.remarks.extend(before.iter().copied().cloned());
        (turn.reply, turn.is_cut_off) = (Some((*reply).clone()), is_cut_off);
    }

    fn add_command(&mut self, step: &SessionStep, asked: &CommandLineFacts, output: Option<&str>) {
        let found = self.standing.add_command(step, asked, output);
        if found.commits.is_empty() && found.effects.is_empty() && !found.has_pushed {
            return;
        }
        for commit in found.commits {
            // The same again: it was amended, or the first attempt came to nothing.
            self.turns.iter_mut().for_each(|turn| turn.commits.retain(|known| known.subject != commit.subject));
            self.current_or_new_turn(step.at).commits.push(commit);
        }
        let turn = self.current_or_new_turn(step.at);
        turn.effects.extend(found.effects);
        turn.has_pushed |= found.has_pushed;
    }
}

/// A shorter beginning may be another request.
const DRAFT: usize = 30;
/// A request is cut to this.
const LONGEST_REQUEST: usize = 3200;
/// Of each pasted block in it so much is shown.
const PASTED: usize = 600;

/// A request in its writer's own words, on one line: without what a program put around it.
fn request_without_pasted_text(text: &str) -> String {
    let words = pasted_text::strip_pasted_text(request::strip_picture_markers(request::strip_delegation_wrapper(text)))
        .into_owned();
    shorten_to_line(&words, LONGEST_REQUEST)
}

/// A request as it was written: the breaks of its lines are marked, pasted text is cut.
fn request_with_its_lines(text: &str) -> String {
    let own = request::strip_picture_markers(request::strip_delegation_wrapper(text));
    let shown = pasted_text::shorten_pasted_text(own, PASTED);
    shorten_to_line(&join_lines_with_marks(shown.lines()), LONGEST_REQUEST)
}

/// The words of the requests of a session, by their entries.
fn request_texts_by_entry(store: &Store, session: &str) -> Result<HashMap<String, String>> {
    let within = SessionEventFilter::of_session(session);
    let mut words = HashMap::new();
    for category in [EventCategory::Prompt, EventCategory::Brief] {
        let events = store.newest_events(&within, category, false, MANY)?;
        words.extend(events.into_iter().filter_map(|event| Some((event.reference?, event.text))));
    }
    Ok(words)
}

/// What is told as decisions of each message, by its entry.
fn decided_texts_by_entry(store: &Store, session: &str) -> Result<HashMap<String, Vec<String>>> {
    let within = SessionEventFilter::of_session(session);
    let mut decided: HashMap<String, Vec<String>> = HashMap::new();
    for category in [EventCategory::Decision, EventCategory::Correction] {
        for event in store.newest_events(&within, category, false, MANY)? {
            if let Some(entry) = event.reference {
                decided.entry(entry).or_default().push(event.text);
            }
        }
    }
    Ok(decided)
}
