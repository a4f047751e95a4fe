//! `ctx fold` with the real binary: what is folded is in the store, the original stays, the copy has the same calls.

use serde_json::{Value, json};

use crate::harness::Home;

pub const SESSION: &str = "11111111-2222-4333-8444-555555555555";

const CALLS: usize = 120;

/// A file as an agent reads it, different for each number.
fn source(number: usize) -> String {
    let line = |line: usize| match line % 15 {
        0 => format!("pub fn handler_{number}_{line}(order: &Order) -> Result<Total, CartError> {{"),
        14 => "}".to_owned(),
        _ => format!("    let next = step({line}, next) + {};", number % 7),
    };
    (0..90).map(|at| format!("  {at}→{}\n", line(at))).collect()
}

/// A session of Claude Code in which files are read and a few are written.
pub fn claude_code(home: &Home) -> Vec<Value> {
    let cwd = home.work();
    let line = |kind: &str, at: usize, message: Value| {
        json!({
            "type": kind, "uuid": format!("u{kind}{at}"), "parentUuid": null, "sessionId": SESSION, "cwd": cwd,
            "timestamp": "2026-11-16T10:00:00.000Z", "message": message,
        })
    };
    let mut lines = vec![line("user", 0, json!({ "role": "user", "content": "tidy the handlers" }))];
    for at in 0..CALLS {
        let (id, path) = (format!("toolu_{at}"), format!("/shop/src/handler_{at}.rs"));
        let (name, input, output) = match at % 10 {
            9 => ("Write", json!({ "file_path": path, "content": source(at) }), "written".to_owned()),
            _ => ("Read", json!({ "file_path": path }), source(at)),
        };
        let usage = json!({
            "input_tokens": 10, "cache_creation_input_tokens": 1500, "cache_read_input_tokens": 1500 * at, "output_tokens": 50,
        });
        let call = json!({ "type": "tool_use", "id": id, "name": name, "input": input });
        let answer = json!({ "role": "assistant", "id": format!("msg_{at}"), "model": "claude-sonnet-4-5", "content": [call], "usage": usage });
        lines.push(line("assistant", at, answer));
        let result = json!({ "type": "tool_result", "tool_use_id": id, "content": output });
        lines.push(line("user", at + 1, json!({ "role": "user", "content": [result] })));
    }
    lines
}

pub fn write(home: &Home, lines: &[Value]) -> std::path::PathBuf {
    let folder = home.path().join(".claude/projects/-shop");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{SESSION}.jsonl"));
    std::fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    path
}

#[test]
fn a_replay_prints_folds_and_stores_nothing() {
    let home = Home::new();
    let path = write(&home, &claude_code(&home));
    let done = home.ctx(["fold", "--replay", path.to_str().unwrap()]);
    assert_eq!(done.code, 0, "{}", done.err);
    let folds: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(folds.len() > 20, "{} folds", folds.len());
    for fold in &folds {
        let (text, was) = (fold["text"].as_str().unwrap(), fold["was"].as_u64().unwrap() as usize);
        assert!(text.contains("[ctx:") && text.len() < was, "{fold}");
        assert!(fold["call"].as_u64().unwrap() <= CALLS as u64);
    }
    assert!(!home.store().exists(), "a replay wrote to the store");
    assert_eq!(home.ctx(["fold", "--replay", path.to_str().unwrap()]).out, done.out, "the same each time");
}

