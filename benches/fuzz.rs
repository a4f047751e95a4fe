//! Runs changed fixtures through every reader of foreign input, for as long as one likes: executions a second, and the
//! input that broke something. `cargo bench --bench fuzz -- [SECONDS [TARGET [SEED]]]`, and `-- replay FILE…` for such
//! an input; without cargo-fuzz and on any toolchain.
//!
//! With the library compiled for it (`-C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=3
//! -C llvm-args=-sanitizer-coverage-inline-8bit-counters`, by RUSTC_WORKSPACE_WRAPPER for the crate `ctx` alone) it sees which
//! branches an input reaches, goes on from those that reach new ones, and says how many it found and when.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[path = "../fuzz/fuzz_targets/shared/checks.rs"]
mod checks;
#[path = "../fuzz/fuzz_targets/shared/fold.rs"]
mod fold;
#[path = "../fuzz/fuzz_targets/shared/mutate.rs"]
mod mutate;
#[path = "../fuzz/fuzz_targets/shared/transcript.rs"]
mod transcript;

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
    ("hook", "fixtures/hooks", |random, bytes| {
        let payload = mutate::payload(random, &String::from_utf8_lossy(bytes));
        checks::hook(random.next() as u8, random.next() as u8, &payload);
    }),
    ("settings", "fixtures/agents", |random, bytes| {
        checks::settings(random.next() as u8, &String::from_utf8_lossy(bytes))
    }),
    ("wire", "fixtures", |random, bytes| checks::wire(random.next(), &String::from_utf8_lossy(bytes))),
    ("transcripts", "fixtures/shell", |random, bytes| {
        let lines = mutate::transcript(random, &String::from_utf8_lossy(bytes));
        transcript::any(random.next() as u8, random.next() as u16, &lines);
    }),
    ("fold", "fixtures/shell", |random, bytes| fold::any(&mutate::transcript(random, &String::from_utf8_lossy(bytes)))),
];

/// The counters of the instrumented library: one byte for each branch.
mod coverage {
    use std::sync::Mutex;

    static REGIONS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

    /// Called by the instrumented code when the program starts.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
        REGIONS.lock().unwrap().push((start as usize, end as usize));
    }

    /// Which branches were reached, and about how often.
    #[derive(Default)]
    pub struct Seen {
        by_branch: Vec<u8>,
        pub branches: usize,
    }

    impl Seen {
        /// Takes the counters' values and resets them; true if they show anything new.
        pub fn take(&mut self) -> bool {
            let (mut at, mut new) = (0, false);
            for &(start, end) in REGIONS.lock().unwrap().iter() {
                // SAFETY: the region belongs to the program for as long as it runs, and no other thread counts.
                let counters = unsafe { std::slice::from_raw_parts_mut(start as *mut u8, end - start) };
                self.by_branch.resize(self.by_branch.len().max(at + counters.len()), 0);
                // Most branches are not reached by most inputs: eight of them are passed over at once.
                for (counts, seen) in counters.chunks_mut(8).zip(self.by_branch[at..].chunks_mut(8)) {
                    if *counts == [0; 8] {
                        continue;
                    }
                    for (count, seen) in counts.iter_mut().zip(seen).filter(|(count, _)| **count != 0) {
                        let often = 1 << (*count).ilog2();
                        self.branches += usize::from(*seen == 0);
                        new |= *seen & often == 0;
                        *seen |= often;
                        *count = 0;
                    }
                }
                at += counters.len();
            }
            new
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let broken = match args.first().map(String::as_str) {
        Some("replay") => args[1..].iter().filter(|file| !replay(Path::new(file))).count() as u64,
        _ => {
            let seconds = args.first().and_then(|arg| arg.parse().ok()).unwrap_or(5);
            let wanted = args.get(1).map_or("all", String::as_str);
            let seed = args.get(2).and_then(|arg| arg.parse().ok()).unwrap_or(1);
            let chosen = TARGETS.iter().filter(|(name, ..)| wanted == "all" || wanted == *name);
            chosen.map(|target| fuzz(target, Duration::from_secs(seconds), seed)).sum()
        }
    };
    if broken > 0 {
        std::process::abort();
    }
}

/// How many inputs broke something.
fn fuzz((name, folder, check): &(&str, &str, Check), time: Duration, seed: u64) -> u64 {
    let mut out = std::io::stdout();
    let mut corpus = mutate::corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let (began, used, mut done, mut found) = (Instant::now(), processor_time(), 0u64, 0u64);
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut slowest = (Duration::ZERO, 0);
    let mut seen = coverage::Seen::default();
    let (mut kept, mut last_new, mut at_nine_tenths) = (0, Duration::ZERO, 0);
    while began.elapsed() < time && found < 20 {
        let input = mutate::input(&mut random, &corpus);
        let state = random.next();
        let start = Instant::now();
        let held = std::panic::catch_unwind(|| check(&mut Random(state), &input));
        slowest = slowest.max((start.elapsed(), input.len()));
        done += 1;
        if held.is_err() {
            found += 1;
            let file = std::env::temp_dir().join(format!("ctx-fuzz.{name}.{state}"));
            let _ = std::fs::write(&file, &input);
            let _ = writeln!(out, "{name}: broken by {}", file.display());
        }
        if seen.take() {
            last_new = began.elapsed();
            kept += 1;
            corpus.push(input);
        }
        if began.elapsed() < time * 9 / 10 {
            at_nine_tenths = seen.branches;
        }
    }
    let rate = done as f64 / began.elapsed().as_secs_f64();
    let own = done as f64 / (processor_time() - used).as_secs_f64().max(1e-3);
    let _ = writeln!(
        out,
        "{name}: {done} executions, {rate:.0} a second ({own:.0} of processor time), {found} findings, slowest {:.1} ms for {} bytes",
        slowest.0.as_secs_f64() * 1e3,
        slowest.1
    );
    if seen.branches > 0 {
        let _ = writeln!(
            out,
            "{name}: {} branches, {} of them in the last tenth of the time; {kept} inputs told something new, the last after {:.0} s of {:.0}",
            seen.branches,
            seen.branches - at_nine_tenths,
            last_new.as_secs_f64(),
            began.elapsed().as_secs_f64()
        );
    }
    found
}

/// Processor time of this process so far: it does not depend on what else runs on this machine.
fn processor_time() -> Duration {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the struct it is given.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// An input that was found, once more; its target and its state are in its name.
fn replay(file: &Path) -> bool {
    let name = PathBuf::from(file.file_name().unwrap_or_default()).display().to_string();
    let mut parts = name.split('.').skip(1);
    let target = parts.next().and_then(|name| TARGETS.iter().find(|target| target.0 == name));
    let (Some((_, _, check)), Some(state), Ok(input)) =
        (target, parts.next().and_then(|state| state.parse().ok()), std::fs::read(file))
    else {
        panic!("{}: not an input that was found", file.display())
    };
    std::panic::catch_unwind(|| check(&mut Random(state), &input)).is_ok()
}
