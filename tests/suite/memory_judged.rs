//! Compares the answers of `reflect` and `context` with a careful reader's list of the requests, decisions and open
//! errors of a session: on sessions of our own, and on recorded ones if a folder of transcripts is given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::harness::{Home, say};

/// Rows of `fixtures/memory/judged.tsv`: the sets, the sessions of each, and the expected findings in each.
const JUDGED: &str = include_str!("../../fixtures/memory/judged.tsv");
/// The folder that holds the recorded sessions.
const FOLDER: &str = "CTX_TRANSCRIPTS";
/// Requests that a brief recalls.
const RECALLED: usize = 6;

#[derive(Default)]
struct Score {
    wanted: usize,
    found: usize,
    listed: usize,
    wrong: usize,
}

impl Score {
    fn recall(&self) -> f64 {
        if self.wanted == 0 { 1.0 } else { self.found as f64 / self.wanted as f64 }
    }

    fn precision(&self) -> f64 {
        if self.listed == 0 { 1.0 } else { 1.0 - self.wrong as f64 / self.listed as f64 }
    }

    fn add(&mut self, other: &Score) {
        self.wanted += other.wanted;
        self.found += other.found;
        self.listed += other.listed;
        self.wrong += other.wrong;
    }
}

/// Kind and words; a kind with `?` may be listed and need not be.
type Truth = Vec<(String, String)>;

fn says(line: &str, words: &str) -> bool {
    let line = line.to_lowercase().replace('’', "'");
    words.split_whitespace().all(|word| line.contains(word))
}

fn judge(lines: &[String], kind: &str, truth: &Truth, most: usize) -> Score {
    let of = |kind: &str| -> Vec<&str> {
        truth.iter().filter(|(known, _)| known == kind).map(|(_, words)| words.as_str()).collect()
    };
    let (wanted, allowed) = (of(kind), of(&format!("{kind}?")));
    let mut left: Vec<&String> = lines.iter().collect();
    let mut found = 0;
    for words in &wanted {
        if let Some(at) = left.iter().position(|line| says(line, words)) {
            left.remove(at);
            found += 1;
        }
    }
    let right = |line: &&&String| allowed.iter().any(|words| says(line, words));
    let spare = left.iter().filter(right).count();
    let wrong = left.len() - spare;
    // If there is not room for all, any correct ones will do.
    let room = wanted.len().min(most);
    let found = if lines.len() >= most { (found + spare).min(room) } else { found.min(room) };
    Score { wanted: room, found, listed: lines.len(), wrong }
}

/// The lines below the headings of a report or a brief.
fn chapters(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut chapters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in text.lines() {
        if let Some(item) = line.strip_prefix("- ") {
            chapters.entry(heading.clone()).or_default().push(item.to_owned());
        } else if let Some(name) = line.strip_prefix("## ").or_else(|| line.strip_suffix(':')) {
            heading = name.split(" (").next().unwrap_or(name).to_owned();
        }
    }
    chapters
}

