//! Why a page was not fetched: one variant for each reason, with its hint and its kind.

use std::time::Duration;

use super::Url;
use ctx_model::error_kind::ErrorKind;
use ctx_text::{format_duration, format_size};

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("'{text}' {why}")]
    NotAUrl { text: String, why: &'static str },
    #[error("{from} redirects to an invalid address: {source}")]
    BadRedirect { from: Url, source: Box<Error> },
    #[error("{from} redirects without a Location")]
    NoLocation { from: Url },
    #[error("{from} redirects to {to}, which is not encrypted")]
    Unencrypted { from: Url, to: Url },
    #[error("{start} redirects more than {hops} times")]
    TooManyRedirects { start: Url, hops: usize, last: Url },
    #[error("{url}: the server answered {status}")]
    Status { url: Url, status: String },
    #[error("{url}: unsupported content encoding {encoding}")]
    Encoding { url: Url, encoding: String },
    #[error("{url} is larger than {}", format_size(*limit))]
    TooLarge { url: Url, limit: u64 },
    #[error("{url}: no root certificates found on this machine")]
    NoCertificates { url: Url },
    #[error("{url} is not fetched: {host} belongs to {whose}")]
    Private { url: Url, host: String, whose: &'static str, hint: &'static str },
    #[error("{url} did not answer within {}", format_duration(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))]
    TimedOut { url: Url, time: Duration },
    #[error("{url}: {why}")]
    Failed { url: Url, why: String },
    /// The caller does not permit a hop.
    #[error(transparent)]
    NotPermitted(ctx_model::error::Error),
}

impl Error {
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::NotAUrl { .. } => ErrorKind::Usage,
            Error::BadRedirect { .. }
            | Error::Unencrypted { .. }
            | Error::TooManyRedirects { .. }
            | Error::TooLarge { .. }
            | Error::Private { .. } => ErrorKind::Refused,
            Error::NoCertificates { .. } => ErrorKind::Failed,
            Error::TimedOut { .. } => ErrorKind::TimedOut,
            Error::NotPermitted(error) => error.kind(),
            _ => ErrorKind::Absent,
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Error::NotAUrl { .. } => "write it as https://host/path",
            Error::Unencrypted { .. } => "fetch that address directly if you mean it",
            Error::TooManyRedirects { last, .. } => return Some(format!("the last address was {last}")),
            Error::TooLarge { .. } => "nothing of it was kept; --max-size takes more",
            Error::NoCertificates { .. } => "install ca-certificates, or name a file of them in SSL_CERT_FILE",
            Error::Private { hint, .. } => hint,
            Error::TimedOut { .. } => "nothing of it was kept; --timeout gives more time",
            Error::Failed { .. } => "nothing of it was kept",
            Error::NotPermitted(error) => return error.hint().map(str::to_owned),
            _ => return None,
        };
        Some(hint.to_owned())
    }
}

impl From<Error> for ctx_model::error::Error {
    fn from(error: Error) -> ctx_model::error::Error {
        match error {
            Error::NotPermitted(error) => error,
            error => {
                let (kind, hint) = (error.kind(), error.hint());
                ctx_model::error::Error::from_typed_error(error, kind, hint.as_deref())
            }
        }
    }
}
