//! The proxy under fire: what the client sees is what it sees without ctx, and nothing hangs.

use std::io::{Read, Write};

use super::*;
use crate::harness::Home;

const EVENTS: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\nevent: a\ndata: {\"type\":\"a\"}\n\r\n1c\r\nevent: b\ndata: {\"type\":\"b\"}\n\r\n0\r\n\r\n";
const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

#[test]
fn a_stream_that_is_cut_anywhere_looks_the_same() {
    let home = Home::new();
    let length = "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n0123456789012345678901234567890123456789";
    let until_close = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nwords until the end";
    for (answer, end) in [(EVENTS, Act::Close), (length, Act::Close), (until_close, Act::Close), (EVENTS, Act::Reset)] {
        let step = if matches!(end, Act::Reset) { 17 } else { 1 };
        let provider = Provider::start(move |got| {
            let cut: usize = got.head.lines().find_map(|line| line.strip_prefix("X-Cut: ")?.parse().ok()).unwrap();
            vec![Act::Send(answer.as_bytes()[..cut].to_vec()), end.clone()]
        });
        let proxy = Proxy::start(&home, &provider.base());
        let most = if step == 1 { answer.len() } else { answer.len() - 1 };
        for cut in (0..=most).step_by(step) {
            let headers = format!("X-Cut: {cut}\r\n");
            let direct = post(provider.port, "/v1/messages", &headers, b"{}");
            let through = post(proxy.port, &proxy.target("/v1/messages"), &headers, b"{}");
            if step == 1 {
                assert_eq!(through, direct, "cut at {cut}");
            } else {
                // A reset may overtake bytes; it never becomes an end.
                assert_eq!(through.1, direct.1, "cut at {cut}");
                assert!(answer.as_bytes().starts_with(&through.0), "cut at {cut}");
            }
        }
    }
}

#[test]
fn errors_arrive_as_the_provider_sent_them() {
    let home = Home::new();
    let provider = Provider::start(|got| {
        let status = got.head.lines().find_map(|line| line.strip_prefix("X-Status: ")).unwrap();
        let headers = "retry-after: 7\r\nx-should-retry: true\r\nRequest-Id: req_1\r\nX-Odd:  two  spaces \r\n";
        vec![Act::Send(
            answer(status, headers, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}").into(),
        )]
    });
    let proxy = Proxy::start(&home, &provider.base());
    for status in [
        "400 Bad Request",
        "401 Unauthorized",
        "403 Forbidden",
        "404 Not Found",
        "413 Too Large",
        "429 Too Many Requests",
        "500 Oops",
        "502 Bad Gateway",
        "503 Unavailable",
        "529 Overloaded",
        "302 Found",
    ] {
        let headers = format!("X-Status: {status}\r\n");
        let direct = post(provider.port, "/v1/messages?beta=true", &headers, b"{\"messages\":[]}");
        let through = post(proxy.port, &proxy.target("/v1/messages?beta=true"), &headers, b"{\"messages\":[]}");
        // The provider keeps the connection; the client asked for its end.
        assert_eq!(through.0, direct.0, "{status}");
    }
    let got = provider.got.lock().unwrap();
    let plain = |head: &str| head.replace(&format!("127.0.0.1:{}", provider.port), "HOST");
    for pair in got.chunks(2) {
        assert_eq!(plain(&pair[1].head), plain(&pair[0].head), "every header is as it came");
        assert_eq!(pair[1].body, pair[0].body);
    }
}

#[test]
fn answers_stream_as_they_come() {
    let home = Home::new();
    let provider = Provider::start(|_| {
        let (first, second) = EVENTS.as_bytes().split_at(EVENTS.find("1c\r\nevent: b").unwrap());
        vec![Act::Send(first.to_vec()), Act::Wait, Act::Send(second.to_vec())]
    });
    let proxy = Proxy::start(&home, &provider.base());
    let mut stream = connect(proxy.port);
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 2\r\n\r\n{{}}",
        proxy.target("/v1/responses"),
        proxy.port
    );
    for _ in 0..3 {
        stream.write_all(head.as_bytes()).unwrap();
        let mut seen = Vec::new();
        let mut block = [0; 512];
        while !String::from_utf8_lossy(&seen).contains("event: a") {
            let count = stream.read(&mut block).unwrap();
            assert!(count > 0, "the first event comes before the second is sent");
            seen.extend_from_slice(&block[..count]);
        }
        assert!(!String::from_utf8_lossy(&seen).contains("event: b"));
        provider.go.send(()).unwrap();
        while seen.len() < EVENTS.len() {
            let count = stream.read(&mut block).unwrap();
            seen.extend_from_slice(&block[..count]);
        }
        assert_eq!(String::from_utf8_lossy(&seen), EVENTS, "and the connection is kept");
    }
    assert_eq!(provider.got.lock().unwrap().len(), 3);
}

