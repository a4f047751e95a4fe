//! `Config`: `ctx.toml` and the defaults. A file that cannot be read is reported, never fatal.

use serde::Deserialize;

use crate::error::CaptureError;

use ctx_digest::readers::flat::{self, CompiledReader};
use ctx_digest::{Budgets, HostContextCapacity};
use ctx_model::env::Env;
use ctx_secrets::{Masker, UserRules};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How many bytes each kind of output may take.
    pub show: Budgets,
    pub retention: RetentionSettings,
    pub hooks: HookSettings,
    pub secrets: SecretSettings,
    pub hub: HubSettings,
    pub fold: FoldSettings,
    /// What models cost, by their names: dollars for a million tokens.
    pub prices: std::collections::BTreeMap<String, crate::prices::TokenPrice>,
    /// Readers for tools that ctx does not know; `ctx store FILE --explain` tries them out.
    reader: Vec<toml::Table>,
    #[serde(skip)]
    source: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetentionSettings {
    /// Bytes older than this are deleted.
    pub days: u32,
    /// Above this many stored megabytes the oldest bytes are deleted.
    pub megabytes: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HookSettings {
    /// A tool's answer above this many bytes is replaced by its digest; 0 for never.
    pub replace_above: usize,
}

/// How conversations are folded, wherever they are.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FoldSettings {
    pub strength: ctx_fold::FoldStrength,
}

/// The user's own rules for secrets, and exceptions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SecretSettings {
    pub rule: Vec<SecretRule>,
    /// Patterns of values that are shown although they look like secrets.
    pub allow: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretRule {
    pub name: String,
    /// Its first group, or all of it, is masked.
    pub pattern: String,
}

/// The store that a team shares; without a url, and without $CTX_HUB, there is none.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HubSettings {
    /// `postgres://USER@HOST/DATABASE`, without the password.
    pub url: Option<String>,
    /// The name of this machine there.
    pub name: Option<String>,
    /// For a user who belongs to several.
    pub team: Option<String>,
    /// Prints the password.
    pub password_command: Option<String>,
    /// Raw bytes travel as well, sealed with the team's key.
    pub raw: bool,
    /// Prints the team's key.
    pub key_command: Option<String>,
}

impl Default for HookSettings {
    fn default() -> HookSettings {
        HookSettings { replace_above: 4096 }
    }
}

impl Default for RetentionSettings {
    fn default() -> RetentionSettings {
        RetentionSettings { days: 30, megabytes: 2048 }
    }
}

impl Config {
    /// The configuration, and the error in its file, if any. Budgets that nobody has set follow the host's room.
    pub fn load_or_defaults(env: &Env) -> (Config, Option<String>) {
        let (mut config, problem) = Config::from_file(env);
        if config.show == Budgets::default()
            && let Some((variable, percent)) = Env::agent_output_limit_percent()
        {
            config.show = config.show.scaled_for_host(HostContextCapacity { variable, percent });
        }
        (config, problem)
    }

    fn from_file(env: &Env) -> (Config, Option<String>) {
        let Some(file) = &env.config_file else { return (Config::default(), None) };
        let text = match read_settings_text(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Config::default(), None),
            Err(error) => return (Config::default(), Some(format!("{}: {error}", file.display()))),
        };
        match toml::from_str::<Config>(&text) {
            Ok(config) => (Config { source: text, ..config }, None),
            Err(error) => {
                let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
                let problem = format!("{}:{line}: {}; using the defaults", file.display(), error.message());
                (Config::default(), Some(problem))
            }
        }
    }
}

/// Settings are a file of moderate size: what another process would have to write first is not waited for.
fn read_settings_text(file: &std::path::Path) -> std::io::Result<String> {
    use std::io::{Error, Read};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    const LARGEST: u64 = 4 << 20;
    let opened = std::fs::OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(file)?;
    let meta = opened.metadata()?;
    if !meta.is_file() && !meta.file_type().is_char_device() {
        return Err(Error::other("is not a file; using the defaults"));
    }
    let mut text = String::new();
    opened.take(LARGEST + 1).read_to_string(&mut text)?;
    match text.len() as u64 > LARGEST {
        true => Err(Error::other("is too large for settings; using the defaults")),
        false => Ok(text),
    }
}

impl Config {
    /// A masker by ctx's rules, the user's own and the variables of this environment; and errors in the rules.
    pub fn masker(&self, env: &Env) -> (Masker, Vec<String>) {
        let rules = self.secrets.rule.iter().map(|rule| (rule.name.as_str(), rule.pattern.as_str()));
        let (own, problems) = UserRules::new(rules, self.secrets.allow.iter().map(String::as_str));
        (Masker::with_store_and_rules(env.secret_variable_values(), env.store_dir.as_deref(), own), problems)
    }

    /// The user's own readers, compiled; an error names the row.
    pub fn compile_readers(&self) -> Result<Vec<CompiledReader>, String> {
        if self.reader.is_empty() {
            return Ok(Vec::new());
        }
        flat::parse_reader_rows(&self.source)
    }
}

/// The text of a ctx.toml with one setting of a table changed, added or taken out.
pub fn change_setting(text: &str, table: &str, key: &str, value: Option<&str>) -> Result<String, CaptureError> {
    let broken = |error: toml_edit::TomlError| CaptureError::Settings(format!("ctx.toml: {}", error.message()));
    let mut document: toml_edit::DocumentMut = text.parse().map_err(broken)?;
    match value {
        Some(value) => document.entry(table).or_insert(toml_edit::table())[key] = toml_edit::value(value),
        None => {
            let known = document.get_mut(table).and_then(toml_edit::Item::as_table_like_mut);
            known.and_then(|table| table.remove(key));
        }
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_setting_changes_and_the_rest_stays() {
        let text = "# mine\n[retention]\ndays = 7\n";
        let added = change_setting(text, "hub", "url", Some("postgres://a@b/c")).unwrap();
        assert_eq!(added, "# mine\n[retention]\ndays = 7\n\n[hub]\nurl = \"postgres://a@b/c\"\n");
        let changed =
            change_setting(&added.replace("[hub]", "[hub]\nteam = \"x\""), "hub", "url", Some("y\"z")).unwrap();
        let config: Config = toml::from_str(&changed).unwrap();
        assert_eq!((config.hub.url.as_deref(), config.hub.team.as_deref()), (Some("y\"z"), Some("x")));
        let gone = change_setting(&changed, "hub", "url", None).unwrap();
        assert!(!gone.contains("url") && gone.contains("# mine") && gone.contains("team"));
    }

    #[test]
    fn a_part_of_the_file_is_enough() {
        let config: Config = toml::from_str("[retention]\ndays = 7\n").unwrap();
        assert_eq!((config.retention.days, config.retention.megabytes, config.show), (7, 2048, Budgets::default()));
        assert!(toml::from_str::<Config>("retentoin = 1").is_err());
    }
}
