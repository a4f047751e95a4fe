//! The programs that a command line runs: its pipelines, seen through wrappers, runners and inner shells.
//! `env X=1 timeout 60 bash -c 'cd web && npx jest | tail'` is `cd web`, then `jest` piped into `tail`.

use std::borrow::Cow;

use super::programs::{
    CONTAINER_VALUES, RUNNER_VALUES, SHELLS, XARGS_VALUES, find_wrapper_or_fetcher, is_program_in_list, runner_verbs,
};
use super::{
    CommandKind, CommandList, CommandNode, CompoundCommand, CompoundForm, ParsedShellScript, ShellWord, WordPart,
    WordPartKind, is_shell_name, is_word_in_list, loose, parse_script,
};

/// The largest nesting depth of shells and wrappers.
const DEEPEST: usize = 8;

/// A program and its words without quotes; expansions stay as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramStep {
    /// The program's bare name comes first.
    pub words: Vec<String>,
    /// As written, with its assignments and redirections.
    pub text: String,
    /// The words of a package manager that may have started it, or may mean a script of that name: `yarn jest`.
    pub manager: Option<Vec<String>>,
}

/// Programs that are joined by pipes, the first one first.
pub type ProgramPipeline = Vec<ProgramStep>;

/// The pipelines of a shell text in their order, including those inside of loops and inner shells.
pub fn split_into_pipelines(text: &str) -> Vec<ProgramPipeline> {
    let mut lines = PipelineCollector { found: Vec::new(), inner_texts: false };
    lines.collect_text(text, &[], 0);
    lines.found
}

/// The programs of a command given as words, as one line of shell, or as both.
pub fn split_into_programs(argv: &[String]) -> Vec<Vec<String>> {
    let found = match argv {
        [] => return Vec::new(),
        [line] if line.contains([' ', ';', '|', '&', '\n']) => split_into_pipelines(line),
        words => {
            let mut lines = PipelineCollector { found: Vec::new(), inner_texts: false };
            let mut pipeline = Vec::new();
            lines.prepend_program(words, "", &mut pipeline, 0);
            lines.add_pipeline(pipeline);
            lines.found
        }
    };
    found.into_iter().flatten().flat_map(|step| std::iter::once(step.words).chain(step.manager)).collect()
}

/// Whether a text runs this program anywhere, also inside of substitutions.
pub fn runs_program(text: &str, program: &str) -> bool {
    let mut lines = PipelineCollector { found: Vec::new(), inner_texts: true };
    lines.collect_text(text, &[], 0);
    lines.found.iter().flatten().any(|step| step.words[0] == program)
}

/// The words of a text that is one simple command, without quotes.
pub fn split_shell_words(text: &str) -> Vec<String> {
    let simple = parse_script(text).ok().and_then(|script| {
        let [entry] = script.body.entries.as_slice() else { return None };
        let [pipeline] = entry.pipelines.as_slice() else { return None };
        match pipeline.commands.as_slice() {
            [CommandNode { kind: CommandKind::Simple(simple), redirects, .. }]
                if redirects.is_empty() && simple.assignments.is_empty() =>
            {
                Some(simple.words.iter().map(|word| word_without_quotes(word, &script.text)).collect())
            }
            _ => None,
        }
    });
    simple.unwrap_or_else(|| loose::split_words_loosely(text))
}

/// The words, quoted for a shell.
pub fn join_quoted(words: &[String]) -> String {
    let quoted: Vec<Cow<'_, str>> = words.iter().map(|word| quote_word(word)).collect();
    quoted.join(" ")
}

fn quote_word(word: &str) -> Cow<'_, str> {
    let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,@%+".contains(&byte) || byte >= 0x80;
    if !word.is_empty() && word.bytes().all(safe) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

/// True when `pattern` names `program`: its words in this order, flags between them ignored.
pub fn matches_program_pattern(program: &[String], pattern: &str) -> bool {
    let mut wanted = pattern.split(' ');
    let Some(first) = wanted.next() else { return false };
    if program.first().is_none_or(|name| name != first) {
        return false;
    }
    let mut rest = program[1..].iter().take(8);
    wanted.all(|word| rest.by_ref().any(|given| given == word))
}

/// `NAME=value` before a command.
pub fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| is_shell_name(name))
}

