//! The files that a rule's pattern means, and the kinds of access to a file.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    Read,
    /// Editing and writing.
    Change,
}

impl FileAccess {
    /// Tools whose rules apply to this access. A file that may not be read may not be changed: a change shows it.
    pub(super) fn tools_whose_rules_apply(self) -> &'static [&'static str] {
        match self {
            FileAccess::Read => &["Read"],
            FileAccess::Change => &["Read", "Edit", "Write", "MultiEdit"],
        }
    }
}

/// A pattern and the directory it is relative to.
#[derive(Debug)]
pub(super) struct PathMatcher {
    base: PathBuf,
    pattern: Gitignore,
}

impl PathMatcher {
    pub(super) fn new(base: PathBuf, pattern: &str) -> std::result::Result<PathMatcher, String> {
        let mut builder = GitignoreBuilder::new(&base);
        builder.add_line(None, pattern).map_err(|error| error.to_string())?;
        let pattern = builder.build().map_err(|error| error.to_string())?;
        Ok(PathMatcher { base, pattern })
    }

    pub(super) fn matches_path(&self, name: &Path) -> bool {
        name.strip_prefix(&self.base)
            .is_ok_and(|relative| self.pattern.matched_path_or_any_parents(relative, false).is_ignore())
    }
}
