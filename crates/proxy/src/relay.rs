//! The answer on its way to the client: byte for byte as it comes, or an answer of ctx's own.

use std::io;
use std::time::{Duration, Instant};

use super::connection::{Connection, READ, WRITE, wait_for_either};
use super::framing::BodyFraming;
use super::head::AnswerHead;
use super::usage::AnswerTokenMeter;

/// What becomes of the client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionAfterAnswer {
    Keep,
    Close,
    /// The stream broke: the client sees that, too.
    Reset,
}

/// Passes the answer on as it comes; an error where that stopped early. With a place for a meter, what the provider counts is
/// read on the way.
pub fn relay_answer(
    client: &mut Connection,
    upstream: &mut Connection,
    (method, is_sent): (&str, bool),
    metered: Option<&mut Option<AnswerTokenMeter>>,
) -> Result<ConnectionAfterAnswer, ConnectionAfterAnswer> {
    let is_closed = |_: io::Error| ConnectionAfterAnswer::Close;
    let mut answer = loop {
        match AnswerHead::parse_answer_head(&upstream.input, method) {
            // 100, 102 and 103 are passed on and are not the answer yet.
            Ok(Some(answer)) if answer.status / 100 == 1 => {
                forward_bytes(client, upstream, answer.length).map_err(is_closed)?;
                if answer.status == 101 {
                    return Ok(relay_both_directions(client, upstream));
                }
            }
            Ok(Some(answer)) => break answer,
            // The provider hung up inside a head: the client gets the part that came.
            Ok(None) if upstream.ended => {
                forward_bytes(client, upstream, upstream.input.len()).map_err(is_closed)?;
                return Ok(ConnectionAfterAnswer::Close);
            }
            Ok(None) => wait_for_more_answer(client, upstream)?,
            // No HTTP: whatever it is, the client gets to see it.
            Err(()) => break AnswerHead::UNKNOWN,
        }
    };
    forward_bytes(client, upstream, answer.length).map_err(is_closed)?;
    let is_metered = answer.status == 200;
    let mut meter = metered.filter(|_| is_metered).map(|place| place.insert(AnswerTokenMeter::new(&answer.encoding)));
    let mut content = Vec::new();
    loop {
        content.clear();
        let counted =
            answer.framing.count_body_bytes_and_advance(&upstream.input, meter.is_some().then_some(&mut content));
        let count = counted.unwrap_or_else(|_| {
            answer.framing = BodyFraming::UntilClose;
            upstream.input.len()
        });
        forward_bytes(client, upstream, count).map_err(is_closed)?;
        if let Some(meter) = &mut meter {
            meter.read_piece(&content);
        }
        if answer.framing.is_done() {
            break;
        }
        if upstream.ended {
            return Ok(ConnectionAfterAnswer::Close);
        }
        wait_for_more_answer(client, upstream)?;
    }
    if !is_sent {
        drain_before_close(client);
    }
    // Bytes after an answer belong to no request.
    let is_over = !is_sent || answer.close || upstream.ended || !upstream.input.is_empty();
    Ok(if is_over { ConnectionAfterAnswer::Close } else { ConnectionAfterAnswer::Keep })
}

/// Waits for more of the answer; an error if the client left meanwhile, or the stream broke.
fn wait_for_more_answer(client: &mut Connection, upstream: &mut Connection) -> Result<(), ConnectionAfterAnswer> {
    let is_broken = |_: io::Error| ConnectionAfterAnswer::Reset;
    loop {
        let watch = if client.can_see_peer_close() { READ } else { 0 };
        let (from_client, ready) = wait_for_either((client, watch), Some((upstream, READ)), None).map_err(is_broken)?;
        if from_client && client.has_peer_closed() {
            return Err(ConnectionAfterAnswer::Close);
        }
        if ready && upstream.read_available().map_err(is_broken)? {
            return Ok(());
        }
    }
}

/// Writes the first bytes of what came to the client.
pub fn forward_bytes(client: &mut Connection, upstream: &mut Connection, count: usize) -> io::Result<()> {
    write_all_bytes(client, &upstream.input[..count])?;
    upstream.input.drain(..count);
    Ok(())
}

pub fn write_all_bytes(conn: &mut Connection, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = conn.write_available(bytes)?;
        bytes = &bytes[count..];
        if count == 0 {
            wait_for_either((conn, WRITE), None, None)?;
        }
    }
    Ok(())
}

/// The rest of a body that nobody wants is read for a moment: closing at once could destroy the answer on its way.
fn drain_before_close(client: &mut Connection) {
    let until = Instant::now() + Duration::from_secs(2);
    let _ = client.socket().shutdown(std::net::Shutdown::Write);
    while !client.ended {
        let left = until.saturating_duration_since(Instant::now());
        let ready = wait_for_either((client, READ), None, Some(left));
        if left.is_zero() || !ready.is_ok_and(|(ready, _)| ready) || client.read_available().is_err() {
            return;
        }
        client.input.clear();
    }
}

/// Both agreed on another protocol (WebSocket): bytes pass in both directions until one side ends.
fn relay_both_directions(client: &mut Connection, upstream: &mut Connection) -> ConnectionAfterAnswer {
    loop {
        let (there, back) = (client.input.len(), upstream.input.len());
        if forward_bytes(client, upstream, back).is_err() || forward_bytes(upstream, client, there).is_err() {
            return ConnectionAfterAnswer::Close;
        }
        if client.ended || upstream.ended {
            return ConnectionAfterAnswer::Close;
        }
        let Ok((from_client, from_upstream)) = wait_for_either((client, READ), Some((upstream, READ)), None) else {
            return ConnectionAfterAnswer::Close;
        };
        if from_client && client.read_available().is_err() || from_upstream && upstream.read_available().is_err() {
            return ConnectionAfterAnswer::Reset;
        }
    }
}

/// An answer of ctx's own, in the form that the providers' libraries show.
pub fn send_refusal(client: &mut Connection, status: u16, why: &str) {
    let reason = match status {
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        421 => "Misdirected Request",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    let body =
        serde_json::json!({ "type": "error", "error": { "type": "api_error", "message": format!("ctx: {why}") } })
            .to_string();
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    if write_all_bytes(client, head.as_bytes()).is_ok() {
        drain_before_close(client);
    }
}
