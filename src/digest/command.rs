//! Sees through wrappers: `env X=1 timeout 60 bash -c 'cd web && npx jest'` runs `cd` and `jest`.

/// The simple commands that argv runs, each with the program's bare name first.
pub fn programs(argv: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => {}
        [line] if line.contains([' ', ';', '|', '&']) => shell(line, &mut found, 0),
        _ => unwrap(&words, &mut found, 0),
    }
    found
}

/// True when `program` is what `pattern` names: its words in this order, flags between them ignored.
pub fn answers(program: &[String], pattern: &str) -> bool {
    let mut wanted = pattern.split(' ');
    let Some(first) = wanted.next() else { return false };
    if program.first().is_none_or(|name| name != first) {
        return false;
    }
    let mut rest = program[1..].iter().take(8);
    wanted.all(|word| rest.by_ref().any(|given| given == word))
}

const DEEPEST: usize = 8;

/// Wrappers that run the rest of their words, with the flags that take a value.
const WRAPPERS: &[(&str, &[&str])] = &[
    ("env", &["-u", "-C", "--unset", "--chdir"]),
    ("sudo", &["-u", "-g", "-C", "-h", "-p"]),
    ("doas", &["-u", "-C"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n", "-p"]),
    ("time", &["-f", "-o"]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("nohup", &[]),
    ("exec", &["-a"]),
    ("command", &[]),
    ("builtin", &[]),
    ("unbuffer", &[]),
    ("setsid", &[]),
    ("chronic", &[]),
    ("caffeinate", &["-t", "-w"]),
    ("xvfb-run", &["-s", "-e", "-n"]),
    ("dotenv", &["-e", "-f"]),
    ("dotenvx", &["-f"]),
    ("cross-env", &[]),
    ("npx", &["-p", "--package", "-w", "--workspace"]),
    ("bunx", &[]),
    ("pnpx", &["-p", "--package"]),
    ("uvx", &["--from", "--with", "--python", "-p"]),
    ("retry", &["-t", "-d"]),
    ("xargs", &["-n", "-P", "-I", "-d", "-L"]),
    ("faketime", &[]),
];

/// Two-word runners: `poetry run pytest`.
const RUNNERS: &[(&str, &[&str])] = &[
    ("npm", &["exec", "x"]),
    ("pnpm", &["exec", "dlx"]),
    ("yarn", &["exec", "dlx"]),
    ("bun", &["x"]),
    ("poetry", &["run"]),
    ("uv", &["run"]),
    ("pipenv", &["run"]),
    ("pdm", &["run"]),
    ("hatch", &["run"]),
    ("rye", &["run"]),
    ("pixi", &["run"]),
    ("conda", &["run"]),
    ("mamba", &["run"]),
    ("pipx", &["run"]),
    ("bundle", &["exec"]),
    ("mise", &["exec", "x"]),
    ("asdf", &["exec"]),
    ("rbenv", &["exec"]),
    ("pyenv", &["exec"]),
    ("composer", &["exec"]),
    ("nix", &["develop", "shell"]),
    ("devbox", &["run"]),
    ("doppler", &["run"]),
    ("op", &["run"]),
];

const RUNNER_VALUES: &[&str] = &[
    "--with",
    "--extra",
    "--group",
    "--python",
    "-p",
    "-n",
    "--name",
    "--package",
    "-C",
    "--dir",
    "-F",
    "--filter",
    "--directory",
    "-w",
    "--workspace",
    "--from",
    "--prefix",
    "--cwd",
    "-e",
    "--env",
];

const CONTAINER_VALUES: &[&str] = &[
    "-e",
    "--env",
    "--env-file",
    "-u",
    "--user",
    "-w",
    "--workdir",
    "-v",
    "--volume",
    "-p",
    "--publish",
    "--name",
    "--network",
    "--mount",
    "-m",
    "--memory",
    "--cpus",
    "--entrypoint",
    "-h",
    "--hostname",
    "--platform",
    "-l",
    "--label",
    "-f",
    "--file",
    "--project-name",
    "--profile",
    "-n",
    "--namespace",
    "-c",
    "--container",
    "--context",
    "--index",
];

/// Subcommands that are the package manager's own; any other word may be a program it runs.
const YARN_OWN: &[&str] = &[
    "install",
    "add",
    "remove",
    "run",
    "test",
    "start",
    "build",
    "audit",
    "why",
    "list",
    "ls",
    "init",
    "publish",
    "outdated",
    "upgrade",
    "up",
    "dedupe",
    "info",
    "config",
    "cache",
    "pack",
    "link",
    "workspaces",
    "workspace",
    "create",
    "ci",
    "i",
    "update",
    "store",
    "patch",
    "import",
    "rebuild",
    "prune",
];

fn unwrap(words: &[&str], found: &mut Vec<Vec<String>>, depth: usize) {
    let Some((&first, rest)) = words.split_first() else { return };
    if depth > DEEPEST {
        return;
    }
    if is_assignment(first) {
        return unwrap(rest, found, depth + 1);
    }
    let name = base_name(first);
    if let Some((_, values)) = WRAPPERS.iter().find(|(wrapper, _)| *wrapper == name) {
        let inner = skip_flags(rest, values);
        if !inner.is_empty() {
            return unwrap(inner, found, depth + 1);
        }
    }
    if name == "timeout" || name == "gtimeout" {
        let inner = skip_flags(rest, &["-k", "-s", "--kill-after", "--signal"]);
        return unwrap(inner.get(1..).unwrap_or_default(), found, depth + 1);
    }
    let script =
        rest.iter().position(|word| word.starts_with('-') && word.ends_with('c')).and_then(|at| rest.get(at + 1));
    if let Some(line) = script.filter(|_| is_shell(name)) {
        return shell(line, found, depth + 1);
    }
    if let Some((_, verbs)) = RUNNERS.iter().find(|(runner, _)| *runner == name) {
        let after = skip_flags(rest, RUNNER_VALUES);
        if let Some((verb, inner)) = after.split_first() {
            if verbs.contains(verb) {
                let inner = skip_flags(inner, RUNNER_VALUES);
                return unwrap(inner, found, depth + 1);
            }
            if matches!(name, "yarn" | "pnpm" | "bun") && !YARN_OWN.contains(verb) {
                unwrap(after, found, depth + 1);
            }
        }
    }
    if let Some(inner) = inside_container(name, rest) {
        return unwrap(inner, found, depth + 1);
    }
    if is_python(name) {
        let after = skip_flags_until(rest, &["-W", "-X"], "-m");
        if let Some((&"-m", module)) = after.split_first() {
            return unwrap(module, found, depth + 1);
        }
    }
    if matches!(name, "node" | "php" | "ruby" | "bun" | "deno" | "perl" | "java") || is_python(name) {
        let script = skip_flags(rest, &["-r", "--require", "--import", "-d", "-I"]);
        if let Some(path) = script.first().filter(|path| path.contains("bin/")) {
            let mut inner = vec![*path];
            inner.extend_from_slice(&script[1..]);
            return unwrap(&inner, found, depth + 1);
        }
    }
    let mut program = vec![name.to_owned()];
    program.extend(rest.iter().map(|word| (*word).to_owned()));
    found.push(program);
}

fn inside_container<'a, 'b>(name: &str, rest: &'a [&'b str]) -> Option<&'a [&'b str]> {
    let mut at = skip_flags(rest, CONTAINER_VALUES);
    match name {
        "docker" | "podman" | "nerdctl" | "docker-compose" | "podman-compose" | "kubectl" | "oc" => {}
        "ssh" => return at.get(1..).filter(|inner| !inner.is_empty()),
        _ => return None,
    }
    if at.first() == Some(&"compose") {
        at = skip_flags(&at[1..], CONTAINER_VALUES);
    }
    if !matches!(at.first(), Some(&"exec" | &"run")) {
        return None;
    }
    let target = skip_flags(&at[1..], CONTAINER_VALUES);
    let inner = target.get(1..)?;
    let inner = skip_flags(inner, CONTAINER_VALUES);
    (!inner.is_empty()).then_some(inner)
}

/// Drops leading flags, the values of those that take one, assignments and a `--`.
fn skip_flags<'a, 'b>(words: &'a [&'b str], with_value: &[&str]) -> &'a [&'b str] {
    skip_flags_until(words, with_value, "")
}

