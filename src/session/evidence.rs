//! Evidence in commands and their outputs: commits with their subjects, pushes, branches, uncommitted files, totals of tests.

use ctx_shell::lines::{Step, pipelines};
use ctx_shell::{attempt, listed, programs};

/// A commit that a command made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    pub subject: String,
    /// The short hash, where the output shows it.
    pub hash: Option<String>,
    pub branch: Option<String>,
}

/// The git commands of a line, each with its verb.
fn git_steps(command: &str) -> Vec<(Step, String)> {
    let steps = pipelines(command).into_iter().filter_map(|pipeline| pipeline.into_iter().next());
    steps
        .filter_map(|mut step| {
            // Some wrap every command in a tool of their own: `rtk git status`.
            if step.words.len() > 2 && step.words[0] != "git" && step.words[1] == "git" {
                step.words.remove(0);
            }
            (step.words[0] == "git").then(|| {
                let verb = programs::verb(&step.words).to_owned();
                (step, verb)
            })
        })
        .collect()
}

/// The commits that a line makes, by its messages; the output adds hash, branch and the subjects of editors.
pub fn commits(command: &str, output: &str) -> Vec<Commit> {
    let asked: Vec<Commit> = git_steps(command)
        .iter()
        .filter(|(step, verb)| verb == "commit" && !step.words.iter().any(|word| word == "--dry-run"))
        .map(|(step, _)| Commit { subject: message_of(step).unwrap_or_default(), ..Commit::default() })
        .collect();
    if asked.is_empty() {
        return asked;
    }
    let shown: Vec<Commit> = output.lines().filter_map(commit_line).collect();
    match shown.is_empty() {
        true => asked.into_iter().filter(|commit| !commit.subject.is_empty()).collect(),
        false => shown,
    }
}

/// `[main 1a2b3c4] subject`, `[main (root-commit) 1a2b3c4] subject`.
fn commit_line(line: &str) -> Option<Commit> {
    let (inside, subject) = line.trim().strip_prefix('[')?.split_once("] ")?;
    let (branch, hash) = inside.rsplit_once(' ')?;
    let branch = branch.trim_end_matches(" (root-commit)").trim();
    let is_hash = (7..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| Commit {
        subject: subject.trim().to_owned(),
        hash: Some(hash.to_owned()),
        branch: (!branch.contains(' ')).then(|| branch.to_owned()),
    })
}

/// The first line of the message that a commit gets on its command line, also through a here-document.
fn message_of(step: &Step) -> Option<String> {
    let at = step.words.iter().position(|word| {
        word == "-m" || word == "--message" || (word.starts_with('-') && !word.starts_with("--") && word.ends_with('m'))
    });
    let inline = step.words.iter().find_map(|word| word.strip_prefix("--message="));
    let text = match (at, inline) {
        (Some(at), _) => step.words.get(at + 1)?.as_str(),
        (None, Some(text)) => text,
        (None, None) => return heredoc_line(&step.text),
    };
    heredoc_line(text).or_else(|| text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned))
}

