//! `ctx fetch` against servers that misbehave: bounded, clear errors, and nothing half stored as whole.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Done, Home};

/// A loopback server; each connection is handled by the test's own function.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
    over: Arc<AtomicBool>,
}

impl Server {
    fn new(handle: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
        Server::on("127.0.0.1:0", handle)
    }

    fn on(address: &str, handle: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind(address).expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let over = Arc::new(AtomicBool::new(false));
        let (seen, stop, handle) = (requests.clone(), over.clone(), Arc::new(handle));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let (seen, handle) = (seen.clone(), handle.clone());
                std::thread::spawn(move || {
                    let mut stream = stream;
                    let request = read_request(&stream);
                    seen.lock().unwrap().push(request.clone());
                    handle(&request, &mut stream);
                });
            }
        });
        Server { address, requests, over }
    }

    /// The same answer to everybody.
    fn with(answer: impl Into<Vec<u8>>) -> Server {
        let answer = answer.into();
        Server::new(move |_, stream| say(stream, &answer))
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asked(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener up.
        let _ = TcpStream::connect(&self.address);
    }
}

fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") && reader.read_line(&mut request).unwrap_or(0) > 0 {}
    request
}

/// A client that hung up is part of most tests here.
fn say(stream: &mut TcpStream, bytes: &[u8]) {
    let _ = stream.write_all(bytes);
}

fn page(headers: &str, body: &[u8]) -> Vec<u8> {
    let mut answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{headers}\r\n", body.len()).into_bytes();
    answer.extend_from_slice(body);
    answer
}

fn fetch(home: &Home, url: &str, more: &[&str]) -> Done {
    home.ctx(["fetch", url, "--allow-private"].iter().chain(more))
}

/// Entries and pages there are.
fn kept(home: &Home) -> (i64, i64) {
    if !home.store().join("ctx.db").exists() {
        return (0, 0);
    }
    let db = home.database();
    let count = |table: &str| db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
    (count("entry"), count("page"))
}

#[test]
fn a_page_is_markdown_kept_whole_and_found_by_its_headings() {
    let home = Home::new();
    let html = "<html><head><title>x</title><script>track()</script></head><body><nav>Home</nav><h1>Guide</h1><p>Welcome.</p>\
        <h2>Install</h2><p>Run the <code>frobnicator</code> twice.</p></body></html>";
    let server = Server::with(page("Content-Type: text/html; charset=utf-8\r\n", html.as_bytes()));
    let url = server.url("/guide.html");
    let done = fetch(&home, &url, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.headline().starts_with("[ctx:") && done.headline().contains(&url), "{}", done.headline());
    assert!(done.out.contains("# Guide\n") && done.out.contains("`frobnicator`"), "{}", done.out);
    assert!(!done.out.contains("track()") && !done.out.contains("Home"), "{}", done.out);
    let got = home.ctx(["get", &done.id()]);
    assert!(got.out.starts_with("# Guide\n"), "{}", got.out);
    assert_eq!(fetch(&home, &url, &["--raw"]).bytes, html.as_bytes());
    assert!(home.ctx(["get", "@"]).out.starts_with("# Guide"), "the newest entry is the text");
    let found = home.ctx(["search", "frobnicator", "--json"]);
    let found: Value = serde_json::from_str(&found.out).unwrap();
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 1, "the HTML is not searched as well: {found}");
    assert!(hits[0]["title"].as_str().is_none_or(|title| title.contains("Install")), "{found}");
    let json: Value = serde_json::from_str(&fetch(&home, &url, &["--json"]).out).unwrap();
    let raw = home.ctx(["get", json["raw_ref"].as_str().unwrap(), "--raw"]);
    assert_eq!(raw.bytes, html.as_bytes());
    assert_eq!(server.asked().len(), 1, "fresh pages are not asked for again");
    assert_eq!(home.integrity(), "ok");
}

