//! The open errors of a project, found by what would settle them, and closed when it comes.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, params};

use ctx_shell::attempt::{self, FailedCommandLine, SucceededCommandLine};

use crate::command_directory::entry_directory;
use crate::sql::{ReadQueries, WriteQueries};

/// An open error, as far as closing it needs.
struct OpenError {
    row: i64,
    key: String,
    /// The key as a command line: most errors are never compared, and parsing is the dear part.
    parsed: OnceCell<FailedCommandLine>,
    /// Without quotes and escapes: the words of the key are those between its spaces.
    is_plain: bool,
    at: i64,
    /// The entry of the failure, where it has one.
    entry: Option<i64>,
}

/// The open errors of a project, found by what would settle them. An error that was settled leaves an empty place.
pub(super) struct UnresolvedErrorIndex {
    errors: Vec<Option<OpenError>>,
    /// By the hashes of the words that their target may consist of; none where only one success is compared.
    by_word: Option<HashMap<u64, Vec<usize>>>,
    /// Errors of checks in files that were changed since; found when the first check asks.
    mended: Option<Vec<usize>>,
}

/// A command that succeeded.
pub(super) struct SuccessfulCommand<'a> {
    pub line: &'a str,
    pub at: i64,
    pub entry: Option<i64>,
    /// Only errors from before this moment are settled: one of the same moment may be the command's own.
    pub before: i64,
    /// Only errors of entries after this one are settled: the command was compared with the others before.
    pub after_entry: i64,
}

impl UnresolvedErrorIndex {
    /// Of the newest `most` open errors of a project (all of them for -1) those whose keys a success may meet.
    pub fn read(
        db: &Connection,
        project: &str,
        most: i64,
        is_met: impl Fn(&str) -> bool,
    ) -> rusqlite::Result<UnresolvedErrorIndex> {
        let mut select = db.prepare_cached(
            "SELECT id, key, at, entry_id FROM event \
             WHERE project = ?1 AND category = 'error' AND closed_at IS NULL ORDER BY at DESC LIMIT ?2",
        )?;
        let mut rows = select.query((project, most))?;
        let mut errors = Vec::new();
        while let Some(row) = rows.next()? {
            let key = row.get_ref(1)?.as_str()?;
            if is_met(key) {
                errors.push(Some(OpenError::new(row.get(0)?, key.to_owned(), row.get(2)?, row.get(3)?)));
            }
        }
        Ok(UnresolvedErrorIndex { errors, by_word: None, mended: None })
    }

    pub fn index_errors_by_word(&mut self) {
        let mut lists: HashMap<u64, Vec<usize>> = HashMap::new();
        for (index, error) in self.errors.iter().enumerate() {
            let mut add = |word: &str| lists.entry(hash_target_word(word)).or_default().push(index);
            error.iter().for_each(|error| error.for_each_possible_target_word(&mut add));
        }
        self.by_word = Some(lists);
    }

    /// The errors that may have this word as their target.
    fn errors_with_word(&self, word: &str) -> Vec<usize> {
        match &self.by_word {
            Some(lists) => lists.get(&hash_target_word(word)).cloned().unwrap_or_default(),
            None => {
                let holds = |error: &Option<OpenError>| error.as_ref().is_some_and(|error| error.key.contains(word));
                (0..self.errors.len()).filter(|index| holds(&self.errors[*index])).collect()
            }
        }
    }

    /// When the oldest error was met, and the oldest of an entry after `upto`.
    pub fn oldest_error_times(&self, upto: i64) -> (Option<i64>, Option<i64>) {
        let errors = || self.errors.iter().flatten();
        let new = errors().filter(|error| error.is_after_entry(upto));
        (errors().map(|error| error.at).min(), new.map(|error| error.at).min())
    }

