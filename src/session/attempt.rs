//! What a command line was an attempt at: a check of the project, a change, or only a look; and which later line settles it.

use std::collections::HashSet;

use super::command::{is_assignment, last_pipe, parts};

/// One command of a line: its program and verb, and what else it was told.
#[derive(Debug, PartialEq, Eq)]
struct Simple<'a> {
    name: String,
    words: HashSet<&'a str>,
}

/// Programs that run another one, and do nothing of their own to it.
const WRAPPERS: &[&str] =
    &["sudo", "time", "env", "nice", "nohup", "command", "exec", "npx", "bunx", "stdbuf", "xvfb-run", "ctx"];
/// The same in two words.
const RUNNERS: &[(&str, &str)] = &[
    ("uv", "run"),
    ("poetry", "run"),
    ("pipenv", "run"),
    ("hatch", "run"),
    ("bundle", "exec"),
    ("pnpm", "exec"),
    ("pnpm", "dlx"),
    ("yarn", "exec"),
    ("python", "-m"),
    ("python3", "-m"),
    ("mise", "exec"),
    ("ctx", "run"),
];
/// Programs whose first word says what they do.
const WITH_VERB: &[&str] = &[
    "git",
    "gh",
    "cargo",
    "go",
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "deno",
    "make",
    "gmake",
    "just",
    "task",
    "rake",
    "mvn",
    "gradle",
    "gradlew",
    "dotnet",
    "swift",
    "mix",
    "bazel",
    "zig",
    "flutter",
    "dart",
    "terraform",
    "docker",
    "podman",
    "kubectl",
    "helm",
    "pip",
    "pip3",
    "uv",
    "poetry",
    "brew",
    "apt",
    "apt-get",
    "bundle",
    "composer",
    "biome",
    "ruff",
    "nx",
    "turbo",
    "pre-commit",
    "lefthook",
    "hatch",
    "sbt",
    "stack",
    "cabal",
    "meson",
    "lerna",
];
/// Programs that check, whatever they are told.
const CHECKERS: &[&str] = &[
    "pytest",
    "py.test",
    "unittest",
    "tox",
    "nox",
    "jest",
    "vitest",
    "mocha",
    "ava",
    "tap",
    "tsc",
    "vue-tsc",
    "eslint",
    "stylelint",
    "oxlint",
    "prettier",
    "mypy",
    "pyright",
    "basedpyright",
    "flake8",
    "pylint",
    "black",
    "isort",
    "rspec",
    "rubocop",
    "phpunit",
    "pest",
    "phpstan",
    "psalm",
    "golangci-lint",
    "staticcheck",
    "gotestsum",
    "ctest",
    "bats",
    "shellcheck",
    "playwright",
    "cypress",
    "knip",
    "ninja",
    "gcc",
    "g++",
    "cc",
    "c++",
    "clang",
    "clang++",
    "rustc",
    "javac",
    "kotlinc",
    "swiftc",
    "xcodebuild",
    "markdownlint",
    "actionlint",
    "hadolint",
    "ktlint",
    "swiftlint",
    "detekt",
    "busted",
    "luacheck",
    "webpack",
    "vite",
    "rollup",
    "esbuild",
    "next",
];
/// Verbs that check, of programs that also do other things.
const CHECKING: &[(&str, &[&str])] = &[
    (
        "cargo",
        &["test", "t", "build", "b", "check", "c", "clippy", "fmt", "doc", "nextest", "llvm-cov", "deny", "miri"],
    ),
    ("go", &["test", "build", "vet"]),
    ("deno", &["test", "check", "lint", "fmt"]),
    ("bun", &["test", "build"]),
    ("mvn", &["test", "verify", "package", "compile", "install"]),
    ("gradle", &["test", "build", "check", "assemble"]),
    ("gradlew", &["test", "build", "check", "assemble"]),
    ("dotnet", &["test", "build", "format"]),
    ("swift", &["test", "build"]),
    ("mix", &["test", "compile", "credo", "dialyzer", "format"]),
    ("bazel", &["test", "build"]),
    ("zig", &["build", "test"]),
    ("flutter", &["test", "analyze", "build"]),
    ("dart", &["test", "analyze"]),
    ("terraform", &["validate", "plan"]),
    ("helm", &["lint"]),
    ("biome", &["check", "lint", "ci", "format"]),
    ("ruff", &["check", "format"]),
    ("hatch", &["test"]),
    ("sbt", &["test", "compile"]),
    ("stack", &["test", "build"]),
    ("cabal", &["test", "build"]),
    ("meson", &["test", "compile"]),
    ("nx", &["test", "lint", "build", "affected", "run-many"]),
    ("turbo", &["test", "lint", "build", "run"]),
    ("pre-commit", &["run"]),
    ("lefthook", &["run"]),
];
/// Those who run what the project itself has written down under a name.
const SCRIPTS: &[&str] = &["make", "gmake", "just", "task", "rake", "npm", "pnpm", "yarn", "bun", "composer"];
/// Names of such scripts that do not end by themselves, or tidy up.
const NO_CHECK: &[&str] =
    &["dev", "start", "serve", "watch", "run", "clean", "preview", "storybook", "up", "down", "logs"];
