//! What the bytes of a request cost, by its own model and by the time for which it asks the provider to cache it.

use std::collections::BTreeMap;
use std::time::Duration;

use ctx_fold::CachePrice;
use ctx_fold::wire::Format;

use ctx_capture::prices;

/// Anthropic's writes into a cache that lasts an hour cost this.
const FOR_AN_HOUR: f64 = 2.0;
const HOUR: Duration = Duration::from_secs(60 * 60);

/// In units of an input byte that is not cached: by the table of prices, else as most models of the provider have it.
pub fn cache_price_of_model(
    model: &str,
    format: Format,
    lasts: Option<Duration>,
    own: &BTreeMap<String, prices::TokenPrice>,
) -> CachePrice {
    let usual = if format == Format::Messages { CachePrice::ANTHROPIC } else { CachePrice::OPENAI };
    let listed = prices::price_of_model(model, own).filter(|price| price.input > 0.0);
    let read = listed.map_or(usual.read, |price| price.cache_read / price.input);
    let write = match listed {
        _ if format == Format::Messages && lasts.is_some_and(|lasts| lasts >= HOUR) => FOR_AN_HOUR,
        Some(price) => price.cache_write / price.input,
        None => usual.write,
    };
    CachePrice { read: read.clamp(0.001, 1.0), write: write.max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_and_the_time_decide() {
        let of = |model: &str, format, hours: Option<u64>| {
            let price = cache_price_of_model(model, format, hours.map(|hours| HOUR * hours as u32), &BTreeMap::new());
            ((price.read * 1000.0).round(), (price.write * 1000.0).round())
        };
        assert_eq!(of("claude-sonnet-4-5-20250929", Format::Messages, None), (100.0, 1250.0));
        assert_eq!(of("claude-sonnet-4-5", Format::Messages, Some(1)), (100.0, 2000.0));
        assert_eq!(of("claude-opus-5-5", Format::Messages, Some(0)), (50.0, 1250.0));
        assert_eq!(of("claude-fable-5-1", Format::Messages, Some(1)), (25.0, 2000.0));
        assert_eq!(of("gpt-5.1-codex", Format::Responses, Some(24)), (100.0, 1000.0));
        assert_eq!(of("gpt-4.1", Format::Chat, None), (250.0, 1000.0));
        assert_eq!(of("something-else", Format::Messages, None), (100.0, 1250.0));
        assert_eq!(of("something-else", Format::Gemini, None), (100.0, 1000.0));
        let own = BTreeMap::from([(
            "mine".to_owned(),
            prices::TokenPrice { input: 2.0, cache_read: 0.5, ..Default::default() },
        )]);
        assert_eq!(
            super::cache_price_of_model("mine", Format::Chat, None, &own),
            CachePrice { read: 0.25, write: 1.0 }
        );
    }
}
