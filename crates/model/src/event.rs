//! Events: what happened in a session, in words short enough for a brief, each with its weight.

/// The kind of an event. The order is that of the brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EventCategory {
    Prompt,
    Task,
    Decision,
    Correction,
    Error,
    Bug,
    Rule,
    Role,
    Edit,
    Write,
    Git,
    Note,
    Summary,
    Read,
    Subagent,
    Skill,
    Environment,
    Mcp,
    Data,
    Intent,
    /// The agent's last question, with its options.
    Question,
    /// A prompt that a program wrote.
    Brief,
    /// The final report of a sub-agent.
    Report,
    /// The host's account of the work so far.
    Recap,
    /// What the model chose, with its reason.
    Choice,
}

/// The name of each in columns and JSON, and its weight: 1 matters most; when a session has too many events, those with
/// the highest number are dropped first.
const TABLE: [(EventCategory, &str, u8); 25] = [
    (EventCategory::Prompt, "prompt", 1),
    (EventCategory::Task, "task", 1),
    (EventCategory::Decision, "decision", 1),
    (EventCategory::Correction, "correction", 1),
    (EventCategory::Error, "error", 1),
    (EventCategory::Bug, "bug", 1),
    (EventCategory::Rule, "rule", 1),
    (EventCategory::Role, "role", 1),
    (EventCategory::Edit, "edit", 2),
    (EventCategory::Write, "write", 2),
    (EventCategory::Git, "git", 2),
    (EventCategory::Note, "note", 2),
    (EventCategory::Summary, "summary", 2),
    (EventCategory::Read, "read", 3),
    (EventCategory::Subagent, "subagent", 3),
    (EventCategory::Skill, "skill", 3),
    (EventCategory::Environment, "environment", 3),
    (EventCategory::Mcp, "mcp", 4),
    (EventCategory::Data, "data", 4),
    (EventCategory::Intent, "intent", 4),
    (EventCategory::Question, "question", 4),
    (EventCategory::Brief, "brief", 2),
    (EventCategory::Report, "report", 3),
    (EventCategory::Recap, "recap", 2),
    (EventCategory::Choice, "choice", 2),
];

impl EventCategory {
    fn table_row(self) -> &'static (EventCategory, &'static str, u8) {
        &TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.table_row().1
    }

    pub fn from_name(name: &str) -> Option<EventCategory> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    pub fn priority(self) -> u8 {
        self.table_row().2
    }
}

/// One event, as it is reported. The same key in the same session and category is the same event again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionEvent {
    pub category: EventCategory,
    pub key: String,
    /// Empty to leave the words of the event that is there already.
    pub text: String,
    pub at: i64,
    pub session: String,
    pub project: Option<String>,
    pub branch: Option<String>,
    /// The row of the entry that holds the whole of it.
    pub entry: Option<i64>,
    /// When it was done, resolved or taken back.
    pub closed_at: Option<i64>,
}

/// An event as it stands in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub category: EventCategory,
    pub key: String,
    pub text: String,
    pub at: i64,
    pub first_at: i64,
    pub count: u64,
    pub session: String,
    pub project: Option<String>,
    pub branch: Option<String>,
    /// The id of the entry that holds the whole of it, and the role of that entry, else its kind.
    pub reference: Option<String>,
    pub role: Option<String>,
    pub closed_at: Option<i64>,
    pub closed_by: Option<String>,
    pub pinned: bool,
}

impl StoredEvent {
    /// Who said it: the user, the model, or whoever wrote the note.
    pub fn speaker_name(&self) -> &'static str {
        match (self.category, self.role.as_deref()) {
            (EventCategory::Choice, _) | (_, Some("summary" | "recap" | "reply" | "report")) => "model",
            (_, Some("note")) => "note",
            _ => "user",
        }
    }
}

/// Rows that are written together with a finished entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventsOfFinishedEntry {
    pub events: Vec<SessionEvent>,
    /// The project, and the command that succeeded in it: the errors that it settles are resolved.
    pub resolved: Option<(String, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_is_in_its_row() {
        for (at, (category, name, priority)) in TABLE.into_iter().enumerate() {
            assert_eq!((category as usize, category.name(), category.priority()), (at, name, priority));
            assert_eq!(EventCategory::from_name(name), Some(category));
        }
    }
}
