//! Who we are on the hub, and the connection to it.

use std::collections::HashMap;

use super::client::{DbResult, HubDatabaseClient, Transaction};
use super::connect::HubAddress;
use super::error::HubError;
use super::schema::{InitOptions, InitResult};
use super::seal::TeamCipher;
use super::{project, schema};

use ctx_capture::Config;
use ctx_model::env::host_name;
use ctx_model::{Env, Result, unix_time_ms};
use ctx_store::{HubIdentityAndLastAttempts, Store};

/// A connection to the hub, and who we are there.
pub struct Hub {
    pub(super) client: HubDatabaseClient,
    pub team: String,
    pub me: HubIdentityAndLastAttempts,
    /// With it raw bytes travel, too.
    pub(super) seal: Option<TeamCipher>,
    /// Whether this user writes anywhere in the team; a reader is known to nobody there.
    pub writes: bool,
    /// Machines that a person here trusts, by their ids.
    pub(super) trusted: Vec<String>,
    /// Keys of projects that were asked for, by their names.
    pub(super) keys: HashMap<String, String>,
}

/// A connection for which it is not said yet who we are.
pub struct UnidentifiedConnection {
    client: HubDatabaseClient,
    team: String,
    writes: bool,
}

impl UnidentifiedConnection {
    pub fn load_hub_identity(self, store: &mut Store) -> Result<Hub> {
        let (me, trusted) = (store.ensure_hub_identity()?, store.trusted_machines()?);
        let UnidentifiedConnection { client, team, writes } = self;
        Ok(Hub { client, team, me, seal: None, writes, trusted, keys: HashMap::new() })
    }
}

/// `$CTX_HUB`, else `[hub] url`.
pub fn hub_address(env: &Env, config: &Config) -> Result<Option<HubAddress>> {
    let url =
        env.user_named_environment_variable("CTX_HUB").filter(|url| !url.is_empty()).or_else(|| config.hub.url.clone());
    url.map(|url| HubAddress::parse(&url, config.hub.password_command.as_deref())).transpose()
}

/// Makes or migrates a hub's tables.
pub fn init_hub(env: &Env, address: &HubAddress, wish: &InitOptions<'_>) -> Result<InitResult> {
    schema::create_or_migrate_tables(&mut address.connect(env)?, wish)
}

/// The default name of a machine: its host name.
fn default_machine_name() -> String {
    clean_machine_name(host_name().split('.').next().unwrap_or_default())
}

/// A name that can stand in a reference: `laptop/k7f2qa`.
pub fn clean_machine_name(name: &str) -> String {
    let tidy: String = name
        .to_ascii_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
        .collect();
    let ends = ['-', '.', '_'];
    let tidy = ctx_text::truncate_at_char_boundary(tidy.trim_matches(ends), 40).trim_end_matches(ends);
    if tidy.is_empty() { "machine".to_owned() } else { tidy.to_owned() }
}

impl Hub {
    /// Connects to the hub of this user, for reading.
    pub fn open(env: &Env, config: &Config, store: &mut Store) -> Result<Hub> {
        Hub::connect_before_identifying(env, config)?.load_hub_identity(store)
    }

    pub fn connect_to_address(env: &Env, config: &Config, store: &mut Store, address: &HubAddress) -> Result<Hub> {
        Hub::connect_unidentified(env, config, address)?.load_hub_identity(store)
    }

    /// Connects without the store: it takes as long as opening that does.
    pub fn connect_before_identifying(env: &Env, config: &Config) -> Result<UnidentifiedConnection> {
        Hub::connect_unidentified(env, config, &hub_address(env, config)?.ok_or(HubError::NoHub)?)
    }

    fn connect_unidentified(env: &Env, config: &Config, address: &HubAddress) -> Result<UnidentifiedConnection> {
        let mut client = address.connect(env)?;
        schema::check_schema_version(&mut client)?;
        // Compiling a statement takes longer than any of ours runs.
        let row = client
            .query_typed_one("SELECT ctx.all_teams(), ctx.writing_teams(), set_config('jit', 'off', false)", &[])?;
        let (teams, writing): (Vec<String>, Vec<String>) = (row.get(0), row.get(1));
        let team = match (&config.hub.team, teams.as_slice()) {
            (Some(team), teams) if teams.contains(team) => team.clone(),
            (Some(team), _) => return Err(HubError::NotInTeam(team.clone()).into()),
            (None, [only]) => only.clone(),
            (None, []) => return Err(HubError::NoTeam.into()),
            (None, several) => return Err(HubError::SeveralTeams(several.to_vec()).into()),
        };
        let writes = writing.contains(&team);
        Ok(UnidentifiedConnection { client, team, writes })
    }

