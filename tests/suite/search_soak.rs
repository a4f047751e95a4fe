//! Search under fire: killed while it indexes, written to while it answers, asked nonsense. Small here, large with `--ignored`.

use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ctx::search::{SearchRequest, search};
use ctx_model::Scope;
use ctx_secrets::Masker;
use ctx_store::{SearchFilter, Store};
use serde_json::Value;

use crate::harness::Home;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }
}

fn hits(home: &Home, query: &str) -> Vec<Value> {
    let done = home.ctx(["search", "--json", "--limit", "5", "--", query]);
    let answer: Value =
        serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error} {} {}", done.out, done.err));
    answer["hits"].as_array().cloned().unwrap_or_default()
}

fn output(random: &mut Random, lines: u64, mark: &str) -> String {
    const WORDS: [&str; 12] = [
        "connection",
        "refused",
        "worker",
        "started",
        "request",
        "timeout",
        "cache",
        "session",
        "block",
        "replica",
        "token",
        "batch",
    ];
    let mut text = String::new();
    for n in 0..lines {
        let word = |random: &mut Random| WORDS[random.below(12) as usize];
        text.push_str(&format!(
            "2026-11-15 12:{:02}:{:02} INFO {} {} {} id={}\n",
            n / 60 % 60,
            n % 60,
            word(random),
            word(random),
            word(random),
            random.below(1 << 30)
        ));
    }
    text.push_str(&format!("the mark is {mark}\n"));
    text
}

