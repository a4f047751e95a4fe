//! Real agents whose requests go through `ctx agent NAME --fold`: more than 80 steps each, and a folded session that is resumed.

use std::path::Path;

use serde_json::{Value, json};

use super::hosts::{HOSTS, Host};
use super::matrix::{Around, denying};
use super::model::{Exchange, FOLDED, Step};
use super::steady::without_reminders;
use super::{Place, installed};
use crate::harness::CTX;

/// An output that nobody has seen before, of 60 bytes a line; every tenth line names something. Gemini CLI refuses `$(…)`
/// in commands.
fn print(n: usize, lines: usize) -> String {
    format!(
        "awk 'BEGIN {{ for (k = 1; k <= {lines}; k++) {{ if (k % 10 == 1) printf \"part {n} line %d: value %d of the module at src/mod{n}/file%d.rs\\n\", k, k * {n} * 37, k; else printf \"part {n} line %d: goes on as the lines before it did, and that is all\\n\", k }} }}'"
    )
}

/// The lines that `print` prints.
fn printed(n: usize, lines: usize) -> Vec<String> {
    let line = |k: usize| match k % 10 {
        1 => format!("part {n} line {k}: value {} of the module at src/mod{n}/file{k}.rs", k * n * 37),
        _ => format!("part {n} line {k}: goes on as the lines before it did, and that is all"),
    };
    (1..=lines).map(line).collect()
}

/// Copilot CLI asks a person before it runs a path outside the project; Codex's shells set their own PATH.
fn fetch(host: &Host) -> Step {
    let program = if host.name == "copilot" { "ctx" } else { CTX };
    Step::shell(&format!("{program} get {FOLDED} --lines 1:9"))
}

/// The text that `ctx get` printed, without what the host added to it.
fn fetched(exchanges: &[Exchange]) -> String {
    let of_get = exchanges.iter().find(|one| one.call.ends_with(" --lines 1:9")).expect("the call of ctx get");
    without_reminders(&of_get.result)
}

/// So much is printed that folding pays beside the agent's own prompt, and so little that neither a hook nor the
/// agent itself (Gemini CLI masks old outputs) shortens it.
fn lines(host: &Host) -> usize {
    match host.name {
        "claude-code" => 100,
        "opencode" => 60,
        _ => 40,
    }
}

/// The words of the user, which every request of the conversation holds.
const ASKED: &str = "Please look at all parts, and never touch the old invoices.";

/// A list of tasks by the agent's own tool, where it has one that needs no person.
fn tasks(host: &Host, number: usize) -> Option<Step> {
    let task = |k: usize| format!("task {k} of list {number}: look at module {k} and at all that belongs to it");
    let status = |k: usize| if k < number { "completed" } else { "pending" };
    match host.name {
        "gemini" => {
            let todos: Vec<Value> = (0..8).map(|k| json!({ "description": task(k), "status": status(k) })).collect();
            Some(Step::call("write_todos", json!({ "todos": todos })))
        }
        "opencode" => {
            let todos: Vec<Value> =
                (0..8).map(|k| json!({ "content": task(k), "status": status(k), "priority": "high" })).collect();
            Some(Step::call("todowrite", json!({ "todos": todos })))
        }
        _ => None,
    }
}

impl Place<'_> {
    /// Starts the agent through ctx.
    #[allow(clippy::too_many_arguments)]
    fn folded(&self, dir: &Path, prompt: &str, more: &[&str], steps: Vec<Step>, side: Vec<Step>, fold: bool) {
        self.model.follow(steps, side);
        let (env, args) = (self.host.start)(self.model.port, prompt, more);
        let mut words = vec!["agent", self.host.name];
        words.extend(fold.then_some("--fold"));
        words.extend(args.iter().map(String::as_str));
        let mut command = self.command(CTX, &words);
        let bin = dir.join(format!("pkg-{}/node_modules/.bin", self.host.program));
        let path = command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, path)| path).unwrap().to_owned();
        command.env("PATH", format!("{}:{}", bin.display(), path.to_str().unwrap()));
        self.run_to_its_end(command, env);
    }
}

/// A body without the marks for the cache, which move along.
fn steady(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(steady).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| *name != "cache_control");
            Value::Object(fields.map(|(name, value)| (name.clone(), steady(value))).collect())
        }
        other => other.clone(),
    }
}

/// The messages of a request as they were written: the order of fields counts.
fn messages(body: &Value) -> Vec<String> {
    let list = ["messages", "input", "contents"].iter().find_map(|name| body[*name].as_array());
    list.expect("a conversation").iter().map(|message| steady(message).to_string()).collect()
}

