//! Refusals: a rule of the user's settings forbids what was asked, or may forbid it.

use std::path::PathBuf;

use ctx_model::error::{ErrorKind, TypedError};

pub type Result<T> = std::result::Result<T, PermissionError>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PermissionError {
    #[error("{what} is denied by {rule} in {}", file.display())]
    Denied { what: String, rule: String, file: PathBuf },
    #[error("{what} is to be asked for, by {rule} in {}, and ctx cannot ask", file.display())]
    ToBeAsked { what: String, rule: String, file: PathBuf },
    #[error("{what} is refused because of {rule} in {}: {why}", file.display())]
    Unclear { what: String, rule: String, file: PathBuf, why: &'static str },
    /// Settings that cannot be understood: what they deny is not known.
    #[error("{}: {what}: {why}", file.display())]
    Settings { file: PathBuf, what: String, why: String },
}

impl TypedError for PermissionError {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Refused
    }

    fn hint(&self) -> Option<String> {
        let hint = match self {
            PermissionError::Denied { .. } => "only the author of that rule can lift it",
            PermissionError::ToBeAsked { .. } => "run it without ctx, so that the agent can ask",
            PermissionError::Unclear { .. } => {
                "write it plainly, or run it without ctx, so that the agent can judge it"
            }
            PermissionError::Settings { .. } => "correct it first: ctx cannot know what it denies",
        };
        Some(hint.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_message_and_hint() {
        let (what, rule, file) = (|| "rm".to_owned(), || "Bash(rm *)".to_owned(), || PathBuf::from("s.json"));
        let rows = [
            (
                PermissionError::Denied { what: what(), rule: rule(), file: file() },
                "rm is denied by Bash(rm *) in s.json",
                "only the author of that rule can lift it",
            ),
            (
                PermissionError::ToBeAsked { what: what(), rule: rule(), file: file() },
                "rm is to be asked for, by Bash(rm *) in s.json, and ctx cannot ask",
                "run it without ctx, so that the agent can ask",
            ),
            (
                PermissionError::Unclear { what: what(), rule: rule(), file: file(), why: "it is evaluated later" },
                "rm is refused because of Bash(rm *) in s.json: it is evaluated later",
                "write it plainly, or run it without ctx, so that the agent can judge it",
            ),
            (
                PermissionError::Settings {
                    file: file(),
                    what: "permissions".to_owned(),
                    why: "is not an object".to_owned(),
                },
                "s.json: permissions: is not an object",
                "correct it first: ctx cannot know what it denies",
            ),
        ];
        for (error, message, hint) in rows {
            assert_eq!((error.to_string().as_str(), error.hint().as_deref()), (message, Some(hint)));
        }
    }
}
