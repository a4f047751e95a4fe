//! `Scope`: the project is the git root, the branch the unit of work, the session the conversation.

use std::path::{Path, PathBuf};

use crate::env::Env;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The git root, or the working directory outside of a repository.
    pub project: PathBuf,
    pub branch: Option<String>,
    pub session: String,
}

/// The git root above a directory; none where it is in no repository, or not on this machine.
pub fn git_root(dir: &Path) -> Option<PathBuf> {
    dir.ancestors().find(|dir| git_dir(dir).is_some()).map(Path::to_owned)
}

impl Scope {
    pub fn from_env(env: &Env, unix_time_ms: i64) -> Scope {
        let repository = env.cwd.ancestors().find_map(|dir| git_dir(dir).map(|git| (dir.to_owned(), git)));
        let (project, branch) = match repository {
            Some((root, git)) => (root, read_git_branch(&git)),
            None => (env.cwd.clone(), None),
        };
        let session = env.session.clone().unwrap_or_else(|| {
            format!(
                "{}{}-{}",
                unnamed_session_prefix(&project),
                branch.as_deref().unwrap_or("none"),
                utc_date(unix_time_ms)
            )
        });
        Scope { project, branch, session }
    }
}

/// Whether a session has no name of its own: `shop@main-2026-11-15`.
pub fn is_unnamed_session(session: &str) -> bool {
    let day = session.rsplit('-').take(3).map(str::len);
    session.contains('@') && day.eq([2, 2, 4])
}

/// How sessions of a project begin that have no name of their own.
pub fn unnamed_session_prefix(project: &Path) -> String {
    format!("{}@", project.file_name().map_or("/".into(), |name| name.to_string_lossy()))
}

/// The repository's own directory, also through the `gitdir:` file of a worktree.
fn git_dir(dir: &Path) -> Option<PathBuf> {
    let git = dir.join(".git");
    let meta = std::fs::metadata(&git).ok()?;
    if meta.is_dir() {
        // Sandboxes leave an empty `.git` behind, and git does not take that for a repository either.
        return git.join("HEAD").symlink_metadata().is_ok().then_some(git);
    }
    let text = std::fs::read_to_string(&git).ok()?;
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(dir.join(target))
}

fn read_git_branch(git: &Path) -> Option<String> {
    let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
    let head = head.trim();
    match head.strip_prefix("ref: refs/heads/") {
        Some(branch) => Some(branch.to_owned()),
        None => head.get(..8).map(|commit| format!("detached-{commit}")),
    }
}

/// Where the repository was cloned from: `origin`, else the first remote there is.
pub fn git_remote_url(project: &Path) -> Option<String> {
    let git = git_dir(project)?;
    let common = std::fs::read_to_string(git.join("commondir")).map_or(git.clone(), |dir| git.join(dir.trim()));
    let config = std::fs::read_to_string(common.join("config")).ok()?;
    let (mut name, mut first, mut origin) = (None, None, None);
    for line in config.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            name = head.strip_prefix("remote \"").and_then(|head| head.split_once('"')).map(|(name, _)| name);
        } else if let (Some(name), Some(("url", url))) =
            (name, line.split_once('=').map(|(key, url)| (key.trim(), url)))
        {
            let url = url.trim().trim_matches('"').to_owned();
            if name == "origin" {
                origin.get_or_insert(url);
            } else {
                first.get_or_insert(url);
            }
        }
    }
    origin.or(first)
}

/// `branch fix/login at 1a2b3c4d`, from the files of the repository alone.
pub fn git_head_description(project: &Path) -> Option<String> {
    let git = git_dir(project)?;
    let branch = read_git_branch(&git)?;
    // A worktree keeps its branches in the repository it belongs to.
    let common = std::fs::read_to_string(git.join("commondir")).map_or(git.clone(), |dir| git.join(dir.trim()));
    let name = format!("refs/heads/{branch}");
    let commit = std::fs::read_to_string(common.join(&name)).ok().or_else(|| {
        let packed = std::fs::read_to_string(common.join("packed-refs")).ok()?;
        packed.lines().find_map(|line| line.strip_suffix(&name).map(str::to_owned))
    });
    Some(match commit.as_deref().and_then(|commit| commit.trim().get(..8)) {
        Some(commit) => format!("branch {branch} at {commit}"),
        None => format!("branch {branch}"),
    })
}

/// `2026-11-15`, in UTC: a session must not change with the time zone.
fn utc_date(unix_time_ms: i64) -> String {
    let stamp = jiff::Timestamp::from_millisecond(unix_time_ms).unwrap_or_default();
    stamp.to_string().get(..10).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(cwd: &Path) -> Env {
        Env {
            store_dir: None,
            config_file: None,
            home: None,
            claude_dir: None,
            cwd: cwd.to_owned(),
            session: None,
            stdin_is_terminal: false,
            stdout_is_terminal: false,
            stderr_is_terminal: false,
            colour: false,
        }
    }

    #[test]
    fn root_branch_and_day() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("shop");
        std::fs::create_dir_all(root.join("src/deep")).unwrap();
        std::fs::create_dir_all(root.join(".git")).unwrap();
        std::fs::write(root.join(".git/HEAD"), "ref: refs/heads/fix/login\n").unwrap();
        let scope = Scope::from_env(&env(&root.join("src/deep")), 1_794_700_800_000);
        assert_eq!(scope.project, root);
        assert_eq!(scope.branch.as_deref(), Some("fix/login"));
        assert_eq!(scope.session, "shop@fix/login-2026-11-15");
        assert!(
            is_unnamed_session(&scope.session)
                && !is_unnamed_session("0f9c7b1e-2026-11-15")
                && !is_unnamed_session("me@home")
        );
    }

    #[test]
    fn worktrees_and_no_repository() {
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().join("tree");
        std::fs::create_dir_all(&tree).unwrap();
        assert_eq!(Scope::from_env(&env(&tree), 0).project, tree);
        std::fs::create_dir(dir.path().join(".git")).unwrap();
        assert_eq!(Scope::from_env(&env(&tree), 0).project, tree);
        let git = dir.path().join("main/.git/worktrees/tree");
        std::fs::create_dir_all(&git).unwrap();
        std::fs::write(git.join("HEAD"), "0123456789abcdef0123456789abcdef01234567\n").unwrap();
        std::fs::write(tree.join(".git"), "gitdir: ../main/.git/worktrees/tree\n").unwrap();
        assert_eq!(Scope::from_env(&env(&tree), 0).branch.as_deref(), Some("detached-01234567"));
    }
}
