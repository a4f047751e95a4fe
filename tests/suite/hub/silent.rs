//! Servers that are none: one that accepts and stays silent, one that wants the password itself. And users who may less
//! than they try.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use super::cluster::{count, ctx, ctx_as, good, machine, shared};
use super::{HTTPS, SSH};
use crate::harness::{Home, eventually, finish};

/// Accepts, keeps every connection open, and never says a word.
fn silent_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let kept: Vec<_> = listener.incoming().collect();
        drop(kept);
    });
    port
}

/// Asks for the password in clear and notes all that it is told.
fn greedy_server() -> (u16, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let notes = heard.clone();
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            let notes = notes.clone();
            std::thread::spawn(move || {
                let mut block = [0; 4096];
                while let Ok(size @ 1..) = client.read(&mut block) {
                    notes.lock().unwrap().extend_from_slice(&block[..size]);
                    // No TLS here; then the request for the password.
                    let answer: &[u8] = if size == 8 { b"N" } else { b"R\0\0\0\x08\0\0\0\x03" };
                    if client.write_all(answer).is_err() {
                        return;
                    }
                }
            });
        }
    });
    (port, heard)
}

/// A silent hub is one error of two lines for whoever asks, and nothing for whoever runs something.
#[test]
fn a_silent_hub_is_given_up() {
    let home = machine(SSH);
    let url = format!("postgres://me@127.0.0.1:{}/ctx", silent_server());
    good(home.ctx(["hub", "share"]));
    good(home.ctx(["note", "waits"]));
    for command in [&["hub", "sync"][..], &["search", "--hub", "x"], &["hub", "join", &url]] {
        let mut child = home
            .command(command)
            .env("CTX_HUB", &url)
            .env("PGPASSWORD", "x")
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        eventually(&format!("{command:?} ends"), || child.try_wait().unwrap().is_some());
        let done = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(1) && err.contains("no answer within") && err.lines().count() == 2, "{err}");
    }
}

/// Processes of ctx that work for this home.
fn syncs_of(home: &Home) -> usize {
    let own = format!("CTX_HOME={}", home.store().display());
    let all = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    all.filter(|pid| {
        let read = |what: &str| std::fs::read(format!("/proc/{pid}/{what}")).unwrap_or_default();
        let has = |bytes: &[u8], part: &str| bytes.windows(part.len()).any(|window| window == part.as_bytes());
        has(&read("environ"), &own) && has(&read("cmdline"), "hub\0sync")
    })
    .count()
}

#[test]
fn one_background_sync_at_a_time_and_none_left_behind() {
    let home = machine(SSH);
    let url = format!("postgres://me@127.0.0.1:{}/ctx", silent_server());
    good(home.ctx(["hub", "share"]));
    good(home.ctx(["note", "waits"]));
    let payload = serde_json::json!({ "session_id": "s1", "cwd": home.work(), "hook_event_name": "SessionEnd", "reason": "exit" });
    let file = home.path().join("payload");
    std::fs::write(&file, payload.to_string()).unwrap();
    let end = || {
        let mut hook = home.command(["hook", "claude-code", "session-end"]);
        good(finish(hook.env("CTX_HUB", &url).env("PGPASSWORD", "x").stdin(std::fs::File::open(&file).unwrap())));
    };
    end();
    eventually("one has started", || syncs_of(&home) == 1);
    for _ in 0..6 {
        end();
        assert!(syncs_of(&home) <= 2, "{} at once", syncs_of(&home));
    }
    eventually("the rest has seen that one is there", || syncs_of(&home) <= 1);
    eventually("none is left", || syncs_of(&home) == 0);
}

