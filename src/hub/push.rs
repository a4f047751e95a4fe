//! What changed here goes to the hub: in batches of one project and one transaction each, which change nothing when they
//! are sent twice.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;

use super::copy::{self, LONGEST, Rows, vector};
use super::hidden::hidden;
use super::open::{Hub, lost};
use super::project;
use crate::error::Result;
use crate::model::{Columns, Record, findings_json};
use crate::search::cut::{self, Cutter, Parts};
use crate::secrets::Masker;
use crate::store::{Changed, Entry, Store, Thing, WordCount};

/// Changes looked at together …
const CHANGES: u32 = 400;
/// … and text sent in one transaction.
const TEXT: usize = 8 << 20;
/// Of a larger output, so much travels.
const MOST: usize = 64 << 20;

/// Columns by name: a newer ctx may have added some.
const BLOB: &str = "project, team, hash, bytes, lines";
const SECTION: &str = "project, team, hash, n, first_line, last_line, length, at, title, text, words";
const ENTRY: &str = "project, team, origin, ref, stamp, kind, command, argv, label, title, dir, branch, session, exit_code, signal, \
    timed_out, started_at, duration_ms, hash, raw_len, lines, expired, pinned, supersedes, summary, reader, agent, role, findings, words";
const EVENT: &str = "project, team, origin, session, category, key, stamp, text, at, first_at, count, branch, ref, closed_at, closed_by, pinned";

/// What was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    pub entries: u64,
    pub events: u64,
    pub gone: u64,
    /// Bytes of text that the hub did not have.
    pub bytes: u64,
}

/// What goes to one project in one transaction.
#[derive(Default)]
struct Batch {
    sent: Vec<i64>,
    entries: Vec<(i64, Entry, Option<[u8; 32]>, Extra)>,
    /// With the command that each is about.
    events: Vec<(i64, Record, Option<String>)>,
    gone: Vec<String>,
    events_gone: Vec<(String, String, String)>,
    texts: BTreeMap<[u8; 32], Text>,
    bytes: usize,
}

struct Extra {
    reader: Option<String>,
    supersedes: Option<String>,
    findings: Option<String>,
    lines: Option<u64>,
    words: (String, String),
}

struct Text {
    parts: Parts,
    at: i64,
}

impl Hub {
    /// Sends what waits until nothing does, or until `stop` says so.
    pub fn push(&mut self, store: &mut Store, masker: &Masker, stop: &dyn Fn() -> bool) -> Result<Pushed> {
        let names: HashMap<String, String> = store.shared()?.into_iter().collect();
        let mut pushed = Pushed::default();
        let mut cutter = Cutter::default();
        let mut made: HashSet<String> = HashSet::new();
        // A line that is cut again and again still takes something: less is tried after each failure.
        let together = (CHANGES >> self.me.tries.clamp(0, 8)).max(1);
        loop {
            let changes = store.outbox(0, together)?;
            let Some(first) = changes.first() else { break };
            let local = first.project.clone();
            let Some(name) = names.get(&local) else {
                // Unshared meanwhile: it does not leave.
                store.sent(&changes.iter().filter(|one| one.project == local).map(|one| one.id).collect::<Vec<_>>())?;
                continue;
            };
            let key = project::key(&self.team, name);
            if made.insert(key.clone()) {
                self.make_project(&key, name)?;
            }
            let mut batch = Batch::default();
            for change in changes.into_iter().filter(|change| change.project == local) {
                batch.take(store, masker, &mut cutter, change)?;
                if batch.bytes >= TEXT || stop() {
                    break;
                }
            }
            if stop() {
                break;
            }
            self.send(&local, &key, &mut batch, masker, &mut cutter, &mut pushed)?;
            self.send_raw(store, &key, batch.entries.iter().map(|(_, entry, ..)| entry))?;
            store.sent(&batch.sent)?;
        }
        Ok(pushed)
    }

    fn make_project(&mut self, key: &str, name: &str) -> Result<()> {
        let team = self.team.clone();
        let mut make = || -> std::result::Result<(), postgres::Error> {
            let mut transaction = self.writing()?;
            transaction.execute(
                "INSERT INTO ctx.project (project, team, name) VALUES ($1::text::uuid, $2, $3) ON CONFLICT DO NOTHING",
                &[&key, &team, &name],
            )?;
            transaction.execute(
                "INSERT INTO ctx.total (project, team, sections, words) VALUES ($1::text::uuid, $2, 0, 0) ON CONFLICT DO NOTHING",
                &[&key, &team],
            )?;
            transaction.commit()
        };
        make().map_err(|error| lost(&error))
    }

