//! Changed fixtures through everything that reads what others wrote, for as long as one likes: executions a second, and the input
//! that broke something. `cargo bench --bench fuzz -- [SECONDS [TARGET [SEED]]]`; without cargo-fuzz and on any toolchain.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

#[path = "../fuzz/fuzz_targets/shared/checks.rs"]
mod checks;
#[path = "../fuzz/fuzz_targets/shared/mutate.rs"]
mod mutate;

use mutate::Random;

type Check = fn(&mut Random, &[u8]);

const TARGETS: &[(&str, &str, Check)] = &[
    ("clean", "fixtures", |random, bytes| checks::clean(random.next() as u16, bytes)),
    ("digest", "fixtures", |random, bytes| checks::digest(random.of(checks::COMMANDS), random.next() as u8, bytes)),
    ("mask", "fixtures", |_, bytes| checks::mask(&String::from_utf8_lossy(bytes))),
    ("shell", "fixtures/shell", |random, bytes| {
        let text = String::from_utf8_lossy(bytes);
        checks::shell(text.lines().nth(random.below(20)).unwrap_or(&text));
    }),
    ("seam", "fixtures/shell", |random, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let line = text.lines().nth(random.below(20)).unwrap_or(&text).to_owned();
        checks::seam(&mutate::wrapped(random, &line));
    }),
    ("hook", "fixtures/agents", |random, bytes| {
        let payload = mutate::payload(random, &String::from_utf8_lossy(bytes));
        checks::hook(random.next() as u8, random.next() as u8, &payload);
    }),
    ("settings", "fixtures/agents", |random, bytes| {
        checks::settings(random.next() as u8, &String::from_utf8_lossy(bytes))
    }),
];

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let seconds: u64 = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(5);
    let wanted = args.next();
    let seed: u64 = args.next().and_then(|arg| arg.parse().ok()).unwrap_or(1);
    let mut out = std::io::stdout();
    let mut broken = 0;
    for (name, folder, check) in TARGETS {
        if wanted.as_deref().is_some_and(|wanted| wanted != *name && wanted != "all") {
            continue;
        }
        let corpus = mutate::corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let (began, mut done, mut found) = (Instant::now(), 0u64, 0u64);
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut slowest = (Duration::ZERO, Vec::new());
        while began.elapsed() < Duration::from_secs(seconds) && found < 20 {
            let input = mutate::input(&mut random, &corpus);
            let state = random.next();
            let start = Instant::now();
            let held = std::panic::catch_unwind(|| check(&mut Random(state), &input));
            let took = start.elapsed();
            if took > slowest.0 {
                slowest = (took, input.clone());
            }
            done += 1;
            if held.is_err() {
                found += 1;
                let file = std::env::temp_dir().join(format!("ctx-fuzz-{name}-{seed}-{done}"));
                let _ = std::fs::write(&file, &input);
                let _ = writeln!(out, "{name}: broken by {} (state {state})", file.display());
            }
        }
        let rate = done as f64 / began.elapsed().as_secs_f64();
        let _ = writeln!(
            out,
            "{name}: {done} executions, {rate:.0} a second, {found} findings, slowest {:.1} ms for {} bytes",
            slowest.0.as_secs_f64() * 1e3,
            slowest.1.len()
        );
        broken += found;
    }
    if broken > 0 {
        std::process::abort();
    }
}
