//! Puts ctx before what prints much, and leaves everything else, byte for byte. Exit status, files, stdin and signals
//! stay as they were; whatever is in doubt is not touched.
//!
//! Only programs that the shell would look up on disk are wrapped: known tools by their names, and anything that is
//! called by a path. A bare name that is not known may be a function or an alias, which ctx could not run.

mod worth;

use super::listed;
use crate::shell::{self, Command, Form, Kind, List, Part, PartKind, Pipeline, Redirect, Script, Simple, Word};

const RUN: &str = "ctx run -- ";

/// Longer names are cut in what `--cmd` says.
const LONGEST_NAME: usize = 300;

/// Builtins behind which a name may mean something else, or a wrapped command something different.
const UNSETTLING: &str = "alias unalias exec eval trap shopt enable hash ulimit builtin coproc fc history bind complete compgen \
         wait jobs fg bg disown suspend unset setopt unsetopt";

/// Scripts that change variables and define nothing that is called like a tool.
const ACTIVATES: &str = "activate env nvm.sh";

/// Programs that show part of what they are given. The bytes they get are the same either way.
const VIEWERS: &str = "tail head grep egrep fgrep rg sed awk cut sort uniq wc tr nl fold column tee cat";

/// The command with what is worth it wrapped; none where it stays as it is.
pub fn wrap(command: &str) -> Option<String> {
    Wrapper::default().wrap(command)
}

/// What is wrapped.
pub struct Wrapper<'a> {
    /// Tells programs that are there: a name that is not on the path is an alias, a function, or a mistake.
    pub is_there: &'a dyn Fn(&str) -> bool,
    /// Long listings of what is read-only as well. Agents run those without asking: only for whoever is not asked anyway.
    pub listings: bool,
}

impl Default for Wrapper<'_> {
    fn default() -> Self {
        Wrapper { is_there: &|_| true, listings: false }
    }
}

impl Wrapper<'_> {
    pub fn wrap(&self, command: &str) -> Option<String> {
        wrap_with(self, command)
    }
}

fn wrap_with(wrapper: &Wrapper<'_>, command: &str) -> Option<String> {
    const BYPASSES: &[&str] = &["ctx:off", "CTX_OFF", "PIPESTATUS", "pipestatus"];
    if BYPASSES.iter().any(|word| command.contains(word)) {
        return None;
    }
    let script = shell::parse(command).ok()?;
    if !is_settled(&script.body) {
        return None;
    }
    let mut wrapping = Wrapping { script: &script, wrapper, inserts: Vec::new() };
    wrapping.list(&script.body);
    let wrapped = wrapping.text()?;
    shell::parse(&wrapped).is_ok().then_some(wrapped)
}

struct Wrapping<'a> {
    script: &'a Script,
    wrapper: &'a Wrapper<'a>,
    /// What is put where, in the order of the text.
    inserts: Vec<(usize, String)>,
}

