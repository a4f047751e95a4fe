//! One verb, one file: its arguments and what it does with them.

pub mod agent;
pub mod completions;
pub mod context;
pub mod diff;
pub mod doctor;
pub mod fetch;
pub mod file;
pub mod fold;
pub mod forget;
pub mod get;
pub mod help;
pub mod history;
pub mod hook;
pub mod hub;
pub mod init;
pub mod mcp;
pub mod note;
pub mod peek;
pub mod proxy;
pub mod reflect;
pub mod run;
pub mod search;
pub mod stats;
pub mod store;
pub mod usage;
pub mod web;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::capture::text::Text;
use crate::files::nearest as near;
use crate::record::report::{ReportOptions, ReportSubject, compose_report};
use crate::record::view::EntryView;
use crate::ui::{ColourMeaning, collapse_name_to_line};
use crate::{Context, Error, ExitStatus, Result};
use ctx_digest::{Budgets, CommandAndStatus, CommandEndStatus, Digest};
use ctx_model::{Finding, Severity, unix_time_ms};
use ctx_store::{Entry, SessionEventFilter, Store};

fn no_such_file_error(given: &Path, real: &Path) -> Error {
    let error = Error::not_found(format_args!("no such file: {}", given.display()));
    match near::nearest_file_name(real) {
        Some(name) => error.with_hint(format_args!("did you mean {name}?")),
        None => error,
    }
}

/// Where a question about the past is asked: a session, or else this project.
struct HistoryScope {
    within: SessionEventFilter,
    project: String,
    /// The project's directory, where the question is about what is here now.
    directory: Option<PathBuf>,
}

impl HistoryScope {
    fn resolve_scope(context: &Context, store: &Store, session: Option<&str>) -> Result<HistoryScope> {
        let directory = context.current_command_scope().project;
        let project = directory.to_string_lossy().into_owned();
        let session = session.map(|name| resolve_session(store, name)).transpose()?;
        let is_here = session.is_none();
        let of_project = is_here.then(|| project.clone());
        let within = SessionEventFilter { session, project: of_project, ..SessionEventFilter::default() };
        Ok(HistoryScope { within, project, directory: is_here.then_some(directory) })
    }
}

/// The name that a mistyped word was probably meant to be.
pub fn nearest_name<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let allowed = (typed.trim_start_matches('-').chars().count() / 3).clamp(1, 3);
    let letters = typed.trim_start_matches('-');
    let shared = |name: &str| name.chars().zip(typed.chars()).take_while(|(a, b)| a == b).count();
    names
        .filter_map(|name| {
            let distance = strsim::osa_distance(&typed, name);
            let begun = letters.len() >= 2 && name.starts_with(&typed);
            (distance <= allowed || begun).then_some((distance.min(allowed), std::cmp::Reverse(shared(name)), name))
        })
        .min_by_key(|(distance, shared, _)| (*distance, *shared))
        .map(|(_, _, name)| name)
}

/// The project at this path, as entries name it; the one of the working directory for an empty path.
fn resolve_project(context: &Context, given: &str) -> String {
    if given.is_empty() {
        return context.current_project_name();
    }
    let path = context.env.cwd.join(given);
    // A project may be gone from this disk; its entries still carry its path.
    path.canonicalize().unwrap_or_else(|_| PathBuf::from(given)).to_string_lossy().into_owned()
}

/// The moment that lies this long back.
fn time_before_now(now: i64, ago: Option<std::time::Duration>) -> Option<i64> {
    ago.map(|ago| now.saturating_sub(i64::try_from(ago.as_millis()).unwrap_or(i64::MAX)))
}

/// The commands that show what a brief leaves out, with the flags that were given.
fn commands_that_show_more(session: Option<&str>) -> String {
    match session {
        Some(session) => format!("ctx reflect --session {session} --full, ctx history --session {session}"),
        None => "ctx reflect --project --full, ctx history".to_owned(),
    }
}

