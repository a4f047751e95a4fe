//! ctx acts only where the agent itself reads. Every pipe and every file gets the bytes that it gets without ctx, whatever
//! shell stands between, and nothing below finds ctx in its environment.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::{Seam, same};
use crate::harness::{Random, done};

/// A way in which an agent starts a shell.
struct Seat {
    name: &'static str,
    /// The shell, and the words before the script.
    shell: &'static [&'static str],
    /// ctx stands in the shell's own place, by its link.
    link: bool,
    wrap: fn(&str) -> String,
    marks: fn() -> Vec<(&'static str, String)>,
}

fn own_pid() -> String {
    std::process::id().to_string()
}

fn codexs() -> Vec<(&'static str, String)> {
    vec![("CODEX_THREAD_ID", "thread-1".to_owned()), ("CODEX_TOOL_CALL_ID", "call_1".to_owned())]
}

const SEATS: &[Seat] = &[
    Seat {
        name: "Claude Code",
        shell: &["/bin/bash", "-c"],
        link: true,
        wrap: |command| {
            let quoted = command.replace('\'', "'\\''");
            format!("source /dev/null 2>/dev/null || true && eval '{quoted}' < /dev/null && pwd -P >| ../cwd")
        },
        marks: || {
            vec![("CLAUDECODE", "1".to_owned()), ("CLAUDE_CODE_SESSION_ID", "s".to_owned()), ("CLAUDE_PID", own_pid())]
        },
    },
    Seat { name: "Codex", shell: &["/bin/bash", "-c"], link: false, wrap: str::to_owned, marks: codexs },
    Seat { name: "Codex, login", shell: &["/bin/bash", "-lc"], link: false, wrap: str::to_owned, marks: codexs },
    Seat { name: "Codex with zsh", shell: &["/bin/zsh", "-lc"], link: false, wrap: str::to_owned, marks: codexs },
    Seat { name: "Codex with sh", shell: &["/bin/sh", "-c"], link: false, wrap: str::to_owned, marks: codexs },
    Seat {
        name: "Codex's snapshot",
        shell: &["/bin/bash", "-c"],
        link: false,
        wrap: |command| {
            let quoted = command.replace('\'', "'\"'\"'");
            format!(
                "__CODEX_SNAPSHOT_OVERRIDE_SET_0=\"${{BASH_ENV+x}}\"\nexport CTX_T=1\nunset CTX_T\n\nexec '/bin/bash' -c '{quoted}'"
            )
        },
        marks: codexs,
    },
    Seat {
        name: "Gemini CLI",
        shell: &["/bin/bash", "-c"],
        link: false,
        wrap: |command| {
            format!(
                "shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/dev/null\n(\n  trap 'jobs -p > \"$_bgpids_file\"' EXIT\n{command}\n)\n__code=$?\nexit $__code"
            )
        },
        marks: || vec![("GEMINI_CLI", "1".to_owned())],
    },
    Seat {
        name: "OpenCode",
        shell: &["/bin/bash", "-c"],
        link: false,
        wrap: str::to_owned,
        marks: || vec![("OPENCODE", "1".to_owned()), ("OPENCODE_PID", own_pid())],
    },
    Seat {
        name: "OpenCode with zsh",
        shell: &["/bin/zsh", "-c"],
        link: false,
        wrap: str::to_owned,
        marks: || vec![("OPENCODE", "1".to_owned()), ("OPENCODE_PID", own_pid())],
    },
];

impl Seat {
    fn is_installed(&self) -> bool {
        Path::new(self.shell[0]).exists()
    }

    fn command(&self, seam: &Seam, command: &str, with_ctx: bool) -> Command {
        let link = seam.folder.join("bash");
        let program = if self.link && with_ctx { link.to_str().unwrap() } else { self.shell[0] };
        let script = (self.wrap)(command);
        let mut shell = seam.home.program(program, self.shell[1..].iter().copied().chain([script.as_str()]));
        for name in ["CLAUDE_PID", "CLAUDECODE", "OPENCODE_PID", "CODEX_THREAD_ID", "BASH_ENV", "ZDOTDIR", "PYTHONPATH"]
        {
            shell.env_remove(name);
        }
        shell.envs((self.marks)()).env("SHELL", self.shell[0]).env("SHLVL", "1").process_group(0);
        if with_ctx && !self.link {
            shell.env("BASH_ENV", seam.folder.join("bash-env.sh"));
            if self.shell[0].ends_with("zsh") {
                shell.env("ZDOTDIR", seam.folder.join("zsh-env"));
            }
        }
        shell
    }