    pub fn settle_errors_by_success(
        &mut self,
        db: &Connection,
        project: &str,
        done: &SucceededCommandLine,
        success: &SuccessfulCommand<'_>,
    ) -> rusqlite::Result<u64> {
        let candidates = self.errors_that_success_may_settle(db, project, done)?;
        if candidates.is_empty() {
            return Ok(0);
        }
        let here = match success.entry {
            Some(entry) => entry_directory(db, entry, Some(success.line))?,
            None => None,
        };
        let mut closed = 0;
        for (index, is_mended) in candidates {
            let Some(error) = &self.errors[index] else { continue };
            let in_time = error.at < success.before && error.is_after_entry(success.after_entry);
            if in_time
                && (is_mended || done.settles_failure(error.failed_line()))
                && error.may_have_run_in_or_below(db, here.as_deref())?
            {
                db.run(
                    "UPDATE event SET closed_at = ?2, closed_by = ?3 WHERE id = ?1",
                    params![error.row, success.at, success.entry],
                )?;
                self.errors[index] = None;
                closed += 1;
            }
        }
        Ok(closed)
    }

    /// The errors that a success may settle, each with whether a passing check is enough.
    fn errors_that_success_may_settle(
        &mut self,
        db: &Connection,
        project: &str,
        done: &SucceededCommandLine,
    ) -> rusqlite::Result<Vec<(usize, bool)>> {
        let mut found = Vec::new();
        if done.is_check_line() {
            let mended = match self.mended.take() {
                Some(mended) => mended,
                None => self.errors_of_changed_files(db, project)?,
            };
            found.extend(mended.iter().filter(|index| self.errors[**index].is_some()).map(|index| (*index, true)));
            self.mended = Some(mended);
        }
        if done.is_project_wide_script() {
            found.extend((0..self.errors.len()).map(|index| (index, false)));
        } else {
            for target in done.programs_and_verbs() {
                let is_same = |error: &OpenError| {
                    (!error.is_plain || done.may_cover_unparsed_line(&error.key))
                        && error.failed_line().program_and_verb() == Some(target)
                };
                let same = self.errors_with_word(verb_or_program_word(target)).into_iter();
                found.extend(
                    same.filter(|index| self.errors[*index].as_ref().is_some_and(is_same)).map(|index| (index, false)),
                );
            }
        }
        Ok(found)
    }

    /// The errors of checks that name a file which was changed after them.
    fn errors_of_changed_files(&self, db: &Connection, project: &str) -> rusqlite::Result<Vec<usize>> {
        let Some(first) = self.errors.iter().flatten().map(|error| error.at).min() else { return Ok(Vec::new()) };
        let mut changes: HashMap<String, Vec<(String, i64)>> = HashMap::new();
        let mut select = db.prepare_cached(
            "SELECT key, max(at) FROM event WHERE project = ?1 AND category IN ('edit', 'write') AND at >= ?2 GROUP BY \
             key",
        )?;
        let mut rows = select.query((project, first))?;
        while let Some(row) = rows.next()? {
            let path = row.get_ref(0)?.as_str()?;
            changes.entry(base_name(path).to_owned()).or_default().push((path.to_owned(), row.get(1)?));
        }
        if changes.is_empty() {
            return Ok(Vec::new());
        }
        let is_changed = |error: &OpenError, named: &str| {
            let same_name = changes.get(base_name(named)).into_iter().flatten();
            let mut later = same_name.filter(|(_, at)| *at >= error.at);
            later.any(|(path, _)| is_path_suffix(path, named) || is_path_suffix(named, path))
        };
        let mut mended = Vec::new();
        for (index, error) in self.errors.iter().enumerate() {
            let Some(error) = error else { continue };
            let text: String = db.row("SELECT text FROM event WHERE id = ?1", [error.row])?;
            if file_paths_in(&text).any(|named| is_changed(error, named)) && error.failed_line().is_check_line() {
                mended.push(index);
            }
        }
        Ok(mended)
    }
}

/// A short hash: errors with another word that happens to have the same one are told apart by their target.
fn hash_target_word(word: &str) -> u64 {
    ctx_text::fnv_hash(word.bytes())
}

/// The word of a program and its verb by which errors are found.
pub(super) fn verb_or_program_word<'a>((program, verb): (&'a str, &'a str)) -> &'a str {
    if verb.is_empty() { program } else { verb }
}

impl OpenError {
    fn new(row: i64, key: String, at: i64, entry: Option<i64>) -> OpenError {
        let is_plain = attempt::has_no_quotes_or_escapes(&key);
        OpenError { row, key, parsed: OnceCell::new(), is_plain, at, entry }
    }

    fn failed_line(&self) -> &FailedCommandLine {
        self.parsed.get_or_init(|| FailedCommandLine::parse_line(&self.key))
    }

