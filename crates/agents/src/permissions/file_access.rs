//! Which files the usual programs read and change, by their arguments.

use std::path::{Component, Path, PathBuf};

use super::command_check::CommandCheck;
use super::program_run::CommandArgument;
use super::settings::FileAccess;
use crate::word_lists::is_in_program_list;
use ctx_shell::is_word_in_list;

/// A file and the access to it.
pub(super) struct AccessedFile {
    pub access: FileAccess,
    path: PathBuf,
}

impl AccessedFile {
    pub(super) fn new(access: FileAccess, dir: &Path, home: Option<&Path>, text: &str) -> AccessedFile {
        AccessedFile { access, path: expand_tilde_or_join(dir, home, text) }
    }

    /// Its name as given, and its targets through symlinks.
    pub(super) fn given_and_real_names(&self) -> Vec<PathBuf> {
        let mut names = vec![normalise_path(&self.path)];
        let real = self.path.canonicalize().ok().or_else(|| {
            let parent = self.path.parent()?.canonicalize().ok()?;
            Some(parent.join(self.path.file_name()?))
        });
        names.extend(real.filter(|real| *real != names[0]));
        names
    }
}

pub(super) fn expand_tilde_or_join(dir: &Path, home: Option<&Path>, text: &str) -> PathBuf {
    match (text.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home.to_owned(),
        (Some(rest), Some(home)) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => dir.join(text),
    }
}

fn normalise_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// At most this many files of one pattern are looked at.
const MOST_NAMES: usize = 2_000;

/// The files that a pattern with `*`, `?`, `[…]` or `{…}` may mean; rather one too many.
fn expand_path_pattern(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for component in pattern.components() {
        let name = component.as_os_str().to_string_lossy();
        if !name.contains(['*', '?', '[', '{']) {
            found.iter_mut().for_each(|path| path.push(component));
            continue;
        }
        let loose = loosen_pattern(&name);
        let below = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten().take(MOST_NAMES);
        found = found
            .into_iter()
            .flat_map(below)
            .filter(|entry| {
                let entry = entry.file_name();
                let entry = entry.to_string_lossy();
                let shows = name.starts_with(['.', '{']) || !entry.starts_with('.');
                shows && super::pattern::matches_wildcards(&loose, &entry)
            })
            .map(|entry| entry.path())
            .take(MOST_NAMES)
            .collect();
    }
    found
}

/// The pattern with `*` in place of everything that can mean more than one text.
fn loosen_pattern(name: &str) -> String {
    let mut loose = String::new();
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        match c {
            '?' => loose.push('*'),
            '[' | '{' => {
                let end = if c == '[' { ']' } else { '}' };
                let _ = chars.by_ref().find(|c| *c == end);
                loose.push('*');
            }
            c => loose.push(c),
        }
    }
    loose
}

