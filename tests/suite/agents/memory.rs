//! Real agents that lost a part of their conversation, or wait: `ctx context --dropped` lists every result that a compaction
//! took, `ctx get` returns it byte for byte, and `ctx get --wait` answers once.

use serde_json::Value;

use super::hosts::{Compact, HOSTS, Host};
use super::model::Step;
use super::steady::without_reminders;
use super::{Place, installed};
use crate::harness::CTX;

/// Results of different sizes: the command, and what it prints.
fn prints() -> Vec<(String, String)> {
    let print = |n: usize, lines: usize| {
        let command = format!("awk 'BEGIN {{ for (k = 1; k <= {lines}; k++) print \"part {n} line \" k }}'");
        (command, (1..=lines).map(|k| format!("part {n} line {k}\n")).collect())
    };
    [(1, 1), (2, 40), (3, 700), (4, 9), (5, 3000), (6, 120)].map(|(n, lines)| print(n, lines)).into()
}

/// Copilot CLI asks a person before it runs a path outside the project; Codex's shells set their own PATH.
fn ctx(host: &Host) -> &'static str {
    if host.name == "copilot" { "ctx" } else { CTX }
}

fn host(name: &str) -> &'static Host {
    HOSTS.iter().find(|host| host.name == name).expect("a host")
}

/// A session, its compaction, and the agent that asks what it lost.
fn compacted_results_come_back(name: &str) {
    let Some(dir) = installed() else {
        return crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder of agents"));
    };
    let place = Place::new(host(name), true);
    let mut steps: Vec<Step> = prints().iter().map(|(command, _)| Step::shell(command)).collect();
    let (at_end, at_call) = match place.host.compact {
        Compact::Prompt(_) => (0, 0),
        Compact::AtEnd(tokens) => (tokens, 0),
        Compact::AtCall(tokens) => (tokens, tokens),
    };
    steps.push(Step::say("All done.").tokens(at_end));
    place.follow(&dir, "Please look at all parts.", &[], steps, Vec::new());
    if let Compact::Prompt(prompt) = place.host.compact {
        place.follow(&dir, prompt, place.host.again, Vec::new(), Vec::new());
    }
    let question = format!("{} context --dropped --json", ctx(place.host));
    // Copilot CLI compacts while the model goes on.
    let asks =
        [Step::shell("true").tokens(at_call), Step::shell("sleep 2"), Step::shell("sleep 1"), Step::shell(&question)];
    place.follow(&dir, "And what was there before?", place.host.again, asks.into(), Vec::new());
    assert!(place.model.summaries() > 0, "{name} compacted nothing");
    let exchanges = place.model.exchanges();
    let answer = exchanges.iter().find(|one| one.call == question).expect("the question");
    let text = without_reminders(&answer.result);
    let json = &text[text.find('{').unwrap_or_else(|| panic!("{name}: {text}"))..];
    let row = serde_json::Deserializer::from_str(json).into_iter::<Value>().next().expect("an object");
    let dropped = row.unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
    let rows = dropped["dropped"].as_array().expect("rows");
    for (command, printed) in prints() {
        let of_it = rows.iter().find(|row| row["name"].as_str().is_some_and(|name| name.contains(&command)));
        let row = of_it.unwrap_or_else(|| panic!("{name}: {command} is not listed: {text}"));
        assert_eq!((row["kind"].as_str(), row["by"].as_str()), (Some("result"), Some("compaction")), "{name}: {row}");
        let stored = place.ctx(&["get", row["ref"].as_str().expect("a reference"), "--raw"]);
        // Copilot CLI adds a line of its own, and that was in the conversation, too.
        let as_seen = || exchanges.iter().any(|one| one.call == command && one.result.trim_end() == stored.trim_end());
        assert!(stored == printed || as_seen(), "{name}: {command}: {stored}");
    }
    crate::harness::say(&format!("{name}: {} rows dropped, all results exact", rows.len()));
}

/// A server in the background: one call that waits in place of many looks.
fn one_call_waits(name: &str) {
    let Some(dir) = installed() else {
        return crate::harness::say(&format!("{name}: not tried, CTX_AGENTS names no folder of agents"));
    };
    let place = Place::new(host(name), true);
    let ctx = ctx(place.host);
    let server = format!(
        "setsid {ctx} run --label server -- sh -c 'echo starting; sleep 2; echo listening on 8080; sleep 2; echo bye; exit 3' > /dev/null 2>&1 &"
    );
    let steps = vec![
        Step::shell(&server),
        Step::shell(&format!("sleep 1; {ctx} get --wait server --until 'listening on [0-9]*' --timeout 60s")),
        Step::shell(&format!("{ctx} get --wait server --timeout 60s")),
        Step::say("All done."),
    ];
    place.follow(&dir, "Please start the server.", &[], steps, Vec::new());
    let exchanges = place.model.exchanges();
    let results: Vec<&str> =
        exchanges.iter().filter(|one| one.call.contains("ctx get --wait server")).map(|one| &*one.result).collect();
    let [matched, ended] = results[..] else { panic!("{name}: {results:?}\n{}", place.model.record()) };
    assert!(matched.contains("matched: listening on 8080") && !matched.contains("bye"), "{name}: {matched}");
    assert!(ended.contains("bye") && ended.contains("exit 3"), "{name}: {ended}");
}

#[test]
fn claude_code_gets_back_what_a_compaction_took() {
    compacted_results_come_back("claude-code");
}

#[test]
fn codex_gets_back_what_a_compaction_took() {
    compacted_results_come_back("codex");
}

#[test]
fn gemini_gets_back_what_a_compaction_took() {
    compacted_results_come_back("gemini");
}

#[test]
fn opencode_gets_back_what_a_compaction_took() {
    compacted_results_come_back("opencode");
}

#[test]
fn copilot_gets_back_what_a_compaction_took() {
    compacted_results_come_back("copilot");
}

#[test]
fn one_call_of_an_agent_waits() {
    for host in &HOSTS {
        one_call_waits(host.name);
    }
}