/// The session that a user named by its name or the beginning of it.
fn resolve_session(store: &Store, name: &str) -> Result<String> {
    match store.sessions_with_prefix(name)?.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(Error::not_found(format_args!("no session '{name}'")).with_hint("ctx history --sessions lists them")),
        // A session and its side conversations share their beginning; the session itself is meant.
        [first, rest @ ..] if rest.iter().all(|other| other.starts_with(&format!("{first}/"))) => Ok(first.clone()),
        several => Err(Error::not_found(format_args!("'{name}' is ambiguous: {}", several.join(", ")))
            .with_hint("write one more character")),
    }
}

/// The report on a stored output, composed anew; of a command that still runs, on what it has printed.
fn compose_stored_report(
    context: &Context,
    store: &Store,
    entry: &Entry,
    show: Budgets,
    intent: Option<&str>,
) -> Result<String> {
    let (masker, readers, now) = (context.new_masker(), context.user_readers(), unix_time_ms());
    let text = EntryView { store, entry, masker: &masker }.masked_text()?;
    let call = CommandAndStatus { argv: entry.argv.clone(), status: entry.status };
    let runs = entry.status == CommandEndStatus::Running;
    let previous = if runs { None } else { store.previous_run(entry.row)? }.map(|previous| (previous, false));
    let subject = ReportSubject {
        id: Some(&entry.id),
        name: entry.name(),
        call: &call,
        duration_ms: entry.duration_ms.or(runs.then(|| now - entry.started_at)),
        still_open: runs || entry.still_open,
    };
    let options =
        ReportOptions { show, intent, readers: &readers, previous: previous.as_ref(), now, ..ReportOptions::default() };
    Ok(compose_report(&subject, &text, &options, &masker).plain_text())
}

/// Prints an answer for programs, or for people.
fn print_json_or_text(context: &Context, as_json: bool, json: &Value, text: &str) -> Result<ExitStatus> {
    if as_json {
        context.ui.print_json(json);
    } else {
        context.ui.print(text);
    }
    Ok(ExitStatus::OK)
}

/// What a reader finds in a stored output.
fn digest_entry(context: &Context, entry: &Entry, text: &Text) -> Digest {
    let call = CommandAndStatus { argv: entry.argv.clone(), status: entry.status };
    ctx_digest::digest_with_config_readers(text, &call, &context.user_readers())
}

/// The colour of a severity.
fn severity_tone(severity: Severity) -> ColourMeaning {
    match severity {
        Severity::Error => ColourMeaning::Bad,
        Severity::Warning => ColourMeaning::Warning,
        _ => ColourMeaning::Faint,
    }
}

/// One finding on one line: `error src/a.rs:3:5 mismatched types (lines 12-19)`.
fn format_finding_line(finding: &Finding) -> String {
    let place = finding.location.as_deref().map_or(String::new(), |place| format!("{} ", collapse_name_to_line(place)));
    let lines = match finding.lines {
        (first, last) if first == last => format!("line {first}"),
        (first, last) => format!("lines {first}-{last}"),
    };
    let message = collapse_name_to_line(&finding.message);
    let message = crate::ui::cut_middle(&message, 300);
    format!("{} {place}{message} ({lines})\n", finding.severity.name())
}

/// `90`, `90s`, `5m`, `1h30m`, `250ms`, `2d`: a time that a person writes.
pub fn parse_duration(text: &str) -> std::result::Result<std::time::Duration, String> {
    let bad = || format!("invalid time '{text}'; use 90s, 5m, 1h30m or 2d");
    if let Ok(seconds) = text.trim().parse::<u64>() {
        return seconds.checked_mul(1_000).map(std::time::Duration::from_millis).ok_or_else(bad);
    }
    let span: jiff::Span = text.trim().parse().map_err(|_| bad())?;
    let time = span.to_duration(jiff::SpanRelativeTo::days_are_24_hours()).map_err(|_| bad())?;
    time.try_into().map_err(|_| bad())
}

