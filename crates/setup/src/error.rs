//! Why ctx is not put into an agent's settings, or a hook has no answer: one variant for each reason.

use std::path::PathBuf;

use ctx_model::Error;
use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    #[error("no directory for what was there before: neither CTX_HOME nor HOME is set")]
    NoDirectory,
    #[error("not written by ctx: {}", .0.join(", "))]
    NotOurs(Vec<String>),
    /// Files that do not fit, a line each.
    #[error("{}", .0.join("\nctx: "))]
    Unfit(Vec<String>),
    #[error("{} changed while ctx was reading it", .0.display())]
    ChangedMeanwhile(PathBuf),
    #[error("{0}")]
    NothingChanged(#[source] Error),
    #[error("{source}; and could not be put back: {}", stuck.join("; "))]
    Stuck { source: Error, stuck: Vec<String> },
    /// The payload of a hook.
    #[error("{0}")]
    Payload(&'static str),
}

impl TypedError for SetupError {
    fn kind(&self) -> ErrorKind {
        match self {
            SetupError::NoDirectory | SetupError::Stuck { .. } | SetupError::Payload(_) => ErrorKind::Failed,
            _ => ErrorKind::Refused,
        }
    }

    fn hint(&self) -> Option<String> {
        let hint = match self {
            SetupError::NoDirectory => "set CTX_HOME to a directory of your own",
            SetupError::NotOurs(_) => "nothing was changed; give the plugin its own directory",
            SetupError::Unfit(_) => "nothing was changed; correct it first, or name only the agents that are meant",
            SetupError::NothingChanged(_) => "nothing was changed",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
