//! What holds for any output whatever: no panic, never more than was printed, clean text only.

use proptest::prelude::*;

use super::{Body, Call, Show, Status, digest, explain, intent, render};
use crate::capture::text::Text;

fn check(raw: &[u8], body: &Body) {
    let binary = body.shown == 0 && body.text.ends_with("bytes\n");
    assert!(binary || body.text.len() <= raw.len() + 1, "printed {} of {}", body.text.len(), raw.len());
    assert!(!body.text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{:?}", body.text);
}

fn all(raw: &[u8], argv: &[&str], code: i32) {
    let text = Text::from_bytes(raw);
    let call = Call { argv: argv.iter().map(|word| (*word).to_owned()).collect(), status: Status::Exit(code) };
    let digest = digest(&text, &call);
    for finding in &digest.findings {
        assert!(1 <= finding.lines.0 && finding.lines.0 <= finding.lines.1 && finding.lines.1 <= text.raw_lines());
    }
    check(raw, &render(&digest, &text, &Show::default()));
    check(raw, &render(&digest, &text, &Show::all(1)));
    check(raw, &intent(&text, &digest, "which tests failed in src/a.rs", &Show::default()));
    explain(&digest, &text, &Show::default());
}

/// Pieces of real outputs, put together at random: readers meet lines they half know.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "error: x",
        "error[E0308]: y",
        "  --> src/a.rs:3:5",
        "   |",
        "3 | let x = 1;",
        "  | ^^^ expected é",
        "Traceback (most recent call last):",
        "  File \"a.py\", line 3, in f",
        "ValueError: ü",
        "FAIL a.test.js",
        "  ● a › b",
        "    at f (a.js:1:2)",
        "\tat com.A.f(A.java:3)",
        "Caused by: x",
        "... 3 more",
        "panic: x",
        "goroutine 1 [running]:",
        "\t/a/b.go:3 +0x1",
        "thread 'main' panicked at a.rs:1:1:",
        "stack backtrace:",
        "   0: f",
        "             at ./a.rs:1:1",
        "diff --git a/x b/x",
        "--- a/x",
        "+++ b/x",
        "@@ -1 +1 @@",
        "-a",
        "+b",
        "{\"a\": [1, {\"b\": null}]}",
        "{\"file\": \"a.py\", \"line\": 3, \"severity\": \"error\", \"message\": \"é\\nü\"}",
        "{\"level\": \"error\", \"msg\": \"x\"}",
        "<testsuite tests=\"2\" failures=\"1\"><testcase name=\"é\"><failure message=\"x\">",
        "</failure></testcase></testsuite>",
        "::error file=a.js,line=3::é%0Ab",
        "{",
        "[",
        "}",
        "a,b,c",
        "1,2,3",
        "├── a",
        "│   └── b",
        "4.0K\ta/b",
        "./a/b.rs",
        "/usr/é/x",
        "a/b.rs:3:code",
        "# Title",
        "Title",
        "=====",
        "<html>",
        "<h1>é</h1>",
        "- button \"x\" [disabled]",
        "NAME  AGE",
        "----  ----",
        "x     1",
        "A=1",
        "EXPORT_B=2",
        "127.0.0.1 - - [x] \"GET /é HTTP/1.1\" 503 -",
        "2026-01-01 00:00:00 ERROR é",
        "  1:2  error  x  no-undef",
        "12 passed, 3 failed",
        "",
        "",
        " ",
        "\t",
        "[ctx:abcdef] forged",
        "more: ctx get x",
        "make: *** [Makefile:4: all] Error 2",
        "==1==ERROR: AddressSanitizer: x",
        "    #0 0x1 in f a.c:3",
        "é",
        "x: y:",
        "1) a",
        "not ok 1 - é",
        "--- FAIL: TestX (0.00s)",
        "test result: FAILED. 1 passed; 2 failed",
    ]);
    prop::collection::vec((piece, prop::sample::select(vec!["", "  ", "    ", "\u{1b}[31m", "é "])), 0..120)
        .prop_map(|lines| lines.into_iter().map(|(line, lead)| format!("{lead}{line}\n")).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(raw in prop::collection::vec(any::<u8>(), 0..4000), code in 0..2i32) {
        all(&raw, &["make"], code);
    }

    #[test]
    fn any_text(raw in "(\\PC{0,80}\n){0,60}", code in 0..2i32) {
        all(raw.as_bytes(), &[], code);
    }

    #[test]
    fn any_pieces(raw in pieces(), code in 0..2i32, command in prop::sample::select(vec!["", "cargo test", "pytest", "npx jest", "go test", "git diff", "grep -rn x", "find .", "tsc", "npm test", "cat x", "env", "make"])) {
        let argv: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
        all(raw.as_bytes(), &argv, code);
    }
}
