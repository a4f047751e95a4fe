//! `ctx stats`: figures against sums made by hand from the real output.

use serde_json::Value;

use crate::harness::{Done, Home};

/// 1,000 lines of 100 bytes.
const LONG: &str = "seq -f %099.0f 1 1000";

fn stats(home: &Home, args: &[&str]) -> Value {
    let done = home.ctx([&["stats", "--json"], args].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    serde_json::from_str(&done.out).unwrap()
}

fn number(value: &Value, key: &str) -> i64 {
    value[key].as_i64().unwrap_or_else(|| panic!("no {key} in {value}"))
}

fn printed(done: &Done) -> i64 {
    done.bytes.len() as i64
}

#[test]
fn saved_is_what_a_host_would_have_shown_less_all_that_was_printed() {
    let home = Home::new();
    let long = home.sh(LONG);
    let middle = home.sh("seq 1 2000");
    let tiny = home.sh("echo hi");
    let raw_of_middle = 9 + 90 * 2 + 900 * 3 + 1001 * 4 + 2000;
    let expected = (30_000 - printed(&long)) + (raw_of_middle - printed(&middle)) + (3 - printed(&tiny));

    let now = stats(&home, &[]);
    assert_eq!(number(&now, "outputs"), 3);
    assert_eq!(number(&now, "raw"), 100_000 + raw_of_middle + 3);
    assert_eq!(number(&now, "printed"), printed(&long) + printed(&middle) + printed(&tiny));
    assert_eq!(number(&now, "saved"), expected);
    assert_eq!(number(&now, "tokens_estimate"), expected / 4);
    let stored: i64 =
        home.database().query_row("SELECT sum(stored_len) FROM blob", [], |row| row.get(0)).expect("the blobs");
    assert_eq!(number(&now, "stored"), stored);

    let lines = home.ctx(["get", &middle.id(), "--lines", "10:30"]);
    let grep = home.ctx(["get", &middle.id(), "--grep", "^19"]);
    let whole = home.ctx(["get", &long.id(), "--raw"]);
    assert_eq!(printed(&whole), 100_000);
    let fetched = printed(&lines) + printed(&grep) + 30_000;
    let later = stats(&home, &[]);
    assert_eq!(number(&later, "fetched"), fetched);
    assert_eq!(number(&later, "saved"), expected - fetched);
}

#[test]
fn less_than_nothing_is_shown_as_such() {
    let home = Home::new();
    let tiny = home.ctx(["run", "--", "echo", "hi"]);
    let again = home.ctx(["get", "@"]);
    let lost = printed(&tiny) + printed(&again) - 3;
    assert!(lost > 0);
    let text = home.ctx(["stats"]).out;
    assert!(text.contains(&format!("saved -{lost} B · about -{} tokens (estimate", lost / 4)), "{text}");
    assert!(text.contains("saved per output = min(raw, what the host shows) − printed − fetched later"), "{text}");
    let row = text.lines().find(|line| line.starts_with("echo ")).expect("a row for echo");
    assert!(row.ends_with(&format!("-{lost} B")), "{row}");
}

#[test]
fn tee_saves_nothing_and_json_counts_its_own_bytes() {
    let home = Home::new();
    home.pipe(["store", "--tee"], &[b'x'; 5000]);
    assert_eq!(number(&stats(&home, &[]), "saved"), 0);
    let json = home.ctx(["run", "--json", "--", "seq", "1", "2000"]);
    assert_eq!(number(&stats(&home, &[]), "printed"), 5000 + printed(&json));
}

#[test]
fn notes_and_answers_about_nothing_are_costs() {
    let home = Home::new();
    home.ctx(["note", "retries are capped at 3"]);
    assert_eq!(number(&stats(&home, &[]), "saved"), 0);
    let read = home.ctx(["get", "@"]);
    let now = stats(&home, &[]);
    assert_eq!((number(&now, "besides"), number(&now, "saved")), (printed(&read), -printed(&read)));
    assert_eq!(number(&now, "outputs"), 0);
}

#[test]
fn session_project_and_all() {
    let home = Home::new();
    let elsewhere = home.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let run = |session: &str, dir: &std::path::Path| {
        let mut command = home.command(["run", "--", "echo", "hi"]);
        assert!(command.env("CTX_SESSION", session).current_dir(dir).output().unwrap().status.success());
    };
    run("one", &home.work());
    run("two", &home.work());
    run("two", &elsewhere);
    let outputs = |args: &[&str]| number(&stats(&home, args), "outputs");
    assert_eq!((outputs(&[]), outputs(&["--project"]), outputs(&["--all"])), (2, 2, 3));
    assert_eq!((outputs(&["--session=one"]), outputs(&["--session=two"]), outputs(&["--session"])), (1, 2, 0));
}

#[test]
fn by_command_and_by_day_as_csv() {
    let home = Home::new();
    let tool = home.script("cargo", "#!/bin/sh\nseq 1 2000\n");
    let tool = tool.to_str().unwrap();
    let first = home.ctx(["run", "--", tool, "test", "--lib"]);
    let second = home.ctx(["run", "--", tool, "test"]);
    home.sh("cd / && echo 'a,b'");
    // Two days before.
    home.database().execute("UPDATE entry SET started_at = started_at - 172800000 WHERE id = 1", []).unwrap();
    let csv = home.ctx(["stats", "--csv"]).out;
    let rows: Vec<Vec<&str>> = csv.split_terminator("\r\n").map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0],
        ["command", "outputs", "raw", "stored", "printed", "fetched", "saved", "tokens_estimate"].to_vec()
    );
    let printed = printed(&first) + printed(&second);
    assert_eq!(rows[1][..3], ["cargo test", "2", "17786"]);
    assert_eq!(rows[1][4..7], [printed.to_string(), "0".to_owned(), (17786 - printed).to_string()]);
    assert_eq!(rows[2][0], "echo");
    let days = home.ctx(["stats", "--by", "day", "--csv"]).out;
    let outputs: Vec<&str> = days.split_terminator("\r\n").skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!(outputs, ["1", "2"]);
    let text = home.ctx(["stats", "--by", "command"]).out;
    assert!(text.contains("\ncargo test  ") && text.contains("  ############\n"), "{text}");
}

