//! The real binary against real processes and a real SQLite file.

mod harness;

mod concurrency;
mod delta;
mod exit_status;
mod faults;
mod fixtures;
mod generated;
mod import;
mod layering;
mod lossless;
mod memory;
mod notes;
mod processes;
mod readme;
mod references;
mod run;
mod secrets;
mod signals;
mod soak;
mod store;
