//! Entries of the hub as a store in memory, so that every command that reads the local store can read them, too.

use postgres::Row;
use postgres::types::ToSql;

use super::open::{Hub, lost};
use super::page::Opener;
use super::project;
use crate::error::{Error, Result};
use crate::model::{Category, Columns, Finding, Record, Severity};
use crate::store::{Entry, GuestEntry, Store};

pub(super) const COLUMNS: &str = "e.origin::text, o.name, e.ref, e.kind, e.command, e.argv, e.label, e.title, e.dir, e.branch, e.session, \
    e.exit_code, e.signal, e.timed_out, e.started_at, e.duration_ms, e.hash, e.raw_len, e.lines, e.expired, e.pinned, e.supersedes, \
    e.summary, e.reader, e.agent, e.role, e.findings";
pub(super) const FROM: &str = "ctx.entry e JOIN ctx.origin o ON o.id = e.origin";

/// Entries that are wanted of a project, newest first.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub branch: Option<String>,
    pub session: Option<String>,
    pub since: Option<i64>,
    pub limit: i64,
}

/// A row of the table, with the hash of its text.
pub(super) struct Came {
    pub entry: GuestEntry,
    pub hash: Option<Vec<u8>>,
}

/// `laptop/k7f2qa`, or the plain reference of what is ours.
pub(super) fn reference(origin: &str, me: &str, name: &str, own: &str) -> String {
    if origin == me { own.to_owned() } else { format!("{name}/{own}") }
}

pub(super) fn came(row: &Row, me: &str, project: &str) -> Came {
    let (origin, name): (&str, &str) = (row.get(0), row.get(1));
    let named = |own: &str| reference(origin, me, name, own);
    let findings: Option<&str> = row.get(26);
    let entry = GuestEntry {
        reference: named(row.get(2)),
        kind: row.get(3),
        command: row.get(4),
        argv: row.get(5),
        label: row.get(6),
        title: row.get(7),
        cwd: row.get(8),
        project: project.to_owned(),
        branch: row.get(9),
        session: row.get(10),
        status: Columns { exit_code: row.get(11), signal: row.get(12), timed_out: row.get(13) },
        started_at: row.get(14),
        duration_ms: row.get(15),
        raw_len: row.get(17),
        lines: row.get(18),
        expired: row.get(19),
        pinned: row.get(20),
        supersedes: row.get::<_, Option<&str>>(21).map(named),
        summary: row.get(22),
        reader: row.get(23),
        agent: row.get(24),
        role: row.get(25),
        findings: findings.map(read_findings).unwrap_or_default(),
        text: None,
    };
    Came { entry, hash: row.get(16) }
}

fn read_findings(json: &str) -> Vec<Finding> {
    let rows: Vec<serde_json::Value> = serde_json::from_str(json).unwrap_or_default();
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().map(str::to_owned);
    rows.iter()
        .map(|row| Finding {
            severity: Severity::named(row["severity"].as_str().unwrap_or_default()),
            location: text(row, "location"),
            message: text(row, "message").unwrap_or_default(),
            lines: (row["lines"][0].as_u64().unwrap_or(1), row["lines"][1].as_u64().unwrap_or(1)),
        })
        .collect()
}

impl Hub {
    /// The key of a project of ours, by its name.
    pub fn project_key(&self, name: &str) -> String {
        project::key(&self.team, name)
    }

    /// A store with the newest entries of a project and what is said about them, without their texts.
    pub fn guest(&mut self, name: &str, here: &str, wanted: &Wanted) -> Result<Store> {
        let (key, me) = (self.project_key(name), self.origin());
        let mut read = || -> std::result::Result<(Vec<GuestEntry>, Vec<Record>), postgres::Error> {
            let since = wanted.since.unwrap_or(i64::MIN);
            let mut values: Vec<&(dyn ToSql + Sync)> = vec![&key, &since, &wanted.limit];
            let mut sql =
                format!("SELECT {COLUMNS} FROM {FROM} WHERE e.project = $1::text::uuid AND e.started_at >= $2");
            if let Some(branch) = &wanted.branch {
                values.push(branch);
                sql.push_str(&format!(" AND e.branch = ${}", values.len()));
            }
            if let Some(session) = &wanted.session {
                values.push(session);
                sql.push_str(&format!(" AND starts_with(e.session, ${})", values.len()));
            }
            sql.push_str(" ORDER BY e.started_at DESC LIMIT $3");
            let rows = self.client.query(&sql, &values)?;
            let mut entries: Vec<GuestEntry> = rows.iter().map(|row| came(row, &me, here).entry).collect();
            entries.reverse();
            let rows = self.client.query(
                "SELECT v.origin::text, o.name, v.category, v.key, v.text, v.at, v.first_at, v.count, v.session, v.branch, v.ref, v.closed_at, v.closed_by, v.pinned \
                 FROM ctx.event v JOIN ctx.origin o ON o.id = v.origin WHERE v.project = $1::text::uuid AND v.at >= $2 ORDER BY v.at DESC LIMIT $3",
                &[&key, &since, &wanted.limit],
            )?;
            let records = rows.iter().filter_map(|row| record(row, &me, here)).collect();
            Ok((entries, records))
        };
        let (entries, records) = read().map_err(|error| lost(&error))?;
        let mut store = Store::guest()?;
        store.admit(&entries)?;
        store.admit_events(&records)?;
        Ok(store)
    }

