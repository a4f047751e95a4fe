//! Parameters that several questions share.

use std::borrow::Cow;

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::Result;

pub fn required_parameter<'q>(query: &'q Query, name: &str) -> Result<&'q str> {
    Ok(query.get(name).ok_or_else(|| WebError::MissingParameter(name.to_owned()))?)
}

/// The project that is meant; none for all of them, which a hub does not have.
pub fn project_parameter<'q>(pool: &StorePool<'_>, query: &'q Query) -> Option<Cow<'q, str>> {
    match query.get("project") {
        Some(name) => Some(name.into()),
        None if pool.has_hub() => Some(pool.project_at_start().into()),
        None => None,
    }
}
