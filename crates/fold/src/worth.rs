//! How likely a hard word is to be used again before it is seen again: a logistic model over a few facts about the word, its
//! item and its line. Fitted on half of a set of recorded sessions (150,000 words that a fold took out of sight, of which
//! 3.5 % were used later) and checked on sessions of other projects.

use crate::ledger::Entry;

/// What is known of the item whose words are weighed.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    pub call: usize,
    pub source: Source,
    /// The share of its words that the model used since it came.
    pub used: f32,
    /// Calls since its file was touched last; 200 if it has none.
    pub idle: f32,
    pub age: f32,
    pub size: f32,
    pub is_superseded: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    Read,
    /// The input of a change.
    Change,
    Run,
    Look,
    #[default]
    Result,
    Input,
}

/// What is known of the line that a word stands on.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnLine {
    /// Words of the line that the model used before, and their share.
    pub used: f32,
    pub share: f32,
    pub is_import: bool,
    pub is_definition: bool,
}

/// The probability that a word will be used.
pub fn worth(word: &Entry, about: &About, line: &OnLine) -> f32 {
    let flag = |is: bool| if is { 1.0_f32 } else { 0.0 };
    let log = |count: u32| (1.0 + count as f32).ln();
    let call = about.call as u32;
    let held = (word.held.max(1) as f32).ln();
    let is_result = matches!(about.source, Source::Run | Source::Look | Source::Result);
    let sum = -2.639
        + match about.source {
            Source::Read => -0.117,
            Source::Change => 0.454,
            Source::Run => -1.430,
            Source::Look => -1.145,
            Source::Result => -1.549,
            Source::Input => 0.088,
        }
        - 0.712 * held
        - 0.516 * flag(word.held <= 1)
        + flag(word.used > 0) * (0.426 - 0.077 * log(call.saturating_sub(word.last_used)))
        + (0.643 + if is_result { 0.701 } else { 0.0 } + 0.465 * flag(about.source == Source::Change)) * log(word.used)
        + 0.242 * log(call.saturating_sub(word.last_seen))
        + 0.313 * flag(word.has_slash)
        - 0.032 * flag(word.has_dot)
        + 0.383 * flag(word.has_slash && word.has_dot)
        - 0.238 * flag(word.has_slash && word.held <= 1)
        + flag(word.has_slash && is_result) * (-0.889 + 0.598 * flag(word.used > 0))
        - 1.986 * flag(word.is_number)
        - 0.005 * word.length as f32
        - 0.926 * about.used
        + 0.067 * (1.0 + about.idle).ln()
        - 0.244 * (1.0 + about.age).ln()
        + 0.097 * about.size.max(1.0).ln()
        - 0.571 * flag(about.is_superseded)
        + 0.484 * flag(about.age < 3.0)
        - 0.289 * (1.0 + line.used).ln()
        + 0.286 * line.share
        + 0.373 * flag(line.is_import)
        + 0.136 * flag(line.is_definition);
    1.0 / (1.0 + (-sum).exp())
}
