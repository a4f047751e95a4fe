//! Which commands print so much, or so unforeseeably much, that wrapping pays; and which must keep the terminal.

use super::Wrapper;
use crate::agents::listed;

/// What a tool's first word says.
enum Verb {
    Any,
    Only(&'static str),
    Except(&'static str),
    /// Runs the command behind this word.
    Runs(&'static str, &'static str),
    /// Only with one of these flags; without, it talks to a person.
    With(&'static str),
    /// A script, or code behind a flag; without, it talks to a person.
    Interpreter,
    /// Runs its first argument that is no flag.
    Tool,
}

use Verb::{Any, Except, Interpreter, Only, Runs, Tool, With};

const SCRIPTS: &str = "login logout init create config publish set adduser link version";

const TOOLS: &[(&str, Verb)] = &[
    // Tests and checks
    (
        "pytest py.test tox nox jest vitest mocha ava playwright cypress rspec phpunit pest ctest bats prove \
         busted tsc eslint biome prettier stylelint rubocop phpstan psalm mypy pyright ruff black isort flake8 \
         pylint bandit golangci-lint staticcheck shellcheck hadolint clang-tidy cppcheck yamllint markdownlint \
         actionlint sqlfluff swiftlint ktlint detekt pre-commit lefthook lint-staged knip depcheck madge vue-tsc \
         svelte-check oxlint standard xo commitlint coverage nyc c8 ansible-lint pip-audit semgrep trivy gitleaks \
         cspell typos zizmor",
        Any,
    ),
    // Builds
    (
        "make gmake ninja cmake meson webpack rollup esbuild tsup turbo nx lerna gradle gradlew mvn mvnw sbt ant \
         bazel bazelisk buck2 rake gcc g++ clang clang++ cc c++ rustc javac kotlinc swiftc ghc cabal stack zig \
         xcodebuild just task mage inv invoke latexmk pdflatex xelatex sphinx-build mkdocs wasm-pack tailwindcss \
         prisma drizzle-kit protoc buf ansible-playbook packer valgrind hyperfine goreleaser",
        Except("console repl ghci"),
    ),
    // Packages
    (
        "npm",
        Only(
            "test t tst run run-script install i ci add update up upgrade audit outdated ls list ll la view info show \
         rebuild dedupe prune uninstall remove rm un explain why doctor pack build install-test it search exec x",
        ),
    ),
    ("pnpm yarn bun", Except(SCRIPTS)),
    ("npx bunx pnpx uvx", Tool),
    ("cargo", Except("login logout publish owner watch new init yank search version")),
    ("go", Only("test build vet run install get mod generate list work")),
    ("pip pip3", Only("install uninstall list freeze download check show wheel")),
    ("uv", Runs("run", "sync pip add remove lock build tool tree export venv")),
    ("poetry pdm pipenv hatch rye", Runs("run", "install update lock build add remove show sync check")),
    ("bundle", Runs("exec", "install update check outdated list")),
    ("composer", Only("install update require remove test run-script show validate dump-autoload audit")),
    (
        "apt apt-get dnf yum apk brew zypper",
        Only("install update upgrade list search info show outdated reinstall add"),
    ),
    ("rustup", Only("update install toolchain target component")),
    ("gem", Only("install update list outdated")),
    ("dotnet", Only("build test restore publish run add list format pack clean")),
    ("mix", Only("test compile deps.get deps credo dialyzer format")),
    ("rails", Only("test spec routes db:migrate db:setup db:reset zeitwerk:check")),
    ("flutter dart", Only("test build pub analyze format compile")),
    ("swift", Only("build test package")),
    ("deno", Only("test lint run task check fmt bench cache")),
    // Programs of one's own
    (
        "python python3 python2 node nodejs ruby perl php tsx ts-node Rscript julia lua elixir java bash sh zsh \
         dash",
        Interpreter,
    ),
    // The network and other machines
    (
        "git",
        Only("push pull fetch clone commit merge rebase cherry-pick revert am gc fsck submodule lfs bisect worktree"),
    ),
    ("gh", Only("api pr issue run repo release workflow search label")),
    ("glab", Only("api mr issue ci")),
    ("curl wget http xh unzip tree journalctl dmesg ps lsof netstat ss dpkg rpm", Any),
    (
        "docker podman",
        Only(
            "build buildx pull push logs ps images run exec inspect history system compose image container network \
         volume",
        ),
    ),
    ("docker-compose", Only("build pull push logs ps up down run config")),
    ("kubectl oc", Only("get describe logs apply rollout top events explain delete diff wait")),
    ("helm", Only("install upgrade template list status lint dependency get")),
    ("terraform tofu", Only("plan validate init output show state graph apply destroy")),
    ("aws", Except("configure sso ssm")),
    ("psql", With("-c --command -f --file -l")),
    ("mysql mariadb", With("-e --execute")),
    ("mongosh", With("--eval -f --file")),
];

/// Behind these the command itself comes: how many words to skip is said by `behind`.
const WRAPPERS: &str = "env timeout gtimeout nice stdbuf sudo";

/// Flags with which a command keeps running, waits for a person, or prints only its version.
const KEEPS: &str = "--watch --watchAll --interactive --follow --serve --server --version --ui --debug-brk --inspect-brk --pdb \
         -it -ti --tty --repl --web --no-buffer --continuous";

/// Scripts of a project that serve until they are stopped.
const SERVES: &str = "dev start serve server watch preview storybook runserver shell tinker http.server repl develop studio \
         open codegen show-report menuconfig console";

/// Programs that are called by a path and are still small, read-only, or somebody's terminal.
const NOT_BY_PATH: &str = "ctx ls cat head tail grep rg find wc diff stat du echo pwd which test true false vim vi nano less more \
         top htop ssh tmux screen rm cp mv mkdir touch chmod ln sed awk sort tee xargs activate env";

/// True when the program is on disk, prints much or nobody knows how much, and talks to nobody meanwhile.
pub(super) fn is_worth(words: &[Option<&str>], wrapper: &Wrapper<'_>) -> bool {
    let Some(Some(name)) = words.first().copied() else { return false };
    if !name.contains('/') && !(wrapper.is_there)(name) {
        return false;
    }
    if listed(WRAPPERS, name) {
        return behind(name, &words[1..]).is_some_and(|inner| is_worth(inner, wrapper));
    }
    let rest = &words[1..];
    if rest.iter().flatten().any(|word| keeps_on(word)) {
        return false;
    }
    let bare = name.rsplit('/').next().unwrap_or_default();
    if wrapper.listings && lists_much(bare, rest) {
        return true;
    }
    match TOOLS.iter().find(|(names, _)| listed(names, bare)) {
        Some((_, verb)) => answers(verb, rest) && tool_permits(bare, rest),
        None => name.contains('/') && !bare.is_empty() && !listed(NOT_BY_PATH, bare),
    }
}

/// True when one of the flags is there, with a value or without.
fn flagged(words: &[Option<&str>], flags: &str) -> bool {
    words.iter().flatten().any(|word| listed(flags, word.split('=').next().unwrap_or_default()))
}

/// Read-only commands whose output nobody foresees. Texts of files are not among them: who asks for one wants it.
fn lists_much(tool: &str, rest: &[Option<&str>]) -> bool {
    let has = |flags: &str| flagged(rest, flags);
    let runs = has("-exec -execdir -ok -okdir -delete -x -X --exec -fprint --pre");
    match tool {
        "find" | "fd" | "rg" | "ag" | "du" => !runs,
        "grep" | "egrep" => rest
            .iter()
            .flatten()
            .any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains(['r', 'R'])),
        "ls" => {
            rest.iter().flatten().any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('R'))
        }
        "git" => verb(rest).is_some_and(|(verb, _)| {
            ["log", "diff", "show", "status", "blame", "grep", "ls-files", "shortlog", "reflog"].contains(&verb)
        }),
        _ => false,
    }
}

fn keeps_on(word: &str) -> bool {
    let flag = word.split('=').next().unwrap_or_default();
    (listed(KEEPS, flag) && !word.ends_with("=false"))
        || SERVES.split(' ').any(|serves| {
            word == serves
                || word.strip_prefix(serves).is_some_and(|rest| rest.starts_with(':'))
                || word.ends_with(&format!(":{serves}"))
        })
}

/// The command that a wrapper runs.
fn behind<'w>(wrapper: &str, mut words: &'w [Option<&'w str>]) -> Option<&'w [Option<&'w str>]> {
    loop {
        let first = words.first().copied().flatten()?;
        let skip = match wrapper {
            "env" if first.contains('=') && !first.starts_with('-') => {
                if super::is_sensitive(first.split('=').next().unwrap_or_default()) {
                    return None;
                }
                1
            }
            "stdbuf" if first.starts_with('-') && first.len() == 3 => 1,
            "nice" if first == "-n" => 2,
            "sudo" if first == "-n" || first == "-E" => 1,
            "timeout" | "gtimeout" if first.starts_with(|c: char| c.is_ascii_digit()) => return words.get(1..),
            _ if first.starts_with('-') => return None,
            "timeout" | "gtimeout" => return None,
            _ => return Some(words),
        };
        words = words.get(skip..)?;
    }
}

/// The first word that is no flag, and what follows it.
fn verb<'w>(words: &'w [Option<&'w str>]) -> Option<(&'w str, &'w [Option<&'w str>])> {
    const VALUED: &str = "-C -c --prefix --cwd --dir -F --filter -w --workspace -R --repo -n --namespace --context --profile \
         --region -f --file -p --project-name --with --manifest-path";
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let word = (*word)?;
        if listed(VALUED, word) {
            at += 2;
        } else if word.starts_with(['-', '+']) {
            at += 1;
        } else {
            return Some((word, &words[at + 1..]));
        }
    }
    None
}

