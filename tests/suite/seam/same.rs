//! Commands run by a shell and by ctx in its place: the same exit status, files and use of stdin, and what both streams got.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::Stdio;

use crate::harness::{CTX, Home, Random, done};

/// A stand-in for every tool: it notes how it was called and does what its arguments say.
const TOOL: &str = r#"#!/bin/sh
name=$(basename "$0")
{
  printf '%s in %s FOO=%s:' "$name" "${PWD#"$ROOT"}" "$FOO"
  for word in "$@"; do printf ' <%s>' "$word"; done
  echo
} >> "$ROOT/calls.$name"
status=0
lines=2
for word in "$@"; do
  case $word in
    --read) cksum >> "$ROOT/read.$name" ;;
    --line) IFS= read -r line; printf '%s\n' "$line" >> "$ROOT/read.$name" ;;
    --write=*) echo "written by $name" > "${word#--write=}" ;;
    --print=*) lines=${word#--print=} ;;
    --err=*) seq -f "warning %g" 1 "${word#--err=}" >&2 ;;
    --kill=*) kill -"${word#--kill=}" $$ ;;
    --exit=*) status=${word#--exit=} ;;
  esac
done
seq -f "line %g" 1 "$lines" || exit $?
exit $((status % 256))
"#;

const TOOLS: &[&str] = &[
    "npm",
    "npx",
    "cargo",
    "make",
    "go",
    "git",
    "gh",
    "pytest",
    "python",
    "python3",
    "just",
    "curl",
    "docker",
    "tsc",
    "container",
];

const REAL: &[&str] = &[
    "sh", "bash", "ls", "cat", "head", "tail", "grep", "sed", "awk", "sort", "uniq", "wc", "cut", "tr", "tee", "mkdir",
    "rmdir", "chmod", "cp", "date", "base64", "basename", "cksum", "env", "nice", "timeout", "true", "false", "touch",
    "seq", "find", "sleep",
];

/// The effects of a command.
#[derive(Debug, PartialEq)]
struct Left {
    code: i32,
    signal: Option<i32>,
    files: BTreeMap<String, Vec<u8>>,
    /// Bytes of stdin that were taken.
    taken: u64,
    out: String,
    err: String,
}

/// How the host reads the output.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Streams {
    /// A pipe each.
    Apart,
    /// Both in one file, where their order shows.
    Together,
}

fn sandbox() -> Home {
    let home = Home::new();
    let bin = home.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    for name in REAL {
        let found = ["/usr/bin", "/bin"].map(|dir| Path::new(dir).join(name)).into_iter().find(|path| path.exists());
        if let Some(path) = found {
            std::os::unix::fs::symlink(path, bin.join(name)).unwrap();
        }
    }
    std::os::unix::fs::symlink(CTX, bin.join("ctx")).unwrap();
    let tool = home.script("tool", TOOL);
    for name in TOOLS {
        std::fs::copy(&tool, bin.join(name)).unwrap();
    }
    home
}

fn fill(work: &Path, tool: &Path) {
    let _ = std::fs::remove_dir_all(work);
    for dir in ["sub", "web", "proj/wt/cli-collab", "proj/devenv/cli"] {
        std::fs::create_dir_all(work.join(dir)).unwrap();
    }
    std::fs::write(work.join("in.txt"), "one\ntwo\nthree\n").unwrap();
    std::fs::copy(tool, work.join("run.sh")).unwrap();
    std::fs::write(work.join("tool.py"), "").unwrap();
}

fn left(home: &Home, tool: &Path, shell: &Path, command: &str, streams: Streams) -> Left {
    let work = home.work();
    fill(&work, tool);
    let input = home.path().join("stdin");
    let mut file = File::create(&input).unwrap();
    for n in 0..50 {
        writeln!(file, "stdin line {n}").unwrap();
    }
    let mut stdin = File::open(&input).unwrap();
    let mut program = home.program(shell.to_str().unwrap(), ["-c", command]);
    program
        .env("PATH", home.path().join("bin"))
        .env("ROOT", &work)
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::from(stdin.try_clone().unwrap()));
    super::as_agent(&mut program);
    let both = home.path().join("both");
    if streams == Streams::Together {
        let file = File::create(&both).unwrap();
        program.stdout(file.try_clone().unwrap()).stderr(file);
    }
    let output = program.output().expect("the shell starts");
    let mut done = done(output);
    if command.trim_end().ends_with('&') || command.contains("& ") && !command.contains("&& ") {
        // A job that nobody waits for gets the time to end.
        std::thread::sleep(std::time::Duration::from_millis(700));
    }
    if streams == Streams::Together {
        done.out = String::from_utf8_lossy(&std::fs::read(&both).unwrap()).into_owned();
    }
    let mut files = BTreeMap::new();
    gather(&work, &work, &mut files);
    let taken = stdin.stream_position().unwrap();
    Left { code: done.code, signal: done.signal, files, taken, out: done.out, err: done.err }
}

