//! `ctx run --batch`: each step its own end, one budget, one order.

use serde_json::Value;

use crate::harness::{Done, Home};

fn batch(home: &Home, steps: &str, more: &[&str]) -> Done {
    home.pipe(["run", "--batch"].iter().chain(more), steps.as_bytes())
}

#[test]
fn steps_are_answered_in_their_order_each_with_its_own_end() {
    let home = Home::new();
    let done = batch(
        &home,
        "run: echo apples\nrun: echo pears; exit 3\nsearch: apples\nnote: fruit is dear\nget: @ --tail 1\n",
        &[],
    );
    assert_eq!(done.code, 1, "{}", done.err);
    let parts: Vec<&str> = done.out.split("\n\n").collect();
    assert_eq!(parts.len(), 5, "{}", done.out);
    assert!(parts[0].starts_with("[ctx:") && parts[0].contains("echo apples · ok"), "{}", parts[0]);
    assert!(parts[1].contains("· exit 3 ·") && parts[1].ends_with("pears"), "{}", parts[1]);
    assert!(parts[2].starts_with("[ctx:-] search: apples · ok\n[ctx:"), "{}", parts[2]);
    assert!(parts[3].starts_with("[ctx:-] note: fruit is dear · ok\n[ctx:"), "{}", parts[3]);
    assert!(parts[4].contains("fruit is dear"), "{}", parts[4]);
    assert_eq!(batch(&home, "run: true\nrun: echo x\n", &[]).code, 0);
}

#[test]
fn a_step_that_cannot_start_fails_alone() {
    let home = Home::new();
    let done = batch(&home, "get: zzzzzz\npeek: no-such-file.rs\nrun: no-such-command-here\nrun: echo fine\n", &[]);
    assert_eq!(done.code, 1);
    let parts: Vec<&str> = done.out.split("\n\n").collect();
    assert!(parts[0].starts_with("[ctx:-] get: zzzzzz · exit 1\n") && parts[0].contains("no entry"), "{}", done.out);
    assert!(parts[1].contains("· exit 1\n"), "{}", done.out);
    assert!(parts[2].contains("exit 127"), "{}", done.out);
    assert!(parts[3].contains("echo fine · ok") && parts[3].ends_with("fine\n"), "{}", done.out);
}

#[test]
fn nothing_runs_where_a_step_is_none() {
    let home = Home::new();
    for steps in ["run: touch made\nls\n", "run: touch made\nbatch: x\n", "[{\"run\": \"touch made\"}, 5]", "", "[]"] {
        let done = batch(&home, steps, &[]);
        assert!(done.code == 2 && !done.err.is_empty(), "{steps}: {} {}", done.code, done.err);
    }
    assert!(!home.work().join("made").exists());
}

#[test]
fn one_budget_serves_all_and_what_one_leaves_another_takes() {
    let home = Home::new();
    let long = "run: seq 1 400 | sed 's/.*/src&.rs:&:1: error: cannot find value v& in this scope/'; exit 1\n";
    let alone = batch(&home, long, &["--budget", "3000"]);
    assert!(alone.out.len() < 3600, "{}", alone.out.len());
    let two = batch(&home, &format!("{long}run: echo short\n"), &["--budget", "3000"]);
    assert!(two.out.len() < 3700 && two.out.contains("echo short · ok"), "{}", two.out.len());
    assert!(two.out.len() > 2000, "the long one takes what the short one leaves: {}", two.out.len());
    let many = batch(&home, &long.repeat(4), &["--budget", "3000"]);
    assert!(many.out.len() < 4600 && many.out.matches("more: ctx get").count() == 4, "{} {}", many.out.len(), many.out);
    let found = batch(&home, "search: words\nrun: seq 1 5000\n", &["--budget", "600"]);
    assert!(found.out.contains("not shown)") || found.out.len() < 1200, "{}", found.out);
}

#[test]
fn neighbouring_runs_go_at_once_and_others_wait_for_all_above() {
    let home = Home::new();
    // Each waits for the other: they end only when both run.
    let meet = |mine: &str, other: &str| {
        format!("run: touch {mine}; while [ ! -e {other} ]; do sleep 0.01; done; echo met {mine}\n")
    };
    let steps = format!("{}{}search: met\n", meet("a", "b"), meet("b", "a"));
    let done = batch(&home, &steps, &["--jobs", "2"]);
    assert_eq!(done.code, 0, "{}", done.out);
    let parts: Vec<&str> = done.out.split("\n\n").collect();
    assert!(parts[0].ends_with("met a") && parts[1].ends_with("met b"), "{}", done.out);
    assert!(parts[2].contains("met a") && parts[2].contains("met b"), "the search waited: {}", parts[2]);
}

#[test]
fn json_in_and_json_out() {
    let home = Home::new();
    let steps = r#"[{"run": "printf 'a\nerror: broken\nb\n'; exit 2", "intent": "errors"}, {"search": "broken", "limit": 1}, "run: echo x"]"#;
    let done = home.ctx(["run", "--batch", "--steps", steps, "--json"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let value: Value = serde_json::from_str(&done.out).expect("JSON");
    assert_eq!(value["ok"], false);
    let parts = value["parts"].as_array().unwrap();
    assert_eq!((&parts[0]["exit_code"], &parts[0]["ok"]), (&2.into(), &false.into()));
    assert_eq!(parts[0]["ref"], parts[0]["result"]["ref"]);
    assert_eq!(parts[1]["result"]["hits"].as_array().map(Vec::len), Some(1), "{value}");
    assert_eq!((&parts[2]["ok"], &parts[2]["result"]["text"]), (&true.into(), &"x\n".into()));
    std::fs::write(home.work().join("steps.txt"), "run: echo from a file\n").unwrap();
    assert!(home.ctx(["run", "--batch", "steps.txt"]).out.contains("from a file"));
}

#[test]
fn output_that_cannot_be_stored_is_shown() {
    let home = Home::new();
    std::fs::write(home.store(), "no directory").unwrap();
    let done = batch(&home, "run: seq 1 3000\n", &["--budget", "500"]);
    assert!(
        done.code == 0 && done.out.contains("\n1\n2\n") && done.out.contains("\n2999\n3000\n"),
        "{}",
        done.out.len()
    );
}

#[test]
fn secrets_in_steps_are_masked() {
    let home = Home::new();
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let done = batch(&home, &format!("search: {token}\nget: {token}\n"), &[]);
    assert!(!done.out.contains(&token), "{}", done.out);
}
