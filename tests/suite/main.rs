//! The real binary against real processes and a real SQLite file.

mod harness;

mod concurrency;
mod delta;
mod doctor;
mod edit_safety;
mod exit_status;
mod faults;
mod files;
mod fixtures;
mod generated;
mod hooks;
mod import;
mod init;
mod languages;
mod layering;
mod lossless;
mod memory;
mod notes;
mod peek;
mod permissions;
mod picker;
mod processes;
mod readme;
mod references;
mod rewrite;
mod run;
mod search;
mod search_soak;
mod secrets;
mod signals;
mod soak;
mod stats;
mod store;
