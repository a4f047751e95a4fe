//! Events: what happened in a session, in words short enough for a brief, each with its weight.

/// The kind of an event. The order is that of the brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
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
const TABLE: [(Category, &str, u8); 25] = [
    (Category::Prompt, "prompt", 1),
    (Category::Task, "task", 1),
    (Category::Decision, "decision", 1),
    (Category::Correction, "correction", 1),
    (Category::Error, "error", 1),
    (Category::Bug, "bug", 1),
    (Category::Rule, "rule", 1),
    (Category::Role, "role", 1),
    (Category::Edit, "edit", 2),
    (Category::Write, "write", 2),
    (Category::Git, "git", 2),
    (Category::Note, "note", 2),
    (Category::Summary, "summary", 2),
    (Category::Read, "read", 3),
    (Category::Subagent, "subagent", 3),
    (Category::Skill, "skill", 3),
    (Category::Environment, "environment", 3),
    (Category::Mcp, "mcp", 4),
    (Category::Data, "data", 4),
    (Category::Intent, "intent", 4),
    (Category::Question, "question", 4),
    (Category::Brief, "brief", 2),
    (Category::Report, "report", 3),
    (Category::Recap, "recap", 2),
    (Category::Choice, "choice", 2),
];

impl Category {
    fn table_row(self) -> &'static (Category, &'static str, u8) {
        &TABLE[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.table_row().1
    }

    pub fn from_name(name: &str) -> Option<Category> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    pub fn priority(self) -> u8 {
        self.table_row().2
    }
}

/// One event, as it is reported. The same key in the same session and category is the same event again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub category: Category,
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
    pub category: Category,
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
            (Category::Choice, _) | (_, Some("summary" | "recap" | "reply" | "report")) => "model",
            (_, Some("note")) => "note",
            _ => "user",
        }
    }
}

/// Rows that are written together with a finished entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionChanges {
    pub events: Vec<Event>,
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
            assert_eq!(Category::from_name(name), Some(category));
        }
    }
}
