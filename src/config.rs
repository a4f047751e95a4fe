//! `Config`: what `ctx.toml` and the defaults say. A file that cannot be read is reported, never fatal.

use serde::Deserialize;

use crate::env::Env;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Bytes of a summary.
    pub budget: usize,
    pub retention: Retention,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// Bytes older than this go.
    pub days: u32,
    /// Above this many stored megabytes the oldest bytes go.
    pub megabytes: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config { budget: 1500, retention: Retention::default() }
    }
}

impl Default for Retention {
    fn default() -> Retention {
        Retention { days: 30, megabytes: 2048 }
    }
}

impl Config {
    /// The configuration, and what was wrong with its file.
    pub fn load(env: &Env) -> (Config, Option<String>) {
        let Some(file) = &env.config_file else { return (Config::default(), None) };
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Config::default(), None),
            Err(error) => return (Config::default(), Some(format!("{}: {error}", file.display()))),
        };
        match toml::from_str(&text) {
            Ok(config) => (config, None),
            Err(error) => {
                let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
                let problem = format!("{}:{line}: {}; using the defaults", file.display(), error.message());
                (Config::default(), Some(problem))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_file_is_enough() {
        let config: Config = toml::from_str("[retention]\ndays = 7\n").unwrap();
        assert_eq!((config.retention.days, config.retention.megabytes, config.budget), (7, 2048, 1500));
        assert!(toml::from_str::<Config>("retentoin = 1").is_err());
    }
}