fn skip_flags_until<'a, 'b>(words: &'a [&'b str], with_value: &[&str], stop: &str) -> &'a [&'b str] {
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        if !stop.is_empty() && word == stop {
            break;
        }
        if word == "--" {
            at += 1;
            break;
        }
        if with_value.contains(&word) {
            at += 2;
        } else if (word.starts_with('-') && word.len() > 1) || is_assignment(word) {
            at += 1;
        } else {
            break;
        }
    }
    words.get(at..).unwrap_or_default()
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

fn base_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    [".exe", ".cmd", ".bat"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

fn is_shell(name: &str) -> bool {
    matches!(name, "sh" | "bash" | "zsh" | "dash" | "ksh" | "fish" | "ash" | "busybox")
}

fn is_python(name: &str) -> bool {
    name.strip_prefix("python")
        .or_else(|| name.strip_prefix("pypy"))
        .is_some_and(|version| version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
        || name == "py"
}

/// Splits a shell line into its simple commands; quoting is understood, expansion is not needed.
fn shell(line: &str, found: &mut Vec<Vec<String>>, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut in_word = false;
    let end = |words: &mut Vec<String>, found: &mut Vec<Vec<String>>| {
        let plain: Vec<&str> = words.iter().map(String::as_str).filter(|word| !is_redirection(word)).collect();
        let plain = match plain.as_slice() {
            ["if" | "then" | "do" | "else" | "!" | "while" | "(" | "{", rest @ ..] => rest,
            all => all,
        };
        if !plain.is_empty() && plain != ["fi"] && plain != ["done"] {
            unwrap(plain, found, depth + 1);
        }
        words.clear();
    };
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some('"') | None, '\\') => word.extend(chars.next()),
            (Some(_), _) => word.push(c),
            (None, '\'' | '"') => (quote, in_word) = (Some(c), true),
            (None, '>' | '<') => {
                word.push(c);
                if chars.peek() == Some(&'&') {
                    word.extend(chars.next());
                }
            }
            (None, ';' | '|' | '&' | '\n' | '(' | ')') => {
                if in_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    in_word = false;
                }
                end(&mut words, found);
            }
            (None, c) if c.is_whitespace() => {
                if in_word || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    in_word = false;
                }
            }
            (None, c) => word.push(c),
        }
    }
    if in_word || !word.is_empty() {
        words.push(word);
    }
    end(&mut words, found);
}

fn is_redirection(word: &str) -> bool {
    word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '&').starts_with(['>', '<'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(line: &str) -> String {
        let argv: Vec<String> = line.split('\u{1f}').map(str::to_owned).collect();
        let argv = if argv.len() == 1 { line.split(' ').map(str::to_owned).collect() } else { argv };
        programs(&argv).iter().map(|program| program.join(" ")).collect::<Vec<_>>().join(" ; ")
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
        ] {
            assert_eq!(seen(line), program, "{line}");
        }
        let script = "bash\u{1f}-lc\u{1f}cd web && CI=1 npx jest 2>&1 | tail -5; \"make\" 'a b'";
        assert_eq!(seen(script), "cd web ; jest ; tail -5 ; make a b");
        assert_eq!(programs(&["cd a && cargo build".into()]).len(), 2);
    }

    #[test]
    fn patterns_ignore_flags_between() {
        let program: Vec<String> = "git -C repo log --oneline".split(' ').map(str::to_owned).collect();
        assert!(answers(&program, "git log") && answers(&program, "git"));
        assert!(!answers(&program, "git diff") && !answers(&program, "log"));
    }
}
