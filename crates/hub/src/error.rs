//! Why the hub does not do what it is asked: one variant for each reason, with its hint and its kind.

use std::time::Duration;

use super::client::DbFailure;
use ctx_model::Error;
use ctx_model::error::{ErrorKind, TypedError};

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HubError {
    #[error("no hub is known here")]
    NoHub,
    #[error("invalid hub URL: {0}")]
    Url(String),
    #[error("no place for ctx.toml: neither CTX_CONFIG nor HOME is set")]
    NoSettings,
    /// The connection failed, before or after it was made.
    #[error("the hub {place}: {source}")]
    Unreachable { place: String, source: DbFailure },
    #[error("the hub: {0}")]
    Lost(#[source] DbFailure),
    #[error("the hub: {0}")]
    NotLetIn(#[source] DbFailure),
    #[error("the hub's tables: {0}")]
    Tables(#[source] DbFailure),
    #[error("this database has no hub tables yet")]
    NoTables,
    #[error("the hub was changed by a newer ctx (schema {newest}, this one knows {known})")]
    Newer { newest: i32, known: i32 },
    #[error("the hub has schema {newest}, this ctx needs {known}")]
    Older { newest: i32, known: i32 },
    #[error("this user does not belong to the team {0} on the hub")]
    NotInTeam(String),
    #[error("this user belongs to no team on the hub")]
    NoTeam,
    #[error("this user belongs to several teams: {}", .0.join(", "))]
    SeveralTeams(Vec<String>),
    #[error("the team {0} is not on the hub")]
    UnknownTeam(String),
    #[error("the hub does not take this machine: it was revoked there, or its store was copied")]
    NotTaken,
    #[error("only the user who made the hub {0}")]
    OwnersOnly(&'static str),
    #[error("no other machine on the hub is called '{0}'")]
    UnknownMachine(String),
    #[error("'{user}' is no user of the team {team}")]
    UnknownUser { user: String, team: String },
    #[error("no entry [ctx:{0}] on the hub")]
    UnknownEntry(String),
    #[error("'{reference}' is ambiguous: {}", candidates.join(", "))]
    Ambiguous { reference: String, candidates: Vec<String> },
    /// What the hub sent is not what ctx stored there.
    #[error("{0}")]
    Damaged(String),
    #[error("the text of [ctx:{0}] on the hub is not what was sent")]
    DamagedText(String),
    #[error("the bytes of {0} do not open")]
    OtherKey(String),
    #[error("the hub has the masked text of {name}, not its bytes")]
    NoBytes { name: String, reference: String },
    #[error("the bytes of {0} are sealed")]
    Sealed(String),
    #[error("[hub] raw = true needs the team's key")]
    NoKey,
    #[error("the hub's team key is not 64 hexadecimal digits")]
    BadKey,
    #[error("[hub] {setting} printed nothing within {} s", time.as_secs())]
    Silent { setting: String, time: Duration },
    #[error("[hub] {setting} ended with {status}")]
    CommandFailed { setting: String, status: std::process::ExitStatus },
    #[error("the hub: no root certificates in {0}")]
    NoCertificates(String),
    #[error("TLS: {0}")]
    Tls(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("packing: {0}")]
    Packing(#[source] std::io::Error),
    /// Something of this machine failed on the way.
    #[error("{0}")]
    Failed(&'static str),
}

/// Whatever fails on a connection that was made.
impl From<DbFailure> for Error {
    fn from(failure: DbFailure) -> Error {
        HubError::Lost(failure).into()
    }
}

const LET_IN: &str = "whoever made the hub adds it: ctx hub init URL --team TEAM --writer USER";

impl TypedError for HubError {
    fn kind(&self) -> ErrorKind {
        use HubError::*;
        match self {
            Url(_) | NoKey | BadKey => ErrorKind::Usage,
            Newer { .. }
            | Older { .. }
            | NotInTeam(_)
            | NoTeam
            | SeveralTeams(_)
            | UnknownTeam(_)
            | NotTaken
            | OwnersOnly(_) => ErrorKind::Refused,
            Damaged(_) | DamagedText(_) | OtherKey(_) => ErrorKind::Damaged,
            NoSettings | Tables(_) | Tls(_) | Packing(_) | Failed(_) => ErrorKind::Failed,
            _ => ErrorKind::Absent,
        }
    }

    fn hint(&self) -> Option<String> {
        use HubError::*;
        let hint = match self {
            NoHub => "ctx hub join URL, or set CTX_HUB",
            Url(_) => "use postgres://USER@HOST:5432/DATABASE?sslmode=verify-full",
            NoSettings => "set CTX_HUB instead",
            Unreachable { source, .. } => source.connection_advice(),
            Lost(failure) if failure.sql_state().is_some_and(|code| code.starts_with("53")) => {
                "the hub is full or busy; what waits is sent later"
            }
            Lost(_) => "what waits is sent later; ctx hub status",
            NotLetIn(_) => "whoever made the hub lets a user in: ctx hub init URL --writer USER",
            NoTables => "ctx hub init URL makes its tables",
            Newer { .. } => "upgrade ctx; until then what waits stays here",
            Older { .. } => "ctx hub init URL brings it up to date",
            NotInTeam(_) | NoTeam => LET_IN,
            SeveralTeams(_) => "say which in ctx.toml: [hub] team = \"…\"",
            NotTaken => "ctx hub leave, then ctx hub join, makes it a new one",
            OwnersOnly("revokes") => "connect as that user: CTX_HUB=postgres://OWNER@… ctx hub revoke …",
            UnknownMachine(_) => "ctx hub status names them",
            UnknownUser { .. } => "ctx hub members lists them",
            UnknownEntry(_) => "ctx history --hub lists the entries; ctx hub status names the machines",
            DamagedText(_) => "whoever sent it can send it again: ctx hub share there",
            Ambiguous { .. } => "write one more character",
            NoBytes { reference, .. } => {
                return Some(format!("ctx get {reference} --all prints the text; [hub] raw = true there sends bytes"));
            }
            Sealed(_) => "set the team's key: CTX_HUB_KEY, or [hub] key_command in ctx.toml",
            OtherKey(_) => "they were sealed with another team key, or changed on the hub",
            NoKey => "set CTX_HUB_KEY or [hub] key_command; openssl rand -hex 32 makes a key",
            BadKey => "openssl rand -hex 32 makes one; every machine of the team has the same in CTX_HUB_KEY",
            NoCertificates(_) => "install ca-certificates, or name the file in the address: ?sslrootcert=FILE",
            _ => return None,
        };
        Some(hint.to_owned())
    }
}