#[test]
fn no_password_in_clear_unless_the_address_says_so() {
    let home = machine(SSH);
    let (port, heard) = greedy_server();
    let secret = "correct-horse-battery";
    for (query, told) in
        [("", false), ("?sslmode=disable", false), ("?sslmode=prefer", false), ("?require_auth=password", true)]
    {
        heard.lock().unwrap().clear();
        let url = format!("postgres://me@127.0.0.1:{port}/ctx{query}");
        let done = finish(home.command(["hub", "join", &url]).env("PGPASSWORD", secret));
        assert_eq!(done.code, 1, "{}", done.out);
        let heard = String::from_utf8_lossy(&heard.lock().unwrap()).into_owned();
        assert_eq!(heard.contains(secret), told, "{query}: {heard:?}");
        if !told {
            assert!(
                done.err.contains("asks for the password in clear") && done.err.contains("require_auth=password"),
                "{}",
                done.err
            );
        }
        assert!(!done.err.contains(secret));
    }
}

#[test]
fn a_reader_joins_and_reads() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("joining");
    ["writing_one", "reading_one"].iter().for_each(|name| cluster.user(name));
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "writing_one", "--reader", "reading_one"]));
    let writer = super::rights::joined_as(&cluster, "joining", "writing_one");
    good(ctx_as(&writer, "writing_one", &["note", "--decision", "zebras are striped"]));
    good(ctx_as(&writer, "writing_one", &["hub", "sync"]));
    let reader = machine(HTTPS);
    let joined =
        good(ctx_as(&reader, "reading_one", &["hub", "join", &cluster.url("reading_one", "joining"), "--as", "r"])).out;
    assert!(joined.contains("as a reader"), "{joined}");
    good(ctx_as(&reader, "reading_one", &["hub", "share"]));
    good(ctx_as(&reader, "reading_one", &["note", "stays here"]));
    let synced = ctx_as(&reader, "reading_one", &["hub", "sync"]);
    assert!(synced.code == 1 && synced.err.contains("only reads") && synced.err.lines().count() == 2, "{}", synced.err);
    good(ctx_as(&reader, "reading_one", &["hub", "trust", "writing_one"]));
    let told = good(ctx_as(&reader, "reading_one", &["context"])).out;
    assert!(told.contains("\"writing_one\" decided on main: \"zebras are striped\""), "{told}");
    assert!(good(ctx_as(&reader, "reading_one", &["search", "--hub", "zebras"])).out.contains("[ctx:writing_one/"));
    assert_eq!(count(&mut cluster.connect("joining"), "ctx.origin"), 1, "a reader is known to nobody");
}

#[test]
fn one_projects_refusal_skips_that_project_only() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("skipped");
    cluster.user("visitor");
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "visitor", "--project", "github.com/acme/shop"]));
    let home = super::rights::joined_as(&cluster, "skipped", "visitor");
    // A second project of the same machine, whose changes wait first.
    let other = home.path().join("other");
    std::fs::create_dir_all(other.join(".git")).unwrap();
    std::fs::write(other.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    std::fs::write(other.join(".git/config"), "[remote \"origin\"]\n\turl = https://github.com/acme/secret\n").unwrap();
    good(ctx_as(&home, "visitor", &["hub", "share", other.to_str().unwrap()]));
    good(finish(home.command(["note", "not permitted"]).current_dir(&other).env("PGPASSWORD", "visitor")));
    good(ctx_as(&home, "visitor", &["note", "permitted"]));
    good(finish(home.command(["note", "nor this"]).current_dir(&other).env("PGPASSWORD", "visitor")));
    let synced = ctx_as(&home, "visitor", &["hub", "sync"]);
    assert!(
        synced.code == 1 && synced.err.contains("github.com/acme/secret") && synced.err.lines().count() == 2,
        "{}",
        synced.err
    );
    assert!(synced.out.starts_with("sent 1 entry"), "{}", synced.out);
    let mut hub = cluster.connect("skipped");
    assert_eq!((count(&mut hub, "ctx.entry WHERE title = 'permitted'"), count(&mut hub, "ctx.entry")), (1, 1));
    let status = good(ctx_as(&home, "visitor", &["hub", "status"])).out;
    assert!(status.contains("to send") && status.contains("last error: github.com/acme/secret"), "{status}");
    // Unshared, it is in nobody's way.
    good(ctx_as(&home, "visitor", &["hub", "unshare", other.to_str().unwrap()]));
    good(ctx_as(&home, "visitor", &["hub", "sync"]));
}
