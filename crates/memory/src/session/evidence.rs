//! Evidence in commands and their outputs: commits with their subjects, pushes, branches, uncommitted files, totals of tests.

use ctx_shell::lines::{ProgramStep, split_into_pipelines};
use ctx_shell::{attempt, is_word_in_list, programs};

/// A commit that a command made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundCommit {
    pub subject: String,
    /// The short hash, where the output shows it.
    pub hash: Option<String>,
    pub branch: Option<String>,
}

/// A command line, parsed once for everything that is asked about it.
pub struct ParsedCommandLine {
    /// The git commands, each with its verb.
    git: Vec<(ProgramStep, String)>,
    opens_pull_request: bool,
    /// It asks the host of the repository about commits, pull requests or runs of CI.
    asks_host: bool,
    /// It checks something, by its program or by its own words.
    is_check: bool,
    /// A filter shows only part of the output.
    is_filtered: bool,
}

/// Words in a command that may name a check.
const CHECKING: &[&str] = &["verify", "check", "test", "lint", "build"];

impl ParsedCommandLine {
    pub fn parse_line(command: &str) -> ParsedCommandLine {
        let pipelines = split_into_pipelines(command);
        let (checks, looks) = attempt::runs_check_and_only_looks(&pipelines);
        let is_check = checks || (!looks && CHECKING.iter().any(|word| command.contains(word)));
        let is_filtered = is_check && attempt::is_output_filtered(&pipelines);
        let has = |step: &ProgramStep, word: &str| step.words.iter().any(|other| other == word);
        let opens = |step: &ProgramStep| step.words[0] == "gh" && has(step, "pr") && has(step, "create");
        let opens_pull_request = pipelines.iter().flatten().any(opens);
        let asks = |step: &ProgramStep| {
            is_word_in_list("gh glab", &step.words[0]) && ["pr", "run", "mr", "ci"].iter().any(|it| has(step, it))
        };
        let asks_host = pipelines.iter().flatten().any(asks);
        let firsts = pipelines.into_iter().filter_map(|pipeline| pipeline.into_iter().next());
        ParsedCommandLine {
            git: firsts.filter_map(parse_git_step).collect(),
            opens_pull_request,
            asks_host,
            is_check,
            is_filtered,
        }
    }

    fn has_git_verb(&self, verbs: &str) -> bool {
        self.git.iter().any(|(_, verb)| is_word_in_list(verbs, verb))
    }

    /// The output shows what was committed or sent.
    pub fn shows_commit_or_push(&self) -> bool {
        self.opens_pull_request || self.asks_host || self.has_git_verb("commit push revert cherry-pick")
    }

    /// It leaves another branch checked out.
    fn switches_branch(&self) -> bool {
        self.has_git_verb("checkout switch")
    }

    /// The output shows the branch or the changed files.
    pub fn shows_git_state(&self) -> bool {
        self.has_git_verb("status branch checkout switch log")
    }

    /// The output of a check that is not filtered ends with its totals.
    pub fn shows_check_totals(&self) -> bool {
        self.is_check && !self.is_filtered
    }
}

fn parse_git_step(mut step: ProgramStep) -> Option<(ProgramStep, String)> {
    // Some wrap every command in a tool of their own: `rtk git status`.
    if step.words.len() > 2 && step.words[0] != "git" && step.words[1] == "git" {
        step.words.remove(0);
    }
    (step.words[0] == "git").then(|| {
        let verb = programs::find_verb(&step.words).to_owned();
        (step, verb)
    })
}

/// The commits that a line makes, by its messages; the output adds hash, branch and the subjects of editors.
pub fn find_commits(line: &ParsedCommandLine, output: &str) -> Vec<FoundCommit> {
    let asked: Vec<FoundCommit> = line
        .git
        .iter()
        .filter(|(step, verb)| verb == "commit" && !step.words.iter().any(|word| word == "--dry-run"))
        .map(|(step, _)| FoundCommit { subject: commit_message(step).unwrap_or_default(), ..FoundCommit::default() })
        .collect();
    if asked.is_empty() && !line.has_git_verb("revert cherry-pick") {
        return asked;
    }
    let shown: Vec<FoundCommit> = output.lines().filter_map(parse_commit_line).collect();
    match shown.is_empty() {
        true => asked.into_iter().filter(|commit| !commit.subject.is_empty()).collect(),
        false => shown,
    }
}