/// A program's name without its folder and the endings of Windows.
pub fn program_base_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    [".exe", ".cmd", ".bat"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

struct PipelineCollector {
    found: Vec<ProgramPipeline>,
    /// Substitutions in words count, too.
    inner_texts: bool,
}

impl PipelineCollector {
    fn add_pipeline(&mut self, pipeline: ProgramPipeline) {
        if !pipeline.is_empty() {
            self.found.push(pipeline);
        }
    }

    /// A shell text whose output is piped through the steps in `after`.
    fn collect_text(&mut self, text: &str, after: &[ProgramStep], depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match parse_script(text) {
            Ok(script) => self.collect_list(&script.body, &script, after, depth),
            Err(_) => {
                for commands in loose::split_pipelines_loosely(text) {
                    let mut pipeline = after.to_vec();
                    for (words, written) in commands.iter().rev() {
                        self.prepend_program(words, written, &mut pipeline, depth);
                    }
                    if pipeline != after {
                        self.add_pipeline(pipeline);
                    }
                }
            }
        }
    }

    fn collect_list(&mut self, list: &CommandList, script: &ParsedShellScript, after: &[ProgramStep], depth: usize) {
        for piped in list.entries.iter().flat_map(|entry| &entry.pipelines) {
            let mut pipeline = after.to_vec();
            let behind = self.found.len();
            for command in piped.commands.iter().rev() {
                self.collect_command(command, script, &mut pipeline, depth);
            }
            if !pipeline.is_empty() && pipeline != after {
                self.found.insert(behind, pipeline);
            }
        }
    }

    /// Puts a command before the steps it is piped into; a command made of lists takes all of those with it.
    fn collect_command(
        &mut self,
        command: &CommandNode,
        script: &ParsedShellScript,
        pipeline: &mut ProgramPipeline,
        depth: usize,
    ) {
        match &command.kind {
            CommandKind::Simple(simple) => {
                let words: Vec<String> =
                    simple.words.iter().map(|word| word_without_quotes(word, &script.text)).collect();
                self.prepend_program(&words, &script.text[command.span.clone()], pipeline, depth);
                if self.inner_texts {
                    let values = simple.assignments.iter().flat_map(|assignment| &assignment.value);
                    for word in values.chain(&simple.words) {
                        self.collect_word_parts(&word.parts, script, depth);
                    }
                }
            }
            // `[[ -f x ]]` and `(( n ))` are commands, too.
            CommandKind::Compound(CompoundCommand { form: CompoundForm::Test | CompoundForm::Arithmetic, .. }) => {
                let written = &script.text[command.span.clone()];
                self.prepend_program(&[written.get(..2).unwrap_or_default().to_owned()], written, pipeline, depth);
            }
            CommandKind::Compound(compound) if depth < DEEPEST => {
                let after = std::mem::take(pipeline);
                for list in &compound.lists {
                    self.collect_list(list, script, &after, depth + 1);
                }
                if let Some(body) = &compound.body {
                    let mut inner = after;
                    self.collect_command(body, script, &mut inner, depth + 1);
                    self.add_pipeline(inner);
                }
            }
            CommandKind::Compound(_) => {}
        }
    }

    fn collect_word_parts(&mut self, parts: &[WordPart], script: &ParsedShellScript, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for part in parts {
            match &part.kind {
                WordPartKind::Double(inner) | WordPartKind::Arithmetic(inner) => {
                    self.collect_word_parts(inner, script, depth)
                }
                WordPartKind::Command(list) | WordPartKind::Process(list) => {
                    self.collect_list(list, script, &[], depth + 1)
                }
                WordPartKind::Backtick(inner) => self.collect_list(&inner.body, inner, &[], depth + 1),
                _ => {}
            }
        }
    }

    fn prepend_program(&mut self, words: &[String], written: &str, pipeline: &mut ProgramPipeline, depth: usize) {
        let mut steps = Vec::new();
        let after = std::mem::take(pipeline);
        let known = self.found.len();
        self.resolve_program(words, written, &mut steps, &after, depth);
        // An inner shell has already taken the steps after it.
        if self.found.len() == known {
            steps.extend(after);
        }
        *pipeline = steps;
    }

    /// The program that these words finally run, or the pipelines of the inner shell they start.
    fn resolve_program(
        &mut self,
        words: &[String],
        written: &str,
        steps: &mut ProgramPipeline,
        after: &[ProgramStep],
        depth: usize,
    ) {
        let Some((first, rest)) = words.split_first() else { return };
        if depth > DEEPEST {
            return;
        }
        if is_assignment(first) {
            return self.resolve_program(rest, written, steps, after, depth + 1);
        }
        let name = program_base_name(first);
        let is_xargs = matches!(name, "xargs" | "gxargs");
        let wraps = find_wrapper_or_fetcher(name).or(is_xargs.then_some((XARGS_VALUES, 0)));
        if let Some((values, before)) = wraps.filter(|_| !is_command_v_lookup(name, rest)) {
            let inner = skip_flags(rest, values).get(before..).unwrap_or_default();
            if !inner.is_empty() {
                return self.resolve_program(inner, written, steps, after, depth + 1);
            }
        }
        let takes_text = |word: &String| word.starts_with('-') && !word.starts_with("--") && word.ends_with('c');
        let script = rest.iter().position(takes_text).and_then(|at| rest.get(at + 1));
        if let Some(text) = script.filter(|_| is_word_in_list(SHELLS, name)) {
            return self.collect_text(text, after, depth + 1);
        }
        let mut manager = None;
        let mut inner: Option<&[String]> = None;
        if let Some(verbs) = runner_verbs(name) {
            let behind = skip_flags(rest, RUNNER_VALUES);
            if let Some((verb, to_run)) = behind.split_first() {
                if is_word_in_list(verbs, verb) {
                    inner = Some(skip_flags(to_run, RUNNER_VALUES));
                } else if matches!(name, "yarn" | "pnpm" | "bun") && !is_program_in_list("package verbs", verb) {
                    inner = Some(behind);
                    manager = Some(std::iter::once(name.to_owned()).chain(rest.iter().cloned()).collect());
                }
            }
        }
        if inner.is_none() {
            inner = command_inside_container_or_ssh(name, rest).or_else(|| command_inside_interpreter(name, rest));
        }
        if let Some(inner) = inner {
            self.resolve_program(inner, written, steps, after, depth + 1);
            if let Some(step) = steps.first_mut() {
                step.manager = manager.or_else(|| step.manager.take());
            }
            return;
        }
        let words = std::iter::once(name.to_owned()).chain(rest.iter().cloned()).collect();
        steps.push(ProgramStep { words, text: written.to_owned(), manager: None });
    }
}

/// A word's text without quotes, expansions as written.
fn word_without_quotes(word: &ShellWord, text: &str) -> String {
    fn push_parts(parts: &[WordPart], text: &str, out: &mut String) {
        for part in parts {
            match &part.kind {
                WordPartKind::Bare(bare) => out.push_str(&bare.text),
                WordPartKind::Quoted(quoted) => out.push_str(quoted),
                WordPartKind::Double(inner) => push_parts(inner, text, out),
                _ => out.push_str(text.get(part.span.clone()).unwrap_or_default()),
            }
        }
    }
    let mut out = String::new();
    push_parts(&word.parts, text, &mut out);
    out
}

fn command_inside_container_or_ssh<'a>(name: &str, rest: &'a [String]) -> Option<&'a [String]> {
    let mut at = skip_flags(rest, CONTAINER_VALUES);
    if name == "ssh" {
        return at.get(1..).filter(|inner| !inner.is_empty());
    }
    if !is_program_in_list("containers", name) {
        return None;
    }
    if at.first().is_some_and(|word| word == "compose") {
        at = skip_flags(&at[1..], CONTAINER_VALUES);
    }
    if !at.first().is_some_and(|word| word == "exec" || word == "run") {
        return None;
    }
    let target = skip_flags(&at[1..], CONTAINER_VALUES);
    let inner = skip_flags(target.get(1..)?, CONTAINER_VALUES);
    (!inner.is_empty()).then_some(inner)
}

