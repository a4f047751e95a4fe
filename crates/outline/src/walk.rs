//! The files below a folder, each outlined on any free core, and their references to each other.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Outline, Symbol, Visibility};

/// Larger files are data or generated: they are listed but not read.
const LARGEST: u64 = 4 << 20;
/// Shorter names are found everywhere and say nothing.
const SHORTEST: usize = 3;

/// One file of a map.
pub struct FileOutlineWithReferences {
    /// Relative to the requested folder.
    pub path: PathBuf,
    pub outline: Outline,
    /// How often the file's public names occur in the other files.
    pub references: u64,
}

struct OutlineAndWords {
    outline: Outline,
    /// Identifiers by hash, each with its number of occurrences.
    words: Vec<(u64, u32)>,
}

/// Every file that version control would keep, the most referenced first; `outline` makes a file's outline.
pub fn outline_folder_most_referenced_first(
    root: &Path,
    outline: &(dyn Fn(&Path, &[u8]) -> Outline + Sync),
) -> Vec<FileOutlineWithReferences> {
    let mut paths: Vec<PathBuf> = ignore::WalkBuilder::new(root)
        .require_git(false)
        .build()
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(ignore::DirEntry::into_path)
        .collect();
    paths.sort();
    let read = outline_files_in_parallel(&paths, outline);
    let references = count_references(&read);
    let mut files: Vec<FileOutlineWithReferences> = paths
        .iter()
        .zip(read)
        .zip(references)
        .map(|((path, read), references)| FileOutlineWithReferences {
            path: path.strip_prefix(root).unwrap_or(path).to_owned(),
            outline: read.outline,
            references,
        })
        .collect();
    files.sort_by(|a, b| b.references.cmp(&a.references).then_with(|| a.path.cmp(&b.path)));
    files
}

fn outline_files_in_parallel(
    paths: &[PathBuf],
    outline: &(dyn Fn(&Path, &[u8]) -> Outline + Sync),
) -> Vec<OutlineAndWords> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(paths.len().max(1));
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { return done };
            done.push((at, outline_and_count_identifiers(path, outline)));
        }
    };
    let mut all: Vec<(usize, OutlineAndWords)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut all = worker();
        for handle in handles {
            // A panic of a worker ends the process, as it would on one thread.
            all.extend(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, read)| read).collect()
}

fn outline_and_count_identifiers(path: &Path, outline: &(dyn Fn(&Path, &[u8]) -> Outline + Sync)) -> OutlineAndWords {
    let size = path.metadata().map_or(0, |meta| meta.len());
    let unread = |kind: &'static str| OutlineAndWords {
        outline: Outline { language: kind, bytes: size, ..Outline::default() },
        words: Vec::new(),
    };
    if size > LARGEST {
        return unread("large file");
    }
    match std::fs::read(path) {
        Ok(bytes) => {
            let outline = outline(path, &bytes);
            let words = if outline.symbols.is_empty() && outline.head.is_empty() {
                Vec::new()
            } else {
                count_identifiers(&bytes)
            };
            OutlineAndWords { outline, words }
        }
        Err(_) => unread("unreadable"),
    }
}

fn hash_word(word: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(word)
}

/// A word of lower-case letters alone is a name only if it is called, and not as a method.
fn hash_if_likely_name(word: &[u8], called: bool) -> Option<u64> {
    let telling = word.iter().any(|byte| *byte == b'_' || !byte.is_ascii_lowercase());
    (telling || called).then(|| hash_word(word))
}

fn count_identifiers(bytes: &[u8]) -> Vec<(u64, u32)> {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let is_word = |byte: u8| byte == b'_' || byte >= 0x80 || byte.is_ascii_alphanumeric();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        if at - start < SHORTEST || bytes[start].is_ascii_digit() {
            continue;
        }
        let called = matches!(bytes.get(at), Some(b'(' | b'!'))
            && start.checked_sub(1).map(|before| bytes[before]) != Some(b'.');
        if let Some(word) = hash_if_likely_name(&bytes[start..at], called) {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts.into_iter().collect()
}

/// A name that several files define counts for each of them in part.
fn count_references(files: &[OutlineAndWords]) -> Vec<u64> {
    let mut defined: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, file) in files.iter().enumerate() {
        let mut names = Vec::new();
        collect_public_name_hashes(&file.outline.symbols, &mut names);
        names.sort_unstable();
        names.dedup();
        for name in names {
            defined.entry(name).or_default().push(at);
        }
    }
    let mut totals = vec![0.0; files.len()];
    for (at, file) in files.iter().enumerate() {
        for (word, count) in &file.words {
            for &definer in defined.get(word).into_iter().flatten().filter(|definer| **definer != at) {
                totals[definer] += f64::from(*count) / defined[word].len() as f64;
            }
        }
    }
    totals.into_iter().map(|total| total.round() as u64).collect()
}

/// Public names at the top level; too many methods share their names.
fn collect_public_name_hashes(symbols: &[Symbol], out: &mut Vec<u64>) {
    for symbol in symbols {
        match symbol.kind {
            "macro call" | "extern" => collect_public_name_hashes(&symbol.children, out),
            "mod" | "use" | "impl" | "trait impl" | "extern crate" | "heading" => {}
            _ if symbol.visibility == Visibility::Public && symbol.name.len() >= SHORTEST => {
                out.push(hash_word(symbol.name.as_bytes()));
            }
            _ => {}
        }
    }
}
