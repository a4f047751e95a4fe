//! Nobody but the page itself is answered, and nothing that was stored becomes anything but text.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use super::{Web, planted};
use crate::harness::{CTX, Home, is_answered, say};

#[test]
fn without_the_token_there_is_nothing() {
    let home = planted();
    let web = Web::start(&home);
    let host = web.host();
    let get = |path: &str, headers: &str| {
        web.raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n"))
    };
    let mut wrong = web.token.clone();
    wrong.replace_range(0..1, if wrong.starts_with('0') { "1" } else { "0" });
    for path in [
        "/".to_owned(),
        "/api/now".to_owned(),
        "/app.js".to_owned(),
        "/index.html".to_owned(),
        format!("/{wrong}/"),
        format!("/{}", &web.token[..31]),
        format!("/{}x/", web.token),
        format!("//{}/", web.token),
        format!("/./{}/", web.token),
        format!("/x/../{}/", web.token),
        format!("/{}/", web.token.to_uppercase()),
        "/open/".to_owned(),
        "/open/x".to_owned(),
        format!("/open/{}", web.token),
    ] {
        let answer = get(&path, "");
        assert_eq!(answer.status, 403, "{path}: {}", answer.text());
        assert!(!answer.text().contains(&web.token));
    }
    for path in [
        "../Cargo.toml",
        "..%2f..%2fetc/passwd",
        "api/../../",
        "%2e%2e/",
        "style.css/../app.js",
        "app.js%00",
        "APP.JS",
        "api",
        "api/",
        "//",
        "\\..\\",
        ".git/config",
    ] {
        let answer = web.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
    }
    assert_eq!(web.get("").status, 200);
    assert_eq!(web.get("app.js").status, 200);
}

#[test]
fn other_sites_are_refused() {
    let home = planted();
    let web = Web::start(&home);
    let get = |headers: &str| {
        web.raw(&format!("GET /{}/api/now HTTP/1.1\r\n{headers}Connection: close\r\n\r\n", web.token)).status
    };
    let host = format!("Host: {}\r\n", web.host());
    assert_eq!(get(&host), 200);
    assert_eq!(get(&format!("Host: localhost:{}\r\n", web.port)), 200);
    for other in ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", "0.0.0.0", ""] {
        assert_eq!(get(&format!("Host: {other}\r\n")), 421, "{other}");
    }
    assert_eq!(get(""), 421);
    assert_eq!(get(&format!("{host}{host}")), 400);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://"] {
        assert_eq!(get(&format!("{host}Origin: {origin}\r\n")), 403, "{origin}");
    }
    for site in ["cross-site", "same-site", "x"] {
        assert_eq!(get(&format!("{host}Sec-Fetch-Site: {site}\r\n")), 403, "{site}");
    }
    let id = home.ctx(["run", "--", "echo", "mine"]).id();
    let wish = json!({ "ref": id, "confirm": id }).to_string();
    let own = format!("Origin: http://{}\r\n", web.host());
    for headers in
        ["", "X-Ctx: 1\r\n", &own, "X-Ctx: 1\r\nOrigin: http://evil.example\r\n", "X-Ctx: 1\r\nOrigin: null\r\n"]
    {
        assert_eq!(web.post("forget", &wish, headers).status, 403, "{headers}");
    }
    assert_eq!(web.get(&format!("api/forget?ref={id}&confirm={id}")).status, 404);
    assert_eq!(home.ctx(["get", &id]).code, 0);
}

#[test]
fn every_answer_carries_the_policy() {
    let home = planted();
    let web = Web::start(&home);
    for path in ["", "app.js", "style.css", "icon.svg", "api/now", "api/entry?ref=zzzzzz", "nothing"] {
        let head = web.get(path).head.to_ascii_lowercase();
        for line in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(line), "{path}: {line} in {head}");
        }
        assert!(!head.contains("access-control") && !head.contains("set-cookie"), "{head}");
    }
    let page = web.get("").text();
    assert!(!page.contains("onclick") && !page.contains("<style") && page.matches("<script").count() == 1, "{page}");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/web/src/page");
    for file in std::fs::read_dir(root).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for sign in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "https://",
            "DOMParser",
            "srcdoc",
            "javascript:",
        ] {
            assert!(!text.contains(sign), "{}: {sign}", path.display());
        }
    }
}

