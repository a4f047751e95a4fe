//! What ctx knows of the agents it works for.

pub mod path_rules;
