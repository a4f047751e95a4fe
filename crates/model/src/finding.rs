//! A finding: an error, a warning or a failed test that a tool reported.

use serde_json::{Value, json};

/// How severe a finding is, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Warning,
    Info,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }

    pub fn from_name(name: &str) -> Severity {
        [Severity::Error, Severity::Warning]
            .into_iter()
            .find(|severity| severity.name() == name)
            .unwrap_or(Severity::Info)
    }
}

/// One thing a tool found: shared by rendering, `--findings`, `--json` and the delta.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// `path:line:column` as far as the tool said it.
    pub location: Option<String>,
    pub message: String,
    /// First and last line in the raw output, from 1.
    pub lines: (u64, u64),
}

impl Finding {
    pub fn to_json(&self) -> Value {
        json!({
            "severity": self.severity.name(),
            "location": self.location,
            "message": self.message,
            "lines": [self.lines.0, self.lines.1],
        })
    }
}

/// Findings as every command with `--json` gives them.
pub fn findings_json(findings: &[Finding]) -> Value {
    Value::Array(findings.iter().map(Finding::to_json).collect())
}