pub fn gather(root: &Path, dir: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            files.insert(name, std::fs::read(&path).unwrap());
        }
    }
}

/// Commands drawn from parts that agents combine, the same ones for the same seed.
fn drawn(random: &mut Random) -> String {
    fn pick<'p>(random: &mut Random, parts: &[&'p str]) -> &'p str {
        parts[random.below(parts.len() as u64) as usize]
    }
    let mut text = String::new();
    text.push_str(pick(
        random,
        &["", "", "", "set -o pipefail; ", "set -e; ", "set -euo pipefail\n", "cd sub && ", "export FOO=x; "],
    ));
    for n in 0..1 + random.below(3) {
        if n > 0 {
            text.push_str(pick(random, &[" && ", " || ", "; ", "\n", " &&\n  "]));
        }
        let (open, close) = *[
            ("", ""),
            ("", ""),
            ("", ""),
            ("( ", " )"),
            ("{ ", "; }"),
            ("if ", "; then echo y >> y; else echo n >> n; fi"),
        ]
        .get(random.below(6) as usize)
        .unwrap();
        text.push_str(open);
        text.push_str(pick(
            random,
            &["", "", "", "", "! ", "time ", "FOO=1 ", "FOO='a b' ", "timeout 20 ", "env FOO=2 ", "nice "],
        ));
        text.push_str(pick(
            random,
            &[
                "npm test",
                "npm run build",
                "cargo test",
                "make",
                "go test ./...",
                "pytest -q",
                "git push",
                "git commit -m 'it is'",
                "git status",
                "npx tsc",
                "python3 tool.py",
                "./run.sh",
                "bash run.sh",
                "gh api x",
                "echo plain",
                "missing-tool",
                "docker build .",
            ],
        ));
        for _ in 0..random.below(3) {
            text.push_str(pick(
                random,
                &[
                    " --exit=1",
                    " --exit=7",
                    " --line",
                    " --read",
                    " --write=made.txt",
                    " \"two words\"",
                    " 'it''s'",
                    " $FOO",
                    " \"$HOME\"",
                    " *.txt",
                    " --print=30",
                    " --err=3",
                    " $(echo sub)",
                    " \\\n  --exit=3",
                    " --kill=KILL",
                    " {a,b}",
                ],
            ));
        }
        text.push_str(pick(
            random,
            &[
                "",
                "",
                "",
                " 2>&1",
                " 2>&1 | tail -3",
                " | tail -1",
                " |& grep line",
                " | grep -c line",
                " > out.txt",
                " 2>/dev/null",
                " < in.txt",
                " >> log.txt 2>&1",
                " | tee t.log | tail -1",
                " | wc -l > n",
                " | sort | uniq -c | head -100",
                " 2>err.txt | cat",
                " 2>&1 | sed -n 1p",
                " | cut -c1-4",
            ],
        ));
        text.push_str(close);
    }
    text.push_str(pick(
        random,
        &["", "", "", "; echo $? > status", " && echo ok > ok", " || echo failed > failed", " # a note"],
    ));
    text
}

fn written() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shell/commands.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\")).collect()
}

/// The text without parts that differ between two equal runs: times and process ids.
pub fn steady(text: &str) -> String {
    let times = |line: &&str| !["real\t", "user\t", "sys\t"].iter().any(|start| line.starts_with(start));
    let text: String = text.split_inclusive('\n').filter(times).collect();
    // `bash: line 1: 24855 Killed   make`
    let number = |word: &str| word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let tells = |line: &str| [" Killed ", " Done ", " Broken pipe ", " Exit "].iter().any(|word| line.contains(word));
    let masked = text.split_inclusive('\n').map(|line| match tells(line) {
        true => line.split(' ').map(|word| if number(word) { "N" } else { word }).collect::<Vec<_>>().join(" "),
        false => line.to_owned(),
    });
    masked.collect()
}

