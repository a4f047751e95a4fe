//! How many bytes each kind of output may take.

use super::Kind;

/// Budgets by kind: output up to its budget is printed whole, longer output is cut to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Show {
    pub report: usize,
    pub text: usize,
    pub listing: usize,
    pub data: usize,
}

impl Default for Show {
    fn default() -> Show {
        Show { report: 2000, text: 8192, listing: 8192, data: 8192 }
    }
}

impl Show {
    /// The same for every kind.
    pub fn all(bytes: usize) -> Show {
        Show { report: bytes, text: bytes, listing: bytes, data: bytes }
    }

    /// The size up to which an output of any kind is printed whole.
    pub fn least(&self) -> usize {
        self.report.min(self.text).min(self.listing).min(self.data)
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
