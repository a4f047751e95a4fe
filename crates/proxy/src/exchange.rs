//! One request and its answer: sent to the provider, watched from both ends, and passed back byte for byte as it comes.

use std::io;

use ctx_fold::wire::{Format, Splice};

use super::account::RequestTicket;
use super::body::{self, apply_splices};
use super::connection::{Connection, WaitFor, wait_for_either};
use super::conversations::FoldedBody;
use super::framing::Framing;
use super::head::{Answer, Request};
pub use super::relay::{ConnEnd, send_refusal};
use super::relay::{pass_bytes, put_all, relay_answer};
use super::server::SharedState;
use super::usage::Meter;

/// A connection to a provider, kept for the requests that follow on the same connection of the client.
pub struct ProviderConnection {
    conn: Connection,
    /// The route and the host it leads to.
    route: usize,
    host: String,
}

impl ProviderConnection {
    /// Whether it is still open while nothing is expected of it.
    pub fn conn(&mut self) -> &mut Connection {
        &mut self.conn
    }
}

/// What is sent after the head.
enum Source<'a> {
    /// It is here.
    Ready(Vec<&'a [u8]>),
    /// It comes from the client.
    Live(Vec<&'a [u8]>, Framing),
}

/// How sending ended.
enum Sent {
    Whole,
    /// The provider answers already, or hung up; the rest of the body is not sent.
    Early,
    ClientLeft,
}

/// Serves a request that was admitted for a route; `rest` is its target after the token and the route.
pub fn serve_request(
    shared: &SharedState,
    client: &mut Connection,
    line: &mut Option<ProviderConnection>,
    request: &mut Request,
    to: (usize, &str),
) -> ConnEnd {
    let (route, rest) = to;
    let upstream = &shared.upstreams[route];
    let base = upstream.base_url(|name| request.has_header(name));
    let target = super::upstream::CheckedRoute::request_target(base, rest);
    let has_conversation = Format::of(&target).is_some();
    if has_conversation && request.has_header("upgrade") {
        // Codex then speaks plain HTTP, whose requests can be read.
        send_refusal(client, 426, "conversations pass here as plain requests only");
        return ConnEnd::Close;
    }
    let is_understood = request.method == "POST" && has_conversation;
    if request.expects && is_understood {
        request.told = put_all(client, b"HTTP/1.1 100 Continue\r\n\r\n").is_ok();
    }
    let begun = match is_understood {
        true => body::read_body_if_it_fits(&shared.room, client, &request.framing),
        false => Ok(body::BodyBegun::pass_unread(&shared.room, &request.framing)),
    };
    let Ok(begun) = begun else { return ConnEnd::Close };
    let (prepared, ticket) = match begun.rest.is_done() {
        true => prepare(shared, request, &target, &begun.raw),
        false => (None, None),
    };
    let (head, source) = match &prepared {
        Some(prepared) => {
            let pieces = prepared.pieces(&begun.raw);
            let length = pieces.iter().map(|piece| piece.len()).sum();
            (request.rewrite_for_provider(base.authority(), &target, Some(length)), Source::Ready(pieces))
        }
        None if begun.rest.is_done() => {
            (request.rewrite_for_provider(base.authority(), &target, None), Source::Ready(vec![&begun.raw]))
        }
        None => {
            let head = request.rewrite_for_provider(base.authority(), &target, None);
            (head, Source::Live(vec![&begun.raw], begun.rest.clone()))
        }
    };
    if line.as_ref().is_some_and(|line| line.route != route || line.host != base.authority()) {
        *line = None;
    }
    if line.is_none() {
        match upstream.connect(base, shared.trust.as_ref()) {
            Ok(conn) => *line = Some(ProviderConnection { conn, route, host: base.authority().to_owned() }),
            // As without ctx: a connection that fails, and an agent that says so and tries again in its own way.
            Err(error) => {
                shared.log_problem(format_args!("{} cannot be reached: {}", base.host(), reason(&error)));
                return ConnEnd::Reset;
            }
        }
    }
    let Some(ProviderConnection { conn, .. }) = line.as_mut() else { return ConnEnd::Close };
    let sent = send(client, conn, &head.0, source);
    drop(head);
    drop(prepared);
    drop(begun);
    if request.framing != Framing::NONE {
        shared.release_memory();
    }
    let mut meter = None;
    let metered = ticket.is_some().then_some(&mut meter);
    let end = match sent {
        Ok(Sent::ClientLeft) => ConnEnd::Close,
        Ok(Sent::Whole) => relay_answer(client, conn, &request.method, true, metered),
        Ok(Sent::Early) => relay_answer(client, conn, &request.method, false, metered),
        Err(_) => ConnEnd::Reset,
    };
    if let (Some(ticket), Some(usage)) =
        (ticket, meter.map(|meter: Meter| meter.usage()).filter(|usage| !usage.is_empty()))
    {
        shared.folder.note_answer(ticket, usage);
    }
    let end = if request.close && end == ConnEnd::Keep { ConnEnd::Close } else { end };
    if end != ConnEnd::Keep {
        *line = None;
    }
    end
}

/// What is known of an error without what was sent.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidData => format!("its certificate was not accepted ({error})"),
        _ => error.to_string(),
    }
}