    /// A transaction in which rows of our own may be changed.
    pub(super) fn begin_own_transaction(&mut self) -> DbResult<Transaction<'_>> {
        let origin = self.own_origin_id();
        let mut transaction = self.client.transaction()?;
        transaction.execute(
            "SELECT set_config('ctx.origin', $1, true), set_config('ctx.key', $2, true)",
            &[&origin, &self.me.key],
        )?;
        Ok(transaction)
    }

    pub(super) fn own_origin_id(&self) -> String {
        project::hex_to_uuid(&self.me.origin)
    }

    /// The key of a project of the team, by its name: the hub makes it of a secret that only the team's members may use.
    pub fn project_key(&mut self, name: &str) -> Result<String> {
        if let Some(key) = self.keys.get(name) {
            return Ok(key.clone());
        }
        let row = self.client.query_one("SELECT ctx.project_key($1, $2)::text", &[&self.team, &name])?;
        let key: Option<String> = row.get(0);
        let key = key.ok_or_else(|| HubError::UnknownTeam(self.team.clone()))?;
        self.keys.insert(name.to_owned(), key.clone());
        Ok(key)
    }

    /// Makes ourselves known, under the name that is wanted or one like it; the name.
    pub fn register_machine(&mut self, store: &mut Store, wanted: Option<&str>) -> Result<String> {
        let base = clean_machine_name(
            &wanted.map(str::to_owned).or_else(|| self.me.name.clone()).unwrap_or_else(default_machine_name),
        );
        let name = self.insert_or_rename_machine_row(&base, wanted.is_some())?;
        let name = name.ok_or(HubError::NotTaken)?;
        if self.me.name.as_deref() != Some(&name) {
            self.me.name = Some(name.clone());
            store.save_machine_name_and_sync_result(&self.me)?;
        }
        Ok(name)
    }
}

impl Hub {
    /// None where a row with our id is not ours.
    fn insert_or_rename_machine_row(&mut self, base: &str, wanted: bool) -> DbResult<Option<String>> {
        let (origin, team, key, now) = (self.own_origin_id(), self.team.clone(), self.me.key.clone(), unix_time_ms());
        let version = env!("CARGO_PKG_VERSION");
        let mut transaction = self.begin_own_transaction()?;
        let known = transaction.query_opt("SELECT name FROM ctx.origin WHERE id = $1::text::uuid", &[&origin])?;
        if let Some(row) = &known {
            let name: String = row.get(0);
            let seen = transaction.execute(
                "UPDATE ctx.origin SET seen_at = $2, version = $3 WHERE id = $1::text::uuid AND id = ctx.me()",
                &[&origin, &now, &version],
            )?;
            if seen == 0 {
                return Ok(None);
            }
            if !wanted || name == base {
                transaction.commit()?;
                return Ok(Some(name));
            }
        }
        let reserved: bool = transaction.query_one("SELECT ctx.reserved($1)", &[&base])?.get(0);
        let base = if reserved { format!("{base}-machine") } else { base.to_owned() };
        let mut name = base.clone();
        for number in 2..10_000 {
            // Names that look alike are one: the database folds them.
            let done = match known.is_some() {
                true => transaction.execute(
                    "UPDATE ctx.origin SET name = $2 WHERE id = $1::text::uuid \
                     AND NOT EXISTS (SELECT 1 FROM ctx.origin WHERE team = $3 AND folded = ctx.fold($2) AND id <> $1::text::uuid)",
                    &[&origin, &name, &team],
                )?,
                false => transaction.execute(
                    "INSERT INTO ctx.origin (id, team, name, key, version, seen_at) \
                     VALUES ($1::text::uuid, $2, $3, sha256(convert_to($4, 'UTF8')), $5, $6) ON CONFLICT DO NOTHING",
                    &[&origin, &team, &name, &key, &version, &now],
                )?,
            };
            if done == 1 {
                transaction.commit()?;
                return Ok(Some(name));
            }
            name = format!("{base}-{number}");
        }
        Ok(None)
    }
}
