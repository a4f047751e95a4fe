//! Why a call is not made: one variant for each mistake in it. All of them are the caller's.

use ctx_model::error::{ErrorKind, TypedError};

use crate::tools::TOOLS;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    #[error("no tool '{0}'")]
    NoTool(String),
    #[error("{tool}: {why}")]
    Input { tool: &'static str, why: String },
    #[error("the steps are not a JSON array: {0}")]
    NotSteps(#[source] serde_json::Error),
    #[error("{count} steps; there must be 1 to {most}")]
    HowMany { count: usize, most: usize },
    #[error("invalid step '{0}'")]
    Step(String),
}

fn names(without: &str) -> String {
    TOOLS.iter().map(|tool| tool.name).filter(|name| *name != without).collect::<Vec<_>>().join(", ")
}

impl TypedError for CallError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Usage
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            CallError::NoTool(_) => format!("tools: {}", names("")),
            CallError::Input { tool, .. } => {
                let tool = TOOLS.iter().find(|known| known.name == *tool)?;
                let fields: Vec<&str> = tool.fields.iter().map(|field| field.name).collect();
                format!(
                    "its fields: {}",
                    if fields.is_empty() { "it has no fields".to_owned() } else { fields.join(", ") }
                )
            }
            CallError::NotSteps(_) => return None,
            CallError::HowMany { .. } => "one a line: run: make".to_owned(),
            CallError::Step(_) => format!("use VERB: TEXT with one of {}", names("batch")),
        })
    }
}
