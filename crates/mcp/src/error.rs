//! Why a call is not made: one variant for each mistake in it. All of them are the caller's.

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    #[error("no tool '{name}'")]
    NoTool { name: String, known: Vec<&'static str> },
    #[error("{tool}: {why}")]
    Input { tool: &'static str, why: String, fields: Vec<&'static str> },
    #[error("the steps are not a JSON array: {0}")]
    NotSteps(#[source] serde_json::Error),
    #[error("{count} steps; there must be 1 to {most}")]
    HowMany { count: usize, most: usize },
    #[error("invalid step '{step}'")]
    Step { step: String, known: Vec<&'static str> },
}

impl TypedError for CallError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Usage
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            CallError::NoTool { known, .. } => format!("tools: {}", known.join(", ")),
            CallError::Input { fields, .. } if fields.is_empty() => "its fields: it has no fields".to_owned(),
            CallError::Input { fields, .. } => format!("its fields: {}", fields.join(", ")),
            CallError::NotSteps(_) => return None,
            CallError::HowMany { .. } => "one a line: run: make".to_owned(),
            CallError::Step { known, .. } => format!("use VERB: TEXT with one of {}", known.join(", ")),
        })
    }
}
