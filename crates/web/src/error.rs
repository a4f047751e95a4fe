//! Why the page gets no answer: one variant for each reason, with its hint and its kind.

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebError {
    #[error("missing field `{0}`")]
    MissingField(&'static str),
    #[error("missing parameter `{0}`")]
    MissingParameter(String),
    #[error("'{0}' is not a whole reference")]
    NotWhole(String),
    #[error("nothing was forgotten: the confirmation names another entry")]
    NotConfirmed,
    #[error("{0} is another machine's; only that one may change it")]
    OtherMachine(String),
    #[error("{0} is still running")]
    Running(String),
    #[error("the hub does not know what {what} on other machines")]
    NotOnHub { what: &'static str, instead: &'static str },
    #[error("the bytes of {0} have expired")]
    Expired(String),
    #[error("no session '{0}'")]
    NoSession(String),
    #[error("no transcript of session '{0}' is on this machine")]
    NoTranscript(String),
    #[error("{0} holds no conversation")]
    NoConversation(String),
    #[error("neither a session nor an entry: '{0}'")]
    Unknown(String),
    #[error("'{name}' is ambiguous: {}", candidates.join(", "))]
    Ambiguous { name: String, candidates: Vec<String> },
    #[error("the system gives no random numbers for the page's address")]
    NoRandom,
    #[error("an earlier question to the hub failed badly")]
    HubBroken,
    /// A mistake of the page itself, which its tests find.
    #[error("{0}")]
    Page(String),
}

impl TypedError for WebError {
    fn kind(&self) -> ErrorKind {
        use WebError::*;
        match self {
            MissingField(_) | MissingParameter(_) | NotWhole(_) | NotConfirmed => ErrorKind::Usage,
            OtherMachine(_) | Running(_) => ErrorKind::Refused,
            NoRandom | HubBroken | Page(_) => ErrorKind::Failed,
            _ => ErrorKind::Absent,
        }
    }

    fn hint(&self) -> Option<String> {
        use WebError::*;
        let hint = match self {
            NotOnHub { instead, .. } => return Some(format!("ctx web without --hub shows the {instead} of this one")),
            Expired(_) => "what was shown then is left; ctx.toml sets how long bytes are kept",
            NoSession(_) => "the list of sessions has them all",
            NoTranscript(_) => "the context is known of sessions of Claude Code and Codex whose transcripts are here",
            Unknown(_) => "ctx history and ctx history --sessions list them",
            Ambiguous { .. } => "write one more character",
            HubBroken => "start ctx web again",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
