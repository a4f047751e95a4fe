//! How likely a hard word is to be used again before it is seen again: a logistic model over a few facts about the word, its
//! item, its line and words like it. Fitted on recorded sessions (210,000 words that a fold took out of sight, of which 3.9 %
//! were used later); fitted on the projects of one half, it was checked on those of the other.

use crate::ledger::WordEntry;

/// What is known of the result whose words are weighed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResultFacts {
    pub call: usize,
    pub source: ResultSource,
    /// The share of its words that the model used since it came.
    pub used: f32,
    pub age: f32,
    pub size: f32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultSource {
    Read,
    Run,
    Look,
    #[default]
    Result,
}

/// What is known of the line that a word stands on.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordLineFacts {
    /// Words of the line that the model used before, and their share.
    pub used: f32,
    pub share: f32,
    pub is_import: bool,
    pub is_definition: bool,
}

/// The probability that a word will be used, which stands on so many lines of the item. `used_in_group` is how often the
/// model used words of the same folder, or of the same beginning before a dot.
pub fn word_use_probability(
    word: &WordEntry,
    about: &ResultFacts,
    line: &WordLineFacts,
    lines: u32,
    used_in_group: u32,
) -> f32 {
    let flag = |is: bool| if is { 1.0_f32 } else { 0.0 };
    let log = |count: u32| (1.0 + count as f32).ln();
    let call = about.call as u32;
    let is_output = flag(about.source != ResultSource::Read);
    let (is_used, is_held_once) = (flag(word.used > 0), flag(word.held <= 1));
    let (slash, number) = (flag(word.has_slash), flag(word.is_number));
    let of_source = match about.source {
        ResultSource::Read => 0.062,
        ResultSource::Run => -0.697,
        ResultSource::Look => -1.222,
        ResultSource::Result => -0.662,
    };
    let of_history = -0.194 * (word.held.max(1) as f32).ln() - 0.879 * is_held_once
        + is_used * (0.750 - 0.273 * log(call.saturating_sub(word.last_used)))
        + (0.844 + 0.058 * is_output) * log(word.used)
        + 0.248 * log(call.saturating_sub(word.last_seen));
    let of_shape = slash * (-0.227 - 0.278 * is_held_once + is_output * (-0.162 - 0.215 * is_used))
        + 0.077 * flag(word.has_dot)
        + 0.230 * flag(word.has_slash && word.has_dot)
        + number * (0.477 - 2.091 * is_output - 1.249 * (1.0 - is_output))
        - 0.006 * word.length as f32;
    let of_item =
        -1.386 * about.used + 0.126 * (1.0 + about.age).ln() - 0.252 * about.size.max(1.0).ln() - 0.567 * log(call);
    let of_line = -0.113 * (1.0 + line.used).ln() + 0.722 * line.share + 0.755 * flag(line.is_import)
        - 0.068 * flag(line.is_definition);
    let of_place = 0.445 * (lines.max(1) as f32).ln()
        + 0.131 * log(used_in_group)
        + flag(used_in_group > word.used)
            * (-0.090 + slash * (0.351 + 0.471 * flag(about.source == ResultSource::Look))
                - 0.441 * flag(word.has_dot && !word.has_slash));
    let sum = 1.0 + of_source + of_history + of_shape + of_item + of_line + of_place;
    1.0 / (1.0 + (-sum).exp())
}
