//! The days on which something was stored, by the order of entries: how old an entry is at least, whatever the clock says.
//! A clock that jumps ahead adds one day to it, not as many as it jumped over.

use crate::sql::ReadQueries;
use rusqlite::Connection;

pub const DAY_MS: i64 = 86_400_000;
/// A clock may jump this often: so many days of use are not believed.
const JUMPS: u32 = 3;
/// At most so many entries of a new day are there when it is noted.
const OF_TODAY: i64 = 1000;

/// Notes that the store is used today.
pub fn record_use_today(db: &Connection, now: i64) -> rusqlite::Result<()> {
    let today = now.div_euclid(DAY_MS);
    // A day that is still to come was a mistake of the clock.
    db.execute("DELETE FROM day_of_use WHERE day > ?1", [today])?;
    let newest: i64 = db.row("SELECT coalesce(max(id), 0) FROM entry", [])?;
    let earlier: Option<i64> = db.first(
        "SELECT id FROM entry WHERE id > ?1 AND coalesce(stored_at, started_at) / ?2 <> ?3 ORDER BY id DESC LIMIT 1",
        [newest - OF_TODAY, DAY_MS, today],
    )?;
    let upto = earlier.unwrap_or((newest - OF_TODAY).max(0));
    db.execute("INSERT OR IGNORE INTO day_of_use VALUES (?1, ?2)", [today, upto])?;
    // The number of an entry that was forgotten may be given to a new one.
    db.execute("UPDATE day_of_use SET upto = ?1 WHERE upto > ?1", [newest]).map(drop)
}

/// The newest entry after which the store was used on at least this many days, however the clock jumped.
pub fn newest_entry_older_than_days_of_use(db: &Connection, days: u32) -> rusqlite::Result<i64> {
    if days == 0 {
        return Ok(i64::MAX);
    }
    let sql = "SELECT upto FROM day_of_use ORDER BY upto DESC LIMIT 1 OFFSET ?1";
    let found = db.first(sql, [days.saturating_add(JUMPS) - 1])?;
    Ok(found.unwrap_or(0))
}
