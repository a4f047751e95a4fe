//! Sending what waits where nobody waits for it: beside a run that waits for its child, and after a session's end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::open::Hub;
use super::push::PushTotals;
use super::seal::TeamCipher;
use ctx_capture::Config;
use ctx_capture::record::recorder::StopThreadOnDrop;
use ctx_capture::sys::{lower_thread_priority, start_ctx_in_background};
use ctx_model::{Env, Result, unix_time_ms};
use ctx_search as search;
use ctx_secrets::Masker;
use ctx_store::Store;

/// A child that takes longer than this gives the time for it.
const SOON: Duration = Duration::from_millis(300);
/// The first pause after a failure, and the longest.
const FIRST: i64 = 5_000;
const LONGEST: i64 = 3_600_000;
/// The pause after the hub refused one project.
const REFUSED: i64 = 600_000;

/// Background work while a child runs: indexing first, then a push to the hub.
pub fn start_indexing_and_push_while_child_runs(
    env: &Env,
    store: &Store,
    row: i64,
    masker: &Masker,
) -> Option<StopThreadOnDrop> {
    let indexing = search::start_indexing_thread(store, row, masker);
    if !is_sync_due(store) {
        return indexing;
    }
    let stop = indexing.as_ref().map_or_else(|| Arc::new(AtomicBool::new(false)), |indexing| indexing.0.clone());
    let (asked, dir, masker, env) =
        (stop.clone(), store.database_path().parent()?.to_owned(), masker.without_state(), env.clone());
    let started = std::thread::Builder::new().spawn(move || {
        lower_thread_priority();
        let over = || asked.load(Ordering::Relaxed);
        let begun = Instant::now();
        while begun.elapsed() < SOON && !over() {
            std::thread::sleep(Duration::from_millis(20));
        }
        if over() {
            return;
        }
        let (config, _) = Config::load_or_defaults(&env);
        let Ok(mut store) = Store::open(&dir) else { return };
        // Somebody else sends already.
        let Some(_lock) = store.take_hub_lock(false) else { return };
        let _ = push_and_fetch(&env, &config, &mut store, &masker, &over);
    });
    indexing.or_else(|| started.is_ok().then(|| StopThreadOnDrop(stop)))
}

/// Whether something waits and the hub may be tried: one look at a small table for those who share nothing.
fn is_sync_due(store: &Store) -> bool {
    store.has_unsent_changes().is_ok_and(|waits| waits)
        && store.hub_identity_and_sync_state().is_ok_and(|state| state.next_at <= unix_time_ms())
}

/// Sends what waits and fetches what others said; how it went is kept for `status`.
pub fn push_and_fetch(
    env: &Env,
    config: &Config,
    store: &mut Store,
    masker: &Masker,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<PushTotals> {
    let mut sync_once = || -> Result<PushTotals> {
        let seal = TeamCipher::for_sending(env, config)?;
        let mut hub = Hub { seal, ..Hub::open(env, config, store)? };
        if hub.writes {
            hub.register_machine(store, config.hub.name.as_deref())?;
        }
        let pushed = hub.push_changes(store, masker, stop)?;
        if !stop() {
            hub.fetch_team_news(store)?;
        }
        Ok(pushed)
    };
    let done = sync_once();
    let mut state = store.hub_identity_and_sync_state()?;
    let now = unix_time_ms();
    match &done {
        Ok(pushed) => {
            state.synced_at = Some(now);
            (state.error, state.failed_at, state.tries, state.next_at) = (None, None, 0, 0);
            // What was refused still waits, but is not tried with every run.
            if let Some((name, why)) = pushed.refused.first() {
                (state.error, state.failed_at) = (Some(format!("{name}: {why}")), Some(now));
                state.next_at = now + REFUSED;
            }
        }
        Err(error) => {
            state.error = Some(error.to_string());
            state.failed_at = Some(now);
            state.tries += 1;
            state.next_at = now + retry_pause_ms(state.tries, now);
        }
    }
    store.save_machine_name_and_sync_result(&state)?;
    done
}

/// Longer after each failure, and differently on each machine.
fn retry_pause_ms(tries: i64, now: i64) -> i64 {
    let full = FIRST.saturating_mul(1 << tries.clamp(1, 16).saturating_sub(1)).min(LONGEST);
    let spread = now.wrapping_mul(0x5851_f42d_4c95_7f2d_u64 as i64).rotate_left(17).rem_euclid(1000);
    full / 2 + full * spread / 1000
}

/// Starts a sync of its own that outlives us, where something waits.
pub fn start_sync_process_if_due(env: &Env, store: &Store) {
    // One at a time: whoever sends now sends this as well.
    if is_sync_due(store) && store.take_hub_lock(false).is_some() {
        start_ctx_in_background(&env.cwd, &["hub", "sync", "--quiet"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour_and_differ() {
        for (tries, least, most) in [(1, 2_500, 7_500), (4, 20_000, 60_000), (40, 1_800_000, 5_400_000)] {
            for now in 0..200 {
                assert!(
                    (least..=most).contains(&retry_pause_ms(tries, now)),
                    "{tries} {now} {}",
                    retry_pause_ms(tries, now)
                );
            }
        }
        let different: std::collections::HashSet<i64> = (0..50).map(|now| retry_pause_ms(3, now)).collect();
        assert!(different.len() > 30);
    }
}
