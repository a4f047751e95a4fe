//! The hub: whether one is known, how much waits for it, and why.

use super::check::CheckResult;
use ctx_capture::Config;
use ctx_capture::ui::{format_age, format_count};
use ctx_model::Env;
use ctx_store::Store;

const AREA: &str = "hub";

/// Nothing if there is no hub. Uses no network: the result of the last sync is stored.
pub fn check_last_hub_sync(env: &Env, now: i64) -> Option<CheckResult> {
    let (config, _) = Config::load_or_defaults(env);
    let address = match ctx_hub::hub_address(env, &config) {
        Ok(address) => address?,
        Err(error) => {
            return Some(CheckResult::warn(AREA, error.to_string(), "correct [hub] url in ctx.toml, or CTX_HUB"));
        }
    };
    let store = Store::user_store_exists(env).then(|| Store::open_for_user(env).ok()).flatten()?;
    let (state, behind) = (store.hub_identity_and_sync_state().ok()?, store.unsent_count().ok()?);
    let waits = format_count(behind, "change");
    let place = address.without_password();
    Some(match state.error {
        Some(error) => {
            let age = state.failed_at.map_or(String::new(), |at| format!(", {}", format_age(now.saturating_sub(at))));
            CheckResult::warn(
                AREA,
                format!("{error} ({waits} to send{age})"),
                "ctx hub sync tries again; ctx hub status",
            )
        }
        None => CheckResult::ok(AREA, format!("{place}: {waits} to send")),
    })
}