/// The ids of all calls and of all results; in Gemini's format, which needs no ids, their names.
fn halves(value: &Value, calls: &mut Vec<String>, results: &mut Vec<String>) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match value {
        Value::Array(items) => items.iter().for_each(|item| halves(item, calls, results)),
        Value::Object(fields) => {
            match value["type"].as_str().unwrap_or_default() {
                "tool_use" => calls.push(text(&value["id"])),
                "tool_result" => results.push(text(&value["tool_use_id"])),
                "function_call" | "custom_tool_call" => calls.push(text(&value["call_id"])),
                "function_call_output" | "custom_tool_call_output" => results.push(text(&value["call_id"])),
                "function" if value.get("id").is_some() => calls.push(text(&value["id"])),
                _ if value["role"] == "tool" => results.push(text(&value["tool_call_id"])),
                _ if value.get("functionCall").is_some() => calls.push(text(&value["functionCall"]["name"])),
                _ if value.get("functionResponse").is_some() => {
                    results.push(text(&value["functionResponse"]["name"]));
                }
                _ => {}
            }
            fields.values().for_each(|value| halves(value, calls, results));
        }
        _ => {}
    }
}

/// Every call of a request has its result, and every result its call, in the same order.
fn check_pairs(name: &str, bodies: &[Value]) {
    for body in bodies {
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        let list = ["messages", "input", "contents"].iter().find_map(|name| body.get(*name));
        halves(list.expect("a conversation"), &mut calls, &mut results);
        assert_eq!(calls, results, "{name}");
    }
}

fn is_folded(message: &str) -> bool {
    message.split("[ctx:").skip(1).any(|rest| rest.split(']').next().is_some_and(|id| id.len() >= 8))
}

/// Compares each request with the one before: messages stay as they are, except where something was folded.
fn check_prefixes(name: &str, bodies: &[Value]) -> (usize, usize) {
    let mut batches = 0;
    let mut folded = 0;
    for pair in bodies.windows(2) {
        let (before, now) = (messages(&pair[0]), messages(&pair[1]));
        let mut changed = 0;
        // The last message of a request may be followed by more in the next one.
        for (at, (one, other)) in before.iter().zip(&now).enumerate().take(before.len().saturating_sub(1)) {
            if one == other {
                continue;
            }
            assert!(
                !is_folded(one) || one.matches("[ctx:").count() < other.matches("[ctx:").count(),
                "{name}: what is folded stays as it is: {one}\n{other}"
            );
            assert!(is_folded(other), "{name}: message {at} changed without a fold: {one}\n{other}");
            changed += 1;
        }
        batches += usize::from(changed > 0);
        folded = now.iter().filter(|message| is_folded(message)).count();
    }
    (batches, folded)
}

fn fold_a_session(name: &str) {
    let host: &Host = HOSTS.iter().find(|host| host.name == name).expect("a host");
    let Some(dir) = installed() else {
        return crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder of agents"));
    };
    // OpenCode has no hooks of this kind; its rules are the matter of `init` and of the sessions in `mod.rs`.
    let can_deny = name != "opencode";
    let users = if can_deny { denying(name, &[1000]) } else { Vec::new() };
    let place = Place::around(host, true, Around::default(), &users);
    place.model.keep_bodies();
    let mut steps: Vec<Step> = (1..=25).map(|n| Step::shell(&print(n, lines(host)))).collect();
    steps.extend(tasks(host, 1));
    steps.extend((host.own)(&place.home.work()));
    steps.extend((26..=40).map(|n| Step::shell(&print(n, lines(host)))));
    steps.extend(tasks(host, 2));
    steps.extend((41..=74).map(|n| Step::shell(&print(n, lines(host)))));
    steps.push(Step::shell("rm -rf data-1000"));
    steps.push(fetch(host));
    steps.push(Step::say("All done."));
    assert!(steps.len() >= 80, "{}", steps.len());
    let side = [(160..=172).map(|n| Step::shell(&print(n, lines(host)))).collect(), vec![(host.side_end)()]].concat();
    place.folded(&dir, ASKED, &[], steps.clone(), side, true);
    let log = std::fs::read_to_string(place.home.path().join("agent.log")).unwrap_or_default();
    let bodies = place.model.bodies(false);
    assert!(bodies.len() >= steps.len(), "{name}: {} requests\n{log}", bodies.len());
    check_pairs(name, &bodies);
    let texts: Vec<String> = bodies.iter().map(Value::to_string).collect();
    assert!(texts.iter().all(|text| text.contains(ASKED)), "{name}: the user's words are in every request");
    let newest = texts.iter().skip_while(|text| !text.contains("task 7 of list 2"));
    assert!(newest.clone().all(|text| text.contains("task 7 of list 2")), "{name}: the newest list of tasks stays");
    assert!(tasks(host, 2).is_none() || newest.count() > 30, "{name}: a list of tasks");
    let (batches, folded) = check_prefixes(name, &bodies);
    assert!(folded >= 15 && batches <= 25, "{name}: {folded} messages folded in {batches} batches");
    let exchanges = place.model.exchanges();
    let text = fetched(&exchanges);
    assert!(text.contains(" of the module at src/mod"), "{name}: {text}\n{log}");
    for n in [1, 7, 25, 74] {
        let one = exchanges.iter().find(|one| !one.side && one.call == print(n, lines(host))).expect("a call");
        let missing = printed(n, lines(host)).into_iter().find(|line| !one.result.contains(line.as_str()));
        assert_eq!(missing, None, "{name}: a result comes whole before it is folded");
    }
    assert!(!can_deny || place.home.work().join("data-1000/kept.txt").exists(), "{name}: a denial holds");
    let sides = place.model.bodies(true);
    assert!(!sides.is_empty(), "{name}: no sub-agent");
    let text = sides.last().unwrap().to_string();
    assert!(
        !text.contains("part 1 line") && text.contains("part 160 line"),
        "{name}: a sub-agent's conversation is its own"
    );
    crate::harness::say(&format!("{name}: {} requests, {folded} messages folded in {batches} batches", bodies.len()));
}

