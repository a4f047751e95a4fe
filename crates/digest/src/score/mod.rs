//! How likely each line of an output is to matter, by a small model that was learnt from the needles of the fixtures:
//! hashed words first, then trees over what a line says, how often its like occurs, where it stands and what is near it.
//! `tests/weights` makes the weights; integers only, so that every machine gives the same score.

mod line;
mod model;
mod rows;
mod signs;
mod words;

pub use model::{LineRelevanceModel, MARK, NODES};
pub use rows::{FeatureRows, WIDTH, feature_name};
pub use signs::hash_text;
pub use words::{BITS, WordWeights, line_weight_keys};

use std::sync::LazyLock;

/// A worth of this much is certainty.
pub const SURE: u32 = 1 << 16;

/// The model that is compiled in.
pub fn built_in_line_relevance_model() -> &'static LineRelevanceModel {
    static MODEL: LazyLock<LineRelevanceModel> =
        LazyLock::new(|| LineRelevanceModel::parse(include_bytes!("weights.bin")).unwrap_or_default());
    &MODEL
}
