//! Paths as a tree: each folder once, its names beside it, a common ending once. Nothing is lost: a reader, or a test, gets
//! every path back.
//!
//! ```text
//! src/ . *.rs: lib main
//!  digest/ . README *.rs: body kind
//!  vendor/ … 512
//! ```
//! A dot says that the folder itself is a row; a number stands for rows that are left out. Sizes stand behind their names
//! (`lib:12K`), names with blanks in quotes, and the few lines that are not paths before or after the tree.

use std::collections::{BTreeMap, HashSet};

use crate::Body;
use ctx_text::text::Text;

/// Fewer rows than this are read as they stand.
const FEWEST: usize = 12;
/// An ending that fewer names of a folder share is written out.
const ALIKE: usize = 3;
/// One line in so many may be another than a path.
const OTHERS: usize = 10;
/// A tree with fewer levels than this says next to nothing, and so does one that takes less than this part of its budget.
const LEAST_OPEN: usize = 2;
const SPENT: usize = 4;

/// Folders whose content nobody wrote by hand: the first to be left out.
#[rustfmt::skip]
const GENERATED: &[&str] = &[
    "node_modules", "target", "dist", "build", "out", ".git", "vendor", "third_party", "__pycache__", ".venv", "venv",
    "site-packages", ".next", ".cache", "coverage", "obj", "Pods", ".gradle", ".idea", ".mypy_cache", ".pytest_cache",
];

#[derive(Default)]
struct FolderNode<'a> {
    folders: BTreeMap<&'a str, FolderNode<'a>>,
    /// Names with the rows they stand on.
    names: BTreeMap<&'a str, Vec<PathRow<'a>>>,
    /// The rows that name the folder itself.
    own: Vec<PathRow<'a>>,
    /// Its names are counted.
    hidden: bool,
    /// All that is below it is counted, folders too.
    closed: bool,
}

/// A path, the line it stands on, and its size where the text gives one.
#[derive(Clone, Copy)]
pub struct PathRow<'a> {
    at: usize,
    path: &'a str,
    size: &'a str,
}

impl PathRow<'_> {
    /// The row without the blanks that put it under the others.
    #[cfg(test)]
    pub fn text(&self) -> String {
        if self.size.is_empty() { self.path.to_owned() } else { format!("{}\t{}", self.size, self.path) }
    }
}

/// The tree of a text in which nearly every line is a path, as far as the budget goes; none for any other text.
pub fn render_tree(text: &Text, budget: usize) -> Option<Body> {
    let (rows, others) = parse_path_rows(text)?;
    let mut root = FolderNode::default();
    for row in &rows {
        root.add_path(*row);
    }
    let budget = budget.checked_sub(others.iter().map(|&at| text.line(at).len() + 1).sum())?;
    // A line that stands there twice, or names a folder and a file, would come back once.
    if !root.assign_folder_rows_if_unique() {
        return None;
    }
    let lines = root.render_tree_within_budget(budget)?;
    let mut hidden = Vec::new();
    root.collect_hidden_rows(&mut hidden);
    hidden.sort_unstable();
    let mut body =
        Body { whole: hidden.is_empty(), folded: true, shown: (text.len() - hidden.len()) as u64, ..Body::default() };
    let (before, behind): (Vec<usize>, Vec<usize>) = others.iter().partition(|&&at| at < rows[0].at);
    before.iter().for_each(|&at| body.push(text.line(at)));
    lines.iter().for_each(|line| body.push(line));
    behind.iter().for_each(|&at| body.push(text.line(at)));
    for at in hidden {
        body.note_left_out_lines(text.raw_line_number(at), text.raw_line_number(at));
    }
    Some(body)
}

fn total_size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// The paths of a text and the lines beside them; none where too many lines are not paths.
pub fn parse_path_rows(text: &Text) -> Option<(Vec<PathRow<'_>>, Vec<usize>)> {
    if text.len() < FEWEST || text.thinned_lines() > 0 {
        return None;
    }
    let sized = text.lines().filter(|line| split_size(line).is_some()).count() * 2 > text.len();
    let parse = |at: usize| match (sized, text.line(at)) {
        (true, line) => split_size(line).map(|(size, path)| PathRow { at, path, size }),
        (false, path) => Some(PathRow { at, path, size: "" }),
    };
    let first = |path: &str| path.split('/').next().map(str::to_owned);
    let parsed: Vec<PathRow<'_>> = (0..text.len()).filter_map(parse).collect();
    let plain = parsed.iter().filter(|row| is_plain_path(row.path, b""));
    let roots: HashSet<Option<String>> = plain.map(|row| first(row.path)).collect();
    // A name with blanks is told from a sentence by the folder it stands in.
    let is_row = |row: &&PathRow<'_>| {
        is_plain_path(row.path, b"")
            || (row.path.contains('/') && roots.contains(&first(row.path)) && is_plain_path(row.path, BESIDE_LETTERS))
    };
    let rows: Vec<PathRow<'_>> = parsed.iter().filter(is_row).copied().collect();
    let known: HashSet<usize> = rows.iter().map(|row| row.at).collect();
    let others: Vec<usize> = (0..text.len()).filter(|at| !known.contains(at)).collect();
    (rows.len() >= FEWEST && others.len() * OTHERS <= text.len()).then_some((rows, others))
}

