//! One connection that never blocks: plain, or TLS towards a provider. Waiting is done in one place, for two at once.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsRawFd;
use std::time::Duration;

use super::head::overwrite_with_zeros;

/// Read from a connection at once.
pub const BLOCK: usize = 64 << 10;

pub struct Connection {
    socket: TcpStream,
    tls: Option<Box<rustls::ClientConnection>>,
    /// Bytes that came and were not used yet.
    pub input: Vec<u8>,
    /// The other side will send no more.
    pub ended: bool,
    /// It has sent more than was asked for; whether it left cannot be seen any more.
    has_more: bool,
}

impl Drop for Connection {
    fn drop(&mut self) {
        overwrite_with_zeros(&mut self.input);
    }
}

/// What to wait for: nothing (0), to read, to write, or both.
pub const READ: i16 = libc::POLLIN;
pub const WRITE: i16 = libc::POLLOUT;

impl Connection {
    pub fn new(socket: TcpStream, tls: Option<rustls::ClientConnection>) -> io::Result<Connection> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        Ok(Connection { socket, tls: tls.map(Box::new), input: Vec::new(), ended: false, has_more: false })
    }

    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Adds what has come to `input`; false if nothing has. The end of the stream is noted in `ended`.
    pub fn read_available(&mut self) -> io::Result<bool> {
        let mut block = [0u8; BLOCK];
        let got = match &mut self.tls {
            None => self.socket.read(&mut block),
            Some(tls) => read_tls(tls, &mut self.socket, &mut block),
        };
        match got {
            Ok(0) => {
                self.ended = true;
                Ok(true)
            }
            Ok(count) => {
                self.input.extend_from_slice(&block[..count]);
                overwrite_with_zeros(&mut block[..count]);
                Ok(true)
            }
            Err(error) if is_would_block_or_interrupted(&error) => Ok(false),
            // Many servers close TLS without a word; plain HTTP knows nothing else.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.ended = true;
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes what can be written now.
    pub fn write_available(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let put = match &mut self.tls {
            None => self.socket.write(bytes),
            Some(tls) => {
                flush_tls(tls, &mut self.socket)?;
                if tls.wants_write() {
                    return Ok(0);
                }
                let count = tls.writer().write(bytes)?;
                flush_tls(tls, &mut self.socket)?;
                Ok(count)
            }
        };
        match put {
            Err(error) if is_would_block_or_interrupted(&error) => Ok(0),
            put => put,
        }
    }

    /// Whether everything that was put has left this process; tries to send the rest.
    pub fn try_to_flush(&mut self) -> io::Result<bool> {
        let Some(tls) = &mut self.tls else { return Ok(true) };
        flush_tls(tls, &mut self.socket)?;
        Ok(!tls.wants_write())
    }

    /// Whether the other side has closed, while nothing is expected of it.
    pub fn has_peer_closed(&mut self) -> bool {
        if self.ended {
            return true;
        }
        match self.socket.peek(&mut [0]) {
            Ok(0) => true,
            Ok(_) => {
                self.has_more = true;
                false
            }
            Err(error) => !is_would_block_or_interrupted(&error),
        }
    }

    /// Whether it can still be seen that the other side leaves.
    pub fn can_see_peer_close(&self) -> bool {
        !self.has_more && !self.ended
    }

    /// It is read again: what came early is a request now.
    pub fn watch_for_peer_close_again(&mut self) {
        self.has_more = false;
    }

    /// Bytes that have come and can be read without waiting for the socket.
    fn has_buffered_plaintext(&mut self) -> bool {
        // Plain text may be ready inside although the socket is silent.
        self.tls
            .as_mut()
            .is_some_and(|tls| tls.process_new_packets().is_ok_and(|state| state.plaintext_bytes_to_read() > 0))
    }

    /// Cuts the connection: the other side sees a broken stream, not an end.
    pub fn reset_connection(self) {
        let linger = libc::linger { l_onoff: 1, l_linger: 0 };
        // SAFETY: the pointer and length describe `linger`, and the descriptor is open.
        unsafe {
            libc::setsockopt(
                self.socket.as_raw_fd(),
                libc::SOL_SOCKET,
                libc::SO_LINGER,
                std::ptr::from_ref(&linger).cast(),
                size_of::<libc::linger>() as libc::socklen_t,
            );
        }
    }
}

pub fn is_would_block_or_interrupted(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn read_tls(tls: &mut rustls::ClientConnection, socket: &mut TcpStream, block: &mut [u8]) -> io::Result<usize> {
    loop {
        match tls.reader().read(block) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            other => return other,
        }
        let ended = tls.read_tls(socket)? == 0;
        let state = tls.process_new_packets();
        flush_tls(tls, socket)?;
        let state = state.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        if ended && state.plaintext_bytes_to_read() == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
}

fn flush_tls(tls: &mut rustls::ClientConnection, socket: &mut TcpStream) -> io::Result<()> {
    while tls.wants_write() {
        match tls.write_tls(socket) {
            Ok(_) => {}
            Err(error) if is_would_block_or_interrupted(&error) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Waits until one of two connections can do what is wanted, or until the time is over; which of them can be read.
pub fn wait_for_either(
    one: (&mut Connection, i16),
    other: Option<(&mut Connection, i16)>,
    time: Option<Duration>,
) -> io::Result<(bool, bool)> {
    let mut buffered = [false; 2];
    let mut fds = [libc::pollfd { fd: -1, events: 0, revents: 0 }; 2];
    for (at, (conn, wants)) in [Some(one), other].into_iter().flatten().enumerate() {
        buffered[at] = wants & READ != 0 && conn.has_buffered_plaintext();
        // A descriptor of which nothing is wanted would still report its end, again and again.
        fds[at].fd = if wants == 0 { -1 } else { conn.socket.as_raw_fd() };
        fds[at].events = wants;
    }
    if buffered.contains(&true) {
        return Ok(buffered.into());
    }
    let time = time.map_or(-1, |time| i32::try_from(time.as_millis()).unwrap_or(i32::MAX));
    // SAFETY: the pointer and length describe `fds`.
    let got = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, time) };
    if got < 0 {
        let error = io::Error::last_os_error();
        return if is_would_block_or_interrupted(&error) { Ok(Default::default()) } else { Err(error) };
    }
    let failed = libc::POLLERR | libc::POLLHUP | libc::POLLNVAL;
    let ready = |at: usize| fds[at].events & READ != 0 && fds[at].revents & (READ | failed) != 0;
    Ok((ready(0), ready(1)))
}