/// Parts of the names of scripts that check.
const CHECKS: &[&str] = &["test", "check", "lint", "build", "type", "verify", "spec", "e2e", "ci", "audit", "compile"];
/// Programs that only look. Where one finds nothing, nothing has gone wrong.
const LOOKS: &[&str] = &[
    "ls",
    "cat",
    "head",
    "tail",
    "find",
    "fd",
    "grep",
    "egrep",
    "rg",
    "ag",
    "stat",
    "file",
    "which",
    "type",
    "whereis",
    "wc",
    "tree",
    "less",
    "more",
    "awk",
    "jq",
    "yq",
    "ps",
    "printenv",
    "echo",
    "printf",
    "cd",
    "pwd",
    "test",
    "[",
    "[[",
    "du",
    "df",
    "sed",
    "cut",
    "sort",
    "uniq",
    "tr",
    "diff",
    "cmp",
    "pgrep",
    "lsof",
    "curl",
    "wget",
    "sleep",
    "true",
    "date",
    "uname",
    "whoami",
    "id",
    "man",
    "readlink",
    "realpath",
    "basename",
    "dirname",
    "set",
    "export",
    "source",
    ".",
    "ping",
    "nl",
    "column",
    "strings",
    "xxd",
    "od",
    "md5sum",
    "sha256sum",
    "bat",
    "eza",
];
const LOOKING: &[(&str, &[&str])] = &[
    (
        "git",
        &[
            "status",
            "log",
            "diff",
            "show",
            "branch",
            "rev-parse",
            "rev-list",
            "blame",
            "ls-files",
            "ls-remote",
            "ls-tree",
            "remote",
            "describe",
            "merge-base",
            "config",
            "check-ignore",
            "cat-file",
            "reflog",
            "grep",
            "shortlog",
            "fetch",
        ],
    ),
    ("gh", &["api", "search", "auth", "issue", "repo", "run"]),
    ("npm", &["ls", "list", "view", "outdated", "why"]),
    ("cargo", &["tree", "metadata", "search", "info"]),
    ("go", &["list", "env", "doc", "version"]),
    ("docker", &["ps", "images", "logs", "inspect"]),
    ("kubectl", &["get", "describe", "logs"]),
    ("pip", &["list", "show", "freeze"]),
    ("brew", &["list", "info", "search"]),
];
/// What a command leaves behind does not depend on its other words: the next one of the kind replaces it.
const REPLACED: &[&str] = &["git", "gh"];

fn simple(part: &str) -> Option<Simple<'_>> {
    let mut words: Vec<&str> = part.split_whitespace().collect();
    loop {
        let first = *words.first()?;
        let second = words.get(1).copied().unwrap_or_default();
        let program = base(first);
        if is_assignment(first) || first == "(" || first == "{" || first == "!" || first == "--" {
            words.remove(0);
        } else if RUNNERS.contains(&(program, second)) || (program == "timeout" && words.len() > 2) {
            words.drain(..2);
        } else if WRAPPERS.contains(&program) && words.len() > 1 {
            words.remove(0);
            while words.len() > 1 && words[0].starts_with('-') {
                words.remove(0);
            }
        } else {
            break;
        }
    }
    let program = base(words[0].trim_start_matches('('));
    let mut rest: Vec<&str> = words[1..].to_vec();
    if program == "git" {
        // `git -C dir commit`, `git -c a=b commit`
        while rest.len() > 1 && matches!(rest[0], "-C" | "-c") {
            rest.drain(..2);
        }
    }
    let mut name = program.to_owned();
    if WITH_VERB.contains(&program) {
        let is_script = |word: &str| matches!(word, "run" | "run-script") && SCRIPTS.contains(&program);
        if let Some(at) = rest.iter().position(|word| !word.starts_with(['-', '+'])) {
            let verb = rest.remove(at);
            let verb = match rest.get(at) {
                Some(script) if is_script(verb) && !script.starts_with('-') => rest.remove(at),
                _ => verb,
            };
            name = format!("{program} {verb}");
        }
    }
    const NEUTRAL: &[&str] =
        &["-v", "-vv", "--verbose", "-q", "--quiet", "-s", "--silent", "--color=always", "--color=never", "--no-color"];
    let is_neutral =
        |word: &&str| NEUTRAL.contains(word) || word.contains(">&") || word.starts_with("2>") || *word == "--";
    Some(Simple { name, words: rest.into_iter().filter(|word| !is_neutral(word)).collect() })
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

