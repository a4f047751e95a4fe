//! Naming entries and getting parts of them back.

use crate::harness::skip;
use crate::harness::{Home, finish};

/// A match in the middle of a line of 40 KB is shown, and the bytes around it are counted.
#[test]
fn a_long_line_is_shown_around_its_match() {
    let home = Home::new();
    let line = format!("{} NEEDLE {}", "x".repeat(20_000), "y".repeat(20_000));
    std::fs::write(home.work().join("long.txt"), format!("first\n{line}\nlast\n")).unwrap();
    let done = home.ctx(["run", "--", "cat", "long.txt"]);
    let found = home.ctx(["get", &done.id(), "--grep", "NEEDLE"]).out;
    assert!(found.starts_with("2:xxx") && found.contains("x NEEDLE y") && found.len() < 2200, "{found}");
    let counted: usize = found.split(" … ").filter_map(|part| part.strip_suffix(" bytes")?.parse::<usize>().ok()).sum();
    let shown: usize = found.trim_end()[2..].split(" … ").filter(|part| !part.ends_with(" bytes")).map(str::len).sum();
    assert_eq!(counted + shown, line.len());
    assert_eq!(home.ctx(["get", &done.id(), "--grep", "NEEDLE", "--all"]).out, format!("2:{line}\n"));
}

#[test]
fn every_form_of_a_reference() {
    let home = Home::new();
    let first = home.sh("echo first").id();
    let second = home.sh("echo second").id();
    for form in
        [first.clone(), format!("[ctx:{first}]"), format!("ctx:{first}"), first[..5].to_owned(), "@-1".to_owned()]
    {
        assert_eq!(home.ctx(["get", &form]).out, "first\n", "{form}");
    }
    assert_eq!(home.ctx(["get", "@"]).out, "second\n");
    assert_ne!(first, second);
}