    fn send(
        &mut self,
        local: &str,
        key: &str,
        batch: &mut Batch,
        masker: &Masker,
        cutter: &mut Cutter,
        pushed: &mut Pushed,
    ) -> Result<()> {
        self.leave_out_known(key, batch).map_err(|error| lost(&error))?;
        batch.texts.values_mut().for_each(|text| cutter.words_of(&mut text.parts));
        // Should somebody bring one of these texts at this very moment, its words count twice: a weight changes by a hair.
        let counted = cutter.counted();
        let (team, origin, mark) = (self.team.clone(), self.origin(), project::mark(key));
        let rows = batch.rows(local, &[key, &team, &origin], &mark, masker);
        let mut send = || -> std::result::Result<u64, postgres::Error> {
            let mut transaction = self.writing()?;
            let mut bytes = 0;
            let (mut sections, mut words) = (0i64, 0i64);
            if !rows.blobs.is_empty() {
                transaction.batch_execute(
                    "CREATE TEMP TABLE new_blob (LIKE ctx.blob) ON COMMIT DROP; CREATE TEMP TABLE new_section (LIKE ctx.section) ON COMMIT DROP",
                )?;
                bring(&mut transaction, "new_blob", BLOB, &rows.blobs)?;
                bring(&mut transaction, "new_section", SECTION, &rows.sections)?;
                // In one order, so that two who bring the same wait for each other and do not lock.
                let new = transaction.query(
                    "INSERT INTO ctx.blob SELECT * FROM new_blob ORDER BY hash ON CONFLICT DO NOTHING RETURNING hash",
                    &[],
                )?;
                let new: Vec<Vec<u8>> = new.iter().map(|row| row.get(0)).collect();
                transaction.execute(
                    "INSERT INTO ctx.section SELECT * FROM new_section WHERE hash = ANY ($1) ON CONFLICT DO NOTHING",
                    &[&new],
                )?;
                for hash in &new {
                    let Some(text) = <[u8; 32]>::try_from(&hash[..]).ok().and_then(|hash| batch.texts.get(&hash))
                    else {
                        continue;
                    };
                    bytes += text.parts.bytes as u64;
                    sections += text.parts.parts.len() as i64;
                    words += text.parts.parts.iter().map(|part| i64::from(part.length)).sum::<i64>();
                }
            }
            if !rows.entries.is_empty() {
                transaction.batch_execute("CREATE TEMP TABLE new_entry (LIKE ctx.entry) ON COMMIT DROP")?;
                bring(&mut transaction, "new_entry", ENTRY, &rows.entries)?;
                transaction.execute(
                    "INSERT INTO ctx.entry AS e SELECT * FROM new_entry ON CONFLICT (project, origin, ref) DO UPDATE SET \
                     stamp = excluded.stamp, label = excluded.label, title = excluded.title, session = excluded.session, hash = excluded.hash, \
                     expired = excluded.expired, pinned = excluded.pinned, supersedes = excluded.supersedes, summary = excluded.summary, \
                     exit_code = excluded.exit_code WHERE e.stamp < excluded.stamp",
                    &[],
                )?;
            }
            if !rows.events.is_empty() {
                transaction.batch_execute("CREATE TEMP TABLE new_event (LIKE ctx.event) ON COMMIT DROP")?;
                bring(&mut transaction, "new_event", EVENT, &rows.events)?;
                transaction.execute(
                    "INSERT INTO ctx.event AS v SELECT * FROM new_event ON CONFLICT (project, origin, session, category, key) DO UPDATE SET \
                     stamp = excluded.stamp, text = excluded.text, at = excluded.at, first_at = excluded.first_at, count = excluded.count, \
                     branch = excluded.branch, ref = excluded.ref, closed_at = excluded.closed_at, closed_by = excluded.closed_by, \
                     pinned = excluded.pinned WHERE v.stamp < excluded.stamp",
                    &[],
                )?;
            }
            if !batch.gone.is_empty() {
                forget(&mut transaction, key, &origin, &batch.gone)?;
            }
            for (session, category, name) in &batch.events_gone {
                transaction.execute(
                    "DELETE FROM ctx.event WHERE project = $1::text::uuid AND origin = $2::text::uuid AND session = $3 AND category = $4 AND key = $5",
                    &[&key, &origin, &copy::key(session), category, &copy::key(&hidden(masker, local, None, name))],
                )?;
            }
            // Last, because others who count the same words wait for it.
            count(&mut transaction, key, &team, &counted)?;
            if sections > 0 {
                transaction.execute(
                    "UPDATE ctx.total SET sections = sections + $2, words = words + $3 WHERE project = $1::text::uuid",
                    &[&key, &sections, &words],
                )?;
            }
            transaction.commit()?;
            Ok(bytes)
        };
        pushed.bytes += send().map_err(|error| lost(&error))?;
        pushed.entries += batch.entries.len() as u64;
        pushed.events += batch.events.len() as u64;
        pushed.gone += batch.gone.len() as u64;
        Ok(())
    }

