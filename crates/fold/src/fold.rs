//! What the engine decides: folds, and the options it decides by.

use serde::{Deserialize, Serialize};

use crate::model::Part;

/// Why something may be folded, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// A long output of a shell, shown from the start as its digest.
    Digest,
    /// The same text stands in the conversation already.
    Same,
    /// The text is in a file that was written.
    Written,
    /// A file that was read again later.
    Reread,
    /// A file that was changed later.
    Changed,
    /// The same command ran again later.
    Rerun,
    /// A failure of something that succeeded later.
    Passed,
    /// Nothing has used it for a while.
    Old,
    /// An image that is not new any more.
    Image,
}

impl Rule {
    pub const ALL: [Rule; 9] = [
        Rule::Digest,
        Rule::Same,
        Rule::Written,
        Rule::Reread,
        Rule::Changed,
        Rule::Rerun,
        Rule::Passed,
        Rule::Old,
        Rule::Image,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Rule::Digest => "digest",
            Rule::Same => "same",
            Rule::Written => "written",
            Rule::Reread => "reread",
            Rule::Changed => "changed",
            Rule::Rerun => "rerun",
            Rule::Passed => "passed",
            Rule::Old => "old",
            Rule::Image => "image",
        }
    }
}

/// One fold: from call `call` on, `text` is sent in place of the item. It never changes afterwards, except that the digest
/// of an output (`Rule::Digest`) may be folded once more when it is old.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fold {
    /// The first request that sends `text`.
    pub call: usize,
    /// The id of the tool call.
    pub id: String,
    pub part: Part,
    /// What is sent. For an input that was a JSON object this is a JSON object, too.
    pub text: String,
    pub rule: Rule,
    /// The reason as the stub's first line gives it (`changed at call 58`).
    pub why: String,
    /// The reference of the stored bytes, as in `[ctx:REFERENCE]`.
    pub reference: String,
    /// The size of the item that was folded. If the host sends something else under the same id, the fold is not for it.
    pub was: usize,
}

/// What a byte costs, in units of an input byte that is not cached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// A byte that the provider has in its cache.
    pub read: f64,
    /// A byte that is new or changed.
    pub write: f64,
}

impl Price {
    pub const ANTHROPIC: Price = Price { read: 0.1, write: 1.25 };
    pub const OPENAI: Price = Price { read: 0.1, write: 1.0 };
}

/// What a composition can set. The defaults are the measured ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    pub price: Price,
    /// The size of the model's window in bytes (about four a token).
    pub window: usize,
    /// Bytes that are sent before the first item: the system prompt and the tools.
    pub base: usize,
    /// Nothing younger than this many calls is folded unless it is superseded.
    pub age: usize,
    /// Nothing smaller than this is folded.
    pub least: usize,
    /// Shell results of at least this size are shown as their digest from the start; 0 for never.
    pub digest_from: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { price: Price::ANTHROPIC, window: 800_000, base: 40_000, age: 10, least: 260, digest_from: 1500 }
    }
}
