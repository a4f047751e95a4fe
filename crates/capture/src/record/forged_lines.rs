//! Lines of an output that look like ctx's own, marked so that no output can forge a reference or a count.

use std::borrow::Cow;

use ctx_digest::Body;

/// Beginnings of ctx's own lines.
const OWN_LINES: [&str; 15] = [
    "[ctx:",
    "ctx: ",
    "more: ctx ",
    "since [ctx:",
    "identical to [ctx:",
    "unchanged since [ctx:",
    "unchanged: [ctx:",
    "corrected: ",
    "not shown: ",
    "not stored: ",
    "superseded by [ctx:",
    "reader left after ",
    "ask also: ",
    "nearest words: ",
    "alone there are: ",
];

/// Marks lines of the child that look like lines of ctx, so that no output can forge a reference.
pub fn quote_forged_lines(text: &str) -> String {
    if !text.contains('…') && !OWN_LINES.iter().any(|own| text.contains(own)) {
        return text.to_owned();
    }
    text.split_inclusive('\n').map(quote_forged_line).collect()
}

/// The same for the printed part of an output, in which ctx's own marks stand between the child's lines.
pub fn quote_forged_lines_in_body(body: &Body) -> String {
    let mut quoted = String::with_capacity(body.text.len());
    let mut at = 0;
    for line in body.text.split_inclusive('\n') {
        match body.own.binary_search(&at) {
            Ok(_) => quoted.push_str(line),
            Err(_) => quoted.push_str(&quote_forged_line(line)),
        }
        at += line.len();
    }
    quoted
}

pub fn quote_forged_line(line: &str) -> Cow<'_, str> {
    let start = line.trim_start();
    let forged = OWN_LINES.iter().any(|ours| start.starts_with(ours)) || is_omission_mark(start);
    if forged { Cow::Owned(format!("> {line}")) } else { Cow::Borrowed(line) }
}

/// `… 31 lines (120-150)` and the like: ctx's marks for omitted lines.
fn is_omission_mark(line: &str) -> bool {
    let rest = line.strip_prefix('…').map(|rest| rest.strip_prefix(' ').unwrap_or(rest)).unwrap_or_default();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let range = after.strip_prefix('-').is_some_and(|last| last.trim_end().bytes().all(|byte| byte.is_ascii_digit()));
    after.len() < rest.len() && (after.trim_end().is_empty() || after.starts_with(' ') || range)
}
