//! Listings of files: `find` by directory, `ls -R` by section, `du` by size.

use std::collections::BTreeMap;

use super::sample::runs;
use crate::part::{Part, is_blank};
use crate::reading::Reading;

fn is_path(line: &str) -> bool {
    !line.is_empty()
        && line.len() < 400
        && line.contains('/')
        && !line.contains("  ")
        && !line.contains(": ")
        && !line.starts_with([' ', '\t', '-', '+', '/', '*'])
        || line.starts_with('/') && !line.contains(": ") && !line.starts_with("//") && !line.starts_with("/*")
}

/// Paths, one a line: the directories that hold most of them, with counts.
pub fn paths(part: &Part, programs: &[Vec<String>]) -> Option<Reading> {
    if super::sample::share(part, is_path) < 80 {
        return None;
    }
    let named = runs(programs, &["find", "fd", "fdfind", "locate", "git", "rg"]);
    let paths: Vec<(usize, &str)> = part.lines().filter(|(_, line)| is_path(line)).collect();
    let spaces = paths.iter().filter(|(_, path)| path.contains(' ')).count();
    if paths.len() < 12 || paths.len() * 10 < part.len() * 9 || (spaces * 10 > paths.len() && !named) {
        return None;
    }
    let mut reading = Reading::default();
    let all: Vec<&str> = paths.iter().map(|(_, path)| *path).collect();
    for (directory, count) in directories(&all) {
        let text = match count {
            1 => directory,
            2..=30 => format!("{directory} {count}"),
            _ => format!("{directory} {count}{}", children(&all, &directory)),
        };
        reading.note(paths[0].0, text);
    }
    for (at, _) in &paths {
        reading.cover(*at..at + 1);
    }
    Some(reading)
}

/// The largest entries of a directory: `: linux 610, llvm-14 2210`.
fn children(paths: &[&str], directory: &str) -> String {
    let names = paths
        .iter()
        .filter_map(|path| path.strip_prefix(directory))
        .filter_map(|rest| rest.split_once('/'))
        .map(|(name, _)| name);
    let mut text = String::new();
    for (name, count) in super::sample::tally(names).iter().take(6) {
        text.push_str(if text.is_empty() { ": " } else { ", " });
        text.push_str(&format!("{name}/ {count}"));
    }
    text
}

/// At most a dozen or so groups: the largest is split as long as the parts say more.
fn directories(paths: &[&str]) -> Vec<(String, usize)> {
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

/// `ls -R`: each directory with the number of its entries, the first in full.
pub fn sections(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    if !part.lines().take(3).any(|(_, line)| line.ends_with(':')) {
        return None;
    }
    let heads: Vec<usize> = part
        .lines()
        .filter(|(at, line)| {
            line.ends_with(':') && !line.contains(' ') && line.len() > 1 && (*at == 0 || is_blank(part.line(at - 1)))
        })
        .map(|(at, _)| at)
        .collect();
    if heads.len() < 3 || heads[0] > 2 || heads.len() * 60 < part.len() {
        return None;
    }
    let mut reading = Reading::default();
    for (nth, &head) in heads.iter().enumerate() {
        let end = heads.get(nth + 1).copied().unwrap_or(part.len());
        let entries: Vec<&str> = (head + 1..end)
            .map(|at| part.line(at))
            .filter(|line| !is_blank(line) && !line.starts_with("total "))
            .map(entry)
            .filter(|name| !matches!(*name, "." | ".."))
            .collect();
        let name = part.line(head);
        let text = match nth {
            0 => format!("{name} {}", super::sample::brief(&entries.join(" "), 300)),
            _ => format!("{name} {}", entries.len()),
        };
        reading.note(head, text);
    }
    reading.cover(0..part.len());
    Some(reading)
}

/// The name in a line of `ls`, long or short.
fn entry(line: &str) -> &str {
    let long =
        line.len() > 10 && line.starts_with(['d', '-', 'l', 'c', 'b', 's', 'p']) && line[1..].starts_with(['r', '-']);
    if long { line.rsplit(' ').next().unwrap_or(line) } else { line }
}

/// `du`: the directory that holds all the others, then the largest.
pub fn sizes(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    let parse = |line: &str| -> Option<f64> {
        let (size, path) = line.split_once('\t')?;
        let size = size.trim();
        let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match size[digits.len()..].chars().next() {
            None | Some('B') => 1.0,
            Some('K' | 'k') => 1e3,
            Some('M') => 1e6,
            Some('G') => 1e9,
            Some('T') => 1e12,
            Some(_) => return None,
        };
        (!path.is_empty() && !path.contains('\t')).then_some(digits.parse::<f64>().ok()? * unit)
    };
    if super::sample::share(part, |line| parse(line).is_some()) < 80 {
        return None;
    }
    let mut rows: Vec<(usize, f64, &str)> = part
        .lines()
        .filter_map(|(at, line)| parse(line).map(|size| (at, size, line.split_once('\t').map_or("", |(_, path)| path))))
        .collect();
    if rows.len() < 8 || rows.len() * 10 < part.len() * 9 {
        return None;
    }
    // The numbers of lines are no sizes: `nl`, `cat -n`.
    if rows.windows(2).filter(|pair| pair[1].1 == pair[0].1 + 1.0).count() * 2 > rows.len() {
        return None;
    }
    let mut reading = Reading::default();
    rows.sort_by(|left, right| right.1.total_cmp(&left.1));
    let inside = |path: &str| {
        rows.iter().take(4000).any(|(_, _, other)| {
            path.len() > other.len() && path.starts_with(other) && path[other.len()..].starts_with('/')
        })
    };
    let roots: Vec<usize> = rows
        .iter()
        .filter(|(_, _, path)| path.matches('/').count() < 3 && !inside(path))
        .map(|(at, _, _)| *at)
        .take(8)
        .collect();
    for at in &roots {
        reading.total(*at);
    }
    reading.lead.extend(rows.iter().map(|(at, _, _)| *at).filter(|at| !roots.contains(at)).take(8));
    for (at, _, _) in &rows {
        reading.cover(*at..at + 1);
    }
    Some(reading)
}

/// Commits, one a line behind their hashes: the newest.
pub fn commits(part: &Part, _programs: &[Vec<String>]) -> Option<Reading> {
    let is_commit = |line: &str| {
        let line = line.trim_start_matches(['*', '|', '/', '\\', ' ']);
        line.split_once(' ').is_some_and(|(hash, _)| {
            (7..=40).contains(&hash.len())
                && hash.bytes().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase())
        })
    };
    if super::sample::share(part, is_commit) < 85 {
        return None;
    }
    let mut reading = Reading::default();
    reading.lead.extend((0..part.len()).take(10));
    reading.cover(0..part.len());
    Some(reading)
}
