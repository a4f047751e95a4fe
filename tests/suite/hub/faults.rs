//! A hub that dies, is cut off, is full, or refuses us: nothing is lost, nothing is there twice, one line says what it was.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cluster::{Cluster, PASSWORD, count, ctx, ctx_as, good, import, machine, shared};
use super::{SSH, consistent, joined, sync};
use crate::faults::full_disk_library;
use crate::harness::{Random, say, skip};

fn text(round: usize) -> String {
    let mut text = format!("round {round} begins\n");
    for line in 0..40 + round % 60 {
        text.push_str(&format!("line {line} of round {round} says {}\n", "word ".repeat(line % 20)));
    }
    text
}

fn killed_while_pushing(pushes: usize) {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("killed");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = joined(&url, SSH, "m");
    let mut random = Random(7);
    for round in 0..pushes {
        import(&home, (0..3).map(|n| text(round * 3 + n)));
        let mut command = home.command(["hub", "sync"]);
        let mut child =
            command.env("PGPASSWORD", PASSWORD).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(random.below(120)));
        if round % 4 == 0 {
            cluster.kill();
            child.wait().unwrap();
            cluster.resume(&[]);
        } else {
            child.wait().unwrap();
        }
    }
    sync(&home);
    let mut hub = cluster.connect("killed");
    assert_eq!(count(&mut hub, "ctx.entry"), 3 * pushes as i64);
    assert_eq!(count(&mut hub, "ctx.blob"), 3 * pushes as i64);
    consistent(&mut hub);
}

#[test]
fn postgres_killed_while_pushing() {
    killed_while_pushing(8);
}

#[test]
#[ignore = "200 pushes, 50 kills"]
fn postgres_killed_while_pushing_for_long() {
    killed_while_pushing(200);
}

