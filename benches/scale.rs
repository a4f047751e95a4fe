//! What each command costs in a store that grew: `cargo bench --bench scale -- [--entries 1000,10000,50000] [--huge]
//! [--program CTX] [--against CTX]`. Stores are made by importing a transcript of different commands, a tenth of which fail for good;
//! `--huge` adds one of 200,000 entries. A second program gets stores of its own, and its figures beside. Figures are
//! milliseconds of processor time (median); of the first search also the time by the clock and the memory.

use std::fmt::Write as _;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");
/// Entries that are imported on top.
const MORE: usize = 2_000;
/// Times that a short command is measured.
const TIMES: usize = 31;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let sizes = value("--entries").map_or("1000,10000,50000", String::as_str);
    let mut sizes: Vec<usize> = sizes.split(',').map(|size| size.parse().expect("--entries 1000,10000")).collect();
    if args.iter().any(|arg| arg == "--huge") {
        sizes.push(200_000);
    }
    let own = value("--program").map_or(CTX, String::as_str);
    let programs: Vec<PathBuf> =
        [own].into_iter().chain(value("--against").map(String::as_str)).map(PathBuf::from).collect();
    let temp = tempfile::tempdir().expect("a temp dir");
    let mut table: Vec<(String, Vec<String>)> = Vec::new();
    for &size in &sizes {
        let dir = temp.path().join(size.to_string());
        std::fs::create_dir(&dir).expect("a folder");
        let transcripts = [("first", 0, size), ("more", size, MORE)].map(|(name, from, count)| {
            let path = dir.join(format!("{name}.jsonl"));
            transcript(&path, &dir, from, count);
            path
        });
        let programs: Vec<Measured> = programs
            .iter()
            .enumerate()
            .map(|(at, program)| Measured { program, home: dir.join(format!("home{at}")), dir: &dir })
            .collect();
        for (name, cells) in measure(&programs, &transcripts) {
            match table.iter_mut().find(|(row, _)| *row == name) {
                Some((_, all)) => all.extend(cells),
                None => table.push((name, cells)),
            }
        }
        std::fs::remove_dir_all(&dir).expect("removed");
    }
    let mut page = format!("{:<24}", "ms of processor time");
    for size in &sizes {
        let _ = write!(page, "{:>20}", format!("{size}"));
        if programs.len() > 1 {
            let _ = write!(page, "{:>20}", "against");
        }
    }
    for (name, cells) in table {
        let _ = write!(page, "\n{name:<24}");
        for cell in cells {
            let _ = write!(page, "{cell:>20}");
        }
    }
    let _ = writeln!(std::io::stdout(), "{page}");
}

/// A program with its own store.
struct Measured<'a> {
    program: &'a Path,
    home: PathBuf,
    dir: &'a Path,
}