/// Imports one transcript into a store of its own and compares both answers with the truth.
fn tell(transcript: &Path, truth: &Truth) -> [[Score; 3]; 2] {
    let home = Home::new();
    home.ctx(["store".as_ref(), "--import".as_ref(), transcript.as_os_str()]);
    let sessions: Value = serde_json::from_str(&home.ctx(["sessions", "--all-projects", "--json"]).out).unwrap();
    let own = sessions
        .as_array()
        .into_iter()
        .flatten()
        .filter(|session| !session["session"].as_str().unwrap_or("/").contains('/'));
    let session = own
        .max_by_key(|session| session["entries"].as_u64())
        .map(|session| session["session"].as_str().unwrap().to_owned());
    let session = session.unwrap_or_else(|| panic!("{} is no session: {sessions}", transcript.display()));
    let story = chapters(&home.ctx(["reflect", "--session", &session, "--full"]).out);
    let told: Value =
        serde_json::from_str(&home.ctx(["reflect", "--session", &session, "--full", "--json"]).out).unwrap();
    let asked: Vec<String> =
        told["asked"].as_array().into_iter().flatten().map(|one| one["text"].as_str().unwrap().to_owned()).collect();
    let brief = home.ctx(["context", "--session", &session]).out;
    // The default budget of a brief.
    assert!(brief.len() <= 10_240, "{} bytes", brief.len());
    let brief = chapters(&brief);
    let lines = |chapters: &BTreeMap<String, Vec<String>>, name: &str| chapters.get(name).cloned().unwrap_or_default();
    let open = lines(&story, "Errors");
    // The truth is about what the user decided; the model's own choices stand beside it under their name.
    let decided = |chapters: &BTreeMap<String, Vec<String>>, name: &str| -> Vec<String> {
        lines(chapters, name).into_iter().filter(|line| !line.starts_with("model: ")).collect()
    };
    [
        [
            judge(&asked, "request", truth, usize::MAX),
            judge(&decided(&story, "Decisions"), "decision", truth, usize::MAX),
            judge(&open, "error", truth, usize::MAX),
        ],
        [
            judge(&lines(&brief, "request"), "request", truth, RECALLED),
            judge(&decided(&brief, "decisions"), "decision", truth, usize::MAX),
            judge(&lines(&brief, "errors"), "error", truth, usize::MAX),
        ],
    ]
}

fn file_that_ends_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.ends_with(name) {
                return Some(path);
            }
        }
    }
    None
}

#[test]
#[ignore = "needs a folder of recorded sessions: CTX_TRANSCRIPTS=DIR"]
fn recorded_sessions_are_told_as_a_careful_reader_would() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return say("skipped: CTX_TRANSCRIPTS names no folder of transcripts");
    };
    for set in ["tune", "check"] {
        let mut sessions: BTreeMap<&str, Truth> = BTreeMap::new();
        for row in JUDGED.lines().filter(|row| !row.starts_with('#')) {
            let columns: Vec<&str> = row.split('\t').collect();
            if columns[0] == set {
                let truth = sessions.entry(columns[1]).or_default();
                truth.push((columns[2].to_owned(), columns[3].to_owned()));
            }
        }
        assert_eq!(sessions.len(), 20);
        let mut sums: [[Score; 3]; 2] = Default::default();
        for (name, truth) in &sessions {
            let file = file_that_ends_in(&folder, name).unwrap_or_else(|| panic!("{name} is not there"));
            for (sums, scores) in sums.iter_mut().zip(tell(&file, truth)) {
                for (sum, score) in sums.iter_mut().zip(&scores) {
                    sum.add(score);
                }
            }
        }
        for (command, scores) in ["reflect", "context"].iter().zip(&sums) {
            let mut all = Score::default();
            for (kind, score) in ["requests", "decisions", "open errors"].iter().zip(scores) {
                say(&format!(
                    "{set:<6} {command:<8} {kind:<12} recall {:.3} ({}) precision {:.3} ({})",
                    score.recall(),
                    score.wanted,
                    score.precision(),
                    score.listed
                ));
                all.add(score);
            }
            say(&format!(
                "{set:<6} {command:<8} all          recall {:.3} precision {:.3}",
                all.recall(),
                all.precision()
            ));
            assert!(all.recall() >= 0.85 && all.precision() >= 0.90, "{set} {command}");
        }
    }
}

/// One line of a transcript: who speaks, what, at which second.
fn line(at: u32, who: &str, content: Value) -> String {
    let stamp = format!("2026-03-02T09:{:02}:{:02}.000Z", at / 60, at % 60);
    let value = json!({
        "type": who, "uuid": format!("u{at}"), "sessionId": "judged-1", "cwd": "/home/kim/shop", "timestamp": stamp,
        "message": { "role": who, "content": content },
    });
    format!("{value}\n")
}

fn call(at: u32, command: &str) -> String {
    line(
        at,
        "assistant",
        json!([{ "type": "tool_use", "id": format!("c{at}"), "name": "Bash", "input": { "command": command } }]),
    )
}

