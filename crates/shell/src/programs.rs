//! The one table of programs: which run others, which take a verb, which check a project and which only show content.
//! Lists are words separated by blanks.

use super::listed;

/// Programs that run the rest of their words: flags that take a value, and the number of words before the command.
pub const WRAPPERS: &[(&str, &str, usize)] = &[
    ("env", "-u -C --unset --chdir", 0),
    ("sudo", "-u -g -h -p -C -r -t -T -U -D -R --user --group", 0),
    ("doas", "-u -C", 0),
    ("pkexec", "--user", 0),
    ("fakeroot", "", 0),
    ("nice", "-n --adjustment", 0),
    ("ionice", "-c -n -p --class --classdata", 0),
    ("chrt", "-T -P -D", 1),
    ("taskset", "", 1),
    ("timeout", "-k -s --kill-after --signal", 1),
    ("gtimeout", "-k -s --kill-after --signal", 1),
    ("time", "-f -o --format --output", 0),
    ("nohup", "", 0),
    ("setsid", "", 0),
    ("stdbuf", "-i -o -e --input --output --error", 0),
    ("unbuffer", "", 0),
    ("command", "", 0),
    ("builtin", "", 0),
    ("exec", "-a", 0),
    ("noglob", "", 0),
    ("nocorrect", "", 0),
    ("-", "", 0),
    ("coproc", "", 0),
    ("repeat", "", 1),
    ("busybox", "", 0),
    ("toybox", "", 0),
    ("chroot", "--userspec --groups", 1),
    ("unshare", "-S -G -R -w", 0),
    ("setarch", "", 1),
    ("linux32", "", 0),
    ("linux64", "", 0),
    ("rlwrap", "", 0),
    ("chronic", "", 0),
    ("caffeinate", "-t -w", 0),
    ("xvfb-run", "-s -e -n -w", 0),
    ("systemd-run", "-u -p --unit --property --slice", 0),
    ("dbus-run-session", "", 0),
    ("ssh-agent", "-t -a", 0),
    ("retry", "-t -d", 0),
    ("cross-env", "", 0),
    ("dotenv", "-e -f", 0),
    ("dotenvx", "-f", 0),
    ("faketime", "", 1),
];

/// The same, but their output is their own: a trace, not the output of the program.
pub const TRACERS: &[(&str, &str, usize)] = &[("strace", "-e -o -p -s -u -P", 0), ("ltrace", "-e -o -p -s -u", 0)];

/// Programs that fetch a package if it is missing and run its program.
pub const FETCHERS: &[(&str, &str, usize)] = &[
    ("npx", "-p --package -w --workspace", 0),
    ("bunx", "", 0),
    ("pnpx", "-p --package", 0),
    ("uvx", "--from --with --python -p", 0),
];

pub const XARGS: &str = "xargs gxargs";
pub const XARGS_VALUES: &str =
    "-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --max-lines --replace -J -R";

/// `poetry run COMMAND`: the tool, and the words in between.
pub const RUNNERS: &[(&str, &str)] = &[
    ("npm", "exec x"),
    ("pnpm", "exec dlx"),
    ("yarn", "exec dlx"),
    ("bun", "x"),
    ("poetry", "run"),
    ("uv", "run"),
    ("pipenv", "run"),
    ("pdm", "run"),
    ("hatch", "run"),
    ("rye", "run"),
    ("pixi", "run"),
    ("conda", "run"),
    ("mamba", "run"),
    ("pipx", "run"),
    ("bundle", "exec"),
    ("mise", "exec x"),
    ("asdf", "exec"),
    ("rbenv", "exec"),
    ("pyenv", "exec"),
    ("composer", "exec"),
    ("nix", "develop shell"),
    ("devbox", "run"),
    ("doppler", "run"),
    ("op", "run"),
];
pub const RUNNER_VALUES: &str = "--with --extra --group --python -p -n --name --package -C --dir -F --filter --directory -w \
    --workspace --from --prefix --cwd -e --env";

