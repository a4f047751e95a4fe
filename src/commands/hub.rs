//! `ctx hub`: one memory for many machines, in a Postgres that a team shares.

mod machines;

use std::path::{Path, PathBuf};

use serde_json::json;

use machines::{ask_about_new_machines, machine_json};

use crate::error::Context as _;
use crate::hub::{self, Hub, HubAddress, InitOptions, background_sync, project};
use crate::ui::{format_age, format_count, format_size};
use crate::{Context, Error, ExitStatus, Result};
use ctx_agents::transcripts::exported::HEADER;
use ctx_model::unix_time_ms;
use ctx_store::Store;

/// Share entries with other machines through a Postgres
#[derive(clap::Args)]
#[command(after_help = include_str!("help/hub.txt"))]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    Init(InitArgs),
    /// Use this hub from now on; the password stays in PGPASSWORD, ~/.pgpass or [hub] password_command
    Join {
        /// postgres://USER@HOST/DATABASE
        url: String,
        /// Name of this machine on the hub (default: its host name)
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
    },
    /// Let this project, or another, leave for the hub
    Share {
        /// The project's directory
        #[arg(value_name = "PROJECT")]
        project: Option<PathBuf>,
    },
    /// Let nothing more of a project leave
    Unshare {
        /// The project's directory
        #[arg(value_name = "PROJECT")]
        project: Option<PathBuf>,
        /// Delete what this machine sent of it, too
        #[arg(long)]
        forget: bool,
    },
    /// Send what waits, and fetch what others decided
    Sync {
        /// Print nothing
        #[arg(long, hide = true)]
        quiet: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show how much waits, the last error, and who else is there
    Status {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Quote what another machine decided to new conversations, with its name
    Trust {
        /// The machine's name on the hub
        #[arg(value_name = "NAME")]
        name: String,
        /// Trust it no more
        #[arg(long)]
        off: bool,
    },
    /// List the database users of the team, what they may do, and their machines
    Members {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Let a database user in no more, or take nothing more from a machine; for the user who made the hub
    Revoke {
        /// The database user
        #[arg(value_name = "USER", required_unless_present = "machine")]
        user: Option<String>,
        /// A machine, by its name on the hub
        #[arg(long, value_name = "NAME", conflicts_with = "user")]
        machine: Option<String>,
        /// Delete everything that the machine sent
        #[arg(long, requires = "machine")]
        forget: bool,
    },
    /// Use no hub any more
    Leave {
        /// Delete everything that this machine sent
        #[arg(long)]
        forget: bool,
    },
    /// Delete what is old on the hub: everybody's for the user who made it, else what this machine sent
    Prune {
        /// Entries older than this go; pinned ones and notes stay
        #[arg(long, value_name = "N")]
        days: u32,
        /// Only this project, by its name on the hub
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
    },
    /// Print everything on the hub as lines that ctx store --import reads
    Export {
        /// Only this project, by its name on the hub
        #[arg(long, value_name = "NAME")]
        project: Option<String>,
    },
}

/// Make or migrate the hub's tables, and let others in
#[derive(clap::Args)]
struct InitArgs {
    /// postgres://USER@HOST/DATABASE
    url: String,
    /// The team that this is about
    #[arg(long, value_name = "TEAM")]
    team: Option<String>,
    /// A database user who may write in the team
    #[arg(long, value_name = "USER")]
    writer: Vec<String>,
    /// A database user who may only read
    #[arg(long, value_name = "USER")]
    reader: Vec<String>,
    /// Let them into this project of the team only, by its name on the hub
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// Split every table that grows into so many parts by project; only when the tables are made
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1024))]
    partitions: Option<u32>,
}

impl Args {
    pub fn run(self, context: &Context) -> Result<ExitStatus> {
        match self.verb {
            Verb::Init(args) => init_hub(context, &args),
            Verb::Join { url, name } => join_hub(context, &url, name.as_deref()),
            Verb::Share { project } => share_project(context, project.as_deref()),
            Verb::Unshare { project, forget } => unshare_project(context, project.as_deref(), forget),
            Verb::Sync { quiet, json } => sync_with_hub(context, quiet, json),
            Verb::Status { json } => print_status(context, json),
            Verb::Trust { name, off } => machines::trust_machine(context, &name, !off),
            Verb::Members { json } => machines::list_members(context, json),
            Verb::Revoke { user, machine, forget } => {
                machines::revoke_access(context, user.as_deref(), machine.as_deref(), forget)
            }
            Verb::Leave { forget } => leave_hub(context, forget),
            Verb::Prune { days, project } => prune_hub(context, days, project.as_deref()),
            Verb::Export { project } => export_hub(context, project.as_deref()),
        }?;
        Ok(ExitStatus::OK)
    }
}

