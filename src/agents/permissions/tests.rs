use std::path::{Path, PathBuf};

use super::*;

struct Project {
    _dir: tempfile::TempDir,
    home: PathBuf,
}

impl Project {
    fn new() -> Project {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap();
        let root = home.join("shop");
        for dir in [".claude", "src", "sub"] {
            std::fs::create_dir_all(root.join(dir)).unwrap();
        }
        std::fs::write(root.join(".env"), "KEY=1\n").unwrap();
        std::os::unix::fs::symlink(".env", root.join("link-to-env")).unwrap();
        std::os::unix::fs::symlink(".", root.join("dir-link")).unwrap();
        Project { _dir: dir, home }
    }

    /// `deny X; ask Y; allow Z`.
    fn rules(&self, rules: &str) -> Rules {
        let mut lists = serde_json::json!({ "deny": [], "ask": [], "allow": [] });
        for rule in rules.split("; ").filter(|rule| !rule.is_empty()) {
            let (list, rule) = rule.split_once(' ').unwrap();
            lists[list].as_array_mut().unwrap().push(rule.into());
        }
        let root = self.home.join("shop");
        std::fs::write(root.join(".claude/settings.json"), serde_json::json!({ "permissions": lists }).to_string())
            .unwrap();
        Rules::read(&Places { home: Some(&self.home), user: None, project: &root, cwd: &root }).unwrap()
    }
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Deny { .. } => "deny",
        Verdict::Ask { .. } => "ask",
        Verdict::Allow => "allow",
        Verdict::Silent => "silent",
    }
}

#[test]
fn nothing_slips_past() {
    let project = Project::new();
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/shell/bypass.tsv");
    let mut seen = 0;
    let mut holes = Vec::new();
    let text = std::fs::read_to_string(table).unwrap();
    let mut before = (String::new(), project.rules(""));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [command, rules, never] = fields.as_slice() else { panic!("{line}") };
        let command = unescaped(command);
        if before.0 != *rules {
            before = ((*rules).to_owned(), project.rules(rules));
        }
        let verdict = before.1.command(&command);
        if never.split(' ').any(|never| never == name(&verdict)) {
            holes.push(format!("{}: {command:?} with {rules}", name(&verdict)));
        }
        seen += 1;
    }
    assert!(holes.is_empty(), "{} holes\n{}", holes.len(), holes.join("\n"));
    assert!(seen >= 300, "{seen}");
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match (char, char == '\\') {
            (_, true) => plain.push(match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            }),
            (char, false) => plain.push(char),
        }
    }
    plain
}

#[test]
fn every_decision_has_its_place() {
    let project = Project::new();
    let rows: &[(&str, &str, &str)] = &[
        ("npm test", "allow Bash(npm test)", "allow"),
        ("npm test -- -u", "allow Bash(npm test)", "silent"),
        ("npm test -- -u", "allow Bash(npm test:*)", "allow"),
        ("npm tests", "allow Bash(npm test:*)", "silent"),
        ("npm test && npm run lint", "allow Bash(npm test); allow Bash(npm run lint)", "allow"),
        ("npm test && npm run lint", "allow Bash(npm test)", "silent"),
        ("npm test 2>&1 | tail -5", "allow Bash(npm test); allow Bash(tail *)", "allow"),
        ("npm test > out.log", "allow Bash(npm test)", "silent"),
        ("npm test > /dev/null", "allow Bash(npm test)", "allow"),
        ("CI=1 npm test", "allow Bash(npm test)", "allow"),
        ("FOO=1 npm test", "allow Bash(npm test)", "silent"),
        ("FOO=1 npm test", "deny Bash(npm test)", "deny"),
        ("timeout 60 npm test", "allow Bash(npm test)", "allow"),
        ("timeout 60 rm x", "allow Bash(timeout *)", "silent"),
        ("time npm test", "allow Bash(npm test)", "allow"),
        ("ctx run -- npm test", "allow Bash(npm test)", "allow"),
        ("ctx run --intent failures -- npm test", "allow Bash(npm test)", "allow"),
        ("ctx run -- rm x", "allow Bash(ctx *); allow Bash(npm test)", "silent"),
        ("ctx run --lang bash -- npm test", "allow Bash(npm test)", "silent"),
        ("ls | xargs grep x", "allow Bash(ls); allow Bash(grep *)", "allow"),
        ("echo \"$HOME\"", "allow Bash(echo *)", "allow"),
        ("git commit -m 'a && b; rm -rf x'", "allow Bash(git commit *); deny Bash(rm *)", "allow"),
        ("echo rm -rf x", "deny Bash(rm *)", "silent"),
        ("grep rm x", "deny Bash(rm *)", "silent"),
        ("rmdir x", "deny Bash(rm *)", "silent"),
        ("rmdir x", "deny Bash(rm*)", "deny"),
        ("cargo build", "deny Bash", "deny"),
        ("cargo build", "ask Bash; allow Bash(cargo *)", "ask"),
        ("cargo build", "allow Bash", "allow"),
        ("git push", "ask Bash(git push *); deny Bash(git *)", "deny"),
        ("grep .env README", "deny Read(.env)", "silent"),
        ("cat README", "deny Read(.env)", "silent"),
        ("cat src/.env", "deny Read(.env)", "deny"),
        ("cat .env", "deny Read(./.env)", "deny"),
        ("cat .env", "ask Read(./.env)", "ask"),
        ("cat .env > /dev/null", "deny Edit(.env)", "silent"),
        ("find . -name x", "allow Bash(find *)", "allow"),
        ("find . -delete", "allow Bash(find . -delete)", "allow"),
        ("bash -c 'npm test'", "allow Bash(npm test)", "silent"),
        ("echo 'unclosed", "deny Bash(rm *)", "ask"),
        ("echo 'unclosed", "allow Bash(echo *)", "silent"),
        ("", "allow Bash(*); deny Bash(rm *)", "silent"),
        ("sed -n '1,5p' f", "allow Bash(sed *)", "allow"),
    ];
    for (command, rules, wanted) in rows {
        let verdict = project.rules(rules).command(command);
        assert_eq!(name(&verdict), *wanted, "{command} with {rules}: {verdict:?}");
    }
}