fn measure(programs: &[Measured<'_>], [first, more]: &[PathBuf; 2]) -> Vec<(String, Vec<String>)> {
    let mut rows = Vec::new();
    let mut row = |name: &str, cells: Vec<String>| rows.push((name.to_owned(), cells));
    let once = |args: &[&str], path: Option<&Path>| -> Vec<Cost> {
        programs.iter().map(|program| program.cost(args, path)).collect()
    };
    row("import", once(&["import"], Some(first)).iter().map(Cost::processor_ms).collect());
    row("first search", once(&["search", "checked item 77", "--again"], None).iter().map(Cost::whole).collect());
    programs.iter().for_each(Measured::index_rest);
    let commands: [(&str, &[&str]); 10] = [
        ("true", &[]),
        ("--version", &["--version"]),
        ("run -- true", &["run", "--", "true"]),
        ("store", &["store", "--cmd", "make"]),
        ("get", &["get", "@", "--lines", "1:20"]),
        ("history", &["history"]),
        ("search", &["search", "linker refused module 31", "--again"]),
        ("search --grep", &["search", "--grep", "module_31[0-9]: undefined.*symbol_ab"]),
        ("context", &["context"]),
        ("stats", &["stats"]),
    ];
    for (name, args) in commands {
        let times = if matches!(name, "stats" | "context" | "search --grep") { 5 } else { TIMES };
        let mut costs: Vec<Vec<Cost>> = programs.iter().map(|_| Vec::new()).collect();
        for _ in 0..times {
            for (at, program) in programs.iter().enumerate() {
                costs[at].push(program.cost(args, None));
            }
        }
        row(name, costs.into_iter().map(median).collect());
    }
    row(&format!("import of {MORE} more"), once(&["import"], Some(more)).iter().map(Cost::processor_ms).collect());
    row("search after that", once(&["search", "checked item 78", "--again"], None).iter().map(Cost::whole).collect());
    programs.iter().for_each(Measured::index_rest);
    rows
}

impl Measured<'_> {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = if args.is_empty() { Command::new("true") } else { Command::new(self.program) };
        command.args(args).current_dir(self.dir).env("CTX_HOME", &self.home).env("HOME", &self.home);
        command.env("CTX_SESSION", "bench").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if args.first() == Some(&"store") {
            command.stdin(std::fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("a file"));
        }
        command
    }

    fn cost(&self, args: &[&str], path: Option<&Path>) -> Cost {
        let mut command = self.command(args);
        command.args(path);
        let started = Instant::now();
        // It is waited for by its number, which gives its own usage.
        #[allow(clippy::zombie_processes)]
        let child = command.spawn().expect("it starts");
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        let mut status = 0;
        // SAFETY: the child is ours and was not waited for; both places live as long as the call.
        let usage = unsafe {
            libc::wait4(child.id() as i32, &mut status, 0, usage.as_mut_ptr());
            usage.assume_init()
        };
        let clock = started.elapsed();
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) <= 1, "{args:?} ended with {status}");
        let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
        Cost { processor: time(usage.ru_utime) + time(usage.ru_stime), clock, memory_kib: usage.ru_maxrss }
    }

    /// Indexes what is left; a program that does not know the flag has done so in its first search.
    fn index_rest(&self) {
        self.command(&["search", "--complete", "checked"]).status().expect("it starts");
    }
}

struct Cost {
    processor: Duration,
    clock: Duration,
    memory_kib: i64,
}

impl Cost {
    fn processor_ms(&self) -> String {
        format!("{:.2}", self.processor.as_secs_f64() * 1e3)
    }

    fn whole(&self) -> String {
        format!("{} {:.1}s {}MB", self.processor_ms(), self.clock.as_secs_f64(), self.memory_kib / 1024)
    }
}

fn median(mut costs: Vec<Cost>) -> String {
    costs.sort_by_key(|cost| cost.processor);
    costs[costs.len() / 2].processor_ms()
}

/// A transcript of this many commands in `dir`, all with outputs of their own; every tenth fails and is never run again.
fn transcript(path: &Path, dir: &Path, from: usize, count: usize) {
    let mut file = BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut state = 0x2545_f491_4f6c_dd1d_u64 + from as u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let begin = 1_767_225_600 + 60 * from as u64;
    for n in from..from + count {
        let failed = n % 10 == 3;
        let mut lines: String = (0..next() % 24)
            .map(|line| {
                format!("src/module_{}.rs:{line}: checked item {:x} in {} ms\\n", next() % 900, next(), next() % 1000)
            })
            .collect();
        if failed {
            let _ = write!(
                lines,
                "error: linker refused module_{}: undefined reference to symbol_{:x}\\n",
                next() % 900,
                next()
            );
        }
        let at = jiff::Timestamp::from_second((begin + 60 * (n - from) as u64) as i64).expect("a time");
        let (error, cwd, session) = (if failed { ",\"is_error\":true" } else { "" }, dir.display(), n / 400);
        let head = format!("\"sessionId\":\"s{session}\",\"timestamp\":\"{at}\",\"cwd\":\"{cwd}\"");
        writeln!(
            file,
            "{{\"type\":\"assistant\",\"uuid\":\"a{n}\",{head},\"message\":{{\"content\":[{{\"type\":\"tool_use\",\"id\":\"t{n}\",\"name\":\"Bash\",\"input\":{{\"command\":\"make target{} V={n}\"}}}}]}}}}\n\
             {{\"type\":\"user\",\"uuid\":\"u{n}\",{head},\"message\":{{\"content\":[{{\"type\":\"tool_result\",\"tool_use_id\":\"t{n}\"{error},\"content\":\"Exit code {}\\n{lines}\"}}]}}}}",
            n % 100, u8::from(failed)
        )
        .expect("written");
    }
    file.flush().expect("written");
}
