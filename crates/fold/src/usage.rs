//! The tokens of an answer, as a provider or an agent counted them.

use ctx_text::json::Json;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Neither read from a cache nor written to one.
    pub input: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    pub output: u64,
}

impl Usage {
    pub fn is_empty(&self) -> bool {
        *self == Usage::default()
    }

    /// The counts of an object, whatever their names are. Anthropic counts input that was not cached, the others all.
    pub fn read(object: Json<'_>) -> Usage {
        let number = |object: Json<'_>, name: &str| {
            object.get(name).and_then(Json::as_integer).and_then(|number| u64::try_from(number).ok()).unwrap_or(0)
        };
        let sum = |names: &[&str]| names.iter().map(|name| number(object, name)).sum::<u64>();
        let details = ["input_tokens_details", "prompt_tokens_details"].iter().filter_map(|name| object.get(name));
        let cached = details.map(|details| number(details, "cached_tokens")).sum::<u64>()
            + sum(&["cachedContentTokenCount", "cached_input_tokens"]);
        let input = sum(&["input_tokens", "prompt_tokens", "promptTokenCount"]);
        Usage {
            input: input.saturating_sub(cached),
            cache_read: cached + sum(&["cache_read_input_tokens"]),
            cache_write: sum(&["cache_creation_input_tokens"]),
            output: sum(&["output_tokens", "completion_tokens", "candidatesTokenCount", "thoughtsTokenCount"]),
        }
    }

    /// The larger of each count: they grow while an answer is made.
    pub fn max(self, other: Usage) -> Usage {
        Usage {
            input: self.input.max(other.input),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            output: self.output.max(other.output),
        }
    }
}

impl std::ops::Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            input: self.input + other.input,
            cache_read: self.cache_read + other.cache_read,
            cache_write: self.cache_write + other.cache_write,
            output: self.output + other.output,
        }
    }
}