#[test]
fn a_folded_copy_can_be_read_and_every_byte_comes_back() {
    let home = Home::new();
    let lines = claude_code(&home);
    let path = write(&home, &lines);
    let before = std::fs::read(&path).unwrap();
    let done = home.ctx(["fold", SESSION, "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let report: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), before, "the original changed");
    let copy = std::fs::read_to_string(report["path"].as_str().unwrap()).unwrap();
    let session = report["session"].as_str().unwrap();
    assert!(report["path"].as_str().unwrap().ends_with(&format!("{session}.jsonl")));
    assert_eq!(report["resume"], format!("claude --resume {session}"));
    assert!(report["bytes_after"].as_u64().unwrap() * 2 < report["bytes_before"].as_u64().unwrap(), "{report}");
    let copied: Vec<Value> = copy.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(copied.len(), lines.len());
    let mut folded = 0;
    for (new, old) in copied.iter().zip(&lines) {
        assert_eq!(new["sessionId"], session);
        let (new, old) = (&new["message"]["content"][0], &old["message"]["content"][0]);
        assert_eq!((&new["type"], &new["id"], &new["tool_use_id"]), (&old["type"], &old["id"], &old["tool_use_id"]));
        let text = new["content"].as_str().or(new["input"]["content"].as_str()).unwrap_or_default();
        let Some(reference) = text.split_once("[ctx:").and_then(|(_, rest)| rest.split(']').next()) else { continue };
        folded += 1;
        let raw = home.ctx(["get", reference, "--raw"]);
        let whole = old["content"].as_str().map_or_else(|| old["input"].to_string(), str::to_owned);
        assert_eq!(String::from_utf8_lossy(&raw.bytes), whole, "{reference}");
    }
    assert_eq!(folded as u64, report["folds"].as_u64().unwrap());
    assert!(folded > 30, "{folded} folded");
    // The last calls stay as they are.
    let last = &copied[copied.len() - 3]["message"]["content"][0];
    assert!(last["content"].as_str().unwrap().starts_with("  0→pub fn"), "{last}");
}

/// The results of a folded session are no runs of the project in which somebody folds it, nor of this moment.
#[test]
fn folded_results_stay_where_and_when_they_were() {
    let home = Home::new();
    let lines: Vec<Value> = claude_code(&home)
        .into_iter()
        .map(|line| {
            let text = line.to_string().replace("\"Read\"", "\"Bash\"").replace("\"file_path\"", "\"command\"");
            let mut line: Value = serde_json::from_str(&text).unwrap();
            line["cwd"] = "/shop".into();
            line
        })
        .collect();
    let path = write(&home, &lines);
    std::fs::File::open(&path)
        .unwrap()
        .set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000))
        .unwrap();
    assert_eq!(home.ctx(["fold", SESSION]).code, 0);
    let brief = home.ctx(["context"]).out;
    assert!(!brief.contains("/shop/src/handler"), "{brief}");
    let rows: Value = serde_json::from_str(&home.ctx(["history", "--all-projects", "--json"]).out).unwrap();
    assert!(!rows.as_array().unwrap().is_empty());
    let at: i64 = home.database().query_row("SELECT max(started_at) FROM entry", [], |row| row.get(0)).unwrap();
    assert_eq!(at, 1_700_000_000_000);
}

#[test]
fn nothing_is_folded_that_cannot_be_stored() {
    let home = Home::new();
    let path = write(&home, &claude_code(&home));
    std::fs::write(home.store(), "a file where the store should be").unwrap();
    let done = home.ctx(["fold", SESSION]);
    assert_ne!(done.code, 0);
    assert!(done.err.contains("nothing was folded"), "{}", done.err);
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "a copy was written");
}

#[test]
fn what_is_no_session_is_refused() {
    let home = Home::new();
    let other = home.work().join("other.jsonl");
    std::fs::write(&other, "{\"a\":1}\n").unwrap();
    let done = home.ctx(["fold", other.to_str().unwrap()]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("is not a transcript of Claude Code or Codex"), "{}", done.err);
    assert_eq!(home.ctx(["fold", "no-such-session"]).code, 1);
    assert_eq!(home.ctx(["fold", "--replay", "/nowhere.jsonl"]).code, 1);
    assert_eq!(home.ctx(["fold", "--replay", other.to_str().unwrap()]).out, "");
}

/// Claude Code 2.1.326 notes what a request sent in rows of their own, with messages that stand elsewhere as well.
fn with_request_rows(lines: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        all.push(line.clone());
        let row = |kind: &str, more: Value| {
            let mut row = json!({ "type": kind, "sessionId": SESSION, "cwd": line["cwd"], "timestamp": line["timestamp"], "hash": format!("h{at}") });
            row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            row
        };
        all.push(row("api-request-blob", json!({ "message": line["message"], "content": line["message"]["content"] })));
        all.push(row("api-request-shape", json!({ "messages": [format!("h{at}")] })));
        all.push(row("api-request", json!({ "requestId": format!("req_{at}"), "usage": line["message"]["usage"] })));
    }
    all
}

