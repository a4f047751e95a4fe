//! A report on a stretch of work: the brief at greater length in Markdown, or everything that is known of it as JSON.

use serde_json::{Value, json};

use super::brief::{BriefFormat, BriefLine, BriefOptions, BriefSection, render_brief};
use super::contradict;
use super::gather::{BriefQuery, SectionLimits, changed_file_events, gather_sections, user_decisions_and_corrections};
use super::lifetimes::ErrorAndTaskLifetimes;
use super::session_account::{SessionAccount, TurnAccount};
use ctx_capture::command::shorten_command_to_line;
use ctx_model::error::Result;
use ctx_model::{EventCategory, StoredEvent};
use ctx_secrets::Masker;
use ctx_store::{ActivityCounts, SessionEventFilter, Store};
use ctx_text::truncate_at_char_boundary;

/// Events of a kind, and commands, that a report in JSON lists.
const MANY: u32 = 2000;
const ATTEMPTS: usize = 20;
/// Errors whose ends are looked for.
const ERRORS: u32 = 400;

/// What a report is about.
pub struct ReportQuery<'a> {
    pub within: &'a SessionEventFilter,
    pub title: &'a str,
    pub now: i64,
    /// No limit on how much is told.
    pub is_whole: bool,
}

/// A report before it is cut to a size.
pub struct WorkReport {
    opening: String,
    now: i64,
    sections: Vec<BriefSection>,
    /// Whether there is anything to tell.
    pub is_empty: bool,
}

impl WorkReport {
    pub fn compose(store: &Store, query: &ReportQuery<'_>, masker: &Masker) -> Result<WorkReport> {
        let ReportQuery { within, title, now, is_whole } = *query;
        let limits = SectionLimits { each: if is_whole { i64::MAX } else { 0 }, named: Vec::new() };
        let brief = BriefQuery { within, limits: &limits, here: None, now, by_session: true };
        let sections = gather_sections(store, &brief, masker)?;
        let activity = store.activity_counts(within)?;
        let files = changed_file_events(store, within, MANY)?.len() as u64;
        Ok(WorkReport {
            opening: report_opening_lines(title, &activity, files),
            now,
            is_empty: activity.entries == 0 && sections.iter().all(|section| section.lines.is_empty()),
            sections,
        })
    }

    /// Markdown of at most `max_bytes`; omitted lines are counted, and `more` is the command that prints all of it.
    pub fn to_markdown(&self, max_bytes: usize, more: &str) -> String {
        let max = max_bytes.saturating_sub(self.opening.len());
        let options =
            BriefOptions { format: BriefFormat::Markdown, max_bytes: max, compact: false, now: self.now, more };
        truncate_at_char_boundary(&(self.opening.clone() + &render_brief(&self.sections, options)), max_bytes)
            .to_owned()
    }
}

fn report_opening_lines(title: &str, activity: &ActivityCounts, files: u64) -> String {
    let many = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    format!(
        "# {title}\n{} to {} ({}): {}{}{}; {} changed\n",
        format_utc_minute(activity.first_at),
        format_utc_minute(activity.last_at),
        format_time_span(activity.last_at - activity.first_at),
        many(activity.calls.max(activity.commands), "call"),
        if activity.commands > 0 { format!(" ({})", many(activity.commands, "command")) } else { String::new() },
        if activity.failed > 0 { format!(", {} failed", activity.failed) } else { String::new() },
        many(files, "file"),
    )
}

