//! Why a search fails by itself: its pattern, or the endpoint that embeds. Errors of the store pass through.

use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    #[error("--grep: {0}")]
    Pattern(#[source] regex::Error),
    #[error("[semantic] url = \"{url}\": {why}")]
    Url { url: String, why: String },
    #[error("[semantic] names no model")]
    NoModel,
    #[error("{url}: the answer is not JSON: {source}")]
    NotJson { url: String, source: serde_json::Error },
    #[error("{0}: the answer holds no vector for some text")]
    NoVector(String),
    /// What it answered, in words.
    #[error("{url} {said}")]
    Refused { url: String, said: String },
    #[error("{url} wants a key {said}")]
    WantsKey { url: String, said: String },
    #[error("the model gave {given} numbers a text, those that are kept have {kept}")]
    OtherModel { given: usize, kept: usize },
}

impl TypedError for SearchError {
    fn kind(&self) -> ErrorKind {
        match self {
            SearchError::Pattern(_) | SearchError::Url { .. } | SearchError::NoModel => ErrorKind::Usage,
            _ => ErrorKind::Failed,
        }
    }

    fn hint(&self) -> Option<String> {
        let hint = match self {
            SearchError::Pattern(_) => "quote signs with a backslash, or use words without --grep",
            SearchError::NoModel => "model = \"nomic-embed-text\" in ctx.toml",
            SearchError::WantsKey { .. } => "key_env = \"NAME\" below [semantic] names the variable that holds it",
            SearchError::OtherModel { .. } => {
                "another model needs another name in ctx.toml; all sections are then embedded anew"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
