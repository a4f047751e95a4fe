//! Sums up the output of an imported command like that of a live one.

use ctx_capture::record::MaskedText;
use ctx_capture::record::report::{self, ReportOptions, ReportSubject};
use ctx_digest::readers::flat::CompiledReader;
use ctx_digest::{Budgets, CommandEndStatus, Finding};
use ctx_secrets::{Masker, TextKind};

/// How the output of a command is summed up.
pub struct OutputSummariser<'a> {
    pub masker: &'a Masker,
    pub readers: &'a [CompiledReader],
    pub show: Budgets,
}

/// The parts of a report that are kept.
pub struct OutputSummary {
    pub text: String,
    pub reader: String,
    pub findings: Vec<Finding>,
}

impl OutputSummariser<'_> {
    pub fn summarise_output(
        &self,
        command: &str,
        bytes: &[u8],
        status: CommandEndStatus,
        duration_ms: Option<i64>,
    ) -> Option<OutputSummary> {
        if bytes.is_empty() {
            return None;
        }
        let (text, _) = MaskedText::mask_bytes(bytes, TextKind::of_command(command), self.masker);
        let call = ctx_digest::CommandAndStatus { argv: vec![command.to_owned()], status };
        let subject = ReportSubject { id: None, name: command, call: &call, duration_ms, still_open: false };
        let options = ReportOptions {
            show: Budgets::same_for_all_kinds(self.show.report),
            readers: self.readers,
            ..ReportOptions::default()
        };
        let report = report::compose_report(&subject, &text, &options, self.masker);
        Some(OutputSummary { text: report.body, reader: report.digest.reader, findings: report.digest.findings })
    }
}
