//! Commands in the background of the real agents: the time from a print until the agent's model can see it, without ctx
//! and with it, and that nothing is missing in between.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use super::hosts::HOSTS;
use super::installed;
use super::matrix::Around;
use super::model::{PROCESS, Step};
use crate::agents::Place;
use ctx_model::env::unix_time_ms;

/// A server that prints a line each 0.4 s, with the time.
const SERVER: &str = "for i in $(seq 0 15); do echo \"$i $EPOCHREALTIME ERROR in the server\"; sleep 0.4; done";
const LINES: usize = 16;

/// When each line was printed, in milliseconds, in the order of the text.
fn printed(text: &str) -> Vec<(usize, i64)> {
    let line = |line: &str| {
        let (number, rest) = line.strip_suffix(" ERROR in the server")?.split_once(' ')?;
        let seconds: f64 = rest.replace(',', ".").parse().ok()?;
        Some((number.parse().ok()?, (seconds * 1000.0) as i64))
    };
    text.split_inclusive('\n').filter_map(|text| line(text.strip_suffix('\n')?)).collect()
}

/// The files into which Claude Code writes the output of commands in the background.
fn outputs(dir: &Path, deep: usize) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let found = entries.flat_map(|path| match path.extension() {
        Some(end) if end == "output" => vec![path],
        _ if deep > 0 && path.is_dir() => outputs(&path, deep - 1),
        _ => Vec::new(),
    });
    found.collect()
}

/// Reads the growing files until the agent has ended: when each line was there.
fn tailed(home: &Path, over: &AtomicBool) -> BTreeMap<usize, i64> {
    let (mut seen, mut before) = (BTreeMap::new(), String::new());
    while !over.load(Ordering::Relaxed) {
        let own = std::fs::read_dir(home).into_iter().flatten().flatten().map(|entry| entry.path());
        let own = own.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("claude-")));
        for file in own.flat_map(|dir| outputs(&dir, 4)) {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            if printed(&text).is_empty() {
                continue;
            }
            assert!(text.starts_with(&before), "it was changed:\n{before}\n---\n{text}");
            for (number, at) in printed(&text) {
                seen.entry(number).or_insert_with(|| unix_time_ms() - at);
            }
            before = text;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    seen
}

/// The delays of all lines; in Codex, of the newest line of each result.
fn delays(name: &str, with_ctx: bool, dir: &Path) -> Vec<i64> {
    let host = HOSTS.iter().find(|host| host.name == name).expect("a host");
    let place = Place::around(host, with_ctx, Around::default(), &[]);
    let poll = || Step::call("write_stdin", json!({ "session_id": PROCESS, "chars": "", "yield_time_ms": 1000 }));
    let mut steps = match name {
        "codex" => vec![Step::call("exec_command", json!({ "cmd": SERVER, "yield_time_ms": 1000 }))],
        _ => vec![Step::call("Bash", json!({ "command": SERVER, "run_in_background": true, "description": "serve" }))],
    };
    if name == "codex" {
        steps.extend((0..9).map(|_| poll()));
    } else {
        steps.push(Step::shell("sleep 9"));
    }
    steps.push(Step::say("All done."));
    let over = AtomicBool::new(false);
    let mut seen = std::thread::scope(|scope| {
        let tail = scope.spawn(|| tailed(place.home.path(), &over));
        place.follow(dir, "Please start the server.", &[], steps, Vec::new());
        over.store(true, Ordering::Relaxed);
        tail.join().expect("a reader")
    });
    let mut fresh = Vec::new();
    if name == "codex" {
        let results: Vec<_> = place.model.exchanges().iter().map(|one| (one.at, printed(&one.result))).collect();
        let all: Vec<(usize, i64)> = results.iter().flat_map(|(_, lines)| lines.clone()).collect();
        assert!(all.windows(2).all(|two| two[0].0 + 1 == two[1].0), "a hole, or a line twice: {all:?}");
        // How long a line waits depends on when Codex polls: its newest line tells how far a result lags behind.
        fresh.extend(results.iter().filter_map(|(at, lines)| Some(at - lines.last()?.1)));
        seen = all.into_iter().collect();
    }
    assert_eq!(seen.len(), LINES, "{name}, with ctx {with_ctx}: {seen:?}\n{}", place.model.record());
    if fresh.is_empty() { seen.into_values().collect() } else { fresh }
}

#[test]
#[ignore = "a minute: CTX_AGENTS=DIR cargo test --test suite is_seen_as_early -- --ignored --nocapture"]
fn what_a_server_prints_is_seen_as_early_as_without_ctx() {
    let Some(dir) = installed() else { return };
    for name in ["claude-code", "codex"] {
        let [with, without] = std::thread::scope(|scope| {
            let dir = &dir;
            let runs = [true, false].map(|with_ctx| scope.spawn(move || delays(name, with_ctx, dir)));
            runs.map(|run| run.join().expect("a session"))
        });
        for (title, mut delays) in [("with ctx", with), ("without", without)] {
            delays.sort_unstable();
            let (median, most) = (delays[delays.len() / 2], delays[delays.len() - 1]);
            let count = delays.len();
            crate::harness::say(&format!("{name} {title}: {count} delays, median {median} ms, at most {most} ms"));
        }
    }
}
