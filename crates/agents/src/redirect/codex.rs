//! Codex: the base address of its model's provider, on the command line before everything that the user wrote there: what
//! stands after a subcommand may be another program's (`codex mcp add NAME PROGRAM …`).

use std::ffi::OsString;

use ctx_shell::is_word_in_list;

use super::{AgentLaunchChanges, AgentLaunchInputs, ProviderAddress, RequestRedirect};
use crate::row::read_text_file;

const OPENAI: &str = "openai";
const USUAL: &str = "https://api.openai.com/v1";
/// With a login instead of a key, Codex asks here.
const WITH_LOGIN: (&str, &str) = ("chatgpt-account-id", "https://chatgpt.com/backend-api/codex");

/// Subcommands that ask no model, or not at the address of the settings.
const WITHOUT_A_MODEL: &str = "a app apply cloud cloud-tasks completion debug doctor execpolicy features generate-ts help login \
    logout mcp plugin responses-api-proxy sandbox stdio-to-uds update";
/// Options before the subcommand whose value is the next word.
const WITH_A_VALUE: &str = "-C -a -c -i -m -p -s --add-dir --ask-for-approval --cd --config --disable --enable --image \
    --local-provider --model --profile --remote --sandbox";

pub const CODEX: RequestRedirect = RequestRedirect {
    addresses: |asked| {
        if asked.text_args().any(|word| word == "--oss") {
            return Err("--oss is a model on this machine, which is asked directly".to_owned());
        }
        let config = read_config_with_overrides(asked);
        let provider = model_provider_name(&config);
        let base = match provider.as_str() {
            OPENAI => config_text_at_path(&config, &["openai_base_url"]),
            name => config_text_at_path(&config, &["model_providers", name, "base_url"]),
        };
        let with_header = (provider == OPENAI && base.is_none()).then_some(WITH_LOGIN);
        let base = match (base, provider.as_str()) {
            (Some(base), _) => base,
            (None, OPENAI) => USUAL.to_owned(),
            (None, name) => return Err(format!("the provider '{name}' has no base_url in Codex's settings")),
        };
        Ok(vec![ProviderAddress { name: provider, base, with_header }])
    },
    apply: |asked, addresses, others| {
        let key = match addresses[0].name.as_str() {
            OPENAI => "openai_base_url".to_owned(),
            name => format!("model_providers.{name}.base_url"),
        };
        let more = ["-c".into(), format!("{key}=\"{}\"", others[0]).into()];
        let at = index_after_same_setting(asked.args, &key);
        let args = [&asked.args[..at], &more, &asked.args[at..]].concat();
        AgentLaunchChanges { variables: Vec::new(), args }
    },
    native: |asked| {
        let alone = find_subcommand_or_prompt(asked).is_some_and(|word| is_word_in_list(WITHOUT_A_MODEL, word));
        alone.then(|| asked.with_variables(Vec::new()))
    },
};

/// The first word that is neither an option nor its value: a subcommand or the prompt.
fn find_subcommand_or_prompt<'a>(asked: &'a AgentLaunchInputs<'_>) -> Option<&'a str> {
    let mut words = asked.text_args();
    while let Some(word) = words.next() {
        match word {
            "--" => return None,
            _ if is_word_in_list(WITH_A_VALUE, word) => drop(words.next()),
            _ if word.starts_with('-') => {}
            _ => return Some(word),
        }
    }
    None
}

/// The place of an overruling setting: of two, Codex believes the last, so it stands after one of the user's that names
/// the same key or a table around it. Without one it stands before everything.
fn index_after_same_setting(args: &[OsString], key: &str) -> usize {
    let end = args.iter().position(|word| word == "--").unwrap_or(args.len());
    let names_it = |pair: &str| {
        let name = pair.split('=').next().unwrap_or_default().trim();
        key == name || key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
    };
    let last = (0..end).rev().find(|&at| {
        let before = at.checked_sub(1).and_then(|before| args[before].to_str());
        let word = args[at].to_str().unwrap_or_default();
        let apart = before.is_some_and(|before| ["-c", "--config"].contains(&before)) && names_it(word);
        apart || word.strip_prefix("--config=").is_some_and(names_it)
    });
    last.map_or(0, |at| at + 1)
}

fn model_provider_name(config: &toml::Table) -> String {
    let profile = config_text_at_path(config, &["profile"]);
    let of_profile = profile.and_then(|profile| config_text_at_path(config, &["profiles", &profile, "model_provider"]));
    of_profile.or_else(|| config_text_at_path(config, &["model_provider"])).unwrap_or_else(|| OPENAI.to_owned())
}

fn config_text_at_path(config: &toml::Table, path: &[&str]) -> Option<String> {
    let (first, rest) = path.split_first()?;
    let value = rest.iter().try_fold(config.get(*first)?, |value, name| value.get(name))?;
    value.as_str().map(str::to_owned)
}

/// The settings with what the command line overrules in them.
fn read_config_with_overrides(asked: &AgentLaunchInputs<'_>) -> toml::Table {
    let file = asked.homes.codex.as_ref().map(|home| home.join("config.toml"));
    let text = file.and_then(|file| read_text_file(&file)).unwrap_or_default();
    let mut config: toml::Table = toml::from_str(&text).unwrap_or_default();
    let mut words = asked.text_args();
    while let Some(word) = words.next() {
        let option = |short: &str, long: &str| match word {
            _ if word == short || word == long => Some(None),
            _ => word.strip_prefix(&format!("{long}=")).map(Some),
        };
        if let Some(given) = option("-c", "--config") {
            let pair = given.or_else(|| words.next()).and_then(|pair| pair.split_once('='));
            if let Some((key, value)) = pair {
                set_config_value(&mut config, key.trim(), value.trim());
            }
        } else if let Some(given) = option("-p", "--profile") {
            if let Some(name) = given.or_else(|| words.next()) {
                config.insert("profile".to_owned(), name.into());
            }
        } else if word == "--" {
            break;
        }
    }
    config
}

/// `a.b=value`, where a value that is not TOML is a text.
fn set_config_value(config: &mut toml::Table, key: &str, value: &str) {
    let parsed = toml::from_str::<toml::Table>(&format!("value = {value}")).ok();
    let value = parsed.and_then(|mut parsed| parsed.remove("value")).unwrap_or_else(|| value.into());
    let mut names: Vec<&str> = key.split('.').collect();
    let Some(last) = names.pop() else { return };
    let mut table = config;
    for name in names {
        let next = table.entry(name).or_insert_with(|| toml::Table::new().into());
        let Some(next) = next.as_table_mut() else { return };
        table = next;
    }
    table.insert(last.to_owned(), value);
}