#[test]
fn rows_about_requests_count_once() {
    let report = |rows: bool| {
        let home = Home::new();
        let lines = claude_code(&home);
        let path = write(&home, &if rows { with_request_rows(&lines) } else { lines });
        let replay = home.ctx(["fold", "--replay", path.to_str().unwrap()]).out;
        let stats: Value = serde_json::from_str(&home.ctx(["stats", "--fold", "--json"]).out).unwrap();
        let session = &stats["sessions"][0];
        let stats = json!([session["calls"], session["tokens"], session["paid_dollars"], session["context"]]);
        let copy: Value = serde_json::from_str(&home.ctx(["fold", SESSION, "--json"]).out).unwrap();
        let copied = std::fs::read_to_string(copy["path"].as_str().unwrap()).unwrap();
        assert!(!copied.contains("\"api-request"), "the copy notes requests that it has not sent");
        std::fs::remove_file(copy["path"].as_str().unwrap()).unwrap();
        let imported = home.ctx(["store", "--import", "--json", path.to_str().unwrap()]);
        assert_eq!(imported.code, 0, "{}", imported.err);
        let imported: Value = serde_json::from_str(&imported.out).unwrap();
        let counts = |name: &str| imported[name].clone();
        let imported = ["prompts", "tool_results", "edits", "compact_summaries", "entries", "events"].map(counts);
        assert_eq!(imported[1], CALLS);
        (replay, stats, copied.lines().count(), copy["folds"].clone(), imported)
    };
    let (with, without) = (report(true), report(false));
    assert!(with.0 == without.0, "the replay differs");
    assert!(with.1 == without.1, "the statistics differ");
    assert_eq!((with.2, with.3, with.4), (without.2, without.3, without.4));
}

#[test]
fn a_setting_says_how_much_is_folded() {
    let home = Home::new();
    let path = write(&home, &claude_code(&home));
    let replay = |more: &[&str]| {
        let done = home.ctx([&["fold", "--replay", path.to_str().unwrap()], more].concat());
        assert_eq!((done.code, done.err.as_str()), (0, ""));
        done.out
    };
    let (usual, gentle, hard) =
        (replay(&[]), replay(&["--strength", "gentle"]), replay(&["--strength", "hard", "--price", "0.1,1.25"]));
    let file = path.to_str().unwrap();
    for order in [["--replay", "--strength=gentle", file], ["--strength=gentle", file, "--replay"]] {
        let done = home.ctx([&["fold"], &order[..]].concat());
        assert_eq!((done.code, &done.out), (0, &gentle), "{order:?} {}", done.err);
    }
    assert_eq!(home.ctx(["fold", "--replay", "--strength", "gentle"]).code, 2, "no file");
    assert_eq!(home.ctx(["fold", "--replay", file, "--strength", "harder"]).code, 2, "no such strength");
    assert_eq!(home.ctx(["fold", "--replay", path.to_str().unwrap(), "another.jsonl"]).code, 2, "two files");
    assert!(gentle.lines().count() < usual.lines().count() && hard != usual);
    assert_eq!(hard, replay(&["--price", "0.16,1.25"]), "as if a cached byte cost more");
    assert_eq!(replay(&["--strength", "hard", "--price", "0.05,1.25"]), replay(&["--price", "0.08,1.25"]));
    let settings = home.path().join(".config/ctx");
    std::fs::create_dir_all(&settings).unwrap();
    for (name, folds) in [("gentle", &gentle), ("usual", &usual), ("hard", &hard)] {
        std::fs::write(settings.join("ctx.toml"), format!("[fold]\nstrength = \"{name}\"\n")).unwrap();
        assert_eq!(&replay(&[]), folds, "{name}");
        assert_eq!(replay(&["--strength", "usual"]), usual, "the option goes before the setting");
    }
}

#[test]
fn a_bill_by_the_counts_of_the_provider() {
    let home = Home::new();
    write(&home, &claude_code(&home));
    let done = home.ctx(["stats", "--fold", "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let report: Value = serde_json::from_str(&done.out).unwrap();
    let session = &report["sessions"][0];
    assert_eq!(session["calls"], CALLS);
    let read: u64 = (0..CALLS as u64).map(|at| 1500 * at).sum();
    assert_eq!(session["tokens"], json!({ "input": 1200, "cache_read": read, "cache_write": 180_000, "output": 6000 }));
    let paid = (1200.0 * 3.0 + read as f64 * 0.3 + 180_000.0 * 3.75 + 6000.0 * 15.0) / 1e6;
    assert!((session["paid_dollars"].as_f64().unwrap() - paid).abs() < 1e-9, "{session}");
    assert!(session["folded_dollars"].as_f64().unwrap() < paid);
    assert_eq!(session["context"].as_array().unwrap().len(), CALLS + 1);
    let own = home.ctx(["stats", "--fold", "--json", "--price", "1,1,1,1"]);
    let own: Value = serde_json::from_str(&own.out).unwrap();
    let all = (1200 + read + 180_000 + 6000) as f64 / 1e6;
    assert!((own["sessions"][0]["paid_dollars"].as_f64().unwrap() - all).abs() < 1e-9);
    let page = home.ctx(["stats", "--fold"]).out;
    assert!(page.contains("1 session, 120 calls · paid $") && page.contains("fetched again soon"), "{page}");
    assert_eq!(home.ctx(["stats", "--fold", "--price", "1,2"]).code, 2);
}
