//! The answer on its way to the client: byte for byte as it comes, or an answer of ctx's own.

use std::io;
use std::time::{Duration, Instant};

use super::connection::{Connection, WaitFor, wait_for_either};
use super::framing::Framing;
use super::head::Answer;
use super::usage::Meter;

/// What becomes of the client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnEnd {
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
    metered: Option<&mut Option<Meter>>,
) -> ConnEnd {
    let answer = loop {
        match Answer::parse_answer_head(&upstream.input, method) {
            Ok(Some(answer)) if answer.status == 101 => {
                return if pass_bytes(client, upstream, answer.length).is_ok() {
                    tunnel(client, upstream)
                } else {
                    ConnEnd::Close
                };
            }
            // More will follow: 100, 102 and 103 are passed on and are not the answer yet.
            Ok(Some(answer)) if answer.status / 100 == 1 => {
                if pass_bytes(client, upstream, answer.length).is_err() {
                    return ConnEnd::Close;
                }
            }
            Ok(Some(answer)) => break answer,
            Ok(None) if upstream.ended => return cut(client, upstream),
            Ok(None) => match more(client, upstream) {
                Ok(true) => {}
                Ok(false) => return ConnEnd::Close,
                Err(_) => return ConnEnd::Reset,
            },
            // No HTTP: whatever it is, the client gets to see it.
            Err(()) => {
                break Answer {
                    status: 0,
                    length: 0,
                    framing: Framing::UntilClose,
                    close: true,
                    encoding: String::new(),
                };
            }
        }
    };
    if pass_bytes(client, upstream, answer.length).is_err() {
        return ConnEnd::Close;
    }
    let is_metered = answer.status == 200;
    let mut meter = metered.filter(|_| is_metered).map(|place| place.insert(Meter::new(&answer.encoding)));
    let mut framing = answer.framing;
    let mut content = Vec::new();
    loop {
        content.clear();
        let count =
            framing.take_body_bytes(&upstream.input, meter.is_some().then_some(&mut content)).unwrap_or_else(|_| {
                framing = Framing::UntilClose;
                upstream.input.len()
            });
        if count > 0 && pass_bytes(client, upstream, count).is_err() {
            return ConnEnd::Close;
        }
        if let Some(meter) = &mut meter {
            meter.read_piece(&content);
        }
        if framing.is_done() {
            break;
        }
        if upstream.ended {
            return ConnEnd::Close;
        }
        match more(client, upstream) {
            Ok(true) => {}
            Ok(false) => return ConnEnd::Close,
            Err(_) => return ConnEnd::Reset,
        }
    }
    if !is_sent {
        linger(client);
        return ConnEnd::Close;
    }
    // Bytes after an answer belong to no request.
    if answer.close || upstream.ended || !upstream.input.is_empty() { ConnEnd::Close } else { ConnEnd::Keep }
}

/// The provider hung up inside a head: the client gets the part that came.
fn cut(client: &mut Connection, upstream: &mut Connection) -> ConnEnd {
    let begun = upstream.input.len();
    let _ = pass_bytes(client, upstream, begun);
    ConnEnd::Close
}

/// Waits for more of the answer; false if the client left meanwhile.
fn more(client: &mut Connection, upstream: &mut Connection) -> io::Result<bool> {
    loop {
        let watch = WaitFor { read: client.can_see_peer_close(), write: false };
        let (from_client, ready) =
            wait_for_either((client, watch), Some((upstream, WaitFor { read: true, write: false })), None)?;
        if from_client && client.has_peer_closed() {
            return Ok(false);
        }
        if ready && upstream.read_available()? {
            return Ok(true);
        }
    }
}

/// Writes the first bytes of what came to the client.
pub fn pass_bytes(client: &mut Connection, upstream: &mut Connection, count: usize) -> io::Result<()> {
    put_all(client, &upstream.input[..count])?;
    upstream.input.drain(..count);
    Ok(())
}

pub fn put_all(conn: &mut Connection, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = conn.write_available(bytes)?;
        bytes = &bytes[count..];
        if count == 0 {
            wait_for_either((conn, WaitFor { read: false, write: true }), None, None)?;
        }
    }
    Ok(())
}

/// The rest of a body that nobody wants is read for a moment: closing at once could destroy the answer on its way.
fn linger(client: &mut Connection) {
    let until = Instant::now() + Duration::from_secs(2);
    let _ = client.socket().shutdown(std::net::Shutdown::Write);
    while !client.ended {
        let left = until.saturating_duration_since(Instant::now());
        let ready = wait_for_either((client, WaitFor { read: true, write: false }), None, Some(left));
        if left.is_zero() || !ready.is_ok_and(|(ready, _)| ready) || client.read_available().is_err() {
            return;
        }
        client.input.clear();
    }
}

/// Both agreed on another protocol (WebSocket): bytes pass in both directions until one side ends.
fn tunnel(client: &mut Connection, upstream: &mut Connection) -> ConnEnd {
    loop {
        let (there, back) = (client.input.len(), upstream.input.len());
        if pass_bytes(client, upstream, back).is_err() || pass_bytes(upstream, client, there).is_err() {
            return ConnEnd::Close;
        }
        if client.ended || upstream.ended {
            return ConnEnd::Close;
        }
        let wants = WaitFor { read: true, write: false };
        let Ok((from_client, from_upstream)) = wait_for_either((client, wants), Some((upstream, wants)), None) else {
            return ConnEnd::Close;
        };
        if from_client && client.read_available().is_err() || from_upstream && upstream.read_available().is_err() {
            return ConnEnd::Reset;
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
    if put_all(client, head.as_bytes()).is_ok() {
        linger(client);
    }
}
