//! Where a rule forbids commands, a program passes if it is known to run none of its arguments and input, or if none of
//! them mentions a forbidden command. Everything else is in doubt.

use super::command_check::{CommandCheck, ProgramInput};
use super::pattern;
use super::program_run::CommandArgument;
use crate::word_lists::is_in_program_list;
use ctx_shell::is_word_in_list;
use ctx_shell::programs::{SHELLS, find_wrapper_or_tracer, runner_verbs};

impl CommandCheck<'_> {
    /// The remaining checks of a program, by its bare name.
    pub(super) fn doubt_unless_known_harmless(&mut self, name: &str, args: &[CommandArgument], input: &ProgramInput) {
        let is_wrapper = find_wrapper_or_tracer(name).is_some();
        let looked_at = is_wrapper
            || is_in_program_list("tools", name)
            || is_in_program_list("looked through", name)
            || is_word_in_list(SHELLS, name);
        if !self.guarded {
            // An unknown program's arguments may still name a file that a rule is about.
            if !looked_at && !is_in_program_list("plain", name) && name != "git" {
                self.check_code_text(&join_argument_texts(args));
            }
            return;
        }
        if name.contains(['=', '%', '(']) {
            return self.note_first_doubt("the name of a command is not one");
        }
        if is_in_program_list("subscripts", name)
            && args.iter().any(|arg| arg.fixed && has_command_substitution(&arg.text))
        {
            return self.note_first_doubt("a name that runs something when it is read");
        }
        if name == "git" {
            self.check_git_verb(args);
        }
        let plain = is_in_program_list("plain", name) || name == "git";
        if self.wrote && !plain && !is_wrapper && !["xargs", "eval", "ctx"].contains(&name) {
            return self.note_first_doubt("a file that the same line writes may be what it runs");
        }
        if writes_files(name, args) {
            self.wrote = true;
        }
        if plain || looked_at {
            // The argument of sed is a script of its own that can run others.
            if ["sed", "gsed"].contains(&name) && args.iter().any(|arg| sed_script_runs_command(&arg.text)) {
                self.note_first_doubt("a sed script that may run something");
            }
            return;
        }
        let is_runner =
            runner_verbs(name).is_some_and(|verbs| args.iter().any(|arg| is_word_in_list(verbs, &arg.text)));
        if is_runner {
            return;
        }
        if args.iter().any(|arg| !arg.fixed && arg.text.starts_with("<(")) {
            return self.note_first_doubt("what one program prints may be what another runs");
        }
        match input {
            ProgramInput::Text(text) => self.check_code_text(text),
            ProgramInput::Unknown if is_in_program_list("interpreters", name) && reads_script_from_stdin(args) => {
                self.note_first_doubt("a program that comes through a pipe");
            }
            _ => {}
        }
        self.check_code_text(&join_argument_texts(args));
    }

    /// A text that may be run: in doubt if it mentions something forbidden.
    pub(super) fn check_code_text(&mut self, text: &str) {
        if self.guarded && self.rules.forbidden_command_patterns().any(|guard| mentions_pattern(guard, text)) {
            self.note_first_doubt("it speaks of what that rule forbids, and may run it");
        }
        // `.env` in a script that opens files by itself.
        let named = |name: &&str| !name.is_empty() && !name.contains('*');
        let mut names = self.rules.forbidden_file_patterns().filter_map(|spec| spec.rsplit('/').find(named));
        if names.any(|name| mentions_pattern(name, text)) {
            self.unclear_file = true;
        }
    }

    /// A word of `[[ … ]]`, `for` or `case` whose subscript would be evaluated.
    pub(super) fn check_subscript(&mut self, fixed: Option<&str>) {
        if self.guarded && fixed.is_some_and(has_command_substitution) {
            self.note_first_doubt("a name that runs something when it is read");
        }
    }

    /// Doubts a variable that changes which programs run, or whose value may run something.
    pub(super) fn check_variable_change(&mut self, name: &str, value: Option<&str>) {
        if !self.guarded {
            return;
        }
        let loads = ["LD_", "DYLD_", "BASH_FUNC_"].iter().any(|start| name.starts_with(start));
        if is_in_program_list("settling variables", name) || loads {
            self.note_first_doubt("a variable with which names mean other programs");
        }
        if let Some(value) = value {
            if has_command_substitution(value) {
                self.note_first_doubt("a value that runs something when it is read");
            }
            self.check_code_text(value);
        }
    }

    /// Verbs that are not git's own, or that set something.
    fn check_git_verb(&mut self, args: &[CommandArgument]) {
        const VALUED: &str = "-C -c --git-dir --work-tree --namespace --exec-path --config-env";
        let mut at = 0;
        while let Some(arg) = args.get(at).filter(|arg| arg.text.starts_with('-')) {
            at += if is_word_in_list(VALUED, &arg.text) { 2 } else { 1 };
        }
        match args.get(at) {
            Some(verb) if verb.fixed && verb.text == "config" => self.check_code_text(&join_argument_texts(args)),
            Some(verb) if !verb.fixed || !is_in_program_list("git verbs", &verb.text) => {
                self.note_first_doubt("an alias of git may run anything");
            }
            _ => {}
        }
    }
}

