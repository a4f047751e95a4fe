//! Who is answered: programs of this user that were given the address. No browser, no other user, no other name.

use std::net::{SocketAddr, SocketAddrV4, TcpStream};

use super::head::{Refusal, Request};
use ctx_model::env::user_id;
use ctx_model::token::same;

pub struct Guard {
    pub port: u16,
    pub token: String,
}

impl Guard {
    /// The number of the route and the rest of the target, or why there is no answer.
    pub fn admit<'r>(&self, request: &'r Request, routes: usize) -> Result<(usize, &'r str), Refusal> {
        let host = request.joined("host");
        let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !own.iter().any(|own| host.eq_ignore_ascii_case(own)) {
            return Err((421, "ctx: this proxy answers to its own address only"));
        }
        // Agents are no web pages: they send neither.
        let site = request.joined("sec-fetch-site");
        if request.has("origin") || !(site.is_empty() || site == "none") {
            return Err((403, "ctx: web pages are not answered here"));
        }
        let rest = request.target().strip_prefix('/').unwrap_or_default();
        let (token, rest) = rest.split_once('/').unwrap_or((rest, ""));
        if !same(token.as_bytes(), self.token.as_bytes()) {
            return Err((403, "ctx: the address of this proxy is another one"));
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (route, rest) = rest.split_at(end);
        match route.parse::<usize>() {
            Ok(route) if route < routes && rest.len() < request.target().len() => Ok((route, rest)),
            _ => Err((404, "ctx: this proxy leads to no such provider")),
        }
    }
}

/// Whether the program at the other end belongs to this user; yes if the system does not say.
pub fn is_own(client: &TcpStream) -> bool {
    let (Ok(SocketAddr::V4(theirs)), Ok(SocketAddr::V4(ours))) = (client.peer_addr(), client.local_addr()) else {
        return false;
    };
    let Ok(table) = std::fs::read_to_string("/proc/net/tcp") else { return true };
    owner(&table, theirs, ours).is_none_or(|owner| owner == user_id())
}

/// The user whose socket leads from one address to the other, by the kernel's table of connections.
fn owner(table: &str, from: SocketAddrV4, to: SocketAddrV4) -> Option<u32> {
    let written =
        |address: SocketAddrV4| format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port());
    let (from, to) = (written(from), written(to));
    table.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        (fields.next()? == from && fields.next()? == to).then_some(())?;
        fields.nth(4)?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(target: &str, headers: &str) -> Result<(usize, String), u16> {
        let text = format!("POST {target} HTTP/1.1\r\n{headers}\r\n");
        let (request, _) = Request::read(text.as_bytes()).unwrap().unwrap();
        let guard = Guard { port: 8080, token: "s3cret".into() };
        guard.admit(&request, 2).map(|(route, rest)| (route, rest.to_owned())).map_err(|(status, _)| status)
    }

    #[test]
    fn only_the_agent_is_answered() {
        let host = "Host: 127.0.0.1:8080\r\n";
        assert_eq!(ask("/s3cret/1/v1/messages?beta=true", host), Ok((1, "/v1/messages?beta=true".into())));
        assert_eq!(ask("/s3cret/0", "host: LOCALHOST:8080\r\n"), Ok((0, "".into())));
        assert_eq!(ask("/s3cret/0?x", host), Ok((0, "?x".into())));
        for other in ["127.0.0.1", "127.0.0.1:80", "api.anthropic.com", "evil.example:8080", "[::1]:8080", ""] {
            assert_eq!(ask("/s3cret/0/", &format!("Host: {other}\r\n")), Err(421), "{other}");
        }
        assert_eq!(ask("/s3cret/0/", ""), Err(421));
        for target in ["/", "/s3cre/0/", "/s3crets/0/", "/S3CRET/0/", "//s3cret/0/", "/%733cret/0/", "/v1/messages"] {
            assert_eq!(ask(target, host), Err(403), "{target}");
        }
        for target in ["/s3cret", "/s3cret/", "/s3cret/2/", "/s3cret/x/", "/s3cret/-1/", "/s3cret//v1"] {
            assert_eq!(ask(target, host), Err(404), "{target}");
        }
        for header in ["Origin: http://127.0.0.1:8080", "Origin: null", "Sec-Fetch-Site: same-origin"] {
            assert_eq!(ask("/s3cret/0/", &format!("{host}{header}\r\n")), Err(403), "{header}");
        }
    }

    #[test]
    fn the_owner_of_a_connection() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (ours, _) = listener.accept().unwrap();
        assert!(is_own(&ours));
        let (SocketAddr::V4(from), SocketAddr::V4(to)) = (theirs.local_addr().unwrap(), ours.local_addr().unwrap())
        else {
            panic!("IPv4")
        };
        if let Ok(table) = std::fs::read_to_string("/proc/net/tcp") {
            assert_eq!(owner(&table, from, to), Some(user_id()));
            assert_eq!(owner(&table, to, to), None);
        }
    }
}
