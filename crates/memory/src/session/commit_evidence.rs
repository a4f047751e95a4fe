//! Commits in commands and their outputs: their messages, hashes and branches, and those that a log or a push names.

use super::evidence::CommandLineFacts;
use super::undone::is_commit_hash;
use ctx_shell::is_word_in_list;
use ctx_shell::lines::ProgramStep;

/// Commits of a log that are kept.
const LOGGED: usize = 6;

/// A commit that a command made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitMadeByCommand {
    pub subject: String,
    /// What its message says below the subject, where the command line has the message.
    pub body: String,
    /// The short hash, where the output shows it.
    pub hash: Option<String>,
    pub branch: Option<String>,
    pub is_pushed: bool,
}

impl CommitMadeByCommand {
    /// In one line.
    pub fn describe_commit(&self) -> String {
        match &self.hash {
            Some(hash) => format!("{hash} {}", self.subject),
            None => self.subject.clone(),
        }
    }
}

/// The commits that a line makes, by its messages; the output adds hash, branch and the subjects of editors.
pub fn find_commits(line: &CommandLineFacts, output: &str) -> Vec<CommitMadeByCommand> {
    let asked: Vec<CommitMadeByCommand> = line
        .git
        .iter()
        .filter(|(step, verb)| verb == "commit" && !step.words.iter().any(|word| word == "--dry-run"))
        .map(|(step, _)| {
            let message = commit_message(step).unwrap_or_default();
            let (subject, body) = message.split_once('\n').unwrap_or((&message, ""));
            CommitMadeByCommand {
                subject: subject.to_owned(),
                body: without_trailers(body),
                ..CommitMadeByCommand::default()
            }
        })
        .collect();
    if asked.is_empty() && !line.has_git_verb("revert cherry-pick") && !line.continues("rebase merge") {
        return asked;
    }
    let mut shown: Vec<CommitMadeByCommand> = output.lines().filter_map(parse_commit_line).collect();
    for commit in &mut shown {
        let same = asked.iter().find(|asked| asked.subject == commit.subject);
        commit.body = same.map(|asked| asked.body.clone()).unwrap_or_default();
    }
    match shown.is_empty() {
        true => name_silent_commits(line, asked, output),
        false => shown,
    }
}

/// Commits that printed nothing, by the log that the same line shows after them: the newest one is on top. Without a log,
/// those whose messages the line holds.
fn name_silent_commits(
    line: &CommandLineFacts,
    mut asked: Vec<CommitMadeByCommand>,
    output: &str,
) -> Vec<CommitMadeByCommand> {
    let is_silent =
        line.has_git_verb("log") && !output.contains("nothing to commit") && !output.contains("no changes added");
    let logged = output.lines().filter(|_| is_silent).filter_map(parse_log_line);
    for (commit, (hash, subject)) in asked.iter_mut().rev().zip(logged) {
        if commit.subject.is_empty() || commit.subject == subject {
            (commit.subject, commit.hash) = (subject.to_owned(), Some(hash.to_owned()));
        }
    }
    asked.retain(|commit| !commit.subject.is_empty());
    asked
}

/// The newest commits that a log of the branch shows, one a line.
pub fn find_logged_commits(line: &CommandLineFacts, output: &str) -> Vec<String> {
    let is_of_branch = |(step, verb): &(ProgramStep, String)| {
        let mut words = step.words.iter().skip_while(|word| *word != "log").skip(1);
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let names_head =
            |word: &str| word == "HEAD" || word.ends_with("..HEAD") || word.ends_with("..") || is_number(word);
        let narrows =
            |word: &str| is_word_in_list("--all -G --grep -- --author --reverse", word) || word.starts_with("-S");
        verb == "log" && words.all(|word| !narrows(word) && (word.starts_with('-') || names_head(word)))
    };
    // What was merged before belongs to others.
    let is_merged = |subject: &str| subject.starts_with("Merge ") || subject.contains("(#");
    let commits = output.lines().filter_map(parse_log_line).take_while(|(_, subject)| !is_merged(subject));
    let commits = commits.map(|(hash, subject)| format!("{hash} {subject}"));
    if line.git.iter().any(is_of_branch) { commits.take(LOGGED).collect() } else { Vec::new() }
}

