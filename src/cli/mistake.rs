//! A command line that cannot be run: what is wrong with it, and the command or flag that was probably meant.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::words::{self, UnknownFlag};
use crate::Error;
use crate::commands::nearest_name;
use ctx_model::id::InvalidReference;

/// The command line with our command in the place of one that other programs have, and a line that says it.
pub fn replace_foreign_command(mut words: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    let verb = words.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    let line = words::command_for_foreign_name(&verb);
    let Some(line) = line.filter(|line| line.split(' ').next().is_some_and(words::is_harmless_verb)) else {
        return (words, None);
    };
    words.splice(1..2, line.split(' ').map(OsString::from));
    (words, Some(format!("ctx {verb} means: ctx {line}")))
}

/// The error in one sentence, with what to do next. `line` is the whole command line.
pub fn explain_usage_error(error: &clap::Error, line: &[OsString], root: &clap::Command) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (command, path) = find_addressed_command(root, line);
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand).unwrap_or_default();
            if let Some(ours) = words::command_for_foreign_name(&given).filter(|_| path == "ctx") {
                let mut meant = line.to_vec();
                meant.splice(1..2, ours.split(' ').map(OsString::from));
                return Error::usage(format_args!("no command '{given}'")).with_hint(words::may_be_meant_hint(&meant));
            }
            unknown_command_error(command, &path, &given)
        }
        ErrorKind::UnknownArgument => {
            let given = text(ContextKind::InvalidArg).unwrap_or_default();
            Error::usage(format_args!("'{given}' is one word too many for {path}")).with_hint(format_args!(
                "quote words that belong together; ctx help {} shows its arguments",
                command_path_after_ctx(&path)
            ))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let names: Vec<&str> = visible_subcommand_names(command).collect();
            Error::usage(format_args!("{path} needs a command")).with_hint(names.join(", "))
        }
        ErrorKind::InvalidValue => {
            let given = text(ContextKind::InvalidValue).unwrap_or_default();
            let known = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(known)) => known.as_slice(),
                _ => &[],
            };
            let error = shorten_clap_error(error, &path);
            match nearest_name(&given, known.iter().map(String::as_str)) {
                Some(close) => error.with_hint(format_args!("did you mean {close}?")),
                None => error,
            }
        }
        _ => shorten_clap_error(error, &path),
    }
}

/// The command that the words lead to, and its name from `ctx` on.
pub fn find_addressed_command<'a>(root: &'a clap::Command, words: &[OsString]) -> (&'a clap::Command, String) {
    let (mut command, mut path) = (root, "ctx".to_owned());
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        if word.starts_with('-') {
            continue;
        }
        let Some(next) = command.find_subcommand(word) else { break };
        command = next;
        path.push_str(&format!(" {word}"));
    }
    (command, path)
}

/// `ctx file edit` without `ctx `.
fn command_path_after_ctx(path: &str) -> &str {
    path.strip_prefix("ctx ").unwrap_or_default()
}

fn visible_subcommand_names(command: &clap::Command) -> impl Iterator<Item = &str> {
    command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name)
}

pub fn unknown_command_error(command: &clap::Command, path: &str, given: &str) -> Error {
    if let Some(line) = words::suggest_line_for_word(path, given) {
        return Error::usage(format_args!("no command '{given}'")).with_hint(line);
    }
    let all = command.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help");
    let close = nearest_name(given, visible_subcommand_names(command)).or_else(|| nearest_name(given, all));
    let (what, lists) = match path {
        "ctx" => (format!("no command '{given}'"), "ctx help lists them"),
        _ => (format!("{path} has no command '{given}'"), "--help lists them"),
    };
    let meant = close.map(|close| format!("did you mean {path} {close}? ")).unwrap_or_default();
    Error::usage(what).with_hint(format_args!("{meant}{lists}"))
}

/// `meant` are flags of the command that may be what was looked for, as they are typed.
pub fn unknown_flag_error(unknown: &UnknownFlag<'_>, meant: &[String]) -> Error {
    let UnknownFlag { root, verb, path, given, .. } = unknown;
    let longs = |command: &clap::Command| -> Vec<String> {
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        shown.filter_map(|arg| arg.get_long().map(|long| format!("--{long}"))).collect()
    };
    // `-json`, `—json`: a long flag with too few or other dashes.
    let word = format!("--{}", given.trim_start_matches(['-', '–', '—']));
    let meant: Vec<&str> = meant.iter().map(String::as_str).filter(|flag| flag.starts_with('-')).collect();
    let own = longs(verb);
    let close = nearest_name(&word, own.iter().map(String::as_str)).map(str::to_owned);
    let close = if meant.is_empty() { close } else { Some(meant.join(" or ")) };
    let elsewhere: Vec<String> = visible_subcommand_names(root)
        .filter(|name| root.find_subcommand(name).is_some_and(|command| longs(command).contains(&word)))
        .filter(|_| !own.contains(&word))
        .map(|name| format!("ctx {name}"))
        .collect();
    let error = Error::usage(format_args!("{path} has no flag {given}"));
    let lists = match command_path_after_ctx(path) {
        "" => "ctx help lists the commands".to_owned(),
        tail => format!("ctx help {tail} lists its flags"),
    };
    match (close, elsewhere.as_slice()) {
        (Some(close), _) if !meant.is_empty() || elsewhere.is_empty() => {
            error.with_hint(format_args!("did you mean {close}? {lists}"))
        }
        (_, [only]) => error.with_hint(format_args!("{only} has {word}; {lists}")),
        (_, [_, ..]) => error.with_hint(format_args!("{} have {word}; {lists}", elsewhere.join(", "))),
        _ => error.with_hint(lists),
    }
}

/// The first sentence of clap's text, and its tip.
fn shorten_clap_error(error: &clap::Error, path: &str) -> Error {
    let text = error.to_string();
    let mut parts = text.split("\n\n");
    let first = parts.next().unwrap_or_default();
    let first: Vec<&str> = first.trim_start_matches("error: ").lines().map(str::trim).collect();
    let tip = parts.find_map(|part| part.trim().strip_prefix("tip: ").map(|tip| tip.replace('\n', " ")));
    let reference = std::error::Error::source(error).and_then(|source| source.downcast_ref::<InvalidReference>());
    if let Some(reference) = reference {
        return Error::usage(reference).with_hint(reference.hint());
    }
    let hint = tip.unwrap_or_else(|| match command_path_after_ctx(path) {
        "" => "ctx help lists the commands".to_owned(),
        tail => format!("ctx help {tail} shows how it is used"),
    });
    Error::usage(first.join(" ")).with_hint(hint)
}
