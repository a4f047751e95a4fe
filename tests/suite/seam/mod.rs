//! ctx in a shell's place.

mod agent;
mod live;
mod login;
pub mod reader;
mod same;
mod taken_in;
mod unusual;

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::harness::{CTX, Done, Home, binary, done, eventually, finish, is_alive, skip};

/// A folder with links that lead to ctx, and the files that shells read first.
pub fn shells(home: &Home) -> PathBuf {
    let folder = home.path().join("shell");
    std::fs::create_dir_all(folder.join("zsh-env")).unwrap();
    let files = ctx_agents::install::shell::ShellFolder::in_store_dir(home.path()).startup_files_and_contents();
    for (file, text) in files {
        std::fs::write(file, text).unwrap();
    }
    for name in ["bash", "zsh", "sh", "ctx-from-bash", "ctx-from-zsh"] {
        symlink(binary(), folder.join(name)).unwrap();
    }
    folder
}

/// Marks a shell as Codex marks those that it starts for its model.
pub fn as_agent(command: &mut Command) {
    command.env("CODEX_THREAD_ID", "thread-1").env_remove("CLAUDE_PID").env_remove("OPENCODE_PID");
}

struct Seam {
    home: Home,
    folder: PathBuf,
}

impl Seam {
    fn new() -> Seam {
        let home = Home::new();
        let folder = shells(&home);
        Seam { home, folder }
    }

    fn command(&self, script: &str) -> Command {
        let mut command = self.home.program(self.folder.join("bash").to_str().unwrap(), ["-c", script]);
        command.env("SHELL", "/bin/bash");
        as_agent(&mut command);
        command
    }

    fn bash(&self, script: &str) -> Done {
        finish(&mut self.command(script))
    }

    /// The same through the file that bash reads first.
    fn by_env(&self, script: &str) -> Command {
        let mut command = self.home.program("/bin/bash", ["-c", script]);
        command.env("BASH_ENV", self.folder.join("bash-env.sh"));
        as_agent(&mut command);
        command
    }

    /// The last entry of this conversation.
    fn get(&self, more: &[&str]) -> Done {
        let mut get = self.home.command(["get", "@"].iter().chain(more));
        as_agent(&mut get);
        finish(&mut get)
    }

    /// Names and statuses of the kept entries, oldest first.
    fn kept(&self) -> Vec<(String, Option<i32>)> {
        let db = self.home.database();
        let mut rows = db.prepare("SELECT command, exit_code FROM entry WHERE kind = 'run' ORDER BY id").unwrap();
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(|row| row.unwrap()).collect()
    }
}

#[test]
fn a_small_output_is_passed_on_unchanged() {
    let seam = Seam::new();
    let done = seam.bash("printf 'a\\033[31mred\\033[0m\\r\\n\\377'; printf 'oops' >&2; exit 3");
    assert_eq!(done.bytes, b"a\x1b[31mred\x1b[0m\r\n\xff");
    assert_eq!((done.err.as_str(), done.code), ("oops", 3));
    assert_eq!(seam.kept().len(), 1);
    let done = seam.bash("true");
    assert_eq!((done.out.as_str(), done.err.as_str(), done.code), ("", "", 0));
}

