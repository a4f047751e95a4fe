//! The answer on its way to the client: byte for byte as it comes, or an answer of ctx's own.

use std::io;
use std::time::{Duration, Instant};

use super::connection::{Connection, PollInterest, wait_for_either};
use super::framing::Framing;
use super::head::AnswerHead;
use super::usage::UsageMeter;

/// What becomes of the client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionFate {
    Keep,
    Close,
    /// The stream broke: the client sees that, too.
    Reset,
}

/// Passes the answer on as it comes. With a place for a meter, what the provider counts is read on the way.
pub fn relay_answer(
    client: &mut Connection,
    upstream: &mut Connection,
    method: &str,
    is_sent: bool,
    metered: Option<&mut Option<UsageMeter>>,
) -> ConnectionFate {
    let answer = loop {
        match AnswerHead::parse_answer_head(&upstream.input, method) {
            Ok(Some(answer)) if answer.status == 101 => {
                return if forward_bytes(client, upstream, answer.length).is_ok() {
                    relay_both_directions(client, upstream)
                } else {
                    ConnectionFate::Close
                };
            }
            // More will follow: 100, 102 and 103 are passed on and are not the answer yet.
            Ok(Some(answer)) if answer.status / 100 == 1 => {
                if forward_bytes(client, upstream, answer.length).is_err() {
                    return ConnectionFate::Close;
                }
            }
            Ok(Some(answer)) => break answer,
            Ok(None) if upstream.ended => return pass_partial_head(client, upstream),
            Ok(None) => match wait_for_more_answer(client, upstream) {
                Ok(true) => {}
                Ok(false) => return ConnectionFate::Close,
                Err(_) => return ConnectionFate::Reset,
            },
            // No HTTP: whatever it is, the client gets to see it.
            Err(()) => {
                break AnswerHead {
                    status: 0,
                    length: 0,
                    framing: Framing::UntilClose,
                    close: true,
                    encoding: String::new(),
                };
            }
        }
    };
    if forward_bytes(client, upstream, answer.length).is_err() {
        return ConnectionFate::Close;
    }
    let is_metered = answer.status == 200;
    let mut meter = metered.filter(|_| is_metered).map(|place| place.insert(UsageMeter::new(&answer.encoding)));
    let mut framing = answer.framing;
    let mut content = Vec::new();
    loop {
        content.clear();
        let count =
            framing.take_body_bytes(&upstream.input, meter.is_some().then_some(&mut content)).unwrap_or_else(|_| {
                framing = Framing::UntilClose;
                upstream.input.len()
            });
        if count > 0 && forward_bytes(client, upstream, count).is_err() {
            return ConnectionFate::Close;
        }
        if let Some(meter) = &mut meter {
            meter.read_piece(&content);
        }
        if framing.is_done() {
            break;
        }
        if upstream.ended {
            return ConnectionFate::Close;
        }
        match wait_for_more_answer(client, upstream) {
            Ok(true) => {}
            Ok(false) => return ConnectionFate::Close,
            Err(_) => return ConnectionFate::Reset,
        }
    }
    if !is_sent {
        drain_before_close(client);
        return ConnectionFate::Close;
    }
    // Bytes after an answer belong to no request.
    if answer.close || upstream.ended || !upstream.input.is_empty() {
        ConnectionFate::Close
    } else {
        ConnectionFate::Keep
    }
}

/// The provider hung up inside a head: the client gets the part that came.
fn pass_partial_head(client: &mut Connection, upstream: &mut Connection) -> ConnectionFate {
    let begun = upstream.input.len();
    let _ = forward_bytes(client, upstream, begun);
    ConnectionFate::Close
}

/// Waits for more of the answer; false if the client left meanwhile.
fn wait_for_more_answer(client: &mut Connection, upstream: &mut Connection) -> io::Result<bool> {
    loop {
        let watch = PollInterest { read: client.can_see_peer_close(), write: false };
        let (from_client, ready) =
            wait_for_either((client, watch), Some((upstream, PollInterest { read: true, write: false })), None)?;
        if from_client && client.has_peer_closed() {
            return Ok(false);
        }
        if ready && upstream.read_available()? {
            return Ok(true);
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
            wait_for_either((conn, PollInterest { read: false, write: true }), None, None)?;
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
        let ready = wait_for_either((client, PollInterest { read: true, write: false }), None, Some(left));
        if left.is_zero() || !ready.is_ok_and(|(ready, _)| ready) || client.read_available().is_err() {
            return;
        }
        client.input.clear();
    }
}

/// Both agreed on another protocol (WebSocket): bytes pass in both directions until one side ends.
fn relay_both_directions(client: &mut Connection, upstream: &mut Connection) -> ConnectionFate {
    loop {
        let (there, back) = (client.input.len(), upstream.input.len());
        if forward_bytes(client, upstream, back).is_err() || forward_bytes(upstream, client, there).is_err() {
            return ConnectionFate::Close;
        }
        if client.ended || upstream.ended {
            return ConnectionFate::Close;
        }
        let wants = PollInterest { read: true, write: false };
        let Ok((from_client, from_upstream)) = wait_for_either((client, wants), Some((upstream, wants)), None) else {
            return ConnectionFate::Close;
        };
        if from_client && client.read_available().is_err() || from_upstream && upstream.read_available().is_err() {
            return ConnectionFate::Reset;
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
