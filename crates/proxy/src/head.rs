//! The first part of a message: what it asks, how its body ends, and the same bytes with another address and length.

use std::ops::Range;

use super::framing::{BodyFraming, ChunkedPosition};
use ctx_text::range_of_part_in_text;

/// A head that is longer is refused. Providers allow about this much.
pub const LONGEST: usize = 256 << 10;
const HEADERS: usize = 256;

/// A header: its whole line with the line break, its name and its value, as places in the head.
#[derive(Clone, Debug)]
struct HeaderPlace {
    line: Range<usize>,
    name: String,
    value: Range<usize>,
}

/// A request's head, as it came.
pub struct RequestHead {
    /// With the key.
    bytes: BytesWipedOnDrop,
    pub method: String,
    target: Range<usize>,
    headers: Vec<HeaderPlace>,
    pub framing: BodyFraming,
    /// The connection is not used again.
    pub close: bool,
    /// The caller waits for `100 Continue` before it sends the body.
    pub expects: bool,
    /// It was told to go on: nobody else has to.
    pub told: bool,
}

/// An answer's head.
#[derive(Debug)]
pub struct AnswerHead {
    pub status: u16,
    pub length: usize,
    pub framing: BodyFraming,
    pub close: bool,
    /// How its content is compressed.
    pub encoding: String,
}

/// Why there is no head: a status and what to say.
pub type HttpRefusal = (u16, &'static str);

/// Overwrites bytes that may hold a key, in a way that is not optimised away.
pub fn overwrite_with_zeros(bytes: &mut [u8]) {
    bytes.fill(0);
    std::hint::black_box(bytes);
}

impl RequestHead {
    /// The head at the start of `buffer` and its length; none if more bytes are needed.
    pub fn parse_request_head(buffer: &[u8]) -> Result<Option<(RequestHead, usize)>, HttpRefusal> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(buffer) {
            Ok(httparse::Status::Complete(length)) if length <= LONGEST => length,
            Ok(httparse::Status::Partial) if buffer.len() < LONGEST => return Ok(None),
            Ok(_) | Err(httparse::Error::TooManyHeaders) => return Err((431, "the headers are too long")),
            Err(_) => return Err((400, "not an HTTP/1 request")),
        };
        let target = parsed.path.unwrap_or_default();
        if !target.starts_with('/') {
            return Err((400, "the request target is not a path"));
        }
        let (method, version) = (parsed.method.unwrap_or_default().to_owned(), parsed.version);
        let target = range_of_part_in_text(target.as_bytes(), buffer);
        let headers = header_places(buffer, length, parsed.headers);
        let mut request = RequestHead {
            bytes: BytesWipedOnDrop(buffer[..length].to_vec()),
            method,
            target,
            headers,
            framing: BodyFraming::NONE,
            close: false,
            expects: false,
            told: false,
        };
        request.framing = request.body_framing()?;
        let connection = request.joined_header_values("connection").to_ascii_lowercase();
        request.close = connection.contains("close") || (version == Some(0) && !connection.contains("keep-alive"));
        request.expects = request.joined_header_values("expect").eq_ignore_ascii_case("100-continue");
        Ok(Some((request, length)))
    }

    /// A message whose end could be seen in two ways is refused: the provider might see the other one.
    fn body_framing(&self) -> Result<BodyFraming, HttpRefusal> {
        let lengths: Vec<&str> = self.header_values("content-length").collect();
        let encodings = self.joined_header_values("transfer-encoding").to_ascii_lowercase();
        match (lengths.as_slice(), encodings.as_str()) {
            ([], "") => Ok(BodyFraming::NONE),
            ([], "chunked") => Ok(BodyFraming::Chunked(ChunkedPosition::default())),
            ([length], "") if !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit()) => {
                length.parse().map(BodyFraming::Length).map_err(|_| (400, "invalid Content-Length"))
            }
            _ => Err((400, "the length of the body is ambiguous")),
        }
    }

    pub fn target(&self) -> &str {
        std::str::from_utf8(&self.bytes.0[self.target.clone()]).unwrap_or_default()
    }

    fn header_values(&self, name: &str) -> impl Iterator<Item = &str> {
        let of_name = self.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
        of_name.map(|header| std::str::from_utf8(&self.bytes.0[header.value.clone()]).unwrap_or("\u{fffd}").trim())
    }

    /// All values of a header as one list; empty if there is none.
    pub fn joined_header_values(&self, name: &str) -> String {
        self.header_values(name).collect::<Vec<_>>().join(",")
    }

    pub fn has_header(&self, name: &str) -> bool {
        self.header_values(name).next().is_some()
    }

    pub fn is_header_repeated(&self, name: &str) -> bool {
        self.header_values(name).nth(1).is_some()
    }

    /// The head for another host and path. With `length`, the body has that length and no chunks; every other byte is as
    /// it came.
    pub fn rewrite_for_provider(&self, host: &str, target: &str, length: Option<usize>) -> BytesWipedOnDrop {
        let mut head = Vec::with_capacity(self.bytes.0.len() + 64);
        head.extend_from_slice(&self.bytes.0[..self.target.start]);
        head.extend_from_slice(target.as_bytes());
        let mut at = self.target.end;
        let mut host_is_there = false;
        for header in &self.headers {
            head.extend_from_slice(&self.bytes.0[at..header.line.start]);
            at = header.line.end;
            let is = |name: &str| header.name.eq_ignore_ascii_case(name);
            let other = match length {
                _ if is("host") => Some(host.to_owned()),
                Some(length) if is("content-length") => Some(length.to_string()),
                _ => None,
            };
            if is("host") && std::mem::replace(&mut host_is_there, true) {
                continue;
            }
            match (other, length) {
                (Some(value), _) => {
                    head.extend_from_slice(&self.bytes.0[header.line.start..header.value.start]);
                    head.extend_from_slice(value.as_bytes());
                    head.extend_from_slice(&self.bytes.0[header.value.end..header.line.end]);
                }
                (None, Some(length)) if is("transfer-encoding") => {
                    head.extend_from_slice(format!("Content-Length: {length}\r\n").as_bytes());
                }
                // The body is complete or on its way: nobody has to ask for it.
                _ if is("expect") && (length.is_some() || self.told) => {}
                _ => head.extend_from_slice(&self.bytes.0[header.line.clone()]),
            }
        }
        head.extend_from_slice(&self.bytes.0[at..]);
        BytesWipedOnDrop(head)
    }
}

