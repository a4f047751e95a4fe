//! How the session that a brief is about ended. A long session takes longer to read than everything else in a brief, so what
//! was made of it is kept in the store until one of its entries changes.

use serde_json::{Value, json};

use super::brief::BriefLine;
use super::error_lifetime::ErrorLifetimes;
use super::session_state;
use super::turns::{self, ReadDepth, SessionTurns};
use ctx_model::error::Result;
use ctx_model::{Category, StoredEvent};
use ctx_secrets::Masker;
use ctx_store::{EventScope, Store};

/// The model's last word takes this many bytes of a brief, and more where there is room.
const LAST_WORD: [usize; 4] = [640, 1000, 1400, 2400];
/// Failures with their solutions, of so many errors that are looked at.
const SOLVED: usize = 4;
const ERRORS: u32 = 40;
/// Bytes of remarks on the way.
const REMARKS: usize = 1500;
/// Sessions among which the newest one is looked for.
const NEWEST: usize = 8;

pub struct LastSession<'a> {
    store: &'a Store,
    masker: &'a Masker,
    within: &'a EventScope,
    session: String,
    /// The state of its entries and the rules of masking; none where only a part of the session is asked for.
    state: Option<(String, i64)>,
    found: SessionFacts,
    /// The session itself, where it had to be read.
    thread: Option<SessionTurns>,
}

/// What a brief needs of a session.
#[derive(Debug, Default, PartialEq)]
struct SessionFacts {
    /// What the first request is about, where it is long; masked.
    goal: Option<BriefLine>,
    longer_goal: Vec<String>,
    /// Masked; the model's last word comes first.
    outcome: Vec<BriefLine>,
    longer_word: Vec<String>,
    /// What failed and was solved; masked.
    solved: Vec<BriefLine>,
    /// What the model remarked on the way; masked.
    remarks: Vec<BriefLine>,
    /// The entries of the requests, the first one first.
    turns: Vec<Option<String>>,
    /// The model's words at the end of a turn, the shortest first.
    said: Vec<(usize, Vec<String>)>,
}

impl<'a> LastSession<'a> {
    /// Of the session asked for, else of the project's newest one; not of a sub-agent's.
    pub fn load_last_session(
        store: &'a Store,
        within: &'a EventScope,
        masker: &'a Masker,
    ) -> Result<Option<LastSession<'a>>> {
        let session = match (&within.session, &within.project) {
            (Some(session), _) => Some(session.clone()),
            (None, Some(project)) => store.newest_session(project, NEWEST)?,
            (None, None) => None,
        };
        let Some(session) = session else { return Ok(None) };
        let is_whole = within.since.is_none() && within.until.is_none() && within.branch.is_none();
        let state = match is_whole {
            // Another build of ctx may make something else of the same entries.
            true => {
                let state = format!("{} {}", ctx_model::build::build_name(), store.session_state_key(&session)?);
                Some((state, masker.rules_version()))
            }
            false => None,
        };
        let kept = match &state {
            Some((state, rules)) => store
                .cached_session_summary(&session, *rules, state)?
                .and_then(|text| SessionFacts::from_cached_text(&text)),
            None => None,
        };
        let mut last =
            LastSession { store, masker, within, session, state, found: SessionFacts::default(), thread: None };
        match kept {
            Some(found) => last.found = found,
            None => last.read_facts()?,
        }
        Ok(Some(last))
    }

    fn read_facts(&mut self) -> Result<()> {
        let mut thread =
            turns::read_session_turns(self.store, &self.session, self.within, self.masker, ReadDepth::Newest)?;
        let (errors, solved) = self.read_solved_errors()?;
        thread.drop_settled_totals(&errors);
        let (mut outcome, mut longer_word) =
            session_state::session_end_lines(self.store, &thread, self.masker, &LAST_WORD)?;
        let mut longer_goal = thread.longer_goal.clone();
        let texts = outcome.iter_mut().map(|line| &mut line.text).chain(&mut longer_word).chain(&mut longer_goal);
        for text in texts {
            *text = self.masker.without_state().mask_line(text).into_owned();
        }
        let turns = thread.turns.iter().map(|turn| turn.reference.clone()).collect();
        let mut goal = thread.goal.clone();
        if let Some(goal) = &mut goal {
            goal.text = self.masker.without_state().mask_line(&goal.text).into_owned();
        }
        let mut remarks = session_state::remark_lines(self.store, &self.session, self.masker, REMARKS)?;
        for line in &mut remarks {
            line.text = self.masker.without_state().mask_line(&line.text).into_owned();
        }
        self.found = SessionFacts { goal, longer_goal, outcome, longer_word, solved, remarks, turns, said: Vec::new() };
        self.thread = Some(thread);
        Ok(())
    }

    /// The session's errors, and those that were solved in lines.
    fn read_solved_errors(&self) -> Result<(Vec<StoredEvent>, Vec<BriefLine>)> {
        let within = EventScope { session: Some(self.session.clone()), ..self.within.clone() };
        let mut lives = ErrorLifetimes::new(self.store, self.masker);
        let mut errors = self.store.newest_events(&within, Category::Error, false, ERRORS)?;
        lives.resolve_settled_errors(&mut errors)?;
        let mut solved = session_state::solved_error_lines(&mut lives, &errors, SOLVED)?;
        for line in &mut solved {
            line.text = self.masker.without_state().mask_line(&line.text).into_owned();
        }
        Ok((errors, solved))
    }

    pub fn goal_line(&self) -> Option<&BriefLine> {
        self.found.goal.as_ref()
    }

    /// The goal and the model's last word at greater length.
    pub fn longer_goal_and_last_words(&self) -> (&[String], &[String]) {
        (&self.found.longer_goal, &self.found.longer_word)
    }

    pub fn solved_error_lines(&self) -> &[BriefLine] {
        &self.found.solved
    }

    pub fn remark_lines(&self) -> &[BriefLine] {
        &self.found.remarks
    }

    pub fn outcome_lines(&self) -> &[BriefLine] {
        &self.found.outcome
    }

    /// The model's words at the end of a request, within each of these budgets. The answer to the last one is in the
    /// outcome, unless a program asked for something after it.
    pub fn model_words_after_request(&mut self, request: Option<&str>, budgets: &[usize]) -> Result<Vec<String>> {
        let turns = &self.found.turns;
        let Some(turn) = turns.iter().position(|turn| turn.as_deref() == request).filter(|turn| turn + 1 < turns.len())
        else {
            return Ok(Vec::new());
        };
        if let Some((_, said)) = self.found.said.iter().find(|(of, _)| *of == turn) {
            return Ok(said.clone());
        }
        if self.thread.is_none() {
            self.read_facts()?;
        }
        let said = match self.thread.as_ref().and_then(|thread| thread.turns.get(turn)) {
            // The words before the next message of the user are not the answer to this one.
            Some(turn) if !turn.is_cut_off => session_state::last_model_words(self.store, turn, self.masker, budgets)?,
            _ => Vec::new(),
        };
        let said: Vec<String> = said.into_iter().map(|line| line.text).collect();
        self.found.said.push((turn, said.clone()));
        Ok(said)
    }

    /// Keeps what had to be read.
    pub fn cache_summary(&self) {
        if let Some((state, rules)) = self.state.as_ref().filter(|_| self.thread.is_some()) {
            self.store.cache_session_summary(&self.session, *rules, state, &self.found.to_cached_text());
        }
    }
}