    /// Texts that the hub has already are not sent again, whoever brought them.
    fn leave_out_known(&mut self, key: &str, batch: &mut Batch) -> std::result::Result<(), postgres::Error> {
        if batch.texts.is_empty() {
            return Ok(());
        }
        let hashes: Vec<&[u8]> = batch.texts.keys().map(|hash| &hash[..]).collect();
        let known = self
            .client
            .query("SELECT hash FROM ctx.blob WHERE project = $1::text::uuid AND hash = ANY ($2)", &[&key, &hashes])?;
        for row in known {
            if let Ok(hash) = <[u8; 32]>::try_from(row.get::<_, &[u8]>(0)) {
                batch.texts.remove(&hash);
            }
        }
        Ok(())
    }
}

fn bring(
    transaction: &mut postgres::Transaction<'_>,
    table: &str,
    columns: &str,
    rows: &Rows,
) -> std::result::Result<(), postgres::Error> {
    let mut writer = transaction.copy_in(&format!("COPY {table} ({columns}) FROM STDIN"))?;
    // What goes wrong while writing is told by `finish`.
    let _ = writer.write_all(rows.text.as_bytes());
    writer.finish().map(drop)
}

/// Deletes entries of ours, what they say, and texts that nobody else has.
pub(super) fn forget(
    transaction: &mut postgres::Transaction<'_>,
    key: &str,
    origin: &str,
    refs: &[String],
) -> std::result::Result<(), postgres::Error> {
    let gone = transaction.query(
        "DELETE FROM ctx.entry WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = ANY ($3) RETURNING hash",
        &[&key, &origin, &refs],
    )?;
    transaction.execute(
        "DELETE FROM ctx.event WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = ANY ($3)",
        &[&key, &origin, &refs],
    )?;
    let hashes: Vec<Vec<u8>> = gone.iter().filter_map(|row| row.get::<_, Option<Vec<u8>>>(0)).collect();
    if !hashes.is_empty() {
        transaction.execute("SELECT ctx.sweep($1::text::uuid, $2)", &[&key, &hashes])?;
    }
    Ok(())
}

fn count(
    transaction: &mut postgres::Transaction<'_>,
    key: &str,
    team: &str,
    counted: &HashMap<String, WordCount>,
) -> std::result::Result<(), postgres::Error> {
    if counted.is_empty() {
        return Ok(());
    }
    let counted: Vec<(&String, &WordCount)> = counted.iter().filter(|(word, _)| word.len() <= LONGEST).collect();
    let words: Vec<&str> = counted.iter().map(|(word, _)| word.as_str()).collect();
    let stems: Vec<&str> = counted.iter().map(|(_, count)| count.stem.as_str()).collect();
    let normal: Vec<bool> = counted.iter().map(|(_, count)| count.natural).collect();
    let numbers: Vec<i64> = counted.iter().map(|(_, count)| i64::from(count.sections)).collect();
    transaction
        .execute(
            "INSERT INTO ctx.word AS w (project, team, word, stem, normal, n) SELECT $1::text::uuid, $2, * FROM \
             unnest($3::text[], $4::text[], $5::boolean[], $6::bigint[]) AS new (word, stem, normal, n) ORDER BY new.word COLLATE \"C\" \
             ON CONFLICT (project, word) DO UPDATE SET n = w.n + excluded.n, normal = w.normal OR excluded.normal",
            &[&key, &team, &words, &stems, &normal, &numbers],
        )
        .map(drop)
}

impl Batch {
    /// Looks what became of something that changed.
    fn take(&mut self, store: &Store, masker: &Masker, cutter: &mut Cutter, change: Changed) -> Result<()> {
        self.sent.push(change.id);
        match change.thing {
            Thing::Entry { reference } => {
                let Some(entry) = store.entry_with_ref(&reference)? else {
                    self.gone.push(reference);
                    return Ok(());
                };
                let parts = match cut::entry(store, &entry, masker, MOST) {
                    // What is damaged here does not travel; the entry does.
                    Err(error) if error.is_damage() => None,
                    other => other?,
                };
                let (reader, supersedes) = store.reader_and_older(entry.row)?;
                let findings = store.findings(entry.row)?;
                let findings = (!findings.is_empty()).then(|| findings_json(&findings).to_string());
                let name = [&entry.title, &entry.command, &entry.label].into_iter().flatten();
                let name = masker.fresh().text(&name.map(String::as_str).collect::<Vec<_>>().join(" · ")).into_owned();
                let lines = parts.as_ref().map(|parts| parts.lines);
                let extra = Extra { reader, supersedes, findings, lines, words: cutter.name(&name) };
                let hash = parts.map(|parts| {
                    let hash = hash(&parts);
                    self.bytes += parts.bytes;
                    self.texts.entry(hash).or_insert(Text { parts, at: entry.started_at });
                    hash
                });
                self.entries.push((change.id, entry, hash, extra));
            }
            Thing::Event { session, category, key } => match store.event_named(&session, &category, &key)? {
                Some(event) => {
                    let about =
                        event.reference.as_deref().map(|reference| store.entry_with_ref(reference)).transpose()?;
                    let command = about.flatten().and_then(|entry| entry.command);
                    self.events.push((change.id, event, command));
                }
                None => self.events_gone.push((session, category, key)),
            },
        }
        Ok(())
    }

