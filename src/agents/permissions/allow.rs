//! When leave is given: only where the user's own rules allow every part as it is written, and nothing in it could
//! run or change more than it says.

use super::Rules;
use super::pattern;
use super::settings::{Decision, Rule};
use crate::agents::listed;
use crate::shell::{Command, Kind, Part, PartKind, Redirect, Script, Simple, Word};

/// Variables that change nothing but how a program talks.
const HARMLESS: &str = "CI NODE_ENV RUST_LOG RUST_BACKTRACE FORCE_COLOR NO_COLOR CLICOLOR LANG LC_ALL TZ PYTHONUNBUFFERED \
         CARGO_TERM_COLOR COLUMNS TERM";

/// These change the shell, or run what they are given: a pattern with `*` cannot know what.
const NEVER: &str = "export declare typeset readonly local alias unalias set unset shopt eval exec source . trap enable hash \
         read mapfile readarray let printf test [ getopts umask ulimit bind complete history fc env sudo doas su \
         watch setsid ionice flock xargs parallel script ssh bash sh zsh dash ksh fish busybox ctx";

impl Rules {
    /// True when rules allow every part of the command.
    pub(super) fn allows(&self, script: &Script) -> bool {
        let pipelines = script.body.entries.iter().flat_map(|entry| &entry.pipelines);
        let mut commands = pipelines.flat_map(|pipeline| &pipeline.commands).peekable();
        commands.peek().is_some() && commands.all(|command| self.allows_part(command, script))
    }

    fn allows_part(&self, command: &Command, script: &Script) -> bool {
        let Kind::Simple(simple) = &command.kind else { return false };
        let harmless = |name: &str| listed(HARMLESS, name);
        if simple
            .assignments
            .iter()
            .any(|assignment| !harmless(&assignment.name) || !assignment.value.iter().all(is_plain))
            || !simple.words.iter().all(is_plain)
            || !command.redirects.iter().all(changes_nothing)
        {
            return false;
        }
        let Some(words) = Words::of(simple, script) else { return false };
        let allowed = self.rules.iter().filter(|rule| rule.decision == Decision::Allow);
        let mut from = 0;
        loop {
            let part = words.from(from);
            let inner = part.wrapped();
            let only_exact = inner.is_some() || listed(NEVER, part.name) || hides_a_command(&part);
            if allowed.clone().any(|rule| part.is_allowed_by(rule, only_exact)) {
                return true;
            }
            match inner {
                Some(inner) => from += inner,
                None => return false,
            }
        }
    }
}

/// The words of a command, as written and as they are meant.
struct Words {
    written: Vec<String>,
    meant: Vec<String>,
}

struct Slice<'w> {
    name: &'w str,
    written: &'w [String],
    meant: &'w [String],
}

impl Words {
    fn of(simple: &Simple, script: &Script) -> Option<Words> {
        simple.words.first()?.fixed()?;
        let written = simple.words.iter().map(|word| script.text[word.span.clone()].to_owned()).collect();
        let meant = simple
            .words
            .iter()
            .map(|word| word.as_written().unwrap_or_else(|| script.text[word.span.clone()].to_owned()))
            .collect();
        Some(Words { written, meant })
    }

    fn from(&self, at: usize) -> Slice<'_> {
        let name = self.meant.get(at).map_or("", String::as_str);
        Slice { name, written: &self.written[at..], meant: &self.meant[at..] }
    }
}

impl Slice<'_> {
    /// Both what is written and what it means must be what the rule says.
    fn is_allowed_by(&self, rule: &Rule, only_exact: bool) -> bool {
        let Some(spec) = rule.shell() else { return false };
        // A rule for everything means everything; others cannot know what hides in these.
        let everything = spec == "*";
        (!only_exact || everything || !spec.contains('*'))
            && pattern::means(spec, &self.written.join(" "))
            && pattern::means(spec, &self.meant.join(" "))
    }

    /// How many words to strip to find what this wraps, for the few wrappers that rules look through.
    fn wrapped(&self) -> Option<usize> {
        let number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit() || b".smhd".contains(&byte));
        let second = self.meant.get(1)?;
        match self.name {
            "timeout" if number(second) => Some(2),
            "time" | "nohup" | "command" | "builtin" | "noglob" | "xargs" if !second.starts_with('-') => Some(1),
            // What the agent puts before a command itself changes nothing but what is printed.
            "ctx" if second == "run" => match self.meant.get(2..)? {
                [end, ..] if end == "--" => Some(3),
                [intent, _, end, ..] if intent == "--intent" && end == "--" => Some(5),
                _ => None,
            },
            "nice" if second == "-n" && self.meant.get(2).is_some_and(number) => Some(3),
            "nice" if !second.starts_with('-') => Some(1),
            "stdbuf" => {
                let flags = self.meant[1..].iter().take_while(|word| word.starts_with('-') && word.len() == 3).count();
                (flags > 0).then_some(1 + flags)
            }
            _ => None,
        }
        .filter(|inner| *inner < self.meant.len())
    }
}

