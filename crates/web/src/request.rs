//! Reads one request from a connection: small, whole, and unambiguous.

use std::io::{ErrorKind, Read};

use crate::error::WebError;
use ctx_proxy::{BodyFraming, HttpRefusal};

/// Line, headers and all: browsers send about a kilobyte.
const HEAD: usize = 16 << 10;
/// A note is the longest thing that is ever sent here.
const BODY: u64 = 64 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Head,
    Post,
}

pub struct Request {
    pub head: ctx_proxy::RequestHead,
    pub method: Method,
    /// As it was written, without the query: nothing in it is decoded.
    pub path: String,
    pub query: Query,
    pub body: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestError {
    /// The other side went away, or said nothing for too long.
    Gone,
    Refused(HttpRefusal),
}

impl From<HttpRefusal> for RequestError {
    fn from(refusal: HttpRefusal) -> RequestError {
        RequestError::Refused(refusal)
    }
}

/// The query string, decoded.
#[derive(Debug, Default)]
pub struct Query(Vec<(String, String)>);

impl Query {
    pub fn parse(text: &str) -> Query {
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            (form_decode(name), form_decode(value))
        };
        Query(text.split('&').filter(|part| !part.is_empty()).map(pair).collect())
    }

    /// A value that is there and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, value)| own == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }

    pub fn required(&self, name: &str) -> ctx_model::Result<&str> {
        Ok(self.get(name).ok_or_else(|| WebError::MissingParameter(name.to_owned()))?)
    }

    pub fn number_if_valid<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }
}

/// `+` and `%41` as forms write them; a `%` that begins no code stands for itself.
fn form_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let digit = |at: usize| after.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            (b'+', ..) => bytes.push(b' '),
            (byte, ..) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads the next request; `rest` holds bytes that came after the one before.
pub fn read_request(stream: &mut impl Read, rest: &mut Vec<u8>) -> Result<Request, RequestError> {
    let mut buffer = std::mem::take(rest);
    let (mut request, head, length) = loop {
        if let Some(parsed) = parse_head(&buffer)? {
            break parsed;
        }
        if buffer.len() > HEAD {
            return Err(TOO_LONG.into());
        }
        read_more(stream, &mut buffer)?;
    };
    while buffer.len() < head + length {
        read_more(stream, &mut buffer)?;
    }
    *rest = buffer.split_off(head + length);
    request.body = buffer.split_off(head);
    Ok(request)
}

fn read_more(stream: &mut impl Read, buffer: &mut Vec<u8>) -> Result<(), RequestError> {
    let mut block = [0; 4096];
    loop {
        match stream.read(&mut block) {
            Ok(0) => return Err(RequestError::Gone),
            Ok(count) => {
                buffer.extend_from_slice(&block[..count]);
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return Err(RequestError::Gone),
        }
    }
}

const TOO_LONG: HttpRefusal = (431, "the headers are too long");

/// A request with a complete head, the length of the head, and the length of its body.
fn parse_head(buffer: &[u8]) -> Result<Option<(Request, usize, usize)>, HttpRefusal> {
    let Some((head, length)) = ctx_proxy::RequestHead::parse_request_head(buffer)? else { return Ok(None) };
    if length > HEAD {
        return Err(TOO_LONG);
    }
    let method = match head.method.as_str() {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" => Method::Post,
        _ => return Err((405, "only GET, HEAD and POST are answered")),
    };
    if ["host", "origin", "sec-fetch-site", "connection"].iter().any(|name| head.is_header_repeated(name)) {
        return Err((400, "a header is there twice"));
    }
    let body = match head.framing {
        BodyFraming::Length(body) if body <= BODY => body as usize,
        BodyFraming::Length(_) => return Err((413, "the body is too long")),
        _ => return Err((501, "a body needs a Content-Length")),
    };
    let (path, query) = head.target().split_once('?').unwrap_or((head.target(), ""));
    let (path, query) = (path.to_owned(), Query::parse(query));
    Ok(Some((Request { head, method, path, query, body: Vec::new() }, length, body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, RequestError> {
        read_request(&mut text.as_bytes(), &mut Vec::new())
    }

    fn status(text: &str) -> u16 {
        match parse(text) {
            Err(RequestError::Refused((status, _))) => status,
            Err(RequestError::Gone) => 0,
            Ok(_) => 200,
        }
    }

    #[test]
    fn requests_that_follow_each_other_on_one_connection() {
        let mut stream = "POST /t/api/note?x=1 HTTP/1.1\r\nHost: a\r\nX-Ctx: 1\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.0\r\n\r\n".as_bytes();
        let mut rest = Vec::new();
        let Ok(first) = read_request(&mut stream, &mut rest) else { panic!("a request") };
        assert_eq!(
            (first.method, &*first.path, &*first.body, first.head.has_header("x-ctx")),
            (Method::Post, "/t/api/note", &b"abc"[..], true)
        );
        assert_eq!((first.query.get("x"), first.head.close), (Some("1"), false));
        let Ok(second) = read_request(&mut stream, &mut rest) else { panic!("a request") };
        assert_eq!((second.method, &*second.path, second.head.close), (Method::Get, "/b", true));
        assert_eq!(read_request(&mut stream, &mut rest).err(), Some(RequestError::Gone));
    }

    #[test]
    fn ambiguous_requests_are_refused() {
        assert_eq!(status("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\na"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"), 413);
        assert_eq!(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 501);
        assert_eq!(status("GET http://evil.example/ HTTP/1.1\r\n\r\n"), 400);
        assert_eq!(status("CONNECT a:1 HTTP/1.1\r\n\r\n"), 400);
        assert_eq!(status("PUT / HTTP/1.1\r\n\r\n"), 405);
        assert_eq!(status("\u{16}\u{3}\u{1}"), 400);
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(20_000))), 431);
        assert_eq!(status(&format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(300))), 431);
        assert_eq!(status("GET / HTTP/1.1\r\n"), 0);
    }

    #[test]
    fn queries_are_decoded_once() {
        let query = Query::parse("q=a%20b+c&e=&n=12&bad=%zz%4&twice=%2541&u=%F0%9F%98%80%ff");
        assert_eq!([query.get("q"), query.get("e"), query.get("none")], [Some("a b c"), None, None]);
        assert_eq!((query.number_if_valid::<u32>("n"), query.number_if_valid::<u32>("q")), (Some(12), None));
        assert_eq!(
            [query.get("bad"), query.get("twice"), query.get("u")],
            [Some("%zz%4"), Some("%41"), Some("😀\u{fffd}")]
        );
    }
}
