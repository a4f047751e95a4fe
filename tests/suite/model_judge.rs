//! The judge by a code model (`benches/model`), apart from the model itself: the texts that it makes and the figures that it
//! derives from the model's answers.

use std::path::Path;
use std::process::Command;

use crate::harness::Home;

fn judge(words: &[&str], folder: &Path) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/model/judge.py");
    let done = Command::new("python3").arg(program).args(words).current_dir(folder).output().expect("python3 starts");
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The rows that `steps` or `sessions` wrote.
fn rows(file: &Path) -> Vec<serde_json::Value> {
    let code = "import lzma, sys; sys.stdout.write(lzma.open(sys.argv[1], 'rt', encoding='utf-8').read())";
    let done = Command::new("python3").args(["-c", code]).arg(file).output().expect("python3 starts");
    String::from_utf8(done.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn worth_is_the_share_between_no_output_and_the_raw_output() {
    let home = Home::new();
    let answer = |id: usize, raw: f64, tool: f64, none: f64| {
        serde_json::json!({"id": id.to_string(), "group": "one", "base": "raw",
            "likely": {"raw": [raw], "tool": [tool], "none": [none]}, "tokens": {"raw": 100, "tool": 40, "none": 10}})
        .to_string()
    };
    // In sum: raw -30, tool -45, none -90. The tool keeps 45 of the 60 that the raw output is worth.
    let lines: Vec<_> = (0..30).map(|id| answer(id, -1.0, -1.5, -3.0)).collect();
    std::fs::write(home.work().join("answers.jsonl"), lines.join("\n")).unwrap();
    let found: serde_json::Value =
        serde_json::from_str(&judge(&["table", "answers.jsonl", "--json"], &home.work())).unwrap();
    let tool = &found["groups"]["all"]["texts"]["tool"];
    assert_eq!(tool["figure"], 0.75);
    assert_eq!(tool["tokens"], 0.4);
    assert_eq!(tool["interval"], serde_json::json!([0.75, 0.75]), "equal rows leave no doubt");
    assert_eq!(found["groups"]["all"]["texts"]["none"]["figure"], 0.0);
    let printed = judge(&["table", "answers.jsonl"], &home.work());
    assert!(printed.contains("tokens  40.0%  worth 75.0%"), "{printed}");
}

#[test]
fn loss_is_counted_by_token_against_the_whole_conversation() {
    let home = Home::new();
    let answer = serde_json::json!({"id": "a", "group": "others", "base": "whole",
        "likely": {"whole": [-1.0, -1.0], "folded": [-1.2, -1.1]}, "tokens": {"whole": 200, "folded": 120}});
    std::fs::write(home.work().join("answers.jsonl"), answer.to_string()).unwrap();
    let printed = judge(&["table", "answers.jsonl"], &home.work());
    assert!(printed.contains("tokens  60.0%  loss 0.1500"), "{printed}");
}

#[test]
fn each_step_has_its_raw_output_what_the_tool_shows_and_its_ends() {
    let home = Home::new();
    let output: String = (0..400).map(|number| format!("line {number}\n")).collect();
    let step = |id: &str, output: &str| {
        serde_json::json!({"id": id, "agent": "one", "command": "make", "exit": 2, "prompt": "Mend the build", "recent": ["ls"],
            "output": output, "next": "I open the file that the error names, at line 399."})
        .to_string()
    };
    std::fs::write(home.work().join("steps.jsonl"), [step("long", &output), step("short", "done\n")].join("\n"))
        .unwrap();
    judge(&["steps", "steps.jsonl", "texts.xz", "--tool", "tail=tail -n 3"], &home.work());
    let rows = rows(&home.work().join("texts.xz"));
    assert_eq!(rows.len(), 1, "a short output is no step to judge");
    let text = |name: &str| rows[0]["texts"][name].as_str().unwrap().to_owned();
    assert!(text("raw").contains("line 0\n") && text("raw").contains("line 399\n"));
    assert!(!text("none").contains("line 399") && text("none").contains("Mend the build"));
    assert!(text("tail").contains("line 399") && !text("tail").contains("line 396\n"));
    assert!(text("ends of tail").contains("line 0\n") && text("ends of tail").contains("line 399"));
    assert!(text("ends of tail").len() < text("tail").len() + 20, "of the same size but for the mark");
}

#[test]
fn a_fold_stands_in_the_conversation_from_its_call_on() {
    let home = Home::new();
    let folder = home.work().join("sessions");
    std::fs::create_dir(&folder).unwrap();
    let mut lines = vec![serde_json::json!({"message": {"role": "user", "content": "Begin"}}).to_string()];
    for number in 0..40 {
        let call = serde_json::json!({"message": {"role": "assistant", "id": format!("m{number}"),
            "content": [{"type": "tool_use", "id": format!("t{number}"), "name": "Read", "input": {"file_path": format!("f{number}")}}]}});
        let text = format!("begin of {number} {} end of {number}", "x".repeat(1_500));
        let result = serde_json::json!({"message": {"role": "user",
            "content": [{"type": "tool_result", "tool_use_id": format!("t{number}"), "content": text}]}});
        lines.extend([call.to_string(), result.to_string()]);
    }
    std::fs::write(folder.join("one.jsonl"), lines.join("\n")).unwrap();
    let fold = r#"{"call": 5, "id": "t2", "part": "result", "text": "FOLDED"}"#;
    std::fs::write(home.work().join("folds.jsonl"), fold).unwrap();
    let tool = format!("tool=cat {}", home.work().join("folds.jsonl").display());
    judge(&["sessions", "sessions", "texts.xz", "--tool", &tool], &home.work());
    let rows = rows(&home.work().join("texts.xz"));
    assert_eq!(rows.len(), 4, "four points of the session");
    for row in &rows {
        let text = |name: &str| row["texts"][name].as_str().unwrap().to_owned();
        assert!(text("whole").contains("end of 2\n") && !text("whole").contains("FOLDED"));
        assert!(text("tool").contains("Result: FOLDED\n") && !text("tool").contains("end of 2\n"));
        assert!(text("tool").contains("end of 3\n"), "only what was folded is gone");
        let window = text("results older than 10, every 10");
        assert!(window.contains("begin of 0") && !window.contains("end of 0\n"), "a window leaves the beginning");
    }
}