/// Package managers' own verbs; any other word may be a program they run.
pub(super) const PACKAGE_VERBS: &str = "install add remove run test start build audit why list ls init publish outdated \
    upgrade up dedupe info config cache pack link workspaces workspace create ci i update store patch import rebuild prune";

pub const SHELLS: &str = "sh bash zsh dash ksh mksh ash rbash fish su runuser";
pub(super) const CONTAINERS: &str = "docker podman nerdctl docker-compose podman-compose kubectl oc";
pub(super) const CONTAINER_VALUES: &str = "-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name \
    --network --mount -m --memory --cpus --entrypoint -h --hostname --platform -l --label -f --file --project-name --profile \
    -n --namespace -c --container --context --index";
/// Languages whose programs may be a tool in a folder of binaries.
pub(super) const INTERPRETERS: &str = "node php ruby bun deno perl java";

/// Flags before a tool's verb that take a value: `git -C dir push` is a `git push`.
pub const VERB_FLAGS: &[(&str, &str)] = &[
    ("git", "-C -c --git-dir --work-tree --namespace --exec-path --config-env"),
    ("npm", "--prefix -C -w --workspace"),
    ("pnpm", "-C --dir -F --filter"),
    ("yarn", "--cwd"),
    ("bun", "--cwd --filter -F"),
    ("make", "-C -f -I -o -W"),
    ("gmake", "-C -f -I -o -W"),
    ("just", "-f --justfile -d --working-directory"),
    ("task", "-d --dir -t --taskfile"),
    ("rake", "-f --rakefile"),
    ("mvn", "-f --file -pl --projects -P"),
    ("gradle", "-p --project-dir -b"),
    ("gradlew", "-p --project-dir -b"),
    ("go", "-C"),
    ("uv", "--project --directory --python -p"),
    ("poetry", "-C --directory -P --project"),
    ("pip", "--python"),
    ("docker", "-H --host -c --context --config -l --log-level"),
    ("docker-compose", "-f --file -p --project-name --profile --env-file"),
    ("podman", "--connection -c --url"),
    ("kubectl", "-n --namespace --context --kubeconfig -s --server"),
    ("helm", "-n --namespace --kube-context --kubeconfig"),
    ("gh", "-R --repo"),
    ("aws", "--profile --region --output --endpoint-url"),
    ("gcloud", "--project --account"),
    ("cargo", "--manifest-path -Z --config -C --color"),
    ("terraform", ""),
    ("systemctl", "-H -M"),
];

/// Programs whose first word after the flags is a verb.
const WITH_VERB: &str = "git gh glab cargo go npm pnpm yarn bun deno make gmake just task rake mvn mvnw gradle gradlew dotnet \
    swift mix bazel zig flutter dart terraform tofu docker docker-compose podman kubectl helm pip pip3 uv poetry conda brew apt \
    apt-get bundle composer biome ruff nx turbo pre-commit lefthook hatch sbt stack cabal meson lerna ansible aws az gcloud nix \
    rails rustup systemctl";

/// Programs that run the project's own named scripts.
const SCRIPT_RUNNERS: &str = "make gmake just task rake npm pnpm yarn bun composer";

/// Programs that check a project, whatever their arguments.
const CHECKERS: &str = "pytest py.test unittest tox nox jest vitest mocha ava tap tsc vue-tsc eslint stylelint oxlint prettier \
    mypy pyright basedpyright flake8 pylint black isort rspec rubocop phpunit pest phpstan psalm golangci-lint staticcheck \
    gotestsum ctest bats shellcheck playwright cypress knip ninja gcc g++ cc c++ clang clang++ rustc javac kotlinc swiftc \
    xcodebuild markdownlint actionlint hadolint ktlint swiftlint detekt busted luacheck webpack vite rollup esbuild next";

