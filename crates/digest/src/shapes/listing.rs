//! Listings of files: `find` by directory, others by their command.

use std::collections::BTreeMap;

use super::sample::runs_any_of;
use crate::part::ReaderInput;
use crate::reading::ReaderFindings;

fn is_path_line(line: &str) -> bool {
    !line.is_empty()
        && line.len() < 400
        && line.contains('/')
        && !line.contains("  ")
        && !line.contains(": ")
        && !line.starts_with([' ', '\t', '-', '+', '/', '*'])
        || line.starts_with('/') && !line.contains(": ") && !line.starts_with("//") && !line.starts_with("/*")
}

/// Paths, one a line: the directories that hold most of them, with counts.
pub fn read_paths(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    if super::sample::sampled_percent(part, is_path_line) < 80 {
        return None;
    }
    let named = runs_any_of(programs, &["find", "fd", "fdfind", "locate", "git", "rg"]);
    let paths: Vec<(usize, &str)> = part.lines().filter(|(_, line)| is_path_line(line)).collect();
    let spaces = paths.iter().filter(|(_, path)| path.contains(' ')).count();
    if paths.len() < 12 || paths.len() * 10 < part.len() * 9 || (spaces * 10 > paths.len() && !named) {
        return None;
    }
    let mut reading = ReaderFindings::default();
    let all: Vec<&str> = paths.iter().map(|(_, path)| *path).collect();
    for (directory, count) in group_by_directory(&all) {
        let text = match count {
            1 => directory,
            2..=30 => format!("{directory} {count}"),
            _ => format!("{directory} {count}{}", format_largest_subfolders(&all, &directory)),
        };
        reading.add_note(paths[0].0, text);
    }
    for (at, _) in &paths {
        reading.mark_lines_as_understood(*at..at + 1);
    }
    Some(reading)
}

/// The largest entries of a directory: `: linux 610, llvm-14 2210`.
fn format_largest_subfolders(paths: &[&str], directory: &str) -> String {
    let names = paths
        .iter()
        .filter_map(|path| path.strip_prefix(directory))
        .filter_map(|rest| rest.split_once('/'))
        .map(|(name, _)| name);
    let mut text = String::new();
    for (name, count) in super::sample::count_by_key(names).iter().take(6) {
        text.push_str(if text.is_empty() { ": " } else { ", " });
        text.push_str(&format!("{name}/ {count}"));
    }
    text
}

/// At most a dozen or so groups: the largest is split as long as the parts say more.
fn group_by_directory(paths: &[&str]) -> Vec<(String, usize)> {
    const MOST: usize = 16;
    let mut groups: Vec<(String, Vec<&str>)> = vec![(String::new(), paths.to_vec())];
    let mut stuck: Vec<String> = Vec::new();
    loop {
        let largest = groups
            .iter()
            .enumerate()
            .filter(|(_, (name, paths))| paths.len() > 1 && !stuck.contains(name))
            .max_by_key(|(_, (_, paths))| paths.len());
        let Some((index, _)) = largest else { break };
        let (prefix, members) = groups[index].clone();
        let mut split: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for path in members {
            let rest = &path[prefix.len()..];
            let end = rest.char_indices().skip(1).find(|(_, c)| *c == '/').map(|(at, _)| at + 1);
            let name = match end {
                Some(end) => path[..prefix.len() + end].to_owned(),
                // Files of the directory itself stay together when they are many.
                None => path.to_owned(),
            };
            split.entry(name).or_default().push(path);
        }
        // The same path many times has nothing below it to be split by.
        if split.contains_key(&prefix) {
            stuck.push(prefix);
            continue;
        }
        let files = split.values().filter(|paths| paths.len() == 1).count();
        if groups.len() + split.len() > MOST + 1 && (split.len() > 1 || files > 0) {
            stuck.push(prefix);
            continue;
        }
        groups.splice(index..=index, split);
    }
    let mut out: Vec<(String, usize)> = groups
        .into_iter()
        .map(|(name, paths)| (if name.is_empty() { ".".into() } else { name }, paths.len()))
        .collect();
    out.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    out
}

/// What lists by its very name: rows, each of which may be the one.
pub fn recognise_listing_command(part: &ReaderInput, programs: &[Vec<String>]) -> Option<ReaderFindings> {
    let lists = runs_any_of(programs, &["ls", "tree", "du", "env", "printenv"]) && !part.call.status.has_failed();
    lists.then(ReaderFindings::default)
}