/// The first line of a here-document.
fn heredoc_line(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<<")?;
    rest.lines().skip(1).map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// A line that sends commits away.
pub fn pushes(command: &str) -> bool {
    git_steps(command).iter().any(|(step, verb)| verb == "push" && !step.words.iter().any(|word| word == "--dry-run"))
}

/// The output of a push says that something went, or that all was there.
pub fn was_pushed(output: &str) -> bool {
    !["rejected", "denied", "fatal:", "error:", "Permission"].iter().any(|sign| output.contains(sign))
}

/// The branch that a line leaves checked out, by its words or its output.
pub fn branch(command: &str, output: &str) -> Option<String> {
    let quoted = output.lines().rev().find_map(|line| {
        let line = line.trim();
        let rest = line.strip_prefix("Switched to a new branch ").or_else(|| line.strip_prefix("Switched to branch "));
        rest.map(|name| name.trim_matches(['\'', '"']).to_owned())
    });
    if quoted.is_some() {
        return quoted;
    }
    for (step, verb) in git_steps(command).iter().rev() {
        match verb.as_str() {
            "checkout" | "switch" => {
                let at = step.words.iter().position(|word| listed("-b -B -c -C --create", word));
                if let Some(name) = at.and_then(|at| step.words.get(at + 1)).filter(|name| !name.starts_with('-')) {
                    return Some(name.clone());
                }
            }
            "status" => {
                let named = output.lines().find_map(|line| {
                    let line = line.trim().trim_start_matches("📌 ");
                    let name = line.strip_prefix("## ").or_else(|| line.strip_prefix("On branch "))?;
                    Some(name.split("...").next().unwrap_or(name).split(' ').next().unwrap_or(name).to_owned())
                });
                if named.is_some() {
                    return named;
                }
            }
            "branch" if step.words.iter().any(|word| word == "--show-current") => {
                let name = output.trim();
                if !name.is_empty() && !name.contains(char::is_whitespace) {
                    return Some(name.to_owned());
                }
            }
            _ => {}
        }
    }
    None
}

/// The files that a status or the names of a diff show as changed; none where the line shows no such thing.
pub fn uncommitted(command: &str, output: &str) -> Option<Vec<String>> {
    let steps = git_steps(command);
    let (_, verb) = steps.last()?;
    if verb != "status" {
        return None;
    }
    let mut files = Vec::new();
    let mut clean = false;
    for line in output.lines() {
        let bare = line.trim();
        clean |= bare.contains("nothing to commit") || bare.starts_with("## ") || bare.starts_with("On branch ");
        let long = ["modified:", "new file:", "deleted:", "renamed:"].iter().find_map(|sign| bare.strip_prefix(sign));
        if let Some(path) = long {
            files.push(path.trim().to_owned());
        } else if line.len() > 3 && line.is_char_boundary(3) {
            let (code, path) = line.split_at(3);
            let is_code =
                code.ends_with(' ') && code[..2].bytes().all(|byte| b" MADRCU?".contains(&byte)) && code.trim() != "";
            if is_code && !path.trim().is_empty() && !path.trim().contains(": ") {
                files.push(path.trim().to_owned());
            }
        }
    }
    (clean || !files.is_empty()).then_some(files)
}

/// Pull requests whose addresses an output shows after `gh pr create`.
pub fn pull_requests(command: &str, output: &str) -> Vec<String> {
    let creates = pipelines(command).iter().flatten().any(|step| {
        step.words[0] == "gh"
            && step.words.iter().any(|word| word == "pr")
            && step.words.iter().any(|word| word == "create")
    });
    if !creates {
        return Vec::new();
    }
    let words = output.split_whitespace().filter(|word| word.starts_with("https://") && word.contains("/pull/"));
    words.map(|word| word.trim_end_matches(['.', ',', ')']).to_owned()).collect()
}

/// Lines at the end of a check's output that sum it up: `99 pass`, `Tests: 1 failed, 9 passed`, `✖ 5 problems`.
pub fn totals(command: &str, output: &str) -> Option<String> {
    // What a filter shows is no total.
    if !may_check(command) || attempt::is_filtered(command) {
        return None;
    }
    let mut found: Vec<&str> = Vec::new();
    for line in output.lines().rev().take(60) {
        let line = line.trim();
        if line.len() < 200 && is_total(line) {
            found.push(line);
            if found.len() == 3 {
                break;
            }
        }
    }
    found.reverse();
    (!found.is_empty()).then(|| found.join(", "))
}

/// The line checks something, by its program or by its own words.
pub fn may_check(command: &str) -> bool {
    let words = ["verify", "check", "test", "lint", "build"];
    attempt::is_check(command) || (words.iter().any(|word| command.contains(word)) && !attempt::is_look(command))
}

fn is_total(line: &str) -> bool {
    const NOUNS: &[&str] = &[
        "pass", "passed", "passing", "fail", "failed", "failing", "failures", "errors", "error", "problems", "problem",
        "issues", "skipped", "examples", "specs",
    ];
    if line.starts_with(|c: char| c.is_ascii_digit()) && line.split(' ').next().is_some_and(|place| place.contains(':'))
    {
        return false;
    }
    if line.contains("erification passed")
        || line.contains("erification failed")
        || line.starts_with("ok  \t")
        || line.starts_with("FAIL\t")
        || line.contains("Build complete!")
    {
        return true;
    }
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let counted = words.windows(2).any(|pair| {
        pair[0].bytes().all(|byte| byte.is_ascii_digit()) && NOUNS.contains(&pair[1].to_lowercase().as_str())
    });
    let ran =
        words.first().is_some_and(|first| *first == "Ran") && words.get(2).is_some_and(|word| word.starts_with("test"));
    // A line of a report about one place is no total.
    (counted || ran)
        && !line.contains("): ")
        && !line.contains(": error")
        && !line.contains("://")
        && !line.contains(".rs:")
        && !line.contains(".ts:")
        && !line.contains(".py:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_by_message_and_by_output() {
        let heredoc = "git add a && git commit -m \"$(cat <<'EOF'\nShow it always\n\nBecause.\nEOF\n)\"";
        assert_eq!(commits(heredoc, "ok")[0].subject, "Show it always");
        assert_eq!(commits("rtk git commit -m 'one; two'", "ok ✓")[0].subject, "one; two");
        let shown = commits("git commit -am wip && git log -1", "[fix/x 7b23722c] fix(x): y\n 2 files changed");
        let expected =
            Commit { subject: "fix(x): y".into(), hash: Some("7b23722c".into()), branch: Some("fix/x".into()) };
        assert_eq!(shown, [expected]);
        assert!(commits("git log --grep 'git commit'", "").is_empty());
    }

    #[test]
    fn states_of_the_repository() {
        assert_eq!(branch("git checkout -b feat/a main", "ok").as_deref(), Some("feat/a"));
        assert_eq!(branch("git status -sb", "## main...origin/main\n M a.rs").as_deref(), Some("main"));
        assert_eq!(branch("git checkout .", ""), None);
        let short = uncommitted("git status --short", " M src/a.rs\n?? b.md\n").unwrap();
        assert_eq!(short, ["src/a.rs", "b.md"]);
        let long = "On branch main\nChanges not staged for commit:\n\tmodified:   a.rs\n";
        assert_eq!(uncommitted("git status", long).unwrap(), ["a.rs"]);
        assert_eq!(uncommitted("git status", "On branch main\nnothing to commit, working tree clean"), Some(vec![]));
        assert_eq!(uncommitted("git diff", "x"), None);
        assert!(pushes("cd x && git push -u origin y") && !pushes("git pull") && !was_pushed("! [rejected]"));
        let url = "https://github.com/a/b/pull/7";
        assert_eq!(pull_requests("gh pr create --fill", &format!("Creating\n{url}\n")), [url]);
    }

    #[test]
    fn totals_of_checks() {
        let bun = " 99 pass\n 0 fail\n 212 expect() calls\nRan 99 tests across 3 files. [17.00ms]";
        assert_eq!(
            totals("bun test 2>&1", bun).as_deref(),
            Some("99 pass, 0 fail, Ran 99 tests across 3 files. [17.00ms]")
        );
        assert_eq!(totals("pytest -q", "...\n51 passed in 0.58s\n").as_deref(), Some("51 passed in 0.58s"));
        assert_eq!(
            totals("npm run lint", "x\n✖ 5 problems (5 errors, 0 warnings)").as_deref(),
            Some("✖ 5 problems (5 errors, 0 warnings)")
        );
        assert_eq!(totals("ls", "3 passed"), None);
    }
}
