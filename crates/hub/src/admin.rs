//! The hub as a whole: who is there, what goes when it is old, what is taken along on the way out.

use super::client::{DbFailure, UPKEEP};
use super::error::HubError;
use super::fetch::{COLUMNS, FROM, entry_from_row};
use super::open::Hub;
use super::schema::remove_user_from_team;
use super::send::{delete_entries_events_and_texts, delete_orphan_texts};
use ctx_model::{Result, unix_time_ms};
use ctx_store::HubEntry;
use ctx_text::collapse_name_to_line;

/// Rows deleted in one transaction.
const STEP: i64 = 500;
/// Rows read at a time.
const PAGE: i64 = 500;
const DAY: i64 = 86_400_000;

/// A machine on the hub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubMachine {
    pub id: String,
    pub name: String,
    pub version: String,
    pub seen_at: i64,
    pub is_me: bool,
    /// The database user who registered it; empty for one from before that was noted.
    pub user: String,
    pub revoked: bool,
}

/// A database user whom the team lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMember {
    pub user: String,
    pub team: String,
    /// Only into this project.
    pub project: Option<String>,
    pub writes: bool,
}

fn refusal_to_owners_only_error(error: DbFailure) -> HubError {
    match error.sql_state() {
        Some("42501") => HubError::OwnersOnly("revokes"),
        _ => HubError::Lost(error),
    }
}

impl Hub {
    /// Who is there, the last one first.
    pub fn list_machines(&mut self) -> Result<Vec<HubMachine>> {
        let me = self.own_origin_id();
        let rows = self
            .client
            .query(
                "SELECT name, left(version, 40), seen_at, id = $2::text::uuid, id::text, role, revoked FROM ctx.origin WHERE team = $1 \
                 ORDER BY seen_at DESC LIMIT 200",
                &[&self.team, &me],
            )?;
        let other = |row: &tokio_postgres::Row| HubMachine {
            name: collapse_name_to_line(row.get(0)),
            version: collapse_name_to_line(row.get(1)),
            seen_at: row.get(2),
            is_me: row.get(3),
            id: row.get(4),
            user: collapse_name_to_line(row.get(5)),
            revoked: row.get(6),
        };
        Ok(rows.iter().map(other).collect())
    }

    /// The machine with this name.
    pub fn find_other_machine(&mut self, name: &str) -> Result<HubMachine> {
        let found = self.list_machines()?.into_iter().find(|other| other.name == name && !other.is_me);
        Ok(found.ok_or_else(|| HubError::UnknownMachine(collapse_name_to_line(name)))?)
    }

    /// Users of the team, and what each may do.
    pub fn list_members(&mut self) -> Result<Vec<TeamMember>> {
        let rows = self
            .client
            .query("SELECT role, team, project, writes FROM ctx.members() WHERE team = $1", &[&self.team])?;
        let member = |row: &tokio_postgres::Row| TeamMember {
            user: collapse_name_to_line(row.get(0)),
            team: collapse_name_to_line(row.get(1)),
            project: row.get::<_, Option<&str>>(2).map(collapse_name_to_line),
            writes: row.get(3),
        };
        Ok(rows.iter().map(member).collect())
    }

    /// Lets a user in no more; for the user who made the hub.
    pub fn revoke_user(&mut self, user: &str) -> Result<()> {
        let team = self.team.clone();
        let mut transaction = self.client.transaction()?;
        if !remove_user_from_team(&mut transaction, &team, user).map_err(refusal_to_owners_only_error)? {
            return Err(HubError::UnknownUser { user: collapse_name_to_line(user), team }.into());
        }
        Ok(transaction.commit()?)
    }

    /// Takes nothing more from a machine, for the user who made the hub; its name stays taken. With `forget` all that it
    /// sent is deleted; how many entries.
    pub fn revoke_machine(&mut self, name: &str, forget: bool) -> Result<u64> {
        let machine = self.find_other_machine(name)?;
        let revoke = "UPDATE ctx.origin SET revoked = true WHERE id = $1::text::uuid";
        if self.client.execute(revoke, &[&machine.id]).map_err(refusal_to_owners_only_error)? == 0 {
            return Err(HubError::OwnersOnly("revokes a machine").into());
        }
        if forget { self.delete_entries_of_origin(&machine.id, None) } else { Ok(0) }
    }

    /// Projects that are there, or the one of this name, with their keys.
    pub fn projects_with_keys(&mut self, only: Option<&str>) -> Result<Vec<(String, String)>> {
        let rows = self.client.query(
            "SELECT name, project::text FROM ctx.project WHERE team = $1 AND ($2::text IS NULL OR name = $2) ORDER BY name",
            &[&self.team, &only],
        )?;
        Ok(rows.iter().map(|row| (collapse_name_to_line(row.get(0)), row.get(1))).collect())
    }

