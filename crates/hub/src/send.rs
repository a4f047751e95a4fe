//! One batch, one transaction: rows as JSON, pages by COPY into a table of their own, and from both what the hub does not
//! have yet.

use std::collections::HashMap;

use super::batch::{ProjectAndOrigin, PushBatch};
use super::client::{DbResult, Transaction};
use super::open::Hub;
use super::project;
use ctx_search::word_numbers::{LONGEST, hash_stem_to_number};
use ctx_store::WordSectionCount;

/// Columns by name: a newer ctx may have added some.
const BLOB: &str = "project, team, origin, hash, sums, bytes, lines";
const SECTION: &str = "project, team, origin, hash, n, first_line, last_line, at, parts, body, terms";
const ENTRY: &str = "project, team, origin, ref, stamp, kind, command, argv, label, title, dir, branch, session, exit_code, signal, \
    timed_out, started_at, duration_ms, hash, raw_len, lines, expired, pinned, supersedes, summary, reader, agent, role, findings, words";
const EVENT: &str = "project, team, origin, session, category, key, stamp, text, at, first_at, count, branch, ref, closed_at, closed_by, pinned";

impl Hub {
    pub(super) fn create_project_if_missing(&mut self, place: &ProjectAndOrigin, name: &str) -> DbResult<()> {
        let (key, team) = (&place.key, &place.team);
        let mut transaction = self.begin_own_transaction()?;
        transaction.execute(
            "INSERT INTO ctx.project (project, team, name) VALUES ($1::text::uuid, $2, $3) ON CONFLICT DO NOTHING",
            &[key, team, &name],
        )?;
        transaction.execute(
            "INSERT INTO ctx.total (project, team, sections) VALUES ($1::text::uuid, $2, 0) ON CONFLICT DO NOTHING",
            &[key, team],
        )?;
        transaction.commit()
    }

    /// One transaction; bytes of text that were new.
    pub(super) fn send_batch(&mut self, batch: &PushBatch) -> DbResult<u64> {
        let PushBatch { place, rows, .. } = batch;
        let mut transaction = self.begin_own_transaction()?;
        let (mut bytes, mut sections) = (0, 0);
        if !rows.blobs.is_empty() {
            // Enough memory for the index to add its new words in one pass. On the way a page stays in one piece.
            transaction.batch_execute(
                "SET LOCAL work_mem = '64MB'; \
                 CREATE TEMP TABLE new_section (LIKE ctx.section INCLUDING STORAGE) WITH (toast_tuple_target = 8160) ON COMMIT DROP",
            )?;
            let copy = format!("COPY new_section ({SECTION}) FROM STDIN WITH (FORMAT binary)");
            transaction.copy_in(&copy, &rows.sections.rows_with_end_mark())?;
            // In one order, so that two who bring the same of one origin wait for each other and do not lock.
            let insert = format!(
                "INSERT INTO ctx.blob ({BLOB}) SELECT {BLOB} FROM {} ORDER BY hash ON CONFLICT DO NOTHING RETURNING hash",
                json_rows_sql("blob")
            );
            let json = rows.blobs.to_text();
            let new = transaction.query_with_time_for_bytes(json.len(), &insert, &[&json])?;
            let new: Vec<Vec<u8>> = new.iter().map(|row| row.get(0)).collect();
            // Nobody else has pages of a text that is new.
            let bring = "INSERT INTO ctx.section SELECT * FROM new_section WHERE hash = ANY ($1)";
            transaction.query_with_time_for_bytes(batch.bytes, bring, &[&new])?;
            let texts = new.iter().filter_map(|hash| batch.texts.get(<&[u8; 32]>::try_from(&hash[..]).ok()?));
            for text in texts {
                (bytes, sections) = (bytes + text.parts.bytes as u64, sections + text.parts.parts.len() as i64);
            }
        }
        if !rows.entries.is_empty() {
            let json = rows.entries.to_text();
            // What comes back are texts that these entries had before, under other masks.
            let insert = format!(
                "WITH new AS MATERIALIZED (SELECT {ENTRY} FROM {}), \
                 replaced AS (SELECT DISTINCT e.hash FROM ctx.entry e JOIN new n USING (project, origin, ref) \
                 WHERE e.hash IS NOT NULL AND e.hash IS DISTINCT FROM n.hash AND e.stamp < n.stamp), \
                 put AS (INSERT INTO ctx.entry AS e ({ENTRY}) SELECT {ENTRY} FROM new ON CONFLICT (project, origin, ref) DO UPDATE SET \
                 stamp = excluded.stamp, label = excluded.label, title = excluded.title, session = excluded.session, hash = excluded.hash, \
                 expired = excluded.expired, pinned = excluded.pinned, supersedes = excluded.supersedes, summary = excluded.summary, \
                 exit_code = excluded.exit_code, command = excluded.command, findings = excluded.findings, words = excluded.words \
                 WHERE e.stamp < excluded.stamp) SELECT hash FROM replaced",
                json_rows_sql("entry")
            );
            let replaced = transaction.query_with_time_for_bytes(json.len(), &insert, &[&json])?;
            delete_orphan_texts(&mut transaction, &place.key, &replaced)?;
        }
        if !rows.events.is_empty() {
            let json = rows.events.to_text();
            let insert = format!(
                "INSERT INTO ctx.event AS v ({EVENT}) SELECT {EVENT} FROM {} ON CONFLICT (project, origin, session, category, key) DO UPDATE SET \
                 stamp = excluded.stamp, text = excluded.text, at = excluded.at, first_at = excluded.first_at, count = excluded.count, \
                 branch = excluded.branch, ref = excluded.ref, closed_at = excluded.closed_at, closed_by = excluded.closed_by, \
                 pinned = excluded.pinned WHERE v.stamp < excluded.stamp",
                json_rows_sql("event")
            );
            transaction.query_with_time_for_bytes(json.len(), &insert, &[&json])?;
        }
        if !batch.gone.is_empty() {
            delete_entries_events_and_texts(&mut transaction, &place.key, &place.origin, &batch.gone)?;
        }
        for (session, category, name) in &batch.events_gone {
            transaction.execute(
                "DELETE FROM ctx.event WHERE project = $1::text::uuid AND origin = $2::text::uuid AND session = $3 AND category = $4 AND key = $5",
                &[&place.key, &place.origin, session, category, name],
            )?;
        }
        // Last, because others who count the same words wait for it.
        add_to_word_counts(&mut transaction, place, &batch.counted)?;
        if sections > 0 {
            transaction.execute(
                "UPDATE ctx.total SET sections = sections + $2 WHERE project = $1::text::uuid",
                &[&place.key, &sections],
            )?;
        }
        transaction.commit()?;
        Ok(bytes)
    }

