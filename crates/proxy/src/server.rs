//! Connections of the agent: a thread each, up to a limit. Ends when the agent has ended.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::ProxyError;
use super::body::BodyBudget;
use super::connection::{Connection, WaitFor, wait};
use super::conversations::Conversations;
use super::exchange::{self, ConnEnd, ProviderConnection};
use super::guard::Guard;
use super::head::Request;
use super::upstream::{CheckedRoute, Route, load_trusted_roots};
use ctx_model::env::{Env, certificate_files};
use ctx_model::error::{Context as _, Error, Result};
use ctx_model::peer;
use ctx_model::token;

/// Agents open a connection for each request that runs at the same time.
const CONNECTIONS: usize = 256;
/// A connection that asked for nothing yet is closed after this time.
const FIRST: Duration = Duration::from_secs(60);
/// How soon the end of the agent is noticed.
const PULSE: Duration = Duration::from_millis(250);
/// The deepest that is needed is one block of a connection and the reading of a body.
const STACK: usize = 1 << 20;

/// What all connections share.
pub struct SharedState {
    pub guard: Guard,
    pub upstreams: Vec<CheckedRoute>,
    pub trust: Option<Arc<rustls::ClientConfig>>,
    pub folder: Conversations<'static>,
    pub room: BodyBudget,
    env: Env,
    open: AtomicUsize,
}

impl SharedState {
    /// Remembers what went wrong on the way to a provider, for `ctx doctor`: the agent sees no words of ctx's.
    pub fn log_problem(&self, what: impl std::fmt::Display) {
        ctx_capture::error_log::log_error(&self.env, &Error::failed(format_args!("proxy: {what}")));
    }

    /// Gives memory of large bodies back to the system.
    pub fn release_memory(&self) {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        // SAFETY: malloc_trim has no preconditions.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

pub struct Server {
    listener: TcpListener,
    shared: Arc<SharedState>,
}

impl Server {
    pub fn bind(env: &Env, routes: &[Route], folder: Conversations<'static>) -> Result<Server> {
        let more_trust = env.variable("NODE_EXTRA_CA_CERTS").map(std::path::PathBuf::from);
        let upstreams = routes.iter().map(CheckedRoute::check_route).collect::<Result<Vec<_>>>()?;
        let is_secure = upstreams.iter().any(CheckedRoute::is_secure);
        let trust = is_secure.then(|| load_trusted_roots(&certificate_files(), more_trust.as_ref())).flatten();
        if is_secure && trust.is_none() {
            return Err(ProxyError::NoCertificates.into());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("a port of 127.0.0.1")?;
        let port = listener.local_addr().context("the address of the proxy")?.port();
        let token = secret(&listener)?;
        listener.set_nonblocking(true).context("the socket of the proxy")?;
        let guard = Guard { port, token };
        let (room, open, env) = (BodyBudget::default(), AtomicUsize::new(0), env.clone());
        let shared = SharedState { guard, upstreams, trust, folder, room, env, open };
        Ok(Server { listener, shared: Arc::new(shared) })
    }

    /// The address to give to the agent; the number of a route follows.
    pub fn address(&self) -> String {
        let Guard { port, token } = &self.shared.guard;
        let token = token.as_ref().map(|token| format!("/{token}")).unwrap_or_default();
        format!("http://127.0.0.1:{port}{token}")
    }

    /// Serves as long as it is needed.
    pub fn run(&self, is_needed: impl Fn() -> bool) {
        while is_needed() {
            match self.listener.accept() {
                Ok((stream, _)) => self.admit(stream),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.rest(),
                // Too many files are open: those that are served now will close theirs.
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Completes what is still to be written, and says in one line what was saved.
    pub fn finish_and_summarise(&self) -> Option<String> {
        self.shared.folder.finish()
    }

    fn rest(&self) {
        let mut fd = libc::pollfd { fd: self.listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: the pointer describes one entry.
        unsafe { libc::poll(&mut fd, 1, PULSE.as_millis() as i32) };
    }

    fn admit(&self, stream: TcpStream) {
        let shared = self.shared.clone();
        if shared.open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS || !peer::is_owned_by_this_user(&stream) {
            shared.open.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let counted = shared.clone();
        let started = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            if let Ok(client) = Connection::new(stream, None) {
                connection(&shared, client);
            }
            shared.open.fetch_sub(1, Ordering::Relaxed);
        });
        if started.is_err() {
            counted.open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// What the address holds that cannot be guessed, where the system does not say whose a connection is. Where it should
/// and does not, there is no proxy: everybody on the machine could use it.
fn secret(listener: &TcpListener) -> Result<Option<String>> {
    if !peer::CAN_BE_PROVEN {
        let token = token::random_token().ok_or(ProxyError::NoRandom { what: "the proxy's address", source: None });
        return Ok(Some(token?));
    }
    let address = listener.local_addr().context("the address of the proxy")?;
    let client = TcpStream::connect(address).context("the address of the proxy")?;
    let (server, _) = listener.accept().context("the address of the proxy")?;
    let is_seen = peer::is_owned_by_this_user(&server);
    drop(client);
    match is_seen {
        true => Ok(None),
        false => Err(ProxyError::Unproven.into()),
    }
}

/// Serves the requests of one connection, one after the other.
fn connection(shared: &SharedState, mut client: Connection) {
    let mut line: Option<ProviderConnection> = None;
    let opened = Instant::now();
    let mut is_first = true;
    loop {
        let mut request = match Request::parse_request_head(&client.input) {
            Ok(Some((request, length))) => {
                super::head::wipe(&mut client.input[..length]);
                client.input.drain(..length);
                request
            }
            Ok(None) => {
                let until = is_first.then(|| FIRST.saturating_sub(opened.elapsed()));
                if client.ended || until.is_some_and(|until| until.is_zero()) {
                    return;
                }
                if listen(&mut client, &mut line, until).is_err() {
                    return;
                }
                continue;
            }
            Err((status, why)) => return exchange::refuse(&mut client, status, why),
        };
        is_first = false;
        let (route, rest) = match shared.guard.admit(&request, shared.upstreams.len()) {
            Ok((route, rest)) => (route, rest.to_owned()),
            Err((status, why)) => return exchange::refuse(&mut client, status, why),
        };
        match exchange::serve(shared, &mut client, &mut line, &mut request, (route, &rest)) {
            ConnEnd::Keep => client.resume_reading(),
            ConnEnd::Close => return,
            ConnEnd::Reset => return client.reset_connection(),
        }
    }
}

/// Waits for the next request. A provider that closes meanwhile is called again when it is needed.
fn listen(client: &mut Connection, line: &mut Option<ProviderConnection>, until: Option<Duration>) -> io::Result<()> {
    let wants = WaitFor { read: true, write: false };
    let upstream = line.as_mut().map(|line| (line.conn(), wants));
    let (from_client, from_upstream) = wait((client, wants), upstream, until)?;
    if from_upstream {
        let is_quiet = |line: &mut ProviderConnection| {
            let conn = line.conn();
            conn.read_available().is_ok() && !conn.ended && conn.input.is_empty()
        };
        if !line.as_mut().is_some_and(is_quiet) {
            *line = None;
        }
    }
    if from_client {
        client.read_available()?;
    }
    Ok(())
}