fn answers(wanted: &Verb, rest: &[Option<&str>]) -> bool {
    match wanted {
        Any => true,
        Only(verbs) => verb(rest).is_some_and(|(verb, _)| listed(verbs, verb)),
        Except(verbs) => verb(rest).is_none_or(|(verb, _)| !listed(verbs, verb)),
        Runs(runs, others) => {
            verb(rest).is_some_and(|(verb, inner)| listed(others, verb) || (listed(runs, verb) && runs_worthy(inner)))
        }
        With(flags) => {
            flagged(rest, flags)
                || rest
                    .iter()
                    .flatten()
                    .any(|word| flags.split(' ').any(|flag| flag.len() == 2 && word.starts_with(flag)))
        }
        Interpreter => runs_a_script(rest),
        Tool => runs_worthy(rest),
    }
}

/// What a runner runs; that need not be on the path itself.
fn runs_worthy(words: &[Option<&str>]) -> bool {
    first_tool(words).is_some_and(|inner| is_worth(inner, &Wrapper::default()))
}

fn first_tool<'w>(words: &'w [Option<&'w str>]) -> Option<&'w [Option<&'w str>]> {
    let at = words.iter().position(|word| word.is_none_or(|word| !word.starts_with('-')))?;
    // A flag before it may take it for a value.
    if words[..at]
        .iter()
        .flatten()
        .any(|flag| !["-y", "--yes", "--", "--no-install", "-q", "--quiet", "--frozen", "--no-sync"].contains(flag))
    {
        return None;
    }
    Some(&words[at..])
}

fn runs_a_script(rest: &[Option<&str>]) -> bool {
    let Some(first) = rest.first() else { return false };
    match first {
        None => true,
        Some("-c" | "-e" | "-m" | "--test" | "-p" | "-jar" | "--eval" | "-r") => {
            rest.len() > 1 || *first == Some("--test")
        }
        Some("-u" | "-B" | "-W" | "-x" | "-ex" | "-eu") => runs_a_script(&rest[1..]),
        Some(word) => !word.starts_with('-') && !word.is_empty(),
    }
}

/// What only some forms of a tool allow.
fn tool_permits(tool: &str, rest: &[Option<&str>]) -> bool {
    let has = |flags: &str| flagged(rest, flags);
    let short = |letter: char| {
        rest.iter().flatten().any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains(letter))
    };
    let (verb, inner) = verb(rest).unwrap_or_default();
    match tool {
        "bash" | "sh" | "zsh" | "dash" => rest.first().copied().flatten().is_some_and(|first| first != "-c"),
        "git" => match verb {
            "commit" => {
                short('m') || short('F') || short('C') || has("--message --file --no-edit --fixup --reuse-message")
            }
            "rebase" => !short('i') && !has("--interactive --edit-todo --continue --skip"),
            "revert" | "merge" => !has("--edit -e --continue") && (verb == "merge" || has("--no-edit")),
            "cherry-pick" => !has("--edit -e --continue"),
            "worktree" | "bisect" => {
                inner.first().copied().flatten().is_some_and(|word| word == "add" || word == "run")
            }
            _ => true,
        },
        "gh" => !has("watch checkout edit") && (!has("create") || has("--title -t --fill -f")),
        "docker" | "podman" | "docker-compose" => {
            let builds = has("build buildx");
            let follows = has("logs") && short('f');
            let stays = has("up") && !has("-d --detach");
            let talks = ["run", "exec"].contains(&verb) && (short('i') || short('t'));
            builds || !(follows || stays || talks || (has("compose") && has("exec watch")))
        }
        "kubectl" | "oc" => !has("-w --watch") && (verb != "logs" || !has("-f")),
        "terraform" | "tofu" => !["apply", "destroy"].contains(&verb) || has("-auto-approve --auto-approve"),
        "journalctl" | "dmesg" => !short('f') && !short('w'),
        "curl" => !short('N'),
        "unzip" => !short('p'),
        "apt" | "apt-get" | "dnf" | "yum" | "zypper" => {
            !["install", "upgrade"].contains(&verb) || short('y') || has("--yes")
        }
        "cargo" => !(verb == "install" && rest.len() < 2),
        "npm" => !["exec", "x"].contains(&verb) || runs_worthy(inner),
        "yarn" | "pnpm" | "bun" => !["dlx", "exec", "x"].contains(&verb) || runs_worthy(inner),
        _ => true,
    }
}
