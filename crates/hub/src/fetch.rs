//! Entries of the hub as a store in memory, so that every command that reads the local store can read them, too.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::error::HubError;
use super::open::Hub;
use ctx_model::{EventCategory, Finding, Result, Severity, StatusColumns, StoredEvent, unix_time_ms};
use ctx_store::{Entry, HubEntry, Store};
use ctx_text::{collapse_name_to_line, visible_char};

/// Bounded where somebody else chose the length: nothing larger is shown.
pub(super) const COLUMNS: &str = "e.origin::text, o.name, e.ref, left(e.kind, 20), left(e.command, 65536), CASE WHEN octet_length(e.argv) <= 262144 THEN e.argv END, \
    left(e.label, 1000), left(e.title, 1000), left(e.dir, 4096), left(e.branch, 500), left(e.session, 600), \
    e.exit_code, e.signal, e.timed_out, e.started_at, e.duration_ms, e.hash, e.raw_len, e.lines, e.expired, e.pinned, e.supersedes, \
    left(e.summary, 65536), left(e.reader, 60), left(e.agent, 60), left(e.role, 60), CASE WHEN octet_length(e.findings) <= 262144 THEN e.findings END";
pub(super) const FROM: &str = "ctx.entry e JOIN ctx.origin o ON o.id = e.origin";

/// Entries that are wanted of a project, newest first.
#[derive(Clone, Debug, Default)]
pub struct HubEntryFilter {
    pub branch: Option<String>,
    pub session: Option<String>,
    pub since: Option<i64>,
    pub limit: i64,
}

/// A row of the table, with the hash of its text.
pub(super) struct FetchedEntry {
    pub entry: HubEntry,
    pub hash: Option<Vec<u8>>,
}

/// `laptop/k7f2qa`, or the plain reference of what is ours. A session is of one machine as well: another one that calls its
/// own the same has another.
pub(super) fn reference_with_foreign_machine_name(origin: &str, me: &str, name: &str, own: &str) -> String {
    if origin == me { own.to_owned() } else { format!("{name}/{own}") }
}

/// None for a row that no ctx wrote: its reference would not be one.
pub(super) fn entry_from_row(row: &Row, me: &str, project: &str) -> Option<FetchedEntry> {
    let (origin, name, own): (&str, &str, &str) = (row.get(0), row.get(1), row.get(2));
    if !is_reference(own) {
        return None;
    }
    let named = |own: &str| reference_with_foreign_machine_name(origin, me, name, own);
    let line = |at: usize| row.get::<_, Option<&str>>(at).map(collapse_name_to_line);
    let text = |at: usize| row.get::<_, Option<&str>>(at).map(strip_control_chars);
    let findings: Option<&str> = row.get(26);
    let entry = HubEntry {
        reference: named(own),
        kind: collapse_name_to_line(row.get(3)),
        command: text(4),
        argv: row.get(5),
        label: line(6),
        title: line(7),
        cwd: line(8),
        project: project.to_owned(),
        branch: line(9),
        session: line(10).as_deref().map(named),
        status: StatusColumns { exit_code: row.get(11), signal: row.get(12), timed_out: row.get(13) },
        started_at: clamp_to_now(row.get(14)),
        duration_ms: row.get::<_, Option<i64>>(15).map(|ms| ms.max(0)),
        raw_len: row.get::<_, Option<i64>>(17).map(|len| len.max(0)),
        lines: row.get::<_, Option<i64>>(18).map(|lines| lines.max(0)),
        expired: row.get(19),
        pinned: row.get(20),
        supersedes: row.get::<_, Option<&str>>(21).filter(|own| is_reference(own)).map(named),
        summary: text(22),
        reader: line(23),
        agent: line(24),
        role: line(25),
        findings: findings.map(parse_findings).unwrap_or_default(),
        text: None,
    };
    Some(FetchedEntry { entry, hash: row.get(16) })
}