fn answer(at: u32, of: u32, text: &str, failed: bool) -> String {
    line(
        at,
        "user",
        json!([{ "type": "tool_result", "tool_use_id": format!("c{of}"), "is_error": failed, "content": text }]),
    )
}

/// A session with every shape that has been misread: nods, slash commands, hook texts, pictures, choices by letter,
/// failures that were settled in another form, refused, only looked, or hidden behind a pipe.
fn shapes() -> (String, Truth) {
    let mut text = String::new();
    let mut truth: Truth = Vec::new();
    let mut wanted = |kind: &str, words: &str| truth.push((kind.to_owned(), words.to_owned()));
    text +=
        &line(1, "user", json!("Add retries to the payment client. Use exponential backoff, never sleep in tests."));
    // What it decides stands in it.
    wanted("request", "use exponential backoff");
    text += &line(
        2,
        "assistant",
        json!("Where should the limit live?\n\n**A)** In the config file\n**B)** As a constant\n\nI lean to A."),
    );
    text += &line(3, "user", json!("b"));
    wanted("decision", "limit live? → as a constant");
    // Settled by the whole suite.
    text += &call(4, "cd /home/kim/shop && npx vitest run src/pay.test.ts 2>&1");
    text += &answer(5, 4, "Exit code 1\nFAIL src/pay.test.ts > retries\nAssertionError: expected 3 to be 2", true);
    text += &call(6, "npx vitest run");
    text += &answer(7, 6, "Tests  12 passed (12)", false);
    // Only a look.
    text += &call(8, "cat src/missing.ts");
    text += &answer(9, 8, "Exit code 1\ncat: src/missing.ts: No such file or directory", true);
    // Refused: the way there is not wanted either.
    text += &call(10, "shipit deploy --dry-run");
    text += &answer(11, 10, "Exit code 3\nno credentials", true);
    text += &call(12, "shipit deploy --force");
    text += &answer(13, 12, "The user doesn't want to proceed with this tool use. The tool use was rejected", true);
    text += &line(14, "user", json!("[Request interrupted by user for tool use]"));
    text += &line(15, "user", json!("don't deploy from here"));
    wanted("decision", "don't deploy from here");
    text += &line(16, "user", json!("<command-name>/model</command-name><command-args>opus</command-args>"));
    text += &line(17, "user", json!("Stop hook feedback:\n[hook.sh]: run the linter before you stop"));
    text += &line(18, "user", json!("[Image #1]"));
    text += &line(19, "user", json!("continue"));
    text += &line(20, "user", json!("no need to check anything up this folder"));
    wanted("request?", "no need to check");
    text += &line(21, "user", json!("[Image #2] why is the button grey?"));
    wanted("request", "why is the button grey");
    text += &line(22, "user", json!("commit and continue"));
    text += &line(23, "user", json!("Commit and continue."));
    wanted("request", "commit and continue");
    // The exit code is that of `tail`: the output says what happened.
    text += &call(24, "cargo test 2>&1 | tail -5");
    text += &answer(
        25,
        24,
        "test retry::caps ... FAILED\n\nfailures:\n    retry::caps\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n",
        false,
    );
    wanted("error", "cargo test");
    // Named file changed, and a check of the project passes.
    text += &call(26, "npx tsc --noEmit");
    text += &answer(
        27,
        26,
        "Exit code 2\nsrc/pay.ts(4,1): error TS2322: Type 'string' is not assignable to type 'number'.",
        true,
    );
    text += &line(
        28,
        "assistant",
        json!([{ "type": "tool_use", "id": "c28", "name": "Edit", "input": { "file_path": "/home/kim/shop/src/pay.ts", "old_string": "a", "new_string": "b" } }]),
    );
    text += &answer(29, 28, "updated", false);
    text += &call(30, "npm run check");
    text += &answer(31, 30, "0 errors", false);
    text += &line(32, "user", json!("/clear"));
    text += &line(33, "user", json!("yes please"));
    (text, truth)
}

