//! A story as JSON.

use serde_json::{Value, json};

use super::brief::BriefLine;
use super::reflect::{StorySession, WorkStory};
use ctx_model::StoredEvent;

impl WorkStory {
    pub fn to_json(&self) -> Value {
        let list = |records: &[StoredEvent]| -> Vec<Value> {
            records
                .iter()
                .map(|record| {
                    json!({
                        "text": record.text, "ref": record.reference, "at_ms": record.at, "count": record.count,
                        "closed_at_ms": record.closed_at, "closed_by": record.closed_by,
                    })
                })
                .collect()
        };
        let open = |records: &[StoredEvent]| -> Vec<StoredEvent> {
            records.iter().filter(|record| record.closed_at.is_none()).cloned().collect()
        };
        let fixed: Vec<StoredEvent> = self.errors.iter().filter(|error| error.closed_by.is_some()).cloned().collect();
        json!({
            "title": self.title,
            "first_at_ms": self.first_at,
            "last_at_ms": self.last_at,
            "entries": self.entries,
            "commands": self.commands,
            "calls": self.calls,
            "failed": self.failed,
            "sessions": self.parts.iter().map(story_session_json).collect::<Vec<_>>(),
            "asked": list(&self.prompts),
            "decisions": self.decisions_in_force().iter().map(|record| {
                let mut decided = list(std::slice::from_ref(record)).remove(0);
                decided["by"] = record.speaker_name().into();
                decided
            }).collect::<Vec<_>>(),
            "resolved_errors": list(&fixed),
            "open_errors": list(&open(&self.errors)),
            "open_tasks": list(&open(&self.tasks)),
            "files": list(&self.edits),
            "git": list(&self.git),
            "notes": list(&self.notes),
            "summaries": list(&self.summaries),
            "reports": list(&self.reports),
            "helpers": list(&self.helpers),
            "attempts": self.attempts.iter().map(|(command, runs, failed)| json!({ "command": command, "runs": runs, "failed": failed })).collect::<Vec<_>>(),
        })
    }
}

fn story_session_json(part: &StorySession) -> Value {
    let lines = |lines: &[BriefLine]| -> Vec<Value> {
        lines.iter().map(|line| json!({ "text": line.text, "ref": line.reference, "at_ms": line.at })).collect()
    };
    let turns: Vec<Value> = part
        .turns
        .iter()
        .map(|told| {
            json!({
                "asked": told.asked, "by": if told.by_program { "program" } else { "user" }, "ref": told.reference,
                "at_ms": told.at, "said": told.longest.as_ref().map(|said| &said.text),
                "said_ref": told.longest.as_ref().and_then(|said| said.reference.as_ref()), "did": told.done,
            })
        })
        .collect();
    json!({ "session": part.session, "title": part.heading, "standing": lines(&part.standing), "turns": turns })
}
