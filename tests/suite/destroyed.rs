//! The store is destroyed while a command runs: every line that it printed is shown, or is in the store that is left. And
//! what `kill -9` of ctx leaves.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::harness::{Home, done, eventually};

/// Ways to lose a database.
type Way = (&'static str, fn(&Path));
const WAYS: [Way; 6] = [
    ("garbage over its beginning", |store| overwrite(&store.join("ctx.db"), 0)),
    ("garbage over its middle", |store| overwrite(&store.join("ctx.db"), 20_000)),
    ("cut to nothing", |store| drop(std::fs::File::create(store.join("ctx.db")))),
    ("its files deleted", |store| {
        for name in ["ctx.db", "ctx.db-wal", "ctx.db-shm"] {
            let _ = std::fs::remove_file(store.join(name));
        }
    }),
    ("its log cut", |store| drop(std::fs::File::create(store.join("ctx.db-wal")))),
    ("its folder deleted", |store| drop(std::fs::remove_dir_all(store))),
];

fn overwrite(file: &Path, at: u64) {
    use std::os::unix::fs::FileExt;
    if let Ok(file) = std::fs::File::options().write(true).open(file) {
        let _ = file.write_all_at(&[0xa5; 9_000], at);
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn destroyed(times: u64, seed: u64) {
    let mut random = Random(seed);
    let mut lost = Vec::new();
    let mut counted = 0;
    for round in 0..times {
        let home = Home::new();
        home.sh("echo before");
        let (name, destroy) = WAYS[(round % WAYS.len() as u64) as usize];
        // Lines over some tenths of a second: many at first, few later, with an end that nothing foretells.
        let script = "i=0; while [ $i -lt 40 ]; do seq $((i * 100)) $((i * 100 + 99)) | sed 's/^/line /'; i=$((i + 1)); sleep 0.01; done; : > ended";
        let child = home
            .command(["run", "--", "sh", "-c", script])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("ctx starts");
        std::thread::sleep(Duration::from_millis(random.below(700)));
        destroy(&home.store());
        // A store that is destroyed after its command has ended is another matter: everything was kept by then.
        let was_running = !home.work().join("ended").exists();
        let run = done(child.wait_with_output().expect("ctx ends"));
        let shown = run.out.clone();
        counted += u64::from(was_running);
        // Its id stands in line 1, or in the line that says what went wrong.
        let id = shown
            .lines()
            .chain(run.err.lines())
            .find_map(|line| Some(line.split_once("[ctx:")?.1.split_once(']')?.0.to_owned()));
        let kept = id.filter(|id| id != "-").map(|id| home.ctx(["get", &id, "--raw"]).out).unwrap_or_default();
        let all: std::collections::HashSet<&str> = shown.lines().chain(kept.lines()).collect();
        let missing = (0..4000).filter(|n| !all.contains(format!("line {n}").as_str())).count();
        if was_running && (missing > 0 || run.code != 0) {
            let first = shown.lines().next().unwrap_or_default().to_owned();
            lost.push(format!("{round} {name}: {missing} lines, status {}, {first}, {}", run.code, run.err));
        }
    }
    assert!(counted * 2 > times, "only {counted} of {times} stores were destroyed in time");
    assert!(lost.is_empty(), "{} of {times}:\n{}", lost.len(), lost.join("\n"));
}

#[test]
fn a_store_that_is_destroyed_while_a_command_runs() {
    destroyed(18, 5);
}

#[test]
#[ignore = "300 runs"]
fn a_store_that_is_destroyed_while_a_command_runs_for_long() {
    destroyed(300, 77);
}

/// What was printed before is kept, and the command does not go on unseen: as docs/architecture.md says.
#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_ctx_leaves() {
    let home = Home::new();
    let file = |name: &str| home.path().join(name);
    let script = format!(
        "seq 1 100; echo $$ > {0}/pid; mv {0}/pid {0}/alive; while [ ! -e {0}/killed ]; do sleep 0.05; done; touch {0}/on",
        home.path().display()
    );
    let mut child = home.command(["run", "--", "bash", "-c", &script]).stdout(Stdio::null()).spawn().unwrap();
    eventually("it has printed", || file("alive").exists());
    let pid = std::fs::read_to_string(file("alive")).unwrap();
    let kept = || home.ctx(["get", "@", "--tail", "1"]).out == "100\n";
    eventually("that is kept", kept);
    child.kill().unwrap();
    child.wait().unwrap();
    eventually("the command is gone", || {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        state.is_empty() || state.contains(") Z ")
    });
    std::fs::write(file("killed"), "").unwrap();
    assert!(!file("on").exists() && kept());
    assert!(home.ctx(["history"]).out.contains("interrupted"), "{}", home.ctx(["history"]).out);
}
