//! `ctx web`: the real server, asked by hand and by a real browser.

mod browser;
mod export;
mod fuzzed;
mod hub;
mod look;
mod security;
mod served;
mod views;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::harness::Home;

/// A server that ends with the test.
struct Web {
    child: Child,
    pub port: u16,
    pub token: String,
}

impl Drop for Web {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer, taken apart.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

impl Web {
    fn start(home: &Home) -> Web {
        Web::with(home, &[])
    }

    fn with(home: &Home, args: &[&str]) -> Web {
        Web::with_env(home, args, &[])
    }

    fn with_env(home: &Home, args: &[&str], env: &[(&str, &str)]) -> Web {
        let mut child = home
            .command([&["web"], args].concat())
            .envs(env.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ctx starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/'));
        let Some((port, token)) = address else {
            let mut told = String::new();
            let _ = child.kill();
            let _ = child.stderr.take().expect("a pipe").read_to_string(&mut told);
            panic!("no address in {line:?}: {told}");
        };
        Web { port: port.parse().expect("a port"), token: token.trim_end_matches('/').to_owned(), child }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A request for something below the token, as the page asks.
    fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET /{}/{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.token, self.host()))
    }

    fn ask(&self, path: &str) -> Value {
        let answer = self.get(&format!("api/{path}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    fn post(&self, path: &str, body: &str, headers: &str) -> Answer {
        self.raw(&format!(
            "POST /{}/api/{path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.token,
            self.host(),
            body.len(),
        ))
    }

    /// A change as the page makes it.
    fn change(&self, path: &str, wish: &Value) -> Answer {
        self.post(path, &wish.to_string(), &format!("X-Ctx: 1\r\nOrigin: http://{}\r\n", self.host()))
    }

    fn raw(&self, request: &str) -> Answer {
        http(self.port, request.as_bytes())
    }

    /// Resident memory and threads of the server, in kilobytes and as a count.
    fn status(&self, field: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("a process");
        let line = text.lines().find(|line| line.starts_with(field)).expect("a field");
        line.split_whitespace().nth(1).and_then(|figure| figure.parse().ok()).expect("a figure")
    }
}

/// Sends bytes and reads the answer, whether the other side closes after it or not.
fn http(port: u16, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    // A server that refuses early may close before all was sent.
    let _ = stream.write_all(request);
    let (mut bytes, mut block) = (Vec::new(), [0; 64 << 10]);
    let (head, end) = loop {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end.unwrap_or(0)]).into_owned();
        let length = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if let (Some(end), Some(length)) = (end, length)
            && bytes.len() >= end + length
        {
            break (head, end);
        }
        match stream.read(&mut block) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&block[..count]),
            _ => break (head, end.unwrap_or(bytes.len())),
        }
    };
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes[end..].to_vec() }
}

/// A store worth looking at: failing tests, a command over its runs, scripts and odd names, notes and decisions.
fn planted() -> Home {
    let home = Home::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tool = |name: &str, fixture: &str, code: i32| {
        home.script(name, &format!("#!/bin/sh\ncat '{}'\nexit {code}\n", root.join(fixture).display()));
    };
    let run = |session: &str, words: &[&str]| {
        let mut command = home.command([&["run", "--"], words].concat());
        command.env("CTX_SESSION", session);
        let path = format!("{}:/usr/bin:/bin", home.work().display());
        let done = crate::harness::finish(command.env("PATH", path));
        assert!(done.out.contains("[ctx:"), "{} {}", done.out, done.err);
    };
    let note = |args: &[&str]| {
        let done = crate::harness::finish(home.command([&["note"], args].concat()).env("CTX_SESSION", "night"));
        assert_eq!(done.code, 0, "{}", done.err);
    };
    tool("npm", "fixtures/jest/fail.raw", 1);
    run("day", &["npm", "test"]);
    for at in [1, 2, 1, 3] {
        tool("cargo", &format!("fixtures/delta/cargo-test-{at}.raw"), 101);
        run("day", &["cargo", "test"]);
    }
    tool("make", "fixtures/delta/tsc-1.raw", 2);
    run("night", &["make"]);
    run("night", &["seq", "1", "5000"]);
    run("night", &["sh", "-c", "sleep 0.3; echo hello; exit 3"]);
    run("night", &["echo", EVIL]);
    run("night", &["echo", &format!("{}END", "long-".repeat(100))]);
    run("night", &["echo", "مرحبا بالعالم שלום עולם 🚀👩‍💻 emoji and right to left"]);
    note(&["retries are capped at 3: the gateway bans after 5"]);
    note(&["--title", EVIL, "a title that is a script"]);
    note(&["--decision", "tokens live an hour"]);
    note(&["--todo", "write the docs page"]);
    home
}

/// A text whose effects would be seen if it ever became markup.
const EVIL: &str = "<script>document.title='pwned'</script><img src=http://evil.example/x.png onerror=\"document.title='pwned'\">\
    <svg onload=\"document.title='pwned'\">\"'></title></script><a href=javascript:alert(1)>x</a>";