#[test]
fn the_output_of_a_quick_command_waits_in_the_spool_and_every_reader_sees_it() {
    let seam = Seam::new();
    let spool = seam.home.store().join("spool");
    let waiting = || std::fs::read_dir(&spool).map_or(0, |files| files.count());
    assert_eq!(seam.bash("echo the first one makes the store").code, 0);
    // A busy machine may take longer over one than it is given.
    let quick = |script: &str| {
        for _ in 0..20 {
            let done = seam.bash(script);
            if waiting() > 0 {
                return done;
            }
        }
        panic!("`{script}` never waits");
    };
    let done = quick("echo 'src/a.c:3:5: error: unknown type name foo' >&2; exit 3");
    assert_eq!((done.err.as_str(), done.code), ("src/a.c:3:5: error: unknown type name foo\n", 3));
    let listed = seam.home.ctx(["history", "--json"]).out;
    assert!(listed.contains("unknown type name foo") && waiting() == 0, "{listed}");
    assert_eq!(seam.get(&["--raw"]).out, "src/a.c:3:5: error: unknown type name foo\n");
    let found = seam.get(&["--findings"]).out;
    assert!(found.contains("src/a.c:3:5"), "{found}");
    let errors: i64 = seam
        .home
        .database()
        .query_row("SELECT count(*) FROM event WHERE category = 'error'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(errors, 1);
    // A long command, or one that prints much, is stored after earlier ones.
    quick("echo earlier");
    seam.bash("seq 1 4000");
    let kept = seam.kept();
    assert_eq!((waiting(), kept.last().unwrap().0.as_str()), (0, "seq 1 4000"));
    assert!(kept.iter().any(|(command, _)| command == "echo earlier"));
    // A line says where something was masked, and names the entry.
    let secret = finish(seam.command("echo pass $MY_TOKEN").env("MY_TOKEN", "hunter2hunter2"));
    assert!(secret.out.starts_with("pass [masked:env]\n[ctx:") && waiting() == 0, "{}", secret.out);
    assert_eq!(seam.get(&[]).out.matches("hunter2").count(), 0);
    assert_eq!(seam.get(&["--raw"]).out, "pass hunter2hunter2\n");
    // They do not pile up.
    for at in 0..70 {
        seam.bash(&format!("echo {at}"));
        assert!(waiting() <= 64);
    }
    seam.home.ctx(["history"]);
    assert_eq!(waiting(), 0);
    let kept = seam.kept();
    assert!((0..70).all(|at| kept.iter().filter(|(command, _)| *command == format!("echo {at}")).count() == 1));
}

#[test]
fn a_report_is_shortened_and_nothing_of_it_is_lost() {
    let seam = Seam::new();
    let script = "for i in $(seq 1 900); do echo \"compiled module number $i of the project\"; done; \
                  echo 'src/a.c:3:5: error: unknown type name foo' >&2; exit 2";
    let done = seam.bash(script);
    assert_eq!((done.code, done.err.as_str()), (2, ""));
    assert!(done.out.starts_with("[ctx:") && done.out.contains("unknown type name foo"), "{}", done.out);
    assert!(done.out.len() < 3000, "{}", done.out.len());
    let raw = seam.home.ctx(["get", &done.id(), "--raw"]);
    assert_eq!(raw.out.lines().count(), 901);
}

#[test]
fn secrets_are_masked_on_their_way() {
    let seam = Seam::new();
    let done = finish(seam.command("echo value $MY_TOKEN end; echo $MY_TOKEN >&2").env("MY_TOKEN", "hunter2hunter2"));
    assert_eq!(done.err, "[masked:env]\n");
    let (first, second) = done.out.split_once('\n').unwrap();
    assert_eq!(first, "value [masked:env] end");
    assert!(second.starts_with("[ctx:") && second.contains("2 secrets masked above;"), "{second}");
}

#[test]
fn calls_inside_calls_and_other_calls_go_straight_to_the_shell() {
    let seam = Seam::new();
    let link = seam.folder.join("bash");
    let link = link.display();
    let done = seam.bash(&format!("{link} -c 'echo inner'; env -i {link} -c 'echo bare; env | grep CTX_'"));
    assert_eq!((done.out.as_str(), done.code), ("inner\nbare\n", 1), "{}", done.err);
    assert_eq!(seam.kept().len(), 1);
    let script = seam.home.script("x.sh", "echo from a script $1; exit 4\n");
    let done =
        finish(&mut seam.home.program(&seam.folder.join("bash").to_string_lossy(), [script.to_str().unwrap(), "a"]));
    assert_eq!((done.out.as_str(), done.code), ("from a script a\n", 4));
    let off = finish(seam.command("echo off").env("CTX_OFF", "1"));
    assert_eq!(off.out, "off\n");
    assert_eq!(seam.bash("echo off # ctx:off").out, "off\n");
    assert_eq!(seam.bash("CTX_OFF=1 echo off").out, "off\n");
    assert_eq!(seam.kept().len(), 1);
    let version = finish(&mut seam.home.program(&seam.folder.join("bash").to_string_lossy(), ["--version"]));
    assert!(version.out.starts_with("GNU bash"), "{}", version.out);
}

#[test]
fn output_of_ctx_itself_is_not_kept_again() {
    let seam = Seam::new();
    let ctx = format!("{CTX} history; cd . && {CTX} stats");
    let done = seam.bash(&ctx);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(!seam.home.store().join("ctx.db").exists() || seam.kept().is_empty());
}

#[test]
fn a_store_that_cannot_be_used_costs_one_line() {
    let seam = Seam::new();
    std::fs::write(seam.home.path().join("no-dir"), "").unwrap();
    let script = "seq 1 20000; echo oops >&2; exit 7";
    let done = finish(seam.command(script).env("CTX_HOME", seam.home.path().join("no-dir/store")));
    let (oops, said) = done.err.split_once('\n').unwrap();
    assert_eq!((done.code, oops), (7, "oops"));
    assert!(said.starts_with("ctx: store directory ") && said.ends_with("(output shown, not stored)\n"), "{said}");
    assert_eq!(done.out.lines().count(), 20_000);
}

#[test]
fn the_agents_own_command_is_what_is_kept() {
    let seam = Seam::new();
    let cwd = seam.home.path().join("cwd");
    std::fs::create_dir(seam.home.work().join("sub")).unwrap();
    let script = format!(
        "source /no/snapshot 2>/dev/null || true && \\builtin shopt -u extglob 2>/dev/null || true && \
         eval 'cd sub && echo '\"'\"'it'\"'\"' # ctx: what is it' < /dev/null && pwd -P >| {}",
        cwd.display()
    );
    let pid = std::process::id().to_string();
    let mut command = seam.command(&script);
    command.env("CLAUDECODE", "1").env("CLAUDE_CODE_SESSION_ID", "abc-1").env_remove("CODEX_THREAD_ID");
    let done = finish(command.env("CLAUDE_PID", &pid));
    assert_eq!((done.out.as_str(), done.code), ("it\n", 0), "{}", done.err);
    assert!(std::fs::read_to_string(cwd).unwrap().trim().ends_with("/work/sub"));
    let row = seam.home.database().query_row("SELECT command, intent, session, agent FROM entry", [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
    });
    let expected = ["cd sub && echo 'it'", "what is it", "abc-1", "claude-code"].map(String::from);
    let (command, intent, session, agent) = row.unwrap();
    assert_eq!([command, intent, session, agent], expected);
}

#[test]
fn calls_of_an_agent_for_itself_are_untouched() {
    let seam = Seam::new();
    let mut command = seam.command("seq 1 20000");
    command.env_remove("CODEX_THREAD_ID").env("CLAUDECODE", "1").env("CLAUDE_PID", std::process::id().to_string());
    assert_eq!(finish(command.env("CLAUDE_CODE_SESSION_ID", "abc-1")).out.lines().count(), 20_000);
    let mut login = seam.home.program(seam.folder.join("bash").to_str().unwrap(), ["-c", "-l", "seq 1 20000"]);
    assert_eq!(finish(&mut login).out.lines().count(), 20_000);
    assert!(!seam.home.store().join("ctx.db").exists());
}

#[test]
fn bash_hands_its_script_on_through_the_file_it_reads_first() {
    let seam = Seam::new();
    let done = finish(
        seam.by_env("echo \"$0 $1\"; bash -c 'echo inner'; echo $-; exit 5")
            .args(["name", "arg"])
            .env("CODEX_THREAD_ID", "t1")
            .env("CODEX_TOOL_CALL_ID", "call_7"),
    );
    assert_eq!((done.out.as_str(), done.code), ("name arg\ninner\nhBc\n", 5), "{}", done.err);
    let call: String = seam.home.database().query_row("SELECT call FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!((call.as_str(), seam.kept().len()), ("call_7", 1));
    // A script that goes straight to the shell is not kept.
    for script in ["echo off # ctx:off", "ctx() { echo off; }; ctx"] {
        assert_eq!(finish(&mut seam.by_env(script)).out, "off\n", "{script}");
    }
    assert_eq!(seam.kept().len(), 1);
    let mut strict = seam.home.program("/bin/bash", ["-euo", "pipefail", "-c", "false | true; echo not reached"]);
    let done = finish(strict.env("BASH_ENV", seam.folder.join("bash-env.sh")));
    assert_eq!((done.out.as_str(), done.code), ("", 1), "{}", done.err);
    // If ctx is gone, bash goes on.
    std::fs::remove_file(seam.folder.join("ctx-from-bash")).unwrap();
    assert_eq!(finish(&mut seam.by_env("echo without")).out, "without\n");
    let theirs = seam.home.path().join("theirs.sh");
    std::fs::write(&theirs, "echo theirs\n").unwrap();
    assert_eq!(finish(seam.by_env("echo mine").env("CTX_BASH_ENV", theirs)).out, "theirs\nmine\n");
}

#[test]
fn the_way_a_shell_dies_is_told() {
    let seam = Seam::new();
    for (script, signal) in [("kill -TERM $$", 15), ("kill -KILL $$", 9), ("kill -SEGV $$", 11)] {
        assert_eq!(seam.bash(script).signal, Some(signal), "{script}");
    }
    assert_eq!(seam.bash("missing-tool").code, 127);
    assert!(seam.bash("missing-tool").err.starts_with("/bin/bash: line 1: missing-tool"));
}

/// Starts a command in a session of its own, as hosts do.
fn start(mut command: Command) -> std::process::Child {
    use std::os::unix::process::CommandExt;
    // SAFETY: one system call between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            Ok(())
        });
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn kill(pid: i32, signal: i32) {
    // SAFETY: signals a process that this test has started.
    unsafe { libc::kill(pid, signal) };
}

#[test]
fn signals_reach_the_command_once() {
    let seam = Seam::new();
    let pid_file = seam.home.work().join("pid");
    let script = "trap 'echo got; sleep 0.2; exit 9' TERM; echo $$ > pid; while :; do sleep 0.05; done";
    for group in [true, false] {
        let _ = std::fs::remove_file(&pid_file);
        let child = start(seam.command(script));
        eventually("the script runs", || std::fs::read_to_string(&pid_file).is_ok_and(|text| text.ends_with('\n')));
        let pid = child.id() as i32;
        kill(if group { -pid } else { pid }, libc::SIGTERM);
        let done = done(child.wait_with_output().unwrap());
        assert_eq!((done.out.as_str(), done.code), ("got\n", 9), "group {group}");
    }
}

#[test]
fn a_host_that_kills_leaves_nobody_behind() {
    let seam = Seam::new();
    let pid_file = seam.home.work().join("pid");
    let child = start(seam.command("sleep 1000 & echo $! > pid; wait"));
    eventually("the script runs", || std::fs::read_to_string(&pid_file).is_ok_and(|text| text.ends_with('\n')));
    kill(-(child.id() as i32), libc::SIGKILL);
    child.wait_with_output().unwrap();
    let pid = std::fs::read_to_string(&pid_file).unwrap();
    eventually("the job is gone", || !is_alive(pid.trim()));
}

#[test]
fn a_reader_that_goes_is_noticed() {
    let seam = Seam::new();
    // On a busy machine it takes a while until the reader is known to be gone.
    let script = "for n in $(seq 200); do echo $n; sleep 0.1; done; echo > after";
    let mut child = start(seam.command(script));
    drop(child.stdout.take());
    drop(child.stderr.take());
    let status = child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(libc::SIGPIPE));
    assert!(!seam.home.work().join("after").exists());
}