/// `command -v x` asks for a program and runs none.
pub fn is_command_v_lookup(name: &str, rest: &[impl AsRef<str>]) -> bool {
    name == "command" && rest.first().is_some_and(|word| ["-v", "-V"].contains(&word.as_ref()))
}

/// `python -m pytest`, `node node_modules/.bin/eslint`.
fn command_inside_interpreter<'a>(name: &str, rest: &'a [String]) -> Option<&'a [String]> {
    let is_python = is_python_program(name);
    if is_python
        && let Some((module, inner)) = skip_flags_until(rest, "-W -X", "-m").split_first()
        && module == "-m"
    {
        return Some(inner);
    }
    if !is_python && !is_program_in_list("interpreters", name) {
        return None;
    }
    let script = skip_flags(rest, "-r --require --import -d -I");
    script.first().is_some_and(|path| path.contains("bin/")).then_some(script)
}

fn is_python_program(name: &str) -> bool {
    let version = name.strip_prefix("python").or_else(|| name.strip_prefix("pypy"));
    name == "py" || version.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Drops leading flags, the values of those that take one, assignments and a `--`.
fn skip_flags<'a>(words: &'a [String], valued: &str) -> &'a [String] {
    skip_flags_until(words, valued, "")
}

fn skip_flags_until<'a>(words: &'a [String], valued: &str, stop: &str) -> &'a [String] {
    let mut at = 0;
    while let Some(word) = words.get(at).filter(|word| stop.is_empty() || *word != stop) {
        if word == "--" {
            at += 1;
            break;
        }
        if is_word_in_list(valued, word) {
            at += 2;
        } else if (word.starts_with('-') && word.len() > 1) || is_assignment(word) {
            at += 1;
        } else {
            break;
        }
    }
    words.get(at..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
