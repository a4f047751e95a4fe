//! Sixty questions, as people ask them, over a store of all outputs that are kept as fixtures: the one that answers is
//! among the first three.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use crate::harness::Home;

/// A question, and the fixtures (folder/name) that answer it.
#[rustfmt::skip]
const QUESTIONS: &[(&str, &[&str])] = &[
    // Words of the tool itself.
    ("missing lifetime specifier", &["cargo/compile-errors"]),
    ("cannot borrow as mutable because it is also borrowed as immutable", &["cargo/compile-errors"]),
    ("stack overflow in a test", &["cargo/test-stack-overflow"]),
    ("libshopdb not found by build script", &["cargo/build-script-fails"]),
    ("failed to select a version for itoa", &["cargo/no-version"]),
    ("data race counter", &["go/race", "asan/tsan"]),
    ("nil pointer dereference", &["go/test-panic"]),
    ("test timed out after 2s", &["go/test-timeout"]),
    ("heap-use-after-free", &["asan/use-after-free"]),
    ("signed integer overflow", &["asan/ubsan"]),
    ("shift exponent too large", &["asan/ubsan"]),
    ("UNIQUE constraint failed sku", &["django/test-fail"]),
    ("unable to resolve dependency tree", &["npm/eresolve"]),
    ("package.json and package-lock.json are not in sync", &["npm/ci-out-of-sync"]),
    ("outdated lockfile pnpm frozen", &["pnpm/frozen-lockfile"]),
    ("conflicting dependencies requests urllib3", &["pip/conflict"]),
    ("coverage less than fail-under", &["pytest/cov-fail-under", "coverage/fail-under"]),
    ("JavaScript heap out of memory", &["node/heap-oom"]),
    ("Java heap space", &["java/oom"]),
    ("cannot load certificate shop.pem", &["nginx/missing-certificate"]),
    ("self-signed certificate verification", &["openssl/verify-fail"]),
    ("could not connect to redis", &["redis-cli/connection-refused"]),
    ("kubectl connection refused api server", &["kubectl/connection-refused"]),
    ("column emial does not exist", &["psql/script-errors"]),
    ("local changes would be overwritten by checkout", &["git/checkout-overwritten"]),
    ("automatic merge failed", &["git/merge-conflict"]),
    ("first bad commit", &["git/bisect-run"]),
    ("undeclared input variable terraform", &["terraform/validate-errors"]),
    ("provisioner error running migration", &["terraform/apply-provisioner-fail"]),
    ("unknown directive type code-blok", &["sphinx/warnings-as-errors"]),
    ("toctree nonexisting document", &["sphinx/warnings-as-errors"]),
    ("img element alt attribute", &["svelte-check/errors"]),
    ("missing frozen string literal comment", &["rubocop/offenses"]),
    ("shop.pid non-zero return code ansible", &["ansible/failed-task"]),
    ("site_name is undefined", &["ansible/undefined-variable"]),
    ("no function clause matching", &["elixir/mix-test-fail"]),
    ("chromium executable doesn't exist", &["playwright/no-browser"]),
    ("array accessed out of bounds", &["cppcheck/findings", "asan/ubsan"]),
    ("permission denied private keys backup", &["restic/partial"]),
    ("ext-redis missing php extension", &["composer/platform-requirements"]),
    ("HikariPool connection is not available", &["service-log/java-log4j-like"]),
    ("linking with cc failed", &["rustc/link-error"]),
    ("Could not resolve chart-lib", &["esbuild/fail"]),
    // A question rather than words.
    ("why did the push get rejected", &["git/push-rejected"]),
    ("which gems are missing for bundler", &["bundler/missing-gems"]),
    ("how long do sequential scans take in the explain plan", &["psql/explain-analyze"]),
    ("what does the runbook say when cards are declined", &["markdown/runbook"]),
    ("port of undefined crash in node", &["node/crash"]),
    ("what failed in decode of truncated input", &["meson/test-fail"]),
    // Codes, places, quotes.
    ("E0502", &["cargo/compile-errors"]),
    ("TS18048", &["delta/tsc-1", "delta/tsc-2", "delta/tsc-3"]),
    ("SC2115", &["shellcheck/findings", "shellcheck/gcc-format"]),
    ("src/eval.c:11", &["gcc/errors"]),
    ("\"no member named ‘uid’\"", &["make/recursive-fail"]),
    ("DL3008", &["hadolint/findings"]),
    ("pricing.py:22", &["mypy/errors", "pyright/errors"]),
    // With a typo.
    ("asertion gross total", &["junit/junit4-fail"]),
    ("lifetme specifier", &["cargo/compile-errors"]),
    // One line with both words among many with one; lines under somebody else's heading.
    ("cap jitter", &["backoff/source"]),
    ("double charge customer", &["backoff/service-log"]),
];

#[test]
fn the_answer_is_among_the_first_three() {
    let home = Home::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut names: HashMap<String, String> = HashMap::new();
    let mut folders: Vec<_> = std::fs::read_dir(root).unwrap().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|path| path.is_dir()) {
        let mut cases: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
        cases.sort();
        for raw in cases.iter().filter(|path| path.extension().is_some_and(|end| end == "raw")) {
            let Ok(about) = std::fs::read_to_string(raw.with_extension("toml")) else { continue };
            let about: toml::Table = about.parse().unwrap();
            let Some(command) = about.get("command").and_then(|command| command.as_str()) else { continue };
            let id = home.pipe(["store", "--cmd", command], &std::fs::read(raw).unwrap()).id();
            let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
            names.insert(id, format!("{}/{}", name(folder), name(raw)));
        }
    }
    assert!(names.len() > 250 && QUESTIONS.len() >= 60, "{} outputs, {} questions", names.len(), QUESTIONS.len());
    let mut wrong = Vec::new();
    for (question, expected) in QUESTIONS {
        let answer = home.ctx(["search", "--complete", "--json", "--limit", "10", "--", question]).out;
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let mut found: Vec<&str> = Vec::new();
        for hit in answer["hits"].as_array().unwrap() {
            let name = names[hit["ref"].as_str().unwrap()].as_str();
            if !found.contains(&name) {
                found.push(name);
            }
        }
        if !found.iter().take(3).any(|name| expected.contains(name)) {
            wrong.push(format!("{question}: {:?} instead of {expected:?}", &found[..found.len().min(5)]));
        }
    }
    assert!(wrong.len() * 20 <= QUESTIONS.len(), "{} of {} wrong:\n{}", wrong.len(), QUESTIONS.len(), wrong.join("\n"));
}
