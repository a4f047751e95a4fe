//! Many processes, one store.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::harness::{Home, Random, done};

/// `writers` processes at a time, each storing `each` outputs of its own.
pub fn parallel_stores(writers: usize, each: usize) {
    let home = Home::new();
    std::thread::scope(|scope| {
        for writer in 0..writers {
            let home = &home;
            scope.spawn(move || {
                for n in 0..each {
                    let done = home.pipe(["store"], format!("writer {writer} output {n}\n").as_bytes());
                    assert_eq!((done.code, done.err.as_str()), (0, ""), "writer {writer}, output {n}");
                }
            });
        }
    });
    let count: usize = home
        .database()
        .query_row("SELECT count(*) FROM entry WHERE state = 'done' AND lines = 1", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, writers * each);
    assert_eq!(home.integrity(), "ok");
}

#[test]
fn parallel_writers_lose_nothing() {
    parallel_stores(8, 12);
}

/// Many first openers of a store that does not exist.
pub fn first_openers(openers: usize, rounds: usize) {
    for round in 0..rounds {
        let home = Home::new();
        let children: Vec<_> = (0..openers)
            .map(|n| {
                home.command(["note", &format!("note {n}")])
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .unwrap()
            })
            .collect();
        for child in children {
            let done = done(child.wait_with_output().unwrap());
            assert_eq!((done.code, done.err.as_str()), (0, ""), "round {round}");
        }
        let count: usize = home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap();
        assert_eq!(count, openers);
    }
}

#[test]
fn first_openers_do_not_meet() {
    first_openers(24, 3);
}

/// SIGKILLs at random moments: what was acknowledged stays, and the file is sound each time.
pub fn kills(times: usize) {
    let home = Home::new();
    let mut random = Random(42);
    let mut acknowledged: Vec<(String, String)> = Vec::new();
    for round in 0..times {
        let text = format!("acknowledged {round}");
        let note = home.ctx(["run", "--", "echo", &text]);
        assert_eq!(note.code, 0, "{}", note.err);
        acknowledged.push((note.id(), format!("{text}\n")));
        let busy = [
            "i=0; while :; do echo line $i; i=$((i+1)); done",
            "seq 1 400000",
            "echo short",
            "sleep 0.01; seq 1 100; sleep 1",
        ];
        let script = busy[round % busy.len()];
        let mut victim = home
            .command(["run", "--", "sh", "-c", script])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_micros(random.below(30_000)));
        victim.kill().unwrap();
        victim.wait().unwrap();
        assert_eq!(home.integrity(), "ok", "round {round}");
        let (id, text) = &acknowledged[random.below(acknowledged.len() as u64) as usize];
        assert_eq!(home.ctx(["get", id]).out, *text, "round {round}");
        if round % 50 == 49 {
            home.ctx(["forget", "--prune", "--megabytes", "1"]);
            // Retention may take bytes, never rows.
            acknowledged.clear();
        }
    }
    let rows: usize = home
        .database()
        .query_row("SELECT count(*) FROM entry WHERE command LIKE 'echo %acknowledged%'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, times);
}

#[test]
fn kills_at_random_moments() {
    kills(12);
}

/// A process that holds the lock and works, such as a checkpoint on a slow disk, is waited for: nothing is said about it.
#[test]
fn a_writer_that_works_long_is_waited_for() {
    let home = Home::new();
    home.sh("echo the store exists");
    let db = home.database();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let over = AtomicBool::new(false);
    let done = std::thread::scope(|scope| {
        let waits = scope.spawn(|| home.sh("seq 1 3000"));
        let until = Instant::now() + Duration::from_millis(2500);
        while Instant::now() < until {
            std::hint::spin_loop();
        }
        over.store(!waits.is_finished(), Ordering::Relaxed);
        db.execute_batch("COMMIT").unwrap();
        waits.join().unwrap()
    });
    assert!(over.load(Ordering::Relaxed), "it did not wait: {}", done.err);
    assert!(done.err.is_empty() && done.out.starts_with("[ctx:"), "{} {}", done.err, done.headline());
}

/// Nothing reaches stderr, however many write at once.
pub fn many_writers(writers: usize, each: usize) {
    let home = Home::new();
    home.sh("echo the store exists");
    let said: Vec<String> = std::thread::scope(|scope| {
        let work = |writer: usize| {
            let home = &home;
            move || (0..each).map(|at| home.sh(&format!("seq 1 3000; echo {writer} {at}")).err).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..writers).map(|writer| scope.spawn(work(writer))).collect();
        all.into_iter().flat_map(|one| one.join().unwrap()).filter(|said| !said.is_empty()).collect()
    });
    assert!(said.is_empty(), "{} of {}: {}", said.len(), writers * each, said[0]);
    let kept: i64 = home.database().query_row("SELECT count(*) FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!(kept as usize, writers * each + 1);
}

#[test]
fn many_writers_say_nothing() {
    many_writers(24, 2);
}

#[test]
#[ignore = "a minute: 70 writers"]
fn seventy_writers_say_nothing() {
    many_writers(70, 8);
}
