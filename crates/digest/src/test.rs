//! Helpers for the tests of readers.

use super::{CommandAndStatus, CommandEndStatus, Severity, digest, render};
use ctx_text::text::Text;

/// Readers, findings, and after `---` the rendered lines of an output, even where it is short enough to be
/// printed whole.
pub fn render_for_test(command: &str, exit: i32, raw: &str) -> String {
    let text = Text::from_bytes(raw.as_bytes());
    let argv = command.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let call = CommandAndStatus { argv, status: CommandEndStatus::Exit(exit) };
    let digest = digest(&text, &call);
    let mut out = format!("{}\n", digest.reader);
    for finding in &digest.findings {
        let severity = match finding.severity {
            Severity::Error => "E",
            Severity::Warning => "W",
            Severity::Info => "I",
        };
        let location = finding.location.as_deref().map(|location| format!("{location} ")).unwrap_or_default();
        out.push_str(&format!("{severity} {location}{}\n", finding.message));
    }
    out.push_str("---\n");
    out.push_str(&render::render_even_if_short(&digest, &text, 1500).text);
    out
}

/// The page of a command that failed.
pub fn render_failed_command_page(command: &str, raw: &str) -> String {
    let text = Text::from_bytes(raw.as_bytes());
    let call = CommandAndStatus { argv: vec![command.to_owned()], status: CommandEndStatus::Exit(1) };
    super::render(&digest(&text, &call), &text, &super::Budgets::default()).text
}

/// The page of a real run, `fixtures/<family>/<case>.raw` with its command and exit status beside it.
pub fn render_fixture(name: &str) -> String {
    let path = format!("{}/../../fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    let raw = std::fs::read(format!("{path}.raw")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let run: toml::Table = std::fs::read_to_string(format!("{path}.toml")).unwrap().parse().unwrap();
    let (command, exit) = (run["command"].as_str().unwrap(), run["exit"].as_integer().unwrap());
    render_for_test(command, exit as i32, &String::from_utf8_lossy(&raw))
}

/// Checks the page of every real run of a family against the `.shown` beside it; `CTX_UPDATE=1` rewrites those files.
fn recorded(family: &str) {
    let folder = format!("{}/../../fixtures/{family}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "raw")) {
        let case = file.file_stem().unwrap().to_str().unwrap();
        let shown = render_fixture(&format!("{family}/{case}"));
        let record = file.with_extension("shown");
        if std::env::var_os("CTX_UPDATE").is_some() {
            std::fs::write(&record, &shown).unwrap();
        }
        let before = std::fs::read_to_string(&record).unwrap_or_default();
        assert!(shown == before, "{family}/{case} is shown otherwise; CTX_UPDATE=1 accepts this:\n{shown}");
    }
}

macro_rules! families {
    ($($family:ident)*) => {
        const FAMILIES: &[&str] = &[$(stringify!($family)),*];
        mod recorded {
            $(#[test]
            fn $family() {
                super::recorded(&stringify!($family).replace('_', "-"));
            })*
        }
    };
}

families! {
    ab access_log ansible apt asan autotools ava backoff bandit bash bats biome black boost_test
    buildah bun bundler cargo cat catch2 ci clang clang_tidy cmake cmocka composer coverage cppcheck csv
    ctest curl delta df django dpkg du elixir env esbuild eslint find flake8 gcc gdb gfortran ghc
    git go googletest gradle grep hadolint haproxy honcho html java javac jest jq jshint json junit
    kotlinc kubectl latex ls make man markdown markdownlint maven meson minified minitest mocha mypy
    mysql next nginx ninja nl node node_test nox npm ocaml openssl oxlint perlcritic php phpunit pip
    pip_audit playwright pnpm pre_commit prettier protoc prove ps psql pylint pyright pytest rake
    rebar3 redis_cli redocly restic robot robotframework rspec rsync rubocop ruby ruff rustc sbcl
    sed service_log shellcheck sphinx sqlfluff ssh staticcheck strace stylelint svelte_check
    systemctl tar terraform tox traceback tree tsc turbo unittest unknown uv uvicorn valgrind vite vitest
    webpack wget xmllint yaml yamllint yarn zig
}

#[test]
fn every_family_has_its_test() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    for folder in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_str().unwrap().replace('-', "_");
        let mut files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let holds_runs = files.any(|file| file.extension().is_some_and(|end| end == "raw"));
        assert_eq!(holds_runs, FAMILIES.contains(&name.as_str()), "families! in {} and {name}", file!());
    }
}
