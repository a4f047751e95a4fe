//! Parameters that several questions share.

use std::borrow::Cow;

use crate::desk::Desk;
use crate::request::Query;
use ctx_model::error::{Error, Result};

pub fn wanted<'q>(query: &'q Query, name: &str) -> Result<&'q str> {
    query.get(name).ok_or_else(|| Error::usage(format_args!("missing parameter `{name}`")))
}

/// The project that is meant; none for all of them, which a hub does not have.
pub fn project<'q>(desk: &Desk<'_>, query: &'q Query) -> Option<Cow<'q, str>> {
    match query.get("project") {
        Some(name) => Some(name.into()),
        None if desk.has_hub() => Some(desk.here().into()),
        None => None,
    }
}
