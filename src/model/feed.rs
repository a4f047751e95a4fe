//! What an entry that ends adds to a session.

use super::Event;

/// What is to be written with an entry that ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    pub events: Vec<Event>,
    /// The project, and the command that succeeded in it: the errors that it settles are resolved.
    pub resolved: Option<(String, String)>,
}