#[test]
fn a_browser_is_led_to_the_page_once() {
    let home = Home::new();
    // A browser that writes down what it was asked to open.
    let opener = home.script("xdg-open", "#!/bin/sh\necho \"$1\" > \"$HOME/opened\"\n");
    let path = format!("{}:/usr/bin:/bin", opener.parent().unwrap().display());
    let mut child = std::process::Command::new(CTX);
    child
        .args(["web", "--open"])
        .current_dir(home.work())
        .env("HOME", home.path())
        .env("CTX_HOME", home.store())
        .env("PATH", path);
    let mut child = child.stdout(std::process::Stdio::null()).spawn().expect("ctx starts");
    let file = home.path().join("opened");
    crate::harness::eventually("an address", || std::fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
    let address = std::fs::read_to_string(&file).unwrap();
    let (port, rest) = address.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')).unwrap();
    let port: u16 = port.parse().unwrap();
    let open = || {
        super::http(
            port,
            format!("GET /{rest} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    };
    let first = open();
    assert_eq!(first.status, 303, "{}", first.head);
    let place = first.head.lines().find_map(|line| line.strip_prefix("Location: ")).unwrap().to_owned();
    assert!(place.len() == 34 && !address.contains(place.trim_matches('/')), "{place}");
    let page = super::http(
        port,
        format!("GET {place} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").as_bytes(),
    );
    assert_eq!((page.status, open().status), (200, 403));
    child.kill().and_then(|()| child.wait()).expect("it ends");
}

#[test]
fn only_this_machine_is_served_and_ports_are_told() {
    let home = Home::new();
    let web = Web::start(&home);
    let listening = std::fs::read_to_string("/proc/net/tcp").unwrap()
        + &std::fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    let port = format!(":{:04X} ", web.port);
    let places: Vec<&str> = listening.lines().filter(|line| line.contains(&port) && line.contains(" 0A ")).collect();
    assert!(places.len() == 1 && places[0].contains(&format!(" 0100007F{}", port.trim_end())), "{places:?}");
    let taken = home.ctx(["web", "--port", &web.port.to_string()]);
    assert_eq!(taken.code, 125);
    assert!(taken.err.contains(&format!("port {} of 127.0.0.1", web.port)), "{}", taken.err);
}

/// Another user of the machine, by every address that leads here, and even with the token.
#[test]
#[cfg(target_os = "linux")]
fn another_user_is_not_answered() {
    // SAFETY: geteuid has no preconditions.
    let can_be_another = unsafe { libc::geteuid() } == 0;
    if !can_be_another || ctx_model::env::find_program("python3").is_none() {
        return say("skipped: only root can be another user, and it takes python3");
    }
    let home = planted();
    let web = Web::start(&home);
    for address in ["127.0.0.1", "::ffff:127.0.0.1"] {
        let answered = |who: &str| is_answered(address, web.port, who, &format!("/{}/", web.token));
        assert!(answered("own") && !answered("other"), "{address}");
    }
}

#[test]
fn slow_and_many_connections_stop_nobody() {
    let home = planted();
    let web = Web::start(&home);
    // Silent ones take places, but not all of them, and those beyond are sent away at once.
    let mut held: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(("127.0.0.1", web.port)).unwrap()).collect();
    for stream in &mut held {
        stream.write_all(b"GET / HTT").unwrap();
    }
    assert_eq!(web.get("api/now").status, 200);
    held.extend((0..40).map(|_| TcpStream::connect(("127.0.0.1", web.port)).unwrap()));
    crate::harness::eventually("a refusal", || web.get("api/now").status == 503);
    assert!(web.status("Threads:") < 50);
    drop(held);
    crate::harness::eventually("an answer", || web.get("api/now").status == 200);
}
