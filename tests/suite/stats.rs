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
#[cfg(target_os = "linux")]
fn what_another_program_reads_is_not_fetched_again() {
    let home = Home::new();
    let long = home.sh(LONG).id();
    let line = format!("{} get {long} --raw | wc -c", crate::harness::CTX);
    let counted = crate::harness::finish(&mut home.program("sh", ["-c", &line]));
    assert_eq!(counted.out.trim(), "100000", "{}", counted.err);
    assert_eq!(number(&stats(&home, &[]), "fetched"), 0);
    let line = format!("{} get {long} --head 3; true", crate::harness::CTX);
    let read = crate::harness::finish(&mut home.program("sh", ["-c", &line]));
    assert_eq!(number(&stats(&home, &[]), "fetched"), printed(&read));
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
    assert!(row.contains(&format!("  -{lost} B  ")), "{row}");
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
    assert_eq!((outputs(&[]), outputs(&["--project"]), outputs(&["--all-projects"])), (2, 2, 3));
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

/// One answer of a model as Claude Code writes it: two lines with the same usage, the last one with all of its output.
fn answered(id: &str, day: u32, model: &str, numbers: [u64; 4]) -> String {
    let line = |part: u32, output: u64| {
        let value = serde_json::json!({
            "type": "assistant", "uuid": format!("{id}-{part}"), "sessionId": "cost-1", "cwd": "/home/kim/shop", "requestId": "r",
            "timestamp": format!("2026-03-{day:02}T09:00:00.000Z"),
            "message": { "id": id, "model": model, "content": [{ "type": "text", "text": format!("part {part}") }],
                "usage": { "input_tokens": numbers[0], "cache_read_input_tokens": numbers[1],
                    "cache_creation_input_tokens": numbers[2], "output_tokens": output } },
        });
        format!("{value}\n")
    };
    line(0, 1) + &line(1, numbers[3])
}

#[test]
fn the_bill_is_the_sum_of_the_usage_records() {
    let home = Home::new();
    let mut text = String::new();
    let mut sums = [0u64; 4];
    for (at, numbers) in [[10, 20_000, 300, 700], [5, 40_000, 0, 90], [1_000, 0, 9_000, 4]].into_iter().enumerate() {
        text += &answered(&format!("m{at}"), 2 + at as u32 / 2, "claude-sonnet-4-6", numbers);
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    text += &answered("m9", 3, "somebodys-model", [7, 0, 0, 8]);
    let file = home.work().join("cost-1.jsonl");
    std::fs::write(&file, &text).unwrap();
    // A copy of the conversation under another name adds nothing.
    std::fs::write(home.work().join("copy.jsonl"), &text).unwrap();
    home.ctx(["store", "--import", "."]);
    let bill: serde_json::Value =
        serde_json::from_str(&home.ctx(["usage", "--all-projects", "--cost", "--json"]).out).unwrap();
    let [input, read, written, output] = sums;
    assert_eq!([&bill["input"], &bill["cache_read"]], [&(input + 7).into(), &serde_json::Value::from(read)]);
    assert_eq!([&bill["cache_write"], &bill["output"]], [&written.into(), &serde_json::Value::from(output + 8)]);
    let dollars = (input as f64 * 3.0 + read as f64 * 0.3 + written as f64 * 3.75 + output as f64 * 15.0) / 1e6;
    assert!((bill["dollars"].as_f64().unwrap() - dollars).abs() < 1e-5, "{bill}");
    assert_eq!((bill["answers"].as_u64(), bill["answers_without_a_price"].as_u64()), (Some(4), Some(1)));
    for split in ["days", "projects", "sessions", "models", "agents"] {
        let of =
            |name: &str| -> u64 { bill[split].as_array().unwrap().iter().map(|row| row[name].as_u64().unwrap()).sum() };
        assert_eq!((of("answers"), of("input"), of("output")), (4, input + 7, output + 8), "{split}");
    }
    let shown = home.ctx(["usage", "--all-projects", "--cost"]).out;
    assert!(shown.contains("1 answer of models without a known price"), "{shown}");
    std::fs::create_dir_all(home.path().join("config")).unwrap();
    assert_eq!(home.ctx(["usage", "--all-projects", "--files", "--by", "model"]).code, 2);
}

#[test]
#[ignore = "needs a folder of recorded sessions: CTX_TRANSCRIPTS=DIR"]
fn the_bill_of_recorded_sessions_is_the_sum_of_their_usage_records() {
    let Some(folder) = std::env::var_os("CTX_TRANSCRIPTS") else {
        return crate::harness::skip("CTX_TRANSCRIPTS names no folder of transcripts");
    };
    let mut folders = vec![std::path::PathBuf::from(folder)];
    let mut answers: std::collections::HashMap<String, [u64; 4]> = std::collections::HashMap::new();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if name.starts_with("claude-code__") {
                files.push(path);
            }
        }
    }
    for file in &files {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let Ok(line) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let (message, usage) = (&line["message"], &line["message"]["usage"]);
            let model = message["model"].as_str().unwrap_or_default();
            if line["type"] != "assistant" || !usage.is_object() || model.is_empty() || model.starts_with('<') {
                continue;
            }
            let of = |name: &str| usage[name].as_u64().unwrap_or(0);
            let numbers = [
                of("input_tokens"),
                of("cache_read_input_tokens"),
                of("cache_creation_input_tokens"),
                of("output_tokens"),
            ];
            let id = format!(
                "{}:{}",
                message["id"].as_str().unwrap_or_default(),
                line["requestId"].as_str().unwrap_or_default()
            );
            let known = answers.entry(id).or_default();
            known.iter_mut().zip(numbers).for_each(|(known, number)| *known = (*known).max(number));
        }
    }
    let home = Home::new();
    home.ctx(
        ["store".into(), "--import".into()]
            .into_iter()
            .chain(files.into_iter().map(std::path::PathBuf::into_os_string)),
    );
    let bill: serde_json::Value =
        serde_json::from_str(&home.ctx(["usage", "--all-projects", "--cost", "--json"]).out).unwrap();
    let sum = |at: usize| answers.values().map(|numbers| numbers[at]).sum::<u64>();
    let told = ["input", "cache_read", "cache_write", "output"].map(|name| bill[name].as_u64().unwrap());
    crate::harness::say(&format!("{} answers: {told:?}", answers.len()));
    assert_eq!(told, [sum(0), sum(1), sum(2), sum(3)]);
}

#[test]
fn usage_alone_shows_each_of_its_tables() {
    let home = Home::new();
    assert!(home.ctx(["usage"]).err.contains("nothing of that kind"));
    home.ctx(["run", "--", "sleep", "0.01"]);
    let shown = home.ctx(["usage"]).out;
    assert!(shown.contains("sleep 0.01") && shown.contains("more: ctx usage --slow"), "{shown}");
    let all: Value = serde_json::from_str(&home.ctx(["usage", "--json"]).out).unwrap();
    let slow: Value = serde_json::from_str(&home.ctx(["usage", "--slow", "--json"]).out).unwrap();
    assert_eq!(all["slow"], slow);
    assert_eq!(home.ctx(["usage", "--csv"]).code, 2, "which table?");
    assert_eq!(home.ctx(["usage", "--by", "model"]).code, 0);
}
