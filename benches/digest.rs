//! Digest throughput: 50 MB of each fixture's output, cleaned, read and rendered, against `grep -cE 'error|fail'` on the same bytes.
//! Both in processor time, so that the figures are those of the program also where others use the machine.
//! `cargo bench --bench digest -- [--mb N] [FIXTURES]`; FIXTURES is a folder of FAMILY/CASE.{raw,toml}, by default the repository's.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use ctx::capture::text::TextBuilder;
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, digest, render};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let mb: usize =
        args.iter().position(|arg| arg == "--mb").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(50);
    let given =
        args.iter().enumerate().find(|(at, arg)| !arg.starts_with("--") && (*at == 0 || args[at - 1] != "--mb"));
    let root =
        given.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"), |(_, dir)| PathBuf::from(dir));
    let temp = tempfile::tempdir().expect("a temp dir");
    let mut families: Vec<PathBuf> = std::fs::read_dir(&root)
        .expect("fixtures")
        .flatten()
        .map(|dir| dir.path())
        .filter(|dir| dir.is_dir())
        .collect();
    families.sort();
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "{:<34}{:<22}{:>10}{:>12}{:>9}",
        format!("{mb} MB of"),
        "read by",
        "ctx MB/s",
        "grep MB/s",
        "x grep"
    );
    let mut ratios = Vec::new();
    for family in families {
        // The largest fixture of a family says most about long outputs.
        let largest = std::fs::read_dir(&family)
            .expect("a family")
            .flatten()
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|end| end == "raw"))
            .max_by_key(|path| path.metadata().map_or(0, |meta| meta.len()));
        let Some(raw) = largest.filter(|path| path.metadata().is_ok_and(|meta| meta.len() > 0)) else { continue };
        let unit = std::fs::read(&raw).expect("a fixture");
        let meta: toml::Table =
            std::fs::read_to_string(raw.with_extension("toml")).expect("its facts").parse().expect("TOML");
        let data = unit.repeat(mb * 1_000_000 / unit.len() + 1);
        let call = CommandAndStatus {
            argv: vec![meta["command"].as_str().unwrap_or_default().to_owned()],
            status: CommandEndStatus::Exit(meta["exit"].as_integer().unwrap_or(0) as i32),
        };
        let start = time_of(libc::RUSAGE_SELF);
        let mut builder = TextBuilder::default();
        for block in data.chunks(1 << 20) {
            builder.push(block);
        }
        let text = builder.finish();
        let found = digest(&text, &call);
        let body = render(&found, &text, &Budgets::default());
        let took = (time_of(libc::RUSAGE_SELF) - start).as_secs_f64();
        assert!(!body.text.is_empty());
        let file = temp.path().join("data");
        std::fs::write(&file, &data).expect("a data file");
        let start = time_of(libc::RUSAGE_CHILDREN);
        // Not to /dev/null: there grep stops at the first match.
        let _ = Command::new("grep").args(["-a", "-cE", "error|fail"]).arg(&file).stdout(Stdio::piped()).output();
        let grep = (time_of(libc::RUSAGE_CHILDREN) - start).as_secs_f64();
        let name = raw.strip_prefix(&root).map_or(String::new(), |path| path.with_extension("").display().to_string());
        let rate = |seconds: f64| data.len() as f64 / 1e6 / seconds;
        ratios.push(rate(took));
        let reader = found.reader.chars().take(20).collect::<String>();
        let _ = writeln!(
            out,
            "{name:<34}{reader:<22}{:>10.0}{:>12.0}{:>9.2}",
            rate(took),
            rate(grep),
            rate(took) / rate(grep)
        );
    }
    ratios.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
        let _ = writeln!(out, "least {least:.0}, median {:.0}, most {most:.0} MB/s", ratios[ratios.len() / 2]);
    }
}

/// The processor time of this process, or of those that it has waited for, so far.
fn time_of(whose: libc::c_int) -> Duration {
    // SAFETY: a structure of numbers, for which zero is a value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: it is filled by the call, which keeps no pointer to it.
    unsafe { libc::getrusage(whose, &mut used) };
    let part = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    part(used.ru_utime) + part(used.ru_stime)
}
