//! The end of an output: its report, the part of that which is kept, and its JSON.

use serde_json::{Value, json};

use super::lazy_recorder::LazyRecorder;
use super::masked::MaskedText;
use super::recorder::Recorder;
use super::report::{OutputReport, ReportOptions, ReportSubject, compose_report};
use super::spool::{EndedCommand, session_changes_from_digest};
use crate::ui::Ui;
use ctx_model::env::unix_time_ms;
use ctx_model::id::EntryId;
use ctx_model::{CommandAndStatus, CommandEndStatus, EventsOfFinishedEntry, Scope, StatusColumns, findings_json};
use ctx_secrets::{Masker, SecretSpans, TextKind};
use ctx_store::{Entry, EntryKind, EntryOutcome};
use ctx_text::text::Text;

/// An output that has ended, whatever its source was.
pub struct EndedOutput<'a> {
    pub kind: EntryKind,
    pub name: &'a str,
    pub call: CommandAndStatus,
    pub duration_ms: Option<i64>,
    pub still_open: bool,
    pub streams: Option<Vec<u8>>,
    /// The text under its masks, and the masks.
    pub text: Text,
    pub spans: Option<SecretSpans>,
    /// Bytes that the recorder has not been handed yet.
    pub last: &'a [u8],
    /// Where and when it ran, if it is known how it ended: then it may be an event of its session.
    pub ran: Option<(&'a Scope, i64)>,
}

/// How it is printed, and how much of that is kept.
#[derive(Clone, Copy)]
pub struct PrintAndSummaryOptions {
    pub json: bool,
    pub summary: SummaryChoice,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SummaryChoice {
    Report,
    Headline,
    Nothing,
}

/// A report to print, as text or JSON.
pub struct PrintableReport {
    pub report: OutputReport,
    json: Option<Value>,
    failed: bool,
}

impl PrintableReport {
    /// Only line 1 and how it compares with the run before: the output is on the screen.
    pub fn print_headline(&self, ui: &Ui) {
        let since = self.report.since.as_ref().map_or(String::new(), |since| format!("{since}\n"));
        // All of it was shown.
        let part = format!(" · {} of ", self.report.shown);
        let mut headline = self.report.headline.clone();
        if let Some(at) = headline.rfind(&part) {
            headline.replace_range(at..at + part.len(), " · all ");
        }
        ui.print(&format!("{}\n{since}", ui.colour_headline(&headline, self.failed)));
    }

    pub fn print_report(&self, ui: &Ui) {
        match &self.json {
            Some(json) => ui.print_json(json),
            None => ui.print(&self.report.printed_text(&ui.colour_headline(&self.report.headline, self.failed))),
        }
    }
}

impl LazyRecorder {
    /// Ends a command that printed nothing before there was time to open the store: nothing is compared or shortened, so
    /// its entry waits beside the store. None if it must be kept like any other.
    pub fn spool_entry_of_silent_command(
        &mut self,
        ended: &EndedOutput<'_>,
        options: &ReportOptions<'_>,
        masker: &Masker,
    ) -> Option<PrintableReport> {
        let id = self.waiting_id().filter(|_| ended.text.raw_len() == 0)?.clone();
        let EndedOutput { name, call, duration_ms, still_open, .. } = ended;
        let (duration_ms, still_open) = (*duration_ms, *still_open);
        let text = MaskedText::mask_bytes(b"", TextKind::default(), masker).0;
        let subject = ReportSubject { id: Some(&id), name, call, duration_ms, still_open };
        let report = compose_report(&subject, &text, options, masker);
        let printed = Some(report.plain_text().len());
        let mut finished =
            EntryOutcome { status: call.status, still_open, duration_ms, printed, ..EntryOutcome::default() };
        self.try_to_spool_short_output(b"", &text, &mut finished)?;
        Some(PrintableReport { report, json: None, failed: call.status.has_failed() })
    }
}

impl Recorder {
    /// Composes an output, ends its entry and makes it ready to print; none where the bytes were shown instead, because
    /// they are not kept.
    pub fn finish_entry_for_printing(
        &mut self,
        ended: EndedOutput<'_>,
        options: ReportOptions<'_>,
        form: PrintAndSummaryOptions,
        masker: &Masker,
    ) -> Option<PrintableReport> {
        let (kind, failed) = (ended.kind, ended.call.status.has_failed());
        let mut json = None;
        let report =
            self.compose_report_and_finish_entry(ended, options, masker, |subject, text, report, finished| {
                json = form.json.then(|| report_as_json(kind, subject, text, report, finished.cut.as_deref()));
                finished.summary = match form.summary {
                    SummaryChoice::Report => Some(report.plain_text()),
                    SummaryChoice::Headline => Some(format!("{}\n", report.headline)),
                    SummaryChoice::Nothing => None,
                };
                finished.printed = json.as_ref().map(|json| json.to_string().len() + 1);
            })?;
        Some(PrintableReport { report, json, failed })
    }

