//! The names of files in what is told of a session: which are the same, which are the project's, and how many are shown shortly.

use std::collections::HashMap;

use ctx_model::StoredEvent;
use ctx_text::cut_middle;

/// Stands behind a file with changes that is not there any more.
pub(super) const DELETED: &str = " (deleted)";

/// The files that an edit names: paths may hold blanks, so those that are known come first. Of full ones, the next one begins
/// with a slash.
pub(super) fn split_edited_paths<'p>(paths: &'p str, edited: &[String]) -> Vec<&'p str> {
    if !paths.starts_with('/') {
        let (mut found, mut rest) = (Vec::new(), paths.trim());
        while !rest.is_empty() {
            let is_next =
                |path: &&String| rest.strip_prefix(&***path).is_some_and(|end| end.is_empty() || end.starts_with(' '));
            let known = edited.iter().filter(is_next).map(String::len).max();
            let (path, behind) = rest.split_at(known.or(rest.find(' ')).unwrap_or(rest.len()));
            found.push(path);
            rest = behind.trim_start();
        }
        return found;
    }
    let starts: Vec<usize> = [0].into_iter().chain(paths.match_indices(" /").map(|(at, _)| at + 1)).collect();
    let end = |nth: usize| starts.get(nth + 1).copied().unwrap_or(paths.len());
    starts.iter().enumerate().map(|(nth, from)| paths[*from..end(nth)].trim()).collect()
}

/// One path is the other, or its end: agents write paths in full and relative to where they are, and where capitals do not
/// matter, one file in two ways.
pub(super) fn is_same_file(one: &str, other: &str) -> bool {
    let one = one.trim_end_matches(DELETED);
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|before| before.is_empty() || before.ends_with(['/', '\\']))
    };
    ends(one, other) || ends(other, one) || one.to_lowercase() == other.to_lowercase()
}

pub(super) fn is_in_agent_or_temporary_folder(path: &str) -> bool {
    let path = path.replace('\\', "/");
    ["/.claude/", "/tmp/", "/Temp/", "/.codex/", "/scratchpad/", "/var/folders/"].iter().any(|part| path.contains(part))
}

/// Its name or a folder of it says that it holds tests.
pub(super) fn is_test_file(path: &str) -> bool {
    let mut parts = path.split(['/', '\\', '.', '_', '-']);
    parts.any(|part| matches!(part, "test" | "tests" | "spec" | "specs" | "__tests__" | "e2e"))
        || path.contains("Test.")
}

/// The newest files, the newest first, those of tests behind the others; a long folder that holds all of them is named once.
pub fn join_file_names(files: &[String], most: usize) -> String {
    let mut newest: Vec<&str> = files.iter().rev().map(String::as_str).collect();
    if newest.len() > most {
        newest.sort_by_key(|path| is_test_file(path));
    }
    let names = shorten_file_paths(&newest);
    let shown = &names[..names.len().min(most)];
    let more = if files.len() > most { format!(" and {} more", files.len() - most) } else { String::new() };
    let folder = |name: &String| name.rsplit_once('/').map(|(folder, _)| folder.to_owned()).unwrap_or_default();
    let mut shared = shown.first().map(folder).unwrap_or_default();
    while !shown.iter().all(|name| name.starts_with(&format!("{shared}/"))) && !shared.is_empty() {
        shared = folder(&shared);
    }
    if shown.len() < 3 || shared.len() < LONG_FOLDER {
        let short: Vec<_> = shown.iter().map(|name| cut_middle(name, LONG_NAME)).collect();
        return format!("{}{more}", short.join(", "));
    }
    let inside: Vec<&str> = shown.iter().map(|name| &name[shared.len() + 1..]).collect();
    format!("in {shared}/: {}{more}", inside.join(", "))
}

/// A longer path is cut in its middle.
pub(super) const LONG_NAME: usize = 90;

/// Bytes of a folder that is worth naming once.
pub(super) const LONG_FOLDER: usize = 12;

/// Paths as the project sees them. Where the project is not known, full ones begin with the directory that holds them all.
pub(super) fn shorten_file_paths(paths: &[&str]) -> Vec<String> {
    let full: Vec<Option<Vec<String>>> = paths.iter().map(|path| split_absolute_path(path)).collect();
    let mut shared: Option<&[String]> = None;
    for parts in full.iter().flatten() {
        let parents = &parts[..parts.len() - 1];
        let common =
            shared.map_or(parents.len(), |shared| shared.iter().zip(parents).take_while(|(a, b)| a == b).count());
        shared = Some(&parents[..common]);
    }
    let above = shared.map_or(0, |shared| shared.len().saturating_sub(1));
    let name = |(path, parts): (&&str, &Option<Vec<String>>)| match parts {
        Some(parts) => parts[above.min(parts.len().saturating_sub(2))..].join("/"),
        None => (*path).to_owned(),
    };
    paths.iter().zip(&full).map(name).collect()
}

/// The parts of a path from the root of a file system.
pub(super) fn split_absolute_path(path: &str) -> Option<Vec<String>> {
    let is_full = path.starts_with('/') || path.get(1..3).is_some_and(|root| matches!(root, ":\\" | ":/"));
    let parts = || path.split(['/', '\\']).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    is_full.then(parts).filter(|parts| !parts.is_empty())
}

/// The name of a folder, however the rest of its path is written.
pub(super) fn last_folder(path: &str) -> &str {
    let path = path.trim().trim_matches(['"', '\'']).trim_end_matches(['/', '\\']);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Events about files, newest first, each file once: a name that differs only in its capitals is the same file.
pub(super) fn merge_events_of_same_file(events: Vec<StoredEvent>) -> Vec<StoredEvent> {
    let mut merged: Vec<StoredEvent> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for event in events {
        match places.get(&event.key.to_lowercase()) {
            Some(at) => merged[*at].count += event.count,
            None => {
                places.insert(event.key.to_lowercase(), merged.len());
                merged.push(event);
            }
        }
    }
    merged
}

/// A file that a check may look at.
pub(super) fn is_checkable_file(path: &str) -> bool {
    let path = path.trim_end_matches(DELETED);
    let name = path.rsplit('/').next().unwrap_or(path);
    !name.starts_with('.') && ![".md", ".txt", ".json", ".yaml", ".yml"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_folder_is_named_once() {
        let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let long = files(&["app/test/profiles/a.rs", "app/test/profiles/x/b.rs", "app/test/profiles/c.rs"]);
        assert_eq!(join_file_names(&long, 9), "in app/test/profiles/: c.rs, x/b.rs, a.rs");
        assert_eq!(join_file_names(&files(&["src/a.rs", "src/b.rs", "c.md"]), 2), "c.md, src/b.rs and 1 more");
    }

    #[test]
    fn a_full_path_may_hold_blanks() {
        let none: &[String] = &[];
        assert_eq!(split_edited_paths("/a/My App/x.swift /b/y.swift", none), ["/a/My App/x.swift", "/b/y.swift"]);
        assert_eq!(split_edited_paths("src/a.rs src/b.rs", none), ["src/a.rs", "src/b.rs"]);
        let known = ["My App/x.swift".to_owned(), "y.swift".to_owned()];
        assert_eq!(split_edited_paths("My App/x.swift y.swift", &known), ["My App/x.swift", "y.swift"]);
    }
}
