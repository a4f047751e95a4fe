//! Broken requests: bent, cut, doubled, and of bytes that are no HTTP.

use super::{Web, http, planted};
use crate::harness::Random;

const WORDS: &[&str] = &[
    "GET",
    "POST",
    "HEAD",
    "PUT",
    " ",
    "/",
    "HTTP/1.1",
    "HTTP/9.9",
    "\r\n",
    "\n",
    "\r",
    "\0",
    "Host: ",
    "Origin: ",
    "Content-Length: ",
    "Transfer-Encoding: chunked",
    "X-Ctx: 1",
    "api/",
    "now",
    "entry",
    "lines",
    "search",
    "brief",
    "session",
    "command",
    "pin",
    "note",
    "forget",
    "?",
    "&",
    "=",
    "q=",
    "ref=",
    "from=",
    "to=",
    "span=",
    "end=",
    "until=",
    "limit=",
    "name=",
    "project=",
    "@",
    "@-1",
    "%",
    "%00",
    "%ff",
    "%2e%2e%2f",
    "-1",
    "0",
    "18446744073709551615",
    "9223372036854775807",
    "-9223372036854775808",
    "1e9",
    "{}",
    "{\"ref\":",
    "\"",
    "'",
    "<script>",
    "\u{202e}",
    "😀",
    "*",
    "(",
    "NEAR(",
    "[",
    "]",
];

/// A request that is right in most of its parts.
fn bent(web: &Web, random: &mut Random) -> Vec<u8> {
    let names = [
        "about", "now", "history", "entry", "lines", "places", "diff", "command", "search", "sessions", "session",
        "savings", "brief", "pin", "note", "forget", "",
    ];
    let name = names[random.below(names.len() as u64) as usize];
    let mut words = |most: u64| -> String {
        let count = random.below(most);
        (0..count).map(|_| WORDS[random.below(WORDS.len() as u64) as usize]).collect()
    };
    let plain = |text: String| text.replace(['\r', '\n', ' ', '\0'], "");
    let (query, body, extra) = (plain(words(8)), words(6), words(3));
    let extra = if random.below(3) == 0 { extra + "\r\n" } else { String::new() };
    let token = match random.below(8) {
        0 => "wrong".to_owned(),
        _ => web.token.clone(),
    };
    let method = if random.below(4) == 0 { "POST" } else { "GET" };
    let length = if random.below(6) == 0 { random.below(70_000) } else { body.len() as u64 };
    let own =
        if random.below(3) == 0 { String::new() } else { format!("X-Ctx: 1\r\nOrigin: http://{}\r\n", web.host()) };
    let mut bytes = format!(
        "{method} /{token}/api/{name}?{query} HTTP/1.1\r\nHost: {}\r\n{own}{extra}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}",
        web.host()
    )
    .into_bytes();
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(4) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes.truncate(at.max(1)),
            2 => bytes.insert(at, random.below(256) as u8),
            _ => bytes.extend_from_within(at..),
        }
    }
    bytes
}

fn fuzz(count: u64) {
    let home = planted();
    let web = Web::start(&home);
    let kept: usize = web.ask("history?limit=500")["entries"].as_array().unwrap().len();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut answered = [0u64; 6];
    for _ in 0..count {
        let request = bent(&web, &mut random);
        let stream = std::net::TcpStream::connect(("127.0.0.1", web.port)).expect("the server is there");
        // Cut requests end with their connection: nobody waits for the rest.
        let answer = {
            use std::io::{Read, Write};
            let mut stream = stream;
            let _ = stream.write_all(&request);
            let _ = stream.shutdown(std::net::Shutdown::Write);
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            bytes
        };
        let status =
            String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|word| word.parse::<u16>().ok()).unwrap_or(0);
        assert!(
            status != 500 || !answer.windows(9).any(|part| part == b"could not"),
            "{}",
            String::from_utf8_lossy(&request)
        );
        // A request in an unsupported form is refused as well.
        let class = if status == 501 { 4 } else { status / 100 };
        answered[usize::from(class).min(5)] += 1;
    }
    assert!(answered[2] > count / 20 && answered[4] > count / 20, "{answered:?}");
    assert_eq!(answered[5], 0, "{answered:?}");
    // Nothing was lost: these requests can only write notes.
    let entries = web.ask("history?limit=500&kind=run")["entries"].as_array().unwrap().len();
    assert!(entries <= kept && entries >= 11, "{entries} of {kept}");
    assert_eq!(home.integrity(), "ok");
    assert!(web.status("VmRSS:") < 256 << 10);
    assert_eq!(
        http(
            web.port,
            format!("GET /{}/ HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", web.token, web.host()).as_bytes()
        )
        .status,
        200
    );
    crate::harness::say(&format!("{count} requests by the hundreds of their status (0: closed): {answered:?}"));
}

#[test]
fn bent_requests_are_refused_or_answered() {
    fuzz(600);
}

#[test]
#[ignore = "10,000 requests"]
fn ten_thousand_bent_requests() {
    fuzz(10_000);
}
