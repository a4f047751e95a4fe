//! Flags that people try before they read a help text: what each means, and the flag of this verb that means the same.

use std::ffi::OsString;

use ctx_shell::lines::join_quoted;

use crate::Error;

/// Our flags and other words for them, a row for each meaning.
const ROWS: &str = include_str!("words.txt");

/// Verbs that read, or write to the store only. The others run, delete or change files: they are told what to type.
const HARMLESS: [&str; 14] = [
    "context", "diff", "doctor", "fetch", "get", "history", "note", "peek", "reflect", "search", "stats", "store",
    "usage", "web",
];

pub fn is_harmless_verb(verb: &str) -> bool {
    HARMLESS.contains(&verb) || verb == "--version"
}

/// What the rows with this word are for.
fn meanings_of_word(word: &str) -> impl Iterator<Item = &'static str> {
    let rows = ROWS.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.rsplit_once(" | "));
    rows.filter(move |(_, tried)| tried.split(' ').any(|tried| tried == word)).map(|(ours, _)| ours)
}

/// The line that does what this word of a verb seems to ask for, where that is no flag of it.
pub fn suggest_line_for_word(verb: &str, word: &str) -> Option<&'static str> {
    meanings_of_word(word).find_map(|ours| ours.split_once('!').filter(|(of, _)| *of == verb).map(|(_, line)| line))
}

/// The command, with its flags, that other programs call so.
pub fn command_for_foreign_name(word: &str) -> Option<&'static str> {
    meanings_of_word(word).find_map(|ours| ours.strip_prefix("ctx:"))
}

/// The hint for a line that is not run unasked.
pub fn may_be_meant_hint(line: &[OsString]) -> String {
    let words: Vec<String> = line.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    format!("this may be meant: ctx {}", join_quoted(&words))
}

/// A command line with a flag that its verb does not have.
pub struct UnknownFlag<'a> {
    pub root: &'a clap::Command,
    pub words: &'a [OsString],
    /// The verb that the words address, and its name from `ctx` on.
    pub verb: &'a clap::Command,
    pub path: &'a str,
    pub given: &'a str,
}

fn value_name(arg: &clap::Arg) -> Option<&str> {
    arg.get_value_names().and_then(|names| names.first()).map(|name| name.as_str())
}

