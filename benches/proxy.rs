//! What the proxy adds to requests of 300 KB and 1.5 MB with one new result each, against the same without it, the two
//! taking turns; its processor time and its memory.
//! `cargo bench --bench proxy -- [--runs N]`. Figures are of the machine's load as well: look at the difference.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

/// A conversation of about this many bytes, with one call more each time.
fn conversation(calls: usize) -> Value {
    let mut messages = vec![json!({ "role": "user", "content": "Please build all parts." })];
    for n in 0..calls {
        let text: String =
            (0..100).map(|line| format!("{n}:{line} the module {} of part {n} was built\n", line * n)).collect();
        let id = format!("toolu_{n}");
        messages.push(json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": format!("make {n}") } }] }));
        messages.push(
            json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": text }] }),
        );
    }
    json!({ "model": "m", "messages": messages })
}

fn provider() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut out = stream.try_clone().expect("a stream");
                let mut input = BufReader::new(stream);
                loop {
                    let (mut length, mut line) = (0, String::new());
                    while line != "\r\n" {
                        line.clear();
                        if input.read_line(&mut line).unwrap_or(0) == 0 {
                            return;
                        }
                        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                            length = value.trim().parse().unwrap_or(0);
                        }
                    }
                    let mut body = vec![0; length];
                    if input.read_exact(&mut body).is_err()
                        || out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").is_err()
                    {
                        return;
                    }
                }
            });
        }
    });
    port
}

fn ask(stream: &mut TcpStream, port: u16, target: &str, body: &str) -> Duration {
    let began = Instant::now();
    let head = format!("POST {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).expect("a request");
    let mut answer = [0; 40];
    stream.read_exact(&mut answer).expect("an answer");
    began.elapsed()
}

/// Processor time that a process has used, in milliseconds.
fn used(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let ticks: u64 = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11)
        .take(2)
        .flat_map(str::parse::<u64>)
        .sum();
    // SAFETY: sysconf has no preconditions.
    ticks as f64 * 1000.0 / unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let runs = args.iter().position(|arg| arg == "--runs").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(60);
    let home = tempfile::tempdir().expect("a temp dir");
    let upstream = provider();
    let mut child = Command::new(CTX)
        .arg("proxy")
        .env("HOME", home.path())
        .env("CTX_HOME", home.path().join("store"))
        .current_dir(home.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the proxy");
    let task = json!({ "agent": "claude-code", "routes": [{ "base": format!("http://127.0.0.1:{upstream}") }] });
    child.stdin.take().expect("stdin").write_all(task.to_string().as_bytes()).expect("a task");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("stdout")).read_line(&mut line).expect("an address");
    let address = line.trim().strip_prefix("ready http://127.0.0.1:").expect("an address").to_owned();
    let at = address.find('/').unwrap_or(address.len());
    let (port, target) = (address[..at].parse().expect("a port"), format!("{}/0/v1/messages", &address[at..]));
    let mut through = TcpStream::connect(("127.0.0.1", port)).expect("the proxy");
    let mut direct = TcpStream::connect(("127.0.0.1", upstream)).expect("the provider");
    let mut out = std::io::stdout().lock();
    for calls in [56, 275] {
        let (mut with, mut without, mut size) = (Vec::new(), Vec::new(), 0);
        // The conversation that is there at the start is decided once; then a call comes with each request.
        ask(&mut through, port, &target, &conversation(calls).to_string());
        let before = used(child.id());
        for run in 1..=runs {
            // About the same size throughout: the conversation of a test is longer at its end.
            let body = conversation(calls + run).to_string();
            size += body.len();
            with.push(ask(&mut through, port, &target, &body));
            without.push(ask(&mut direct, upstream, "/v1/messages", &body));
        }
        let processor = (used(child.id()) - before) / runs as f64;
        let (with, without) = (median(&mut with), median(&mut without));
        let _ = writeln!(
            out,
            "{runs} requests of {} KB: p50 {with:.2} ms with the proxy, {without:.2} ms without: {:.2} ms more; {processor:.2} ms of processor time each, all threads",
            size / runs / 1000,
            with - without,
        );
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim().to_owned();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let _ = writeln!(out, "peak {peak}; load of the machine {}", load.split(' ').next().unwrap_or("unknown"));
    let _ = child.kill();
    let _ = child.wait();
}
