//! What a command line says about itself: what it changes, and which other ones are the same attempt.

use super::classify::{Noticed, key};
use crate::model::Category;
use crate::shell::lines::{Step, answers, is_assignment, pipelines};
use crate::shell::{listed, programs};
use crate::ui::{clip, cut_middle};

/// What a command that succeeded changed: the repository, or what is installed.
pub fn noticed(line: &str) -> Vec<Noticed> {
    const GIT: &str = "commit push merge rebase checkout switch tag reset revert cherry-pick stash pull clone init";
    let mut noticed = Vec::new();
    for step in pipelines(line).iter().filter_map(|pipeline| pipeline.first()) {
        let (program, verb) = (step.words[0].as_str(), programs::verb(&step.words));
        let looks = || step.words.iter().any(|word| word == "view" || word == "list");
        if program == "git" && listed(GIT, verb) || program == "gh" && verb == "pr" && !looks() {
            // A message that comes through a here-document is still the message.
            let text = quoted(&step.text.replace("$(cat <<'EOF'\n", "").replace("$(cat <<EOF\n", ""), 160);
            noticed.push((Category::Git, key(&text), text));
        } else if programs::installs(&step.words) {
            let text = quoted(&step.text, 120);
            noticed.push((Category::Environment, key(&text), text));
        } else if matches!(program, "source" | ".") && step.text.contains("activate") {
            noticed.push((Category::Environment, "venv".to_owned(), quoted(&step.text, 120)));
        }
    }
    noticed
}

/// What makes two commands the same attempt: without the way there, the redirections, and what only trims the output.
pub fn attempt(line: &str) -> String {
    // What is said to ctx behind a command is no part of it.
    let line = line.rfind(" # ctx:").map_or(line, |at| &line[..at]);
    let mut lines = pipelines(line);
    while lines.len() > 1 && listed("cd set export", &lines[0][0].words[0]) {
        lines.remove(0);
    }
    let mut folded = String::new();
    for (at, pipeline) in lines.iter().enumerate() {
        for (step, written) in without_trimmers(pipeline).iter().enumerate() {
            folded.push_str(if step > 0 {
                " |"
            } else if at > 0 {
                " &&"
            } else {
                ""
            });
            for word in written.text.split_whitespace().skip_while(|word| is_assignment(word)) {
                if word == "2>&1" || word.starts_with("2>/dev/null") {
                    continue;
                }
                if !folded.is_empty() {
                    folded.push(' ');
                }
                folded.push_str(word);
            }
        }
    }
    if folded.is_empty() {
        folded = line.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    folded.truncate(clip(&folded, 300).len());
    folded
}

/// A pipeline without the filters at its end that show only part of it.
fn without_trimmers(pipeline: &[Step]) -> &[Step] {
    let trims = |step: &Step| listed("tail head cat less tee", &step.words[0]);
    let end = pipeline.iter().rposition(|step| !trims(step)).map_or(1, |at| at + 1);
    &pipeline[..end]
}

/// A command as it was written, in one line of at most `most` bytes, cut in the middle.
pub fn quoted(line: &str, most: usize) -> String {
    let lines = line.lines().map(str::trim).filter(|line| !line.is_empty());
    let one: String = lines.collect::<Vec<_>>().join(" ⏎ ").chars().filter(|c| !c.is_control()).collect();
    cut_middle(&one, most).into_owned()
}

/// A part of it runs through ctx, which keeps its own record of that.
pub fn is_wrapped(line: &str) -> bool {
    let keeps =
        |step: &Step| step.words[0] == "ctx" && step.words.get(1).is_some_and(|verb| listed("run store batch", verb));
    pipelines(line).iter().flatten().any(keeps)
}

/// Exit code 1 of these means `no` or `not found`, not a failure.
pub fn is_answer(line: &str, code: Option<i32>) -> bool {
    let lines = pipelines(line);
    let Some(last) = lines.last().and_then(|pipeline| without_trimmers(pipeline).last()).filter(|_| code == Some(1))
    else {
        return false;
    };
    let git_asks = answers(&last.words, "git diff")
        && last.words.iter().any(|word| listed("--quiet --exit-code --no-index --check", word));
    git_asks || listed("grep rg egrep diff test [ [[ which cmp pgrep command", &last.words[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(noticed: &[Noticed]) -> Vec<(&'static str, &str)> {
        noticed.iter().map(|(category, _, text)| (category.name(), text.as_str())).collect()
    }

    #[test]
    fn what_commands_change() {
        assert_eq!(
            names(&noticed("cd /x && git commit -m 'one; two && three' && npm install left-pad; ls | grep git")),
            [("git", "git commit -m 'one; two && three'"), ("environment", "npm install left-pad")]
        );
        assert_eq!(names(&noticed("git -C sub push")), [("git", "git -C sub push")]);
        assert_eq!(names(&noticed("git status && git log")), []);
    }

    #[test]
    fn the_same_attempt() {
        for line in [
            "cd /shop && npm test 2>&1 | tail -50",
            "CI=1 npm  test",
            "npm test",
            "npm test | head -3 | cat",
            "npm test # ctx: why",
        ] {
            assert_eq!(attempt(line), "npm test", "{line}");
        }
        assert_ne!(attempt("npm test | grep x"), "npm test");
        assert_eq!(attempt("cd /shop && npm ci && npm test"), "npm ci && npm test");
        assert_eq!(quoted("go list -m \\\n  $(go env X) && make", 90), "go list -m \\ ⏎ $(go env X) && make");
        assert_eq!(quoted(&"x".repeat(99), 20).chars().filter(|c| *c == '…').count(), 1);
        assert!(
            is_wrapped("cd a && CI=1 ctx run -- npm test") && is_wrapped("make 2>&1 | /usr/bin/ctx store --tee | tail")
        );
        assert!(
            !is_wrapped("cargo test ctx run") && !is_wrapped("ctx get @ && npm test") && !is_wrapped("echo 'ctx run'")
        );
        assert!(is_answer("cat a | grep -n 'x|y' | head", Some(1)) && is_answer("rg -n 'a|b' README.md", Some(1)));
        assert!(is_answer("cat a | grep x", Some(1)) && !is_answer("make", Some(1)) && !is_answer("grep x a", Some(2)));
    }
}
