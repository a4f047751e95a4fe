//! One request and its answer: sent to the provider, watched from both ends, and passed back byte for byte as it comes.

use std::io;

use ctx_fold::wire::Format;

use super::account::UnansweredRequest;
use super::body::{self, splice_into_pieces};
use super::connection::{Connection, READ, WRITE, wait_for_either};
use super::conversations::BodySplices;
use super::framing::BodyFraming;
use super::head::{AnswerHead, RequestHead};
use super::relay::{ConnectionAfterAnswer, forward_bytes, relay_answer, send_refusal, write_all_bytes};
use super::server::ProxyServerState;
use super::usage::AnswerTokenMeter;

/// A connection to a provider, kept for the requests that follow on the same connection of the client.
pub struct ProviderConnection {
    pub conn: Connection,
    /// The route and the host it leads to.
    route: usize,
    host: String,
}

/// How sending ended.
enum SendOutcome {
    Whole,
    /// The provider answers already, or hung up; the rest of the body is not sent.
    Early,
    ClientLeft,
}

/// Serves a request that was admitted for a route; `rest` is its target after the token and the route.
pub fn serve_request(
    shared: &ProxyServerState,
    client: &mut Connection,
    line: &mut Option<ProviderConnection>,
    request: &mut RequestHead,
    to: (usize, &str),
) -> ConnectionAfterAnswer {
    let (route, rest) = to;
    let upstream = &shared.upstreams[route];
    let base = upstream.base_url(|name| request.has_header(name));
    let target = super::upstream::CheckedRoute::request_target(base, rest);
    let has_conversation = Format::from_request_target(&target).is_some();
    if has_conversation && request.has_header("upgrade") {
        // Codex then speaks plain HTTP, whose requests can be read.
        send_refusal(client, 426, "conversations pass here as plain requests only");
        return ConnectionAfterAnswer::Close;
    }
    let is_understood = request.method == "POST" && has_conversation;
    if request.expects && is_understood {
        request.told = write_all_bytes(client, b"HTTP/1.1 100 Continue\r\n\r\n").is_ok();
    }
    let begun = match is_understood {
        true => body::read_body_if_it_fits(&shared.room, client, &request.framing),
        false => Ok(body::PartialRequestBody::not_read_yet(&shared.room, &request.framing)),
    };
    let Ok(mut begun) = begun else { return ConnectionAfterAnswer::Close };
    let (folded, ticket) = match begun.rest.is_done() {
        true => fold_body(shared, request, &target, &begun.raw),
        false => (None, None),
    };
    let head = request.rewrite_for_provider(base.authority(), &target, folded.as_ref().map(Vec::len));
    if let Some(folded) = folded {
        begun.raw = folded;
    }
    if line.as_ref().is_some_and(|line| line.route != route || line.host != base.authority()) {
        *line = None;
    }
    if line.is_none() {
        match upstream.connect(base, shared.trust.as_ref()) {
            Ok(conn) => *line = Some(ProviderConnection { conn, route, host: base.authority().to_owned() }),
            // As without ctx: a connection that fails, and an agent that says so and tries again in its own way.
            Err(error) => {
                shared.log_problem(format_args!(
                    "{} cannot be reached: {}",
                    base.host(),
                    describe_connect_error(&error)
                ));
                return ConnectionAfterAnswer::Reset;
            }
        }
    }
    let Some(ProviderConnection { conn, .. }) = line.as_mut() else { return ConnectionAfterAnswer::Close };
    let sent = send_request(client, conn, [&head.0, &begun.raw], begun.rest.clone());
    drop(head);
    drop(begun);
    if request.framing != BodyFraming::NONE {
        shared.release_memory();
    }
    let mut meter = None;
    let metered = ticket.is_some().then_some(&mut meter);
    let end = match sent {
        Ok(SendOutcome::ClientLeft) => ConnectionAfterAnswer::Close,
        Ok(sent) => {
            let is_whole = matches!(sent, SendOutcome::Whole);
            relay_answer(client, conn, (&request.method, is_whole), metered).unwrap_or_else(|fate| fate)
        }
        Err(_) => ConnectionAfterAnswer::Reset,
    };
    if let (Some(ticket), Some(usage)) =
        (ticket, meter.map(|meter: AnswerTokenMeter| meter.usage()).filter(|usage| !usage.is_empty()))
    {
        shared.folder.record_usage_of_answer(ticket, usage);
    }
    let end = if request.close && end == ConnectionAfterAnswer::Keep { ConnectionAfterAnswer::Close } else { end };
    if end != ConnectionAfterAnswer::Keep {
        *line = None;
    }
    end
}

