//! The real binary against real processes and a real SQLite file.

mod harness;

mod batch;
mod concurrency;
mod delta;
mod edit_safety;
mod exit_status;
mod faults;
mod fetch;
mod files;
mod fixtures;
mod generated;
mod import;
mod languages;
mod layering;
mod lossless;
mod mcp;
mod memory;
mod notes;
mod peek;
mod picker;
mod processes;
mod readme;
mod references;
mod run;
mod script;
mod search;
mod search_soak;
mod secrets;
mod signals;
mod soak;
mod stats;
mod store;
mod tools;
