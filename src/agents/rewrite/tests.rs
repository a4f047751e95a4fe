use proptest::prelude::*;

use super::*;

#[test]
fn what_is_wrapped() {
    for (command, wrapped) in [
        ("npm test", "ctx run -- npm test"),
        ("cd a && npm test", "cd a && ctx run -- npm test"),
        ("npm test 2>&1", "ctx run -- npm test 2>&1"),
        ("npm test 2>&1 | tail -20", "npm test 2>&1 | ctx store --tee --cmd 'npm test' | tail -20"),
        ("npm test |& grep -v '^ok' | head", "npm test |& ctx store --tee --cmd 'npm test' | grep -v '^ok' | head"),
        (
            "cargo test -- 'a b' | tail -1",
            "cargo test -- 'a b' | ctx store --tee --cmd 'cargo test -- '\\''a b'\\''' | tail -1",
        ),
        ("FOO=1 BAR='x y' npm test", "FOO=1 BAR='x y' ctx run -- npm test"),
        ("time npm test", "time ctx run -- npm test"),
        ("! npm test", "! ctx run -- npm test"),
        ("timeout 60 npm test", "ctx run -- timeout 60 npm test"),
        ("env CI=1 npm test", "ctx run -- env CI=1 npm test"),
        ("npm test < in.txt", "ctx run -- npm test < in.txt"),
        (
            "npm run lint; npm run build || echo failed",
            "ctx run -- npm run lint; ctx run -- npm run build || echo failed",
        ),
        ("(cd web && npm ci) && { make; }", "(cd web && ctx run -- npm ci) && { ctx run -- make; }"),
        ("if npm test; then git push; fi", "if ctx run -- npm test; then ctx run -- git push; fi"),
        ("./gradlew test --info", "ctx run -- ./gradlew test --info"),
        ("scripts/ci.sh fast", "ctx run -- scripts/ci.sh fast"),
        ("bash scripts/ci.sh", "ctx run -- bash scripts/ci.sh"),
        ("python3 -m pytest -q", "ctx run -- python3 -m pytest -q"),
        ("npx tsc --noEmit", "ctx run -- npx tsc --noEmit"),
        ("uv run pytest", "ctx run -- uv run pytest"),
        ("git add -A && git commit -m 'x'", "git add -A && ctx run -- git commit -m 'x'"),
        ("git commit -m \"$(cat <<'EOF'\nit's\nEOF\n)\"", "ctx run -- git commit -m \"$(cat <<'EOF'\nit's\nEOF\n)\""),
        ("source .venv/bin/activate && pytest", "source .venv/bin/activate && ctx run -- pytest"),
        ("set -euo pipefail; make | tail", "set -euo pipefail; make | ctx store --tee --cmd 'make' | tail"),
        ("docker build -t x .", "ctx run -- docker build -t x ."),
        ("npm test \\\n  --silent # all", "ctx run -- npm test \\\n  --silent # all"),
        ("make -j\"$(nproc)\" $TARGET", "ctx run -- make -j\"$(nproc)\" $TARGET"),
        ("make 2>/dev/null | tail -3", "make 2>/dev/null | ctx store --tee --cmd 'make' | tail -3"),
    ] {
        assert_eq!(wrap(command).as_deref(), Some(wrapped), "{command}");
    }
}

