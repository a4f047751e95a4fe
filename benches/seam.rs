//! The cost of ctx in a shell's place: `bash -c true` through its link and through BASH_ENV, against bash alone.
//! `cargo bench --bench seam -- [--runs N]`

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const CTX: &str = env!("CARGO_BIN_EXE_ctx");

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let runs = args.iter().position(|arg| arg == "--runs").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(400);
    let home = tempfile::tempdir().expect("a temp dir");
    let folder = ctx_agents::install::shell::ShellFolder::in_store_dir(home.path());
    std::fs::create_dir_all(folder.zsh_startup_dir()).expect("the folder");
    for (file, text) in folder.startup_files_and_contents() {
        std::fs::write(file, text).expect("a file that shells read first");
    }
    for link in folder.all_shell_links() {
        std::os::unix::fs::symlink(CTX, link).expect("a link");
    }
    let five_kb = home.path().join("five-kb");
    std::fs::write(&five_kb, "a line of output, one of many like it\n".repeat(135)).expect("a small file");
    let cat = format!("cat {}", five_kb.display());
    let link = folder.shell_link("bash");
    let bash = Path::new("/bin/bash");
    let env = folder.bash_env_file();
    // A login shell reads this machine's profile, and one with functions.
    std::fs::write(home.path().join(".bash_profile"), "greet() { echo \"hello $*\"; }\nplain=value\n")
        .expect("a profile");
    // A name, the program, its option, the script, and the file that bash reads first.
    type Row<'a> = (&'a str, &'a Path, &'a str, &'a str, Option<&'a Path>);
    let rows: [Row<'_>; 9] = [
        ("bash -c true", bash, "-c", "true", None),
        ("through the link", &link, "-c", "true", None),
        ("through BASH_ENV", bash, "-c", "true", Some(&env)),
        ("the link, # ctx:off", &link, "-c", "true # ctx:off", None),
        ("bash -c 'cat 5kb'", bash, "-c", &cat, None),
        ("through the link", &link, "-c", &cat, None),
        ("through BASH_ENV", bash, "-c", &cat, Some(&env)),
        ("bash -lc true", bash, "-lc", "true", None),
        ("through BASH_ENV", bash, "-lc", "true", Some(&env)),
    ];
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); rows.len()];
    for round in 0..runs + 10 {
        for ((_, program, option, script, env), times) in rows.iter().zip(&mut times) {
            let mut command = Command::new(program);
            command.args([option, script]).current_dir(home.path()).env("HOME", home.path());
            command.env("CTX_HOME", home.path().join("store")).env("PATH", "/usr/local/bin:/usr/bin:/bin");
            for name in ["BASH_ENV", "CLAUDE_PID", "OPENCODE_PID"] {
                command.env_remove(name);
            }
            // Every agent has it; without it bash looks it up in the list of users, once more where it starts twice.
            command.env("SHELL", "/bin/bash");
            // As Codex starts a shell for its model: ctx acts only there.
            command.env("CODEX_THREAD_ID", "bench").env("SHLVL", "1").process_group(0);
            command.envs(env.map(|env| ("BASH_ENV", env)));
            let start = Instant::now();
            let output = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output();
            assert!(output.expect("it starts").status.success());
            if round >= 10 {
                times.push(start.elapsed());
            }
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e3
        })
        .collect();
    let mut out = std::io::stdout();
    let _ = writeln!(out, "{:<22}{:>10}{:>14}", format!("median of {runs}"), "ms", "over bash ms");
    for (at, ((name, ..), ms)) in rows.iter().zip(&medians).enumerate() {
        let bare = medians[[7, 4, 0].into_iter().find(|first| at >= *first).unwrap_or_default()];
        let _ = writeln!(out, "{name:<22}{ms:>10.2}{:>14.2}", ms - bare);
    }
}
