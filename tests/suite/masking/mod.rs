//! Secrets in every syntax, under every name, as every usual generator makes them: masked when they are printed, and in
//! whatever is printed of them later, however small the piece.

#[path = "../../../crates/secrets/tests/grammar/mod.rs"]
#[expect(dead_code, reason = "the negative half is the library's own test")]
mod grammar;
mod second_look;

use crate::harness::{Home, finish};

/// A character inside of a class.
fn escaped(c: char) -> String {
    if c.is_ascii_punctuation() { format!("\\{c}") } else { c.to_string() }
}

fn key() -> String {
    let body: String = (0..200)
        .map(|at| format!("{}\n", "Mq8zK3vRtX9+LpB2".chars().cycle().skip(at % 16).take(64).collect::<String>()))
        .collect();
    format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{body}-----END OPENSSH PRIVATE KEY-----\n")
}

#[test]
fn no_line_of_a_key_is_found_by_a_pattern() {
    let home = Home::new();
    std::fs::write(home.work().join("id"), key()).unwrap();
    let id = home.ctx(["run", "--", "cat", "id"]).id();
    for args in [
        vec!["search", "--grep", "^[A-Za-z0-9+/]{64}$"],
        vec!["search", "--grep", "[A-Za-z0-9+/]{20}"],
        vec!["get", &id, "--lines", "150:151"],
        vec!["get", &id, "--grep", "[A-Za-z0-9]{30}"],
        vec!["get", &id, "--tail", "3"],
        vec!["store", "--export"],
    ] {
        let done = home.ctx(&args);
        assert!(!done.out.contains("q8zK3vRtX9"), "{args:?}: {}", done.out);
    }
    assert_eq!(home.ctx(["get", &id, "--raw"]).out, key());
}

/// The rows of the table `mask` against the whole store, in bytes.
fn share_of_spans(fixtures: impl Iterator<Item = std::path::PathBuf>) -> f64 {
    let home = Home::new();
    for path in fixtures {
        home.ctx(["store", path.to_str().unwrap()]);
    }
    home.ctx(["history"]);
    let row = "SELECT sum(length(hash) + 14 + coalesce(length(spans), 0)), (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) FROM mask";
    let (spans, stored): (i64, i64) = home.database().query_row(row, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    assert!(spans > 0 && stored > 0);
    spans as f64 / stored as f64
}

fn fixtures() -> Vec<std::path::PathBuf> {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures")).unwrap();
    let files = folders.flatten().filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten();
    let mut files: Vec<_> =
        files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "raw")).collect();
    files.sort();
    files
}

#[test]
fn the_table_of_spans_is_small() {
    let share = share_of_spans(fixtures().into_iter().step_by(20));
    assert!(share <= 0.01, "{share}");
}

#[test]
#[ignore = "stores all fixtures"]
fn the_table_of_spans_is_small_for_all_fixtures() {
    let share = share_of_spans(fixtures().into_iter());
    assert!(share <= 0.01, "{share}");
}

/// Each line is told from the others only by what stands around it.
#[test]
fn a_piece_is_masked_as_the_whole() {
    let home = Home::new();
    let manifest =
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  login: YWRtaW4xMjM=\n  other: c2VjcmV0NDI=\n";
    std::fs::write(home.work().join("m.yaml"), manifest).unwrap();
    let id = home.ctx(["run", "--", "cat", "m.yaml"]).id();
    for args in [
        vec!["get", &id, "--lines", "6:6"],
        vec!["get", &id, "--lines", "7"],
        vec!["search", "--grep", "login"],
        vec!["search", "login"],
    ] {
        let done = home.ctx(&args);
        assert!(
            !done.out.contains("YWRt") && !done.out.contains("c2Vj") && done.out.contains("[masked:kubernetes]"),
            "{args:?}: {}",
            done.out
        );
    }
}

#[test]
fn commands_and_notes_are_masked_as_well() {
    let home = Home::new();
    let secret = "x7}Kq(9vZ2[mT4w!";
    home.sh(&format!("printf 'DB_PASSWORD={secret}\\n' > .env; curl -su admin:{secret} http://127.0.0.1:1/; true"));
    home.ctx(["note", &format!("the login is password: {secret}")]);
    for args in [
        vec!["history"],
        vec!["history", "--json"],
        vec!["context"],
        vec!["search", "printf"],
        vec!["store", "--export"],
        vec!["search", "--grep", "login"],
    ] {
        let done = home.ctx(&args);
        assert!(!done.out.contains("Kq(9vZ2"), "{args:?}: {}", done.out);
    }
}

#[test]
fn a_token_in_two_writes_is_masked_while_the_command_runs() {
    let home = Home::new();
    let folder = crate::seam::shells(&home);
    let script =
        "printf 'one\\nuse ghp_16C7e42F292c69'; sleep 4; printf '12E7710c838347Ae178B4a now\\n'; sleep 3; echo end";
    let mut command = home.program(folder.join("bash").to_str().unwrap(), ["-c", script]);
    crate::seam::as_agent(&mut command);
    let done = finish(command.env("SHELL", "/bin/bash"));
    assert!(!done.out.contains("16C7e42F") && !done.out.contains("8347Ae17"), "{}", done.out);
    assert!(done.out.contains("use ") && done.out.contains("[masked:github] now"), "{}", done.out);
}

#[test]
fn code_is_shown_as_it_is_and_random_values_in_it_are_not() {
    let home = Home::new();
    let code = "password = \"changeme-please\"\nTOKEN = \"kJ8sLq2vZx9RtYb4Wn7Pd3Hf\"\ndef login(password=\"Summer2024\"):\n    token = fetch_token(password)\n";
    std::fs::write(home.work().join("a.py"), code).unwrap();
    let shown = home.ctx(["run", "--", "cat", "a.py"]);
    assert_eq!(shown.body(), code.replace("kJ8sLq2vZx9RtYb4Wn7Pd3Hf", "[masked:named]"));
    assert!(shown.out.contains("1 secret masked"), "{}", shown.out);
    let read = home.ctx(["file", "read", "a.py"]);
    assert!(
        read.out.contains("Summer2024") && !read.out.contains("kJ8sLq2v") && read.out.contains("1 line masked"),
        "{}",
        read.out
    );
}

/// An entry of an older ctx has no spans: they are found when it is first read, and kept.
#[test]
fn an_entry_from_before_gets_its_spans_when_it_is_read() {
    let home = Home::new();
    std::fs::write(home.work().join("id"), key()).unwrap();
    let id = home.ctx(["run", "--", "cat", "id"]).id();
    let spans = || -> Option<i64> {
        let query = "SELECT length(spans) FROM mask";
        home.database().query_row(query, [], |row| row.get(0)).ok().flatten()
    };
    let kept = spans().expect("spans were kept");
    let raw: i64 = home.database().query_row("SELECT sum(raw_len) FROM blob", [], |row| row.get(0)).unwrap();
    assert!(kept * 10 < raw, "{kept} of {raw}");
    home.database().execute("DELETE FROM mask", []).unwrap();
    assert!(!home.ctx(["get", &id, "--lines", "77"]).out.contains("K3vRtX9"));
    assert_eq!(spans(), Some(kept));
}