    pub(super) fn send_word_counts(
        &mut self,
        place: &ProjectAndOrigin,
        counted: &HashMap<String, WordSectionCount>,
    ) -> DbResult<()> {
        let mut transaction = self.begin_own_transaction()?;
        add_to_word_counts(&mut transaction, place, counted)?;
        transaction.commit()
    }

    /// Texts that the hub has of us already are not sent again. Those of others are theirs: nobody vouches for them but they.
    pub(super) fn drop_texts_known_to_hub(&mut self, batch: &mut PushBatch) -> DbResult<()> {
        if batch.texts.is_empty() {
            return Ok(());
        }
        let hashes: Vec<&[u8]> = batch.texts.keys().map(|hash| &hash[..]).collect();
        let known = self.client.query(
            "SELECT hash FROM ctx.blob WHERE project = $1::text::uuid AND origin = $3::text::uuid AND hash = ANY ($2)",
            &[&batch.place.key, &hashes, &batch.place.origin],
        )?;
        for row in known {
            if let Ok(hash) = <[u8; 32]>::try_from(row.get::<_, &[u8]>(0)) {
                batch.texts.remove(&hash);
            }
        }
        Ok(())
    }
}

/// The rows of the JSON in $1, as this table has them.
fn json_rows_sql(table: &str) -> String {
    format!("jsonb_populate_recordset(NULL::ctx.{table}, $1::text::jsonb)")
}

/// Deletes entries of ours, what they say, and texts that nobody else has.
pub(super) fn delete_entries_events_and_texts(
    transaction: &mut Transaction<'_>,
    key: &str,
    origin: &str,
    refs: &[String],
) -> DbResult<()> {
    let gone = transaction.query(
        "DELETE FROM ctx.entry WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = ANY ($3) RETURNING hash",
        &[&key, &origin, &refs],
    )?;
    transaction.execute(
        "DELETE FROM ctx.event WHERE project = $1::text::uuid AND origin = $2::text::uuid AND ref = ANY ($3)",
        &[&key, &origin, &refs],
    )?;
    delete_orphan_texts(transaction, key, &gone).map(drop)
}

/// Deletes those of the texts that no entry has any more; how many.
pub(super) fn delete_orphan_texts(
    transaction: &mut Transaction<'_>,
    key: &str,
    rows: &[tokio_postgres::Row],
) -> DbResult<u64> {
    let hashes: Vec<Vec<u8>> = rows.iter().filter_map(|row| row.get::<_, Option<Vec<u8>>>(0)).collect();
    if hashes.is_empty() {
        return Ok(0);
    }
    let swept = transaction.query_one("SELECT ctx.sweep($1::text::uuid, $2)", &[&key, &hashes])?;
    Ok(u64::try_from(swept.get::<_, i64>(0)).unwrap_or(0))
}

fn add_to_word_counts(
    transaction: &mut Transaction<'_>,
    place: &ProjectAndOrigin,
    counted: &HashMap<String, WordSectionCount>,
) -> DbResult<()> {
    if counted.is_empty() {
        return Ok(());
    }
    let counted: Vec<(&String, &WordSectionCount)> =
        counted.iter().filter(|(word, _)| word.len() <= LONGEST && is_printable_word(word)).collect();
    let words: Vec<&str> = counted.iter().map(|(word, _)| word.as_str()).collect();
    let stems: Vec<&str> = counted.iter().map(|(_, count)| count.stem.as_str()).collect();
    let normal: Vec<bool> = counted.iter().map(|(_, count)| count.natural).collect();
    let mark = project::project_word_prefix(&place.key);
    let terms: Vec<i32> = counted.iter().map(|(_, count)| hash_stem_to_number(&mark, &count.stem)).collect();
    let numbers: Vec<i64> = counted.iter().map(|(_, count)| i64::from(count.sections)).collect();
    transaction
        .execute(
            "INSERT INTO ctx.word AS w (project, team, word, stem, term, normal, n) SELECT $1::text::uuid, $2, * FROM \
             unnest($3::text[], $4::text[], $5::integer[], $6::boolean[], $7::bigint[]) AS new (word, stem, term, normal, n) ORDER BY new.word COLLATE \"C\" \
             ON CONFLICT (project, word) DO UPDATE SET n = w.n + excluded.n, normal = w.normal OR excluded.normal",
            &[&place.key, &place.team, &words, &stems, &terms, &normal, &numbers],
        )
        .map(drop)
}

/// The hub takes no word that hides something or breaks a line.
fn is_printable_word(word: &str) -> bool {
    word.chars().all(|c| !c.is_control() && ctx_text::visible_char(c) == Some(c))
}