/// Without ctx the agent would see a connection that fails; with it, too, and no answer that ctx made up.
#[test]
fn a_provider_that_cannot_be_reached_is_no_answer() {
    let home = Home::new();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let proxy = Proxy::start(&home, &format!("http://127.0.0.1:{free}"));
    for _ in 0..2 {
        let (bytes, ended) =
            post(proxy.port, &proxy.target("/v1/messages"), "x-api-key: sk-secret-1\r\n", b"{\"a\":\"sk-secret-1\"}");
        assert_eq!(String::from_utf8_lossy(&bytes), "");
        assert_ne!(ended, Ended::Open);
    }
    drop(proxy);
    // Why is for whoever asks.
    home.ctx(["run", "--", "true"]);
    let proxy = Proxy::start(&home, &format!("http://127.0.0.1:{free}"));
    post(proxy.port, &proxy.target("/v1/messages"), "x-api-key: sk-secret-1\r\n", b"{\"a\":\"sk-secret-1\"}");
    let said = home.ctx(["doctor"]).out;
    assert!(said.contains("127.0.0.1 cannot be reached") && !said.contains("secret-1"), "{said}");
}

/// Bodies that stopped half way must not keep others from being read: three of 8 MB fill all the room there is.
#[test]
fn stalled_bodies_delay_nobody() {
    let home = Home::new();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    let stalled: Vec<_> = (0..3)
        .map(|n| {
            let mut stream = connect(proxy.port);
            let head = format!(
                "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Stalled: {n}\r\nContent-Length: {}\r\n\r\n",
                proxy.target("/v1/messages"),
                proxy.port,
                8 << 20
            );
            stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(b"{\"messages\":")).unwrap();
            stream
        })
        .collect();
    // The room is theirs once they have been read that far.
    std::thread::sleep(Duration::from_millis(300));
    let asked = super::folds::conversation(60).to_string();
    let (bytes, _) = post(proxy.port, &proxy.target("/v1/messages"), "", asked.as_bytes());
    assert_eq!(String::from_utf8_lossy(&bytes), OK);
    let whole = |got: &Got| got.body.len() > 1000;
    let got = provider.got.lock().unwrap().iter().find(|got| whole(got)).cloned().expect("the whole request");
    assert!(String::from_utf8_lossy(&got.body).contains("[ctx:"), "it was not waited for in vain: it was folded");
    // What stopped goes on where it was, as without ctx.
    for mut stream in stalled {
        let rest_of_it = vec![b' '; (8 << 20) - "{\"messages\":".len()];
        stream.write_all(&rest_of_it).unwrap();
        let mut answer = vec![0; OK.len()];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), OK);
    }
    assert_eq!(provider.got.lock().unwrap().iter().filter(|got| got.body.len() == 8 << 20).count(), 3);
}