/// Runs each both ways; how many of them ctx has kept.
fn compare(commands: &[String]) -> usize {
    let home = sandbox();
    let tool = home.path().join("tool");
    std::fs::rename(home.work().join("tool"), &tool).unwrap();
    let real = home.path().join("bin/bash");
    let link = super::shells(&home).join("bash");
    for (at, command) in commands.iter().enumerate() {
        let streams = if at % 2 == 0 { Streams::Apart } else { Streams::Together };
        let mut before = left(&home, &tool, &real, command, streams);
        let mut after = left(&home, &tool, &link, command, streams);
        for left in [&mut before, &mut after] {
            (left.out, left.err) = (steady(&left.out), steady(&left.err));
        }
        if after.out.starts_with("[ctx:") {
            // Shortened: the omitted lines are in the store.
            let id = crate::harness::reference(&after.out).unwrap();
            let raw = home.ctx(["get", &id, "--raw"]);
            assert_eq!(steady(&raw.out), format!("{}{}", before.out, before.err), "{command}");
            (before.out, before.err) = (String::new(), String::new());
            (after.out, after.err) = (String::new(), String::new());
        }
        assert_eq!(before, after, "{streams:?} {command}");
    }
    // The newest outputs may still wait in the spool: a reader takes them in.
    assert_eq!(home.ctx(["history"]).code, 0);
    let kept: i64 =
        home.database().query_row("SELECT count(*) FROM entry WHERE kind = 'run'", [], |row| row.get(0)).unwrap();
    kept as usize
}

fn set(count: usize) -> Vec<String> {
    let mut commands = written();
    let mut random = Random(0x5eed_c0de_1234_5678);
    while commands.len() < count {
        commands.push(drawn(&mut random));
    }
    commands
}

#[test]
fn commands_do_the_same_in_a_shell_of_ctx() {
    let commands: Vec<String> = set(260).into_iter().step_by(4).collect();
    let kept = compare(&commands);
    assert!(kept >= commands.len() * 9 / 10, "only {kept} of {} came through ctx", commands.len());
}

#[test]
#[ignore = "a minute or two: cargo test --test suite do_the_same -- --ignored"]
fn commands_do_the_same_in_a_shell_of_ctx_all() {
    let mut commands = set(900);
    // A folder of files with one command a line, `\n` for a line end: those of one's own transcripts.
    if let Some(folder) = std::env::var_os("CTX_COMMANDS") {
        for file in std::fs::read_dir(folder).expect("the folder of CTX_COMMANDS").flatten() {
            let text = std::fs::read_to_string(file.path()).expect("a file of commands");
            commands
                .extend(text.lines().map(|line| line.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\")));
        }
    }
    let kept = compare(&commands);
    assert!(kept >= 500, "only {kept} of {} came through ctx", commands.len());
}

#[test]
fn the_end_of_a_reader_reaches_the_writer() {
    let home = sandbox();
    let tool = home.path().join("tool");
    std::fs::rename(home.work().join("tool"), &tool).unwrap();
    // One more line long after the reader left: only a program that watches the reader notices in time.
    let script = "{ echo one; sleep 0.5; echo two; echo $? > after; } | REST head -1; echo ${PIPESTATUS[0]} > status";
    for rest in ["", "ctx store --tee --cmd x 2>/dev/null |"] {
        let bash = home.path().join("bin/bash");
        let left = left(&home, &tool, &bash, &script.replace("REST", rest), Streams::Apart);
        assert_eq!(left.out, "one\n");
        assert_eq!(
            left.files.get("status").map(|bytes| String::from_utf8_lossy(bytes).into_owned()).as_deref(),
            Some("141\n"),
            "{rest}"
        );
        assert!(!left.files.contains_key("after"), "{rest}");
    }
}

#[test]
fn a_tee_never_fails_its_pipeline() {
    let home = sandbox();
    std::fs::write(home.path().join("no-dir"), "").unwrap();
    let script = "set -o pipefail; seq 1 5 | ctx store --tee | tail -1";
    let run = |script: &str| {
        let mut bash = home.program("bash", ["-c", script]);
        crate::harness::finish(
            bash.env("PATH", home.path().join("bin")).env("CTX_HOME", home.path().join("no-dir/store")),
        )
    };
    let done = run(script);
    assert_eq!((done.code, done.out.as_str()), (0, "5\n"), "{}", done.err);
    let done = run("set -o pipefail; (seq 1 5; exit 3) | ctx store --tee | tail -1");
    assert_eq!((done.code, done.out.as_str()), (3, "5\n"), "{}", done.err);
}
