//! Tokens that a model's answer took, whatever the agent calls them.

use ctx_text::json::Json;

/// The usage record of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenUsage {
    /// Unique in its conversation: records that repeat it are the same answer.
    pub id: String,
    pub model: String,
    /// Input tokens that were neither read from nor written to a cache.
    pub input: i64,
    pub cache_read: i64,
    pub cache_write: i64,
    /// With the tokens of thinking.
    pub output: i64,
}

fn first_number_or_zero(usage: Json<'_>, names: &[&str]) -> i64 {
    names.iter().find_map(|name| usage.get(name).and_then(Json::as_integer)).unwrap_or(0).max(0)
}

impl TokenUsage {
    /// Of a form in which input does not count what came from the cache: Claude's and pi's.
    pub fn read(id: String, model: &str, usage: Json<'_>) -> TokenUsage {
        TokenUsage {
            id,
            model: model.to_owned(),
            input: first_number_or_zero(usage, &["input_tokens", "input"]),
            cache_read: first_number_or_zero(
                usage,
                &["cache_read_input_tokens", "cacheRead", "cached_input_tokens", "cached"],
            ),
            cache_write: first_number_or_zero(usage, &["cache_creation_input_tokens", "cacheWrite"]),
            output: first_number_or_zero(usage, &["output_tokens", "output"]),
        }
    }

    /// Of OpenAI's form, in which it does.
    pub fn subtract_cache_from_input(self) -> TokenUsage {
        TokenUsage { input: (self.input - self.cache_read).max(0), ..self }
    }

    pub fn is_empty(&self) -> bool {
        self.input + self.cache_read + self.cache_write + self.output == 0
    }
}
