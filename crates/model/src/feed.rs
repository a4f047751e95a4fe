//! Changes that a finished entry makes to its session.

use super::Event;

/// Rows that are written together with a finished entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionChanges {
    pub events: Vec<Event>,
    /// The project, and the command that succeeded in it: the errors that it settles are resolved.
    pub resolved: Option<(String, String)>,
}
