use super::*;

#[test]
fn checks_are_recognised() {
    for line in [
        "cargo test",
        "cd a && CI=1 npm run lint:fix 2>&1 | tail -5",
        "npm test",
        "yarn typecheck",
        "npx tsc --noEmit",
        "uv run pytest tests/a.py -k x",
        "python -m pytest",
        "python3 scripts/run_tests.py",
        "make",
        "make deploy",
        "./gradlew test",
        "./ci.sh --fast",
        "bash scripts/check-all.sh",
        "go vet ./...",
        "chmod +x a.sh && bash -n a.sh",
        "node --check web/viewer.js",
        "npx astro build 2>&1 | tail -15",
        "cd ~/ws && catkin_make --pkg planner",
        "timeout 60 cargo clippy --all-targets",
        "mise run test:ci",
        "mise run fmt && mise run lint 2>&1 | head -50",
        "mise -C app test",
        "poe lint",
        "nx run shop:test",
    ] {
        assert!(is_check_line(line), "{line}");
    }
    for line in [
        "npm install",
        "npm run dev",
        "git commit -m 'add tests'",
        "cargo add serde",
        "ls tests",
        "docker ps",
        "make dev",
        "mise run dev",
        "mise install",
        "python tools/checkpoints.py list",
        "ruby -e \"File.read('/p/sync-checks.yml')\"",
    ] {
        assert!(!is_check_line(line), "{line}");
    }
}

#[test]
fn looks_are_recognised() {
    for line in [
        "ls /nope",
        "cd x && cat y | head",
        "git -C a log --oneline",
        "gh pr view 3",
        "curl -s localhost",
        "rg x || true",
    ] {
        assert!(is_read_only_line(line), "{line}");
    }
    for line in ["bash -c 'cat x | sort'", "echo \"a; npm install\"", "for f in *; do cat \"$f\"; done"] {
        assert!(is_read_only_line(line), "{line}");
    }
    for line in ["git push", "cat x && npm install", "bash -c 'cat x; rm y'", "gh pr create", "", "./run.sh"] {
        assert!(!is_read_only_line(line), "{line}");
    }
}

#[test]
fn a_success_settles_the_failures_it_covers() {
    for (done, failed) in [
        ("npm test", "npm test"),
        ("npm run build 2>&1", "cd /x && npm run build 2>&1 | head -50"),
        ("cargo test", "cargo test auth::login"),
        ("python -m pytest tests/ -v", "python -m pytest tests/"),
        ("pytest", "uv run pytest tests/a.py -k x"),
        ("cargo fmt && cargo clippy && cargo test", "cargo clippy"),
        ("git commit -m 'two'", "git add . && git commit -m 'one'"),
        ("git push origin main", "git push"),
        ("cd b && make test", "make test"),
        ("npm run check", "npx biome check src/a.ts"),
        ("mise run fmt && mise run test:ci 2>&1 | tail -20", "go test ./strategy/... -v -run TestOne"),
        ("npm test", "npx vitest run src/a.test.ts"),
        ("npm run lint", "npm run lint 2>&1 | grep -v x | head -20 && npx eslint src/a.astro"),
        ("pytest -k 'a or b'", "pytest -k \"a or b\" -x"),
        ("cargo test", "bash -lc \"cd x && cargo test 'a b'\""),
        ("(cd web; npm test)", "cd web && ctx run --intent why -- npm test"),
        ("npm run 'lint all'", "npm run lint\\ all"),
        ("pytest -q tests/a.py tests/b.py", "pytest -q tests/a.py::test_one"),
        ("python -m mypy src/a.py src/b.py", "python -m mypy src/a.py"),
    ] {
        assert!(
            SucceededCommandLine::parse_line(done).settles_failure(&FailedCommandLine::parse_line(failed)),
            "{done} settles {failed}"
        );
    }
    for (done, failed) in [
        ("cargo test auth::login", "cargo test"),
        ("npm run build", "npm test"),
        ("cargo fmt", "cargo fmt && cargo clippy"),
        ("make", "make test"),
        ("npm install left-pad", "npm install right-pad"),
        ("npm run check", "npx vitest run src/a.test.ts"),
        ("npm run check", "npm run build"),
        ("mise run test", "go test -tags=integration ./..."),
        ("npm run lint", "npm run lint && npm test"),
        ("npm test -- a", "npx vitest run b"),
        ("ls", "ls /nope"),
        ("npm test -- -t 'adds one'", "npm test -- -t 'one adds'"),
        ("echo 'x; make test'", "make test"),
        ("pytest tests/a.py", "pytest"),
        ("pytest tests/a.py", "pytest tests/ab.py"),
        ("pytest tests/a.py -x", "pytest tests/a.py::one"),
    ] {
        assert!(
            !SucceededCommandLine::parse_line(done).settles_failure(&FailedCommandLine::parse_line(failed)),
            "{done} does not settle {failed}"
        );
    }
    assert!(
        runs_same_program_and_verb("entire search 'a' --json", "entire search b --repo '*'")
            && !runs_same_program_and_verb("git push", "git pull")
    );
}

