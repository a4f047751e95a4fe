//! Every fixture is the output of a tool that was really run; what an engineer needs of it must survive.

use std::path::{Path, PathBuf};

use ctx::capture::text::Text;
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, digest, lines_answering_query, render};

struct Fixture {
    name: String,
    text: Text,
    call: CommandAndStatus,
    needles: Vec<String>,
    intent: Option<String>,
}

fn fixtures() -> Vec<Fixture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut found: Vec<PathBuf> = std::fs::read_dir(&root)
        .unwrap()
        .flatten()
        .flat_map(|family| std::fs::read_dir(family.path()).unwrap().flatten())
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    found.sort();
    let load = |meta: PathBuf| {
        let name = meta.strip_prefix(&root).unwrap().with_extension("").display().to_string();
        let table: toml::Table =
            std::fs::read_to_string(&meta).unwrap().parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(table["version"].as_str().is_some_and(|version| !version.is_empty()), "{name}: which version?");
        let code = table["exit"].as_integer().unwrap_or_else(|| panic!("{name}: exit")) as i32;
        let call = CommandAndStatus {
            argv: vec![table["command"].as_str().unwrap().to_owned()],
            status: CommandEndStatus::Exit(code),
        };
        let words = |key: &str| -> Vec<String> {
            let list = table.get(key).and_then(|list| list.as_array());
            list.into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect()
        };
        Fixture {
            text: Text::from_bytes(&std::fs::read(meta.with_extension("raw")).unwrap()),
            needles: words("needles"),
            intent: table.get("intent").and_then(|intent| intent.as_str()).map(str::to_owned),
            name,
            call,
        }
    };
    found.into_iter().map(load).collect()
}

fn squash(text: &str) -> String {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn important_lines_survive_and_nothing_grows() {
    let (mut wanted, mut missing) = (0, Vec::new());
    for fixture in fixtures() {
        let digest = digest(&fixture.text, &fixture.call);
        let body = render(&digest, &fixture.text, &Budgets::default());
        assert!(body.text.len() as u64 <= fixture.text.raw_len() + 1, "{} grew", fixture.name);
        assert!(body.text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()), "{}", fixture.name);
        if fixture.call.status.has_failed() && fixture.text.raw_len() > 0 {
            assert!(!body.text.trim().is_empty(), "{} failed and nothing says why", fixture.name);
        }
        let shown = squash(&body.text);
        wanted += fixture.needles.len();
        missing.extend(
            fixture
                .needles
                .iter()
                .filter(|needle| !shown.contains(&squash(needle)))
                .map(|needle| format!("{}: {needle}", fixture.name)),
        );
        if let Some(question) = &fixture.intent {
            let body = lines_answering_query(&fixture.text, &digest, question, &Budgets::default());
            assert!(body.text.len() as u64 <= fixture.text.raw_len() + 1, "{} grew with an intent", fixture.name);
        }
    }
    assert!(wanted > 300, "only {wanted} needles were looked for");
    assert!(missing.len() * 100 <= wanted * 4, "{} of {wanted} are missing:\n{}", missing.len(), missing.join("\n"));
}

/// Output that repeats itself is ordinary (a retry, a loop, a list given twice), and no reader may be caught in it.
#[test]
fn repeated_outputs_are_read_too() {
    for fixture in fixtures() {
        let raw = std::fs::read(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(&fixture.name).with_extension("raw"),
        );
        let raw = raw.unwrap();
        let text = Text::from_bytes(&raw.repeat(3));
        let digest = digest(&text, &fixture.call);
        let body = render(&digest, &text, &Budgets::default());
        assert!(body.text.len() as u64 <= text.raw_len() + 1, "{} grew", fixture.name);
    }
}
