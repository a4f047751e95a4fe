//! How ctx is made known to an agent: its hooks in the agent's settings, a few lines in its instructions. Texts in,
//! texts out; nothing here writes.

pub mod edit;
pub mod jsonc;