#[test]
fn json_and_text_stay_as_they_are_and_what_is_none_is_refused() {
    let home = Home::new();
    let json = Server::with(page("Content-Type: application/json\r\n", b"{\"a\":  [1,2]}"));
    let done = fetch(&home, &json.url("/"), &[]);
    assert!(done.code == 0 && done.body() == "{\"a\":  [1,2]}\n", "{}", done.out);
    let long = format!("{{\"items\":[{}\"last\"]}}", "\"an item of the list\",".repeat(2000));
    let server = Server::with(page("Content-Type: application/json\r\n", long.as_bytes()));
    let done = fetch(&home, &server.url("/"), &[]);
    assert!(!done.headline().contains("all 1 line") && done.out.contains("more: ctx get"), "{}", done.out);
    assert!(done.out.len() < 8300, "{}", done.out.len());
    assert_eq!(home.ctx(["get", &done.id(), "--raw"]).bytes, long.as_bytes());
    let before = kept(&home);
    let image = Server::with(page("Content-Type: image/png\r\n", b"\x89PNG\r\n\x1a\n\0\0\0"));
    let done = fetch(&home, &image.url("/"), &[]);
    assert!(done.code == 1 && done.err.contains("is image/png") && done.err.contains("--raw"), "{}", done.err);
    assert_eq!(kept(&home), before);
    assert_eq!(fetch(&home, &image.url("/"), &["--raw"]).bytes, b"\x89PNG\r\n\x1a\n\0\0\0");
    let empty = Server::with(page("Content-Type: text/html\r\n", b""));
    assert!(fetch(&home, &empty.url("/"), &[]).err.contains("is empty"));
    let scripted = Server::with(page("Content-Type: text/html\r\n", b"<html><script>render()</script></html>"));
    let done = fetch(&home, &scripted.url("/"), &[]);
    assert!(done.out.contains("no text without its scripts") && done.out.contains("render()"), "{}", done.out);
}

#[test]
fn private_addresses_are_refused_by_name_number_and_redirect() {
    let home = Home::new();
    let server = Server::with(page("", b"secret"));
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1", "127.1"] {
        let done = home.ctx(["fetch", &format!("http://{host}:{port}/")]);
        assert!(done.code == 1 && !done.out.contains("secret"), "{host}: {} {}", done.code, done.out);
    }
    for host in ["10.0.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fe80::1]", "224.0.0.1"] {
        let done = home.ctx(["fetch", &format!("http://{host}/latest/meta-data/"), "--timeout", "2s"]);
        assert!(done.code == 1 && done.err.contains("belongs to"), "{host}: {}", done.err);
    }
    assert_eq!(server.asked(), Vec::<String>::new());
    let elsewhere = Server::on("127.0.0.2:0", |_, stream| say(stream, &page("", b"secret")));
    for target in [
        elsewhere.url("/"),
        "http://169.254.169.254/".to_owned(),
        "http://10.1.2.3/".to_owned(),
        "//127.0.0.2/".to_owned(),
    ] {
        let answer = format!("HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\n\r\n");
        let done = fetch(&home, &Server::with(answer).url("/"), &["--timeout", "5s"]);
        assert!(
            done.code == 1 && done.err.contains("is not fetched") && done.err.contains("belongs to"),
            "{target}: {}",
            done.err
        );
    }
    assert_eq!(elsewhere.asked(), Vec::<String>::new());
    assert_eq!(kept(&home), (0, 0));
}

