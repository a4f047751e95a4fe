//! Linux: the kernel is asked whose a socket is, or its tables are read.

use std::io;
use std::net::SocketAddrV4;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// The kernel is asked for this very socket. Where it cannot be asked, its tables are read.
pub fn socket_owner(from: SocketAddrV4, to: SocketAddrV4) -> Option<u32> {
    match ask_kernel_for_socket_owner(from, to) {
        Ok(found) => found,
        Err(_) => find_socket_owner_in_proc(from, to),
    }
}

/// `inet_diag_req_v2` after its `nlmsghdr`, both in the byte order of the machine but for ports and addresses.
fn build_netlink_request(from: SocketAddrV4, to: SocketAddrV4) -> Vec<u8> {
    const SOCK_DIAG_BY_FAMILY: u16 = 20;
    const LENGTH: u32 = 16 + 56;
    let mut bytes = Vec::with_capacity(LENGTH as usize);
    bytes.extend(LENGTH.to_ne_bytes());
    bytes.extend(SOCK_DIAG_BY_FAMILY.to_ne_bytes());
    bytes.extend((libc::NLM_F_REQUEST as u16).to_ne_bytes());
    // Sequence and port of the sender.
    bytes.extend([0; 8]);
    bytes.extend([libc::AF_INET as u8, libc::IPPROTO_TCP as u8, 0, 0]);
    // Every state.
    bytes.extend(u32::MAX.to_ne_bytes());
    bytes.extend(from.port().to_be_bytes());
    bytes.extend(to.port().to_be_bytes());
    for address in [from, to] {
        bytes.extend(address.ip().octets());
        bytes.extend([0; 12]);
    }
    // Any interface, no cookie.
    bytes.extend(0u32.to_ne_bytes());
    bytes.extend([0xff; 8]);
    bytes
}

/// The user of the socket that leads from one address to the other; an error if the kernel does not answer such questions.
fn ask_kernel_for_socket_owner(from: SocketAddrV4, to: SocketAddrV4) -> io::Result<Option<u32>> {
    // SAFETY: socket has no preconditions; a descriptor that is not negative is ours alone.
    let socket = unsafe {
        match libc::socket(
            libc::AF_NETLINK,
            libc::SOCK_DGRAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK,
            libc::NETLINK_SOCK_DIAG,
        ) {
            fd if fd < 0 => return Err(io::Error::last_os_error()),
            fd => OwnedFd::from_raw_fd(fd),
        }
    };
    let question = build_netlink_request(from, to);
    let mut answer = [0u8; 1024];
    // SAFETY: the pointers and lengths describe `question` and `answer`. The kernel answers before `send` returns.
    let got = unsafe {
        let fd = socket.as_raw_fd();
        match libc::send(fd, question.as_ptr().cast(), question.len(), 0) {
            sent if sent < 0 => sent,
            _ => libc::recv(fd, answer.as_mut_ptr().cast(), answer.len(), 0),
        }
    };
    let got = usize::try_from(got).map_err(|_| io::Error::last_os_error())?;
    parse_netlink_answer(&answer[..got])
}

/// What the kernel answered: an error, or a socket's user.
fn parse_netlink_answer(answer: &[u8]) -> io::Result<Option<u32>> {
    const HEAD: usize = 16;
    const LISTENS: u8 = 10;
    // Behind the head: family, state and two more (4), the addresses (48), three counts (12), the user, the inode.
    const USER: usize = HEAD + 64;
    const INODE: usize = HEAD + 68;
    let word = |at: usize| answer.get(at..at + 4).map(|bytes| u32::from_ne_bytes(bytes.try_into().unwrap_or_default()));
    let short = || io::Error::from(io::ErrorKind::UnexpectedEof);
    let kind = answer.get(4..6).map(|bytes| u16::from_ne_bytes([bytes[0], bytes[1]])).ok_or_else(short)?;
    if i32::from(kind) == libc::NLMSG_ERROR {
        let code = -(word(HEAD).ok_or_else(short)? as i32);
        return if code == libc::ENOENT { Ok(None) } else { Err(io::Error::from_raw_os_error(code)) };
    }
    let (user, inode) = (word(USER).ok_or_else(short)?, word(INODE).ok_or_else(short)?);
    // Without an inode its process has let go of it; whose it was, older kernels have forgotten. A socket that listens
    // is found where no other is, and is at neither end of this connection.
    Ok((inode != 0 && answer[HEAD + 1] != LISTENS).then_some(user))
}

