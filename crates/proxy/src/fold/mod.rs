//! Folding as this program does it: its host gives the engine (`ctx-fold`) the lines that stand for a file or an output,
//! the store keeps the bytes first. `copy` writes a folded transcript, `bill` says what folding would have saved.

mod act;
pub mod bill;
pub mod copy;
mod fold_host;
pub mod live;

pub use crate::store_thread::SessionOrigin;
pub use ctx_fold::transcript::Transcript;
pub use fold_host::FoldHost;