impl UnknownFlag<'_> {
    /// The line that was meant and what to say about it, or the refusal. `parses` tells whether a line could be run, as far
    /// as this flag goes.
    pub fn correct_command_line(&self, parses: impl Fn(&[OsString]) -> bool) -> Result<(Vec<OsString>, String), Error> {
        // `ctx search "--agent path is ignored"`: several words are a question, not a flag.
        if let Some(line) = self.rewrite_as_question().filter(|line| parses(line)) {
            return Ok((line, format!("{} looks for \"{}\"", self.path, self.given)));
        }
        let unknown = || Error::usage(format_args!("{} has no flag {}", self.path, self.given));
        let spellings = self.equivalent_flags();
        let mut lines: Vec<(&String, Vec<OsString>)> =
            spellings.iter().filter_map(|flag| Some((flag, self.rewrite_with_flag(flag)?))).collect();
        lines.retain(|(_, line)| parses(line));
        let Some((flag, line)) = lines.pop().filter(|_| lines.is_empty()) else {
            return Err(match suggest_line_for_word(self.verb.get_name(), &self.bare_flag_name()) {
                Some(line) => unknown().with_hint(line),
                None => super::mistake::unknown_flag_error(self, &spellings),
            });
        };
        // A word in the place of a flag says nothing without the word after it.
        let with_value = !flag.starts_with('-') || self.digits_of_flag().is_some();
        let value = self.flag_position().filter(|_| with_value).and_then(|at| self.flag_value(at)).unwrap_or_default();
        let plain = [self.path, flag, &value].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        if is_harmless_verb(self.verb.get_name()) && self.path.split(' ').count() == 2 {
            return Ok((line, format!("{} {} means: {plain}", self.path, self.given)));
        }
        Err(unknown().with_hint(may_be_meant_hint(&line)))
    }

    fn rewrite_as_question(&self) -> Option<Vec<OsString>> {
        let is_question = self.verb.get_name() == "search" && self.given.contains(' ');
        let at = self.words.iter().position(|word| is_question && word.to_str() == Some(self.given))?;
        let others = self.words.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, word)| word.clone());
        Some(others.chain(["--".into(), self.words[at].clone()]).collect())
    }

    fn digits_of_flag(&self) -> Option<&str> {
        self.given.strip_prefix('-').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The word that was tried; of `-20`, that for a number.
    fn bare_flag_name(&self) -> String {
        if self.digits_of_flag().is_some() {
            "n".to_owned()
        } else {
            self.given.trim_start_matches('-').replace('_', "-")
        }
    }

    /// The visible flag of this verb, by its name in the table.
    fn find_visible_flag(&self, name: &str) -> Option<&clap::Arg> {
        let short = name.strip_prefix('-').and_then(|name| name.chars().next());
        self.verb.get_arguments().filter(|arg| !arg.is_hide_set()).find(|arg| match short {
            Some(short) => arg.get_short() == Some(short),
            // `ctx get --until RE` is no time.
            None => arg.get_long() == Some(name) && (name != "until" || value_name(arg) == Some("TIME")),
        })
    }

    /// What this verb has for the word, as it is typed.
    fn equivalent_flags(&self) -> Vec<String> {
        let name = self.bare_flag_name();
        let mut found: Vec<String> = meanings_of_word(&name)
            .filter(|ours| !ours.contains('!'))
            .filter_map(|ours| match ours.split_once(':') {
                Some((verb, instead)) => (self.verb.get_name() == verb).then(|| instead.to_owned()),
                None if ours.starts_with('-') => self.find_visible_flag(ours).map(|_| ours.to_owned()),
                None => self.find_visible_flag(ours.split('=').next().unwrap_or(ours)).map(|_| format!("--{ours}")),
            })
            .collect();
        // `--format json`, `-o csv`: the value is a flag.
        let value = self.flag_position().and_then(|at| self.flag_value(at));
        if let Some(value) = value.filter(|_| ["format", "output", "out", "o", "as"].contains(&&*name))
            && self.find_visible_flag(&value).is_some_and(|flag| !flag.get_action().takes_values())
        {
            found.push(format!("--{value}"));
        }
        found.dedup();
        found
    }

    /// Where the flag stands; what follows `--` belongs to somebody else.
    fn flag_position(&self) -> Option<usize> {
        let ours = self.words.iter().position(|word| word == "--").unwrap_or(self.words.len());
        self.words[..ours].iter().position(|word| word.to_string_lossy().split('=').next() == Some(self.given))
    }

    fn flag_value(&self, at: usize) -> Option<String> {
        if let Some(number) = self.digits_of_flag() {
            return Some(number.to_owned());
        }
        let word = self.words[at].to_string_lossy();
        match word.split_once('=') {
            Some((_, value)) => Some(value.to_owned()),
            None => self.words.get(at + 1).map(|word| word.to_string_lossy().into_owned()),
        }
    }

    /// The line with this spelling in the place of the unknown flag.
    fn rewrite_with_flag(&self, spelling: &str) -> Option<Vec<OsString>> {
        let at = self.flag_position()?;
        let mut line = self.words.to_vec();
        let joined = line[at].to_string_lossy().contains('=') || self.digits_of_flag().is_some();
        let flag = self.find_visible_flag(spelling.strip_prefix("--").unwrap_or(spelling));
        let Some(flag) = flag.filter(|flag| flag.get_action().takes_values()) else {
            let is_value = spelling.strip_prefix("--").is_some() && self.flag_value(at).as_deref() == spelling.get(2..);
            let gone = if is_value && !joined { at + 2 } else { at + 1 };
            line.splice(at..gone, (!spelling.is_empty()).then(|| spelling.into()));
            return (!joined || is_value).then_some(line);
        };
        let Some(mut value) = self.flag_value(at) else {
            // `ctx search RE --regex`: the value stands before it.
            let before = line.get(at - 1)?.clone();
            let alone = at == 3 && !before.to_string_lossy().starts_with('-');
            line.splice(at - 1.., [spelling.into(), before]);
            return alone.then_some(line);
        };
        if ["since", "until"].iter().any(|name| flag.get_long() == Some(name))
            && value.bytes().all(|byte| byte.is_ascii_digit())
        {
            // `--days 30`; a number alone would be seconds.
            let name = self.bare_flag_name();
            value.push_str(["days", "hours", "weeks", "minutes"].iter().find(|unit| **unit == name)?.get(..1)?);
        }
        let gone = if joined { at + 1 } else { at + 2 };
        line.splice(at..gone, [spelling.into(), value.into()]);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::correct_unknown_flags;

    /// What a line is understood as, or the hint of its refusal.
    fn meant(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match correct_unknown_flags(&words) {
            Ok(understood) => understood.line.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "),
            Err(error) => format!("refused: {}", error.hint().unwrap_or_default()),
        }
    }

    #[test]
    fn a_word_means_the_flag_that_the_verb_has() {
        for (tried, plain) in [
            ("ctx search --regex E[0-9]", "ctx search --grep E[0-9]"),
            ("ctx search E[0-9] --regex", "ctx search --grep E[0-9]"),
            ("ctx search --pattern=E x", "refused: did you mean --grep? ctx help search lists its flags"),
            ("ctx get @ --failures", "ctx get @ --findings"),
            ("ctx history --failures", "ctx history --failed"),
            ("ctx history --before 2h --errors", "ctx history --until 2h --failed"),
            ("ctx get @ --last 20", "ctx get @ --tail 20"),
            ("ctx get --latest", "ctx get @"),
            ("ctx history --last 5", "ctx history --limit 5"),
            ("ctx history --last 2h", "ctx history --since 2h"),
            ("ctx stats --days 30", "ctx stats --since 30d"),
            ("ctx stats --days=30", "ctx stats --since 30d"),
            ("ctx history --format json", "ctx history --json"),
            ("ctx usage --output=csv", "ctx usage --csv"),
            ("ctx get @ --grep x --context 3", "ctx get @ --grep x -C 3"),
            ("ctx note --tasks", "ctx note"),
            ("ctx note --finish k7f2qa", "ctx note --done k7f2qa"),
            ("ctx get --full @", "ctx get --all @"),
            ("ctx get --before 2h", "refused: ctx help get lists its flags"),
            ("ctx history -3", "ctx history --limit 3"),
            ("ctx get @ -40", "ctx get @ --tail 40"),
            ("ctx usage --week", "ctx usage --since=7d"),
            ("ctx get @ -o x", "refused: ctx get REF --raw > FILE"),
            ("ctx get @ --pinned", "refused: ctx history has --pinned; ctx help get lists its flags"),
            ("ctx history --older-than 7", "refused: did you mean --until? ctx help history lists its flags"),
        ] {
            assert_eq!(meant(tried), plain, "{tried}");
        }
    }

    #[test]
    fn what_runs_deletes_or_changes_files_is_told_and_not_guessed() {
        for (tried, line) in [
            ("ctx forget --older-than 30d", "ctx forget --until 30d"),
            ("ctx forget @ --force", "ctx forget @ --yes"),
            ("ctx init --preview", "ctx init --dry-run"),
            ("ctx run --name x -- make --name y", "ctx run --label x -- make --name y"),
        ] {
            assert_eq!(meant(tried), format!("refused: this may be meant: {line}"), "{tried}");
        }
        for line in ["ctx run -- make --regex", "ctx run make --regex x", "ctx search -- --regex"] {
            assert_eq!(meant(line), line, "what follows belongs to the command");
        }
    }

    #[test]
    fn every_row_names_flags_that_are_there() {
        let root = crate::cli::definition();
        for row in ROWS.lines().filter(|row| !row.starts_with('#')) {
            let (ours, tried) = row.rsplit_once(" | ").unwrap();
            let verbs = || root.get_subcommands();
            let is_verb = |name: &str| verbs().any(|known| known.get_name() == name);
            let ours = ours.split('=').next().unwrap();
            let known = match ours.split_once(['!', ':']) {
                Some(("ctx", _)) => !tried.split(' ').any(is_verb),
                Some((verb, _)) => is_verb(verb),
                None => verbs().any(|verb| {
                    let mut flags = verb.get_arguments();
                    flags.any(|arg| arg.get_long() == Some(ours) || ours == "-C" && arg.get_short() == Some('C'))
                }),
            };
            assert!(known && !tried.is_empty(), "{row}");
        }
    }
}