/// What is known of an error without what was sent.
fn describe_connect_error(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidData => format!("its certificate was not accepted ({error})"),
        _ => error.to_string(),
    }
}

/// The folded body, none if it is to be sent as it came; and what is to be known when its answer has come.
fn fold_body(
    shared: &ProxyServerState,
    request: &RequestHead,
    target: &str,
    raw: &[u8],
) -> (Option<Vec<u8>>, Option<UnansweredRequest>) {
    let Some(content) = body::decode_body(raw, &request.framing, &request.joined_header_values("content-encoding"))
    else {
        return (None, None);
    };
    let text = content.bytes.as_deref().unwrap_or(raw);
    // A mistake in folding costs the folding, not the request.
    let folded =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared.folder.splices_for_request_body(target, text)));
    let Some(BodySplices { splices, ticket }) = folded.ok().flatten() else { return (None, None) };
    if splices.is_empty() {
        return (None, Some(ticket));
    }
    (content.coding.compress_text(splice_into_pieces(text, &splices).concat()), Some(ticket))
}

/// Sends what is there and the rest of the body as it comes, and looks whether the provider answers before it has all.
fn send_request(
    client: &mut Connection,
    upstream: &mut Connection,
    pieces: [&[u8]; 2],
    mut rest: BodyFraming,
) -> io::Result<SendOutcome> {
    for piece in pieces {
        match send_piece(client, upstream, piece, !rest.is_done())? {
            SendOutcome::Whole => {}
            other => return Ok(other),
        }
    }
    while !rest.is_done() {
        let count = rest
            .count_body_bytes_and_advance(&client.input, None)
            .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        if count > 0 {
            let later = client.input.split_off(count);
            let block = std::mem::replace(&mut client.input, later);
            match send_piece(client, upstream, &block, true)? {
                SendOutcome::Whole => continue,
                other => return Ok(other),
            }
        }
        if client.ended {
            return Ok(SendOutcome::ClientLeft);
        }
        let (from_client, from_upstream) = wait_for_either((client, READ), Some((upstream, READ)), None)?;
        if from_client && client.read_available().is_err() {
            return Ok(SendOutcome::ClientLeft);
        }
        if from_upstream && has_provider_answered_or_left(client, upstream) {
            return Ok(SendOutcome::Early);
        }
    }
    while !upstream.try_to_flush()? {
        let (_, ready) = wait_for_either((client, 0), Some((upstream, READ | WRITE)), None)?;
        if ready && has_provider_answered_or_left(client, upstream) {
            return Ok(SendOutcome::Early);
        }
    }
    Ok(SendOutcome::Whole)
}

/// Whether the provider answers already, or has gone. That it wants to have the body is not an answer and is passed on.
fn has_provider_answered_or_left(client: &mut Connection, upstream: &mut Connection) -> bool {
    if upstream.read_available().is_err() || upstream.ended {
        return true;
    }
    loop {
        match AnswerHead::parse_answer_head(&upstream.input, "POST") {
            Ok(None) => return false,
            Ok(Some(answer)) if answer.status / 100 == 1 && answer.status != 101 => {
                if forward_bytes(client, upstream, answer.length).is_err() {
                    return true;
                }
            }
            _ => return true,
        }
    }
}

fn send_piece(
    client: &mut Connection,
    upstream: &mut Connection,
    mut piece: &[u8],
    is_live: bool,
) -> io::Result<SendOutcome> {
    while !piece.is_empty() {
        let count = match upstream.write_available(piece) {
            Ok(count) => count,
            // It may have answered before it closed.
            Err(_) => return Ok(SendOutcome::Early),
        };
        piece = &piece[count..];
        if count > 0 {
            continue;
        }
        let watch = if !is_live && client.can_see_peer_close() { READ } else { 0 };
        let (from_client, ready) = wait_for_either((client, watch), Some((upstream, READ | WRITE)), None)?;
        if from_client && client.has_peer_closed() {
            return Ok(SendOutcome::ClientLeft);
        }
        if ready && has_provider_answered_or_left(client, upstream) {
            return Ok(SendOutcome::Early);
        }
    }
    Ok(SendOutcome::Whole)
}