/// A line as it is kept: text, reference, time.
type CachedLine = (String, Option<String>, Option<i64>);

impl SessionFacts {
    fn to_cached_text(&self) -> String {
        let row = |line: &BriefLine| json!([line.text, line.reference, line.at]);
        let rows = |lines: &[BriefLine]| lines.iter().map(row).collect::<Vec<Value>>();
        let goal = (self.goal.as_ref().map(row), &self.longer_goal);
        let outcome = (rows(&self.outcome), &self.longer_word);
        json!([goal, outcome, (rows(&self.solved), rows(&self.remarks)), self.turns, self.said]).to_string()
    }

    /// None where another version of ctx wrote it.
    fn from_cached_text(text: &str) -> Option<SessionFacts> {
        type CachedGoalAndOutcome = ((Option<CachedLine>, Vec<String>), (Vec<CachedLine>, Vec<String>));
        let (first, last, told, turns, said): (_, _, (Vec<CachedLine>, Vec<CachedLine>), _, _) =
            serde_json::from_str(text).ok()?;
        let ((goal, longer_goal), (outcome, longer_word)): CachedGoalAndOutcome = (first, last);
        let line = |(text, reference, at): CachedLine| BriefLine { text, reference, at };
        let lines = |rows: Vec<CachedLine>| rows.into_iter().map(line).collect();
        let (outcome, solved, remarks) = (lines(outcome), lines(told.0), lines(told.1));
        Some(SessionFacts { goal: goal.map(line), longer_goal, outcome, longer_word, solved, remarks, turns, said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let line = |at| BriefLine { text: "uncommitted: a \"b\"\n".into(), reference: Some("k7f2qa".into()), at };
        let found = SessionFacts {
            goal: Some(line(None)),
            longer_goal: vec!["more".into()],
            longer_word: vec!["more words".into(), "even more".into()],
            outcome: vec![line(Some(7)), line(None)],
            solved: vec![line(Some(1))],
            remarks: vec![line(Some(2))],
            turns: vec![None, Some("x".into())],
            said: vec![(0, Vec::new()), (1, vec!["done".into()])],
        };
        assert_eq!(SessionFacts::from_cached_text(&found.to_cached_text()), Some(found));
        assert_eq!(SessionFacts::from_cached_text("[[],[]]"), None);
        assert_eq!(SessionFacts::from_cached_text("damaged"), None);
    }
}
