//! Cleaned text in, `Digest` out: the lines an engineer needs at first glance, rendered within a budget.

#![warn(clippy::too_many_lines)]

#[cfg(test)]
#[path = "../tests/unit/ablation.rs"]
mod ablation;
mod artifacts;
mod body;
mod budgets;
mod cause;
mod choose_findings;
pub mod chosen_lines;
pub mod delta;
mod dispatch;
mod embedded_json;
mod frames;
mod generic;
mod group;
mod hidden_findings;
#[cfg(test)]
#[path = "../tests/unit/honest.rs"]
mod honest;
pub mod intent;
pub mod kind;
mod left_out;
mod model_choice;
mod names;
mod output;
mod page;
pub mod part;
pub mod place;
mod printed;
#[cfg(test)]
#[path = "../tests/unit/property.rs"]
mod property;
pub mod readers;
pub mod reading;
mod render;
mod report_body;
pub mod score;
pub mod select;
pub mod severity;
pub mod shape;
mod shapes;
mod states;
#[cfg(test)]
pub(crate) mod test;
mod totals;
pub mod trace;
mod traceback;

pub use body::show_every_line;
pub use budgets::{Budgets, HostContextCapacity};
pub use ctx_model::{CommandAndStatus, CommandEndStatus, Finding, Severity};
pub use delta::compare_findings;
pub use intent::lines_answering_query;
pub use output::DigestedOutput;
pub use reading::OutputKind;
pub use render::{explain_printed_lines, render};

use ctx_shell::lines::split_into_programs;
use ctx_text::text::Text;

/// The result of reading an output.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    /// The readers that made it, for `--explain` and statistics.
    pub reader: String,
    pub findings: Vec<Finding>,
    /// Which kind of output it is, and why.
    pub verdict: kind::KindVerdict,
    reading: reading::ReaderFindings,
    call: CommandAndStatus,
}

impl Digest {
    /// Its findings are tracebacks with lines of code, which say more than their messages.
    fn has_python_reader(&self) -> bool {
        self.reader.split('+').any(|name| matches!(name, "pytest" | "unittest"))
    }

    /// Findings that `old` lacks come first, so that they get the budget.
    pub fn put_new_findings_first(&mut self, old: &[Finding]) {
        if old.is_empty() || self.findings.is_empty() {
            return;
        }
        let is_known: Vec<bool> = {
            let delta = delta::compare_findings(old, &self.findings);
            let mut new = delta.new.into_iter().peekable();
            self.findings.iter().map(|finding| new.next_if(|next| std::ptr::eq(*next, finding)).is_none()).collect()
        };
        let order =
            || (0..is_known.len()).filter(|&at| !is_known[at]).chain((0..is_known.len()).filter(|&at| is_known[at]));
        self.findings = order().map(|at| self.findings[at].clone()).collect();
        self.reading.blocks = order().map(|at| self.reading.blocks[at].clone()).collect();
    }
}

/// The lines to print, without header and footer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Lines as printed, each with its line end.
    pub text: String,
    /// How many lines of the output they are.
    pub shown: u64,
    /// Every byte of the text is there, maybe folded.
    pub whole: bool,
    /// Lines that are alike are printed as one.
    pub folded: bool,
    /// The lines that are not shown, or not all of them, by their numbers in the output.
    pub gaps: Vec<(u64, u64)>,
    /// A mark was printed: the next one need not say what it counts.
    pub marked: bool,
    /// Positions in the text where lines that ctx itself wrote begin: marks and notes.
    pub own: Vec<usize>,
}

impl Body {
    /// Notes that these lines are not shown.
    fn note_left_out_lines(&mut self, from: u64, to: u64) {
        self.whole = false;
        match self.gaps.last_mut() {
            Some(last) if last.1 + 1 == from => last.1 = to,
            _ => self.gaps.push((from, to)),
        }
    }

    /// The first lines that are not shown: where to read on.
    pub fn first_gap(&self) -> Option<(u64, u64)> {
        self.gaps.first().copied()
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a line that ctx itself wrote.
    fn push_ctx_line(&mut self, line: &str) {
        self.own.push(self.text.len());
        self.push(line);
    }

    /// Puts lines that ctx itself wrote before all others.
    fn put_ctx_lines_first(&mut self, lines: &str) {
        let mut own: Vec<usize> = Vec::new();
        let mut at = 0;
        for line in lines.split_inclusive('\n') {
            own.push(at);
            at += line.len();
        }
        own.extend(self.own.iter().map(|place| place + at));
        self.own = own;
        self.text.insert_str(0, lines);
    }
}

pub fn digest(text: &Text, call: &CommandAndStatus) -> Digest {
    digest_with_config_readers(text, call, &[])
}

/// As `digest`, with the readers of a configuration file tried first.
pub fn digest_with_config_readers(
    text: &Text,
    call: &CommandAndStatus,
    own: &[readers::flat::CompiledReader],
) -> Digest {
    if text.is_empty() {
        return Digest { call: call.clone(), ..Digest::default() };
    }
    let programs = split_into_programs(&call.argv);
    let read = dispatch::run_readers(text, call, &programs, own);
    let verdict = kind::decide_kind(&part::ReaderInput::new(text, call, false), &programs, &read);
    let number = |line: usize| text.raw_line_number(line.min(text.len() - 1));
    let findings = read
        .reading
        .blocks
        .iter()
        .map(|block| Finding {
            severity: block.severity,
            location: block.location.clone(),
            message: block.message.clone(),
            lines: (number(block.first), number(block.last)),
        })
        .collect();
    Digest { reader: read.names.join("+"), findings, verdict, reading: read.reading, call: call.clone() }
}

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
