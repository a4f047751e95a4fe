//! How many bytes each kind of output may take.

use super::kind::KindVerdict;
use super::{Digest, OutputKind};
use ctx_text::text::Text;

/// Up to this size a report of an unknown tool gets a share of its own size; what is longer is mostly a log.
const STRANGE: u64 = 64 << 10;
const SHORT: usize = 6000;
const FRAMED: usize = 130;
const FAILED: usize = 125;
/// Percent of a report's budget that an unknown tool may take.
const UNSURE: usize = 140;

/// Budgets by kind: output up to its budget is printed whole, longer output is cut to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    pub report: usize,
    pub text: usize,
    pub listing: usize,
    /// What `grep` and `find` found: of many rows the next step needs few.
    pub matches: usize,
    pub data: usize,
    /// A file, or lines of one, that the command itself chose: `cat FILE`, `sed -n 40,90p`, `git show REV:FILE`.
    pub range: usize,
    /// What the host says about its room, where the budgets follow it.
    #[serde(skip)]
    pub host: Option<HostContextCapacity>,
}

/// How much room a host has, in percent of the usual, and the variable in which it says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostContextCapacity {
    pub variable: &'static str,
    pub percent: usize,
}

/// The size up to which an output with this budget is printed whole: a cut must save a quarter of it. With the budgets that
/// are set by default that is more than 1,500 bytes.
pub fn largest_size_shown_whole(budget: usize) -> usize {
    budget.saturating_add(budget / 3)
}

/// True for the failure of a known tool in its own words.
fn is_failure_told_by_output_lines(digest: &Digest) -> bool {
    let blocks = &digest.reading.blocks;
    (digest.call.status.has_failed() || digest.reading.has_error()) && blocks.iter().all(|block| block.said.is_empty())
}

/// The size of a text without the rest of its long lines, which nobody reads; 0 where it is a long log.
fn size_with_long_lines_capped(text: &Text) -> usize {
    const WIDE: usize = 500;
    let long = text.raw_len() as usize / WIDE;
    let read: usize = if text.len() < long { text.lines().map(|line| line.len().min(WIDE)).sum() } else { 0 };
    if read as u64 <= STRANGE { read } else { 0 }
}

impl Default for Budgets {
    fn default() -> Budgets {
        Budgets { report: 2135, text: 6400, listing: 8192, matches: 3000, data: 8192, range: 8192, host: None }
    }
}

impl Budgets {
    /// The same for every kind.
    pub fn same_for_all_kinds(bytes: usize) -> Budgets {
        Budgets { report: bytes, text: bytes, listing: bytes, matches: bytes, data: bytes, range: bytes, host: None }
    }

    /// The same budgets for a host with less or more room than usual: half of them at least, twice as much at most.
    pub fn scaled_for_host(self, host: HostContextCapacity) -> Budgets {
        let host = HostContextCapacity { percent: host.percent.clamp(50, 200), ..host };
        let scale = |bytes: usize| bytes * host.percent / 100;
        Budgets {
            report: scale(self.report),
            text: scale(self.text),
            listing: scale(self.listing),
            matches: scale(self.matches),
            data: scale(self.data),
            range: scale(self.range),
            host: Some(host),
        }
    }

    /// The size up to which an output of any kind is printed whole.
    pub fn size_always_shown_whole(&self) -> usize {
        self.report.min(self.text).min(self.listing).min(self.matches).min(self.data)
    }

    /// The budget of an output that was judged to be this.
    pub fn budget_for_verdict(&self, verdict: &KindVerdict, text: &Text) -> usize {
        let budget = self.budget_for_kind(verdict.kind);
        match verdict.kind {
            OutputKind::Report => budget,
            _ if verdict.help => budget.max(self.range),
            // Of lines that are too many to be shown whole, a page is enough.
            _ if verdict.range && text.clean_len() <= largest_size_shown_whole(self.range) => budget.max(self.range),
            OutputKind::Listing if matches!(verdict.shape, Some("grep" | "find")) => budget.min(self.matches),
            _ => budget,
        }
    }

    /// The budget of a report: a reader that knows the tool needs less, one that does not needs more.
    pub(super) fn budget_for_report(&self, digest: &Digest, text: &Text) -> usize {
        let fill = &digest.reading.fill;
        let page = if digest.verdict.roomy { self.report.max(self.text / 2) } else { 0 };
        if fill.unsure || fill.unheard {
            // Nobody knows what matters in it: half of it is shown as far as that goes.
            let share =
                if text.raw_len() <= STRANGE { text.clean_len() / 2 } else { size_with_long_lines_capped(text) / 2 };
            let least = if fill.unheard { self.report * 11 / 10 } else { self.report };
            share.max(least).min(self.report * UNSURE / 100).min(self.text.max(self.report)).max(page)
        } else if digest.verdict.roomy {
            page
        } else {
            let least = if digest.has_python_reader() { self.report } else { self.report * 93 / 100 };
            // The source around a failure is what gets edited next: a short report keeps half of itself.
            if is_failure_told_by_output_lines(digest) && text.clean_len() <= SHORT {
                least.max(text.clean_len() / 2).min(self.report * FRAMED / 100)
            } else {
                least
            }
        }
    }

    /// A report up to this size is printed whole. Where no reader knows the tool, a cut must be worth the risk as well.
    pub(super) fn largest_report_shown_whole(&self, digest: &Digest) -> usize {
        if digest.verdict.roomy {
            largest_size_shown_whole(self.text)
        } else if digest.reading.fill.unsure {
            // A budget that the user has set holds here, too.
            self.report.saturating_add(1200).min(largest_size_shown_whole(self.text.max(self.report)))
        } else {
            // The lines that its reader left out are known to matter less.
            if is_failure_told_by_output_lines(digest) { self.report * FAILED / 100 } else { self.report / 16 * 15 }
        }
    }

    pub fn budget_for_kind(&self, kind: OutputKind) -> usize {
        match kind {
            OutputKind::Report => self.report,
            OutputKind::Text => self.text,
            OutputKind::Listing => self.listing,
            OutputKind::Data => self.data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_budget_prints_whole_is_the_smallest_of_them() {
        let few = |change: fn(&mut Budgets)| {
            let mut budgets = Budgets::same_for_all_kinds(9000);
            change(&mut budgets);
            budgets.size_always_shown_whole()
        };
        let each: [fn(&mut Budgets); 5] = [
            |budgets| budgets.report = 100,
            |budgets| budgets.text = 100,
            |budgets| budgets.listing = 100,
            |budgets| budgets.matches = 100,
            |budgets| budgets.data = 100,
        ];
        assert_eq!(each.map(few), [100; 5]);
    }
}