/// No substitution, no risky expansion, and none that is split into words: what a rule is compared with is what runs.
fn is_plain(word: &Word) -> bool {
    word.parts.iter().all(|part| match &part.kind {
        PartKind::Bare(bare) => !bare.brace && (!bare.path || bare.text.starts_with('~')),
        PartKind::Quoted(_) => true,
        PartKind::Double(parts) => parts.iter().all(in_quotes_plain),
        _ => false,
    })
}

fn in_quotes_plain(part: &Part) -> bool {
    match &part.kind {
        PartKind::Quoted(_) => true,
        PartKind::Parameter(parameter) => !parameter.risky && parameter.operand.is_empty(),
        _ => false,
    }
}

/// `2>&1`, `>/dev/null`.
fn changes_nothing(redirect: &Redirect) -> bool {
    let target = redirect.target.fixed();
    match redirect.sign {
        ">&" => target.is_some_and(|to| to.bytes().all(|byte| byte.is_ascii_digit())),
        ">" | ">>" | "&>" | "<" => target.as_deref() == Some("/dev/null"),
        _ => false,
    }
}

/// Options of harmless tools that run something or write somewhere.
fn hides_a_command(part: &Slice<'_>) -> bool {
    let any = |wanted: &[&str]| {
        part.meant
            .iter()
            .skip(1)
            .any(|word| wanted.iter().any(|flag| word == flag || word.starts_with(&format!("{flag}="))))
    };
    let starts =
        |wanted: &[&str]| part.meant.iter().skip(1).any(|word| wanted.iter().any(|flag| word.starts_with(flag)));
    match part.name.rsplit('/').next().unwrap_or_default() {
        "find" | "fd" => starts(&["-exec", "-ok", "-delete", "-fprint", "-fls", "--exec"]) || any(&["-x", "-X"]),
        "rg" => starts(&["--pre", "--hostname-bin", "-z", "--search-zip"]),
        "sed" | "gsed" => {
            starts(&["-i", "--in-place", "-f", "--file", "-e", "--expression"])
                || !part.meant.iter().skip(1).find(|word| !word.starts_with('-')).is_some_and(|text| is_mild_sed(text))
        }
        "awk" | "gawk" | "mawk" | "nawk" => {
            part.meant.iter().skip(1).any(|word| {
                word.contains("system") || word.contains('|') || word.contains('>') || word.contains("getline")
            }) || any(&["-f", "-i", "-E", "--file", "--include", "--exec"])
        }
        "git" => {
            starts(&[
                "-c",
                "--config",
                "--exec-path",
                "--upload-pack",
                "--receive-pack",
                "-O",
                "--open-files",
                "--output",
                "--ext-diff",
                "--textconv",
            ]) || any(&["-x", "--exec", "--extcmd"])
        }
        "sort" => starts(&["-o", "--output", "--compress-program", "-T", "--files0-from"]),
        "tar" => starts(&["-I", "--use-compress", "--to-command", "--checkpoint", "-F", "--info-script", "--rsh"]),
        "man" | "less" | "more" | "vi" | "vim" | "nano" | "emacs" => true,
        "date" => any(&["-s", "--set"]),
        _ => false,
    }
}

/// `s/a/b/g`, `5p`, `1,10p`, `/x/d`: nothing that writes (`w`), reads (`r`) or runs (`e`).
fn is_mild_sed(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('s') {
        let Some(separator) = rest.chars().next().filter(|c| c.is_ascii_punctuation() && *c != '\\') else {
            return false;
        };
        let pieces: Vec<&str> = rest[1..].split(separator).collect();
        return pieces.len() == 3
            && !text.contains(['\\', '\n', ';', '{'])
            && pieces[2].bytes().all(|byte| byte.is_ascii_digit() || b"gpiI".contains(&byte));
    }
    let Some(command) = text.strip_suffix(['p', 'd', '=', 'q']) else { return false };
    command.bytes().all(|byte| byte.is_ascii_digit() || b",$ ".contains(&byte))
}
