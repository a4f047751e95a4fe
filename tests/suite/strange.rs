//! Strange files and connections: pipes and links where files are expected, views of the kernel, attributes, foreign users.

use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::harness::{Done, Home, binary, eventually, finish, say};

/// With an end, where an older ctx would wait for ever.
fn bounded(home: &Home, args: &[&str], env: &[(&str, &str)]) -> Done {
    let mut command = home.program("timeout", ["--kill-after=1", "40", &binary()]);
    finish(command.args(args).envs(env.iter().copied()))
}

fn fifo(path: &std::path::Path) {
    let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    // SAFETY: a string that ends in NUL.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
}

const WAITING: &str =
    "{\"ref\":\"abcdef\",\"kind\":\"run\",\"command\":\"planted\",\"started_at\":1,\"exit_code\":0}\nplanted words\n";

#[test]
fn pipes_links_and_foreign_files_in_the_spool_are_left_alone() {
    let home = Home::new();
    home.sh("echo before");
    let spool = home.store().join("spool");
    std::fs::create_dir_all(&spool).unwrap();
    fifo(&spool.join("1-1.run"));
    fifo(&spool.join("1-2.json"));
    let planted = home.path().join("planted");
    std::fs::write(&planted, WAITING).unwrap();
    symlink(&planted, spool.join("1-3.run")).unwrap();
    symlink(&planted, spool.join("1-4.json")).unwrap();
    symlink("/dev/zero", spool.join("1-5.run")).unwrap();
    // SAFETY: geteuid has no preconditions.
    if unsafe { libc::geteuid() } == 0 {
        let foreign = spool.join("1-6.run");
        std::fs::write(&foreign, WAITING).unwrap();
        std::os::unix::fs::chown(&foreign, Some(65_534), Some(65_534)).unwrap();
    }
    for command in [&["history", "--all-projects"][..], &["run", "--", "echo", "after"], &["search", "planted"]] {
        let done = bounded(&home, command, &[]);
        assert!(done.code <= 1 && !done.out.contains("[ctx:abcdef]"), "{command:?} {}: {}", done.code, done.out);
    }
    assert!(planted.exists(), "what a link leads to is not taken away");
    // One of our own is still taken in.
    std::fs::write(spool.join("1-7.run"), WAITING).unwrap();
    assert!(bounded(&home, &["history", "--all-projects"], &[]).out.contains("[ctx:abcdef]"));
}

#[test]
fn a_spool_that_is_a_link_is_not_followed() {
    let home = Home::new();
    home.sh("echo before");
    let elsewhere = home.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::write(elsewhere.join("1-1.run"), WAITING).unwrap();
    let _ = std::fs::remove_dir_all(home.store().join("spool"));
    symlink(&elsewhere, home.store().join("spool")).unwrap();
    assert!(!bounded(&home, &["history", "--all-projects"], &[]).out.contains("[ctx:abcdef]"));
    assert!(elsewhere.join("1-1.run").exists());
}

#[test]
fn settings_that_are_a_pipe_are_not_waited_for() {
    let home = Home::new();
    let pipe = home.path().join("pipe");
    fifo(&pipe);
    let done = bounded(&home, &["run", "--", "echo", "hello"], &[("CTX_CONFIG", pipe.to_str().unwrap())]);
    assert!(done.code == 0 && done.out.contains("hello"), "{} {}", done.code, done.out);
    assert!(done.err.contains("is not a file; using the defaults") && done.err.lines().count() == 1, "{}", done.err);
    let none = bounded(&home, &["run", "--", "echo", "hello"], &[("CTX_CONFIG", "/dev/null")]);
    assert_eq!((none.code, none.err.as_str()), (0, ""));
}

#[test]
fn the_kernels_views_are_no_documents() {
    let home = Home::new();
    for path in ["/proc/self", "/proc", "/sys/kernel"] {
        let done = bounded(&home, &["store", "--document", path], &[]);
        assert!(
            done.code == 1 && done.err.contains("is a view of the system, not files"),
            "{path} {}: {}",
            done.code,
            done.err
        );
    }
}

