//! Megabytes a second on one core beside ctags on the same files, one file in a fresh process, a thousand in parallel.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{SourceFile, peek_output, print_line};

/// Rounds of each fresh process.
const ROUNDS: usize = 21;

pub fn run(files: &[SourceFile], ctx: Option<&Path>) {
    measure_throughput(files);
    let Some(ctx) = ctx else {
        print_line("no --ctx BINARY given: fresh processes were not measured".to_owned());
        return;
    };
    measure_peek_of_file(files, ctx);
    measure_peek_of_folder(files, ctx);
}

/// Seconds of processor time so far: of this process, or of the children it waited for.
fn processor_time(whose: libc::c_int) -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: getrusage fills the struct that it is handed; on failure it stays zero.
    let usage = unsafe {
        libc::getrusage(whose, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

fn measure_processor_time<T>(whose: libc::c_int, work: impl FnOnce() -> T) -> (T, f64) {
    let before = processor_time(whose);
    let done = work();
    (done, processor_time(whose) - before)
}

/// Processor time, so that a busy machine tells the same.
fn measure_throughput(files: &[SourceFile]) {
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    let outlines = || files.iter().map(|file| peek_output(&file.path, &file.text).len()).sum::<usize>();
    let (printed, own) = measure_processor_time(libc::RUSAGE_SELF, outlines);
    let parse_all = || {
        for file in files {
            drop(syn::parse_file(&file.text));
            proc_macro2::extra::invalidate_current_thread_spans();
        }
    };
    let ((), parsing) = measure_processor_time(libc::RUSAGE_SELF, parse_all);
    let mut list = tempfile::NamedTempFile::new().expect("a temp file");
    for file in files {
        writeln!(list, "{}", file.path.display()).expect("a list");
    }
    let mut ctags = Command::new("ctags");
    ctags.args(["--languages=Rust", "--quiet", "-f", "-", "-L"]).arg(list.path());
    let run = || ctags.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let (ctags, theirs) = measure_processor_time(libc::RUSAGE_CHILDREN, run);
    let per_second = |seconds: f64| bytes as f64 / 1e6 / seconds;
    print_line(format!(
        "outline: {} files, {:.1} MB to {:.1} MB, {:.1} MB/s a core; syn alone parses {:.1} MB/s",
        files.len(),
        bytes as f64 / 1e6,
        printed as f64 / 1e6,
        per_second(own),
        per_second(parsing)
    ));
    match ctags {
        Ok(status) if status.success() => {
            let ratio = own / theirs;
            print_line(format!(
                "ctags on the same files: {:.1} MB/s; ctx takes {ratio:.2} x its time",
                per_second(theirs)
            ));
        }
        _ => print_line("ctags is not installed: nothing to compare with".to_owned()),
    }
}

/// The least and the median of several runs.
fn least_and_median_time(mut run: impl FnMut()) -> (f64, f64) {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    (ms(times[0]), ms(times[ROUNDS / 2]))
}

/// A fresh `ctx` in a home of its own, with no outline kept from before.
fn run_fresh_ctx(ctx: &Path, args: &[&str]) {
    let home = tempfile::tempdir().expect("a home");
    let start = Command::new(ctx).args(args).env("CTX_HOME", home.path()).stdout(Stdio::null()).status();
    assert!(start.is_ok_and(|status| status.success()), "ctx {args:?} failed");
}

fn measure_peek_of_file(files: &[SourceFile], ctx: &Path) {
    let near = |file: &&SourceFile| file.text.len().abs_diff(100_000);
    let Some(file) = files.iter().min_by_key(near) else { return };
    let path = file.path.display().to_string();
    let version = least_and_median_time(|| run_fresh_ctx(ctx, &["--version"]));
    let peek = least_and_median_time(|| run_fresh_ctx(ctx, &["peek", &path]));
    print_line(format!(
        "one file of {} bytes, cold: {:.1} ms at best, median {:.1} (ctx --version: {:.1}, {:.1}), {ROUNDS} runs each",
        file.text.len(),
        peek.0,
        peek.1,
        version.0,
        version.1
    ));
}

fn measure_peek_of_folder(files: &[SourceFile], ctx: &Path) {
    let dir = tempfile::tempdir().expect("a temp dir");
    let mut bytes = 0;
    let step = (files.len() / 1000).max(1);
    let mut count = 0;
    for (at, file) in files.iter().step_by(step).take(1000).enumerate() {
        let below = dir.path().join(format!("part{}", at / 50));
        std::fs::create_dir_all(&below).expect("a folder");
        std::fs::write(below.join(format!("file{at}.rs")), &file.text).expect("a file");
        bytes += file.text.len();
        count += 1;
    }
    let path = dir.path().display().to_string();
    let start = Instant::now();
    run_fresh_ctx(ctx, &["peek", &path]);
    let took = start.elapsed();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    print_line(format!(
        "peek DIR of {count} files ({:.1} MB) on {cores} cores: {:.0} ms",
        bytes as f64 / 1e6,
        took.as_secs_f64() * 1e3
    ));
}