/// Bytes with a key in them, overwritten when they are not needed any more.
pub struct BytesWipedOnDrop(pub Vec<u8>);

impl Drop for BytesWipedOnDrop {
    fn drop(&mut self) {
        overwrite_with_zeros(&mut self.0);
    }
}

fn header_places(buffer: &[u8], length: usize, headers: &[httparse::Header<'_>]) -> Vec<HeaderPlace> {
    let place = |header: &httparse::Header<'_>| {
        let name = range_of_part_in_text(header.name.as_bytes(), buffer);
        let value = match header.value.is_empty() {
            // An empty value has no place of its own.
            true => name.end + 1..name.end + 1,
            false => range_of_part_in_text(header.value, buffer),
        };
        let end = memchr::memchr(b'\n', &buffer[value.end..length]).map_or(length, |at| value.end + at + 1);
        HeaderPlace { line: name.start..end, name: header.name.to_owned(), value }
    };
    headers.iter().map(place).collect()
}

impl AnswerHead {
    /// Of an answer that is no HTTP.
    pub const UNKNOWN: AnswerHead =
        AnswerHead { status: 0, length: 0, framing: BodyFraming::UntilClose, close: true, encoding: String::new() };

    /// The head of an answer to a request with this method; none if more bytes are needed.
    pub fn parse_answer_head(buffer: &[u8], method: &str) -> Result<Option<AnswerHead>, ()> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        let length = match parsed.parse(buffer) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) if buffer.len() < LONGEST => return Ok(None),
            _ => return Err(()),
        };
        let status = parsed.code.unwrap_or_default();
        let values = |name: &'static str| {
            let of_name = parsed.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
            of_name.filter_map(|header| std::str::from_utf8(header.value).ok()).map(str::trim)
        };
        let list = |name: &'static str| values(name).collect::<Vec<_>>().join(",").to_ascii_lowercase();
        let (encodings, connection) = (list("transfer-encoding"), list("connection"));
        let framing = if method == "HEAD" || (100..200).contains(&status) || status == 204 || status == 304 {
            BodyFraming::NONE
        } else if encodings.split(',').next_back().is_some_and(|last| last.trim() == "chunked") {
            BodyFraming::Chunked(ChunkedPosition::default())
        } else if !encodings.is_empty() {
            BodyFraming::UntilClose
        } else {
            match values("content-length").next() {
                Some(digits) => BodyFraming::Length(digits.parse().map_err(|_| ())?),
                None => BodyFraming::UntilClose,
            }
        };
        let old = parsed.version == Some(0) && !connection.contains("keep-alive");
        let close = old || connection.contains("close") || framing == BodyFraming::UntilClose;
        Ok(Some(AnswerHead { status, length, framing, close, encoding: list("content-encoding") }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<(RequestHead, usize)>, HttpRefusal> {
        RequestHead::parse_request_head(text.as_bytes())
    }

    const HEAD: &str = "POST /t0k/0/v1/messages?beta=true HTTP/1.1\r\nhost: 127.0.0.1:4000\r\nX-Api-Key:  k \r\nEmpty:\r\nContent-Length: 12\r\nX-Odd:a\tb\r\n\r\n";

    #[test]
    fn only_the_address_and_the_length_change() {
        let (request, length) = read(&format!("{HEAD}{{\"a\":\"bcde\"}}")).unwrap().unwrap();
        assert_eq!((length, &*request.method), (HEAD.len(), "POST"));
        assert_eq!((request.target(), &request.framing), ("/t0k/0/v1/messages?beta=true", &BodyFraming::Length(12)));
        let same = request.rewrite_for_provider("127.0.0.1:4000", request.target(), None);
        assert_eq!(std::str::from_utf8(&same.0).unwrap(), HEAD);
        let other = request.rewrite_for_provider("api.example", "/v1/messages?beta=true", Some(7));
        let expected = HEAD.replace("/t0k/0", "").replace("127.0.0.1:4000", "api.example").replace("12", "7");
        assert_eq!(std::str::from_utf8(&other.0).unwrap(), expected);
    }

    #[test]
    fn chunks_become_a_length_and_nobody_waits() {
        let text = "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\nA: b\r\n\r\n";
        let (request, _) = read(text).unwrap().unwrap();
        assert!(request.expects && matches!(request.framing, BodyFraming::Chunked(_)));
        let head = request.rewrite_for_provider("y", "/a", Some(5));
        assert_eq!(
            std::str::from_utf8(&head.0).unwrap(),
            "POST /a HTTP/1.1\r\nHost: y\r\nContent-Length: 5\r\nA: b\r\n\r\n"
        );
    }

    #[test]
    fn ambiguous_heads_are_refused() {
        let status = |text: &str| read(text).err().map(|(status, _)| status);
        for headers in [
            "Content-Length: 1\r\nContent-Length: 2\r\n",
            "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: +1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        ] {
            assert_eq!(status(&format!("POST / HTTP/1.1\r\n{headers}\r\n")), Some(400), "{headers}");
        }
        assert_eq!(status("CONNECT a:1 HTTP/1.1\r\n\r\n"), Some(400));
        assert_eq!(status("GET http://evil.example/ HTTP/1.1\r\n\r\n"), Some(400));
        assert_eq!(status("\u{16}\u{3}\u{1}"), Some(400));
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nA: {}\r\n\r\n", "x".repeat(LONGEST))), Some(431));
        assert!(read("GET / HTTP/1.1\r\nA: b").unwrap().is_none());
    }

    #[test]
    fn how_an_answer_ends() {
        let framing = |head: &str, method: &str| {
            let answer =
                AnswerHead::parse_answer_head(format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), method).unwrap().unwrap();
            (answer.framing, answer.close)
        };
        assert_eq!(framing("200 OK\r\nContent-Length: 5", "POST"), (BodyFraming::Length(5), false));
        assert_eq!(framing("200 OK\r\nContent-Length: 5", "HEAD"), (BodyFraming::NONE, false));
        assert_eq!(framing("204 No Content", "POST"), (BodyFraming::NONE, false));
        assert_eq!(framing("200 OK", "POST"), (BodyFraming::UntilClose, true));
        let chunked = "200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close";
        assert_eq!(framing(chunked, "POST"), (BodyFraming::Chunked(ChunkedPosition::default()), true));
        assert!(
            AnswerHead::parse_answer_head(b"nonsense\r\n\r\n", "GET").is_err()
                && AnswerHead::parse_answer_head(b"HTTP/1.1 2", "GET").unwrap().is_none()
        );
    }
}
