//! Whose a connection on this machine is: the system lists the user of every socket.

use std::net::{IpAddr, SocketAddr, TcpStream};

/// The user whose process is at the other end; none where the system does not tell.
pub fn user_of(stream: &TcpStream) -> Option<u32> {
    let (peer, own) = (stream.peer_addr().ok()?, stream.local_addr().ok()?);
    listed(&std::fs::read_to_string("/proc/net/tcp").ok()?, peer, own)
}

pub fn us() -> u32 {
    // SAFETY: geteuid has no preconditions.
    unsafe { libc::geteuid() }
}

/// The row of the socket at `peer` that is connected with `own`, and its user.
fn listed(table: &str, peer: SocketAddr, own: SocketAddr) -> Option<u32> {
    let (peer, own) = (written(peer)?, written(own)?);
    table.lines().skip(1).find_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let (local, remote) = (fields.nth(1)?, fields.next()?);
        (local == peer && remote == own).then(|| fields.nth(4)?.parse().ok()).flatten()
    })
}

/// An address as the table has it: the bytes of a word of this machine, in hexadecimal.
fn written(address: SocketAddr) -> Option<String> {
    let IpAddr::V4(ip) = address.ip() else { return None };
    Some(format!("{:08X}:{:04X}", u32::from_ne_bytes(ip.octets()), address.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_of_our_own_is_ours() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        if std::path::Path::new("/proc/net/tcp").exists() {
            assert_eq!((user_of(&server), user_of(&client)), (Some(us()), Some(us())));
        }
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn rows_are_found_by_both_ends() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
            0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1\n\
            1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 2 1\n";
        let at = |text: &str| text.parse::<SocketAddr>().unwrap();
        assert_eq!(listed(table, at("127.0.0.1:50000"), at("127.0.0.1:8080")), Some(1000));
        assert_eq!(listed(table, at("127.0.0.1:50001"), at("127.0.0.1:8080")), None);
        assert_eq!(listed(table, at("127.0.0.1:8080"), at("127.0.0.1:50000")), None);
    }
}