    /// The effects of a command: how it ended, what both streams got, and every file.
    fn left(&self, seam: &Seam, command: &str, with_ctx: bool) -> (i32, String, BTreeMap<String, Vec<u8>>) {
        let work = seam.home.work();
        fill(&work);
        let done = done(self.command(seam, command, with_ctx).output().expect("the shell starts"));
        let mut files = BTreeMap::new();
        same::gather(&work, &work, &mut files);
        let out = match crate::harness::reference(&done.out).filter(|_| done.out.starts_with("[ctx:")) {
            // Shortened for the agent: the rest is in the store.
            Some(id) if with_ctx => seam.home.ctx(["get", &id, "--raw"]).out,
            _ => format!("{}\n{}", done.out, done.err),
        };
        // The order between the two streams is another test's matter.
        let mut lines: Vec<String> =
            same::steady(&out).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        lines.sort();
        (done.code, lines.join("\n"), files)
    }

    fn compare(&self, seam: &Seam, command: &str) {
        let (without, with) = (self.left(seam, command, false), self.left(seam, command, true));
        assert!(
            without == with,
            "{}: {command}\nwithout: {} {:?}\nwith: {} {:?}\nfiles: {:?}",
            self.name,
            without.0,
            without.1,
            with.0,
            with.1,
            without
                .2
                .iter()
                .filter(|(name, bytes)| with.2.get(*name) != Some(bytes))
                .map(|(name, _)| name)
                .collect::<Vec<_>>()
        );
    }
}

fn fill(work: &Path) {
    let _ = std::fs::remove_dir_all(work);
    std::fs::create_dir_all(work.join("hooks")).unwrap();
    let items: Vec<String> = (1..=900).map(|n| format!("{{\"id\":{n},\"name\":\"item number {n}\"}}")).collect();
    std::fs::write(work.join("items.json"), format!("[{}]", items.join(",\n"))).unwrap();
    std::fs::write(
        work.join("Makefile"),
        "SHELL = /bin/bash\nall:\n\t@seq 1 3000\n\t@bash -c 'seq 1 3000' > made.txt\n",
    )
    .unwrap();
    std::fs::write(work.join("run.sh"), "#!/bin/bash\nbash -c 'seq 1 3000' | wc -l\nseq 1 3000 > by-script.txt\n")
        .unwrap();
}

