//! Walks through a command and gathers every program it would run and every file it would touch, however deep inside.

use std::path::PathBuf;

use super::rules::Rules;
use super::run::{Arg, Run};
use super::touch::Touched;
use crate::permissions::Access;
use ctx_shell::{Command, CommandKind, List, Part, PartKind, Pipeline, Redirect, Script, Word, listed};

/// At most this many levels of texts that one shell hands to another.
const DEEPEST: usize = 24;
/// At most this many programs inside of others: a number that doubles with each level must have an end.
const MOST_INNER: usize = 2_000;
/// At most this many directories that a command may enter.
const MOST_DIRS: usize = 64;

/// Variables whose value is run.
const RUN_VARIABLES: &str = "PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH \
         GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS BROWSER PROMPT_COMMAND LESSOPEN LESSCLOSE PS0 PS1 PS2 PS4";

pub(super) struct Look<'r> {
    pub rules: &'r Rules,
    pub runs: Vec<Run>,
    pub files: Vec<Touched>,
    /// Why it cannot be known what would run.
    pub unclear: Option<&'static str>,
    /// It cannot be known which file would be touched.
    pub unclear_file: bool,
    /// A rule forbids commands: then a command that is not known to be harmless is in doubt.
    pub guarded: bool,
    /// An earlier command has written a file.
    pub wrote: bool,
    /// Where relative paths may begin, the latest last.
    pub dirs: Vec<PathBuf>,
    depth: usize,
    inner: usize,
}

/// The standard input of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Input {
    None,
    Text(String),
    Unknown,
}

impl<'r> Look<'r> {
    pub(super) fn new(rules: &'r Rules) -> Look<'r> {
        Look {
            rules,
            runs: Vec::new(),
            files: Vec::new(),
            unclear: None,
            unclear_file: false,
            guarded: rules.guards().next().is_some(),
            wrote: false,
            dirs: vec![rules.cwd.clone()],
            depth: 0,
            inner: 0,
        }
    }

    pub(super) fn doubt(&mut self, why: &'static str) {
        self.unclear = self.unclear.or(Some(why));
    }

    /// Bounded: a command that is nested too deep is in doubt.
    pub(super) fn deeper(&mut self, look: impl FnOnce(&mut Self)) {
        self.inner += usize::from(self.depth > 2);
        if self.depth >= DEEPEST || self.inner > MOST_INNER {
            return self.doubt("too deep");
        }
        self.depth += 1;
        look(self);
        self.depth -= 1;
    }

    /// Looks through a shell text; returns the script, if it can be parsed.
    pub(super) fn text(&mut self, text: &str) -> Option<Script> {
        self.runs.push(Run::written(text));
        match ctx_shell::parse(text) {
            Ok(script) => {
                self.deeper(|look| look.list(&script.body, &script));
                Some(script)
            }
            Err(unclear) => {
                self.doubt(unclear.why);
                None
            }
        }
    }

    /// Looks through a value that may be a command; any other value is not a reason for doubt.
    pub(super) fn maybe_text(&mut self, text: &str) {
        if let Ok(script) = ctx_shell::parse(text) {
            self.deeper(|look| look.list(&script.body, &script));
        }
    }

    fn list(&mut self, list: &List, script: &Script) {
        for pipeline in list.entries.iter().flat_map(|entry| &entry.pipelines) {
            self.pipeline(pipeline, script);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, script: &Script) {
        let mut input = Input::None;
        for command in &pipeline.commands {
            let printed = printed_by(command, script);
            self.command(command, script, input);
            input = printed.map_or(Input::Unknown, Input::Text);
        }
    }

    fn command(&mut self, command: &Command, script: &Script, piped: Input) {
        let mut input = piped;
        let mut writes = false;
        for redirect in &command.redirects {
            self.word(&redirect.target, script);
            match redirect.sign {
                "<<" | "<<-" => {
                    let heredoc = &script.heredocs[redirect.heredoc.unwrap_or_default()];
                    self.parts(&heredoc.parts, script);
                    let mut text = String::new();
                    let plain = heredoc.parts.iter().all(|part| match &part.kind {
                        PartKind::Quoted(quoted) => {
                            text.push_str(quoted);
                            true
                        }
                        _ => false,
                    });
                    input = match (heredoc.parts.is_empty(), plain) {
                        (true, _) => Input::Text(script.text[heredoc.span.clone()].to_owned()),
                        (false, true) => Input::Text(text),
                        (false, false) => Input::Unknown,
                    };
                }
                "<<<" => input = redirect.target.fixed().map_or(Input::Unknown, Input::Text),
                _ => {
                    if redirect.sign == "<" {
                        input = Input::None;
                    }
                    writes |= self.redirected(redirect);
                }
            }
        }
        match &command.kind {
            CommandKind::Simple(simple) => {
                self.runs.push(Run::written(&script.text[command.span.clone()]));
                for assignment in &simple.assignments {
                    for word in &assignment.value {
                        self.word(word, script);
                    }
                    let value = assignment.value.first().map_or(Some(String::new()), Word::fixed);
                    self.assignment(&assignment.name, value.as_deref());
                }
                let (Some(first), Some(last)) = (simple.words.first(), simple.words.last()) else {
                    self.wrote |= writes;
                    return;
                };
                self.runs.push(Run::written(&script.text[first.span.start..last.span.end]));
                for word in &simple.words {
                    self.word(word, script);
                }
                let mut args: Vec<Arg> = simple.words.iter().map(|word| Arg::of(word, &script.text)).collect();
                args[0].fixed = first.fixed().is_some();
                self.deeper(|look| look.program(args, &input));
            }
            CommandKind::Compound(compound) => {
                for word in &compound.words {
                    self.word(word, script);
                    let fixed = word.fixed();
                    self.subscript(fixed.as_deref());
                }
                for list in &compound.lists {
                    self.deeper(|look| look.list(list, script));
                }
                if let Some(body) = &compound.body {
                    self.deeper(|look| look.command(body, script, Input::None));
                }
            }
        }
        self.wrote |= writes;
    }

    pub(super) fn assignment(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) if listed(RUN_VARIABLES, name) => self.maybe_text(value),
            None if listed(RUN_VARIABLES, name) => self.doubt("a variable whose value is run"),
            _ => {}
        }
        self.unsettles(name, value);
    }