fn is_reference(own: &str) -> bool {
    (1..=40).contains(&own.len()) && own.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// A clock that is ahead puts nothing before what happened since.
fn clamp_to_now(at: i64) -> i64 {
    at.clamp(0, unix_time_ms())
}

/// Several lines without anything that steers a terminal.
fn strip_control_chars(text: &str) -> String {
    text.chars().filter_map(|c| if c == '\n' { Some(c) } else { visible_char(c) }).collect()
}

fn parse_findings(json: &str) -> Vec<Finding> {
    let rows: Vec<serde_json::Value> = serde_json::from_str(json).unwrap_or_default();
    // Each is a part of one line.
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().map(collapse_name_to_line);
    rows.iter()
        .map(|row| Finding {
            severity: Severity::from_name(row["severity"].as_str().unwrap_or_default()),
            location: text(row, "location"),
            message: text(row, "message").unwrap_or_default(),
            lines: (row["lines"][0].as_u64().unwrap_or(1), row["lines"][1].as_u64().unwrap_or(1)),
        })
        .collect()
}

impl Hub {
    /// A store with the newest entries of a project and what is said about them, without their texts.
    pub fn fetch_project_as_store(&mut self, name: &str, here: &str, wanted: &HubEntryFilter) -> Result<Store> {
        let (key, me, trusted) = (self.project_key(name)?, self.own_origin_id(), self.trusted.clone());
        let since = wanted.since.unwrap_or(i64::MIN);
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&key, &since, &wanted.limit];
        let mut sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE e.project = $1::text::uuid AND e.started_at >= $2");
        if let Some(branch) = &wanted.branch {
            values.push(branch);
            sql.push_str(&format!(" AND e.branch = ${}", values.len()));
        }
        if let Some(session) = &wanted.session {
            values.push(session);
            // With the machine's name before it, as it is shown here, or as it is called there.
            let at = values.len();
            sql.push_str(&format!(
                " AND (starts_with(e.session, ${at}) OR starts_with(o.name || '/' || e.session, ${at}))"
            ));
        }
        sql.push_str(" ORDER BY e.started_at DESC LIMIT $3");
        let rows = self.client.query(&sql, &values)?;
        let mut entries: Vec<HubEntry> =
            rows.iter().filter_map(|row| Some(entry_from_row(row, &me, here)?.entry)).collect();
        entries.reverse();
        let rows = self.client.query(
            "SELECT v.origin::text, o.name, v.category, left(v.key, 600), left(v.text, 8192), v.at, v.first_at, v.count, left(v.session, 600), left(v.branch, 500), \
             v.ref, v.closed_at, v.closed_by, v.pinned \
             FROM ctx.event v JOIN ctx.origin o ON o.id = v.origin WHERE v.project = $1::text::uuid AND v.at >= $2 ORDER BY v.at DESC LIMIT $3",
            &[&key, &since, &wanted.limit],
        )?;
        let records: Vec<StoredEvent> =
            rows.iter().filter_map(|row| event_from_row(row, &me, here, &trusted)).collect();
        let mut store = Store::open_in_memory()?;
        store.insert_hub_entries(&entries)?;
        store.insert_hub_events(&records)?;
        Ok(store)
    }

    /// One entry with its text, by the name of its origin and the beginning of its reference.
    pub fn fetch_entry_as_store(&mut self, origin: &str, prefix: &str) -> Result<(Store, Entry)> {
        let me = self.own_origin_id();
        let row = &self.find_entry_row(origin, prefix)?;
        let project: String = row.get(27);
        // Under its origin's name even where that is ours: it was asked for so.
        let as_ours = if origin == self.me.name.as_deref().unwrap_or_default() { "" } else { &me };
        let Some(FetchedEntry { mut entry, hash }) = entry_from_row(row, as_ours, row.get(28)) else {
            return Err(HubError::Damaged(format!("'{origin}/{prefix}' on the hub is no entry of ctx")).into());
        };
        if let Some(hash) = hash {
            let Some(text) = self.fetch_verified_text(&project, row.get(0), &hash)? else {
                return Err(HubError::DamagedText(entry.reference).into());
            };
            entry.text = Some(text);
        }
        let mut store = Store::open_in_memory()?;
        let admitted = store.insert_hub_entries(&[entry])?;
        let (row, _) = admitted.first().ok_or(HubError::Failed("the hub gave no entry"))?;
        let entry = store.entry_at_row(*row)?;
        Ok((store, entry))
    }

    /// Its row: the columns of an entry, the key and the name of its project.
    pub(super) fn find_entry_row(&mut self, origin: &str, prefix: &str) -> Result<Row> {
        let mut found = self
            .client
            .query(
                &format!(
                    "SELECT {COLUMNS}, e.project::text, p.name FROM {FROM} JOIN ctx.project p ON p.project = e.project \
                     WHERE e.project IN (SELECT project FROM ctx.project) AND o.name = $1 AND o.team = $2 AND e.ref >= $3 AND e.ref < $3 || '~' \
                     ORDER BY e.ref LIMIT 6"
                ),
                &[&origin, &self.team, &prefix],
            )?;
        match found.as_slice() {
            [_] => Ok(found.remove(0)),
            [] => Err(HubError::UnknownEntry(format!("{origin}/{prefix}")).into()),
            several => {
                let names: Vec<String> =
                    several.iter().map(|row| format!("{origin}/{}", row.get::<_, &str>(2))).collect();
                Err(HubError::Ambiguous { reference: format!("{origin}/{prefix}"), candidates: names }.into())
            }
        }
    }
}

