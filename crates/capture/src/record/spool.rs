//! The events of a finished command; and its report, if its output waited beside the store because the command was over
//! before the store was open, or another process held the store.

use super::masked::MaskedText;
use super::report::{ReportOptions, ReportSubject, compose_report};
use crate::config::Config;
use crate::session_events::{CommandOutcome, session_changes_from_outcome};
use ctx_digest::Digest;
use ctx_model::env::{Env, unix_time_ms};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{CommandAndStatus, CommandEndStatus, EventsOfFinishedEntry, Scope, Severity};
use ctx_secrets::{Masker, TextKind};
use ctx_shell::attempt;
use ctx_store::{EntryKind, EntryOutcome, NewEntry, Store};

/// A command that has ended: where it ran, how it ended, and when it began.
pub struct EndedCommand<'a> {
    pub scope: &'a Scope,
    pub command: &'a str,
    pub status: CommandEndStatus,
    pub at: i64,
}

/// Events that a finished command adds to its session. A command that was stopped by a signal adds none.
pub fn session_changes_from_digest(
    ended: &EndedCommand<'_>,
    digest: &Digest,
    masker: &Masker,
) -> EventsOfFinishedEntry {
    let EndedCommand { scope, command, status, at } = *ended;
    if matches!(status, CommandEndStatus::Signal(libc::SIGINT | libc::SIGTERM | libc::SIGHUP)) {
        return EventsOfFinishedEntry::default();
    }
    let found = digest.findings.iter().find(|finding| finding.severity == Severity::Error);
    let message = found.map(|finding| match &finding.location {
        Some(place) => format!("{place} {}", finding.message),
        None => finding.message.clone(),
    });
    let code = match status {
        CommandEndStatus::Exit(code) => Some(code),
        _ => None,
    };
    // The exit code of a pipe does not show how a check before it ended; the findings in its output do.
    let hidden = found.is_some() && digest.reader != "generic" && attempt::is_check_status_hidden(command);
    let failed = status.has_failed() || hidden;
    let masked = masker.without_state().mask_text(command).into_owned();
    let ended = CommandOutcome { command, masked: &masked, code, failed, message: message.as_deref(), at };
    session_changes_from_outcome(scope, &ended)
}

/// Stores the outputs that wait beside the store, as if they had been stored when their commands ended; how many. Every
/// reader of the store does this first.
pub fn import_spool(store: &mut Store, env: &Env, config: &Config) -> Result<usize> {
    if !store.may_have_waiting_outputs() {
        return Ok(0);
    }
    let (masker, readers) = (config.masker(env).0, config.compile_readers().unwrap_or_default());
    let mut read = |id: &EntryId, new: &NewEntry, bytes: &[u8], finished: &mut EntryOutcome| {
        let command = new.command.as_deref().unwrap_or_default();
        let (text, spans) = MaskedText::mask_bytes(bytes, TextKind::of_command(command), &masker);
        finished.spans = spans.map(|spans| (masker.rules_version(), spans.encode()));
        let call = CommandAndStatus { argv: vec![command.to_owned()], status: finished.status };
        let subject = ReportSubject {
            id: Some(id),
            name: new.title.as_deref().or(new.command.as_deref()).unwrap_or_default(),
            call: &call,
            duration_ms: finished.duration_ms,
            still_open: finished.still_open,
        };
        let options =
            ReportOptions { show: config.show, readers: &readers, now: unix_time_ms(), ..ReportOptions::default() };
        let report = compose_report(&subject, &text, &options, &masker);
        // The output was shown as it was: that is why it waited.
        finished.printed = finished.printed.or(Some(bytes.len()));
        finished.summary = Some(report.plain_text());
        if let Some(scope) = new.scope.as_ref().filter(|_| new.kind == EntryKind::Run && new.command.is_some()) {
            let ended = EndedCommand { scope, command, status: finished.status, at: new.started_at };
            finished.feed = session_changes_from_digest(&ended, &report.digest, &masker);
        }
        finished.reader = Some(report.digest.reader);
        finished.findings = report.digest.findings;
    };
    Ok(store.import_spool(&mut read)?)
}
