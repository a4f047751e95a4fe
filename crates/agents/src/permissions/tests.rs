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
    fn rules(&self, rules: &str) -> PermissionRules {
        let mut lists = serde_json::json!({ "deny": [], "ask": [], "allow": [] });
        for rule in rules.split("; ").filter(|rule| !rule.is_empty()) {
            let (list, rule) = rule.split_once(' ').unwrap();
            lists[list].as_array_mut().unwrap().push(rule.into());
        }
        let root = self.home.join("shop");
        std::fs::write(root.join(".claude/settings.json"), serde_json::json!({ "permissions": lists }).to_string())
            .unwrap();
        PermissionRules::read(&SettingsPlaces { home: Some(&self.home), user: None, project: &root, cwd: &root })
            .unwrap()
    }
}

/// The verdict on a line that ctx is to run.
fn judged(rules: &PermissionRules, line: &str) -> &'static str {
    let argv: Vec<OsString> = ["bash", "-c", line].map(OsString::from).to_vec();
    match rules.check_command(&argv) {
        Ok(()) => "run",
        Err(error) if error.to_string().contains(" is denied by ") => "denied",
        Err(error) if error.to_string().contains(" is to be asked for, by ") => "asked",
        Err(error) if error.to_string().contains(" is refused because of ") => "unclear",
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn nothing_slips_past() {
    let project = Project::new();
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/shell/bypass.tsv");
    let mut seen = 0;
    let mut holes = Vec::new();
    let text = std::fs::read_to_string(table).unwrap();
    let mut before = (String::new(), project.rules(""));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (command, rules) = line.split_once('\t').unwrap();
        let command = unescaped(command);
        if before.0 != *rules {
            before = ((*rules).to_owned(), project.rules(rules));
        }
        if judged(&before.1, &command) == "run" {
            holes.push(format!("{command:?} with {rules}"));
        }
        seen += 1;
    }
    assert!(holes.is_empty(), "{} of {seen}\n{}", holes.len(), holes.join("\n"));
    assert!(seen >= 400, "{seen}");
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
        ("npm test", "allow Bash(npm test)", "run"),
        ("rm x", "allow Bash(rm *)", "run"),
        ("$x y", "allow Bash(rm *)", "run"),
        ("FOO=1 npm test", "deny Bash(npm test)", "denied"),
        ("npm test && npm run build 2>&1 | tail -5", "deny Bash(rm *)", "run"),
        ("cd sub && CI=1 timeout 60 npm test | grep -v rm", "deny Bash(rm *)", "run"),
        ("cargo test rm -- --nocapture", "deny Bash(rm *)", "run"),
        ("git commit -m 'a && b; rm -rf x'", "deny Bash(rm *)", "run"),
        ("git add -A && git commit -m x && git push", "deny Bash(rm *)", "run"),
        ("echo rm -rf x", "deny Bash(rm *)", "run"),
        ("grep rm x", "deny Bash(rm *)", "run"),
        ("for f in *.rs; do wc -l \"$f\"; done", "deny Bash(rm *)", "run"),
        ("if make; then echo ok; fi > log.txt", "deny Bash(rm *)", "run"),
        ("x=$(git rev-parse HEAD); echo \"$x\"", "deny Bash(rm *)", "run"),
        ("sed -n '/rm /p' f | awk '{print $1}'", "deny Bash(rm *)", "run"),
        ("find . -name '*.rs' | xargs grep -n x", "deny Bash(rm *)", "run"),
        ("python3 -c 'print(1)'", "deny Bash(rm *)", "run"),
        ("cat > notes.txt <<'EOF'\nrm x\nEOF", "deny Bash(rm *)", "run"),
        ("rmdir x", "deny Bash(rm *)", "run"),
        ("rmdir x", "deny Bash(rm*)", "denied"),
        ("cargo build", "deny Bash", "denied"),
        ("cargo build", "ask Bash; allow Bash(cargo *)", "asked"),
        ("git push", "ask Bash(git push *); deny Bash(git *)", "denied"),
        ("git push", "ask Bash(git push *)", "asked"),
        ("git $verb", "ask Bash(git push *)", "unclear"),
        ("$tool x", "deny Bash(rm *)", "unclear"),
        ("make > log; ./run.sh", "deny Bash(rm *)", "unclear"),
        ("git st", "deny Bash(rm *)", "unclear"),
        ("python3 -c 'import os; os.system(\"rm x\")'", "deny Bash(rm *)", "unclear"),
        ("echo 'unclosed", "deny Bash(rm *)", "unclear"),
        ("echo 'unclosed", "deny Read(.env)", "run"),
        ("$tool x", "deny Read(.env)", "run"),
        ("grep .env README", "deny Read(.env)", "run"),
        ("cat README", "deny Read(.env)", "run"),
        ("cat src/.env", "deny Read(.env)", "denied"),
        ("cat .env", "deny Read(./.env)", "denied"),
        ("head -3 .e*", "deny Read(./.env)", "denied"),
        ("head -3 link-*", "deny Read(./.env)", "denied"),
        ("wc -l *", "deny Read(./.env)", "denied"),
        ("wc -l s*", "deny Read(./.env)", "run"),
        ("cat \"$f\"", "deny Read(./.env)", "unclear"),
        ("cat {a,b}.txt", "deny Read(./.env)", "run"),
        ("echo \"$f\"", "deny Read(./.env)", "run"),
        ("python3 -c 'print(open(\".env\").read())'", "deny Read(./.env)", "unclear"),
        ("some-viewer .env", "deny Read(./.env)", "unclear"),
        ("npm test -- src", "deny Read(./secrets/**)", "run"),
        ("env -S'rm\\_x'", "deny Bash(rm *)", "denied"),
        ("cat .env", "ask Read(./.env)", "asked"),
        ("cat .env > /dev/null", "deny Edit(.env)", "run"),
        ("", "deny Bash(rm *)", "run"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .map(|(command, rules, wanted)| (command, rules, wanted, judged(&project.rules(rules), command)))
        .filter(|(.., wanted, found)| *wanted != found)
        .map(|(command, rules, wanted, found)| format!("{command} with {rules}: {found}, not {wanted}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_person_is_only_kept_from_what_is_denied() {
    let project = Project::new();
    let rules = project.rules("deny Bash(rm *); ask Bash(git push *); ask Read(.env)").with_person_at_keyboard(true);
    for (line, wanted) in [("rm x", "denied"), ("git push", "run"), ("$x y", "run"), ("cat .env", "run")] {
        assert_eq!(judged(&rules, line), wanted, "{line}");
    }
}

#[test]
fn no_depth_and_no_length_gets_past() {
    let project = Project::new();
    let rules = project.rules("deny Bash(rm *)");
    let deep = (0..9).fold("rm x".to_owned(), |inner, _| format!("bash -c {}", quoted(&inner)));
    for command in [
        format!("{} rm x", "sudo ".repeat(500)),
        format!("{} rm x", "parallel ".repeat(500)),
        format!("{} rm x", "env -S ".repeat(500)),
        format!("{}rm x{}", "$(".repeat(39), ")".repeat(39)),
        format!("{}rm x", "ls; ".repeat(5_000)),
        deep,
    ] {
        assert_ne!(judged(&rules, &command), "run", "{:.60}", command);
    }
    assert_eq!(judged(&rules, &format!("{}rm x", "ls; ".repeat(5_000))), "denied");
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[test]
fn addresses() {
    let project = Project::new();
    let rules = project.rules("deny WebFetch(domain:evil.com); ask WebFetch(domain:docs.rs)");
    for url in ["https://www.evil.com/x", "https://docs.rs@evil.com/", "nonsense", "https://docs.rs/x"] {
        assert!(rules.check_url(url).is_err(), "{url}");
    }
    assert!(rules.check_url("https://example.org").is_ok());
    assert!(rules.with_person_at_keyboard(true).check_url("https://docs.rs/x").is_ok());
}

#[test]
fn a_command_by_its_words() {
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
        assert!(error.to_string().contains("is denied by "), "{error}");
    }
    for argv in [&["git", "push"][..], &["sh", "-c", "$x y"], &["sh", "-c", "echo '"], &["some-wrapper", "rm", "x"]] {
        let error = check(argv).expect_err(&argv.join(" "));
        assert!(
            matches!(error, crate::PermissionError::ToBeAsked { .. } | crate::PermissionError::Unclear { .. }),
            "{error}"
        );
    }
    for argv in [&["echo", "rm", "x"][..], &["cat", "a"], &["npm", "run", "build"], &["./gradlew", "test"]] {
        assert!(check(argv).is_ok(), "{argv:?} {:?}", check(argv));
    }
}

#[test]
fn a_rule_that_is_no_list_is_told_and_holds() {
    let project = Project::new();
    let root = project.home.join("shop");
    let places = SettingsPlaces { home: Some(&project.home), user: None, project: &root, cwd: &root };
    for (settings, problem, holds) in [
        (r#"{"permissions":{"deny":"Bash(rm *)"}}"#, true, true),
        (r#"{"permissions":{"deny":[1,"Bash(rm *)"]}}"#, true, true),
        (r#"{"permissions":{"deny":{"a":"Bash(rm *)"}}}"#, true, false),
        (r#"{"permissions":"Bash(rm *)"}"#, true, false),
        (r#"{"permissions":{"deny":null,"ask":["Bash(rm *)"]}}"#, false, true),
        (r#"{"permissions":{"allow":"Bash(rm *)"}}"#, true, false),
        (r#"{"permissions":null}"#, false, false),
    ] {
        std::fs::write(root.join(".claude/settings.json"), settings).unwrap();
        let (rules, found) = PermissionRules::read_valid_rules(&places);
        assert_eq!((found.is_some(), judged(&rules, "rm x") != "run"), (problem, holds), "{settings} {found:?}");
    }
}
