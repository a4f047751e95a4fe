//! A key that went through the proxy is nowhere afterwards.

use super::*;
use crate::harness::Home;

const KEY: &str = "sk-ant-api03-THISKEYMUSTNOTSTAYANYWHERE0123456789";

fn files(dir: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => files(&entry.path(), found),
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
}

#[test]
fn a_key_stays_nowhere() {
    let home = Home::new();
    let body = super::folds::conversation(60).to_string();
    let provider = Provider::saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    let mut proxy = Proxy::start(&home, &provider.base());
    let headers = format!("x-api-key: {KEY}\r\nAuthorization: Bearer {KEY}\r\n");
    for _ in 0..3 {
        post(proxy.port, &proxy.target(&format!("/v1/messages?key={KEY}")), &headers, body.as_bytes());
    }
    let got = provider.last();
    assert!(got.head.contains(KEY), "the provider gets it");
    assert!(String::from_utf8_lossy(&got.body).contains("[ctx:"), "and the request was folded");
    // Requests that fail: their texts, and what is noted of them.
    let port = proxy.port;
    let mut said = Vec::new();
    for (target, headers) in [
        ("/wrong/0/v1/messages", headers.as_str()),
        ("/v1/messages", ""),
        (&proxy.target("/v1/messages"), "Content-Length: x\r\n"),
    ] {
        said.extend(post(port, &format!("{target}?key={KEY}"), headers, KEY.as_bytes()).0);
    }
    for broken in [format!("POST /{KEY}"), format!("{KEY}\r\n\r\n"), format!("POST / HTTP/1.1\r\n{KEY}\r\n\r\n")] {
        let mut stream = connect(port);
        stream.write_all(broken.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        said.extend(rest(&mut stream).0);
    }
    let pid = proxy.child.id();
    for name in ["cmdline", "environ", "status", "stat"] {
        said.extend(std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default());
    }
    // Not from `/proc`: where it is closed to other users, a process that must not be dumped is not seen there.
    #[cfg(target_os = "linux")]
    {
        let mut core = libc::rlimit { rlim_cur: 1, rlim_max: 1 };
        // SAFETY: it writes into `core` and changes nothing.
        let read = unsafe { libc::prlimit(pid as i32, libc::RLIMIT_CORE, std::ptr::null(), &mut core) };
        assert_eq!((read, core.rlim_cur), (0, 0), "no core");
    }
    // SAFETY: the process is this test's own.
    unsafe { libc::kill(pid as i32, libc::SIGABRT) };
    proxy.child.wait().unwrap();
    proxy.child.stderr.take().unwrap().read_to_end(&mut said).unwrap();
    assert!(!String::from_utf8_lossy(&said).contains(KEY));
    let mut all = Vec::new();
    files(home.path(), &mut all);
    assert!(all.iter().any(|file| file.ends_with("ctx.db")), "{all:?}");
    for file in all {
        let bytes = std::fs::read(&file).unwrap();
        assert!(memchr::memmem::find(&bytes, KEY.as_bytes()).is_none(), "{}", file.display());
        assert!(memchr::memmem::find(&bytes, &KEY.as_bytes()[10..]).is_none(), "{}", file.display());
    }
    for args in
        [vec!["history", "--json"], vec!["search", "THISKEYMUSTNOTSTAYANYWHERE0123456789"], vec!["stats", "--json"]]
    {
        let done = home.ctx(args);
        assert!(!done.out.contains(&KEY[..30]), "{}", done.out);
    }
}