#[test]
fn each_check_of_a_chain_is_settled_by_itself() {
    let failed = FailedCommandLine::parse_line("black --check a.py; mypy a.py; echo done");
    let mut left = failed.check_indices();
    assert_eq!(left.len(), 2);
    for done in ["black --check a.py b.py && ls", "mypy b.py"] {
        SucceededCommandLine::parse_line(done).remove_passed_checks(&failed, &mut left);
    }
    assert_eq!(left.len(), 1, "another file was checked");
    SucceededCommandLine::parse_line("pytest && mypy a.py b.py").remove_passed_checks(&failed, &mut left);
    assert!(left.is_empty());
}

#[test]
fn a_chain_is_taken_apart_into_its_checks() {
    let texts = |line: &str| find_checks_in_line(line).into_iter().map(|check| check.text).collect::<Vec<_>>();
    assert_eq!(
        texts("cd a && CI=1 bun run test 2>&1 && git add . && bun run lint | tail -3; ls"),
        ["CI=1 bun run test", "bun run lint"]
    );
    let [one] = &find_checks_in_line("X=1 python -m pytest -q tests/a.py::one tests/b.py")[..] else {
        panic!("one check")
    };
    assert!(one.is_test && one.narrowness == 2, "{one:?}");
}

#[test]
fn failures_at_the_end_of_an_output_are_recognised() {
    for text in [
        "test result: FAILED. 3 passed; 1 failed",
        "Tests  1 failed | 9 passed (10)",
        "Found 2 errors in 1 file",
        "make: *** [all] Error 2",
    ] {
        assert!(output_reports_failure(text), "{text}");
    }
    for text in ["test result: ok. 3 passed; 0 failed", "0 errors, 2 warnings", "Build successful", ""] {
        assert!(!output_reports_failure(text), "{text}");
    }
}

#[test]
fn a_count_without_failures_is_a_success() {
    assert!(test_totals_report_success("error: printed by a test\n\n 1274 pass\n 0 fail\nRan 1274 tests"));
    assert!(test_totals_report_success("Tests  6 passed (6)"));
    for output in ["1 failed, 9 passed", "2 errors\n3 passed", "done", ""] {
        assert!(!test_totals_report_success(output), "{output}");
    }
}

#[test]
fn a_pipe_hides_how_its_check_ended() {
    assert!(is_check_status_hidden("cargo test 2>&1 | tail -20") && is_check_status_hidden("npm test || true"));
    assert!(
        !is_check_status_hidden("set -o pipefail; cargo test | tail")
            && !is_check_status_hidden("cargo test")
            && !is_check_status_hidden("ls | head")
    );
}

#[test]
fn the_same_key() {
    for line in [
        "cd /shop && npm test 2>&1 | tail -50",
        "CI=1 npm  test",
        "npm test",
        "npm test | head -3 | cat",
        "npm test # ctx: why",
    ] {
        assert_eq!(attempt_key(line), "npm test", "{line}");
    }
    assert_ne!(attempt_key("npm test | grep x"), "npm test");
    assert_eq!(attempt_key("cd /shop && npm ci && npm test"), "npm ci && npm test");
    assert!(
        runs_through_ctx("cd a && CI=1 ctx run -- npm test")
            && runs_through_ctx("make 2>&1 | /usr/bin/ctx store --tee | tail")
    );
    assert!(
        !runs_through_ctx("cargo test ctx run")
            && !runs_through_ctx("ctx get @ && npm test")
            && !runs_through_ctx("echo 'ctx run'")
    );
    assert!(
        exit_code_means_no("cat a | grep -n 'x|y' | head", Some(1))
            && exit_code_means_no("rg -n 'a|b' README.md", Some(1))
    );
    assert!(
        exit_code_means_no("cat a | grep x", Some(1))
            && !exit_code_means_no("make", Some(1))
            && !exit_code_means_no("grep x a", Some(2))
    );
}