/// Pipes, redirections, nested shells, make, a hook of git, and programs that parse what a shell prints.
pub const COMMANDS: &[&str] = &[
    "bash -c 'seq 1 3000' | wc -l",
    "bash -c 'seq 1 3000' > o.txt",
    "bash -c 'seq 1 3000; echo e >&2' > o.txt 2> e.txt",
    "bash -c 'seq 1 3000 >&2' 2> e.txt",
    "bash -c 'seq 1 3000 >&2' 2>&1 >/dev/null | cksum",
    "sh -c \"bash -c 'seq 1 3000'\" | tail -1",
    "make all > o.txt",
    "make all | cksum",
    "make all",
    "x=$(bash -c 'seq 1 3000'); echo ${#x}",
    "bash -c 'seq 1 3000' | bash -c 'wc -l' > n.txt",
    "cat items.json | bash -c cat | cksum",
    "bash -c 'cat items.json' | python3 -c 'import json,sys; print(len(json.load(sys.stdin)))'",
    "python3 -c \"import subprocess,json; print(len(json.loads(subprocess.check_output(['bash','-c','cat items.json']))))\"",
    "python3 -c \"import subprocess; subprocess.run(['bash','-c','seq 1 3000'], stdout=open('p.txt','w'))\"",
    "python3 -c \"import subprocess; subprocess.run('seq 1 3000', shell=True, executable='/bin/bash')\"",
    "bash -s <<'EOF' | cksum\nseq 1 3000\nEOF",
    "env -i PATH=$PATH bash -c 'seq 1 3000' | cksum",
    "find . -name items.json -exec bash -c 'cat \"$1\"' _ {} \\; | cksum",
    "echo 1 2 3 | xargs -n1 bash -c 'seq 1 2000 | tail -1; echo $0'",
    "mkfifo f; (cat f > got.txt &) ; bash -c 'seq 1 3000' > f; sleep 0.3; rm f; cksum < got.txt",
    "exec bash -c 'seq 1 3000' > o.txt",
    "exec bash -c 'seq 1 3000'",
    "timeout 60 bash -c 'seq 1 3000' | cksum",
    "nohup bash -c 'seq 1 3000' > n.txt 2>&1",
    "bash run.sh; bash ./run.sh > o.txt",
    "git init -q r && printf '#!/bin/bash\\nbash -c \"seq 1 3000\" > ../hook.txt\\n' > r/.git/hooks/pre-commit && chmod +x r/.git/hooks/pre-commit && cd r && GIT_AUTHOR_DATE='1 +0000' GIT_COMMITTER_DATE='1 +0000' git -c user.name=n -c user.email=e commit -q --allow-empty -m x && ls ..",
    "bash -c 'bash -c \"bash -c \\\"seq 1 3000\\\"\"' | cksum",
    "bash -xc 'echo hi' 2> trace.txt; sh -xc 'echo hi' 2>> trace.txt",
    "bash -c 'env' | grep -E '^(BASH_ENV|ZDOTDIR|CTX_)' > env.txt; true",
    "env | grep -E '^(BASH_ENV|ZDOTDIR|CTX_)' > env.txt; true",
    "{ bash -c 'seq 1 3000'; } 3>&1 >&2 2>&3 | cksum",
    "bash -c 'seq 1 2000' | tee t.txt | tail -1; (bash -c 'seq 1 2000') > s.txt",
];

/// Each way to start a shell with every `of`th command.
fn compare_commands(of: usize) {
    let seam = Seam::new();
    for (at, seat) in SEATS.iter().filter(|seat| seat.is_installed()).enumerate() {
        // sh itself does not read the variable, so nobody takes it out there.
        let is_fair = |command: &&&str| !seat.shell[0].ends_with("/sh") || !command.starts_with("env |");
        for command in COMMANDS.iter().skip(at % of).step_by(of).filter(is_fair) {
            seat.compare(&seam, command);
        }
    }
}

#[test]
fn pipes_and_files_get_every_byte() {
    compare_commands(4);
}

#[test]
#[ignore = "a minute or more: cargo test --test suite get_every_byte -- --ignored"]
fn all_pipes_and_files_get_every_byte() {
    compare_commands(1);
}

#[test]
fn process_substitution_is_no_reader_of_ours() {
    let seam = Seam::new();
    for seat in SEATS.iter().filter(|seat| seat.is_installed() && !seat.shell[0].ends_with("/sh")) {
        seat.compare(&seam, "bash -c 'seq 1 3000' > >(wc -l > n.txt); sleep 0.3");
        seat.compare(&seam, "bash -c 'seq 1 3000' > >(sleep 0.1; wc -l > n.txt)");
    }
}

#[test]
fn each_seat_reaches_ctx() {
    let seam = Seam::new();
    for seat in SEATS.iter().filter(|seat| seat.is_installed()) {
        fill(&seam.home.work());
        let done = done(seat.command(&seam, "seq 1 9000; exit 3", true).output().unwrap());
        let shortened = done.out.starts_with("[ctx:") && done.code == 3;
        assert_eq!(shortened, !seat.shell[0].ends_with("/sh"), "{}: {}", seat.name, &done.out[..200]);
    }
}