fn join_argument_texts(args: &[CommandArgument]) -> String {
    args.iter().map(|arg| arg.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// `$(…)` or backticks in a text that the shell has not read yet.
fn has_command_substitution(text: &str) -> bool {
    text.contains("$(") || text.contains('`')
}

fn writes_files(name: &str, args: &[CommandArgument]) -> bool {
    let has = |flags: &[&str]| args.iter().any(|arg| flags.iter().any(|flag| arg.text.starts_with(flag)));
    match name {
        "curl" => has(&["-o", "-O", "--output", "--remote-name"]),
        "sed" | "gsed" | "perl" => has(&["-i", "--in-place"]) || args.iter().any(|arg| arg.text.contains('w')),
        "awk" | "gawk" | "mawk" => args.iter().any(|arg| arg.text.contains('>')),
        "git" => args.iter().any(|arg| arg.text == "config"),
        _ => is_in_program_list("writers of files", name),
    }
}

fn reads_script_from_stdin(args: &[CommandArgument]) -> bool {
    args.iter().all(|arg| arg.text.starts_with('-') && !["-c", "-e", "-m", "--eval", "-p"].contains(&arg.text.as_str()))
        || args.iter().any(|arg| arg.text == "-")
}

/// `e` as a command of its own, or as a flag after a substitution.
fn sed_script_runs_command(script: &str) -> bool {
    let bytes = script.as_bytes();
    let ends = |at: usize| bytes.get(at).is_none_or(|byte| b" \t\n;}".contains(byte));
    bytes.iter().enumerate().any(|(at, &byte)| {
        if byte != b'e' {
            return false;
        }
        let before = script[..at].trim_end();
        let command = ends(at + 1)
            && (before.is_empty() || before.ends_with(|c: char| c.is_ascii_digit() || ";{}\n$/!,".contains(c)));
        // The flags of `s/a/b/ge`: letters from the last separator to here.
        let flags = script[..at].trim_end_matches(|c: char| "gpiImM0123456789".contains(c));
        let flag = script.contains('s')
            && flags.ends_with(|c: char| c.is_ascii_punctuation() && c != '-')
            && ends_sed_flags(&script[at..]);
        command || flag
    })
}

fn ends_sed_flags(rest: &str) -> bool {
    let rest = rest.trim_start_matches(|c: char| "egpiImMwW0123456789".contains(c));
    rest.is_empty() || rest.starts_with([' ', ';', '}', '\n'])
}

/// True when the words of a rule's pattern stand in the text, in their order.
fn mentions_pattern(rule: &str, text: &str) -> bool {
    let rule = rule.strip_suffix(":*").unwrap_or(rule);
    let mut wanted = rule.split_whitespace().filter(|word| *word != "*").peekable();
    let is_part = |c: char| c.is_alphanumeric() || "_-./+@".contains(c);
    for word in text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()) {
        let Some(next) = wanted.peek() else { return true };
        let bare = word.rsplit('/').next().unwrap_or(word);
        if [word, bare, word.trim_end_matches('.')].iter().any(|word| pattern::matches_wildcards(next, word)) {
            wanted.next();
        }
    }
    wanted.peek().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_mentions_a_rule_by_its_words() {
        for (rule, text, spoken) in [
            ("rm *", "import os; os.system('rm x')", true),
            ("rm *", "/bin/rm x", true),
            ("rm:*", "SHELL=rm", true),
            ("rm *", "the farm and its rm-old, arm", false),
            ("git push *", "git -C dir push origin", true),
            ("git push *", "git pull && echo", false),
            ("git push *", "push git", false),
            ("npm run deploy*", "npm run deploy:live", true),
            ("* --force", "x --force", true),
            ("* --force", "x --fast", false),
        ] {
            assert_eq!(mentions_pattern(rule, text), spoken, "{rule}: {text}");
        }
    }

    #[test]
    fn scripts_of_sed_that_run_something() {
        for script in
            ["1e date", "e", "s/a/b/e", "s/x/y/ge", "s|a|b|gep", "$e ls", "/x/e ls", "1{e ls\n}", "s/a/b/;e ls"]
        {
            assert!(sed_script_runs_command(script), "{script}");
        }
        for script in ["s/e/f/", "1,10p", "/else/d", "s/a/e/g", "$d", "file.ext", "-e", "s/one/three/", "/the end/p"] {
            assert!(!sed_script_runs_command(script), "{script}");
        }
    }
}
