//! The context of a session over its calls, folded by a replay of its transcript.

use serde_json::{Value, json};

use crate::error::WebError;
use crate::request::Query;
use crate::store_pool::StorePool;
use ctx_capture::prices;
use ctx_memory::import::find;
use ctx_model::{Error, Result};
use ctx_proxy::fold::live::LiveFoldReport;
use ctx_proxy::fold::{FoldHost, Transcript, bill};
use ctx_store::StatsScope;

/// The object that `ctx stats --fold --json` prints for a session.
pub fn fold_context_json(pool: &StorePool<'_>, query: &Query) -> Result<Value> {
    let name = query.required("name")?;
    let context = pool.context;
    pool.cached_or_computed_value(&format!("context {name}"), || {
        let path = find::find_session_transcript(&context.env.agent_homes(), name)
            .ok_or_else(|| WebError::NoTranscript(name.to_owned()))?;
        let bytes = std::fs::read(&path).map_err(|error| Error::unreadable(&path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let transcript = Transcript::from_file_text(&text);
        let (masker, readers) = (context.new_masker(), context.user_readers());
        let price = |model: &str| prices::price_of_model(model, &context.config.prices);
        let mut host = FoldHost::new(&masker, &readers);
        let session = bill::compute_transcript_bill(name.to_owned(), &transcript, &price, &mut host);
        let session = session.ok_or_else(|| WebError::NoConversation(path.display().to_string()))?;
        let mut object = json!(session);
        // Requests that went through the proxy, in whatever session: the proxy does not know the agent's.
        object["live"] = pool.with_local_store(|store| {
            Ok(LiveFoldReport::from_sums(
                store.fold_totals_by_session(StatsScope::All)?,
                store.fold_rule_counts(StatsScope::All)?,
                &price,
            )
            .to_json())
        })?;
        Ok(object)
    })
}