    /// One entry with its text, by the name of its origin and the beginning of its reference.
    pub fn entry(&mut self, origin: &str, prefix: &str) -> Result<(Store, Entry)> {
        let me = self.origin();
        let row = &self.find(origin, prefix)?;
        let project: String = row.get(27);
        // Under its origin's name even where that is ours: it was asked for so.
        let Came { mut entry, hash } =
            came(row, if origin == self.me.name.as_deref().unwrap_or_default() { "" } else { &me }, row.get(28));
        if let Some(hash) = hash {
            let text = self.text(&project, &hash)?;
            if blake3::hash(&text).as_bytes()[..] != hash[..] {
                return Err(Error::damaged(format_args!(
                    "the text of [ctx:{}] on the hub is not what was sent",
                    entry.reference
                ))
                .hint("whoever sent it can send it again: ctx hub share there"));
            }
            entry.text = Some(text);
        }
        let mut store = Store::guest()?;
        let admitted = store.admit(&[entry])?;
        let Some((row, _)) = admitted.first() else { return Err(Error::failed("the hub gave no entry")) };
        let entry = store.entry(*row)?;
        Ok((store, entry))
    }

    /// Its row: the columns of an entry, the key and the name of its project.
    pub(super) fn find(&mut self, origin: &str, prefix: &str) -> Result<Row> {
        let mut found = self
            .client
            .query(
                &format!(
                    "SELECT {COLUMNS}, e.project::text, p.name FROM {FROM} JOIN ctx.project p ON p.project = e.project \
                     WHERE e.project IN (SELECT project FROM ctx.project) AND o.name = $1 AND o.team = $2 AND e.ref >= $3 AND e.ref < $3 || '~' \
                     ORDER BY e.ref LIMIT 6"
                ),
                &[&origin, &self.team, &prefix],
            )
            .map_err(|error| lost(&error))?;
        match found.as_slice() {
            [_] => Ok(found.remove(0)),
            [] => Err(Error::absent(format_args!("no entry [ctx:{origin}/{prefix}] on the hub"))
                .hint("ctx history --hub lists what is there; ctx hub status names the machines")),
            several => {
                let names: Vec<String> =
                    several.iter().map(|row| format!("{origin}/{}", row.get::<_, &str>(2))).collect();
                Err(Error::absent(format_args!("'{origin}/{prefix}' is ambiguous: {}", names.join(", ")))
                    .hint("write one more character"))
            }
        }
    }

    pub(super) fn text(&mut self, project: &str, hash: &[u8]) -> Result<Vec<u8>> {
        let rows = self
            .client
            .query(
                "SELECT body, first_line FROM ctx.section WHERE project = $1::text::uuid AND hash = $2 ORDER BY n",
                &[&project, &hash],
            )
            .map_err(|error| lost(&error))?;
        let mut opener = Opener::default();
        let mut text = Vec::new();
        for row in rows {
            // A body that does not open leaves a gap, which the hash reveals.
            let sections = opener.open(row.get(0), row.get(1), None).unwrap_or_default();
            sections.iter().for_each(|section| text.extend_from_slice(section.text.as_bytes()));
        }
        Ok(text)
    }
}

fn record(row: &Row, me: &str, here: &str) -> Option<Record> {
    let (origin, name): (&str, &str) = (row.get(0), row.get(1));
    let named = |own: &str| reference(origin, me, name, own);
    // The same session on two machines is two; the name says whose it is.
    Some(Record {
        category: Category::named(row.get(2))?,
        key: named(row.get(3)),
        text: row.get(4),
        at: row.get(5),
        first_at: row.get(6),
        count: u64::try_from(row.get::<_, i64>(7)).unwrap_or(1),
        session: row.get(8),
        project: Some(here.to_owned()),
        branch: row.get(9),
        reference: row.get::<_, Option<&str>>(10).map(named),
        closed_at: row.get(11),
        closed_by: row.get::<_, Option<&str>>(12).map(named),
        pinned: row.get(13),
    })
}