#[test]
fn an_edit_keeps_the_files_attributes() {
    let home = Home::new();
    let file = home.work().join("notes.txt");
    std::fs::write(&file, "number one\n").unwrap();
    let name = std::ffi::CString::new(file.to_str().unwrap()).unwrap();
    let value = b"kept";
    // SAFETY: strings that end in NUL, and a pointer with its length.
    let set = unsafe { libc::setxattr(name.as_ptr(), c"user.origin".as_ptr(), value.as_ptr().cast(), value.len(), 0) };
    if set != 0 {
        return say("skipped: this file system has no attributes");
    }
    home.ctx(["file", "read", "notes.txt"]);
    let done = home.ctx(["file", "edit", "notes.txt", "--old", "one", "--new", "two"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let mut got = [0u8; 16];
    // SAFETY: as above, with room for so many bytes.
    let size = unsafe { libc::getxattr(name.as_ptr(), c"user.origin".as_ptr(), got.as_mut_ptr().cast(), got.len()) };
    assert_eq!((size, &got[..4]), (4, &value[..]));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "number two\n");
}

#[test]
fn an_export_steers_no_terminal() {
    let home = Home::new();
    home.ctx(["run", "--label", "x", "--", "printf", "\\033]52;c;aGVsbG8=\\007 and \\033[2J\\342\\200\\256 words\\n"]);
    let page = home.ctx(["store", "--export", "--format", "md"]);
    assert!(page.out.contains("words"), "{}", page.out);
    for sign in ['\u{1b}', '\u{7}', '\u{202e}'] {
        assert!(!page.out.contains(sign), "{sign:?} in {:?}", page.out);
    }
}

/// A page of this machine is for whoever permits that, from the store as well.
#[test]
fn a_private_page_is_not_served_from_the_store_to_others() {
    let home = Home::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 15\r\nConnection: close\r\n\r\ninternal words\n");
        }
    });
    assert!(home.ctx(["fetch", &url, "--allow-private"]).out.contains("internal words"));
    let refused = home.ctx(["fetch", &url]);
    assert!(refused.code != 0 && !refused.out.contains("internal words"), "{}{}", refused.out, refused.err);
    assert!(home.ctx(["fetch", &url, "--allow-private"]).out.contains("fetched "));
}

/// An address in a program's arguments is read by every user of the machine.
#[test]
fn the_address_for_the_browser_is_of_no_use_to_another_user() {
    // SAFETY: geteuid has no preconditions.
    if unsafe { libc::geteuid() } != 0 {
        return say("skipped: only root can be another user, too");
    }
    let home = Home::new();
    let opener = home.script("xdg-open", "#!/bin/sh\necho \"$1\" > \"$HOME/opened\"\n");
    let path = format!("{}:/usr/bin:/bin", opener.parent().unwrap().display());
    let mut child =
        home.command(["web", "--open"]).env("PATH", path).stdout(std::process::Stdio::null()).spawn().unwrap();
    let file = home.path().join("opened");
    eventually("an address", || std::fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n')));
    let address = std::fs::read_to_string(&file).unwrap();
    let (port, rest) = address.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')).unwrap();
    let ask = format!(
        "exec 3<>/dev/tcp/127.0.0.1/{port}; printf 'GET /{rest} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3"
    );
    let asked_by = |user: u32| {
        use std::os::unix::process::CommandExt;
        let output = Command::new("bash").args(["-c", &ask]).uid(user).gid(user).current_dir("/").output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let foreign = asked_by(65_534);
    assert!(!foreign.contains("303") && !foreign.contains("Location"), "{foreign}");
    let own = asked_by(0);
    assert!(own.starts_with("HTTP/1.1 303"), "it still works for its own user: {own}");
    child.kill().and_then(|()| child.wait()).unwrap();
}

/// Requests that come a byte at a time hold their places for some seconds, not for ever.
#[test]
fn forty_trickling_connections_lock_nobody_out() {
    let home = Home::new();
    let mut child = home.command(["web"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.as_mut().unwrap()), &mut line).unwrap();
    let (port, token) = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')).unwrap();
    let (port, token) = (port.parse::<u16>().unwrap(), token.to_owned());
    let over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let mut trickling = Vec::new();
    for _ in 0..40 {
        trickling.push(std::net::TcpStream::connect(("127.0.0.1", port)).unwrap());
    }
    let stop = over.clone();
    let trickler = std::thread::spawn(move || {
        while !stop.load(std::sync::atomic::Ordering::Relaxed) {
            for stream in &mut trickling {
                let _ = stream.write_all(b"G");
            }
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
    });
    eventually("the page is served", || {
        let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", port)) else { return false };
        let mut answer = String::new();
        let request = format!("GET /{token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let done = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer));
        std::thread::sleep(std::time::Duration::from_millis(50));
        done.is_ok() && answer.starts_with("HTTP/1.1 200")
    });
    over.store(true, std::sync::atomic::Ordering::Relaxed);
    trickler.join().unwrap();
    child.kill().and_then(|()| child.wait()).unwrap();
}