/// Everything that is known of a stretch of work: its events by kind, its sessions by request.
pub fn work_report_json(store: &Store, query: &ReportQuery<'_>, masker: &Masker) -> Result<Value> {
    let within = query.within;
    let events = |category: EventCategory, open: bool| -> Result<Vec<StoredEvent>> {
        Ok(store.newest_events(within, category, open, MANY)?)
    };
    let mask = |text: &str| masker.without_state().mask_text(text).into_owned();
    let item = |record: &StoredEvent| {
        let text = if record.text.is_empty() { &record.key } else { &record.text };
        json!({
            "text": mask(text), "ref": record.reference, "at_ms": record.at, "first_at_ms": record.first_at,
            "count": record.count, "closed_at_ms": record.closed_at, "closed_by": record.closed_by,
        })
    };
    let list = |records: &[StoredEvent]| records.iter().map(item).collect::<Vec<Value>>();
    let mut lives = ErrorAndTaskLifetimes::new(store, masker);
    let mut errors = store.newest_events(within, EventCategory::Error, false, ERRORS)?;
    lives.mark_settled_errors(&mut errors)?;
    let resolved: Vec<StoredEvent> = errors.iter().filter(|error| error.closed_by.is_some()).cloned().collect();
    let mut open = lives.keep_open_errors(errors.clone(), MANY as usize)?;
    open.extend(events(EventCategory::Bug, true)?);
    let (mut decided, _) = contradict::drop_superseded_statements(
        user_decisions_and_corrections(store, within, MANY)?,
        MANY as usize,
        |one| &one.text,
    );
    decided.extend(events(EventCategory::Choice, true)?);
    decided.sort_by_key(|record| record.at);
    let decisions = decided.iter().map(|record| {
        let mut told = item(record);
        told["by"] = record.speaker_name().into();
        told
    });
    let mut helpers = Vec::new();
    for category in [EventCategory::Subagent, EventCategory::Skill, EventCategory::Mcp, EventCategory::Environment] {
        helpers.extend(events(category, false)?);
    }
    let attempts = store.commands_by_runs(within, ATTEMPTS)?.into_iter().map(|(command, runs, failed)| {
        json!({ "command": mask(&shorten_command_to_line(&command, 200)), "runs": runs, "failed": failed })
    });
    let sessions = session_accounts_json(store, within, masker)?;
    let asked = |session: &Value| session["turns"].as_array().cloned().unwrap_or_default();
    let typed = sessions.iter().flat_map(asked).filter(|turn| turn["by"] == "user").map(
        |turn| json!({ "text": turn["asked"], "ref": turn["ref"], "at_ms": turn["at_ms"], "count": turn["times"] }),
    );
    let activity = store.activity_counts(within)?;
    Ok(json!({
        "title": query.title,
        "first_at_ms": activity.first_at,
        "last_at_ms": activity.last_at,
        "entries": activity.entries,
        "commands": activity.commands,
        "calls": activity.calls,
        "failed": activity.failed,
        "asked": typed.collect::<Vec<Value>>(),
        "sessions": sessions,
        "decisions": decisions.collect::<Vec<Value>>(),
        "errors": list(&errors),
        "resolved_errors": list(&resolved),
        "open_errors": list(&open),
        "open_tasks": list(&lives.keep_open_tasks(events(EventCategory::Task, true)?)?),
        "files": list(&changed_file_events(store, within, MANY)?),
        "git": list(&events(EventCategory::Git, false)?),
        "notes": list(&events(EventCategory::Note, true)?),
        "summaries": list(&events(EventCategory::Summary, false)?),
        "reports": list(&events(EventCategory::Report, false)?),
        "helpers": list(&helpers),
        "attempts": attempts.collect::<Vec<Value>>(),
    }))
}

/// The sessions by request, the oldest first.
fn session_accounts_json(store: &Store, within: &SessionEventFilter, masker: &Masker) -> Result<Vec<Value>> {
    let names = match &within.session {
        Some(session) => vec![session.clone()],
        None => super::gather::find_sessions_in_scope(store, within)?.into_iter().map(|row| row.name).collect(),
    };
    let mask = |text: &str| masker.without_state().mask_text(text).into_owned();
    let turn = |turn: &TurnAccount| {
        json!({
            "asked": mask(&turn.asked), "by": if turn.by_program { "program" } else { "user" }, "ref": turn.reference,
            "at_ms": turn.at, "times": turn.times, "said": turn.said.last().map(|said| mask(said)),
            "said_ref": turn.said_reference, "did": mask(&turn.did),
        })
    };
    let line = |line: &BriefLine| json!({ "text": mask(&line.text), "ref": line.reference, "at_ms": line.at });
    let mut sessions = Vec::new();
    for name in names.into_iter().rev() {
        let told = SessionAccount::load_or_compose(store, &name, within, masker)?;
        let turns = told.turns.iter().filter(|turn| !turn.asked.is_empty()).map(turn).collect::<Vec<Value>>();
        let standing = told.standing.iter().map(line).collect::<Vec<Value>>();
        sessions.push(json!({ "session": name, "standing": standing, "turns": turns }));
    }
    Ok(sessions)
}

/// `2026-11-15 05:10`, in UTC, so that it reads the same everywhere.
pub fn format_utc_minute(ms: i64) -> String {
    let stamp = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_string();
    stamp.get(..16).unwrap_or_default().replace('T', " ")
}

/// `52m`, `2h05m`, `3d`.
pub fn format_time_span(ms: i64) -> String {
    let minutes = ms.max(0) / 60_000;
    match minutes {
        0 => format!("{}s", ms.max(0) / 1000),
        1..60 => format!("{minutes}m"),
        60..2880 => format!("{}h{:02}m", minutes / 60, minutes % 60),
        _ => format!("{}d", minutes / 1440),
    }
}
