//! Real agents whose requests go through `ctx agent NAME --fold`: 60 steps each, and a folded session that is resumed.

use std::path::Path;

use serde_json::Value;

use super::hosts::{HOSTS, Host};
use super::model::{FOLDED, Step};
use super::{Place, installed};
use crate::harness::CTX;

/// An output that nobody has seen before, of 60 bytes a line. Gemini CLI refuses `$(…)` in commands.
fn print(n: usize, lines: usize) -> String {
    format!(
        "awk 'BEGIN {{ for (k = 1; k <= {lines}; k++) printf \"part {n} line %d: value %d of the module at src/mod{n}/file%d.rs\\n\", k, k * {n} * 37, k }}'"
    )
}

/// So much is printed that folding pays beside the agent's own prompt, and so little that neither a hook nor the
/// agent itself (Gemini CLI masks old outputs) shortens it.
fn lines(host: &Host) -> usize {
    if host.name == "claude-code" { 100 } else { 40 }
}

impl Place<'_> {
    /// Starts the agent through ctx.
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

fn messages(body: &Value) -> Vec<Value> {
    let list = ["messages", "input", "contents"].iter().find_map(|name| body[*name].as_array());
    list.expect("a conversation").iter().map(steady).collect()
}

fn is_folded(message: &Value) -> bool {
    let text = message.to_string();
    text.split("[ctx:").skip(1).any(|rest| rest.split(']').next().is_some_and(|id| id.len() >= 8))
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
                !is_folded(one)
                    || one.to_string().matches("[ctx:").count() < other.to_string().matches("[ctx:").count(),
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
    let place = Place::new(host, true);
    place.model.keep_bodies();
    let mut steps: Vec<Step> = (1..=25).map(|n| Step::shell(&print(n, lines(host)))).collect();
    steps.extend((host.own)(&place.home.work()));
    steps.extend((26..=50).map(|n| Step::shell(&print(n, lines(host)))));
    steps.extend((51..=54).map(|n| Step::shell(&print(n, lines(host)))));
    steps.push(Step::shell(&format!("{CTX} get {FOLDED} --raw | tail -3")));
    steps.push(Step::say("All done."));
    assert!(steps.len() >= 60, "{}", steps.len());
    let side = [(60..=72).map(|n| Step::shell(&print(n, lines(host)))).collect(), vec![(host.side_end)()]].concat();
    place.folded(&dir, "Please look at all parts.", &[], steps.clone(), side, true);
    let log = std::fs::read_to_string(place.home.path().join("agent.log")).unwrap_or_default();
    let bodies = place.model.bodies(false);
    assert!(bodies.len() >= steps.len(), "{name}: {} requests\n{log}", bodies.len());
    let (batches, folded) = check_prefixes(name, &bodies);
    assert!(folded >= 15 && batches <= 25, "{name}: {folded} messages folded in {batches} batches");
    let exchanges = place.model.exchanges();
    let fetched = exchanges.iter().find(|one| one.call.contains(" get ")).expect("the call of ctx get");
    assert!(fetched.result.contains(" of the module at src/mod"), "{name}: {fetched:?}");
    let sides = place.model.bodies(true);
    assert!(!sides.is_empty(), "{name}: no sub-agent");
    let text = sides.last().unwrap().to_string();
    assert!(
        !text.contains("part 1 line") && text.contains("part 60 line"),
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
    let steps = vec![Step::shell(&format!("{CTX} get {FOLDED} --raw | tail -3")), Step::say("Went on.")];
    place.folded(&dir, "Go on, please.", &more, steps, Vec::new(), false);
    let bodies = place.model.bodies(false);
    assert_eq!(bodies.len(), 2, "{}", std::fs::read_to_string(place.home.path().join("agent.log")).unwrap_or_default());
    let folded = messages(&bodies[0]).iter().filter(|message| is_folded(message)).count();
    assert!(folded >= 5, "{name}: {folded} folded messages in the resumed conversation");
    let fetched = place.model.exchanges().into_iter().find(|one| one.call.contains(" get ")).expect("a call");
    assert!(fetched.result.contains(" of the module at src/mod"), "{name}: {fetched:?}");
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