    /// Deletes all that this origin ever sent, of one project or of all, and itself with the last; how many entries.
    pub fn withdraw_own_entries(&mut self, only: Option<&str>) -> Result<u64> {
        let origin = self.own_origin_id();
        let gone = self.delete_entries_of_origin(&origin, only)?;
        if only.is_none() {
            let mut transaction = self.begin_own_transaction()?;
            transaction.execute("DELETE FROM ctx.origin WHERE id = $1::text::uuid", &[&origin])?;
            transaction.commit()?;
        }
        Ok(gone)
    }

    fn delete_entries_of_origin(&mut self, origin: &str, only: Option<&str>) -> Result<u64> {
        let mut gone = 0;
        for (_, key) in self.projects_with_keys(only)? {
            loop {
                let mut transaction = self.begin_own_transaction()?;
                let rows = transaction.query(
                    "SELECT ref FROM ctx.entry WHERE project = $1::text::uuid AND origin = $2::text::uuid LIMIT $3",
                    &[&key, &origin, &STEP],
                )?;
                let refs: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
                if refs.is_empty() {
                    transaction.execute(
                        "DELETE FROM ctx.event WHERE project = $1::text::uuid AND origin = $2::text::uuid",
                        &[&key, &origin],
                    )?;
                } else {
                    delete_entries_events_and_texts(&mut transaction, &key, origin, &refs)?;
                }
                transaction.commit()?;
                gone += refs.len() as u64;
                if refs.is_empty() {
                    break;
                }
            }
        }
        Ok(gone)
    }

    /// Deletes what is older than so many days and not pinned, a few rows at a time: everybody's for the user who made the
    /// hub, else our own. How many entries, and how many texts with them.
    pub fn prune_old_entries(&mut self, days: u32, only: Option<&str>) -> Result<(u64, u64)> {
        self.client.set_answer_deadline(UPKEEP);
        let before = unix_time_ms() - i64::from(days) * DAY;
        let (mut entries, mut texts) = (0, 0);
        for (_, key) in self.projects_with_keys(only)? {
            loop {
                let mut transaction = self.begin_own_transaction()?;
                let rows = transaction.query(
                    "DELETE FROM ctx.entry WHERE project = $1::text::uuid AND (origin, ref) IN (SELECT origin, ref FROM ctx.entry \
                     WHERE project = $1::text::uuid AND started_at < $2 AND NOT pinned AND kind <> 'note' ORDER BY started_at LIMIT $3) RETURNING hash",
                    &[&key, &before, &STEP],
                )?;
                let swept = delete_orphan_texts(&mut transaction, &key, &rows)?;
                if rows.is_empty() {
                    transaction.execute(
                        "DELETE FROM ctx.event WHERE project = $1::text::uuid AND at < $2 AND NOT pinned \
                         AND NOT (category IN ('decision', 'note')) AND NOT (category IN ('task', 'bug', 'error') AND closed_at IS NULL)",
                        &[&key, &before],
                    )?;
                }
                transaction.commit()?;
                (entries, texts) = (entries + rows.len() as u64, texts + swept);
                if rows.is_empty() {
                    break;
                }
            }
        }
        Ok((entries, texts))
    }

    /// Hands every entry of the projects to `each`, with its text, project by project and oldest first.
    pub fn export_entries(&mut self, only: Option<&str>, each: &mut dyn FnMut(&HubEntry) -> bool) -> Result<()> {
        for (name, key) in self.projects_with_keys(only)? {
            let (mut origin, mut after) = ("00000000-0000-0000-0000-000000000000".to_owned(), String::new());
            loop {
                let rows = self
                    .client
                    .query(
                        &format!(
                            "SELECT {COLUMNS} FROM {FROM} WHERE e.project = $1::text::uuid AND (e.origin, e.ref) > ($2::text::uuid, $3) \
                             ORDER BY e.origin, e.ref LIMIT $4"
                        ),
                        &[&key, &origin, &after, &PAGE],
                    )?;
                let Some(last) = rows.last() else { break };
                (origin, after) = (last.get(0), last.get(2));
                for row in &rows {
                    let Some(mut came) = entry_from_row(row, "", &name) else { continue };
                    if let Some(hash) = &came.hash {
                        // A text that is not what was sent stays there.
                        came.entry.text = self.fetch_verified_text(&key, row.get(0), hash)?;
                    }
                    if !each(&came.entry) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}
