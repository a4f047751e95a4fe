//! The way to the database: the URL, who one is there, and how much of TLS is asked for.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use tokio::net::{TcpStream, UnixStream};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config, NoTls};

use super::auth_watcher::{AuthWatcher, HubSocket, WatchState};
use super::client::{ANSWER, CONNECT, DbFailure, DbResult, HubDatabaseClient, connect_on_own_runtime, with_deadline};
use super::error::HubError;
use super::tls::{HostConnector, LibpqSslMode, tls_config};
use ctx_model::error::Context;
use ctx_model::{Env, Result};

/// Where the hub is, without its secrets.
#[derive(Clone, Debug)]
pub struct HubAddress {
    url: String,
    mode: LibpqSslMode,
    root: Option<PathBuf>,
    /// `require_auth=password`: the server may ask for the password itself.
    clear: bool,
    password_command: Option<String>,
}

impl HubAddress {
    pub fn parse(url: &str, password_command: Option<&str>) -> Result<HubAddress> {
        let bad = |why: &dyn std::fmt::Display| HubError::Url(why.to_string());
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(bad(&"it does not begin with postgres://").into());
        }
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut root, mut clear, mut kept) = (None, None, false, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').unwrap_or((pair, "")) {
                ("sslmode", value) => {
                    mode = Some(LibpqSslMode::from_name(value).ok_or_else(|| bad(&format!("sslmode={value}")))?)
                }
                ("sslrootcert", value) => root = Some(PathBuf::from(value.replace("%2F", "/").replace("%2f", "/"))),
                ("require_auth", "password") => clear = true,
                ("require_auth", "scram-sha-256" | "md5") => clear = false,
                ("require_auth", value) => return Err(bad(&format!("require_auth={value}")).into()),
                _ => kept.push(pair),
            }
        }
        let url = if kept.is_empty() { base.to_owned() } else { format!("{base}?{}", kept.join("&")) };
        let config: Config = url.parse().map_err(|error: tokio_postgres::Error| bad(&DbFailure::from(error)))?;
        let local = config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => {
                name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
            }
            Host::Unix(_) => true,
        });
        // Over a network, only a server that proves to be the named host gets anything.
        let mode = mode.unwrap_or(if local { LibpqSslMode::Prefer } else { LibpqSslMode::VerifyFull });
        Ok(HubAddress { url, mode, root, clear, password_command: password_command.map(str::to_owned) })
    }

    fn postgres_config(&self) -> Result<Config> {
        let config = self.url.parse();
        Ok(config.map_err(|error: tokio_postgres::Error| HubError::Url(DbFailure::from(error).to_string()))?)
    }

    /// Whether the URL itself holds a password.
    pub fn has_password(&self) -> bool {
        self.postgres_config().is_ok_and(|config| config.get_password().is_some())
    }

    /// The address without a password, for people.
    pub fn without_password(&self) -> String {
        let base = self.url.split('?').next().unwrap_or_default();
        match base.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?))) {
            Some((scheme, (user, rest))) => {
                format!("{scheme}://{}@{rest}", user.split(':').next().unwrap_or_default())
            }
            None => base.to_owned(),
        }
    }

    /// Connects; the host answers within three seconds, the server within ten.
    pub fn connect(&self, env: &Env) -> Result<HubDatabaseClient> {
        let mut config = self.postgres_config()?;
        config.application_name(concat!("ctx ", env!("CARGO_PKG_VERSION")));
        if config.get_password().is_none()
            && let Some(password) = self.find_password(env, &config)?
        {
            config.password(password);
        }
        config.ssl_mode(match self.mode {
            LibpqSslMode::Disable => SslMode::Disable,
            LibpqSslMode::Prefer => SslMode::Prefer,
            _ => SslMode::Require,
        });
        let connector = match self.mode {
            LibpqSslMode::Disable => None,
            _ => Some(tls_config(self.mode, self.root.as_deref())?),
        };
        let unreachable = |source| HubError::Unreachable { place: self.without_password(), source };
        Ok(connect_on_own_runtime(self.open_session(config, connector)).map_err(unreachable)?)
    }

    async fn open_session(&self, config: Config, connector: Option<Arc<ClientConfig>>) -> DbResult<Client> {
        let (socket, host) = with_deadline(CONNECT, connect_to_first_reachable_host(&config)).await?;
        let look = match &connector {
            _ if self.clear => WatchState::Off,
            None => WatchState::MESSAGES,
            Some(_) => WatchState::Offer,
        };
        let socket = AuthWatcher::new(socket, look);
        let shake = async {
            let Some(connector) = connector else {
                let (client, connection) = config.connect_raw(socket, NoTls).await?;
                tokio::spawn(connection);
                return Ok(client);
            };
            let to_host = HostConnector::new(connector, &host, self.clear).map_err(DbFailure::Io)?;
            let (client, connection) = config.connect_raw(socket, to_host).await?;
            // An error of the connection reaches whoever waits for an answer on it.
            tokio::spawn(connection);
            Ok(client)
        };
        with_deadline(ANSWER, shake).await
    }

    /// PGPASSWORD, the command of ctx.toml, or a line of the password file.
    fn find_password(&self, env: &Env, config: &Config) -> Result<Option<String>> {
        if let Some(password) = env.user_named_environment_variable("PGPASSWORD") {
            return Ok(Some(password));
        }
        if let Some(command) = &self.password_command {
            return read_secret_from_command(command, "password_command").map(Some);
        }
        let file = env.user_named_environment_variable("PGPASSFILE").map(PathBuf::from);
        let Some(file) = file.or_else(|| env.home.as_ref().map(|home| home.join(".pgpass"))) else { return Ok(None) };
        let Ok(text) = std::fs::read_to_string(file) else { return Ok(None) };
        let host = match config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            _ => "localhost".to_owned(),
        };
        let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
        let user = config.get_user().unwrap_or_default();
        let wanted = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
        Ok(text.lines().find_map(|line| password_from_pgpass_line(line, &wanted)))
    }
}

