//! The readers of tools, one row a tool in `flat/table.toml`; those that no row can describe are code.

mod busiest;
mod cc;
pub mod flat;
mod foreign;
pub mod machine;
mod pytest;
mod pytest_trace;
mod python;
mod rustc;