/// `ctx fold SESSION`, and the agent goes on with the copy.
fn resume_a_folded_session(name: &str, folder: &str, again: fn(&str) -> Vec<String>) {
    let host: &Host = HOSTS.iter().find(|host| host.name == name).expect("a host");
    let Some(dir) = installed() else {
        return crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder of agents"));
    };
    let place = Place::new(host, true);
    let mut steps: Vec<Step> = (1..=40).map(|n| Step::shell(&print(n, lines(host)))).collect();
    steps.push(Step::say("All done."));
    place.folded(&dir, "Please look at all parts.", &[], steps, Vec::new(), false);
    let mut files = Vec::new();
    transcripts(&place.home.path().join(folder), &mut files);
    assert_eq!(files.len(), 1, "{files:?}");
    let original = std::fs::read(&files[0]).unwrap();
    let said: Value = serde_json::from_str(&place.ctx(&["fold", "--json", files[0].to_str().unwrap()])).unwrap();
    assert!(said["folds"].as_u64().unwrap() >= 15, "{said}");
    assert!(std::fs::read(&files[0]).unwrap() == original, "the original is not touched");
    place.model.keep_bodies();
    let more = again(said["session"].as_str().unwrap());
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let steps = vec![fetch(host), Step::say("Went on.")];
    place.folded(&dir, "Go on, please.", &more, steps, Vec::new(), false);
    let bodies = place.model.bodies(false);
    assert_eq!(bodies.len(), 2, "{}", std::fs::read_to_string(place.home.path().join("agent.log")).unwrap_or_default());
    let folded = messages(&bodies[0]).iter().filter(|message| is_folded(message)).count();
    assert!(folded >= 5, "{name}: {folded} folded messages in the resumed conversation");
    let text = fetched(&place.model.exchanges());
    assert!(text.contains(" of the module at src/mod"), "{name}: {text}");
    crate::harness::say(&format!("{name}: resumed with {folded} folded messages"));
}

fn transcripts(dir: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            transcripts(&path, found);
        } else if path.extension().is_some_and(|end| end == "jsonl") {
            found.push(path);
        }
    }
}

#[test]
fn a_folded_session_in_claude_code() {
    fold_a_session("claude-code");
}

#[test]
fn a_folded_session_in_codex() {
    fold_a_session("codex");
}

#[test]
fn a_folded_session_in_gemini() {
    fold_a_session("gemini");
}

#[test]
fn a_folded_session_in_opencode() {
    fold_a_session("opencode");
}

#[test]
fn a_folded_session_in_copilot() {
    fold_a_session("copilot");
}

#[test]
fn claude_code_resumes_a_folded_copy() {
    resume_a_folded_session("claude-code", ".claude/projects", |session| vec!["--resume".into(), session.into()]);
}

#[test]
fn codex_resumes_a_folded_copy() {
    resume_a_folded_session("codex", ".codex/sessions", |session| vec!["resume".into(), session.into()]);
}