#[test]
fn a_session_of_every_shape_is_told_as_a_careful_reader_would() {
    let home = Home::new();
    let (text, truth) = shapes();
    let file = home.path().join("judged.jsonl");
    std::fs::write(&file, text).unwrap();
    for (command, scores) in ["reflect", "context"].iter().zip(tell(&file, &truth)) {
        for (kind, score) in ["requests", "decisions", "errors"].iter().zip(&scores) {
            let told = (score.found, score.wrong);
            assert_eq!(told, (score.wanted, 0), "{command} {kind}: {} listed", score.listed);
        }
    }
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let story = home.ctx(["reflect", "--session", "judged-1"]).out;
    let asked = story.split("## ").find(|chapter| chapter.starts_with("Request")).unwrap();
    assert_eq!(asked.matches("\n- ").count(), 4, "{story}");
    assert!(asked.contains("ommit and continue ×2 [ctx:"), "{asked}");
    // The footer asks the same question again.
    let brief = home.ctx(["context", "--session", "judged-1", "--budget", "600"]).out;
    assert!(brief.ends_with("(ctx reflect --session judged-1 --full, ctx history --session judged-1)\n"), "{brief}");
    let short = home.ctx(["reflect", "--session", "judged-1", "--budget", "500"]).out;
    assert!(short.ends_with("more: ctx reflect --session judged-1 --full\n"), "{short}");
    // Every line says where the whole of it is and how old it is; nothing stands there twice.
    let brief = home.ctx(["context", "--session", "judged-1"]).out;
    let lines: Vec<&str> = brief.lines().filter(|line| line.starts_with("- ")).collect();
    let outcome = brief.split("outcome:\n").nth(1).unwrap();
    let shown = outcome.lines().take_while(|line| line.starts_with("- ")).collect::<Vec<_>>();
    for line in lines.iter().filter(|line| !shown.contains(line)) {
        assert!(line.contains(" [ctx:") && line.ends_with('d'), "{line}");
    }
    let mut once = lines.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), lines.len(), "{brief}");
    assert!(brief.contains("cargo test 2>&1 | tail -5: "), "as it was written: {brief}");
}

/// What a nod started has an answer of its own: the answer that was agreed to stays with its question.
#[test]
fn an_answer_that_the_user_agreed_to_stays_with_its_question() {
    let edit = json!([{ "type": "tool_use", "id": "c4", "name": "Edit",
        "input": { "file_path": "/home/kim/shop/src/ids.ts", "old_string": "a", "new_string": "b" } }]);
    let packages = "The session package holds the state of a session. ".repeat(14);
    let moved = "Both functions live in the session package and all tests pass. ".repeat(12);
    let text = [
        line(1, "user", json!("which package should hold the ids?")),
        line(2, "assistant", json!(format!("{packages}\n\nOption 1: move the ids there. Shall I?"))),
        line(3, "user", json!("yes do option 1")),
        line(4, "assistant", edit),
        answer(5, 4, "updated", false),
        line(6, "assistant", json!(format!("{moved}\n\nMoved the ids."))),
        line(7, "user", json!("thanks")),
        line(8, "assistant", json!("You are welcome.")),
    ];
    let home = Home::new();
    let file = home.path().join("judged.jsonl");
    std::fs::write(&file, text.concat()).unwrap();
    home.ctx(["store".as_ref(), "--import".as_ref(), file.as_os_str()]);
    let brief = home.ctx(["context", "--session", "judged-1"]).out;
    let lines: Vec<&str> = brief.lines().collect();
    let at =
        |words: &str| lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {brief}"));
    assert!(lines[at("- which package") + 1].contains("session package holds"), "{brief}");
    assert!(lines[at("- yes do option 1") + 1].contains("session package and all tests pass"), "{brief}");
    assert!(!brief.contains("- thanks"), "nothing was done for it: {brief}");
}