#[test]
fn no_depth_and_no_length_gets_past() {
    let project = Project::new();
    let rules = project.rules("deny Bash(rm *); allow Bash(*)");
    let deep = (0..9).fold("rm x".to_owned(), |inner, _| format!("bash -c {}", quoted(&inner)));
    for command in [
        format!("{} rm x", "sudo ".repeat(500)),
        format!("{} rm x", "parallel ".repeat(500)),
        format!("{} rm x", "env -S ".repeat(500)),
        format!("{}rm x{}", "$(".repeat(39), ")".repeat(39)),
        format!("{}rm x", "ls; ".repeat(5_000)),
        deep,
    ] {
        let verdict = name(&rules.command(&command));
        assert!(verdict == "deny" || verdict == "ask", "{verdict}: {:.60}", command);
    }
    assert_eq!(name(&rules.command(&format!("{}rm x", "ls; ".repeat(5_000)))), "deny");
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[test]
fn other_tools() {
    let project = Project::new();
    let rules = project.rules(
        "deny mcp__github__delete_repo; ask mcp__db; allow mcp__web__*; deny WebFetch(domain:evil.com); \
         allow WebFetch(domain:docs.rs); deny Read(./.env); allow Read(src/**); deny Task",
    );
    let path = |path: &str| serde_json::json!({ "file_path": path });
    for (tool, input, wanted) in [
        ("mcp__github__delete_repo", serde_json::json!({}), "deny"),
        ("mcp__github__get_repo", serde_json::json!({}), "silent"),
        ("mcp__db__query", serde_json::json!({}), "ask"),
        ("mcp__dbx__query", serde_json::json!({}), "silent"),
        ("mcp__web__open", serde_json::json!({}), "allow"),
        ("WebFetch", serde_json::json!({ "url": "https://www.evil.com/x" }), "deny"),
        ("WebFetch", serde_json::json!({ "url": "https://docs.rs@evil.com/" }), "deny"),
        ("WebFetch", serde_json::json!({ "url": "https://docs.rs/x" }), "allow"),
        ("WebFetch", serde_json::json!({ "url": "https://evil.docs.rs/x" }), "silent"),
        ("WebFetch", serde_json::json!({ "url": "nonsense" }), "deny"),
        ("Read", path(".env"), "deny"),
        ("Read", path("link-to-env"), "deny"),
        ("Edit", path(".env"), "deny"),
        ("Read", path("src/a.rs"), "allow"),
        ("Edit", path("src/a.rs"), "silent"),
        ("Read", path("README"), "silent"),
        ("Task", serde_json::json!({}), "deny"),
        ("Bash", serde_json::json!({ "command": "cat .env" }), "deny"),
    ] {
        assert_eq!(name(&rules.tool(tool, &input)), wanted, "{tool} {input}");
    }
    assert!(rules.check_url("https://evil.com").is_err() && rules.check_url("https://example.org").is_ok());
}

#[test]
fn only_a_proven_deny_stops_a_run() {
    let project = Project::new();
    let rules = project.rules("deny Bash(rm *); ask Bash(git push *); deny Read(./.env)");
    let check = |argv: &[&str]| rules.check_command(&argv.iter().map(OsString::from).collect::<Vec<_>>());
    for argv in [
        &["rm", "x"][..],
        &["/bin/rm", "x"],
        &["env", "A=1", "rm", "x"],
        &["sh", "-c", "ls; rm x"],
        &["bash", "-c", "eval 'rm x'"],
        &["cat", ".env"],
        &["sh", "-c", "cat < link-to-env"],
        &["xargs", "rm"],
    ] {
        let error = check(argv).expect_err(&argv.join(" "));
        assert!(error.to_string().contains("is denied by ") && error.code() == 1, "{error}");
    }
    for argv in
        [&["git", "push"][..], &["sh", "-c", "$x y"], &["sh", "-c", "echo '"], &["echo", "rm", "x"], &["cat", "a"]]
    {
        assert!(check(argv).is_ok(), "{argv:?}");
    }
}
