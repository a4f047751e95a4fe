//! What models cost: list prices in US dollars for a million tokens (`prices.toml`), and what the user's own table says
//! instead: `ctx usage --cost` and `ctx stats --fold` use it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use ctx_store::TokenUsageRow;

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TokenPrice {
    pub input: f64,
    pub cache_read: f64,
    pub cache_write: f64,
    pub output: f64,
}

/// `prices.toml`.
#[derive(Deserialize)]
struct PriceList {
    date: String,
    not_listed: Vec<String>,
    models: BTreeMap<String, [f64; 4]>,
}

static LIST: LazyLock<PriceList> = LazyLock::new(|| {
    toml::from_str(include_str!("prices.toml")).expect("the list is compiled in, and a test reads it")
});

/// The date of the list.
pub fn price_list_date() -> &'static str {
    &LIST.date
}

impl TokenPrice {
    /// `3,0.3,3.75,15`: input, cache read, cache write, output.
    pub fn parse(text: &str) -> Result<TokenPrice, String> {
        let numbers: Vec<f64> = text.split(',').filter_map(|number| number.trim().parse().ok()).collect();
        match numbers.as_slice() {
            &[input, cache_read, cache_write, output]
                if numbers.iter().all(|number| number.is_finite() && *number >= 0.0) =>
            {
                Ok(TokenPrice { input, cache_read, cache_write, output })
            }
            _ => Err("needs four numbers: input,cache read,cache write,output in dollars a million tokens".to_owned()),
        }
    }

    /// Dollars for so many tokens: of the input, which a fold changes, and of the output.
    pub fn cost_in_dollars(&self, input: u64, cache_read: u64, cache_write: u64, output: u64) -> (f64, f64) {
        let million = |tokens: u64, dollars: f64| tokens as f64 / 1e6 * dollars;
        let of_input =
            million(input, self.input) + million(cache_read, self.cache_read) + million(cache_write, self.cache_write);
        (of_input, million(output, self.output))
    }
}

/// The price of a model; none if it is not known. A version that is not listed is not guessed: `gpt-5.9` is not `gpt-5`,
/// and `claude-opus-4-9` is not `claude-opus-4`. A date after the name is not a version.
pub fn price_of_model(model: &str, own: &BTreeMap<String, TokenPrice>) -> Option<TokenPrice> {
    let model = model.rsplit('/').next().unwrap_or(model);
    if let Some(price) = own.get(model) {
        return Some(*price);
    }
    let is_version = |rest: &str| {
        let part = rest.trim_start_matches('-').split('-').next().unwrap_or_default();
        !part.is_empty() && part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let rest_of = |name: &str| model.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('-'));
    if LIST.not_listed.iter().any(|name| rest_of(name).is_some()) {
        return None;
    }
    let fitting = LIST.models.iter().filter(|(name, _)| rest_of(name).is_some());
    let (name, &[input, cache_read, cache_write, output]) = fitting.max_by_key(|(name, _)| name.len())?;
    // Sonnet 4 and its minor versions have one price.
    let is_other = rest_of(name).is_some_and(is_version) && *name != "claude-sonnet-4";
    (!is_other).then_some(TokenPrice { input, cache_read, cache_write, output })
}

/// Sums over some answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TokenBill {
    pub answers: i64,
    pub input: i64,
    pub cache_read: i64,
    pub cache_write: i64,
    pub output: i64,
    /// Dollars, of the answers whose price is known.
    pub dollars: f64,
    /// Dollars that the cache saved, less what writing it cost.
    pub saved: f64,
    /// Answers whose price is not known.
    pub unpriced: i64,
}

impl TokenBill {
    pub fn add_usage(&mut self, row: &TokenUsageRow, own: &BTreeMap<String, TokenPrice>) {
        self.answers += row.answers;
        self.input += row.input;
        self.cache_read += row.cache_read;
        self.cache_write += row.cache_write;
        self.output += row.output;
        let Some(price) = price_of_model(&row.model, own) else {
            self.unpriced += row.answers;
            return;
        };
        let million = |tokens: i64, dollars: f64| tokens as f64 / 1e6 * dollars;
        let count = |tokens: i64| u64::try_from(tokens).unwrap_or(0);
        let (input, output) =
            price.cost_in_dollars(count(row.input), count(row.cache_read), count(row.cache_write), count(row.output));
        self.dollars += input + output;
        self.saved += million(row.cache_read, price.input - price.cache_read)
            - million(row.cache_write, price.cache_write - price.input);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(input: f64, cache_read: f64, cache_write: f64, output: f64) -> TokenPrice {
        TokenPrice { input, cache_read, cache_write, output }
    }

    #[test]
    fn prices_by_the_longest_name_and_never_guessed() {
        let none = BTreeMap::new();
        let input = |model: &str| price_of_model(model, &none).map(|price| price.input);
        assert_eq!(input("claude-opus-4-20250514"), Some(15.0));
        assert_eq!(input("claude-opus-4-5-20251101"), Some(5.0));
        assert_eq!(input("anthropic/claude-sonnet-4-6"), Some(3.0));
        assert_eq!((input("claude-opus-4-9"), input("claude-opus-5-5-20261001")), (None, Some(4.0)));
        assert_eq!((input("gpt-5-codex"), input("gpt-5.9"), input("something")), (Some(1.25), None, None));
        assert_eq!(
            (input("gpt-5.4-mini"), input("gpt-5.4-pro"), input("gpt-4o-2024-08-06")),
            (Some(0.75), None, Some(2.5))
        );
        let own = BTreeMap::from([("gpt-5.9".to_owned(), price(2.0, 0.0, 0.0, 4.0))]);
        let mut bill = TokenBill::default();
        let row = TokenUsageRow {
            model: "gpt-5.9".into(),
            answers: 1,
            input: 500_000,
            output: 250_000,
            ..TokenUsageRow::default()
        };
        bill.add_usage(&row, &own);
        bill.add_usage(&TokenUsageRow { model: "unknown".into(), answers: 2, ..TokenUsageRow::default() }, &own);
        assert_eq!((bill.dollars, bill.unpriced, bill.answers), (2.0, 2, 3));
    }

    #[test]
    fn prices_on_the_command_line() {
        assert_eq!(TokenPrice::parse("3, 0.3,3.75,15"), Ok(price(3.0, 0.3, 3.75, 15.0)));
        for bad in ["", "1,2,3", "1,2,3,x", "1,2,3,-4", "1,2,3,inf"] {
            assert!(TokenPrice::parse(bad).is_err(), "{bad}");
        }
    }
}
