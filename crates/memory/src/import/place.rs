//! Where and when something in a transcript happened, as events and entries need it.

use ctx_model::{EventCategory, SessionEvent};
use ctx_store::{EntryKind, ImportedEntry};

/// Where and when an item happened, and the key that tells it from others.
pub struct TranscriptItemContext<'a> {
    pub agent: &'static str,
    pub session: String,
    pub cwd: Option<&'a str>,
    pub project: Option<String>,
    pub branch: Option<&'a str>,
    pub at: i64,
    pub key: [u8; 16],
    /// In a side conversation the agent asks, not the user.
    pub is_side: bool,
}

impl TranscriptItemContext<'_> {
    pub fn new_event(&self, category: EventCategory, key: impl Into<String>, text: impl Into<String>) -> SessionEvent {
        SessionEvent {
            category,
            key: key.into(),
            text: text.into(),
            at: self.at,
            session: self.session.clone(),
            project: self.project.clone(),
            branch: self.branch.map(str::to_owned),
            entry: None,
            closed_at: None,
        }
    }

    pub fn new_entry<'e>(&'e self, role: &'e str) -> ImportedEntry<'e> {
        ImportedEntry {
            kind: EntryKind::Import,
            agent: Some(self.agent),
            role: Some(role),
            cwd: self.cwd,
            project: self.project.as_deref(),
            branch: self.branch,
            session: Some(&self.session),
            started_at: self.at,
            ..ImportedEntry::default()
        }
    }

    pub fn key_as_hex(&self) -> String {
        self.key.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A path as the project sees it.
    pub fn relative_to_project<'p>(&self, path: &'p str) -> &'p str {
        let inside = self.project.as_deref().and_then(|project| path.strip_prefix(project)?.strip_prefix('/'));
        inside.unwrap_or(path)
    }
}

/// The key by which an item is recognised when it is met again: a hash of its id and its content.
pub(super) fn item_key(agent: &str, id: &str, kind: u8, content: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for part in [agent.as_bytes(), id.as_bytes(), &[kind]] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(content);
    let mut key = [0; 16];
    key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    key
}
