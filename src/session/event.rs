//! Events: what happened in a session, in words short enough for a brief, each with its weight.

/// What kind of thing happened. The order is that of the brief.
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
    /// What the agent asked last, with options to choose from.
    Question,
}

impl Category {
    pub const ALL: [Category; 21] = [
        Category::Prompt,
        Category::Task,
        Category::Decision,
        Category::Correction,
        Category::Error,
        Category::Bug,
        Category::Rule,
        Category::Role,
        Category::Edit,
        Category::Write,
        Category::Git,
        Category::Note,
        Category::Summary,
        Category::Read,
        Category::Subagent,
        Category::Skill,
        Category::Environment,
        Category::Mcp,
        Category::Data,
        Category::Intent,
        Category::Question,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Category::Prompt => "prompt",
            Category::Task => "task",
            Category::Decision => "decision",
            Category::Correction => "correction",
            Category::Error => "error",
            Category::Bug => "bug",
            Category::Rule => "rule",
            Category::Role => "role",
            Category::Edit => "edit",
            Category::Write => "write",
            Category::Git => "git",
            Category::Note => "note",
            Category::Summary => "summary",
            Category::Read => "read",
            Category::Subagent => "subagent",
            Category::Skill => "skill",
            Category::Environment => "environment",
            Category::Mcp => "mcp",
            Category::Data => "data",
            Category::Intent => "intent",
            Category::Question => "question",
        }
    }

    pub fn named(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.name() == name)
    }

    /// 1 matters most; when a session has too many events, the highest number goes first.
    pub fn priority(self) -> u8 {
        match self {
            Category::Prompt | Category::Task | Category::Decision | Category::Correction => 1,
            Category::Error | Category::Bug | Category::Rule | Category::Role => 1,
            Category::Edit | Category::Write | Category::Git | Category::Note | Category::Summary => 2,
            Category::Read | Category::Subagent | Category::Skill | Category::Environment => 3,
            Category::Mcp | Category::Data | Category::Intent | Category::Question => 4,
        }
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
pub struct Record {
    pub category: Category,
    pub key: String,
    pub text: String,
    pub at: i64,
    pub first_at: i64,
    pub count: u64,
    pub session: String,
    pub project: Option<String>,
    pub branch: Option<String>,
    /// The id of the entry that holds the whole of it.
    pub reference: Option<String>,
    pub closed_at: Option<i64>,
    pub closed_by: Option<String>,
    pub pinned: bool,
}
