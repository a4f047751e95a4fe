//! `Output`: the simple way in. Bytes, command and status in; kind, findings and a page within a budget out.

use ctx_text::Text;

use crate::{
    Body, Budgets, CommandAndStatus, CommandEndStatus, Digest, Finding, OutputKind, digest, lines_answering_query,
    render,
};

/// What a command printed, and what was read from it.
#[derive(Debug)]
pub struct DigestedOutput {
    text: Text,
    digest: Digest,
}

impl DigestedOutput {
    /// Reads what a command printed. `command` is the command line as it was typed; it may be empty.
    pub fn read(bytes: &[u8], command: &str, status: CommandEndStatus) -> DigestedOutput {
        let text = Text::from_bytes(bytes);
        let argv = if command.is_empty() { Vec::new() } else { vec![command.to_owned()] };
        let digest = digest(&text, &CommandAndStatus { argv, status });
        DigestedOutput { text, digest }
    }

    /// Report, text, listing or data.
    pub fn kind(&self) -> OutputKind {
        self.digest.verdict.kind
    }

    /// Errors and warnings with their places, in the order in which they matter.
    pub fn findings(&self) -> &[Finding] {
        &self.digest.findings
    }

    /// The lines worth showing in about so many bytes. What is left out is marked and counted.
    pub fn render(&self, budget: usize) -> Body {
        render(&self.digest, &self.text, &Budgets::same_for_all_kinds(budget))
    }

    /// The lines that answer a question, in about so many bytes.
    pub fn lines_answering_question(&self, question: &str, budget: usize) -> Body {
        lines_answering_query(&self.text, &self.digest, question, &Budgets::same_for_all_kinds(budget))
    }
}