/// Reads a file again and again until it holds enough.
fn until(what: &str, file: &std::path::Path, enough: impl Fn(&str) -> bool) -> String {
    let text = || String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
    eventually(what, || enough(&text()));
    text()
}

#[test]
fn a_job_in_the_background_goes_on_as_it_would() {
    let seam = Seam::new();
    let out = seam.home.path().join("out");
    let file = std::fs::File::create(&out).unwrap();
    let mut command = seam.command("(sleep 0.6; echo late; sleep 0.2; echo later; echo $? > status) & echo started");
    let status = command.stdout(file.try_clone().unwrap()).stderr(file).status().unwrap();
    assert!(status.success());
    until("what it prints is passed on", &out, |text| text == "started\nlate\nlater\n");
    assert_eq!(until("it ends", &seam.home.work().join("status"), |text| !text.is_empty()), "0\n");
    eventually("it is kept", || seam.kept().len() == 2);
    std::thread::sleep(Duration::from_millis(50));
}

/// Runs commands in sessions of their own and ends each somewhere on its way, as hosts do: nobody is left behind.
fn kill_at_random(runs: u64) {
    let seam = Seam::new();
    let mut random = crate::harness::Random(0x0dd_c0de_5eed_1234);
    let script = "sleep 300 & for i in $(seq 1 2000); do echo \"line $i of what it prints\"; done; sleep 300";
    for run in 0..runs {
        let mut command = if run % 3 == 0 { seam.by_env(script) } else { seam.command(script) };
        command.env("KILLED_BY_TEST", format!("run-{run}"));
        let mut child = start(command);
        let pid = child.id() as i32;
        std::thread::sleep(Duration::from_micros(random.below(60_000)));
        let (target, signal) = match random.below(4) {
            0 => (-pid, libc::SIGTERM),
            1 => (-pid, libc::SIGINT),
            // A host that asks first and insists soon after.
            2 => {
                kill(-pid, libc::SIGTERM);
                std::thread::sleep(Duration::from_millis(random.below(5)));
                (-pid, libc::SIGKILL)
            }
            _ => (-pid, libc::SIGKILL),
        };
        kill(target, signal);
        if signal == libc::SIGINT {
            // A job in the background is started with SIGINT ignored: the host insists.
            std::thread::sleep(Duration::from_millis(20));
            kill(-pid, libc::SIGKILL);
        }
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().unwrap();
        kill(-pid, libc::SIGKILL);
    }
    let left_behind = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let of_ours = processes.filter(|process| {
            let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
            let marked = environment.windows(19).any(|part| part == b"KILLED_BY_TEST=run-");
            marked && is_alive(&process.file_name().to_string_lossy())
        });
        of_ours.count()
    };
    eventually("everybody is gone", || left_behind() == 0);
    assert_eq!(seam.home.integrity(), "ok");
    assert_eq!(seam.bash("echo still works").out, "still works\n");
}

