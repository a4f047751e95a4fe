//! Where a text occurs in an entry, for "find" in the raw text.

use serde_json::{Value, json};

use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_model::Result;

/// Lines that are sent; further ones are not looked for.
const MOST: usize = 2_000;

/// The numbers of the lines that hold the text, whatever its case. Masked text is searched, as everywhere.
pub fn find_line_numbers_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let text = query.required("text")?.to_lowercase();
    pool.with_entry_view(query.required("ref")?, |view| {
        let mut lines = Vec::new();
        if !view.entry.expired && !text.is_empty() {
            view.for_each_line(1, u64::MAX, |number, line| {
                if line.to_lowercase().contains(&text) {
                    lines.push(number);
                }
                lines.len() <= MOST
            })?;
        }
        let more = lines.len() > MOST;
        lines.truncate(MOST);
        Ok(json!({ "ref": view.entry.id.as_str(), "lines": lines, "more": more }))
    })
}
