//! The real binary against real processes and a real SQLite file.

mod harness;

mod concurrency;
mod exit_status;
mod faults;
mod generated;
mod layering;
mod lossless;
mod notes;
mod processes;
mod references;
mod run;
mod secrets;
mod signals;
mod soak;
mod store;
