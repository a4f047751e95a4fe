//! The cost of wrapping: `ctx run -- true` against bare ways to start `true`, and a large output through `ctx run`
//! against `cat >file`.
//! `cargo bench --bench end_to_end -- [--mib N] [--runs N] [DIR]`; DIR is where the data goes (a temp dir by default).

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if args.first().is_some_and(|arg| arg == "--exec-with-pipe") {
        return exec_with_pipe(&args[1..]);
    }
    let value = |name: &str, default: usize| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (mib, runs) = (value("--mib", 1024), value("--runs", 400));
    let temp = tempfile::tempdir().expect("a temp dir");
    let given = args
        .iter()
        .enumerate()
        .find(|(at, arg)| !arg.starts_with("--") && (*at == 0 || !args[at - 1].starts_with("--")));
    let dir = given.map_or_else(|| temp.path().to_owned(), |(_, dir)| PathBuf::from(dir));
    small(&dir, runs);
    throughput(&dir, mib);
}

/// The least a wrapper can do: a pipe, a fork, an exec, a read to the end, a wait.
fn exec_with_pipe(command: &[String]) {
    let output = Command::new(&command[0]).args(&command[1..]).stdin(Stdio::inherit()).output();
    assert!(output.is_ok_and(|output| output.status.success()));
}

fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn ctx(home: &Path) -> Command {
    let mut command = Command::new(CTX);
    command.env("CTX_HOME", home).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    assert!(command.status().expect("it starts").success());
    start.elapsed()
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// A name, how to start it, the times it took.
type Row<'a> = (&'a str, Box<dyn Fn() -> Command + 'a>, Vec<Duration>);

fn small(dir: &Path, runs: usize) {
    let home = dir.join("store-small");
    let me = std::env::current_exe().expect("this program");
    let five_kb = dir.join("five-kb");
    std::fs::write(&five_kb, "a line of output, one of many like it\n".repeat(135)).expect("a small file");
    let mut rows: Vec<Row<'_>> = vec![
        ("true, bare", Box::new(|| Command::new("true")), vec![]),
        (
            "fork + exec + pipe",
            Box::new(|| {
                let mut command = Command::new(&me);
                command.args(["--exec-with-pipe", "true"]);
                command
            }),
            vec![],
        ),
        (
            "sh -c true",
            Box::new(|| {
                let mut command = Command::new("sh");
                command.args(["-c", "true"]);
                command
            }),
            vec![],
        ),
        (
            "ctx --version",
            Box::new(|| {
                let mut command = ctx(&home);
                command.arg("--version");
                command
            }),
            vec![],
        ),
        (
            "ctx run -- true",
            Box::new(|| {
                let mut command = ctx(&home);
                command.args(["run", "--", "true"]);
                command
            }),
            vec![],
        ),
        (
            "ctx run -- cat 5kb",
            Box::new(|| {
                let mut command = ctx(&home);
                command.args(["run", "--", "cat"]).arg(&five_kb);
                command
            }),
            vec![],
        ),
    ];
    for round in 0..runs + 10 {
        for (_, command, times) in &mut rows {
            let took = time(command().stdin(Stdio::null()).stdout(Stdio::null()));
            if round >= 10 {
                times.push(took);
            }
        }
    }
    let medians: Vec<(&str, f64)> = rows.iter_mut().map(|(name, _, times)| (*name, median(times))).collect();
    let (bare, pipe, sh) = (medians[0].1, medians[1].1, medians[2].1);
    say(format_args!(
        "{:<22}{:>10}{:>14}{:>16}{:>14}",
        format!("median of {runs}"),
        "ms",
        "over bare ms",
        "x fork+exec+pipe",
        "x sh -c true"
    ));
    for (name, ms) in medians {
        say(format_args!("{name:<22}{ms:>10.2}{:>14.2}{:>16.2}{:>14.2}", ms - bare, ms / pipe, ms / sh));
    }
    let peak = peak_memory(ctx(&home).args(["run", "--", "true"]));
    say(format_args!("peak memory of ctx run -- true: {peak:.1} MiB"));
}

fn throughput(dir: &Path, mib: usize) {
    let data = dir.join("data");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&data).expect("a data file"));
    let mut state = 1u64;
    let (mut written, mut line) = (0usize, String::new());
    while written < mib << 20 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        line.clear();
        let level = if state >> 60 == 0 { "WARN retry" } else { "INFO served" };
        line += &format!(
            "2026-01-01T00:{:02}:{:02}Z {level} request={:x} path=/api/items/{} in {} ms\n",
            (state >> 20) % 60,
            (state >> 10) % 60,
            state >> 40,
            (state >> 33) % 5000,
            (state >> 50) % 900
        );
        file.write_all(line.as_bytes()).expect("data");
        written += line.len();
    }
    file.into_inner().expect("data");
    let rate = |took: Duration| written as f64 / 1e6 / took.as_secs_f64();
    let mut cat = Command::new("sh");
    cat.args(["-c", "cat \"$0\" > \"$1\""]).arg(&data).arg(dir.join("copy"));
    let mut piped = Command::new("sh");
    piped.args(["-c", "cat \"$0\" | cat > \"$1\""]).arg(&data).arg(dir.join("copy"));
    let home = dir.join("store-large");
    let (mut direct, mut pipe, mut wrapped) = (Vec::new(), Vec::new(), Vec::new());
    let mut memory = 0f64;
    for _ in 0..3 {
        let _ = std::fs::remove_dir_all(&home);
        direct.push(time(&mut cat));
        pipe.push(time(&mut piped));
        let start = Instant::now();
        memory = memory.max(peak_memory(ctx(&home).args(["run", "--", "cat"]).arg(&data)));
        wrapped.push(start.elapsed());
    }
    let best = |times: &[Duration]| times.iter().min().copied().unwrap_or_default();
    let (direct, pipe, wrapped) = (best(&direct), best(&pipe), best(&wrapped));
    let stored: u64 = std::fs::read_dir(&home)
        .expect("the store")
        .flatten()
        .filter_map(|file| file.metadata().ok())
        .map(|meta| meta.len())
        .sum();
    say(format_args!("\n{mib} MiB of log lines, best of 3"));
    for (name, took) in [("cat >file", direct), ("cat | cat >file", pipe), ("ctx run -- cat", wrapped)] {
        say(format_args!(
            "{name:<22}{:>10.0} MB/s{:>10.2} x cat >file",
            rate(took),
            took.as_secs_f64() / direct.as_secs_f64()
        ));
    }
    say(format_args!("peak memory {memory:.1} MiB, stored {:.3} of the raw bytes", stored as f64 / written as f64));
}

/// Peak resident memory in MiB of a command that must succeed.
fn peak_memory(command: &mut Command) -> f64 {
    let pid = command.spawn().expect("it starts").id() as i32;
    let mut status = 0;
    // SAFETY: waits for our own child and fills both.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::wait4(pid, &mut status, 0, &mut usage);
        usage
    };
    assert_eq!(status, 0);
    usage.ru_maxrss as f64 / 1024.0
}
