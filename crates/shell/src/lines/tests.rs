use super::*;

fn seen(line: &str) -> String {
    let argv: Vec<String> = line.split('\u{1f}').map(str::to_owned).collect();
    let argv = if argv.len() == 1 { line.split(' ').map(str::to_owned).collect() } else { argv };
    split_into_programs(&argv).iter().map(|program| program.join(" ")).collect::<Vec<_>>().join(" ; ")
}

/// `a > b ; c`: a is piped into b, then c.
fn piped(line: &str) -> String {
    let step = |step: &ProgramStep| step.words.join(" ");
    let lines = split_into_pipelines(line);
    let lines = lines.iter().map(|steps| steps.iter().map(step).collect::<Vec<_>>().join(" > "));
    lines.collect::<Vec<_>>().join(" ; ")
}

#[test]
fn wrappers_are_seen_through() {
    for (line, program) in [
        ("env -i X=1 timeout -k 5 60 cargo test", "cargo test"),
        ("RUST_LOG=debug nice -n 5 time cargo test", "cargo test"),
        ("npx -y jest --ci", "jest --ci"),
        ("pnpm exec vitest run", "vitest run"),
        ("yarn jest", "jest ; yarn jest"),
        ("yarn test", "yarn test"),
        ("poetry run python -m pytest -q", "pytest -q"),
        ("uv run --with x python3.12 -W ignore -m unittest", "unittest"),
        ("docker exec -it -e A=1 web pytest -x", "pytest -x"),
        ("docker compose run --rm api go test ./...", "go test ./..."),
        ("kubectl exec -n prod pod -- psql", "psql"),
        ("bundle exec rspec", "rspec"),
        ("/usr/bin/python3 app.py", "python3 app.py"),
        ("node node_modules/.bin/eslint src", "eslint src"),
        ("sudo -u app make", "make"),
        ("timeout 5", "timeout 5"),
        ("strace -f make", "strace -f make"),
        ("command -v make", "command -v make"),
    ] {
        assert_eq!(seen(line), program, "{line}");
    }
    let script = "bash\u{1f}-lc\u{1f}cd web && CI=1 npx jest 2>&1 | tail -5; \"make\" 'a b'";
    assert_eq!(seen(script), "cd web ; jest ; tail -5 ; make a b");
    assert_eq!(split_into_programs(&["cd a && cargo build".into()]).len(), 2);
}

#[test]
fn pipelines_of_a_text() {
    for (line, found) in [
        ("cd /x && CI=1 npm test 2>&1 | tail -5", "cd /x ; npm test > tail -5"),
        ("(cd a; make) | tee log", "cd a > tee log ; make > tee log"),
        ("bash -lc 'make 2>&1 | head' | wc -l", "make > head > wc -l"),
        ("for f in *.rs; do rustfmt \"$f\"; done", "rustfmt $f"),
        ("ls | while read f; do cat $f; done | sort", "ls ; read f > sort ; cat $f > sort"),
        ("if test -f a; then make; else echo 'no; make b'; fi", "test -f a ; make ; echo no; make b"),
        ("cat <<'EOF' | sh\nrm -rf x\nEOF", "cat > sh"),
        ("git commit -m \"$(cat <<'EOF'\na | b; c\nEOF\n)\"", "git commit -m $(cat <<'EOF'\na | b; c\nEOF\n)"),
        ("find . -name '*.c' | xargs -n 1 wc", "find . -name *.c > wc"),
        ("yarn jest | tail", "jest > tail"),
        ("[[ -f a ]] && make", "[[ ; make"),
        ("A=1", ""),
        ("# nothing", ""),
        ("", ""),
        // Text that the parser refuses is split all the same.
        ("make 'x && tail", "make x && tail"),
        ("if make; then echo a | cat", "make ; echo a > cat"),
        ("cargo test ) && echo \"it's\" | wc", "cargo test ; echo it's > wc"),
    ] {
        assert_eq!(piped(line), found, "{line}");
    }
    assert_eq!(split_into_pipelines("X=1 make  all 2>&1 | tail")[0][0].text, "X=1 make  all 2>&1");
}

#[test]
fn programs_inside_of_substitutions() {
    for line in ["echo \"$(ctx get @)\"", "X=`ctx stats`", "(ctx stats)", "cd a && Y=1 /usr/bin/ctx run -- make"] {
        assert!(runs_program(line, "ctx"), "{line}");
    }
    for line in ["echo ctx", "echo 'ctx run'", "cat ctx/x", "./ctxx", "FOO=ctx make", "# ctx: why"] {
        assert!(!runs_program(line, "ctx"), "{line}");
    }
}

#[test]
fn words_of_one_command() {
    assert_eq!(split_shell_words("a 'b c' \"d e\"'f' \\g"), ["a", "b c", "d ef", "g"]);
    assert_eq!(split_shell_words("--grep a|b 'c"), ["--grep", "a|b", "c"]);
    assert_eq!(split_shell_words("src/*.rs --lines 1:9 x;y"), ["src/*.rs", "--lines", "1:9", "x;y"]);
    assert!(split_shell_words("").is_empty());
}

#[test]
fn words_are_quoted_as_a_shell_reads_them() {
    let given: Vec<String> = ["grep", "-rn", "it's", "", "a b", "x=1"].map(String::from).into();
    assert_eq!(join_quoted(&given), r"grep -rn 'it'\''s' '' 'a b' x=1");
    assert_eq!(split_shell_words(&join_quoted(&given)), given);
}

#[test]
fn patterns_ignore_flags_between() {
    let program: Vec<String> = "git -C repo log --oneline".split(' ').map(str::to_owned).collect();
    assert!(matches_program_pattern(&program, "git log") && matches_program_pattern(&program, "git"));
    assert!(!matches_program_pattern(&program, "git diff") && !matches_program_pattern(&program, "log"));
}

proptest::proptest! {
    #[test]
    fn no_line_is_too_odd(line in "[ -~\n]{0,80}", odd in "\\PC{0,20}") {
        let line = format!("{line}{odd}");
        let _ = split_shell_words(&line);
        for step in split_into_pipelines(&line).iter().flatten() {
            proptest::prop_assert!(!step.words.is_empty());
        }
    }
}
