//! The way to the database: the URL, who one is there, and how much of TLS is asked for.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use postgres::{Client, Config, NoTls};

use super::tls::{Connector, Trust};
use crate::env::Env;
use crate::error::{Context, Error, Result};

/// A hub that does not answer within this time is down.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes that nobody acknowledges for this long end the connection.
const SILENCE: Duration = Duration::from_secs(20);

/// Where the hub is, as far as it may be told.
#[derive(Clone, Debug)]
pub struct Address {
    url: String,
    mode: Mode,
    root: Option<PathBuf>,
    password_command: Option<String>,
}

/// libpq's sslmode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Address {
    pub fn parse(url: &str, password_command: Option<&str>) -> Result<Address> {
        let bad = |why: &dyn std::fmt::Display| {
            Error::usage(format_args!("invalid hub URL: {why}"))
                .hint("use postgres://USER@HOST:5432/DATABASE?sslmode=verify-full")
        };
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(bad(&"it does not begin with postgres://"));
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut root, mut kept) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').unwrap_or((pair, "")) {
                ("sslmode", value) => mode = Some(Mode::named(value).ok_or_else(|| bad(&format!("sslmode={value}")))?),
                ("sslrootcert", value) => root = Some(PathBuf::from(value.replace("%2F", "/").replace("%2f", "/"))),
                _ => kept.push(pair),
            }
        }
        let url = if kept.is_empty() { base.to_owned() } else { format!("{base}?{}", kept.join("&")) };
        let config: Config = url.parse().map_err(|error: postgres::Error| bad(&cause(&error)))?;
        let local = config.get_hosts().iter().all(|host| match host {
            postgres::config::Host::Tcp(name) => {
                name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
            }
            postgres::config::Host::Unix(_) => true,
        });
        // Over a network, only who proves to be the host that was named is told anything.
        let mode = mode.unwrap_or(if local { Mode::Prefer } else { Mode::VerifyFull });
        Ok(Address { url, mode, root, password_command: password_command.map(str::to_owned) })
    }

    fn config(&self) -> Result<Config> {
        self.url.parse().map_err(|error: postgres::Error| Error::usage(cause(&error)))
    }

    /// Whether the URL itself holds a password.
    pub fn has_password(&self) -> bool {
        self.config().is_ok_and(|config| config.get_password().is_some())
    }

    /// The address without a password, for people.
    pub fn shown(&self) -> String {
        let base = self.url.split('?').next().unwrap_or_default();
        match base.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?))) {
            Some((scheme, (user, rest))) => {
                format!("{scheme}://{}@{rest}", user.split(':').next().unwrap_or_default())
            }
            None => base.to_owned(),
        }
    }

    pub fn connect(&self, env: &Env) -> Result<Client> {
        let mut config = self.config()?;
        config.connect_timeout(PATIENCE).tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        config.application_name(concat!("ctx ", env!("CARGO_PKG_VERSION")));
        if config.get_password().is_none()
            && let Some(password) = self.password(env, &config)?
        {
            config.password(password);
        }
        let connected = match self.mode {
            Mode::Disable => config.ssl_mode(postgres::config::SslMode::Disable).connect(NoTls),
            mode => {
                let trust = match mode {
                    Mode::VerifyFull => Trust::Host,
                    Mode::VerifyCa => Trust::Authority,
                    _ => Trust::Anybody,
                };
                let wanted = match mode {
                    Mode::Prefer => postgres::config::SslMode::Prefer,
                    _ => postgres::config::SslMode::Require,
                };
                config.ssl_mode(wanted).connect(Connector::new(trust, self.root.as_deref())?)
            }
        };
        connected.map_err(|error| self.explain(&error))
    }

    fn explain(&self, error: &postgres::Error) -> Error {
        let refused = error.code().is_some_and(|code| code.code().starts_with("28"));
        let hint = match refused {
            true => "check the password: PGPASSWORD, ~/.pgpass or [hub] password_command in ctx.toml",
            false => "ctx goes on without it, and sends what waits when it answers; ctx hub status",
        };
        Error::absent(format_args!("the hub {}: {}", self.shown(), cause(error))).hint(hint)
    }

    /// PGPASSWORD, the command of ctx.toml, or a line of the password file.
    fn password(&self, env: &Env, config: &Config) -> Result<Option<String>> {
        if let Some(password) = env.variable("PGPASSWORD") {
            return Ok(Some(password));
        }
        if let Some(command) = &self.password_command {
            return told_by(command, "password_command").map(Some);
        }
        let file = env.variable("PGPASSFILE").map(PathBuf::from);
        let Some(file) = file.or_else(|| env.home.as_ref().map(|home| home.join(".pgpass"))) else { return Ok(None) };
        let Ok(text) = std::fs::read_to_string(file) else { return Ok(None) };
        let host = match config.get_hosts().first() {
            Some(postgres::config::Host::Tcp(name)) => name.clone(),
            _ => "localhost".to_owned(),
        };
        let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
        let user = config.get_user().unwrap_or_default();
        let wanted = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
        Ok(text.lines().find_map(|line| password_in(line, &wanted)))
    }
}