/// A command of ctx.toml that prints a secret may ask a person first, and not for ever.
const COMMAND: Duration = Duration::from_secs(60);

/// The line that a command of ctx.toml prints.
pub(super) fn read_secret_from_command(command: &str, setting: &str) -> Result<String> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context(format_args!("[hub] {setting}"))?;
    let (send, answer) = std::sync::mpsc::channel();
    let stdout = child.stdout.take();
    std::thread::spawn(move || {
        let mut line = Vec::new();
        let read = stdout.map(|stdout| stdout.take(LINE).read_to_end(&mut line));
        let _ = send.send(read.map(|_| line));
    });
    let Ok(printed) = answer.recv_timeout(COMMAND) else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(HubError::Silent { setting: setting.to_owned(), time: COMMAND }.into());
    };
    let status = child.wait().context(format_args!("[hub] {setting}"))?;
    if !status.success() {
        return Err(HubError::CommandFailed { setting: setting.to_owned(), status }.into());
    }
    // A keeper of passwords prints notes below the password.
    Ok(String::from_utf8_lossy(&printed.unwrap_or_default()).lines().next().unwrap_or_default().to_owned())
}

/// No secret is longer.
const LINE: u64 = 64 << 10;

/// The password of a line `host:port:database:user:password` that is about these.
fn password_from_pgpass_line(line: &str, wanted: &[&str; 4]) -> Option<String> {
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

/// The first of the hosts that accepts, and its name.
async fn connect_to_first_reachable_host(config: &Config) -> DbResult<(HubSocket, String)> {
    let ports = config.get_ports();
    let port_of = |at: usize| ports.get(at).or(ports.first()).copied().unwrap_or(5432);
    let mut last = std::io::Error::other("no host is named in the address");
    for (at, host) in config.get_hosts().iter().enumerate() {
        match host {
            Host::Unix(dir) => match UnixStream::connect(dir.join(format!(".s.PGSQL.{}", port_of(at)))).await {
                Ok(stream) => return Ok((Box::new(stream), String::new())),
                Err(error) => last = error,
            },
            Host::Tcp(name) => {
                let addresses = match config.get_hostaddrs().get(at) {
                    Some(address) => vec![(*address, port_of(at)).into()],
                    None => match tokio::net::lookup_host((name.as_str(), port_of(at))).await {
                        Ok(found) => found.collect(),
                        Err(error) => {
                            last = error;
                            continue;
                        }
                    },
                };
                for address in addresses {
                    match TcpStream::connect(address).await {
                        Ok(stream) => {
                            stream.set_nodelay(true).map_err(DbFailure::Io)?;
                            return Ok((Box::new(stream), name.clone()));
                        }
                        Err(error) => last = error,
                    }
                }
            }
        }
    }
    Err(DbFailure::Io(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_as_libpq_has_them_and_safe_without() {
        let mode = |url: &str| HubAddress::parse(url, None).map(|address| address.mode).ok();
        assert_eq!(mode("postgres://me@db.acme.io/ctx"), Some(LibpqSslMode::VerifyFull));
        assert_eq!(mode("postgres://me@localhost/ctx"), Some(LibpqSslMode::Prefer));
        assert_eq!(mode("postgres://me@127.0.0.1:5433/ctx"), Some(LibpqSslMode::Prefer));
        assert_eq!(mode("postgres://me@db.acme.io/ctx?sslmode=require&connect_timeout=3"), Some(LibpqSslMode::Require));
        assert_eq!(mode("postgres://me@db.acme.io/ctx?sslmode=nonsense"), None);
        assert_eq!(mode("mysql://me@db/ctx"), None);
    }

    #[test]
    fn a_password_is_never_shown() {
        let address = HubAddress::parse("postgres://me:s3cret@db.acme.io:5432/ctx?sslmode=require", None).unwrap();
        assert!(address.has_password());
        assert_eq!(address.without_password(), "postgres://me@db.acme.io:5432/ctx");
    }

    #[test]
    fn lines_of_the_password_file() {
        let wanted = ["db", "5432", "ctx", "me"];
        assert_eq!(password_from_pgpass_line("db:5432:ctx:me:a\\:b", &wanted).as_deref(), Some("a:b"));
        assert_eq!(password_from_pgpass_line("*:*:*:me:p:q", &wanted).as_deref(), Some("p:q"));
        assert_eq!(password_from_pgpass_line("db:5433:*:*:p", &wanted), None);
        assert_eq!(password_from_pgpass_line("# comment", &wanted), None);
    }
}