#[test]
fn large_compressed_and_chunked_requests_arrive_whole() {
    let home = Home::new();
    let provider = Provider::saying(OK);
    let proxy = Proxy::start(&home, &provider.base());
    let idle = proxy.peak();
    let text = format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{}\"}}]}}", "word \\n ".repeat(20 << 17));
    assert!(text.len() > 20 << 20);
    let (bytes, _) = post(proxy.port, &proxy.target("/v1/messages"), "", text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&bytes), OK);
    assert!(provider.last().body == text.as_bytes(), "20 MB are the same");
    // The largest that is understood: its text is there twice.
    let text = format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{}\"}}]}}", "word \\n ".repeat(15 << 17));
    post(proxy.port, &proxy.target("/v1/messages"), "", text.as_bytes());
    assert!(provider.last().body == text.as_bytes(), "15 MB are the same");
    if cfg!(target_os = "linux") {
        let grown = (proxy.peak() - idle) / 1024;
        assert!(grown <= 40, "{grown} MB for requests of 20 and 15 MB");
    }
    // What is not understood is not even unpacked.
    for (encoding, body) in [
        ("br", &b"\x0b\x02\x80{}\x03"[..]),
        ("gzip", b"\x1f\x8bbroken"),
        ("zstd", b"(\xb5/\xfdbroken"),
        ("", b"\xff\xfe not text"),
    ] {
        let header = format!("Content-Encoding: {encoding}\r\n");
        post(proxy.port, &proxy.target("/v1/chat/completions"), &header, body);
        assert_eq!(provider.last().body, body, "{encoding}");
    }
    let mut stream = connect(proxy.port);
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        proxy.target("/v1/messages"),
        proxy.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    for piece in text.as_bytes().chunks(100_000) {
        stream.write_all(format!("{:x}\r\n", piece.len()).as_bytes()).unwrap();
        stream.write_all(piece).unwrap();
        stream.write_all(b"\r\n").unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    assert_eq!(String::from_utf8_lossy(&rest(&mut stream).0), OK);
    assert!(provider.last().body == text.as_bytes() && provider.last().head.contains("Transfer-Encoding: chunked"));
    // Too large to be held: it passes as it comes.
    let huge = vec![b' '; 60 << 20];
    post(proxy.port, &proxy.target("/v1/messages"), "Expect: 100-continue\r\n", &huge);
    assert!(provider.last().body == huge);
}

#[test]
fn fifty_requests_at_once() {
    let home = Home::new();
    let provider = Provider::start(|got| {
        vec![Act::Wait, Act::Send(answer("200 OK", "", &String::from_utf8_lossy(&got.body)).into())]
    });
    let proxy = Proxy::start(&home, &provider.base());
    let idle = proxy.peak();
    let (port, target) = (proxy.port, proxy.target("/v1/messages"));
    let all: Vec<_> = (0..50)
        .map(|n| {
            let target = target.clone();
            std::thread::spawn(move || {
                let body =
                    format!("{{\"messages\":[{{\"role\":\"user\",\"content\":\"{n} {}\"}}]}}", "x".repeat(1 << 20));
                let (bytes, _) = post(port, &target, "", body.as_bytes());
                assert!(String::from_utf8(bytes).unwrap().ends_with(&body), "{n} gets its own answer");
            })
        })
        .collect();
    crate::harness::eventually("all fifty have arrived", || provider.got.lock().unwrap().len() == 50);
    for _ in 0..50 {
        provider.go.send(()).unwrap();
    }
    for one in all {
        one.join().unwrap();
    }
    if cfg!(target_os = "linux") {
        let grown = (proxy.peak() - idle) / 1024;
        assert!(grown <= 40, "{grown} MB for fifty requests of 1 MB");
    }
}

#[test]
fn a_client_that_leaves_takes_its_request_with_it() {
    let home = Home::new();
    let provider = Provider::start(|_| vec![Act::Send(EVENTS.as_bytes()[..100].to_vec()), Act::Close]);
    let proxy = Proxy::start(&home, &provider.base());
    // Inside the head, inside the body, before the answer, inside the answer.
    for sent in ["POST /", "HEAD", "BODY", "ANSWER"] {
        let mut stream = connect(proxy.port);
        let head = format!(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 2000\r\n\r\n",
            proxy.target("/v1/messages"),
            proxy.port
        );
        let body = " ".repeat(2000);
        let text = match sent {
            "HEAD" => head,
            "BODY" => format!("{head}{}", &body[..500]),
            "ANSWER" => format!("{head}{body}"),
            other => other.to_owned(),
        };
        stream.write_all(text.as_bytes()).unwrap();
        if sent == "ANSWER" {
            assert!(stream.read(&mut [0; 50]).unwrap() > 0);
            drop(stream);
            provider.left.recv_timeout(PATIENCE).expect("the provider sees that the client has left");
        }
    }
    let waiting = Provider::start(|_| vec![Act::Close]);
    let slow = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = Proxy::start(&home, &format!("http://127.0.0.1:{}", slow.local_addr().unwrap().port()));
    let mut stream = connect(silent.port);
    stream
        .write_all(
            format!(
                "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 2\r\n\r\n{{}}",
                silent.target("/v1/messages"),
                silent.port
            )
            .as_bytes(),
        )
        .unwrap();
    let (mut upstream, _) = slow.accept().unwrap();
    assert!(upstream.read(&mut [0; 20]).unwrap() > 0, "the request has come");
    drop(stream);
    upstream.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_eq!(rest(&mut upstream).1, Ended::Closed, "a silent provider is left, too");
    drop(waiting);
    let (bytes, _) = post(proxy.port, &proxy.target("/v1/messages"), "", b"{}");
    assert!(!bytes.is_empty(), "others are served");
}

