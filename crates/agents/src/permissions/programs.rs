//! Programs that run other programs: wrappers, shells, and tools that take a command among their arguments.

use super::command_check::{CommandCheck, ProgramInput};
use super::program_run::{CommandArgument, ProgramRun};
use crate::word_lists::{is_in_program_list, words_in_program_list};
use ctx_shell::is_word_in_list;
use ctx_shell::lines::{is_assignment, is_command_v_lookup};
use ctx_shell::programs::{
    RUNNER_VALUES, SHELLS, XARGS_VALUES, find_wrapper_or_tracer, runner_verbs, valued_flags_before_verb,
};

impl CommandCheck<'_> {
    /// A program, all it runs in turn, and the files it touches.
    pub(super) fn check_program(&mut self, args: Vec<CommandArgument>, input: &ProgramInput) {
        self.check_within_nesting_limits(|look| look.check_program_and_inner_ones(args, input));
    }

    fn check_program_and_inner_ones(&mut self, mut args: Vec<CommandArgument>, input: &ProgramInput) {
        let Some(first) = args.first() else { return };
        self.runs.push(ProgramRun::new(&args));
        let Some(given) = first.known_text().map(str::to_owned) else {
            return self.note_first_doubt("the name of a command is not known before it runs");
        };
        let name = given.rsplit('/').next().unwrap_or_default().to_owned();
        if given.contains('/') {
            // A link of another name is still the program.
            let real = self.dirs.iter().find_map(|dir| dir.join(&given).canonicalize().ok());
            if let Some(real) = real.as_deref().and_then(|real| real.file_name()?.to_str()).filter(|real| *real != name)
            {
                args[0].text = real.to_owned();
                self.runs.push(ProgramRun::new(&args));
            }
        }
        for spelling in [name.to_ascii_lowercase(), name.clone()] {
            if args[0].text != spelling {
                args[0].text = spelling;
                self.runs.push(ProgramRun::new(&args));
            }
        }
        let rest = &args[1..];
        self.note_files_accessed_by(&name, rest);
        if let Some(valued) = valued_flags_before_verb(&name) {
            let verb = self.count_flags_values_and_assignments(rest, valued, false);
            if verb > 0 {
                let words: Vec<CommandArgument> = args[..1].iter().chain(&rest[verb..]).cloned().collect();
                self.runs.push(ProgramRun::new(&words));
            }
        }
        self.doubt_unless_known_harmless(&name, rest, input);
        self.check_inner_programs(&name, rest, input);
    }

    fn check_inner_programs(&mut self, name: &str, rest: &[CommandArgument], input: &ProgramInput) {
        let wrapper = find_wrapper_or_tracer(name).filter(|_| !is_command_v_lookup(name, rest));
        if let Some((valued, before)) = wrapper {
            if name == "env" {
                self.check_env_split_string(rest);
            }
            let start = self.count_flags_values_and_assignments(rest, valued, true) + before;
            self.check_inner_command(rest, start, input);
        }
        if let Some(verbs) = runner_verbs(name)
            && let Some(at) = rest.iter().position(|arg| is_word_in_list(verbs, &arg.text))
        {
            let start = at + 1 + self.count_flags_values_and_assignments(&rest[at + 1..], RUNNER_VALUES, true);
            self.check_inner_command(rest, start, input);
        }
        match name {
            _ if is_word_in_list(SHELLS, name) => self.check_shell_call(name, rest, input),
            "cd" | "pushd" | "chdir" => {
                self.note_possible_directory(rest.iter().find(|arg| !arg.text.starts_with('-') || arg.text == "-"))
            }
            "eval" => self.check_joined_script(rest),
            "trap" => self.check_script_argument(rest.iter().find(|arg| !arg.text.starts_with('-'))),
            "alias" => {
                for (arg, (_, value)) in rest.iter().filter_map(|arg| Some((arg, arg.text.split_once('=')?))) {
                    self.check_script_argument(Some(&arg.with_text(value)));
                }
            }
            "export" | "declare" | "typeset" | "readonly" | "local" => {
                for arg in rest {
                    if let Some((variable, value)) = arg.text.split_once('=') {
                        self.check_assignment(variable, arg.fixed.then_some(value));
                    }
                }
            }
            "source" | "." => {
                let hidden = |arg: &CommandArgument| !arg.fixed || arg.glob || arg.text.starts_with("/dev/");
                if rest.first().is_some_and(hidden) {
                    self.note_first_doubt("a script that is not known before it runs");
                }
            }
            "find" | "fd" | "fdfind" => self.check_find_actions(rest),
            "xargs" | "gxargs" => {
                let start = self.count_flags_values_and_assignments(rest, XARGS_VALUES, false);
                self.check_with_unknown_arguments(&rest[start..]);
            }
            "parallel" => {
                let start =
                    self.count_flags_values_and_assignments(rest, "-j --jobs -a --arg-file -S --colsep -n -N", false);
                let end = rest.iter().position(|arg| arg.text.starts_with(":::")).unwrap_or(rest.len());
                let inner = rest.get(start..end.max(start)).unwrap_or_default();
                self.check_with_unknown_arguments(inner);
                self.check_joined_script(inner);
            }
            "watch" | "entr" | "nodemon" | "hyperfine" => {
                let start = self.count_flags_values_and_assignments(rest, "-n --interval -q -w -r --runs -e -x", false);
                self.check_joined_script(&rest[start..]);
            }
            "script" | "flock" | "nix-shell" | "nix" => {
                self.check_scripts_after_flags(rest, &["-c", "--command", "--run"])
            }
            "rg" | "git" | "tar" | "gtar" | "ssh" | "rsync" | "sort" | "man" | "less" => {
                self.check_commands_in_options(name, rest)
            }
            "ctx" => self.check_ctx_call(rest, input),
            _ => {}
        }
        if name == "flock" {
            let start = self.count_flags_values_and_assignments(rest, "-w -E --timeout", false) + 1;
            self.check_inner_command(rest, start, input);
        }
        if name == "awk" || name.ends_with("awk") {
            let runs = |arg: &CommandArgument| arg.text.contains("system") || arg.text.contains('|');
            if rest.iter().any(runs) {
                self.note_first_doubt("an awk program that may run something");
            }
        }
    }

    /// How many of the words are flags, their values and assignments.
    fn count_flags_values_and_assignments(
        &mut self,
        args: &[CommandArgument],
        valued: &str,
        assignments: bool,
    ) -> usize {
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            let text = arg.text.as_str();
            if text == "--" {
                return at + 1;
            }
            let is_assignment = assignments && arg.fixed && is_assignment(text);
            if text.len() > 1 && text.starts_with(['-', '+']) {
                at += if is_word_in_list(valued, text) { 2 } else { 1 };
            } else if is_assignment {
                if let Some((name, value)) = text.split_once('=') {
                    self.check_assignment(name, Some(value));
                }
                at += 1;
            } else {
                break;
            }
        }
        at.min(args.len())
    }

    fn check_inner_command(&mut self, args: &[CommandArgument], start: usize, input: &ProgramInput) {
        if let Some(inner) = args.get(start..).filter(|inner| !inner.is_empty()) {
            self.check_program(inner.to_vec(), input);
        }
    }

    /// A command to which unknown words are added.
    fn check_with_unknown_arguments(&mut self, args: &[CommandArgument]) {
        if !args.is_empty() {
            let mut args: Vec<CommandArgument> = args.to_vec();
            for arg in &mut args {
                // A name replaces it, also within a text.
                arg.fixed &= arg.text != "{}";
                if arg.text.contains("{}") && arg.text.len() > 2 {
                    self.note_first_doubt("a name in the place of {}");
                }
            }
            args.push(CommandArgument::unknown_arg("…"));
            self.check_program(args, &ProgramInput::Unknown);
        }
    }

    fn check_script_argument(&mut self, arg: Option<&CommandArgument>) {
        match arg {
            Some(arg) if arg.fixed => self.check_shell_text(&arg.text),
            Some(_) => self.note_first_doubt("a script that is not known before it runs"),
            None => {}
        }
    }

    fn check_joined_script(&mut self, args: &[CommandArgument]) {
        if args.is_empty() {
            return;
        }
        let text = args.iter().map(|arg| arg.text.as_str()).collect::<Vec<_>>().join(" ");
        let fixed = args.iter().all(|arg| arg.fixed);
        self.check_script_argument(Some(&CommandArgument { text, fixed, glob: false }));
    }

    /// `env -S 'cmd args'` and its other spellings.
    fn check_env_split_string(&mut self, args: &[CommandArgument]) {
        for (at, arg) in args.iter().enumerate() {
            let attached = arg.text.strip_prefix("--split-string=").or_else(|| {
                let flags = arg.text.strip_prefix('-').filter(|flags| !flags.starts_with('-'))?;
                flags
                    .split_once('S')
                    .filter(|(before, _)| before.bytes().all(|byte| byte == b'v' || byte == b'i'))
                    .map(|(_, text)| text)
            });
            // env has its own escape for a blank: `\_`.
            let spaced = |text: &str| text.replace("\\_", " ");
            if arg.text == "--split-string" || attached == Some("") {
                let rest: Vec<CommandArgument> =
                    args[at + 1..].iter().map(|arg| arg.with_text(spaced(&arg.text))).collect();
                self.check_joined_script(&rest);
            } else if let Some(text) = attached {
                self.check_script_argument(Some(&arg.with_text(spaced(text))));
            }
        }
    }

    fn check_scripts_after_flags(&mut self, args: &[CommandArgument], flags: &[&str]) {
        for (at, arg) in args.iter().enumerate() {
            // `-qc` is `-q -c`.
            let grouped = !arg.text.starts_with("--") && arg.text.starts_with('-') && arg.text.ends_with('c');
            if flags.contains(&arg.text.as_str()) || (grouped && flags.contains(&"-c")) {
                self.check_script_argument(args.get(at + 1));
            } else if let Some((_, text)) = arg.text.split_once('=').filter(|(flag, _)| flags.contains(flag)) {
                self.check_script_argument(Some(&arg.with_text(text)));
            }
        }
    }

    fn check_shell_call(&mut self, name: &str, args: &[CommandArgument], input: &ProgramInput) {
        let mut at = 0;
        let mut takes_text = false;
        while let Some(arg) = args.get(at).filter(|arg| arg.text.starts_with(['-', '+']) && arg.text.len() > 1) {
            if takes_text && arg.text.contains(char::is_whitespace) {
                break;
            }
            at += 1;
            if !arg.text.starts_with("--") && arg.text.contains('c') || arg.text == "--command" {
                takes_text = true;
            }
            if ["-o", "+o", "-O", "+O", "--rcfile", "--init-file"].contains(&arg.text.as_str()) {
                at += 1;
            }
            if arg.text == "--" {
                break;
            }
        }
        if name == "su" || name == "runuser" {
            return self.check_scripts_after_flags(args, &["-c", "--command", "--session-command"]);
        }
        match (takes_text, args.get(at)) {
            (true, text) => {
                self.check_script_argument(text);
                let passes_on = ["\"$@\"", "$@", "exec \"$@\"", "\"$0\" \"$@\"", "$0 \"$@\"", "$0 $@", "$*"];
                if let Some(text) = text.filter(|text| passes_on.contains(&text.text.trim())) {
                    let from = at + if text.text.contains("$0") { 1 } else { 2 };
                    self.check_inner_command(args, from, &ProgramInput::None);
                }
            }
            (false, Some(file)) if !file.fixed || file.glob || file.text.starts_with("/dev/") => {
                self.note_first_doubt("a script that is not known before it runs");
            }
            (false, Some(_)) if !args.iter().any(|arg| arg.text == "-s") => {}
            (false, _) => match input {
                ProgramInput::Text(text) => self.check_shell_text(text),
                ProgramInput::Unknown => self.note_first_doubt("a script that comes through a pipe"),
                ProgramInput::None => {}
            },
        }
    }

    /// `-exec cmd … ;` of find, `-x cmd …` of fd.
    fn check_find_actions(&mut self, args: &[CommandArgument]) {
        const RUNS: &str = "-exec -execdir -ok -okdir -x -X --exec --exec-batch";
        for (at, arg) in args.iter().enumerate() {
            if is_word_in_list(RUNS, arg.text.as_str()) {
                let rest = &args[at + 1..];
                let end = rest.iter().position(|arg| arg.text == ";" || arg.text == "+").unwrap_or(rest.len());
                self.check_with_unknown_arguments(&rest[..end]);
            }
            if arg.text == "-delete" {
                self.check_with_unknown_arguments(&[CommandArgument::known_arg("rm")]);
            }
            if arg.text.starts_with("-fprint") || arg.text == "-fls" {
                if let Some(file) = args.get(at + 1).filter(|file| file.fixed) {
                    self.note_file_access(super::FileAccess::Change, &file.text.clone());
                }
                self.wrote = true;
            }
        }
    }

    /// ctx itself: the command it would run is judged here already, because other rules may apply there.
    fn check_ctx_call(&mut self, args: &[CommandArgument], input: &ProgramInput) {
        match args.first().map(|verb| verb.text.as_str()) {
            Some("run")
                if !args.iter().any(|arg| arg.text.starts_with("--lang") || arg.text.starts_with("--batch")) =>
            {
                self.check_scripts_after_flags(args, &["-c"]);
                let start = 1 + self.count_flags_values_and_assignments(
                    &args[1..],
                    "--intent --timeout --budget --label -c --with",
                    false,
                );
                self.check_inner_command(args, start, input);
            }
            Some("run" | "batch" | "call" | "mcp" | "hook" | "agent") => {
                self.note_first_doubt("what ctx would run inside of ctx is not known");
            }
            _ => {}
        }
    }

    /// Commands that hide in options.
    fn check_commands_in_options(&mut self, name: &str, args: &[CommandArgument]) {
        for (at, arg) in args.iter().enumerate() {
            let next = args.get(at + 1);
            let text = arg.text.as_str();
            match (name, text) {
                ("git", "-c" | "--config-env") => self.check_git_setting(next),
                ("git", "run" | "foreach")
                    if at > 0 && ["bisect", "submodule"].contains(&args[at - 1].text.as_str()) =>
                {
                    self.check_inner_command(args, at + 1, &ProgramInput::None);
                    self.check_joined_script(&args[at + 1..]);
                }
                ("ssh", "-o") => {
                    if let Some((_, command)) = next.and_then(|next| next.text.split_once("Command=")) {
                        self.check_possible_command(command);
                    }
                }
                _ if is_in_program_list("options before commands", &format!("{name}:{text}")) => {
                    self.check_script_argument(next)
                }
                _ => {}
            }
            if let Some(command) = words_in_program_list("commands in options").find_map(|flag| text.strip_prefix(flag))
            {
                self.check_possible_command(command);
            }
        }
    }

    /// `-c alias.x='!cmd'`, `-c core.pager=cmd`.
    fn check_git_setting(&mut self, setting: Option<&CommandArgument>) {
        let Some((key, value)) = setting.and_then(|setting| setting.text.split_once('=')) else { return };
        let key = key.to_ascii_lowercase();
        let runs = ["alias.", "pager."].iter().any(|start| key.starts_with(start))
            || words_in_program_list("git settings").any(|end| key.ends_with(end));
        if runs {
            match value.strip_prefix('!') {
                Some(command) => self.check_shell_text(command),
                None => self.check_possible_command(value),
            }
        }
    }
}
