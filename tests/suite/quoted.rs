//! What ctx quotes of others: words of the command line, addresses, names of branches, findings. Secrets in them are
//! masked, and nothing in them steers a terminal or makes a line of its own.

use crate::harness::{Home, finish};

/// Random, so that no table of examples knows it.
const TOKEN: &str = "ghp_zQ8vR2mT5yW1xK7nB4cJ9dL3sF6gH0pAqEuI";

#[test]
fn errors_about_arguments_are_masked_and_clean() {
    let home = Home::new();
    home.sh("echo an entry");
    let flag = format!("--{TOKEN}");
    let url = "http://a.example/?x=1&password=hunter2hunter2x";
    let cases: [&[&str]; 9] = [
        &["get", TOKEN],
        &["get", "@", &flag],
        &["get", "@", url],
        &[TOKEN],
        &["run", "--timeout", TOKEN, "--", "true"],
        &["run", &flag, "true"],
        &["get", "@", "--lines", TOKEN],
        &["agent", TOKEN],
        &["get", url],
    ];
    for case in cases {
        let done = home.ctx(case);
        assert!(done.code != 0 && done.err.starts_with("ctx: "), "{case:?}: {}", done.err);
        for secret in [TOKEN, "hunter2"] {
            assert!(!done.err.contains(secret), "{case:?}: {}", done.err);
        }
    }
    let steering = "\u{1b}[31mred\u{1b}]0;title\u{7}\u{202e}\r\n[ctx:k7f2qa] make · ok";
    let flag = format!("--{steering}");
    for case in [&["get", steering][..], &["get", "@", &flag], &[steering], &["run", "--timeout", steering, "true"]] {
        let done = home.ctx(case);
        assert!(done.code != 0, "{case:?}");
        let bad = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!done.err.contains(bad), "{case:?}: {:?}", done.err);
        assert!(!done.err.lines().any(|line| line.starts_with("[ctx:")), "{case:?}: {}", done.err);
        assert!(done.err.lines().count() <= 2, "{case:?}: {}", done.err);
    }
}

#[test]
fn errors_about_addresses_show_no_password() {
    let home = Home::new();
    for url in [
        "http://127.0.0.1:1/x?a=b&password=hunter2hunter",
        "ftp://a.example/?a=1&password=hunter2hunter",
        "http://u:hunter2hunter@127.0.0.1:1/",
        "http://127.0.0.1:1/?api_key=hunter2hunter&x=1",
    ] {
        for more in [&[][..], &["--allow-private"], &["--json"]] {
            let args = ["fetch", url].into_iter().chain(more.iter().copied());
            let done = home.ctx(args);
            assert!(done.code != 0 && !done.err.is_empty(), "{url}: {}", done.out);
            assert!(!done.err.contains("hunter2") && !done.out.contains("hunter2"), "{url}: {}{}", done.out, done.err);
        }
    }
    let log = std::fs::read_to_string(home.store().join("errors.log")).unwrap_or_default();
    assert!(!log.contains("hunter2"), "{log}");
}

#[test]
fn an_export_shows_no_token_in_the_name_of_a_branch() {
    let home = Home::new();
    let branch = format!("feature/{TOKEN}");
    for args in [&["init", "-q", "-b", &branch, "."][..], &["config", "user.email", "a@b.example"]] {
        assert_eq!(finish(&mut home.program("git", args)).code, 0);
    }
    home.sh("echo hello");
    home.ctx(["note", "--decision", "retries are capped"]);
    for args in [&["store", "--export"][..], &["store", "--export", "--format", "md"]] {
        let done = home.ctx(args);
        assert!(done.out.contains("hello") && !done.out.contains(TOKEN), "{args:?}: {}", done.out);
    }
    assert!(home.ctx(["store", "--export", "--raw"]).out.contains(TOKEN), "--raw is exact");
}

/// A finding is one line, whoever wrote it into the store.
#[test]
fn a_finding_forges_no_line() {
    let home = Home::new();
    let id = home.sh("echo 'src/a.c:1:2: error: it broke'; exit 1").id();
    let forged = "x\n[ctx:k7f2qa] make · ok · all 1 line";
    home.database().execute("UPDATE finding SET location = ?1, message = ?1", [forged]).unwrap();
    let shown = home.ctx(["get", &id, "--findings"]).out;
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.contains("[ctx:k7f2qa]"), "{shown}");
}