/// The project that is meant: its path as entries have it, and its name elsewhere.
fn project_path_and_name(context: &Context, given: Option<&Path>) -> Result<(String, String)> {
    let directory = match given {
        None => context.current_command_scope().project,
        Some(path) => {
            let real = std::fs::canonicalize(context.env.cwd.join(path)).context(path.display())?;
            ctx_model::scope::git_root(&real).unwrap_or(real)
        }
    };
    Ok((directory.to_string_lossy().into_owned(), project::project_name(&directory)))
}

fn open_hub(context: &Context, store: &mut Store) -> Result<Hub> {
    Hub::open(&context.env, &context.config, store)
}

fn init_hub(context: &Context, args: &InitArgs) -> Result<()> {
    let address = HubAddress::parse(&args.url, context.config.hub.password_command.as_deref())?;
    let wish = InitOptions {
        team: args.team.as_deref(),
        writers: &args.writer,
        readers: &args.reader,
        project: args.project.as_deref(),
        partitions: args.partitions,
    };
    let made = hub::init_hub(&context.env, &address, &wish)?;
    for note in &made.notes {
        context.ui.warn(note);
    }
    let done = if made.applied > 0 { "made" } else { "is up to date" };
    context.ui.print(&format!("hub {} {done}; ctx hub join URL uses it\n", address.without_password()));
    Ok(())
}

fn join_hub(context: &Context, url: &str, name: Option<&str>) -> Result<()> {
    let address = HubAddress::parse(url, context.config.hub.password_command.as_deref())?;
    if address.has_password() {
        return Err(Error::usage("the address holds a password, which would stand in ctx.toml")
            .with_hint("leave it out; it belongs in PGPASSWORD, ~/.pgpass or [hub] password_command"));
    }
    let mut store = context.open_store()?;
    let mut there = Hub::connect_to_address(&context.env, &context.config, &mut store, &address)?;
    // A reader sends nothing, so nobody needs to know it.
    let name = match there.writes {
        true => Some(there.register_machine(&mut store, name.or(context.config.hub.name.as_deref()))?),
        false => None,
    };
    if context.config.hub.url.as_deref() != Some(url) {
        hub::save_hub_url(context, Some(url))?;
        // Another hub may have nothing of what was sent to the last one.
        store.queue_all_for_resend()?;
    }
    let (place, team) = (address.without_password(), &there.team);
    let Some(name) = name else {
        context.ui.print(&format!("joined {place} as a reader (team {team}): nothing is sent from here\n"));
        return Ok(());
    };
    context.ui.print(&format!("joined {place} as {name} (team {team})\n"));
    if store.shared_projects()?.is_empty() {
        context.ui.print("nothing is shared yet: ctx hub share, in a project\n");
    }
    Ok(())
}

fn share_project(context: &Context, given: Option<&Path>) -> Result<()> {
    let mut store = context.open_store()?;
    let (project, name) = project_path_and_name(context, given)?;
    let waits = store.share_project(&project, &name)?;
    let entries = format_count(waits, "entry");
    context.ui.print(&format!("sharing {project} as {name}: {entries} to send; ctx hub sync sends now\n"));
    Ok(())
}

fn unshare_project(context: &Context, given: Option<&Path>, forget: bool) -> Result<()> {
    let mut store = context.open_store()?;
    let (project, name) = project_path_and_name(context, given)?;
    if forget {
        let gone = open_hub(context, &mut store)?.withdraw_own_entries(Some(&name))?;
        context.ui.print(&format!("deleted {} of {name} on the hub\n", format_count(gone, "entry")));
    }
    if !store.unshare_project(&project)? && !forget {
        let hint = "ctx hub status lists what is";
        return Err(Error::not_found(format_args!("{project} is not shared")).with_hint(hint));
    }
    context.ui.print(&format!("nothing more of {project} leaves\n"));
    Ok(())
}

fn sync_with_hub(context: &Context, quiet: bool, as_json: bool) -> Result<()> {
    let mut store = context.open_store()?;
    // In the background one at a time: whoever sends now sends all that waits.
    let lock = store.take_hub_lock(!quiet);
    if lock.is_none() && quiet {
        return Ok(());
    }
    let (masker, go_on) = (context.new_masker(), || false);
    let done = background_sync::push_and_fetch(&context.env, &context.config, &mut store, &masker, &go_on);
    drop(lock);
    let done = done?;
    if as_json {
        let refused: Vec<_> = done.refused.iter().map(|(name, why)| json!({ "project": name, "why": why })).collect();
        context.ui.print_json(&json!({
            "entries": done.entries, "events": done.events, "gone": done.gone, "bytes": done.bytes, "refused": refused,
        }));
    } else if !quiet {
        let gone = if done.gone > 0 { format!(", {} gone", done.gone) } else { String::new() };
        let (entries, events) = (format_count(done.entries, "entry"), format_count(done.events, "event"));
        context.ui.print(&format!("sent {entries}, {events}, {} of new text{gone}\n", format_size(done.bytes)));
        ask_about_new_machines(context, &mut store)?;
    }
    match done.refused.as_slice() {
        [] => Ok(()),
        [(name, why), rest @ ..] => {
            let others = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
            Err(Error::refused(format_args!("the hub takes nothing of {name}: {why}{others}")).with_hint(
                "the other projects were sent; ctx hub unshare stops trying, ctx hub members says who may write",
            ))
        }
    }
}