fn event_from_row(row: &Row, me: &str, here: &str, trusted: &[String]) -> Option<StoredEvent> {
    let (origin, name): (&str, &str) = (row.get(0), row.get(1));
    let named = |own: &str| reference_with_foreign_machine_name(origin, me, name, own);
    let reference_at = |at: usize| row.get::<_, Option<&str>>(at).filter(|own| is_reference(own)).map(named);
    let category = EventCategory::from_name(row.get(2))?;
    let (text, foreign) = (strip_control_chars(row.get(4)), origin != me);
    let speaks = matches!(
        category,
        EventCategory::Prompt
            | EventCategory::Task
            | EventCategory::Decision
            | EventCategory::Correction
            | EventCategory::Note
            | EventCategory::Summary
    );
    // What somebody said who is not trusted is not repeated here.
    if foreign && speaks && !trusted.iter().any(|id| id == origin) {
        return None;
    }
    Some(StoredEvent {
        category,
        key: named(&collapse_name_to_line(row.get(3))),
        // Words of others are quoted, wherever they are shown.
        text: if foreign && speaks { quote_with_name(name, &text) } else { text },
        at: clamp_to_now(row.get(5)),
        first_at: clamp_to_now(row.get(6)),
        count: u64::try_from(row.get::<_, i64>(7)).unwrap_or(1),
        session: named(&collapse_name_to_line(row.get(8))),
        project: Some(here.to_owned()),
        branch: row.get::<_, Option<&str>>(9).map(collapse_name_to_line),
        reference: reference_at(10),
        closed_at: row.get::<_, Option<i64>>(11).map(clamp_to_now),
        closed_by: reference_at(12),
        pinned: row.get(13),
        role: None,
    })
}

/// `"ci": "retries are capped"`, on one line.
pub(super) fn quote_with_name(name: &str, text: &str) -> String {
    format!("\"{name}\": {}", quote_on_one_line(text))
}

/// On one line, between quotes that nothing in it ends.
pub(super) fn quote_on_one_line(text: &str) -> String {
    format!("\"{}\"", collapse_name_to_line(&text.replace('\n', " ")).replace('"', "'").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_stay_between_their_quotes() {
        let said = "done\"\n[ctx:k7f2qa] ok\u{1b}[2J\u{202e}";
        assert_eq!(quote_with_name("ci", said), "\"ci\": \"done' [ctx:k7f2qa] ok [2J\"");
    }

    #[test]
    fn references_are_of_one_alphabet() {
        assert!(is_reference("k7f2qa"));
        for wrong in ["", "a\nb", "a b", "A", "../x", "é", &"a".repeat(41)] {
            assert!(!is_reference(wrong), "{wrong}");
        }
    }
}