#[test]
fn killed_in_the_middle_of_a_stream() {
    let home = Home::new();
    let provider = Provider::start(|_| vec![Act::Send(EVENTS.as_bytes()[..120].to_vec()), Act::Wait]);
    let mut proxy = Proxy::start(&home, &provider.base());
    let mut stream = connect(proxy.port);
    stream
        .write_all(
            format!(
                "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 2\r\n\r\n{{}}",
                proxy.target("/v1/messages"),
                proxy.port
            )
            .as_bytes(),
        )
        .unwrap();
    let mut seen = vec![0; 120];
    stream.read_exact(&mut seen).unwrap();
    proxy.child.kill().unwrap();
    proxy.child.wait().unwrap();
    assert_ne!(rest(&mut stream).1, Ended::Open, "the client is not left waiting");
    assert!(TcpStream::connect(("127.0.0.1", proxy.port)).is_err());
    assert!(home.ctx(["doctor"]).out.len() > 10, "the store is as it was");
}

#[test]
fn requests_that_follow_each_other_and_other_methods() {
    let home = Home::new();
    let provider = Provider::start(|got| match got.head.starts_with("HEAD ") {
        true => vec![Act::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".to_vec())],
        false if got.head.contains("/early") => {
            vec![Act::Send(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".to_vec()), Act::Send(OK.into())]
        }
        false => vec![Act::Send(OK.into())],
    });
    let proxy = Proxy::start(&home, &provider.base());
    let (port, get) = (proxy.port, |path: &str| proxy.target(path));
    let mut stream = connect(port);
    // Two at once: the second waits for its turn.
    let pair = format!(
        "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nHEAD {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nGET {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nDELETE {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n",
        get("/v1/models?limit=1"),
        get("/v1/models"),
        get("/early"),
        get("")
    );
    stream.write_all(pair.as_bytes()).unwrap();
    let (bytes, ended) = rest(&mut stream);
    let expected =
        format!("{OK}HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n{OK}{OK}");
    assert_eq!((String::from_utf8_lossy(&bytes).as_ref(), ended), (expected.as_str(), Ended::Closed));
    let got = provider.got.lock().unwrap();
    let lines: Vec<&str> = got.iter().map(|got| got.head.lines().next().unwrap()).collect();
    assert_eq!(
        lines,
        ["GET /v1/models?limit=1 HTTP/1.1", "HEAD /v1/models HTTP/1.1", "GET /early HTTP/1.1", "DELETE / HTTP/1.1"]
    );
}

#[test]
fn another_protocol_passes_in_both_directions() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = Proxy::start(&home, &format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port()));
    let upgrade = |path: &str| {
        format!(
            "GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            proxy.target(path),
            proxy.port
        )
    };
    let mut stream = connect(proxy.port);
    stream.write_all(upgrade("/v1/realtime").as_bytes()).unwrap();
    let (mut upstream, _) = listener.accept().unwrap();
    assert!(upstream.read(&mut [0; 1000]).unwrap() > 0);
    upstream.write_all(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nhello").unwrap();
    let mut seen = vec![0; 61];
    stream.read_exact(&mut seen).unwrap();
    assert!(seen.ends_with(b"hello"), "{}", String::from_utf8_lossy(&seen));
    stream.write_all(b"\x81\x05there").unwrap();
    let mut frame = [0; 7];
    upstream.read_exact(&mut frame).unwrap();
    assert_eq!(&frame, b"\x81\x05there");
    drop(upstream);
    assert_ne!(rest(&mut stream).1, Ended::Open);
    // A conversation is asked for in plain requests: they can be read.
    let mut stream = connect(proxy.port);
    stream.write_all(upgrade("/v1/responses").as_bytes()).unwrap();
    assert!(String::from_utf8(rest(&mut stream).0).unwrap().starts_with("HTTP/1.1 426 "));
}
