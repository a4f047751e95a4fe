//! Other machines and users of the hub: who is trusted, who may write, who is let in no more.

use serde_json::{Value, json};

use super::open_hub;
use crate::ui::format_count;
use crate::{Context, Result, hub, input};
use ctx_model::unix_time_ms;
use ctx_store::Store;

/// Asks a person about machines that sent something for the first time; where nobody can answer, names them.
pub(super) fn ask_about_new_machines(context: &Context, store: &mut Store) -> Result<()> {
    let undecided = store.undecided_machines()?;
    let Some((first, _)) = undecided.first() else { return Ok(()) };
    if !(context.env.stdin_is_terminal && context.env.stdout_is_terminal) {
        let names: Vec<&str> = undecided.iter().map(|(name, _)| name.as_str()).take(5).collect();
        let more = if undecided.len() > names.len() { ", …" } else { "" };
        context.ui.print(&format!(
            "not trusted yet: {}{more}; what they decide is told to no conversation: ctx hub trust {first}\n",
            names.join(", ")
        ));
        return Ok(());
    }
    for (name, id) in &undecided {
        let question =
            format!("\"{name}\" sent something for the first time. Quote what it decides to new conversations here?");
        let trusted = input::ask_to_confirm(context, &question)?;
        store.set_machine_trust(id, name, trusted, unix_time_ms())?;
    }
    Ok(())
}

pub(super) fn trust_machine(context: &Context, name: &str, trusted: bool) -> Result<()> {
    let mut store = context.open_store()?;
    let machine = open_hub(context, &mut store)?.find_other_machine(name)?;
    store.set_machine_trust(&machine.id, &machine.name, trusted, unix_time_ms())?;
    let user = if machine.user.is_empty() { String::new() } else { format!(" (database user {})", machine.user) };
    context.ui.print(&match trusted {
        true => {
            format!("\"{}\"{user} is trusted: what it decides is quoted to new conversations here\n", machine.name)
        }
        false => format!("\"{}\"{user} is not trusted: what it decides is told to no conversation\n", machine.name),
    });
    Ok(())
}

pub(super) fn list_members(context: &Context, as_json: bool) -> Result<()> {
    let mut store = context.open_store()?;
    let mut hub = open_hub(context, &mut store)?;
    let (members, machines) = (hub.list_members()?, hub.list_machines()?);
    if as_json {
        let members: Vec<_> = members
            .iter()
            .map(|one| json!({ "user": one.user, "team": one.team, "project": one.project, "writes": one.writes }))
            .collect();
        let trusted = store.trusted_machines()?;
        let machines: Vec<_> = machines.iter().map(|one| machine_json(one, &trusted)).collect();
        context.ui.print_json(&json!({ "team": hub.team, "members": members, "machines": machines }));
        return Ok(());
    }
    let mut page = format!("team {}\n", hub.team);
    for one in &members {
        let may = if one.writes { "writes" } else { "reads" };
        let only = one.project.as_ref().map_or(String::new(), |name| format!(" only {name}"));
        let own: Vec<String> =
            machines.iter().filter(|machine| machine.user == one.user).map(quote_machine_name).collect();
        let own = if own.is_empty() { String::new() } else { format!(" · {}", own.join(", ")) };
        page.push_str(&format!("{} · {may}{only}{own}\n", one.user));
    }
    let known = |user: &str| members.iter().any(|one| one.user == user);
    for machine in machines.iter().filter(|machine| !known(&machine.user)) {
        page.push_str(&format!("{} · of no user of the team any more\n", quote_machine_name(machine)));
    }
    context.ui.print_wrapped(&page);
    Ok(())
}

/// A machine as `--json` tells of it.
pub(super) fn machine_json(one: &hub::HubMachine, trusted: &[String]) -> Value {
    json!({
        "name": one.name, "user": one.user, "version": one.version, "seen_at_ms": one.seen_at, "me": one.is_me,
        "trusted": trusted.contains(&one.id), "revoked": one.revoked,
    })
}

fn quote_machine_name(machine: &hub::HubMachine) -> String {
    let revoked = if machine.revoked { " (revoked)" } else { "" };
    format!("\"{}\"{revoked}", machine.name)
}

pub(super) fn revoke_access(context: &Context, user: Option<&str>, machine: Option<&str>, forget: bool) -> Result<()> {
    let mut store = context.open_store()?;
    let mut hub = open_hub(context, &mut store)?;
    if let Some(user) = user {
        hub.revoke_user(user)?;
        context.ui.print(&format!(
            "{user} is let in no more; what its machines sent stays: ctx hub revoke --machine NAME --forget\n"
        ));
    }
    if let Some(name) = machine {
        let gone = hub.revoke_machine(name, forget)?;
        let gone = if forget { format!("; deleted {}", format_count(gone, "entry")) } else { String::new() };
        context.ui.print(&format!("nothing more is taken from \"{name}\"{gone}\n"));
    }
    Ok(())
}
