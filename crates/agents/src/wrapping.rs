//! Common parsing for the scripts in which agents wrap the command of their model before they call a shell.

use std::borrow::Cow;

use super::agent::Agent;

/// The command of a model, in a wrapping that one of the agents is known to use.
pub fn unwrap_command_of_any_agent(script: &str) -> Option<Cow<'_, str>> {
    Agent::ALL.into_iter().filter_map(|agent| agent.row().seam.as_ref()).find_map(|seam| (seam.unwrap)(script))
}

/// The first word of a text as a shell reads it without expanding anything, and the rest of the text.
pub fn split_first_word(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut out = String::new();
    let mut rest = text;
    loop {
        let next = rest.chars().next();
        rest = match next {
            None => return (!text.is_empty()).then_some((Cow::Owned(out), rest)),
            Some(c) if c.is_whitespace() || c == ';' => {
                return (rest.len() < text.len()).then_some((Cow::Owned(out), rest));
            }
            Some('\'') => {
                let (inside, after) = rest[1..].split_once('\'')?;
                out.push_str(inside);
                after
            }
            Some('"') => parse_double_quoted(&rest[1..], &mut out)?,
            Some('\\') => {
                let escaped = rest[1..].chars().next()?;
                out.push(escaped);
                &rest[1 + escaped.len_utf8()..]
            }
            // Characters that the shell would expand or that end a word: give up rather than guess.
            Some(c) if c.is_ascii() && !c.is_ascii_alphanumeric() && !"_-./:=,@%+".contains(c) => return None,
            Some(c) => {
                out.push(c);
                &rest[c.len_utf8()..]
            }
        };
    }
}

/// Appends the text before the closing quote; returns the rest.
fn parse_double_quoted<'a>(text: &'a str, out: &mut String) -> Option<&'a str> {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some(&text[at + 1..]),
            '\\' => match chars.next()?.1 {
                c @ ('"' | '\\' | '$' | '`') => out.push(c),
                '\n' => {}
                c => out.extend(['\\', c]),
            },
            c => out.push(c),
        }
    }
    None
}
