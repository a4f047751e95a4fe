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
    /// A listing of nothing but names, as a tree.
    pub names: usize,
}

/// A cut is worth it only if it saves at least this many bytes, and a quarter of the output.
const LEAST_SAVED: usize = 1500;

/// The size up to which an output with this budget is printed whole, because a cut would save too little.
pub fn whole_up_to(budget: usize) -> usize {
    budget.saturating_add(budget / 3).max(budget.saturating_add(LEAST_SAVED))
}

impl Default for Show {
    fn default() -> Show {
        Show { report: 2000, text: 8192, listing: 8192, data: 8192, range: 16 << 10, names: 16 << 10 }
    }
}

impl Show {
    /// The same for every kind.
    pub fn all(bytes: usize) -> Show {
        Show { report: bytes, text: bytes, listing: bytes, data: bytes, range: bytes, names: bytes }
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
            Kind::Listing if verdict.shape == Some("find") => budget.max(self.names),
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