#[test]
fn commands_killed_on_their_way_leave_nobody_behind() {
    kill_at_random(30);
}

#[test]
#[ignore = "a minute: cargo test --test suite killed_on_their_way -- --ignored"]
fn a_thousand_commands_killed_on_their_way_leave_nobody_behind() {
    kill_at_random(1000);
}

/// How a shell ends, what it prints, and whether its job lives on afterwards.
fn ends(mut command: Command, pid_file: &std::path::Path) -> (Option<i32>, i32, String, bool) {
    let _ = std::fs::remove_file(pid_file);
    command.env("SHLVL", "1");
    let child = start(command);
    let done = done(child.wait_with_output().unwrap());
    std::thread::sleep(Duration::from_millis(150));
    let job = std::fs::read_to_string(pid_file).unwrap_or_default();
    let lives = is_alive(job.trim());
    if lives {
        kill(job.trim().parse().unwrap(), libc::SIGKILL);
    }
    (done.signal, done.code, done.out, lives)
}

#[test]
fn a_shell_leads_its_group_as_without_ctx() {
    let seam = Seam::new();
    let pid_file = seam.home.work().join("pid");
    for script in [
        "sleep 300 > /dev/null 2>&1 & echo $! > pid; echo before; kill -- -$$; sleep 5; echo after",
        "sleep 300 > /dev/null 2>&1 & echo $! > pid; trap 'kill 0' EXIT; echo done",
        "sleep 300 > /dev/null 2>&1 & echo $! > pid; kill 0; sleep 5",
        "sleep 300 > /dev/null 2>&1 & echo $! > pid; kill $!; wait $!; echo $?",
        "set -m; sleep 300 > /dev/null 2>&1 & echo $! > pid; kill %1; wait; echo $?",
        "[ $(ps -o pgid= -p $$) = $$ ] && echo leads; [ $(ps -o sid= -p $$) = $$ ] && echo session",
    ] {
        let mut plain = seam.home.program("/bin/bash", ["-c", script]);
        plain.env_remove("BASH_ENV");
        let expected = ends(plain, &pid_file);
        assert_eq!(ends(seam.command(script), &pid_file), expected, "link: {script}");
        assert_eq!(ends(seam.by_env(script), &pid_file), expected, "BASH_ENV: {script}");
    }
}

