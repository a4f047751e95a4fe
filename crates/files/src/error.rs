//! Why a file is not read or changed: one variant for each reason, with its hint and its kind.

use std::path::PathBuf;

use ctx_model::error::{ErrorKind, TypedError};
use ctx_text::{format_count, format_size};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    #[error("{}: too many symlinks", .0.display())]
    TooManyLinks(PathBuf),
    #[error("{} is a directory", .0.display())]
    Directory(PathBuf),
    #[error("{} is not a regular file", .0.display())]
    NotRegular(PathBuf),
    #[error("{} is too large ({})", path.display(), format_size(*bytes))]
    TooLarge { path: PathBuf, bytes: u64 },
    #[error("{} is read-only", .0.display())]
    ReadOnly(PathBuf),
    #[error("{} changed while it was being edited", .0.display())]
    ChangedMeanwhile(PathBuf),
    #[error("{} was created meanwhile", .0.display())]
    CreatedMeanwhile(PathBuf),
    #[error("cannot create a file in {}: {source}", dir.display())]
    NotWritable { dir: PathBuf, source: std::io::Error },
    #[error("the directory {} does not exist", .0.display())]
    NoDirectory(PathBuf),
    #[error("writing in {}: {source}", dir.display())]
    Making { dir: PathBuf, source: std::io::Error },
    #[error("writing {}: {source}; nothing was changed", path.display())]
    Writing { path: PathBuf, source: std::io::Error },
    #[error("the new text of {0} contains [masked:…], a placeholder for a secret")]
    HoldsMasks(String),
    #[error("{name} has changed on disk since {reference} {age}")]
    ChangedOnDisk { name: String, reference: String, age: String },
    #[error("{name} had {} (hard links), which keep the old text", format_count(*names, "other name"))]
    HardLinks { name: String, names: u64 },
    #[error("nothing to undo: no edit or write in this session")]
    NothingToUndo { session: String },
    #[error("the bytes of {0} before its last change have expired")]
    Expired(String),
    #[error("{name} {state} since {reference}")]
    ChangedSince { name: String, state: &'static str, reference: String, age: String },
}

impl TypedError for FileError {
    fn kind(&self) -> ErrorKind {
        use FileError::*;
        match self {
            Directory(_) | NotRegular(_) | TooLarge { .. } => ErrorKind::Usage,
            NoDirectory(_) | NothingToUndo { .. } | Expired(_) => ErrorKind::Absent,
            Making { .. } | Writing { .. } | HardLinks { .. } => ErrorKind::Failed,
            _ => ErrorKind::Refused,
        }
    }

    fn hint(&self) -> Option<String> {
        use FileError::*;
        Some(match self {
            Directory(path) => format!("ctx peek {} shows what is in it", path.display()),
            TooLarge { path, .. } => format!("ctx run -- sed -n '1,200p' {} reads a part of it", path.display()),
            ReadOnly(_) => "chmod u+w it first".to_owned(),
            ChangedMeanwhile(_) => "nothing was written; try again".to_owned(),
            CreatedMeanwhile(_) => "nothing was written; ctx file read shows its current content".to_owned(),
            NotWritable { .. } => "a file is replaced as a whole, so its directory must be writable".to_owned(),
            HoldsMasks(_) => "ctx file edit changes the lines around it; --force writes it as it is".to_owned(),
            ChangedOnDisk { name, .. } => format!("ctx file read {name} shows what changed; --force changes it anyway"),
            NothingToUndo { session } => format!("the session is {session}; CTX_SESSION names another"),
            Expired(_) => "ctx.toml sets how long bytes stay".to_owned(),
            ChangedSince { age, .. } => format!("nothing was undone; --force restores it as it was {age}"),
            _ => return None,
        })
    }
}
