//! Connections: a thread each, up to a limit, each with a timeout; requests in, answers out.

use std::io::{self, Read};
use std::net::TcpStream;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::guard::check_request_and_strip_token;
use super::request::{self, Method, Request, RequestError};
use super::respond::Response;
use super::{api, assets, store_pool::StorePool};
use ctx_model::env::user_id;
use ctx_model::token::is_equal_constant_time;
use ctx_model::{Result, peer};
use ctx_proxy::HttpRefusal;
use ctx_proxy::loopback::{AcceptOutcome, LoopbackListener, RequestGuard};

/// A browser opens six; fuzzers open more.
const CONNECTIONS: usize = 32;
/// How long a connection may be silent, and how long a request may take to arrive: one that comes a byte at a time holds
/// its place no longer.
const SILENT: Duration = Duration::from_secs(20);
const ARRIVAL: Duration = Duration::from_secs(10);

pub struct Server<'c> {
    listener: LoopbackListener,
    guard: RequestGuard,
    /// Takes a browser to the page once. A program's arguments are seen by every user of the machine; what they see
    /// here is of no use any more.
    once: Mutex<Option<String>>,
    token: String,
    pool: StorePool<'c>,
}

impl<'c> Server<'c> {
    pub fn bind(port: u16, token: String, once: Option<String>, pool: StorePool<'c>) -> Result<Server<'c>> {
        let listener = LoopbackListener::bind(port, CONNECTIONS)?;
        let guard = RequestGuard { port: listener.port(), token: Some(token.clone()) };
        Ok(Server { listener, guard, once: Mutex::new(once), token, pool })
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.guard.port, self.token)
    }

    /// The address that works once.
    pub fn one_time_address(&self) -> Option<String> {
        let once = self.once.lock().ok()?;
        once.as_ref().map(|once| format!("http://127.0.0.1:{}/open/{once}", self.guard.port))
    }

    /// Serves until the process ends.
    pub fn run(&self) {
        std::thread::scope(|scope| {
            // The first search shall not wait for what could be read meanwhile.
            scope.spawn(|| self.pool.index_pending_with_pauses());
            loop {
                match self.listener.accept() {
                    AcceptOutcome::Connection(stream, place) => drop(scope.spawn(move || {
                        let _place = place;
                        self.serve_connection(stream);
                    })),
                    AcceptOutcome::TooMany(mut stream) => {
                        Response::refusal_response(503, "too many connections").send(&mut stream, true, true);
                    }
                    AcceptOutcome::Nobody => {}
                }
            }
        });
    }

    fn serve_connection(&self, mut stream: TcpStream) {
        let patient = stream.set_read_timeout(Some(SILENT)).and_then(|()| stream.set_write_timeout(Some(SILENT)));
        if patient.and_then(|()| stream.set_nodelay(true)).is_err() {
            return;
        }
        let mut rest = Vec::new();
        loop {
            let mut patient = DeadlineReader { stream: &stream, since: (!rest.is_empty()).then(Instant::now) };
            let request = match request::read_request(&mut patient, &mut rest) {
                Ok(request) => request,
                Err(RequestError::Gone) => return,
                Err(RequestError::Refused((status, why))) => {
                    Response::refusal_response(status, why).send(&mut stream, true, true);
                    return;
                }
            };
            // An answer that panics costs one request, not the page.
            let answer =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.answer_request(&request, &stream)));
            let answer = answer.unwrap_or(Err((500, "this question could not be answered")));
            let response = answer.unwrap_or_else(|(status, why)| Response::refusal_response(status, why));
            let close = request.head.close;
            if !response.send(&mut stream, request.method != Method::Head, close) || close {
                return;
            }
        }
    }

    fn answer_request(&self, request: &Request, stream: &TcpStream) -> std::result::Result<Response, HttpRefusal> {
        if let Some(given) = request.path.strip_prefix("/open/") {
            return self.redeem_one_time_address(request, given, peer::peer_user_id(stream));
        }
        let path = check_request_and_strip_token(&self.guard, request)?;
        if let Some(name) = path.strip_prefix("api/") {
            return api::answer_api_request(&self.pool, name, request);
        }
        match (request.method, assets::find_asset(path)) {
            (Method::Post, _) => Err((405, "there is nothing to send here")),
            (_, Some(asset)) => Ok(Response::file_response(asset.kind, asset.bytes)),
            (_, None) => Err((404, "no such page")),
        }
    }

    /// The address that was handed to the opener stands in its arguments, which every user of the machine can read: it is
    /// of use only to a browser of our own user, and only where the system says whose a connection is.
    fn redeem_one_time_address(
        &self,
        request: &Request,
        given: &str,
        user: Option<u32>,
    ) -> std::result::Result<Response, HttpRefusal> {
        if user != Some(user_id()) {
            return Err((403, "nobody can say whose browser this is; open the address that `ctx web` printed"));
        }
        self.guard.check_host_and_origin(&request.head, true)?;
        let mut once = self.once.lock().map_err(|_| (500, "this address cannot be used"))?;
        once.take_if(|once| is_equal_constant_time(given.as_bytes(), once.as_bytes()))
            .map(|_| Response::redirect_response(format!("/{}/", self.token)))
            .ok_or((403, "this address worked once; open the one that `ctx web` printed"))
    }
}

/// A connection whose request has begun at that time.
struct DeadlineReader<'s> {
    stream: &'s TcpStream,
    since: Option<Instant>,
}

impl Read for DeadlineReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = match self.since {
            None => SILENT,
            Some(since) => {
                ARRIVAL.checked_sub(since.elapsed()).filter(|left| !left.is_zero()).ok_or(io::ErrorKind::TimedOut)?
            }
        };
        self.stream.set_read_timeout(Some(left))?;
        let got = self.stream.read(into)?;
        self.since = self.since.or_else(|| Some(Instant::now()));
        Ok(got)
    }
}
