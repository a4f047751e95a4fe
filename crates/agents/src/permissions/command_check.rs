//! Walks through a command and gathers every program it would run and every file it would touch, however deep inside.

use std::path::PathBuf;

use super::file_access::AccessedFile;
use super::program_run::{CommandArgument, ProgramRun};
use super::rules::PermissionRules;
use super::settings::FileAccess;
use crate::word_lists::is_in_program_list;
use ctx_shell::{
    CommandKind, CommandList, CommandNode, ParsedShellScript, PipelineNode, Redirect, ShellWord, WordPart, WordPartKind,
};

/// At most this many levels of texts that one shell hands to another.
const DEEPEST: usize = 24;
/// At most this many programs inside of others: a number that doubles with each level must have an end.
const MOST_INNER: usize = 2_000;
/// At most this many directories that a command may enter.
const MOST_DIRS: usize = 64;

pub(super) struct CommandCheck<'r> {
    pub rules: &'r PermissionRules,
    pub runs: Vec<ProgramRun>,
    pub files: Vec<AccessedFile>,
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
pub(super) enum ProgramInput {
    None,
    Text(String),
    Unknown,
}

impl<'r> CommandCheck<'r> {
    pub(super) fn new(rules: &'r PermissionRules) -> CommandCheck<'r> {
        CommandCheck {
            rules,
            runs: Vec::new(),
            files: Vec::new(),
            unclear: None,
            unclear_file: false,
            guarded: rules.forbidden_command_patterns().next().is_some(),
            wrote: false,
            dirs: vec![rules.cwd.clone()],
            depth: 0,
            inner: 0,
        }
    }

    pub(super) fn note_first_doubt(&mut self, why: &'static str) {
        self.unclear = self.unclear.or(Some(why));
    }

    /// Bounded: a command that is nested too deep is in doubt.
    pub(super) fn check_within_nesting_limits(&mut self, look: impl FnOnce(&mut Self)) {
        self.inner += usize::from(self.depth > 2);
        if self.depth >= DEEPEST || self.inner > MOST_INNER {
            return self.note_first_doubt("too deep");
        }
        self.depth += 1;
        look(self);
        self.depth -= 1;
    }

    /// Looks through a shell text.
    pub(super) fn check_shell_text(&mut self, text: &str) {
        self.runs.push(ProgramRun::from_text(text));
        match ctx_shell::parse_script(text) {
            Ok(script) => self.check_command_list(&script.body, &script),
            Err(unclear) => self.note_first_doubt(unclear.why),
        }
    }

    /// Looks through a value that may be a command; any other value is not a reason for doubt.
    pub(super) fn check_possible_command(&mut self, text: &str) {
        if let Ok(script) = ctx_shell::parse_script(text) {
            self.check_command_list(&script.body, &script);
        }
    }

    fn check_command_list(&mut self, list: &CommandList, script: &ParsedShellScript) {
        self.check_within_nesting_limits(|look| {
            for pipeline in list.entries.iter().flat_map(|entry| &entry.pipelines) {
                look.check_pipeline(pipeline, script);
            }
        });
    }

    fn check_pipeline(&mut self, pipeline: &PipelineNode, script: &ParsedShellScript) {
        let mut input = ProgramInput::None;
        for command in &pipeline.commands {
            let printed = fixed_output_of_echo_printf_cat(command, script);
            self.check_command(command, script, input);
            input = printed.map_or(ProgramInput::Unknown, ProgramInput::Text);
        }
    }

    fn check_command(&mut self, command: &CommandNode, script: &ParsedShellScript, piped: ProgramInput) {
        let mut input = piped;
        let mut writes = false;
        for redirect in &command.redirects {
            self.check_expansions_in_parts(&redirect.target.parts, script);
            match redirect.sign {
                "<<" | "<<-" => {
                    let heredoc = &script.heredocs[redirect.heredoc.unwrap_or_default()];
                    self.check_expansions_in_parts(&heredoc.parts, script);
                    let mut text = String::new();
                    let plain = heredoc.parts.iter().all(|part| match &part.kind {
                        WordPartKind::Quoted(quoted) => {
                            text.push_str(quoted);
                            true
                        }
                        _ => false,
                    });
                    input = match (heredoc.parts.is_empty(), plain) {
                        (true, _) => ProgramInput::Text(script.text[heredoc.span.clone()].to_owned()),
                        (false, true) => ProgramInput::Text(text),
                        (false, false) => ProgramInput::Unknown,
                    };
                }
                "<<<" => input = redirect.target.fixed_value().map_or(ProgramInput::Unknown, ProgramInput::Text),
                _ => {
                    if redirect.sign == "<" {
                        input = ProgramInput::None;
                    }
                    writes |= self.note_redirect_access(redirect);
                }
            }
        }
        match &command.kind {
            CommandKind::Simple(simple) => {
                self.runs.push(ProgramRun::from_text(&script.text[command.span.clone()]));
                for assignment in &simple.assignments {
                    for word in &assignment.value {
                        self.check_expansions_in_parts(&word.parts, script);
                    }
                    let value = assignment.value.first().map_or(Some(String::new()), ShellWord::fixed_value);
                    self.check_assignment(&assignment.name, value.as_deref());
                }
                let (Some(first), Some(last)) = (simple.words.first(), simple.words.last()) else {
                    self.wrote |= writes;
                    return;
                };
                self.runs.push(ProgramRun::from_text(&script.text[first.span.start..last.span.end]));
                for word in &simple.words {
                    self.check_expansions_in_parts(&word.parts, script);
                }
                let mut args: Vec<CommandArgument> =
                    simple.words.iter().map(|word| CommandArgument::from_word(word, &script.text)).collect();
                args[0].fixed = first.fixed_value().is_some();
                self.check_program(args, &input);
            }
            CommandKind::Compound(compound) => {
                for word in &compound.words {
                    self.check_expansions_in_parts(&word.parts, script);
                    let fixed = word.fixed_value();
                    self.check_subscript(fixed.as_deref());
                }
                for list in &compound.lists {
                    self.check_command_list(list, script);
                }
                if let Some(body) = &compound.body {
                    self.check_within_nesting_limits(|look| look.check_command(body, script, ProgramInput::None));
                }
            }
        }
        self.wrote |= writes;
    }

    pub(super) fn check_assignment(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) if is_in_program_list("run variables", name) => self.check_possible_command(value),
            None if is_in_program_list("run variables", name) => self.note_first_doubt("a variable whose value is run"),
            _ => {}
        }
        self.check_variable_change(name, value);
    }

    /// Notes the file; true where it is written.
    fn note_redirect_access(&mut self, redirect: &Redirect) -> bool {
        let access = match redirect.sign {
            "<" => FileAccess::Read,
            ">&" | "<&" if redirect.target.fixed_value().is_some_and(|to| is_descriptor_number(&to)) => {
                return false;
            }
            _ => FileAccess::Change,
        };
        let path = redirect.target.value_as_written();
        match &path {
            Some(path) => self.note_file_access(access, path),
            None => self.unclear_file = true,
        }
        access == FileAccess::Change && path.is_none_or(|path| path != "/dev/null")
    }

    /// Looks through the commands that parts of a word run when it is expanded.
    fn check_expansions_in_parts(&mut self, parts: &[WordPart], script: &ParsedShellScript) {
        for part in parts {
            match &part.kind {
                WordPartKind::Bare(_) | WordPartKind::Quoted(_) => {}
                WordPartKind::Double(inner) | WordPartKind::Arithmetic(inner) => {
                    self.check_expansions_in_parts(inner, script)
                }
                WordPartKind::Parameter(parameter) => {
                    if parameter.risky {
                        self.note_first_doubt("an expansion that may run or change something");
                    }
                    self.check_expansions_in_parts(&parameter.operand, script);
                }
                WordPartKind::Command(list) | WordPartKind::Process(list) => self.check_command_list(list, script),
                WordPartKind::Backtick(inner) => self.check_command_list(&inner.body, inner),
            }
        }
    }

    /// Goes to another directory, as far as it is known.
    pub(super) fn note_possible_directory(&mut self, dir: Option<&CommandArgument>) {
        let to = match dir {
            None => self.rules.home.clone(),
            Some(dir) if dir.text == "-" => return,
            Some(dir) if dir.fixed && !dir.glob => {
                let here = self.dirs.last().cloned().unwrap_or_default();
                Some(super::file_access::expand_tilde_or_join(&here, self.rules.home.as_deref(), &dir.text))
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

fn is_descriptor_number(text: &str) -> bool {
    text == "-" || text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit())
}

/// The output of `echo` or `printf`, if it is known.
fn fixed_output_of_echo_printf_cat(command: &CommandNode, script: &ParsedShellScript) -> Option<String> {
    let CommandKind::Simple(simple) = &command.kind else { return None };
    let words: Option<Vec<String>> = simple.words.iter().map(ShellWord::fixed_value).collect();
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
