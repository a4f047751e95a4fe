//! The result of a reader: findings with the lines that show them, totals, notes, and the lines it understood.

use std::borrow::Cow;
use std::ops::Range;

use super::group::split_location_into_path_and_numbers;
use super::{CommandEndStatus, Severity, trace};

/// The kind of an output, by what a person wants of it: each kind is shown in its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputKind {
    /// Tests, builds, linters, installs, logs: the failures, their places, the totals.
    #[default]
    Report,
    /// Source, diffs, prose, help, configuration: read as it stands.
    Text,
    /// Matches, files, processes, tables: rows, each of which may be the one.
    Listing,
    /// JSON, CSV: records.
    Data,
}

impl OutputKind {
    pub const ALL: [OutputKind; 4] = [OutputKind::Report, OutputKind::Text, OutputKind::Listing, OutputKind::Data];

    pub fn name(self) -> &'static str {
        match self {
            OutputKind::Report => "report",
            OutputKind::Text => "text",
            OutputKind::Listing => "listing",
            OutputKind::Data => "data",
        }
    }

    pub fn from_name(name: &str) -> Option<OutputKind> {
        OutputKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A reading, and the readers that made it.
pub struct CombinedReaderFindings {
    pub names: Vec<String>,
    pub reading: ReaderFindings,
    /// The shape of data that was recognised.
    pub shape: Option<&'static str>,
    /// The kind that a user's own reader declares.
    pub own_kind: Option<OutputKind>,
}

/// How early the budget is spent on a line of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineRank {
    /// The line that names the finding.
    Head,
    /// Where it is.
    Place,
    /// The assertion or the cause: the expected and the actual value.
    Detail,
    /// The code around it, or the stack below it.
    Frame,
    /// Nice to have: notes, hints, captured output.
    Context,
}

/// One finding under construction, in line indices of the text (not raw line numbers).
#[derive(Clone, Debug)]
pub struct FindingBlock {
    pub severity: Severity,
    pub location: Option<String>,
    pub message: String,
    /// Findings of one rule are grouped when there are many: a lint's name, an error code, a shape.
    pub rule: Option<String>,
    pub first: usize,
    pub last: usize,
    pub marks: Vec<(usize, LineRank)>,
    /// Printed instead of the marked lines, where those are written for machines.
    pub said: Vec<(String, LineRank)>,
    /// Among findings of one severity, the heavier are shown first.
    pub weight: u8,
    /// Lines of the same shape further down that are not findings of their own.
    pub repeats: u32,
    /// Who made it, for `explain`.
    pub source: Cow<'static, str>,
}

/// A line that stands for many: a directory with its count, a JSON key with its shape.
#[derive(Clone, Debug)]
pub struct SummaryNoteLine {
    /// It is printed before the line with this index.
    pub at: usize,
    pub text: String,
    /// If not all notes fit, those with the lower number stay.
    pub order: u32,
}

/// How well the tool is known, and so how much of its output is shown.
#[derive(Clone, Debug, Default)]
pub struct ToolFamiliarity {
    /// No reader knew the tool: short outputs are shown whole a little longer, findings with more of their context.
    pub unsure: bool,
    /// The command names no tool that a reader knows: what was recognised by its content alone may not be all of it.
    pub stranger: bool,
    /// An installed tool whose name no reader has.
    pub unheard: bool,
}

#[derive(Clone, Debug, Default)]
pub struct ReaderFindings {
    pub blocks: Vec<FindingBlock>,
    /// The tool's own totals: always shown.
    pub totals: Vec<usize>,
    pub notes: Vec<SummaryNoteLine>,
    /// Lines of data to show, the most telling first, as far as they go.
    pub lead: Vec<usize>,
    /// Lines that are worth showing when nothing better is known, the most telling first.
    pub tail: Vec<usize>,
    /// More lines to show of an output that no reader is sure of.
    pub fill: ToolFamiliarity,
    /// Lines this reader understood; no other reader looks at them.
    pub covered: Vec<Range<usize>>,
}

impl ReaderFindings {
    /// Begins a finding whose headline is the line `at`.
    pub fn add_finding(&mut self, severity: Severity, at: usize, message: impl Into<String>) -> &mut FindingBlock {
        self.blocks.push(FindingBlock {
            severity,
            location: None,
            message: message.into(),
            rule: None,
            first: at,
            last: at,
            marks: vec![(at, LineRank::Head)],
            said: Vec::new(),
            weight: 80,
            repeats: 0,
            source: Cow::Borrowed(""),
        });
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }

    pub fn add_error(&mut self, at: usize, message: impl Into<String>) -> &mut FindingBlock {
        self.add_finding(Severity::Error, at, message)
    }

    pub fn add_info(&mut self, at: usize, message: impl Into<String>) -> &mut FindingBlock {
        self.add_finding(Severity::Info, at, message)
    }

    pub fn add_total_line(&mut self, at: usize) {
        // Readers go forward, so a duplicate was added just now.
        if !self.totals.iter().rev().take(64).any(|held| *held == at) {
            self.totals.push(at);
        }
    }

    pub fn add_note(&mut self, at: usize, text: impl Into<String>) {
        let order = self.notes.len() as u32;
        self.notes.push(SummaryNoteLine { at, text: text.into(), order });
    }

    pub fn mark_lines_as_understood(&mut self, lines: Range<usize>) {
        if !lines.is_empty() {
            self.covered.push(lines);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.totals.is_empty() && self.notes.is_empty() && self.lead.is_empty()
    }

    /// Makes the worst findings of a failed linter errors, whatever it calls them: they are why it failed.
    pub fn raise_worst_to_errors_if_failed(&mut self, status: CommandEndStatus) {
        if !status.has_failed() || self.has_error() {
            return;
        }
        let worst = self.blocks.iter().map(|block| block.severity).min();
        for block in self.blocks.iter_mut().filter(|block| Some(block.severity) == worst) {
            block.severity = Severity::Error;
        }
    }

    pub fn has_error(&self) -> bool {
        self.blocks.iter().any(|block| block.severity == Severity::Error)
    }
}

impl FindingBlock {
    pub fn set_location(&mut self, location: impl Into<String>) -> &mut FindingBlock {
        self.location = Some(location.into());
        self
    }

    pub fn set_rule(&mut self, rule: impl Into<String>) -> &mut FindingBlock {
        self.rule = Some(rule.into());
        self
    }

    pub fn mark_line(&mut self, line: usize, rank: LineRank) -> &mut FindingBlock {
        match self.marks.iter_mut().find(|(at, _)| *at == line) {
            Some((_, held)) => *held = (*held).min(rank),
            None => self.marks.push((line, rank)),
        }
        self.first = self.first.min(line);
        self.last = self.last.max(line);
        self
    }

    /// Its place is in a library, which nobody here edits.
    pub fn is_in_library(&self) -> bool {
        self.location
            .as_deref()
            .is_some_and(|place| trace::mentions_library_or_runtime(split_location_into_path_and_numbers(place).0))
    }

    /// The finding's lines reach to `line`, shown or not.
    pub fn extend_to(&mut self, line: usize) -> &mut FindingBlock {
        self.last = self.last.max(line);
        self
    }
}
