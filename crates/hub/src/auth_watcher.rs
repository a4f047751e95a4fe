//! The bytes between us and the server: a socket, and a look at what the server asks for before it knows who we are. A
//! server that wants the password itself, and no proof of it, does not get it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// `AuthenticationOk`, and the request for a password in clear.
const WELCOME: u32 = 0;
const CLEAR: u32 = 3;

pub const ASKED_IN_CLEAR: &str = "the server asks for the password in clear";

/// A socket in a network or in the file system.
pub type HubSocket = Box<dyn ByteStream>;

pub trait ByteStream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> ByteStream for S {}

/// A stream whose first messages are looked at.
pub struct AuthWatcher<S> {
    inner: S,
    look: WatchState,
}

/// What is looked at next.
#[derive(Debug)]
pub enum WatchState {
    /// The server was asked for TLS: one byte answers whether it follows.
    Offer,
    /// The bytes of a message's head so far, and how many of its body are to be passed over.
    Messages { head: Vec<u8>, skip: usize },
    /// Nothing is left to be seen here; or the address says that a password may be sent in clear.
    Off,
}

impl<S> AuthWatcher<S> {
    pub fn new(inner: S, look: WatchState) -> AuthWatcher<S> {
        AuthWatcher { inner, look }
    }
}

impl WatchState {
    /// Messages come at once.
    pub const MESSAGES: WatchState = WatchState::Messages { head: Vec::new(), skip: 0 };

    /// False for a request that is not answered.
    fn inspect_bytes(&mut self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            match self {
                WatchState::Off => return true,
                WatchState::Offer => {
                    // Beneath TLS nothing can be read; the stream above it is watched.
                    *self = if first == b'N' { WatchState::MESSAGES } else { WatchState::Off };
                    rest = after;
                }
                WatchState::Messages { skip, .. } if *skip > 0 => {
                    let passed = rest.len().min(*skip);
                    *skip -= passed;
                    rest = &rest[passed..];
                }
                WatchState::Messages { head, skip } => {
                    head.push(first);
                    rest = after;
                    let number =
                        |at: usize| head.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
                    let Some(length) = number(1) else { continue };
                    if head[0] != b'R' {
                        // The length counts itself.
                        *skip = (length as usize).saturating_sub(4);
                        head.clear();
                    } else if let Some(wants) = number(5) {
                        *skip = (length as usize).saturating_sub(8);
                        head.clear();
                        match wants {
                            CLEAR => return false,
                            WELCOME => *self = WatchState::Off,
                            _ => {}
                        }
                    }
                }
            }
        }
        true
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for AuthWatcher<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(cx, buf);
        if let Poll::Ready(Ok(())) = &read
            && !self.look.inspect_bytes(&buf.filled()[before..])
        {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::PermissionDenied, ASKED_IN_CLEAR)));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for AuthWatcher<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        [&[kind][..], &(body.len() as u32 + 4).to_be_bytes(), body].concat()
    }

    fn auth(wants: u32, rest: &[u8]) -> Vec<u8> {
        message(b'R', &[&wants.to_be_bytes()[..], rest].concat())
    }

    /// Whatever pieces the bytes come in.
    fn passes(mut look: WatchState, bytes: &[u8], piece: usize) -> bool {
        bytes.chunks(piece).all(|piece| look.inspect_bytes(piece))
    }

    #[test]
    fn a_password_in_clear_is_noticed_in_whatever_pieces_it_is_asked_for() {
        let notice = message(b'N', b"SNOTICE\0\0");
        let scram = auth(10, b"SCRAM-SHA-256\0\0");
        for piece in 1..20 {
            let offered = || WatchState::Offer;
            let plain = || WatchState::Messages { head: Vec::new(), skip: 0 };
            assert!(!passes(plain(), &auth(CLEAR, b""), piece), "{piece}");
            assert!(!passes(plain(), &[notice.clone(), auth(CLEAR, b"")].concat(), piece), "{piece}");
            assert!(!passes(plain(), &[scram.clone(), auth(CLEAR, b"")].concat(), piece), "{piece}");
            assert!(!passes(offered(), &[b"N".to_vec(), auth(CLEAR, b"")].concat(), piece), "{piece}");
            // Beneath TLS the same bytes mean something else, and after the welcome a row may hold them.
            assert!(passes(offered(), &[b"S".to_vec(), auth(CLEAR, b"")].concat(), piece), "{piece}");
            assert!(passes(plain(), &[scram.clone(), auth(WELCOME, b""), auth(CLEAR, b"")].concat(), piece), "{piece}");
            assert!(passes(plain(), &auth(5, b"salt"), piece), "{piece}");
        }
    }
}