    /// Masks and composes an output and ends its entry; none where the bytes are not kept. `decide` says how much of the
    /// report is printed and kept.
    pub fn compose_report_and_finish_entry(
        &mut self,
        ended: EndedOutput<'_>,
        options: ReportOptions<'_>,
        masker: &Masker,
        decide: impl FnOnce(&ReportSubject<'_>, &MaskedText, &OutputReport, &mut EntryOutcome),
    ) -> Option<OutputReport> {
        let EndedOutput { kind: _, name, call, duration_ms, still_open, streams, text, spans, last, ran } = ended;
        let mut finished =
            EntryOutcome { status: call.status, still_open, duration_ms, streams, ..EntryOutcome::default() };
        finished.spans = spans.as_ref().map(|spans| (masker.rules_version(), spans.encode()));
        finished.cut = options.cut_short.clone();
        if self.is_output_unstored() {
            self.finish(last, &finished);
            return None;
        }
        let text = MaskedText::from_masked_text(text, spans.as_ref().map_or(0, SecretSpans::len), masker);
        let previous = self.previous_run(last);
        let id = self.recorded_entry_id().cloned();
        let subject = ReportSubject { id: id.as_ref(), name, call: &call, duration_ms, still_open };
        let options = ReportOptions { previous: previous.as_ref(), now: unix_time_ms(), ..options };
        let report = compose_report(&subject, &text, &options, masker);
        finished.reader = Some(report.digest.reader.clone());
        finished.findings = report.digest.findings.clone();
        finished.feed = ran.map_or_else(EventsOfFinishedEntry::default, |(scope, at)| {
            let ended = EndedCommand { scope, command: name, status: call.status, at };
            session_changes_from_digest(&ended, &report.digest, masker)
        });
        decide(&subject, &text, &report, &mut finished);
        self.finish(last, &finished);
        (!self.is_output_unstored()).then_some(report)
    }
}

fn report_as_json(
    kind: EntryKind,
    subject: &ReportSubject<'_>,
    text: &Text,
    report: &OutputReport,
    cut_short: Option<&str>,
) -> Value {
    let facts = EntryFacts {
        id: subject.id,
        kind,
        name: subject.name,
        status: subject.call.status,
        duration_ms: subject.duration_ms,
        still_open: subject.still_open,
        cut: cut_short,
        bytes: Some(text.raw_len()),
        lines: Some(text.total_lines()),
    };
    facts.to_json_with(json!({
        "stored": subject.id.is_some(),
        "shown_lines": report.shown,
        "since": report.since,
        "reader": report.digest.reader,
        "findings": findings_json(&report.digest.findings),
        "text": report.body,
    }))
}

/// The JSON fields of an entry that all commands share.
pub struct EntryFacts<'a> {
    pub id: Option<&'a EntryId>,
    pub kind: EntryKind,
    pub name: &'a str,
    pub status: CommandEndStatus,
    pub duration_ms: Option<i64>,
    pub still_open: bool,
    /// Why it is only a part.
    pub cut: Option<&'a str>,
    pub bytes: Option<u64>,
    pub lines: Option<u64>,
}

impl<'a> EntryFacts<'a> {
    /// `name` is the entry's, masked.
    pub fn from_entry(entry: &'a Entry, name: &'a str) -> EntryFacts<'a> {
        EntryFacts {
            id: Some(&entry.id),
            kind: entry.kind,
            name,
            status: entry.status,
            duration_ms: entry.duration_ms,
            still_open: entry.still_open,
            cut: entry.cut.as_deref(),
            bytes: entry.raw_len,
            lines: entry.lines,
        }
    }

    /// The fields that all share, and after them those of one command.
    pub fn to_json_with(&self, more: Value) -> Value {
        let StatusColumns { exit_code, signal, timed_out } = self.status.to_columns();
        let mut fields = json!({
            "ref": self.id.map(EntryId::as_str),
            "kind": self.kind.name(),
            "name": self.name,
            "status": self.status.to_string(),
            "exit_code": exit_code,
            "signal": signal,
            "timed_out": timed_out,
            "duration_ms": self.duration_ms,
            "still_open": self.still_open,
            "cut": self.cut,
            "bytes": self.bytes,
            "lines": self.lines,
        });
        if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
            fields.extend(more);
        }
        fields
    }
}