/// The line that a command of ctx.toml prints.
pub(super) fn told_by(command: &str, setting: &str) -> Result<String> {
    let output = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .context(format_args!("[hub] {setting}"))?;
    if !output.status.success() {
        return Err(Error::absent(format_args!("[hub] {setting} ended with {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\r', '\n']).to_owned())
}

/// The password of a line `host:port:database:user:password` that is about these.
fn password_in(line: &str, wanted: &[&str; 4]) -> Option<String> {
    let mut fields = vec![String::new()];
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == ':' && fields.len() < 5 {
            fields.push(String::new());
        } else if let Some(field) = fields.last_mut() {
            field.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
    }
    let [host, port, database, user, password] = <[String; 5]>::try_from(fields).ok()?;
    let fits = [host, port, database, user].iter().zip(wanted).all(|(field, wanted)| field == "*" || field == wanted);
    (fits && !line.starts_with('#')).then_some(password)
}

impl Mode {
    fn named(name: &str) -> Option<Mode> {
        Some(match name {
            "disable" => Mode::Disable,
            "allow" | "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            _ => return None,
        })
    }
}

/// The message of the database or the network, in one line.
pub fn cause(error: &postgres::Error) -> String {
    if let Some(db) = error.as_db_error() {
        return format!("{}: {}", db.severity().to_lowercase(), crate::ui::one_line(db.message()));
    }
    let mut text = error.to_string();
    let mut below = std::error::Error::source(error);
    while let Some(error) = below {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        below = error.source();
    }
    crate::ui::one_line(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_as_libpq_has_them_and_safe_without() {
        let mode = |url: &str| Address::parse(url, None).map(|address| address.mode).ok();
        assert_eq!(mode("postgres://me@db.acme.io/ctx"), Some(Mode::VerifyFull));
        assert_eq!(mode("postgres://me@localhost/ctx"), Some(Mode::Prefer));
        assert_eq!(mode("postgres://me@127.0.0.1:5433/ctx"), Some(Mode::Prefer));
        assert_eq!(mode("postgres://me@db.acme.io/ctx?sslmode=require&connect_timeout=3"), Some(Mode::Require));
        assert_eq!(mode("postgres://me@db.acme.io/ctx?sslmode=nonsense"), None);
        assert_eq!(mode("mysql://me@db/ctx"), None);
    }

    #[test]
    fn a_password_is_never_shown() {
        let address = Address::parse("postgres://me:s3cret@db.acme.io:5432/ctx?sslmode=require", None).unwrap();
        assert!(address.has_password());
        assert_eq!(address.shown(), "postgres://me@db.acme.io:5432/ctx");
    }

    #[test]
    fn lines_of_the_password_file() {
        let wanted = ["db", "5432", "ctx", "me"];
        assert_eq!(password_in("db:5432:ctx:me:a\\:b", &wanted).as_deref(), Some("a:b"));
        assert_eq!(password_in("*:*:*:me:p:q", &wanted).as_deref(), Some("p:q"));
        assert_eq!(password_in("db:5433:*:*:p", &wanted), None);
        assert_eq!(password_in("# comment", &wanted), None);
    }
}
