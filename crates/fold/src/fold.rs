//! What the engine decides: folds, and the options it decides by.

use serde::{Deserialize, Serialize};

use crate::model::CallHalf;

/// Why something is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoldRule {
    /// A long output of a shell, shown from the start as its digest.
    Digest,
    /// The same text stands in the conversation already.
    Same,
    /// An old result.
    Result,
    /// An old input.
    Input,
}

impl FoldRule {
    pub const ALL: [FoldRule; 4] = [FoldRule::Digest, FoldRule::Same, FoldRule::Result, FoldRule::Input];

    pub fn name(self) -> &'static str {
        match self {
            FoldRule::Digest => "digest",
            FoldRule::Same => "same",
            FoldRule::Result => "result",
            FoldRule::Input => "input",
        }
    }
}

/// One fold: from call `call` on, `text` is sent in place of the item. A later fold of the same item may replace it by a
/// shorter text: a digest that is old, and a stub that is older still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoldedItem {
    /// The first request that sends `text`.
    pub call: usize,
    /// The id of the tool call.
    pub id: String,
    pub part: CallHalf,
    /// What is sent. For an input that was a JSON object this is a JSON object, too.
    pub text: String,
    pub rule: FoldRule,
    /// The reference of the stored bytes, as in `[ctx:REFERENCE]`.
    pub reference: String,
    /// The size of the item that was folded. If the host sends something else under the same id, the fold is not for it.
    pub was: usize,
}

/// What a byte costs, in units of an input byte that is not cached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CachePrice {
    /// A byte that the provider has in its cache.
    pub read: f64,
    /// A byte that is new or changed.
    pub write: f64,
}

impl CachePrice {
    /// Anthropic with a cache that lasts five minutes.
    pub const ANTHROPIC: CachePrice = CachePrice { read: 0.1, write: 1.25 };
    pub const OPENAI: CachePrice = CachePrice { read: 0.1, write: 1.0 };

    /// What so many bytes cost of which the provider had the first in its cache.
    pub(crate) fn cost_of_bytes(self, (cached, new): (f64, f64)) -> f64 {
        self.read * cached + self.write * new
    }
}

/// How much is folded, and how soon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FoldStrength {
    /// Less and later, for work in which the model must quote much of what is old.
    Gentle,
    #[default]
    Usual,
    /// More and sooner, for the smallest bill.
    Hard,
}

impl FoldStrength {
    pub const ALL: [(&str, FoldStrength); 3] =
        [("gentle", FoldStrength::Gentle), ("usual", FoldStrength::Usual), ("hard", FoldStrength::Hard)];
}

/// What a composition can set. The defaults are the measured ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoldOptions {
    /// The prices of the requests.
    pub price: CachePrice,
    /// The share that a cached byte's price has of what it is taken to cost when folds are decided. Less folds more.
    pub read_share: f64,
    /// Bytes that are sent before the first item: the system prompt and the tools.
    pub base: usize,
    /// Nothing younger than this many calls is folded, but for digests and exact repeats.
    pub age: usize,
    /// Nothing smaller than this is folded.
    pub least: usize,
    /// Shell results of at least this size are shown as their digest from the start; 0 for never.
    pub digest_from: usize,
    /// What it is worth that the model can copy a sequence of three words, in bytes that are not cached. More keeps more.
    pub care: f64,
    /// A batch is due when what its items cost since they could have gone is this many times what the batch costs …
    pub patience: f64,
    /// … and when what it costs beyond the savings so far pays off within this share of the calls so far. Conversations
    /// end; those that lasted long last longer.
    pub pay_off: f64,
}

impl Default for FoldOptions {
    fn default() -> FoldOptions {
        FoldOptions {
            price: CachePrice::ANTHROPIC,
            read_share: 1.0,
            base: 40_000,
            age: 10,
            least: 260,
            digest_from: 1500,
            care: 520.0,
            patience: 1.0,
            pay_off: 0.09,
        }
    }
}

impl FoldOptions {
    pub fn of_strength(strength: FoldStrength) -> FoldOptions {
        match strength {
            FoldStrength::Gentle => FoldOptions { care: 2300.0, patience: 1.8, pay_off: 0.1, ..FoldOptions::default() },
            FoldStrength::Usual => FoldOptions::default(),
            // As if Anthropic's cached byte cost .16 of a new one: what is old weighs more.
            FoldStrength::Hard => FoldOptions { read_share: 0.625, ..FoldOptions::default() },
        }
    }

    /// The prices that folds are decided by.
    pub(crate) fn price_with_raised_cache_reads(&self) -> CachePrice {
        CachePrice { read: (self.price.read / self.read_share).min(self.price.write), ..self.price }
    }
}
