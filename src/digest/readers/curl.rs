//! curl: its error line, and of `-v` the request, the response's status and what went wrong on the way.

use super::Reader;
use crate::digest::part::{Part, is_blank};
use crate::digest::reading::Reading;

pub const READER: Reader =
    Reader { name: "curl", commands: &["curl"], signs: &["^curl: (", "^* Connected to ", "^< HTTP/"], read };

fn read(part: &Part) -> Reading {
    let mut reading = Reading::default();
    let mut spoke = false;
    let mut body = Vec::new();
    for (at, line) in part.lines() {
        if line.starts_with("curl: (") {
            reading.error(at, line);
        } else if line.starts_with("curl: ") {
            reading.error(at, line.trim_start_matches("curl: "));
        } else if let Some(status) = line.strip_prefix("< HTTP/") {
            spoke = true;
            match status.split(' ').nth(1).and_then(|code| code.chars().next()) {
                Some('4' | '5') => drop(reading.error(at, line.trim_start_matches("< "))),
                _ => reading.total(at),
            }
        } else if is_request(line) {
            spoke = true;
            reading.info(at, line);
        } else if let Some(header) = line.strip_prefix("< ") {
            let lower = header.to_ascii_lowercase();
            let telling = ["location:", "retry-after:", "www-authenticate:", "x-request-id:", "content-type:"];
            if telling.iter().any(|name| lower.starts_with(name)) {
                reading.info(at, header);
            } else {
                reading.cover(at..at + 1);
            }
        } else if let Some(told) = line.strip_prefix("* ") {
            let lower = told.to_ascii_lowercase();
            let bad =
                ["failed", "error", "could not", "couldn't", "refused", "problem", "timed out", "expired", "unable"];
            if bad.iter().any(|word| lower.contains(word)) && !lower.contains("errors: 0") {
                reading.warning(at, told);
            } else {
                reading.cover(at..at + 1);
            }
        } else if is_machinery(line) {
            reading.cover(at..at + 1);
        } else if !is_blank(line) {
            body.push(at);
        }
    }
    if spoke {
        for &at in body.iter().take(4) {
            reading.info(at, part.line(at).trim());
        }
    }
    reading
}

fn is_request(line: &str) -> bool {
    line.starts_with("> ") && line.contains(" HTTP/")
}

/// Headers sent, byte counts, the progress table.
fn is_machinery(line: &str) -> bool {
    let text = line.trim();
    line.starts_with("> ")
        || matches!(text, ">" | "<" | "*")
        || (text.starts_with(['{', '}']) && text.ends_with(" bytes data]"))
        || text.starts_with("% Total ")
        || text.starts_with("Dload ")
        || text.contains("--:--:--")
}

#[cfg(test)]
mod tests {
    use crate::digest::test::shown;

    #[test]
    fn not_found() {
        let raw = include_str!("../../../fixtures/curl/verbose-404.raw");
        insta::assert_snapshot!(shown("curl -v http://127.0.0.1:8077/customers/9", 0, raw), @r#"
        curl
        I > GET /customers/9 HTTP/1.1
        E HTTP/1.0 404 Not Found
        I Content-Type: application/json
        I X-Request-Id: req-7f31
        I {"error": {"code": "not_found", "message": "no route for GET /customers/9", "docs": "https://docs.example.com/errors#not_found"}}
        ---
          % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                         Dload  Upload   Total   Spent    Left  Speed
          0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:8077...
        * Connected to 127.0.0.1 (127.0.0.1) port 8077 (#0)
        > GET /customers/9 HTTP/1.1
        > Host: 127.0.0.1:8077
        > User-Agent: curl/7.88.1
        > Accept: */*
        >
        * HTTP 1.0, assume close after body
        < HTTP/1.0 404 Not Found
        < Server: BaseHTTP/0.6 Python/3.12.1
        < Date: Sun, 15 Nov 2026 02:34:38 GMT
        < Content-Type: application/json
        < Content-Length: 129
        < X-Request-Id: req-7f31
        <
        { [129 bytes data]
        100   129  100   129    0     0  80474      0 --:--:-- --:--:-- --:--:--  125k
        * Closing connection 0
        {"error": {"code": "not_found", "message": "no route for GET /customers/9", "docs": "https://docs.example.com/errors#not_found"}}
        "#);
    }

    #[test]
    fn all_well() {
        let raw = include_str!("../../../fixtures/curl/ok-verbose.raw");
        insta::assert_snapshot!(shown("curl -v http://127.0.0.1:9912/docs/a.txt", 0, raw), @r#"
        curl
        I > GET /docs/a.txt HTTP/1.1
        I Content-type: text/plain
        I alpha
        ---
          % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                         Dload  Upload   Total   Spent    Left  Speed
          0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:9912...
        * Connected to 127.0.0.1 (127.0.0.1) port 9912 (#0)
        > GET /docs/a.txt HTTP/1.1
        > Host: 127.0.0.1:9912
        > User-Agent: curl/7.88.1
        > Accept: */*
        >
        * HTTP 1.0, assume close after body
        < HTTP/1.0 200 OK
        < Server: SimpleHTTP/0.6 Python/3.11.2
        < Date: Sun, 15 Nov 2026 02:30:12 GMT
        < Content-type: text/plain
        < Content-Length: 6
        < Last-Modified: Sun, 15 Nov 2026 02:30:11 GMT
        <
        { [6 bytes data]
        100     6  100     6    0     0   1879      0 --:--:-- --:--:-- --:--:--  2000
        * Closing connection 0
        alpha
        "#);
    }

    #[test]
    fn refused() {
        let raw = include_str!("../../../fixtures/curl/refused.raw");
        insta::assert_snapshot!(shown("curl -v http://127.0.0.1:8071/health", 7, raw), @r#"
        curl
        W connect to 127.0.0.1 port 8071 failed: Connection refused
        W Failed to connect to 127.0.0.1 port 8071 after 0 ms: Couldn't connect to server
        E curl: (7) Failed to connect to 127.0.0.1 port 8071 after 0 ms: Couldn't connect to server
        ---
          % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                         Dload  Upload   Total   Spent    Left  Speed
          0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:8071...
        * connect to 127.0.0.1 port 8071 failed: Connection refused
        * Failed to connect to 127.0.0.1 port 8071 after 0 ms: Couldn't connect to server
          0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0
        * Closing connection 0
        curl: (7) Failed to connect to 127.0.0.1 port 8071 after 0 ms: Couldn't connect to server
        "#);
    }
}