impl CommandCheck<'_> {
    pub(super) fn note_file_access(&mut self, access: FileAccess, path: &str) {
        if path.is_empty() || path == "-" || path == "/dev/null" {
            return;
        }
        for dir in &self.dirs {
            self.files.push(AccessedFile::new(access, dir, self.rules.home.as_deref(), path));
            if path.starts_with(['/', '~']) {
                break;
            }
        }
    }

    fn note_argument_access(&mut self, access: FileAccess, arg: &CommandArgument) {
        if arg.fixed {
            self.note_file_access(access, &arg.text);
        }
        // The names that braces and patterns mean can be looked up.
        let is_pattern = arg.glob || (!arg.fixed && arg.text.contains('{') && !arg.text.contains(['$', '`', '(']));
        if !arg.fixed && !is_pattern {
            self.unclear_file = true;
        }
        if is_pattern {
            for path in self.dirs.clone().iter().flat_map(|dir| expand_path_pattern(&dir.join(&arg.text))) {
                self.note_file_access(access, &path.to_string_lossy());
            }
        }
    }

    /// The files that a program would touch, by its bare name.
    pub(super) fn note_files_accessed_by(&mut self, name: &str, args: &[CommandArgument]) {
        if self.rules.forbids_no_file() {
            return;
        }
        let flag = |wanted: &[&str]| {
            args.iter()
                .any(|arg| wanted.iter().any(|flag| arg.text == *flag || arg.text.starts_with(&format!("{flag}="))))
        };
        if is_in_program_list("readers", name) {
            self.note_arguments_as_files(FileAccess::Read, args, 0);
        } else if is_in_program_list("searchers", name) {
            let given = flag(&["-e", "-f", "--regexp", "--file", "--expression"]);
            let in_place = |text: &str| text.starts_with("-i") || text.starts_with("--in-place") || text == "-pi";
            let changes = ["sed", "gsed", "perl"].contains(&name) && args.iter().any(|arg| in_place(&arg.text));
            let access = if changes { FileAccess::Change } else { FileAccess::Read };
            self.note_arguments_as_files(access, args, usize::from(!given));
        } else if is_in_program_list("changers", name) {
            self.note_arguments_as_files(FileAccess::Change, args, usize::from(["chmod", "chown"].contains(&name)));
        } else if is_in_program_list("copiers", name) {
            self.note_arguments_as_files(FileAccess::Read, args, 0);
            if let Some(last) = args.iter().rev().find(|arg| !arg.text.starts_with('-')) {
                self.note_argument_access(FileAccess::Change, last);
            }
        } else if name == "dd" {
            for arg in args {
                match arg.text.split_once('=') {
                    Some(("if", path)) => self.note_argument_access(FileAccess::Read, &arg.with_text(path)),
                    Some(("of", path)) => self.note_argument_access(FileAccess::Change, &arg.with_text(path)),
                    _ => {}
                }
            }
        } else if ["curl", "wget", "http", "xh"].contains(&name) {
            self.note_transferred_files(args);
        } else if name == "git" && args.iter().any(|arg| is_in_program_list("git shows", arg.text.as_str())) {
            for arg in args.iter().filter(|arg| arg.fixed) {
                let path = arg.text.split_once(':').map_or(arg.text.as_str(), |(_, path)| path);
                if !path.starts_with('-') {
                    self.note_file_access(FileAccess::Read, path);
                }
            }
        }
    }

    /// Arguments that are not flags, and the values of `--flag=value`.
    fn note_arguments_as_files(&mut self, access: FileAccess, args: &[CommandArgument], skip: usize) {
        let (mut only_names, mut skip, mut is_pattern) = (false, skip, false);
        for arg in args {
            if std::mem::take(&mut is_pattern) {
                continue;
            }
            if !only_names && arg.text == "--" {
                only_names = true;
            } else if !only_names && arg.text.starts_with('-') && arg.text.len() > 1 {
                is_pattern = ["-e", "--regexp", "--expression"].contains(&arg.text.as_str());
                if let Some((_, value)) = arg.text.split_once('=') {
                    self.note_argument_access(access, &arg.with_text(value));
                }
            } else if skip > 0 {
                skip -= 1;
            } else {
                self.note_argument_access(access, arg);
            }
        }
    }

    /// `-d @file`, `-F name=@file`, `-T file`, `file://…`.
    fn note_transferred_files(&mut self, args: &[CommandArgument]) {
        const FILE_FLAGS: &str = "-T --upload-file --post-file -K --config -E --cert --netrc-file";
        const OUTPUT_FLAGS: &str = "-o --output -O --output-document";
        for (at, arg) in args.iter().enumerate() {
            let after_at = arg.text.split_once('@').filter(|(before, _)| before.is_empty() || before.ends_with('='));
            for path in after_at.map(|(_, path)| path).into_iter().chain(arg.text.strip_prefix("file://")) {
                self.note_argument_access(FileAccess::Read, &arg.with_text(path));
            }
            let flag = at.checked_sub(1).map_or("", |before| args[before].text.as_str());
            if is_word_in_list(FILE_FLAGS, flag) {
                self.note_argument_access(FileAccess::Read, arg);
            } else if is_word_in_list(OUTPUT_FLAGS, flag) {
                self.note_argument_access(FileAccess::Change, arg);
            }
        }
    }
}