    /// Hands on the words one of which is the index word of its target: all of a plain line, without parsing it.
    fn for_each_possible_target_word(&self, mut each: impl FnMut(&str)) {
        if !self.is_plain {
            return self.failed_line().program_and_verb().map(verb_or_program_word).into_iter().for_each(each);
        }
        for word in self.key.split(' ') {
            each(word);
            word.rsplit_once('/').into_iter().for_each(|(_, name)| each(name));
        }
    }

    /// The same command in another directory is another one; one that runs above covers what is below.
    fn may_have_run_in_or_below(&self, db: &Connection, here: Option<&Path>) -> rusqlite::Result<bool> {
        let (Some(here), Some(entry)) = (here, self.entry) else { return Ok(true) };
        let there = entry_directory(db, entry, None)?;
        Ok(there.is_none_or(|there| there.starts_with(here)))
    }

    fn is_after_entry(&self, entry: i64) -> bool {
        self.entry.is_none_or(|own| own > entry)
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The path is the other one, or ends with it at a directory's border.
fn is_path_suffix(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Words of an error that are files: they have an ending, and a directory or a line.
fn file_paths_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()'\"`,;".contains(c)).filter_map(|word| {
        let mut parts = word.split(':');
        let path = parts.next()?;
        let has_line = parts.next().is_some_and(|line| line.bytes().any(|byte| byte.is_ascii_digit()));
        let (stem, ending) = path.rsplit_once('.')?;
        let is_file =
            !stem.is_empty() && (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
        (is_file && (has_line || path.contains('/'))).then_some(path.trim_start_matches("./"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line is found by the word of its target, plain or not: else a success would not meet its error. None is passed
    /// over that a success covers.
    #[test]
    fn every_line_is_found_by_its_target() {
        let lines = [
            "make target3 V=3",
            "./node_modules/.bin/jest src/a.test.ts",
            "cargo --offline test -p shop",
            "npm run 'test:unit'",
            "git -C sub commit -m \"a b\"",
            "npx tsc --noEmit && npm test",
            "sudo env A=1 timeout 5 python3 -m pytest tests",
            "time ctx run --intent x -- go vet ./...",
            "bash -c 'make ci'",
            "cat log | grep x && mvn -q verify | tail",
            "(cd web; pnpm run build)",
            "FOO=1 bundle exec rspec spec/a_spec.rb:4",
            "pytest -q tests/a.py",
            "pytest tests/a.py::one tests/b.py",
            "pytest",
            "cargo test",
            "git push origin main",
            "git push --force",
            "npm run check",
            "make ci|tail",
        ];
        for line in lines {
            let key = attempt::attempt_key(line);
            let error = OpenError::new(1, key, 1, None);
            let mut words = Vec::new();
            error.for_each_possible_target_word(|word| words.push(word.to_owned()));
            let target = FailedCommandLine::parse_line(&error.key);
            let Some(target) = target.program_and_verb() else { continue };
            assert!(words.iter().any(|word| word == verb_or_program_word(target)), "{line}: {target:?}");
            assert!(error.key.contains(verb_or_program_word(target)), "{line}: {target:?}");
            assert!(
                SucceededCommandLine::parse_line(line).programs_and_verbs().any(|done| done == target),
                "{line}: {target:?}"
            );
            let covers = |done: &&&str| {
                let done = SucceededCommandLine::parse_line(done);
                !done.is_project_wide_script() && done.settles_failure(error.failed_line())
            };
            for done in
                lines.iter().filter(|done| SucceededCommandLine::parse_line(done).settles_failure(error.failed_line()))
            {
                let passes =
                    attempt::line_may_settle_any_failure(done) || error.failed_line().may_be_settled_by_line(done);
                assert!(passes, "{done} settles {line}");
            }
            for done in lines.iter().filter(covers) {
                let passes =
                    !error.is_plain || SucceededCommandLine::parse_line(done).may_cover_unparsed_line(&error.key);
                assert!(passes, "{done} settles {line}");
            }
        }
    }

    #[test]
    fn files_that_an_error_names() {
        let text = "npx tsc: src/a.ts(12,3): error in lib.rs:4:1, see v1.2 and ./x/y.py or https://a.b/c";
        assert_eq!(file_paths_in(text).collect::<Vec<_>>(), ["src/a.ts", "lib.rs", "x/y.py"]);
    }
}
