//! How many bytes each kind of output may take.

use super::Kind;
use super::kind::Verdict;

/// Budgets by kind: output up to its budget is printed whole, longer output is cut to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Show {
    pub report: usize,
    pub text: usize,
    pub listing: usize,
    pub data: usize,
    /// Lines of a file that the command itself chose: `sed -n 40,90p`, `head -50`, `git show REV:FILE`.
    pub range: usize,
}

/// The size up to which an output with this budget is printed whole: a cut must save a quarter of it. With the budgets that
/// are set by default that is more than 1,500 bytes.
pub fn whole_up_to(budget: usize) -> usize {
    budget.saturating_add(budget / 3)
}

impl Default for Show {
    fn default() -> Show {
        Show { report: 2135, text: 6400, listing: 8192, data: 8192, range: 8192 }
    }
}

impl Show {
    /// The same for every kind.
    pub fn all(bytes: usize) -> Show {
        Show { report: bytes, text: bytes, listing: bytes, data: bytes, range: bytes }
    }

    /// The size up to which an output of any kind is printed whole.
    pub fn least(&self) -> usize {
        self.report.min(self.text).min(self.listing).min(self.data)
    }

    /// The budget of an output that was judged to be this.
    pub fn of_verdict(&self, verdict: &Verdict) -> usize {
        let budget = self.of(verdict.kind);
        match verdict.kind {
            Kind::Report => budget,
            _ if verdict.range => budget.max(self.range),
            _ => budget,
        }
    }

    pub fn of(&self, kind: Kind) -> usize {
        match kind {
            Kind::Report => self.report,
            Kind::Text => self.text,
            Kind::Listing => self.listing,
            Kind::Data => self.data,
        }
    }
}
