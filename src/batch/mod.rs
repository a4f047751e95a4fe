//! Several steps in one call: how they are written, and how they share one budget.

pub mod budget;
pub mod step;
