//! Secrets reach the store and nothing else.

use ctx::capture::text::TextBuilder;
use ctx::report::mask;
use ctx::secrets::Masker;

use crate::harness::{Home, finish};

fn token() -> String {
    format!("ghp_{}", "a1B2".repeat(9))
}

#[test]
fn a_secret_is_masked_wherever_it_is_printed() {
    let home = Home::new();
    let secret = token();
    let done = home.sh(&format!("echo token {secret}"));
    assert!(!done.out.contains(&secret[4..]) && done.out.contains("[masked:github]"), "{}", done.out);
    let id = done.id();
    assert_eq!(home.ctx(["get", &id, "--raw"]).out, format!("token {secret}\n"));
    for args in [
        vec!["get", &id],
        vec!["get", &id, "--grep", "token"],
        vec!["get", &id, "--json"],
        vec!["history"],
        vec!["history", "--json"],
    ] {
        let done = home.ctx(&args);
        assert!(!done.out.contains(&secret[4..]), "{args:?}: {}", done.out);
    }
}

#[test]
fn values_of_secret_variables_are_masked() {
    let home = Home::new();
    let done = finish(
        home.command(["run", "--", "sh", "-c", "echo $DEPLOY_TOKEN; echo $PLAIN"])
            .env("DEPLOY_TOKEN", "s3cr3t-v4lue")
            .env("PLAIN", "visible-value"),
    );
    assert_eq!(done.body(), "[masked:env]\nvisible-value\n");
}

#[test]
fn a_secret_cut_at_every_seam_stays_hidden() {
    let secret = token();
    let output = format!("{}\nuse {secret} now\n{}", "x".repeat(100), "y".repeat(100));
    for cut in 0..output.len() {
        let mut builder = TextBuilder::new();
        builder.push(&output.as_bytes()[..cut]);
        builder.push(&output.as_bytes()[cut..]);
        let mut text = builder.finish();
        mask(&mut text, &Masker::default());
        assert!(text.lines().all(|line| !line.contains(&secret[4..12])), "cut at {cut}");
    }
}

#[test]
fn a_secret_across_stored_chunks_stays_hidden() {
    let home = Home::new();
    let secret = token();
    for back in [1, 3, 7, 20, 39] {
        let before = (1 << 20) - back;
        let filler = "z\n".repeat(before / 2) + if before % 2 == 1 { " " } else { "" };
        std::fs::write(home.work().join("big"), format!("{filler}{secret}\nend\n")).unwrap();
        let id = home.ctx(["run", "--", "cat", "big"]).id();
        let all = home.ctx(["get", &id, "--all"]).out;
        assert!(!all.contains(&secret[4..12]) && all.contains("[masked:github]") && all.ends_with("end\n"), "{back}");
    }
}

#[test]
fn a_key_is_hidden_also_from_its_middle() {
    let home = Home::new();
    let key: String = (0..20).map(|n| format!("MIIEpAIBAAKCAQEA{n:048}\n")).collect();
    std::fs::write(
        home.work().join("key"),
        format!("-----BEGIN RSA PRIVATE KEY-----\n{key}-----END RSA PRIVATE KEY-----\n"),
    )
    .unwrap();
    let id = home.ctx(["run", "--", "cat", "key"]).id();
    for args in [
        vec!["get", &id, "--lines", "5:8"],
        vec!["get", &id, "--tail", "4"],
        vec!["get", &id, "--grep", "0000"],
        vec!["get", &id, "--all"],
    ] {
        assert!(!home.ctx(&args).out.contains("MIIE"), "{args:?}");
    }
}

#[test]
fn a_secret_in_a_line_that_is_cut_stays_hidden() {
    let home = Home::new();
    let secret = token();
    for position in (0..3000).step_by(37) {
        let line = format!("{}{secret}{}", "a ".repeat(position / 2), "b ".repeat(1500));
        std::fs::write(home.work().join("line"), format!("{}{line}\n", "noise\n".repeat(300))).unwrap();
        let done = home.ctx(["run", "--", "sh", "-c", "cat line; exit 1"]);
        for part in (4..secret.len() - 8).step_by(4) {
            assert!(!done.out.contains(&secret[part..part + 8]), "at {position}: {}", done.out);
        }
    }
}