/// Characters of names that must be quoted.
const BESIDE_LETTERS: &[u8] = b" ,!'&{}^;";

/// `4.0K<tab>path`, as `du` prints it.
fn split_size(line: &str) -> Option<(&str, &str)> {
    let (size, path) = line.trim_start().split_once('\t')?;
    let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    (size.len() <= digits.len() + 2 && digits.parse::<f64>().is_ok()).then_some((size, path))
}

/// A text that is nothing but a path, in these characters and those that need no quotes.
fn is_plain_path(line: &str, others: &[u8]) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || b"/._-+@%=~#$()[]".contains(&byte) || byte >= 0x80 || others.contains(&byte)
    };
    let path = line.strip_prefix('/').unwrap_or(line);
    !path.is_empty()
        && line.len() < 1000
        && line.bytes().all(plain)
        && !line.contains('…')
        && path.split('/').all(|part| !part.is_empty())
        && (path == "." || path.split('/').skip(1).all(|part| part != "."))
}

impl<'a> FolderNode<'a> {
    fn add_path(&mut self, row: PathRow<'a>) {
        // The root of the disk is a folder with an empty name.
        let (folders, name) = row.path.rsplit_once('/').unwrap_or(("", row.path));
        let mut folder = self;
        if row.path.contains('/') {
            for part in folders.split('/') {
                folder = folder.folders.entry(part).or_default();
            }
        }
        folder.names.entry(name).or_default().push(row);
    }

    /// Names that are folders as well become their own rows. False where a path stands there twice.
    fn assign_folder_rows_if_unique(&mut self) -> bool {
        let folders: Vec<&str> = self.folders.keys().copied().collect();
        for name in folders {
            if let (Some(rows), Some(folder)) = (self.names.remove(name), self.folders.get_mut(name)) {
                folder.own = rows;
            }
        }
        self.own.len() < 2
            && self.names.values().all(|rows| rows.len() == 1)
            && self.folders.values_mut().all(FolderNode::assign_folder_rows_if_unique)
    }

    /// The tree with as much of it as fits: folders that nobody wrote by hand are closed first, then the names of the
    /// deepest folders are counted, then whole levels are closed. None where the folders alone are too many.
    fn render_tree_within_budget(&mut self, budget: usize) -> Option<Vec<String>> {
        let fits = |lines: Vec<String>| Some(lines).filter(|lines| total_size(lines) <= budget);
        if let Some(lines) = fits(self.render_lines()) {
            return Some(lines);
        }
        self.collapse_highest_matching_folders(0, &|_, name| GENERATED.contains(&name));
        let mut order = Vec::new();
        self.collect_open_folders(0, &mut Vec::new(), &mut order);
        order.sort_by_key(|(depth, bytes, _)| std::cmp::Reverse((*depth, *bytes)));
        let mut left = total_size(&self.render_lines()).saturating_sub(budget) as isize;
        for (_, bytes, path) in &order {
            if left <= 0 {
                break;
            }
            if let Some(folder) = self.folder_at(path) {
                folder.hidden = true;
                left -= *bytes as isize - 8;
            }
        }
        let deepest = order.first().map_or(0, |(depth, _, _)| *depth);
        fits(self.render_lines()).or_else(|| {
            (LEAST_OPEN..=deepest).rev().find_map(|depth| {
                self.collapse_highest_matching_folders(0, &|at, _| at >= depth);
                fits(self.render_lines()).filter(|lines| total_size(lines) * SPENT >= budget)
            })
        })
    }

    /// Closes the highest folders of which this is true.
    fn collapse_highest_matching_folders(&mut self, depth: usize, is: &dyn Fn(usize, &str) -> bool) {
        // What was asked for is not closed: the way to it has no other branches.
        let is_way = self.folders.len() == 1 && self.names.is_empty();
        for (name, folder) in &mut self.folders {
            folder.closed |= !is_way && is(depth + 1, name);
            if !folder.closed {
                folder.collapse_highest_matching_folders(depth + 1, is);
            }
        }
    }

    /// The rows below a folder, not its own.
    fn rows_below(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.names.values().flatten().map(|row| row.at).collect();
        for folder in self.folders.values() {
            rows.extend(folder.own.iter().map(|row| row.at));
            rows.extend(folder.rows_below());
        }
        rows
    }