#[test]
fn redirects_are_followed_to_a_limit() {
    let home = Home::new();
    let server = Server::new(|request, stream| {
        let number: u32 = request.split('/').nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap_or(0);
        match number {
            0 => say(stream, &page("Content-Type: text/plain\r\n", b"arrived")),
            number => {
                say(
                    stream,
                    format!("HTTP/1.1 302 Found\r\nLocation: /{}\r\nContent-Length: 0\r\n\r\n", number - 1).as_bytes(),
                );
            }
        }
    });
    let done = fetch(&home, &server.url("/10"), &[]);
    assert!(done.code == 0 && done.body() == "arrived\n", "{} {}", done.out, done.err);
    assert!(done.headline().contains(&server.url("/0")), "{}", done.headline());
    let done = fetch(&home, &server.url("/11"), &[]);
    assert!(done.code == 1 && done.err.contains("more than 10 times"), "{}", done.err);
    let circle = Server::with("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n");
    assert!(fetch(&home, &circle.url("/"), &[]).err.contains("more than 10 times"));
    assert_eq!(circle.asked().len(), 11);
    for (location, why) in [("file:///etc/passwd", "an invalid address"), ("ftp://127.0.0.1/", "an invalid address")] {
        let server = Server::with(format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"));
        let done = fetch(&home, &server.url("/"), &[]);
        assert!(done.code == 1 && done.err.contains(why), "{}", done.err);
    }
    let nowhere = Server::with("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n");
    assert!(fetch(&home, &nowhere.url("/"), &[]).err.contains("without a Location"));
}

#[test]
fn endless_answers_are_cut_off() {
    let home = Home::new();
    let endless = Server::new(|_, stream| {
        say(stream, b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
        while stream.write_all(&[b'a'; 65536]).is_ok() {}
    });
    let done = fetch(&home, &endless.url("/"), &["--max-size", "1m"]);
    assert!(done.code == 1 && done.err.contains("larger than 1.0 MB"), "{}", done.err);
    let chunked = Server::new(|_, stream| {
        say(stream, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while stream.write_all(b"4\r\nabcd\r\n").is_ok() {}
    });
    let done = fetch(&home, &chunked.url("/"), &["--max-size", "100k"]);
    assert!(done.code == 1 && done.err.contains("larger than"), "{}", done.err);
    let headers = Server::new(|_, stream| {
        say(stream, b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"X-More: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n").is_ok() {}
    });
    let done = fetch(&home, &headers.url("/"), &[]);
    assert!(done.code == 1 && !done.err.is_empty(), "{}", done.err);
    assert_eq!(kept(&home), (0, 0));
}

#[test]
fn a_server_that_drips_is_left() {
    let home = Home::new();
    let drip = |stream: &mut TcpStream, text: &str| {
        for byte in text.bytes().cycle() {
            if stream.write_all(&[byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let headers = Server::new(move |_, stream| {
        say(stream, b"HTTP/1.1 200 OK\r\nX: ");
        drip(stream, "slow");
    });
    let body = Server::new(move |_, stream| {
        say(stream, b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n");
        drip(stream, "slow");
    });
    let silent = Server::new(|_, stream| {
        let _ = stream.read(&mut [0; 1]);
    });
    for server in [headers, body, silent] {
        let done = fetch(&home, &server.url("/"), &["--timeout", "700ms"]);
        assert!(done.code == 124 && done.err.contains("did not answer within 700ms"), "{} {}", done.code, done.err);
    }
    assert_eq!(kept(&home), (0, 0));
}

#[test]
fn half_a_body_is_no_page() {
    let home = Home::new();
    let short = Server::with("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nonly this");
    let chunks = Server::with("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nff\r\nthe rest is");
    let gzip = Server::with(page("Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", &gzip_bomb()[..60_000]));
    for server in [short, chunks, gzip] {
        let done = fetch(&home, &server.url("/"), &["--timeout", "5s", "--max-size", "100m"]);
        assert!(
            done.code == 1 && done.err.contains("nothing of it was kept"),
            "{} {} {}",
            done.code,
            done.out,
            done.err
        );
    }
    for answer in [
        "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n",
        "nonsense\r\n\r\n",
        "",
    ] {
        let done = fetch(&home, &Server::with(answer).url("/"), &["--timeout", "5s"]);
        assert!(done.code == 1 && !done.err.is_empty(), "{answer:?}: {} {}", done.code, done.err);
    }
    assert_eq!(kept(&home), (0, 0));
}

/// 64 MiB of zeros, packed by the gzip of this machine.
fn gzip_bomb() -> Vec<u8> {
    let script = "head -c 67108864 /dev/zero | gzip -9nc";
    let output = std::process::Command::new("sh").args(["-c", script]).output().expect("gzip runs");
    assert!(output.stdout.len() > 1000 && output.stdout.len() < 100_000, "{} bytes", output.stdout.len());
    output.stdout
}

/// 64 MiB of `a`, packed by brotli 1.2 at quality 11.
fn brotli_bomb() -> Vec<u8> {
    let hex = "cbffff3ff825c2e2b14020f7fe8fffff7ff04b00c4611180eefd1fffffffe0970088c30200ddfb3ffeffffc12f0110870500\
        baf77ffcffff835f02200e0b0074effff8ffff07bf04401c1600e8defff1ffff0f7e0980382c00d0bdffe3ffff1ffc120071\
        5800a07bff37";
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn bombs_do_not_go_off() {
    let home = Home::new();
    for (encoding, bomb) in [("gzip", gzip_bomb()), ("br", brotli_bomb())] {
        let headers = format!("Content-Type: text/plain\r\nContent-Encoding: {encoding}\r\n");
        let server = Server::with(page(&headers, &bomb));
        // With so little memory the whole could not be held.
        let script =
            format!("ulimit -v 400000; exec {} fetch {} --allow-private", crate::harness::CTX, server.url("/"));
        let done = crate::harness::finish(&mut home.program("sh", ["-c", &script]));
        assert!(done.code == 1 && done.err.contains("larger than 10.5 MB"), "{encoding}: {} {}", done.code, done.err);
        assert!(server.asked()[0].to_ascii_lowercase().contains("accept-encoding: gzip, br"), "{:?}", server.asked());
    }
    let odd = Server::with(page("Content-Encoding: zstd\r\n", b"(\xb5/\xfd"));
    assert!(fetch(&home, &odd.url("/"), &[]).err.contains("content encoding zstd"));
    assert_eq!(kept(&home), (0, 0));
}

#[test]
fn charsets_are_read_as_declared_and_doubts_are_said() {
    let home = Home::new();
    for (content_type, body, expected) in [
        ("text/html; charset=iso-8859-1", &b"<p>gr\xfcn \x80</p>"[..], "grün €"),
        ("text/html", b"<meta charset=windows-1252><p>gr\xfcn</p>", "grün"),
        ("text/plain; charset=utf-16le", b"g\0r\0\xfc\0n\0", "grün"),
        ("text/plain", b"\xfe\xff\0g\0r\0\xfc\0n", "grün"),
        ("text/html; charset=Shift_JIS", b"<p>\x93\xfa\x96{</p>", "日本"),
    ] {
        let server = Server::with(page(&format!("Content-Type: {content_type}\r\n"), body));
        let done = fetch(&home, &server.url("/"), &[]);
        assert!(done.code == 0 && done.body().trim() == expected, "{content_type}: {} {}", done.out, done.err);
        assert_eq!(fetch(&home, &server.url("/"), &["--raw"]).bytes, body);
    }
    let wrong = Server::with(page("Content-Type: text/plain; charset=utf-8\r\n", b"gr\xfcn"));
    let done = fetch(&home, &wrong.url("/"), &[]);
    assert!(done.out.contains("not valid UTF-8, as declared") && done.out.contains("gr\u{fffd}n"), "{}", done.out);
}

#[test]
fn an_unchanged_page_is_not_sent_again() {
    let home = Home::new();
    let version = Arc::new(AtomicUsize::new(1));
    let now = version.clone();
    let server = Server::new(move |request, stream| {
        let etag = format!("\"v{}\"", now.load(Ordering::Relaxed));
        if request.to_ascii_lowercase().contains(&format!("if-none-match: {etag}")) {
            say(stream, b"HTTP/1.1 304 Not Modified\r\n\r\n");
        } else {
            let body = format!("# Version {etag}\n");
            say(stream, &page(&format!("Content-Type: text/markdown\r\nETag: {etag}\r\n"), body.as_bytes()));
        }
    });
    let url = server.url("/");
    let first = fetch(&home, &url, &[]);
    let fresh = fetch(&home, &url, &[]);
    assert!(fresh.headline().contains("fetched ") && server.asked().len() == 1, "{}", fresh.headline());
    let again = fetch(&home, &url, &["--again"]);
    assert!(again.headline().contains("unchanged") && server.asked().len() == 2, "{}", again.headline());
    assert_eq!((again.id(), again.body()), (first.id(), first.body()));
    // A day and more later it is asked for by itself.
    home.database().execute("UPDATE page SET fetched_at = fetched_at - 90000000", []).unwrap();
    assert!(fetch(&home, &url, &[]).headline().contains("unchanged"));
    version.store(2, Ordering::Relaxed);
    home.database().execute("UPDATE page SET fetched_at = fetched_at - 90000000", []).unwrap();
    let newer = fetch(&home, &url, &[]);
    assert!(newer.body().contains("v2") && newer.id() != first.id(), "{}", newer.out);
    assert!(home.ctx(["get", &first.id()]).out.contains("v1"), "what was kept stays");
    let stranger = Server::with("HTTP/1.1 304 Not Modified\r\n\r\n");
    assert!(fetch(&home, &stranger.url("/"), &[]).err.contains("304"), "nothing was known of that page");
}

#[test]
fn a_long_page_is_shown_within_its_budget_and_searched_for_an_intent() {
    let home = Home::new();
    let mut html = String::from("<h1>Manual</h1>");
    for part in 0..300 {
        html.push_str(&format!(
            "<h2>Chapter {part}</h2><p>Some words about part {part} of this manual, which has many.</p>"
        ));
    }
    html.push_str("<h2>Exit status</h2><p>The exit status of the zorgle is 42 on Tuesdays.</p>");
    let server = Server::with(page("Content-Type: text/html\r\n", html.as_bytes()));
    let done = fetch(&home, &server.url("/"), &["--budget", "1000"]);
    assert!(
        done.out.len() < 1400 && done.headline().contains(" of ") && done.out.contains("more: ctx get"),
        "{}",
        done.out
    );
    let done = fetch(&home, &server.url("/"), &["--intent", "zorgle exit status"]);
    assert!(done.out.contains("42 on Tuesdays"), "{}", done.out);
}

#[test]
fn addresses_that_are_none() {
    let home = Home::new();
    for url in
        ["example.com", "ftp://example.com/", "file:///etc/passwd", "http://user:secret@127.0.0.1/", "http://", ""]
    {
        let done = home.ctx(["fetch", url]);
        assert!(done.code == 2 && !done.err.is_empty(), "{url}: {} {}", done.code, done.err);
    }
}

/// A server with a certificate of its own making, run by openssl; it answers with whole responses from files.
struct Tls {
    server: std::process::Child,
    port: u16,
}

impl Tls {
    fn start(home: &Home) -> Option<Tls> {
        ctx_model::env::find_program("openssl")?;
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out cert.pem -days 2 \
            -subj /CN=localhost -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>&1";
        let made = crate::harness::finish(&mut home.program("sh", ["-c", made]));
        assert_eq!(made.code, 0, "{}", made.out);
        let accept = format!("127.0.0.1:{port}");
        let mut server = home.program(
            "openssl",
            ["s_server", "-accept", &accept, "-cert", "cert.pem", "-key", "key.pem", "-HTTP", "-quiet"],
        );
        let server = server.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().ok()?;
        crate::harness::eventually("openssl listens", || TcpStream::connect(&accept).is_ok());
        Some(Tls { server, port })
    }
}

impl Drop for Tls {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn certificates_are_checked_and_encryption_is_not_given_up() {
    let home = Home::new();
    let Some(tls) = Tls::start(&home) else { return crate::harness::skip("openssl is not here") };
    std::fs::write(home.work().join("page"), page("Content-Type: text/plain\r\n", b"sealed")).unwrap();
    std::fs::write(
        home.work().join("down"),
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n",
    )
    .unwrap();
    let fetch = |path: &str, trusted: bool| {
        let mut command = home.command([
            "fetch",
            &format!("https://localhost:{}/{path}", tls.port),
            "--allow-private",
            "--timeout",
            "10s",
        ]);
        if trusted {
            command.env("SSL_CERT_FILE", home.work().join("cert.pem"));
        }
        crate::harness::finish(&mut command)
    };
    let stranger = fetch("page", false);
    assert!(stranger.code != 0 && stranger.err.contains("certificate") && kept(&home) == (0, 0), "{}", stranger.err);
    let known = fetch("page", true);
    assert!(known.code == 0 && known.body() == "sealed\n", "{} {}", known.out, known.err);
    let down = fetch("down", true);
    assert!(down.code == 1 && down.err.contains("not encrypted"), "{} {}", down.code, down.err);
}