#[test]
fn what_stays_as_it_is() {
    for command in [
        "ls -la",
        "cat README.md",
        "grep -rn x src",
        "git status",
        "git diff",
        "git log --oneline",
        "find . -name x",
        "echo hi",
        "cd a",
        "export X=1",
        "source x.sh",
        "vim a",
        "less a",
        "top",
        "ssh -t host",
        "python",
        "python3 -i",
        "node",
        "psql",
        "git commit",
        "git commit --amend",
        "git rebase -i HEAD~3",
        "docker run -it x sh",
        "docker exec -it x sh",
        "npm run dev",
        "npm start",
        "npm run watch:css",
        "jest --watch",
        "docker compose up",
        "docker logs -f x",
        "kubectl logs -f x",
        "kubectl get pods -w",
        "python manage.py runserver",
        "python -m http.server",
        "terraform apply",
        "journalctl -f",
        "gh pr create",
        "gh run watch 1",
        "ctx run -- npm test",
        "npm test | ctx store",
        "CTX_OFF=1 npm test",
        "npm test # ctx:off",
        "npm test &",
        "npm test & wait",
        "npm test > out.log",
        "npm test &> out.log",
        "npm test >> out.log 2>&1",
        "npm test 2>/dev/null",
        "npm test 2> err.log",
        "npm test | jq .",
        "npm test | xargs rm",
        "npm test | bash",
        "npm test | cat",
        "npm test | tee out.log",
        "npm test | less",
        "npm test | tail -5 > out",
        "python - <<EOF\nprint(1)\nEOF",
        "make <<< y",
        "cat <<EOF | npm test\nx\nEOF",
        "npm test; echo ${PIPESTATUS[0]}",
        "alias npm=pnpm; npm test",
        "npm() { echo; }; npm test",
        "PATH=x npm test",
        "export PATH=x; npm test",
        "HOME=/x npm test",
        "exec npm test",
        "eval npm test",
        "trap x EXIT; npm test",
        "$TOOL test && npm test",
        "command npm test",
        "\\npm test",
        "'npm' test",
        "xargs npm test",
        "for d in a b; do npm test; done",
        "while true; do npm test; done",
        "{ npm test; } > out",
        "(npm test) | tail",
        "diff <(npm ls) x",
        "npm test > >(tail)",
        "x=$(npm test)",
        "echo $(npm test)",
        "npm test --intent x",
        "unknown-tool --flag",
        "mytool",
        "npm test 'unclosed",
        "npm test &&",
        "/bin/ls -R",
        "/usr/bin/vim x",
        "bash -c 'npm test'",
        "bash",
        "npx create-react-app x",
        "npm init",
        "npm login",
        "npm --version",
        "cargo --version",
        "sudo -u x npm test",
        "shopt -s extglob; npm test",
        "function npm { x; }; npm test",
        "",
        "# npm test",
        "npm",
        "go",
        "time",
        "! true",
        "nohup npm test",
    ] {
        assert_eq!(wrap(command), None, "{command}");
    }
    let wrapper = Wrapper { is_there: &|name| name != "python", listings: true };
    assert_eq!(wrapper.wrap("python x.py"), None);
    assert!(wrapper.wrap("python3 x.py").is_some());
    for listing in ["find . -type f", "git diff main", "git status", "grep -rn x src", "rg x", "ls -laR", "git log"] {
        assert_eq!(wrapper.wrap(listing), Some(format!("ctx run -- {listing}")));
        assert_eq!(wrap(listing), None);
    }
    for text in ["cat README.md", "sed -n 1,200p a.rs", "ls", "find . -exec rm {} +", "grep x a.rs", "git add ."] {
        assert_eq!(wrapper.wrap(text), None, "{text}");
    }
}

const PIECES: &[&str] = &[
    "npm test",
    "make -j4",
    "cargo build",
    "cd a",
    "echo hi",
    " && ",
    " || ",
    "; ",
    " | ",
    " |& ",
    "tail -5",
    "grep x",
    "2>&1",
    " > f",
    "FOO=1 ",
    "time ",
    "! ",
    "( ",
    " )",
    "{ ",
    "; }",
    "if ",
    "; then ",
    "; fi",
    "\n",
    "'a b'",
    "\"$x\"",
    "$(ls)",
    " # note",
    " ",
    "é",
    "&",
    "./run.sh",
    "\\\n",
    "`ls`",
    "<<EOF\nx\nEOF\n",
    "git push",
    "timeout 5 ",
    "--intent",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_taken_away(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..10)) {
        let command = pieces.concat();
        let Some(wrapped) = wrap(&command) else { return Ok(()) };
        prop_assert!(shell::parse(&command).is_ok() && shell::parse(&wrapped).is_ok());
        // Taking out what was put in gives back the very bytes.
        let mut rest = wrapped.replace(RUN, "");
        while let Some(at) = rest.find(" ctx store --tee --cmd '") {
            let end = rest[at..].find("' |").map(|end| at + end + 3);
            prop_assert!(end.is_some());
            rest.replace_range(at..end.unwrap_or(at), "");
        }
        prop_assert_eq!(rest, command);
        prop_assert_eq!(wrap(&wrapped), None, "wrapped twice: {:?}", wrapped);
    }
}
