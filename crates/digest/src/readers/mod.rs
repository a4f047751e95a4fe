//! The readers of tools, one row a tool in `flat/table.toml`; those that no row can describe are code.

mod busiest;
pub mod flat;
pub mod machine;
