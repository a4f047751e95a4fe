//! Entries and events of another ctx, as `ctx store --export` wrote them.

use std::borrow::Cow;

use super::writer::ItemWriter;
use ctx_agents::transcripts::exported::{ExportedEntry, ExportedEvent};
use ctx_model::error::Result;
use ctx_model::id::EntryId;
use ctx_model::{EventCategory, SessionEvent, StatusColumns};
use ctx_store::{EntryKind, ImportedEntry};

/// An entry that ctx exported.
pub(super) fn import_exported_entry(writer: &mut ItemWriter<'_, '_>, entry: &ExportedEntry) -> Result<()> {
    if writer.batch.find_entry_by_ref_and_time(&entry.reference, entry.started_at_ms)?.is_some() {
        writer.tally.skipped += 1;
        return Ok(());
    }
    let ExportedEntry { exit_code, signal, timed_out, .. } = *entry;
    let status = StatusColumns { exit_code, signal, timed_out }.to_status();
    let clean = |name: &Option<String>| name.as_deref().map(|name| strip_control_characters(name).into_owned());
    let (cwd, project, branch) = (clean(&entry.cwd), clean(&entry.project), clean(&entry.branch));
    let (session, agent, role, label) =
        (clean(&entry.session), clean(&entry.agent), clean(&entry.role), clean(&entry.label));
    let new = ImportedEntry {
        kind: EntryKind::from_name_or_run(&entry.kind),
        agent: agent.as_deref(),
        role: role.as_deref(),
        reference: Some(&*entry.reference).filter(|reference| EntryId::is_valid(reference)),
        command: entry.command.as_deref(),
        argv: &entry.argv,
        label: label.as_deref(),
        title: entry.title.as_deref(),
        cwd: cwd.as_deref(),
        project: project.as_deref(),
        branch: branch.as_deref(),
        session: session.as_deref(),
        status,
        started_at: entry.started_at_ms,
        duration_ms: entry.duration_ms,
        pinned: entry.pinned,
        summary: entry.summary.as_deref(),
        ..ImportedEntry::default()
    };
    writer.write_entry_if_wanted(&new, &entry.output_bytes())?;
    if let (Some(session), Some(agent)) = (&session, &agent) {
        writer.batch.upsert_session_keeping_project(session, agent, (project.as_deref(), branch.as_deref()), None)?;
    }
    Ok(())
}

/// An event that ctx exported.
pub(super) fn import_exported_event(writer: &mut ItemWriter<'_, '_>, event: &ExportedEvent) -> Result<()> {
    let Some(category) = EventCategory::from_name(&event.category) else { return Ok(()) };
    let row = |reference: &Option<String>| match reference {
        Some(reference) => writer.batch.row_of_reference(reference),
        None => Ok(None),
    };
    let (entry, closed_by) = (row(&event.reference)?, row(&event.closed_by)?);
    let restored = SessionEvent {
        category,
        key: event.key.clone(),
        text: event.text.clone(),
        at: event.at_ms,
        session: strip_control_characters(&event.session).into_owned(),
        project: event.project.as_deref().map(|project| strip_control_characters(project).into_owned()),
        branch: event.branch.as_deref().map(|branch| strip_control_characters(branch).into_owned()),
        entry,
        closed_at: event.closed_at_ms,
    };
    let count = event.count.max(1);
    writer.tally.events +=
        u64::from(writer.batch.insert_event_if_absent(&restored, event.first_at_ms, count, closed_by)?);
    Ok(())
}

/// A name from a transcript without terminal controls; it is printed as it is later.
fn strip_control_characters(name: &str) -> Cow<'_, str> {
    match name.chars().any(char::is_control) {
        true => Cow::Owned(name.chars().filter(|c| !c.is_control()).collect()),
        false => Cow::Borrowed(name),
    }
}