/// `1a2b3c4 subject`, as `git log --oneline` prints it.
fn parse_log_line(line: &str) -> Option<(&str, &str)> {
    let (hash, rest) = line.trim().split_once(' ')?;
    let subject = rest.strip_prefix('(').and_then(|names| names.split_once(") ")).map_or(rest, |(_, subject)| subject);
    is_commit_hash(hash).then_some((hash, subject))
}

/// `[main 1a2b3c4] subject`, `[main (root-commit) 1a2b3c4] subject`.
fn parse_commit_line(line: &str) -> Option<CommitMadeByCommand> {
    let (inside, subject) = line.trim().strip_prefix('[')?.split_once("] ")?;
    let (branch, hash) = inside.rsplit_once(' ')?;
    let branch = branch.trim_end_matches(" (root-commit)").trim();
    is_commit_hash(hash).then(|| CommitMadeByCommand {
        subject: subject.trim().to_owned(),
        hash: Some(hash.to_owned()),
        branch: (!branch.contains(' ')).then(|| branch.to_owned()),
        ..CommitMadeByCommand::default()
    })
}

/// The message that a commit gets on its command line, also through a here-document.
fn commit_message(step: &ProgramStep) -> Option<String> {
    let at = step.words.iter().position(|word| {
        word == "-m" || word == "--message" || (word.starts_with('-') && !word.starts_with("--") && word.ends_with('m'))
    });
    let inline = step.words.iter().find_map(|word| word.strip_prefix("--message="));
    let text = match (at, inline) {
        (Some(at), _) => step.words.get(at + 1)?.as_str(),
        (None, Some(text)) => text,
        (None, None) => return heredoc_text(&step.text),
    };
    // Each further message is a paragraph of its own.
    let further = step.words.windows(2).skip(at.map_or(0, |at| at + 1)).filter(|pair| pair[0] == "-m");
    let further: String = further.map(|pair| format!("\n\n{}", pair[1])).collect();
    let whole = heredoc_text(text).unwrap_or_else(|| text.trim().to_owned()) + &further;
    (!whole.trim().is_empty()).then_some(whole)
}

/// What stands in a here-document, from its first line with words on.
fn heredoc_text(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<<")?;
    let (head, rest) = rest.split_once('\n')?;
    let end = head.trim_start_matches('-').trim().split(' ').next().unwrap_or_default().trim_matches(['"', '\'', '\\']);
    let lines: Vec<&str> = rest.lines().map(str::trim).take_while(|line| *line != end).collect();
    let found = lines.join("\n").trim().to_owned();
    (!found.is_empty()).then_some(found)
}

/// The text of a commit without what programs add below it.
fn without_trailers(body: &str) -> String {
    let is_trailer = |line: &str| {
        let key = line.split_once(": ").map(|(key, _)| key);
        key.is_some_and(|key| key.contains('-') && !key.contains(' ')) || line.starts_with("🤖")
    };
    body.lines().filter(|line| !is_trailer(line)).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(command: &str) -> CommandLineFacts {
        CommandLineFacts::parse_line(command)
    }

    #[test]
    fn a_silent_commit_with_its_message_from_a_here_document_is_found() {
        let line = CommandLineFacts::parse_line(
            "cd /p && git add a.rs && git commit -q -F - <<'EOF'\nfix(sidecar): bound retention\n\nIt was never cleared.\nEOF\ngit log --oneline -2",
        );
        let found = find_commits(&line, "726c918 fix(sidecar): bound retention\n1234abc docs: older\n");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            (found[0].subject.as_str(), found[0].hash.as_deref()),
            ("fix(sidecar): bound retention", Some("726c918"))
        );
    }

    #[test]
    fn commits_by_message_and_by_output() {
        let heredoc = "git add a && git commit -m \"$(cat <<'EOF'\nShow it always\n\nBecause.\nEOF\n)\"";
        assert_eq!(find_commits(&line(heredoc), "ok")[0].subject, "Show it always");
        assert_eq!(find_commits(&line("rtk git commit -m 'one; two'"), "ok ✓")[0].subject, "one; two");
        let shown =
            find_commits(&line("git commit -am wip && git log -1"), "[fix/x 7b23722c] fix(x): y\n 2 files changed");
        assert_eq!(
            (shown.len(), shown[0].describe_commit(), shown[0].branch.as_deref()),
            (1, "7b23722c fix(x): y".into(), Some("fix/x"))
        );
        assert!(find_commits(&line("git log --grep 'git commit'"), "").is_empty());
    }
}