/// `[main 1a2b3c4] subject`, `[main (root-commit) 1a2b3c4] subject`.
fn parse_commit_line(line: &str) -> Option<FoundCommit> {
    let (inside, subject) = line.trim().strip_prefix('[')?.split_once("] ")?;
    let (branch, hash) = inside.rsplit_once(' ')?;
    let branch = branch.trim_end_matches(" (root-commit)").trim();
    let is_hash = (7..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| FoundCommit {
        subject: subject.trim().to_owned(),
        hash: Some(hash.to_owned()),
        branch: (!branch.contains(' ')).then(|| branch.to_owned()),
    })
}

/// The first line of the message that a commit gets on its command line, also through a here-document.
fn commit_message(step: &ProgramStep) -> Option<String> {
    let at = step.words.iter().position(|word| {
        word == "-m" || word == "--message" || (word.starts_with('-') && !word.starts_with("--") && word.ends_with('m'))
    });
    let inline = step.words.iter().find_map(|word| word.strip_prefix("--message="));
    let text = match (at, inline) {
        (Some(at), _) => step.words.get(at + 1)?.as_str(),
        (None, Some(text)) => text,
        (None, None) => return first_heredoc_line(&step.text),
    };
    first_heredoc_line(text).or_else(|| text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned))
}

