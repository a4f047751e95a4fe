//! `ctx run --lang` and `--with`: code in, its output out, nothing left behind.

use crate::harness::Home;
use crate::harness::skip;

#[test]
fn code_runs_in_each_language_that_is_here() {
    for (lang, program, code) in [
        ("python", "python3", "import sys\nprint('six', 2 * 3, sys.argv[1:])\nsys.exit(7)"),
        ("node", "node", "console.log('six', 2 * 3, process.argv.slice(2)); process.exit(7)"),
        (
            "node",
            "node",
            "import fs from 'node:fs';\nconsole.log('six', 2 * 3, process.argv.slice(2)); process.exit(7)",
        ),
        ("ruby", "ruby", "puts \"six #{2 * 3} #{ARGV}\"; exit 7"),
        ("php", "php", "<?php echo 'six ', 2 * 3, ' ', implode(' ', array_slice($argv, 1)), \"\\n\"; exit(7);"),
        ("perl", "perl", "print \"six \", 2 * 3, \" @ARGV\\n\"; exit 7"),
        ("bash", "bash", "echo six $((2 * 3)) \"$@\"; exit 7"),
        (
            "rust",
            "rustc",
            "fn main() { println!(\"six {} {:?}\", 2 * 3, std::env::args().nth(1)); std::process::exit(7) }",
        ),
    ] {
        if ctx_model::env::find_program(program).is_none() {
            skip(&format!("{program} is not here"));
            continue;
        }
        let home = Home::new();
        // A compiler behind rustup looks for its toolchains below the home it was installed in.
        let toolchains = std::env::var_os("RUSTUP_HOME").unwrap_or_else(|| {
            std::path::Path::new(&std::env::var_os("HOME").unwrap_or_default()).join(".rustup").into()
        });
        let run = |args: &[&str]| {
            let mut command = home.command(args);
            crate::harness::finish(command.env("RUSTUP_HOME", &toolchains))
        };
        let done = run(&["run", "--lang", lang, "-e", code, "one", "two words"]);
        assert_eq!(done.code, 7, "{lang}: {} {}", done.out, done.err);
        assert!(done.body().contains("six 6") && done.body().contains("one"), "{lang}: {}", done.out);
        assert_eq!(home.ctx(["get", "@", "--raw"]).out, done.body(), "{lang}");
        std::fs::write(home.work().join("code"), code).unwrap();
        let script = format!("exec {} run --lang {lang} - one < code", crate::harness::CTX);
        let piped = crate::harness::finish(home.program("sh", ["-c", &script]).env("RUSTUP_HOME", &toolchains));
        assert!(piped.code == 7 && piped.body().contains("six 6"), "{lang}: {} {}", piped.out, piped.err);
    }
}

#[test]
fn nothing_is_left_behind_and_errors_name_the_line() {
    let home = Home::new();
    let temporary = home.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let mut command =
        home.command(["run", "--lang", "bash", "-e", "echo fine\nno-such-command\nls \"$(dirname \"$0\")\""]);
    let done = crate::harness::finish(command.env("TMPDIR", &temporary));
    assert!(done.body().contains("main.sh: line 2:") && done.body().ends_with("main.sh\n"), "{}", done.out);
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
}

#[test]
fn a_file_runs_where_it_is_with_its_own_name() {
    let home = Home::new();
    std::fs::write(home.work().join("hello.sh"), "echo \"$0 $1\"; exit 5\n").unwrap();
    let done = home.ctx(["run", "--lang", "bash", "hello.sh", "you"]);
    assert_eq!((done.code, done.body()), (5, "hello.sh you\n"), "{}", done.err);
    let done = home.ctx(["run", "--lang", "bash", "helo.sh"]);
    assert!(done.code == 1 && done.err.contains("did you mean hello.sh?"), "{}", done.err);
}

#[test]
fn a_missing_runtime_is_named_with_a_hint() {
    let home = Home::new();
    let empty = home.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    for (lang, program) in [("python", "python3"), ("ts", "node from 22.6"), ("elixir", "elixir"), ("r", "Rscript")] {
        let done = crate::harness::finish(home.command(["run", "--lang", lang, "-e", "1"]).env("PATH", &empty));
        assert!(
            done.code == 127 && done.err.contains(program) && done.err.contains("get it from"),
            "{lang}: {} {}",
            done.code,
            done.err
        );
    }
    let done = home.ctx(["run", "--lang", "cobol", "-e", "1"]);
    assert!(done.code == 2 && done.err.contains("python, node, ts"), "{}", done.err);
}

#[test]
fn a_file_is_handed_over_by_its_path() {
    let home = Home::new();
    std::fs::write(home.work().join("data.txt"), "a\nb\nc\n").unwrap();
    let done = home.ctx(["run", "--with", "data.txt", "-c", "wc -l < \"$CTX_FILE\"; echo \"$CTX_FILE\""]);
    assert!(done.code == 0 && done.body().contains('3'), "{} {}", done.out, done.err);
    let path = home.ctx(["get", "@", "--raw"]).out.lines().last().unwrap_or_default().to_owned();
    assert!(path.starts_with('/') && path.ends_with("/data.txt"), "{path}");
    let done = home.ctx(["run", "--with", "date.txt", "-c", "echo never"]);
    assert!(done.code == 1 && done.err.contains("did you mean data.txt?") && done.out.is_empty(), "{}", done.err);
    std::fs::create_dir(home.work().join(".claude")).unwrap();
    std::fs::write(home.work().join(".claude/settings.json"), r#"{"permissions": {"deny": ["Read(./data.txt)"]}}"#)
        .unwrap();
    for args in [&["run", "--with", "data.txt", "--", "echo", "never"][..], &["run", "--lang", "bash", "data.txt"]] {
        let done = home.ctx(args);
        assert!(
            done.code == 1 && done.err.contains("denied by Read(./data.txt)") && done.out.is_empty(),
            "{args:?} {}",
            done.err
        );
    }
}