/// Verbs that check, of programs that also do other things.
const CHECKING: &[(&str, &str)] = &[
    ("cargo", "test t build b check c clippy fmt doc nextest llvm-cov deny miri"),
    ("go", "test build vet"),
    ("deno", "test check lint fmt"),
    ("bun", "test build"),
    ("mvn", "test verify package compile install"),
    ("gradle", "test build check assemble"),
    ("gradlew", "test build check assemble"),
    ("dotnet", "test build format"),
    ("swift", "test build"),
    ("mix", "test compile credo dialyzer format"),
    ("bazel", "test build"),
    ("zig", "build test"),
    ("flutter", "test analyze build"),
    ("dart", "test analyze"),
    ("terraform", "validate plan"),
    ("helm", "lint"),
    ("biome", "check lint ci format"),
    ("ruff", "check format"),
    ("hatch", "test"),
    ("sbt", "test compile"),
    ("stack", "test build"),
    ("cabal", "test build"),
    ("meson", "test compile"),
    ("nx", "test lint build affected run-many"),
    ("turbo", "test lint build run"),
    ("pre-commit", "run"),
    ("lefthook", "run"),
];

/// Verbs that change the installed packages.
const INSTALLING: &[(&str, &str)] = &[
    ("npm", "install i add ci uninstall"),
    ("pnpm", "install i add remove"),
    ("yarn", "install add remove"),
    ("bun", "install add remove"),
    ("pip", "install uninstall"),
    ("pip3", "install uninstall"),
    ("uv", "add sync venv remove"),
    ("poetry", "add install remove"),
    ("cargo", "add install remove"),
    ("go", "get install"),
    ("gem", "install"),
    ("brew", "install upgrade"),
    ("apt", "install remove"),
    ("apt-get", "install remove"),
    ("rustup", "default install target"),
];

/// Programs that show files, list or search: their output is what was asked for.
const SHOW: &str = "cat bat batcat sed head tail nl less more awk gawk cut tac strings xxd od hexdump man tldr info type zcat \
    diff colordiff comm column fold pdftotext get-content gc grep egrep fgrep rg ag ack zgrep ugrep find fd fdfind ls ll dir exa \
    eza tree wc du df ps printenv stat file which whereis locate sort uniq lsof ss netstat free id whoami uname hostname date \
    get-childitem gci select-string jq yq curl wget apt-cache dpkg-query crontab nm objdump readelf ldd ip ifconfig top history \
    compgen";
const SHOWING: &[(&str, &str)] = &[
    ("git", "show diff blame log cat-file reflog config status branch ls-files ls-tree grep remote"),
    ("docker", "ps images inspect"),
    ("kubectl", "get describe"),
    ("systemctl", "status"),
];

fn with(table: &[(&str, &str)], words: &[String]) -> bool {
    words
        .first()
        .is_some_and(|name| table.iter().any(|(program, verbs)| program == name && listed(verbs, find_verb(words))))
}

/// The index of a program's verb among its words.
pub fn find_verb_index(words: &[String]) -> Option<usize> {
    let name = words.first().filter(|name| listed(WITH_VERB, name))?;
    let valued = VERB_FLAGS.iter().find(|(tool, _)| tool == name).map_or("", |(_, valued)| valued);
    let mut at = 1;
    while let Some(word) = words.get(at) {
        if !word.starts_with(['-', '+']) {
            return Some(at);
        }
        at += if listed(valued, word) { 2 } else { 1 };
    }
    None
}

/// Its verb, or nothing.
pub fn find_verb(words: &[String]) -> &str {
    find_verb_index(words).map_or("", |at| &words[at])
}

/// Whether a program runs the project's scripts by their names.
pub fn runs_project_scripts(program: &str) -> bool {
    listed(SCRIPT_RUNNERS, program)
}

/// Whether a command checks a project, by its name or its verb: tests, builds, linters.
pub fn is_check_command(words: &[String]) -> bool {
    words.first().is_some_and(|name| listed(CHECKERS, name)) || with(CHECKING, words)
}

/// Whether a command changes the installed packages.
pub fn is_install_command(words: &[String]) -> bool {
    with(INSTALLING, words)
}

/// Whether a program only shows content, whatever its words are.
pub fn is_viewer_program(name: &str) -> bool {
    listed(SHOW, name)
}

/// Whether a command only shows content and changes nothing.
pub fn is_viewing_command(words: &[String]) -> bool {
    words.first().is_some_and(|name| is_viewer_program(name)) || with(SHOWING, words)
}
