//! The one way of an output, wherever its bytes come from: kept by the recorder, cleaned, masked, composed into a report,
//! ended in the store, printed as text or in the one JSON shape; and the way back out of the store.

mod conclude;
mod masked;
pub mod progress;
pub mod recorder;
pub mod report;
pub mod view;
pub mod waiting;

pub use conclude::{Ended, Facts, Form, Shown, Summary};
pub use masked::Masked;
pub use recorder::Recorder;
