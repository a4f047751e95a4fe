//! The one way of an output, wherever its bytes come from: kept by the recorder, cleaned, masked, composed into a report,
//! ended in the store, printed as text or in the one JSON shape; and the way back out of the store.

mod conclude;
mod forged_lines;
pub mod lazy_recorder;
mod listed;
pub mod live;
mod masked;
pub mod progress;
mod ranged;
pub mod recorder;
pub mod report;
pub mod spool;
pub mod stored_masks;
pub mod view;

pub use conclude::{EndedOutput, EntryFacts, PrintAndSummaryOptions, PrintableReport, SummaryChoice};
pub use listed::{history_row_json, masked_entry_name};
pub use masked::MaskedText;
pub use ranged::{RangeLimit, line_range_json};
pub use recorder::Recorder;
