//! Parameters that several questions share.

use std::borrow::Cow;

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::{Error, Result};

pub fn required_parameter<'q>(query: &'q Query, name: &str) -> Result<&'q str> {
    query.get(name).ok_or_else(|| Error::usage(format_args!("missing parameter `{name}`")))
}

/// The project that is meant; none for all of them, which a hub does not have.
pub fn project_parameter<'q>(pool: &StorePool<'_>, query: &'q Query) -> Option<Cow<'q, str>> {
    match query.get("project") {
        Some(name) => Some(name.into()),
        None if pool.has_hub() => Some(pool.project_at_start().into()),
        None => None,
    }
}

/// For a question about what the hub is not told.
pub fn refuse_for_hub(pool: &StorePool<'_>, what: &str, instead: &str) -> Result<()> {
    match pool.has_hub() {
        true => Err(Error::absent(format_args!("the hub does not know what {what} on other machines"))
            .with_hint(format_args!("ctx web without --hub shows the {instead} of this one"))),
        false => Ok(()),
    }
}
