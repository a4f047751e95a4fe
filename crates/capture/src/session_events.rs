//! Events that a command run through ctx adds to its session; most commands add none.

use crate::command;
use crate::event_words::shorten_to_line;
use ctx_model::{EventCategory, EventsOfFinishedEntry, Scope, SessionEvent};
use ctx_shell::attempt;

/// How a command ended, as far as events care.
pub struct CommandOutcome<'a> {
    pub command: &'a str,
    /// The command with secrets masked: masking comes before cutting, because half a secret is not recognised any more.
    pub masked: &'a str,
    pub code: Option<i32>,
    pub failed: bool,
    /// The first error found.
    pub message: Option<&'a str>,
    pub at: i64,
}

/// Events of a finished command; most have none.
pub fn session_changes_from_outcome(scope: &Scope, ended: &CommandOutcome<'_>) -> EventsOfFinishedEntry {
    let project = scope.project.to_string_lossy().into_owned();
    if ended.failed {
        let key = attempt::attempt_key(ended.command);
        if attempt::exit_code_means_no(ended.command, ended.code) || attempt::is_read_only_line(ended.command) {
            return EventsOfFinishedEntry::default();
        }
        let shown = command::shorten_command_to_line(ended.masked, 80);
        let words = match ended.message {
            Some(message) => shorten_to_line(&format!("{shown}: {message}"), 240),
            None => shown,
        };
        return EventsOfFinishedEntry {
            events: vec![new_session_event(scope, EventCategory::Error, key, words, ended.at)],
            resolved: None,
        };
    }
    let noticed = command::find_git_and_install_events(ended.masked);
    let events =
        noticed.into_iter().map(|(category, key, text)| new_session_event(scope, category, key, text, ended.at));
    EventsOfFinishedEntry {
        events: events.collect(),
        resolved: (ended.code == Some(0)).then(|| (project, ended.command.to_owned())),
    }
}

/// An event of this session, now.
pub fn new_session_event(scope: &Scope, category: EventCategory, key: String, text: String, at: i64) -> SessionEvent {
    SessionEvent {
        category,
        key,
        text,
        at,
        session: scope.session.clone(),
        project: Some(scope.project.to_string_lossy().into_owned()),
        branch: scope.branch.clone(),
        entry: None,
        closed_at: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_commands_add_nothing() {
        let scope = Scope { project: "/shop".into(), branch: None, session: "s".into() };
        let feed = |command: &str, code: i32, message: Option<&str>| {
            session_changes_from_outcome(
                &scope,
                &CommandOutcome { command, masked: command, code: Some(code), failed: code != 0, message, at: 1 },
            )
        };
        assert!(feed("ls -la", 0, None).events.is_empty());
        assert_eq!(
            feed("cd x && npm test | tail", 0, None).resolved,
            Some(("/shop".into(), "cd x && npm test | tail".into()))
        );
        assert_eq!(feed("grep x y", 1, None), EventsOfFinishedEntry::default());
        assert_eq!(feed("cat missing", 1, None), EventsOfFinishedEntry::default());
        let failed = feed("npm test", 1, Some("expected 200 to be 401"));
        assert_eq!(failed.events[0].text, "npm test: expected 200 to be 401");
        let written = feed("cd a && make $(go list -m)", 2, None).events.remove(0);
        assert_eq!((&*written.text, &*written.key), ("cd a && make $(go list -m)", "make $(go list -m)"));
        assert_eq!(feed("git commit -m x", 0, None).events[0].category, EventCategory::Git);
    }
}
