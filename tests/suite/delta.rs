//! A command run again: what was fixed, what is new, what stayed, for outputs of tools that were really run.

use std::path::Path;

use crate::harness::{Done, Home, finish};

/// Runs the recorded output `fixtures/delta/TOOL-N.raw` under its own command line.
fn replay(home: &Home, tool: &str, round: u32) -> Done {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/delta/{tool}-{round}"));
    let meta: toml::Table = std::fs::read_to_string(fixture.with_extension("toml")).unwrap().parse().unwrap();
    let command: Vec<&str> = meta["command"].as_str().unwrap().split(' ').collect();
    let code = meta["exit"].as_integer().unwrap();
    let raw = fixture.with_extension("raw");
    home.script(command[0], &format!("#!/bin/sh\ncat '{}'\nexit {code}\n", raw.display()));
    let path = format!("{}:/usr/bin:/bin", home.work().display());
    let done = finish(home.command([&["run", "--"], &command[..]].concat()).env("PATH", path));
    assert_eq!(i64::from(done.code), code);
    done
}

#[test]
fn fail_fix_one_break_another() {
    for (tool, broken) in [("cargo-test", 2), ("pytest", 2), ("vitest", 2), ("tsc", 1)] {
        let home = Home::new();
        let first = replay(&home, tool, 1);
        assert!(!first.out.contains("since [ctx:"), "{}", first.out);
        let second = replay(&home, tool, 2);
        let since = format!("since [ctx:{}] now: 1 fixed, 0 new, 1 same", first.id());
        assert!(second.out.contains(&since), "{tool}: {}", second.out);
        let third = replay(&home, tool, 3);
        let since = format!("since [ctx:{}] now: 0 fixed, {broken} new, 1 same", second.id());
        assert!(third.out.contains(&since), "{tool}: {}", third.out);
        let again = replay(&home, tool, 3);
        assert!(again.headline().contains(&format!("identical to [ctx:{}]", third.id())), "{tool}: {}", again.out);
        let diff = home.ctx(["diff", &first.id(), &third.id()]).out;
        assert!(diff.contains(&format!(": 1 fixed, {broken} new, 1 same\n")), "{tool}: {diff}");
        assert_eq!(diff.lines().filter(|line| line.starts_with("+ error ")).count(), broken, "{tool}: {diff}");
    }
}

/// The same command in another directory of the project is another command.
#[test]
fn a_pass_in_one_package_fixes_nothing_in_another() {
    let home = Home::new();
    let failing = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/delta/vitest-1.raw");
    let script = format!(
        "#!/bin/sh\nif [ -e fixed ]; then echo ' Test Files  1 passed (1)'; echo '      Tests  3 passed (3)'; else cat '{}'; exit 1; fi\n",
        failing.display()
    );
    home.script("npm", &script);
    let git = home.work().join(".git");
    std::fs::create_dir_all(&git).unwrap();
    std::fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    let path = format!("{}:/usr/bin:/bin", home.work().display());
    let test = |package: &str| {
        let dir = home.work().join("packages").join(package);
        std::fs::create_dir_all(&dir).unwrap();
        if package == "b" {
            std::fs::write(dir.join("fixed"), "").unwrap();
        }
        finish(home.command(["run", "--", "npm", "test"]).env("PATH", &path).current_dir(dir))
    };
    let is_open = || home.ctx(["context"]).out.split("solved:").next().unwrap().contains("- npm test: ");
    assert_eq!((test("a").code, is_open()), (1, true), "{}", home.ctx(["context"]).out);
    let passed = test("b");
    assert_eq!((passed.code, is_open()), (0, true), "{}", home.ctx(["context"]).out);
    assert!(!passed.out.contains("fixed") && !passed.out.contains("since [ctx:"), "{}", passed.out);
    std::fs::write(home.work().join("packages/a/fixed"), "").unwrap();
    let fixed = test("a");
    assert_eq!((fixed.code, is_open()), (0, false), "{}", home.ctx(["context"]).out);
    assert!(fixed.out.contains("fixed"), "{}", fixed.out);
}

#[test]
fn findings_can_be_listed() {
    let home = Home::new();
    let id = replay(&home, "tsc", 3).id();
    let listed = home.ctx(["get", &id, "--findings"]).out;
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.contains("types/order.ts:4:48") && listed.contains("is not assignable"), "{listed}");
    let value: serde_json::Value = serde_json::from_str(&home.ctx(["get", &id, "--findings", "--json"]).out).unwrap();
    assert_eq!(value.as_array().map(Vec::len), Some(2));
}

/// A tool that did not start has fixed nothing, and another command has not fixed what the first one found.
#[test]
fn a_run_that_broke_off_has_fixed_nothing() {
    let home = Home::new();
    let errors = "a.c:1:2: error: unknown type name 'foo'\na.c:3:2: error: expected ';'\n";
    let run = |text: &str, code: u8| {
        home.script("tool.sh", &format!("#!/bin/sh\ncat <<'EOF'\n{text}EOF\nexit {code}\n"));
        home.ctx(["run", "--", "./tool.sh"])
    };
    let first = run(errors, 1);
    let broken = run("/usr/bin/python3: No module named pytest\n", 1);
    assert!(!broken.out.contains("fixed"), "{}", broken.out);
    let diff = home.ctx(["diff", &first.id(), &broken.id()]).out;
    assert!(diff.contains("+1 -2 lines") && !diff.contains("fixed"), "{diff}");
    let passed = run("done\n", 0);
    let diff = home.ctx(["diff", &first.id(), &passed.id()]).out;
    assert!(diff.contains(": 2 fixed, 0 new, 0 same\n"), "{diff}");
    let other = home.ctx(["run", "--", "echo", "done"]);
    let diff = home.ctx(["diff", &first.id(), &other.id()]).out;
    assert!(diff.contains(": 2 gone, 0 new, 0 same\n"), "{diff}");
}
