//! A server on the loopback interface for programs of this user: its listener, and the checks that every request must
//! pass. The proxy and the page share them.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::head::{HttpRefusal, RequestHead};
use ctx_model::error::Context as _;
use ctx_model::peer;
use ctx_model::token::is_equal_constant_time;

/// How long a server waits for a connection before it looks whether it is still needed.
const PULSE: Duration = Duration::from_millis(250);

pub struct LoopbackListener {
    listener: TcpListener,
    port: u16,
    most: usize,
    open: Arc<AtomicUsize>,
}

/// A connection's place among those that may be open; free again when it is dropped.
pub struct ConnectionSlot(Arc<AtomicUsize>);

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What came of waiting for a connection.
pub enum AcceptOutcome {
    /// Of this user.
    Connection(TcpStream, ConnectionSlot),
    /// As many as may be are open already.
    TooMany(TcpStream),
    Nobody,
}

impl LoopbackListener {
    /// Port 0 is one that is free. At most so many connections are open at once.
    pub fn bind(port: u16, most: usize) -> ctx_model::error::Result<LoopbackListener> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context(format_args!("port {port} of 127.0.0.1"))?;
        let port = listener.local_addr().context("the address of the server")?.port();
        listener.set_nonblocking(true).context("the socket of the server")?;
        Ok(LoopbackListener { listener, port, most, open: Arc::default() })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The next connection of this user, or nobody after a moment. Another user of this machine has no business here,
    /// and takes nobody's place.
    pub fn accept(&self) -> AcceptOutcome {
        let mut fd = libc::pollfd { fd: self.listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: the pointer describes one entry.
        unsafe { libc::poll(&mut fd, 1, PULSE.as_millis() as i32) };
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return AcceptOutcome::Nobody,
            // Too many files are open: those that are served now will close theirs.
            Err(_) => {
                std::thread::sleep(Duration::from_millis(20));
                return AcceptOutcome::Nobody;
            }
        };
        if stream.set_nonblocking(false).is_err() || !peer::peer_may_be_this_user(&stream) {
            return AcceptOutcome::Nobody;
        }
        let place = ConnectionSlot(self.open.clone());
        match self.open.fetch_add(1, Ordering::Relaxed) < self.most {
            true => AcceptOutcome::Connection(stream, place),
            false => AcceptOutcome::TooMany(stream),
        }
    }
}

/// Who is answered: requests to this server's own address, which no other site has sent.
pub struct RequestGuard {
    pub port: u16,
    /// The part of the address that cannot be guessed, if it has one.
    pub token: Option<String>,
}

impl RequestGuard {
    /// A name that leads here from elsewhere (DNS rebinding) is another `Host`; a page of another site says so in `Origin`
    /// or `Sec-Fetch-Site`. Without pages of its own, a server answers no page.
    pub fn check_host_and_origin(&self, request: &RequestHead, has_pages: bool) -> Result<(), HttpRefusal> {
        let host = request.joined_header_values("host");
        let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !own.iter().any(|own| host.eq_ignore_ascii_case(own)) {
            return Err((421, "this server answers to its own address only"));
        }
        let (origin, site) = (request.joined_header_values("origin"), request.joined_header_values("sec-fetch-site"));
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|own| own.eq_ignore_ascii_case(&host));
        let other_origin = request.has_header("origin") && !(has_pages && is_own(&origin));
        let other_site = !matches!((site.as_str(), has_pages), ("" | "none", _) | ("same-origin", true));
        if other_origin || other_site { Err((403, "another site may not ask")) } else { Ok(()) }
    }

    /// The part of the target after the token.
    pub fn strip_valid_token<'r>(&self, target: &'r str) -> Result<&'r str, HttpRefusal> {
        let rest = target.strip_prefix('/').unwrap_or_default();
        let Some(own) = &self.token else { return Ok(rest) };
        let (token, rest) = rest.split_once('/').unwrap_or((rest, ""));
        match is_equal_constant_time(token.as_bytes(), own.as_bytes()) {
            true => Ok(rest),
            false => Err((403, "the address of this server is another one, and another each time")),
        }
    }
}