#[test]
fn wrong_references_say_what_is_wrong() {
    let home = Home::new();
    let unknown = home.ctx(["get", "zzzzzz"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("no entry [ctx:zzzzzz]") && unknown.err.contains("ctx history"), "{}", unknown.err);
    for _ in 0..40 {
        home.sh("echo x");
    }
    // Forty ids share a first letter somewhere: twenty-two letters are too few for them.
    let ambiguous = ('a'..='z').map(|c| home.ctx(["get", &c.to_string()])).find(|done| done.err.contains("ambiguous"));
    let ambiguous = ambiguous.expect("an ambiguous letter");
    assert_eq!(ambiguous.code, 1);
    assert!(ambiguous.err.matches("[ctx:").count() >= 2, "{}", ambiguous.err);
    let id = home.sh("seq 1 9000").id();
    home.database().execute("UPDATE entry SET started_at = 0 WHERE ref = ?1", [&id]).unwrap();
    home.ctx(["forget", "--prune"]);
    let expired = home.ctx(["get", &id]);
    assert_eq!(expired.code, 1);
    assert!(
        expired.err.contains("have expired") && expired.out.contains(" of 9000 lines"),
        "{} {}",
        expired.out,
        expired.err
    );
    assert!(home.ctx(["history", "--limit", "99"]).out.contains("bytes expired"));
}

/// What the digest left out, and several stretches at once.
#[test]
fn the_rest_of_an_output() {
    let home = Home::new();
    let lines: Vec<String> = (1..=400).map(|n| format!("let value_{n} = call_{n}(other_{n}, more_{n});")).collect();
    let file = home.path().join("code.txt");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let done = home.ctx(["run", "--", "cat", file.to_str().unwrap()]);
    assert!(done.headline().contains(" of 400 lines"), "{}", done.out);
    let rest = home.ctx(["get", &done.id(), "--rest", "--all"]).out;
    for line in &lines {
        let times = [&done.out, &rest].iter().filter(|text| text.lines().any(|held| held == line)).count();
        assert_eq!(times, 1, "{line}");
    }
    assert!(rest.lines().all(|line| line.starts_with("--- ") || lines.iter().any(|held| held == line)), "{rest}");
    let two = home.ctx(["get", &done.id(), "--lines", "3:4,399:400"]).out;
    assert_eq!(two, format!("--- 3-4\n{}\n{}\n--- 399-400\n{}\n{}\n", lines[2], lines[3], lines[398], lines[399]));
    let whole = home.ctx(["run", "--", "echo", "all"]);
    let none = home.ctx(["get", &whole.id(), "--rest"]);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
    assert!(none.err.contains("shows everything"), "{}", none.err);
}

/// `sed -n 101,500p FILE`: the marks and --lines use the numbers of the file.
#[test]
fn numbers_are_those_of_the_file() {
    let home = Home::new();
    let lines: Vec<String> = (1..=600).map(|n| format!("let value_{n} = call_{n}(other_{n}, more_{n});")).collect();
    let file = home.path().join("code.txt");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let done = home.sh(&format!("sed -n 101,500p {}", file.display()));
    let mark = done.out.lines().find(|line| line.starts_with("… ")).expect("a mark").to_owned();
    let (_, range) = mark.split_once('(').expect("a range");
    let (from, to) = range.trim_end_matches(')').split_once('-').expect("two numbers");
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    assert!(from > 101 && to < 500, "{mark}");
    let got = home.ctx(["get", &done.id(), "--lines", &format!("{from}:{to}")]).out;
    assert_eq!(got, lines[from - 1..to].iter().map(|line| format!("{line}\n")).collect::<String>());
    assert_eq!(home.ctx(["get", &done.id(), "--grep", "value_333 "]).out, format!("333:{}\n", lines[332]));
}

#[test]
fn parts_of_an_output() {
    let home = Home::new();
    let id = home.sh("seq 1 300000").id();
    let get = |args: &[&str]| home.ctx([&["get", &id], args].concat()).out;
    assert_eq!(get(&["--lines", "250000:250002"]), "250000\n250001\n250002\n");
    assert_eq!(get(&["--head", "2"]), "1\n2\n");
    assert_eq!(get(&["--tail", "2"]), "299999\n300000\n");
    assert_eq!(get(&["--lines", "299999:"]), "299999\n300000\n");
    assert_eq!(get(&["--lines", "300001:300005"]), "");
    assert_eq!(
        get(&["--grep", "^1234.6$", "-C", "1"]),
        "123405-123405\n123406:123406\n123407-123407\n--\n123415-123415\n123416:123416\n123417-123417\n--\n123425-123425\n123426:123426\n123427-123427\n--\n123435-123435\n123436:123436\n123437-123437\n--\n123445-123445\n123446:123446\n123447-123447\n--\n123455-123455\n123456:123456\n123457-123457\n--\n123465-123465\n123466:123466\n123467-123467\n--\n123475-123475\n123476:123476\n123477-123477\n--\n123485-123485\n123486:123486\n123487-123487\n--\n123495-123495\n123496:123496\n123497-123497\n"
    );
    assert_eq!(home.ctx(["get", &format!("[ctx:{id}]:7-9")]).out, "7\n8\n9\n");
    let page = get(&[]);
    assert!(page.len() < 9000 && page.contains("more: ctx get") && page.contains("of 300000 lines"), "{}", page.len());
    assert_eq!(get(&["--all"]).lines().count(), 300_000);
    let none = home.ctx(["get", &id, "--grep", "nothing"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    let value: serde_json::Value = serde_json::from_str(&get(&["--json", "--lines", "3:4"])).unwrap();
    assert_eq!(
        (value["text"].as_str(), value["lines"].as_u64(), value["from"].as_u64()),
        (Some("3\n4\n"), Some(300_000), Some(3))
    );
}

#[test]
fn binary_is_named_and_only_given_raw() {
    let home = Home::new();
    let bytes = [&b"\x7fELF\x02\x01\x01\0"[..], &[0; 500]].concat();
    let id = home.pipe(["store"], &bytes).id();
    let refused = home.ctx(["get", &id]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("ELF executable") && refused.err.contains("--raw"), "{}", refused.err);
    assert_eq!(home.ctx(["get", &id, "--raw"]).bytes, bytes);
}

#[test]
fn the_newest_is_looked_for_in_this_project_first() {
    let home = Home::new();
    let here = home.sh("echo here").id();
    let other = home.path().join("other");
    std::fs::create_dir(&other).unwrap();
    finish(home.command(["run", "--", "echo", "there"]).current_dir(&other));
    assert_eq!(home.ctx(["get", "@"]).out, "here\n");
    assert_eq!(finish(home.command(["get", "@"]).current_dir(&other)).out, "there\n");
    assert!(!home.ctx(["history"]).out.contains("there"));
    assert!(home.ctx(["history", "--all-projects"]).out.contains("echo there"));
    assert!(home.ctx(["history"]).out.contains(&here));
}

#[test]
fn history_filters() {
    let home = Home::new();
    home.sh("echo fine");
    home.sh("exit 3");
    finish(home.command(["run", "--", "true"]).env("CTX_SESSION", "mine"));
    home.database()
        .execute("UPDATE entry SET started_at = started_at - 7200000 WHERE command LIKE '%fine%'", [])
        .unwrap();
    let lines = |args: &[&str]| home.ctx([&["history"], args].concat()).out.lines().count();
    assert_eq!(lines(&[]), 3);
    assert_eq!(lines(&["--failed"]), 1);
    assert_eq!(lines(&["--since", "1h"]), 2);
    assert_eq!(lines(&["--session", "mine"]), 1);
    assert_eq!(lines(&["--limit", "1"]), 1);
    let value: serde_json::Value = serde_json::from_str(&home.ctx(["history", "--json"]).out).unwrap();
    assert_eq!(value.as_array().map(Vec::len), Some(3));
}

/// `ctx` in a session of its own.
fn within(home: &Home, session: &str, args: &[&str]) -> crate::harness::Done {
    finish(home.command(args).env("CTX_SESSION", session))
}

#[test]
fn the_newest_is_never_that_of_another_session() {
    let home = Home::new();
    home.sh("echo nobody");
    within(&home, "a", &["run", "--", "echo", "of-a"]);
    within(&home, "b", &["run", "--", "echo", "of-b"]);
    let table = [
        ("a", "@", "of-a\n"),
        ("a", "@-1", "nobody\n"),
        ("b", "@", "of-b\n"),
        ("c", "@", "nobody\n"),
        ("a", "@-2", ""),
    ];
    for (session, reference, expected) in table {
        assert_eq!(within(&home, session, &["get", reference]).out, expected, "{reference} in {session}");
    }
    let forgot = within(&home, "a", &["forget", "@"]).out;
    assert!(forgot.contains("echo of-a"), "{forgot}");
    assert_eq!(within(&home, "b", &["get", "@"]).out, "of-b\n");
}

#[test]
fn a_clock_that_jumps_moves_no_reference() {
    let home = Home::new();
    let ids = ["one", "two", "three"].map(|text| home.sh(&format!("echo {text}")).id());
    // The clock went back by an hour behind the first, and by a day behind the second.
    let moved = "UPDATE entry SET started_at = started_at + ?2 WHERE ref = ?1";
    for (id, ahead) in [(&ids[0], 25 * 3_600_000), (&ids[1], 24 * 3_600_000)] {
        home.database().execute(moved, (id, ahead)).unwrap();
    }
    for (reference, expected) in [("@", "three\n"), ("@-1", "two\n"), ("@-2", "one\n")] {
        assert_eq!(home.ctx(["get", reference]).out, expected, "{reference}");
    }
    home.sh("echo four");
    assert_eq!(home.ctx(["get", "@"]).out, "four\n");
    let forgot = home.ctx(["forget", "@"]).out;
    assert!(forgot.contains("echo four"), "{forgot}");
    assert_eq!(home.ctx(["get", "@"]).out, "three\n");
}

#[test]
fn forget_names_what_goes_and_asks_for_more_than_one() {
    let home = Home::new();
    let run = |session: &str, text: &str| within(&home, session, &["run", "--", "echo", text]).id();
    let (one, two, three) = (run("a", "one"), run("a", "two"), run("b", "three"));
    let refused = home.ctx(["forget", &one, &two]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.out.contains(&format!("[ctx:{one}] echo one")) && refused.err.contains("--yes"), "{}", refused.out);
    assert_eq!(home.ctx(["get", &one]).out, "one\n");
    let forgot = home.ctx(["forget", &one, &two, &one, "--yes"]).out;
    assert_eq!(forgot.lines().count(), 2, "{forgot}");
    assert!(forgot.contains(&format!("forgot [ctx:{two}] echo two · ")), "{forgot}");
    assert_eq!(home.ctx(["get", &one]).code, 1);
    let four = run("b", "four");
    let table: [(&[&str], i32, &[&str]); 5] = [
        (&["forget", "--session=nobody", "--yes"], 1, &[]),
        (&["forget", "--all-projects", "--session"], 2, &[]),
        (&["forget", "--since", "1h"], 2, &[]),
        (&["forget", "--session=b", "--yes"], 0, &[&three, &four]),
        (&["forget", "--all-projects", "--yes"], 1, &[]),
    ];
    for (args, code, gone) in table {
        let done = home.ctx(args);
        assert_eq!(done.code, code, "{args:?}: {} {}", done.out, done.err);
        for id in gone {
            assert!(done.out.contains(&format!("forgot [ctx:{id}]")), "{args:?}: {}", done.out);
        }
    }
    let five = run("c", "five");
    assert!(home.ctx(["forget", "--project"]).out.contains(&format!("forgot [ctx:{five}] echo five")));
}

#[test]
fn lines_beyond_the_end_are_said_to_be_none() {
    let home = Home::new();
    let id = home.sh("printf 'one\\ntwo\\nthree\\n'").id();
    let table: [(&[&str], i32, &str, &str); 5] = [
        (&["--lines", "99999:100010"], 1, "", "there are only 3 lines"),
        (&["--lines", "4:"], 1, "", "there are only 3 lines"),
        (&["--lines", "3:99999"], 0, "three\n", ""),
        (&["--tail", "9"], 0, "one\ntwo\nthree\n", ""),
        (&["--lines", "9:", "--json"], 1, "", "there are only 3 lines"),
    ];
    for (args, code, out, err) in table {
        let mut all = vec!["get", "@"];
        all.extend(args);
        let done = home.ctx(&all);
        assert_eq!((done.code, done.out.as_str()), (code, out), "{args:?}: {}", done.err);
        assert!(done.err.contains(err), "{args:?}: {}", done.err);
    }
    let beyond = home.ctx(["get", &format!("[ctx:{id}]:8-9")]);
    assert!(beyond.err.contains("no line 8"), "{}", beyond.err);
}

#[test]
fn shells_complete_references_newest_first() {
    let home = Home::new();
    let (old, new) = (home.sh("echo first").id(), home.sh("echo second").id());
    let offered = home.ctx(["completions", "--references"]).out;
    let lines: Vec<&str> = offered.lines().collect();
    assert!(lines[0].starts_with(&format!("{new}\tsh -c 'echo second' · ")), "{offered}");
    assert!(lines[1].starts_with(&old), "{offered}");
    assert!(home.ctx(["completions", "--references", &old[..4]]).out.starts_with(&old));
    // Bash for real: what a person sees after a tab.
    let script = home.ctx(["init", "bash", "--dry-run"]).out;
    let path = home.path().join("ctx.bash");
    std::fs::write(&path, script).unwrap();
    let bin = std::path::Path::new(crate::harness::CTX).parent().unwrap();
    let ask = |words: &str| {
        let test = format!(
            "PATH={}:$PATH; source {}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); \
             _ctx_complete ctx \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\" 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            bin.display(),
            path.display()
        );
        finish(home.program("bash", ["--norc", "-c", &test]).env("HOME", home.path())).out
    };
    assert!(ask("ctx get ''").starts_with(&format!("{new}  sh -c")), "{}", ask("ctx get ''"));
    assert_eq!(ask(&format!("ctx forget {}", &old[..5])), format!("{old}\n"));
    assert!(ask("ctx get --li").contains("--lines"));
    assert!(!ask("ctx run ''").contains(&new));
    let session: String = home.database().query_row("SELECT session FROM entry LIMIT 1", [], |row| row.get(0)).unwrap();
    let work = home.work().canonicalize().unwrap().display().to_string();
    assert_eq!(ask("ctx history --session ''").split('\t').next().unwrap().trim(), session);
    assert_eq!(ask("ctx search --project = ''").trim(), work);
    assert!(ask("ctx run -- basenam").lines().any(|line| line == "basename"), "{}", ask("ctx run -- basenam"));
    for (shell, needle) in [("zsh", "as said below:_ctx_references'"), ("fish", "ctx completions --references")] {
        assert!(home.ctx(["init", shell, "--dry-run"]).out.contains(needle), "{shell}");
    }
}

/// Whether a shell is there to be asked.
fn is_there(shell: &str) -> bool {
    let found = std::process::Command::new(shell).args(["-c", "exit"]).status().is_ok_and(|status| status.success());
    if !found {
        skip(&format!("no {shell}"));
    }
    found
}

/// A home with two entries, and the completions of a shell in it.
fn completing(shell: &str) -> (Home, String, String, std::path::PathBuf) {
    let home = Home::new();
    let (old, new) = (home.sh("echo first").id(), home.sh("echo second").id());
    let path = home.path().join(if shell == "zsh" { "_ctx" } else { "ctx.fish" });
    std::fs::write(&path, home.ctx(["init", shell, "--dry-run"]).out).unwrap();
    (home, old, new, path)
}

#[test]
fn fish_completes_references() {
    if !is_there("fish") {
        return;
    }
    let (home, old, new, path) = completing("fish");
    let bin = std::path::Path::new(crate::harness::CTX).parent().unwrap();
    let ask = |line: &str| {
        let script = format!("set -x PATH {} $PATH; source {}; complete -C '{line}'", bin.display(), path.display());
        finish(home.program("fish", ["--no-config", "-c", &script]).env("HOME", home.path())).out
    };
    let offered = ask("ctx get ");
    let references: Vec<&str> = offered.lines().filter(|line| line.contains("echo")).collect();
    assert!(references[0].starts_with(&format!("{new}\tsh -c 'echo second'")), "{offered}");
    assert!(references[1].starts_with(&old), "{offered}");
    let one = ask(&format!("ctx forget {}", &old[..5]));
    assert!(one.starts_with(&old) && !one.contains(&new), "{one}");
    assert!(ask("ctx get --li").contains("--lines"));
    assert!(!ask("ctx run ").contains(&new));
    let work = home.work().canonicalize().unwrap().display().to_string();
    assert!(ask("ctx search --project=").contains(&format!("--project={work}")), "{}", ask("ctx search --project="));
    let session: String = home.database().query_row("SELECT session FROM entry LIMIT 1", [], |row| row.get(0)).unwrap();
    assert!(ask("ctx history --session ").contains(&session), "{}", ask("ctx history --session "));
    assert!(ask("ctx run -- basenam").contains("basename"), "{}", ask("ctx run -- basenam"));
}

#[test]
fn zsh_completes_references() {
    if !is_there("zsh") {
        return;
    }
    let (home, old, new, path) = completing("zsh");
    let bin = std::path::Path::new(crate::harness::CTX).parent().unwrap();
    // The completion runs as in a terminal, in the pseudo-terminal that zsh brings for such a purpose; `compadd` tells
    // what it was handed.
    let ask = |line: &str| {
        let script = format!(
            r#"zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1= PROMPT= RPROMPT=; unsetopt zle_bracketed_paste; export PATH={bin}:$PATH; fpath=({dir} $fpath); autoload -U compinit; compinit -u -d {dir}/dump'
zpty -w z 'compadd () {{ print -r -- "GIVEN $*" >> {dir}/given; local i=${{@[(i)-d]}}; if (( i < $# )); then local d=${{@[i+1]}}; print -r -- "SHOWN ${{(P)d}}" >> {dir}/given; fi; local -a m; builtin compadd -A m "$@" 2>/dev/null; print -r -- "MATCH $m" >> {dir}/given; builtin compadd "$@" }}'
zpty -w z ': > {dir}/ready'
for n in {{1..100}}; do [[ -e {dir}/ready ]] && break; sleep 0.1; done
zpty -n -w z $'{line}	'
for n in {{1..100}}; do grep -q MATCH {dir}/given 2>/dev/null && break; sleep 0.1; done
sleep 0.3
zpty -d z
"#,
            bin = bin.display(),
            dir = path.parent().unwrap().display(),
        );
        let given = home.path().join("given");
        let _ = std::fs::remove_file(&given);
        let _ = std::fs::remove_file(home.path().join("ready"));
        finish(home.program("zsh", ["-f", "-c", &script]).env("HOME", home.path()));
        std::fs::read_to_string(&given).unwrap_or_default()
    };
    let offered = ask("ctx get ");
    let places = [&new, &old].map(|id| offered.find(id.as_str()));
    assert!(places[0].is_some() && places[0] < places[1], "{offered}");
    assert!(offered.contains("echo second"), "{offered}");
    let run = ask("ctx run ");
    assert!(!run.contains(&new), "{run}");
    let work = home.work().canonicalize().unwrap().display().to_string();
    let projects = ask("ctx search --project=");
    assert!(projects.contains(&work), "{projects}");
    let session: String = home.database().query_row("SELECT session FROM entry LIMIT 1", [], |row| row.get(0)).unwrap();
    let sessions = ask("ctx history --session ");
    assert!(sessions.contains(&session), "{sessions}");
    let commands = ask("ctx run -- basenam");
    assert!(commands.contains("basename"), "{commands}");
}

#[test]
fn a_wrong_reference_is_met_with_the_forms_of_a_right_one() {
    let home = Home::new();
    let done = home.ctx(["get", "not/a/reference!"]);
    assert_eq!(done.code, 2);
    let expected = "ctx: invalid reference 'not/a/reference!'\n  use [ctx:k7f2qa], k7f2qa, ";
    assert!(done.err.starts_with(expected), "{}", done.err);
}

#[test]
fn what_came_through_a_pipe_has_one_name() {
    let home = Home::new();
    let done = home.pipe(["store"], b"hello\n");
    assert!(done.out.contains("] stdin · "), "{}", done.out);
    assert!(home.ctx(["history"]).out.contains("] stdin · "));
    std::fs::create_dir(home.work().join("folder")).unwrap();
    let done = home.ctx(["store", "folder"]);
    assert_eq!((done.code, done.out.as_str()), (0, "indexed 0 documents (0 B): 0 new\n"), "{}", done.err);
}

/// A file that is not there is the caller's mistake, whichever command is asked: not a failure of ctx that doctor reports.
#[test]
fn a_missing_file_is_no_failure_of_ctx() {
    let home = Home::new();
    let commands: [&[&str]; 6] = [
        &["store"],
        &["peek"],
        &["store", "--document"],
        &["run", "--batch"],
        &["doctor", "--secrets"],
        &["fold", "--replay"],
    ];
    for command in commands {
        let done = home.ctx(command.iter().copied().chain(["/no/such/file"]));
        let expected = (1, "ctx: /no/such/file: No such file or directory\n");
        assert_eq!((done.code, done.err.as_str()), expected, "{command:?}");
    }
    assert!(!home.store().join("errors.log").exists());
}
