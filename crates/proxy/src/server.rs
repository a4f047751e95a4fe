//! Connections of the agent: a thread each, up to a limit. Ends when the agent has ended.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ProxyError;
use super::body::BodyMemoryBudget;
use super::connection::{Connection, READ, wait_for_either};
use super::conversations::ConversationFolding;
use super::exchange::{ProviderConnection, serve_request};
use super::guard::admit_request;
use super::head::RequestHead;
use super::loopback::{AcceptOutcome, LoopbackListener, RequestGuard};
use super::relay::{ConnectionAfterAnswer, send_refusal};
use super::upstream::{CheckedRoute, ProviderRoute, tls_config_with_trusted_roots};
use ctx_model::env::{Env, certificate_files};
use ctx_model::error::{Context as _, Error, Result};
use ctx_model::peer;
use ctx_model::token;

/// Agents open a connection for each request that runs at the same time.
const CONNECTIONS: usize = 256;
/// A connection that asked for nothing yet is closed after this time.
const FIRST: Duration = Duration::from_secs(60);
/// The deepest that is needed is one block of a connection and the reading of a body.
const STACK: usize = 1 << 20;

/// What all connections share.
pub struct ProxyServerState {
    pub guard: RequestGuard,
    pub upstreams: Vec<CheckedRoute>,
    pub trust: Option<Arc<rustls::ClientConfig>>,
    pub folder: ConversationFolding<'static>,
    pub room: BodyMemoryBudget,
    env: Env,
}

impl ProxyServerState {
    /// Remembers what went wrong on the way to a provider, for `ctx doctor`: the agent sees no words of ctx's.
    pub fn log_problem(&self, what: impl std::fmt::Display) {
        ctx_capture::error_log::log_ctx_failure(&self.env, &Error::ctx_failure(format_args!("proxy: {what}")));
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

pub struct ProxyServer {
    listener: LoopbackListener,
    shared: Arc<ProxyServerState>,
}

impl ProxyServer {
    pub fn bind(env: &Env, routes: &[ProviderRoute], folder: ConversationFolding<'static>) -> Result<ProxyServer> {
        let more_trust = env.user_named_environment_variable("NODE_EXTRA_CA_CERTS").map(std::path::PathBuf::from);
        let upstreams = routes.iter().map(CheckedRoute::parse_route).collect::<Result<Vec<_>>>()?;
        let is_secure = upstreams.iter().any(CheckedRoute::is_secure);
        let trust =
            is_secure.then(|| tls_config_with_trusted_roots(&certificate_files(), more_trust.as_ref())).flatten();
        if is_secure && trust.is_none() {
            return Err(ProxyError::NoCertificates.into());
        }
        let listener = LoopbackListener::bind(0, CONNECTIONS)?;
        let guard = RequestGuard { port: listener.port(), token: address_token_if_needed(&listener)? };
        let shared =
            ProxyServerState { guard, upstreams, trust, folder, room: BodyMemoryBudget::default(), env: env.clone() };
        Ok(ProxyServer { listener, shared: Arc::new(shared) })
    }

    /// The address to give to the agent; the number of a route follows.
    pub fn address(&self) -> String {
        let RequestGuard { port, token } = &self.shared.guard;
        let token = token.as_ref().map(|token| format!("/{token}")).unwrap_or_default();
        format!("http://127.0.0.1:{port}{token}")
    }

    /// Serves as long as it is needed.
    pub fn serve_while_needed(&self, is_needed: impl Fn() -> bool) {
        while is_needed() {
            let AcceptOutcome::Connection(stream, place) = self.listener.accept() else { continue };
            let shared = self.shared.clone();
            // Where no thread can be started, the connection is closed.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn(move || {
                let _place = place;
                if let Ok(client) = Connection::new(stream, None) {
                    serve_connection(&shared, client);
                }
            });
        }
    }

    /// Completes what is still to be written, and says in one line what was saved.
    pub fn finish_and_summarise(&self) -> Option<String> {
        self.shared.folder.finish_and_summarise()
    }
}

/// What the address holds that cannot be guessed, where the system does not say whose a connection is. Where it should
/// and does not, there is no proxy: everybody on the machine could use it.
fn address_token_if_needed(listener: &LoopbackListener) -> Result<Option<String>> {
    if !peer::CAN_BE_PROVEN {
        let token = token::random_token().ok_or(ProxyError::NoRandom { what: "the proxy's address", source: None });
        return Ok(Some(token?));
    }
    let _client = TcpStream::connect(("127.0.0.1", listener.port())).context("the address of the proxy")?;
    match listener.accept() {
        AcceptOutcome::Connection(..) => Ok(None),
        _ => Err(ProxyError::Unproven.into()),
    }
}

/// Serves the requests of one connection, one after the other.
fn serve_connection(shared: &ProxyServerState, mut client: Connection) {
    let mut line: Option<ProviderConnection> = None;
    let opened = Instant::now();
    let mut is_first = true;
    loop {
        let mut request = match RequestHead::parse_request_head(&client.input) {
            Ok(Some((request, length))) => {
                super::head::overwrite_with_zeros(&mut client.input[..length]);
                client.input.drain(..length);
                request
            }
            Ok(None) => {
                let until = is_first.then(|| FIRST.saturating_sub(opened.elapsed()));
                if client.ended || until.is_some_and(|until| until.is_zero()) {
                    return;
                }
                if wait_for_request_bytes(&mut client, &mut line, until).is_err() {
                    return;
                }
                continue;
            }
            Err((status, why)) => return send_refusal(&mut client, status, why),
        };
        is_first = false;
        let (route, rest) = match admit_request(&shared.guard, &request, shared.upstreams.len()) {
            Ok((route, rest)) => (route, rest.to_owned()),
            Err((status, why)) => return send_refusal(&mut client, status, why),
        };
        match serve_request(shared, &mut client, &mut line, &mut request, (route, &rest)) {
            ConnectionAfterAnswer::Keep => client.watch_for_peer_close_again(),
            ConnectionAfterAnswer::Close => return,
            ConnectionAfterAnswer::Reset => return client.reset_connection(),
        }
    }
}

/// Waits for the next request. A provider that closes meanwhile is called again when it is needed.
fn wait_for_request_bytes(
    client: &mut Connection,
    line: &mut Option<ProviderConnection>,
    until: Option<Duration>,
) -> io::Result<()> {
    let upstream = line.as_mut().map(|line| (&mut line.conn, READ));
    let (from_client, from_upstream) = wait_for_either((client, READ), upstream, until)?;
    if from_upstream {
        let is_quiet = |conn: &mut Connection| conn.read_available().is_ok() && !conn.ended && conn.input.is_empty();
        line.take_if(|line| !is_quiet(&mut line.conn));
    }
    if from_client {
        client.read_available()?;
    }
    Ok(())
}