    /// Notes the file; true where it is written.
    fn redirected(&mut self, redirect: &Redirect) -> bool {
        let access = match redirect.sign {
            "<" => Access::Read,
            ">&" | "<&" if redirect.target.fixed().is_some_and(|to| is_descriptor(&to)) => return false,
            _ => Access::Change,
        };
        let path = redirect.target.as_written();
        match &path {
            Some(path) => self.touch(access, path),
            None => self.unclear_file = true,
        }
        access == Access::Change && path.is_none_or(|path| path != "/dev/null")
    }

    /// Looks through the commands that a word runs when it is expanded.
    fn word(&mut self, word: &Word, script: &Script) {
        self.parts(&word.parts, script);
    }

    fn parts(&mut self, parts: &[Part], script: &Script) {
        for part in parts {
            match &part.kind {
                PartKind::Bare(_) | PartKind::Quoted(_) => {}
                PartKind::Double(inner) | PartKind::Arithmetic(inner) => self.parts(inner, script),
                PartKind::Parameter(parameter) => {
                    if parameter.risky {
                        self.doubt("an expansion that may run or change something");
                    }
                    self.parts(&parameter.operand, script);
                }
                PartKind::Command(list) | PartKind::Process(list) => self.deeper(|look| look.list(list, script)),
                PartKind::Backtick(inner) => self.deeper(|look| look.list(&inner.body, inner)),
            }
        }
    }

    /// Looks at a program by its words alone, as the system gets them.
    pub(super) fn argv(&mut self, args: Vec<Arg>) {
        self.deeper(|look| look.program(args, &Input::None));
    }

    /// Goes to another directory, as far as it is known.
    pub(super) fn enter(&mut self, dir: Option<&Arg>) {
        let to = match dir {
            None => self.rules.home.clone(),
            Some(dir) if dir.text == "-" => return,
            Some(dir) if dir.fixed && !dir.glob => {
                let here = self.dirs.last().cloned().unwrap_or_default();
                Some(super::touch::resolve(&here, self.rules.home.as_deref(), &dir.text))
            }
            Some(_) => None,
        };
        match to {
            Some(to) if self.dirs.len() < MOST_DIRS => self.dirs.push(to),
            // The directory is not known: files are judged by the directories that are.
            _ => {}
        }
    }
}

fn is_descriptor(text: &str) -> bool {
    text == "-" || text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit())
}

/// The output of `echo` or `printf`, if it is known.
fn printed_by(command: &Command, script: &Script) -> Option<String> {
    let CommandKind::Simple(simple) = &command.kind else { return None };
    let words: Option<Vec<String>> = simple.words.iter().map(Word::fixed).collect();
    let words = words?;
    let (name, rest) = words.split_first()?;
    match name.rsplit('/').next()? {
        "cat" if rest.is_empty() => {
            let redirect = command.redirects.iter().find(|redirect| redirect.heredoc.is_some())?;
            let heredoc = &script.heredocs[redirect.heredoc?];
            heredoc.parts.is_empty().then(|| script.text[heredoc.span.clone()].to_owned())
        }
        "echo" => {
            let rest: Vec<&str> = rest
                .iter()
                .map(String::as_str)
                .skip_while(|word| ["-n", "-e", "-E", "-ne", "-en"].contains(word))
                .collect();
            Some(rest.join(" ").replace("\\n", "\n"))
        }
        "printf" => {
            let (format, values) = rest.split_first()?;
            let mut text = format.replace("\\n", "\n");
            for value in values {
                text = if text.contains("%s") { text.replacen("%s", value, 1) } else { format!("{text} {value}") };
            }
            Some(text)
        }
        _ => None,
    }
}