#[test]
fn a_host_reaches_jobs_that_outlive_their_shell() {
    let seam = Seam::new();
    let pid_file = seam.home.work().join("pid");
    for signal in [libc::SIGTERM, libc::SIGKILL] {
        let _ = std::fs::remove_file(&pid_file);
        let mut child = start(seam.command("sleep 300 > /dev/null 2>&1 & echo $! > pid"));
        let group = -(child.id() as i32);
        child.wait().unwrap();
        let job = std::fs::read_to_string(&pid_file).unwrap();
        assert!(is_alive(job.trim()));
        kill(group, signal);
        eventually("the job is gone", || !is_alive(job.trim()));
    }
}

/// The shell has traps for signals that would end ctx; they are meant for the shell and not for its jobs.
#[test]
fn signals_that_a_shell_can_trap_reach_its_traps_alone() {
    let seam = Seam::new();
    let pid_file = seam.home.work().join("pid");
    for (name, signal) in [("ALRM", libc::SIGALRM), ("VTALRM", libc::SIGVTALRM), ("USR2", libc::SIGUSR2)] {
        let _ = std::fs::remove_file(&pid_file);
        let script =
            format!("trap 'echo got; over=1' {name}; echo $$ > pid; until [ $over ]; do sleep 0.05; done; echo end");
        let child = start(seam.command(&script));
        eventually("the script runs", || std::fs::read_to_string(&pid_file).is_ok_and(|text| text.ends_with('\n')));
        kill(child.id() as i32, signal);
        let done = done(child.wait_with_output().unwrap());
        assert_eq!((done.out.as_str(), done.err.as_str(), done.code), ("got\nend\n", "", 0), "{name}");
    }
    let done = seam.bash("kill -ALRM $$; echo late");
    assert_eq!((done.signal, done.out.as_str()), (Some(libc::SIGALRM), ""));
}

