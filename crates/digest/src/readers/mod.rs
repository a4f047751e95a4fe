//! The readers of tools, one row a tool in `flat/table.toml`; those that no row can describe are code.

mod busiest;
mod cc;
pub mod flat;
pub mod machine;
mod pytest;
mod pytest_trace;
pub mod python;
mod rustc;
