//! Properties that hold for any output: no panic, never more than was printed, clean text only, and every line of the
//! page is true.

use proptest::prelude::*;

use super::honest::find_unfaithful_page_line;
use super::{
    Body, Budgets, CommandAndStatus, CommandEndStatus, digest, explain_printed_lines, lines_answering_query, render,
};
use ctx_text::text::Text;

fn check_page(raw: &[u8], body: &Body) {
    let binary = body.shown == 0 && body.text.ends_with("bytes\n");
    assert!(binary || body.text.len() <= raw.len() + 1, "printed {} of {}", body.text.len(), raw.len());
    assert!(!body.text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{:?}", body.text);
}

fn check_all_budgets(raw: &[u8], argv: &[&str], code: i32) {
    let text = Text::from_bytes(raw);
    let call = CommandAndStatus {
        argv: argv.iter().map(|word| (*word).to_owned()).collect(),
        status: CommandEndStatus::Exit(code),
    };
    let digest = digest(&text, &call);
    for finding in &digest.findings {
        assert!(1 <= finding.lines.0 && finding.lines.0 <= finding.lines.1 && finding.lines.1 <= text.raw_lines());
    }
    for show in [
        Budgets::default(),
        Budgets::same_for_all_kinds(2000),
        Budgets::same_for_all_kinds(600),
        Budgets::same_for_all_kinds(1),
    ] {
        let body = render(&digest, &text, &show);
        check_page(raw, &body);
        if let Some(complaint) = find_unfaithful_page_line(&digest, &text, &show, &body) {
            panic!("{complaint}\n{}: {}\n{}", digest.verdict.kind.name(), digest.verdict.why, body.text);
        }
    }
    check_page(raw, &lines_answering_query(&text, &digest, "which tests failed in src/a.rs", &Budgets::default()));
    explain_printed_lines(&digest, &text, &Budgets::default());
}

/// The errors in the pages of an output at several budgets.
fn find_page_errors(name: &str, command: &str, status: CommandEndStatus, text: &Text) -> Vec<String> {
    let call = CommandAndStatus { argv: vec![command.to_owned()], status };
    let digest = digest(text, &call);
    let kind = digest.verdict.kind.name();
    let shows = [
        ("default", Budgets::default()),
        ("4000", Budgets::same_for_all_kinds(4000)),
        ("2000", Budgets::same_for_all_kinds(2000)),
    ];
    let found = shows.iter().filter_map(|(budget, show)| {
        let body = render(&digest, text, show);
        let complaint = find_unfaithful_page_line(&digest, text, show, &body)?;
        Some(format!("{name} ({kind}, {budget}, {command}): {complaint}"))
    });
    found.collect()
}

#[test]
fn every_fixture_makes_a_true_page() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let folders = std::fs::read_dir(&root).unwrap().flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten());
    let mut metas: Vec<_> =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    metas.sort();
    let mut wrong = Vec::new();
    for meta in &metas {
        let run: toml::Table = std::fs::read_to_string(meta).unwrap().parse().unwrap();
        let (command, exit) = (run["command"].as_str().unwrap(), run["exit"].as_integer().unwrap());
        let text = Text::from_bytes(&std::fs::read(meta.with_extension("raw")).unwrap());
        let name = meta.strip_prefix(&root).unwrap().with_extension("").display().to_string();
        wrong.extend(find_page_errors(&name, command, CommandEndStatus::Exit(exit as i32), &text));
    }
    assert!(metas.len() > 200, "only {} fixtures", metas.len());
    assert!(wrong.is_empty(), "{} pages are not true:\n{}", wrong.len(), wrong.join("\n"));
}

/// The same for recorded commands, one JSON object a line with `command`, `exit` and `output`.
#[test]
fn every_recorded_step_makes_a_true_page() {
    use std::io::BufRead;
    let Some(path) = std::env::var_os("CTX_STEPS") else {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "skipped: CTX_STEPS names no file of recorded steps");
        return;
    };
    let file = std::fs::File::open(&path).expect("CTX_STEPS is a file");
    let (mut steps, mut wrong) = (0, Vec::new());
    for line in std::io::BufReader::new(file).lines() {
        let step: serde_json::Value = serde_json::from_str(&line.unwrap()).expect("a JSON object a line");
        let status =
            step["exit"].as_i64().map_or(CommandEndStatus::Unknown, |code| CommandEndStatus::Exit(code as i32));
        let text = Text::from_bytes(step["output"].as_str().expect("an output").as_bytes());
        let command = step["command"].as_str().expect("a command");
        steps += 1;
        wrong.extend(find_page_errors(&format!("step {steps}"), command, status, &text));
    }
    assert!(steps > 0, "no steps in {path:?}");
    assert!(wrong.is_empty(), "{} pages of {steps} steps are not true:\n{}", wrong.len(), wrong.join("\n"));
}

/// Pieces of real outputs, put together at random: readers meet lines they half know.
fn random_output_pieces() -> impl Strategy<Value = String> {
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
        check_all_budgets(&raw, &["make"], code);
    }

    #[test]
    fn any_text(raw in "(\\PC{0,80}\n){0,60}", code in 0..2i32) {
        check_all_budgets(raw.as_bytes(), &[], code);
    }

    #[test]
    fn any_pieces(raw in random_output_pieces(), code in 0..2i32, command in prop::sample::select(vec!["", "cargo test", "pytest", "npx jest", "go test", "git diff", "grep -rn x", "find .", "tsc", "npm test", "cat x", "env", "make"])) {
        let argv: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
        check_all_budgets(raw.as_bytes(), &argv, code);
    }
}