impl Wrapping<'_> {
    fn text(mut self) -> Option<String> {
        if self.inserts.is_empty() {
            return None;
        }
        self.inserts.sort_by_key(|(at, _)| *at);
        let (mut text, mut from) = (String::new(), 0);
        for (at, insert) in &self.inserts {
            text.push_str(&self.script.text[from..*at]);
            text.push_str(insert);
            from = *at;
        }
        text.push_str(&self.script.text[from..]);
        Some(text)
    }

    fn list(&mut self, list: &List) {
        for pipeline in list.entries.iter().flat_map(|entry| &entry.pipelines) {
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        match pipeline.commands.as_slice() {
            [command] => self.alone(command),
            [first, viewers @ ..] => {
                let only_selects =
                    |command: &Command| viewer(command).is_some_and(|name| !["cat", "tee"].contains(&name));
                if viewers.iter().all(|command| viewer(command).is_some())
                    && viewers.iter().any(only_selects)
                    && first.redirects.iter().all(leaves_stdout)
                    && let Kind::Simple(simple) = &first.kind
                    && self.is_worth(simple)
                {
                    let insert = format!(" ctx store --tee --cmd {} |", quoted(&self.name(simple)));
                    self.inserts.push((pipeline.pipes[0].end, insert));
                }
            }
            [] => {}
        }
    }

    fn alone(&mut self, command: &Command) {
        match &command.kind {
            Kind::Simple(simple) => {
                if command.redirects.iter().all(keeps_both_streams) && self.is_worth(simple) {
                    self.inserts.push((simple.words[0].span.start, RUN.to_owned()));
                }
            }
            Kind::Compound(compound) => {
                if matches!(compound.form, Form::Brace | Form::Subshell | Form::If) && command.redirects.is_empty() {
                    for list in &compound.lists {
                        self.list(list);
                    }
                }
            }
        }
    }

    fn is_worth(&self, simple: &Simple) -> bool {
        let Some(first) = simple.words.first() else { return false };
        if first.bare().is_none()
            || simple.assignments.iter().any(|assignment| is_sensitive(&assignment.name))
            || simple.words.iter().any(|word| has_process(&word.parts))
        {
            return false;
        }
        let words: Vec<Option<String>> = simple.words.iter().map(Word::fixed).collect();
        let words: Vec<Option<&str>> = words.iter().map(Option::as_deref).collect();
        // At the very end of a command this would be ctx's own.
        if simple.words.iter().any(|word| self.script.text[word.span.clone()].contains("--intent")) {
            return false;
        }
        worth::is_worth(&words, self.wrapper)
    }

    /// The command without its redirections and the blanks between.
    fn name(&self, simple: &Simple) -> String {
        let words: Vec<&str> = simple.words.iter().map(|word| &self.script.text[word.span.clone()]).collect();
        let name = words.join(" ").replace(['\n', '\\'], " ");
        crate::ui::cut_middle(&name, LONGEST_NAME).into_owned()
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// `2>&1` and `< file`: what is printed stays together and goes where it went.
fn keeps_both_streams(redirect: &Redirect) -> bool {
    let target = redirect.target.fixed();
    match redirect.sign {
        ">&" => redirect.descriptor.as_deref() == Some("2") && target.as_deref() == Some("1"),
        "<" => redirect.descriptor.as_deref().is_none_or(|descriptor| descriptor == "0"),
        _ => false,
    }
}

/// What is done to stderr does not bear on what flows through the pipe.
fn leaves_stdout(redirect: &Redirect) -> bool {
    keeps_both_streams(redirect)
        || (redirect.descriptor.as_deref() == Some("2") && [">", ">>"].contains(&redirect.sign))
}

fn viewer(command: &Command) -> Option<&str> {
    let Kind::Simple(simple) = &command.kind else { return None };
    let name = simple.words.first()?.bare()?;
    let to_files = command.redirects.iter().any(|redirect| !leaves_stdout(redirect));
    let in_place =
        name == "sed" && simple.words.iter().any(|word| word.bare().is_some_and(|word| word.starts_with("-i")));
    let hides = simple.words.iter().any(|word| has_process(&word.parts));
    (simple.assignments.is_empty() && !to_files && !in_place && !hides && listed(VIEWERS, name)).then_some(name)
}

/// Its descriptor would have to be handed on; and what writes into one would not be waited for.
fn has_process(parts: &[Part]) -> bool {
    parts.iter().any(|part| match &part.kind {
        PartKind::Process(_) => true,
        PartKind::Double(inner) => has_process(inner),
        _ => false,
    })
}

/// Variables that ctx itself, or the search for programs, depends on.
fn is_sensitive(name: &str) -> bool {
    ["PATH", "HOME", "IFS", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "CLAUDE_CONFIG_DIR", "TMPDIR"].contains(&name)
        || ["LD_", "DYLD_", "XDG_", "CTX_", "SQLITE_"].iter().any(|start| name.starts_with(start))
}

/// True when names mean the same from the first command to the last, and all is done when the last one is.
fn is_settled(list: &List) -> bool {
    list.entries.iter().all(|entry| {
        !entry.background
            && entry.pipelines.iter().flat_map(|pipeline| &pipeline.commands).all(|command| match &command.kind {
                Kind::Simple(simple) => simple_is_settled(simple),
                Kind::Compound(compound) => compound.form != Form::Function && compound.lists.iter().all(is_settled),
            })
    })
}

fn simple_is_settled(simple: &Simple) -> bool {
    let sensitive = simple.assignments.iter().any(|assignment| is_sensitive(&assignment.name));
    let words: Vec<Option<String>> = simple.words.iter().map(Word::fixed).collect();
    let Some(first) = words.first() else { return !sensitive };
    let Some(name) = first.as_deref() else { return false };
    let rest = || words[1..].iter().map(Option::as_deref);
    match name {
        "export" | "declare" | "typeset" | "readonly" | "local" => {
            !sensitive
                && simple.words[1..].iter().all(|word| {
                    let start = match word.parts.first().map(|part| &part.kind) {
                        Some(PartKind::Bare(bare)) => bare.text.split('=').next().unwrap_or_default(),
                        _ => return false,
                    };
                    !is_sensitive(start)
                })
        }
        "set" => rest().all(|word| {
            word.is_some_and(|word| {
                ["-e", "-u", "-o", "-eu", "-euo", "-eo", "-uo", "pipefail", "errexit", "nounset"].contains(&word)
            })
        }),
        "source" | "." => {
            let script = rest().next().flatten();
            let name = script.and_then(|script| script.rsplit('/').next());
            name.is_some_and(|name| listed(ACTIVATES, name)) && script.is_some_and(|script| script.contains('/'))
        }
        name => !listed(UNSETTLING, name),
    }
}

#[cfg(test)]
mod tests;
