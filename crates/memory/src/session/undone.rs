//! What git commands take back or put aside: changes without a commit, and commits.

use ctx_shell::lines::ProgramStep;

/// Changes without a commit that a command takes back or puts aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoneChanges {
    Of(Vec<String>),
    All,
    Stashed,
    /// What was put aside is there again …
    Unstashed,
    /// … or gone.
    StashDropped,
}

/// `git checkout -- a.go`, `git restore .`, `git reset --hard`, `git stash`.
pub fn parse_undone_changes(words: &[String]) -> Option<UndoneChanges> {
    let (first, rest) = words.split_first()?;
    let (verb, rest) = rest.split_first().filter(|_| first == "git")?;
    let has = |word: &str| rest.iter().any(|own| own == word);
    let files = || -> Vec<String> { rest.iter().filter(|word| !word.starts_with('-')).cloned().collect() };
    match verb.as_str() {
        "checkout" if has("--") => {
            let files: Vec<String> = rest.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
            Some(if files.iter().any(|file| file == ".") { UndoneChanges::All } else { UndoneChanges::Of(files) })
        }
        "checkout" | "restore" if has(".") && !has("--staged") => Some(UndoneChanges::All),
        "restore" if !has("--staged") => Some(UndoneChanges::Of(files())),
        "reset" if has("--hard") => Some(UndoneChanges::All),
        "stash" if has("drop") || has("clear") => Some(UndoneChanges::StashDropped),
        "stash" if has("pop") || has("apply") => Some(UndoneChanges::Unstashed),
        "stash" if rest.is_empty() || has("push") || has("save") || rest[0].starts_with('-') => {
            Some(UndoneChanges::Stashed)
        }
        _ => None,
    }
}

/// Which of the commits before it a line takes back or makes anew: `git reset HEAD~2`, `git commit --amend`.
#[derive(Debug, PartialEq, Eq)]
pub enum UndoneCommits<'l> {
    Last(usize),
    /// All after this one; where it is not known, all that were not sent.
    After(&'l str),
}

pub fn find_undone_commits(git: &[(ProgramStep, String)]) -> Option<UndoneCommits<'_>> {
    git.iter().find_map(|(step, verb)| {
        let mut words = step.words.iter().map(String::as_str);
        match verb.as_str() {
            "commit" => words.any(|word| word == "--amend").then_some(UndoneCommits::Last(1)),
            "reset" => {
                let target = words.skip_while(|word| *word != "reset").skip(1).find(|word| !word.starts_with('-'))?;
                let count = target.strip_prefix("HEAD").and_then(|rest| match rest {
                    "^" | "~" => Some(1),
                    rest => rest.strip_prefix('~')?.parse().ok(),
                });
                let is_commit = is_commit_hash(target) || target.starts_with("origin/");
                count.map(UndoneCommits::Last).or(is_commit.then_some(UndoneCommits::After(target)))
            }
            _ => None,
        }
    })
}

/// Seven hexadecimal digits or more.
pub fn is_commit_hash(word: &str) -> bool {
    (7..=40).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}