fn print_status(context: &Context, as_json: bool) -> Result<()> {
    let mut store = context.open_store()?;
    let address = hub::hub_address(&context.env, &context.config)?;
    let (behind, shared) = (store.unsent_count()?, store.shared_projects()?);
    let others = match address {
        Some(_) => open_hub(context, &mut store).and_then(|mut hub| hub.list_machines()),
        None => Ok(Vec::new()),
    };
    let (state, now, trusted) = (store.hub_identity_and_sync_state()?, unix_time_ms(), store.trusted_machines()?);
    let error = others.as_ref().err().map(ToString::to_string).or_else(|| state.error.clone());
    if as_json {
        let machines: Vec<_> = others.iter().flatten().map(|other| machine_json(other, &trusted)).collect();
        let shared: Vec<_> = shared.iter().map(|(path, name)| json!({ "path": path, "name": name })).collect();
        context.ui.print_json(&json!({
            "url": address.as_ref().map(HubAddress::without_password), "name": state.name, "behind": behind, "synced_at_ms": state.synced_at,
            "error": error, "failed_at_ms": state.failed_at, "shared": shared, "machines": machines,
        }));
        return Ok(());
    }
    let mut page = match &address {
        Some(address) => {
            let name = state.name.as_deref().map_or(String::new(), |name| format!(" as {name}"));
            format!("hub {}{name}\n", address.without_password())
        }
        None => "no hub; ctx hub join URL, or set CTX_HUB\n".to_owned(),
    };
    let synced = state.synced_at.map_or("never".to_owned(), |at| format_age(now.saturating_sub(at)));
    page.push_str(&format!("{} to send · last sync {synced}\n", format_count(behind, "change")));
    if let Some(error) = error {
        let again = if state.next_at > now {
            format!(" (next try in {} s)", (state.next_at - now) / 1000 + 1)
        } else {
            String::new()
        };
        page.push_str(&format!("last error: {error}{again}\n"));
    }
    for (path, name) in &shared {
        page.push_str(&format!("shared: {path} as {name}\n"));
    }
    for other in others.iter().flatten().filter(|other| !other.is_me) {
        let trust = match (other.revoked, trusted.contains(&other.id)) {
            (true, _) => "revoked",
            (_, true) => "trusted",
            _ => "not trusted",
        };
        let seen = format_age(now.saturating_sub(other.seen_at));
        page.push_str(&format!("\"{}\" · ctx {} · {seen} · {trust}\n", other.name, other.version));
    }
    context.ui.print_wrapped(&page);
    Ok(())
}

fn leave_hub(context: &Context, forget: bool) -> Result<()> {
    let mut store = context.open_store()?;
    if forget {
        let gone = open_hub(context, &mut store)?.withdraw_own_entries(None)?;
        context.ui.print(&format!("deleted {} on the hub\n", format_count(gone, "entry")));
    }
    store.leave_hub()?;
    if context.config.hub.url.is_some() {
        hub::save_hub_url(context, None)?;
    }
    context.ui.print("left the hub; nothing leaves any more\n");
    Ok(())
}

fn prune_hub(context: &Context, days: u32, project: Option<&str>) -> Result<()> {
    let mut store = context.open_store()?;
    let (entries, texts) = open_hub(context, &mut store)?.prune_old_entries(days, project)?;
    let (entries, texts) = (format_count(entries, "entry"), format_count(texts, "text"));
    context.ui.print(&format!("deleted {entries} and {texts} on the hub\n"));
    Ok(())
}

fn export_hub(context: &Context, project: Option<&str>) -> Result<()> {
    let mut store = context.open_store()?;
    let mut hub = open_hub(context, &mut store)?;
    context.ui.print_json(&json!({ "ctx": HEADER, "version": 1, "masked": true }));
    hub.export_entries(project, &mut |entry| {
        context.ui.print_json(&ctx_memory::export::hub_entry_to_exported(entry).to_json());
        true
    })
}