/// The first line of a here-document.
fn first_heredoc_line(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<<")?;
    rest.lines().skip(1).map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// A line that sends commits away.
pub fn is_push_command(line: &ParsedCommandLine) -> bool {
    line.git.iter().any(|(step, verb)| verb == "push" && !step.words.iter().any(|word| word == "--dry-run"))
}

/// The output of a push says that something went, or that all was there.
pub fn output_confirms_push(output: &str) -> bool {
    !["rejected", "denied", "fatal:", "error:", "Permission"].iter().any(|sign| output.contains(sign))
}

/// The hash before this subject in a log of one line a commit.
pub fn find_hash_in_log(line: &ParsedCommandLine, output: &str, subject: &str) -> Option<String> {
    if !line.has_git_verb("log") || subject.len() < 8 {
        return None;
    }
    output.lines().find_map(|line| {
        let (hash, rest) = line.trim().split_once(' ')?;
        let is_hash = (7..=40).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let shown = rest.trim_end_matches(['.', '…']);
        (is_hash && shown.len() >= 8 && subject.starts_with(shown)).then(|| hash.to_owned())
    })
}

/// The branches that a line moves, each to the commits of another one: `git branch -f main trial`.
pub fn find_moved_branches(line: &ParsedCommandLine) -> Vec<(&str, &str)> {
    let moves = line.git.iter().filter(|(_, verb)| verb == "branch").filter_map(|(step, _)| {
        let at = step.words.iter().position(|word| is_word_in_list("-f --force", word))?;
        Some((step.words.get(at + 1)?.as_str(), step.words.get(at + 2)?.as_str()))
    });
    moves.collect()
}

/// The branches that an output says were deleted.
pub fn find_deleted_branches(output: &str) -> impl Iterator<Item = &str> {
    output.lines().filter_map(|line| line.trim().strip_prefix("Deleted branch ")?.split(' ').next())
}

/// The output proves that a commit is on the remote: its host names the commit, or git sees no difference to it.
pub fn proves_push(line: &ParsedCommandLine, output: &str, commit: &FoundCommit) -> bool {
    let named = commit.hash.as_deref().is_some_and(|hash| output.contains(&hash[..hash.len().min(7)]))
        || (commit.subject.len() > 12 && output.contains(commit.subject.as_str()));
    let is_log = |step: &ProgramStep| step.words.iter().any(|word| word.starts_with("origin/") && !word.contains(".."));
    let shows_remote = line.git.iter().any(|(step, verb)| verb == "log" && is_log(step));
    ((line.asks_host || shows_remote) && named)
        || (line.has_git_verb("status") && output.contains("Your branch is up to date with 'origin/"))
}

/// The branch that a line leaves checked out, by its words or its output.
pub fn find_checked_out_branch(line: &ParsedCommandLine, output: &str) -> Option<String> {
    // Tests make branches of their own: only a line that moves to one tells.
    let quoted = output.lines().rev().filter(|_| line.switches_branch()).find_map(|line| {
        let line = line.trim();
        let rest = line.strip_prefix("Switched to a new branch ").or_else(|| line.strip_prefix("Switched to branch "));
        rest.map(|name| name.trim_matches(['\'', '"']).to_owned())
    });
    if quoted.is_some() {
        return quoted;
    }
    for (step, verb) in line.git.iter().rev() {
        match verb.as_str() {
            "checkout" | "switch" => {
                let at = step.words.iter().position(|word| is_word_in_list("-b -B -c -C --create", word));
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
pub fn find_uncommitted_files(line: &ParsedCommandLine, output: &str) -> Option<Vec<String>> {
    let (_, verb) = line.git.last()?;
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

/// How far a branch is ahead of its remote, by a status: `ahead of 'origin/main' by 3 commits`; empty where it is not.
pub fn find_commits_ahead(line: &ParsedCommandLine, output: &str) -> Option<String> {
    if !line.has_git_verb("status checkout switch") {
        return None;
    }
    // The counts stand in the next line.
    if let Some((remote, counts)) =
        output.split_once("Your branch and ").and_then(|(_, rest)| rest.split_once(" have diverged"))
    {
        let counts = counts.split_once("different").map_or("", |(counts, _)| counts);
        let mut counts = counts.split(|c: char| !c.is_ascii_digit()).filter(|count| !count.is_empty());
        let (ahead, behind) = (counts.next()?, counts.next()?);
        return Some(format!("{remote} by {ahead} commits, and behind it by {behind}"));
    }
    if !line.has_git_verb("status") {
        return None;
    }
    let told = output.lines().find_map(|line| line.trim().strip_prefix("Your branch is "));
    let short = || {
        let head = output.lines().map(str::trim).find(|line| line.starts_with("## ") || line.starts_with("📌 "))?;
        Some(head.split_once("[ahead ").map_or("", |(_, count)| count.split([']', ',']).next().unwrap_or_default()))
    };
    match (told, short()) {
        (Some(told), _) => Some(told.strip_prefix("ahead of ").unwrap_or_default().trim_end_matches('.').to_owned()),
        (None, Some("")) => Some(String::new()),
        (None, Some(count)) => Some(format!("its remote by {count} commits")),
        (None, None) => None,
    }
}

/// Pull requests whose addresses an output shows after `gh pr create`.
pub fn find_pull_requests(line: &ParsedCommandLine, output: &str) -> Vec<String> {
    if !line.opens_pull_request {
        return Vec::new();
    }
    let words = output.split_whitespace().filter(|word| word.starts_with("https://") && word.contains("/pull/"));
    words.map(|word| word.trim_end_matches(['.', ',', ')']).to_owned()).collect()
}

/// Totals that count failures.
pub fn totals_count_failures(totals: &str) -> bool {
    let words: Vec<&str> = totals.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_failure = |word: &str| matches!(word, "failed" | "fail" | "failing" | "failures" | "errors" | "error");
    words.windows(2).any(|pair| pair[0].parse::<u64>().is_ok_and(|count| count > 0) && is_failure(pair[1]))
}

/// Lines at the end of a check's output that sum it up: `99 pass`, `Tests: 1 failed, 9 passed`, `✖ 5 problems`.
pub fn find_check_totals(line: &ParsedCommandLine, output: &str) -> Option<String> {
    // What a filter shows is not a total.
    if !line.shows_check_totals() {
        return None;
    }
    let mut found: Vec<&str> = Vec::new();
    for line in output.lines().rev().take(60) {
        // What was overwritten on the screen is not what it says.
        let line = line.trim_end().rsplit('\r').next().unwrap_or(line).trim();
        if line.len() < 200 && is_totals_line(line) {
            found.push(line);
            if found.len() == 3 {
                break;
            }
        }
    }
    found.reverse();
    (!found.is_empty()).then(|| found.join(", "))
}

fn is_totals_line(line: &str) -> bool {
    const NOUNS: &[&str] = &[
        "pass", "passed", "passing", "fail", "failed", "failing", "failures", "errors", "error", "problems", "problem",
        "issues", "skipped", "examples", "specs",
    ];
    // `00:06 +17: All tests passed!` begins with a time, other such lines with a place.
    let is_verdict = line.contains("ll tests passed") || line.contains("ome tests failed");
    let is_placed =
        line.starts_with(|c: char| c.is_ascii_digit()) && line.split(' ').next().is_some_and(|word| word.contains(':'));
    if is_placed && !is_verdict {
        return false;
    }
    if is_verdict
        || line.contains("erification passed")
        || line.contains("erification failed")
        || line.starts_with("ok  \t")
        || line.starts_with("FAIL\t")
        || line.contains("Build complete!")
    {
        return true;
    }
    // A line about one place is not a total.
    if has_source_position(line) {
        return false;
    }
    let marks = |word: &str| -> String { word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned() };
    let words: Vec<String> = line.split_whitespace().map(marks).filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let counted = words.windows(2).any(|pair| {
        pair[0].bytes().all(|byte| byte.is_ascii_digit()) && NOUNS.contains(&pair[1].to_lowercase().as_str())
    });
    let ran =
        words.first().is_some_and(|first| *first == "Ran") && words.get(2).is_some_and(|word| word.starts_with("test"));
    // A line of a report about one place is not a total.
    (counted || ran)
        && !line.contains("): ")
        && !line.contains(": error")
        && !line.contains("://")
        && !line.contains(".rs:")
        && !line.contains(".ts:")
        && !line.contains(".py:")
}

/// `file.rs:12:5`, `[pid:0409/09:ERROR:net.cc:807]`: a number between colons.
fn has_source_position(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    line.split_whitespace().any(|word| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() > 2
            && parts[0].contains(['.', '/', '['])
            && parts[1..].iter().any(|part| is_number(part.trim_end_matches(']')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(command: &str) -> ParsedCommandLine {
        ParsedCommandLine::parse_line(command)
    }

    #[test]
    fn commits_by_message_and_by_output() {
        let heredoc = "git add a && git commit -m \"$(cat <<'EOF'\nShow it always\n\nBecause.\nEOF\n)\"";
        assert_eq!(find_commits(&line(heredoc), "ok")[0].subject, "Show it always");
        assert_eq!(find_commits(&line("rtk git commit -m 'one; two'"), "ok ✓")[0].subject, "one; two");
        let shown =
            find_commits(&line("git commit -am wip && git log -1"), "[fix/x 7b23722c] fix(x): y\n 2 files changed");
        let expected =
            FoundCommit { subject: "fix(x): y".into(), hash: Some("7b23722c".into()), branch: Some("fix/x".into()) };
        assert_eq!(shown, [expected]);
        assert!(find_commits(&line("git log --grep 'git commit'"), "").is_empty());
        let log = "345c4c3 Add the impact of a reme...\n07f0b16 Add logos";
        let hash = |subject: &str| find_hash_in_log(&line("rtk git log --oneline -3"), log, subject);
        assert_eq!(hash("Add the impact of a remediation").as_deref(), Some("345c4c3"));
        assert_eq!(hash("Remove the impact"), None);
    }

    #[test]
    fn states_of_the_repository() {
        assert_eq!(find_checked_out_branch(&line("git checkout -b feat/a main"), "ok").as_deref(), Some("feat/a"));
        assert_eq!(
            find_checked_out_branch(&line("git status -sb"), "## main...origin/main\n M a.rs").as_deref(),
            Some("main")
        );
        assert_eq!(find_checked_out_branch(&line("git checkout ."), ""), None);
        let made_by_a_test = "Switched to a new branch 'tmp/checkpoints'\n52 passing";
        assert_eq!(find_checked_out_branch(&line("npm test"), made_by_a_test), None);
        let short = find_uncommitted_files(&line("git status --short"), " M src/a.rs\n?? b.md\n").unwrap();
        assert_eq!(short, ["src/a.rs", "b.md"]);
        let long = "On branch main\nChanges not staged for commit:\n\tmodified:   a.rs\n";
        assert_eq!(find_uncommitted_files(&line("git status"), long).unwrap(), ["a.rs"]);
        assert_eq!(
            find_uncommitted_files(&line("git status"), "On branch main\nnothing to commit, working tree clean"),
            Some(vec![])
        );
        assert_eq!(find_uncommitted_files(&line("git diff"), "x"), None);
        let ahead = |output: &str| find_commits_ahead(&line("git status"), output);
        let told = "On branch main\nYour branch is ahead of 'origin/main' by 31 commits.";
        assert_eq!(ahead(told).as_deref(), Some("'origin/main' by 31 commits"));
        assert_eq!(ahead("📌 main...origin/main [ahead 2]").as_deref(), Some("its remote by 2 commits"));
        assert_eq!(ahead("Your branch is up to date with 'origin/main'.").as_deref(), Some(""));
        assert!(
            is_push_command(&line("cd x && git push -u origin y"))
                && !is_push_command(&line("git pull"))
                && !output_confirms_push("! [rejected]")
        );
        let commit = FoundCommit { subject: "fix the login form".into(), hash: Some("1a2b3c4d5".into()), branch: None };
        assert!(proves_push(&line("gh run list --branch x"), "completed success 1a2b3c4 CI", &commit));
        assert!(!proves_push(&line("gh run list"), "completed success 9f8e7d6 CI", &commit));
        assert!(!proves_push(&line("git log -1"), "1a2b3c4d5 fix the login form", &commit));
        let url = "https://github.com/a/b/pull/7";
        assert_eq!(find_pull_requests(&line("gh pr create --fill"), &format!("Creating\n{url}\n")), [url]);
    }

    #[test]
    fn totals_of_checks() {
        let bun = " 99 pass\n 0 fail\n 212 expect() calls\nRan 99 tests across 3 files. [17.00ms]";
        assert_eq!(
            find_check_totals(&line("bun test 2>&1"), bun).as_deref(),
            Some("99 pass, 0 fail, Ran 99 tests across 3 files. [17.00ms]")
        );
        assert_eq!(
            find_check_totals(&line("pytest -q"), "...\n51 passed in 0.58s\n").as_deref(),
            Some("51 passed in 0.58s")
        );
        assert_eq!(
            find_check_totals(&line("npm run lint"), "x\n✖ 5 problems (5 errors, 0 warnings)").as_deref(),
            Some("✖ 5 problems (5 errors, 0 warnings)")
        );
        assert_eq!(
            find_check_totals(&line("pnpm test"), "PASS a\nAll tests passed (29)").as_deref(),
            Some("All tests passed (29)")
        );
        assert_eq!(find_check_totals(&line("ls"), "3 passed"), None);
        let noise = "50 passing (7s)\n[81987:0409/0916:ERROR:net/cert/store.cc:807] Error parsing certificate:\n\
            a.mdx:98:18 error MD026/trailing 1 error";
        assert_eq!(find_check_totals(&line("npm test"), noise).as_deref(), Some("50 passing (7s)"));
    }
}