/// A body with folds in it.
enum Prepared {
    /// Splices of the body as it came.
    Raw(Vec<Splice>),
    /// Another body.
    New(Vec<u8>),
}

impl Prepared {
    fn pieces<'a>(&'a self, raw: &'a [u8]) -> Vec<&'a [u8]> {
        match self {
            Prepared::Raw(splices) => apply_splices(raw, splices),
            Prepared::New(bytes) => vec![bytes],
        }
    }
}

/// The folded body, none if it is to be sent as it came; and what is to be known when its answer has come.
fn prepare(
    shared: &SharedState,
    request: &Request,
    target: &str,
    raw: &[u8],
) -> (Option<Prepared>, Option<RequestTicket>) {
    let Some(content) = body::decode_content(raw, &request.framing, &request.joined_header_values("content-encoding"))
    else {
        return (None, None);
    };
    let text = content.bytes.as_deref().unwrap_or(raw);
    // A mistake in folding costs the folding, not the request.
    let folded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared.folder.fold(target, text)));
    let Some(FoldedBody { splices, ticket }) = folded.ok().flatten() else { return (None, None) };
    if splices.is_empty() {
        return (None, Some(ticket));
    }
    let prepared = match content.bytes {
        None => Some(Prepared::Raw(splices)),
        Some(text) => content.coding.compress_text(&apply_splices(&text, &splices).concat()).map(Prepared::New),
    };
    (prepared, Some(ticket))
}

/// Sends head and body, and looks whether the provider answers before it has all.
fn send(client: &mut Connection, upstream: &mut Connection, head: &[u8], source: Source<'_>) -> io::Result<Sent> {
    let (pieces, mut live) = match source {
        Source::Ready(pieces) => (pieces, None),
        Source::Live(pieces, framing) => (pieces, Some(framing)),
    };
    let pieces = std::iter::once(head).chain(pieces);
    for piece in pieces {
        match send_piece(client, upstream, piece, live.is_some())? {
            Sent::Whole => {}
            other => return Ok(other),
        }
    }
    while let Some(framing) = live.as_mut().filter(|framing| !framing.is_done()) {
        let count =
            framing.take_body_bytes(&client.input, None).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        if count > 0 {
            let later = client.input.split_off(count);
            let block = std::mem::replace(&mut client.input, later);
            match send_piece(client, upstream, &block, true)? {
                Sent::Whole => continue,
                other => return Ok(other),
            }
        }
        if client.ended {
            return Ok(Sent::ClientLeft);
        }
        let wants = WaitFor { read: true, write: false };
        let (from_client, from_upstream) = wait_for_either((client, wants), Some((upstream, wants)), None)?;
        if from_client && client.read_available().is_err() {
            return Ok(Sent::ClientLeft);
        }
        if from_upstream && answers(client, upstream) {
            return Ok(Sent::Early);
        }
    }
    while !upstream.has_sent_everything()? {
        let wants = WaitFor { read: true, write: true };
        let (_, ready) = wait_for_either((client, WaitFor::default()), Some((upstream, wants)), None)?;
        if ready && answers(client, upstream) {
            return Ok(Sent::Early);
        }
    }
    Ok(Sent::Whole)
}

/// Whether the provider answers already, or has gone. That it wants to have the body is not an answer and is passed on.
fn answers(client: &mut Connection, upstream: &mut Connection) -> bool {
    if upstream.read_available().is_err() || upstream.ended {
        return true;
    }
    loop {
        match Answer::parse_answer_head(&upstream.input, "POST") {
            Ok(None) => return false,
            Ok(Some(answer)) if answer.status / 100 == 1 && answer.status != 101 => {
                if pass_bytes(client, upstream, answer.length).is_err() {
                    return true;
                }
            }
            _ => return true,
        }
    }
}

fn send_piece(client: &mut Connection, upstream: &mut Connection, mut piece: &[u8], is_live: bool) -> io::Result<Sent> {
    while !piece.is_empty() {
        let count = match upstream.write_available(piece) {
            Ok(count) => count,
            // It may have answered before it closed.
            Err(_) => return Ok(Sent::Early),
        };
        piece = &piece[count..];
        if count > 0 {
            continue;
        }
        let watch = WaitFor { read: !is_live && client.can_see_peer_close(), write: false };
        let both = WaitFor { read: true, write: true };
        let (from_client, ready) = wait_for_either((client, watch), Some((upstream, both)), None)?;
        if from_client && client.has_peer_closed() {
            return Ok(Sent::ClientLeft);
        }
        if ready && answers(client, upstream) {
            return Ok(Sent::Early);
        }
    }
    Ok(Sent::Whole)
}