/// A command line of nested shells, pipes and files, the same one for the same seed.
fn drawn(random: &mut Random) -> String {
    fn pick<'p>(random: &mut Random, parts: &[&'p str]) -> &'p str {
        parts[random.below(parts.len() as u64) as usize]
    }
    let mut text = String::new();
    for at in 0..1 + random.below(3) {
        if at > 0 {
            text.push_str(pick(random, &["; ", " && ", " || ", "\n"]));
        }
        let prints = pick(
            random,
            &[
                "seq 1 1500",
                "cat items.json",
                "seq 1 900 >&2",
                "seq 1 40; seq 1 700 >&2",
                "make all",
                "./gone; seq 1 800",
            ],
        );
        let nested = match random.below(7) {
            0 => prints.to_owned(),
            1 => format!("bash -c '{prints}'"),
            2 => format!("sh -c \"bash -c '{prints}'\""),
            3 => format!("env FOO=1 bash -c '{prints}'"),
            4 => format!("bash -euo pipefail -c '{prints} | cat'"),
            5 => format!("bash <<'EOF'\n{prints}\nEOF"),
            _ => format!("(bash -c '{prints}')"),
        };
        // A heredoc ends its line.
        if nested.ends_with("EOF") {
            text.push_str(&format!("{{ {nested}\n}}"));
        } else {
            text.push_str(&nested);
        }
        text.push_str(pick(
            random,
            &[
                "",
                "",
                " | wc -l",
                " > o.txt",
                " 2> e.txt",
                " >> all.txt 2>&1",
                " | bash -c 'cksum'",
                " 2>&1 | cksum",
                " | tee t.txt | tail -2",
                // zsh sends stdout to both, by a process of its own: in any order with stderr.
                " 2>&1 >/dev/null | sort | cksum",
                " | sed -n 5p > five.txt",
                " | sed -n 1,700p | cksum",
            ],
        ));
    }
    text
}

fn compare_drawn(count: usize) {
    let seam = Seam::new();
    let mut random = Random(0x5ea7_0b5e_7fab_1e55);
    let seats: Vec<&Seat> = SEATS.iter().filter(|seat| seat.is_installed()).collect();
    for at in 0..count {
        seats[at % seats.len()].compare(&seam, &drawn(&mut random));
    }
}

#[test]
fn drawn_lines_give_every_byte_to_pipes_and_files() {
    compare_drawn(36);
}

#[test]
#[ignore = "some minutes: cargo test --test suite drawn_lines -- --ignored"]
fn two_thousand_drawn_lines_give_every_byte_to_pipes_and_files() {
    compare_drawn(2000);
}

/// A hook that denies, a server, or anything else that an agent starts beside its shell tool.
#[test]
fn what_an_agent_starts_beside_its_shell_tool_is_not_ours() {
    let seam = Seam::new();
    let denies = "printf '{\"decision\":\"deny\",\"reason\":\"'; head -c SIZE /dev/zero | tr '\\0' x; printf '\"}'";
    for size in ["1000", "12900", "1000000"] {
        let script = denies.replace("SIZE", size);
        for marks in [vec![("GEMINI_CLI", "1".to_owned())], vec![("OPENCODE_PID", own_pid())], codexs()] {
            for program in [vec!["/bin/bash"], vec!["/bin/sh", "-c", "exec /bin/bash -c \"$0\""]] {
                let mut hook = seam.home.program(
                    program[0],
                    program[1..].iter().copied().chain(if program.len() == 1 {
                        vec!["-c", &script]
                    } else {
                        vec![script.as_str()]
                    }),
                );
                hook.env("BASH_ENV", seam.folder.join("bash-env.sh")).env("SHLVL", "1").envs(marks.clone());
                hook.stdin(std::process::Stdio::piped())
                    .stdout(std::process::Stdio::piped())
                    .stderr(std::process::Stdio::piped());
                let done = done(hook.spawn().unwrap().wait_with_output().unwrap());
                let expected = size.parse::<usize>().unwrap() + 31;
                assert_eq!(done.out.len(), expected, "{marks:?}: {}", &done.out[..100]);
            }
        }
    }
    assert!(!seam.home.store().join("ctx.db").exists());
}