impl Simple<'_> {
    fn verb(&self) -> (&str, &str) {
        self.name.split_once(' ').unwrap_or((&self.name, ""))
    }

    fn is_check(&self) -> bool {
        let (program, verb) = self.verb();
        if CHECKERS.contains(&program) || listed(CHECKING, program, verb) {
            return true;
        }
        let parts = |name: &str| -> bool {
            let name = name.to_ascii_lowercase();
            let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
            parts.any(|part| CHECKS.iter().any(|check| part == *check || (check.len() > 2 && part.starts_with(check))))
        };
        match program {
            // A makefile's targets are the project's own, whatever they are called.
            "make" | "gmake" | "just" | "task" | "rake" => !NO_CHECK.contains(&verb),
            program if SCRIPTS.contains(&program) => verb == "t" || parts(verb),
            "python" | "python3" | "node" | "ruby" | "php" | "bash" | "sh" => {
                self.words.iter().any(|word| !word.starts_with('-') && !word.contains('=') && parts(base(word)))
            }
            program => parts(program),
        }
    }

    /// A script over everything: `npm run check`, `make ci`. Tests are only sure to be in it where its name says all.
    fn vouches_for(&self, failed: &str) -> bool {
        const GATES: &[&str] = &["check", "ci", "verify", "validate", "all", "precommit", "pre-commit", "lint", "test"];
        let (program, verb) = self.verb();
        let narrow = self.words.iter().any(|word| !word.starts_with('-'));
        if !SCRIPTS.contains(&program) || !GATES.contains(&verb) || narrow {
            return false;
        }
        let failed = simples(failed);
        let mut checks = failed.iter().filter(|simple| simple.is_check()).peekable();
        let tests = |simple: &Simple<'_>| {
            let name = simple.name.to_ascii_lowercase();
            ["test", "spec", "jest", "mocha", "tox", "nox", "e2e", "playwright", "cypress"]
                .iter()
                .any(|sign| name.contains(sign))
        };
        let is_script = |simple: &Simple<'_>| SCRIPTS.contains(&simple.verb().0);
        // Only tools that were called directly: another script of the project says its own.
        checks.peek().is_some()
            && checks.all(|simple| {
                !is_script(simple)
                    && match verb {
                        "lint" | "check" | "validate" => !tests(simple),
                        "test" => tests(simple),
                        _ => true,
                    }
            })
    }

    fn is_look(&self) -> bool {
        let (program, verb) = self.verb();
        LOOKS.contains(&program)
            || listed(LOOKING, program, verb)
            || (program == "gh" && self.words.iter().any(|word| matches!(*word, "view" | "list" | "status" | "checks")))
    }

    /// What it did includes what the other one was to do.
    fn covers(&self, other: &Simple<'_>) -> bool {
        self.name == other.name
            && (REPLACED.contains(&self.verb().0) || self.words.iter().all(|word| other.words.contains(word)))
    }
}

fn listed(table: &[(&str, &[&str])], program: &str, verb: &str) -> bool {
    table.iter().any(|(name, verbs)| *name == program && verbs.contains(&verb))
}

/// The commands of a line, in the order they run; of a pipe, the one that feeds it.
fn simples(line: &str) -> Vec<Simple<'_>> {
    parts(line)
        .into_iter()
        .filter_map(|part| {
            let mut first = part;
            while let Some(at) = last_pipe(first) {
                first = first[..at].trim_end();
            }
            simple(first)
        })
        .collect()
}

/// The line runs a check of the project: its tests, its build, its linters.
pub fn is_check(line: &str) -> bool {
    simples(line).iter().any(Simple::is_check)
}

/// The line only looks at things.
pub fn is_look(line: &str) -> bool {
    let simples = simples(line);
    !simples.is_empty() && simples.iter().all(Simple::is_look)
}

/// A check whose status nobody sees: it feeds a pipe, or its failure is waved through.
pub fn is_hidden(line: &str) -> bool {
    if line.contains("pipefail") || line.contains("PIPESTATUS") || line.contains("pipestatus") {
        return false;
    }
    let parts = parts(line);
    let hides = |part: &&str| last_pipe(part).is_some() && simples(part).iter().any(Simple::is_check);
    parts.iter().any(hides) || (is_check(line) && (line.contains("|| true") || line.contains("; echo")))
}