fn kill_while_indexing(rounds: u64) {
    let home = Home::new();
    let mut random = Random(7);
    for round in 0..rounds {
        let lines = 3000 + random.below(4000);
        let mark = format!(
            "mark{}",
            "abcdefghij".chars().cycle().skip(round as usize % 10).take(6).collect::<String>()
                + &"x".repeat(round as usize % 7)
        );
        home.pipe(["store", "--cmd", &format!("job {round}")], output(&mut random, lines, &mark).as_bytes());
        let mut child = home
            .command(["search", "--json", "connection"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(random.below(120_000)));
        let _ = child.kill();
        child.wait().unwrap();
        // The next command brings all of it up to date, and what it says agrees with what is there.
        assert!(!hits(&home, &mark).is_empty(), "round {round}: {mark} is lost");
        let wrong = home.index_contradictions();
        assert!(wrong.is_empty(), "round {round}: {wrong:?}");
    }
    assert_eq!(home.integrity(), "ok");
}

#[test]
fn killed_while_it_indexes() {
    kill_while_indexing(8);
}

#[test]
#[ignore = "300 kills"]
fn soak_killed_while_it_indexes() {
    kill_while_indexing(300);
}

fn writers_and_searchers(writers: usize, searchers: usize, time: Duration) {
    let home = Home::new();
    home.pipe(["store"], b"first\n");
    let over = AtomicBool::new(false);
    let (written, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let newest: Vec<AtomicUsize> = (0..writers).map(|_| AtomicUsize::new(0)).collect();
    // Letters only: a word of the index, not a number.
    let mark = |writer: usize, n: usize| {
        let mut word = format!("zq{}", char::from(b'a' + writer as u8));
        let mut n = n;
        while n > 0 {
            word.push(char::from(b'a' + (n % 26) as u8));
            n /= 26;
        }
        word + "qz"
    };
    std::thread::scope(|scope| {
        for writer in 0..writers {
            let (home, over, written, newest) = (&home, &over, &written, &newest);
            scope.spawn(move || {
                let mut random = Random(writer as u64 + 1);
                let mut n = 0;
                while !over.load(Ordering::Relaxed) {
                    n += 1;
                    let lines = 1 + random.below(200);
                    let done = home.pipe(["store"], output(&mut random, lines, &mark(writer, n)).as_bytes());
                    assert_eq!(done.code, 0, "{}", done.err);
                    newest[writer].store(n, Ordering::SeqCst);
                    written.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for searcher in 0..searchers {
            let (home, over, asked, newest) = (&home, &over, &asked, &newest);
            scope.spawn(move || {
                let mut random = Random(99 + searcher as u64);
                while !over.load(Ordering::Relaxed) {
                    let writer = random.below(writers as u64) as usize;
                    let n = newest[writer].load(Ordering::SeqCst);
                    if n == 0 {
                        continue;
                    }
                    let wanted = mark(writer, n);
                    let found = hits(home, &wanted);
                    assert!(
                        found.iter().any(|hit| hit["snippet"].as_str().is_some_and(|text| text.contains(&wanted))),
                        "{wanted} was acknowledged and is not found: {found:?}"
                    );
                    asked.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let start = Instant::now();
        while start.elapsed() < time {
            std::thread::sleep(Duration::from_millis(50));
        }
        over.store(true, Ordering::Relaxed);
    });
    assert!(written.load(Ordering::Relaxed) > 0 && asked.load(Ordering::Relaxed) > 0);
    let mut store = Store::open(&home.store()).unwrap();
    let mut progress = |_| {};
    ctx::search::index::index_pending_entries(
        &mut store,
        &Masker::new(vec![]),
        ctx::search::index::IndexingEffort::All(&mut progress),
    )
    .unwrap();
    drop(store);
    assert_eq!(home.index_contradictions(), Vec::<String>::new());
    assert_eq!(home.integrity(), "ok");
}

#[test]
fn writers_and_searchers_at_once() {
    writers_and_searchers(3, 2, Duration::from_secs(3));
}

#[test]
#[ignore = "a minute of 8 writers and 4 searchers"]
fn soak_writers_and_searchers_at_once() {
    writers_and_searchers(8, 4, Duration::from_secs(60));
}

/// Strings that mean something to some parser somewhere, and bytes that mean nothing.
fn nonsense(random: &mut Random) -> String {
    const PARTS: [&str; 30] = [
        "\"",
        "'",
        "(",
        ")",
        "*",
        "-",
        "--",
        "NEAR(",
        " AND ",
        " OR ",
        " NOT ",
        "^",
        ":",
        "{",
        "}",
        "title:",
        "\u{0}",
        "\\",
        "%",
        "_",
        "数",
        "据库",
        "🚀",
        "é",
        "İ",
        "error",
        "src/main.rs:42",
        "E0308",
        "\u{202e}",
        "\n",
    ];
    (0..1 + random.below(8))
        .map(|_| match random.below(3) {
            0 => PARTS[random.below(30) as usize].to_owned(),
            1 => (0..random.below(6)).map(|_| char::from_u32(random.below(0x11_0000) as u32).unwrap_or('x')).collect(),
            _ => (0..random.below(12)).map(|_| char::from(b' ' + random.below(95) as u8)).collect(),
        })
        .collect()
}

fn ask_nonsense(times: u64) {
    let home = Home::new();
    let mut random = Random(3);
    home.pipe(["store", "--cmd", "job"], output(&mut random, 200, "needle").as_bytes());
    home.pipe(["store", "--cmd", "words"], "数据库连接失败 🚀 naïve src/main.rs:42 E0308 İstanbul\n".as_bytes());
    hits(&home, "needle");
    let store = Store::open(&home.store()).unwrap();
    store.prepare_connection_for_search().unwrap();
    let (masker, within) = (Masker::new(vec![]), SearchFilter::default());
    let scope = Scope { project: home.work(), branch: None, session: "s".into() };
    for _ in 0..times {
        let text = nonsense(&mut random);
        let request = SearchRequest {
            text: &text,
            within: &within,
            scope: &scope,
            now: 0,
            recency: true,
            limit: 3,
            offset: 0,
            room: 200,
        };
        if let Err(error) = search(&store, &masker, &request) {
            panic!("{text:?}: {error}");
        }
    }
}

#[test]
fn nonsense_is_answered() {
    ask_nonsense(2000);
    let home = Home::new();
    home.pipe(["store"], b"words\n");
    let mut random = Random(5);
    for _ in 0..40 {
        let text = nonsense(&mut random).replace('\0', "");
        let done = home.ctx(["search", "--", &text]);
        assert!(
            done.code == 0 || done.code == 1 || (done.code == 2 && text.trim().is_empty()),
            "{text:?}: {} {}",
            done.out,
            done.err
        );
    }
}

#[test]
#[ignore = "100,000 strange questions"]
fn soak_nonsense_is_answered() {
    ask_nonsense(100_000);
}