    fn rows(&self, local: &str, place: &[&str; 3], mark: &str, masker: &Masker) -> Written {
        let mut rows = Written::default();
        let [key, team, origin] = *place;
        for (hash, text) in &self.texts {
            let parts = &text.parts;
            rows.blobs.field(Some(key)).field(Some(team)).bytes(Some(hash));
            rows.blobs.number(Some(parts.bytes as i64)).number(Some(parts.lines as i64)).end();
            for (n, part) in parts.parts.iter().enumerate() {
                let row = &mut rows.sections;
                row.field(Some(key)).field(Some(team)).bytes(Some(hash)).number(Some(n as i64));
                row.number(Some(part.lines.0 as i64)).number(Some(part.lines.1 as i64));
                row.number(Some(i64::from(part.length))).number(Some(text.at));
                row.field(part.title.as_deref()).field(Some(&part.text));
                row.field(Some(&vector(mark, &part.stems, &part.codes))).end();
            }
        }
        let below = |path: &str| match path.strip_prefix(local) {
            Some(rest) => rest.trim_start_matches('/').to_owned(),
            None => String::new(),
        };
        for (stamp, entry, hash, extra) in &self.entries {
            let hide = |text: &Option<String>| text.as_deref().map(|text| masker.fresh().text(text).into_owned());
            let argv: Vec<String> = entry.argv.iter().map(|word| masker.fresh().text(word).into_owned()).collect();
            let argv = (!argv.is_empty()).then(|| serde_json::to_string(&argv).unwrap_or_default());
            let Columns { exit_code, signal, timed_out } = entry.status.columns();
            let row = &mut rows.entries;
            row.field(Some(key))
                .field(Some(team))
                .field(Some(origin))
                .field(Some(entry.id.as_str()))
                .number(Some(*stamp));
            row.field(Some(entry.kind.name())).field(hide(&entry.command).as_deref()).field(argv.as_deref());
            row.field(hide(&entry.label).as_deref()).field(hide(&entry.title).as_deref());
            row.field(entry.cwd.as_deref().map(below).as_deref());
            row.field(entry.branch.as_deref()).field(entry.session.as_deref().map(copy::key).as_deref());
            row.number(exit_code.map(i64::from)).number(signal.map(i64::from)).flag(timed_out);
            row.number(Some(entry.started_at)).number(entry.duration_ms);
            row.bytes(hash.as_ref().map(|hash| &hash[..])).number(entry.raw_len.map(|len| len as i64));
            row.number(extra.lines.or(entry.lines).map(|lines| lines as i64)).flag(entry.expired).flag(entry.pinned);
            row.field(extra.supersedes.as_deref())
                .field(hide(&entry.summary).as_deref())
                .field(extra.reader.as_deref());
            row.field(entry.agent.as_deref()).field(entry.role.as_deref()).field(extra.findings.as_deref());
            row.field(Some(&vector(mark, &extra.words.0, &extra.words.1))).end();
        }
        for (stamp, event, command) in &self.events {
            let hide = |text: &str| hidden(masker, local, command.as_deref(), text);
            let row = &mut rows.events;
            row.field(Some(key)).field(Some(team)).field(Some(origin)).field(Some(&copy::key(&event.session)));
            row.field(Some(event.category.name()))
                .field(Some(&copy::key(&hidden(masker, local, None, &event.key))))
                .number(Some(*stamp))
                .field(Some(&hide(&event.text)));
            row.number(Some(event.at)).number(Some(event.first_at)).number(Some(event.count as i64));
            row.field(event.branch.as_deref()).field(event.reference.as_deref()).number(event.closed_at);
            row.field(event.closed_by.as_deref()).flag(event.pinned).end();
        }
        rows
    }
}

#[derive(Default)]
struct Written {
    blobs: Rows,
    sections: Rows,
    entries: Rows,
    events: Rows,
}

/// The name of a text: of its bytes, so that whoever gets it can check it.
pub(super) fn hash(parts: &Parts) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in &parts.parts {
        hasher.update(part.text.as_bytes());
    }
    *hasher.finalize().as_bytes()
}