/// Passes bytes on until so many have gone through, then cuts the connection in both directions.
fn cutting_proxy(target: u16, allowance: Arc<AtomicU64>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let Ok(server) = TcpStream::connect(("127.0.0.1", target)) else { continue };
            for (mut from, mut to) in [
                (client.try_clone().unwrap(), server.try_clone().unwrap()),
                (server.try_clone().unwrap(), client.try_clone().unwrap()),
            ] {
                let allowance = allowance.clone();
                std::thread::spawn(move || {
                    let mut block = [0; 4096];
                    while let Ok(size @ 1..) = from.read(&mut block) {
                        let left = allowance.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                            Some(left.saturating_sub(size as u64))
                        });
                        let pass = left.map_or(0, |left| left.min(size as u64)) as usize;
                        if to.write_all(&block[..pass]).is_err() || pass < size {
                            break;
                        }
                    }
                    let _ = from.shutdown(Shutdown::Both);
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
    port
}

fn cut_at_random_bytes(name: &str, times: usize) {
    let Some(cluster) = shared() else { return };
    let url = cluster.database(name);
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = joined(&url, SSH, "m");
    let allowance = Arc::new(AtomicU64::new(u64::MAX));
    let port = cutting_proxy(cluster.port, allowance.clone());
    let through = url.replace(&cluster.port.to_string(), &port.to_string());
    let (mut random, mut cut) = (Random(11), 0);
    for round in 0..times {
        import(&home, std::iter::once(text(round)));
        allowance.store(200 + random.below(14_000), Ordering::SeqCst);
        let done =
            crate::harness::finish(home.command(["hub", "sync"]).env("PGPASSWORD", PASSWORD).env("CTX_HUB", &through));
        if done.code != 0 {
            cut += 1;
            assert!(done.code == 1 && done.err.lines().count() <= 2 && done.err.contains("the hub"), "{}", done.err);
        }
    }
    assert!(cut > times / 10, "only {cut} of {times} were cut");
    sync(&home);
    let mut hub = cluster.connect(name);
    assert_eq!((count(&mut hub, "ctx.entry"), count(&mut hub, "ctx.blob")), (times as i64, times as i64));
    consistent(&mut hub);
    say(&format!("{cut} of {times} connections were cut"));
}

#[test]
fn connections_cut_at_random_bytes() {
    cut_at_random_bytes("cut", 15);
}

#[test]
#[ignore = "500 times"]
fn connections_cut_at_random_bytes_for_long() {
    cut_at_random_bytes("cut500", 500);
}

#[test]
fn a_full_disk_on_the_hub() {
    let Some(cluster) = Cluster::start() else { return };
    let Some(library) = full_disk_library(cluster.folder()) else { return skip("no C compiler") };
    let url = cluster.database("filled");
    good(ctx(&machine(SSH), &["hub", "init", &url]));
    let home = joined(&url, SSH, "m");
    import(&home, (0..200).map(text));
    cluster.stop();
    let base = cluster.base();
    cluster.resume(&[
        ("LD_PRELOAD", library.to_str().unwrap()),
        ("FULL_DISK_BELOW", base.to_str().unwrap()),
        ("FULL_DISK_AT", "1"),
        ("FULL_DISK_WITHOUT_PROC", "1"),
    ]);
    let full = ctx(&home, &["hub", "sync"]);
    assert!(
        full.code == 1 && full.err.contains("No space left on device") && full.err.lines().count() == 2,
        "{}",
        full.err
    );
    let run = ctx(&home, &["run", "--", "sh", "-c", "echo goes on; sleep 0.5"]);
    assert!(run.code == 0 && run.err.is_empty() && run.out.contains("goes on"), "{}{}", run.out, run.err);
    let doctor = ctx(&home, &["doctor"]).out;
    assert!(doctor.contains("warn hub: the hub: error:") && doctor.contains("to send"), "{doctor}");
    cluster.stop();
    cluster.resume(&[]);
    sync(&home);
    let mut hub = cluster.connect("filled");
    assert_eq!(count(&mut hub, "ctx.entry"), 201);
    consistent(&mut hub);
}

#[test]
fn a_password_that_was_changed() {
    let Some(cluster) = shared() else { return };
    let url = cluster.database("password");
    cluster.user("pat");
    good(ctx(&machine(SSH), &["hub", "init", &url, "--writer", "pat"]));
    let home = machine(SSH);
    good(ctx_as(&home, "pat", &["hub", "join", &cluster.url("pat", "password"), "--as", "m"]));
    good(ctx_as(&home, "pat", &["hub", "share"]));
    good(ctx_as(&home, "pat", &["note", "kept"]));
    cluster.connect("postgres").batch_execute("ALTER ROLE pat PASSWORD 'new'").unwrap();
    let refused = ctx_as(&home, "pat", &["hub", "sync"]);
    assert!(refused.code == 1 && refused.err.contains("password authentication failed"), "{}", refused.err);
    assert!(refused.err.contains("PGPASSWORD") && refused.err.lines().count() == 2, "{}", refused.err);
    assert!(!refused.err.contains("pat:"), "{}", refused.err);
    assert!(ctx_as(&home, "pat", &["hub", "status"]).out.contains("last error"));
    good(ctx_as(&home, "new", &["hub", "sync"]));
    assert_eq!(count(&mut cluster.connect("password"), "ctx.entry"), 1);
    // In a file as in a variable.
    let line = format!("127.0.0.1:{}:*:pat:new\n", cluster.port);
    std::fs::write(home.path().join(".pgpass"), line).unwrap();
    good(home.ctx(["hub", "sync"]));
}

/// Nobody listens there, and nobody waits for that.
#[test]
fn a_dead_hub_stops_no_command() {
    let home = machine(SSH);
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("postgres://me@127.0.0.1:{dead}/ctx");
    good(home.ctx(["hub", "share"]));
    let run =
        crate::harness::finish(home.command(["run", "--", "sh", "-c", "echo fine; sleep 0.6"]).env("CTX_HUB", &url));
    assert!(run.code == 0 && run.err.is_empty() && run.out.contains("fine"), "{}{}", run.out, run.err);
    let status = crate::harness::finish(home.command(["hub", "status"]).env("CTX_HUB", &url));
    assert!(
        status.code == 0 && status.out.contains("1 change to send") && status.out.contains("last error: the hub"),
        "{}",
        status.out
    );
    let sync = crate::harness::finish(home.command(["hub", "sync"]).env("CTX_HUB", &url));
    assert!(sync.code == 1 && sync.err.lines().count() == 2, "{}", sync.err);
}
