//! Notes, forgetting, retention.

use crate::harness::Home;

#[test]
fn a_note_is_an_entry() {
    let home = Home::new();
    let done = home.ctx(["note", "retries are capped at 3\nbecause the gateway bans after 5"]);
    assert!(done.out.ends_with("] note · retries are capped at 3\n"), "{}", done.out);
    assert_eq!(home.ctx(["get", &done.id()]).out, "retries are capped at 3\nbecause the gateway bans after 5\n");
    let piped = home.pipe(["note", "-", "--title", "limits", "--pin"], b"ten a second\n");
    assert!(piped.out.ends_with("] note · limits\n"), "{}", piped.out);
    let newer = home.ctx(["note", "capped at 4 now", "--supersedes", &done.id()]).id();
    let history = home.ctx(["history"]).out;
    assert!(history.contains(&format!("superseded by [ctx:{newer}]")) && history.contains("pinned"), "{history}");
    assert_eq!(home.ctx(["note", "  "]).code, 2);
    assert_eq!(home.ctx(["note", "x", "--supersedes", "zzzzzz"]).code, 1);
}

#[test]
fn a_forgotten_entry_is_gone() {
    let home = Home::new();
    let keep = home.sh("echo kept").id();
    let gone = home.sh("echo the-word-to-forget").id();
    assert_eq!(home.ctx(["forget", &gone, "zzzzzz"]).code, 1);
    assert_eq!(home.ctx(["get", &gone]).code, 0, "nothing goes when one reference is wrong");
    let forgot = home.ctx(["forget", &gone]).out;
    assert!(forgot.starts_with(&format!("forgot [ctx:{gone}] sh -c 'echo the-word-to-forget' · ")), "{forgot}");
    assert_eq!(home.ctx(["get", &gone]).code, 1);
    assert_eq!(home.ctx(["get", &keep]).out, "kept\n");
    for file in std::fs::read_dir(home.store()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("the-word-to-forget"));
    }
}

#[test]
fn retention_lets_old_bytes_go() {
    let home = Home::new();
    let old = home.sh("echo old").id();
    home.sh("echo new");
    home.database().execute("UPDATE entry SET started_at = started_at - 40 * 86400000 WHERE ref = ?1", [&old]).unwrap();
    let value: serde_json::Value = serde_json::from_str(&home.ctx(["forget", "--prune", "--json"]).out).unwrap();
    assert_eq!((value["pruned_entries"].as_i64(), value["entries"].as_i64()), (Some(1), Some(2)));
    assert_eq!(home.ctx(["get", "@"]).out, "new\n");
    std::fs::create_dir_all(home.path().join(".config/ctx")).unwrap();
    std::fs::write(home.path().join(".config/ctx/ctx.toml"), "[retention]\ndays = 0\n").unwrap();
    assert!(home.ctx(["forget", "--prune"]).out.starts_with("bytes of 1 entry expired"));
}

#[test]
fn a_broken_configuration_is_reported_and_does_not_stop_a_command() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(".config/ctx")).unwrap();
    std::fs::write(home.path().join(".config/ctx/ctx.toml"), "show = { report = 900 }\nretentoin = 3\n").unwrap();
    let done = home.sh("echo hi; exit 4");
    assert_eq!((done.code, done.body()), (4, "hi\n"));
    assert!(done.err.contains("ctx.toml:2"), "{}", done.err);
}
