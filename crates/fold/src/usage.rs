//! The tokens of an answer, as a provider or an agent counted them.

use ctx_text::json::Json;
use serde::Serialize;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnswerTokenCounts {
    /// Neither read from a cache nor written to one.
    pub input: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    pub output: u64,
}

impl AnswerTokenCounts {
    pub fn is_empty(&self) -> bool {
        *self == AnswerTokenCounts::default()
    }

    /// The counts of an object, whatever their names are. Anthropic counts input that was not cached, the others all.
    pub fn from_json(object: Json<'_>) -> AnswerTokenCounts {
        let number = |object: Json<'_>, name: &str| {
            object.get(name).and_then(Json::as_integer).and_then(|number| u64::try_from(number).ok()).unwrap_or(0)
        };
        let sum = |names: &[&str]| names.iter().map(|name| number(object, name)).sum::<u64>();
        let details = ["input_tokens_details", "prompt_tokens_details"].iter().filter_map(|name| object.get(name));
        let cached = details.map(|details| number(details, "cached_tokens")).sum::<u64>()
            + sum(&["cachedContentTokenCount", "cached_input_tokens"]);
        let input = sum(&["input_tokens", "prompt_tokens", "promptTokenCount"]);
        AnswerTokenCounts {
            input: input.saturating_sub(cached),
            cache_read: cached + sum(&["cache_read_input_tokens"]),
            cache_write: sum(&["cache_creation_input_tokens"]),
            output: sum(&["output_tokens", "completion_tokens", "candidatesTokenCount", "thoughtsTokenCount"]),
        }
    }

    /// The larger of each count: they grow while an answer is made.
    pub fn max(self, other: AnswerTokenCounts) -> AnswerTokenCounts {
        self.combine_counts(other, u64::max)
    }

    fn combine_counts(self, other: AnswerTokenCounts, of: fn(u64, u64) -> u64) -> AnswerTokenCounts {
        AnswerTokenCounts {
            input: of(self.input, other.input),
            cache_read: of(self.cache_read, other.cache_read),
            cache_write: of(self.cache_write, other.cache_write),
            output: of(self.output, other.output),
        }
    }
}

impl std::ops::Add for AnswerTokenCounts {
    type Output = AnswerTokenCounts;

    fn add(self, other: AnswerTokenCounts) -> AnswerTokenCounts {
        self.combine_counts(other, u64::saturating_add)
    }
}