#[test]
fn retries_name_the_reader_that_may_have_hidden_too_much() {
    let home = Home::new();
    let work = home.work();
    std::fs::write(work.join("log"), "line\n".repeat(2000)).unwrap();
    home.ctx(["run", "--", "cat", "log"]);
    home.ctx(["run", "--", "cat", "log"]);
    home.ctx(["get", "@", "--all"]);
    home.ctx(["run", "--", "ls"]);
    home.ctx(["get", "@", "--lines", "1:1", "--grep", "log"]);
    let now = stats(&home, &["--retries"]);
    let found = |key| number(&now, key);
    assert_eq!((found("outputs"), found("run_again"), found("fetched_whole"), found("either")), (3, 1, 1, 2));
    assert_eq!(now["share"], 0.6667);
    let groups = now["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1);
    let reader: String =
        home.database().query_row("SELECT reader FROM entry WHERE id = 1", [], |row| row.get(0)).unwrap();
    assert_eq!((&groups[0]["command"], &groups[0]["reader"]), (&"cat".into(), &reader.as_str().into()));
    let text = home.ctx(["stats", "--retries"]).out;
    assert!(text.contains("2 of 3 outputs (67 %) run again or fetched whole within 5 minutes"), "{text}");

    // Later than five minutes it is no retry.
    home.database().execute("UPDATE entry SET started_at = started_at - 400000 WHERE id = 1", []).unwrap();
    home.database().execute("UPDATE usage SET at = at + 400000", []).unwrap();
    assert_eq!(number(&stats(&home, &["--retries"]), "either"), 0);
}

#[test]
fn missed_is_what_imported_commands_would_have_saved() {
    let home = Home::new();
    home.sh("true");
    assert!(home.ctx(["stats", "--missed"]).err.contains("no imported history"));
    let project = home.work().canonicalize().unwrap();
    let insert = |id: &str, command: &str, raw: u64, summary: &str| {
        home.database()
            .execute(
                "INSERT INTO entry (ref, kind, state, command, project, started_at, raw_len, summary) \
                 VALUES (?1, 'import', 'done', ?2, ?3, 1, ?4, ?5)",
                (id, command, project.to_str().unwrap(), raw, summary),
            )
            .unwrap();
    };
    insert("aaaaaa", "cd web && npm test 2>&1 | tail -50", 90_000, "nine byte");
    insert("bbbbbb", "npm test", 1_009, "nine byte");
    insert("cccccc", "ctx run -- npm test", 90_000, "nine byte");
    insert("dddddd", "true", 0, "nine byte");
    let now = stats(&home, &["--missed"]);
    assert_eq!(number(&now, "would_save"), (30_000 - 9) + 1_000 - 9);
    let commands: Vec<_> =
        now["commands"].as_array().unwrap().iter().map(|row| row["command"].as_str().unwrap()).collect();
    assert_eq!(commands, ["npm test", "true"]);
    assert_eq!(number(&stats(&home, &[]), "outputs"), 1, "imported history is nothing that ctx saved");
}

#[test]
fn a_forgotten_entry_leaves_no_figure_behind() {
    let home = Home::new();
    let gone = home.sh("seq 1 2000");
    home.ctx(["get", &gone.id(), "--all"]);
    home.ctx(["forget", &gone.id()]);
    let now = stats(&home, &[]);
    assert_eq!((number(&now, "outputs"), number(&now, "fetched"), number(&now, "besides")), (0, 0, 0));
}