fn find_socket_owner_in_proc(from: SocketAddrV4, to: SocketAddrV4) -> Option<u32> {
    let table = |name: &str| std::fs::read_to_string(format!("/proc/net/{name}")).unwrap_or_default();
    find_user_in_table(&table("tcp"), from, to, "").or_else(|| find_user_in_table(&table("tcp6"), from, to, MAPPED))
}

/// The first three words of `::ffff:a.b.c.d`, as the table has them.
#[cfg(target_endian = "little")]
const MAPPED: &str = "0000000000000000FFFF0000";
#[cfg(target_endian = "big")]
const MAPPED: &str = "00000000000000000000FFFF";

/// The user in the row of a socket. Addresses are words of this machine in hexadecimal.
fn find_user_in_table(table: &str, from: SocketAddrV4, to: SocketAddrV4, prefix: &str) -> Option<u32> {
    let written = |address: SocketAddrV4| {
        format!("{prefix}{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port())
    };
    let (from, to) = (written(from), written(to));
    table.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        (fields.next()? == from && fields.next()? == to).then_some(())?;
        let user = fields.nth(4)?.parse().ok()?;
        (fields.nth(1)? != "0").then_some(user)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn rows_are_found_by_both_ends() {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
        let four = format!(
            "{head}   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1\n   \
             1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 2 1\n   \
             2: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 3\n"
        );
        let six = format!(
            "{head}   0: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1F90 01 \
             00000000:00000000 00:00000000 00000000  1001        0 5 1\n"
        );
        let at = |text: &str| text.parse::<SocketAddrV4>().unwrap();
        let to = at("127.0.0.1:8080");
        assert_eq!(find_user_in_table(&four, at("127.0.0.1:50000"), to, ""), Some(1000));
        assert_eq!(find_user_in_table(&four, at("127.0.0.1:50001"), to, ""), None, "closed by its process");
        assert_eq!(find_user_in_table(&four, at("127.0.0.1:50002"), to, ""), None, "another family");
        assert_eq!(find_user_in_table(&six, at("127.0.0.1:50002"), to, MAPPED), Some(1001));
        assert_eq!(find_user_in_table(&four, to, at("127.0.0.1:50000"), ""), None);
    }

    #[test]
    fn an_answer_that_is_cut_short_is_an_error() {
        for length in 0..88 {
            assert!(parse_netlink_answer(&vec![0; length]).is_err(), "{length}");
        }
        assert_eq!(parse_netlink_answer(&[0; 88]).unwrap(), None, "no inode");
    }

    #[test]
    fn both_ways_to_ask_agree() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let std::net::SocketAddr::V4(to) = listener.local_addr().unwrap() else { panic!("IPv4") };
        let client = std::net::TcpStream::connect(to).unwrap();
        let std::net::SocketAddr::V4(from) = client.local_addr().unwrap() else { panic!("IPv4") };
        let me = crate::env::user_id();
        if let Ok(found) = ask_kernel_for_socket_owner(from, to) {
            assert_eq!(found, Some(me));
            assert_eq!(ask_kernel_for_socket_owner(to, to).unwrap(), None);
        }
        if std::fs::read("/proc/net/tcp").is_ok() {
            assert_eq!((find_socket_owner_in_proc(from, to), find_socket_owner_in_proc(to, to)), (Some(me), None));
        }
    }
}
