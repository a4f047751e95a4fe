//! Naming entries and getting parts of them back.

use crate::harness::{Home, finish};

#[test]
fn every_form_of_a_reference() {
    let home = Home::new();
    let first = home.sh("echo first").id();
    let second = home.sh("echo second").id();
    for form in
        [first.clone(), format!("[ctx:{first}]"), format!("ctx:{first}"), first[..5].to_owned(), "@-1".to_owned()]
    {
        assert_eq!(home.ctx(["get", &form]).out, "first\n", "{form}");
    }
    assert_eq!(home.ctx(["get", "@"]).out, "second\n");
    assert_ne!(first, second);
}

#[test]
fn wrong_references_say_what_is_wrong() {
    let home = Home::new();
    let unknown = home.ctx(["get", "zzzzzz"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("no entry [ctx:zzzzzz]") && unknown.err.contains("ctx history"), "{}", unknown.err);
    for _ in 0..40 {
        home.sh("echo x");
    }
    // Forty ids share a first letter somewhere: twenty-two letters are too few for them.
    let ambiguous = ('a'..='z').map(|c| home.ctx(["get", &c.to_string()])).find(|done| done.err.contains("ambiguous"));
    let ambiguous = ambiguous.expect("an ambiguous letter");
    assert_eq!(ambiguous.code, 1);
    assert!(ambiguous.err.matches("[ctx:").count() >= 2, "{}", ambiguous.err);
    let id = home.sh("seq 1 9000").id();
    home.database().execute("UPDATE entry SET started_at = 0 WHERE ref = ?1", [&id]).unwrap();
    home.ctx(["prune"]);
    let expired = home.ctx(["get", &id]);
    assert_eq!(expired.code, 1);
    assert!(
        expired.err.contains("have expired") && expired.out.contains(" of 9000 lines"),
        "{} {}",
        expired.out,
        expired.err
    );
    assert!(home.ctx(["history", "--limit", "99"]).out.contains("bytes expired"));
}

#[test]
fn parts_of_an_output() {
    let home = Home::new();
    let id = home.sh("seq 1 300000").id();
    let get = |args: &[&str]| home.ctx([&["get", &id], args].concat()).out;
    assert_eq!(get(&["--lines", "250000:250002"]), "250000\n250001\n250002\n");
    assert_eq!(get(&["--head", "2"]), "1\n2\n");
    assert_eq!(get(&["--tail", "2"]), "299999\n300000\n");
    assert_eq!(get(&["--lines", "299999:"]), "299999\n300000\n");
    assert_eq!(get(&["--lines", "300001:300005"]), "");
    assert_eq!(
        get(&["--grep", "^1234.6$", "-C", "1"]),
        "123405-123405\n123406:123406\n123407-123407\n--\n123415-123415\n123416:123416\n123417-123417\n--\n123425-123425\n123426:123426\n123427-123427\n--\n123435-123435\n123436:123436\n123437-123437\n--\n123445-123445\n123446:123446\n123447-123447\n--\n123455-123455\n123456:123456\n123457-123457\n--\n123465-123465\n123466:123466\n123467-123467\n--\n123475-123475\n123476:123476\n123477-123477\n--\n123485-123485\n123486:123486\n123487-123487\n--\n123495-123495\n123496:123496\n123497-123497\n"
    );
    assert_eq!(home.ctx(["get", &format!("[ctx:{id}]:7-9")]).out, "7\n8\n9\n");
    let page = get(&[]);
    assert!(page.len() < 9000 && page.contains("more: ctx get") && page.contains("of 300000 lines"), "{}", page.len());
    assert_eq!(get(&["--all"]).lines().count(), 300_000);
    let none = home.ctx(["get", &id, "--grep", "nothing"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    let value: serde_json::Value = serde_json::from_str(&get(&["--json", "--lines", "3:4"])).unwrap();
    assert_eq!(
        (value["text"].as_str(), value["lines"].as_u64(), value["from"].as_u64()),
        (Some("3\n4\n"), Some(300_000), Some(3))
    );
}

#[test]
fn binary_is_named_and_only_given_raw() {
    let home = Home::new();
    let bytes = [&b"\x7fELF\x02\x01\x01\0"[..], &[0; 500]].concat();
    let id = home.pipe(["store"], &bytes).id();
    let refused = home.ctx(["get", &id]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("ELF executable") && refused.err.contains("--raw"), "{}", refused.err);
    assert_eq!(home.ctx(["get", &id, "--raw"]).bytes, bytes);
}

#[test]
fn the_newest_is_looked_for_in_this_project_first() {
    let home = Home::new();
    let here = home.sh("echo here").id();
    let other = home.path().join("other");
    std::fs::create_dir(&other).unwrap();
    finish(home.command(["run", "--", "echo", "there"]).current_dir(&other));
    assert_eq!(home.ctx(["get", "@"]).out, "here\n");
    assert_eq!(finish(home.command(["get", "@"]).current_dir(&other)).out, "there\n");
    assert!(!home.ctx(["history"]).out.contains("there"));
    assert!(home.ctx(["history", "--all-projects"]).out.contains("echo there"));
    assert!(home.ctx(["history"]).out.contains(&here));
}

#[test]
fn history_filters() {
    let home = Home::new();
    home.sh("echo fine");
    home.sh("exit 3");
    finish(home.command(["run", "--", "true"]).env("CTX_SESSION", "mine"));
    home.database()
        .execute("UPDATE entry SET started_at = started_at - 7200000 WHERE command LIKE '%fine%'", [])
        .unwrap();
    let lines = |args: &[&str]| home.ctx([&["history"], args].concat()).out.lines().count();
    assert_eq!(lines(&[]), 3);
    assert_eq!(lines(&["--failed"]), 1);
    assert_eq!(lines(&["--since", "1h"]), 2);
    assert_eq!(lines(&["--session", "mine"]), 1);
    assert_eq!(lines(&["--limit", "1"]), 1);
    let value: serde_json::Value = serde_json::from_str(&home.ctx(["history", "--json"]).out).unwrap();
    assert_eq!(value.as_array().map(Vec::len), Some(3));
}
