//! A clock that jumps: nothing expires by it, and the newest entry stays the newest.

use crate::faults::preloaded;
use crate::harness::{Home, finish, skip};

const DAY: i64 = 86_400;

#[test]
fn a_clock_that_jumps_expires_nothing_and_keeps_the_order() {
    let tools = tempfile::tempdir().unwrap();
    let Some(library) = preloaded(tools.path(), include_str!("clock.c")) else { return skip("no C compiler") };
    let home = Home::new();
    let (mut ids, mut jumps) = (Vec::new(), 0);
    let at = |ahead: i64, args: &[&str]| {
        finish(home.command(args).env("LD_PRELOAD", &library).env("CLOCK_AHEAD", ahead.to_string()))
    };
    for ahead in [0, 0, 0, 40 * DAY, 5 * 365 * DAY, -DAY, 0, 0] {
        let text = format!("number {}", ids.len());
        ids.push(at(ahead, &["run", "--", "echo", &text]).id());
        // Twice: the first one that sees the new day has only a little time for it.
        at(ahead, &["store", "--cmd", "twice"]);
        jumps += i32::from(ahead != 0);
        for (number, id) in ids.iter().enumerate() {
            let got = at(ahead, &["get", id, "--raw"]);
            assert_eq!(got.out, format!("number {number}\n"), "{ahead} s ahead: {}", got.err);
        }
        let newest = at(ahead, &["get", "@-1", "--raw"]);
        assert_eq!(newest.out, format!("{text}\n"), "{ahead} s ahead");
    }
    assert_eq!(jumps, 3);
    let expired: i64 =
        home.database().query_row("SELECT count(*) FROM entry WHERE expired", [], |row| row.get(0)).unwrap();
    assert_eq!(expired, 0);
    let listed = home.ctx(["history", "--json"]).out;
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed).unwrap();
    let newest_first = listed.iter().filter_map(|entry| entry["ref"].as_str()).filter(|id| ids.iter().any(|i| i == id));
    let mut oldest_first: Vec<&str> = newest_first.collect();
    oldest_first.reverse();
    assert_eq!(oldest_first, ids);
    // Undoing an edit works as long as the edit is kept.
    std::fs::write(home.work().join("a.txt"), "one\n").unwrap();
    assert_eq!(at(0, &["file", "edit", "a.txt", "--old", "one", "--new", "two"]).code, 0);
    at(40 * DAY, &["run", "--", "true"]);
    assert_eq!(at(0, &["file", "undo"]).code, 0);
    assert_eq!(std::fs::read_to_string(home.work().join("a.txt")).unwrap(), "one\n");
}
