//! Why there is no proxy, or no folded copy of a session. Errors of the store and of files pass through.

use std::path::PathBuf;

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProxyError {
    #[error("no way is known to fold the requests of {0}")]
    NoWay(&'static str),
    #[error("{agent}: {why}")]
    CannotLead { agent: &'static str, why: String },
    #[error("{0} takes another address only among its arguments, which every user of this machine can read")]
    ShowsSecret(&'static str),
    #[error("the proxy of this environment speaks {0}, which ctx does not")]
    OtherProxy(String),
    #[error("this system does not say whose a connection is, so anybody could use the proxy")]
    Unproven,
    #[error("no root certificates found on this machine")]
    NoCertificates,
    #[error("the system gives no random numbers for {what}")]
    NoRandom { what: &'static str, source: Option<std::io::Error> },
    #[error("the proxy: {0}")]
    Task(#[source] serde_json::Error),
    #[error("the proxy: {0}")]
    NotStarted(String),
    #[error("this command is for ctx itself")]
    NotForPeople(#[source] serde_json::Error),
    #[error("{0} is not UTF-8 text; nothing was folded")]
    NotText(PathBuf),
    #[error("{0} is not a transcript of Claude Code or Codex")]
    NotATranscript(PathBuf),
    #[error("{0} exists already")]
    Exists(PathBuf),
}

impl TypedError for ProxyError {
    fn kind(&self) -> ErrorKind {
        use ProxyError::*;
        match self {
            NoWay(_) | NotText(_) | NotATranscript(_) => ErrorKind::Absent,
            CannotLead { .. } | ShowsSecret(_) | OtherProxy(_) | Unproven => ErrorKind::Refused,
            NotForPeople(_) => ErrorKind::Usage,
            NoCertificates | NoRandom { .. } | Task(_) | NotStarted(_) | Exists(_) => ErrorKind::Failed,
        }
    }

    fn hint(&self) -> Option<String> {
        use ProxyError::*;
        let hint = match self {
            NoWay(agent) | ShowsSecret(agent) | CannotLead { agent, .. } => {
                return Some(format!("ctx agent {agent} starts it without --fold"));
            }
            OtherProxy(_) | Unproven => "start the agent without --fold",
            NoCertificates => "install ca-certificates, or name a file of them in SSL_CERT_FILE",
            NotForPeople(_) => "ctx agent NAME --fold starts an agent",
            NotATranscript(_) => "name a .jsonl file below ~/.claude/projects or ~/.codex/sessions, or its session id",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
