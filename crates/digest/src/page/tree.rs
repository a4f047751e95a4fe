//! Paths as a tree: each folder once, its names beside it, a common ending once. Nothing is lost: a reader, or a test, gets
//! every path back.
//!
//! ```text
//! src/ . *.rs: lib main
//!  digest/ . README *.rs: body kind
//!  vendor/ … 512
//! ```
//! A dot says that the folder itself is a row; a number stands for rows that are left out.

use std::collections::BTreeMap;

use crate::Body;
use ctx_text::text::Text;

/// Fewer rows than this are read as they stand.
const FEWEST: usize = 12;
/// An ending that fewer names of a folder share is written out.
const ALIKE: usize = 3;

/// Folders whose content nobody wrote by hand: the first to be left out.
#[rustfmt::skip]
const GENERATED: &[&str] = &[
    "node_modules", "target", "dist", "build", "out", ".git", "vendor", "third_party", "__pycache__", ".venv", "venv",
    "site-packages", ".next", ".cache", "coverage", "obj", "Pods", ".gradle", ".idea", ".mypy_cache", ".pytest_cache",
];

#[derive(Default)]
struct Folder<'a> {
    folders: BTreeMap<&'a str, Folder<'a>>,
    /// Names with the lines they stand on.
    names: BTreeMap<&'a str, Vec<usize>>,
    /// The lines that name the folder itself.
    own: Vec<usize>,
    hidden: bool,
}

/// The tree of a text in which every line is a path, as far as the budget goes; none for any other text.
pub fn print(text: &Text, budget: usize) -> Option<Body> {
    if text.len() < FEWEST || text.thinned() > 0 || !text.lines().all(is_path) {
        return None;
    }
    let mut root = Folder::default();
    for (at, line) in text.lines().enumerate() {
        root.add(line, at);
    }
    // A line that stands there twice, or names a folder and a file, would come back once.
    if !root.is_plain() {
        return None;
    }
    let mut lines = root.lines();
    if size(&lines) > budget {
        let mut order = Vec::new();
        root.order(0, false, &mut Vec::new(), &mut order);
        order.sort_by_key(|(generated, depth, bytes, _)| std::cmp::Reverse((*generated, *depth, *bytes)));
        let mut left = size(&lines).saturating_sub(budget) as isize;
        for (_, _, bytes, path) in &order {
            if left <= 0 {
                break;
            }
            if let Some(folder) = root.at(path) {
                folder.hidden = true;
                left -= *bytes as isize - 8;
            }
        }
        lines = root.lines();
    }
    let mut hidden = Vec::new();
    root.hidden(&mut hidden);
    hidden.sort_unstable();
    let mut body =
        Body { whole: hidden.is_empty(), folded: true, shown: (text.len() - hidden.len()) as u64, ..Body::default() };
    lines.iter().for_each(|line| body.push(line));
    for at in hidden {
        body.leave_out(text.number(at), text.number(at));
    }
    Some(body)
}

fn size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// A line that is nothing but a path, in characters that the tree does not use itself.
fn is_path(line: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+@%=~#$()[]".contains(&byte) || byte >= 0x80;
    let path = line.strip_prefix('/').unwrap_or(line);
    !path.is_empty()
        && line.len() < 1000
        && line.bytes().all(plain)
        && !line.contains('…')
        && path.split('/').all(|part| !part.is_empty())
        && (path == "." || path.split('/').skip(1).all(|part| part != "."))
}

impl<'a> Folder<'a> {
    fn add(&mut self, path: &'a str, at: usize) {
        // The root of the disk is a folder with an empty name.
        let (folders, name) = path.rsplit_once('/').map_or(("", path), |(folders, name)| (folders, name));
        let mut folder = self;
        if path.contains('/') {
            for part in folders.split('/') {
                folder = folder.folders.entry(part).or_default();
            }
        }
        folder.names.entry(name).or_default().push(at);
    }

    /// Names that are folders as well become their own rows. False where a path stands there twice.
    fn is_plain(&mut self) -> bool {
        let folders: Vec<&str> = self.folders.keys().copied().collect();
        for name in folders {
            if let (Some(lines), Some(folder)) = (self.names.remove(name), self.folders.get_mut(name)) {
                folder.own = lines;
            }
        }
        self.own.len() < 2
            && self.names.values().all(|lines| lines.len() == 1)
            && self.folders.values_mut().all(Folder::is_plain)
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let top = self.said();
        if !top.is_empty() {
            lines.push(top.trim_start().to_owned());
        }
        for (name, folder) in &self.folders {
            folder.write(name, 0, &mut lines);
        }
        lines
    }

    fn write(&self, name: &str, depth: usize, lines: &mut Vec<String>) {
        // A folder with nothing in it but one other folder stands on its line.
        if self.own.is_empty() && self.names.is_empty() && self.folders.len() == 1 && !self.hidden {
            for (inner, folder) in &self.folders {
                folder.write(&format!("{name}/{inner}"), depth, lines);
            }
            return;
        }
        lines.push(format!("{}{name}/{}", " ".repeat(depth), self.said()));
        for (name, folder) in &self.folders {
            folder.write(name, depth + 1, lines);
        }
    }

