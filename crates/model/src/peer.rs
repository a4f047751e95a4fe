//! Whose a connection on this machine is. The kernel knows the user of every socket; what it does not say is refused.

use std::net::{SocketAddr, SocketAddrV4, TcpStream};

use crate::env::user_id;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux::socket_owner;

/// Whether a server on the loopback interface can be sure who is at the other end of a connection. On other systems than
/// Linux nobody says: a server there needs a secret that only its clients know.
pub const CAN_BE_PROVEN: bool = cfg!(target_os = "linux");

/// Whether the process at the other end is of our own user, as far as this system can say: where it can, only what is
/// proven counts.
pub fn peer_may_be_this_user(stream: &TcpStream) -> bool {
    !CAN_BE_PROVEN || peer_user_id(stream) == Some(user_id())
}

/// The user whose process is at the other end; none where the system does not say, and none for a socket that its process
/// has closed already.
pub fn peer_user_id(stream: &TcpStream) -> Option<u32> {
    // A socket of IPv6 that was connected to ::ffff:127.0.0.1 has an address of IPv4 at this end.
    let plain = |address: SocketAddr| match (address, address.ip().to_canonical()) {
        (_, std::net::IpAddr::V4(ip)) => Some(SocketAddrV4::new(ip, address.port())),
        _ => None,
    };
    let (theirs, ours) = (plain(stream.peer_addr().ok()?)?, plain(stream.local_addr().ok()?)?);
    socket_owner(theirs, ours)
}

#[cfg(not(target_os = "linux"))]
fn socket_owner(_: SocketAddrV4, _: SocketAddrV4) -> Option<u32> {
    None
}