/// The last lines of an output say that something failed: a total of failures, or a word that tools end with.
pub fn tells_failure(output: &str) -> bool {
    const ENDINGS: &[&str] =
        &["FAILED", "*** [", "npm ERR!", "npm error", "error: could not compile", "Command failed with exit code"];
    output.lines().rev().take(12).any(|line| {
        let line = line.trim();
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let counted = words.windows(2).any(|pair| {
            pair[0].parse::<u64>().is_ok_and(|count| count > 0)
                && ["failed", "failure", "failures", "error", "errors", "failing"].contains(&pair[1])
        });
        counted
            || ENDINGS.iter().any(|ending| line.contains(ending))
            || line.starts_with("error[")
            || line.starts_with("error: ")
    })
}

/// A line that succeeded, taken apart once for all the errors it is held against.
pub struct Done<'a>(Vec<Simple<'a>>);

impl<'a> Done<'a> {
    pub fn of(line: &'a str) -> Done<'a> {
        Done(simples(line))
    }

    pub fn is_check(&self) -> bool {
        self.0.iter().any(Simple::is_check)
    }

    /// It settles the one that failed: the same program with the same target, or with fewer restrictions; or what the
    /// project runs over everything before it takes a change.
    pub fn settles(&self, failed: &str) -> bool {
        settles(&self.0, failed) || self.0.iter().any(|simple| simple.vouches_for(failed))
    }
}

fn settles(done: &[Simple<'_>], failed: &str) -> bool {
    let failed = simples(failed);
    let (checks, others): (Vec<_>, Vec<_>) = failed.iter().partition(|simple| simple.is_check());
    // Of several checks one failed and the ones behind it never ran: the last says that all passed.
    if let Some(last) = checks.last() {
        return done.iter().any(|simple| simple.covers(last));
    }
    // What came before the last of the others was the way there.
    let last = others.iter().rfind(|simple| !simple.is_look());
    last.is_some_and(|last| done.iter().any(|simple| simple.covers(last)))
}

/// Both have to do with the same program: where the later one was refused, the person does not want the earlier one.
pub fn is_akin(one: &str, other: &str) -> bool {
    let (one, other) = (simples(one), simples(other));
    let real = |simples: &[Simple<'_>]| -> Vec<String> {
        simples.iter().filter(|simple| !simple.is_look()).map(|simple| simple.name.clone()).collect()
    };
    let others = real(&other);
    real(&one).iter().any(|name| others.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_checks() {
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
            "timeout 60 cargo clippy --all-targets",
        ] {
            assert!(is_check(line), "{line}");
        }
        for line in [
            "npm install",
            "npm run dev",
            "git commit -m 'add tests'",
            "cargo add serde",
            "ls tests",
            "docker ps",
            "make dev",
        ] {
            assert!(!is_check(line), "{line}");
        }
    }

    #[test]
    fn what_only_looks() {
        for line in [
            "ls /nope",
            "cd x && cat y | head",
            "git -C a log --oneline",
            "gh pr view 3",
            "curl -s localhost",
            "rg x || true",
        ] {
            assert!(is_look(line), "{line}");
        }
        for line in ["git push", "cat x && npm install", "gh pr create", "", "./run.sh"] {
            assert!(!is_look(line), "{line}");
        }
    }

    #[test]
    fn what_settles_what() {
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
            ("npm test", "npx vitest run src/a.test.ts"),
        ] {
            assert!(Done::of(done).settles(failed), "{done} settles {failed}");
        }
        for (done, failed) in [
            ("cargo test auth::login", "cargo test"),
            ("npm run build", "npm test"),
            ("cargo fmt", "cargo fmt && cargo clippy"),
            ("make", "make test"),
            ("npm install left-pad", "npm install right-pad"),
            ("npm run check", "npx vitest run src/a.test.ts"),
            ("npm run check", "npm run build"),
            ("npm test -- a", "npx vitest run b"),
            ("ls", "ls /nope"),
        ] {
            assert!(!Done::of(done).settles(failed), "{done} does not settle {failed}");
        }
        assert!(is_akin("entire search 'a' --json", "entire search b --repo '*'") && !is_akin("git push", "git pull"));
    }

    #[test]
    fn what_an_output_ends_with() {
        for text in [
            "test result: FAILED. 3 passed; 1 failed",
            "Tests  1 failed | 9 passed (10)",
            "Found 2 errors in 1 file",
            "make: *** [all] Error 2",
        ] {
            assert!(tells_failure(text), "{text}");
        }
        for text in ["test result: ok. 3 passed; 0 failed", "0 errors, 2 warnings", "Build successful", ""] {
            assert!(!tells_failure(text), "{text}");
        }
    }

    #[test]
    fn a_pipe_hides_how_its_check_ended() {
        assert!(is_hidden("cargo test 2>&1 | tail -20") && is_hidden("npm test || true"));
        assert!(
            !is_hidden("set -o pipefail; cargo test | tail") && !is_hidden("cargo test") && !is_hidden("ls | head")
        );
    }
}