    fn render_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let top = self.text_beside_name();
        if !top.is_empty() {
            lines.push(top.trim_start().to_owned());
        }
        for (name, folder) in &self.folders {
            folder.write_folder_lines(name, 0, &mut lines);
        }
        lines
    }

    fn write_folder_lines(&self, name: &str, depth: usize, lines: &mut Vec<String>) {
        // A folder with nothing in it but one other folder stands on its line.
        if self.own.is_empty() && self.names.is_empty() && self.folders.len() == 1 && !self.hidden && !self.closed {
            for (inner, folder) in &self.folders {
                folder.write_folder_lines(&format!("{name}/{inner}"), depth, lines);
            }
            return;
        }
        lines.push(format!("{}{}{}", " ".repeat(depth), quote_if_needed(&format!("{name}/")), self.text_beside_name()));
        if self.closed {
            return;
        }
        for (name, folder) in &self.folders {
            folder.write_folder_lines(name, depth + 1, lines);
        }
    }

    /// What stands beside a folder's name.
    fn text_beside_name(&self) -> String {
        let mut said = String::new();
        if let Some(row) = self.own.first() {
            said.push_str(" .");
            said.push_str(&size_suffix(row.size));
        }
        if self.hidden || self.closed {
            let left = if self.closed { self.rows_below().len() } else { self.names.len() };
            if left > 0 {
                said.push_str(&format!(" … {left}"));
            }
            return said;
        }
        let mut endings: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (name, rows) in &self.names {
            let (stem, ending) = split_ending(name);
            endings.entry(ending).or_default().push(quote_if_needed(stem) + &size_suffix(rows[0].size));
        }
        let alike = |ending: &str| !ending.is_empty() && endings[ending].len() >= ALIKE;
        for (name, rows) in self.names.iter().filter(|(name, _)| !alike(split_ending(name).1)) {
            said.push(' ');
            said.push_str(&quote_if_needed(name));
            said.push_str(&size_suffix(rows[0].size));
        }
        for (ending, stems) in endings.iter().filter(|(ending, _)| alike(ending)) {
            said.push_str(&format!(" *.{ending}: {}", stems.join(" ")));
        }
        said
    }

    /// Every open folder with names: its depth, the bytes its names take, its path.
    fn collect_open_folders(
        &self,
        depth: usize,
        path: &mut Vec<&'a str>,
        order: &mut Vec<(usize, usize, Vec<&'a str>)>,
    ) {
        if !self.names.is_empty() && depth > 0 {
            order.push((depth, self.text_beside_name().len(), path.clone()));
        }
        for (name, folder) in self.folders.iter().filter(|(_, folder)| !folder.closed) {
            path.push(name);
            folder.collect_open_folders(depth + 1, path, order);
            path.pop();
        }
    }

    fn folder_at(&mut self, path: &[&'a str]) -> Option<&mut FolderNode<'a>> {
        match path.split_first() {
            None => Some(self),
            Some((name, rest)) => self.folders.get_mut(name)?.folder_at(rest),
        }
    }

    fn collect_hidden_rows(&self, lines: &mut Vec<usize>) {
        if self.closed {
            return lines.extend(self.rows_below());
        }
        if self.hidden {
            lines.extend(self.names.values().flatten().map(|row| row.at));
        }
        self.folders.values().for_each(|folder| folder.collect_hidden_rows(lines));
    }
}

/// The name without its ending, and the ending.
fn split_ending(name: &str) -> (&str, &str) {
    name.rsplit_once('.').filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty()).unwrap_or((name, ""))
}

fn quote_if_needed(name: &str) -> String {
    if name.bytes().any(|byte| BESIDE_LETTERS.contains(&byte)) { format!("\"{name}\"") } else { name.to_owned() }
}

/// A size after a name.
fn size_suffix(size: &str) -> String {
    if size.is_empty() { String::new() } else { format!(":{size}") }
}

/// The words of a tree's line; what stands in quotes is one word, without them.
#[cfg(test)]
fn split_quoted_words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("one word is there").push(c),
        }
    }
    words
}

/// The rows that a tree stands for, and how many are left out.
#[cfg(test)]
pub fn expand_tree_to_rows(tree: &str) -> (Vec<String>, usize) {
    let (mut paths, mut hidden) = (Vec::new(), 0);
    let row = |path: String, size: Option<&str>| size.map_or(path.clone(), |size| format!("{size}\t{path}"));
    let mut open: Vec<String> = Vec::new();
    for line in tree.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b' ').count();
        let mut words = split_quoted_words(line.trim_start()).into_iter().peekable();
        let folder = match words.next_if(|word| word.ends_with('/')) {
            Some(head) => {
                open.truncate(depth);
                open.push(head);
                open.concat()
            }
            None => String::new(),
        };
        let mut ending = String::new();
        while let Some(word) = words.next() {
            if word == "…" {
                hidden += words.next().and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
                continue;
            } else if let Some(rest) = word.strip_prefix("*.").and_then(|rest| rest.strip_suffix(':')) {
                ending = format!(".{rest}");
                continue;
            }
            let (name, size) = word.split_once(':').map_or((word.as_str(), None), |(name, size)| (name, Some(size)));
            if name == "." && !folder.is_empty() {
                paths.push(row(folder.trim_end_matches('/').to_owned(), size));
            } else {
                paths.push(row(format!("{folder}{name}{ending}"), size));
            }
        }
    }
    (paths, hidden)
}

#[cfg(test)]
mod tests;
