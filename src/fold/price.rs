//! What providers ask for a million tokens, in dollars. List prices of November 2026; `--price` overrules them.

/// The date of the table.
pub const DATE: &str = "2026-11";

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    pub input: f64,
    pub cache_read: f64,
    pub cache_write: f64,
    pub output: f64,
}

/// By the beginning of the model's name, the longest first; the last row is for models that are not named.
const TABLE: &[(&str, Price)] = &[
    ("claude-opus-4-1", price(15.0, 1.5, 18.75, 75.0)),
    ("claude-opus-4-2", price(15.0, 1.5, 18.75, 75.0)),
    ("claude-opus", price(5.0, 0.5, 6.25, 25.0)),
    ("claude-haiku", price(1.0, 0.1, 1.25, 5.0)),
    ("claude", price(3.0, 0.3, 3.75, 15.0)),
    ("gpt", price(1.25, 0.125, 1.25, 10.0)),
    ("", price(3.0, 0.3, 3.75, 15.0)),
];

const fn price(input: f64, cache_read: f64, cache_write: f64, output: f64) -> Price {
    Price { input, cache_read, cache_write, output }
}

impl Price {
    pub fn of(model: &str) -> Price {
        TABLE.iter().find(|(name, _)| model.starts_with(name)).map_or(TABLE[TABLE.len() - 1].1, |(_, price)| *price)
    }

    /// `3,0.3,3.75,15`: input, cache read, cache write, output.
    pub fn parse(text: &str) -> Result<Price, String> {
        let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        match numbers.as_slice() {
            &[input, cache_read, cache_write, output]
                if numbers.iter().all(|number| number.is_finite() && *number >= 0.0) =>
            {
                Ok(price(input, cache_read, cache_write, output))
            }
            _ => {
                Err("four numbers are needed: input,cache read,cache write,output in dollars a million tokens"
                    .to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_by_their_names() {
        assert_eq!(Price::of("claude-opus-4-5-20251101").input, 5.0);
        assert_eq!(Price::of("claude-opus-4-1-20250805").input, 15.0);
        assert_eq!(Price::of("claude-sonnet-4-5").input, 3.0);
        assert_eq!(Price::of("gpt-5.2-codex").cache_read, 0.125);
        assert_eq!(Price::of("unheard-of").input, 3.0);
        assert_eq!(Price::parse("1, 0.1,1.25,5").unwrap().output, 5.0);
        assert!(Price::parse("1,2,3").is_err() && Price::parse("1,2,3,-4").is_err());
    }
}
