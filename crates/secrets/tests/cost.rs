//! Processor time of masking a file, to compare two builds: run both binaries in turns with the same file and take the
//! ratio of the medians. `CTX_MASK_FILE=FILE CTX_COUNT=N cargo test -p ctx-secrets --test cost -- --ignored --nocapture`

#![expect(clippy::print_stdout, reason = "a figure to compare")]

use std::time::Duration;

use ctx_secrets::{Masker, TextKind};

/// Of this process, in user mode and for it in the kernel.
fn processor_time() -> Duration {
    // SAFETY: `getrusage` fills the structure it is given and keeps no reference to it.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let of = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    of(usage.ru_utime) + of(usage.ru_stime)
}

#[test]
#[ignore = "reads CTX_MASK_FILE, CTX_COUNT times"]
fn the_time_of_masking_a_file() {
    let path = std::env::var("CTX_MASK_FILE").expect("CTX_MASK_FILE: a file");
    let count = std::env::var("CTX_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(1);
    let bytes = std::fs::read(path).expect("the file can be read");
    let masker = Masker::default();
    let before = processor_time();
    let mut spans = 0;
    for _ in 0..count {
        spans += masker.for_text_kind(TextKind::default()).find_secret_spans(&bytes).iter().count();
    }
    println!("{:.3} ms each, {} spans", (processor_time() - before).as_secs_f64() * 1e3 / f64::from(count), spans);
}
