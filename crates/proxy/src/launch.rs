//! What an agent is started with so that its requests come through the proxy, and the way from there to its provider.

use std::ffi::OsString;
use std::process::Command;

use super::process::{self, ProxyTask, RunningProxy};
use super::{ProviderRoute, ProxyError};
use ctx_agents::agent::Agent;
use ctx_agents::redirect::{AgentLaunchInputs, ProviderAddress};
use ctx_fetch::Url;
use ctx_model::env::Env;
use ctx_model::error::Result;

/// Starts the proxy of an agent and adds to its command what leads its requests there. An agent whose plugin can fold
/// needs no proxy: then that is added. The proxy, if there is one and it is to be awaited.
pub fn start_proxy_for_agent(
    env: &Env,
    agent: Agent,
    command: &mut Command,
    args: &[OsString],
    is_awaited: bool,
) -> Result<Option<RunningProxy>> {
    let name = agent.name();
    let redirect = agent.row().redirect.as_ref().ok_or(ProxyError::NoWay(name))?;
    let homes = env.agent_homes();
    let variable = |name: &str| env.user_named_environment_variable(name);
    let asked = AgentLaunchInputs { variable: &variable, args, homes: &homes, cwd: &env.cwd };
    if let Some(added) = (redirect.native)(&asked) {
        command.args(added.args).envs(added.variables);
        return Ok(None);
    }
    let addresses = (redirect.addresses)(&asked).map_err(|why| ProxyError::CannotLead { agent: name, why })?;
    let routes = addresses.iter().map(|address| route_to_provider(address, &variable)).collect::<Result<Vec<_>>>()?;
    let started = process::start_proxy_process(&ProxyTask { agent: name.to_owned(), routes, is_awaited })?;
    let others: Vec<String> = (0..addresses.len()).map(|at| format!("{}/{at}", started.address)).collect();
    let added = (redirect.apply)(&asked, &addresses, &others);
    let shows = |secret: &String| added.args.iter().any(|word| word.to_string_lossy().contains(secret.as_str()));
    if started.secret.as_ref().is_some_and(shows) {
        return Err(ProxyError::ShowsSecret(name).into());
    }
    command.args(added.args).envs(added.variables);
    for (name, value) in no_proxy_variables_for_loopback(&variable) {
        command.env(name, value);
    }
    Ok(is_awaited.then_some(started))
}

fn route_to_provider(address: &ProviderAddress, variable: &dyn Fn(&str) -> Option<String>) -> Result<ProviderRoute> {
    let url = Url::parse(&address.base)?;
    let with_header = address.with_header.map(|(name, base)| (name.to_owned(), base.to_owned()));
    Ok(ProviderRoute { base: address.base.clone(), with_header, proxy: find_environment_proxy(&url, variable) })
}

fn variable_in_either_case(variable: &dyn Fn(&str) -> Option<String>, name: &str) -> Option<String> {
    [name.to_ascii_lowercase(), name.to_owned()]
        .iter()
        .find_map(|name| variable(name))
        .filter(|value| !value.is_empty())
}

/// The proxy that the environment names for an address.
fn find_environment_proxy(url: &Url, variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let host = url.host();
    let is_here = ["127.0.0.1", "localhost", "[::1]"].contains(&host);
    let except = variable_in_either_case(variable, "NO_PROXY").unwrap_or_default();
    let is_excepted = except.split(',').map(str::trim).filter(|name| !name.is_empty()).any(|name| {
        let name = name.trim_start_matches('.');
        name == "*" || host == name || host.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'))
    });
    if is_here || is_excepted {
        return None;
    }
    let name = if url.is_secure() { "HTTPS_PROXY" } else { "HTTP_PROXY" };
    variable_in_either_case(variable, name).or_else(|| variable_in_either_case(variable, "ALL_PROXY"))
}

/// Where the environment names a proxy, the way to this machine must not lead there.
fn no_proxy_variables_for_loopback(variable: &dyn Fn(&str) -> Option<String>) -> Vec<(&'static str, String)> {
    let names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    if !names.iter().any(|name| variable_in_either_case(variable, name).is_some()) {
        return Vec::new();
    }
    let known = variable_in_either_case(variable, "NO_PROXY").unwrap_or_default();
    let more =
        ["127.0.0.1", "localhost"].into_iter().filter(|name| !known.split(',').any(|known| known.trim() == *name));
    let all: Vec<&str> = known.split(',').filter(|name| !name.is_empty()).chain(more).collect();
    vec![("NO_PROXY", all.join(",")), ("no_proxy", all.join(","))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_through_a_proxy_of_the_environment() {
        let variable = |name: &str| {
            let set = [("HTTPS_PROXY", "http://proxy:3128"), ("no_proxy", "internal.example, .corp")];
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let proxy = |url: &str| find_environment_proxy(&Url::parse(url).unwrap(), &variable);
        assert_eq!(proxy("https://api.example").as_deref(), Some("http://proxy:3128"));
        for direct in ["http://api.example", "https://internal.example", "https://a.corp", "https://127.0.0.1:1"] {
            assert_eq!(proxy(direct), None, "{direct}");
        }
        assert_eq!(no_proxy_variables_for_loopback(&variable)[0].1, "internal.example, .corp,127.0.0.1,localhost");
        assert!(no_proxy_variables_for_loopback(&|_| None).is_empty());
    }
}