    /// What stands beside a folder's name.
    fn said(&self) -> String {
        let mut said = String::new();
        if !self.own.is_empty() {
            said.push_str(" .");
        }
        if self.hidden {
            if !self.names.is_empty() {
                said.push_str(&format!(" … {}", self.names.len()));
            }
            return said;
        }
        let mut endings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for name in self.names.keys() {
            let (stem, ending) = name
                .rsplit_once('.')
                .filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty())
                .unwrap_or((name, ""));
            endings.entry(ending).or_default().push(stem);
        }
        let alike = |ending: &str| !ending.is_empty() && endings[ending].len() >= ALIKE;
        for name in self.names.keys() {
            let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or("", |(_, ending)| ending);
            if !alike(ending) {
                said.push(' ');
                said.push_str(name);
            }
        }
        for (ending, stems) in endings.iter().filter(|(ending, _)| alike(ending)) {
            said.push_str(&format!(" *.{ending}: {}", stems.join(" ")));
        }
        said
    }

    /// Every folder with names: generated or not, its depth, the bytes its names take, its path.
    fn order(
        &self,
        depth: usize,
        generated: bool,
        path: &mut Vec<&'a str>,
        order: &mut Vec<(bool, usize, usize, Vec<&'a str>)>,
    ) {
        if !self.names.is_empty() && depth > 0 {
            order.push((generated, depth, self.said().len(), path.clone()));
        }
        for (name, folder) in &self.folders {
            path.push(name);
            folder.order(depth + 1, generated || GENERATED.contains(name), path, order);
            path.pop();
        }
    }

    fn at(&mut self, path: &[&'a str]) -> Option<&mut Folder<'a>> {
        match path.split_first() {
            None => Some(self),
            Some((name, rest)) => self.folders.get_mut(name)?.at(rest),
        }
    }

    fn hidden(&self, lines: &mut Vec<usize>) {
        if self.hidden {
            lines.extend(self.names.values().flatten());
        }
        self.folders.values().for_each(|folder| folder.hidden(lines));
    }
}

/// The paths that a tree stands for, and how many are left out.
#[cfg(test)]
pub fn unfold(tree: &str) -> (Vec<String>, usize) {
    let (mut paths, mut hidden) = (Vec::new(), 0);
    let mut open: Vec<String> = Vec::new();
    for line in tree.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b' ').count();
        let mut words = line.trim_start().split(' ').peekable();
        let folder = match words.next_if(|word| word.ends_with('/')) {
            Some(head) => {
                open.truncate(depth);
                open.push(head.to_owned());
                open.concat()
            }
            None => String::new(),
        };
        let mut ending = String::new();
        while let Some(word) = words.next() {
            if word == "." && !folder.is_empty() {
                paths.push(folder.trim_end_matches('/').to_owned());
            } else if word == "…" {
                hidden += words.next().and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
            } else if let Some(rest) = word.strip_prefix("*.").and_then(|rest| rest.strip_suffix(':')) {
                ending = format!(".{rest}");
            } else {
                paths.push(format!("{folder}{word}{ending}"));
            }
        }
    }
    (paths, hidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str], budget: usize) -> Option<Body> {
        print(&Text::from_bytes(paths.join("\n").as_bytes()), budget)
    }

    fn sorted(mut paths: Vec<String>) -> Vec<String> {
        paths.sort();
        paths
    }

    const FOUND: &[&str] = &[
        ".",
        "./src",
        "./src/lib.rs",
        "./src/main.rs",
        "./src/a.rs",
        "./src/deep",
        "./src/deep/er",
        "./src/deep/er/x.toml",
        "./README",
        "./node_modules",
        "./node_modules/left",
        "./node_modules/left/index.js",
        "./node_modules/left/a.js",
        "./.gitignore",
        "./x.tar.gz",
        "./src/deep/er/.env",
    ];

    #[test]
    fn every_path_comes_back() {
        let body = tree(FOUND, 1 << 14).unwrap_or_default();
        let (paths, hidden) = unfold(&body.text);
        assert_eq!(sorted(paths), sorted(FOUND.iter().map(|path| (*path).to_owned()).collect()), "{}", body.text);
        assert!(hidden == 0 && body.whole && body.text.len() < FOUND.join("\n").len(), "{}", body.text);
        assert!(body.text.contains(" src/ . *.rs: a lib main\n"), "{}", body.text);
    }

    #[test]
    fn absolute_paths_and_folders_that_are_no_rows() {
        let paths: Vec<String> = (0..30).map(|n| format!("/usr/share/doc/p{}/f{n}.txt", n % 3)).collect();
        let held: Vec<&str> = paths.iter().map(String::as_str).collect();
        let body = tree(&held, 1 << 14).unwrap_or_default();
        assert_eq!(sorted(unfold(&body.text).0), sorted(paths), "{}", body.text);
        assert!(body.text.starts_with("/usr/share/doc/\n p0/ *.txt: "), "{}", body.text);
    }

    #[test]
    fn generated_folders_go_first_and_are_counted() {
        let body = tree(FOUND, 118).unwrap_or_default();
        let (paths, hidden) = unfold(&body.text);
        assert!(body.text.contains("left/ . … 2"), "{}", body.text);
        assert_eq!((paths.len() + hidden, body.shown as usize), (FOUND.len(), paths.len()));
        assert_eq!(body.gaps.iter().map(|(from, to)| to + 1 - from).sum::<u64>() as usize, hidden);
    }

    #[test]
    fn other_lines_make_no_tree() {
        let mut with = FOUND.to_vec();
        for line in ["find: x: Permission denied", "./a b", "./src/a.rs", "a//b"] {
            with.push(line);
            assert!(tree(&with, 1 << 14).is_none(), "{line}");
            with.pop();
        }
    }
}