/// How long ago something was, as a person writes it: a duration, `2 weeks ago`, a day (`today`, `yesterday`, `2026-03-01`)
/// from its first moment, or a day and a time.
pub fn parse_age(text: &str) -> std::result::Result<std::time::Duration, String> {
    let text = text.trim();
    let now = jiff::Zoned::now();
    let day = |back: i64| now.date().saturating_sub(jiff::Span::new().days(back)).at(0, 0, 0, 0);
    let written = match text {
        "today" => Some(day(0)),
        "yesterday" => Some(day(1)),
        _ => text.parse().ok().or_else(|| {
            // `2 weeks ago`, `1 hour`, `last week`, `week`.
            let span = ["last ", "past "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
            let span = span.strip_suffix(" ago").unwrap_or(span);
            let one = if span.starts_with(|first: char| first.is_ascii_digit()) { "" } else { "1 " };
            let span: jiff::Span = format!("{one}{span}").parse().ok().filter(|_| parse_duration(text).is_err())?;
            now.datetime().checked_sub(span).ok()
        }),
    };
    let Some(written) = written else {
        return parse_duration(text).map_err(|_| "use 2h, 7d, yesterday or 2026-03-01".to_owned());
    };
    let begin = written.to_zoned(now.time_zone().clone()).map_err(|error| error.to_string())?;
    Ok(now.duration_since(&begin).try_into().unwrap_or_default())
}

/// `4096`, `8k`, `2m`: bytes.
pub fn parse_byte_size(text: &str) -> std::result::Result<usize, String> {
    let bad = || format!("invalid size '{text}'; use 4096, 8k or 2m");
    let lower = text.trim().to_ascii_lowercase();
    let lower = lower.strip_suffix('b').unwrap_or(&lower);
    let (digits, unit) = match lower.strip_suffix(['k', 'm']) {
        Some(digits) => (digits, if lower.ends_with('k') { 1 << 10 } else { 1 << 20 }),
        None => (lower, 1),
    };
    digits.parse::<usize>().ok().and_then(|number| number.checked_mul(unit)).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_as_people_write_them() {
        let ms = |text| parse_duration(text).map(|time| time.as_millis()).ok();
        assert_eq!(
            [ms("90"), ms("5m"), ms("1h30m"), ms("250ms")],
            [Some(90_000), Some(300_000), Some(5_400_000), Some(250)]
        );
        let day = std::time::Duration::from_secs(86_400);
        let (today, yesterday) = (parse_age("today").unwrap(), parse_age(" yesterday ").unwrap());
        // A day has 23 to 25 hours.
        assert!(today < day * 25 / 24 && yesterday > today + day * 22 / 24 && parse_age("2d") == Ok(day * 2));
        assert!(parse_age("tomorrow").is_err() && parse_age("2026-02-31").is_err());
        let date = jiff::Zoned::now().date();
        assert!(parse_age(&date.to_string()).unwrap() < day * 25 / 24);
        assert!(parse_age(&format!("{} 08:00", date.saturating_sub(jiff::Span::new().days(3)))).unwrap() > day * 2);
        let ago = parse_age("2 weeks ago").unwrap();
        assert!(ago > day * 13 && ago < day * 15);
        for week in ["last week", "1 week", "week"] {
            assert!(parse_age(week).unwrap() > day * 6, "{week}");
        }
        assert_eq!(parse_age("5m").unwrap().as_secs(), 300);
        assert_eq!([ms(""), ms("5x"), ms("m"), ms("-1"), ms("99999999999999999999w")], [None; 5]);
        assert_eq!(
            [parse_byte_size("8k").ok(), parse_byte_size("4096").ok(), parse_byte_size("2MB").ok()],
            [Some(8192), Some(4096), Some(2 << 20)]
        );
        assert_eq!([parse_byte_size("x").ok(), parse_byte_size("k").ok()], [None; 2]);
    }
}