/// A group that has ended itself needs nobody to pass signals on to it.
#[test]
fn nobody_of_ctx_lingers_after_a_group_has_ended_itself() {
    let seam = Seam::new();
    let lingers = || {
        let mut child = start(seam.command("sleep 300 > /dev/null 2>&1 & kill 0; sleep 5"));
        child.wait().unwrap();
        std::thread::sleep(Duration::from_millis(250));
        // The dead may wait for whoever reaps them.
        let listed = finish(&mut seam.home.program("ps", ["-eo", "pgid=,stat="])).out;
        let of_group = |line: &&str| line.split_whitespace().next() == Some(&child.id().to_string());
        listed.lines().filter(of_group).any(|line| !line.contains('Z'))
    };
    // A busy machine may take longer once.
    assert!((0..6).any(|_| !lingers()), "somebody lingers each time");
}

/// Whoever reads the output must know that it cannot be had again.
#[test]
fn a_full_disk_is_told_once() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = crate::faults::full_disk_library(tools.path()) else { return skip("no C compiler") };
    let seam = Seam::new();
    seam.bash("echo the store exists");
    seam.home.ctx(["history"]);
    for (script, shown) in [("echo short", "short\n".to_owned()), ("seq 1 40000", numbers(40_000))] {
        let mut command = seam.command(script);
        command.env("LD_PRELOAD", &library).env("FULL_DISK_BELOW", seam.home.store()).env("FULL_DISK_AT", "1");
        let done = finish(&mut command);
        assert!(done.out == shown && done.code == 0, "{script}: {} bytes shown", done.out.len());
        assert_eq!(done.err.lines().count(), 1, "{script}: {}", done.err);
        assert!(done.err.starts_with("ctx: ") && done.err.contains("not stored"), "{script}: {}", done.err);
    }
}

fn numbers(last: usize) -> String {
    (1..=last).map(|number| format!("{number}\n")).collect()
}
