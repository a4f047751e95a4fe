//! Writes one item: its entry and its events. What was said stands here, what calls came to in `tool_results.rs`.

use super::ImportCounts;
use super::place::TranscriptItemContext;
use crate::session::{classify, decisions, key_sentences, offer, pasted_text, request};
use ctx_model::error::Result;
use ctx_model::{EventCategory, SessionEvent};
use ctx_store::{ImportBatch, ImportedEntry};

/// Bytes of a prompt that its event keeps.
const PROMPT_WORDS: usize = 400;
/// How much of an item is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteExtent {
    Whole,
    /// Its events were counted when they happened: they only gain the entries they come from.
    Again,
    /// It happens now: its events, beside the entry that holds it where there is one.
    Events(Option<i64>),
}

/// Writes the entry and the events of one item.
pub struct ItemWriter<'w, 'b> {
    pub batch: &'w mut ImportBatch<'b>,
    pub tally: &'w mut ImportCounts,
    pub place: &'w TranscriptItemContext<'w>,
    pub mode: WriteExtent,
    /// The entry that was written first.
    pub row: Option<i64>,
}

impl ItemWriter<'_, '_> {
    /// Writes the entry if there is to be one; its row.
    pub fn write_entry_if_wanted(&mut self, new: &ImportedEntry<'_>, bytes: &[u8]) -> Result<Option<i64>> {
        if let WriteExtent::Events(entry) = self.mode {
            return Ok(entry);
        }
        self.tally.entries += 1;
        let row = self.batch.import_entry(new, bytes)?;
        self.row.get_or_insert(row);
        Ok(Some(row))
    }

    pub fn write_or_refresh_event(&mut self, event: SessionEvent) -> Result<()> {
        if self.mode == WriteExtent::Again {
            return Ok(self.batch.update_event_without_counting(&event)?);
        }
        self.tally.events += u64::from(self.batch.record_or_count_event(&event)?);
        Ok(())
    }

    /// The same for what happens here and now, with the entry that it comes from.
    pub fn write_event(
        &mut self,
        entry: Option<i64>,
        category: EventCategory,
        key: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<()> {
        self.write_or_refresh_event(SessionEvent { entry, ..self.place.new_event(category, key, text) })
    }

    pub fn write_found_events(&mut self, noticed: Vec<classify::EventFoundInText>, entry: Option<i64>) -> Result<()> {
        for (category, key, text) in noticed {
            self.write_event(entry, category, key, text)?;
        }
        Ok(())
    }

    fn write_message_entry(&mut self, role: &str, text: &str) -> Result<Option<i64>> {
        let title = classify::shorten_to_line(text, 100);
        self.write_entry_if_wanted(
            &ImportedEntry { title: Some(&title), ..self.place.new_entry(role) },
            text.as_bytes(),
        )
    }

    /// A prompt that a program wrote: nobody asked, chose or rejected anything in it.
    pub fn write_generated_prompt(&mut self, text: &str) -> Result<()> {
        let entry = self.write_message_entry("brief", text)?;
        let words = classify::shorten_to_line(request::strip_delegation_wrapper(text), PROMPT_WORDS);
        let event =
            SessionEvent { entry, ..self.place.new_event(EventCategory::Brief, self.place.key_as_hex(), words) };
        // In a side conversation it is that conversation's last request, never the project's.
        let project = event.project.clone().filter(|_| !self.place.is_side);
        self.write_or_refresh_event(SessionEvent { project, ..event })
    }

    /// The final report of a sub-agent.
    pub fn write_subagent_report(&mut self, name: &str, text: &str) -> Result<()> {
        let title = classify::shorten_to_line(&format!("report of {name}"), 100);
        let entry = self.write_entry_if_wanted(
            &ImportedEntry { title: Some(&title), ..self.place.new_entry("report") },
            text.as_bytes(),
        )?;
        let told = key_sentences::select_key_sentences(text, PROMPT_WORDS - 60);
        let words = classify::shorten_to_line(&format!("{name}: {told}"), PROMPT_WORDS);
        self.write_event(entry, EventCategory::Report, self.place.key_as_hex(), words)
    }

    pub fn write_recap(&mut self, text: &str) -> Result<()> {
        let entry = self.write_message_entry("recap", text)?;
        let words = classify::shorten_to_line(text, PROMPT_WORDS);
        self.write_event(entry, EventCategory::Recap, self.place.key_as_hex(), words)
    }

    pub fn write_prompt(&mut self, text: &str) -> Result<()> {
        if self.place.is_side {
            return self.write_generated_prompt(text);
        }
        let entry = self.write_message_entry("prompt", text)?;
        let words = classify::shorten_to_line(
            &pasted_text::strip_pasted_text(request::strip_picture_markers(request::strip_delegation_wrapper(text))),
            PROMPT_WORDS,
        );
        self.write_event(entry, EventCategory::Prompt, self.place.key_as_hex(), words)?;
        let mut is_answer = false;
        if let Some(question) = self.batch.unanswered_question(&self.place.session)? {
            self.batch.close_question(&self.place.session, self.place.at)?;
            let (proposal, question) = offer::parse_stored_offer(&question);
            let mut chosen = question.as_ref().map_or(Vec::new(), |question| question.find_numbered_answers(text));
            if chosen.is_empty() {
                chosen.extend(question.and_then(|question| question.find_chosen_answer(text)));
            }
            if let Some(proposal) = proposal.filter(|proposal| chosen.is_empty() && proposal.is_accepted_by(text)) {
                let words = proposal.describe_acceptance(text);
                self.write_event(entry, EventCategory::Choice, classify::hash_of_normalised_text(&words), words)?;
            }
            is_answer = !chosen.is_empty() && request::is_short_answer(text);
            for (nth, words) in chosen.into_iter().enumerate() {
                let key =
                    format!("{}{}", self.place.key_as_hex(), if nth > 0 { nth.to_string() } else { String::new() });
                self.write_event(entry, EventCategory::Decision, key, words)?;
            }
        }
        // An answer is told with its question.
        let is_told = |category: EventCategory| {
            is_answer && matches!(category, EventCategory::Decision | EventCategory::Correction)
        };
        let noticed = classify::find_decisions_in_prompt(text);
        self.write_found_events(noticed.into_iter().filter(|(category, ..)| !is_told(*category)).collect(), entry)
    }

    pub fn write_reply(&mut self, text: &str) -> Result<()> {
        let entry = self.write_message_entry("reply", text)?;
        if !self.place.is_side {
            self.write_found_events(decisions::find_model_choices(text), entry)?;
        }
        let offer = (offer::OfferedProposal::find_in_reply(text), offer::find_question_in_reply(text));
        let Some(kept) = offer::offer_to_stored_text(&offer) else {
            return Ok(self.batch.close_question(&self.place.session, self.place.at)?);
        };
        self.write_event(entry, EventCategory::Question, "last", kept)
    }

    pub fn write_compaction_summary(&mut self, text: &str) -> Result<()> {
        let entry = self.write_message_entry("summary", text)?;
        let words = classify::shorten_to_line(text, 200);
        self.write_event(entry, EventCategory::Summary, self.place.key_as_hex(), words)?;
        self.write_found_events(classify::find_decisions_in_summary(text), entry)
    }
}
